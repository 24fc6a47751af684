"""A test client that holds every answer to what openapi.yaml declares for it, closed: no undeclared key, no null, no undeclared status."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

from app import create_app


@cache
def description() -> dict[str, Any]:
    answer = create_app({"LOG_LEVEL": "ERROR"}).test_client().get("/openapi.json")
    return _closed(answer.json)


def _closed(value: Any) -> Any:
    """The same schemas with every object of named properties closed, so that an undeclared key is found."""
    if isinstance(value, list):
        return [_closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    closed = {key: _closed(item) for key, item in value.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


def declared_path(path: str) -> str | None:
    """The path of the description that a path belongs to; one without parameters goes first."""
    for template in sorted(description()["paths"], key=lambda name: name.count("{")):
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), path):
            return template
    return None


@cache
def _validator(path: str, method: str, status: str, media: str) -> Draft202012Validator:
    responses = description()["paths"][path][method]["responses"]
    declared = responses.get(status, responses["default"])
    if "$ref" in declared:
        declared = description()["components"]["responses"][declared["$ref"].rpartition("/")[2]]
    resource = DRAFT202012.create_resource(description())
    registry = Registry().with_resource("urn:description", resource)
    schema = _absolute(declared["content"][media]["schema"])
    return Draft202012Validator(schema, registry=registry)


def _absolute(value: Any) -> Any:
    if isinstance(value, list):
        return [_absolute(item) for item in value]
    if isinstance(value, dict):
        return {key: f"urn:description{item}" if key == "$ref" else _absolute(item) for key, item in value.items()}
    return value


def has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(has_null, value.values()))
    return any(map(has_null, value)) if isinstance(value, list) else value is None


class CheckedClient(FlaskClient):
    """Checks each answer before the test sees it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        check(answer)
        return answer


def check(answer: TestResponse) -> None:
    assert re.fullmatch(r"[\w-]{8,64}", answer.headers["X-Request-Id"])
    method, path = answer.request.method, declared_path(answer.request.path)
    assert answer.status_code < 500 or answer.status_code in (503, 507), answer.get_data(as_text=True)
    if answer.status_code >= 400 and method != "HEAD":
        assert answer.mimetype == "application/problem+json"
        assert answer.json["status"] == answer.status_code
        assert "Content-Language" in answer.headers
    if method not in ("GET", "POST", "PUT", "DELETE") or path is None or answer.status_code in (204, 304, 308):
        return
    said = answer.json if answer.mimetype in ("application/json", "application/problem+json") else answer.text
    assert not has_null(said)
    if method.lower() in description()["paths"][path]:
        _validator(path, method.lower(), str(answer.status_code), answer.mimetype).validate(said)

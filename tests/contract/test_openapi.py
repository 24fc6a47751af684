"""openapi.yaml is what the code says, valid, and fit for client generators."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from openapi_spec_validator import validate

from api.examples import FOLDER
from api.openapi import FILE
from app import create_app
from rules import codes

APP = create_app({"LOG_LEVEL": "ERROR"})
SERVED: dict[str, Any] = APP.test_client().get("/openapi.json").get_json()


def test_the_committed_file_is_what_the_code_says() -> None:
    before = FILE.read_text(encoding="utf-8")
    try:
        result = APP.test_cli_runner().invoke(args=["openapi-write"])
        assert result.exit_code == 0, result.output
        assert FILE.read_text(encoding="utf-8") == before, "run `flask --app app openapi-write` and commit openapi.yaml"
    finally:
        FILE.write_text(before, encoding="utf-8")
    assert yaml.safe_load(before) == SERVED


def test_it_is_valid_openapi_3_1() -> None:
    assert SERVED["openapi"].startswith("3.1")
    validate(SERVED)


def operations() -> list[dict[str, Any]]:
    return [operation for path in SERVED["paths"].values() for key, operation in path.items() if key != "parameters"]


def test_operations_are_named_once() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert len(set(names)) == len(names) == 54
    assert all(operation["summary"] and operation["tags"] for operation in operations())


def test_schemas_have_stable_names() -> None:
    assert not [name for name in SERVED["components"]["schemas"] if re.search(r"\d$", name)]


def test_nothing_may_be_null() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert not re.search(r"type: ['\"]?null|nullable|\[.*'null'.*\]", text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ViolationCode", codes.VIOLATIONS),
        ("RulingCode", (*codes.VIOLATIONS, *codes.RULINGS)),
        ("FaultCode", codes.FAULTS),
        ("ProblemCode", (*codes.PROBLEMS, *codes.FAULTS)),
    ],
)
def test_every_code_is_enumerated(name: str, expected: tuple[str, ...]) -> None:
    assert set(SERVED["components"]["schemas"][name]["enum"]) == set(expected)


def test_the_description_is_in_reading_order() -> None:
    top = [line.rstrip(":") for line in FILE.read_text(encoding="utf-8").splitlines() if re.fullmatch(r"[a-z]+:.*", line)]
    assert [line.partition(":")[0] for line in top] == ["openapi", "info", "servers", "tags", "paths", "components"]
    assert next(iter(SERVED["paths"])) == "/v1/plays/check"


def test_what_a_page_sends_unasked_is_no_example() -> None:
    """Swagger UI fills the example of a header in, and so would send the same Idempotency-Key twice."""
    headers = SERVED["components"]["parameters"].values()
    assert {header["name"] for header in headers} >= {"Idempotency-Key", "Last-Event-ID", "X-Request-Id", "Accept-Language", "If-Match"}
    assert not [header["name"] for header in headers if header["in"] == "header" and header.keys() & {"example", "examples"}]


OPEN = {"listCards", "getIndex", "getHealth", "getReadiness"}
"""What a key makes no difference to."""
READ_BY_TOKEN = {"getScoreboard", "getEvents"}


def test_every_operation_that_looks_at_a_key_declares_it() -> None:
    declared = {operation["operationId"]: operation.get("security") for operation in operations()}
    assert {name for name, security in declared.items() if security is None} == OPEN
    for operation in operations():
        name, needs = operation["operationId"], "403" in operation["responses"]
        key: dict[str, Any] = {"bearerKey": []}
        token: dict[str, Any] = {"readToken": []}
        optional = not needs or name in ("listRevisions", "getRevision")
        expected = [{}, key] if optional else [key, token] if name in READ_BY_TOKEN else [key]
        assert name in OPEN or declared[name] == expected, name


def test_every_operation_that_needs_a_key_names_the_least_role() -> None:
    for operation in operations():
        told = re.findall(r"Needs a key of role `(reader|scorer|referee|admin)`", operation.get("description", ""))
        assert len(told) == ("403" in operation["responses"]), operation["operationId"]
        assert ("?token=" in operation.get("description", "")) == (operation["operationId"] in READ_BY_TOKEN)


def test_whatever_is_answered_with_its_version_is_changed_by_it() -> None:
    """Where GET answers an ETag, a change of the same resource takes it."""
    for path, item in SERVED["paths"].items():
        if "ETag" in item.get("get", {"responses": {"200": {}}})["responses"]["200"].get("headers", {}):
            for change in (item[method] for method in ("put", "delete") if method in item):
                names = [parameter["$ref"].rpartition("/")[2] for parameter in change["parameters"] if "$ref" in parameter]
                assert "IfMatch" in names and "412" in change["responses"], path


def test_requests_are_closed_and_answers_open() -> None:
    schemas = SERVED["components"]["schemas"]
    assert schemas["PlayCheckRequest"]["additionalProperties"] is False
    assert "additionalProperties" not in schemas["PlayCheckAnswer"]


def test_examples_are_written_as_they_are_answered() -> None:
    before = {file: file.read_bytes() for file in FOLDER.rglob("*.json")}
    try:
        result = APP.test_cli_runner().invoke(args=["examples-write"])
        assert result.exit_code == 0, result.output
        assert {file: file.read_bytes() for file in before} == before, "run `flask --app app examples-write` and commit api/examples"
    finally:
        for file, content in before.items():
            file.write_bytes(content)

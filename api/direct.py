"""The direct way of a good question: from its bytes to those of its answer, without what Flask does around a view.

Two contexts, a session, a URL map and hooks take longer than the decision, and none of them has a part in it. Whatever is not a plain
question that is answered with 200 goes Flask's way, which tells what is wrong; a test holds both ways to the same answers.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

import orjson
from flask import Flask

from api.access import ROUTE
from api.answers import JSON, LANGUAGE_HEADERS
from api.bodies import is_too_deep
from api.language import ACCEPTED, language_for
from api.typed import OPERATIONS, Operation
from schemas.loading import schema_reader

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_BASE = "/v1/"
_NOT_PLAIN = ("HTTP_ORIGIN", "HTTP_AUTHORIZATION", "HTTP_CONTENT_ENCODING")
"""Headers that make an answer depend on more than the body and the language."""
_LONGEST_LENGTH = 12


class Direct:
    """A layer before Flask that answers what it can."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        operation = _asked(environ)
        if operation is None:
            return self._inner(environ, start_response)
        language = language_for(environ.get(ACCEPTED, ""))
        try:
            raw = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            environ["wsgi.input"] = io.BytesIO(raw)  # for whoever reads it again
            answer = _answered(operation, raw, language)
        except Exception:  # whatever it is: Flask's way meets it too, and has the words for it
            answer = None
        if answer is None:  # nothing of what was raised is kept meanwhile
            return self._inner(environ, start_response)
        environ[ROUTE] = environ["PATH_INFO"]
        start_response("200 OK", [*LANGUAGE_HEADERS[language], ("Content-Type", JSON), ("Content-Length", str(len(answer)))])
        return [answer]


def _asked(environ: WSGIEnvironment) -> Operation | None:
    """The operation that a request asks, if it does so plainly."""
    path: str = environ["PATH_INFO"]
    operation = OPERATIONS.get(path[len(_BASE) :]) if path.startswith(_BASE) and environ["REQUEST_METHOD"] == "POST" else None
    if operation is None or not operation.is_json_only or environ.get("CONTENT_TYPE") != JSON:
        return None
    length = environ.get("CONTENT_LENGTH") or ""
    if len(length) > _LONGEST_LENGTH or not length.isdecimal() or int(length) > operation.question.body_limit:
        return None
    return None if any(name in environ for name in _NOT_PLAIN) else operation


def _answered(operation: Operation, raw: bytes, language: str) -> bytes:
    """The bytes of an answer. Raises for whatever is not answered with 200."""
    body = orjson.loads(raw)
    if is_too_deep(raw, body):
        raise ValueError
    return orjson.dumps(operation.decide(schema_reader(operation.question)(body), language))


def install(app: Flask) -> None:
    """Put the layer before an app, unless its answers depend on where a page comes from."""
    if "*" in app.config["CORS_ORIGINS"]:
        app.wsgi_app = Direct(app.wsgi_app)  # type: ignore[method-assign]

"""Bodies: JSON in and out by orjson, and what is refused before a schema sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, NoReturn

import orjson
from flask import Flask, Request, Response
from flask import request as current_request
from flask.json.provider import JSONProvider
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.http import parse_options_header

from api.answers import JSON
from api.problems import InvalidRequestError, NotJsonError, NotJsonTypeError, UnreadableError
from rules.rulings import Fault
from schemas.faults import faults_of
from schemas.requests import BODY_LIMIT

MOST_NESTED = 16
"""Lists and objects within each other, the outermost counted."""
MOST_DISCARDED = 16 * 1024 * 1024
"""Bytes of a refused body that are still read."""
_BLOCK = 64 * 1024
_LONGEST_LENGTH = 12
_FIRST_REFUSAL = 400
_CHARSETS = {"utf-8", "utf8", "us-ascii"}


class OrjsonProvider(JSONProvider):
    """Flask's JSON by orjson; error trees with whole numbers as keys are written too."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """A JSON text; `sort_keys` and `indent` (two spaces) are obeyed."""
        option = orjson.OPT_NON_STR_KEYS
        if kwargs.get("sort_keys"):
            option |= orjson.OPT_SORT_KEYS
        if kwargs.get("indent"):
            option |= orjson.OPT_INDENT_2
        return orjson.dumps(obj, option=option).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value of a JSON text."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """A response with its arguments as JSON."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs), option=orjson.OPT_NON_STR_KEYS), mimetype=JSON)


class BodyParser(FlaskParser):
    """Reads a request's JSON body, and turns the errors of schemas into one problem with all faults."""

    def read(self, schema: Schema) -> Any:
        """What the running request's body means by a schema."""
        return self.read_both(schema)[1]

    def read_both(self, schema: Schema) -> tuple[Any, Any]:
        """The running request's body as JSON, and what it means by a schema."""
        running: Request = current_request._get_current_object()  # type: ignore[attr-defined]
        value = self.load_json(running, schema)
        return value, loaded(schema, value)

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The JSON value of the body; a problem when it is too large, not declared as JSON, no JSON, or nested too deep."""
        req.max_content_length = getattr(schema, "body_limit", BODY_LIMIT)
        if not _declared_as_json(req):
            raise NotJsonTypeError
        raw = whole_body(req)
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError as error:
            if "depth limit" in str(error):
                raise _too_deep() from error
            raise NotJsonError(str(error)) from error
        if is_too_deep(raw, value):
            raise _too_deep()
        return value

    def load_querystring(self, req: Request, schema: Schema) -> dict[str, list[str]]:
        """Every parameter of the query with its values."""
        return req.args.to_dict(flat=False)

    def handle_error(
        self,
        error: ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: int | None = None,
        error_headers: Mapping[str, str] | None = None,
    ) -> NoReturn:
        """Raise the problem with every fault that the schema has found."""
        messages = next(iter(error.messages_dict.values()))  # by location; a request is read at one only
        raise InvalidRequestError(faults_of(messages, error.data)) from error


def loaded(schema: Schema, value: Any) -> Any:
    """What a JSON value means by a schema. Raises InvalidRequestError with every fault."""
    try:
        return schema.load(value)
    except ValidationError as error:
        raise InvalidRequestError(faults_of(error.messages, error.data)) from error


def whole_body(req: Request) -> bytes:
    """The body as announced; a problem when it breaks off or its chunks are malformed, whatever the server raises then."""
    announced = req.environ.get("CONTENT_LENGTH") or ""
    length = int(announced) if len(announced) < _LONGEST_LENGTH and announced.isdecimal() else None
    try:
        if length is None or length > (req.max_content_length or 0):
            return _limited_body(req)
        raw: bytes = req.environ["wsgi.input"].read(length)  # what werkzeug would do by way of three more streams
    except HTTPException:
        raise
    except Exception as error:
        raise UnreadableError from error
    if len(raw) < length:
        raise UnreadableError
    return raw


def _limited_body(req: Request) -> bytes:
    """A body in chunks, as long as the limit allows; a problem for any that is longer."""
    raw = req.get_data(cache=False)
    # chunks are cut at the limit without a word
    if len(raw) == req.max_content_length and req.environ["wsgi.input"].read(1):
        raise RequestEntityTooLarge
    return raw


def install(app: Flask) -> None:
    """Read what is left of a body that was not taken: a client that is still sending would else never see the answer."""

    def drain(response: Response) -> Response:
        environ = current_request.environ
        untaken = response.status_code >= _FIRST_REFUSAL or environ["REQUEST_METHOD"] != "POST"
        if untaken and environ.get("wsgi.input_terminated"):
            _discard(environ["wsgi.input"])
        return response

    app.after_request(drain)


def _discard(stream: IO[bytes]) -> None:
    left = MOST_DISCARDED
    try:
        while left > 0 and (block := stream.read(min(_BLOCK, left))):
            left -= len(block)
    except Exception:  # noqa: S110 - the sender is gone or sends nonsense; the answer stands
        pass


def _declared_as_json(req: Request) -> bool:
    if req.environ.get("CONTENT_TYPE") == JSON and "HTTP_CONTENT_ENCODING" not in req.environ:
        return True
    kind = req.mimetype
    if kind != JSON and not (kind.startswith("application/") and kind.endswith("+json")):
        return False
    return is_plain_utf8(req)


def is_plain_utf8(req: Request) -> bool:
    """Whether a body is declared as UTF-8, or not declared at all, and not compressed."""
    charset = parse_options_header(req.content_type)[1].get("charset", "utf-8")
    return charset.lower() in _CHARSETS and req.headers.get("Content-Encoding", "identity").lower() == "identity"


def _too_deep() -> InvalidRequestError:
    return InvalidRequestError([Fault("", "too_deep", None, {"maximum": MOST_NESTED})])


def is_too_deep(raw: bytes, value: Any) -> bool:
    """Whether the value of a JSON text is nested too deep; few brackets are a quick no."""
    return raw.count(b"[") + raw.count(b"{") > MOST_NESTED and _deeper_than(value, MOST_NESTED)


def _deeper_than(value: Any, most: int) -> bool:
    """Whether lists and objects lie deeper within each other than `most`."""
    level = [value]
    for _ in range(most):
        level = [inner for item in level if isinstance(item, (list, dict)) for inner in (item if isinstance(item, list) else item.values())]
    return any(isinstance(item, (list, dict)) for item in level)

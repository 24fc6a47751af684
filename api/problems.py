"""Problems (RFC 9457): every refusal of every layer as application/problem+json, in the language asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.answers import mark_language
from api.language import asked_language
from rules import texts
from rules.rulings import Fault, InputError
from rules.tidying import MAX_FAULTS
from schemas.faults import Teller

PROBLEM_JSON = "application/problem+json"
_TYPE = "urn:shengji-rules:problem:"
_CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "body_too_large", 415: "unsupported_media_type"}
_CODES |= {500: "internal_error", 503: "unavailable"}


class ProblemError(HTTPException):
    """A problem with a code of ours; `params` fill its detail."""

    problem = "bad_request"

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.params = params


class NotJsonError(ProblemError):
    """400: the body is no JSON text in UTF-8."""

    code = 400
    problem = "not_json"

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason)


class NotJsonTypeError(ProblemError):
    """415: the body is not declared as JSON, or as another type that the path takes."""

    code = 415
    problem = "unsupported_media_type"

    def __init__(self, *accepted: str) -> None:
        super().__init__(accepted=accepted or ("application/json",))


class NotTextError(ProblemError):
    """400: the body is no text in UTF-8."""

    code = 400
    problem = "not_text"


class UnreadableError(ProblemError):
    """400: the body breaks off, or its chunks cannot be read."""

    code = 400
    problem = "bad_request"


class InvalidRequestError(ProblemError):
    """422: the request's content is wrong at the places that `faults` name; the first of them are kept."""

    code = 422
    problem = "invalid_request"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(islice(faults, MAX_FAULTS))
        super().__init__(count=len(self.faults))


class RulesetNotFoundError(ProblemError):
    """404: there is no ruleset of the id in the path, or none to be used by this name; `code` is the fault's."""

    code = 404

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(**params)
        self.problem = code


class OperationNotFoundError(ProblemError):
    """404: an item of a batch names no operation that a batch may ask."""

    code = 404
    problem = "operation_not_found"


class NotReadyError(ProblemError):
    """503: the process is stopping."""

    code = 503
    problem = "unavailable"

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """Another process answers in a moment."""
        return [*super().get_headers(*args, **kwargs), ("Retry-After", "5")]


class TooManyListenersError(ProblemError):
    """503: as many listen to the stream process as may."""

    code = 503
    problem = "too_many_listeners"

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """When a place may be free."""
        return [*super().get_headers(*args, **kwargs), ("Retry-After", "30")]


class KeyMissingError(ProblemError):
    """401: a request that needs a key has none."""

    code = 401
    problem = "key_missing"

    def __init__(self, hint: str | None = None) -> None:
        """`hint` names what else opens the operation."""
        super().__init__()
        self.hint = hint

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """How to bring one (RFC 9110)."""
        return [*super().get_headers(*args, **kwargs), ("WWW-Authenticate", 'Bearer realm="shengji-rules"')]


class KeyInvalidError(KeyMissingError):
    """401: the key is none of this service, or has been revoked."""

    problem = "key_invalid"


class RoleNotEnoughError(ProblemError):
    """403: the key is good, but not for this."""

    code = 403
    problem = "role_not_enough"


class PreconditionNeededError(ProblemError):
    """428: a change must say with If-Match what it changes."""

    code = 428
    problem = "precondition_required"


class PreconditionFailedError(ProblemError):
    """412: what is to be changed is not what the caller has seen; `etag` is its version now."""

    code = 412
    problem = "precondition_failed"

    def __init__(self, etag: str) -> None:
        super().__init__()
        self.etag = etag

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """The version that is there now."""
        return [*super().get_headers(*args, **kwargs), ("ETag", self.etag)]


class DealNotLegalError(ProblemError):
    """422: a deal that was to be stored is against the rules at the place that `fault` tells."""

    code = 422
    problem = "deal_not_legal"

    def __init__(self, fault: Mapping[str, Any]) -> None:
        super().__init__(place=fault["pointer"])
        self.extensions = {"fault": dict(fault)}


class DealNotCompleteError(ProblemError):
    """422: a deal that was to be stored is not played to its end."""

    code = 422
    problem = "deal_not_complete"


class IdempotencyKeyError(ProblemError):
    """400: the Idempotency-Key is no text of 1 to 255 printed ASCII characters."""

    code = 400
    problem = "idempotency_key_malformed"


class StoreUnanswerableError(ProblemError):
    """503, or 507 for a full disk: the store cannot answer, nothing was stored."""

    def __init__(self, problem: str, retry_after: int) -> None:
        super().__init__()
        self.problem, self.retry_after = problem, retry_after
        self.code = 507 if problem == "store_full" else 503

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """When to ask again."""
        return [*super().get_headers(*args, **kwargs), ("Retry-After", str(self.retry_after))]


class StoredMissingError(ProblemError):
    """404: there is nothing of this id that the caller may see."""

    code = 404

    def __init__(self, kind: str, value: str) -> None:
        super().__init__(value=value)
        self.problem = f"{kind}_not_found"


class StoredConflictError(ProblemError):
    """409: what is asked does not fit how things stand, which `state` tells; 422 for a key of another request."""

    def __init__(self, problem: str, params: Mapping[str, Any], state: Mapping[str, Any] | None = None) -> None:
        super().__init__(**params)
        self.problem = problem
        self.code = 422 if problem == "idempotency_key_reused" else 409
        self.extensions = {} if state is None else {"state": dict(state)}


def problem_response(error: HTTPException) -> Response:
    """The answer to any HTTP error, with the headers that the error brings (Allow, Retry-After …)."""
    language = asked_language()
    document = problem_document(error, Teller(language), quote(request.path))
    response = Response(orjson.dumps(document), document["status"], mimetype=PROBLEM_JSON)
    for name, value in error.get_headers(request.environ):
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    mark_language(response, language)
    return response


def problem_document(error: HTTPException, teller: Teller, instance: str) -> dict[str, Any]:
    """The JSON of a problem, its faults as the teller tells them. `instance` is the URI reference of the request."""
    language, status = teller.language, error.code or 500
    faults: tuple[Fault, ...] = getattr(error, "faults", ())
    code = getattr(error, "problem", _CODES.get(status, "http_error"))
    errors = teller.tell(faults) if faults else []
    if len(faults) == 1:
        code, detail = faults[0].code, errors[0]["message"]
    elif len(errors) < len(faults) or len(faults) >= MAX_FAULTS:
        detail = texts.text(language, "problems", "first_faults", {"told": len(errors)})
    else:
        detail = _detail(language, code, error, status)
    document = {
        "type": _TYPE + code,
        "title": _title(language, code, status),
        "status": status,
        "detail": detail,
        "instance": instance,
        "code": code,
    }
    if errors:
        document["errors"] = errors
    return document | getattr(error, "extensions", {})


def _title(language: str, code: str, status: int) -> str:
    """The title of a problem; a fault's code has the title of its status."""
    general = "not_found" if status == 404 else "invalid_request"
    return texts.template(language, f"problems.title.{code}") or texts.text(language, "problems", f"title.{general}")


def _detail(language: str, code: str, error: HTTPException, status: int) -> str:
    params = {
        "path": request.path,
        "method": request.method,
        "status": status,
        "limit": request.max_content_length,
        "allowed": sorted(getattr(error, "valid_methods", None) or ()),
        **getattr(error, "params", {}),
    }
    family = "problems" if texts.template(language, f"problems.detail.{code}") is not None else "faults"
    detail = texts.text(language, family, f"detail.{code}" if family == "problems" else code, params)
    hint = getattr(error, "hint", None)
    return detail if hint is None else texts.joined(detail, texts.text(language, "problems", f"hint.{hint}"))


def problem_before_routing(status: int) -> bytes:
    """The body of a problem that the server met before there was a request to route; in English, for no header could be read."""
    code = _CODES.get(status, "http_error")
    detail = texts.text(texts.DEFAULT_LANGUAGE, "problems", f"detail.{code}", {"status": status})
    payload = {
        "type": _TYPE + code,
        "title": _title(texts.DEFAULT_LANGUAGE, code, status),
        "status": status,
        "detail": detail,
        "code": code,
    }
    return orjson.dumps(payload)


def refuse_wrong_content(error: InputError) -> Response:
    """The answer to a question that the engine could not judge."""
    return problem_response(InvalidRequestError(error.faults))


def install(app: Flask) -> None:
    """Answer the engine's input errors; HTTP errors are answered by the API's own handler."""
    app.register_error_handler(InputError, refuse_wrong_content)

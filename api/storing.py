"""What the store's operations share: the key and its role, one transaction, Idempotency-Key, If-Match, and how they are described."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import wraps
from typing import Any, Final, NamedTuple

import orjson
from flask import Response, request
from marshmallow import Schema, ValidationError
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound
from werkzeug.http import quote_etag

from api.answers import JSON, mark_language, readable
from api.examples import example_of
from api.keys import bearer, the_caller
from api.language import asked_language
from api.problems import IdempotencyKeyError, InvalidRequestError, PreconditionFailedError, PreconditionNeededError
from api.stores import long_work, store
from api.typed import NEEDS_KEY, PARAMETERS, REFUSALS, TAKES_KEY, Blueprint, headers_of, too_large
from schemas.faults import faults_of
from schemas.requests import Query, Request
from store import idempotency
from store.idempotency import Answered
from store.keys import Caller
from store.models import LONGEST_ROUTE, ROLES

NEEDED, TAKEN = "needed", "taken"
IDEMPOTENCY_KEY: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
LONGEST_NAME: Final = 100
"""Characters of an id in a path, with its revision; no id is as long."""
_NOTHING, _TOKEN_ALONE = Query(), Query("token")
_OR_READ_BY: Final = ", or the match's read token as `?token=`"
_BUT_OPEN: Final = "; of a preset, none"
_KEY: Final = re.compile(r'(?P<quote>"?)([!#-~]{1,255})(?P=quote)', re.ASCII)


NOBODY: Final = Caller("", 0, "reader")
"""Whoever comes without a key, with the read token of a match."""


class Reading(NamedTuple):
    """A question to the store: a session that reads, who asks, and in which language."""

    session: Session
    caller: Caller
    language: str


class Change(NamedTuple):
    """What is to be stored: a session that writes, who asks, in which language, and the body as it was sent."""

    session: Session
    caller: Caller
    language: str
    body: Any
    if_match: str | None = None
    """Whether If-Match is NEEDED or TAKEN."""


class Made(NamedTuple):
    """The answer to a change, with headers of its own, and another status than the operation's where it has one."""

    payload: dict[str, Any] | None
    headers: dict[str, str] = {}
    status: int | None = None


class StoreBlueprint(Blueprint):
    """A group of operations on the store, each for keys of a role and those above it."""

    def change(
        self,
        operation_id: str,
        question: Request | None,
        answer: Schema | dict[str, Any] | None,
        *,
        role: str,
        status: int = 201,
        missing: bool = True,
        conflicts: bool = True,
        if_match: str | None = None,
        idempotent: bool = True,
        creates: bool = False,
        body: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
        read: Callable[[], Any] | None = None,
        known: str | None = None,
    ) -> Callable[[Callable[..., Made]], Callable[..., Response]]:
        """Mark a method that stores: `view(self, change, asked, **path)` works in one transaction, whose end is the answer's beginning.

        What it raises undoes all it did. With an Idempotency-Key the first answer is kept with the work and given again; `if_match` is
        NEEDED or TAKEN where an operation looks at If-Match by `expect_version`; those that `creates` say by Location where. `asked`
        is left out where there is no `question`; `body` is the schema that the description shows in the question's place, `raw` the
        contents by type of a body that `read` reads, before the transaction begins: no sender holds others up. `known` says when the
        answer is the same with 200.
        """

        def decorate(view: Callable[..., Made]) -> Callable[..., Response]:
            @wraps(view)
            def run(resource: Any, **path: str) -> Response:
                _named_by(path)
                caller = the_caller(role)
                sent, arguments = self._asked(question) if read is None else (None, (read(),))
                language = asked_language()
                with store().writing() as session:
                    change = Change(session, caller, language, sent, if_match)
                    key = _idempotency_key() if idempotent else None
                    return _once(change, key, lambda: _answered(view(resource, change, *arguments, **path), status, language))

            refusals = _refusals(question, missing, conflicts, if_match)
            if known is not None:
                refusals["200"] = {"description": known, "content": {JSON: {"schema": answer}}}
            described = self._described(
                view, operation_id, question, answer, status, refusals, idempotent, if_match is not None, creates, body, raw
            )
            run._apidoc = described  # type: ignore[attr-defined]
            run.__doc__ = _with_role(view, role)
            return run

        return decorate

    def lookup(
        self,
        operation_id: str,
        answer: Schema | dict[str, Any],
        *,
        role: str = "reader",
        by_token: bool = False,
        is_open: Callable[[str], bool] | None = None,
        snapshot: bool = False,
        is_localised: bool = False,
        is_tagged: bool = True,
        missing: bool = True,
        media_type: str = JSON,
        takes: Sequence[str] = (),
        is_long: bool = False,
    ) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
        """Mark a GET on the store: `view(self, reading, …)` answers a JSON object, or a whole response where it is no JSON.

        `by_token`: whoever brings the match's read token as `?token=` may ask too, and is then `NOBODY`. `is_open` says of the
        `reference` in the path whether all may read it, key or not; nothing connects for that. `snapshot`: all that the view reads
        is of one moment. `takes` names header parameters; what `is_long` is not done by all threads.
        """

        def decorate(view: Callable[..., Any]) -> Callable[..., Response]:
            @wraps(view)
            def run(resource: Any, *arguments: Any, **path: str) -> Response:
                _named_by(path)
                if not arguments:
                    _expect_closed(by_token)
                is_free = by_token and bearer(request) is None and "token" in request.args
                is_free = is_free or (is_open is not None and is_open(path["reference"]))
                caller = NOBODY if is_free else the_caller(role, "read_token" if by_token else None)
                language = asked_language()
                with long_work() if is_long else nullcontext(), store().reading(snapshot=snapshot) as session:
                    found = view(resource, Reading(session, caller, language), *arguments, **path)
                return found if isinstance(found, Response) else readable(found, language if is_localised else None)

            security = NEEDS_KEY if is_open is None else TAKES_KEY
            security = [*security, {"readToken": []}] if by_token else security
            described: Any = self.reading(
                operation_id,
                answer,
                is_localised=is_localised,
                is_tagged=is_tagged,
                missing=missing,
                media_type=media_type,
                takes=takes,
                security=security,
            )(view)
            described = self.doc(responses={"401": "Unauthorized", "403": "Forbidden", "503": "StoreAway"})(described)
            run._apidoc = described._apidoc  # type: ignore[attr-defined]
            run.__doc__ = _with_role(view, role, _OR_READ_BY if by_token else "" if is_open is None else _BUT_OPEN)
            return run

        return decorate

    def _asked(self, question: Request | None) -> tuple[Any, tuple[Any, ...]]:
        """The body as sent, and what it means as the argument of a view; neither without a question."""
        if question is None:
            return None, ()
        raw, asked = self.ARGUMENTS_PARSER.read_both(question)
        return raw, (asked,)

    def _described(
        self,
        view: Callable[..., Made],
        operation_id: str,
        question: Request | None,
        answer: Schema | dict[str, Any] | None,
        status: int,
        refusals: dict[str, Any],
        idempotent: bool,
        conditional: bool,
        creates: bool,
        body: dict[str, Any] | None,
        raw: dict[str, Any] | None,
    ) -> Any:
        """What the description says of a change."""
        example = example_of(operation_id)
        documented: Any = view
        if question is not None:
            documented = self.arguments(question, example=example["request"])(documented)
            del documented._apidoc["arguments"]["responses"]
        shown = {} if answer is None else {"example": example["answer"]}
        headers = headers_of(True, conditional and answer is not None, creates)
        text = "What was stored." if answer is not None else "Done."
        documented = self.response(status, answer, description=text, headers=headers, **shown)(documented)
        parameters = [*PARAMETERS, *(["IdempotencyKey"] if idempotent else []), *(["IfMatch"] if conditional else [])]
        contents = None if raw is None else {kind: {**content, "example": example["request"]} for kind, content in raw.items()}
        contents = contents if body is None else {JSON: {"schema": body}}
        docs = {} if contents is None else {"requestBody": {"required": True, "content": contents}}
        documented = self.doc(operationId=operation_id, responses=refusals, parameters=parameters, security=NEEDS_KEY, **docs)(documented)
        return documented._apidoc


def _with_role(view: Callable[..., Any], role: str, beside: str = "") -> str:
    """What the description says of a view, with the least role that it takes."""
    or_above = "" if role == ROLES[-1] else " or above"
    return f"{inspect.cleandoc(view.__doc__ or '')}\n\nNeeds a key of role `{role}`{or_above}{beside}."


def _refusals(question: Request | None, missing: bool, conflicts: bool, if_match: str | None) -> dict[str, Any]:
    refusals: dict[str, Any] = {"401": "Unauthorized", "403": "Forbidden", "503": "StoreAway", "507": "StoreFull", "422": "InvalidRequest"}
    refusals |= {"400": "BadRequest"}
    if question is not None:
        refusals |= REFUSALS | {"413": too_large(f"{question.body_limit:,} bytes")}
    refusals |= {"404": "NotFound"} if missing else {}
    refusals |= {"409": "Conflict"} if conflicts else {}
    refusals |= {"412": "PreconditionFailed"} if if_match is not None else {}
    return refusals | ({"428": "PreconditionRequired"} if if_match == NEEDED else {})


def _named_by(path: Mapping[str, Any]) -> None:
    """Refuse a path that can name nothing, before a database is asked that may refuse such texts."""
    if not all(len(str(name)) <= LONGEST_NAME and str(name).isprintable() for name in path.values()):
        raise NotFound


def _expect_closed(by_token: bool) -> None:
    """Refuse parameters of an operation that reads none, but the read token where it opens."""
    try:
        (_TOKEN_ALONE if by_token else _NOTHING).load(request.args.to_dict(flat=False))
    except ValidationError as error:
        raise InvalidRequestError(faults_of(error.messages, error.data)) from None


def expect_version(change: Change, etag: str) -> None:
    """Refuse a change whose If-Match names another version than this one, or is missing where it is NEEDED."""
    if not request.headers.get("If-Match"):
        if change.if_match == NEEDED:
            raise PreconditionNeededError
    elif not request.if_match.contains(etag):
        raise PreconditionFailedError(quote_etag(etag))


def _idempotency_key() -> str | None:
    """The key of a request, with or without the quotes of the draft."""
    given = request.headers.get(IDEMPOTENCY_KEY)
    if given is None:
        return None
    form = _KEY.fullmatch(given.strip())
    if form is None:
        raise IdempotencyKeyError
    return form[2]


def _once(change: Change, key: str | None, work: Callable[[], Answered]) -> Response:
    """Do the work, unless it was done already under this key."""
    if key is None:
        return _response(work())
    route = _route()
    owner = change.caller.organiser_uid
    first = idempotency.claim(change.session, owner, route, key, _fingerprint(change.body))
    if first is not None:
        response = _response(first)
        response.headers[REPLAYED] = "true"
        return response
    answered = work()
    idempotency.keep(change.session, owner, route, key, answered)
    return _response(answered)


def _route() -> str:
    """The operation and what it is about; a path that is longer than any id makes it names nothing, and is shortened to be kept."""
    route = f"{request.method} {request.path}"
    return route if len(route) <= LONGEST_ROUTE else hashlib.sha256(route.encode()).hexdigest()


def _fingerprint(body: Any) -> str:
    """What tells one request from another under the same key: the digest of its body, whatever the order of its keys."""
    text = body if isinstance(body, bytes) else orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()


def _answered(made: Made, status: int, language: str) -> Answered:
    headers = {"Content-Language": language, **made.headers}
    return Answered(made.status or status, headers, "" if made.payload is None else orjson.dumps(made.payload).decode())


def _response(answered: Answered) -> Response:
    response = Response(answered.body.encode(), answered.status, mimetype=JSON if answered.body else None)
    mark_language(response, answered.headers["Content-Language"])
    for name, value in answered.headers.items():
        response.headers[name] = value
    return response

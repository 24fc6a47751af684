"""flask-smorest with types: the one place where its untyped decorators are called.

`Blueprint.decision` and `Blueprint.reading` say in one line what an operation takes and gives, with its examples and problems.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import flask_smorest
from flask import Response
from marshmallow import Schema
from werkzeug.exceptions import HTTPException

from api.answers import JSON, localised
from api.bodies import BodyParser
from api.examples import example_of
from api.language import asked_language
from api.problems import PROBLEM_JSON, problem_response
from schemas.requests import Request
from schemas.service import Problem

View = TypeVar("View", bound=Callable[..., Response])
Decide = TypeVar("Decide", bound=Callable[..., dict[str, Any]])
"""A function from a loaded question and a language to the JSON of its answer."""


class Exchange(Protocol):
    """How an operation is asked and answered that takes and gives more than JSON."""

    text_limit: int
    """Bytes of a body that is a text."""

    def respond(self, question: Request, decide: Callable[[Any, str], dict[str, Any]]) -> Response:
        """Answer the running request."""

    def described(self, example: dict[str, Any]) -> dict[str, Any]:
        """What the description says of the types beside JSON: `requestBody` and `responses` of the operation."""


class Operation(NamedTuple):
    """A decision apart from HTTP: what reads its question, what answers it in a language, and whether it takes and gives JSON alone."""

    question: Request
    decide: Callable[[Any, str], dict[str, Any]]
    is_json_only: bool


OPERATIONS: dict[str, Operation] = {}
"""Every decision by its path below `/v1/`, as `plays/check`."""

REFUSALS: dict[str, Any] = {"400": "BadRequest", "415": "UnsupportedMediaType", "422": "InvalidRequest"}
"""Refusals of an operation with a body, by status; the names of response components. That of a body too large names a limit of its own."""
PARAMETERS = ["AcceptLanguage", "RequestId"]
"""Header parameters that every operation takes."""
NEEDS_KEY: Final[list[dict[str, list[str]]]] = [{"bearerKey": []}]
TAKES_KEY: Final[list[dict[str, list[str]]]] = [{}, *NEEDS_KEY]
"""The security of an operation that a key tells of its organiser's own rulesets; without one it answers too."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of operations."""

    ARGUMENTS_PARSER = BodyParser()

    def query(self, schema: Schema) -> Callable[[View], View]:
        """Mark a GET that takes parameters in its query, handed to the view as loaded."""

        def decorate(view: View) -> View:
            view = self.arguments(schema, location="query")(view)
            view._apidoc["arguments"]["responses"] = {"422": "InvalidRequest"}  # type: ignore[attr-defined]
            # what is said by hand of an operation's parameters counts alone, so the query's are said there too
            view._apidoc["manual_doc"]["parameters"] += _query_parameters(schema)  # type: ignore[attr-defined]
            return view

        return decorate

    def decision(
        self,
        rule: str,
        operation_id: str,
        question: Request,
        answer: Schema,
        *,
        body: dict[str, Any] | None = None,
        in_batch: bool = True,
        exchange: Exchange | None = None,
    ) -> Callable[[Decide], Decide]:
        """Register a POST at a rule: its body is loaded as a question, and what the function makes of it is answered in a language.

        The function stays callable as it is, and stands in `OPERATIONS` under its path for whoever asks it otherwise, unless it is not
        to be asked in a batch. `body` is the schema that the description shows in place of the question's; `exchange`
        asks and answers where JSON is not the only type.
        """
        example = example_of(operation_id)
        docs = {} if body is None else {"requestBody": {"content": {"application/json": {"schema": body}}}}
        docs |= {} if exchange is None else exchange.described(example)
        limit = f"{question.body_limit:,} bytes" + ("" if exchange is None else f" of JSON or {exchange.text_limit:,} bytes of text")
        responses = REFUSALS | {"413": too_large(limit)} | docs.pop("responses", {})
        parser = self.ARGUMENTS_PARSER

        def register(decide: Decide) -> Decide:
            @wraps(decide)
            def answer_question() -> Response:
                if exchange is not None:
                    return exchange.respond(question, decide)
                asked = parser.read(question)
                language = asked_language()
                return localised(decide(asked, language), language)

            # flask-smorest documents the operation; its own wrappers, one for each decorator, would cost more than the decision
            documented: Any = self.arguments(question, example=example["request"])(decide)
            headers = headers_of(True, False)
            documented = self.response(200, answer, description="The answer.", example=example["answer"], headers=headers)(documented)
            docs_too = docs | {"responses": responses, "parameters": list(PARAMETERS), "security": TAKES_KEY}
            documented = self.doc(operationId=operation_id, **docs_too)(documented)
            del documented._apidoc["arguments"]["responses"]  # named by Python's version, not by us
            answer_question._apidoc = documented._apidoc  # type: ignore[attr-defined]
            self.route(rule, methods=["POST"])(answer_question)
            if in_batch:
                OPERATIONS[f"{self.url_prefix}{rule}".removeprefix("/v1/")] = Operation(question, decide, exchange is None)
            return decide

        return register

    def reading(
        self,
        operation_id: str,
        answer: Schema | dict[str, Any],
        *,
        is_localised: bool = True,
        is_tagged: bool = True,
        missing: bool = False,
        media_type: str = JSON,
        takes: Sequence[str] = (),
        security: list[dict[str, list[str]]] | None = None,
    ) -> Callable[[View], View]:
        """Mark a GET: whether its answer depends on the language, has an ETag, and may be missing; `takes` names header parameters."""
        example = example_of(operation_id)

        def decorate(view: View) -> View:
            headers = headers_of(is_localised, is_tagged)
            kind = {} if media_type == JSON else {"content_type": media_type}
            view = self.response(200, answer, description="The answer.", example=example["answer"], headers=headers, **kind)(view)
            responses: dict[str, Any] = {"304": "NotModified"} if is_tagged else {}
            responses |= {"404": "NotFound"} if missing else {}
            docs: dict[str, Any] = {} if security is None else {"security": security}
            docs |= {"responses": responses, "parameters": [*PARAMETERS, *takes]}
            return self.doc(operationId=operation_id, **docs)(view)  # type: ignore[no-any-return]

        return decorate


def too_large(limit: str) -> dict[str, Any]:
    """The refusal of a body over a limit."""
    content = {PROBLEM_JSON: {"schema": Problem}}
    return {"description": f"The body is larger than {limit}.", "headers": {"X-Request-Id": "RequestId"}, "content": content}


def _query_parameters(schema: Schema) -> list[dict[str, Any]]:
    """The parameters that a schema reads from a query."""
    return [
        {"in": "query", "name": name, "required": False, "schema": dict(getattr(field, "openapi", {})), **field.metadata}
        for name, field in schema.load_fields.items()
    ]


def headers_of(is_localised: bool, is_tagged: bool, is_located: bool = False) -> dict[str, str]:
    """The headers that an answer of an operation carries; the names of header components."""
    headers = {"X-Request-Id": "RequestId"}
    if is_localised:
        headers |= {"Content-Language": "ContentLanguage", "Vary": "Vary"}
    return headers | ({"ETag": "ETag"} if is_tagged else {}) | ({"Location": "Location"} if is_located else {})


class Api(flask_smorest.Api):  # type: ignore[misc]
    """The API: its errors are problems, declared as such."""

    ERROR_SCHEMA = Problem
    DEFAULT_ERROR_RESPONSE_NAME = "Problem"

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Answer an HTTP error as a problem."""
        return problem_response(error)

    def _register_responses(self) -> None:
        """Our own responses are registered with the rest of the description."""

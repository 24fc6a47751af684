"""Deals as text (记谱): an operation on whole deals that takes and gives the deal notation beside JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Request as FlaskRequest
from flask import Response
from flask import request as current_request
from marshmallow import ValidationError

from api.answers import JSON, mark_language
from api.bodies import BodyParser, is_plain_utf8, whole_body
from api.language import asked_language
from api.problems import InvalidRequestError, NotJsonTypeError, NotTextError
from rules.catalogue import resolve
from rules.deals.notation import Notated, parse, render
from schemas.faults import faults_of
from schemas.notation import notes_on
from schemas.replays import REPLAY_LIMIT
from schemas.requests import Request

TEXT = "text/plain"
TEXT_LIMIT = REPLAY_LIMIT
"""Bytes of a deal as text. A whole deal has some three thousand, but its ruleset may be an object of any size."""


class DealExchange:
    """A deal is asked in JSON or as text, and answered in JSON, or as its own canonical text with the answer in comments."""

    parser = BodyParser()
    text_limit = TEXT_LIMIT

    def respond(self, question: Request, decide: Callable[[Any, str], dict[str, Any]]) -> Response:
        """Answer the running request; the faults of a text are told with line and column."""
        language = asked_language()
        running: FlaskRequest = current_request._get_current_object()  # type: ignore[attr-defined]
        noted = self._noted(running)
        body = self._json(running, question) if noted is None else noted.body
        as_text = running.accept_mimetypes.best_match((JSON, TEXT), JSON) == TEXT
        try:
            asked = question.load(_explained(body) if as_text else body)
            answer = decide(asked, language)
        except ValidationError as error:
            faults = faults_of(error.messages, error.data)
            raise InvalidRequestError(faults if noted is None else map(noted.placed, faults)) from error
        if as_text:
            response = Response(render(body, notes_on(body, answer, asked.ruleset, language)), mimetype=TEXT)
        else:
            response = Response(orjson.dumps(answer), mimetype=JSON)
        mark_language(response, language)
        response.vary.add("Accept")
        return response

    def described(self, example: Mapping[str, Any]) -> dict[str, Any]:
        """The text as the other type of the request and of the answer, with the example of the JSON said in it."""
        asked, answered = example["request"], example["answer"]
        written = {} if asked is None else {"example": render(asked)}
        annotated = {}
        if asked is not None and answered is not None:
            annotated["example"] = render(asked, notes_on(asked, answered, resolve(asked["ruleset"]), "en"))
        text = {"type": "string", "description": "The deal notation, see [its grammar](/docs/notation.md)."}
        return {
            "requestBody": {"content": {TEXT: {"schema": text, **written}}},
            "responses": {200: {"content": {TEXT: {"schema": text, **annotated}}}},
        }

    def _json(self, running: FlaskRequest, question: Request) -> Any:
        try:
            return self.parser.load_json(running, question)
        except NotJsonTypeError as error:
            raise NotJsonTypeError(JSON, TEXT) from error

    @staticmethod
    def _noted(running: FlaskRequest) -> Notated | None:
        """The deal that a text notes; None where the request brings no text."""
        if running.mimetype != TEXT or not is_plain_utf8(running):
            return None
        running.max_content_length = TEXT_LIMIT
        try:
            return parse(whole_body(running).decode())
        except UnicodeDecodeError as error:
            raise NotTextError from error


def _explained(body: Any) -> Any:
    """A body that asks for the rulings, whatever it says of them: comments tell what decided."""
    return {**body, "explain": True} if isinstance(body, dict) and body.get("explain") is False else body

"""Whatever is sent, wherever: a clear answer and never a failure of ours."""

from __future__ import annotations

import copy
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError
from werkzeug.test import TestResponse

from app import create_app
from rules.cards import TOKENS
from schemas.hands import HandDescribeRequest
from schemas.kitty import KittyScoreRequest
from schemas.levels import LevelsAdvanceRequest
from schemas.plays import PlayCheckRequest, PlayOptionsRequest
from schemas.requests import Request
from schemas.throws import ThrowResolveRequest
from schemas.tricks import TrickResolveRequest
from tests.api.checked import CheckedClient
from tests.api.questions import QUESTIONS

PATHS = [*(f"/v1/{operation}" for operation in QUESTIONS), "/v1/rulesets/validate"]
APP = create_app({"LOG_LEVEL": "CRITICAL"})
APP.test_client_class = CheckedClient
CLIENT = APP.test_client()


def post(path: str, body: Any) -> TestResponse:
    """By the standard library's JSON, which writes huge numbers and lone surrogates too."""
    return CLIENT.post(path, data=json.dumps(body), content_type="application/json")


keys = st.sampled_from(
    ["ruleset", "trump", "hand", "trick", "seat", "cards", "plays", "hands", "level", "suit", "N", "W", "extends", "_schema"]
) | st.text(max_size=5)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from([*TOKENS, "N", "8", "jiangsu-2007"])
)
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=6), max_leaves=20)


@given(path=st.sampled_from(PATHS), body=st.binary(max_size=300))
def test_any_bytes_are_answered(path: str, body: bytes) -> None:
    assert CLIENT.post(path, data=body, content_type="application/json").status_code < 500


@given(path=st.sampled_from(PATHS), body=values)
def test_any_json_is_answered(path: str, body: Any) -> None:
    assert post(path, body).status_code < 500


@given(path=st.text(max_size=40), method=st.sampled_from(["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"]), query=st.text(max_size=20))
def test_any_path_is_answered(path: str, method: str, query: str) -> None:
    assert CLIENT.open("/" + quote(path), base_url="http://localhost", method=method, query_string=query).status_code < 500


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, item in inner for place in places(item, (*here, key)))]


@st.composite
def nearly_good(draw: st.DrawFn) -> tuple[str, Any]:
    """A good question with one or two places changed."""
    operation = draw(st.sampled_from(sorted(QUESTIONS)))
    question = copy.deepcopy(QUESTIONS[operation])
    for _ in range(draw(st.integers(0, 2))):
        *way, last = draw(st.sampled_from([place for place in places(question) if place]))
        target: Any = question
        for key in way:
            target = target[key]
        if draw(st.booleans()) and isinstance(target, dict):
            del target[last]
        else:
            target[last] = draw(values)
    return operation, question


@given(nearly_good())
def test_a_nearly_good_question_is_answered(asked: tuple[str, Any]) -> None:
    operation, question = asked
    assert post(f"/v1/{operation}", question).status_code in (200, 400, 422)


SCHEMAS: dict[str, Request] = {
    "plays/check": PlayCheckRequest(),
    "plays/options": PlayOptionsRequest(),
    "throws/resolve": ThrowResolveRequest(),
    "tricks/resolve": TrickResolveRequest(),
    "kitty/score": KittyScoreRequest(),
    "levels/advance": LevelsAdvanceRequest(),
    "hands/describe": HandDescribeRequest(),
}


@given(nearly_good())
def test_the_quick_reading_takes_exactly_what_the_thorough_one_takes(asked: tuple[str, Any]) -> None:
    operation, question = asked
    schema = SCHEMAS[operation]
    try:
        thorough = super(Request, schema).load(question)
    except ValidationError:
        with pytest.raises(ValidationError):
            schema.load(question)
    else:
        assert schema.load(question) == thorough

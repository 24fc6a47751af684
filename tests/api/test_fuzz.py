"""Whatever is sent, wherever: a clear answer and never a failure of ours."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from app import create_app
from tests.api.checked import CheckedClient
from tests.api.questions import QUESTIONS
from tests.api.wild import VALUES, changed

PATHS = [*(f"/v1/{operation}" for operation in QUESTIONS), "/v1/rulesets/validate"]
APP = create_app({"LOG_LEVEL": "CRITICAL"})
APP.test_client_class = CheckedClient
CLIENT = APP.test_client()


def post(path: str, body: Any) -> TestResponse:
    """By the standard library's JSON, which writes huge numbers and lone surrogates too."""
    return CLIENT.post(path, data=json.dumps(body), content_type="application/json")


@given(path=st.sampled_from(PATHS), body=st.binary(max_size=300))
def test_any_bytes_are_answered(path: str, body: bytes) -> None:
    assert CLIENT.post(path, data=body, content_type="application/json").status_code < 500


@given(path=st.sampled_from(PATHS), body=VALUES)
def test_any_json_is_answered(path: str, body: Any) -> None:
    assert post(path, body).status_code < 500


@given(path=st.text(max_size=40), method=st.sampled_from(["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"]), query=st.text(max_size=20))
def test_any_path_is_answered(path: str, method: str, query: str) -> None:
    assert CLIENT.open("/" + quote(path), base_url="http://localhost", method=method, query_string=query).status_code < 500


@st.composite
def nearly_good(draw: st.DrawFn) -> tuple[str, Any]:
    """A good question with one or two places changed."""
    operation = draw(st.sampled_from(sorted(QUESTIONS)))
    return operation, draw(changed(QUESTIONS[operation]))


@given(nearly_good())
def test_a_nearly_good_question_is_answered(asked: tuple[str, Any]) -> None:
    operation, question = asked
    assert post(f"/v1/{operation}", question).status_code in (200, 400, 422)

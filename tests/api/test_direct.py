"""Good questions are answered before Flask, and all others by it: nobody can tell which way an answer came."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.direct import Direct
from api.typed import OPERATIONS
from app import create_app
from tests.api.checked import CheckedClient
from tests.api.questions import PLAY, QUESTIONS
from tests.api.wild import changed

APP = create_app({"LOG_LEVEL": "CRITICAL"})
APP.test_client_class = CheckedClient
CLIENT = APP.test_client()
DIRECT = sorted(name for name in QUESTIONS if name in OPERATIONS and OPERATIONS[name].is_json_only)
BY_FLASK = "application/json; charset=utf-8"
"""A type that means the same and is left to Flask."""


def answer(operation: str, body: bytes, kind: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers but the request's id."""
    got = CLIENT.post(
        f"/v1/{operation}", data=body, content_type=kind, headers={key.replace("_", "-"): value for key, value in headers.items()}
    )
    return got.status_code, got.data, {name: value for name, value in got.headers.items() if name != "X-Request-Id"}


def both_ways_agree(operation: str, body: bytes, **headers: str) -> None:
    assert answer(operation, body, "application/json", **headers) == answer(operation, body, BY_FLASK, **headers)


def refuse(environ: Any, start_response: Any) -> Iterable[bytes]:
    raise AssertionError("it is left to Flask")


class Told:
    """What a layer tells the server of its answer."""

    status = 0
    headers: dict[str, str]

    def __call__(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Callable[[bytes], object]:
        self.status, self.headers = int(status[:3]), dict(headers)
        return bytes


def asked(operation: str, body: bytes, **environ: Any) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/v1/{operation}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    } | environ


@pytest.mark.parametrize("operation", DIRECT)
def test_a_good_question_is_answered_before_flask(operation: str) -> None:
    told, body = Told(), json.dumps(QUESTIONS[operation]).encode()
    parts = Direct(refuse)(asked(operation, body), told)
    assert (told.status, b"".join(parts), told.headers) == answer(operation, body, BY_FLASK)


@pytest.mark.parametrize(
    "environ",
    [
        {"REQUEST_METHOD": "GET"},
        {"PATH_INFO": "/v1/plays/chek"},
        {"PATH_INFO": "/v2/plays/check"},
        {"PATH_INFO": "/v1/batch"},
        {"CONTENT_TYPE": "text/plain"},
        {"CONTENT_LENGTH": ""},
        {"CONTENT_LENGTH": "x"},
        {"CONTENT_LENGTH": "9" * 13},
        {"CONTENT_LENGTH": str(64 * 1024 + 1)},
        {"HTTP_ORIGIN": "https://club.example"},
        {"HTTP_AUTHORIZATION": "Bearer x"},
        {"HTTP_CONTENT_ENCODING": "gzip"},
    ],
)
def test_whatever_else_is_left_to_flask(environ: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="left to Flask"):
        Direct(refuse)(asked("plays/check", json.dumps(PLAY).encode(), **environ), Told())


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"[" * 17 + b"]" * 17, b"[" * 2000, b'{"a":' * 20 + b"1" + b"}" * 20])
def test_bodies_that_are_no_question_are_refused_alike(body: bytes) -> None:
    for operation in DIRECT:
        both_ways_agree(operation, body)


@pytest.mark.parametrize("language", ["", "zh-TW", "zh-CN,en;q=0.5", "fr", "x" * 1000])
def test_both_ways_speak_the_same_language(language: str) -> None:
    both_ways_agree("plays/check", json.dumps(PLAY).encode(), Accept_Language=language)


@given(st.data())
def test_both_ways_give_the_same_answers(data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(DIRECT))
    both_ways_agree(operation, json.dumps(data.draw(changed(QUESTIONS[operation]))).encode())


def test_where_answers_depend_on_the_origin_all_are_left_to_flask() -> None:
    client = create_app({"LOG_LEVEL": "ERROR", "CORS_ORIGINS": ["https://club.example"]}).test_client()
    assert "Origin" in client.post("/v1/plays/check", json=PLAY).headers["Vary"]


def test_a_failure_on_the_direct_way_is_left_to_flask(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(question: Any, language: str) -> dict[str, Any]:
        raise ZeroDivisionError

    app = create_app({"LOG_LEVEL": "CRITICAL"})
    monkeypatch.setitem(OPERATIONS, "plays/check", OPERATIONS["plays/check"]._replace(decide=fail))
    assert app.test_client().post("/v1/plays/check", json=PLAY).status_code == 200

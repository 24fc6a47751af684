"""Every layer refuses with a problem: statuses, headers, bodies that are no JSON, bodies that are too much."""

from __future__ import annotations

import gc
import io
import json
from functools import partial
from typing import Any

import pytest
from marshmallow import ValidationError
from werkzeug.test import TestResponse

from api.bodies import MOST_DISCARDED
from api.problems import problem_before_routing
from api.service import stopping
from api.typed import OPERATIONS
from app import create_app
from rules.rulings import Fault, InputError
from schemas.faults import number_of_faults
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import PLAY, QUESTIONS

CHECK = "/v1/plays/check"
TEXT = json.dumps(PLAY)


@pytest.mark.parametrize(
    "path", ["/nope", "/v1", "/v1/plays", "/v1//cards", "/v1/cards/", "/docs/nope", "/v1/rulesets/a/b", "/%00", "/%ff"]
)
def test_an_unknown_path_is_404(client: CheckedClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert answer.json["instance"].isascii()


@pytest.mark.parametrize(
    "path", ["/v1/rulesets/nope", "/v1/rulesets/nope/clauses", "/v1/rulesets/jiangsu-2007/diff/nope", "/v1/rulesets/jiangsu-2007@9"]
)
def test_an_unknown_ruleset_in_a_path_is_404(client: CheckedClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json["code"]) == (404, "ruleset_not_found")


def test_another_method_is_405_with_allow(client: CheckedClient) -> None:
    for path, allowed in ((CHECK, {"POST", "OPTIONS"}), ("/v1/cards", {"GET", "HEAD", "OPTIONS"})):
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"):
            if method in allowed:
                continue
            answer = client.open(path, method=method)
            assert (answer.status_code, answer.json["code"]) == (405, "method_not_allowed")
            assert set(answer.headers["Allow"].split(", ")) == allowed
            assert method in answer.json["detail"]


def test_head_and_options_are_sane(client: CheckedClient) -> None:
    got, head = client.get("/v1/cards"), client.head("/v1/cards")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == got.headers["ETag"]
    assert head.headers["Content-Length"] == got.headers["Content-Length"]
    options = client.options(CHECK)
    assert (options.status_code, set(options.headers["Allow"].split(", "))) == (200, {"POST", "OPTIONS"})
    assert client.head(CHECK).status_code == 405


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b'{"a":1,}', b"nul", b"NaN", b'{"a":NaN}', b'{"a":Infinity}', b"1e999", b"[" + b"9" * 5000, b"\xff\xfe{\x00}\x00",
        b'\xef\xbb\xbf{"a":1}', b'{"a":"\xff"}', b'{"a":"\\ud800"}', b'{"a":"\x00"}', b"\x00", b"{'a':1}", TEXT.encode()[:-1],
    ],
)  # fmt: skip
def test_a_body_that_is_no_json_is_400(client: CheckedClient, body: bytes) -> None:
    for operation in (*QUESTIONS, "rulesets/validate"):
        answer = client.post(f"/v1/{operation}", data=body, content_type="application/json")
        assert (answer.status_code, answer.json["code"]) == (400, "not_json")


@pytest.mark.parametrize("size", [17, 1_000, 15_000])
def test_deep_nesting_is_refused(client: CheckedClient, size: int) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        body = opening * size + "1" + closing * size
        answer = client.post(CHECK, data=body[: 64 * 1024] if len(body) > 64 * 1024 else body, content_type="application/json")
        assert answer.status_code in (400, 422)
        assert answer.json["code"] in ("too_deep", "not_json")


def test_sixteen_levels_are_read(client: CheckedClient) -> None:
    deep: Any = 1
    for _ in range(15):
        deep = {"a": deep}
    assert client.post(CHECK, json=PLAY | {"x": deep}).json["code"] == "unknown_field"
    assert client.post(CHECK, json=PLAY | {"x": {"a": deep}}).json["code"] == "too_deep"


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json; charset=gbk",
    ],
)
def test_a_body_not_declared_as_json_is_415(client: CheckedClient, kind: str | None) -> None:
    answer = client.post(CHECK, data=TEXT, content_type=kind)
    assert (answer.status_code, answer.json["code"]) == (415, "unsupported_media_type")


def test_a_compressed_body_is_415(client: CheckedClient) -> None:
    assert client.post(CHECK, data=TEXT, content_type="application/json", headers={"Content-Encoding": "gzip"}).status_code == 415


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", 'application/json; charset="UTF-8"', "application/problem+json"]
)
def test_json_by_any_of_its_names_is_read(client: CheckedClient, kind: str) -> None:
    assert client.post(CHECK, data=TEXT, content_type=kind).status_code == 200


def test_a_body_over_the_limit_is_413(client: CheckedClient) -> None:
    answer = client.post(CHECK, data=TEXT + " " * 64 * 1024, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (413, "body_too_large")
    assert "65536" in answer.json["detail"]
    assert client.post(CHECK, data=TEXT + " " * (64 * 1024 - len(TEXT)), content_type="application/json").status_code == 200


def test_a_document_may_be_larger_than_a_question(client: CheckedClient) -> None:
    document = json.dumps({"extends": "jiangsu-2007"})
    assert client.post("/v1/rulesets/validate", data=document + " " * 100_000, content_type="application/json").json["valid"] is True
    assert client.post("/v1/rulesets/validate", data=document + " " * 2**20, content_type="application/json").status_code == 413


def test_a_question_that_the_engine_refuses_is_422(app: Any) -> None:
    with app.test_request_context(CHECK):
        answer = app.handle_user_exception(InputError([Fault("/cards", "mixed_groups")]))
    assert (answer.status_code, answer.json["code"]) == (422, "mixed_groups")


def test_a_failure_of_ours_is_a_problem_too() -> None:
    app = create_app({"LOG_LEVEL": "CRITICAL"})
    app.logger.disabled = True
    app.add_url_rule("/fails", "fails", lambda: str(1 // 0))
    answer = app.test_client().get("/fails")
    assert (answer.status_code, answer.mimetype, answer.json["code"]) == (500, "application/problem+json", "internal_error")
    assert "X-Request-Id" in answer.headers


def test_a_status_without_a_code_of_its_own_is_a_problem(app: Any) -> None:
    fresh = create_app({"LOG_LEVEL": "CRITICAL"})
    fresh.add_url_rule("/teapot", "teapot", lambda: fresh.make_aborter()(418))
    answer = fresh.test_client().get("/teapot")
    assert (answer.status_code, answer.json["code"], answer.json["title"]) == (418, "http_error", "The request failed")


def test_readiness_fails_once_the_process_is_told_to_stop() -> None:
    app = create_app({"LOG_LEVEL": "CRITICAL"})
    app.test_client_class = CheckedClient
    client = app.test_client()
    assert client.get("/readyz").json["decisions"] == "ready"
    stopping(app).set()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")
    assert client.get("/healthz").json == {"status": "ok"}


def test_long_values_are_left_out_of_the_answer(ask: Asker) -> None:
    for seat in ("X" * 5_000, ["N"] * 500, {"a": None}):
        (fault,) = ask("plays/check", PLAY, status=422, seat=seat)["errors"]
        assert "value" not in fault
        assert len(fault["message"]) < 400


def test_short_values_are_told_whole(ask: Asker) -> None:
    wrong = [*PLAY["hand"] * 6, "H3"]
    (fault,) = ask("plays/check", PLAY, status=422, seat=wrong)["errors"]
    assert fault["value"] == wrong


def test_the_whole_request_is_not_repeated_as_a_value(ask: Asker) -> None:
    (fault,) = ask("kitty/score", QUESTIONS["kitty/score"], status=422, kitty=["H5", "H5", "D5", "D5", "C5", "C5", "C6", "C6"])["errors"]
    assert fault.keys() == {"pointer", "code", "message"}


def test_of_many_faults_the_first_hundred_are_told(ask: Asker) -> None:
    problem = ask("plays/check", PLAY, status=422, seat="Q", **{f"k{n}": 1 for n in range(4_000)})
    assert [fault["pointer"] for fault in problem["errors"]] == ["/seat", *(f"/k{n}" for n in range(99))]
    assert problem["detail"] == "Listed here: the first 100 faults; there may be more."


def strange(count: int) -> dict[str, int]:
    return {f"k{n}": 1 for n in range(count)}


AMPLIFIERS: list[tuple[str, dict[str, Any]]] = [
    ("deals/replay", {"tricks": [{"plays": [strange(500)] * 4}] * 25}),
    ("deals/replay", {"bids": [strange(500)] * 64, "penalties": [strange(500)] * 32, "burials": [strange(500)] * 32}),
    ("deals/replay", {"tricks": [{"plays": [{"seat": "N", "cards": ["x"] * 33}] * 4, "attempt": ["x"] * 33}] * 25}),
    ("deals/score", {"penalties": [{"offence": f"x{n}", "side": "NS", **strange(9)} for n in range(32)]}),
    ("bids/check", {"bids": [strange(20)] * 64}),
    ("plays/check", {"ruleset": {"extends": "jiangsu-2007", **strange(400)}, **strange(400)}),
]


@pytest.mark.parametrize(("operation", "changes"), AMPLIFIERS)
def test_no_request_is_answered_with_more_than_a_hundred_faults(ask: Asker, operation: str, changes: dict[str, Any]) -> None:
    answer = ask.response(operation, QUESTIONS[operation] | changes)
    assert answer.status_code == 422
    assert len(answer.json["errors"]) == 100
    assert len(answer.data) < 50_000


@pytest.mark.parametrize(("operation", "changes"), AMPLIFIERS)
def test_faults_beyond_those_told_are_hardly_collected(operation: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        OPERATIONS[operation].question.load(QUESTIONS[operation] | changes)
    assert number_of_faults(caught.value.messages) < 1_500


@pytest.mark.parametrize(("operation", "changes"), AMPLIFIERS)
def test_a_refused_request_leaves_nothing_behind_for_the_search_for_garbage(
    client: CheckedClient, operation: str, changes: dict[str, Any]
) -> None:
    body = json.dumps(QUESTIONS[operation] | changes)
    ask = partial(client.application.test_client().post, f"/v1/{operation}", data=body, content_type="application/json")
    for _ in range(2):  # the first one fills caches
        ask().close()
        gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        ask().close()
        assert len(gc.get_objects()) - before < 100
    finally:
        gc.enable()


class Broken(io.BytesIO):
    """A body whose sender has gone, or whose chunks the server cannot read."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def read(self, size: int | None = -1) -> bytes:
        raise self.error

    def readinto(self, buffer: Any) -> int:
        raise self.error


def sent_in_chunks(client: CheckedClient, stream: io.BytesIO, path: str = CHECK) -> TestResponse:
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    return client.post(path, input_stream=stream, headers=headers, environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""})


def test_a_body_that_breaks_off_is_400(client: CheckedClient) -> None:
    for error in (ConnectionResetError(), RuntimeError("a chunk without size")):
        assert sent_in_chunks(client, Broken(error)).json["code"] == "bad_request"
        assert sent_in_chunks(client, Broken(error), "/nope").json["code"] == "not_found"
    short = {"wsgi.input_terminated": True, "CONTENT_LENGTH": "100"}
    answer = client.post(CHECK, input_stream=io.BytesIO(b"{}"), content_type="application/json", environ_overrides=short)
    assert (answer.status_code, answer.json["code"]) == (400, "bad_request")


def test_a_body_in_chunks_is_limited(client: CheckedClient) -> None:
    assert sent_in_chunks(client, io.BytesIO(TEXT.encode() + b" " * 60_000)).status_code == 200
    assert sent_in_chunks(client, io.BytesIO(TEXT.encode() + b" " * (65_536 - len(TEXT)))).status_code == 200
    assert sent_in_chunks(client, io.BytesIO(TEXT.encode() + b" " * 65_536)).status_code == 413


def test_a_refused_body_is_read_to_its_end(client: CheckedClient) -> None:
    stream = io.BytesIO(b"x" * 1_000_000)
    assert sent_in_chunks(client, stream, "/nope").status_code == 404
    assert stream.read() == b""
    endless = io.BytesIO(b"x" * (MOST_DISCARDED + 1_000_000))
    assert sent_in_chunks(client, endless, "/nope").status_code == 404
    assert endless.tell() == MOST_DISCARDED


@pytest.mark.parametrize(("status", "code"), [(400, "bad_request"), (414, "http_error"), (431, "http_error")])
def test_what_is_no_request_at_all_is_a_problem_too(status: int, code: str) -> None:
    problem = json.loads(problem_before_routing(status))
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem.keys() == {"type", "title", "status", "detail", "code"}


@pytest.mark.parametrize("depth", [17, 1024, 1025, 5000])
def test_a_valid_text_too_deep_is_told_so_at_any_depth(client: CheckedClient, depth: int) -> None:
    answer = client.post(CHECK, data="[" * depth + "]" * depth, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (422, "too_deep")


def test_a_hand_larger_than_any_is_refused(ask: Asker) -> None:
    hand = [suit + rank for suit in "SHD" for rank in "23456789TJQKA"][:34]
    problem = ask("plays/check", PLAY, status=422, hand=hand, cards=["D2"], trick=None)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/hand", "too_many_cards")]
    assert ask("hands/describe", QUESTIONS["hands/describe"], hand=hand)["count"] == 34

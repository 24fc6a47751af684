"""Request ids, the access log, and cross-origin requests."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask

from api.access import add_request_id
from app import create_app
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import PLAY

UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def last_line(log: io.BytesIO) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(log.getvalue().splitlines()[-1])
    return line


@pytest.mark.parametrize("given", ["table-7-deal-12", "a" * 8, "A_-" * 21])
def test_a_request_id_is_taken(client: CheckedClient, given: str) -> None:
    assert client.get("/v1/cards", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "short", "a" * 65, "has space in it", "naïve-id-naïve", "a" * 7 + "\u0661"])
def test_any_other_request_id_is_replaced(client: CheckedClient, given: str) -> None:
    made = client.get("/nope", headers={"X-Request-Id": given.encode().decode("latin-1")}).headers["X-Request-Id"]
    assert UUID7.fullmatch(made)


def test_a_request_is_logged_in_one_line_without_its_cards(ask: Asker, log: io.BytesIO) -> None:
    answer = ask.response("plays/check", PLAY)
    line = last_line(log)
    assert line["request_id"] == answer.headers["X-Request-Id"]
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/plays/check", 200)
    assert line["bytes"] == len(answer.data)
    assert "H3" not in json.dumps(line)


def test_an_unknown_path_is_logged_shortened(client: CheckedClient, log: io.BytesIO) -> None:
    client.get("/" + "x" * 1_000)
    line = last_line(log)
    assert (line["route"], line["status"], len(line["path"])) == ("-", 404, 200)


def test_health_is_not_logged(client: CheckedClient, log: io.BytesIO) -> None:
    before = log.getvalue()
    client.get("/healthz")
    client.get("/readyz")
    assert log.getvalue() == before


def test_the_log_level_is_obeyed() -> None:
    log = io.BytesIO()
    create_app({"LOG_STREAM": log, "LOG_LEVEL": "ERROR"}).test_client().get("/v1/cards")
    assert log.getvalue() == b""


def test_any_origin_may_read_by_default(ask: Asker) -> None:
    answer = ask.response("plays/check", PLAY, Origin="https://club.example")
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://club.example")
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" in ask.response("plays/check", {}, Origin="https://club.example").headers


def test_configured_origins_alone_may_read() -> None:
    client = create_app({"LOG_LEVEL": "ERROR", "CORS_ORIGINS": ["https://club.example"]}).test_client()

    def origin_allowed(origin: str) -> str | None:
        return client.get("/v1/cards", headers={"Origin": origin}).headers.get("Access-Control-Allow-Origin")

    assert origin_allowed("https://club.example") == "https://club.example"
    assert origin_allowed("https://other.example") is None
    assert "Origin" in client.get("/v1/cards").headers["Vary"]
    assert "Accept-Language" in client.get("/v1/cards").headers["Vary"]


def test_a_preflight_is_answered(client: CheckedClient) -> None:
    answer = client.options(
        "/v1/plays/check",
        headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"},
    )
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type"


def test_lines_of_other_loggers_name_the_running_request(app: Flask) -> None:
    speaking = create_app({"LOG_LEVEL": "ERROR"})
    speaking.add_url_rule("/speaks", "speaks", lambda: dict(add_request_id(None, "error", {"event": "x"})))
    answer = speaking.test_client().get("/speaks", headers={"X-Request-Id": "table-7-deal-12"})
    assert answer.json == {"event": "x", "request_id": "table-7-deal-12"}
    with app.test_request_context("/v1/cards"):
        assert add_request_id(None, "error", {"event": "x"}) == {"event": "x"}
    assert add_request_id(None, "error", {"event": "x"}) == {"event": "x"}


def test_flask_writes_json_by_orjson(app: Flask) -> None:
    with app.test_request_context("/"):
        assert app.json.dumps({"b": 1, "a": {2: "ö"}}, sort_keys=True) == '{"a":{"2":"ö"},"b":1}'
        assert app.json.dumps([1], indent=4) == "[\n  1\n]"
        assert app.json.loads('{"a":1}') == {"a": 1}
        assert app.make_response(app.json.response({"a": 1})).data == b'{"a":1}'

"""Reading a match: the log and its table, the scoreboard, the events."""

from __future__ import annotations

import csv
import io
from contextvars import Context
from typing import Any

import orjson
import pytest
from flask import Flask
from sqlalchemy import event

from store.database import Store
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    play = Play(client, keys, sides={"NS": {"name": "=南京, 队"}, "EW": {"name": "苏州"}}, table="7")
    play.deal(80, declarer="N")
    play.deal(80)
    play.deal(80)
    return play


def test_a_log_is_read_page_by_page(play: Play) -> None:
    headers = bearer(play.keys["reader"])
    first = play.client.get(f"{play.path}/log?limit=2", headers=headers)
    assert [entry["seq"] for entry in first.json["entries"]] == [1, 2] and first.json["next"] == "2"
    assert f"{play.path}/log?after=2&limit=2" in first.headers["Link"]
    rest = play.client.get(f"{play.path}/log?after=2", headers=headers)
    assert [entry["seq"] for entry in rest.json["entries"]] == [3] and "next" not in rest.json
    assert play.client.get(f"{play.path}/log?after=3", headers=headers).json == {"entries": []}
    assert play.client.get(f"{play.path}/log?after=x", headers=headers).status_code == 422


@pytest.mark.parametrize(("language", "heading"), [("en", "No."), ("zh-Hans", "序号"), ("zh-Hant", "序號")])
def test_the_table_opens_in_a_spreadsheet(play: Play, language: str, heading: str) -> None:
    play.post("void", {"reason": "@SUM(1)"})
    answer = play.client.get(f"{play.path}/log.csv", headers=bearer(play.keys["reader"], Accept_Language=language))
    assert answer.mimetype == "text/csv" and answer.data.startswith(b"\xef\xbb\xbf") and b"\r\n" in answer.data
    assert "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))
    assert len(rows) == 5 and rows[0][0] == heading
    assert rows[1][0] == "1" and "'=南京, 队" in rows[1] and "苏州" in rows[1] and "'@SUM(1)" in rows[4]


def table_of(play: Play, app: Flask, **headers: str) -> list[dict[str, str]]:
    """The rows of the table, read when nothing of its request or of any other is left, as a server reads it."""
    ask = app.test_client().get
    answer = Context().run(lambda: ask(f"{play.path}/log.csv", headers=bearer(play.keys["reader"], **headers)))
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))


def test_the_table_tells_of_corrections(play: Play, app: Flask) -> None:
    deal = {"kind": "score", "deal": {"attackers_points": 0}}
    play.post("corrections", {"deal": 2, "reason": "＝1+1", "replacement": deal})
    play.post("corrections", {"deal": 3, "reason": "misdealt", "void": True})
    rows = table_of(play, app)
    assert [row["Entry"] for row in rows] == ["deal", "deal", "deal", "correction", "correction"]
    assert [row["Superseded by No."] for row in rows] == ["", "4", "5", "", ""] and rows[3]["Supersedes No."] == "2"
    assert (rows[3]["Reason"], rows[3]["Attackers' points"], rows[3]["Outcome"]) == ("'＝1+1", "0", "declarers_hold")
    assert (rows[4]["Reason"], rows[4]["Attackers' points"]) == ("misdealt", "")


@pytest.mark.parametrize("name", ["=1+1", "＝1", "﹦1", "﹢1", " =1", "\u3000@x", "\u00a0-1", "\u2003=1", "\u200b=1", "\ufeff =1", "+8613"])
def test_no_name_becomes_a_formula(client: CheckedClient, keys: Keys, name: str) -> None:
    sides = {"NS": {"name": name}, "EW": {"name": 'a;=1+1,"b"'}}
    made = client.post("/v1/matches", json={"ruleset": "jiangsu-2007", "sides": sides}, headers=bearer(keys["scorer"])).json
    path = made["links"]["self"]
    deal = {"kind": "score", "deal": {"attackers_points": -5, "declarer": "N"}}
    client.post(f"{path}/deals", json=deal, headers=bearer(keys["scorer"]))
    row = client.get(f"{path}/log.csv", headers=bearer(keys["reader"])).get_data(as_text=True).splitlines()[1]
    assert f'"\'{name}"' in row and '"a;=1+1,""b"""' in row and ",-5," in row


def test_a_long_table_comes_whole(play: Play, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.tables.ROWS_AT_ONCE", 4)
    monkeypatch.setattr("store.logs.CHUNK", 3)
    for _ in range(10):
        play.post("void", {"reason": "redeal"})
    assert [row["No."] for row in table_of(play, app)] == [str(number) for number in range(1, 14)]


def test_nothing_new_on_a_scoreboard_costs_one_question(play: Play, store: Store) -> None:
    url = f"{play.path}/scoreboard?token={play.begun['read_token']}"
    tag = play.client.get(url).headers["ETag"]
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if "matches" in statement or "entries" in statement or "deals" in statement:
            asked.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        assert play.client.get(url, headers={"If-None-Match": f"W/{tag}"}).status_code == 304
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    assert len(asked) == 1 and "matches" in asked[0]


def test_a_scoreboard_is_cheap_to_ask_again(play: Play) -> None:
    url = f"{play.path}/scoreboard?token={play.begun['read_token']}"
    first = play.client.get(url)
    assert first.json["state"] == play.state() and first.json["last"]["deal"] == 3 and first.json["sides"]["EW"] == {"name": "苏州"}
    again = play.client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    play.post("void", {"reason": "x"})
    after = play.client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200 and after.json["last"] == {"deal": 4, "seq": 4, "void": True}
    assert play.client.get(f"{play.path}/scoreboard", headers=bearer(play.keys["reader"])).json == after.json


@pytest.mark.parametrize("what", ["scoreboard", "events"])
def test_a_read_token_opens_its_match_alone(play: Play, client: CheckedClient, keys: Keys, what: str) -> None:
    other = Play(client, keys)
    assert client.get(f"{play.path}/{what}?token={other.begun['read_token']}").status_code == 404
    assert client.get(f"{play.path}/{what}?token=").status_code == 404
    refused = client.get(f"{play.path}/{what}")
    assert refused.status_code == 401 and "?token=" in refused.json["detail"]
    assert "?token=" not in client.get(f"{play.path}/log").json["detail"]
    assert client.get(f"{play.path}/log").status_code == 401
    assert client.get(f"{play.path}/log?token={play.begun['read_token']}").json["code"] == "unknown_field"


def test_events_are_the_log_from_where_one_left(play: Play) -> None:
    url = f"{play.path}/events?token={play.begun['read_token']}"
    play.post("finish", {})
    answer = play.client.get(url, headers={"Last-Event-ID": "2"})
    assert answer.mimetype == "text/event-stream"
    third, last, retry = answer.get_data(as_text=True).split("\n\n")[:3]
    assert third.startswith("id: 3\nevent: deal.scored\ndata: {") and last.startswith("id: 4\nevent: match.finished\n")
    assert retry == "retry: 2000"
    told = orjson.loads(third.partition("data: ")[2])
    assert told == play.client.get(f"{play.path}/log?after=2", headers=bearer(play.keys["reader"])).json["entries"][0]
    assert play.client.get(f"{url}&after=3").get_data(as_text=True).startswith("id: 4")
    assert play.client.get(f"{url}&after=4").data == b"retry: 2000\n\n"
    for wrong in ("5", "x", "-1", "99999999999999999999"):
        assert play.client.get(url, headers={"Last-Event-ID": wrong}).status_code == 422

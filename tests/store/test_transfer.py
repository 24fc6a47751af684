"""Whole matches taken out and brought in: everything stays as it was, and nothing is brought in twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from flask import Flask

from app import create_app
from store import migrating
from store.canonical import FIRST_HASH, entry_hash
from store.keys import create_key
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer, store_of
from tests.store.test_matches import Play

NDJSON = "application/x-ndjson"


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    """A match under a saved ruleset that rests on another, with a penalty, a void deal and a correction."""
    admin = bearer(keys["admin"])
    for document in ({"id": "base", "extends": "jiangsu-2007", "throws": {"allowed": False}}, {"id": "club", "extends": "base"}):
        assert client.post("/v1/rulesets", json=document, headers=admin).status_code == 201
    play = Play(client, keys, "club", sides={"NS": {"name": "南京"}}, table="7")
    play.deal(75, declarer="N")
    play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})
    play.deal(100)
    play.post("void", {"reason": "redeal"})
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": {"kind": "score", "deal": {"attackers_points": 40}}})
    return play


def export(play: Play) -> bytes:
    answer = play.client.get(f"{play.path}/export", headers=bearer(play.keys["reader"]))
    assert answer.status_code == 200 and answer.mimetype == NDJSON
    return answer.data


def bring(client: Any, key: str, data: bytes, status: int, kind: str = NDJSON) -> Any:
    answer = client.post("/v1/matches/import", data=data, content_type=kind, headers=bearer(key))
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert answer.headers.get("Location") == (answer.json["match"]["links"]["self"] if status == 201 else None)
    return answer.json


def test_a_match_goes_to_another_organiser_as_it_is(play: Play, new_organiser: Callable[[], Keys]) -> None:
    data, other = export(play), new_organiser()
    done = bring(play.client, other["admin"], data, 201)
    assert (done["imported"], done["entries"]) == (5, 5) and done["match"]["id"] == play.begun["id"]
    assert done["match"]["state"] == play.state() and done["match"]["read_token"] != play.begun["read_token"]
    theirs = Play.__new__(Play)
    theirs.client, theirs.keys, theirs.path = play.client, other, play.path
    assert export(theirs) == data
    logs = [play.client.get(f"{play.path}/log", headers=bearer(keys["reader"])).json for keys in (play.keys, other)]
    assert logs[0] == logs[1]
    assert play.client.get(f"{play.path}/verify", headers=bearer(other["reader"])).json == {"valid": True, "entries": 5}
    theirs.deal(80)
    assert play.state()["seq"] == 5 and theirs.state()["seq"] == 6


def test_the_same_again_changes_nothing_and_more_brings_what_is_new(play: Play, new_organiser: Callable[[], Keys]) -> None:
    other = new_organiser()["admin"]
    short = export(play)
    bring(play.client, other, short, 201)
    assert bring(play.client, other, short, 200)["imported"] == 0
    play.deal(80)
    play.post("finish", {})
    long = export(play)
    done = bring(play.client, other, long, 200)
    assert done["imported"] == 2 and done["match"]["status"] == "finished"
    assert bring(play.client, other, short, 200) == done | {"imported": 0}
    assert play.client.get(f"{play.path}/verify", headers=bearer(other)).json == {"valid": True, "entries": 7}


def test_a_match_that_has_gone_another_way_is_refused(play: Play, new_organiser: Callable[[], Keys]) -> None:
    other = new_organiser()
    bring(play.client, other["admin"], export(play), 201)
    theirs = Play.__new__(Play)
    theirs.client, theirs.keys, theirs.path = play.client, other, play.path
    theirs.deal(80)
    play.deal(120)
    refused = bring(play.client, other["admin"], export(play), 409)
    assert refused["code"] == "match_diverged" and "6" in refused["detail"]


def test_it_goes_to_another_database_and_back(play: Play, tmp_path: Any) -> None:
    data = export(play)
    elsewhere = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'other.db'}", "LOG_LEVEL": "ERROR"})
    store = store_of(elsewhere)
    migrating.upgrade(store)
    with store.writing() as session:
        key = create_key(session, "elsewhere", "admin")
    with elsewhere.test_client() as client:
        bring(client, key, data, 201)
        answer = client.post(f"{play.path}/deals", json={"kind": "score", "deal": {"attackers_points": 80}}, headers=bearer(key))
        assert answer.status_code == 201
        back = client.get(f"{play.path}/export", headers=bearer(key)).data
    store.close()
    assert bring(play.client, play.keys["admin"], back, 200)["imported"] == 1
    assert play.state()["seq"] == 6


def changed(data: bytes, place: int, change: Callable[[dict[str, Any]], Any]) -> bytes:
    lines = data.splitlines()
    value = orjson.loads(lines[place])
    change(value)
    lines[place] = orjson.dumps(value)
    return b"\n".join(lines)


LONG_AGO, FAR_AHEAD = "2001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"
WRONG: dict[str, tuple[Callable[[bytes], bytes], str, str]] = {
    "empty": (lambda data: b"", "line_not_json", "/0"),
    "no json": (lambda data: data.replace(b'{"match"', b'{"match', 1), "line_not_json", "/1"),
    "long": (lambda data: data + b'"' + b" " * 1_100_000 + b'"', "line_too_long", "/6"),
    "deep": (lambda data: data + b"[" * 40 + b"]" * 40, "too_deep", "/6"),
    "version": (lambda data: changed(data, 0, lambda line: line.update(version=2)), "out_of_range", "/0/version"),
    "unknown": (lambda data: changed(data, 0, lambda line: line.update(more=2)), "unknown_field", "/0/more"),
    "echo": (lambda data: changed(data, 0, lambda line: line["ruleset"].update(revision=9)), "ruleset_differs", "/0/ruleset"),
    "rules": (lambda data: changed(data, 0, lambda line: line["rules"].update(saved=3)), "wrong_type", "/0/rules"),
    "reference": (lambda data: changed(data, 0, lambda line: line["rules"].update(saved=[])), "ruleset_not_found", "/0/rules/reference"),
    "id": (lambda data: changed(data, 0, lambda line: line.update(id="a/b")), "bad_format", "/0/id"),
    "form of a time": (lambda data: changed(data, 1, lambda line: line.update(at="soon")), "bad_format", "/1/at"),
    "no such time": (
        lambda data: changed(data, 0, lambda line: line.update(created_at="2026-02-30T00:00:00.000Z")),
        "bad_format",
        "/0/created_at",
    ),
    "not pinned": (
        lambda data: changed(data, 0, lambda line: line["rules"].update(reference="club")),
        "ruleset_not_found",
        "/0/rules/reference",
    ),
    "other match": (lambda data: changed(data, 1, lambda line: line.update(match="m0")), "not_a_choice", "/1/match"),
    "no object": (lambda data: data + b"3", "wrong_type", "/6"),
    "hash": (lambda data: changed(data, 2, lambda line: line.update(hash="0" * 64)), "hash_differs", "/2"),
    "body": (lambda data: changed(data, 2, lambda line: line["body"].update(cards=3)), "hash_differs", "/2"),
    "huge": (lambda data: changed(data, 2, lambda line: line["body"].update(cards=2**60)), "not_canonical", "/2"),
    "missing": (lambda data: b"\n".join([*data.splitlines()[:2], *data.splitlines()[3:]]), "gap", "/2"),
    "cut": (lambda data: b"\n".join(data.splitlines()[:4]), "gap", "/4"),
    "end": (lambda data: changed(data, 0, lambda line: line.update(status="finished")), "state_differs", "/0"),
    "sides": (lambda data: changed(data, 0, lambda line: line["sides"].update(NS={"name": "x"})), "heading_differs", "/1"),
    "table": (lambda data: changed(data, 0, lambda line: line.update(table="x")), "heading_differs", "/1"),
    "event": (lambda data: changed(data, 0, lambda line: line.update(event="x")), "heading_differs", "/1"),
    "stage": (lambda data: changed(data, 0, lambda line: line.update(stage="final")), "heading_differs", "/1"),
    "begun by": (lambda data: changed(data, 0, lambda line: line.update(created_by="k0")), "heading_differs", "/1"),
    "begun at": (lambda data: changed(data, 0, lambda line: line.update(created_at=LONG_AGO)), "heading_differs", "/1"),
    "begun later": (lambda data: changed(data, 0, lambda line: line.update(created_at=FAR_AHEAD)), "out_of_range", "/0/created_at"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_hold_is_refused_whole(play: Play, new_organiser: Callable[[], Keys], name: str) -> None:
    change, code, pointer = WRONG[name]
    other = new_organiser()["admin"]
    refused = bring(play.client, other, change(export(play)), 422)
    assert (refused["errors"][0]["code"], refused["errors"][0]["pointer"]) == (code, pointer)
    assert play.client.get("/v1/matches", headers=bearer(other)).json == {"matches": []}


def forged(data: bytes, change: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """The same with a change, and every hash made anew over it."""
    lines = [orjson.loads(line) for line in data.splitlines()]
    change(lines)
    head = FIRST_HASH
    for seq, entry in enumerate(lines[1:], 1):
        entry |= {"seq": seq, "prev_hash": head}
        entry["hash"] = head = entry_hash(head, entry)
    lines[0] |= {"seq": len(lines) - 1, "head_hash": head}
    return b"\n".join(map(orjson.dumps, lines))


FORGED: dict[str, tuple[Callable[[list[dict[str, Any]]], Any], str, str]] = {
    "no offence": (lambda lines: lines[2]["body"].clear(), "rescored_differently", "/2"),
    "no such offence": (lambda lines: lines[2]["body"].update(offence="zzz"), "rescored_differently", "/2"),
    "another fine": (lambda lines: lines[2]["outcome"]["assessment"].update(points=1), "rescored_differently", "/2"),
    "another state": (lambda lines: lines[3]["outcome"]["state"].update(declarer="N"), "outcome_differs", "/3"),
    "a column": (lambda lines: lines[3].update(deal=7), "columns_differ", "/3"),
    "older than the match": (lambda lines: lines[1].update(at=LONG_AGO), "time_goes_back", "/1"),
    "older than the one before": (lambda lines: lines[3].update(at=lines[0]["created_at"]), "time_goes_back", "/3"),
    "to come": (lambda lines: lines[5].update(at=FAR_AHEAD), "out_of_range", "/5/at"),
    "another heading": (lambda lines: lines[1]["outcome"].update(heading="0" * 64), "heading_differs", "/1"),
    "a deal left out": (lambda lines: lines.pop(3), "outcome_differs", "/3"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_log_that_no_match_has_written_is_refused_though_its_chain_holds(
    play: Play, new_organiser: Callable[[], Keys], name: str
) -> None:
    change, code, pointer = FORGED[name]
    other = new_organiser()["admin"]
    refused = bring(play.client, other, forged(export(play), change), 422)
    assert (refused["errors"][0]["code"], refused["errors"][0]["pointer"]) == (code, pointer)
    assert play.client.get("/v1/matches", headers=bearer(other)).json == {"matches": []}


def test_the_log_of_another_version_is_taken_with_its_own_warnings_and_without_a_heading(
    play: Play, new_organiser: Callable[[], Keys]
) -> None:
    def older(lines: list[dict[str, Any]]) -> None:
        del lines[1]["outcome"]["heading"]
        lines[1]["outcome"]["warnings"] = ["of_another_version"]

    other = new_organiser()
    bring(play.client, other["admin"], forged(export(play), older), 201)
    theirs = Play.__new__(Play)
    theirs.client, theirs.keys, theirs.path = play.client, other, play.path
    theirs.deal(80)
    assert play.client.get(f"{play.path}/verify", headers=bearer(other["reader"])).json == {"valid": True, "entries": 6}
    assert export(theirs).splitlines()[1:6] == forged(export(play), older).splitlines()[1:6]


def test_more_offences_than_a_deal_takes_are_refused(play: Play, new_organiser: Callable[[], Keys]) -> None:
    data = forged(export(play), lambda lines: lines.__setitem__(slice(3, None), [dict(lines[2]) for _ in range(16)]))
    assert bring(play.client, new_organiser()["admin"], data, 422)["errors"][0]["pointer"] == "/18"


def test_what_the_match_does_not_rest_on_is_not_kept(play: Play, new_organiser: Callable[[], Keys]) -> None:
    data, other = export(play), new_organiser()
    more = {"id": "other", "revision": 1, "document": {"anything": 1}}
    bring(play.client, other["admin"], changed(data, 0, lambda line: line["rules"]["saved"].append(more)), 201)
    assert play.client.get(f"{play.path}/export", headers=bearer(other["reader"])).data == data
    assert bring(play.client, other["admin"], data, 200)["imported"] == 0


def test_other_types_are_not_taken(play: Play) -> None:
    assert bring(play.client, play.keys["admin"], export(play), 415, "application/json")["code"] == "unsupported_media_type"
    bring(play.client, play.keys["admin"], export(play), 200, "application/jsonl")
    bring(play.client, play.keys["referee"], export(play), 403)


def test_a_match_without_entries_that_began_with_other_things_is_another(
    client: CheckedClient, keys: Keys, new_organiser: Callable[[], Keys]
) -> None:
    data, other = export(Play(client, keys, "march8-2012")), new_organiser()["admin"]
    bring(client, other, data, 201)
    assert bring(client, other, data, 200)["imported"] == 0
    for change in ({"table": "9"}, {"sides": {"NS": {"name": "x"}}}, {"stage": "final"}):
        refused = bring(client, other, orjson.dumps(orjson.loads(data) | change), 409)
        assert refused["code"] == "match_diverged"


def test_one_match_that_is_brought_in_many_times_at_once_is_there_once(play: Play, app: Flask, new_organiser: Callable[[], Keys]) -> None:
    data, other = export(play), new_organiser()
    start = threading.Barrier(8)

    def one(_: int) -> tuple[int, int]:
        start.wait()
        with app.test_client() as client:
            answer = client.post("/v1/matches/import", data=data, content_type=NDJSON, headers=bearer(other["admin"]))
            return answer.status_code, answer.json["imported"]

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(one, range(8))) == [(200, 0)] * 7 + [(201, 5)]
    assert len(play.client.get("/v1/matches", headers=bearer(other["reader"])).json["matches"]) == 1
    assert play.client.get(f"{play.path}/verify", headers=bearer(other["reader"])).json == {"valid": True, "entries": 5}

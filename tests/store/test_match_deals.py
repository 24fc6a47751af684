"""Deals of matches under each ruleset: whole games by their scores, whole deals by their replays, and what is refused of both."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from rules.catalogue import PRESET_IDS
from store import ledger
from store.database import Store
from store.keys import caller_of
from tests.api.checked import CheckedClient
from tests.golden.cases import CASES, Case
from tests.golden.test_golden import answer_of, deal_of
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play

MATCH_KNOWS = ("ruleset", "levels", "laps", "first_deal")
GOLDEN = {case.name: case for case in CASES}
BY_NAME = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
PLAYED = ["jiangsu-race-for-the-seat", "march8-blackout", "guizhou-wraps-from-the-joker", "nantong-stirred-by-the-ladder"]


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


@pytest.fixture
def stand(store: Store) -> Callable[..., None]:
    """Puts a match where a deal begins, as if it had been played to there."""

    def put(play: Play, **state: Any) -> None:
        with store.writing() as session:
            caller = caller_of(session, play.keys["admin"])
            assert caller is not None
            match = ledger.lock(session, caller.organiser_uid, play.begun["id"])
            match.state = orjson.dumps(orjson.loads(match.state) | state).decode()

    return put


@pytest.fixture
def stood(client: CheckedClient, keys: Keys, stand: Callable[..., None]) -> Callable[[Case], tuple[Play, dict[str, Any]]]:
    """A match that stands before a recorded deal, and that deal as it is sent to it."""

    def make(case: Case) -> tuple[Play, dict[str, Any]]:
        body = deal_of(case)
        play = Play(client, keys, body["ruleset"])
        holder = body.get("seat_holder") or body.get("declarer")
        state: dict[str, Any] = {"levels": body["levels"]} | ({"laps": body["laps"]} if "laps" in body else {})
        if not body.get("first_deal") and holder is not None:
            side = "NS" if holder in "NS" else "EW"
            state |= {"declarer": holder, "level": body["levels"][side]}
        stand(play, **state)
        return play, {key: value for key, value in body.items() if key not in (*MATCH_KNOWS, "seat_holder")}

    return make


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_a_whole_game_moves_as_each_deal_by_itself_would(client: CheckedClient, keys: Keys, ruleset: str) -> None:
    play = Play(client, keys, ruleset)
    state, points = play.begun["state"], [0, 75, 120, 35, 200, 80]
    for number in range(60):
        declarer = state.get("declarer", "N")
        asked = {"ruleset": ruleset, "declarer": declarer, "levels": state["levels"], "attackers_points": points[number % len(points)]}
        asked |= {"laps": state["laps"]} if "laps" in state else {}
        wanted = client.post("/v1/levels/advance", json=asked).json
        answer = play.deal(asked["attackers_points"], declarer=declarer)
        outcome, before, state = answer["entry"]["outcome"], state, answer["state"]
        assert outcome["advance"] == {key: wanted[key] for key in outcome["advance"]}
        assert (outcome["deal"], outcome["game"], outcome["declarer"]) == (number + 1, before["game"], declarer)
        assert outcome["level"] == before["levels"]["NS" if declarer in "NS" else "EW"]
        assert state["deal"] == number + 2
        if "games_over" in answer:
            break
        assert state["levels"] == wanted["levels"] and state["declarer"] == wanted["declarer"]
        assert state.get("laps") == wanted.get("laps")
    if ruleset == "guizhou-2010":  # whose ladder wraps: the game goes on
        assert state["laps"]["NS"] + state["laps"]["EW"] > 0 and state["seq"] == 60
        return
    over = answer["games_over"][0]
    assert over["seq"] == answer["entry"]["seq"] + 1 == state["seq"] and over["prev_hash"] == answer["entry"]["hash"]
    assert over["outcome"]["winner"] == wanted["winner"] and over["deal"] == outcome["deal"]
    assert over["outcome"]["games"] == state["games"] and sum(state["games"].values()) == 1
    assert ("round_over" in state) is (ruleset != "nantong-chaodipi")
    if ruleset == "nantong-chaodipi":  # whose rounds have three games
        assert state["game"] == 2 and set(state["levels"].values()) == {"2"} and "declarer" not in state


@BY_NAME
def test_a_recorded_deal_is_scored_as_by_its_replay(stood: Callable[..., Any], case: Case) -> None:
    play, deal = stood(case)
    wanted = answer_of(case)
    entry = play.post("deals", {"kind": "replay", "deal": deal}, role="scorer")["entry"]
    outcome = entry["outcome"]
    assert entry["body"] == {"kind": "replay", "deal": deal}
    assert outcome["advance"] == wanted["advance"]
    assert outcome["declarer"] == wanted["declarer"] and outcome["level"] == wanted["trump"]["level"]
    assert (
        outcome["score"]["attackers_points"] == wanted["score"]["attackers_points"]
        and outcome["score"]["kitty"] == wanted["score"]["kitty"]
    )
    assert outcome.get("warnings", []) == [warning["code"] for warning in wanted["warnings"]]
    if not wanted["advance"]["game_over"]:
        assert play.state()["levels"] == wanted["advance"]["levels"] and play.state()["declarer"] == wanted["advance"]["declarer"]


def test_the_outcome_holds_no_text_that_a_translation_could_change(stood: Callable[..., Any]) -> None:
    for case in CASES[:8]:
        play, deal = stood(case)
        entry = play.post("deals", {"kind": "replay", "deal": deal}, role="scorer", Accept_Language="zh-Hans")["entry"]
        assert orjson.dumps(entry["outcome"]).isascii() and b'"message"' not in orjson.dumps(entry["outcome"])


@pytest.mark.parametrize("name", PLAYED)
def test_what_the_levels_move_by_does_not_hang_on_the_levels(client: CheckedClient, stood: Callable[..., Any], name: str) -> None:
    play, deal = stood(GOLDEN[name])
    before = play.state()
    outcome = play.post("deals", {"kind": "replay", "deal": deal}, role="scorer")["entry"]["outcome"]
    asked = outcome["moves"] | {"ruleset": deal_of(GOLDEN[name])["ruleset"], "levels": before["levels"]}
    asked |= {"laps": before["laps"]} if "laps" in before else {}
    moved = client.post("/v1/levels/advance", json=asked)
    assert moved.status_code == 200 and {key: moved.json[key] for key in outcome["advance"]} == outcome["advance"]


def test_an_illegal_deal_is_not_stored_and_its_fault_is_told(stood: Callable[..., Any]) -> None:
    play, deal = stood(GOLDEN["jiangsu-race-for-the-seat"])
    tricks = deal["tricks"]
    at = next(place for place, one in enumerate(tricks) if len({card[0] for play in one["plays"] for card in play["cards"]}) > 1 and place)
    broken = [dict(one) for one in tricks]
    plays = [dict(one) for one in tricks[at]["plays"]]
    plays[0], plays[1] = plays[0] | {"cards": plays[1]["cards"]}, plays[1] | {"cards": plays[0]["cards"]}
    broken[at] = broken[at] | {"plays": plays}
    refused = play.post("deals", {"kind": "replay", "deal": deal | {"tricks": broken}}, 422, "scorer", Accept_Language="zh-Hans")
    assert refused["code"] == "deal_not_legal" and refused["fault"]["pointer"].startswith(f"/deal/tricks/{at}/")
    assert refused["fault"]["violations"][0]["code"] and play.state()["seq"] == 0


def test_a_deal_cut_short_is_not_stored(stood: Callable[..., Any]) -> None:
    play, deal = stood(GOLDEN["jiangsu-race-for-the-seat"])
    refused = play.post("deals", {"kind": "replay", "deal": deal | {"tricks": deal["tricks"][:-1]}}, 422, "scorer")
    assert refused["code"] == "deal_not_complete" and "/void" in refused["detail"] and play.state()["seq"] == 0


def test_a_deal_to_be_dealt_again_is_not_stored(play: Play) -> None:
    refused = play.post("deals", {"kind": "replay", "deal": {"bids": [], "tricks": []}}, 422, "scorer")
    assert refused["code"] == "deal_not_complete" and play.state()["seq"] == 0


def test_bids_race_for_the_seat_in_the_first_deal_alone(stood: Callable[..., Any]) -> None:
    play, deal = stood(GOLDEN["jiangsu-race-for-the-seat"])
    refused = play.post("deals", {"kind": "replay", "deal": deal | {"first_deal": False}}, 422, "scorer")
    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [("/deal/first_deal", "first_deal_differs")]
    play.post("deals", {"kind": "replay", "deal": deal | {"first_deal": True}}, role="scorer")
    refused = play.post("deals", {"kind": "replay", "deal": deal | {"first_deal": True}}, 422, "scorer")
    assert ("/deal/first_deal", "first_deal_differs") in [(one["pointer"], one["code"]) for one in refused["errors"]]


def test_with_bids_the_match_says_who_held_the_seat(stood: Callable[..., Any]) -> None:
    play, deal = stood(GOLDEN["march8-blackout"])
    holder = deal_of(GOLDEN["march8-blackout"]).get("seat_holder") or deal["declarer"]
    other = next(seat for seat in "NESW" if seat != holder)
    refused = play.post("deals", {"kind": "replay", "deal": deal | {"seat_holder": other}}, 409, "scorer")
    assert refused["code"] == "declarer_differs" and refused["state"]["seq"] == 0
    played = play.post("deals", {"kind": "replay", "deal": deal | {"seat_holder": holder.lower()}}, role="scorer")
    assert played["entry"]["outcome"]["declarer"] == answer_of(GOLDEN["march8-blackout"])["declarer"] != holder


def test_every_fault_of_a_deal_is_told_below_it(play: Play) -> None:
    deal = {"trick_points": 33, "declarer": "X", "trump": {"suit": "S"}, "ruleset": None, "declarer_because": None, "lucky": 1}
    refused = play.post("deals", {"kind": "score", "deal": deal}, 422, "scorer")
    told = {one["pointer"]: one["code"] for one in refused["errors"]}
    wanted = {"/deal/ruleset": "null_not_allowed", "/deal/declarer_because": "null_not_allowed", "/deal/trick_points": "not_a_multiple"}
    wanted |= {"/deal/declarer": "unknown_seat", "/deal/trump/level": "missing_field", "/deal/lucky": "unknown_field"}
    assert wanted.items() <= told.items() and all(pointer.startswith("/deal") for pointer in told)


@pytest.mark.parametrize("body", [{"kind": "score"}, {"kind": "luck", "deal": {}}, {"kind": "score", "deal": []}, {"deal": {}}, []])
def test_what_is_no_append_is_refused(play: Play, body: Any) -> None:
    assert play.post("deals", body, 422, "scorer")["code"] in ("missing_field", "not_a_choice", "wrong_type", "invalid_request")


def test_the_laps_of_a_deal_must_be_the_matchs(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, "guizhou-2010")
    refused = play.deal(75, 409, declarer="N", laps={"NS": 1, "EW": 0})
    assert refused["code"] == "levels_differ" and refused["state"]["laps"] == {"NS": 0, "EW": 0}
    play.deal(75, declarer="N", laps={"NS": 0, "EW": 0})


def test_a_trump_of_another_level_is_a_warning_that_is_kept(play: Play) -> None:
    last = {"plays": [{"seat": seat, "cards": [card]} for seat, card in (("N", "HA"), ("W", "H3"), ("S", "H4"), ("E", "H6"))]}
    deal = {"trump": {"suit": "S", "level": "7"}, "declarer": "N", "trick_points": 0, "kitty_points": 0, "last_trick": last}
    answer = play.post("deals", {"kind": "score", "deal": deal}, role="scorer", Accept_Language="zh-Hant")
    outcome = answer["entry"]["outcome"]
    assert outcome["warnings"] == ["played_at_other_level"] == [warning["code"] for warning in answer["warnings"]]
    assert outcome["level"] == "7" and "級" in answer["warnings"][0]["message"]


def test_rulings_may_be_left_out(play: Play) -> None:
    assert play.deal(75, declarer="N", explain=False)["rulings"] == [] != play.deal(75)["rulings"]


def test_the_stage_of_an_event_may_have_other_rounds(client: CheckedClient, keys: Keys, stand: Callable[..., None]) -> None:
    for stage, games in (("group", 1), ("final", 3)):
        play = Play(client, keys, "chaodipi-unified", stage=stage)
        assert play.begun["stage"] == stage
        stand(play, levels={"NS": "A", "EW": "2"}, declarer="N", level="A")
        assert ("round_over" in play.deal(0)["state"]) is (games == 1)


def test_a_match_keeps_the_ruleset_that_it_began_with(client: CheckedClient, keys: Keys) -> None:
    inline = {"extends": "march8-2012", "levels": {"start": "5"}}
    play = Play(client, keys, inline)
    assert play.begun["ruleset"] == {"id": "march8-2012", "revision": 1, "inline": True}
    assert play.begun["state"]["levels"] == {"NS": "5", "EW": "5"}
    assert play.deal(75, declarer="N")["state"]["levels"] == {"NS": "6", "EW": "5"}


@pytest.mark.parametrize("ruleset", ["no-such-rules", "jiangsu-2007@2", {"extends": "jiangsu-2007", "throwing": {}}, 7, "a\0b"])
def test_a_match_needs_a_ruleset(client: CheckedClient, keys: Keys, ruleset: Any) -> None:
    answer = client.post("/v1/matches", json={"ruleset": ruleset}, headers={"Authorization": f"Bearer {keys['scorer']}"})
    assert answer.status_code == 422 and answer.json["errors"][0]["pointer"].startswith("/ruleset")


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%80%80%07", "x" * 500, "nobody", "%20"])
def test_what_names_no_match_is_not_found(play: Play, name: str) -> None:
    headers = {"Authorization": f"Bearer {play.keys['admin']}", "Idempotency-Key": "k"}
    assert play.client.get(f"/v1/matches/{name}", headers=headers).status_code == 404
    for what in ("deals", "void", "penalties", "finish"):
        bodies: dict[str, Any] = {"deals": {"kind": "score", "deal": {}}, "void": {"reason": "x"}, "finish": {}}
        body = bodies.get(what, {"offence": "late", "side": "NS"})
        assert play.client.post(f"/v1/matches/{name}/{what}", json=body, headers=headers).status_code == 404


def test_another_organiser_finds_nothing(play: Play, new_organiser: Callable[[], Keys]) -> None:
    headers = {"Authorization": f"Bearer {new_organiser()['admin']}"}
    assert play.client.get(play.path, headers=headers).json["code"] == "match_not_found"
    assert play.client.post(f"{play.path}/void", json={"reason": "x"}, headers=headers).status_code == 404
    assert play.client.get("/v1/matches", headers=headers).json == {"matches": []}


@pytest.mark.parametrize(
    ("role", "may"), [("reader", ()), ("scorer", ("deals", "finish")), ("referee", ("deals", "void", "penalties", "finish"))]
)
def test_each_role_may_do_what_is_its_own(client: CheckedClient, keys: Keys, role: str, may: tuple[str, ...]) -> None:
    play = Play(client, keys, "jiangsu-2007")
    bodies: dict[str, Any] = {"deals": {"kind": "score", "deal": {"declarer": "N", "attackers_points": 80}}, "void": {"reason": "redeal"}}
    bodies |= {"penalties": {"offence": "exposed_card", "side": "NS", "cards": 1}, "finish": {}}
    for what, body in bodies.items():
        play.post(what, body, 201 if what in may else 403, role)


def at_once(app: Flask, play: Play, times: int, **headers: str) -> list[TestResponse]:
    """The same append sent so many times at once, with the sequence that its sender has seen."""
    body = {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}, "expected_seq": 0}
    start = threading.Barrier(times)

    def send() -> TestResponse:
        start.wait()
        with app.test_client() as client:
            return client.post(f"{play.path}/deals", json=body, headers=bearer(play.keys["scorer"], **headers))

    with ThreadPoolExecutor(times) as pool:
        return [answer.result() for answer in [pool.submit(send) for _ in range(times)]]


def test_of_those_who_have_seen_the_same_one_is_stored(app: Flask, play: Play) -> None:
    answers = at_once(app, play, 6)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
    assert {answer.json["code"] for answer in answers if answer.status_code == 409} == {"seq_differs"}
    assert play.state()["seq"] == 1


def test_a_request_that_comes_many_times_at_once_is_stored_once(app: Flask, play: Play) -> None:
    answers = at_once(app, play, 6, Idempotency_Key="one")
    assert {answer.status_code for answer in answers} == {201} and len({answer.data for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 5
    assert play.state()["seq"] == 1


def test_the_list_is_narrowed_by_what_is_asked(client: CheckedClient, keys: Keys) -> None:
    kept = [Play(client, keys, table=table, event=event) for table, event in (("1", "cup"), ("2", "cup"), ("1", "league"))]
    kept[1].post("finish", {})
    headers = bearer(keys["reader"])

    def listed(query: str) -> list[int]:
        matches = client.get(f"/v1/matches?{query}", headers=headers).json["matches"]
        return [[play.begun["id"] for play in kept].index(match["id"]) for match in matches]

    assert (listed("event=cup"), listed("table=1"), listed("status=finished")) == ([1, 0], [2, 0], [1])
    assert (listed("status=open&event=cup"), listed("table=3"), listed("")) == ([0], [], [2, 1, 0])
    for query in ("status=lost", "limit=0", "limit=101", "event=", "table=%00"):
        assert client.get(f"/v1/matches?{query}", headers=headers).status_code == 422

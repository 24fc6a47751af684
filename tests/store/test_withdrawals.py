"""What a referee has booked by mistake, or ended, is withdrawn: it counts no more, and stays in the log."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from store.corrections import standing_before
from store.database import Store
from tests.api.checked import CheckedClient
from tests.golden.cases import CASES
from tests.golden.test_golden import deal_of
from tests.store.conftest import Keys, bearer
from tests.store.test_match_penalties import HOUSE, counted
from tests.store.test_matches import Play
from tests.store.test_transfer import bring, export, forged

EXPOSED = {"offence": "exposed_card", "side": "EW"}
"""An offence that is fined ten points a card."""


class Table(Play):
    """A match whose log is examined after whatever was done."""

    def withdraw(self, seq: int, status: int = 201, **more: Any) -> Any:
        told = self.post("corrections", {"entry": seq, "void": True, "reason": "booked by mistake", **more}, status)
        self.expect_true()
        return told

    def book(self, cards: int = 1, **more: Any) -> int:
        seq: int = self.post("penalties", {**EXPOSED, "cards": cards, **more})["entry"]["seq"]
        return seq

    def get(self, what: str = "", **headers: str) -> Any:
        answer = self.client.get(f"{self.path}{what}", headers=bearer(self.keys["reader"], **headers))
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer

    def log(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.get("/log").json["entries"]
        return entries

    def superseded(self) -> dict[int, int]:
        return {entry["seq"]: entry["superseded_by"] for entry in self.log() if "superseded_by" in entry}

    def expect_true(self) -> None:
        assert self.get("/verify").json == {"valid": True, "entries": self.state()["seq"]}


@pytest.fixture
def begun(client: CheckedClient, keys: Keys) -> Callable[..., Table]:
    return lambda ruleset="jiangsu-2007", **more: Table(client, keys, ruleset, **more)


@pytest.fixture
def play(begun: Callable[..., Table]) -> Table:
    """A match with a deal and a penalty, number 2, in the second one."""
    play = begun()
    play.deal(75, declarer="N")
    play.book(2)
    return play


# the form


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"void": True}, {("", "exactly_one_of")}),
        ({"deal": 1, "entry": 1, "void": True}, {("", "exactly_one_of")}),
        ({"entry": 1}, {("/void", "missing_field")}),
        ({"entry": 1, "void": False}, {("/void", "not_a_choice")}),
        ({"entry": 1, "void": True, "replacement": counted()}, {("/replacement", "idle_field")}),
        ({"entry": 1, "replacement": counted()}, {("/void", "missing_field"), ("/replacement", "idle_field")}),
        ({"entry": 0, "void": True}, {("/entry", "out_of_range")}),
        ({"entry": "1", "void": True}, {("/entry", "wrong_type")}),
        ({}, {("", "exactly_one_of")}),
    ],
)
def test_one_thing_is_corrected_in_one_way(play: Table, body: dict[str, Any], wanted: set[tuple[str, str]]) -> None:
    refused = play.post("corrections", {"reason": "x", **body}, 422)
    assert {(one["pointer"], one["code"]) for one in refused["errors"]} == wanted
    assert play.state()["seq"] == 2


def test_nothing_but_a_penalty_or_an_end_that_counts_is_withdrawn(play: Table) -> None:
    play.post("void", {"reason": "redeal"})  # 3, in which the penalty lapses
    play.post("corrections", {"deal": 1, "reason": "x", "void": True})  # 4
    for seq in (1, 2, 3, 4):
        refused = play.withdraw(seq, 409)
        assert refused["code"] == "nothing_to_correct" and refused["state"] == play.state() and str(seq) in refused["detail"]
    assert play.withdraw(5, 404)["code"] == "entry_not_found"
    assert play.withdraw(2**31 - 1, 404)["code"] == "entry_not_found"
    assert play.withdraw(2, 409, expected_seq=3)["code"] == "seq_differs"


def test_the_end_of_a_game_is_not_withdrawn(begun: Callable[..., Table]) -> None:
    play = begun({"extends": "march8-2012", "levels": {"ladder": ["2", "A"], "must_defend": []}})
    play.deal(75, declarer="N")
    assert [one["seq"] for one in play.deal(75)["games_over"]] == [3]
    assert play.withdraw(3, 409)["code"] == "nothing_to_correct"


def test_only_a_referee_withdraws(play: Table) -> None:
    assert play.post("corrections", {"entry": 2, "void": True, "reason": "x"}, 403, "scorer")["code"] == "role_not_enough"


# penalties of the deal that is being played


def test_a_penalty_withdrawn_in_time_does_not_count(play: Table) -> None:
    before = play.state()
    told = play.withdraw(2)
    assert told["state"] == play.state() == before | {"seq": 3}
    assert told["entry"]["kind"] == "correction" and told["entry"]["supersedes"] == 2 and told["entry"]["deal"] == 2
    assert told["entry"]["body"] == {"entry": 2, "void": True, "reason": "booked by mistake"}
    state = {key: value for key, value in before.items() if key != "seq"}
    assert told["entry"]["outcome"] == {"entry": 2, "deal": 2, "game": 1, "supersedes": 2, "void": True, "state": state}
    scored = play.post("deals", counted(declarer="S"))["entry"]["outcome"]
    assert "penalties" not in scored and scored["score"]["fines"] == []
    play.expect_true()
    assert play.superseded() == {2: 3}


def test_what_is_withdrawn_does_not_lapse(play: Table) -> None:
    other = play.book()
    play.withdraw(2)
    assert play.post("void", {"reason": "redeal"})["entry"]["outcome"]["lapsed"] == [other]
    play.expect_true()


def test_it_contradicts_nothing_any_more(begun: Callable[..., Table]) -> None:
    play = begun("march8-2012")
    improper = {"offence": "improper_play", "side": "NS", "declarer": "N"}
    seq = play.post("penalties", improper)["entry"]["seq"]
    assert play.post("penalties", improper | {"side": "EW"}, 422)["errors"][0]["code"] == "contradictory_effect"
    play.withdraw(seq)
    play.post("penalties", improper | {"side": "EW"})
    play.expect_true()


def test_it_takes_no_place_among_the_penalties_of_a_deal(begun: Callable[..., Table]) -> None:
    play = begun()
    for _ in range(16):
        play.book()
    play.post("penalties", {**EXPOSED, "cards": 1}, 409)
    play.withdraw(7)
    play.book()
    assert play.post("penalties", {**EXPOSED, "cards": 1}, 409)["code"] == "too_many_penalties"
    play.expect_true()
    assert len(play.post("deals", counted(200))["entry"]["outcome"]["penalties"]) == 16
    play.expect_true()


def test_nothing_is_withdrawn_twice(play: Table) -> None:
    play.withdraw(2)
    assert play.withdraw(2, 409)["code"] == "nothing_to_correct"
    assert play.withdraw(3, 409)["code"] == "nothing_to_correct"


def test_it_may_be_withdrawn_where_no_deal_can_follow(begun: Callable[..., Table]) -> None:
    play = begun({"extends": "jiangsu-2007", "levels": {"ladder": ["2", "A"], "must_defend": []}})
    play.deal(75, declarer="N")
    play.deal(80)
    seq = play.book(1, declarer="E")
    play.post("corrections", {"deal": 2, "reason": "x", "replacement": {"kind": "score", "deal": {"attackers_points": 0}}})
    assert play.state()["round_over"] is True
    play.post("finish", {})
    assert play.withdraw(seq)["entry"]["outcome"]["deal"] == 3
    assert play.get().json["status"] == "finished"


# penalties of a deal that is recorded


def fined(play: Table) -> int:
    """Two penalties in the first deal, which is recorded, and another deal after it: the number of the first penalty."""
    seq = play.book(2, declarer="N")
    play.book(1, declarer="N", side="NS")
    play.post("deals", counted(100))
    play.deal(80)
    return seq


def test_a_recorded_deal_is_judged_again_without_it(begun: Callable[..., Table]) -> None:
    play = begun()
    seq = fined(play)
    told = play.withdraw(seq)
    outcome = told["entry"]["outcome"]
    assert outcome["replacement"]["score"]["attackers_points"] == 110 and outcome["replacement"]["penalties"] == [seq + 1]
    assert {key: outcome[key] for key in ("entry", "deal", "game", "supersedes", "void")} == {
        "entry": seq,
        "deal": 1,
        "game": 1,
        "supersedes": seq,
        "void": True,
    }
    assert told["entry"]["deal"] == 1 and told["rulings"] and told["warnings"] == []
    assert play.superseded() == {seq: 5, 3: 5}
    board = play.get("/log").json["entries"][4]
    assert "superseded_by" not in board


def test_it_is_what_a_correction_with_the_same_record_would_have_been(begun: Callable[..., Table]) -> None:
    play, other = begun(), begun()
    seq = fined(play)
    other.book(1, declarer="N", side="NS")
    other.deal(80, declarer="E")
    other.deal(80)
    theirs = other.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(100)})["entry"]["outcome"]
    mine = play.withdraw(seq)["entry"]["outcome"]
    assert mine["replacement"]["score"] == theirs["replacement"]["score"] and mine["replacement"]["moves"] == theirs["replacement"]["moves"]


def test_later_deals_are_carried_forward(begun: Callable[..., Table]) -> None:
    play, other = begun("march8-2012"), begun("march8-2012")
    seq = play.post("penalties", {"offence": "improper_play", "side": "NS", "declarer": "N"})["entry"]["seq"]
    for one in (play, other):
        one.deal(0, declarer="N")
        one.deal(80, declarer="S", declarer_because="referee")
    assert play.state()["levels"] != other.state()["levels"]
    told = play.withdraw(seq)["entry"]["outcome"]
    assert [change["deal"] for change in told["changed"]] == [1, 2]
    assert play.state() | {"seq": 0} == other.state() | {"seq": 0}


def test_the_record_is_the_one_that_counts_now(begun: Callable[..., Table]) -> None:
    play = begun()
    one, two = play.book(1, declarer="N"), play.book(2, declarer="N")
    play.post("deals", counted(100))
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(150)})
    assert play.withdraw(one)["entry"]["outcome"]["replacement"]["score"]["attackers_points"] == 130
    again = play.withdraw(two)["entry"]["outcome"]["replacement"]
    assert again["score"]["attackers_points"] == 150 and "penalties" not in again
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(120)})
    play.expect_true()
    assert play.superseded() == {1: 5, 2: 6, 3: 7, 4: 7, 5: 7, 6: 7}


def test_a_deal_that_is_void_keeps_its_penalties_and_has_them_back(begun: Callable[..., Table]) -> None:
    play = begun()
    seq = fined(play)
    play.post("corrections", {"deal": 1, "reason": "x", "void": True})
    assert play.withdraw(seq, 409)["code"] == "nothing_to_correct"
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(60)})
    assert play.withdraw(seq)["entry"]["outcome"]["replacement"]["score"]["attackers_points"] == 70


def test_a_penalty_that_had_lapsed_counts_again_when_the_deal_was_played_and_may_be_withdrawn(play: Table) -> None:
    play.post("void", {"reason": "thought so"})
    record = counted(100, declarer="S")
    brought = play.post("corrections", {"deal": 2, "reason": "x", "replacement": record})["entry"]["outcome"]["replacement"]
    assert brought["penalties"] == [2]
    assert "penalties" not in play.withdraw(2)["entry"]["outcome"]["replacement"]


def test_a_game_may_end_by_it_and_the_end_is_told(begun: Callable[..., Table]) -> None:
    play = begun({"extends": "march8-2012", "levels": {"ladder": ["2", "A"], "must_defend": []}, "rounds": {"form": {"games": 3}}})
    play.deal(75, declarer="N")
    seq = play.post("penalties", {"offence": "improper_play", "side": "NS"})["entry"]["seq"]
    play.deal(75)
    told = play.withdraw(seq)
    assert [one["outcome"]["winner"] for one in told["games_over"]] == ["NS"] and told["state"]["games"] == {"NS": 1, "EW": 0}


def test_after_the_round_a_deal_is_not_judged_again(begun: Callable[..., Table]) -> None:
    play = begun({"extends": "jiangsu-2007", "levels": {"ladder": ["2", "A"], "must_defend": []}})
    play.deal(75, declarer="N")
    play.deal(80)
    seq = play.book(1, declarer="E")
    play.deal(80, declarer="E")
    play.post("corrections", {"deal": 2, "reason": "x", "replacement": {"kind": "score", "deal": {"attackers_points": 0}}})
    assert play.withdraw(seq, 409)["code"] == "round_over"


def test_a_log_in_which_a_deal_after_the_round_was_judged_again_does_not_hold(
    begun: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = begun({"extends": "jiangsu-2007", "levels": {"ladder": ["2", "A"], "must_defend": []}})
    play.deal(75, declarer="N")
    play.deal(80)
    play.deal(80, declarer="E")
    replacement = {"kind": "score", "deal": {"attackers_points": 0}}
    play.post("corrections", {"deal": 2, "reason": "x", "replacement": replacement})
    monkeypatch.setattr("api.corrections.standing_before", lambda *asked: replace(standing_before(*asked), round_over=False))
    play.post("corrections", {"deal": 3, "reason": "x", "replacement": replacement})
    assert play.get("/verify").json["fault"]["reason"] == "outcome_differs"


BIDDEN = [case.name for case in CASES if deal_of(case).get("first_deal") and "bids" in deal_of(case)]


def bidden(name: str) -> tuple[Any, dict[str, Any]]:
    """The ruleset of a first deal whose bids say who declares, and its record."""
    case = next(case for case in CASES if case.name == name)
    record = {key: value for key, value in deal_of(case).items() if key not in ("ruleset", "levels", "first_deal", "declarer")}
    return case.ruleset, record


@pytest.mark.parametrize("name", BIDDEN)
def test_a_replay_with_its_bids_is_judged_again_as_it_was(begun: Callable[..., Table], name: str) -> None:
    ruleset, record = bidden(name)
    alone, play = begun(ruleset), begun(ruleset)
    seq = play.book(declarer="N")
    first = alone.post("deals", {"kind": "replay", "deal": record})["entry"]["outcome"]
    assert play.post("deals", {"kind": "replay", "deal": record})["entry"]["outcome"]["penalties"] == [seq]
    again = play.withdraw(seq)["entry"]["outcome"]["replacement"]
    assert {key: again[key] for key in ("level", "declarer", "score")} == {key: first[key] for key in ("level", "declarer", "score")}


@pytest.mark.parametrize("said", [{}, {"levels": {"NS": "5", "EW": "2"}}])
def test_the_deal_stays_played_as_it_was_though_what_comes_before_is_corrected(begun: Callable[..., Table], said: dict[str, Any]) -> None:
    play = begun()
    play.deal(0, declarer="N")
    before = play.state()
    assert (before["levels"], before["declarer"]) == ({"NS": "5", "EW": "2"}, "S")
    seq = play.book(1)
    record = counted(75, declarer="S")
    record["deal"] |= {"trump": {"suit": "S", "level": "5"}, **said}
    played = play.post("deals", record)["entry"]["outcome"]
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(120)})
    strayed = ["played_at_other_level", "other_declarer"]
    assert play.log()[2]["warnings"] == strayed
    told = play.withdraw(seq)["entry"]
    again = told["outcome"]["replacement"]
    assert (again["level"], again["declarer"]) == (played["level"], played["declarer"]) == ("5", "S")
    assert (played["score"]["attackers_points"], again["score"]["attackers_points"]) == (65, 75)
    assert play.log()[4]["warnings"] == strayed and "superseded_by" not in play.log()[4]


def test_a_first_deal_stays_one_though_another_is_put_before_it(begun: Callable[..., Table]) -> None:
    ruleset, record = bidden("jiangsu-race-for-the-seat")
    play = begun(ruleset)
    play.post("void", {"reason": "redeal"})
    seq = play.book(declarer="N")
    first = play.post("deals", {"kind": "replay", "deal": record | {"first_deal": True}})["entry"]["outcome"]
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": counted(80, declarer="S")})
    again = play.withdraw(seq)["entry"]["outcome"]["replacement"]
    assert (again["level"], again["declarer"]) == (first["level"], first["declarer"]) and "penalties" not in again


def codes(answer: Any) -> list[str]:
    return [warning["code"] for warning in answer["warnings"]]


@pytest.mark.parametrize(
    ("record", "told"), [(counted(100), []), ({"kind": "score", "deal": {"attackers_points": 85}}, ["withdrawn_in_total"])]
)
def test_a_final_total_may_hold_what_is_withdrawn_and_that_is_told(begun: Callable[..., Table], record: Any, told: list[str]) -> None:
    play = begun()
    seq = play.book(1, declarer="N", side="NS")
    play.post("deals", {**record, "deal": {**record["deal"], "declarer": "N"}})
    answer = play.withdraw(seq)
    assert codes(answer) == told
    assert all("85" in warning["message"] for warning in answer["warnings"])


def test_a_penalty_without_points_is_in_no_total(begun: Callable[..., Table]) -> None:
    play = begun()
    seq = play.post("penalties", {"offence": "wrong_card_count", "side": "NS", "declarer": "N"})["entry"]["seq"]
    play.deal(85, declarer="N")
    assert "withdrawn_in_total" not in codes(play.withdraw(seq))


def test_a_correction_tells_which_later_deals_do_not_follow_any_more(begun: Callable[..., Table]) -> None:
    play = begun()
    play.deal(0, declarer="N")
    play.deal(75)
    play.deal(75)
    for body in ({"replacement": counted(120)}, {"void": True}):
        answer = play.post("corrections", {"deal": 1, "reason": "x", **body})
        assert codes(answer)[-1:] == ["later_deals_stray"] and "2, 3" in answer["warnings"][-1]["message"]
    assert "later_deals_stray" not in codes(play.post("corrections", {"deal": 3, "reason": "x", "replacement": counted(0, declarer="N")}))


def test_a_penalty_of_a_void_deal_is_told_to_have_lapsed(play: Table) -> None:
    play.post("void", {"reason": "redeal"})
    assert play.log()[1]["warnings"] == ["lapsed"] and "superseded_by" not in play.log()[1]
    play.post("corrections", {"deal": 2, "reason": "x", "replacement": counted(100, declarer="S")})
    assert "warnings" not in play.log()[1]


# the end of a match


def test_a_match_goes_on_whose_end_is_withdrawn(play: Table) -> None:
    play.post("finish", {"ended_by": "forfeit", "forfeited_by": "EW"})
    before = play.state()
    told = play.withdraw(3)
    assert told["state"] == before | {"seq": 4} and "deal" not in told["entry"]
    state = {key: value for key, value in before.items() if key != "seq"}
    assert told["entry"]["outcome"] == {"entry": 3, "supersedes": 3, "void": True, "state": state}
    assert play.get().json["status"] == "open" and play.superseded() == {3: 4}
    play.deal(80)
    assert play.withdraw(3, 409)["code"] == "nothing_to_correct"
    play.post("finish", {"ended_by": "time"})
    play.expect_true()
    play.withdraw(6)
    assert play.superseded() == {3: 4, 6: 7}
    play.post("void", {"reason": "redeal"})
    play.expect_true()


@pytest.mark.parametrize(
    "end", [{}, {"ended_by": "time"}, {"ended_by": "forfeit", "forfeited_by": "NS", "note": "left"}, {"ended_by": "double_forfeit"}]
)
def test_a_match_says_how_it_has_ended(play: Table, end: dict[str, str]) -> None:
    said = {key: value for key, value in end.items() if key != "note"}

    def told() -> list[dict[str, str]]:
        listed = play.client.get("/v1/matches", headers=bearer(play.keys["reader"])).json["matches"]
        shown = [play.get().json, play.get("/scoreboard").json, *(match for match in listed if match["id"] == play.begun["id"])]
        assert len(shown) == 3
        return [{key: match[key] for key in ("ended_by", "forfeited_by") if key in match} for match in shown]

    assert told() == [{}] * 3
    play.post("finish", end)
    assert told() == [said] * 3
    play.expect_true()
    play.withdraw(3)
    assert told() == [{}] * 3


def test_what_is_said_of_the_end_is_held_to_the_log(play: Table, store: Store) -> None:
    play.post("finish", {"ended_by": "time"})
    for value in ('\'{"ended_by":"deals"}\'', "NULL", "'no JSON'"):
        with store.writing() as session:
            session.execute(text(f"UPDATE matches SET ended = {value} WHERE id = :id"), {"id": play.begun["id"]})
        assert play.get("/verify").json["fault"]["reason"] == "state_differs"


def test_the_scoreboard_is_another_when_an_end_is_withdrawn(play: Table) -> None:
    play.post("finish", {})
    tag = play.get("/scoreboard").headers["ETag"]
    play.withdraw(3)
    assert play.get("/scoreboard", If_None_Match=tag).json["status"] == "open"


# the log, and what is made of it


def whole(play: Table) -> None:
    """One of everything that can be withdrawn, and what is not."""
    fined(play)
    play.book(1)
    play.withdraw(5)
    play.withdraw(1)
    play.post("finish", {"ended_by": "time", "note": "=late"})
    play.withdraw(8)
    play.post("finish", {"ended_by": "forfeit", "forfeited_by": "NS"})


WHOLE = {1: 7, 3: 7, 5: 6, 8: 9}
"""What is superseded in it, and by which entry."""


def test_what_is_withdrawn_stays_as_it_was_and_says_so(begun: Callable[..., Table]) -> None:
    play = begun()
    whole(play)
    entries = play.log()
    assert play.superseded() == WHOLE
    assert [entry["kind"] for entry in entries] == [
        *("penalty", "penalty", "deal", "deal", "penalty", "correction", "correction", "finish", "correction", "finish")
    ]
    one_by_one = [play.get(f"/log?after={seq}&limit=1").json["entries"][0] for seq in range(len(entries))]
    assert one_by_one == entries
    events = play.get("/events").get_data(as_text=True)
    told = [orjson.loads(part.partition("data: ")[2]) for part in events.split("\n\n") if "data: " in part]
    assert told == entries and events.count("event: deal.corrected\n") == 3


def test_a_page_asks_a_few_questions_however_much_is_withdrawn(begun: Callable[..., Table], store: Store) -> None:
    play = begun()
    for _ in range(6):
        play.withdraw(play.book())
        play.post("void", {"reason": "redeal"})
        play.post("finish", {})
        play.withdraw(play.state()["seq"])
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *more: Any) -> None:
        if "entries" in statement or "deals" in statement:
            asked.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        assert len(play.log()) == 30
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    assert len(asked) == 4


def rows_of(play: Table, app: Flask) -> list[dict[str, str]]:
    answer = app.test_client().get(f"{play.path}/log.csv", headers=bearer(play.keys["reader"]))
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))


def test_the_table_tells_of_what_is_withdrawn_and_of_the_end(begun: Callable[..., Table], app: Flask) -> None:
    play = begun()
    whole(play)
    rows = rows_of(play, app)
    assert {row["No."]: row["Superseded by No."] for row in rows if row["Superseded by No."]} == {str(a): str(b) for a, b in WHOLE.items()}
    assert [row["Fine"] for row in rows[:5]] == ["20", "10", "", "", "10"]
    assert (rows[6]["Attackers' points"], rows[6]["Reason"], rows[6]["Supersedes No."]) == ("110", "booked by mistake", "1")
    assert (rows[7]["Ended by"], rows[7]["Forfeited by"], rows[7]["Note"]) == ("time", "", "'=late")
    assert (rows[9]["Ended by"], rows[9]["Forfeited by"], rows[9]["Note"]) == ("forfeit", "NS", "")


def test_the_table_tells_the_warnings(begun: Callable[..., Table], app: Flask) -> None:
    play = begun()
    play.book(2, declarer="N", note="+1")
    play.deal(100, declarer="N")
    play.deal(75)
    play.post("corrections", {"deal": 1, "reason": "x", "replacement": {"kind": "score", "deal": {"attackers_points": 0}}})
    rows = rows_of(play, app)
    assert [row["Warnings"] for row in rows] == ["", "penalty_in_total", "other_declarer", "penalty_in_total"]
    assert rows[0]["Note"] == "'+1"


def test_such_a_match_goes_to_another_organiser_and_on_from_there(begun: Callable[..., Table], new_organiser: Callable[[], Keys]) -> None:
    play, other = begun(), new_organiser()
    whole(play)
    done = bring(play.client, other["admin"], export(play), 201)
    assert done["match"]["ended_by"] == "forfeit" and done["match"]["forfeited_by"] == "NS"
    theirs = Table.__new__(Table)
    theirs.client, theirs.keys, theirs.path = play.client, other, play.path
    theirs.expect_true()
    assert theirs.log() == play.log() and export(theirs) == export(play)
    theirs.withdraw(10)
    theirs.withdraw(2)
    assert bring(play.client, play.keys["admin"], export(theirs), 200)["imported"] == 2
    assert "ended_by" not in play.get().json and play.log() == theirs.log()
    play.expect_true()


def withdraws(line: dict[str, Any], seq: int) -> None:
    """Let an entry say that it withdraws another one."""
    line["supersedes"] = line["body"]["entry"] = line["outcome"]["entry"] = line["outcome"]["supersedes"] = seq


FORGED: dict[str, tuple[Callable[[list[dict[str, Any]]], Any], str, str]] = {
    "a deal": (lambda lines: withdraws(lines[6], 4), "outcome_differs", "/6"),
    "a penalty of another deal": (lambda lines: withdraws(lines[6], 2), "outcome_differs", "/6"),
    "a penalty twice": (lambda lines: lines.insert(7, dict(lines[6])), "outcome_differs", "/7"),
    "an end that is none": (lambda lines: withdraws(lines[9], 5), "outcome_differs", "/9"),
    "an end twice": (lambda lines: lines.insert(10, dict(lines[9])), "outcome_differs", "/10"),
    "no end withdrawn": (lambda lines: lines.pop(9), "outcome_differs", "/9"),
    "no other record": (lambda lines: lines[7]["outcome"].pop("replacement"), "outcome_differs", "/7"),
    "another score": (lambda lines: lines[7]["outcome"]["replacement"]["score"].update(attackers_points=100), "rescored_differently", "/7"),
    "another record": (lambda lines: lines[7]["body"].update(replacement=counted(90)), "rescored_differently", "/7"),
    "not void": (lambda lines: lines[7]["outcome"].pop("void"), "outcome_differs", "/7"),
    "nothing changed": (lambda lines: lines[7]["outcome"].pop("changed"), "outcome_differs", "/7"),
    "another end": (lambda lines: lines[10]["outcome"].update(forfeited_by="EW"), "outcome_differs", "/10"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_withdrawal_that_no_match_has_written_is_refused(
    begun: Callable[..., Table], new_organiser: Callable[[], Keys], name: str
) -> None:
    play = begun()
    whole(play)
    change, code, pointer = FORGED[name]
    refused = bring(play.client, new_organiser()["admin"], forged(export(play), change), 422)
    assert (refused["errors"][0]["code"], refused["errors"][0]["pointer"]) == (code, pointer)


# a penalty that names another declarer


@pytest.mark.parametrize(("declarer", "codes"), [("N", ["other_declarer"]), ("e", ["other_declarer"]), ("s", []), (None, [])])
def test_a_penalty_that_names_another_declarer_than_the_match_carries_a_warning(
    play: Table, declarer: str | None, codes: list[str]
) -> None:
    facts = {**EXPOSED, "cards": 1} | ({} if declarer is None else {"declarer": declarer})
    told = play.post("penalties", facts)
    assert [one["code"] for one in told["warnings"]] == codes and "warnings" not in told["entry"]["outcome"]
    if codes:
        said = [
            play.post("penalties", facts, Accept_Language=language)["warnings"][0]["message"] for language in ("en", "zh-Hans", "zh-Hant")
        ]
        assert len(set(said)) == 3 and "South" in said[0]
    play.expect_true()


def test_before_anybody_declares_a_penalty_may_name_whom_it_will(begun: Callable[..., Table]) -> None:
    assert begun().post("penalties", {**EXPOSED, "cards": 1, "declarer": "W"})["warnings"] == []


# whatever is done

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.sampled_from([0, 40, 75, 80, 120, 200])),
        st.tuples(st.just("counted"), st.sampled_from([0, 60, 100, 200])),
        st.tuples(st.just("void"), st.just(0)),
        st.tuples(st.just("book"), st.integers(1, 3)),
        st.tuples(st.just("rude"), st.integers(0, 1)),
        st.tuples(st.just("correct"), st.integers(1, 5)),
        st.tuples(st.just("annul"), st.integers(1, 5)),
        st.tuples(st.just("finish"), st.just(0)),
        st.tuples(st.just("withdraw"), st.integers(1, 16)),
        st.tuples(st.just("withdraw"), st.integers(1, 16)),
    ),
    max_size=14,
)
RUDE: dict[str, Any] = HOUSE | {
    "offences": [*HOUSE["offences"], {"code": "shown", "title": {"en": "Shown"}, "fine": {"points": 10, "per": "card"}}],
    "levels": {"ladder": ["2", "3", "A"], "must_defend": []},
    "rounds": {"form": {"games": 3}},
}


@pytest.mark.full
@settings(max_examples=30)
@given(steps=STEPS)
def test_whatever_is_withdrawn_the_log_holds_and_goes_elsewhere(
    client_of: tuple[CheckedClient, Keys], steps: list[tuple[str, int]]
) -> None:
    play = Table(*client_of, RUDE)
    for what, value in steps:
        before = play.state()
        because = {"declarer": "N", "declarer_because": "referee"}
        total = {"kind": "score", "deal": {"attackers_points": value, **because}}
        path, body = {
            "deal": ("deals", total),
            "counted": ("deals", counted(value, **because)),
            "void": ("void", {"reason": "x"}),
            "book": ("penalties", {"offence": "shown", "side": "EW", "cards": value, "declarer": "N"}),
            "rude": ("penalties", {"offence": "rude", "side": ("NS", "EW")[value % 2]}),
            "correct": ("corrections", {"deal": value, "reason": "x", "replacement": counted(value * 20, **because)}),
            "annul": ("corrections", {"deal": value, "reason": "x", "void": True}),
            "finish": ("finish", {"ended_by": "time"}),
            "withdraw": ("corrections", {"entry": value, "void": True, "reason": "x"}),
        }[what]
        answer = play.client.post(f"{play.path}/{path}", json=body, headers=bearer(play.keys["referee"]))
        assert answer.status_code in (201, 404, 409), answer.get_data(as_text=True)
        assert answer.status_code == 201 or play.state() == before
        play.expect_true()
    booked = {entry["seq"]: entry for entry in play.log() if entry["kind"] == "penalty"}
    for entry in play.log():
        counted_in = entry["outcome"].get("replacement", entry["outcome"]).get("penalties", []) if "superseded_by" not in entry else []
        assert not [seq for seq in counted_in if "superseded_by" in booked[seq]]

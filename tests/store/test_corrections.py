"""Corrections: what was recorded stays, what follows is carried forward anew."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.transfer import LINE_LIMIT
from store.corrections import MOST_CHANGED
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    play = Play(client, keys)
    play.deal(75, declarer="N")
    play.deal(75)
    play.deal(125)
    return play


def correct(play: Play, deal: int, points: int | None, status: int = 201, **more: Any) -> Any:
    what = {"void": True} if points is None else {"replacement": {"kind": "score", "deal": {"attackers_points": points, **more}}}
    return play.post("corrections", {"deal": deal, "reason": "misread", **what}, status)


def log(play: Play) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = play.client.get(f"{play.path}/log", headers=bearer(play.keys["reader"])).json["entries"]
    return entries


def test_a_correction_carries_the_levels_forward_again(play: Play) -> None:
    before = log(play)
    done = correct(play, 1, 0, declarer="N")
    assert done["entry"]["kind"] == "correction" and done["entry"]["supersedes"] == 1 and done["entry"]["body"]["reason"] == "misread"
    assert done["state"]["levels"] == {"NS": "6", "EW": "3"} and done["state"]["seq"] == 4
    assert [change["deal"] for change in done["entry"]["outcome"]["changed"]] == [1, 2, 3]
    after = log(play)
    unhashed = ("superseded_by", "warnings")
    assert [{key: value for key, value in entry.items() if key not in unhashed} for entry in after[:3]] == before
    assert after[0]["superseded_by"] == 4
    assert after[1]["warnings"] == ["played_at_other_level"] == after[2]["warnings"]


def test_the_same_facts_played_at_once_lead_to_the_same_state(play: Play, client: CheckedClient, keys: Keys) -> None:
    corrected = correct(play, 1, 0, declarer="N")["state"]
    other = Play(client, keys)
    other.deal(0, declarer="N")
    other.deal(75)
    assert other.deal(125)["state"] | {"seq": 4} == corrected


def test_a_deal_can_be_voided_and_brought_back(play: Play) -> None:
    first = play.state()
    voided = correct(play, 2, None)["state"]
    assert voided["levels"]["NS"] == "3" and voided["deal"] == 4
    assert log(play)[2]["warnings"] == ["played_at_other_level", "other_declarer"]
    assert correct(play, 2, None, 409)["code"] == "nothing_to_correct"
    assert correct(play, 2, 75)["state"] == first | {"seq": 5}
    assert [entry.get("superseded_by") for entry in log(play)] == [None, 5, None, 5, None]


def test_what_was_never_played_may_turn_out_to_have_been(play: Play) -> None:
    play.post("void", {"reason": "thought so"})
    assert correct(play, 4, 75)["entry"]["supersedes"] == 4


def test_a_correction_is_judged_as_the_deal_would_have_been(play: Play) -> None:
    assert correct(play, 9, None, 404)["code"] == "deal_not_found"
    assert correct(play, 2, 75, 409, declarer="E")["code"] == "declarer_differs"
    assert correct(play, 2, 75, 422, trick_points=5)["errors"][0]["pointer"].startswith("/replacement/deal")
    assert play.post("corrections", {"deal": 1, "reason": "x"}, 422)["errors"][0]["code"] == "exactly_one_of"
    assert play.post("corrections", {"deal": 1, "reason": "x", "void": False}, 422)["errors"][0]["pointer"] == "/void"
    assert play.post("corrections", {"deal": 1, "reason": "x", "void": True, "expected_seq": 1}, 409)["code"] == "seq_differs"
    first = [("N", "HA"), ("W", "D3"), ("S", "H4"), ("E", "H6")]
    second = [("N", "HK"), ("W", "H7")]
    tricks = [{"plays": [{"seat": seat, "cards": [card]} for seat, card in trick]} for trick in (first, second)]
    illegal = {"kind": "replay", "deal": {"declarer": "N", "trump": {"suit": "S", "level": "2"}, "tricks": tricks}}
    refused = play.post("corrections", {"deal": 1, "reason": "x", "replacement": illegal}, 422)
    assert refused["code"] == "deal_not_legal" and refused["fault"]["pointer"] == "/replacement/deal/tricks/0/plays/1"
    assert play.state()["seq"] == 3


def test_a_finished_match_may_still_be_corrected(play: Play) -> None:
    play.post("finish", {})
    assert correct(play, 1, 0, declarer="N")["state"]["seq"] == 5
    assert play.client.get(play.path, headers=bearer(play.keys["reader"])).json["status"] == "finished"


def test_a_correction_that_leads_to_the_same_changes_nothing_after_it(play: Play) -> None:
    same = correct(play, 1, 70, declarer="N")
    assert same["entry"]["outcome"]["changed"] == [] and same["state"] == play.state() and same["state"]["seq"] == 4
    assert [entry.get("superseded_by") for entry in log(play)] == [4, None, None, None]


LADDERS: dict[str, dict[str, Any]] = {
    "long": {"extends": "march8-2012"},
    "wrapping": {"extends": "guizhou-2010"},
    "short": {"extends": "march8-2012", "levels": {"ladder": ["2", "3", "A"], "must_defend": []}},
}
FACTS = st.one_of(st.none(), st.tuples(st.sampled_from([0, 40, 75, 80, 120, 160, 200]), st.sampled_from("NESW")))


@pytest.mark.full
@settings(max_examples=20)
@given(played=st.lists(FACTS, min_size=1, max_size=7), fixes=st.lists(st.tuples(st.integers(0, 6), FACTS), max_size=4))
@pytest.mark.parametrize("levels", LADDERS)
def test_corrected_facts_lead_where_they_would_have_led_at_once(
    client_of: tuple[CheckedClient, Keys],
    levels: str,
    played: list[tuple[int, str] | None],
    fixes: list[tuple[int, tuple[int, str] | None]],
) -> None:
    ruleset = {**LADDERS[levels], "rounds": {"form": {"games": 15}}}
    play, facts = Play(*client_of, ruleset), list(played)
    for fact in played:
        record(play, fact)
    for number, fact in fixes:
        place = number % len(facts)
        what = {"void": True} if fact is None else {"replacement": {"kind": "score", "deal": deal_of(fact)}}
        if fact is not None or facts[place] is not None:
            play.post("corrections", {"deal": place + 1, "reason": "x", **what})
        facts[place] = fact
    at_once = Play(*client_of, ruleset)
    for fact in facts:
        record(at_once, fact)
    assert play.state() | {"seq": 0} == at_once.state() | {"seq": 0}
    assert play.client.get(f"{play.path}/verify", headers=bearer(play.keys["reader"])).json["valid"] is True


def deal_of(fact: tuple[int, str]) -> dict[str, Any]:
    return {"attackers_points": fact[0], "declarer": fact[1], "declarer_because": "referee"}


def record(play: Play, fact: tuple[int, str] | None) -> None:
    """A deal as it was played, or a void one."""
    if fact is None:
        play.post("void", {"reason": "redeal"})
    else:
        play.post("deals", {"kind": "score", "deal": deal_of(fact)})


SHORT = {"extends": "march8-2012", "levels": {"ladder": ["2", "A"], "must_defend": []}}


def test_a_game_may_end_by_a_correction_and_not_have_ended_by_another(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, SHORT | {"rounds": {"form": {"games": 3}}})
    play.deal(75, declarer="N")
    play.deal(80)
    play.deal(80, declarer="W", declarer_because="referee")
    ended = correct(play, 2, 75)
    told = ended["games_over"][0]["outcome"]
    assert (told["deal"], told["game"], told["winner"], told["games"]) == (2, 1, "NS", {"NS": 1, "EW": 0})
    assert ended["state"]["games"] == {"NS": 1, "EW": 0}
    undone = correct(play, 2, 80)
    assert undone["state"]["games"] == {"NS": 0, "EW": 0} and "games_over" not in undone
    assert log(play)[4]["superseded_by"] == 6


def test_a_correction_changes_no_more_deals_than_an_entry_tells(client: CheckedClient, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(client, keys, "guizhou-2010")
    play.deal(75, declarer="N")
    for _ in range(4):
        play.deal(75)
    changed = correct(play, 1, 0)["entry"]["outcome"]["changed"]
    assert len(changed) == 5 and max(len(orjson.dumps(one)) for one in changed) * MOST_CHANGED < LINE_LIMIT / 2
    monkeypatch.setattr("store.corrections.MOST_CHANGED", 4)
    state = play.state()
    refused = correct(play, 1, 75, 409)
    assert refused["code"] == "too_many_changes" and "4" in refused["detail"] and play.state() == state
    assert len(correct(play, 2, 0)["entry"]["outcome"]["changed"]) == 4


def test_the_ends_of_several_games_that_a_correction_brings_about_are_told(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, SHORT | {"rounds": {"form": {"games": 3}}})
    play.deal(80, declarer="N")
    for _ in range(3):
        play.deal(75, declarer="N", declarer_because="referee")
    assert play.state()["games"] == {"NS": 1, "EW": 0}
    told = correct(play, 1, 75)
    assert [one["outcome"]["deal"] for one in told["games_over"]] == [2, 4]
    assert [one["seq"] for one in told["games_over"]] == [told["entry"]["seq"] + 1, told["entry"]["seq"] + 2]
    assert told["state"]["games"] == {"NS": 2, "EW": 0}


def test_deals_after_the_end_of_the_round_count_no_more(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, SHORT)
    play.deal(75, declarer="N")
    play.deal(80)
    play.deal(80)
    over = correct(play, 2, 75)["state"]
    assert over["round_over"] is True and over["games"] == {"NS": 1, "EW": 0} and over["deal"] == 4
    assert log(play)[2]["warnings"] == ["played_after_round"]
    last = play.client.get(f"{play.path}/scoreboard", headers=bearer(play.keys["reader"])).json["last"]
    assert last == {"deal": 3, "seq": 3, "declarer": "E", "level": "2", "warnings": ["played_after_round"]}
    assert correct(play, 3, 75, 409)["code"] == "round_over"
    again = correct(play, 2, 80)["state"]
    assert "round_over" not in again and again["games"] == {"NS": 0, "EW": 0}

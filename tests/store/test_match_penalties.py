"""Penalties booked while a deal is played: each counts in that deal once, and none keeps a deal from being recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.catalogue import PRESET_IDS, preset
from tests.api.checked import CheckedClient
from tests.golden.cases import CASES, failed_throw
from tests.golden.test_golden import answer_of, deal_of
from tests.store.conftest import Keys
from tests.store.test_matches import Play

ORDER = {"counterclockwise": "NWSE", "clockwise": "NESW"}
FACTS: dict[str, Any] = {"cards": 3, "occurrence": 1, "minutes": 50, "trick_points": 10, "trick_won_by": "NS"}
HOUSE: dict[str, Any] = {
    "extends": "march8-2012",
    "offences": [
        {
            "code": "rude",
            "title": {"en": "Rudeness"},
            "fine": {"points": 10, "per": "time"},
            "effects": [{"kind": "level_up", "side": "opponents", "levels": 1}],
        }
    ],
}
"""A house rule that both fines and moves a level."""


def counted(trick_points: int = 100, declarer: str = "N", order: str = "NWSE", **more: Any) -> dict[str, Any]:
    """A deal whose points are still to be added up; its kitty is empty and its last trick North's."""
    last = [{"seat": seat, "cards": [card]} for seat, card in zip(order, ("HA", "H3", "H4", "H6"), strict=True)]
    deal = {"trump": {"suit": "S", "level": "2"}, "declarer": declarer, "trick_points": trick_points, "kitty_points": 0}
    return {"kind": "score", "deal": deal | {"last_trick": {"plays": last}} | more}


@pytest.fixture
def begun(client: CheckedClient, keys: Keys) -> Callable[..., Play]:
    return lambda ruleset="jiangsu-2007": Play(client, keys, ruleset)


def codes(answer: Any) -> list[str]:
    return [warning["code"] for warning in answer["warnings"]]


def test_a_booked_fine_stands_beside_those_of_the_deal(begun: Callable[..., Play]) -> None:
    play = begun()
    one = play.post("penalties", {"offence": "exposed_card", "side": "ew", "cards": 2, "note": "裁判在场"})["entry"]
    two = play.post("penalties", {"offence": "exposed_card", "side": "NS", "cards": 1})["entry"]
    answer = play.post("deals", counted(penalties=[{"offence": "exposed_card", "side": "EW", "cards": 3}]))
    outcome = answer["entry"]["outcome"]
    assert outcome["penalties"] == [one["seq"], two["seq"]] and codes(answer) == []
    assert [(fine["side"], fine["points"]) for fine in outcome["score"]["fines"]] == [("EW", 30), ("EW", 20), ("NS", 10)]
    assert outcome["score"]["attackers_points"] == 100 - 30 - 20 + 10
    assert answer["entry"]["body"]["deal"]["penalties"] == [{"offence": "exposed_card", "side": "EW", "cards": 3}]


def test_a_penalty_counts_in_its_own_deal_alone(begun: Callable[..., Play]) -> None:
    play = begun()
    play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})
    play.post("void", {"reason": "redeal"})
    first = play.post("deals", counted())["entry"]["outcome"]
    play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 1})
    assert play.deal(80)["entry"]["outcome"]["deal"] == 3
    second = play.deal(80)["entry"]["outcome"]
    assert "penalties" not in first and first["score"]["fines"] == [] and second["score"]["fines"] == []


def test_the_effects_of_a_booked_penalty_move_the_deal(begun: Callable[..., Play]) -> None:
    play = begun("march8-2012")
    seq = play.post("penalties", {"offence": "improper_play", "side": "NS", "declarer": "N"})["entry"]["seq"]
    answer = play.deal(0, declarer="N")
    assert answer["entry"]["outcome"]["penalties"] == [seq] and codes(answer) == []
    assert answer["entry"]["outcome"]["advance"]["outcome"] == "attackers_take"
    assert answer["entry"]["outcome"]["moves"]["effects"] == [{"kind": "deal_taken", "by": "EW", "levels": 0}]


def test_a_final_total_holds_the_points_and_not_the_effects(begun: Callable[..., Play]) -> None:
    play = begun(HOUSE)
    seq = play.post("penalties", {"offence": "rude", "side": "EW"})["entry"]["seq"]
    answer = play.deal(80, declarer="n")
    outcome = answer["entry"]["outcome"]
    assert codes(answer) == ["penalty_in_total"] == outcome["warnings"] and outcome["penalties"] == [seq]
    assert outcome["score"]["attackers_points"] == 80 and outcome["advance"]["levels"] == {"NS": "3", "EW": "2"}
    assert outcome["moves"]["effects"] == [{"kind": "level_up", "side": "NS", "levels": 1}]


def test_the_first_deal_takes_what_was_booked_before_anybody_declared(begun: Callable[..., Play]) -> None:
    play = begun()
    booked = play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})["entry"]["outcome"]["assessment"]
    assert "attackers_points_delta" not in booked and booked["points"] == 20
    assert play.post("deals", counted(declarer="E"))["entry"]["outcome"]["score"]["attackers_points"] == 120


def test_the_match_tells_who_declares(begun: Callable[..., Play]) -> None:
    play = begun()
    play.deal(80, declarer="N")  # West declares next
    booked = play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})["entry"]
    assert booked["outcome"]["assessment"]["attackers_points_delta"] == 20 and "declarer" not in booked["body"]


def test_a_penalty_that_needs_the_declarer_says_so(begun: Callable[..., Play]) -> None:
    refused = begun("march8-2012").post("penalties", {"offence": "improper_play", "side": "NS"}, 422)
    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [("/declarer", "missing_field")]


def test_a_penalty_that_contradicts_a_booked_one_is_refused_at_once(begun: Callable[..., Play]) -> None:
    play = begun("march8-2012")
    seq = play.post("penalties", {"offence": "improper_play", "side": "NS", "declarer": "N"})["entry"]["seq"]
    refused = play.post("penalties", {"offence": "improper_play", "side": "EW", "declarer": "N"}, 422)
    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [("/offence", "contradictory_effect")]
    assert f"seq {seq}" in refused["errors"][0]["message"] and play.state()["seq"] == seq


@pytest.mark.parametrize("own", ["penalties", "effects"])
def test_a_deal_may_not_contradict_what_the_referee_has_booked(begun: Callable[..., Play], own: str) -> None:
    play = begun("march8-2012")
    play.post("penalties", {"offence": "improper_play", "side": "NS", "declarer": "N"})
    items: dict[str, Any] = {"penalties": {"offence": "improper_play", "side": "EW"}, "effects": {"kind": "deal_taken", "by": "NS"}}
    refused = play.deal(0, 422, None, declarer="N", **{own: [items[own]]})
    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [(f"/deal/{own}/0", "contradictory_effect")]


def test_a_booked_penalty_that_does_not_fit_the_declarer_is_left_out_with_a_warning(begun: Callable[..., Play]) -> None:
    play = begun("gongxiao-2013")
    play.post("penalties", {"offence": "wrong_kitty", "side": "NS", "tier": "deal_lost", "declarer": "N"})
    answer = play.deal(0, declarer="E")  # of attackers nobody can have buried wrongly
    assert codes(answer) == ["penalty_does_not_fit"] and "penalties" not in answer["entry"]["outcome"]
    assert answer["entry"]["outcome"]["advance"]["outcome"] == "declarers_hold"


def test_the_faults_of_a_deal_are_told_though_a_booked_penalty_does_not_fit(begun: Callable[..., Play]) -> None:
    play = begun("gongxiao-2013")
    play.post("penalties", {"offence": "wrong_kitty", "side": "NS", "tier": "deal_lost", "declarer": "N"})
    refused = play.deal(0, 422, declarer="E", penalties=[{"offence": "sneezing", "side": "NS"}], lucky=1)
    assert {one["pointer"] for one in refused["errors"]} == {"/deal/penalties/0/offence", "/deal/lucky"}


@pytest.mark.parametrize("penalties", [7, {}, [[]], ["x"]])
def test_penalties_that_are_none_are_refused_beside_booked_ones(begun: Callable[..., Play], penalties: Any) -> None:
    play = begun()
    play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})
    refused = play.post("deals", counted(penalties=penalties), 422)
    assert {one["pointer"] for one in refused["errors"]} <= {"/deal/penalties", "/deal/penalties/0"}


def test_no_deal_has_more_penalties_than_can_be_scored(begun: Callable[..., Play]) -> None:
    play = begun()
    for _ in range(16):
        play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 1})
    refused = play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 1}, 409)
    assert refused["code"] == "too_many_penalties" and refused["state"]["seq"] == 16
    assert len(play.post("deals", counted(200))["entry"]["outcome"]["penalties"]) == 16


def test_a_failed_throw_that_the_tricks_show_is_fined_by_them(begun: Callable[..., Play]) -> None:
    case = next(case for case in CASES if case.ruleset == "jiangsu-2007" and failed_throw in case.shows and case.how.get("first_deal"))
    body, wanted = deal_of(case), answer_of(case)
    play = begun()
    play.post("penalties", {"offence": "failed_throw", "side": "EW", "cards": 2})
    deal = {key: value for key, value in body.items() if key not in ("ruleset", "levels", "first_deal")}
    answer = play.post("deals", {"kind": "replay", "deal": deal})
    assert codes(answer) == [*(warning["code"] for warning in wanted["warnings"]), "penalty_in_tricks"]
    assert answer["entry"]["outcome"]["score"]["attackers_points"] == wanted["score"]["attackers_points"]
    assert "penalties" not in answer["entry"]["outcome"]


def replay_ruled_on() -> dict[str, Any]:
    """A first deal in which a play was ruled on: the record names the offence at its place."""
    case = next(case for case in CASES if case.name == "jiangsu-irregularities-ruled-on")
    body = deal_of(case)
    return {key: value for key, value in body.items() if key not in ("ruleset", "levels", "first_deal")}


def test_a_booked_penalty_that_the_record_names_at_its_place_counts_once(begun: Callable[..., Play]) -> None:
    deal = {key: value for key, value in replay_ruled_on().items() if key not in ("bids", "seat_holder", "kitty")}
    alone = begun().post("deals", {"kind": "replay", "deal": deal})["entry"]["outcome"]["score"]
    play = begun()
    booked = [{key: value for key, value in penalty.items() if key != "at"} for penalty in deal["penalties"]]
    seqs = [play.post("penalties", one | {"side": one["side"].lower(), "declarer": deal["declarer"]})["entry"]["seq"] for one in booked]
    outcome = play.post("deals", {"kind": "replay", "deal": deal})["entry"]["outcome"]
    assert outcome["penalties"] == seqs and outcome["score"] == alone
    again = begun()
    again.post("penalties", booked[0] | {"declarer": deal["declarer"], "tier": "gain"})  # another offence than the record's
    assert len(again.post("deals", {"kind": "replay", "deal": deal})["entry"]["outcome"]["score"]["fines"]) == len(alone["fines"]) + 1


def facts_of(offence: Any, tier: str | None, side: str) -> dict[str, Any]:
    cases = [offence.own, *offence.steps, *offence.cases, *offence.by_side.values(), *(case for _, case in offence.bands)]
    cases += [offence.tiers[tier]] if tier else []
    needs = {fact for case in cases for fact in case.needs} - {"declarer", "tier", "points"}
    facts = {"offence": offence.code, "side": side} | {fact: FACTS[fact] for fact in needs if fact in FACTS}
    return facts | ({"tier": tier} if tier else {})


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_whatever_is_booked_a_deal_can_be_recorded(begun: Callable[..., Play], ruleset: str) -> None:
    options = preset(ruleset).options
    play, booked, offences, order = begun(ruleset), 0, options.offences, ORDER[options.direction]
    headers = {"Authorization": f"Bearer {play.keys['referee']}"}
    told = [facts_of(offence, tier, side) for offence in offences for tier in offence.tiers or (None,) for side in ("NS", "EW")]
    for facts in told:
        answer = play.client.post(f"{play.path}/penalties", json=facts | {"declarer": "N"}, headers=headers)
        assert answer.status_code in (201, 422), answer.json
        if answer.status_code == 422:  # a side that cannot be at fault, or points that the referee must give
            continue
        booked += 1
        scored = counted(80, order=order) if booked % 2 else {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}}
        scored["deal"]["declarer_because"] = "referee"
        total = play.post("deals", scored)
        assert "penalty_does_not_fit" not in codes(total)
        play = begun(ruleset) if "games_over" in total else play
    assert booked >= len(offences) // 2


@pytest.mark.parametrize(
    ("named", "declarer", "told"), [("N", "N", []), ("N", "S", ["penalty_other_declarer"]), ("n", "E", ["penalty_other_declarer"])]
)
def test_a_penalty_booked_under_another_declarer_than_declared_is_told(
    client: CheckedClient, keys: Keys, named: str, declarer: str, told: list[str]
) -> None:
    play = Play(client, keys, "jiangsu-2007")
    play.post("penalties", {"offence": "exposed_card", "side": "NS", "cards": 1, "declarer": named})
    answer = play.post("deals", counted(100, declarer=declarer))
    assert [warning["code"] for warning in answer["warnings"]] == told


def test_a_penalty_that_the_match_has_no_deal_for_is_told_when_it_is_booked(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, "jiangsu-2007")
    answer = play.post("penalties", {"offence": "deliberate_foul", "side": "NS", "declarer": "N"})
    assert [warning["code"] for warning in answer["warnings"]] == ["sanction_beyond_the_deal"]
    assert play.post("penalties", {"offence": "exposed_card", "side": "NS", "cards": 1, "declarer": "N"})["warnings"] == []

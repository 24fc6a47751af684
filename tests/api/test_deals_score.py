"""deals/score over HTTP: one call for a scoreboard, zeros written out, every fault with its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from rules.cards import TOKENS
from schemas.deals import DealScoreRequest
from schemas.faults import faults_of
from tests.api.conftest import Asker
from tests.api.questions import ADVANCE, DEAL, KITTY
from tests.property.dealing import seeded
from tests.support.deals import singles_deal

FIVES = ["H5", "HT", "D2", "D3", "D4", "D6", "C2", "C3"]
FINAL: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "declarer": "N",
    "levels": {"NS": "5", "EW": "9"},
    "attackers_points": 115,
}
SINGLES = singles_deal(3)
TRICKS: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": {"suit": "S", "level": "5"},
    "declarer": "N",
    "levels": {"NS": "5", "EW": "9"},
    "tricks": SINGLES.tricks,
}
REVOKE = {"offence": "concealed_card", "side": "NS", "tier": "gain"}


def faults(ask: Asker, question: dict[str, Any], **changes: Any) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in ask("deals/score", question, status=422, **changes)["errors"]]


def test_a_deal_is_scored_item_by_item(ask: Asker) -> None:
    answer = ask("deals/score", DEAL)
    assert answer["score"] == {
        "trick_points": 75,
        "kitty": {
            "won_by": "attackers",
            "winner": "W",
            "category": "single",
            "multiplier": 2,
            "kitty_points": 15,
            "awarded": 30,
            "digs": [],
        },
        "fines": [],
        "fines_points": 0,
        "counted_points": 105,
        "attackers_points": 105,
    }
    assert answer["advance"] == {
        "outcome": "attackers_take",
        "gained": {"side": "EW", "levels": 0, "due": 0},
        "levels": {"NS": "5", "EW": "9"},
        "declarer": "W",
        "level": "9",
        "game_over": False,
    }
    assert answer["warnings"] == []


def test_zeros_are_written_out(ask: Asker) -> None:
    warned = {"offence": "disturbance", "side": "NS"}
    score = ask("deals/score", DEAL, declarer="W", trick_points=0, kitty_points=0, penalties=[warned], levels={"NS": "9", "EW": "5"})[
        "score"
    ]
    assert (score["trick_points"], score["kitty"]["kitty_points"], score["kitty"]["awarded"]) == (0, 0, 0)
    assert [(fine["points"], fine["attackers_points_delta"]) for fine in score["fines"]] == [(0, 0)]
    assert (score["fines_points"], score["counted_points"], score["attackers_points"]) == (0, 0, 0)


def test_kitty_and_levels_are_those_of_their_own_calls(ask: Asker) -> None:
    answer = ask("deals/score", DEAL)
    apart = ask("kitty/score", KITTY, trump=DEAL["trump"])
    assert answer["score"]["kitty"] == {key: apart[key] for key in answer["score"]["kitty"]}
    moved = ask("levels/advance", ADVANCE, attackers_points=105)
    assert answer["advance"] == {key: value for key, value in moved.items() if key not in ("ruleset", "rulings")}
    assert answer["rulings"][-3:] == moved["rulings"]


def test_rulings_are_left_out_where_they_are_not_asked_for(ask: Asker) -> None:
    assert "rulings" not in ask("deals/score", DEAL, explain=False)


def test_penalties_become_fines_with_their_clause(ask: Asker) -> None:
    answer = ask("deals/score", DEAL, penalties=[REVOKE, {"offence": "played_out_of_turn", "side": "EW", "cards": 2}])
    assert [(fine["offence"], fine["side"], fine["points"], fine["attackers_points_delta"]) for fine in answer["score"]["fines"]] == [
        ("concealed_card", "NS", 40, 40),
        ("played_out_of_turn", "EW", 20, -20),
    ]
    assert [fine["clause"]["id"] for fine in answer["score"]["fines"]] == ["4.3.6", "4.3.2"]
    assert (answer["score"]["fines_points"], answer["score"]["attackers_points"]) == (20, 125)


def test_a_penalty_costs_what_penalties_assess_says(ask: Asker) -> None:
    apart = ask("penalties/assess", {"ruleset": "jiangsu-2007", "declarer": "N", **REVOKE})
    fine = ask("deals/score", DEAL, penalties=[REVOKE])["score"]["fines"][0]
    assert fine == {key: value for key, value in apart.items() if key not in ("ruleset", "basis", "option", "rulings")}
    assert [sanction["kind"] for sanction in fine["sanctions"]] == ["warning", "fine"]


@pytest.mark.parametrize(
    ("ruleset", "penalty", "told"),
    [
        (
            "jiangsu-2007",
            {"offence": "late", "side": "both", "minutes": 16},
            {"kind": "round_forfeited", "round_points": {"NS": "0", "EW": "0"}},
        ),
        ("jiangsu-2007", {"offence": "exposed_card", "side": "EW", "cards": 2}, {"kind": "exposed", "side": "EW", "cards": 2}),
        ("jiangsu-2007", {"offence": "wrong_card_count", "side": "NS"}, {"kind": "replay_choice", "by": "EW"}),
        ("march8-2012", {"offence": "improper_play", "side": "NS"}, {"kind": "deal_taken", "by": "EW", "levels": 0}),
    ],
)
def test_what_a_penalty_does_beside_points_goes_along_though_rulings_are_not_wanted(
    ask: Asker, ruleset: str, penalty: dict[str, Any], told: dict[str, Any]
) -> None:
    answer = ask("deals/score", DEAL, ruleset=ruleset, penalties=[penalty], explain=False)
    (fine,) = answer["score"]["fines"]
    assert told in fine["effects"]
    apart = ask("penalties/assess", {"ruleset": ruleset, "declarer": "N", **penalty})
    assert [fine.get(key) for key in ("then", "remedy_code")] == [apart.get(key) for key in ("then", "remedy_code")]


def test_tricks_of_a_replay_may_be_passed_on_and_their_failed_throws_are_fined_by_the_penalties(ask: Asker) -> None:
    deals = (seeded("gongxiao-2013", seed, with_bids=False) for seed in range(60))
    deal = next(deal for deal in deals if sum("attempt" in trick for trick in deal["tricks"]) == 1)
    passed_on = {key: deal[key] for key in ("ruleset", "trump", "declarer", "levels", "tricks")}
    replayed = ask("deals/replay", deal)["score"]
    (fine,) = replayed["fines"]
    cards = fine["sanctions"][0]["cards"]
    told = ask("deals/score", passed_on, penalties=[{"offence": "failed_throw", "side": fine["side"], "cards": cards}])
    assert told["warnings"] == []
    assert told["score"]["attackers_points"] == replayed["attackers_points"]
    untold = ask("deals/score", passed_on)
    assert [warning["code"] for warning in untold["warnings"]] == ["attempts_not_fined"]
    assert untold["score"]["attackers_points"] == replayed["attackers_points"] - fine["attackers_points_delta"]
    unfined = {"extends": "gongxiao-2013", "offences": []}
    assert ask("deals/score", passed_on, ruleset=unfined)["warnings"] == []


def test_a_failed_throw_has_no_more_copies_than_there_are(ask: Asker) -> None:
    tricks = [{**trick, "attempt": "HA HA HA"} if index == 1 else trick for index, trick in enumerate(singles_deal(1).tricks)]
    question = {"ruleset": "jiangsu-2007", "trump": {"suit": "S", "level": "5"}, "declarer": "N", "levels": {"NS": "5", "EW": "9"}}
    assert faults(ask, question, tricks=tricks) == [("/tricks/1/attempt/2", "too_many_copies")]
    assert faults(ask, question, tricks=tricks, ruleset="jiangsu") == [("/ruleset", "ruleset_not_found")]
    tricks[2] = {**tricks[2], "attempt": "HA H1"}
    assert faults(ask, question, tricks=tricks) == [("/tricks/2/attempt/1", "unknown_card"), ("/tricks/1/attempt/2", "too_many_copies")]


def test_a_round_that_is_forfeited_is_warned_of_since_the_levels_move_nevertheless(ask: Asker) -> None:
    late = {"offence": "late", "side": "EW", "minutes": 16}
    answer = ask("deals/score", DEAL, penalties=[late], explain=False)
    assert [warning["code"] for warning in answer["warnings"]] == ["sanction_beyond_the_deal"]
    assert answer["advance"] == ask("deals/score", DEAL)["advance"]


def test_an_offence_of_a_house_has_no_clause(ask: Asker) -> None:
    house = {"extends": "jiangsu-2007", "offences": [{"code": "spilled_tea", "decidable": True, "fine": {"points": 5, "per": "time"}}]}
    fine = ask("deals/score", DEAL, ruleset=house, penalties=[{"offence": "spilled_tea", "side": "NS"}])["score"]["fines"][0]
    assert (fine["offence"], fine["side"], fine["points"], fine["attackers_points_delta"]) == ("spilled_tea", "NS", 5, 5)
    assert (fine["title"], fine["effects"], fine["sanctions"]) == ("spilled tea", [], [{"kind": "fine", "points": 5, "per": "time"}])
    assert "clause" not in fine


def test_effects_of_penalties_and_of_the_request_move_the_levels(ask: Asker) -> None:
    improper = {"offence": "improper_play", "side": "NS"}
    march = {**DEAL, "ruleset": "march8-2012", "trick_points": 0, "kitty_points": 0}
    answer = ask("deals/score", march, penalties=[improper], effects=[{"kind": "level_up", "side": "EW", "levels": 2}])
    assert (answer["advance"]["outcome"], answer["advance"]["levels"]) == ("attackers_take", {"NS": "5", "EW": "J"})
    set_total = ask("deals/score", DEAL, effects=[{"kind": "deal_score", "side": "EW", "points": 0}])
    assert (set_total["score"]["counted_points"], set_total["score"]["attackers_points"]) == (105, 0)
    assert set_total["advance"]["outcome"] == "declarers_hold"


def test_a_final_total_is_all_there_is(ask: Asker) -> None:
    answer = ask("deals/score", FINAL)
    assert answer["score"] == {"fines": [], "attackers_points": 115}
    assert answer["advance"]["levels"] == {"NS": "5", "EW": "9"}
    assert ask("deals/score", FINAL, trump={"suit": "S", "level": "5"})["score"]["attackers_points"] == 115


def test_beside_a_final_total_penalties_without_points_still_move_the_levels(ask: Asker) -> None:
    improper = {"offence": "improper_play", "side": "NS"}
    answer = ask("deals/score", FINAL, ruleset="march8-2012", attackers_points=0, penalties=[improper])
    assert (answer["advance"]["outcome"], answer["score"]["attackers_points"]) == ("attackers_take", 0)
    assert answer["score"]["fines"][0]["attackers_points_delta"] == 0


def test_beside_a_final_total_penalties_with_points_would_count_twice(ask: Asker) -> None:
    assert faults(ask, FINAL, penalties=[{"offence": "disturbance", "side": "NS"}, REVOKE]) == [("/penalties/1", "counted_already")]


def test_an_empty_list_says_nothing(ask: Asker) -> None:
    assert ask("deals/score", FINAL, penalties=[], effects=[])["score"] == {"fines": [], "attackers_points": 115}
    assert ask("deals/score", DEAL, digs=[], penalties=[], effects=[]) == ask("deals/score", DEAL)


def test_beside_a_final_total_digs_and_stakes_are_said(ask: Asker) -> None:
    dug = ask("deals/score", FINAL, ruleset="anhui-tcm-2009", levels={"NS": "J", "EW": "5"}, digs=[{"side": "NS", "to": "2"}])
    assert dug["advance"]["levels"] == {"NS": "2", "EW": "8"}
    staked = ask("deals/score", FINAL, ruleset="nantong-chaodipi", stakes={"shown_by": "attackers", "declarers_points": 70})
    assert staked["advance"]["levels"] == {"NS": "2", "EW": "A"}
    by_trick = {"extends": "jiangsu-2007", "rotation": {"taken": "last_trick_winner"}}
    assert ask("deals/score", FINAL, ruleset=by_trick, last_trick_winner="E")["advance"]["declarer"] == "E"
    assert faults(ask, FINAL, ruleset=by_trick) == [("/last_trick_winner", "missing_field")]
    assert faults(ask, FINAL, ruleset="nantong-chaodipi", stakes={"shown_by": "attackers"}) == [
        ("/stakes/declarers_points", "missing_field")
    ]


def test_beside_trick_points_stakes_and_the_last_trick_s_winner_are_derived(ask: Asker) -> None:
    staked = ask("deals/score", DEAL, ruleset="nantong-chaodipi", trick_points=125, stakes={"shown_by": "attackers"})
    assert staked["advance"]["levels"] == {"NS": "2", "EW": "A"}
    by_trick = {"extends": "jiangsu-2007", "rotation": {"taken": "last_trick_winner"}}
    assert ask("deals/score", DEAL, ruleset=by_trick)["advance"]["declarer"] == "W"


def test_all_tricks_are_added_up_and_leave_the_kitty(ask: Asker) -> None:
    score = ask("deals/score", TRICKS)["score"]
    assert score["trick_points"] == SINGLES.attackers_points
    assert score["kitty"]["winner"] == SINGLES.last_winner
    assert ask("deals/score", TRICKS, kitty=SINGLES.kitty)["score"] == score
    assert ask("deals/score", TRICKS, kitty_points=score["kitty"]["kitty_points"])["score"] == score


def test_the_points_of_all_tricks_and_the_kitty_are_those_of_two_decks(ask: Asker) -> None:
    right = ask("deals/score", TRICKS)["score"]["kitty"]["kitty_points"]
    assert faults(ask, TRICKS, kitty_points=right + 5) == [("/kitty_points", "points_not_conserved")]
    assert faults(ask, DEAL, trick_points=190) == [("/trick_points", "points_not_conserved")]
    assert faults(ask, DEAL, trick_points=190, kitty_points=None, kitty=FIVES) == [("/trick_points", "points_not_conserved")]
    assert ask("deals/score", DEAL, trick_points=185)["score"]["counted_points"] == 215


def test_no_card_is_there_a_third_time_over_tricks_and_kitty(ask: Asker) -> None:
    there = SINGLES.tricks[0]["plays"][0]["cards"] * 2
    found = faults(ask, TRICKS, kitty=[*there, *SINGLES.kitty[:6]])
    assert {code for _, code in found} == {"too_many_copies"}
    assert faults(ask, DEAL, kitty_points=None, kitty=["H3", "H3", *FIVES[:6]]) == [("/last_trick/plays/0/cards/0", "too_many_copies")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"trick_points": None}, [("", "exactly_one_of")]),
        ({"attackers_points": 80}, [("", "exactly_one_of")]),
        ({"trump": None}, [("/trump", "missing_field")]),
        ({"declarer": None}, [("/declarer", "missing_field")]),
        ({"levels": None}, [("/levels", "missing_field")]),
        ({"last_trick": None}, [("/last_trick", "missing_field")]),
        ({"kitty_points": None}, [("", "exactly_one_of")]),
        ({"kitty": FIVES}, [("", "exactly_one_of")]),
        ({"digs": [{"side": "NS", "to": "2"}], "ruleset": "nantong-chaodipi"}, [("/digs", "idle_field")]),
        ({"last_trick_winner": "E"}, [("/last_trick_winner", "idle_field")]),
        (
            {"stakes": {"shown_by": "attackers", "declarers_points": 70}, "ruleset": "nantong-chaodipi"},
            [("/stakes/declarers_points", "idle_field")],
        ),
        ({"stakes": {"shown_by": "attackers"}}, [("/stakes", "not_in_this_ruleset")]),
        ({"trick_points": 33}, [("/trick_points", "not_a_multiple")]),
        ({"trick_points": 205}, [("/trick_points", "out_of_range")]),
        ({"kitty_points": 33}, [("/kitty_points", "not_a_multiple")]),
        ({"kitty_points": None, "kitty": ["H5"]}, [("/kitty", "wrong_kitty_size")]),
        ({"last_trick": {"plays": KITTY["last_trick"]["plays"][:3]}}, [("/last_trick/plays", "trick_incomplete")]),
        ({"levels": {"NS": "joker", "EW": "9"}}, [("/levels/NS", "level_not_on_ladder")]),
        ({"laps": {"NS": 1, "EW": 0}}, [("/laps", "not_in_this_ruleset")]),
        ({"penalties": [{"offence": "cheating", "side": "NS"}]}, [("/penalties/0/offence", "unknown_offence")]),
        ({"penalties": [{"offence": "played_out_of_turn", "side": "NS"}]}, [("/penalties/0/cards", "missing_field")]),
        (
            {"penalties": [{"offence": "played_out_of_turn", "side": "NS", "cards": 1, "declarer": "N"}]},
            [("/penalties/0/declarer", "unknown_field")],
        ),
        ({"penalties": [{"side": "NS"}]}, [("/penalties/0/offence", "missing_field")]),
        ({"effects": [{"kind": "level_up", "side": "NS"}]}, [("/effects/0/levels", "missing_field")]),
    ],
)
def test_what_is_missing_idle_or_wrong_is_told(ask: Asker, changes: dict[str, Any], told: list[tuple[str, str]]) -> None:
    assert faults(ask, DEAL, **changes) == told


@pytest.mark.parametrize(
    ("field", "value"),
    [("kitty", FIVES), ("kitty_points", 15), ("last_trick", KITTY["last_trick"])],
)
def test_what_a_final_total_holds_already_is_refused_beside_it(ask: Asker, field: str, value: Any) -> None:
    assert faults(ask, FINAL, trump=DEAL["trump"], **{field: value}) == [(f"/{field}", "idle_field")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"last_trick": SINGLES.last_trick}, {("/last_trick", "idle_field")}),
        ({"trump": None}, {("/trump", "missing_field")}),
        ({"kitty": SINGLES.kitty, "kitty_points": 15}, {("", "exactly_one_of")}),
        ({"tricks": []}, {("/tricks", "wrong_length")}),
        ({"tricks": SINGLES.tricks[:-1]}, {("/tricks", "wrong_deal_size")}),
        ({"tricks": [*SINGLES.tricks, SINGLES.last_trick]}, {("/tricks", "wrong_length")}),
        ({"declarer": "S"}, {("/tricks/0/plays/0/seat", "wrong_leader")}),
        ({"tricks": [{"plays": SINGLES.tricks[0]["plays"][:3]}, *SINGLES.tricks[1:]]}, {("/tricks/0/plays", "trick_incomplete")}),
        ({"tricks": [{}, *SINGLES.tricks[1:]]}, {("/tricks/0/plays", "missing_field")}),
    ],
)
def test_what_is_wrong_with_all_tricks_is_told(ask: Asker, changes: dict[str, Any], told: set[tuple[str, str]]) -> None:
    assert set(faults(ask, TRICKS, **changes)) == told


def test_tricks_that_could_not_all_be_read_are_still_judged_one_by_one(ask: Asker) -> None:
    spoiled = [{"plays": [*SINGLES.tricks[0]["plays"][:3], {"seat": "Q", "cards": ["H3"]}]}, {"plays": SINGLES.tricks[1]["plays"][::-1]}]
    found = faults(ask, TRICKS, tricks=spoiled)
    assert ("/tricks/0/plays/3/seat", "unknown_seat") in found
    assert ("/tricks/1/plays/1/seat", "seat_out_of_order") in found


def test_a_bad_trump_leaves_the_order_of_the_seats_to_be_told(ask: Asker) -> None:
    backwards = [{"plays": SINGLES.tricks[0]["plays"][::-1]}]
    found = faults(ask, TRICKS, trump={"suit": "X", "level": "5"}, tricks=backwards)
    assert ("/trump/suit", "unknown_suit") in found
    assert ("/tricks/0/plays/1/seat", "seat_out_of_order") in found


def test_penalties_that_could_not_be_read_do_not_hide_what_is_wrong_with_others(ask: Asker) -> None:
    found = faults(ask, DEAL, penalties=[7, {"offence": "cheating", "side": "NS"}, {"offence": "late", "side": "XX", "tier": "gain"}])
    assert set(found) >= {
        ("/penalties/0", "wrong_type"),
        ("/penalties/1/offence", "unknown_offence"),
        ("/penalties/2/side", "unknown_side"),
        ("/penalties/2/minutes", "missing_field"),
    }


def test_without_a_ruleset_everything_else_is_still_told(ask: Asker) -> None:
    found = faults(
        ask, DEAL, ruleset="jiangsu", trick_points=33, digs=[{"side": "NS", "to": "2"}], penalties=[{"offence": "cheating", "side": "NS"}]
    )
    assert found == [("/ruleset", "ruleset_not_found"), ("/digs", "idle_field"), ("/trick_points", "not_a_multiple")]


def test_effects_of_penalties_and_of_the_request_must_not_contradict_each_other(ask: Asker) -> None:
    improper = [{"offence": "improper_play", "side": "NS"}, {"offence": "improper_play", "side": "EW"}]
    march = {**DEAL, "ruleset": "march8-2012"}
    assert faults(ask, march, penalties=improper) == [("/penalties/1", "contradictory_effect")]
    kept = [{"kind": "deal_taken", "by": "NS"}]
    assert faults(ask, march, penalties=improper[:1], effects=kept) == [("/effects/0", "contradictory_effect")]


def test_what_a_sanction_costs_beyond_the_deal_is_a_warning(ask: Asker) -> None:
    late = [{"offence": "late", "side": "EW", "minutes": 16}]
    for body in (DEAL, {"ruleset": "jiangsu-2007", "declarer": "N", "levels": {"NS": "8", "EW": "9"}, "attackers_points": 125}):
        (warning,) = ask("deals/score", body, penalties=late)["warnings"]
        assert (warning["code"], warning["clause"]["id"]) == ("sanction_beyond_the_deal", "4.2")


def test_a_trump_of_another_level_and_short_trick_points_are_warnings(ask: Asker) -> None:
    warnings = ask("deals/score", DEAL, levels={"NS": "7", "EW": "9"})["warnings"]
    assert [warning["code"] for warning in warnings] == ["played_at_other_level"]


def test_effects_in_levels_advance_are_read_in_many_spellings(ask: Asker) -> None:
    answer = ask("levels/advance", ADVANCE, effects=[{"kind": "deal_taken", "by": "ns", "levels": 1.0}])
    assert (answer["outcome"], answer["gained"]) == ("declarers_hold", {"side": "NS", "levels": 1, "due": 1})
    assert ask("levels/advance", ADVANCE, effects=[])["levels"] == {"NS": "5", "EW": "T"}


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"kind": "deal_taken"}, [("/effects/0/by", "missing_field")]),
        ({"kind": "deal_taken", "side": "NS"}, [("/effects/0/by", "missing_field"), ("/effects/0/side", "idle_field")]),
        ({"kind": "level_up"}, [("/effects/0/side", "missing_field"), ("/effects/0/levels", "missing_field")]),
        ({"kind": "deal_score", "side": "EW", "points": 0, "levels": 1}, [("/effects/0/levels", "idle_field")]),
        ({"kind": "level_down", "side": "EW"}, [("/effects/0/kind", "not_a_choice")]),
        ({"kind": "level_up", "side": "EW", "levels": 101}, [("/effects/0/levels", "out_of_range")]),
        ({"kind": "level_up", "side": "WE", "levels": 1}, [("/effects/0/side", "unknown_side")]),
    ],
)
def test_what_is_wrong_with_an_effect_is_told(ask: Asker, effect: dict[str, Any], told: list[tuple[str, str]]) -> None:
    problem = ask("levels/advance", ADVANCE, status=422, effects=[effect])
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == told


def test_more_effects_than_are_taken_are_refused(ask: Asker) -> None:
    many = [{"kind": "level_up", "side": "EW", "levels": 1}] * 17
    assert ask("levels/advance", ADVANCE, status=422, effects=many)["errors"][0]["pointer"] == "/effects"


CARD = st.sampled_from(["S3", "S5", "H5", "HA", "HK", "D3", "D3", "LJ", "BJ", *TOKENS])


@st.composite
def odd_tricks(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Tricks that no deal has: any cards, any number of copies, now and then a play that counts as lowest."""
    tricks = []
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, 6))
        plays = [{"seat": seat, "cards": draw(st.lists(CARD, min_size=count, max_size=count))} for seat in draw(st.permutations("NWSE"))]
        tricks.append({"plays": [play | draw(st.sampled_from([{}, {}, {"counts_as": "lowest"}])) for play in plays]})
    return tricks


@given(odd_tricks(), st.sampled_from(["jiangsu-2007", "gongxiao-2013", "nantong-chaodipi", "guizhou-2010"]))
def test_whatever_the_tricks_hold_they_are_refused_with_a_place(tricks: list[dict[str, Any]], ruleset: str) -> None:
    with pytest.raises(ValidationError) as refused:
        DealScoreRequest().load({**TRICKS, "ruleset": ruleset, "tricks": tricks})
    assert ("/tricks", "wrong_deal_size") in {(fault.pointer, fault.code) for fault in faults_of(refused.value.messages, {})}

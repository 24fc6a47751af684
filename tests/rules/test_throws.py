"""Throws: what is beaten, what is led instead, what it costs (semantics 5)."""

from __future__ import annotations

import pytest

from rules.catalogue import preset
from rules.options import Options
from rules.throws import ThrowVerdict, resolve_throw, throw_faults
from tests.support.engine import cards, house, text, trump_of


def throw(thrown: str, options: Options | None = None, trump: str = "S2", declarer: str | None = None, **hands: str) -> ThrowVerdict:
    held = {seat: cards(hands.get(seat, "")) for seat in "WSE"}
    return resolve_throw(options or house(), trump_of(trump), "N", cards(thrown), held, declarer)


def on_failure(**changes: object) -> Options:
    return house(throws={"on_failure": changes})


def fine(per: str, points: int = 10, **more: object) -> Options:
    return on_failure(plays="lowest_beaten", fine={"points": points, "per": per} | more)


def beaten(verdict: ThrowVerdict) -> dict[str, list[str]]:
    return {text(part.cards): [f"{by.seat} {text(by.cards)}" for by in part.beaten_by] for part in verdict.components if part.beaten_by}


def test_a_part_is_beaten_by_the_same_kind_higher_in_one_hand() -> None:
    assert beaten(throw("HK HQ H9", W="HA", S="HJ H3")) == {"HK": ["W HA"], "HQ": ["W HA"], "H9": ["W HA", "S HJ"]}
    assert beaten(throw("HK HK HA", W="HQ HQ", S="HJ HJ")) == {}
    assert beaten(throw("HQ HQ HA", W="HK HK", S="HK")) == {"HQ HQ": ["W HK HK"]}
    assert beaten(throw("HQ HQ HA", W="HK", S="HK")) == {}


def test_equal_cards_never_beat() -> None:
    assert throw("HK HQ HQ", W="HK").succeeds
    assert throw("D8 S8 LJ", trump="S8", W="H8 C8").succeeds


def test_a_tractor_is_beaten_by_as_many_joined_pairs_with_a_higher_top() -> None:
    assert beaten(throw("H3 H3 H4 H4 HA", W="H4 H4 H5 H5")) == {"H4 H4 H3 H3": ["W H5 H5 H4 H4"]}
    assert beaten(throw("H3 H3 H4 H4 HA", W="H7 H7 H9 H9")) == {}
    assert beaten(throw("H3 H3 H4 H4 HA", W="H6 H6 H7 H7 H8 H8")) == {"H4 H4 H3 H3": ["W H8 H8 H7 H7"]}
    assert beaten(throw("H3 H3 H4 H4 H5 H5 HA", W="HQ HQ HK HK")) == {}


def test_a_tractor_of_equal_level_pairs_beats_by_its_top() -> None:
    assert beaten(throw("SK SK SA SA S3", trump="S8", W="D8 D8 SQ SQ H8 H8 S8 S8")) == {
        "SA SA SK SK": ["W S8 S8 H8 H8"],
        "S3": ["W S8"],
    }


def test_the_partner_counts_and_other_groups_do_not() -> None:
    assert beaten(throw("HK HQ", S="HA")) == {"HK": ["S HA"], "HQ": ["S HA"]}
    assert throw("HK HQ", W="S3 BJ DA").succeeds


def test_one_formation_stands_untested() -> None:
    verdict = throw("H3", W="HA", declarer="N")
    assert verdict.succeeds and len(verdict.components) == 1 and verdict.components[0].beaten_by == ()
    assert verdict.attackers_points_delta == 0
    assert verdict.rulings[0].code == "one_formation_stands"


def test_throws_that_cannot_be_resolved() -> None:
    assert [fault.code for fault in throw_faults(house(), trump_of("S2"), cards("HA SA"))] == ["mixed_groups"]
    assert throw_faults(house(), trump_of("S2"), cards("HA HK")) == []
    march8 = house("march8-2012")
    assert [fault.code for fault in throw_faults(march8, trump_of("S2"), cards("HA HK"))] == ["throw_not_allowed"]
    assert throw_faults(march8, trump_of("S2"), cards("HA")) == []
    in_trump = house(throws={"in_trump": False})
    assert [fault.params["option"] for fault in throw_faults(in_trump, trump_of("S2"), cards("SA SK"))] == ["throws.in_trump"]
    assert throw_faults(in_trump, trump_of("S2"), cards("HA HK")) == []


THROWN = "HA HK H4 H4 H6 H6 H7 H7 H9 HT"
"""A tractor 7766, a pair 44, and singles A K 10 9."""


@pytest.mark.parametrize(
    ("plays", "choices"),
    [
        ("lowest_beaten", ["H9"]),
        ("largest_beaten", ["H7 H7 H6 H6"]),
        ("lowest", ["H9"]),
        ("next_player_names_card", ["H7", "H6", "H4", "HA", "HK", "HT", "H9"]),
        ("next_player_names_component", ["HA", "H9", "H7 H7 H6 H6", "H4 H4"]),
    ],
)
def test_what_is_led_instead(plays: str, choices: list[str]) -> None:
    verdict = throw(THROWN, on_failure(plays=plays, fine={"points": 10, "per": "throw"}), W="HJ HJ HQ HQ", S="H8 H8 H9 D2 H3")
    assert verdict.forced is not None
    assert [text(choice) for choice in verdict.forced.choices] == choices
    assert verdict.forced.seat == ("W" if plays.startswith("next") else None)


def test_lowest_takes_a_part_that_was_not_beaten() -> None:
    options = on_failure(plays="lowest", fine={"points": 10, "per": "throw"})
    verdict = throw("HA H3 H3", options, W="H4 H4")
    assert verdict.forced is not None and [text(choice) for choice in verdict.forced.choices] == ["HA"]
    below = throw("HA H3 H3", on_failure(plays="lowest_beaten"), W="H4 H4")
    assert below.forced is not None and [text(choice) for choice in below.forced.choices] == ["H3 H3"]


def test_a_component_is_named_among_one_single_or_none() -> None:
    options = house("guizhou-2010")
    assert [text(c) for c in throw("HA H3 H3", options, W="H4 H4").forced.choices] == ["HA", "H3 H3"]  # type: ignore[union-attr]
    assert [text(c) for c in throw("HA HA H3 H3", options, W="H4 H4").forced.choices] == ["HA HA", "H3 H3"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("options", "points", "counted"),
    [
        (fine("thrown_card"), 50, 5),
        (fine("beaten_card"), 20, 2),
        (fine("forced_card", 20), 20, 1),
        (fine("throw", 30), 30, None),
        (fine("thrown_card", 10, cap=40), 40, 5),
    ],
)
def test_what_a_failed_throw_costs(options: Options, points: int, counted: int | None) -> None:
    verdict = throw("HA HA HK HJ H9", options, W="HQ", declarer="N")
    assert verdict.fine is not None
    assert (verdict.fine.points, verdict.fine.cards) == (points, counted)
    assert verdict.attackers_points_delta == points
    assert throw("HA HA HK HJ H9", options, W="HQ", declarer="W").attackers_points_delta == -points
    assert throw("HA HA HK HJ H9", options, W="HQ").attackers_points_delta is None


@pytest.mark.parametrize(
    ("thrown", "hands", "blocked"),
    [
        ("HK HJ HT H9 H8 H6", {"W": "H7"}, 1),
        ("HK HJ HT H9 H8 H6", {"W": "HQ"}, 5),
        ("HK HJ HT H9 H8 H6", {"W": "HQ", "E": "H7"}, 5),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", {"W": "H9 H9 H8 H8"}, 4),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", {"W": "H7 H7 HQ"}, 4),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", {"W": "H7 H7", "S": "HQ", "E": "H9 H9 H8 H8"}, 8),
        ("H9 H9 H8 H8 HK", {"W": "HA H3 H3 H4 H4"}, 1),
        ("H3 H3 H4 HJ", {"W": "HQ HQ"}, 2),
        ("H3 H3 H4 HJ HT H9", {"W": "HQ HQ"}, 4),
        ("H3 H3 H4 HJ HT H9", {"W": "HQ HQ", "S": "HK HK"}, 6),
        ("H3 H3 H4 HJ HT H9", {"W": "HQ HQ H5 H5"}, 6),
        ("H3 H3 H4 HJ HT H9", {"W": "H5 H5 HQ"}, 6),
        ("H3 H3 H4 H4 H6 H6 H7 H7 H8 H8 HA", {"W": "HT HT HJ HJ HQ HQ"}, 10),
        ("H3 H3 H4 H4 H6 H6 H7 H7 H8 H8 HA", {"W": "HT HT HJ HJ"}, 4),
        ("H3 H3 H4 H4 H6 H6 H7 H7 H8 H8 HA", {"W": "H5 H5 H9 H9"}, 0),
    ],
)
def test_jiangsu_4_3_4_blocked_cards(thrown: str, hands: dict[str, str], blocked: int) -> None:
    verdict = throw(thrown, None, "S2", None, **hands)
    assert (verdict.fine.cards if verdict.fine else 0) == blocked


def test_the_verdict_explains_itself() -> None:
    codes = [ruling.code for ruling in throw("HK HJ", W="HQ", declarer="E").rulings]
    assert codes == ["component_beaten", "failed_throw_plays", "failed_throw_fine"]
    assert [ruling.code for ruling in throw("HK HJ").rulings] == ["throw_stands"]


def test_a_hand_left_out_holds_nothing() -> None:
    assert resolve_throw(house(), trump_of("S2"), "N", cards("HK HQ"), {}).succeeds


def test_more_copies_than_there_are_are_no_second_group() -> None:
    assert throw_faults(house(), trump_of("S5"), cards("D7 D7 D4 D4 D4 D9 D9 D9 D9 DK DK DK")) == []


def test_a_search_against_impossible_hands_is_cut_short() -> None:
    ranks = "23456789TJQKA"
    order = [suit + rank for rank in ranks for suit in "CDHS" if suit + rank not in ("S2", "H2", "D2", "C2")]
    every = house(trump={"permanent": order[::-1]}, tractor={"links": ["permanent"]})
    low, high = order[:16], order[16:32]
    thrown = [low[0], low[1], *low[3:6], *low[7:11]]
    held = {"W": cards(" ".join(f"{card} {card}" for card in high)), "S": (), "E": ()}
    verdict = resolve_throw(every, trump_of("NT2"), "N", cards(" ".join(f"{card} {card}" for card in thrown)), held)
    assert verdict.fine is not None and verdict.fine.cards == 18


def grounds(ruleset: str, thrown: str, trump: str = "S2", **hands: str) -> list[tuple[str, str, str | None]]:
    """The rulings of a throw on its own right, each with what it rests on."""
    held = {seat: cards(hands.get(seat, "")) for seat in "WSE"}
    verdict = resolve_throw(preset(ruleset).options, trump_of(trump), "N", cards(thrown), held)
    found = [(ruling.code, preset(ruleset).ground(ruling.option)) for ruling in verdict.rulings if ruling.option is not None]
    return [(code, ground.basis, ground.clause) for code, ground in found if code in ("throw_stands", "component_beaten")]


def test_gongxiao_6_throws_of_loose_high_cards_are_printed_and_those_with_pairs_read() -> None:
    assert grounds("gongxiao-2013", "HA HK") == [("throw_stands", "printed", "6")]
    assert grounds("gongxiao-2013", "HA HK HK") == [("throw_stands", "reading", "6")]
    assert grounds("gongxiao-2013", "HA HA HQ HQ") == [("throw_stands", "reading", "6")]


def test_gongxiao_20_that_a_beaten_throw_fails_is_read() -> None:
    assert grounds("gongxiao-2013", "HA HK H8 H8", W="H9 H9") == [("component_beaten", "reading", "20")]
    assert grounds("gongxiao-2013", "HA HQ", W="HK") == [("component_beaten", "reading", "20")]


def test_jiangsu_4_3_4_prints_what_a_throw_is_and_when_it_fails() -> None:
    assert grounds("jiangsu-2007", "HA HK HK") == [("throw_stands", "printed", "4.3.4")]
    assert grounds("jiangsu-2007", "HA HQ", W="HK") == [("component_beaten", "printed", "4.3.4")]
    assert grounds("jiangsu-2007", "HA H5 H5 H6 H6", W="H7 H7 H8 H8") == [("component_beaten", "printed", "4.3.4")]


def test_guizhou_8_5_a_throw_of_pairs_alone_is_read() -> None:
    assert grounds("guizhou-2010", "HA HK") == [("throw_stands", "printed", "八(五)")]
    assert grounds("guizhou-2010", "HA HK HK") == [("throw_stands", "printed", "八(五)")]
    assert grounds("guizhou-2010", "HA HA HQ HQ") == [("throw_stands", "reading", "八(五)")]


def test_ah_6_8_that_a_beaten_tractor_spoils_a_throw_is_read() -> None:
    assert grounds("anhui-tcm-2009", "HA HQ HQ", W="HK HK") == [("component_beaten", "printed", "六.8")]
    assert grounds("anhui-tcm-2009", "HA H5 H5 H6 H6", W="H7 H7 H8 H8") == [("component_beaten", "reading", "六.8")]


def test_a_throw_in_trump_rests_on_what_allows_it_there() -> None:
    assert grounds("jiangsu-2007", "SA SK", trump="S2") == [("throw_stands", "reading", "4.3.4")]
    verdict = throw("SA SK", house("jiangsu-2007"))
    assert [ruling.option for ruling in verdict.rulings] == ["throws.in_trump"]

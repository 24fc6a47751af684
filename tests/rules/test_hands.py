"""Hands described, and revolution."""

from __future__ import annotations

from rules.hands import describe_hand
from tests.support.engine import cards, house, text, trump_of


def test_a_hand_is_sorted_by_group_from_high_to_low() -> None:
    verdict = describe_hand(house(), trump_of("S8"), cards("H3 BJ D8 H8 S8 SA H3 C5 H4 H4 HK HK CT"))
    assert [(group.group, text(group.cards)) for group in verdict.groups] == [
        ("trump", "BJ S8 H8 D8 SA"),
        ("H", "HK HK H4 H4 H3 H3"),
        ("C", "CT C5"),
    ]
    hearts = verdict.groups[1]
    assert [text(pair) for pair in hearts.pairs] == ["HK HK"]
    assert [text(run) for run in hearts.tractors] == ["H4 H4 H3 H3"]
    assert (verdict.count, verdict.points, verdict.may_revolt) == (13, 35, None)


POOR = "S2 S3 S4 S6 S7 S8 S9 SJ SQ SA H2 H3 H4 H6 H7 H8 H9 HJ HQ HA D2 D3 D4 D5 DT"


def test_gongxiao_15_an_attacker_with_at_most_fifteen_points_may_revolt() -> None:
    gongxiao = house("gongxiao-2013")

    def may(hand: str, seat: str = "E", declarer: str = "N") -> bool | None:
        return describe_hand(gongxiao, trump_of("S2"), cards(hand), seat=seat, declarer=declarer).may_revolt

    assert may(POOR) is True
    assert may(POOR.replace("D4", "DK")) is False
    assert may(POOR, seat="S") is False
    assert may(POOR.replace(" DT", "")) is False


def test_no_revolution_where_the_ruleset_has_none() -> None:
    assert describe_hand(house(), trump_of("S2"), cards(POOR), seat="E", declarer="N").may_revolt is False


def test_a_house_rule_may_let_anyone_revolt() -> None:
    anyone = house("gongxiao-2013", bidding={"revolution": {"by": "anyone"}})
    assert describe_hand(anyone, trump_of("S2"), cards(POOR), seat="S", declarer="N").may_revolt is True

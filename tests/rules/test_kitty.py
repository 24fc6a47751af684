"""The kitty: categories, multipliers of the seven presets, formulas, digs (semantics 8)."""

from __future__ import annotations

import pytest

from rules.formations import describe
from rules.kitty import MOST_TIMES, KittyVerdict, category_of, multiplier_of, score_kitty
from rules.options import Options
from tests.support.engine import cards, house, plays, trump_of

JIANGSU, GONGXIAO, UNIFIED, NANTONG, ANHUI, GUIZHOU, MARCH8 = (
    "jiangsu-2007",
    "gongxiao-2013",
    "chaodipi-unified",
    "nantong-chaodipi",
    "anhui-tcm-2009",
    "guizhou-2010",
    "march8-2012",
)
SHAPES = {
    "single": "HA",
    "two singles": "HA HK",
    "four singles": "HA HK HJ HT",
    "pair": "HA HA",
    "tractor": "HA HA HK HK",
    "three pairs": "HA HA HK HK HQ HQ",
    "four pairs": "HA HA HK HK HQ HQ HJ HJ",
    "two loose pairs": "HA HA HQ HQ",
    "pair and single": "HA HA HQ",
    "tractor and single": "HA HA HK HK HJ",
    "tractor and pair": "HA HA HK HK HJ HJ",
}
FACTORS = {
    JIANGSU: (2, 3, 3, 4, 6, 8, 8, 6, 4, 6, 8),
    GONGXIAO: (2, 2, 2, 4, 8, 16, 32, 4, 4, 8, 8),
    UNIFIED: (2, 2, 4, 4, 8, 12, 16, 4, 3, 5, 6),
    NANTONG: (2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4),
    ANHUI: (2, 2, 4, 4, 8, 12, 16, 4, 3, 5, 6),
    GUIZHOU: (2, 3, 3, 4, 6, 8, 8, 4, 4, 6, 6),
    MARCH8: (2, 2, 2, 4, 8, 16, 32, 4, 4, 8, 8),
}


def factor(options: Options, shape: str, trump: str = "S2") -> int:
    return multiplier_of(options.kitty.multipliers, describe(options, trump_of(trump), cards(shape)).components)[0]


@pytest.mark.parametrize(
    ("ruleset", "shape", "row"),
    [
        (NANTONG, "HA", "single"),
        (NANTONG, "HA HK", "singles"),
        (NANTONG, "HK HT H5", "five_ten_king"),
        (NANTONG, "HA HA", "pairs"),
        (NANTONG, "HA HA HK HK", "then"),
        (NANTONG, "HA HA HQ", "mixed"),
        (ANHUI, "HA HA HQ", "mixed"),
        (JIANGSU, "HA HA HK HK HQ HQ HJ HJ", "then"),
    ],
)
def test_the_row_that_decides_is_named(ruleset: str, shape: str, row: str) -> None:
    options = house(ruleset)
    found = multiplier_of(options.kitty.multipliers, describe(options, trump_of("S8"), cards(shape)).components)
    assert found[1] == f"kitty.multipliers.{row}"


def test_a_cap_or_a_formula_that_decides_is_named() -> None:
    capped = {"single": 2, "singles": 2, "count": "largest", "pairs": "power_of_pairs", "mixed": "by_pairs", "cap": 8}
    for multipliers, row in ((capped, "kitty.multipliers.cap"), ("cards_thrown", "kitty.multipliers")):
        options = house(kitty={"multipliers": multipliers})
        parts = describe(options, trump_of("S2"), cards("HA HA HK HK HQ HQ")).components
        assert multiplier_of(options.kitty.multipliers, parts)[1] == row


@pytest.mark.parametrize("ruleset", FACTORS)
def test_the_table_of_each_preset(ruleset: str) -> None:
    assert tuple(factor(house(ruleset), shape) for shape in SHAPES.values()) == FACTORS[ruleset]


@pytest.mark.parametrize(
    ("multipliers", "factors"),
    [
        ("two_per_card", (2, 4, 8, 4, 8, 12, 16, 8, 6, 10, 12)),
        ("cards_thrown", (1, 2, 4, 2, 4, 6, 8, 4, 3, 5, 6)),
        ("power_of_pairs", (2, 2, 2, 4, 8, 16, 32, 4, 4, 8, 8)),
        ("power_of_cards", (2, 4, 16, 4, 16, 64, 256, 16, 8, 32, 64)),
        (
            {"single": 2, "singles": 2, "count": "largest", "pairs": "power_of_cards", "mixed": "by_pairs", "cap": 64},
            (2, 2, 2, 4, 16, 64, 64, 16, 8, 32, 64),
        ),
        (
            {"single": 2, "singles": 2, "count": "all_pairs", "pairs": "power_of_pairs", "mixed": "cards"},
            (2, 2, 2, 4, 8, 16, 32, 4, 3, 5, 6),
        ),
        (
            {"single": 1, "singles": 1, "count": "all_pairs", "pairs": ["cards", 5], "then": {"plus": 3}, "mixed": "by_pairs"},
            (1, 1, 1, 2, 5, 8, 11, 5, 3, 5, 8),
        ),
    ],
)
def test_formulas_and_other_tables(multipliers: object, factors: tuple[int, ...]) -> None:
    options = house(kitty={"multipliers": multipliers})
    assert tuple(factor(options, shape) for shape in SHAPES.values()) == factors


def test_a_five_ten_king_has_its_own_factor_or_that_of_singles() -> None:
    assert factor(house(NANTONG), "HK HT H5", "S8") == 2
    own = {"single": 2, "singles": 3, "count": "largest", "pairs": [4], "then": "hold", "mixed": "by_pairs"}
    assert factor(house(NANTONG, kitty={"multipliers": own}), "HK HT H5", "S8") == 3
    assert factor(house(NANTONG, kitty={"multipliers": own | {"five_ten_king": 7}}), "HK HT H5", "S8") == 7
    assert factor(house(NANTONG, kitty={"multipliers": own | {"five_ten_king": "cards"}}), "HK HT H5", "S8") == 3
    assert factor(house(NANTONG, kitty={"multipliers": "power_of_pairs"}), "HK HT H5", "S8") == 2


@pytest.mark.parametrize(
    ("shape", "category"),
    [
        ("HA", "single"),
        ("HA HK", "singles"),
        ("HA HA", "pair"),
        ("HA HA HQ HQ", "pairs"),
        ("HA HA HK HK", "tractor"),
        ("HA HA HK", "mixed"),
        ("HA HA HK HK HJ HJ", "mixed"),
    ],
)
def test_categories(shape: str, category: str) -> None:
    assert category_of(describe(house(), trump_of("S2"), cards(shape)).components) == category


def last(*texts: str, options: Options | None = None, trump: str = "S2", kitty: str | None = None, order: str = "NWSE") -> KittyVerdict:
    held = cards(kitty) if kitty is not None else None
    points = None if kitty is not None else 15
    return score_kitty(options or house(), trump_of(trump), "N", plays(*texts, order=order), kitty=held, kitty_points=points)


def test_declarers_who_win_the_last_trick_guard_the_kitty() -> None:
    verdict = last("HA", "H3", "H4", "H5")
    assert (verdict.won_by, verdict.winner, verdict.awarded, verdict.category, verdict.multiplier) == ("declarers", "N", 0, None, None)
    assert verdict.kitty_points == 15 and verdict.digs == ()


def test_attackers_who_win_it_dig_the_kitty() -> None:
    verdict = last("HA HA", "S3 S3", "H4 H5", "H6 H7", kitty="H5 HT D5 C2 C3 C4 C6 C7")
    assert (verdict.won_by, verdict.winner, verdict.category, verdict.multiplier) == ("attackers", "W", "pair", 4)
    assert (verdict.kitty_points, verdict.awarded) == (20, 80)
    assert [ruling.code for ruling in verdict.rulings] == ["kitty_dug", "kitty_category", "kitty_multiplier"]


def test_the_category_is_the_lead_s_or_the_winner_s() -> None:
    loose = ("HA HA HQ HQ HJ", "S3 S3 S4 S4 S6", "H3 H4 H5 H6 H7", "D3 D4 D5 D6 D7")
    assert last(*loose).category == "mixed" and last(*loose).multiplier == 6
    winner = house(GUIZHOU, kitty={"category_from": "winner"})
    assert last(*loose, options=house(GUIZHOU)).multiplier == 4
    assert last(*loose, options=winner).multiplier == 6
    singles = ("HA HQ", "S3 S3", "H3 H4", "D3 D4")
    assert last(*singles, options=winner).category == "singles"


def test_warnings_of_the_last_trick_are_handed_on() -> None:
    assert [w.code for w in last("HA HK", "S3 S4", "H4 H5", "H6 H7", options=house(MARCH8)).warnings] == ["throw_not_allowed"]
    assert [w.code for w in last("HA HK", "H2 H3", "H4 H5", "H6 H7", options=house(MARCH8)).warnings] == ["throw_not_allowed"]


def anhui(*texts: str, level: str) -> list[tuple[str, str | None]]:
    return [(dig.side, dig.to) for dig in last(*texts, options=house(ANHUI), trump=f"S{level}", order="NESW").digs]


def test_anhui_4_4_digs_by_jacks_and_aces() -> None:
    assert anhui("H9", "DJ", "H3", "H4", level="J") == [("NS", "2")]
    assert anhui("H9", "DA", "H3", "H4", level="A") == [("NS", "J")]
    assert anhui("H9 H9", "DA DA", "H3 H3", "H4 H4", level="A") == [("NS", "2")]
    assert anhui("H9", "HT", "H3", "H4", level="J") == []
    assert anhui("H9", "HA", "H3", "H4", level="J") == []
    assert anhui("H9", "H8", "HJ", "H4", level="J") == []
    assert anhui("HK H9", "DJ SJ", "H3 H4", "H5 H6", level="J") == []


def test_nantong_5_12_a_five_ten_king_digs_all_the_way() -> None:
    verdict = last("H6 H7 H9", "S5 ST SK", "H3 H4 HJ", "HQ HA D3", options=house(NANTONG), trump="S8")
    assert verdict.digs == ()
    verdict = last("H5 HT HK", "S5 ST SK", "H3 H4 HJ", "HQ HA D3", options=house(NANTONG), trump="S8")
    assert (verdict.category, verdict.multiplier) == ("five_ten_king", 2)
    assert [(dig.side, dig.to, dig.attackers_to, dig.final) for dig in verdict.digs] == [("NS", "2", "A", True)]
    assert [ruling.code for ruling in verdict.rulings[-2:]] == ["levels_dug", "digger_to_level"]


def test_a_table_that_grows_without_end_stops_at_a_number_that_clients_can_hold() -> None:
    table = {"single": 2, "singles": 3, "count": "all_pairs", "pairs": [100_000], "then": {"times": 10}, "mixed": "by_pairs"}
    assert factor(house(kitty={"multipliers": table}), " ".join(f"H{rank} H{rank}" for rank in "3456789TJQKA")) == MOST_TIMES
    assert factor(house(kitty={"multipliers": "power_of_cards"}), " ".join(f"H{rank} H{rank}" for rank in "3456789TJQKA")) == 2**24
    assert 80 * MOST_TIMES < 2**53


def test_two_copies_are_two_of_one_card() -> None:
    """Two aces of different suits ruff a throw of two singles: they are no pair, so a dig that asks for two copies is not made."""
    dig = [{"at": "A", "won_with": {"rank": "A", "copies": 2}, "declarers_to": "2"}]
    ruled = house(digs=dig)
    assert last("H9 H7", "DA CA", "H3 H4", "H5 H6", options=ruled, trump="SA").digs == ()
    assert len(last("H9 H9", "DA DA", "H3 H4", "H5 H6", options=ruled, trump="SA").digs) == 1

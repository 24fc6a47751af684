"""Groups, order inside trump, and which trumps a ruleset knows (semantics 2, shapes `trump.permanent`)."""

from __future__ import annotations

import pytest

from rules.options import Options
from rules.table import MEMO_LIMIT, MOST_TABLES, TrumpTable
from rules.trump import GROUPS, Trump, trump_faults
from tests.support.engine import cards, house, table, text


def order(trump: str, options: Options | None = None, group: str = "trump", **flags: bool) -> list[set[str]]:
    """The rungs of a group from high to low, each with its equal cards."""
    made = table(trump, options, **flags)
    number = GROUPS.index(group)
    rungs: dict[int, set[str]] = {}
    for kind in range(54):
        if made.group[kind] == number:
            rungs.setdefault(made.rung[kind], set()).add(text([kind]))
    return [rungs[rung] for rung in sorted(rungs, reverse=True)]


def flat(rungs: list[set[str]]) -> str:
    return " ".join("=".join(sorted(rung)) for rung in rungs)


def test_trump_goes_jokers_own_level_other_levels_suit() -> None:
    assert flat(order("S8")) == "BJ LJ S8 C8=D8=H8 SA SK SQ SJ ST S9 S7 S6 S5 S4 S3 S2"


def test_a_side_suit_lacks_the_level_rank() -> None:
    assert flat(order("S8", group="H")) == "HA HK HQ HJ HT H9 H7 H6 H5 H4 H3 H2"


def test_the_trump_suit_has_no_side_group() -> None:
    assert order("S8", group="S") == []


def test_in_no_trump_the_four_level_cards_are_equal() -> None:
    assert flat(order("NT8")) == "BJ LJ C8=D8=H8=S8"


def test_level_joker_has_no_level_cards() -> None:
    assert flat(order("NTjoker", house("guizhou-2010"))) == "BJ LJ"
    assert len(order("NTjoker", house("guizhou-2010"), "S")) == 13


def test_lowered_level_cards_stand_below_the_trump_two() -> None:
    lowered = flat(order("S5", house("gongxiao-2013"), level_cards_lowest=True))
    assert lowered == "BJ LJ SA SK SQ SJ ST S9 S8 S7 S6 S4 S3 S2 S5 C5=D5=H5"


def test_permanent_ranks_stand_between_level_cards_and_the_suit() -> None:
    assert flat(order("S8", house(trump={"permanent": ["2"]})))[:28] == "BJ LJ S8 C8=D8=H8 S2 C2=D2=H"
    assert flat(order("NT8", house(trump={"permanent": ["2"]}))) == "BJ LJ C8=D8=H8=S8 C2=D2=H2=S2"


def test_a_permanent_card_leaves_its_suit() -> None:
    options = house(trump={"permanent": ["H5"]})
    assert flat(order("S8", options)).startswith("BJ LJ S8 C8=D8=H8 H5 SA")
    assert "H5" not in flat(order("S8", options, "H"))


def test_a_permanent_level_card_counts_as_level_card() -> None:
    assert flat(order("S2", house(trump={"permanent": ["2"]}))).startswith("BJ LJ S2 C2=D2=H2 SA")


def test_the_first_entry_of_a_permanent_card_counts() -> None:
    assert flat(order("S8", house(trump={"permanent": ["H5", "5"]}))).startswith("BJ LJ S8 C8=D8=H8 H5 S5 C5=D5 SA")


def test_permanent_trumps_may_stand_above_the_jokers() -> None:
    assert flat(order("S8", house(trump={"permanent": ["H5"], "permanent_above": "jokers"}))).startswith("H5 BJ LJ S8")


def test_no_trump_may_leave_level_cards_in_their_suits() -> None:
    options = house(trump={"no_trump_level_cards": False})
    assert flat(order("NT8", options)) == "BJ LJ"
    assert flat(order("NT8", options, "H")) == "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"
    assert flat(order("S8", options)).startswith("BJ LJ S8")


@pytest.mark.parametrize(
    ("ruleset", "trump", "pointers"),
    [
        ("guizhou-2010", Trump("NT", "joker"), []),
        ("guizhou-2010", Trump("S", "joker"), ["/trump/suit"]),
        ("jiangsu-2007", Trump("NT", "joker"), ["/trump/level"]),
        ("jiangsu-2007", Trump("S", "joker"), ["/trump/level", "/trump/suit"]),
        ("jiangsu-2007", Trump("S", "A"), []),
    ],
)
def test_a_trump_must_fit_the_ladder(ruleset: str, trump: Trump, pointers: list[str]) -> None:
    assert [fault.pointer for fault in trump_faults(house(ruleset), trump)] == pointers


def test_a_table_counts_and_lists_its_cards() -> None:
    made: TrumpTable = table("S8")
    held = made.bits(cards("H3 H3 S8 LJ"))
    assert made.count(held) == 4
    assert sorted(made.cards(held)) == sorted(cards("H3 H3 S8 LJ"))


def test_a_table_forgets_when_its_memory_is_full() -> None:
    made = table("S9", house(trump={"permanent": ["H3"]}))
    for key in range(10_000):
        made.remember(key, key)
    assert 0 < len(made.memo) <= MEMO_LIMIT
    assert made.remember("last", 1) == made.memo["last"] == 1


def test_tables_are_made_once() -> None:
    options = house()
    assert table("S8", options) is table("S8", options)


def test_only_so_many_tables_are_kept() -> None:
    options = [house(tractor={"min_pairs": 2 + number % 3}, throws={"on_failure": {"fine": {"points": number}}}) for number in range(9)]
    for level in "23456789TJQKA":
        for suit in ("S", "H", "D", "C", "NT"):
            for one in options:
                table(suit + level, one)
    assert sum(len(one.tables) for one in options) <= MOST_TABLES
    assert table("S2", options[0]) is table("S2", options[0])

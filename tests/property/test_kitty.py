"""The engine's kitty against the oracle's: category, multiplier, what is awarded, digs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rules.kitty import score_kitty
from rules.tricks import Play
from tests.oracle import kitty as oracle
from tests.oracle.documents import PRESETS
from tests.oracle.tricks import judge_trick
from tests.property.bridge import ints, options_of, trump_of
from tests.property.dice import Dice, positions
from tests.property.positions import OnTable, on_table, ruffed

FORMULAS = ["two_per_card", "cards_thrown", "power_of_pairs", "power_of_cards"]
WON_WITH = [
    {"rank": "J", "copies": 1},
    {"rank": "A", "copies": 2},
    {"rank": "K"},
    {"formation": "five_ten_king"},
    {"formation": "single"},
    {"formation": "pair"},
    {"formation": "tractor"},
]


def house_kitty(dice: Dice) -> dict[str, Any]:
    """Options for the kitty and for digs: a formula, or a table of everything that a table can say."""
    fixed: dict[str, Any] = {"kitty__category_from": dice.one_of(["lead", "winner"])}
    if dice.one_of([False, False, True]):
        fixed["kitty__multipliers"] = dice.one_of(FORMULAS)
    elif dice.one_of([True, True, False]):
        series = dice.one_of([[4], [4, 8], [4, 6, 8], [4, 8, 12], ["cards", 6], [3, "cards"]])
        fixed["kitty__multipliers"] = {
            "single": dice.one_of([2, 1, "cards"]),
            "singles": dice.one_of([2, 3, "cards"]),
            "five_ten_king": dice.one_of([2, 3, "cards"]),
            "count": dice.one_of(["largest", "all_pairs"]),
            # What a formula in place of the series makes of `all_pairs` is not said: it names the largest component itself.
            "pairs": dice.one_of([series, series, dice.one_of(FORMULAS)]),
            "then": dice.one_of(["hold", {"plus": 4}, {"times": 2}]),
            "mixed": dice.one_of(["by_pairs", "by_pairs", "cards", 5]),
        }
        if dice.one_of([False, True]):
            fixed["kitty__multipliers"]["cap"] = dice.one_of([8, 10, 64])
    digs = []
    for _ in range(dice.between(0, 3)):
        dig: dict[str, Any] = {"won_with": dice.one_of(WON_WITH), "declarers_to": dice.one_of(["2", "5", "J"])}
        if dice.one_of([False, True]):
            dig["at"] = dice.one_of(["A", "J", "8", "2"])
        if dice.one_of([False, True]):
            dig["not_after"] = "throw"
        if dice.one_of([False, False, True]):
            dig |= {"attackers_to": "A", "final": True}
        digs.append(dig)
    if digs:
        fixed["digs"] = digs
    return fixed


def last_trick(dice: Dice, preset: str | None = None) -> OnTable:
    """A whole trick, under a preset or under house rules for the kitty."""
    return on_table(dice, preset, fewest=4, fixed=house_kitty(dice))


def compare_kitty(position: OnTable) -> None:
    table = position.table
    options, trump = options_of(table.document), trump_of(table.trump)
    trick = tuple(Play(play.seat, ints(play.cards), play.lowest) for play in position.plays)
    for declarer in "NE":
        wanted = oracle.score_kitty(table, declarer, position.plays)
        got = score_kitty(options, trump, declarer, trick, kitty_points=35)
        assert (got.won_by, got.winner) == ("attackers" if wanted.attackers else "declarers", wanted.winner)
        if wanted.attackers:
            assert (got.category, got.multiplier) in wanted.counts
            assert got.awarded == 35 * (got.multiplier or 0)
        else:
            assert (got.category, got.multiplier, got.awarded) == (None, None, 0)
        assert got.kitty_points == 35
        side = oracle.SIDES[declarer]
        if wanted.dig is None:
            assert got.digs == ()
        else:
            (dig,) = got.digs
            assert (dig.side, dig.to) == (side, wanted.dig.get("declarers_to"))
            assert (dig.attackers_to, dig.final) == (wanted.dig.get("attackers_to"), bool(wanted.dig.get("final")))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_scores_the_kitty_as_the_oracle_does(preset: str) -> None:
    @given(positions(last_trick, preset=preset))
    def check(position: OnTable) -> None:
        compare_kitty(position)

    check()


@given(positions(last_trick))
def test_house_rules_score_the_kitty_as_the_oracle_does(position: OnTable) -> None:
    compare_kitty(position)


def ruffed_trick(dice: Dice) -> OnTable:
    """A whole trick won by a ruff that can be read in several ways, and counted by the winning cards."""
    return ruffed(dice, fixed={**house_kitty(dice), "kitty__category_from": "winner"})


@given(positions(ruffed_trick))
def test_winning_cards_are_read_as_their_own_reading(position: OnTable) -> None:
    compare_kitty(position)


@given(positions(last_trick))
def test_the_kitty_counts_its_own_cards(position: OnTable) -> None:
    table = position.table
    options, trump = options_of(table.document), trump_of(table.trump)
    trick = tuple(Play(play.seat, ints(play.cards), play.lowest) for play in position.plays)
    winner = position.plays[judge_trick(table, position.plays).winner].seat
    attacked = next(seat for seat in "NE" if oracle.SIDES[seat] != oracle.SIDES[winner])
    buried = score_kitty(options, trump, attacked, trick, kitty=ints(["S5", "HT", "CK", "D2", "S3", "S4", "LJ", "HA"]))
    told = score_kitty(options, trump, attacked, trick, kitty_points=25)
    assert (buried.kitty_points, buried.awarded, buried.multiplier) == (25, told.awarded, told.multiplier)

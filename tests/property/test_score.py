"""The engine's score of a deal against one put together from the oracles of the kitty and of the levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given

from rules.deals.score import Counted, score_deal
from rules.effects import Effect
from rules.kitty import ATTACKERS
from rules.tricks import Play
from tests.oracle import kitty as kitty_oracle
from tests.oracle import levels as levels_oracle
from tests.oracle.documents import PRESETS
from tests.property.bridge import ints, options_of, trump_of
from tests.property.dice import Dice, positions
from tests.property.positions import OnTable, on_table
from tests.property.sanctions import sanctions
from tests.support.fines import charged


@dataclass(frozen=True)
class Over:
    """A deal that is over: its last trick, and what else it is scored by."""

    last: OnTable
    declarer: str
    levels: dict[str, str]
    trick_points: int
    kitty_points: int
    fines: tuple[tuple[str, int], ...]
    stakes_shown_by: str | None
    effects: tuple[dict[str, Any], ...]


def over(dice: Dice, preset: str) -> Over:
    """A deal under a preset: levels near those that must be defended, fines of both sides, now and then an effect."""
    last = on_table(dice, preset, fewest=4)
    rules = last.table.document["levels"]
    near = [*rules["must_defend"], *rules["ladder"][-2:], *rules["ladder"]]
    trick_points = 5 * dice.between(0, 40)
    fines = tuple((dice.one_of(["NS", "EW"]), 10 * dice.between(0, 4)) for _ in range(dice.one_of([0, 0, 1, 2])))
    stakes = dice.one_of([None, "declarers", "attackers"]) if last.table.document["stakes"] else None
    return Over(
        last=last,
        declarer=dice.one_of("NESW"),
        levels={side: dice.one_of(near) for side in ("NS", "EW")},
        trick_points=trick_points,
        kitty_points=5 * dice.between(0, 8),
        fines=fines,
        stakes_shown_by=stakes,
        effects=sanctions(dice, trick_points),
    )


def compare_score(deal: Over) -> None:
    table, document, own = deal.last.table, deal.last.table.document, kitty_oracle.SIDES[deal.declarer]
    options = options_of(document)
    last = tuple(Play(play.seat, ints(play.cards), play.lowest) for play in deal.last.plays)
    got = score_deal(
        options,
        deal.declarer,
        deal.levels,
        Counted(trump_of(table.trump), deal.trick_points, last, kitty_points=deal.kitty_points),
        fines=[charged(side, points, points if side == own else -points) for side, points in deal.fines],
        effects=tuple(Effect(**effect) for effect in deal.effects),
        stakes_shown_by=deal.stakes_shown_by,
    )
    assert got.kitty is not None

    kitty = kitty_oracle.score_kitty(table, deal.declarer, deal.last.plays)
    assert (got.kitty.won_by == ATTACKERS) is kitty.attackers
    times = got.kitty.multiplier or 0
    assert not kitty.attackers or times in {multiplier for _, multiplier in kitty.counts}
    total = deal.trick_points + deal.kitty_points * times
    for side, points in deal.fines:
        total += points if side == own else -points
    assert got.counted_points == total

    dig = kitty.dig
    digs = [] if dig is None else [{"side": own, "to": dig.get("declarers_to"), **dig}]
    wanted = levels_oracle.advance(
        document,
        deal.declarer,
        deal.levels,
        total,
        digs=digs,
        stakes=None if deal.stakes_shown_by is None else {"shown_by": deal.stakes_shown_by, "declarers_points": 200 - deal.trick_points},
        effects=deal.effects,
        last_trick_winner=kitty.winner,
    )
    assert (got.advance.levels, got.advance.winner) == (wanted.levels, wanted.winner)
    assert (got.advance.declarer, got.advance.level) == (wanted.declarer, wanted.level)
    assert (got.advance.gained_side, got.advance.gained_due) == (wanted.gained_side, wanted.due)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_scores_a_deal_as_the_oracles_do(preset: str) -> None:
    @given(positions(over, preset=preset))
    def check(deal: Over) -> None:
        compare_score(deal)

    check()

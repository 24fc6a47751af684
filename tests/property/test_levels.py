"""The engine's advancement against the oracle's: who takes the deal, who moves how far, where a side stops, who declares next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given

from rules.effects import Effect
from rules.kitty import DigVerdict
from rules.levels import StakesShown, advance
from tests.oracle import levels as oracle
from tests.oracle.documents import PRESETS, document_of
from tests.oracle.kitty import SIDES
from tests.property.bridge import options_of
from tests.property.dice import Dice, positions
from tests.property.sanctions import sanctions

LADDERS = [list("23456789TJQKA"), [*"23456789TJQKA", "joker"], list("3579JA"), list("2345")]
DECLARERS: list[Any] = [
    [{"under": 1, "levels": 3}, {"under": 40, "levels": 2}, {"under": 80, "levels": 1}],
    [{"under": 1, "to": "A"}, {"under": 80, "step": 10}],
    {"step": 10},
    {"step": 30, "cap": 2},
    {"bands": [{"up_to": 0, "levels": 4}, {"step": 20}], "cap": 3},
    [{"up_to": 35, "to": "5"}, {"under": 70, "levels": 0}, {"levels": 1}],
]
ATTACKERS: list[Any] = [
    {"step": 40},
    {"step": 10},
    {"step": 20, "cap": 3},
    [{"under": 120, "levels": 0}, {"step": 40}],
    [{"up_to": 100, "levels": 1}, {"levels": 5}],
]
TOTALS = [-30, -5, 0, 1, 5, 35, 39, 40, 41, 60, 75, 79, 80, 85, 99, 100, 119, 120, 125, 160, 200, 320]


@dataclass(frozen=True)
class Deal:
    """A deal that is over, and what else the levels depend on."""

    document: dict[str, Any]
    declarer: str
    levels: dict[str, str]
    points: int
    laps: dict[str, int]
    digs: tuple[dict[str, Any], ...]
    stakes: dict[str, Any] | None
    last: str
    effects: tuple[dict[str, Any], ...] = ()


def deal(dice: Dice, preset: str | None = None) -> Deal:
    """A deal under a preset or under house rules: levels near those that must be defended, totals near the edges of the bands."""
    document = document_of(preset or dice.one_of(sorted(PRESETS)))
    if preset is None:
        ladder = dice.one_of(LADDERS)
        document["levels"] = {
            "ladder": ladder,
            "start": ladder[0],
            "must_defend": [
                level for level in ladder if dice.one_of([False] * 5 + [True]) or (level == ladder[-1] and dice.one_of([True, False]))
            ],
            "after_last": dice.one_of(["win", "win", "wrap"]),
        }
        tables = [table for table in DECLARERS if not isinstance(table, list) or all(band.get("to", ladder[0]) in ladder for band in table)]
        document["advancement"] = {
            "base": dice.one_of([80, 80, 100]),
            "declarers": dice.one_of(tables),
            "attackers": dice.one_of(ATTACKERS),
        }
        document["rotation"] = {"held": dice.one_of(["partner", "same"]), "taken": dice.one_of(["next_player", "last_trick_winner"])}
        document["direction"] = dice.one_of(["counterclockwise", "clockwise"])
        document["stakes"] = [stake for stake in document["stakes"] if {"2", "A"} <= set(ladder)]
    ladder = document["levels"]["ladder"]
    near = [level for level in ladder if level in document["levels"]["must_defend"]] + ladder[-3:] + ladder[:1]
    levels = {side: dice.one_of([*near, *ladder]) for side in ("NS", "EW")}
    points = dice.one_of([*TOTALS, dice.between(-50, 400)])
    declarer = dice.one_of("NESW")
    digs: tuple[dict[str, Any], ...] = ()
    if dice.one_of([False, False, True]):
        # A dig takes the declarers down, or leaves them where they are.
        lower = ladder[: ladder.index(levels[SIDES[declarer]]) + 1]
        dig = {"side": SIDES[declarer], "to": dice.one_of(lower)}
        if dice.one_of([False, True]):
            dig |= {"attackers_to": dice.one_of(ladder), "final": dice.one_of([True, False])}
        digs = (dig,)
    stakes = None
    if document["stakes"] and dice.one_of([False, True]):
        stakes = {"shown_by": dice.one_of(["declarers", "attackers"]), "declarers_points": 200 - points}
    laps = {"NS": dice.between(0, 2), "EW": 0}
    return Deal(document, declarer, levels, points, laps, digs, stakes, dice.one_of("NESW"), sanctions(dice, points))


def compare_deal(played: Deal) -> None:
    wanted = oracle.advance(
        played.document,
        played.declarer,
        played.levels,
        played.points,
        laps=played.laps,
        digs=played.digs,
        stakes=played.stakes,
        effects=played.effects,
        last_trick_winner=played.last,
    )
    got = advance(
        options_of(played.document),
        played.declarer,
        played.levels,
        played.points,
        laps=played.laps,
        digs=tuple(DigVerdict(dig["side"], dig.get("to"), dig.get("attackers_to"), bool(dig.get("final"))) for dig in played.digs),
        stakes=StakesShown(played.stakes["shown_by"], played.stakes["declarers_points"]) if played.stakes else None,
        effects=tuple(Effect(**effect) for effect in played.effects),
        last_trick_winner=played.last,
    )
    assert got.outcome == ("declarers_hold" if wanted.held else "attackers_take")
    assert (got.game_over, got.winner) == (wanted.winner is not None, wanted.winner)
    assert got.levels == wanted.levels
    assert got.laps == (wanted.laps if played.document["levels"]["after_last"] == "wrap" else None)
    assert (got.declarer, got.level) == (wanted.declarer, wanted.level)
    assert (got.gained_side, got.gained_due) == (wanted.gained_side, wanted.due)
    if wanted.winner is None:
        assert got.gained_levels == wanted.moved
        assert got.stopped_at == wanted.stopped_at
    else:
        assert got.stopped_at is None


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_moves_levels_as_the_oracle_does(preset: str) -> None:
    @given(positions(deal, preset=preset))
    def check(played: Deal) -> None:
        compare_deal(played)

    check()


@given(positions(deal))
def test_house_rules_move_levels_as_the_oracle_does(played: Deal) -> None:
    compare_deal(played)

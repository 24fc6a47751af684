"""Effects of sanctions by chance."""

from __future__ import annotations

from typing import Any

from tests.property.dice import Dice


def sanctions(dice: Dice, points: int) -> tuple[dict[str, Any], ...]:
    """What sanctions do beside points: often nothing, seldom several things; none contradicts another."""
    taker, total = dice.one_of(["NS", "EW"]), dice.one_of([0, 200, points])
    kinds: list[dict[str, Any]] = [
        {"kind": "deal_taken", "by": taker},
        {"kind": "deal_taken", "by": taker, "levels": dice.between(0, 3)},
        {"kind": "level_up", "side": dice.one_of(["NS", "EW"]), "levels": dice.between(0, 4)},
        {"kind": "level_up", "side": dice.one_of(["NS", "EW"]), "levels": 1},
        {"kind": "deal_score", "side": "NS", "points": total},
        {"kind": "deal_score", "side": "EW", "points": total},
    ]
    return tuple(dice.one_of(kinds) for _ in range(dice.one_of([0, 0, 1, 1, 2, 3])))

"""The levels while a deal is being booked: how a side moves up, where it must stop, when it wins (semantics 9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.options import LevelOptions
from rules.rulings import Ruling


@dataclass(slots=True)
class Board:
    """The levels of both sides within one deal, with the rulings that moved them."""

    ladder: LevelOptions
    levels: dict[str, str]
    laps: dict[str, int]
    gainer: str
    """The side that has the deal afterwards."""
    moved: int = 0
    """Levels that the gainer has moved up."""
    stopped_at: str | None = None
    """The first must-defend level that stopped a move."""
    winner: str | None = None
    reset: set[str] = field(default_factory=set)
    """Declarers whom a dig has reset: they do not win the game in this deal."""
    free: set[str] = field(default_factory=set)
    """Sides that may leave the level on which they stand although it must be defended."""
    rulings: list[Ruling] = field(default_factory=list)

    def rise(self, side: str, due: int) -> None:
        """Move a side up step by step, as far as must-defend levels let it: a free side may leave the one it stands on, once.

        A side that goes beyond the last rung wins and keeps its level (settled 12), unless a dig has just reset it.
        """
        rungs = self.ladder.ladder
        place = rungs.index(self.levels[side])
        moved = 0
        for _ in range(due):
            if rungs[place] in self.ladder.must_defend and side not in self.free:
                self.stopped_at = self.stopped_at or rungs[place]
                self.rule("stopped_at_must_defend", "levels.must_defend", side, rungs[place])
                break
            self.free.discard(side)
            if place + 1 < len(rungs):
                place += 1
            elif self.ladder.after_last == "wrap":
                place = 0
                self.laps[side] += 1
                self.rulings.append(Ruling("ladder_wraps", "levels.after_last", {"side": side}))
            elif side in self.reset:
                break
            else:
                self.winner = side
                return
            moved += 1
        self.levels[side] = rungs[place]
        if side == self.gainer:
            self.moved += moved

    def put(self, side: str, level: str) -> None:
        """Put a side on a level, above or below its own; what the gainer rises by it counts as moved."""
        rungs = self.ladder.ladder
        if side == self.gainer:
            self.moved += max(rungs.index(level) - rungs.index(self.levels[side]), 0)
        self.levels[side] = level

    def rule(self, code: str, option: str, side: str, level: str) -> None:
        """Note why a side stands on a level."""
        self.rulings.append(Ruling(code, option, {"side": side, "level": level}))

"""Effects (处罚的后果): what sanctions do to a deal beside points: a deal taken, levels up, a total set (settled 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.rulings import Fault

DEAL_TAKEN: Final = "deal_taken"
LEVEL_UP: Final = "level_up"
DEAL_SCORE: Final = "deal_score"
EFFECT_KINDS = (DEAL_TAKEN, LEVEL_UP, DEAL_SCORE)


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect on the levels; sides are `NS` or `EW`.

    - `deal_taken`: side `by` has the deal afterwards, whatever the points; it gains `levels` in place of the table's.
    - `level_up`: side `side` goes up `levels` after all else.
    - `deal_score`: `points` replace what side `side` has scored; of the declarers it changes nothing.
    """

    kind: str
    side: str | None = None
    by: str | None = None
    levels: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """The deal goes to a side with these levels, whatever the points."""

    by: str
    levels: int


def effect_faults(placed: Sequence[tuple[str, Effect]]) -> list[Fault]:
    """The effects that contradict one before them: a deal taken by the other side too, another total for the same side.

    `placed` pairs the pointer of each effect, or of the penalty that brings it, with the effect.
    """
    faults = []
    for index, (pointer, effect) in enumerate(placed):
        other = next((place for place, before in placed[:index] if _contradict(before, effect)), None)
        if other is not None:
            faults.append(Fault(pointer, "contradictory_effect", None, {"other": other}))
    return faults


def _contradict(before: Effect, effect: Effect) -> bool:
    if before.kind != effect.kind:
        return False
    if effect.kind == DEAL_TAKEN:
        return before.by != effect.by
    return effect.kind == DEAL_SCORE and before.side == effect.side and before.points != effect.points


def taken_of(effects: Sequence[Effect]) -> Taken | None:
    """Who has the deal by an effect, or None: a deal is taken once, with the most levels that any of the effects gives.

    >>> taken_of([Effect("deal_taken", by="EW"), Effect("deal_taken", by="EW", levels=1)])
    Taken(by='EW', levels=1)
    """
    taking = [(effect.levels, effect.by) for effect in effects if effect.kind == DEAL_TAKEN and effect.by is not None]
    levels, by = max(taking, default=(0, None))
    return None if by is None else Taken(by, levels)


def points_set(effects: Sequence[Effect], side: str) -> int | None:
    """The total to which an effect sets a side, or None.

    >>> points_set([Effect("deal_score", side="EW", points=200)], "EW")
    200
    """
    return next((effect.points for effect in effects if effect.kind == DEAL_SCORE and effect.side == side), None)

"""Effects (处罚的后果) in a request: what sanctions do to a deal beside points, as penalties/assess gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.effects import DEAL_SCORE, DEAL_TAKEN, EFFECT_KINDS, LEVEL_UP, Effect
from rules.rulings import Fault
from schemas.fields import Choice, Parts, Side, Whole
from schemas.requests import Request

MOST_POINTS = 100_000
MOST_LEVELS = 100
MOST_EFFECTS = 16
_NEEDED = {DEAL_TAKEN: ("by",), LEVEL_UP: ("side", "levels"), DEAL_SCORE: ("side", "points")}
_OPTIONAL = {DEAL_TAKEN: ("levels",)}


class EffectRequest(Request):
    """One effect: `deal_taken` with `by` and perhaps `levels`, `level_up` with `side` and `levels`, `deal_score` with `side`, `points`."""

    kind = Choice(choices=EFFECT_KINDS, required=True)
    by = Side(metadata={"description": "The side that has the deal afterwards, whatever the points (`deal_taken`)."})
    side = Side(metadata={"description": "The side that goes up (`level_up`) or whose points are set (`deal_score`)."})
    levels = Whole(
        minimum=0,
        maximum=MOST_LEVELS,
        metadata={"description": "Levels that the side gains; with `deal_taken` in place of the table's, 0 when left out."},
    )
    points = Whole(minimum=-MOST_POINTS, maximum=MOST_POINTS, metadata={"description": "What the side scores in the deal (`deal_score`)."})

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Fields that the kind of effect needs, and those that say nothing with it."""
        kind = data.get("kind")
        if kind is None:
            return []
        needed = _NEEDED[kind]
        faults = [Fault(f"/{name}", "missing_field") for name in needed if name not in body]
        idle = [name for name in data if name not in ("kind", *needed, *_OPTIONAL.get(kind, ()))]
        return faults + [Fault(f"/{name}", "idle_field", params={"beside": f"kind={kind}"}) for name in idle]

    def made(self, data: dict[str, Any]) -> Effect:
        """The effect as the engine takes it."""
        return Effect(**data)


class EffectsPart(Parts):
    """Effects in the order in which they are booked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(EffectRequest(), most=MOST_EFFECTS, **kwargs)


def whole_effects(effects: Any) -> tuple[Effect, ...]:
    """The effects of a request when all of them could be read, else none."""
    return effects if isinstance(effects, tuple) else ()


def placed_effects(effects: Iterable[Effect], pointer: str = "/effects") -> list[tuple[str, Effect]]:
    """Effects with their pointers."""
    return [(f"{pointer}/{index}", effect) for index, effect in enumerate(effects)]

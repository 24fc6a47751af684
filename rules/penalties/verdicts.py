"""What the judgement of an offence says: sanctions, effects, and how play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.effects import EFFECT_KINDS, Effect
from rules.rulings import Ruling

EXPOSED: Final = "exposed"
ROUND_FORFEITED: Final = "round_forfeited"
TRICK_POINTS: Final = "trick_points_to_opponents"
BID_RIGHT_LOST: Final = "bid_right_lost"


@dataclass(frozen=True, slots=True)
class Sanction:
    """One sanction: a `warning`, `recorded`, a `fine`, or what is given in place of one.

    Of a fine: its points, what they are counted by, and how many cards were counted where cards are.
    """

    kind: str
    points: int | None = None
    per: str | None = None
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class EffectVerdict:
    """What happens beside the fine; sides are `NS` or `EW`.

    `deal_taken` (`by`, `levels`), `level_up` (`side`, `levels`) and `deal_score` (`side`, `points`) move the deal;
    `trick_points_to_opponents`: `points` of the trick go to `side`; `exposed`: `cards` of `side` are exposed; `bid_right_lost`:
    `side`, or both where it is None, may not open the bidding; `round_forfeited`: by `side`, or by both where it is None, with
    `round_points` by side where the regulation says them; `replay_choice`: side `by` says whether the deal, or the trick, is played.
    """

    kind: str
    side: str | None = None
    by: str | None = None
    levels: int = 0
    points: int = 0
    cards: int | None = None
    round_points: Mapping[str, str] | None = None
    attackers_points_delta: int | None = None
    """Of the trick's points, where the declarer is known."""

    @property
    def moves(self) -> Effect | None:
        """The effect as `levels.advance` takes it, or None where it moves no deal."""
        return Effect(self.kind, self.side, self.by, self.levels, self.points) if self.kind in EFFECT_KINDS else None


@dataclass(frozen=True, slots=True)
class SanctionVerdict:
    """The sanction of one offence, itemised.

    `points` is the sum of its fines. `attackers_points_delta` is what they and the trick's points change in the attackers' total,
    None where the declarer is not known. `option` is the path of the option that decided; what each thing rests on, part by part,
    is in the rulings.
    """

    sanctions: tuple[Sanction, ...]
    points: int
    attackers_points_delta: int | None
    effects: tuple[EffectVerdict, ...]
    remedy: str | Mapping[str, str] | None
    """A code that the service words, or texts by language."""
    then: str | None
    clause: str | None
    option: str
    grounds: tuple[str, ...]
    """What the sanctions and effects rest on, part by part; where there are none, what that rests on."""
    rulings: tuple[Ruling, ...]

    @property
    def moves(self) -> tuple[Effect, ...]:
        """The effects that `levels.advance` takes, in their order."""
        return tuple(effect.moves for effect in self.effects if effect.moves is not None)

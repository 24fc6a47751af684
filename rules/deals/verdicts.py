"""What a replay finds (复盘): tricks, the first fault by its place, and irregularities that were ruled on."""

from __future__ import annotations

from dataclasses import dataclass

from rules.plays import ThrowReport
from rules.rulings import Ruling, Violation


@dataclass(frozen=True, slots=True)
class DealFault:
    """What is wrong in a deal first: its place in the record, why, and the place of the later play that proves it, if one does."""

    pointer: str
    violations: tuple[Violation, ...]
    proved_by: str | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What is against the rules and was ruled on: as a fault, and the offences as which it was ruled on."""

    pointer: str
    offences: tuple[str, ...]
    violations: tuple[Violation, ...]
    proved_by: str | None


@dataclass(frozen=True, slots=True)
class ReplayedPlay:
    """A play of the record: its role, whether it is legal, whether it took the trick when it fell, and its points.

    One that is not legal and was ruled on has its `irregularity`; it stands, and takes the trick if it is the best.
    """

    seat: str
    role: str
    legal: bool
    overtakes: bool
    points: int
    irregularity: Irregularity | None = None


@dataclass(frozen=True, slots=True)
class ReplayedTrick:
    """A trick of the record up to a play at fault, which is its last; `winner` is the winner so far, None where the lead is at fault."""

    complete: bool
    winner: str | None
    points: int
    plays: tuple[ReplayedPlay, ...]
    attempt: ThrowReport | None
    """The failed throw in whose place the lead was forced."""
    rulings: tuple[Ruling, ...]

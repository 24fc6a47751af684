"""Offences (违例) as a ruleset has them: what the caller must tell of each, and what follows from it. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HEAVIER = ("warning", "levels", "leader_wins", "game_lost", "round_forfeited", "suspended", "disqualified")
"""What may be given in place of points: nothing but a warning, levels taken away, the game to the side ahead, and so on."""

Decimals = tuple[str, str]
"""Round points of the offenders and of their opponents, in exact decimals."""


@dataclass(frozen=True, slots=True)
class Range:
    """From and to, both included; None where it is open."""

    low: int | None
    high: int | None

    def holds(self, value: int) -> bool:
        """Does the value lie within?

        >>> Range(2, None).holds(2), Range(2, 5).holds(6)
        (True, False)
        """
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a consequence or an effect to follow."""

    ranges: tuple[tuple[str, Range], ...] = ()
    """By fact: `cards`, `occurrence`, `minutes`, `trick_points`."""
    trick_won_by: str | None = None
    """`offenders` or `opponents`."""
    offenders_are: str | None = None
    """`declarers` or `attackers`."""


ALWAYS = Condition()


@dataclass(frozen=True, slots=True)
class OffenceFine:
    """Points for each `card` or each `time`; of a failed throw for what `throws.on_failure.fine` counts."""

    points: int
    per: str
    cap: int | None
    path: str
    """The option, or the part of the offence, that it is written in."""

    @property
    def once(self) -> bool:
        """Is it fined once, however many cards there are?"""
        return self.per in ("time", "throw")


@dataclass(frozen=True, slots=True)
class OffenceEffect:
    """What happens beside points; `by` and `side` are `offenders` or `opponents`."""

    kind: str
    by: str | None
    side: str | None
    levels: int
    points: int
    round_points: Decimals | None
    when: Condition
    path: str
    """The option, or the part of the offence, that it is written in."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The referee's own measure: points within a range, or something heavier instead.

    Beside a fine the points are what is fined in all; where the referee names none, the fine stands as it is.
    """

    points: Range | None
    instead: tuple[str, ...]
    """Of `HEAVIER`."""
    round_points: Decimals | None = None
    """What the round is worth where it is forfeited, if the regulation says it."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from an offence, or from one of its cases."""

    path: str
    """The part of the offence, `offences.concealed_card.heavy`, below which a clause or a reading may speak of each thing."""
    title: Mapping[str, str] | None = None
    """Of a tier in words, in some languages; None: the service words it."""
    at_fault: str | None = None
    """The only party that can be at fault, `declarers` or `attackers`; None: either."""
    needs: tuple[str, ...] = ()
    """The facts that must be told, as the document and the parts of the consequence want them."""
    when: Condition = ALWAYS
    warning: bool = False
    recorded: bool = False
    fine: OffenceFine | None = None
    effects: tuple[OffenceEffect, ...] = ()
    sentence: str | None = None
    """What is given without asking the referee how much: of `HEAVIER`."""
    judgement: Judgement | None = None
    remedy: str | Mapping[str, str] | None = None
    """A code that the service words, or texts in every language."""
    then: str | None = None


Bands = tuple[tuple[int, Consequence], ...]
"""Consequences beyond so many minutes, read top down."""


@dataclass(frozen=True, slots=True)
class Offence:
    """One offence. Its own consequence holds in every case; the others are added by tier, occurrence, minutes, side or condition."""

    code: str
    title: Mapping[str, str] | None
    """In the languages in which the regulation has a term of its own; the service words the code in the others."""
    clause: str | None
    decidable: bool
    counted_in: str | None
    """Occurrences are counted within this: `deal`, `round` or `match`."""
    both_sides: bool
    """Both sides may have committed it."""
    fine_from: str | None
    """The option whose fine this is: `throws.on_failure.fine`."""
    effects_from: str | None
    """The option whose effects these are: `bidding.revolution.false_claim`."""
    passes_level: str | None
    """The level that declarers who stand on it pass by these effects."""
    own: Consequence
    tiers: Mapping[str, Consequence]
    steps: tuple[Consequence, ...]
    bands: Bands
    both: Bands
    """Bands where both sides have committed it."""
    by_side: Mapping[str, Consequence]
    cases: tuple[Consequence, ...]
    """Each follows where its condition holds."""

    @property
    def at_fault(self) -> str | None:
        """The only party that can be at fault in every case of it; None: either."""
        return self.own.at_fault

    @property
    def option(self) -> str:
        """The path of the option that decides its sanction.

        >>> from rules.catalogue import preset
        >>> [offence.option for offence in preset("jiangsu-2007").options.offences if offence.code in ("late", "failed_throw")]
        ['offences.late', 'throws.on_failure.fine']
        """
        return self.fine_from or self.effects_from or f"offences.{self.code}"


def offence_named(offences: tuple[Offence, ...], code: str) -> Offence | None:
    """The offence of this code, or None."""
    return next((offence for offence in offences if offence.code == code), None)

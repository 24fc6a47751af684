"""What somebody has done (违例事实): the facts of one offence, what is wrong with them as told, and what follows that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.offences import Bands, Condition, Consequence, Judgement, Offence, Range, offence_named
from rules.options import Options
from rules.rulings import Fault
from rules.seats import SIDE_OF, SIDES

BOTH: Final = "both"
"""The side, where both sides have committed an offence that allows it (both late)."""
MOST_FINED: Final = 1000
"""Most points that a question may name; no regulation prints it."""
POINT_UNIT: Final = 5
"""The points of tricks come in fives."""
DECLARERS: Final = "declarers"
ATTACKERS: Final = "attackers"


@dataclass(frozen=True, slots=True)
class Offending:
    """One offence that was committed: its code, the side at fault, and the facts that its sanction hangs on; None is untold."""

    offence: str
    side: str
    """`NS`, `EW`, or `both`."""
    declarer: str | None = None
    """The declarer's seat: with it the points of the deal are signed."""
    cards: int | None = None
    """How many cards the fine counts; of a failed throw what `throws/resolve` counts."""
    occurrence: int | None = None
    """1 for the first time within the deal, the round or the match, as the offence counts."""
    tier: str | None = None
    points: int | None = None
    """What the referee gives, where it is his judgement."""
    instead: str | None = None
    """What the referee gives in place of points."""
    minutes: int | None = None
    trick_points: int | None = None
    trick_won_by: str | None = None
    """The side that won the trick in question."""
    at: str | None = None
    """Where in the record of a deal it was committed, as a JSON pointer; its sanction does not hang on that."""

    @property
    def party(self) -> str | None:
        """The part of the side at fault in the deal, or None where it is not known.

        >>> Offending("late", "NS", declarer="N").party
        'declarers'
        """
        if self.declarer is None or self.side == BOTH:
            return None
        return DECLARERS if SIDE_OF[self.declarer] == self.side else ATTACKERS


def holds(when: Condition, offending: Offending) -> bool:
    """Does a condition hold? Whatever it asks for must be told."""
    if when.offenders_are is not None and when.offenders_are != offending.party:
        return False
    if when.trick_won_by is not None and (when.trick_won_by == "offenders") != (offending.trick_won_by == offending.side):
        return False
    return all(within.holds(getattr(offending, fact)) for fact, within in when.ranges)


def cases_of(offence: Offence, offending: Offending) -> tuple[Consequence, ...]:
    """The consequences of the case at hand, whatever their conditions: the offence's own, those of its tier, step, band and side, and
    those that have but a condition.
    """
    cases: list[Consequence | None] = [offence.own, offence.tiers.get(offending.tier or "")]
    if offence.steps and offending.occurrence is not None:
        cases.append(offence.steps[min(offending.occurrence, len(offence.steps)) - 1])
    if offending.minutes is not None:
        cases.append(_band(offence.both if offending.side == BOTH else offence.bands, offending.minutes))
    cases += [offence.by_side.get(offending.party or ""), *offence.cases]
    return tuple(case for case in cases if case is not None)


def followed(offence: Offence, offending: Offending) -> tuple[Consequence, ...]:
    """The consequences whose conditions hold; nothing follows where the offence's own condition does not."""
    if not holds(offence.own.when, offending):
        return ()
    return tuple(case for case in cases_of(offence, offending) if holds(case.when, offending))


def _band(bands: Bands, minutes: int) -> Consequence | None:
    return next((consequence for over, consequence in bands if minutes > over), None)


def judging(cases: Sequence[Consequence]) -> Consequence | None:
    """The case that leaves something to the referee; a case of the offence goes before what holds in every case."""
    return next((case for case in reversed(cases) if case.judgement is not None), None)


def offence_faults(options: Options, offending: Offending, pointer: str = "") -> list[Fault]:
    """What is wrong with the facts of an offence, each as it was told: an offence, a tier or a side that there is not, a party that
    cannot be at fault, facts that are missing, points that the referee may not give. Pointers begin at `pointer`, as `/penalties/0`.
    """
    offence = offence_named(options.offences, offending.offence)
    if offence is None:
        codes = [offence.code for offence in options.offences]
        names = {"choices": codes, "known": codes, "sought": offending.offence}
        return [Fault(f"{pointer}/offence", "unknown_offence", offending.offence, names)]
    cases = cases_of(offence, offending)
    unknown = [*_tier_faults(offence, offending), *_missing(cases, offending)]
    faults = [*_side_faults(offence, cases, offending), *unknown, *_trick_faults(offending)]
    if not unknown:
        faults += _judgement_faults(offending, followed(offence, offending))
    return [Fault(pointer + fault.pointer, fault.code, fault.value, fault.params) for fault in faults]


def _missing(cases: Iterable[Consequence], offending: Offending) -> Iterator[Fault]:
    """The facts that the case needs; what the referee gives is asked for elsewhere."""
    for fact in dict.fromkeys(fact for case in cases for fact in case.needs if fact != "points"):
        if getattr(offending, fact) is None:
            yield Fault(f"/{fact}", "missing_field")


def _tier_faults(offence: Offence, offending: Offending) -> Iterator[Fault]:
    if offending.tier is not None and offending.tier not in offence.tiers:
        yield _no_choice("tier", offending.tier, tuple(offence.tiers), "no_tiers")


def _trick_faults(offending: Offending) -> Iterator[Fault]:
    if offending.trick_points is not None and offending.trick_points % POINT_UNIT:
        yield Fault("/trick_points", "not_a_multiple", offending.trick_points, {"multiple": POINT_UNIT})


def _side_faults(offence: Offence, cases: Sequence[Consequence], offending: Offending) -> Iterator[Fault]:
    wanted = next((case.at_fault for case in cases if case.at_fault is not None), None)
    if offending.side == BOTH and not (offence.both or offence.both_sides):
        yield Fault("/side", "not_a_choice", BOTH, {"choices": list(SIDES)})
    elif wanted is not None and offending.party not in (wanted, None):
        yield Fault("/side", "wrong_side", offending.side, {"side": offending.side, "wanted": wanted})


def _no_choice(field: str, value: str, choices: Sequence[str], without: str) -> Fault:
    """A value that is none of the choices; `without` is the code where there is nothing to choose."""
    if choices:
        return Fault(f"/{field}", "not_a_choice", value, {"choices": list(choices)})
    return Fault(f"/{field}", without, value)


def _judgement_faults(offending: Offending, cases: Sequence[Consequence]) -> Iterator[Fault]:
    """Points or something heavier, never both, and only what the offence leaves to the referee."""
    judge = judging(cases)
    judgement = Judgement(None, ()) if judge is None or judge.judgement is None else judge.judgement
    if offending.points is not None:
        yield from _points_faults(offending.points, judgement.points, cases)
    if offending.instead is not None and offending.instead not in judgement.instead:
        yield _no_choice("instead", offending.instead, judgement.instead, "sanction_is_settled")
    if offending.points is not None and offending.instead is not None:
        yield Fault("", "exactly_one_of", None, {"fields": "points, instead"})
    if offending.points is None and offending.instead is None and judge is not None and judge.fine is None:
        yield from _undecided(judgement)


def _undecided(judgement: Judgement) -> Iterator[Fault]:
    """The referee has given nothing; where there is but one thing to give that need not be said."""
    if judgement.points is not None and judgement.instead:
        yield Fault("", "exactly_one_of", None, {"fields": "points, instead"})
    elif judgement.points is not None:
        yield Fault("/points", "missing_field")
    elif len(judgement.instead) > 1:
        yield Fault("/instead", "missing_field")


def _points_faults(points: int, within: Range | None, cases: Sequence[Consequence]) -> Iterator[Fault]:
    """Points that nobody asks the referee for, or that he may not give."""
    if within is None:
        settled = any(case.fine is not None for case in cases)
        yield Fault("/points", "fine_is_settled" if settled else "points_not_fined", points)
    elif not within.holds(points):
        low = 0 if within.low is None else within.low
        if within.high is None:
            yield Fault("/points", "points_too_few", points, {"minimum": low})
        else:
            yield Fault("/points", "points_out_of_range", points, {"minimum": low, "maximum": within.high})

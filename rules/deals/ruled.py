"""Irregularities that were ruled on (已判违例): what is against the rules in a deal and has its penalty, so that the deal goes on from it.

What was ruled on is judged as ever, and then taken as it lies. Nothing excuses what cannot be so: cards that nobody holds, another
number of cards than the lead, a lead of two groups, which nobody can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.deals.verdicts import DealFault, Irregularity
from rules.follow import WRONG_CARD_COUNT
from rules.penalties import Offending
from rules.plays import MIXED_GROUPS, NOT_IN_HAND
from rules.rulings import Violation

MORE_CARDS_THAN_LEFT = "more_cards_than_left"
CANNOT_STAND = "cannot_stand"

_NEVER_STANDS = frozenset((NOT_IN_HAND, MORE_CARDS_THAN_LEFT, WRONG_CARD_COUNT, MIXED_GROUPS))


@dataclass(slots=True)
class RuledOn:
    """The places of a record that penalties answer, and what has been found at them so far."""

    offences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By place the codes of the offences, in the order of the penalties."""
    found: list[Irregularity] = field(default_factory=list)

    def refuse(self, fault: DealFault) -> DealFault:
        """A fault that nothing excuses; where it was ruled on it says so."""
        if fault.pointer not in self.offences:
            return fault
        return replace(fault, violations=(*fault.violations, Violation(CANNOT_STAND)))

    def weigh(self, fault: DealFault, *, stands: bool = True) -> DealFault | Irregularity:
        """A fault, or, where it was ruled on and can stand, the irregularity as which it stands."""
        offences = self.offences.get(fault.pointer)
        if offences is None or not stands or any(violation.code in _NEVER_STANDS for violation in fault.violations):
            return self.refuse(fault)
        irregularity = Irregularity(fault.pointer, offences, fault.violations, fault.proved_by)
        self.found.append(irregularity)
        return irregularity


def ruled_on(penalties: Iterable[Offending]) -> RuledOn:
    """The places that penalties answer.

    >>> ruled_on([Offending("revoke", "NS", at="/bids/0"), Offending("late", "EW"), Offending("overtime", "NS", at="/bids/0")]).offences
    {'/bids/0': ('revoke', 'overtime')}
    """
    offences: dict[str, tuple[str, ...]] = {}
    for penalty in penalties:
        if penalty.at is not None:
            offences[penalty.at] = (*offences.get(penalty.at, ()), penalty.offence)
    return RuledOn(offences)

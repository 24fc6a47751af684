"""Leads that meet the claims of exposed cards (semantics 6.5).

What can be asked for is measured by the leads of one formation, which are legal whatever the others hold. A throw meets a claim when
it holds one of the best of these and no more barred cards than they.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rules.exposed.claims import (
    SUIT_OPTION,
    Claim,
    ClaimVerdict,
    Exposed,
    LeadClaims,
    barred_of,
    claim_rulings,
    held_back_violation,
    lead_claims,
    owed_violation,
    suit_violation,
    wanted_of,
)
from rules.leads import GroupLeads, group_leads, lead_formations
from rules.options import Options
from rules.rulings import Ruling, Violation
from rules.table import TrumpTable


def judge_lead(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    exposed: Sequence[Exposed],
    cards: tuple[int, ...],
    withheld: frozenset[str],
    missing: int = 0,
) -> ClaimVerdict | None:
    """A lead judged under the claims of its holder's exposed cards; None where there are none. Of a lead of two groups nothing is told.

    `cards` are those that are held; where some are `missing`, nothing is said to be owed.
    """
    rule = lead_claims(options, table, hand, exposed)
    if rule is None:
        return None
    best = best_leads(options, table, hand, withheld, rule)
    groups = {table.group[kind] for kind in cards}
    violations, rulings = [], []
    if len(groups) == 1:
        group = groups.pop()
        violations = list(_violations(best, group, cards, missing))
        rulings = claim_rulings(rule.claims[group], cards) if group in rule.claims else []
        if group in rule.barred_suits:
            rulings.append(Ruling("no_other_suit_held", SUIT_OPTION, {"cards": cards}))
    return ClaimVerdict(tuple(violations), tuple(rulings), best.must_include())


def _violations(best: BestLeads, group: int, cards: tuple[int, ...], missing: int) -> Iterator[Violation]:
    if not best.is_open(group):
        yield suit_violation(best.table, cards, best.rule.barred_suits[group])
        return
    if not missing and best.wanted_short(group, cards):
        claim = best.rule.claims[group]
        leadable = [kind for kind, count in claim.held.items() if best.is_open(best.table.group[kind]) for _ in range(count)]
        yield owed_violation(best.table, claim, wanted_of(best.values[group]), claim.wanted_in(leadable))
    barred = best.barred_beyond(group, cards)
    if barred:
        yield held_back_violation(best.table, barred)


@dataclass(frozen=True, slots=True)
class BestLeads:
    """The leads of one formation that meet the claims best, group by group, and their values by group."""

    options: Options
    table: TrumpTable
    withheld: frozenset[str]
    rule: LeadClaims
    groups: tuple[GroupLeads, ...]
    values: Mapping[int, int]

    def is_open(self, group: int) -> bool:
        """Whether the group may be led at all."""
        return group not in self.rule.closed

    def wanted_short(self, group: int, cards: tuple[int, ...]) -> bool:
        """Whether a lead of an open group holds fewer wanted cards than it must."""
        claim = self.rule.claims.get(group)
        wanted = wanted_of(self.values.get(group, 0))
        if claim is None or wanted == 0:
            return False
        if len(claim.wanted_in(cards)) < wanted:
            return True
        if wanted == 1:
            return False  # one wanted card can be led alone
        made = group_leads(self.options, self.table, group, self.table.bits(cards), self.withheld)
        return wanted_of(_best_value(made, claim)) < wanted

    def barred_beyond(self, group: int, cards: Sequence[int]) -> tuple[int, ...]:
        """The barred cards of a lead where it holds more of them than it must."""
        claim = self.rule.claims.get(group)
        barred = claim.barred_in(cards) if claim is not None else ()
        return barred if len(barred) > barred_of(self.values.get(group, 0)) else ()

    def meets(self, cards: tuple[int, ...]) -> bool:
        """Whether a lead meets the claims as well as a lead of one formation can."""
        group = self.table.group[cards[0]]
        return self.is_open(group) and not self.barred_beyond(group, cards) and not self.wanted_short(group, cards)

    def must_include(self) -> tuple[int, ...]:
        """The cards of every lead that meets the claims."""
        leads = chain.from_iterable(group.leads() for group in self.groups)
        common = Counter(next(leads))
        for lead in leads:
            if not common:
                break
            common &= Counter(lead)
        return tuple(sorted(common.elements(), key=self.table.display.__getitem__))


def best_leads(options: Options, table: TrumpTable, hand: tuple[int, ...], withheld: frozenset[str], rule: LeadClaims) -> BestLeads:
    """The best leads of a hand under the claims of its exposed cards."""
    groups = lead_formations(options, table, hand, withheld)
    is_held = [bool(group.kinds) and number not in rule.closed for number, group in enumerate(groups)]
    values = {number: _best_value(groups[number], claim) for number, claim in rule.claims.items() if is_held[number]}
    if rule.together and values:
        values = dict.fromkeys(values, max(values.values()))
    narrowed = []
    for number, group in enumerate(groups):
        if not is_held[number]:
            narrowed.append(GroupLeads((), (), (), ()))
        elif number in values:
            narrowed.append(_narrowed(group, rule.claims[number], values[number]))
        else:
            narrowed.append(group)
    return BestLeads(options, table, withheld, rule, tuple(narrowed), values)


def _values(group: GroupLeads, claim: Claim) -> Iterator[int]:
    """The values of the leads of a group, of each tractor run the best."""
    yield from (claim.value_of(kind, 1) for kind in group.kinds)
    pairs = {kind: claim.value_of(kind, 2) for kind in group.pairs}
    yield from pairs.values()
    for window in group.windows:
        yield sum(max(map(pairs.__getitem__, kinds)) for kinds in window.choices)
    yield from map(claim.value, group.five_ten_kings)


def _best_value(group: GroupLeads, claim: Claim) -> int:
    return max(_values(group, claim))


def _narrowed(group: GroupLeads, claim: Claim, best: int) -> GroupLeads:
    """The leads of a group that are as good as the best."""
    pairs = {kind: claim.value_of(kind, 2) for kind in group.pairs}
    windows = []
    for window in group.windows:
        tops = [max(map(pairs.__getitem__, kinds)) for kinds in window.choices]
        if sum(tops) == best:
            choices = zip(window.choices, tops, strict=True)
            windows.append(replace(window, choices=tuple(tuple(kind for kind in kinds if pairs[kind] == top) for kinds, top in choices)))
    return GroupLeads(
        tuple(kind for kind in group.kinds if claim.value_of(kind, 1) == best),
        tuple(kind for kind in group.pairs if pairs[kind] == best),
        tuple(windows),
        tuple(unit for unit in group.five_ten_kings if claim.value(unit) == best),
    )

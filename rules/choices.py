"""What may be played (可出的牌): legal follows built from the duties, legal leads from the hand's formations (semantics 4, 6).

A follow out of more cards than led is fixed by which of its cards come as pairs: the rest are then any single cards. So plays
are counted by sets of pairs without being made, and made in a fixed order only as far as they are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product
from math import comb

from rules.cards import BIG_JOKER, LITTLE_JOKER
from rules.exposed.claims import Exposed, follow_claim, lead_claims
from rules.exposed.follows import best_follows, ways_to_follow
from rules.exposed.leads import best_leads
from rules.exposed.listing import list_best_follows, throws_that_meet
from rules.follow import WRONG_CARD_COUNT, five_ten_kings, must_form_five_ten_king, must_include, owed_by, required_answer
from rules.formations import Shape, low_first, shape_of
from rules.leads import lead_formations, lead_throws
from rules.options import Options
from rules.picks import count_selections, pair_sets, selections
from rules.plays import only_card, thrower, turn_violation
from rules.rulings import Owed, Violation
from rules.seats import next_seat
from rules.table import TrumpTable, table_of
from rules.tricks import Play
from rules.trump import Trump


@dataclass(frozen=True, slots=True)
class OptionsVerdict:
    """The plays that are legal now: how many, what all of them contain, what is owed, and the first of them.

    `violations` say why there is none: another seat's turn, or a hand of fewer cards than led. `count` is a lower bound where
    `count_exact` is false; `owed` is None for a lead; `truncated` says that not all are listed.
    """

    count: int
    count_exact: bool
    must_include: tuple[int, ...]
    owed: Owed | None
    plays: tuple[tuple[int, ...], ...]
    truncated: bool
    violations: tuple[Violation, ...] = ()


def list_plays(
    options: Options,
    trump: Trump,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    *,
    seat: str | None = None,
    hands: Mapping[str, tuple[int, ...]] | None = None,
    withheld: frozenset[str] = frozenset(),
    exposed: Sequence[Exposed] = (),
    limit: int = 50,
) -> OptionsVerdict:
    """List the plays that `plays.check_play` calls legal, at most `limit`, in a stable order.

    Leads are the single formations of the hand, and throws only where `hands`, the other three, prove that they stand.
    """
    table = table_of(options, trump)
    if trick:
        return _list_follows(options, table, hand, trick, seat, exposed, limit)
    return _list_leads(options, table, hand, seat, hands, withheld, exposed, limit)


def _list_follows(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    seat: str | None,
    exposed: Sequence[Exposed],
    limit: int,
) -> OptionsVerdict:
    lead = shape_of(options, table, trick[0].cards)
    assert lead is not None, "a lead lies in one group: see table_faults"
    barred = turn_violation(next_seat(trick[-1].seat, options.direction), seat)
    if len(hand) < lead.count:
        barred.append(Violation(WRONG_CARD_COUNT, params={"expected": lead.count, "given": len(hand)}))
    if barred:
        return OptionsVerdict(0, True, (), None, (), False, tuple(barred))
    claim = follow_claim(options, table, hand, exposed, lead.group) if exposed else None
    if claim is None:
        count, exact, plays = _follows(options, table, lead, hand)
        required = must_include(options, table, lead, hand)
    else:
        ways = ways_to_follow(options, table, lead, hand)
        best = best_follows(options, table, lead, hand, claim, ways)
        count, exact, plays = list_best_follows(table, lead, claim, ways, best)
        required = best.common
    owed = owed_by(options, table, lead, table.bits(hand) & table.mask[lead.group])
    first = tuple(_ordered(table, play) for play in islice(plays, limit))
    return OptionsVerdict(count, exact, required, owed, first, len(first) < count or not exact)


def _list_leads(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    seat: str | None,
    hands: Mapping[str, tuple[int, ...]] | None,
    withheld: frozenset[str],
    exposed: Sequence[Exposed],
    limit: int,
) -> OptionsVerdict:
    rule = lead_claims(options, table, hand, exposed) if exposed else None
    best = best_leads(options, table, hand, withheld, rule) if rule is not None else None
    groups = best.groups if best is not None else lead_formations(options, table, hand, withheld)
    count, exact, leads = sum(group.count for group in groups), True, chain.from_iterable(group.leads() for group in groups)
    if hands is not None:
        families, exact = lead_throws(options, table, hand, withheld, thrower(seat, hands), hands)
        if best is not None:
            families, throws, complete = throws_that_meet(best, families)
            count, exact, leads = count + len(throws), exact and complete, chain(leads, throws)
        count += sum(family.count for family in families)
        leads = chain(leads, (throw for family in families for throw in family.throws()))
    required = best.must_include() if best is not None else only_card(hand)
    first = tuple(_ordered(table, play) for play in islice(leads, limit))
    return OptionsVerdict(count, exact, required, None, first, len(first) < count or not exact)


def _ordered(table: TrumpTable, cards: Iterable[int]) -> tuple[int, ...]:
    """Cards for display: group by group, high to low."""
    return tuple(sorted(cards, key=table.display.__getitem__))


def _follows(options: Options, table: TrumpTable, lead: Shape, hand: tuple[int, ...]) -> tuple[int, bool, Iterator[tuple[int, ...]]]:
    """How many follows are legal, whether that is exact, and the follows."""
    mine = [kind for kind in hand if table.group[kind] == lead.group]
    if len(mine) <= lead.count:
        others = Counter(kind for kind in hand if table.group[kind] != lead.group)
        free = lead.count - len(mine)
        plays = (tuple(mine) + more for more in selections(others, low_first(table, others), free))
        return count_selections(others, free), True, plays
    if lead.is_five_ten_king:
        forced = _five_ten_king_follows(options, table, lead, mine)
        if forced is not None:
            return len(forced), True, iter(forced)
    return _shaped_follows(options, table, lead, mine)


def _five_ten_king_follows(options: Options, table: TrumpTable, lead: Shape, mine: list[int]) -> list[tuple[int, ...]] | None:
    """The answers to a led five-ten-king that forces jokers or its like out; None where any cards of the group do."""
    held = table.bits(mine)
    if must_form_five_ten_king(options, table, lead, held):
        return five_ten_kings(table, lead.group, held)
    jokers = Counter(kind for kind in mine if kind in (LITTLE_JOKER, BIG_JOKER))
    owed = owed_by(options, table, lead, held).jokers
    if not owed:
        return None
    others = Counter(kind for kind in mine if kind not in jokers)
    first = selections(jokers, low_first(table, jokers), owed)
    second = list(selections(others, low_first(table, others), lead.count - owed))
    return [left + right for left, right in product(first, second)]


def _shaped_follows(options: Options, table: TrumpTable, lead: Shape, mine: list[int]) -> tuple[int, bool, Iterator[tuple[int, ...]]]:
    held = Counter(mine)
    pairs = low_first(table, (kind for kind in held if held[kind] == 2))
    singles = low_first(table, (kind for kind in held if held[kind] == 1))
    needed = required_answer(options, table, lead, table.bits(mine) & table.high)
    most = lead.count // 2
    if not any(needed[:-1]):
        least = needed[-1] if needed else 0
        sizes = range(least, min(most, len(pairs)) + 1)
        count = sum(comb(len(pairs), q) * comb(len(held) - q, lead.count - 2 * q) for q in sizes)
        chosen: Iterable[tuple[int, ...]] = (some for size in sizes for some in combinations(pairs, size))
        return count, True, _with_singles(table, lead, chosen, pairs, singles)
    found, exact = pair_sets(table, needed, pairs, most)
    count = sum(comb(len(held) - len(some), lead.count - 2 * len(some)) for some in found)
    return count, exact, _with_singles(table, lead, found, pairs, singles)


def _with_singles(
    table: TrumpTable, lead: Shape, chosen: Iterable[tuple[int, ...]], pairs: list[int], singles: list[int]
) -> Iterator[tuple[int, ...]]:
    """Complete sets of pairs with single cards, one copy of each kind not given as a pair."""
    for some in chosen:
        loose = low_first(table, singles + [kind for kind in pairs if kind not in some])
        for rest in combinations(loose, lead.count - 2 * len(some)):
            yield tuple(kind for kind in some for _ in range(2)) + rest

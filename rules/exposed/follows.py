"""Follows that meet the claim of exposed cards as well as a legal follow can (semantics 6.5).

Where pairs are owed, a legal follow is made of tractor pieces of the owed lengths, the further pairs that are owed, and any other
cards of the group. The other cards are taken as they come, wanted ones first and barred ones last, so all depends on how many wanted
and barred cards are among the owed pairs. These are laid along the chain of the group, place by place; of the ways to arrive at a
place that count alike only what they have in common is carried on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules.cards import BIG_JOKER, LITTLE_JOKER
from rules.exposed.claims import (
    WANTED,
    Claim,
    ClaimVerdict,
    Exposed,
    barred_of,
    claim_rulings,
    follow_claim,
    held_back_violation,
    owed_violation,
    wanted_of,
)
from rules.follow import five_ten_kings, must_form_five_ten_king, must_include, owed_by, required_answer, unavoidable
from rules.formations import Place, Shape, layouts
from rules.options import Options
from rules.table import TrumpTable
from rules.trump import TRUMP

Choice = tuple[list[int], int]
"""So many cards out of these."""
_JOKERS = (LITTLE_JOKER, BIG_JOKER)

_State = tuple[tuple[int, ...], tuple[int, ...], int]
"""What is still needed: pairs of the tractors begun, lengths of those not begun, loose pairs."""
_Counts = tuple[int, int]
"""Wanted and barred cards among pairs."""
_Laid = tuple[int, int, int]
"""Of the sets of pairs that count alike, each a mask of kinds: what they have in common, one of them, and all of them together."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The legal follows of a hand: free choices side by side, or one of `units`, or what answers `needed` out of `mine`."""

    choices: tuple[Choice, ...] = ()
    units: tuple[tuple[int, ...], ...] = ()
    mine: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BestFollows:
    """The legal follows that meet a claim best: their value, the cards of all of them, and for owed pairs those of one of them."""

    value: int
    common: tuple[int, ...]
    pairs: tuple[int, ...] = ()


def judge_follow(
    options: Options,
    table: TrumpTable,
    lead: Shape,
    hand: tuple[int, ...],
    exposed: Sequence[Exposed],
    cards: tuple[int, ...],
    missing: int = 0,
) -> ClaimVerdict | None:
    """A follow out of a hand of at least as many cards as led, judged under the claim of its exposed cards; None where there is none.

    `cards` are those of the play that are held; each of the `missing` ones might have been one that is wanted. Of a play of another
    length than the lead it cannot be told what it leaves open.
    """
    claim = follow_claim(options, table, hand, exposed, lead.group)
    if claim is None:
        return None
    ways = ways_to_follow(options, table, lead, hand)
    best = best_follows(options, table, lead, hand, claim, ways)
    violations = []
    if len(cards) + missing == lead.count:
        number, barred = wanted_of(best.value), claim.barred_in(cards)
        if len(claim.wanted_in(cards)) + missing < number:
            violations.append(owed_violation(table, claim, number, could_be_played(table, lead, claim, ways)))
        if len(barred) > barred_of(best.value):
            violations.append(held_back_violation(table, barred))
    return ClaimVerdict(tuple(violations), tuple(claim_rulings(claim, cards)), best.common)


def ways_to_follow(options: Options, table: TrumpTable, lead: Shape, hand: Sequence[int]) -> Ways:
    """How a hand of at least as many cards as led may follow (semantics 6)."""
    mine = [kind for kind in hand if table.group[kind] == lead.group]
    if len(mine) <= lead.count:
        others = [kind for kind in hand if table.group[kind] != lead.group]
        return Ways(((mine, len(mine)), (others, lead.count - len(mine))))
    held = table.bits(mine)
    if lead.is_five_ten_king:
        if must_form_five_ten_king(options, table, lead, held):
            return Ways(units=tuple(five_ten_kings(table, TRUMP, held)))
        owed = owed_by(options, table, lead, held).jokers
        jokers = [kind for kind in mine if kind in _JOKERS] if owed else []
        others = [kind for kind in mine if kind not in jokers]
        return Ways(((jokers, owed), (others, lead.count - owed)))
    needed = required_answer(options, table, lead, held & table.high)
    return Ways(mine=tuple(mine), needed=needed) if sum(needed) else Ways(((mine, lead.count),))


def best_follows(options: Options, table: TrumpTable, lead: Shape, hand: tuple[int, ...], claim: Claim, ways: Ways) -> BestFollows:
    """Which of the legal follows meet a claim best."""
    if ways.needed:
        if not claim.values.keys() & set(ways.mine):
            return BestFollows(0, must_include(options, table, lead, hand))
        return _best_of_pairs(table, lead, claim, ways)
    if ways.units:
        value = max(map(claim.value, ways.units))
        best = [unit for unit in ways.units if claim.value(unit) == value]
        return BestFollows(value, _high_to_low(table, [kind for kind in best[0] if all(kind in unit for unit in best)]))
    value, common = 0, []
    for cards, count in ways.choices:
        sure, others, more = claim.narrowed(cards, count)
        value += claim.value([*sure, *others[:more]])
        common += sure + unavoidable(others, more)
    return BestFollows(value, _high_to_low(table, common))


def _high_to_low(table: TrumpTable, cards: list[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=table.display.__getitem__))


@dataclass(frozen=True, slots=True)
class _Split:
    """The cards of a group, as a claim counts them, and how many of a follow lie beside the owed pairs.

    With W wanted and B barred cards among the owed pairs, a best follow has min(W + beside, wanted) wanted and max(B, least barred)
    barred cards: more than `enough` wanted ones among the pairs gain nothing.
    """

    parts: dict[int, tuple[int, int, int]]
    """By kind its wanted, plain and barred copies."""
    wanted: int
    beside: int
    left_over: int
    """Cards of the group that are not played."""
    least_barred: int
    """Barred cards that come along even where none is among the pairs; below zero where plain cards are to spare."""

    @property
    def enough(self) -> int:
        """Wanted cards among the owed pairs with which every wanted card is played."""
        return max(0, self.wanted - self.beside)

    def value(self, counts: _Counts) -> int:
        """The value of the best follows with owed pairs that count so."""
        wanted, barred = counts
        return WANTED * (wanted + min(self.beside, self.wanted)) - max(barred, self.least_barred, 0)

    def forced(self, counts: _Counts, kind: int) -> int:
        """How many copies of a card, not among the owed pairs, each of these follows has."""
        wanted, plain, barred = self.parts[kind]
        among, kept = counts
        if among < self.enough:
            return max(0, wanted - (self.enough - among))
        if kept > self.least_barred:
            return wanted + max(0, plain - (kept - self.least_barred))
        return wanted + plain + max(0, barred - self.left_over)


def _split(claim: Claim | None, mine: Sequence[int], count: int, beside: int) -> _Split:
    parts = {}
    for kind, copies in Counter(mine).items():
        wanted, barred = (claim.wanted.get(kind, 0), claim.barred.get(kind, 0)) if claim is not None else (0, 0)
        parts[kind] = (wanted, copies - wanted - barred, barred)
    wanted, plain, _ = map(sum, zip(*parts.values(), strict=True))
    return _Split(parts, wanted, beside, len(mine) - count, count - wanted - plain)


def _best_of_pairs(table: TrumpTable, lead: Shape, claim: Claim, ways: Ways) -> BestFollows:
    """The best follows that answer what is needed."""
    split = _split(claim, ways.mine, lead.count, lead.count - 2 * sum(ways.needed))
    laid = _all_owed_pairs(table, split, ways)
    value = max(map(split.value, laid))
    common, pairs = Counter[int](), 0
    for counts, (shared, one, _) in laid.items():
        if split.value(counts) == value:
            forced = Counter({kind: 2 if shared >> kind & 1 else split.forced(counts, kind) for kind in split.parts})
            common, pairs = (forced & common if pairs else forced), one
    return BestFollows(value, _high_to_low(table, list(common.elements())), tuple(kind for kind in split.parts if pairs >> kind & 1))


def _all_owed_pairs(table: TrumpTable, split: _Split, ways: Ways) -> dict[_Counts, _Laid]:
    """The ways to take the needed pairs out of the hand, by how they count."""
    laid: dict[_Counts, _Laid] = {}
    for layout in layouts(table, table.bits(ways.mine) & table.high):
        for counts, found in _owed_pairs(split, layout, ways.needed).items():
            _join(laid, counts, found)
    return laid


def _join(laid: dict[_Counts, _Laid], counts: _Counts, found: _Laid) -> None:
    known = laid.get(counts)
    laid[counts] = found if known is None else (known[0] & found[0], known[1], known[2] | found[2])


def _owed_pairs(split: _Split, layout: Sequence[Place], needed: tuple[int, ...]) -> dict[_Counts, _Laid]:
    """The ways to take the needed tractors and loose pairs out of a layout, by how they count."""
    lengths = tuple(sorted(note for note in needed[:-1] if note))
    states: dict[_State, dict[_Counts, _Laid]] = {((), lengths, needed[-1]): {(0, 0): (0, 0, 0)}}
    left = sum(len(kinds) for _, kinds in layout)
    last = layout[0][0].position
    for spot, kinds in layout:
        if spot.position > last + 1:
            states = {state: laid for state, laid in states.items() if not state[0]}
        last = spot.position
        left -= len(kinds)
        gains = [_gains(split, kinds, size) for size in range(len(kinds) + 1)]
        after: dict[_State, dict[_Counts, _Laid]] = {}
        for state, laid in states.items():
            for taken, rest in _next_states(state, len(kinds)):
                if sum(rest[0]) + sum(rest[1]) + rest[2] <= left:
                    _lay(after.setdefault(rest, {}), laid, gains[taken], split.enough)
        states = after
    return states.get(((), (), 0), {})


def _gains(split: _Split, kinds: Sequence[int], size: int) -> list[tuple[int, int, int]]:
    """For each choice of so many pairs of a place: its kinds as a mask, its wanted and its barred cards."""
    return [
        (sum(1 << kind for kind in some), sum(split.parts[kind][0] for kind in some), sum(split.parts[kind][2] for kind in some))
        for some in combinations(kinds, size)
    ]


def _lay(to: dict[_Counts, _Laid], laid: dict[_Counts, _Laid], gains: list[tuple[int, int, int]], enough: int) -> None:
    """Add each choice of pairs to each of the ways so far."""
    for some, more, barred in gains:
        for (wanted, kept), (shared, one, union) in laid.items():
            _join(to, (min(wanted + more, enough), kept + barred), (shared | some, one | some, union | some))


@lru_cache(maxsize=1 << 12)
def _next_states(state: _State, room: int) -> tuple[tuple[int, _State], ...]:
    """How many pairs may be taken at a place that holds `room`, and what is then still needed."""
    running, waiting, loose = state
    room -= len(running)
    found = []
    for size in range(min(room, len(waiting)) + 1):
        for begun in sorted(set(combinations(waiting, size))):
            not_begun = tuple((Counter(waiting) - Counter(begun)).elements())
            going = tuple(sorted(length - 1 for length in running + begun if length > 1))
            for alone in range(min(room - size, loose) + 1):
                found.append((len(running) + size + alone, (going, not_begun, loose - alone)))
    return tuple(found)


def could_be_played(table: TrumpTable, lead: Shape, claim: Claim, ways: Ways) -> tuple[int, ...]:
    """The wanted cards of a hand that some legal follow contains."""
    if ways.units:
        return claim.wanted_in({kind for unit in ways.units for kind in unit})
    if not ways.needed:
        return claim.wanted_in([kind for cards, count in ways.choices if count for kind in cards])
    wanted = claim.wanted_in(ways.mine)
    if lead.count > 2 * sum(ways.needed):
        return wanted
    if ways.needed[-1]:
        return tuple(kind for kind in wanted if ways.mine.count(kind) == 2)
    placed = 0
    for _, _, union in _all_owed_pairs(table, _split(None, ways.mine, lead.count, 0), ways).values():
        placed |= union
    return tuple(kind for kind in wanted if placed >> kind & 1)

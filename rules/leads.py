"""What may be led (可领出的牌): the single formations of a hand, and the throws that known hands prove to stand (semantics 4, 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import comb, prod

from rules.beaten import runs_of_length
from rules.cards import SUITS, card
from rules.follow import five_ten_kings
from rules.formations import PAIR, Component, decompose, is_five_ten_king, layouts, low_first, windows
from rules.options import Options
from rules.seats import seats_from
from rules.table import TrumpTable
from rules.throwing import throws_allowed

SEARCH_LIMIT = 48
"""Most sets of pairs that a question looks at; beyond it the count is a lower bound."""


@dataclass(frozen=True, slots=True)
class _Window:
    """A run of joined places: any one kind of each place makes a tractor."""

    choices: tuple[tuple[int, ...], ...]

    @property
    def count(self) -> int:
        """How many tractors it makes."""
        return prod(map(len, self.choices))

    def tractors(self) -> Iterator[tuple[int, ...]]:
        """Its tractors."""
        for kinds in product(*self.choices):
            yield tuple(kind for kind in kinds for _ in range(2))


@dataclass(frozen=True, slots=True)
class GroupLeads:
    """The single formations that a hand can lead in one group: singles, pairs, tractors, five-ten-kings."""

    kinds: tuple[int, ...]
    pairs: tuple[int, ...]
    windows: tuple[_Window, ...]
    five_ten_kings: tuple[tuple[int, ...], ...]

    @property
    def count(self) -> int:
        """How many there are; counted without making them."""
        return len(self.kinds) + len(self.pairs) + sum(window.count for window in self.windows) + len(self.five_ten_kings)

    def leads(self) -> Iterator[tuple[int, ...]]:
        """The leads, low to high, short tractors before long ones."""
        yield from ((kind,) for kind in self.kinds)
        yield from ((kind, kind) for kind in self.pairs)
        for window in self.windows:
            yield from window.tractors()
        yield from self.five_ten_kings


def lead_formations(options: Options, table: TrumpTable, hand: tuple[int, ...], withheld: frozenset[str]) -> list[GroupLeads]:
    """Every single formation that a hand can lead, group by group."""
    bits = table.bits(hand)
    return [group_leads(options, table, group, bits & mask, withheld) for group, mask in enumerate(table.mask)]


def group_leads(options: Options, table: TrumpTable, group: int, held: int, withheld: frozenset[str]) -> GroupLeads:
    """Every single formation of the cards held in one group."""
    cards = Counter(table.cards(held))
    kinds = low_first(table, cards)
    units = five_ten_kings(table, group, held) if options.five_ten_king else []
    return GroupLeads(
        tuple(kinds),
        tuple(kind for kind in kinds if cards[kind] == 2),
        tuple(_tractor_windows(table, held & table.high)),
        tuple(unit for unit in units if is_five_ten_king(table, unit, withheld)),
    )


def _tractor_windows(table: TrumpTable, pairs: int) -> Iterator[_Window]:
    """The runs that make tractors, short before long; of a second layout only those with the low ace, which the first lacks."""
    high, *low = layouts(table, pairs)
    for length in range(table.min_pairs, len(high) + 1):
        for _, window in windows(high, length):
            yield _Window(tuple(kinds for _, kinds in window))
        for layout in low:
            for _, window in windows(layout, length):
                if window[0][0].rung < 0:
                    yield _Window(tuple(kinds for _, kinds in window))


class _Opposition:
    """The highest single, pair and tractors that any one of the other hands holds in a group, as rungs; -1: none."""

    def __init__(self, table: TrumpTable, hands: list[int]) -> None:
        self.table, self.hands = table, hands
        self.single = max((table.rung[kind] for held in hands for kind in table.cards(held)), default=-1)
        self.pair = max((table.rung[kind] for held in hands for kind in table.cards((held & table.high) >> 1)), default=-1)
        self.tractors: dict[int, int] = {}

    def tractor(self, length: int) -> int:
        """The highest tractor of a length."""
        if length not in self.tractors:
            runs = (kinds for held in self.hands for kinds in runs_of_length(self.table, held & self.table.high, length))
            self.tractors[length] = max((self.table.rung[kinds[0]] for kinds in runs), default=-1)
        return self.tractors[length]

    def beats(self, part: Component) -> bool:
        """Whether some hand beats a pair or a tractor of a throw."""
        return part.top < (self.pair if part.kind == PAIR else self.tractor(len(part.cards) // 2))


@dataclass(frozen=True, slots=True)
class ThrowFamily:
    """Throws of one group that share their pairs: these parts stand, and any of the free cards may come beside them as singles."""

    cards: tuple[int, ...]
    parts: int
    free: tuple[int, ...]
    formations: frozenset[tuple[int, ...]]
    """Choices of free cards that are no throw but one formation: five-ten-kings."""

    @property
    def fewest(self) -> int:
        """How many singles make it a throw."""
        return max(2 - self.parts, 0)

    @property
    def count(self) -> int:
        """How many throws there are."""
        free = len(self.free)
        return (1 << free) - sum(comb(free, size) for size in range(self.fewest)) - len(self.formations)

    def throws(self) -> Iterator[tuple[int, ...]]:
        """The throws, those of few cards first."""
        for size in range(self.fewest, len(self.free) + 1):
            for singles in combinations(self.free, size):
                if singles not in self.formations:
                    yield self.cards + singles


def lead_throws(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    withheld: frozenset[str],
    seat: str,
    hands: Mapping[str, tuple[int, ...]],
) -> tuple[list[ThrowFamily], bool]:
    """The throws that the other hands prove to stand, and whether these are all."""
    bits = table.bits(hand)
    others = [table.bits(hands.get(other, ())) for other in seats_from(seat, options.direction)[1:]]
    found: list[ThrowFamily] = []
    left = SEARCH_LIMIT
    for group, mask in enumerate(table.mask):
        if throws_allowed(options, group):
            against = _Opposition(table, [cards & mask for cards in others])
            families = list(islice(_families(options, table, bits & mask, withheld, against), left + 1))
            found += [family for family in families[:left] if family is not None]
            if len(families) > left:
                return found, False
            left -= len(families)
    return found, True


def _families(
    options: Options, table: TrumpTable, held: int, withheld: frozenset[str], against: _Opposition
) -> Iterator[ThrowFamily | None]:
    """For each set of pairs of a group the throws with it that stand; None where its parts do not stand by themselves.

    One card stands alone only where no other hand has a higher one, a pair where none has a higher pair or where it is in a
    tractor that none has higher.
    """
    cards = Counter(table.cards(held))
    kinds = low_first(table, cards)
    safe = _in_standing_tractors(table, held & table.high, against)
    singles = [kind for kind in kinds if table.rung[kind] >= against.single]
    pairs = [kind for kind in kinds if cards[kind] == 2 and (table.rung[kind] >= against.pair or kind in safe)]
    for size in range(len(pairs) + 1):
        for some in combinations(pairs, size):
            parts = decompose(table, 2 * table.bits(some))
            if any(map(against.beats, parts)):
                yield None
                continue
            free = tuple(kind for kind in singles if kind not in some)
            units = _five_ten_kings_among(options, table, free, withheld) if not some else frozenset()
            yield ThrowFamily(tuple(kind for kind in some for _ in range(2)), len(parts), free, units)


def _five_ten_kings_among(
    options: Options, table: TrumpTable, free: tuple[int, ...], withheld: frozenset[str]
) -> frozenset[tuple[int, ...]]:
    if not options.five_ten_king:
        return frozenset()
    units = ({card(suit, rank) for rank in "5TK"} for suit in SUITS)
    found = (tuple(kind for kind in free if kind in unit) for unit in units)
    return frozenset(cards for cards in found if is_five_ten_king(table, cards, withheld))


def _in_standing_tractors(table: TrumpTable, pairs: int, against: _Opposition) -> set[int]:
    """The card kinds of a hand's tractors that no other hand has higher."""
    safe: set[int] = set()
    for layout in layouts(table, pairs):
        for length in range(table.min_pairs, len(layout) + 1):
            for _, window in windows(layout, length):
                if window[-1][0].rung >= against.tractor(length):
                    safe.update(kind for _, kinds in window for kind in kinds)
    return safe

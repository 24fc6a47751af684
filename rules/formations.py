"""Formations (牌型): single (单张), pair (对子), tractor (连对, 拖拉机), five-ten-king (五十K), and the parts of a throw (甩牌).

The parts are always found longest tractor first, of equal length the highest; then pairs, then singles, so the answer does
not depend on the order in which cards are listed (semantics 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.cards import RANKS, suit_of
from rules.options import Options
from rules.table import Spot, TrumpTable, table_of
from rules.trump import GROUPS, Trump

SINGLE = "single"
PAIR = "pair"
TRACTOR = "tractor"
FIVE_TEN_KING = "five_ten_king"
_FIVE_TEN_KING_RANKS = {RANKS.index("5"), RANKS.index("T"), RANKS.index("K")}

Place = tuple[Spot, tuple[int, ...]]
"""A spot of a chain and the card kinds held there as pairs."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a formation: `cards` from high to low, copies in a row; `top` the rung of its highest card."""

    kind: str
    cards: tuple[int, ...]
    top: int


@dataclass(frozen=True, slots=True)
class Formation:
    """What a set of cards is: its parts, and its group (`trump S H D C`), or None when it lies in several groups."""

    components: tuple[Component, ...]
    group: str | None


@dataclass(slots=True, eq=False)
class Shape:
    """What a lead asks for: its group's number, its cards, tractor lengths (longest first), further pairs and singles."""

    group: int
    count: int
    tractors: tuple[int, ...]
    pairs: int
    singles: int
    is_five_ten_king: bool
    table: TrumpTable
    cards: tuple[int, ...]
    parts: tuple[Component, ...] = ()

    @property
    def is_throw(self) -> bool:
        """Whether it is more than one formation."""
        return len(self.tractors) + self.pairs + self.singles > 1

    @property
    def components(self) -> tuple[Component, ...]:
        """Its parts, worked out when they are first asked for."""
        if not self.parts:
            if self.is_five_ten_king:
                self.parts = (five_ten_king(self.table, self.cards),)
            else:
                self.parts = decompose(self.table, self.table.bits(self.cards))
        return self.parts


def layouts(table: TrumpTable, pairs: int) -> list[list[Place]]:
    """The pairs of one group on their chain, low to high: one layout, or two where an ace may stand above or below (semantics 3)."""
    held: dict[int, list[int]] = {}
    spots: dict[int, Spot] = {}
    low_ace: tuple[int, Spot] | None = None
    rest = pairs
    while rest:
        key = rest.bit_length()
        spot = table.spots[key]
        held.setdefault(spot.position, []).append(table.kind_at[key])
        spots[spot.position] = spot
        if key in table.low_aces:
            low_ace = (spot.position, table.low_aces[key])
        rest ^= 1 << (key - 1)
    high = [(spots[position], tuple(sorted(kinds))) for position, kinds in sorted(held.items())]
    if low_ace is None or not table.irregular(pairs & ~table.annex):
        return [high]
    position, spot = low_ace
    low = [place for place in high if place[0].position != position]
    low.append((spot, tuple(held[position])))
    low.sort(key=lambda place: place[0].position)
    return [high, low]


def windows(layout: Sequence[Place], length: int) -> Iterator[tuple[int, Sequence[Place]]]:
    """The runs of `length` joined places of a layout, low to high, each with the index at which it begins."""
    for start in range(len(layout) - length + 1):
        window = layout[start : start + length]
        if window[-1][0].position - window[0][0].position == length - 1:
            yield start, window


def _longest_run(layout: Sequence[Place]) -> Sequence[Place]:
    """The longest run of neighbouring places; of equal length the highest."""
    best: Sequence[Place] = ()
    start = 0
    for end in range(1, len(layout) + 1):
        if end == len(layout) or layout[end][0].position != layout[end - 1][0].position + 1:
            if end - start >= len(best):
                best = layout[start:end]
            start = end
    return best


def longest_tractor(table: TrumpTable, pairs: int) -> tuple[int, ...]:
    """The card kinds, high to low, of the longest and then highest tractor in a set of pairs; empty when there is none."""
    if table.irregular(pairs):
        runs = [_longest_run(layout) for layout in layouts(table, pairs)]
        run = max(runs, key=lambda places: (len(places), places[-1][0].rung))
        return tuple(kinds[0] for _, kinds in reversed(run)) if len(run) >= table.min_pairs else ()
    bottoms, length = pairs, 1
    while longer := bottoms & (bottoms >> 2):
        bottoms, length = longer, length + 1
    if length < table.min_pairs:
        return ()
    key = bottoms.bit_length()
    return tuple(table.kind_at[key + 2 * step] for step in reversed(range(length)))


def _component(table: TrumpTable, kind: str, kinds: Sequence[int], copies: int) -> Component:
    cards = tuple(kinds) if copies == 1 else tuple([card for card in kinds for _ in range(copies)])
    return Component(kind, cards, table.rung[kinds[0]])


def _sorted_parts(table: TrumpTable, kind: str, kinds: Iterable[int], copies: int) -> list[Component]:
    return [_component(table, kind, (card,), copies) for card in sorted(kinds, key=table.display.__getitem__)]


def decompose(table: TrumpTable, bits: int) -> tuple[Component, ...]:
    """The parts of a set of cards of one group: tractors, pairs, singles, each from high to low."""
    pairs = bits & table.high
    parts = []
    while pairs and (run := longest_tractor(table, pairs)):
        parts.append(_component(table, TRACTOR, run, 2))
        pairs ^= 2 * table.bits(run)
    return (*parts, *loose_parts(table, bits ^ (bits & table.high) | pairs))


def loose_parts(table: TrumpTable, bits: int) -> list[Component]:
    """The pairs and singles of a set of cards, tractors not looked for; group by group, each from high to low."""
    pairs = bits & table.high
    singles = bits ^ pairs
    found = _sorted_parts(table, PAIR, table.cards(pairs >> 1), 2)
    return found + _sorted_parts(table, SINGLE, table.cards(singles), 1)


def is_five_ten_king(table: TrumpTable, cards: Sequence[int], withheld: frozenset[str] = frozenset()) -> bool:
    """Whether three cards are the 5, 10 and king of one suit, all in one group (五十K); `withheld` suits form none (Nantong 五.6)."""
    if len(cards) != 3 or len({suit_of(kind) for kind in cards}) != 1 or len({table.group[kind] for kind in cards}) != 1:
        return False
    suit = suit_of(cards[0])
    return suit is not None and suit not in withheld and {kind % len(RANKS) for kind in cards} == _FIVE_TEN_KING_RANKS


def five_ten_king(table: TrumpTable, cards: Sequence[int]) -> Component:
    """The part that three cards of a five-ten-king are."""
    ordered = sorted(cards, key=table.display.__getitem__)
    return Component(FIVE_TEN_KING, tuple(ordered), table.rung[ordered[0]])


def tractor_lengths(table: TrumpTable, pairs: int) -> tuple[int, ...]:
    """The lengths of the tractors in a set of pairs of one group, longest first."""
    if not table.irregular(pairs) and table.min_pairs == 2:
        lengths = []
        while joined := pairs & (pairs >> 2):
            bottoms, length = joined, 2
            while longer := bottoms & (bottoms >> 2):
                bottoms, length = longer, length + 1
            bottom = bottoms & -bottoms
            lengths.append(length)
            pairs ^= bottom * ((1 << 2 * length) - 1) // 3
        return tuple(lengths)
    return tuple(len(part.cards) // 2 for part in decompose(table, pairs) if part.kind == TRACTOR)


def shape_of(options: Options, table: TrumpTable, cards: tuple[int, ...], withheld: frozenset[str] = frozenset()) -> Shape | None:
    """The shape of a lead, or None when its cards lie in more than one group. Remembered per table."""
    key = (cards, withheld) if withheld else cards
    shape: Shape | None = table.memo.get(key)
    return shape if shape is not None else _shape_of(options, table, key, cards, withheld)


def _shape_of(options: Options, table: TrumpTable, key: object, cards: tuple[int, ...], withheld: frozenset[str]) -> Shape | None:
    bits = sum(map(table.bit.__getitem__, cards))
    group = table.group[cards[0]]
    if bits & ~table.mask[group]:
        return None
    count = len(cards)
    pairs = bits & table.high
    if not pairs:
        is_set = options.five_ten_king and is_five_ten_king(table, cards, withheld)
        return table.remember(key, Shape(group, count, (), 0, 1 if is_set else count, is_set, table, cards))
    tractors = tractor_lengths(table, pairs) if pairs & (pairs - 1) else ()
    held = pairs.bit_count()
    return table.remember(key, Shape(group, count, tractors, held - sum(tractors), count - 2 * held, False, table, cards))


def formation_of(table: TrumpTable, cards: tuple[int, ...]) -> Formation:
    """What a play is by itself: its parts where it lies in one group, else its pairs and singles without a group (settled 10).

    Remembered per table.
    """
    key = ("formation", cards)
    known: Formation | None = table.memo.get(key)
    return known if known is not None else table.remember(key, _formation_of(table, cards))


def _formation_of(table: TrumpTable, cards: tuple[int, ...]) -> Formation:
    bits = table.bits(cards)
    groups = {table.group[kind] for kind in cards}
    if len(groups) == 1:
        return Formation(decompose(table, bits), GROUPS[groups.pop()])
    return Formation(tuple(loose_parts(table, bits)), None)


def low_first(table: TrumpTable, kinds: Iterable[int]) -> list[int]:
    """Card kinds group by group, each from low to high."""
    return sorted(kinds, key=lambda kind: (table.group[kind], table.rung[kind], kind))


def describe(options: Options, trump: Trump, cards: tuple[int, ...]) -> Formation:
    """What a set of cards is when it is led: a formation or a throw of one group, or loose cards of several groups.

    >>> from rules.catalogue import preset
    >>> from rules.cards import CARD_OF_TOKEN as card, tokens
    >>> gap = tuple(card[t] for t in "H7 H7 H9 H9".split())
    >>> [(part.kind, tokens(part.cards)) for part in describe(preset("jiangsu-2007").options, Trump("S", "8"), gap).components]
    [('tractor', ['H9', 'H9', 'H7', 'H7'])]
    """
    table = table_of(options, trump)
    shape = shape_of(options, table, cards)
    if shape is None:
        return formation_of(table, cards)
    return Formation(shape.components, GROUPS[shape.group])

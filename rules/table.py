"""The trump table: the order of a deal laid out in bits, so that a set of cards is one int and a run of pairs is a shift.

Every card kind has a slot of two bits that count its copies (0, 1, 2). Slots follow the chain of their group, joined rungs
in neighbouring slots and gaps between the rest, so k joined pairs are k neighbouring high bits. Of several equal cards on a
rung only the first stands in the chain; the others, the *annex*, stand outside it. A set whose pairs touch the annex, or
hold an ace and a 2 that may join at either end, is *irregular* and is read by way of its chains (`chains_of`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules.cards import KINDS
from rules.options import Options
from rules.trump import GroupOrder, Trump, group_orders

T = TypeVar("T")

MEMO_LIMIT = 1024
"""Entries a table's memo may hold before it is emptied."""
MOST_TABLES = 512
"""Tables kept over all rulesets and trumps: with their memos, bounded memory for a server that never stops."""
_kept: deque[tuple[dict[Trump, TrumpTable], Trump]] = deque()


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a chain: its position (neighbours differ by 1), its strength, and its equal cards."""

    position: int
    rung: int
    cards: tuple[int, ...]


@dataclass(slots=True, eq=False)
class TrumpTable:
    """All that a deal's trump decides about 54 card kinds, ready to be read.

    `group[kind]` is 0 for trump, 1–4 for S H D C; `rung[kind]` the strength inside the group (equal cards share it);
    `display[kind]` the place in the order of display: trump, S H D C, each from high to low; `bit[kind]` the int that stands
    for one copy. `mask[group]` covers a group's slots, `low` and `high` all slots' two bits.
    """

    group: tuple[int, ...]
    rung: tuple[int, ...]
    display: tuple[int, ...]
    bit: tuple[int, ...]
    mask: tuple[int, ...]
    low: int
    high: int
    annex: int
    """High bits of the cards that share a rung with the card in the chain."""
    ace_ends: tuple[int, ...]
    """For each suit in which an ace may count low: the high bits of its ace and its 2."""
    spots: dict[int, Spot]
    """The place of each card kind, by the bit length of its high bit."""
    low_aces: dict[int, Spot]
    """The place below the 2 of each ace that may count low, by the same key."""
    kind_at: dict[int, int]
    """The card kind of each high bit, by the same key."""
    min_pairs: int
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)
    """Answers that were worked out before; emptied when it is full."""

    def remember(self, key: object, value: T) -> T:
        """Keep an answer and give it back."""
        if len(self.memo) >= MEMO_LIMIT:
            self.memo.clear()
        self.memo[key] = value
        return value

    def bits(self, cards: Iterable[int]) -> int:
        """The int of a set of cards."""
        return sum(map(self.bit.__getitem__, cards))

    def count(self, bits: int) -> int:
        """How many cards a set holds."""
        return (bits & self.low).bit_count() + 2 * (bits & self.high).bit_count()

    def cards(self, bits: int) -> list[int]:
        """The cards of a set, from the lowest slot up, copies in a row."""
        found = []
        pairs = bits & self.high
        either = (bits | (pairs >> 1)) & self.low
        while either:
            lowest = either & -either
            kind = self.kind_at[lowest.bit_length() + 1]
            found.append(kind)
            if pairs & (lowest << 1):
                found.append(kind)
            either ^= lowest
        return found

    def irregular(self, pairs: int) -> bool:
        """Whether a set of pairs cannot be read by shifts alone."""
        if pairs & self.annex:
            return True
        for ends in self.ace_ends:  # noqa: SIM110 -- this is asked several times in a check, and any() costs as much as the rest
            if pairs & ends == ends:
                return True
        return False


def _lay_group(order: GroupOrder, start: int, ace_low: bool) -> dict[int, int]:
    """The position of each rung of a group, from the first free position `start` on.

    Unjoined neighbours are two apart; with `ace_low` three, which leaves room for an ace below its 2.
    """
    position = start
    places = {}
    for index in order.chain:
        position += 1 if order.rungs[index].joined else (3 if ace_low else 2)
        places[index] = position
    return places


def build_table(options: Options, trump: Trump) -> TrumpTable:
    """The table of a deal's trump under a ruleset's `trump.*` and `tractor.*` options."""
    orders = group_orders(options, trump)
    spots: dict[int, Spot] = {}
    annex_cards: list[tuple[int, Spot]] = []
    low_aces: dict[int, Spot] = {}
    ends: list[tuple[int, int]] = []
    position = 0
    for order in orders:
        at = _lay_group(order, position, options.tractor.ace_low)
        for index, place in at.items():
            spot = Spot(place, index, order.rungs[index].cards)
            spots[spot.cards[0]] = spot
            annex_cards.extend((kind, spot) for kind in spot.cards[1:])
            position = place
        if order.ace is not None and order.two is not None:
            ace_cards = order.rungs[order.ace].cards
            low_aces[ace_cards[0]] = Spot(at[order.two] - 1, -1, ace_cards)
            ends.append((ace_cards[0], order.rungs[order.two].cards[0]))
    slots = {kind: spot.position for kind, spot in spots.items()}
    for offset, (kind, spot) in enumerate(annex_cards):
        slots[kind] = position + 3 + 2 * offset
        spots[kind] = spot
    return _assemble(options, orders, slots, spots, {kind for kind, _ in annex_cards}, low_aces, ends)


def _assemble(
    options: Options,
    orders: tuple[GroupOrder, ...],
    slots: dict[int, int],
    spots: dict[int, Spot],
    annex: set[int],
    low_aces: dict[int, Spot],
    ends: list[tuple[int, int]],
) -> TrumpTable:
    bit = tuple(1 << (2 * slots[kind]) for kind in range(KINDS))
    group = [0] * KINDS
    masks = []
    for number, order in enumerate(orders):
        members = [kind for rung in order.rungs for kind in rung.cards]
        masks.append(sum(3 * bit[kind] for kind in members))
        for kind in members:
            group[kind] = number

    def key(kind: int) -> int:
        return (2 * bit[kind]).bit_length()

    rung = tuple(spots[kind].rung for kind in range(KINDS))
    ordered = sorted(range(KINDS), key=lambda kind: (group[kind], -rung[kind], kind))

    return TrumpTable(
        group=tuple(group),
        rung=rung,
        display=tuple(ordered.index(kind) for kind in range(KINDS)),
        bit=bit,
        mask=tuple(masks),
        low=sum(bit),
        high=2 * sum(bit),
        annex=sum(2 * bit[kind] for kind in annex),
        ace_ends=tuple(2 * bit[ace] | 2 * bit[two] for ace, two in ends),
        spots={key(kind): spot for kind, spot in spots.items()},
        low_aces={key(kind): spot for kind, spot in low_aces.items()},
        kind_at={key(kind): kind for kind in range(KINDS)},
        min_pairs=options.tractor.min_pairs,
    )


def table_of(options: Options, trump: Trump) -> TrumpTable:
    """The table of a trump, kept with its ruleset until `MOST_TABLES` others have been made since."""
    table: TrumpTable | None = options.tables.get(trump)
    if table is None:
        table = options.tables[trump] = build_table(options, trump)
        _kept.append((options.tables, trump))
        if len(_kept) > MOST_TABLES:
            tables, oldest = _kept.popleft()
            tables.pop(oldest, None)
    return table

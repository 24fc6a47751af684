"""Formations: pairs, tractors, the five-ten-king, and how a set of cards falls into components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tests.oracle.order import TRUMP, Document, Layout, Trump, layout, rank_of, suit_of

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A ruleset and a trump, with everything that follows from the two, and what the player in question has given up."""

    document: Document
    trump: Trump
    layout: Layout
    withheld: frozenset[str] = frozenset()
    """Suits whose five-ten-king forms none for the rest of the deal."""

    @property
    def least(self) -> int:
        """`tractor.min_pairs`."""
        return int(self.document["tractor"]["min_pairs"])

    @property
    def five_ten_kings(self) -> bool:
        """`formations.five_ten_king`."""
        return bool(self.document["formations"]["five_ten_king"])

    def withholding(self, suits: Iterable[str]) -> Table:
        """The same table for a player who has withheld a five-ten-king of these suits."""
        return replace(self, withheld=frozenset(suits))

    def group_of(self, cards: Iterable[str]) -> str | None:
        """The group that all the cards lie in, None when they lie in several."""
        groups = {self.layout.group[card] for card in cards}
        return groups.pop() if len(groups) == 1 else None

    def in_group(self, cards: Iterable[str], group: str) -> Cards:
        """The cards of one group."""
        return tuple(card for card in cards if self.layout.group[card] == group)


def table_of(document: Document, trump: Trump) -> Table:
    """Lays a table: the ruleset document and the trump, worked out."""
    return Table(document, trump, layout(document, trump))


@dataclass(frozen=True)
class Part:
    """One component: its kind, its cards, its top rung."""

    kind: str
    cards: Cards
    top: int

    @property
    def pairs(self) -> int:
        """The number of pairs in it."""
        return len(self.cards) // 2 if self.kind in ("pair", "tractor") else 0

    @property
    def size(self) -> tuple[str, int]:
        """What two components must share to be compared: the kind and the number of cards."""
        return self.kind, len(self.cards)


def pair_cards(held: Counter[str]) -> list[str]:
    """The cards of which two identical copies are held."""
    return [card for card, copies in held.items() if copies >= 2]


def tractors(table: Table, group: str, held: Counter[str], pairs: int) -> list[Part]:
    """Every tractor of exactly this many pairs that can be taken out of the cards held."""
    found: list[Part] = []
    if pairs < table.least:
        return found
    joins, here = table.layout.joins[group], table.layout

    def climb(rung: int, taken: Cards) -> None:
        for card in here.cards_on(group, rung):
            # The ace that stands below the 2 cannot stand on top as well.
            if held[card] < 2 or card in taken:
                continue
            chain = (*taken, card)
            if len(chain) == pairs:
                found.append(Part("tractor", tuple(c for card_ in reversed(chain) for c in (card_, card_)), rung))
            for lower, upper in joins:
                if lower == rung and len(chain) < pairs:
                    climb(upper, chain)

    for start in range(-1, len(here.rungs[group])):
        if start >= 0 or group in here.ace_rung:
            climb(start, ())
    return found


def longest_tractor(table: Table, group: str, held: Counter[str]) -> int:
    """The number of pairs of the longest tractor held, 0 where there is none."""
    for pairs in range(len(pair_cards(held)), 0, -1):
        if tractors(table, group, held, pairs):
            return pairs
    return 0


def _by_suit(cards: Sequence[str]) -> list[int]:
    return ["SHDC".index(suit) if (suit := suit_of(card)) else 4 for card in cards]


def is_five_ten_king(table: Table, cards: Sequence[str]) -> bool:
    """Whether the cards are a five, ten and king of one suit in one group, where the ruleset knows that formation."""
    suits = {suit_of(card) for card in cards}
    return (
        table.five_ten_kings
        and len(cards) == 3
        and sorted(rank_of(card) or "" for card in cards) == ["5", "K", "T"]
        and len(suits) == 1
        and table.group_of(cards) is not None
        and not suits & table.withheld
    )


def decompose(table: Table, group: str, cards: Iterable[str]) -> list[Part]:
    """The components of cards of one group: longest tractor first (equal length: highest first), then pairs, then singles."""
    held = Counter(cards)
    parts: list[Part] = []
    while (length := longest_tractor(table, group, held)) > 0:
        choice = min(tractors(table, group, held, length), key=lambda part: (-part.top, _by_suit(part.cards)))
        parts.append(choice)
        held -= Counter(choice.cards)
    rung = table.layout.rung
    for card in sorted(pair_cards(held), key=lambda card: (-rung(card), _by_suit([card]))):
        parts.append(Part("pair", (card, card), rung(card)))
        held -= Counter((card, card))
    for card in sorted(held, key=lambda card: (-rung(card), _by_suit([card]))):
        parts.append(Part("single", (card,), rung(card)))
    return parts


def describe(table: Table, cards: Sequence[str]) -> list[Part]:
    """The formation of a lead, or of a play that lies in one group."""
    group = table.group_of(cards)
    assert group is not None
    if is_five_ten_king(table, cards):
        return [Part("five_ten_king", tuple(cards), max(table.layout.rung(card) for card in cards))]
    return decompose(table, group, cards)


def choices(cards: Iterable[str], size: int) -> Iterator[Cards]:
    """Every multiset of `size` cards out of those given, each once."""
    kinds = sorted(Counter(cards).items())

    def take(place: int, left: int) -> Iterator[Cards]:
        if left == 0:
            yield ()
            return
        if place == len(kinds):
            return
        card, copies = kinds[place]
        for many in range(min(copies, left), -1, -1):
            for rest in take(place + 1, left - many):
                yield (card,) * many + rest

    return take(0, size)


def jokers_in(cards: Iterable[str]) -> int:
    """How many jokers there are."""
    return sum(card in ("BJ", "LJ") for card in cards)


def plain_shape(parts: Sequence[Part]) -> tuple[list[int], int, int]:
    """The lengths of the tractors (longest first), the number of pairs and of singles."""
    lengths = sorted((part.pairs for part in parts if part.kind == "tractor"), reverse=True)
    return lengths, sum(part.kind == "pair" for part in parts), sum(part.kind == "single" for part in parts)


__all__ = [
    "TRUMP",
    "Cards",
    "Part",
    "Table",
    "choices",
    "decompose",
    "describe",
    "is_five_ten_king",
    "jokers_in",
    "longest_tractor",
    "pair_cards",
    "plain_shape",
    "table_of",
    "tractors",
]

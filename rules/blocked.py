"""Blocked cards (被卡住的牌): how many thrown cards the other three hands hold back (Jiangsu 4.3.4).

Each opposing card may be used in one grouping only, and each opposing group blocks every lower thrown part of its own kind (a
tractor, those of at most its length). Over the three hands the grouping that blocks most cards counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.beaten import runs_of_length
from rules.formations import PAIR, SINGLE, TRACTOR, Component
from rules.table import TrumpTable

SEARCH_LIMIT = 500
"""Most ways in which one hand's tractors are set against a throw."""


def _maximal(sets: Iterable[int]) -> list[int]:
    """Of sets given as bits, those that no other contains."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count, reverse=True):
        if not any(one & other == one for other in kept):
            kept.append(one)
    return kept


class _Thrown:
    """The thrown parts by kind, each part one bit."""

    def __init__(self, parts: Sequence[Component]) -> None:
        self.parts = parts
        self.lengths = sorted({len(part.cards) // 2 for part in parts if part.kind == TRACTOR}, reverse=True)

    def below(self, kind: str, top: int, length: int = 0) -> int:
        """The parts of a kind that a group with this top blocks; of tractors those of at most `length` pairs."""
        blocked = 0
        for index, part in enumerate(self.parts):
            fits = kind != TRACTOR or len(part.cards) // 2 <= length
            if part.kind == kind and fits and part.top < top:
                blocked |= 1 << index
        return blocked

    def cards(self, blocked: int) -> int:
        """How many thrown cards a set of parts has."""
        return sum(len(part.cards) for index, part in enumerate(self.parts) if blocked >> index & 1)


def _loose_blocks(table: TrumpTable, thrown: _Thrown, held: int) -> list[int]:
    """What a hand can block with one pair and one single: every other group of a kind blocks no more than its highest."""
    singles = held & table.low
    pairs = table.cards((held & table.high) >> 1)
    pairs.sort(key=table.display.__getitem__)
    single_top = max((table.rung[kind] for kind in table.cards(singles)), default=-1)
    highest_pair = table.rung[pairs[0]] if pairs else -1
    found = [thrown.below(SINGLE, max(single_top, highest_pair))]
    if pairs:
        next_pair = table.rung[pairs[1]] if len(pairs) > 1 else -1
        found.append(thrown.below(PAIR, highest_pair) | thrown.below(SINGLE, max(single_top, next_pair)))
        found.append(thrown.below(PAIR, next_pair) | thrown.below(SINGLE, max(single_top, highest_pair)))
    return found


def _hand_blocks(table: TrumpTable, thrown: _Thrown, held: int, lengths: Sequence[int], budget: list[int]) -> list[int]:
    """The sets of parts that one hand can block, none inside another: at most one tractor for each thrown length, then the rest.

    `budget` holds how many ways may still be tried. It is spent only by hands and throws that no real deal has.
    """
    found = _loose_blocks(table, thrown, held)
    for index, length in enumerate(lengths):
        for kinds in runs_of_length(table, held & table.high, length):
            mine = thrown.below(TRACTOR, table.rung[kinds[0]], length)
            if mine and budget[0] > 0:
                budget[0] -= 1
                left = held ^ 2 * table.bits(kinds)
                found.extend(mine | more for more in _hand_blocks(table, thrown, left, lengths[index + 1 :], budget))
    return _maximal(found)


def blocked_cards(table: TrumpTable, parts: Sequence[Component], hands: Iterable[int]) -> int:
    """The most thrown cards that the other hands block; `hands` are each hand's cards of the thrown group as bits.

    A thrown card is counted once, however many hands block it.
    """
    thrown = _Thrown(parts)
    together = [0]
    for held in hands:
        blocks = _hand_blocks(table, thrown, held, thrown.lengths, [SEARCH_LIMIT])
        together = _maximal(one | other for one in together for other in blocks)
    return max(map(thrown.cards, together))

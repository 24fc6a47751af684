"""Beaten parts of a throw (甩错): whether one hand holds the same kind in the same group, higher (semantics 5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.formations import PAIR, SINGLE, Component, layouts, windows
from rules.table import TrumpTable


def highest(table: TrumpTable, bits: int) -> int | None:
    """The highest card kind of a set of one group; of equal ones the first in the order S H D C."""
    cards = table.cards(bits)
    return max(cards, key=lambda kind: (table.rung[kind], -kind)) if cards else None


def runs_of_length(table: TrumpTable, pairs: int, length: int) -> Iterator[tuple[int, ...]]:
    """Every tractor of exactly `length` pairs that can be cut out of a set of pairs, as card kinds from high to low."""
    for layout in layouts(table, pairs):
        for _, window in windows(layout, length):
            yield tuple(kinds[0] for _, kinds in reversed(window))


def _highest_tractor(table: TrumpTable, pairs: int, length: int) -> tuple[int, ...]:
    """The highest tractor of `length` pairs, as card kinds from high to low; empty when there is none."""
    if not table.irregular(pairs):
        bottoms = pairs
        for _ in range(length - 1):
            bottoms &= bottoms >> 2
        if not bottoms:
            return ()
        key = bottoms.bit_length()
        return tuple(table.kind_at[key + 2 * step] for step in reversed(range(length)))
    return max(runs_of_length(table, pairs, length), key=lambda kinds: table.rung[kinds[0]], default=())


def beater_in(table: TrumpTable, held: int, part: Component) -> tuple[int, ...]:
    """The highest cards of one hand that beat a thrown part, or nothing; `held` are the hand's cards of the thrown group."""
    if part.kind == SINGLE:
        best = highest(table, held)
        kinds: tuple[int, ...] = () if best is None else (best,)
        copies = 1
    elif part.kind == PAIR:
        best = highest(table, (held & table.high) >> 1)
        kinds = () if best is None else (best,)
        copies = 2
    else:
        kinds = _highest_tractor(table, held & table.high, len(part.cards) // 2)
        copies = 2
    if not kinds or table.rung[kinds[0]] <= part.top:
        return ()
    return tuple(kind for kind in kinds for _ in range(copies))

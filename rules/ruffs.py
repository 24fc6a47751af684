"""Ruffs (将吃) and over-ruffs (超将吃): whether trumps cover a led shape, and which of two covers is higher (semantics 7).

A cover can often be read in several ways: 33 66 88 over AA QQ J T may give 66 and 88, or 33 and 88, or 33 and 66 as its
pairs. A reading is a choice of its tractors and pairs; its strengths are the tops of each kind, the largest kind first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.formations import (
    PAIR,
    SINGLE,
    TRACTOR,
    Component,
    Place,
    Shape,
    decompose,
    five_ten_king,
    is_five_ten_king,
    layouts,
    windows,
)
from rules.options import Options
from rules.table import TrumpTable


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a cover: `joined` pairs in a row where that counts, the top rung of each led kind, and its parts.

    `tractors` hold card kinds from high to low, `pairs` card kinds; what is left are the singles.
    """

    joined: int
    tops: tuple[int, ...]
    tractors: tuple[tuple[int, ...], ...]
    pairs: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """By what readings of one play are put in order."""
        return self.joined, self.tops


def _take(layout: list[Place], lengths: tuple[int, ...], ceiling: int) -> Iterator[tuple[list[tuple[int, ...]], list[Place]]]:
    """Every way to take tractors of these lengths (longest first) out of a layout, and what is left of it.

    Tractors of equal length are taken from high to low, so no choice comes twice; `ceiling` bounds the next start.
    """
    if not lengths:
        yield [], layout
        return
    length = lengths[0]
    for start, window in windows(layout, length):
        if start > ceiling:
            return
        taken = tuple(kinds[0] for _, kinds in reversed(window))
        left = layout[:start] + [(spot, kinds[1:]) for spot, kinds in window if len(kinds) > 1] + layout[start + length :]
        same = len(lengths) > 1 and lengths[1] == length
        for more, rest in _take(left, lengths[1:], start if same else len(left)):
            yield [taken, *more], rest


def _choose_pairs(pairs: list[int], wanted: int) -> Iterator[tuple[list[int], int | None]]:
    """The choices of pairs worth looking at: each possible top with the lowest others; and the best pair not chosen.

    `pairs` are card kinds from high to low.
    """
    if wanted == 0:
        yield [], pairs[0] if pairs else None
        return
    for top in range(len(pairs) - wanted + 1):
        lower = pairs[len(pairs) - wanted + 1 :]
        between = pairs[top + 1 : len(pairs) - wanted + 1]
        best_left = pairs[0] if top else (between[0] if between else None)
        yield [pairs[top], *lower], best_left


def _windows(table: TrumpTable, bits: int, shape: Shape) -> Iterator[tuple[list[tuple[int, ...]], list[int]]]:
    """The choices of tractors: the tractors, and the other pairs from high to low."""
    for layout in layouts(table, bits & table.high):
        for tractors, left in _take(layout, shape.tractors, len(layout)):
            kinds = [kind for _, held in left for kind in held]
            yield tractors, sorted(kinds, key=table.display.__getitem__)


def _joined_windows(table: TrumpTable, bits: int, shape: Shape) -> Iterator[tuple[int, list[int], list[int]]]:
    """The ways to give as many of the wanted pairs as can be as one tractor (Gongxiao 3): its length, its card kinds, the other pairs.

    Shorter tractors are not looked at: they lose to the longest in any comparison.
    """
    places = layouts(table, bits & table.high)
    for length in range(shape.pairs, table.min_pairs - 1, -1):
        found = [choice for layout in places for choice in _take(layout, (length,), len(layout))]
        if found:
            for (window,), left in found:
                kinds = [kind for _, held in left for kind in held]
                yield length, list(window), sorted(kinds, key=table.display.__getitem__)
            return


def _top_single(table: TrumpTable, bits: int, best_pair_left: int | None) -> int:
    singles = table.cards(bits & table.low)
    tops = [table.rung[kind] for kind in singles]
    if best_pair_left is not None:
        tops.append(table.rung[best_pair_left])
    return max(tops)


def _tops(
    table: TrumpTable, bits: int, shape: Shape, tractors: list[tuple[int, ...]], pairs: list[int], left: int | None
) -> tuple[int, ...]:
    """The top of each led kind, largest kind first: each tractor length, pairs, singles."""
    tops: dict[int, int] = {}
    for run in tractors:
        tops[len(run)] = max(tops.get(len(run), -1), table.rung[run[0]])
    strengths = list(tops.values())
    if shape.pairs:
        strengths.append(max(table.rung[kind] for kind in pairs))
    if shape.singles:
        strengths.append(_top_single(table, bits, left))
    return tuple(strengths)


def _connects(options: Options, shape: Shape) -> bool:
    """Whether joined pairs outrank others on this lead: two or more loose pairs and no tractor (semantics 7)."""
    return options.ruff.connected_pairs_outrank and shape.pairs > 1 and not shape.tractors


def readings(options: Options, table: TrumpTable, shape: Shape, bits: int) -> Iterator[Reading]:
    """The readings of trumps as a cover of a led shape that are worth comparing; none when they do not cover it."""
    joined = False
    if _connects(options, shape):
        for length, window, others in _joined_windows(table, bits, shape):
            for pairs, left in _choose_pairs(others, shape.pairs - length):
                joined = True
                chosen = window + pairs
                yield Reading(length, _tops(table, bits, shape, [], chosen, left), (), tuple(chosen))
    if joined:
        return
    for tractors, others in _windows(table, bits, shape):
        for pairs, left in _choose_pairs(others, shape.pairs):
            yield Reading(0, _tops(table, bits, shape, tractors, pairs, left), tuple(tractors), tuple(pairs))


def _exact_reading(table: TrumpTable, shape: Shape, bits: int) -> Iterator[Reading]:
    """The cover's own parts, where they are as many tractors, of the same lengths, and pairs as led (`ruff.match: exact_shape`)."""
    parts = decompose(table, bits)
    tractors = [part.cards[::2] for part in parts if part.kind == TRACTOR]
    pairs = [part.cards[0] for part in parts if part.kind == PAIR]
    if tuple(map(len, tractors)) == shape.tractors and len(pairs) == shape.pairs:
        yield Reading(0, _tops(table, bits, shape, tractors, pairs, None), tuple(tractors), tuple(pairs))


def _ordered(found: Iterator[Reading]) -> tuple[Reading, ...]:
    """Readings without repetition, the play's own first: the greatest strengths, largest kind first."""
    unique: dict[tuple[int, tuple[int, ...]], Reading] = {}
    for reading in found:
        unique.setdefault(reading.rank, reading)
    return tuple(sorted(unique.values(), key=lambda reading: reading.rank, reverse=True))


_HIGHER: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    "each_kind": lambda mine, theirs: all(a > b for a, b in zip(mine, theirs, strict=True)),
    "any_kind": lambda mine, theirs: any(a > b for a, b in zip(mine, theirs, strict=True)),
    "highest_kind": lambda mine, theirs: mine[0] > theirs[0],
    "highest_card": lambda mine, theirs: max(mine) > max(theirs),
}


@dataclass(frozen=True, slots=True)
class Cover:
    """A play that covers a lead: its readings, its own reading first, and its highest card's rung."""

    readings: tuple[Reading, ...]
    highest: int

    @property
    def own(self) -> Reading:
        """The reading with the greatest strengths, largest kind first."""
        return self.readings[0]


def cover_of(options: Options, table: TrumpTable, shape: Shape, cards: tuple[int, ...]) -> Cover | None:
    """A play as a cover of a side-suit lead, or None when it covers nothing (a discard, even if all cards are trump).

    The play has as many cards as the lead. Remembered per table.
    """
    if any(map(table.group.__getitem__, cards)):
        return None
    key = (shape.tractors, shape.pairs, shape.is_five_ten_king, "cover", cards)
    known: Cover | None = table.memo.get(key)
    if known is None:
        known = table.remember(key, Cover(_readings(options, table, shape, cards), max(map(table.rung.__getitem__, cards))))
    return known if known.readings else None


def _readings(options: Options, table: TrumpTable, shape: Shape, cards: tuple[int, ...]) -> tuple[Reading, ...]:
    if shape.is_five_ten_king:
        return (Reading(0, (0,), (), ()),) if is_five_ten_king(table, cards) else ()
    bits = table.bits(cards)
    exact = options.ruff.match == "exact_shape"
    return _ordered(_exact_reading(table, shape, bits) if exact else readings(options, table, shape, bits))


def overtakes(options: Options, shape: Shape, play: Cover, standing: Cover) -> bool:
    """Whether some reading of a cover is higher than the standing cover's own reading (`ruff.compare`).

    Of two trump five-ten-kings the first played stays the larger.
    """
    if shape.is_five_ten_king:
        return False
    if options.ruff.compare == "highest_card" and not _connects(options, shape):
        return play.highest > standing.highest
    own = standing.own
    higher = _HIGHER[options.ruff.compare]
    for reading in play.readings:
        if reading.joined > own.joined:
            return True
        if options.ruff.compare == "highest_card":
            wins = play.highest > standing.highest
        else:
            wins = higher(reading.tops, own.tops)
        if reading.joined == own.joined and wins:
            return True
    return False


def cover_components(table: TrumpTable, shape: Shape, cards: tuple[int, ...], reading: Reading) -> tuple[Component, ...]:
    """The parts of a cover under a reading: its tractors, its pairs, and the rest as singles, each from high to low."""
    if shape.is_five_ten_king:
        return (five_ten_king(table, cards),)
    rung = table.rung
    left = list(cards)
    parts: list[Component] = []
    for run in sorted(reading.tractors, key=lambda kinds: (-len(kinds), -rung[kinds[0]])):
        parts.append(Component(TRACTOR, tuple(kind for kind in run for _ in range(2)), rung[run[0]]))
    for kind in sorted(reading.pairs, key=table.display.__getitem__):
        parts.append(Component(PAIR, (kind, kind), rung[kind]))
    for part in parts:
        for kind in part.cards:
            left.remove(kind)
    singles = sorted(left, key=table.display.__getitem__)
    return (*parts, *(Component(SINGLE, (kind,), rung[kind]) for kind in singles))

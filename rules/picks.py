"""Ways to pick cards: so many out of some, and sets of pairs that hold the tractors owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice, product

from rules.formations import Place, layouts, windows
from rules.leads import SEARCH_LIMIT
from rules.table import TrumpTable


def selections(held: Counter[int], kinds: list[int], wanted: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `wanted` cards out of `held`, copies of a card being alike; the first kinds first."""
    left = [0]
    for kind in reversed(kinds):
        left.append(left[-1] + held[kind])
    left.reverse()

    def take(index: int, wanted: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if wanted == left[index]:
            yield taken + tuple(kind for kind in kinds[index:] for _ in range(held[kind]))
            return
        for place in range(index, len(kinds)):
            if left[place] < wanted:
                return
            kind = kinds[place]
            for copies in range(min(held[kind], wanted), 0, -1):
                if copies == wanted:
                    yield taken + (kind,) * copies
                elif left[place + 1] >= wanted - copies:
                    yield from take(place + 1, wanted - copies, taken + (kind,) * copies)

    return take(0, wanted, ()) if wanted else iter(((),))


def count_selections(held: Counter[int], wanted: int) -> int:
    """How many ways there are to take `wanted` cards."""
    ways = [1] + [0] * wanted
    for copies in held.values():
        ways = [sum(ways[size - taken] for taken in range(min(copies, size) + 1)) for size in range(wanted + 1)]
    return ways[wanted]


def pair_sets(
    table: TrumpTable,
    needed: tuple[int, ...],
    pairs: list[int],
    most: int,
    fits: Callable[[tuple[int, ...]], bool] = lambda _: True,
) -> tuple[list[tuple[int, ...]], bool]:
    """The sets of pairs that hold the owed tractor pieces and pairs enough, small ones first; and whether these are all.

    Each such set is made of disjoint pieces of the owed lengths and any further pairs. `fits` says of a set, given by places in
    `pairs`, whether it is asked for.
    """
    bits = sum(2 * table.bit[kind] for kind in pairs)
    lengths = tuple(sorted((note for note in needed[:-1] if note), reverse=True))
    place = {kind: index for index, kind in enumerate(pairs)}
    made = chain.from_iterable(_pieces(layout, lengths, len(layout)) for layout in layouts(table, bits))
    listed = [tuple(sorted(map(place.__getitem__, piece))) for piece in islice(made, 2 * SEARCH_LIMIT)]
    pieces = set(listed)
    found: set[tuple[int, ...]] = set()
    exact = len(listed) < 2 * SEARCH_LIMIT
    for tried, some in enumerate(_supersets(sorted(pieces), len(pairs), sum(needed), most)):
        is_new = some not in found and fits(some)
        if tried == 4 * SEARCH_LIMIT or (is_new and len(found) == SEARCH_LIMIT):
            exact = False
            break
        if is_new:
            found.add(some)
    return [tuple(pairs[index] for index in some) for some in sorted(found, key=lambda some: (len(some), some))], exact


def _supersets(pieces: list[tuple[int, ...]], count: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The sets of `least` to `most` numbers below `count` that hold one of the pieces, with repetitions."""
    for piece in pieces:
        others = [index for index in range(count) if index not in piece]
        for size in range(least - len(piece), min(most - len(piece), len(others)) + 1):
            for more in combinations(others, size):
                yield tuple(sorted(piece + more))


def _pieces(layout: list[Place], lengths: tuple[int, ...], ceiling: int) -> Iterator[tuple[int, ...]]:
    """Every set of card kinds that makes tractors of these lengths, each kind used once; the same set may come again.

    Tractors of equal length are taken from high to low: `ceiling` bounds where the next may begin.
    """
    if not lengths:
        yield ()
        return
    for start, window in windows(layout, lengths[0]):
        if start > ceiling:
            return
        for kinds in product(*(held for _, held in window)):
            left = [(spot, tuple(kind for kind in held if kind not in kinds)) for spot, held in window]
            rest = layout[:start] + [place for place in left if place[1]] + layout[start + len(window) :]
            for more in _pieces(rest, lengths[1:], start if lengths[1:2] == lengths[:1] else len(rest)):
                yield kinds + more

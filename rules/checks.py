"""Checks of a request's content that need the cards alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import eq

from rules.cards import TOKENS
from rules.rulings import Fault


def copy_faults(decks: int, sets: Iterable[tuple[str, tuple[int, ...]]]) -> list[Fault]:
    """The cards of which there are more copies than the decks hold, over sets that exist apart (settled 5).

    `sets` pairs a pointer (`/hand`) with its cards; each surplus copy is a fault of its own (`/hand/2`).

    >>> [fault.pointer for fault in copy_faults(2, [("/hand", (12, 12)), ("/trick/plays/0/cards", (12,))])]
    ['/trick/plays/0/cards/0']
    """
    listed = list(sets)
    together: list[int] = []
    for _, cards in listed:
        together += cards
    together.sort()
    if not any(map(eq, together, together[decks:])):
        return []
    seen: Counter[int] = Counter()
    faults = []
    for pointer, cards in listed:
        for index, kind in enumerate(cards):
            seen[kind] += 1
            if seen[kind] > decks:
                faults.append(Fault(f"{pointer}/{index}", "too_many_copies", TOKENS[kind], {"copies": decks}))
    return faults

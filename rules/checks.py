"""Checks of a request's content that need the cards alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from operator import eq

from rules.cards import TOKENS
from rules.rulings import Fault


def copy_faults(decks: int, sets: Iterable[tuple[str, tuple[int, ...]]]) -> list[Fault]:
    """The cards of which there are more copies than the decks hold, over sets that exist apart (settled 5).

    `sets` pairs a pointer (`/hand`) with its cards; each surplus copy is a fault of its own (`/hand/2`), which names the places of those
    that there may be.

    >>> faults = copy_faults(2, [("/hand", (12, 12)), ("/trick/plays/0/cards", (12,))])
    >>> [(fault.pointer, fault.params["places"]) for fault in faults]
    [('/trick/plays/0/cards/0', ('/hand/0', '/hand/1'))]
    """
    listed = list(sets)
    together: list[int] = []
    for _, cards in listed:
        together += cards
    together.sort()
    if not any(map(eq, together, together[decks:])):
        return []
    seen: defaultdict[int, list[str]] = defaultdict(list)
    faults = []
    for pointer, cards in listed:
        for index, kind in enumerate(cards):
            place = f"{pointer}/{index}"
            if len(seen[kind]) < decks:
                seen[kind].append(place)
            else:
                faults.append(Fault(place, "too_many_copies", TOKENS[kind], {"copies": decks, "places": tuple(seen[kind])}))
    return faults

"""More copies of a card than there are, and where the others lie."""

from __future__ import annotations

from rules.checks import copy_faults
from tests.support.engine import cards

HAND = ("/hand", cards("HA HA D2"))


def test_as_many_copies_as_there_are_decks_are_no_fault() -> None:
    assert copy_faults(2, [HAND, ("/kitty", cards("D2 D3"))]) == []
    assert copy_faults(3, [HAND, ("/kitty", cards("HA"))]) == []


def test_every_copy_beyond_is_told_with_the_places_of_those_that_there_may_be() -> None:
    found = copy_faults(2, [HAND, ("/kitty", cards("D2 HA")), ("/tricks/0/plays/0/cards", cards("HA D2"))])
    assert [(fault.pointer, fault.code, fault.value, fault.params["places"]) for fault in found] == [
        ("/kitty/1", "too_many_copies", "HA", ("/hand/0", "/hand/1")),
        ("/tricks/0/plays/0/cards/0", "too_many_copies", "HA", ("/hand/0", "/hand/1")),
        ("/tricks/0/plays/0/cards/1", "too_many_copies", "D2", ("/hand/2", "/kitty/0")),
    ]

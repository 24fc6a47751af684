"""Places in the text of a deal: where what it says stands, and where a fault is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.rulings import Fault


class Place(NamedTuple):
    """A place in a text: line and column, both from 1, the column in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Notated:
    """What a text says: the body of a deals/replay request, and where in the text its parts stand, by JSON pointer."""

    body: dict[str, Any]
    places: Mapping[str, Place]

    def placed(self, fault: Fault) -> Fault:
        """A fault in the body, told with its place in the text: its own, or that of the nearest value around it."""
        pointer = fault.pointer
        while pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        return at_place(fault, self.places[pointer])


def at_place(fault: Fault, place: Place) -> Fault:
    """A fault with line and column among its parameters."""
    return replace(fault, params={**fault.params, "line": place.line, "column": place.column})

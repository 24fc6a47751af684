"""Seats and sides (方位): four seats, two sides of partners sitting opposite."""

from __future__ import annotations

SEATS = ("N", "E", "S", "W")
SIDES = ("NS", "EW")
_NEXT = {
    "clockwise": {"N": "E", "E": "S", "S": "W", "W": "N"},
    "counterclockwise": {"N": "W", "W": "S", "S": "E", "E": "N"},
}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
_ORDER = {
    direction: {seat: (seat, after[seat], PARTNER[seat], after[PARTNER[seat]]) for seat in SEATS} for direction, after in _NEXT.items()
}
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER_SIDE = {"NS": "EW", "EW": "NS"}


def next_seat(seat: str, direction: str) -> str:
    """The player who plays after `seat` (下家); `direction` is `counterclockwise` or `clockwise`.

    >>> next_seat("N", "counterclockwise"), next_seat("N", "clockwise")
    ('W', 'E')
    """
    return _NEXT[direction][seat]


def seats_from(seat: str, direction: str) -> tuple[str, str, str, str]:
    """The four seats in play order, `seat` first.

    >>> seats_from("E", "counterclockwise")
    ('E', 'N', 'W', 'S')
    """
    return _ORDER[direction][seat]

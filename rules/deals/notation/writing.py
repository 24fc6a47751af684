"""Writing the deal notation: from the body of a deals/replay request to its one canonical text, with comments where some are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson

from rules.cards import split_cards
from rules.deals.notation.reading import parse
from rules.deals.notation.words import (
    LOWEST,
    NOBODY,
    PHASES,
    SAME_MOMENT,
    WRONG,
    read_cards,
    read_fact,
    read_level,
    read_seat,
    read_suit,
    sorted_hand,
    write_cards,
    write_place,
)
from rules.seats import SEATS, SIDES

Notes = Mapping[str, Sequence[str]]
"""Comments by the JSON pointer of what they are about: a field, a hand, a bid, a burial, a trick, a penalty, an effect.

Those about anything else, or about what is not written, stand at the end.
"""


def render(body: Mapping[str, Any], notes: Notes | None = None) -> str:
    """The canonical text of a deal. `body` is one that deals/replay takes, in any spelling that JSON may have.

    >>> print(render({"levels": {"NS": "5", "EW": "10"}, "tricks": [{"plays": [{"seat": "n", "cards": "♥A HK"}]}]}), end="")
    levels: NS 5, EW T
    <BLANKLINE>
    1. N HAK
    """
    notes = notes or {}
    parts = (_header(body), _cards_dealt(body), _bidding(body), _tricks(body), _sanctions(body))
    lines = [list(part) for part in parts]
    placed = {pointer for part in lines for line in part for pointer in line.pointers}
    sections = ["".join(f"{line.with_notes(notes)}\n" for line in part) for part in lines]
    sections.append("".join(f"; {_one_line(note)}\n" for pointer in notes if pointer not in placed for note in notes[pointer]))
    return "\n".join(section for section in sections if section)


def canonical(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body that the canonical text of a deal is read as: tokens of cards, hands in order, nothing that says nothing.

    >>> canonical({"kitty": "小王 s10", "tricks": [], "burials": []})
    {'kitty': ['LJ', 'ST'], 'tricks': []}
    """
    return parse(render(body)).body


class _Line(NamedTuple):
    """A line, and the pointers of what it says."""

    text: str
    pointers: Sequence[str]

    def with_notes(self, notes: Notes) -> str:
        """The line with its comments behind it."""
        said = "; ".join(_one_line(note) for pointer in self.pointers for note in notes.get(pointer, ()))
        return f"{self.text}  ; {said}" if said else self.text


def _one_line(note: str) -> str:
    return " ".join(note.split())


def _tokens(cards: Any) -> list[str]:
    """The tokens of cards given as a list or as one text."""
    spellings = split_cards(cards) if isinstance(cards, str) else cards
    return [token for spelling in spellings for token in read_cards(spelling)]


def _cards(cards: Any) -> str:
    return write_cards(_tokens(cards))


def _header(body: Mapping[str, Any]) -> Iterator[_Line]:
    for key, write in _HEADER.items():
        if key in body and body[key] != []:
            yield _Line(f"{key}: {write(body[key])}", [f"/{key}"])


def _ruleset(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _levels(levels: Mapping[str, str]) -> str:
    return ", ".join(f"{side} {read_level(levels[side])}" for side in SIDES)


def _laps(laps: Mapping[str, float]) -> str:
    return ", ".join(f"{side} {int(laps[side])}" for side in SIDES)


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _trump(trump: Mapping[str, Any]) -> str:
    lowest = f" {LOWEST}" if trump.get("level_cards_lowest") else ""
    return f"{read_suit(trump['suit'])} {read_level(trump['level'])}{lowest}"


_HEADER: Final[Mapping[str, Callable[[Any], str]]] = {
    "ruleset": _ruleset,
    "levels": _levels,
    "laps": _laps,
    "first_deal": _flag,
    "seat_holder": read_seat,
    "first_drawer": read_seat,
    "barred": lambda sides: " ".join(sides).upper(),
    "revolt": lambda revolt: read_seat(revolt["seat"]),
    "declarer": read_seat,
    "trump": _trump,
    "stakes": lambda stakes: stakes["shown_by"],
    "explain": _flag,
}


def _cards_dealt(body: Mapping[str, Any]) -> Iterator[_Line]:
    hands = body.get("hands", {})
    for seat in SEATS:
        if seat in hands:
            yield _Line(f"{seat}: {write_cards(sorted_hand(_tokens(hands[seat])))}".rstrip(), [f"/hands/{seat}"])
    if "kitty" in body:
        yield _Line(f"kitty: {_cards(body['kitty'])}", ["/kitty"])


def _bidding(body: Mapping[str, Any]) -> Iterator[_Line]:
    """The bids, a line for each phase, and the burials."""
    if body.get("bids") == []:
        yield _Line(f"bids: {NOBODY}", ["/bids"])
    lines: list[_Line] = []
    phase = ""
    for index, bid in enumerate(body.get("bids", ())):
        said = bid.get("phase", phase or PHASES[0])
        if said == phase:
            joint = f" {SAME_MOMENT} " if bid.get("same_moment") else ", "
            lines[-1] = _Line(lines[-1].text + joint + _bid(bid), [*lines[-1].pointers, f"/bids/{index}"])
        else:
            joint = f" {SAME_MOMENT} " if bid.get("same_moment") else " "
            lines.append(_Line(f"bids: {said}{joint}{_bid(bid)}", [f"/bids/{index}"]))
        phase = said
    if lines:
        lines[-1] = _Line(lines[-1].text, [*lines[-1].pointers, "/bids"])
    yield from lines
    for index, burial in enumerate(body.get("burials", ())):
        laid = write_cards(sorted_hand(_tokens(burial["cards"])))
        yield _Line(f"burial: {read_seat(burial['seat'])} {laid}", [f"/burials/{index}"])


def _bid(bid: Mapping[str, Any]) -> str:
    shown = "pass" if bid.get("pass") else _cards(bid["cards"])
    names = f" names {read_suit(bid['names'])}" if "names" in bid else ""
    wrong = f" {WRONG}" if bid.get("wrong_show") else ""
    return f"{read_seat(bid['seat'])} {shown}{names}{wrong}"


def _tricks(body: Mapping[str, Any]) -> Iterator[_Line]:
    for index, trick in enumerate(body.get("tricks", ())):
        attempt = [f"({_cards(trick['attempt'])})"] if trick.get("attempt") else []
        plays = ", ".join(map(_play, trick["plays"]))
        yield _Line(" ".join([f"{index + 1}.", *attempt, *([plays] if plays else [])]), [f"/tricks/{index}"])


def _play(play: Mapping[str, Any]) -> str:
    return f"{read_seat(play['seat'])} {_cards(play['cards'])}" + (f" {LOWEST}" if "counts_as" in play else "")


def _sanctions(body: Mapping[str, Any]) -> Iterator[_Line]:
    for index, penalty in enumerate(body.get("penalties", ())):
        side = read_fact("side", penalty["side"])
        yield _Line(", ".join([f"penalty: {penalty['offence']} {side}", *_facts(penalty, "side")]), [f"/penalties/{index}"])
    for index, effect in enumerate(body.get("effects", ())):
        yield _Line(", ".join([f"effect: {effect['kind']}", *_facts(effect)]), [f"/effects/{index}"])


def _facts(facts: Mapping[str, Any], *said: str) -> list[str]:
    """What else is known of a penalty or an effect, in the order of the names."""
    names = sorted(facts.keys() - {"offence", "kind", *said})
    return [f"{name} {_value(name, facts[name])}" for name in names]


def _value(name: str, value: Any) -> str | int:
    if name == "at":
        return write_place(value)
    return read_fact(name, value) if isinstance(value, str) else int(value)

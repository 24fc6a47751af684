"""What is collected while the text of a deal is read: the body, where its parts stand, and the faults of form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.deals.notation.places import Place, at_place
from rules.deals.notation.words import LINE_FORM
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS


class Word(NamedTuple):
    """A word of a line, and the column in which it begins."""

    text: str
    column: int


class Collector:
    """A body that grows line by line. `line` is the number of the running line, `end` the column behind it, `form` how it is written."""

    def __init__(self) -> None:
        self.body: dict[str, Any] = {}
        self.places: dict[str, Place] = {"": Place(1, 1)}
        self.faults: list[Fault] = []
        self.line, self.end, self.form = 0, 1, LINE_FORM

    @property
    def is_full(self) -> bool:
        """Whether so many faults are noted as are told of one text; further ones are not."""
        return len(self.faults) >= MAX_FAULTS

    def fault(self, code: str, word: Word, **params: Any) -> None:
        """Note a fault at a word; the form of the line is among its parameters."""
        if self.is_full:
            return
        fault = Fault("", code, word.text or None, {"form": self.form, **params})
        self.faults.append(at_place(fault, Place(self.line, word.column)))

    def unfinished(self) -> None:
        """Note that the line breaks off."""
        self.fault("unfinished_line", Word("", self.end))

    def mark(self, pointer: str, word: Word) -> None:
        """Note where the value of a pointer stands."""
        self.places[pointer] = Place(self.line, word.column)

    def once(self, into: dict[str, Any], parent: str, key: str, word: Word, value: Any) -> None:
        """Set a value that is said once; `parent` is the pointer of what it is set in."""
        if key in into:
            self.fault("duplicate_entry", word)
            return
        into[key] = value
        self.mark(f"{parent}/{key.replace('~', '~0').replace('/', '~1')}", word)

    def add(self, key: str, word: Word, value: Any) -> str:
        """Add to a list; the pointer of the new item."""
        items = self.body.setdefault(key, [])
        pointer = f"/{key}/{len(items)}"
        items.append(value)
        self.places.setdefault(f"/{key}", Place(self.line, word.column))
        self.mark(pointer, word)
        return pointer

    def are(self, words: Sequence[Word], least: int, most: int | None = None) -> bool:
        """Whether there are at least so many words and at most so many."""
        if len(words) < least:
            self.unfinished()
        surplus = words[most:] if most is not None else ()
        for word in surplus:
            self.fault("unexpected_word", word)
        return len(words) >= least and not surplus

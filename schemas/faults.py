"""Faults in a request: from the error trees of marshmallow to a flat list with JSON pointers, and from there to the answer.

Every message of our fields is a list of `Fault` values whose pointers are relative to the place they are raised at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

import orjson
from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from rules import texts
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS, shown

MOST_SOUGHT: Final = 20
"""Names of one request whose nearest known one is sought: that costs more than finding the fault."""
_LONGEST_NAME: Final = 40


def refusal(code: str, *, value: Any = None, pointer: str = "", **params: Any) -> ValidationError:
    """The error that a field or a schema raises for one fault at its own place or below it."""
    return ValidationError([Fault(pointer, code, value, params)])


def escaped(key: object) -> str:
    """A key as a token of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def unescaped(token: str) -> str:
    """The key that a token of a JSON pointer stands for."""
    return token.replace("~1", "/").replace("~0", "~")


def faults_of(messages: Any, data: Any) -> list[Fault]:
    """The first faults of an error tree over the JSON value `data`, with absolute pointers and, where data has one, the value there."""
    return [_with_value(fault, data) for fault in islice(_flat(messages, ""), MAX_FAULTS)]


def number_of_faults(messages: Any) -> int:
    """How many faults an error tree has.

    >>> number_of_faults({"hand": {0: [Fault("", "unknown_card")]}, SCHEMA: [Fault("/x", "unknown_field")]})
    2
    """
    if isinstance(messages, Fault):
        return 1
    return sum(map(number_of_faults, messages.values() if isinstance(messages, Mapping) else messages))


def _flat(node: Any, pointer: str) -> Iterator[Fault]:
    if isinstance(node, Fault):
        yield replace(node, pointer=pointer + node.pointer)
    elif isinstance(node, Mapping):
        for key, below in node.items():
            yield from _flat(below, pointer if key == SCHEMA else f"{pointer}/{escaped(key)}")
    else:
        for item in node:
            yield from _flat(item, pointer)


def _with_value(fault: Fault, data: Any) -> Fault:
    """A fault with the value at its place; the whole request is not repeated."""
    return fault if fault.value is not None or not fault.pointer else replace(fault, value=value_at(data, fault.pointer))


def value_at(data: Any, pointer: str) -> Any:
    """What a JSON value holds at a pointer, or None.

    >>> value_at({"hand": ["H3", "XX"]}, "/hand/1")
    'XX'
    """
    for token in pointer.split("/")[1:]:
        key = unescaped(token)
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


class Teller:
    """Tells faults in a language, and seeks the nearest known names, for one request; the items of a batch share one.

    When `most` faults have been told, each further item is told its first alone; after `most_sought` names none is sought any more.
    What names are `known` where a fault lies, and which is `sought` if it is not the field's, stand among its parameters.
    """

    def __init__(self, language: str, most: int = MAX_FAULTS, most_sought: int = MOST_SOUGHT) -> None:
        self.language = language
        self._left = most
        self._left_to_seek = most_sought

    def tell(self, faults: Sequence[Fault]) -> list[dict[str, Any]]:
        """The entries of `errors`, as `{"pointer","code","message","value"?,"nearest"?,"pattern"?,"line"?,"column"?}`."""
        told = faults[: min(MAX_FAULTS, max(self._left, 1))]
        self._left -= len(told)
        return [self._entry(fault) for fault in told]

    def nearest(self, name: str, known: Iterable[str]) -> dict[str, str]:
        """`{"nearest"}` of a name, or nothing where none is near or enough have been sought."""
        if self._left_to_seek <= 0 or len(name) > _LONGEST_NAME:
            return {}
        self._left_to_seek -= 1
        near = get_close_matches(name, list(known), 1)
        return {"nearest": near[0]} if near else {}

    def _entry(self, fault: Fault) -> dict[str, Any]:
        """One fault; one of a text has its line and column among its parameters, and its message begins with them."""
        params = {"field": unescaped(fault.pointer.rpartition("/")[2]), **fault.params}
        if fault.value is not None:
            params.setdefault("value", _in_words(fault.value))
        if "known" in params:
            params |= self.nearest(params.pop("sought", params["field"]), params.pop("known"))
        entry: dict[str, Any] = {
            "pointer": fault.pointer,
            "code": fault.code,
            "message": texts.text(self.language, "faults", fault.code, params),
        }
        if shown(fault.value) is not None:
            entry["value"] = fault.value
        entry |= {key: params[key] for key in ("nearest", "pattern") if key in params}
        if "line" in params:
            place = {"line": params["line"], "column": params["column"]}
            entry |= {"message": texts.text(self.language, "notation", "place", place) + entry["message"], **place}
        return entry


def _in_words(value: Any) -> Any:
    """A value as a message shows it: texts and numbers as they are, short lists and objects as JSON; None for what is long."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return None if shown(value) is None else orjson.dumps(value).decode()

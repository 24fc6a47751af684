"""Faults in a request: from the error trees of marshmallow to a flat list with JSON pointers, and from there to the answer.

Every message of our fields is a list of `Fault` values whose pointers are relative to the place they are raised at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from rules import texts
from rules.rulings import Fault
from rules.tidying import shown


def refusal(code: str, *, value: Any = None, pointer: str = "", **params: Any) -> ValidationError:
    """The error that a field or a schema raises for one fault at its own place or below it."""
    return ValidationError([Fault(pointer, code, value, params)])


def escaped(key: object) -> str:
    """A key as a token of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def faults_of(messages: Any, data: Any) -> list[Fault]:
    """The faults of an error tree over the JSON value `data`, with absolute pointers and, where data has one, the value there."""
    return [_with_value(fault, data) for fault in _flat(messages, "")]


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
    return fault if fault.value is not None else replace(fault, value=value_at(data, fault.pointer))


def value_at(data: Any, pointer: str) -> Any:
    """What a JSON value holds at a pointer, or None.

    >>> value_at({"hand": ["H3", "XX"]}, "/hand/1")
    'XX'
    """
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


def fault_answer(fault: Fault, language: str) -> dict[str, Any]:
    """One entry of `errors`: `{"pointer","code","message","value"?,"nearest"?,"line"?,"column"?}`.

    The value is cut to what an answer can show. A fault of a text has its line and column among its parameters, and its message
    begins with them.
    """
    value = None if fault.value is None else shown(fault.value)
    params = dict(fault.params)
    if value is not None:
        params.setdefault("value", value)
    answer: dict[str, Any] = {"pointer": fault.pointer, "code": fault.code, "message": texts.text(language, "faults", fault.code, params)}
    if value is not None:
        answer["value"] = value
    if params.get("nearest"):
        answer["nearest"] = params["nearest"]
    if "line" in params:
        place = {"line": params["line"], "column": params["column"]}
        answer |= {"message": texts.text(language, "notation", "place", place) + answer["message"], **place}
    return answer

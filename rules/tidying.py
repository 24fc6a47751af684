"""A document from outside, made fit to be judged: plain values only, bounded in depth, number and length; everything else is a fault."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.rulings import Fault

MAX_DEPTH: Final = 16
MAX_VALUES: Final = 20_000
MAX_ITEMS: Final = 500
MAX_TEXT: Final = 2_000
MAX_KEY: Final = 200
MAX_FAULTS: Final = 100
"""Faults named of one document, and of one request; what is beyond is not looked for."""

_SHOWN_TEXT: Final = 120
_SHOWN: Final = 200
_BIGGEST_SHOWN: Final = 2**53


def pointer_of(pointer: str, *parts: str | int) -> str:
    """A JSON pointer (RFC 6901) some steps further down.

    >>> pointer_of("/ruleset", "a/b", 0)
    '/ruleset/a~1b/0'
    """
    return pointer + "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def shown(value: Any) -> Any:
    """A value as a fault may repeat it: whole, or None where it is long or no JSON, or holds a null or a number that readers change.

    >>> shown({"a": ["H3", 2.5]}), shown({"a": [None]}), shown(["H3"] * 80), shown(2**60)
    ({'a': ['H3', 2.5]}, None, None, None)
    """
    left, waiting = _SHOWN, [value]
    while waiting and left >= 0:
        one = waiting.pop()
        if isinstance(one, str):
            left -= len(one)
            if left >= 0 and not _is_writable(one):
                return None
        elif isinstance(one, (list, tuple, Mapping)):
            left -= 2 * len(one)
            if left >= 0:
                waiting += [*one, *one.values()] if isinstance(one, Mapping) else one
        elif not isinstance(one, (bool, int, float)) or not -_BIGGEST_SHOWN <= one <= _BIGGEST_SHOWN:
            return None
    return value if left >= 0 else None


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def shown_text(text: str) -> str:
    """A text cut to a bounded length, without what cannot be written as UTF-8.

    >>> shown_text("a" * 130)[-3:], shown_text(chr(0xD800))
    ('aa…', '�')
    """
    cut = text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT] + "…"
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in cut)


def text_is_clean(text: str) -> bool:
    """No control characters, no lone surrogates; a line may not be broken either.

    >>> text_is_clean("江苏 2007"), text_is_clean("a" + chr(0)), text_is_clean(chr(0xD800))
    (True, False, False)
    """
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(character) in ("Cc", "Cs") for character in text)


@dataclass(slots=True)
class _Walk:
    faults: list[Fault] = field(default_factory=list)
    values: int = 0

    def fault(self, pointer: str, code: str, found: Any, **params: str | int) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(pointer, code, shown(found), params))


def tidy(value: Any) -> tuple[Any, list[Fault]]:
    """The value as plain dicts, lists, texts, numbers and booleans, and the faults of what could not stay; pointers begin at the value.

    None stands in the place of each value that could not stay: nulls, texts with control characters, what is too long, too deep
    or too much, and whatever is no JSON. Whole numbers written as `10.0` become `10`.
    """
    walk = _Walk()
    return _tidy(value, "", 1, walk), walk.faults


def _tidy(value: Any, pointer: str, depth: int, walk: _Walk) -> Any:
    walk.values += 1
    if walk.values > MAX_VALUES:
        if walk.values == MAX_VALUES + 1:
            walk.fault(pointer, "too_large", None, maximum=MAX_VALUES)
        return None
    if isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, str):
        return _tidy_text(value, pointer, walk)
    if value is None:
        walk.fault(pointer, "null_not_allowed", None)
    elif not isinstance(value, Mapping | list | tuple):
        walk.fault(pointer, "wrong_type", value, expected="object")
    elif depth > MAX_DEPTH:
        walk.fault(pointer, "too_deep", value, maximum=MAX_DEPTH)
    elif isinstance(value, Mapping):
        return _tidy_object(value, pointer, depth, walk)
    elif len(value) > MAX_ITEMS:
        walk.fault(pointer, "wrong_length", value, minimum=0, maximum=MAX_ITEMS)
    else:
        return [_tidy(item, pointer_of(pointer, index), depth + 1, walk) for index, item in enumerate(value)]
    return None


def _tidy_text(text: str, pointer: str, walk: _Walk) -> str | None:
    if len(text) > MAX_TEXT:
        walk.fault(pointer, "wrong_length", text, minimum=0, maximum=MAX_TEXT)
    elif not text_is_clean(text):
        walk.fault(pointer, "text_not_allowed", text)
    else:
        return text
    return None


def _tidy_object(value: Mapping[Any, Any], pointer: str, depth: int, walk: _Walk) -> dict[str, Any] | None:
    if len(value) > MAX_ITEMS:
        walk.fault(pointer, "wrong_length", value, minimum=0, maximum=MAX_ITEMS)
        return None
    result = {}
    for key, inner in value.items():
        if isinstance(key, str) and len(key) <= MAX_KEY and text_is_clean(key):
            result[key] = _tidy(inner, pointer_of(pointer, key), depth + 1, walk)
        else:
            name = shown_text(str(key))
            walk.fault(pointer_of(pointer, name), "unknown_option", inner, value=name)
    return result

"""Facets: cases of one option that rest on different grounds, though the value is one.

`bidding.reinforce` is printed for the first deal and read for the later ones: `bidding.reinforce.first_deal` names the one case,
`bidding.reinforce.later` the other. A clause may govern a facet and a reading may name it. Without either it rests on what its
option rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.document import FACETS, KNOWN_PATHS

_CASES: Final = ("tiers", "by_side")
"""Keys of an offence that need not be named before the cases below them."""


def option_of(path: str, offences: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The option, group, row of a table or offence that a dotted path names or is a facet of; None where there is none.

    `offences` are those of the ruleset by their codes. A facet of an offence is any part of it that is there: a key
    (`offences.late.counted_in`), a tier or a side, also without the word before it (`offences.concealed_card.heavy.judgement`),
    an entry of a list by its place from 0 (`offences.overtime.steps.1`), an effect by its kind, a word of a list.

    >>> option_of("throws.allowed", {}), option_of("bidding.open.later.level_pair", {}), option_of("digs.0", {})
    ('throws.allowed', 'bidding.open.later', None)
    >>> option_of("offences.late.heavy", {"late": {"tiers": {"heavy": {}}}})
    'offences.late'
    """
    if path in KNOWN_PATHS:
        return path
    if path in FACETS:
        return FACETS[path]
    group, _, below = path.partition(".")
    code, *parts = below.split(".")
    if group != "offences" or code not in offences or not _has(offences[code], parts):
        return None
    return f"offences.{code}"


def _has(value: Any, parts: Sequence[str]) -> bool:
    return not parts or any(name == parts[0] and _has(inner, parts[1:]) for name, inner in _named(value))


def _named(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a value by the names that they go by."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            if key in _CASES:
                yield from inner.items()
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield str(place), item
            yield str(item["kind"] if isinstance(item, dict) and "kind" in item else item), item

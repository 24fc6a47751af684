"""Is a tidy document of the right shape? The JSON Schema judges; its errors become faults that say what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator  # type: ignore[import-untyped, unused-ignore]  # typed where the stubs are installed

from rules.document import KNOWN_PATHS, OPTION_PATHS, dereferenced, override_schema
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS, MAX_ITEMS, pointer_of, shown

_NEAREST_PATH: Final = 80
"""Longer paths resemble no option."""
_MAX_NEAREST: Final = 10
_VERY_NEAR: Final = 0.8


@cache
def _validator() -> Any:
    return Draft202012Validator(override_schema())


def shape_faults(document: Mapping[str, Any]) -> list[Fault]:
    """Everything wrong with the shape of a tidy document; pointers begin at the document. What it leaves out is not missed here."""
    found: dict[str, Fault] = {}
    for error in islice(_validator().iter_errors(document), MAX_FAULTS):
        for fault in _faults_of(error, ()):
            # of a value of the wrong type nothing else need be said
            if fault.pointer not in found or fault.code == "wrong_type":
                found[fault.pointer] = fault
    return list(found.values())[:MAX_FAULTS]


def _faults_of(error: Any, above: tuple[str | int, ...]) -> Iterator[Fault]:
    """The faults of one error of the validator; `above` is the place of the choice that the error belongs to."""
    parts = (*above, *error.relative_path)
    if "propertyNames" in error.relative_schema_path:
        parts = (*parts, error.instance)
    special = _SPECIAL.get(error.validator)
    if special is not None:
        yield from special(error, parts)
    elif error.validator in ("minimum", "maximum"):
        bounds = {key: error.schema[key] for key in ("minimum", "maximum")}
        yield Fault(pointer_of("", *parts), "out_of_range", shown(error.instance), bounds)
    else:
        counted = error.validator[3:]
        bounds = {"minimum": error.schema.get(f"min{counted}", 0), "maximum": error.schema.get(f"max{counted}", MAX_ITEMS)}
        yield Fault(pointer_of("", *parts), "wrong_length", shown(error.instance), bounds)


def _unknown_options(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    known = tuple(error.schema["properties"])
    for key, value in error.instance.items():
        if key not in known:
            yield unknown_option(pointer_of("", *parts, key), _dotted((*parts, key)), value, siblings=known)


def unknown_option(pointer: str, path: str, value: Any, siblings: tuple[str, ...] = ()) -> Fault:
    """The fault of a path that no option has; the text speaks of the path, the echoed value is what stands there.

    Its `siblings` are for `with_nearest` alone, which every list of faults goes through.
    """
    return Fault(pointer, "unknown_option", shown(value), {"value": path, "siblings": siblings})


def with_nearest(faults: Iterable[Fault]) -> list[Fault]:
    """The faults, the first unknown options among them with the nearest known one: looking for it costs more than finding the fault."""
    result = []
    left = _MAX_NEAREST
    for fault in faults:
        params = dict(fault.params)
        siblings = params.pop("siblings", None)
        if siblings is not None and left:
            left -= 1
            near = nearest_option(params["value"], siblings)
            params |= {"nearest": near} if near else {}
        result.append(replace(fault, params=params))
    return result


def _dotted(parts: Iterable[str | int]) -> str:
    return ".".join(map(str, parts))


def nearest_option(path: str, siblings: Iterable[str] = ()) -> str | None:
    """The dotted path of the known option that the unknown one at `path` resembles most, or None when none is near.

    A very near one of its `siblings` comes first, then an option of the same name elsewhere, then whatever else is near.

    >>> nearest_option("throws.alowed", ["allowed", "in_trump"]), nearest_option("partial_tractor"), nearest_option("ruff.compares")
    ('throws.allowed', 'follow.partial_tractor', 'ruff.compare')
    >>> nearest_option("xyzzy") is None
    True
    """
    if len(path) > _NEAREST_PATH:
        return None
    group, _, name = path.rpartition(".")
    beside = [f"{group}.{sibling}" if group else sibling for sibling in difflib.get_close_matches(name, list(siblings), n=1)]
    if beside and difflib.SequenceMatcher(None, path, beside[0]).ratio() >= _VERY_NEAR:
        return beside[0]
    same_name = [known for known in OPTION_PATHS if known.rpartition(".")[2] == name]
    alike = same_name or beside or difflib.get_close_matches(path, sorted(KNOWN_PATHS), n=1, cutoff=_VERY_NEAR)
    return alike[0] if alike else None


def _missing(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    for key in error.validator_value:
        if key not in error.instance:
            yield missing_option((*parts, key))


def missing_option(parts: tuple[str | int, ...]) -> Fault:
    """The fault of an option that is not there and has no default; its pointer says where it should be."""
    return Fault(pointer_of("", *parts), "missing_option", None, {"option": _dotted(parts)})


def _wrong_type(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "wrong_type", shown(error.instance), {"expected": error.validator_value})


def _not_a_choice(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "not_a_choice", shown(error.instance), {"choices": tuple(error.validator_value)})


def _bad_format(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "bad_format", shown(error.instance), {"pattern": error.validator_value})


def _duplicates(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    for index, item in enumerate(error.instance):
        if item in error.instance[:index]:
            yield Fault(pointer_of("", *parts, index), "duplicate_entry", shown(item))


def _choice(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    """`oneOf`: the faults of the branch that was meant, the one of the value's type with the fewest faults."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    meant = [errors for errors in branches.values() if not _is_of_another_type(errors)]
    if not meant:
        expected = tuple(dict.fromkeys(_types_of(error.schema)))
        yield Fault(pointer_of("", *parts), "wrong_type", shown(error.instance), {"expected": expected})
        return
    best: list[Fault] = min(([fault for inner in errors for fault in _faults_of(inner, parts)] for errors in meant), key=len)
    yield from best


def _is_of_another_type(errors: list[Any]) -> bool:
    """Do the errors of one branch say that the value as a whole has another type?"""
    return any(error.validator == "type" and not error.relative_path for error in errors)


def _types_of(schema: Mapping[str, Any]) -> Iterator[str]:
    schema = dereferenced(schema)
    if "type" in schema:
        yield schema["type"]
    for branch in schema.get("oneOf", ()):
        yield from _types_of(branch)


_SPECIAL: Final = {
    "additionalProperties": _unknown_options,
    "required": _missing,
    "type": _wrong_type,
    "enum": _not_a_choice,
    "pattern": _bad_format,
    "uniqueItems": _duplicates,
    "oneOf": _choice,
}

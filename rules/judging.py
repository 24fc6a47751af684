"""Is a tidy document of the right shape? The JSON Schema judges; its errors become faults that say what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped, unused-ignore]  # typed with the stubs
from jsonschema.validators import extend  # type: ignore[import-untyped, unused-ignore]

from rules.document import KNOWN_PATHS, OPTION_PATHS, dereferenced, override_schema
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS, MAX_ITEMS, pointer_of, shown

_NEAREST_PATH: Final = 80
"""Longer paths resemble no option."""
_MAX_NEAREST: Final = 10
_VERY_NEAR: Final = 0.8


@cache
def _judge() -> Any:
    return _JUDGE(override_schema())


def shape_faults(document: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the shape of a tidy document; pointers begin at the document. What it leaves out is not missed here.

    Fewer than `MAX_FAULTS` are all there are; of more so many are told, and where the others are is not known.
    """
    found: dict[str, Fault] = {}
    for error in _judge().iter_errors(document):
        for fault in _faults_of(error, ()):
            # of a value of the wrong type nothing else need be said
            if fault.pointer not in found or fault.code == "wrong_type":
                found[fault.pointer] = fault
            if len(found) == MAX_FAULTS:
                return list(found.values())
    return list(found.values())


# How the validator goes through a document: in the order of the schema, no further than a list or an object may be long, with one
# validator for each subschema, made once, and without messages. The standard one makes a validator for every value and writes out
# every value that is at fault, which takes most of its time.

_BELOW: Final[dict[int, Any]] = {}
"""The validators by the identity of their subschemas, which live as long as the schema does."""

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
}


def _is_of_type(name: str, value: Any) -> bool:
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _keyword(fits: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """A keyword that judges a value as a whole."""
    return lambda _, wanted, value, __: None if fits(wanted, value) else (ValidationError(""),)


def _at_least(kind: type, size: Callable[[Any], int]) -> Callable[..., Any]:
    return _keyword(lambda bound, value: not isinstance(value, kind) or size(value) >= bound)


def _at_most(kind: type, size: Callable[[Any], int]) -> Callable[..., Any]:
    return _keyword(lambda bound, value: not isinstance(value, kind) or size(value) <= bound)


def _errors_below(schema: Mapping[str, Any], value: Any, *path: str | int) -> Iterator[Any]:
    """The errors of a value under a subschema, at its place under the value around it."""
    validator = _BELOW.get(id(schema))
    if validator is None:
        validator = _BELOW[id(schema)] = _JUDGE(dereferenced(schema))
    for error in validator.iter_errors(value):
        error.path.extendleft(path)
        yield error


def _judge_items(_: Any, items: Mapping[str, Any], value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, list):
        for index, item in enumerate(value[: schema["maxItems"]]):
            yield from _errors_below(items, item, index)


def _judge_unique_items(_: Any, __: bool, value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """One error for each entry that stands earlier in the list, at its place."""
    if isinstance(value, list):
        seen: set[Hashable] = set()
        for index, item in enumerate(value[: schema["maxItems"]]):
            frozen = _frozen(item)
            if frozen in seen:
                yield ValidationError("", path=(index,), instance=item)
            seen.add(frozen)


def _frozen(value: Any) -> Hashable:
    """A value to be found in a set; equal ones are equal in JSON, where `true` is not 1.

    >>> _frozen([1, {"a": True}]) == _frozen([1, {"a": True}]), _frozen([1]) == _frozen([True])
    (True, False)
    """
    if isinstance(value, dict):
        return frozenset((key, _frozen(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return (type(value), value)


def _judge_properties(_: Any, properties: Mapping[str, Any], value: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, schema in properties.items():
            if key in value:
                yield from _errors_below(schema, value[key], key)


def _judge_additional(_: Any, additional: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """Every other key is judged by a schema, or there may be none."""
    if isinstance(value, dict):
        others = (key for key in value if key not in schema.get("properties", ()))
        if additional is False:
            if next(others, None) is not None:
                yield ValidationError("")
        else:
            for key in islice(others, schema["maxProperties"]):
                yield from _errors_below(additional, value[key], key)


def _judge_names(_: Any, names: Mapping[str, Any], value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, dict):
        for key in islice(value, schema["maxProperties"]):
            yield from _errors_below(names, key)


def _judge_choice(_: Any, branches: list[Mapping[str, Any]], value: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    """The branches of a choice exclude each other, so the first that fits will do; the errors of all of them go along."""
    context: list[Any] = []
    for index, branch in enumerate(branches):
        errors = list(_errors_below(branch, value))
        if not errors:
            return
        for error in errors:
            error.schema_path.appendleft(index)
        context += errors
    yield ValidationError("", context=context)


_JUDGE: Final[Any] = extend(  # type: ignore[no-untyped-call, unused-ignore]
    Draft202012Validator,
    {
        "type": _keyword(_is_of_type),
        "enum": _keyword(lambda choices, value: value in choices),
        "pattern": _keyword(lambda pattern, value: not isinstance(value, str) or re.search(pattern, value) is not None),
        "minimum": _at_least(int, int),
        "maximum": _at_most(int, int),
        "minLength": _at_least(str, len),
        "maxLength": _at_most(str, len),
        "minItems": _at_least(list, len),
        "maxItems": _at_most(list, len),
        "minProperties": _at_least(dict, len),
        "maxProperties": _at_most(dict, len),
        "items": _judge_items,
        "uniqueItems": _judge_unique_items,
        "properties": _judge_properties,
        "additionalProperties": _judge_additional,
        "propertyNames": _judge_names,
        "oneOf": _judge_choice,
    },
)


# From an error to what is told


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
    yield from _unknown_keys(error.instance, parts, tuple(error.schema["properties"]))


def _unknown_keys(value: Mapping[str, Any], parts: tuple[str | int, ...], known: tuple[str, ...]) -> Iterator[Fault]:
    for key, inner in value.items():
        if key not in known:
            yield unknown_option(pointer_of("", *parts, key), _dotted((*parts, key)), inner, siblings=known)


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

    A very near one of its `siblings` comes first, then an option of the same name elsewhere, then whatever else is near. Where the
    path itself is known it was written as one key, and what is near is the object that it stands for.

    >>> nearest_option("throws.alowed", ["allowed", "in_trump"]), nearest_option("partial_tractor"), nearest_option("ruff.compares")
    ('throws.allowed', 'follow.partial_tractor', 'ruff.compare')
    >>> nearest_option("xyzzy") is None, nearest_option("throws.allowed")
    (True, '{"throws": {"allowed": …}}')
    """
    if len(path) > _NEAREST_PATH:
        return None
    if path in KNOWN_PATHS:
        return "".join(f'{{"{key}": ' for key in path.split(".")) + "…" + "}" * (path.count(".") + 1)
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


def missing_one_of(parts: tuple[str | int, ...], choices: Iterable[str]) -> Fault:
    """The fault of an entry that has none of the keys of which it needs one; its pointer is that of the entry."""
    return Fault(pointer_of("", *parts), "missing_one_of", None, {"choices": tuple(choices)})


def _wrong_type(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "wrong_type", shown(error.instance), {"expected": error.validator_value})


def _not_a_choice(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "not_a_choice", shown(error.instance), {"choices": tuple(error.validator_value)})


def _bad_format(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    form = {"pattern": error.validator_value, "format": error.schema["x-format"]}
    yield Fault(pointer_of("", *parts), "bad_format", shown(error.instance), form)


def _duplicates(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    yield Fault(pointer_of("", *parts), "duplicate_entry", shown(error.instance))


def _choice(error: Any, parts: tuple[str | int, ...]) -> Iterator[Fault]:
    """`oneOf`: the faults of the branch that was meant, one of the value's type."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    meant = {index: errors for index, errors in branches.items() if not _is_of_another_type(errors)}
    if not meant:
        expected = tuple(dict.fromkeys(_types_of(error.schema)))
        yield Fault(pointer_of("", *parts), "wrong_type", shown(error.instance), {"expected": expected})
    elif len(meant) == 1:
        for inner in next(iter(meant.values())):
            yield from _faults_of(inner, parts)
    else:
        objects = {index: dereferenced(error.schema["oneOf"][index]) for index in meant}
        yield from _choice_of_objects(error.instance, objects, meant, parts)


def _choice_of_objects(
    value: Mapping[str, Any], objects: Mapping[int, Mapping[str, Any]], errors: Mapping[int, list[Any]], parts: tuple[str | int, ...]
) -> Iterator[Fault]:
    """The branch was meant that knows most keys of the value, and of such branches the one that misses least.

    What another branch alone knows is no unknown option but a contradiction, and where the keys do not tell which branch was meant,
    any would do.
    """
    ranks = {index: _strangeness(value, schema) for index, schema in objects.items()}
    best = min(ranks.values())
    first, *others = (index for index, rank in ranks.items() if rank == best)
    known = tuple(dict.fromkeys(key for schema in objects.values() for key in schema["properties"]))
    yield from _unknown_keys(value, parts, known)
    if others and best[1]:
        needed = (key for index in (first, *others) for key in objects[index].get("required", objects[index]["properties"]))
        yield missing_one_of(parts, dict.fromkeys(needed))
        return
    mine = objects[first]["properties"]
    for key in value:
        if key in known and key not in mine:
            theirs = next(schema["properties"] for schema in objects.values() if key in schema["properties"])
            # there is one, or the other branch would know all that this one knows and `key` besides
            other = next(own for own in value if own in mine and own not in theirs)
            yield Fault(pointer_of("", *parts, key), "contradiction", shown(value[key]), {"what": _dotted((*parts, other))})
    for inner in errors[first]:
        if inner.relative_path or inner.validator != "additionalProperties":
            yield from _faults_of(inner, parts)


def _strangeness(value: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[int, int]:
    """How many keys of a value an object does not know, and how many it misses."""
    missing = sum(key not in value for key in schema.get("required", ()))
    return sum(key not in schema["properties"] for key in value), max(missing, schema.get("minProperties", 0) - len(value))


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

"""Reading at speed: the declared fields of a request made into one function, once for each schema.

marshmallow's declaration stays the only one. A value with a fault is left to marshmallow's own way, which tells every fault, so what
is made here need only know the values without one; a property test holds the two ways to the same values and faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from marshmallow import Schema, fields, missing

Reader = Callable[[Any], Any]
"""From a JSON value to what it means. Raises FaultyError, ValidationError or TypeError for a value with a fault."""

_REQUIRED: Final = object()


class FaultyError(Exception):
    """There is a fault; where and which is found by reading again."""


class Readable(Protocol):
    """A schema of ours: its fields, and what they mean together (see `schemas.requests.Request`)."""

    load_fields: dict[str, fields.Field[Any]]

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Any]:
        """The faults of several fields together."""

    def made(self, data: dict[str, Any]) -> Any:
        """What the fields, none of them faulty, mean together."""


def object_reader(schema: Readable) -> Reader:
    """What reads one object by a schema, its fields in the order in which they are declared."""
    fields_of = schema.load_fields.items()
    declared = [(name, field_reader(field), _REQUIRED if field.required else field.load_default) for name, field in fields_of]
    faults_together, made = schema.faults_together, schema.made

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise FaultyError
        values: dict[str, Any] = {}
        known = 0
        for name, read_value, absent in declared:
            value = data.get(name)
            if value is not None:
                known += 1
                values[name] = read_value(value)
            elif absent is _REQUIRED:
                raise FaultyError
            elif absent is not missing:
                values[name] = absent
        if known != len(data) or faults_together(values, data):
            raise FaultyError
        return made(values)

    return read


def field_reader(field: fields.Field[Any]) -> Reader:
    """What reads a value of a field that is not null: the quick way that the field brings along (`reader`), or the thorough one."""
    if field.validators or not is_quick(type(field), "reader", "_deserialize"):
        return thorough_reader(field)
    reader: Reader = field.reader()  # type: ignore[attr-defined]
    return reader


def thorough_reader(field: fields.Field[Any]) -> Reader:
    """What reads a value of a field that is not null as marshmallow does."""
    if field.validators:
        return field.deserialize
    read = field._deserialize
    return lambda value: read(value, None, None)


def schema_reader(schema: Schema) -> Reader:
    """What reads one object by the schema of a nested field."""
    if not is_quick(type(schema), "reader", "load"):
        return partial(schema.load, many=False)
    reader: Reader = schema.reader  # type: ignore[attr-defined]
    return reader


def is_quick(kind: type, quick: str, thorough: str) -> bool:
    """Whether a class has a quick way that no subclass has outdated by changing the thorough one.

    >>> class Old: quick = thorough = None
    >>> class New(Old): thorough = 1
    >>> is_quick(Old, "quick", "thorough"), is_quick(New, "quick", "thorough")
    (True, False)
    """
    changed = next(base for base in kind.__mro__ if quick in vars(base) or thorough in vars(base))
    return quick in vars(changed)

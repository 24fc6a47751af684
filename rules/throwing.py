"""Which throws (甩牌) may be led at all, and the option that says so, case by case (semantics 4)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.formations import TRACTOR, Shape
from rules.options import Options
from rules.trump import TRUMP

THROWS_OPTION = "throws.allowed"
TRUMP_OPTION = "throws.in_trump"
BEATEN_OPTION = "throws.allowed.beaten"


def throws_allowed(options: Options, group: int) -> bool:
    """Whether throws may be led in a group at all (`throws.allowed`, `throws.in_trump`)."""
    return options.throws.allowed and (group != TRUMP or options.throws.in_trump)


def throw_forbidden_by(options: Options, shape: Shape) -> str | None:
    """The option that forbids a lead of this shape, or None."""
    if not shape.is_throw or throws_allowed(options, shape.group):
        return None
    return TRUMP_OPTION if options.throws.allowed else THROWS_OPTION


def throw_allowed_by(shape: Shape) -> str:
    """What allows a throw of this shape: one in trump, or one of singles, of pairs and tractors, or of both.

    >>> from rules.catalogue import preset
    >>> from rules.formations import shape_of
    >>> from rules.table import table_of
    >>> from rules.trump import Trump
    >>> options = preset("gongxiao-2013").options
    >>> shape = shape_of(options, table_of(options, Trump("S", "8")), (25, 24, 24))
    >>> shape and throw_allowed_by(shape)
    'throws.allowed.mixed'
    """
    if shape.group == TRUMP:
        return TRUMP_OPTION
    if not shape.singles:
        return f"{THROWS_OPTION}.pairs"
    return f"{THROWS_OPTION}.singles" if shape.singles == shape.count else f"{THROWS_OPTION}.mixed"


def throw_fails_by(kinds: Iterable[str]) -> str:
    """What says that a throw fails when another hand beats parts of these kinds.

    >>> throw_fails_by(["tractor"]), throw_fails_by(["tractor", "single"])
    ('throws.allowed.beaten.tractors', 'throws.allowed.beaten')
    """
    return f"{BEATEN_OPTION}.tractors" if set(kinds) == {TRACTOR} else BEATEN_OPTION

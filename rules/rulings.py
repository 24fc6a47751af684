"""Rulings: what stands behind a verdict. Data only; texts are made from codes at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Ruling:
    """One reason behind a verdict.

    `code` never changes and is never translated. `option` is the dotted path of the ruleset option that decided, or None
    where no option decides. `params` fill the text of the code: card tuples under `cards`, otherwise strings and ints.
    """

    code: str
    option: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Owed:
    """What a player owes of a group: cards of it, and of these tractors (lengths in pairs), pairs, jokers.

    `group` is None where exposed cards of several groups are owed.
    """

    group: str | None
    cards: int
    tractors: tuple[int, ...] = ()
    pairs: int = 0
    jokers: int = 0


@dataclass(frozen=True, slots=True)
class Violation:
    """A duty that a play does not meet: a ruling, what is owed, and the cards in question.

    `cards` are, for `not_in_hand`, those not held; for a duty, all cards of the hand that could meet it, copies counted.
    """

    code: str
    option: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    owed: Owed | None = None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with the caller's input: where (RFC 6901 pointer), which code, the value, and what fills the text."""

    pointer: str
    code: str
    value: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)


class InputError(ValueError):
    """The question cannot be judged because its content is wrong; carries every fault found, never only the first."""

    def __init__(self, faults: list[Fault] | tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.code}" for fault in faults))
        self.faults = tuple(faults)

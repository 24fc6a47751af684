"""Chance for the property tests: half of what is tried is thrown by plain dice, half is drawn by hypothesis.

Plain dice are more varied, what hypothesis draws it can shrink. Both are the same in every run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Position = TypeVar("Position")


class Dice:
    """Chance, by a seeded generator."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def one_of(self, values: Sequence[T]) -> T:
        """One of the values."""
        return self._source.choice(values)

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return self._source.randint(low, high)

    def shuffled(self, values: Sequence[T]) -> tuple[T, ...]:
        """The values in any order."""
        return tuple(self._source.sample(list(values), len(values)))


class DrawnDice(Dice):
    """Chance, by hypothesis, which then shrinks what it drew: put the plain values first."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def one_of(self, values: Sequence[T]) -> T:
        return self._draw(st.sampled_from(values))  # type: ignore[no-any-return]

    def between(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))  # type: ignore[no-any-return]

    def shuffled(self, values: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._draw(st.permutations(list(values))))


def positions(make: Callable[..., Position], **how: Any) -> st.SearchStrategy[Position]:
    """The strategy of positions that a maker makes of dice."""

    @st.composite
    def drawn(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Position:
        return make(DrawnDice(draw), **how)

    thrown = st.integers(0, 2**32).map(lambda seed: make(Dice(random.Random(seed)), **how))
    return st.one_of(drawn(), thrown)

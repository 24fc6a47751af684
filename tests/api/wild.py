"""Strategies for bodies: any JSON at all, and good questions with a few places changed."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from rules.cards import TOKENS

KEYS = st.sampled_from(
    ["ruleset", "trump", "hand", "trick", "seat", "cards", "plays", "hands", "level", "suit", "N", "W", "extends", "_schema"]
) | st.text(max_size=5)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from([*TOKENS, "N", "8", "jiangsu-2007"])
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=20)
"""Any JSON."""


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every place of a JSON value, itself first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, item in inner for place in places(item, (*here, key)))]


def at(value: Any, place: tuple[Any, ...]) -> Any:
    """What a JSON value holds at a place."""
    for key in place:
        value = value[key]
    return value


@st.composite
def changed(draw: st.DrawFn, question: Any, put: st.SearchStrategy[Any] = VALUES) -> Any:
    """A question with none, one or two of its places taken out or changed to what `put` draws."""
    question = copy.deepcopy(question)
    for _ in range(draw(st.integers(0, 2))):
        *way, last = draw(st.sampled_from([place for place in places(question) if place] or [("cards",)]))
        target = at(question, tuple(way))
        if draw(st.booleans()) and isinstance(target, dict) and last in target:
            del target[last]
        else:
            target[last] = copy.deepcopy(draw(put))
    return question

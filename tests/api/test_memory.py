"""A worker looks for garbage seldom, and never through what it has loaded."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from api.memory import NEW_OBJECTS, settle


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_is_loaded_is_left_out_of_searches() -> None:
    settle()
    assert gc.get_freeze_count() > 10_000


def test_searches_are_seldom() -> None:
    settle()
    assert gc.get_threshold()[0] == NEW_OBJECTS
    assert gc.isenabled()

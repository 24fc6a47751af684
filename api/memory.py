"""How often a worker looks for garbage in cycles."""

from __future__ import annotations

import gc

NEW_OBJECTS = 50_000
"""Containers that may be new before they are looked through; a full batch makes some thirty thousand and leaves none behind."""


def settle() -> None:
    """Take what is loaded now out of every later search, and search seldom: a tenth of a batch's time went into it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)

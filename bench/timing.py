"""How a call is timed: the processor time of one call, the median of many rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

ROUNDS = 15
ROUND_SECONDS = 0.04


def microseconds(call: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """The median processor time of one call in µs; `before` is run ahead of each call and its own time taken off."""

    def once(count: int) -> float:
        start = time.process_time()
        for _ in range(count):
            if before is not None:
                before()
            call()
        spent = time.process_time() - start
        if before is not None:
            start = time.process_time()
            for _ in range(count):
                before()
            spent -= time.process_time() - start
        return spent

    count = 1
    while once(count) < ROUND_SECONDS / 4:
        count *= 2
    return statistics.median(once(count) / count for _ in range(ROUNDS)) * 1e6


def cards(text: str) -> tuple[int, ...]:
    """Card ints of tokens in a string."""
    from rules.cards import CARD_OF_TOKEN

    return tuple(CARD_OF_TOKEN[token] for token in text.split())

"""How a call is timed: the processor time of one call, the median of many rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 25
ROUND_SECONDS = 0.01


@dataclass(frozen=True)
class Case:
    """A call to time.

    `before` is run ahead of each call and not counted; `wanted` is the most µs for each of the `parts` of a call (None: no bound).
    """

    name: str
    call: Callable[[], object]
    before: Callable[[], object] | None = None
    wanted: float | None = None
    parts: int = 1


def _spent(case: Case, count: int) -> float:
    """The processor time of `count` calls in seconds."""
    start = time.process_time()
    if case.before is None:
        for _ in range(count):
            case.call()
        return time.process_time() - start
    for _ in range(count):
        case.before()
        case.call()
    spent = time.process_time() - start
    start = time.process_time()
    for _ in range(count):
        case.before()
    return spent - (time.process_time() - start)


def _calls_for_a_round(case: Case) -> int:
    count = 1
    while _spent(case, count) < ROUND_SECONDS / 2:
        count *= 2
    return count


def medians(cases: Sequence[Case]) -> list[float]:
    """The median processor time of one call of each case, or of each part of one, in µs.

    The rounds go over all cases in turn, so that a spell in which the machine is slow weighs on all of them alike.
    """
    counts = [_calls_for_a_round(case) for case in cases]
    rounds = [[_spent(case, count) / count for case, count in zip(cases, counts, strict=True)] for _ in range(ROUNDS)]
    return [statistics.median(column) * 1e6 / case.parts for case, column in zip(cases, zip(*rounds, strict=True), strict=True)]


def cards(text: str) -> tuple[int, ...]:
    """Card ints of tokens in a string."""
    from rules.cards import CARD_OF_TOKEN

    return tuple(CARD_OF_TOKEN[token] for token in text.split())

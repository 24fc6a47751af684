"""When a delivery that has failed is tried again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

DELAYS: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 86_400))
"""What is waited after each attempt that has failed: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 24 h."""
JITTER: Final = 0.2
"""Waiting is longer or shorter by up to this share, so that what has failed together is not tried together."""
MOST_ASKED: Final = timedelta(hours=24)
"""A receiver cannot ask to be left alone for longer."""


def delay_after(attempts: int, chance: float, asked: timedelta | None = None) -> timedelta | None:
    """What is waited after so many attempts; None when there were enough. `chance` lies between 0 and 1.

    A receiver may have asked for more.

    >>> str(delay_after(1, 0.5)), str(delay_after(2, 0.0)), delay_after(9, 0.5)
    ('0:00:05', '0:04:00', None)
    """
    if attempts > len(DELAYS):
        return None
    delay = DELAYS[attempts - 1] * (1 + JITTER * (2 * chance - 1))
    return max(delay, min(asked, MOST_ASKED)) if asked is not None else delay


def retry_after(value: str | None, at: datetime) -> timedelta | None:
    """What a header Retry-After asks for, in seconds or as a date; None without one that can be read.

    >>> str(retry_after("120", datetime(2026, 11, 30, tzinfo=UTC)))
    '0:02:00'
    """
    text = (value or "").strip()
    if text.isascii() and text.isdecimal():
        return timedelta(seconds=min(int(text[:9]), int(MOST_ASKED.total_seconds())))
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    until = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
    return max(until - at, timedelta())

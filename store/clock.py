"""The time as the store writes it: UTC, RFC 3339 with milliseconds, so that texts sort as times do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now(later: timedelta = timedelta()) -> str:
    """The time, or the time in a while, as `2026-11-30T04:39:35.123Z`."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")

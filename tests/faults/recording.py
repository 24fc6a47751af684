"""What clients of the service are told while they write: what was acknowledged, what was read, and what should never have been said."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

AFTERWARDS = 8.0
"""Seconds after a disturbance in which a connection may still break, or the store may still be away, because of it."""


class Append(NamedTuple):
    """A deal to append, told from all others by its points, and to the service by its Idempotency-Key, where it has one."""

    match: str
    key: str | None
    points: int
    expected_seq: int | None = None

    @property
    def path(self) -> str:
        """Where it is sent."""
        return f"/v1/matches/{self.match}/deals"

    @property
    def headers(self) -> dict[str, str]:
        """What is sent beside its body."""
        return {} if self.key is None else {"Idempotency-Key": self.key}

    @property
    def body(self) -> dict[str, Any]:
        """The request. A referee's word for the declarer fits wherever the match stands; no points, no end: the ladder wraps."""
        deal = {
            "attackers_points": self.points,
            "declarer": "NE"[self.points % 2],
            "declarer_because": "referee",
            "explain": False,
        }
        return {"kind": "score", "deal": deal} | ({} if self.expected_seq is None else {"expected_seq": self.expected_seq})


class Stored(NamedTuple):
    """An entry by what tells it from others."""

    seq: int
    hash: str


class Record:
    """What all clients of a run have seen; they share it."""

    def __init__(self) -> None:
        self.acknowledged: dict[Append, Stored] = {}
        self.read: dict[tuple[str, int], str] = {}
        """The hashes of entries that were seen in a log, by match and number."""
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._troubles: list[tuple[str, float, float]] = []
        self._failures: list[tuple[float, str, tuple[str, ...]]] = []
        self._lock = threading.Lock()

    def acknowledge(self, append: Append, entry: dict[str, Any], *, replayed: bool, before: bool) -> None:
        """Note what an append was answered: `replayed` as an answer that was given before, as it should be if it was had `before`."""
        stored = Stored(entry["seq"], entry["hash"])
        with self._lock:
            first = self.acknowledged.setdefault(append, stored)
            if first != stored:
                self.wrong.append(f"{append} was acknowledged as {first} and as {stored}")
            if before and not replayed:
                self.wrong.append(f"{append} was stored again")
            self.counts["sent again" if before else "rescued" if replayed else "stored"] += 1

    def see(self, match: str, entries: list[dict[str, Any]]) -> None:
        """Note entries that were read in a log."""
        with self._lock:
            for entry in entries:
                first = self.read.setdefault((match, entry["seq"]), entry["hash"])
                if first != entry["hash"]:
                    self.wrong.append(f"{match} {entry['seq']} was read as {first} and as {entry['hash']}")

    def count(self, what: str) -> None:
        """Count something that may happen."""
        with self._lock:
            self.counts[what] += 1

    def blame(self, what: str) -> None:
        """Note something that should not have happened."""
        with self._lock:
            self.wrong.append(what)

    @contextmanager
    def trouble(self, kind: str) -> Iterator[None]:
        """Something is disturbed meanwhile: a `process` or the `database`."""
        begun = time.monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._troubles.append((kind, begun, time.monotonic()))
                self.counts[f"{kind} disturbed"] += 1

    def fail(self, what: str, said: str, *kinds: str) -> None:
        """Note a failure that only a disturbance of one of these kinds explains."""
        with self._lock:
            self.counts[what] += 1
            self._failures.append((time.monotonic(), f"{what}: {said}", kinds))

    def unexplained(self) -> list[str]:
        """The failures that no disturbance explains; to be asked when all are over."""
        return [said for happened, said, kinds in self._failures if not self._explained(happened, kinds)]

    def _explained(self, happened: float, kinds: tuple[str, ...]) -> bool:
        return any(kind in kinds and begun <= happened <= ended + AFTERWARDS for kind, begun, ended in self._troubles)

"""Who listens to what: each match that is listened to, its latest events, and how far each listener has got."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gevent.event import Event  # type: ignore[import-untyped]

MOST_KEPT: Final = 64
"""Events of a match that are kept for listeners who have not taken them yet; whoever is further behind reads the log."""


class Told(NamedTuple):
    """An entry as an event."""

    seq: int
    event: bytes


@dataclass(eq=False)
class Listener:
    """A stream: the key that opened it, if one did, and the number of the last event that it has been given."""

    key_id: str
    seen: int
    news: Event = field(default_factory=Event)
    """Set when there may be something to do."""
    is_over: bool = False

    def end(self) -> None:
        """Let the stream close, after what it is just being given."""
        self.is_over = True
        self.news.set()


@dataclass(eq=False)
class Watched:
    """A match that is listened to. `head` is the number of the last entry that is known; the latest events follow each other up to it."""

    uid: int
    match_id: str
    head: int
    listeners: set[Listener] = field(default_factory=set)
    _latest: deque[Told] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    def take(self, events: Iterable[Told]) -> None:
        """New events, in their order; those before them may be missing, and some may be known."""
        for told in events:
            if told.seq <= self.head:
                continue
            if told.seq != self.head + 1:
                self._latest.clear()
            self._latest.append(told)
            self.head = told.seq

    def after(self, seen: int) -> list[Told] | None:
        """All events after a number; None when that reaches further back than what is kept."""
        if seen >= self.head:
            return []
        if not self._latest or self._latest[0].seq > seen + 1:
            return None
        return [told for told in self._latest if told.seq > seen]

    def wake(self) -> None:
        """Wake those whom something is to be told, and forget what all have been told."""
        for listener in self.listeners:
            if listener.seen < self.head:
                listener.news.set()
        least = min((listener.seen for listener in self.listeners), default=self.head)
        while self._latest and self._latest[0].seq <= least:
            self._latest.popleft()

"""The streams of a process: one question to the database at each tick serves all of them.

Nothing is lost or told twice, because each listener goes along the log by the number of the last entry it has been given: what it has
not seen comes from the latest events of its match, or, where those do not reach back so far, from the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final

import gevent  # type: ignore[import-untyped]

from api.events import RETRY, event_of
from store import logs
from store.database import Store
from store.errors import StoreError
from store.following import news
from store.logs import Logged
from streams.asking import Asker
from streams.watching import MOST_KEPT, Listener, Told, Watched

TICK: Final = 0.5
"""Seconds between two questions for news."""
HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment shows that the stream is alive; no proxy or browser waits less than that."""
PAGE: Final = 100
"""Events that are read at once for a listener who is behind."""
_BEAT: Final = b":\n\n"
_LOG = logging.getLogger("streams")


class FullError(Exception):
    """As many listen as may."""


class Streams:
    """The listeners of this process."""

    def __init__(self, store: Store, most: int, is_stopping: Callable[[], bool]) -> None:
        self.asker = Asker()
        self._store = store
        self.most = most
        self._is_stopping = is_stopping
        self._places: set[object] = set()
        self._watched: dict[int, Watched] = {}
        self._poller: gevent.Greenlet | None = None
        self._is_away = False

    def admit(self) -> object:
        """A place, which `dismiss` gives back. Raises FullError."""
        if len(self._places) >= self.most:
            raise FullError
        place = object()
        self._places.add(place)
        return place

    def dismiss(self, place: object) -> None:
        """Give a place back; once is enough."""
        self._places.discard(place)

    def stream(self, uid: int, match_id: str, head: int, key_id: str, seen: int) -> Iterator[bytes]:
        """The events of a match after the one seen, as they come, until the listener goes or the process stops.

        `head` is the number of the match's last entry. `key_id` is the key that opened the stream, which ends with it; `""` for none.
        """
        watched = self._watched.setdefault(uid, Watched(uid, match_id, head))
        listener = Listener(key_id, seen)
        watched.listeners.add(listener)
        if self._poller is None or self._poller.dead:
            self._poller = gevent.spawn(self._poll)
        try:
            yield RETRY
            while not listener.is_over and not self._is_stopping():
                listener.news.clear()
                told = self._next(watched, listener.seen)
                if told:
                    listener.seen = told[-1].seq
                    yield b"".join(each.event for each in told)
                elif not listener.news.wait(HEARTBEAT):
                    yield _BEAT
        finally:
            watched.listeners.discard(listener)
            if not watched.listeners and self._watched.get(uid) is watched:
                del self._watched[uid]

    def _next(self, watched: Watched, seen: int) -> list[Told]:
        """What comes after a number; nothing while there is nothing, or the log cannot be read: news will come when it can."""
        latest = watched.after(seen)
        if latest is not None:
            return latest

        def read() -> list[Told]:
            with self._store.reading() as session:
                return _told(watched.match_id, logs.page(session, watched.uid, seen, PAGE))

        try:
            return self.asker.ask(read)
        except StoreError:
            return []

    def _poll(self) -> None:
        """Look for news as long as anybody listens."""
        while self._watched and not self._is_stopping():
            gevent.sleep(TICK)
            try:
                self._look()
            except StoreError as error:
                if not self._is_away:
                    _LOG.warning("the store does not answer (%s); the streams wait", error.code)
                self._is_away = True
            except Exception:  # a mistake of ours must not end every stream in silence
                _LOG.exception("looking for news failed")
            else:
                self._is_away = False
        for watched in self._watched.values():
            for listener in watched.listeners:
                listener.end()

    def _look(self) -> None:
        """Ask for news of everything that is listened to, and wake whom it concerns."""
        seen = {watched.uid: watched.head for watched in self._watched.values()}
        ids = {watched.uid: watched.match_id for watched in self._watched.values()}
        keys = {listener.key_id for watched in self._watched.values() for listener in watched.listeners} - {""}

        def read() -> tuple[dict[int, list[Told]], set[str]]:
            with self._store.reading() as session:
                found = news(session, seen, keys, MOST_KEPT)
                return {uid: _told(ids[uid], rows) for uid, rows in found.entries.items()}, found.revoked

        events, revoked = self.asker.ask(read)
        for watched in self._watched.values():
            watched.take(events.get(watched.uid, ()))
            watched.wake()
            for listener in watched.listeners:
                if listener.key_id in revoked:
                    listener.end()


def _told(match_id: str, rows: list[Logged]) -> list[Told]:
    return [Told(row[0].seq, event_of(match_id, row)) for row in rows]

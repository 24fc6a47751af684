"""How the store is, for whoever probes it: looked at in the background, so that no probe waits for long."""

from __future__ import annotations

import contextlib
import logging
import time
from threading import Event, Lock, Thread
from typing import Final

from flask import Flask

from store import migrating
from store.database import Store
from store.errors import AWAY, UNPREPARED, StoreError

READY: Final = "ready"
PROBLEM_OF: Final = {"away": AWAY, "migrating": UNPREPARED}
"""What else `readiness` tells, by the codes of the problems that others meet meanwhile."""
FRESH_FOR: Final = 1.0
"""Seconds between two looks at the store, however often its readiness is asked."""
PATIENCE: Final = 1.0
"""Seconds that a probe waits for a look; who needs longer is away."""

_LOOKER: Final = "shengji-readiness"
_LOG: Final = logging.getLogger(__name__)


class Looker:
    """Looks at a store, one look at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._at = float("-inf")
        self._how = "away"
        self._has_looked = Event()
        self._has_looked.set()

    def ask(self) -> str:
        """How the store is, or was a moment ago."""
        with self._lock:
            if self._has_looked.is_set() and time.monotonic() - self._at > FRESH_FOR:
                self._has_looked = Event()
                Thread(target=self._look, args=(self._has_looked,), name="readiness", daemon=True).start()
            has_looked = self._has_looked
        return self._how if has_looked.wait(PATIENCE) else "away"

    def _look(self, has_looked: Event) -> None:
        try:
            self._how = look(self._store)
        except Exception:
            _LOG.exception("The store could not be looked at.")
            self._how = "away"
        self._at = time.monotonic()
        has_looked.set()


def look(store: Store) -> str:
    """How a store is now: `migrating` while it is not at the revision that the code needs. It takes a connection of its own."""
    try:
        with contextlib.closing(Store(store.url.render_as_string(hide_password=False), connections=1, patience=1)) as own:
            return READY if migrating.current(own) == migrating.head() else "migrating"
    except StoreError:
        return "away"


def install(app: Flask, store: Store) -> None:
    """Give an app what looks at its store."""
    app.extensions[_LOOKER] = Looker(store)


def readiness(app: Flask) -> str:
    """How an app's store is: `ready`, `away`, or `migrating`."""
    looker: Looker = app.extensions[_LOOKER]
    return looker.ask()

"""The store of an app, and what of it HTTP must tell."""

from __future__ import annotations

import contextlib
import time

from flask import Flask, Response, current_app

from api.problems import StoredConflictError, StoredMissingError, StoreUnanswerableError, problem_response
from store import migrating
from store.database import Store
from store.errors import ConflictError, MissingError, StoreError

_STORE = "shengji-store"
_READINESS = "shengji-readiness"
READY, AWAY, MIGRATING = "ready", "away", "migrating"
LOOKED_EVERY = 1.0
"""Seconds between two looks at the store, however often its readiness is asked."""
PATIENCE = 1
"""Seconds that a look may take."""


def store() -> Store:
    """The running app's store."""
    found: Store = current_app.extensions[_STORE]
    return found


def install(app: Flask) -> None:
    """Give an app its store, from `DATABASE_URL`, and answer what the store refuses as problems. Nothing connects yet."""
    app.extensions[_STORE] = Store(app.config["DATABASE_URL"], connections=app.config["DATABASE_CONNECTIONS"])
    app.register_error_handler(StoreError, _unanswerable)
    app.register_error_handler(MissingError, _missing)
    app.register_error_handler(ConflictError, _conflict)


def readiness(app: Flask) -> str:
    """How an app's store is: `ready`, `away`, or `migrating` while it is not at the revision that the code needs."""
    seen: tuple[float, str] | None = app.extensions.get(_READINESS)
    if seen is None or time.monotonic() - seen[0] > LOOKED_EVERY:
        seen = time.monotonic(), _looked(app.extensions[_STORE])
        app.extensions[_READINESS] = seen
    return seen[1]


def _looked(store: Store) -> str:
    """A look by a connection of its own, which neither waits for the others nor for long."""
    try:
        with contextlib.closing(Store(store.url.render_as_string(hide_password=False), connections=1, patience=PATIENCE)) as own:
            return READY if migrating.current(own) == migrating.head() else MIGRATING
    except StoreError:
        return AWAY


def _unanswerable(error: StoreError) -> Response:
    return problem_response(StoreUnanswerableError(error.code, error.retry_after))


def _missing(error: MissingError) -> Response:
    return problem_response(StoredMissingError(error.kind, error.value))


def _conflict(error: ConflictError) -> Response:
    return problem_response(StoredConflictError(error.code, error.params, error.state))

"""The store of an app, and what of it HTTP must tell."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import Flask, Response, current_app

from api import readiness
from api.problems import StoredConflictError, StoredMissingError, StoreUnanswerableError, problem_response
from store.database import Store
from store.errors import BUSY, ConflictError, MissingError, StoreError

_STORE = "shengji-store"
_TURNS = "shengji-long-work"
_A_MOMENT = 1.0
_LOG = logging.getLogger(__name__)


def store() -> Store:
    """The running app's store."""
    found: Store = current_app.extensions[_STORE]
    return found


@contextmanager
def long_work() -> Iterator[None]:
    """Work that may hold a thread for long: half of the threads at most do it at once, and the others go on answering.

    Raises StoreError BUSY where these are all taken, and stay so for a moment.
    """
    turns: BoundedSemaphore = current_app.extensions[_TURNS]
    if not turns.acquire(timeout=_A_MOMENT):
        raise StoreError(BUSY)
    try:
        yield
    finally:
        turns.release()


def install(app: Flask) -> None:
    """Give an app its store, from `DATABASE_URL`, and answer what the store refuses as problems. Nothing connects yet."""
    app.extensions[_STORE] = Store(app.config["DATABASE_URL"], connections=app.config["DATABASE_CONNECTIONS"])
    app.extensions[_TURNS] = BoundedSemaphore(max(1, app.config["DATABASE_CONNECTIONS"] // 2))
    readiness.install(app, app.extensions[_STORE])
    app.register_error_handler(StoreError, _unanswerable)
    app.register_error_handler(MissingError, _missing)
    app.register_error_handler(ConflictError, _conflict)


def _unanswerable(error: StoreError) -> Response:
    _LOG.warning("%s: %s", error.code, error.said)
    return problem_response(StoreUnanswerableError(error.code, error.retry_after))


def _missing(error: MissingError) -> Response:
    return problem_response(StoredMissingError(error.kind, error.value))


def _conflict(error: ConflictError) -> Response:
    return problem_response(StoredConflictError(error.code, error.params, error.state))

"""The store of an app, and what of it HTTP must tell."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app

from api import readiness
from api.problems import StoredConflictError, StoredMissingError, StoreUnanswerableError, problem_response
from store.database import Store
from store.errors import ConflictError, MissingError, StoreError

_STORE = "shengji-store"
_LOG = logging.getLogger(__name__)


def store() -> Store:
    """The running app's store."""
    found: Store = current_app.extensions[_STORE]
    return found


def install(app: Flask) -> None:
    """Give an app its store, from `DATABASE_URL`, and answer what the store refuses as problems. Nothing connects yet."""
    app.extensions[_STORE] = Store(app.config["DATABASE_URL"], connections=app.config["DATABASE_CONNECTIONS"])
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

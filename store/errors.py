"""What the store refuses, and why it cannot answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import psycopg
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

AWAY: Final = "store_away"
UNSURE: Final = "store_unsure"
BUSY: Final = "store_busy"
READ_ONLY: Final = "store_read_only"
UNPREPARED: Final = "store_unprepared"
FULL: Final = "store_full"

RETRY_AFTER: Final = {AWAY: 5, UNSURE: 5, BUSY: 1, READ_ONLY: 30, UNPREPARED: 30, FULL: 60}
"""Seconds after which it is worth asking again."""

_SQLSTATES: Final = {
    "53100": FULL,  # disk_full
    "25006": READ_ONLY,  # read_only_sql_transaction
    "42501": READ_ONLY,  # insufficient_privilege
    "3D000": AWAY,  # invalid_catalog_name
    "42P01": UNPREPARED,  # undefined_table
    "42703": UNPREPARED,  # undefined_column
    "3F000": UNPREPARED,  # invalid_schema_name
    "55P03": BUSY,  # lock_not_available
    "57014": BUSY,  # query_canceled, by statement_timeout
    "40P01": BUSY,  # deadlock_detected
    "40001": BUSY,  # serialization_failure
    "53300": BUSY,  # too_many_connections
}
_BROKEN: Final = ("58", "XX")
"""Classes of SQLSTATEs that tell of a server's disk or of itself: system errors, internal errors, corrupted data."""
_SQLITE_NAMES: Final = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_CANTOPEN": AWAY,
    "SQLITE_IOERR": AWAY,
    "SQLITE_NOTADB": AWAY,
    "SQLITE_CORRUPT": AWAY,
    "SQLITE_PROTOCOL": AWAY,
}
"""By the beginnings of the names that SQLite gives its errors."""
_SQLITE_UNPREPARED: Final = ("no such table", "no such column")


class StoreError(Exception):
    """The store cannot do what was asked, for a reason of its own: `code` says which. Nothing was stored; at UNSURE it may have been."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def retry_after(self) -> int:
        """Seconds after which it is worth asking again."""
        return RETRY_AFTER[self.code]

    @property
    def said(self) -> str:
        """What the database said, in a line, for whoever runs the service: it names hosts and files, and no values."""
        cause: BaseException | None = getattr(self.__cause__, "orig", None) or self.__cause__
        return str(cause).partition("\n")[0] if cause is not None else self.code


class RevisionError(Exception):
    """The database is not what the migrations of this version can work on, which its sentence tells."""


class MissingError(Exception):
    """There is nothing of this id that the caller may see; `kind` is `match`, `ruleset`, `webhook` …"""

    def __init__(self, kind: str, value: str) -> None:
        super().__init__(kind, value)
        self.kind, self.value = kind, value


class ConflictError(Exception):
    """What is asked does not fit what is stored; `state` is how things stand now, where that helps to ask again."""

    def __init__(self, code: str, params: Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code, self.params, self.state = code, dict(params or {}), state


def reason_of(error: SQLAlchemyError) -> str | None:
    """The code of what a database error means for the caller; None where it is a mistake of the service."""
    if isinstance(error, PoolTimeoutError):
        return BUSY
    if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError):
        return None
    origin = error.orig
    if isinstance(origin, psycopg.Error):
        state = origin.sqlstate or ""
        if state in _SQLSTATES:
            return _SQLSTATES[state]
        is_away = isinstance(origin, psycopg.OperationalError | psycopg.InterfaceError) or state.startswith(_BROKEN)
        return AWAY if is_away or error.connection_invalidated else None
    if any(text in str(origin) for text in _SQLITE_UNPREPARED):
        return UNPREPARED
    name = getattr(origin, "sqlite_errorname", "")
    return next((code for begins, code in _SQLITE_NAMES.items() if name.startswith(begins)), None)

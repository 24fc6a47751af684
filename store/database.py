"""The database: SQLite or PostgreSQL by one address, a reading session and a writing one, and errors that say what is the matter."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DisconnectionError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session

from store.errors import AWAY, BUSY, UNSURE, StoreError, reason_of
from store.files import Place

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
ROOT: Final = Path(__file__).parents[1]
DEFAULT_URL: Final = "sqlite:///var/shengji.db"
PATIENCE: Final = 5
"""Seconds that a transaction waits for another's lock, for a free connection or for the server to accept one."""

_SHORT_PATIENCE: Final = 1.0
_SHORT_FOR: Final = 5.0
_WRITING: Final = "writing"
_FILES: Final = "files"
_MOVED: Final = "the file of the database is no more where it was"
_SECONDS_PER_STATEMENT: Final = 30
_BETWEEN_TRIES: Final = 0.02
_RECYCLED_AFTER: Final = 1800
_TAKES: Final = "it takes sqlite:///path or postgresql+psycopg://user@host:port/name"


def read_url(given: str) -> URL:
    """The address of a database; the path of a file counts from the project's folder.

    Raises ValueError with a sentence, which repeats nothing of what may be a password, for whatever is not SQLite's or psycopg's.
    """
    try:
        url = make_url(given)
        backend, driver = url.get_backend_name(), url.get_driver_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise ValueError(f"not the address of a database; {_TAKES}") from None
    if (backend, driver) not in ((SQLITE, "pysqlite"), (POSTGRESQL, "psycopg")):
        raise ValueError(f"an address for {backend} by {driver}; {_TAKES}")
    return _read_file(url) if backend == SQLITE else _read_server(url)


def _read_file(url: URL) -> URL:
    if not url.database or url.database == ":memory:":
        raise ValueError("a database in memory, which every process would have for itself; name a file, as sqlite:////srv/shengji.db")
    if url.query or url.database.startswith("file:"):
        raise ValueError("an address of SQLite with more than a path; it takes sqlite:///path")
    return url.set(database=str(ROOT / url.database))


def _read_server(url: URL) -> URL:
    try:
        make_conninfo(**url.get_dialect()().create_connect_args(url)[1])
    except (ArgumentError, psycopg.Error):
        raise ValueError(f"an address with a parameter that PostgreSQL does not know; {_TAKES}") from None
    return url


class Patience:
    """How long a transaction waits for a lock. While some have just waited in vain the next ones wait less: each holds a thread meanwhile
    by which decisions could be answered."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._short_until = 0.0

    def seconds(self) -> float:
        """For a transaction that begins now."""
        return min(self._most, _SHORT_PATIENCE) if time.monotonic() < self._short_until else self._most

    def was_in_vain(self) -> None:
        """Somebody has waited for a lock and not got it."""
        self._short_until = time.monotonic() + _SHORT_FOR

    def is_over(self) -> None:
        """Something was stored: what stood in the way is gone."""
        self._short_until = 0.0


class Store:
    """One database. Nothing connects before the first session is used."""

    def __init__(self, url: str, *, connections: int = 4, patience: int = PATIENCE) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.get_backend_name() == SQLITE
        self.patience = Patience(patience)
        self.engine = (_sqlite_engine if self.is_sqlite else _postgresql_engine)(self.url, connections, patience)
        self.begins = partial(_begin_sqlite if self.is_sqlite else _begin_postgresql, self.patience)
        event.listen(self.engine, "begin", self.begins)

    @contextmanager
    def reading(self, *, snapshot: bool = False) -> Iterator[Session]:
        """A session that only reads; with `snapshot` all it reads is of one moment. Raises StoreError when the store cannot answer."""
        with self._told(), Session(self.engine, autoflush=False, expire_on_commit=False) as session:
            if snapshot and not self.is_sqlite:  # SQLite's readers never see anything else
                session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose work is stored whole when the block ends, and not at all when it raises.

        SQLite admits one writer at a time, from the first statement on (settled 29); PostgreSQL lets writers meet at the row of
        the match. Raises StoreError when nothing could be stored, or UNSURE when the database went away while it was to store all.
        """
        with self._told(), Session(self.engine, expire_on_commit=False) as session:
            session.connection(execution_options={_WRITING: True})
            yield session
            session.flush()
            with self._told(storing=True):
                session.commit()
            self.patience.is_over()

    @contextmanager
    def _told(self, *, storing: bool = False) -> Iterator[None]:
        try:
            with told(storing=storing):
                yield
        except StoreError as error:
            if error.code == BUSY:
                self.patience.was_in_vain()
            raise

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


@contextmanager
def told(*, storing: bool = False) -> Iterator[None]:
    """What a database error means is told as StoreError; a mistake of the service stays what it is."""
    try:
        yield
    except SQLAlchemyError as error:
        code = reason_of(error)
        if code is None:
            raise
        raise StoreError(UNSURE if storing and code == AWAY else code) from error


def _sqlite_engine(url: URL, connections: int, patience: int) -> Engine:
    """An engine that opens a file which is there, and makes none: only a migration does that."""
    file = url.set(database=f"file:{quote(str(url.database))}", query={"mode": "rw", "uri": "true"})
    engine = create_engine(
        file,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=patience,
        hide_parameters=True,
        connect_args={"timeout": patience},
    )
    place = Place(Path(str(url.database)))

    @event.listens_for(engine, "connect")
    def settle(connection: Any, record: Any) -> None:
        record.info[_FILES] = place.opened()
        connection.isolation_level = None  # BEGIN is ours to say
        _write_ahead(connection, patience)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "checkout")
    def expect_same(connection: Any, record: Any, proxy: Any) -> None:
        if not _is_still(place, record.info):
            raise DisconnectionError(_MOVED)

    @event.listens_for(engine, "commit")
    def expect_same_still(connection: Connection) -> None:
        if not _is_still(place, connection.connection.info):
            raise StoreError(AWAY) from DisconnectionError(_MOVED)

    return engine


def _is_still(place: Place, info: dict[Any, Any]) -> bool:
    """Whether the files that a connection has opened still lie at their paths."""
    files = place.still(info[_FILES])
    info[_FILES] = files or info[_FILES]
    return files is not None


def _write_ahead(connection: sqlite3.Connection, patience: int) -> None:
    """Have a file written ahead (WAL). Only its first connection changes it, and the changes of two that come first at once exclude each
    other without waiting, whatever the timeout: so the waiting is done here."""
    deadline = time.monotonic() + patience
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
            time.sleep(_BETWEEN_TRIES)
        else:
            return


def _postgresql_engine(url: URL, connections: int, patience: int) -> Engine:
    settings = {
        "connect_timeout": patience,
        "application_name": "shengji-rules",
        "client_encoding": "utf8",
        "prepare_threshold": None,  # a pooler between may give each transaction another connection
        "tcp_user_timeout": 10_000,  # a server that is cut off says nothing
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
    }
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=patience,
        pool_pre_ping=True,
        pool_recycle=_RECYCLED_AFTER,
        hide_parameters=True,  # secrets are among them, and errors are logged
        connect_args={name: value for name, value in settings.items() if name not in url.query},
    )


def _begin_sqlite(patience: Patience, connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(patience.seconds() * 1000)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(_WRITING) else "BEGIN")


def _begin_postgresql(patience: Patience, connection: Connection) -> None:
    """Let no lock and no statement of a transaction last for ever; SET LOCAL ends with it, also behind a pooler."""
    connection.exec_driver_sql(
        f"SET LOCAL lock_timeout = '{round(patience.seconds() * 1000)}ms'; SET LOCAL statement_timeout = '{_SECONDS_PER_STATEMENT}s'"
    )

"""Migrations: Alembic on the database of a store, its scripts in `migrations/`."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from store.database import ROOT, Store, told
from store.errors import AWAY, FULL, RevisionError, StoreError

FOLDER: Final = ROOT / "migrations"
_LOCK: Final = 0x5348454E474A49
"""The number of the lock under which PostgreSQL is migrated: two that begin at once go one after the other."""

logging.getLogger("alembic.runtime.migration").setLevel(logging.WARNING)  # else each look at a database is told in two lines


def config_for(connection: Connection | None = None) -> Config:
    """Alembic's settings, with the connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config


@cache
def head() -> str:
    """The revision that the code needs."""
    revision = ScriptDirectory.from_config(config_for()).get_current_head()
    if revision is None:
        raise RuntimeError("there are no migrations")
    return revision


def current(store: Store) -> str | None:
    """The revision that the database is at; None before the first migration. Raises StoreError when it cannot be told."""
    with told(), store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(store: Store, revision: str = "head") -> None:
    """Bring the database to a revision, whole or not at all; an SQLite file and its folder are made. Raises StoreError or RevisionError."""
    if store.is_sqlite:
        _make(Path(str(store.url.database)))
    _run(store, revision, command.upgrade)


def downgrade(store: Store, revision: str) -> None:
    """Take the database back to a revision; `base` is none at all. What only newer revisions hold is lost. Raises as `upgrade` does."""
    _run(store, revision, command.downgrade)


def _make(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError as error:
        raise StoreError(FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else AWAY) from error


def _run(store: Store, revision: str, work: Callable[[Config, str], None]) -> None:
    with told(), store.engine.connect() as plain:
        connection = plain.execution_options(writing=True)
        with connection.begin():
            if not store.is_sqlite:
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SET LOCAL lock_timeout = '60s'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
                _expect_unicode(connection)
            try:
                work(config_for(connection), revision)
            except CommandError as error:
                raise RevisionError(f"{error}. The database may be of a newer version than this one.") from error


def _expect_unicode(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise RevisionError(f"The database is encoded in {encoding}; make one with ENCODING 'UTF8', which holds Chinese.")

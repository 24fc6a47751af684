"""Migrations: Alembic on the database of a store, its scripts in `migrations/`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from store.database import Store, told

FOLDER: Final = Path(__file__).parents[1] / "migrations"
_LOCK: Final = 0x5348454E474A49
"""The number of the lock under which PostgreSQL is migrated: two that begin at once go one after the other."""


def config_for(connection: Connection | None = None) -> Config:
    """Alembic's settings, with the connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config


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
    """Bring the database to a revision, whole or not at all; a folder that an SQLite file lies in is made. Raises StoreError."""
    if store.is_sqlite and store.url.database is not None:
        Path(store.url.database).parent.mkdir(parents=True, exist_ok=True)
    _run(store, revision, command.upgrade)


def downgrade(store: Store, revision: str) -> None:
    """Take the database back to a revision; `base` is none at all. What only newer revisions hold is lost."""
    _run(store, revision, command.downgrade)


def _run(store: Store, revision: str, work: Callable[[Config, str], None]) -> None:
    with told(), store.engine.connect() as plain:
        connection = plain.execution_options(writing=True)
        with connection.begin():
            if not store.is_sqlite:
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SET LOCAL lock_timeout = '60s'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
            work(config_for(connection), revision)

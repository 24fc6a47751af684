"""Migrations: up and down and up again on both engines, and the models are what the newest one makes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from store import migrating
from store.database import Store, read_url
from store.ids import new_id
from store.models import Base
from tests.support.server import ROOT


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store without tables."""
    if request.param == "sqlite":
        store = Store(f"sqlite:///{tmp_path / 'new' / 'shengji.db'}")
        yield store
        store.close()
        return
    given, name = request.getfixturevalue("postgresql"), new_id("shengji_test_")
    server = Store(given)
    outside = server.engine.execution_options(isolation_level="AUTOCOMMIT")
    with outside.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    store = Store(read_url(given).set(database=name).render_as_string(hide_password=False))
    yield store
    store.close()
    with outside.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.close()


def differences(store: Store) -> list[object]:
    with store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), Base.metadata))


def test_they_go_up_and_down_and_up_again(empty: Store) -> None:
    migrating.upgrade(empty)
    assert migrating.current(empty) == migrating.head() and differences(empty) == []
    migrating.upgrade(empty)
    migrating.downgrade(empty, "base")
    assert migrating.current(empty) is None
    assert set(inspect(empty.engine).get_table_names()) == {"alembic_version"}
    migrating.upgrade(empty)
    assert differences(empty) == []


def test_there_is_one_newest_revision_with_a_readable_id() -> None:
    scripts = ScriptDirectory.from_config(migrating.config_for())
    assert len(scripts.get_heads()) == 1
    assert all(script.revision.isdecimal() and len(script.revision) == 4 for script in scripts.walk_revisions())


def test_two_that_begin_at_once_both_end_well(empty: Store) -> None:
    url = empty.url.render_as_string(hide_password=False)
    Path(str(empty.url.database)).parent.mkdir(exist_ok=True) if empty.is_sqlite else None
    code = f"from store import migrating; from store.database import Store; migrating.upgrade(Store({url!r}))"
    both = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    assert migrating.current(empty) == migrating.head()

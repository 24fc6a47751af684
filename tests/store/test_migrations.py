"""Migrations: up and down and up again on both engines, and the models are what the newest one makes."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from store import migrating
from store.database import Store, read_url
from store.errors import RevisionError, StoreError
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
    store = Store(request.getfixturevalue("another_postgresql"))
    yield store
    store.close()


@contextmanager
def changing(store: Store) -> Iterator[Connection]:
    with store.engine.begin() as connection:
        yield connection


def differences(store: Store) -> list[object]:
    with store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), Base.metadata))


def test_they_go_up_and_down_and_up_again(empty: Store) -> None:
    migrating.upgrade(empty)
    assert migrating.current(empty) == migrating.head() and differences(empty) == []
    migrating.upgrade(empty)
    for script in ScriptDirectory.from_config(migrating.config_for()).walk_revisions():  # each by itself, the newest first
        below = script.down_revision
        migrating.downgrade(empty, str(below or "base"))
        assert migrating.current(empty) == below
    assert migrating.current(empty) is None
    assert set(inspect(empty.engine).get_table_names()) == {"alembic_version"}
    migrating.upgrade(empty)
    assert differences(empty) == []


def conditions(store: Store) -> dict[str, dict[str, str]]:
    """What each table holds its rows to, as the database has it."""
    found = inspect(store.engine)
    return {table: {str(one["name"]): one["sqltext"] for one in found.get_check_constraints(table)} for table in Base.metadata.tables}


def test_rows_are_held_to_what_the_models_say(empty: Store, tmp_path: Path) -> None:
    migrating.upgrade(empty)
    migrated = conditions(empty)
    migrating.downgrade(empty, "base")
    Base.metadata.create_all(empty.engine)
    assert conditions(empty) == migrated and sum(map(len, migrated.values())) >= 5
    Base.metadata.drop_all(empty.engine)


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


ROWS = """
INSERT INTO organisers (uid, name, created_at) VALUES (1, 'o', 't');
INSERT INTO rulesets (uid, organiser_uid, id, revision, created_at, updated_at) VALUES (1, 1, 'r', 1, 't', 't');
INSERT INTO ruleset_revisions (ruleset_uid, revision, document, created_at, created_by) VALUES (1, 1, '{}', 't', 'k');
INSERT INTO matches (uid, organiser_uid, id, read_token, ruleset, rules, sides, status, seq, head_hash, state, created_at, created_by,
                     updated_at) VALUES (1, 1, 'm', 't', '{}', '{}', '{}', 'open', 1, 'h', '{}', 't', 'k', 't');
INSERT INTO entries (match_uid, seq, kind, at, by, body, outcome, prev_hash, hash) VALUES (1, 1, 'deal', 't', 'k', '{}', '{}', 'p', 'h');
"""


ANOTHER = {"entries": "seq = 2", "ruleset_revisions": "revision = 2", "matches": "sides = '{}'"}


@pytest.mark.parametrize("table", ANOTHER)
def test_what_is_written_once_stays_as_it_was(empty: Store, table: str) -> None:
    migrating.upgrade(empty)
    with changing(empty) as connection:
        for statement in filter(str.strip, ROWS.split(";")):
            connection.execute(text(statement))
    statements = [f"UPDATE {table} SET {ANOTHER[table]}", f"DELETE FROM {table}"]
    statements += [f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"] if empty.is_sqlite else [f"TRUNCATE {table} CASCADE"]
    for statement in statements:
        with pytest.raises(DBAPIError, match="written once"), changing(empty) as connection:
            connection.execute(text(statement))
    with changing(empty) as connection:
        assert connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() == 1


TWO = (
    ROWS
    + """
INSERT INTO matches (uid, organiser_uid, id, read_token, ruleset, rules, sides, status, seq, head_hash, state, created_at, created_by,
                     updated_at) VALUES (2, 1, 'n', 'u', '{}', '{}', '{}', 'open', 0, 'h', '{}', 't', 'k', 't');
"""
)
_MATCH = "(uid, organiser_uid, id, read_token, ruleset, rules, sides, status, seq, head_hash, state, created_at, created_by, updated_at)"
_REST = "'{}', '{}', '{}', 'open', 0, 'h', '{}', 't', 'k', 't'"
DISPLACING = (
    f"INSERT OR REPLACE INTO matches {_MATCH} VALUES (1, 1, 'other', 'other', {_REST})",
    f"INSERT OR REPLACE INTO matches {_MATCH} VALUES (3, 1, 'other', 't', {_REST})",
    f"INSERT OR REPLACE INTO matches {_MATCH} VALUES (3, 1, 'm', 'other', {_REST})",
    "UPDATE OR REPLACE matches SET read_token = 'u' WHERE uid = 1",
    "UPDATE OR REPLACE matches SET rowid = 2 WHERE rowid = 1",
    "UPDATE matches SET rowid = 7 WHERE rowid = 1",
    "UPDATE matches SET uid = 7 WHERE uid = 1",
    "DELETE FROM matches WHERE uid = 2",
)


@pytest.mark.parametrize("statement", DISPLACING)
def test_no_match_in_a_file_takes_the_place_of_another(tmp_path: Path, statement: str) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    migrating.upgrade(store)
    with changing(store) as connection:
        for row in filter(str.strip, TWO.split(";")):
            connection.execute(text(row))
    store.close()
    outside = sqlite3.connect(tmp_path / "shengji.db")  # which holds to no foreign key
    with pytest.raises(sqlite3.IntegrityError, match="matches is written once"):
        outside.execute(statement)
    outside.execute("UPDATE matches SET read_token = 'new', seq = 5 WHERE uid = 1")
    assert outside.execute("SELECT uid, id FROM matches ORDER BY uid").fetchall() == [(1, "m"), (2, "n")]
    outside.close()


def test_a_table_of_a_server_is_not_emptied(empty: Store) -> None:
    migrating.upgrade(empty)
    if empty.is_sqlite:
        return
    with pytest.raises(DBAPIError, match="written once"), changing(empty) as connection:
        connection.execute(text("TRUNCATE matches, entries, deals, deliveries"))
    triggers = "SELECT count(*) FROM information_schema.triggers WHERE event_object_table = 'matches'"
    truncating = "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'matches'::regclass AND tgtype & 32 > 0"
    with changing(empty) as connection:
        assert connection.execute(text(triggers)).scalar_one() > 0 and connection.execute(text(truncating)).scalar_one() == 1


def test_each_revision_goes_down_to_what_the_one_before_made(empty: Store) -> None:
    made: list[set[str]] = []
    scripts = [script.revision for script in ScriptDirectory.from_config(migrating.config_for()).walk_revisions()][::-1]
    for revision in scripts:
        migrating.upgrade(empty, revision)
        made.append(shape(empty))
    for revision, before in zip(scripts[-2::-1], made[-2::-1], strict=True):
        migrating.downgrade(empty, revision)
        assert shape(empty) == before


def shape(store: Store) -> set[str]:
    """The columns and triggers of a database."""
    found = inspect(store.engine)
    columns = {f"{table}.{column['name']}" for table in found.get_table_names() for column in found.get_columns(table)}
    asked = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if store.is_sqlite
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with store.engine.connect() as connection:
        return columns | set(connection.scalars(text(asked)))


ENDS = """
UPDATE matches SET status = 'finished' WHERE uid = 1;
INSERT INTO entries (match_uid, seq, kind, at, by, body, outcome, prev_hash, hash) VALUES (1, 2, 'finish', 't', 'k',
                     '{"ended_by":"forfeit","forfeited_by":"EW","note":"x"}', '{}', 'h', 'i');
INSERT INTO matches (uid, organiser_uid, id, read_token, ruleset, rules, sides, status, seq, head_hash, state, created_at, created_by,
                     updated_at) VALUES (2, 1, 'n', 'u', '{}', '{}', '{}', 'finished', 1, 'h', '{}', 't', 'k', 't');
INSERT INTO entries (match_uid, seq, kind, at, by, body, outcome, prev_hash, hash) VALUES (2, 1, 'finish', 't', 'k', '{}', '{}', 'p', 'h');
"""


def test_matches_that_have_ended_before_say_how(empty: Store) -> None:
    migrating.upgrade(empty, "0001")
    with changing(empty) as connection:
        for statement in filter(str.strip, (ROWS + ENDS).split(";")):
            connection.execute(text(statement))
    migrating.upgrade(empty)
    with changing(empty) as connection:
        told = [value and json.loads(value) for value in connection.scalars(text("SELECT ended FROM matches ORDER BY uid"))]
    assert told == [{"ended_by": "forfeit", "forfeited_by": "EW"}, None]


def test_a_database_of_a_newer_version_is_left_as_it_is(empty: Store) -> None:
    migrating.upgrade(empty)
    with changing(empty) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for work, revision in ((migrating.upgrade, "head"), (migrating.downgrade, "base")):
        with pytest.raises(RevisionError, match="9999"):
            work(empty, revision)
    assert migrating.current(empty) == "9999" and "entries" in inspect(empty.engine).get_table_names()


def test_a_migration_that_fails_leaves_nothing_behind(empty: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = command.upgrade

    def fail(*arguments: Any) -> None:
        upgrade(*arguments)
        raise ZeroDivisionError

    monkeypatch.setattr(command, "upgrade", fail)
    with pytest.raises(ZeroDivisionError):
        migrating.upgrade(empty)
    assert inspect(empty.engine).get_table_names() == []


def test_a_place_where_no_file_can_be_is_away(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = Store(f"sqlite:///{tmp_path}/file/x.db")
    with pytest.raises(StoreError) as told:
        migrating.upgrade(store)
    assert told.value.code == "store_away" and str(tmp_path) in told.value.said
    store.close()


def test_a_database_that_holds_no_chinese_is_refused(postgresql: str) -> None:
    server, name = Store(postgresql), new_id("shengji_test_")
    outside = server.engine.execution_options(isolation_level="AUTOCOMMIT")
    with outside.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"))
    store = Store(read_url(postgresql).set(database=name).render_as_string(hide_password=False))
    with pytest.raises(RevisionError, match="LATIN1"):
        migrating.upgrade(store)
    store.close()
    with outside.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.close()

"""The database behind the store: its address, what its failures mean, and that a transaction is stored whole or not at all."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.orm import Session

from store import migrating
from store.database import PATIENCE, ROOT, Store, read_url
from store.errors import AWAY, BUSY, FULL, READ_ONLY, UNPREPARED, UNSURE, StoreError, reason_of
from store.files import Place
from store.ids import new_id
from store.keys import make_organiser
from tests.support.server import free_port

WRONG = {
    "": "not the address of a database",
    "hunter2": "not the address of a database",
    "mysql://u:hunter2@h/d": "an address for mysql",
    "oracle+oracledb://u:hunter2@h/d": "an address for oracle",
    "postgresql+psycopg2://u:hunter2@h/d": "an address for postgresql by psycopg2",
    "postgresql+psycopg://u:hunter2@h:port/d": "not the address of a database",
    "postgresql+psycopg://u:hunter2@h/d?bogus=hunter2": "a parameter that PostgreSQL does not know",
    "sqlite://": "a database in memory",
    "sqlite:///:memory:": "a database in memory",
    "sqlite:///file::memory:?cache=shared&uri=true": "more than a path",
    "sqlite:///x.db?mode=memory": "more than a path",
}


@pytest.mark.parametrize("given", WRONG)
def test_a_wrong_address_is_refused_with_what_it_takes_and_no_password(given: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_url(given)
    said = str(refused.value)
    assert WRONG[given] in said and "sqlite:///" in said.replace("sqlite:////srv", "sqlite:///srv") and "hunter2" not in said
    assert refused.value.__cause__ is None


def test_the_path_of_a_file_counts_from_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_url("sqlite:///var/x.db").database == str(ROOT / "var" / "x.db")
    assert read_url("sqlite:////srv/x.db").database == "/srv/x.db"


def test_a_file_s_name_may_be_any(tmp_path: Path) -> None:
    file = tmp_path / "a 100%25 #1 甲.db"
    store = Store(URL.create("sqlite", database=str(file)).render_as_string())
    migrating.upgrade(store)
    assert migrating.current(store) == migrating.head()
    store.close()
    assert file.stat().st_size > 0


def test_an_address_says_more_of_a_connection_than_the_service_does() -> None:
    store = Store("postgresql+psycopg://u@h/d?connect_timeout=9&sslmode=require")
    asked = store.engine.dialect.create_connect_args(store.url)[1]
    assert (asked["connect_timeout"], asked["sslmode"]) == ("9", "require")
    store.close()


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(StoreError) as told:
        yield
    assert told.value.code == code
    assert told.value.retry_after > 0 and "\n" not in told.value.said and told.value.said != code


def ask(store: Store, statement: str = "SELECT 1") -> None:
    with store.reading() as session:
        session.execute(text(statement))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    """A store in a file of its own."""
    store = Store(f"sqlite:///{tmp_path / 'own.db'}", connections=1, patience=0)
    migrating.upgrade(store)
    yield store
    store.close()


def path_of(store: Store) -> Path:
    return Path(str(store.url.database))


def test_no_question_makes_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("none.db", "none/none.db", "folder"):
        store = Store(f"sqlite:///{tmp_path / name}")
        with refused(AWAY):
            ask(store)
        store.close()
    assert [found.name for found in tmp_path.iterdir()] == ["folder"]


def test_a_file_that_is_no_database_is_away(file: Store) -> None:
    file.close()
    path_of(file).write_bytes(b"no database" * 1000)
    with refused(AWAY):
        ask(file)


def test_a_broken_file_is_away(file: Store) -> None:
    file.close()
    content = bytearray(path_of(file).read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path_of(file).write_bytes(bytes(content))
    with refused(AWAY):
        ask(file, "SELECT * FROM organisers")


def test_a_file_that_another_writes_to_for_too_long_is_busy(file: Store) -> None:
    other = Store(file.url.render_as_string())
    with other.writing() as session:
        make_organiser(session, "other")
        with refused(BUSY), file.writing() as own:
            make_organiser(own, "this")
        ask(file, "SELECT * FROM organisers")
    with file.writing() as session:
        assert make_organiser(session, "this") and not make_organiser(session, "other")
    other.close()


def waits(store: Store) -> float:
    """The seconds that a transaction which begins now waits for a lock, as the database has it."""
    with store.reading() as session:
        said = session.execute(text("PRAGMA busy_timeout" if store.is_sqlite else "SELECT current_setting('lock_timeout')")).scalar_one()
    return said / 1000 if store.is_sqlite else {"5s": 5.0, "1s": 1.0}[said]


def test_while_some_wait_in_vain_the_next_ones_wait_less(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead, clock = [0.0], time.monotonic
    monkeypatch.setattr("store.database.time.monotonic", lambda: clock() + ahead[0])
    assert waits(store) == PATIENCE == 5.0
    with pytest.raises(StoreError), store.reading():
        raise StoreError(AWAY)
    assert waits(store) == 5.0
    with pytest.raises(StoreError), store.reading():
        raise StoreError(BUSY)
    assert waits(store) == 1.0
    ahead[0] = 6.0
    assert waits(store) == 5.0
    with pytest.raises(StoreError), store.reading():
        raise StoreError(BUSY)
    assert waits(store) == 1.0
    with store.writing() as session:
        session.execute(text("SELECT 1"))
    assert waits(store) == 5.0


def test_what_a_database_says_of_an_error_tells_no_values(store: Store) -> None:
    with pytest.raises(IntegrityError) as raised, store.writing() as session:
        session.execute(text("INSERT INTO organisers (name, created_at) VALUES (:name, NULL)"), {"name": "hunter2"})
    told, _, statement = str(raised.value).partition("[SQL:")
    assert "INSERT INTO organisers" in statement and "hunter2" not in statement and told


def test_a_full_file_is_told_and_left_as_it_was(file: Store) -> None:
    with file.reading() as session:
        pages = session.execute(text("PRAGMA page_count")).scalar_one()
        session.execute(text(f"PRAGMA max_page_count = {pages}"))
    with refused(FULL), file.writing() as session:
        session.execute(text("CREATE TABLE more (text)"))
        session.execute(text("INSERT INTO more VALUES (zeroblob(1000000))"))
    with refused(UNPREPARED):
        ask(file, "SELECT * FROM more")


def test_a_file_that_takes_no_changes_is_read_only(file: Store) -> None:
    ask(file, "PRAGMA query_only = ON")
    with refused(READ_ONLY), file.writing() as session:
        make_organiser(session, "this")
    ask(file, "SELECT * FROM organisers")


def test_as_many_as_have_connections_and_one_more_is_busy(store: Store) -> None:
    few = Store(store.url.render_as_string(hide_password=False), connections=1, patience=0)
    with few.reading() as session:
        session.execute(text("SELECT 1"))
        with refused(BUSY):
            ask(few)
    ask(few)
    few.close()


def test_tables_that_are_not_there_are_unprepared(store: Store) -> None:
    for statement in ("SELECT * FROM no_table", "SELECT no_column FROM organisers"):
        with refused(UNPREPARED):
            ask(store, statement)


def test_a_mistake_of_the_service_stays_one(store: Store) -> None:
    with pytest.raises(DBAPIError):
        ask(store, "SELEKT 1")
    with pytest.raises(IntegrityError), store.writing() as session:
        session.execute(text("INSERT INTO organisers (name, created_at) VALUES ('twice', 'x'), ('twice', 'x')"))


def test_what_raises_stores_nothing(store: Store) -> None:
    name = new_id("undone-")

    def fail() -> None:
        with store.writing() as session:
            assert make_organiser(session, name)
            raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            fail()


def test_of_two_that_make_an_organiser_one_does(store: Store) -> None:
    name, made = new_id("organiser-"), []
    barrier = threading.Barrier(4)

    def make() -> None:
        barrier.wait()
        with store.writing() as session:
            made.append(make_organiser(session, name))

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, False, False, True]


@pytest.fixture
def server(postgresql: str) -> Iterator[Store]:
    """The PostgreSQL of the tests, by connections of its own."""
    store = Store(postgresql)
    yield store
    store.close()


def test_a_server_that_is_not_there_or_knows_no_such_database_is_away(server: Store) -> None:
    for url in (f"postgresql+psycopg://nobody:secret@127.0.0.1:{free_port()}/x", server.url.set(database="no_such_database")):
        other = Store(str(url) if isinstance(url, str) else url.render_as_string(hide_password=False))
        with refused(AWAY):
            ask(other)
        with pytest.raises(StoreError) as told:
            ask(other)
        assert "secret" not in told.value.said
        other.close()


def backend(session: Session) -> int:
    return int(session.execute(text("SELECT pg_backend_pid()")).scalar_one())


def end(server: Store, pid: int) -> None:
    with server.reading() as session:
        session.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})


def test_a_connection_that_ends_in_the_middle_is_away_and_the_next_one_works(server: Store) -> None:
    with refused(AWAY), server.writing() as session:
        end(server, backend(session))
        session.execute(text("SELECT 1"))
    ask(server)


def test_a_connection_that_ends_between_two_requests_is_not_noticed(server: Store) -> None:
    one = Store(server.url.render_as_string(hide_password=False), connections=1)
    with one.reading() as session:
        pid = backend(session)
    end(server, pid)
    ask(one)
    one.close()


def test_of_a_connection_that_ends_while_all_is_to_be_stored_nobody_knows(server: Store) -> None:
    with refused(UNSURE), server.writing() as session:
        pid = backend(session)
        event.listen(session, "before_commit", lambda _: end(server, pid))


def test_who_waits_for_too_long_is_told_that_it_is_busy(server: Store) -> None:
    for limit in ("lock_timeout", "statement_timeout"):
        with server.writing() as session:
            session.execute(text("SELECT pg_advisory_xact_lock(1)"))
            with refused(BUSY), server.writing() as other:
                other.execute(text(f"SET LOCAL {limit} = '50ms'"))
                other.execute(text("SELECT pg_advisory_xact_lock(1)"))


def test_no_statement_lasts_for_ever(server: Store) -> None:
    for kind in (server.reading, server.writing):
        with kind() as session:
            limits = [session.execute(text(f"SHOW {name}")).scalar_one() for name in ("lock_timeout", "statement_timeout")]
        assert limits == ["5s", "30s"]


def test_who_may_not_change_a_server_is_told_so(server: Store) -> None:
    with refused(READ_ONLY), server.writing() as session:
        session.execute(text("SET TRANSACTION READ ONLY"))
        session.execute(text("CREATE TABLE more (text text)"))
    with refused(READ_ONLY), server.writing() as session:
        session.execute(text("SET LOCAL ROLE pg_monitor"))
        session.execute(text("CREATE TABLE pg_catalog.more (text text)"))


STATES = {
    "53100": FULL,
    "40P01": BUSY,
    "40001": BUSY,
    "53300": BUSY,
    "57P01": AWAY,
    "57P02": AWAY,
    "57P03": AWAY,
    "08006": AWAY,
    "58030": AWAY,
    "XX001": AWAY,
    "42601": None,
    "22003": None,
}


@pytest.mark.parametrize("state", STATES)
def test_what_a_server_says_means_something(state: str) -> None:
    origin = psycopg.errors.lookup(state)("…")
    assert reason_of(DBAPIError.instance("SELECT 1", None, origin, psycopg.Error)) == STATES[state]  # type: ignore[arg-type]


def test_a_connection_that_is_lost_is_away_whatever_it_said() -> None:
    lost: Any = ProgrammingError("SELECT 1", None, psycopg.ProgrammingError("…"), connection_invalidated=True)
    assert reason_of(lost) == AWAY


def test_many_first_connections_at_once_all_get_in(tmp_path: Path) -> None:
    """A new file is changed to be written ahead by one of them; SQLite itself lets no other wait for that."""
    for number in range(8):
        file = tmp_path / f"{number}.db"
        file.touch()
        stores = [Store(f"sqlite:///{file}") for _ in range(8)]
        barrier = threading.Barrier(len(stores))
        wrong: list[StoreError] = []

        def first(store: Store, barrier: threading.Barrier = barrier, wrong: list[StoreError] = wrong) -> None:
            barrier.wait()
            try:
                ask(store)
            except StoreError as error:
                wrong.append(error)

        threads = [threading.Thread(target=first, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for store in stores:
            store.close()
        assert wrong == []


def other_file(store: Store, tmp_path: Path) -> None:
    """Put another prepared file in the place of a store's, and nothing beside it."""
    another = Store(f"sqlite:///{tmp_path / 'another.db'}")
    migrating.upgrade(another)
    another.close()
    (tmp_path / "another.db").replace(str(store.url.database))
    for end in ("-wal", "-shm"):
        Path(f"{store.url.database}{end}").unlink(missing_ok=True)


def test_a_file_that_was_removed_is_written_to_no_more(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    migrating.upgrade(store)
    with store.writing() as session:
        make_organiser(session, "here")
    kept = tmp_path / "kept.db"
    (tmp_path / "shengji.db").rename(kept)
    for work in (store.writing, store.reading):
        with pytest.raises(StoreError) as told, work() as session:
            session.execute(text("SELECT 1"))
        assert told.value.code == AWAY
    kept.rename(tmp_path / "shengji.db")
    with store.writing() as session:
        make_organiser(session, "back")
        assert session.execute(text("SELECT name FROM organisers ORDER BY uid")).scalars().all() == ["here", "back"]
    store.close()


def test_another_file_in_its_place_is_the_one_that_is_read_and_written(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    migrating.upgrade(store)
    with store.reading() as one, store.reading() as two:  # two connections of the pool
        assert [session.execute(text("SELECT count(*) FROM organisers")).scalar() for session in (one, two)] == [0, 0]
    other_file(store, tmp_path)
    for number in range(3):
        with store.writing() as session:
            make_organiser(session, f"o{number}")
    with store.reading() as one, store.reading() as two:
        assert [session.execute(text("SELECT count(*) FROM organisers")).scalar() for session in (one, two)] == [3, 3]
    store.close()
    again = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    with again.reading() as session:
        assert session.execute(text("SELECT count(*) FROM organisers")).scalar() == 3
    again.close()


def test_who_waited_for_the_lock_of_a_file_that_was_replaced_stores_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    migrating.upgrade(store)
    with refused(AWAY), store.writing() as session:
        make_organiser(session, "lost")
        other_file(store, tmp_path)
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM organisers")).scalar() == 0
    store.close()


def test_a_connection_whose_written_ahead_part_was_removed_is_not_used_again(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    opened: list[Any] = []
    event.listen(store.engine, "connect", lambda connection, record: opened.append(connection))
    migrating.upgrade(store)
    for name in ("one", "two"):
        with store.writing() as session:
            make_organiser(session, name)
    assert len(opened) == 1
    (tmp_path / "shengji.db-wal").unlink()
    with store.writing() as session:
        make_organiser(session, "three")
    assert len(opened) == 2
    store.close()


def test_a_file_is_told_from_every_other_by_its_device_and_its_number(tmp_path: Path) -> None:
    for name in ("a.db", "b.db", "a.db-wal"):
        (tmp_path / name).touch()
    place = Place(tmp_path / "a.db")
    opened = place.opened()
    assert place.still(opened) == opened
    for files in (opened._replace(main=(0, 0)), opened._replace(ahead=(0, 0)), opened._replace(main=other_number(opened.main))):
        assert place.still(files) is None
    assert place.still(opened._replace(ahead=None)) == opened  # it is made by the first who needs it
    (tmp_path / "b.db").replace(tmp_path / "a.db")
    assert place.still(opened) is None


def other_number(file: tuple[int, int] | None) -> tuple[int, int]:
    assert file is not None
    return file[0], file[1] + 1


def test_what_is_written_ahead_of_one_file_is_not_laid_over_another(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'shengji.db'}")
    migrating.upgrade(store)
    with store.writing() as session:
        for number in range(200):
            make_organiser(session, f"old {number}")
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    migrating.upgrade(other)
    with other.writing() as session:
        make_organiser(session, "new")
    other.close()
    (tmp_path / "other.db").replace(tmp_path / "shengji.db")
    for _ in range(3):
        for work in (store.reading, store.writing):
            with refused(AWAY), work() as session:
                session.execute(text("SELECT 1"))
    for name in ("shengji.db-wal", "shengji.db-shm"):
        (tmp_path / name).unlink()
    with store.writing() as session:
        make_organiser(session, "newer")
        assert session.execute(text("SELECT name FROM organisers ORDER BY uid")).scalars().all() == ["new", "newer"]
        assert session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    store.close()


def test_a_file_is_written_ahead_and_nothing_is_said_to_be_stored_before_it_is_on_the_disk(file: Store) -> None:
    with file.reading() as session:
        told = {name: session.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous", "foreign_keys")}
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

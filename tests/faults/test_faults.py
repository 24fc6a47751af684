"""Workers are killed and the database goes away while writers append: no acknowledged entry is lost or doubled, no sequence has a gap.

`make faults` gives them a minute each; CI some seconds (`FAULT_SECONDS`).
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from store import migrating
from store.database import Store
from store.keys import create_key
from tests.faults.harness import DEAL, Asker, Ledger, children, count, kill_a_worker, write
from tests.support.postgres import Cluster, cluster
from tests.support.server import running

pytestmark = pytest.mark.full

SECONDS = float(os.environ.get("FAULT_SECONDS", "12"))
MATCHES, WRITERS = 4, 8
ENGINES = ("sqlite", "postgresql")
Break = Callable[[], None]


@contextmanager
def database(engine: str, folder: Path) -> Iterator[tuple[str, Break]]:
    """The address of a prepared database, and what disturbs it."""
    with cluster() if engine == "postgresql" else nullcontext() as own:
        url = own.url if isinstance(own, Cluster) else f"sqlite:///{folder / 'faults.db'}"
        store = Store(url)
        migrating.upgrade(store)
        store.close()
        yield url, own.restart if isinstance(own, Cluster) else lambda: hold(folder / "faults.db")


def hold(file: Path) -> None:
    """Keep the file locked for longer than a writer waits."""
    connection = sqlite3.connect(file, isolation_level=None, timeout=30)
    connection.execute("BEGIN IMMEDIATE")
    time.sleep(6)
    connection.execute("ROLLBACK")
    connection.close()


def new_key(url: str) -> str:
    store = Store(url)
    with store.writing() as session:
        key = create_key(session, "club", "admin")
    store.close()
    return key


def begin(port: int, key: str, matches: int) -> list[str]:
    with Asker(port, key) as asker:
        return [asker.surely("POST", "/v1/matches", {"ruleset": "march8-2012"})["id"] for _ in range(matches)]


def counted(port: int, key: str, matches: list[str], ledger: Ledger) -> list[str]:
    with Asker(port, key) as asker:
        return count(asker, matches, ledger)


def written(port: int, key: str, matches: list[str], writers: int, meanwhile: Callable[[Ledger], None]) -> Ledger:
    """What writers were acknowledged while something else went on."""
    ledger, stop = Ledger(), threading.Event()
    threads = [threading.Thread(target=write, args=(port, key, matches, ledger, stop, seed)) for seed in range(writers)]
    for thread in threads:
        thread.start()
    try:
        meanwhile(ledger)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return ledger


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_acknowledged_is_lost(engine: str, tmp_path: Path) -> None:
    with database(engine, tmp_path) as (url, disturb):
        key = new_key(url)
        with running(None, DATABASE_URL=url, WEB_CONCURRENCY="3", LOG_LEVEL="ERROR") as (server, port):
            matches = begin(port, key, MATCHES)

            def trouble(ledger: Ledger) -> None:
                chance, deadline, disturbed = random.Random(7), time.monotonic() + SECONDS, 0
                while time.monotonic() < deadline:
                    time.sleep(0.7)
                    kill_a_worker(server.pid, chance, ledger)
                    if disturbed < 1 + SECONDS // 20 and chance.random() < 0.3:
                        disturb()
                        disturbed += 1
                        ledger.seen["disturbed"] += 1
                time.sleep(0.7)

            ledger = written(port, key, matches, WRITERS, trouble)
            assert counted(port, key, matches, ledger) == [], ledger.seen
        with running(None, DATABASE_URL=url, WEB_CONCURRENCY="1", LOG_LEVEL="ERROR") as (_, port):
            assert counted(port, key, matches, ledger) == []
        print(engine, dict(ledger.seen))
        assert ledger.seen["acknowledged"] > SECONDS and ledger.seen["killed"] > 2


@pytest.mark.parametrize("engine", ENGINES)
def test_fifty_writers_share_one_match(engine: str, tmp_path: Path) -> None:
    with database(engine, tmp_path) as (url, _):
        key = new_key(url)
        with running(None, DATABASE_URL=url, WEB_CONCURRENCY="3", LOG_LEVEL="ERROR") as (_, port):
            matches = begin(port, key, 1)
            ledger = written(port, key, matches, 50, lambda ledger: time.sleep(SECONDS / 3))
            assert counted(port, key, matches, ledger) == [], ledger.seen
            print(engine, dict(ledger.seen))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_server_that_is_killed_loses_nothing(engine: str, tmp_path: Path) -> None:
    with database(engine, tmp_path) as (url, _):
        key = new_key(url)
        ledger = Ledger()
        with running(None, DATABASE_URL=url, WEB_CONCURRENCY="2", LOG_LEVEL="ERROR") as (server, port):
            matches = begin(port, key, 2)
            sent = []
            with Asker(port, key) as asker:
                for number in range(40):
                    idempotency_key = f"deal-{number}"
                    path = f"/v1/matches/{matches[number % 2]}/deals"
                    sent.append((path, idempotency_key, asker.surely("POST", path, DEAL, **{"Idempotency-Key": idempotency_key})))
                    ledger.acknowledge(matches[number % 2], idempotency_key, sent[-1][2]["entry"])
            for pid in [*children(server.pid), server.pid]:
                os.kill(pid, 9)
            server.wait()
            with running(None, DATABASE_URL=url, WEB_CONCURRENCY="1", LOG_LEVEL="ERROR") as (_, again):
                with Asker(again, key) as other:
                    for path, idempotency_key, answer in sent:
                        assert other.surely("POST", path, DEAL, **{"Idempotency-Key": idempotency_key}) == answer
                assert counted(again, key, matches, ledger) == []


class Forgetful:
    """A service that has lost an entry, doubled another or left a gap."""

    def __init__(self, stored: list[tuple[int, str]]) -> None:
        self.stored = stored

    def surely(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if path.endswith("/verify"):
            return {"valid": True, "entries": len(self.stored)}
        return {"entries": [{"seq": seq, "hash": made} for seq, made in self.stored]}


@pytest.mark.parametrize("stored", [[(1, "a")], [(1, "a"), (2, "x")], [(1, "a"), (3, "b")], [(1, "a"), (2, "b"), (3, "c")]])
def test_the_count_finds_what_is_wrong(stored: list[tuple[int, str]]) -> None:
    ledger = Ledger()
    ledger.acknowledge("m", "one", {"seq": 1, "hash": "a"})
    ledger.acknowledge("m", "two", {"seq": 2, "hash": "b"})
    assert count(Forgetful(stored), ["m"], ledger) != []  # type: ignore[arg-type]
    assert count(Forgetful([(1, "a"), (2, "b")]), ["m"], ledger) == []  # type: ignore[arg-type]


def test_reading_and_then_writing_without_the_lock_would_lose_entries(tmp_path: Path) -> None:
    """Why a writing session begins as it does (settled 29): deferred, two that have read the same cannot both write."""
    file = tmp_path / "toy.db"
    first, second = (sqlite3.connect(file, isolation_level=None, timeout=0.1) for _ in range(2))
    first.executescript("PRAGMA journal_mode=WAL; CREATE TABLE toy (seq INTEGER); INSERT INTO toy VALUES (0);")
    for connection in (first, second):
        connection.execute("BEGIN")
        assert connection.execute("SELECT seq FROM toy").fetchone() == (0,)
    first.execute("UPDATE toy SET seq = 1")
    first.execute("COMMIT")
    with pytest.raises(sqlite3.OperationalError):
        second.execute("UPDATE toy SET seq = 1")
    first.close()
    second.close()

"""The service and its database, and what goes wrong with them: processes end without a word, the database goes away or is locked."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Protocol

import psycopg

from store import migrating
from store.database import PATIENCE, Store
from store.keys import create_key
from tests.faults.asking import Stop
from tests.faults.recording import Record
from tests.support.postgres import Cluster, cluster
from tests.support.processes import children_of, kill, kill_with_children
from tests.support.server import COMMAND, ROOT, lasting_port, wait_until_healthy

ENGINES = ("sqlite", "postgresql")
WORKERS = 3
_BETWEEN_KILLS = (0.4, 1.8)
_BETWEEN_DISTURBANCES = 1.5
_LEAVES = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shengji-rules' AND random() < 0.5"


class Database(Protocol):
    """A database of the test's own."""

    @property
    def url(self) -> str: ...

    @property
    def disturbances(self) -> Sequence[Callable[[], None]]: ...

    def kill(self) -> None: ...

    def start(self) -> None: ...


class SqliteFile:
    """A file, which another process may lock for longer than a writer waits, or for less."""

    def __init__(self, file: Path) -> None:
        self.file, self.url = file, f"sqlite:///{file}"
        self.disturbances = (lambda: self.lock_for(PATIENCE + 1.5), lambda: self.lock_for(1.0))

    def lock_for(self, seconds: float) -> None:
        """Let nobody else write for a while."""
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=60)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    def kill(self) -> None:
        """It has no process."""

    def start(self) -> None:
        """It has none to start."""


class OwnCluster:
    """A cluster that crashes and comes back, or ends connections."""

    def __init__(self, made: Cluster) -> None:
        self.url, self.kill, self.start, self._port = made.url, made.kill, made.start, made.port
        self.disturbances = (made.restart, self.end_connections)

    def end_connections(self) -> None:
        """End about half of the service's connections, in whatever they are doing."""
        with psycopg.connect(host="127.0.0.1", port=self._port, user="postgres", dbname="postgres") as connection:
            connection.execute(_LEAVES)


@contextmanager
def database(engine: str, folder: Path) -> Iterator[Database]:
    """A new database, prepared for the service."""
    if engine == "sqlite":
        yield _prepared(SqliteFile(folder / "faults.db"))
        return
    with cluster() as made:
        yield _prepared(OwnCluster(made))


def _prepared(made: Database) -> Database:
    with closing(Store(made.url)) as store:
        migrating.upgrade(store)
    return made


def new_key(url: str) -> str:
    """A key that may do everything."""
    with closing(Store(url)) as store, store.writing() as session:
        return create_key(session, "a club", "admin")


class Service:
    """gunicorn with the shipped settings on a port that stays the same however often it is killed and started."""

    def __init__(self, url: str, folder: Path) -> None:
        self.port = lasting_port()
        self.log = folder / "gunicorn.log"
        self._url = url
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The master."""
        assert self._process is not None, "it is not started"
        return self._process

    def start(self) -> None:
        """Start, and wait for the first answer."""
        settings = {"PORT": str(self.port), "DATABASE_URL": self._url, "WEB_CONCURRENCY": str(WORKERS), "LOG_LEVEL": "ERROR"}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(COMMAND, cwd=ROOT, env={**os.environ, **settings}, stderr=log)
        wait_until_healthy(self.process, f"http://127.0.0.1:{self.port}")

    def stop(self) -> None:
        """Stop as an operator does."""
        self.process.terminate()
        self.process.wait(60)

    def kill(self) -> None:
        """End every process of it without a word."""
        kill_with_children(self.process.pid)
        self.process.wait()

    def kill_a_worker(self, chance: random.Random) -> None:
        """End a worker in whatever it is doing; there is another soon."""
        workers = children_of(self.process.pid)
        if workers:
            kill(chance.choice(workers))


Trouble = Callable[[Service, Database, Record, Stop], None]
"""What goes on beside the writers: once at least, and until told to stop."""


def kill_workers(service: Service, database: Database, record: Record, stop: Stop) -> None:
    """Kill a worker every now and then."""
    chance = random.Random(29)
    while True:
        time.sleep(chance.uniform(*_BETWEEN_KILLS))
        with record.trouble("process"):
            service.kill_a_worker(chance)
        if stop():
            return


def disturb_database(service: Service, database: Database, record: Record, stop: Stop) -> None:
    """Lock the database, crash it, or cut it off, every now and then."""
    for disturb in cycle(database.disturbances):
        time.sleep(_BETWEEN_DISTURBANCES)
        with record.trouble("database"):
            disturb()
        if stop():
            return


def kill_everything(service: Service, database: Database, record: Record, stop: Stop) -> None:
    """Kill the whole service together with its database, and start both again, over and over."""
    while True:
        time.sleep(_BETWEEN_DISTURBANCES)
        with record.trouble("process"), record.trouble("database"):
            database.kill()
            service.kill()
            database.start()
            service.start()
        if stop():
            return

"""Nothing is lost: workers are killed, the database is locked, crashes and comes back, while writers append through the shipped gunicorn.

Afterwards every acknowledged entry is there, once, in one chain without gaps, and nothing else is. The short form runs with the other
full tests; `make faults` gives each engine more time (FAULT_SECONDS) and prints what happened.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import pytest

from tests.faults.asking import Asker, Stop, append_surely, asker, compare_and_append, keep_appending, keep_reading, keep_trusting, surely
from tests.faults.counting import kept, wrong_with
from tests.faults.disturbing import (
    ENGINES,
    Database,
    Service,
    Trouble,
    database,
    disturb_database,
    kill_everything,
    kill_workers,
    new_key,
)
from tests.faults.recording import Record

pytestmark = pytest.mark.full

SECONDS = float(os.environ.get("FAULT_SECONDS") or 6)
"""How long the longest run lasts; the others take a third."""
MATCHES, WRITERS, MANY = 4, 8, 50
_ENDLESS = "guizhou-2010"
"""Its ladder wraps: no game ends, however many deals are played."""

Writer = Callable[[Asker], None]


class Running(NamedTuple):
    """A service on a database of its own, and a key to it."""

    engine: str
    service: Service
    database: Database
    key: str

    def matches(self, count: int) -> list[str]:
        """New matches."""
        with asker(self.service.port, self.key) as client:
            return [surely(client, "POST", "/v1/matches", {"ruleset": _ENDLESS})["id"] for _ in range(count)]

    def wrong(self, record: Record, matches: Sequence[str]) -> list[str]:
        """What is wrong with what is kept."""
        with asker(self.service.port, self.key) as client:
            return wrong_with(record, [kept(client, match) for match in matches])

    def write(self, record: Record, writers: Sequence[Writer]) -> list[threading.Thread]:
        """Begin to write, each writer with a connection of its own."""

        def run(writer: Writer) -> None:
            try:
                with asker(self.service.port, self.key) as client:
                    writer(client)
            except Exception as error:  # a writer that ends early must not pass for one that was content
                record.blame(repr(error))

        threads = [threading.Thread(target=run, args=(writer,)) for writer in writers]
        for thread in threads:
            thread.start()
        return threads

    def burst(self, record: Record, writers: int, matches: Sequence[str], seconds: float, *troubles: Trouble, trusting: int = 0) -> None:
        """Let writers append for some seconds, while somebody reads and troubles go on; the last append is acknowledged after that.

        So many of them are `trusting` that nothing fails: they send no keys.
        """
        over, calm = threading.Event(), threading.Event()
        bystanders: list[Writer] = [lambda client: keep_reading(client, matches, record, calm.is_set)]
        bystanders += [partial(self.go_on, trouble, record, over.is_set) for trouble in troubles]
        beside = self.write(record, bystanders)
        kinds = [keep_trusting if seed < trusting else keep_appending for seed in range(writers)]
        threads = self.write(record, [_writer(kind, matches, record, over.is_set, seed) for seed, kind in enumerate(kinds)])
        over.wait(seconds)
        over.set()
        for thread in threads:
            thread.join()
        calm.set()
        for thread in beside:
            thread.join()

    def go_on(self, trouble: Trouble, record: Record, stop: Stop, client: Asker) -> None:
        """Make trouble; the client is not needed."""
        trouble(self.service, self.database, record, stop)


def _writer(kind: Callable[..., None], matches: Sequence[str], record: Record, stop: Stop, seed: int) -> Writer:
    return lambda client: kind(client, matches, record, stop, seed)


@pytest.fixture(scope="module", params=ENGINES)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("faults")
    with database(request.param, folder) as made:
        service = Service(made.url, folder)
        try:
            service.start()
            yield Running(request.param, service, made, new_key(made.url))
        finally:
            service.stop()


@pytest.fixture
def record(running: Running, request: pytest.FixtureRequest) -> Iterator[Record]:
    made, begun = Record(), time.monotonic()
    yield made
    told = ", ".join(f"{what} {count}" for what, count in sorted(made.counts.items()))
    print(f"\n{running.engine}, {request.node.originalname}: {told}; {time.monotonic() - begun:.0f} s")


def test_nothing_is_lost_when_workers_and_the_database_fail(running: Running, record: Record) -> None:
    matches = running.matches(MATCHES)
    running.burst(record, WRITERS, matches, SECONDS, kill_workers, disturb_database)
    assert running.wrong(record, matches) == []
    running.service.stop()
    running.service.start()
    assert running.wrong(record, matches) == []
    assert len(record.acknowledged) >= WRITERS and record.counts["process disturbed"] > 1 and record.counts["database disturbed"] > 0


def test_nothing_is_lost_when_the_database_fails(running: Running, record: Record) -> None:
    """It is told at once, and no connection breaks."""
    matches = running.matches(MATCHES)
    running.burst(record, WRITERS, matches, SECONDS / 3, disturb_database)
    assert running.wrong(record, matches) == []
    assert len(record.acknowledged) >= WRITERS and record.counts["503"] > 0 and record.counts["broken"] == 0


def test_nothing_is_lost_when_everything_is_killed(running: Running, record: Record) -> None:
    matches = running.matches(MATCHES)
    running.burst(record, WRITERS, matches, SECONDS / 3, kill_everything)
    assert running.wrong(record, matches) == []
    assert len(record.acknowledged) >= WRITERS and record.counts["process disturbed"] > 0
    first = next(iter(record.acknowledged))
    with asker(running.service.port, running.key) as client:
        assert append_surely(client, first, record) is not None
    assert running.wrong(record, matches) == []


def test_fifty_writers_share_one_match(running: Running, record: Record) -> None:
    """With nothing disturbed nobody is refused, and no connection breaks: half of them need no keys."""
    matches = running.matches(1)
    running.burst(record, MANY, matches, SECONDS / 3, trusting=MANY // 2)
    assert running.wrong(record, matches) == []
    assert len(record.acknowledged) >= MANY and set(record.counts) <= {"stored", "sent again", "left", "rescued"}


def test_fifty_writers_share_one_match_while_workers_are_killed(running: Running, record: Record) -> None:
    matches = running.matches(1)
    running.burst(record, MANY, matches, SECONDS / 3, kill_workers)
    assert running.wrong(record, matches) == []
    assert len(record.acknowledged) >= MANY and record.counts["process disturbed"] > 0


def test_fifty_writers_who_expect_a_seq_all_come_to_write(running: Running, record: Record) -> None:
    """Each asks to be the next after what it has seen: many are told that others were quicker, and all get there, killed workers or not."""
    match, over = running.matches(1)[0], threading.Event()
    beside = running.write(record, [partial(running.go_on, kill_workers, record, over.is_set)])
    for thread in running.write(record, [lambda client: compare_and_append(client, match, record, 1)] * MANY):
        thread.join()
    over.set()
    for thread in beside:
        thread.join()
    assert running.wrong(record, [match]) == []
    assert len(record.acknowledged) == MANY and record.counts["expected another seq"] > 0

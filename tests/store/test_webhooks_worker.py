"""The worker: what was stored arrives, in its order, at least once and recorded once, whoever hangs, dies or is away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from sqlalchemy import text
from standardwebhooks import Webhook

from api.telling import log_to
from app import create_app
from store import clock, migrating
from store.database import Store
from store.deliveries import LEASE, Job
from store.errors import StoreError
from tests.api.checked import CheckedClient
from tests.store.conftest import ENGINES, Keys, store_of
from tests.store.test_matches import Play
from tests.store.test_webhooks import Hook
from tests.support.receiver import PATIENCE, Receiver, receiving, status
from tests.support.server import ROOT
from webhooks.addresses import EVERYWHERE
from webhooks.retrying import DELAYS
from webhooks.sending import Outcome, Sender
from webhooks.worker import Worker

WORK = [sys.executable, "-m", "flask", "--app", "app", "webhooks", "work"]
ARRIVED, REFUSED = Outcome(204, None), Outcome(500, "http_status")


@pytest.fixture(params=ENGINES)
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An app with a database of its own: a worker takes whatever is due in one."""
    url = request.getfixturevalue("another_postgresql") if request.param == "postgresql" else f"sqlite:///{tmp_path / 'shengji.db'}"
    app = create_app({"DATABASE_URL": url, "LOG_LEVEL": "ERROR", "WEBHOOKS_ALLOW_PRIVATE": EVERYWHERE})
    app.test_client_class = CheckedClient
    migrating.upgrade(store_of(app))
    yield app
    store_of(app).close()


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


class Clock:
    """A time that stands still, after all that is stored, until it is put on."""

    def __init__(self) -> None:
        self._start = datetime.fromisoformat(clock.now(timedelta(hours=1)))
        self.ahead = timedelta()

    def __call__(self, later: timedelta = timedelta()) -> str:
        return (self._start + self.ahead + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Scripted:
    """Makes attempts that end as they are told, one after the other; the last way goes on."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes, self.jobs = list(outcomes), list[Job]()

    def send(self, job: Job, at: datetime) -> Outcome:
        self.jobs.append(job)
        return self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]


class Lines:
    """What a worker has logged."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def __call__(self, level: str, event: str, **facts: Any) -> None:
        self.lines.append({"level": level, "event": event, **facts})


def worker_of(store: Store, sender: Any = None, now: Clock | None = None, **more: Any) -> Worker:
    more.setdefault("log", Lines())
    return Worker(store, sender or Sender(EVERYWHERE), now=now or clock.now, chance=lambda: 0.5, **more)


def work_off(worker: Worker) -> list[Outcome]:
    """Take and send until nothing is due."""
    outcomes = []
    while jobs := worker.take():
        outcomes += [worker.deliver(job) for job in jobs]
    return outcomes


@contextmanager
def working(app: Flask, output: Path, count: int = 1) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many workers as processes of their own."""
    url = store_of(app).url.render_as_string(hide_password=False)
    environment = {**os.environ, "DATABASE_URL": url, "WEBHOOKS_ALLOW_PRIVATE": "1", "LOG_LEVEL": "INFO"}
    with output.open("ab") as lines:
        workers = [subprocess.Popen(WORK, cwd=ROOT, env=environment, stdout=lines, stderr=lines) for _ in range(count)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


@contextmanager
def run(worker: Worker) -> Iterator[None]:
    """A worker that runs in a thread until the block ends."""
    running = threading.Thread(target=worker.run)
    running.start()
    try:
        yield
    finally:
        worker.stop()
        running.join()


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what a process does; a pause is no part of what is tested."""
    paused = threading.Event()
    for _ in range(int(PATIENCE / 0.05)):
        if condition():
            return
        paused.wait(0.05)
    raise AssertionError("it has not come to that")


def test_what_was_stored_arrives_and_is_proved(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    with receiving() as receiver:
        hook = Hook(client, keys, receiver.url)
        entry = play.deal(80, declarer="N")["entry"]
        second = hook.ask("POST", "/secret")["secret"]
        lines = Lines()
        assert work_off(worker_of(store, log=lines)) == [ARRIVED]
    told, sent = hook.deliveries()[0], receiver.received[0]
    assert (told["status"], told["attempts"], told["last_status"]) == ("delivered", 1, 204)
    assert "next_at" not in told and "last_error" not in told
    for secret in (hook.made["secret"], second):
        assert Webhook(secret).verify(sent.body, sent.headers) == {"type": "deal.scored", "timestamp": entry["at"], "data": entry}
    line = lines.lines[0]
    assert line.pop("ms") >= 0
    named = {"webhook": hook.made["id"], "delivery": told["id"], "type": "deal.scored"}
    assert line == {"level": "info", "event": "delivery", **named, "attempt": 1, "status": 204}


def test_an_entry_whose_deliveries_cannot_be_written_is_not_stored(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook = Hook(client, keys)
    play.deal(80, declarer="N")
    for name, other in (("deliveries", "hidden"), ("hidden", "deliveries")):
        with store.writing() as session:
            session.execute(text(f"ALTER TABLE {name} RENAME TO {other}"))
        play.post("deals", {"kind": "score", "deal": {"attackers_points": 80}}, 503 if other == "hidden" else 201)
    assert play.state()["seq"] == 2 and len(hook.deliveries()) == 2


def test_events_come_in_their_order_one_at_a_time(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, other = Hook(client, keys), Hook(client, keys)
    play.deal(80, declarer="N")
    for _ in range(3):
        play.deal(80)
    sender = Scripted(ARRIVED)
    worker = worker_of(store, sender)
    jobs = worker.take()
    assert {job.webhook_id for job in jobs} == {hook.made["id"], other.made["id"]}
    assert worker.take() == []  # while an attempt at each is made
    for job in jobs:
        worker.deliver(job)
    work_off(worker)
    for one in (hook, other):
        seqs = [json.loads(job.payload)["data"]["seq"] for job in sender.jobs if job.webhook_id == one.made["id"]]
        assert seqs == [1, 2, 3, 4]


def test_attempts_come_ever_later_and_then_no_more(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, now, sender = Hook(client, keys), Clock(), Scripted(REFUSED)
    play.deal(80, declarer="N")
    worker = worker_of(store, sender, now)
    for attempt, delay in enumerate(DELAYS, 1):
        assert work_off(worker) == [REFUSED]
        told = hook.deliveries()[0]
        assert (told["status"], told["attempts"], told["last_error"]) == ("pending", attempt, "http_status")
        now.ahead += delay - timedelta(milliseconds=1)
        assert worker.take() == []
        now.ahead += timedelta(milliseconds=1)
    assert work_off(worker) == [REFUSED]
    told = hook.deliveries()[0]
    assert (told["status"], told["attempts"], told["last_status"]) == ("failed", 9, 500) and "next_at" not in told
    now.ahead += timedelta(days=400)
    assert worker.take() == []
    assert len({job.id for job in sender.jobs}) == 1


def test_a_receiver_that_asks_for_time_gets_it(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    now = Clock()
    Hook(client, keys)
    play.deal(80, declarer="N")
    worker = worker_of(store, Scripted(Outcome(429, "http_status", timedelta(minutes=2)), ARRIVED), now)
    assert work_off(worker)[0].status == 429
    now.ahead += timedelta(seconds=119)
    assert worker.take() == []
    now.ahead += timedelta(seconds=1)
    assert work_off(worker) == [ARRIVED]


def test_a_410_ends_it(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    with receiving(status(410)) as receiver:
        hook = Hook(client, keys, receiver.url)
        play.deal(80, declarer="N")
        play.deal(80)
        work_off(worker_of(store))
        assert len(receiver.received) == 1
    assert hook.get()["disabled_because"] == "gone"
    assert [one["status"] for one in hook.deliveries()] == ["failed", "failed"]


def test_one_that_hangs_keeps_only_itself_waiting(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    release = threading.Event()
    slow = {"id": ""}

    class Hanging:
        def send(self, job: Job, at: datetime) -> Outcome:
            if job.webhook_id == slow["id"]:
                assert release.wait(PATIENCE)
            return ARRIVED

    hung, quick = Hook(client, keys), Hook(client, keys)
    slow["id"] = hung.made["id"]
    play.deal(80, declarer="N")
    for _ in range(4):
        play.deal(80)
    worker = worker_of(store, Hanging(), threads=2)
    running = threading.Thread(target=worker.run)
    running.start()
    try:
        wait_until(lambda: [one["status"] for one in quick.deliveries()] == ["delivered"] * 5)
        assert [one["status"] for one in hung.deliveries()] == ["pending"] * 5
        assert [one["attempts"] for one in hung.deliveries()] == [0, 0, 0, 0, 1]
    finally:
        worker.stop()
        release.set()
        running.join()
    assert hung.deliveries()[-1]["status"] == "delivered"  # what is on its way when it stops


def test_what_a_worker_claimed_and_never_sent_is_sent_by_another(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, now, sender = Hook(client, keys), Clock(), Scripted(ARRIVED)
    play.deal(80, declarer="N")
    lost = worker_of(store, sender, now).take()
    other = worker_of(store, sender, now)
    assert len(lost) == 1 and other.take() == []
    now.ahead += LEASE
    assert work_off(other) == [ARRIVED]
    assert [(one["status"], one["attempts"]) for one in hook.deliveries()] == [("delivered", 2)]
    assert sender.jobs[0].id == lost[0].id


def test_a_late_result_does_not_undo_a_later_one(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, now = Hook(client, keys), Clock()
    play.deal(80, declarer="N")
    late, quick = worker_of(store, Scripted(REFUSED), now), worker_of(store, Scripted(ARRIVED), now)
    (held,) = late.take()
    now.ahead += LEASE
    work_off(quick)
    done = hook.deliveries()
    late.deliver(held)
    assert hook.deliveries() == done and done[0]["status"] == "delivered"


def test_an_attempt_that_fails_by_our_fault_is_one_that_has_failed(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    class Broken:
        def send(self, job: Job, at: datetime) -> Outcome:
            raise ZeroDivisionError

    hook, lines = Hook(client, keys), Lines()
    play.deal(80, declarer="N")
    work_off(worker_of(store, Broken(), log=lines))
    assert hook.deliveries()[0]["last_error"] == "internal_error"
    assert [(line["level"], line["event"]) for line in lines.lines] == [("error", "delivery_failed"), ("warning", "delivery")]


class Failing:
    """A store that is away so many times, for one kind of session."""

    def __init__(self, store: Store, **times: int) -> None:
        self.store, self.times = store, times

    def _session(self, kind: str, **how: Any) -> Any:
        if self.times.get(kind, 0) > 0:
            self.times[kind] -= 1
            raise StoreError("store_away")
        return getattr(self.store, kind)(**how)

    def reading(self, **how: Any) -> Any:
        return self._session("reading", **how)

    def writing(self) -> Any:
        return self._session("writing")


@pytest.mark.full
def test_a_store_that_is_away_is_waited_for(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, lines = Hook(client, keys), Lines()
    play.deal(80, declarer="N")
    failing: Any = Failing(store, reading=2)
    worker = worker_of(failing, Scripted(ARRIVED), log=lines)
    running = threading.Thread(target=worker.run)
    running.start()
    wait_until(lambda: hook.deliveries()[0]["status"] == "delivered")
    worker.stop()
    running.join()
    events = [line["event"] for line in lines.lines]
    assert events == ["webhooks_started", "store_away", "store_back", "delivery", "webhooks_stopped"]


def test_a_result_is_brought_to_the_store_when_it_is_back(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, lines = Hook(client, keys), Lines()
    play.deal(80, declarer="N")
    failing: Any = Failing(store)
    worker = worker_of(failing, Scripted(ARRIVED), log=lines)
    (job,) = worker.take()
    worker.stop()  # so that it does not pause between its tries
    failing.times = {"writing": 2}
    worker.deliver(job)
    assert hook.deliveries()[0]["status"] == "delivered"
    hook.ask("POST", f"/deliveries/{job.id}/redeliver", 202)
    (job,) = worker.take()
    failing.times = {"writing": 1000}
    worker.deliver(job)
    assert [line["event"] for line in lines.lines] == ["delivery", "result_lost", "delivery"]
    assert hook.deliveries()[0]["status"] == "pending"  # and due again when the lease is over


def test_a_worker_that_is_killed_while_it_sends_loses_nothing(
    client: CheckedClient, keys: Keys, play: Play, store: Store, app: Flask, tmp_path: Path
) -> None:
    hold = threading.Event()

    def reply(handler: Any) -> None:
        hold.wait(PATIENCE)

    with receiving(reply) as receiver:
        hook = Hook(client, keys, receiver.url)
        play.deal(80, declarer="N")
        play.deal(80)
        with working(app, tmp_path / "lines") as (process,):
            receiver.wait_for(1)
            process.send_signal(signal.SIGKILL)
            assert process.wait(PATIENCE) == -signal.SIGKILL
        hold.set()
        assert [(one["status"], one["attempts"]) for one in hook.deliveries()] == [("pending", 0), ("pending", 1)]
        receiver.reply = status(204)
        work_off(worker_of(store, now=Clock()))  # when the lease is over
    assert [one["status"] for one in hook.deliveries()] == ["delivered", "delivered"]
    first, *others = receiver.ids()
    assert sorted(others) == sorted(one["id"] for one in hook.deliveries()) and first in others


@pytest.mark.full
def test_two_workers_send_everything_once(client: CheckedClient, keys: Keys, play: Play, app: Flask, tmp_path: Path) -> None:
    with receiving() as receiver:
        hooks = [Hook(client, keys, receiver.url) for _ in range(4)]
        play.deal(80, declarer="N")
        with working(app, tmp_path / "lines", 2) as workers:
            for _ in range(24):
                play.deal(80)
            wait_until(lambda: all({one["status"] for one in hook.deliveries()} == {"delivered"} for hook in hooks))
            for process in workers:
                process.terminate()
            assert [process.wait(PATIENCE) for process in workers] == [0, 0]
    told = [one for hook in hooks for one in hook.deliveries()]
    seqs = {one["seq"] for one in told}
    assert len(told) == 4 * len(seqs) and len(seqs) >= 25 and {one["attempts"] for one in told} == {1}
    assert sorted(receiver.ids()) == sorted(one["id"] for one in told)


@pytest.mark.full
def test_told_to_stop_a_worker_ends_what_is_on_its_way(client: CheckedClient, keys: Keys, play: Play, app: Flask, tmp_path: Path) -> None:
    release = threading.Event()

    def reply(handler: Any) -> None:
        assert release.wait(PATIENCE)
        status(200)(handler)

    lines = tmp_path / "lines"
    with receiving(reply) as receiver:
        hook = Hook(client, keys, f"{receiver.url}?token=of-the-url")
        play.deal(80, declarer="N")
        play.deal(80)
        with working(app, lines) as (process,):
            receiver.wait_for(1)
            process.terminate()
            release.set()
            assert process.wait(PATIENCE) == 0
    assert [one["status"] for one in hook.deliveries()] == ["pending", "delivered"]
    written = lines.read_text()
    assert [json.loads(line)["event"] for line in written.splitlines()] == ["webhooks_started", "delivery", "webhooks_stopped"]
    assert all(json.loads(line)["timestamp"].endswith("Z") for line in written.splitlines())
    for hidden in (hook.made["secret"], "whsec_", "of-the-url", "declarer", play.begun["read_token"], _signature(receiver)):
        assert hidden not in written


def _signature(receiver: Receiver) -> str:
    return receiver.received[0].headers["webhook-signature"]


def test_a_level_of_the_log_may_be_asked_for(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    log = log_to("WARNING")
    log("info", "delivery", status=204)
    log("warning", "delivery", error="timeout")
    written = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [(line["level"], line["error"]) for line in written] == [("warning", "timeout")]


def test_what_became_of_deliveries_is_kept_for_its_time(client: CheckedClient, keys: Keys, play: Play, store: Store) -> None:
    hook, now, lines = Hook(client, keys), Clock(), Lines()
    worker = worker_of(store, Scripted(ARRIVED, ARRIVED, REFUSED), now, log=lines, keep=timedelta(days=30))
    play.deal(80, declarer="N")
    play.deal(80)
    work_off(worker)
    play.deal(80)
    work_off(worker)
    now.ahead = timedelta(days=29)
    assert worker.tidy() == 0
    now.ahead = timedelta(days=30)
    assert worker.tidy() == 2
    assert [one["status"] for one in hook.deliveries()] == ["pending"]  # however old it is
    assert worker.tidy() == 0
    assert play.state()["seq"] == 3


def test_a_running_worker_tidies_up_and_waits_for_a_store_that_is_away(
    client: CheckedClient, keys: Keys, play: Play, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, now, lines, tidied = Hook(client, keys), Clock(), Lines(), list[int]()
    play.deal(80, declarer="N")
    work_off(worker_of(store, Scripted(ARRIVED), now))
    now.ahead = timedelta(days=100)
    away = Failing(store, writing=1)
    with run(worker_of(cast(Any, away), Scripted(ARRIVED), now, log=lines)):
        wait_until(lambda: away.times == {"writing": 0})
    assert len(hook.deliveries()) == 1
    patient = worker_of(store, Scripted(ARRIVED), now, log=lines)
    tidy = patient.tidy

    def note() -> int:
        tidied.append(tidy())
        return tidied[-1]

    monkeypatch.setattr(patient, "tidy", note)
    with run(patient):
        wait_until(lambda: hook.deliveries() == [])
        play.deal(80)
        wait_until(lambda: [one["status"] for one in hook.deliveries()] == ["delivered"])
    assert tidied == [1]  # however often it has looked for deliveries meanwhile
    assert [line for line in lines.lines if line["event"] == "deliveries_removed"] == [
        {"level": "info", "event": "deliveries_removed", "count": 1}
    ]

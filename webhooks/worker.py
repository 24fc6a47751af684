"""The worker: takes what is due, sends it by a few threads, and records what has come of it. Any number of workers may run."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import SystemRandom
from threading import Event, Lock
from typing import Any, Final, Protocol

from store import clock, deliveries
from store.database import Store
from store.deliveries import LEASE, Job
from store.errors import StoreError
from webhooks.retrying import delay_after
from webhooks.sending import Outcome, Sender

THREADS: Final = 16
"""Attempts at once, each at another webhook: as many can hang before others wait for them."""
POLLED_EVERY: Final = 1.0
"""Seconds between two looks at a store in which nothing was due."""
KEPT: Final = timedelta(days=90)
"""For how long what became of a delivery is kept."""
TIDIED_EVERY: Final = 3600.0
"""Seconds between two looks for deliveries that need not be kept any more."""
_TIDIED_AT_ONCE: Final = 500
"""Of one transaction, so that appends need not wait for it."""
_TRIES: Final = 30
"""How often a result is brought to a store that is away, a second apart: within the lease."""
_CHANCE: Final = SystemRandom()

Clock = Callable[..., str]
"""`store.clock.now` or another one: the time, or the time in a while."""
Log = Callable[..., Any]
"""Takes a level, the name of an event and its facts."""


class Sends(Protocol):
    """What makes an attempt."""

    def send(self, job: Job, at: datetime) -> Outcome:
        """Make it."""


class Worker:
    """Sends what is due until it is told to stop.

    One attempt at a time is made for each webhook, so its events come in their order while it answers, and one that hangs keeps
    only itself waiting.
    """

    def __init__(
        self,
        store: Store,
        sender: Sends | None = None,
        *,
        log: Log,
        now: Clock = clock.now,
        chance: Callable[[], float] = _CHANCE.random,
        threads: int = THREADS,
        keep: timedelta = KEPT,
    ) -> None:
        self._store, self._sender, self._log, self._now, self._chance = store, sender or Sender(), log, now, chance
        self._threads, self._keep = threads, keep
        self._tidied = -TIDIED_EVERY
        self._busy: set[int] = set()
        self._lock = Lock()
        self._stop, self._wake = Event(), Event()
        self._is_away = False

    def run(self) -> None:
        """Take and send until `stop`; then wait for what is on its way."""
        self._log("info", "webhooks_started", threads=self._threads)
        with ThreadPoolExecutor(self._threads, "webhooks") as pool:
            while not self._stop.is_set():
                self._wake.clear()
                for job in self._taken():
                    pool.submit(self.deliver, job)
                self._tidied_up()
                self._wake.wait(POLLED_EVERY)
        self._log("info", "webhooks_stopped")

    def stop(self) -> None:
        """Take nothing more. A handler of a signal may call this."""
        self._stop.set()
        self._wake.set()

    def take(self) -> list[Job]:
        """Claim the delivery that has been due longest of each webhook that is not busy, as many as there are threads for.

        Nothing is written where nothing is due. Raises StoreError.
        """
        at = self._now()
        with self._lock:
            busy = set(self._busy)
        free = self._threads - len(busy)
        if free <= 0:
            return []
        with self._store.reading() as session:
            waiting = deliveries.due(session, at, besides=busy, limit=free)
        if not waiting:
            return []
        with self._store.writing() as session:
            claimed = (deliveries.claim(session, webhook_uid, at, self._now(LEASE)) for webhook_uid in waiting)
            jobs = [job for job in claimed if job is not None]
        with self._lock:
            self._busy.update(job.webhook_uid for job in jobs)
        return jobs

    def tidy(self) -> int:
        """Remove what need not be kept any more; how many deliveries. Raises StoreError."""
        before, removed = self._now(-self._keep), 0
        while not self._stop.is_set():
            with self._store.writing() as session:
                count = deliveries.forget(session, before, most=_TIDIED_AT_ONCE)
            removed += count
            if not count:
                break
        return removed

    def deliver(self, job: Job) -> Outcome:
        """Make an attempt at a claimed delivery and record what has come of it."""
        started = time.monotonic()
        try:
            outcome = self._attempted(job)
            self._recorded(job, outcome)
        finally:
            with self._lock:
                self._busy.discard(job.webhook_uid)
            self._wake.set()
        facts: dict[str, Any] = {"webhook": job.webhook_id, "delivery": job.id, "type": job.type, "attempt": job.attempts}
        facts |= {} if outcome.status is None else {"status": outcome.status}
        facts |= {} if outcome.error is None else {"error": outcome.error}
        self._log("info" if outcome.error is None else "warning", "delivery", **facts, ms=round((time.monotonic() - started) * 1000, 3))
        return outcome

    def _taken(self) -> list[Job]:
        """The same, with nothing taken while the store is away, which is told once."""
        try:
            jobs = self.take()
        except StoreError as error:
            if not self._is_away:
                self._log("warning", "store_away", reason=error.code)
            self._is_away = True
            return []
        if self._is_away:
            self._log("info", "store_back")
        self._is_away = False
        return jobs

    def _tidied_up(self) -> None:
        """The same in its time; a store that is away has it done the next time."""
        if time.monotonic() - self._tidied < TIDIED_EVERY:
            return
        self._tidied = time.monotonic()
        try:
            removed = self.tidy()
        except StoreError:
            return
        if removed:
            self._log("info", "deliveries_removed", count=removed)

    def _attempted(self, job: Job) -> Outcome:
        try:
            return self._sender.send(job, datetime.fromisoformat(self._now()))
        except Exception as error:  # a mistake of ours is an attempt that has failed: the next one comes in its time
            self._log("error", "delivery_failed", delivery=job.id, reason=type(error).__name__)
            return Outcome(None, "internal_error")

    def _recorded(self, job: Job, outcome: Outcome) -> None:
        """Bring a result to the store, which may be away for a while. Where it stays away the lease ends, and it is sent again."""
        for _ in range(_TRIES):
            try:
                self._record(job, outcome)
                return
            except StoreError:
                self._stop.wait(1)
        self._log("error", "result_lost", delivery=job.id)

    def _record(self, job: Job, outcome: Outcome) -> None:
        with self._store.writing() as session:
            if outcome.error is None:
                deliveries.settle_delivered(session, job, outcome.status or 0, self._now())
            elif outcome.error == deliveries.GONE:
                deliveries.settle_gone(session, job, outcome.status or 0)
            else:
                delay: timedelta | None = delay_after(job.attempts, self._chance(), outcome.wait)
                next_at = None if delay is None else self._now(delay)
                deliveries.settle_failed(session, job, outcome.status, outcome.error, next_at)

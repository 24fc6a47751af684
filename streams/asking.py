"""One thread that asks the database for all streams: while a question waits, the loop that serves them goes on.

It is a thread of the system, so SQLite may block in it, and PostgreSQL's driver need not know of greenlets.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

from gevent.threadpool import ThreadPool  # type: ignore[import-untyped]

Answer = TypeVar("Answer")


class Asker:
    """Does what it is given, one thing after the other."""

    def __init__(self) -> None:
        self._thread: ThreadPool | None = None

    def ask(self, work: Callable[[], Answer]) -> Answer:
        """What the work returns, or raises. It sees the context of whoever asks; other greenlets run meanwhile."""
        if self._thread is None:  # not before the loop that it belongs to
            self._thread = ThreadPool(1)
        answers: list[Answer] = []

        def done() -> Exception | None:
            try:
                answers.append(work())
            except Exception as error:  # raised again below: gevent would print what its thread raises
                return error
            return None

        error: Exception | None = self._thread.apply(copy_context().run, (done,))
        if error is not None:
            raise error
        return answers[0]

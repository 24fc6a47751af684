"""The stream process as it runs for its users, and a listener that reads it event by event."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.server import PATIENCE, ROOT, free_port

COMMAND = [sys.executable, "-m", "gunicorn", "--config", "gunicorn_events.conf.py", "streams.app:create_app()"]


@dataclass
class StreamProcess:
    """A running stream process."""

    process: subprocess.Popen[bytes]
    port: int

    def kill(self) -> None:
        """End it and its worker at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def streaming(log: Path | None = None, **environment: str) -> Iterator[StreamProcess]:
    """Starts the process on a free port and stops it afterwards; all that it writes goes to `log`, or nowhere."""
    port = free_port()
    variables = {**os.environ, "EVENTS_PORT": str(port), **environment}
    with Path(log or os.devnull).open("ab") as out:
        process = subprocess.Popen(COMMAND, cwd=ROOT, env=variables, stdout=out, stderr=out, start_new_session=True)
    try:
        _wait_until_healthy(process, port)
        yield StreamProcess(process, port)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the stream process stopped with exit code {process.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise AssertionError("the stream process does not answer")


@dataclass
class Event:
    """An event as it came."""

    id: int
    type: str
    data: Any


class Listener:
    """One who listens, and knows the last event seen."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        self.answer = self._connection.getresponse()
        self.status = self.answer.status

    def next(self) -> Event | None:
        """The next event; None when the stream has been closed as it should be."""
        deadline = time.monotonic() + PATIENCE
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if line == "\n" and "data" in fields:
                return Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            if time.monotonic() > deadline:
                raise AssertionError("no event comes, the stream goes on")
            fields[name] = value
        return None

    def ids(self, count: int) -> list[int]:
        """The numbers of so many next events."""
        events = [self.next() for _ in range(count)]
        return [event.id for event in events if event is not None]

    def close(self) -> None:
        self.answer.close()
        self._connection.close()

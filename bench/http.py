"""plays/check over HTTP beside a bare Flask route on the same gunicorn settings, in turns within one run: `python -m bench.http`.

One worker serves, and one client keeps a few connections busy, so a core for each is wanted. What counts is the ratio.
"""

from __future__ import annotations

import contextlib
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import orjson

from bench.bare import PATH, question

ROOT = Path(__file__).resolve().parents[1]
CONNECTIONS = 4
ROUNDS = 40
ROUND_SECONDS = 0.25
WANTED = 0.85
_PATIENCE = 30.0


def main() -> None:
    """Measure and print the two rates, their ratio, and the slowest hundredth of the answers."""
    with serving("app:create_app()") as ours, serving("bench.bare:create_app()") as bare:
        clients = {"ours": Client(ours), "bare": Client(bare)}
        for client in clients.values():
            client.rate(1.0)
        rounds = [{name: client.rate(ROUND_SECONDS) for name, client in clients.items()} for _ in range(ROUNDS)]
    ratio = statistics.median(each["ours"] / each["bare"] for each in rounds)
    for name, client in clients.items():
        rate = statistics.median(each[name] for each in rounds)
        print(f"{rate:10.0f} requests/s  {name}; 99 of 100 within {client.slowest_hundredth() * 1e3:.2f} ms")
    print(f"{ratio:10.3f} of the bare route  (wanted ≥ {WANTED:g}){' !' if ratio < WANTED else ''}")


@contextlib.contextmanager
def serving(app: str) -> Iterator[int]:
    """The port of one worker of gunicorn that serves an app with the shipped settings, its log lines thrown away."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "WEB_CONCURRENCY": "1"}
    command = [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", app]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(_PATIENCE)


def wait_for(port: int) -> None:
    """Return when what listens on a port answers /healthz."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


class Client:
    """Asks one question again and again over connections that it keeps open."""

    def __init__(self, port: int) -> None:
        body = orjson.dumps(question())
        head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self._request = head.encode() + body
        self._sockets = [socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE) for _ in range(CONNECTIONS)]
        self._taken: list[float] = []

    def rate(self, seconds: float) -> float:
        """Answers a second, asked for so many seconds: each connection has a question open all the time."""
        sent = []
        begin = time.perf_counter()
        for connection in self._sockets:
            connection.sendall(self._request)
            sent.append(time.perf_counter())
        answered = 0
        while (now := time.perf_counter()) < begin + seconds:
            turn = answered % CONNECTIONS
            self._receive(self._sockets[turn])
            now = time.perf_counter()
            self._taken.append(now - sent[turn])
            self._sockets[turn].sendall(self._request)
            sent[turn] = now
            answered += 1
        spent = now - begin
        for step in range(CONNECTIONS):
            self._receive(self._sockets[(answered + step) % CONNECTIONS])
        return answered / spent

    @staticmethod
    def _receive(connection: socket.socket) -> None:
        """Take one answer of the announced length."""
        received = connection.recv(65536)
        while b"\r\n\r\n" not in received:
            received += connection.recv(65536)
        head, _, body = received.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise AssertionError(received[:1000])
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        left = length - len(body)
        while left > 0:
            left -= len(connection.recv(65536))

    def slowest_hundredth(self) -> float:
        """The time in seconds within which 99 of 100 answers came."""
        return statistics.quantiles(self._taken, n=100)[-1]


if __name__ == "__main__":
    main()

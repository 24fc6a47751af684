"""Decisions while many listen: `python -m bench.streams`. Idle listeners on the stream process must leave the workers their rate.

The stream process is stopped and let go on in turns (SIGSTOP, SIGCONT), and the rate of plays/check is taken in both states: the
listeners stay connected, and what differs is only whether somebody looks for news. What counts is the ratio.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app import create_app
from bench.http import ROOT, Client, serving, wait_for
from store import migrating
from store.keys import create_key

LISTENERS = 200
MATCHES = 20
ROUNDS = 40
ROUND_SECONDS = 0.5
WANTED = 0.9
_PATIENCE = 30.0


def main() -> None:
    """Measure and print the two rates and the share that is left."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'streams.db'}"
        addresses = _matches()
        with _streaming() as (process, port), contextlib.ExitStack() as stack, serving("app:create_app()") as decisions:
            for number in range(LISTENERS):
                stack.enter_context(_listening(port, addresses[number % MATCHES]))
            client = Client(decisions)
            client.rate(1.0)
            rounds = []
            for turn in range(ROUNDS):
                states = (signal.SIGSTOP, signal.SIGCONT) if turn % 2 else (signal.SIGCONT, signal.SIGSTOP)
                rates = {state: _rate(client, process, state) for state in states}
                rounds.append((rates[signal.SIGSTOP], rates[signal.SIGCONT]))
    share = statistics.median(beside / alone for alone, beside in rounds)
    for name, taken in zip(("alone", f"beside {LISTENERS} listeners"), zip(*rounds, strict=True), strict=True):
        print(f"{statistics.median(taken):10.0f} requests/s  {name}")
    print(f"{share:10.3f} of the rate is left  (wanted ≥ {WANTED:g}){' !' if share < WANTED else ''}")


def _rate(client: Client, process: subprocess.Popen[bytes], state: signal.Signals) -> float:
    os.killpg(process.pid, state)
    return client.rate(ROUND_SECONDS)


def _matches() -> list[str]:
    """The addresses of the events of a few matches, each with a deal."""
    app = create_app({"LOG_LEVEL": "ERROR"})
    store = app.extensions["shengji-store"]
    migrating.upgrade(store)
    with store.writing() as session:
        key = create_key(session, "bench", "admin")
    client, headers, addresses = app.test_client(), {"Authorization": f"Bearer {key}"}, []
    for _ in range(MATCHES):
        match = client.post("/v1/matches", json={"ruleset": "march8-2012"}, headers=headers).get_json()
        deal = {"kind": "score", "deal": {"declarer": "N", "attackers_points": 80}}
        client.post(f"/v1/matches/{match['id']}/deals", json=deal, headers=headers)
        addresses.append(f"/v1/matches/{match['id']}/events?token={match['read_token']}")
    store.close()
    return addresses


@contextlib.contextmanager
def _streaming() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The stream process and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--config", "gunicorn_events.conf.py", "streams.app:create_app()"]
    environment, nowhere = {**os.environ, "EVENTS_PORT": str(port)}, subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=nowhere, stderr=nowhere, start_new_session=True)
    try:
        wait_for(port)
        yield process, port
    finally:
        os.killpg(process.pid, signal.SIGCONT)
        process.terminate()
        process.wait(_PATIENCE)


@contextlib.contextmanager
def _listening(port: int, address: str) -> Iterator[None]:
    """A listener that has read what there is and waits for more."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    connection.request("GET", address)
    answer = connection.getresponse()
    while not answer.readline().startswith(b"data: "):
        pass
    try:
        yield
    finally:
        answer.close()
        connection.close()


if __name__ == "__main__":
    main()

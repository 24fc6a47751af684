"""The service as it runs for its users: gunicorn with the shipped settings, on a free port of this machine."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", "app:create_app()"]
PATIENCE = 30.0
"""Seconds until a server that does not answer /healthz is given up."""


def free_port() -> int:
    """A TCP port of the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def lasting_port() -> int:
    """A free port that stays free while its server is away: none of those that the kernel gives to clients as it likes."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


@contextmanager
def serving(**environment: str) -> Iterator[str]:
    """Starts gunicorn as `make serve` does and gives its base address; stops it afterwards."""
    with running(None, **environment) as (_, port):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def running(errors: Path | None, **environment: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The same with the process and its port; what it writes to standard error goes to a file when one is given."""
    port = free_port()
    with errors.open("wb") if errors is not None else nullcontext() as stderr:
        server = subprocess.Popen(COMMAND, cwd=ROOT, env={**os.environ, "PORT": str(port), **environment}, stderr=stderr)
    try:
        wait_until_healthy(server, f"http://127.0.0.1:{port}")
        yield server, port
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_until_healthy(server: subprocess.Popen[bytes], base: str) -> None:
    """Wait for the first answer of a server. Raises AssertionError when it stops or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise AssertionError(f"gunicorn stopped with exit code {server.returncode}")
        try:
            with urllib.request.urlopen(f"{base}/healthz", timeout=5):
                return
        except OSError:  # refused, reset, or a worker that listens already and is not ready yet
            time.sleep(0.1)
    raise AssertionError(f"no answer from {base}/healthz within {PATIENCE:.0f} s")

"""A receiver of webhooks on this machine: it keeps what it is sent, and answers as it is told."""

from __future__ import annotations

import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.required import require

PATIENCE = 30.0
"""Seconds until what should be sent is given up."""


class Received(NamedTuple):
    """What was sent, as it came."""

    path: str
    headers: dict[str, str]
    """By their names in lower case."""
    body: bytes


Reply = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Receiver:
    """Where it listens, how it answers, and what it was sent."""

    port: int
    scheme: str
    reply: Reply
    received: list[Received] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook"

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self.news:
            self.received.append(Received(handler.path, headers, body))
            self.news.notify_all()
        self.reply(handler)

    def wait_for(self, count: int) -> list[Received]:
        """What was sent, as soon as it is so many."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.received) >= count, PATIENCE), f"{len(self.received)} of {count}"
            return list(self.received)

    def ids(self) -> list[str]:
        return [one.headers["webhook-id"] for one in self.received]


def status(code: int, **headers: str) -> Reply:
    """Answers with a status and headers (`_` for `-`), and a body that nobody needs."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "2")
        handler.end_headers()
        handler.wfile.write(b"ok")

    return reply


def raw(*parts: bytes) -> Reply:
    """Writes these bytes in place of an answer, and hangs up."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        for part in parts:
            handler.wfile.write(part)

    return reply


@contextmanager
def receiving(reply: Reply | None = None, context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver that answers 204 unless it is told otherwise; over TLS with a context."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.take(self)

        def do_GET(self) -> None:
            receiver.take(self)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # senders that hang up are what is tested

    server = Server(("127.0.0.1", 0), Handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver = Receiver(server.server_address[1], "http" if context is None else "https", reply or status(204))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def certificate(folder: Path, *names: str) -> Path:
    """A certificate for these names with its key, in one file, that only whoever is told so trusts."""
    file, key = folder / "certificate.pem", folder / "key.pem"
    alternatives = ",".join(f"{'IP' if name[0].isdigit() else 'DNS'}:{name}" for name in names)
    openssl = require("openssl")
    made = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    made += ["-subj", "/CN=receiver", "-addext", f"subjectAltName={alternatives}", "-keyout", str(key), "-out", str(file)]
    subprocess.run(made, check=True, capture_output=True)
    whole = folder / "whole.pem"
    whole.write_bytes(file.read_bytes() + key.read_bytes())
    return whole

"""The worker of the stream process: gunicorn's for gevent. A connection is for one request, and whoever has gone cannot hold it."""

from __future__ import annotations

import errno
import socket
import time
from typing import Any, Final

import gevent.socket  # type: ignore[import-untyped]
from gunicorn.workers.base_async import AsyncWorker  # type: ignore[import-untyped]
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

from api.settings import client_timeout

_UNANSWERED_FOR: Final = 45_000
"""Milliseconds after which a peer that acknowledges nothing counts as gone: three heartbeats."""


class Client(gevent.socket.socket):  # type: ignore[misc]
    """A connection: its request must have arrived in time, and who takes nothing of what is sent for so long has gone."""

    def limit(self, patience: float) -> None:
        """Give the client so many seconds for its request, and for taking each event."""
        self._patience = patience
        self._until = time.monotonic() + patience
        if hasattr(socket, "TCP_USER_TIMEOUT") and self.family in (socket.AF_INET, socket.AF_INET6):
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNANSWERED_FOR)

    def recv(self, *args: Any) -> bytes:
        """What has arrived; nothing more when the time is over, as if the client had closed."""
        self.settimeout(max(self._until - time.monotonic(), 0.001))
        try:
            received: bytes = super().recv(*args)
        except TimeoutError:
            return b""
        return received

    def sendall(self, *args: Any) -> None:
        """Send everything. Raises BrokenPipeError, which gunicorn passes over, where the client does not take it."""
        self.settimeout(self._patience)
        try:
            super().sendall(*args)
        except OSError as error:
            raise BrokenPipeError(errno.EPIPE, "the listener has gone") from error


class Worker(GeventWorker):  # type: ignore[misc]
    """Greenlets that wait for their listeners' matches."""

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection."""
        limited = Client(fileno=client.detach())
        limited.limit(client_timeout())
        AsyncWorker.handle(self, listener, limited, addr)

"""A relay before a server's port, which a test opens, closes and silences: so a server comes, goes and hangs that stays where it is."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock, Thread
from types import TracebackType

from tests.support.server import lasting_port


class Relay:
    """Passes on what comes to its port, while it is open. It begins closed."""

    def __init__(self, host: str, port: int) -> None:
        self.port = lasting_port()
        self.is_silent = False
        self._to = (host, port)
        self._lock = Lock()
        self._listening: socket.socket | None = None
        self._connections: list[socket.socket] = []

    def __enter__(self) -> Relay:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def open(self) -> None:
        """Take connections."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def close(self) -> None:
        """Cut all connections, and refuse new ones."""
        with self._lock:
            sockets = [*self._connections, *([] if self._listening is None else [self._listening])]
            self._connections, self._listening = [], None
        for each in sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):  # closed
            while True:
                near = listening.accept()[0]
                far = socket.create_connection(self._to)
                with self._lock:
                    self._connections += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self.is_silent:
                    other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

"""The worker process: gunicorn's pool of threads, where no client can hold a thread, or the loop that feeds them, for long.

gunicorn's own worker gives a thread to a connection that has sent nothing yet, waits without end for the rest of a request, and
waits in its main loop for clients to close. Here a connection takes a thread when its first bytes have arrived, a client that pauses
for CLIENT_TIMEOUT seconds or needs three times as long altogether is given up, and closing is waited for by the poller.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from collections import deque
from functools import partial
from typing import Any

from gunicorn.http.errors import ConfigurationProblem, InvalidRequestLine, NoMoreData  # type: ignore[import-untyped]
from gunicorn.http.message import Request  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from api.settings import client_timeout

WHOLE = 3
"""A whole request may take that many times the longest pause, and a whole answer again."""
LINGER = 2.0
"""Seconds that an answered client has for closing; what it still sends is read meanwhile, for else it might never see the answer."""
_BLOCK = 64 * 1024
_NOBODY_THERE = {errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED}


class ClientTimeoutError(NoMoreData, TimeoutError):  # type: ignore[misc]
    """The client was too slow. To gunicorn it has gone away, which is no error of ours and is not logged as one."""


class ClientSocket(socket.socket):
    """A client's connection, where blocking means to wait for as long as the client is given."""

    patience = 0.0
    _direction = ""
    _until = 0.0

    def setblocking(self, flag: bool) -> None:
        """Block, or not. gunicorn calls this before each request, so the client's time starts anew."""
        self._direction = ""
        self.settimeout(self.patience if flag else 0)

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        """What has arrived, when it does in time."""
        self._grant("in")
        try:
            return super().recv(bufsize, flags)
        except TimeoutError as error:
            raise self._given_up() from error

    def send(self, data: Any, flags: int = 0, /) -> int:
        """Send as much as goes, when the client takes any in time."""
        self._grant("out")
        try:
            return super().send(data, flags)
        except TimeoutError as error:
            raise self._given_up() from error

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send everything; the pauses are counted one by one."""
        left = memoryview(data)
        while left:
            left = left[self.send(left, flags) :]

    def _grant(self, direction: str) -> None:
        """Set the timeout of the next call, from how long this one and all others in its direction may take."""
        if self.gettimeout() == 0:
            return
        now = time.monotonic()
        if direction != self._direction:
            self._direction, self._until = direction, now + WHOLE * self.patience
        left = self._until - now
        if left <= 0:
            raise ClientTimeoutError
        self.settimeout(min(left, self.patience))

    def _given_up(self) -> ClientTimeoutError:
        self._until = 0.0
        return ClientTimeoutError()


class ClientRequest(Request):  # type: ignore[misc]
    """A request whose connection closes after a body that could not be read, and whose answer says so."""

    def should_close(self) -> bool:
        """Is this the connection's last request?"""
        return bool(self.body.failed or super().should_close())


class Connection(TConn):  # type: ignore[misc]
    """A connection that leaves waiting for its client's end to the worker."""

    def __init__(self, worker: Worker, sock: ClientSocket, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker

    def init(self) -> None:
        """Make ready for the first request."""
        super().init()
        self.parser.mesg_class = ClientRequest

    def close(self, graceful: bool = False) -> None:
        """Close; gracefully when the answer could else be lost."""
        if not (graceful and self.worker.linger(self)):
            super().close()


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads for clients that send, the poller for those that do not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = client_timeout()
        self.lingering: deque[Connection] = deque()

    def accept(self, listener: Any) -> None:
        """Take a new connection."""
        self._take(listener)

    def _take(self, listener: Any) -> bool:
        """Put a new connection on the poller until its first bytes are there; false when there is none."""
        try:
            accepted, address = listener.accept()
        except OSError as error:
            if error.errno not in _NOBODY_THERE:
                raise
            return False
        sock = ClientSocket(accepted.family, accepted.type, accepted.proto, accepted.detach())
        sock.patience = self.patience
        conn = Connection(self, sock, address, listener.getsockname())
        conn.timeout = time.monotonic() + self.patience
        self.nr_conns += 1
        self.pending_conns.append(conn)
        self.poller.register(sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))
        return True

    def linger(self, conn: Connection) -> bool:
        """Wait on the poller until an answered client closes; false when it has gone already."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            return False
        conn.timeout = time.monotonic() + LINGER
        self.nr_conns += 1
        self.lingering.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_lingering_readable, conn))
        return True

    def _on_lingering_readable(self, conn: Connection, sock: socket.socket) -> None:
        try:
            if sock.recv(_BLOCK):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.lingering.remove(conn)
        self._drop(conn)

    def _drop(self, conn: Connection) -> None:
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close what has waited too long on the poller, and what has waited longest when there are too many connections."""
        now = time.monotonic()
        for waiting in (self.lingering, self.pending_conns):
            while waiting and (waiting[0].timeout <= now or self.nr_conns >= self.worker_connections):
                self._drop(waiting.popleft())

    def _cap_keepalive(self, deadline: float) -> None:
        """What gunicorn does once when it stops for good: here it also takes who has connected already, and refuses all others."""
        for listener in self.sockets:
            while self.nr_conns < self.worker_connections and self._take(listener):
                pass
            listener.close()
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that gunicorn cannot pass on. A path outside the process's SCRIPT_NAME is the client's fault."""
        super().handle_error(req, client, addr, InvalidRequestLine(req.uri) if isinstance(exc, ConfigurationProblem) else exc)

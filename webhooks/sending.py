"""One attempt at a delivery: a POST to an address that was looked at, signed, within ten seconds, that follows nobody anywhere."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse
from threading import Event, Timer
from typing import Final, NamedTuple

from standardwebhooks import Webhook

from store.deliveries import Job
from webhooks.addresses import Address, LookUp, Networks, UnfitError, looked_up, reachable, read
from webhooks.retrying import retry_after

TIMEOUT: Final = 10.0
"""Seconds for a whole attempt."""
MOST_READ: Final = 4096
"""Bytes of an answer's body that are read, and thrown away."""
_WAITED_FOR: Final = (429, 503)
"""Statuses whose Retry-After counts."""

ERRORS: Final = (
    *("not_a_url", "url_with_credentials", "url_not_https", "url_not_public", "name_not_resolved"),
    *("connection_failed", "tls_failed", "timeout", "answer_not_http", "redirected", "http_status", "gone", "internal_error"),
)
"""What may go wrong with an attempt."""


class Outcome(NamedTuple):
    """How an attempt has ended: the status that was answered, and what went wrong; a delivery that has arrived has no error."""

    status: int | None
    error: str | None
    wait: timedelta | None = None
    """What the receiver has asked to be waited."""


@dataclass(frozen=True)
class Sender:
    """What attempts have in common: where they may lead, how names are looked up, whom TLS trusts, and the time that they have."""

    networks: Networks = ()
    look_up: LookUp = looked_up
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    seconds: float = TIMEOUT

    def send(self, job: Job, at: datetime) -> Outcome:
        """Make an attempt; whatever the receiver does, this ends with its outcome."""
        until = time.monotonic() + self.seconds
        try:
            address = read(job.url)
            places = reachable(address, self.networks, self.look_up)
            with closing(_connected(places, address.port, until)) as sock, _given_up(sock, until) as is_over:
                return self._asked(sock, address, job, at, is_over)
        except UnfitError as error:
            return Outcome(None, error.code)
        except TimeoutError:
            return Outcome(None, "timeout")
        except OSError:
            return Outcome(None, "connection_failed")

    def _asked(self, plain: socket.socket, address: Address, job: Job, at: datetime, is_over: Event) -> Outcome:
        """Send over a connection. What breaks it after its time was over has run out of time."""
        try:
            sock = self.context.wrap_socket(plain, server_hostname=address.host) if address.scheme == "https" else plain
            with closing(sock):
                return _outcome(_answer(sock, address, job, at, is_over), at)
        except ssl.SSLError:
            error = "tls_failed"
        except HTTPException:
            error = "answer_not_http"
        except TimeoutError:
            error = "timeout"
        except OSError:
            error = "connection_failed"
        return Outcome(None, "timeout" if is_over.is_set() else error)


def signed(job: Job, at: datetime) -> dict[str, str]:
    """The headers by which a receiver knows a delivery and whom it is from; each secret signs."""
    signatures = (Webhook(secret).sign(job.id, at, job.payload) for secret in job.secrets)
    return {"webhook-id": job.id, "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": " ".join(signatures)}


def _answer(sock: socket.socket, address: Address, job: Job, at: datetime, is_over: Event) -> HTTPResponse:
    connection = HTTPConnection(address.host, address.port)
    connection.sock = sock  # so that it connects nowhere itself
    headers = {"Host": address.authority, "Content-Type": "application/json", "User-Agent": "shengji-rules", "Connection": "close"}
    connection.request("POST", address.target, job.payload.encode(), headers | signed(job, at))
    response = connection.getresponse()
    if is_over.is_set():  # headers that were cut short would pass for whole ones
        raise TimeoutError
    with suppress(OSError, HTTPException):  # its status counts, whatever becomes of the rest
        response.read(MOST_READ)
    return response


def _outcome(response: HTTPResponse, at: datetime) -> Outcome:
    status = response.status
    if 200 <= status < 300:
        return Outcome(status, None)
    wait = retry_after(response.getheader("Retry-After"), at) if status in _WAITED_FOR else None
    if status == 410:
        return Outcome(status, "gone")
    return Outcome(status, "redirected" if 300 <= status < 400 else "http_status", wait)


def _connected(places: Sequence[str], port: int, until: float) -> socket.socket:
    """A connection to the first of these IP addresses that takes one: to them and to none that a name may stand for by now."""
    failure: OSError = TimeoutError()
    for place in places:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            return socket.create_connection((place, port), timeout=left)
        except OSError as error:
            failure = error
    raise failure


@contextmanager
def _given_up(sock: socket.socket, until: float) -> Iterator[Event]:
    """Shut a connection when its time is over, however its other end drips; the event says whether it was.

    The timeout of a socket goes anew with every byte.
    """
    is_over, twin = Event(), sock.dup()  # the twin stays when TLS takes the socket itself over

    def give_up() -> None:
        is_over.set()
        with suppress(OSError):
            twin.shutdown(socket.SHUT_RDWR)

    timer = Timer(max(until - time.monotonic(), 0.0), give_up)
    timer.daemon = True
    timer.start()
    try:
        yield is_over
    finally:
        timer.cancel()
        twin.close()

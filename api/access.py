"""Request ids and the access log: one JSON line for every request, without bodies, so that no hand is ever logged."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, MutableMapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson
from flask import Flask, has_request_context, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-Id"
_ACCEPTED = re.compile(r"[\w-]{8,64}", re.ASCII)
_UNLOGGED = frozenset({"/healthz", "/readyz"})
_LONGEST_PATH = 200
_REQUEST_ID = "shengji.request_id"
ROUTE = "shengji.route"
"""Where in the environment a layer before Flask says which route it has answered."""


def new_request_id() -> str:
    """A UUID of version 7 (RFC 9562): sortable by time.

    >>> len(new_request_id()), new_request_id()[14]
    (36, '7')
    """
    stamp = time.time_ns() // 1_000_000
    chance = int.from_bytes(os.urandom(10))
    value = stamp << 80 | 0x7 << 76 | (chance >> 64 & 0xFFF) << 64 | 0b10 << 62 | chance & (1 << 62) - 1
    digits = f"{value:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def add_request_id(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that names the running request."""
    if has_request_context() and _REQUEST_ID in request.environ:
        event["request_id"] = request.environ[_REQUEST_ID]
    return event


class Access:
    """The outermost layer of the service: gives every request its id and writes its line.

    It is WSGI and writes its JSON itself, because hooks of Flask and a chain of structlog would take a quarter of an answer's time.
    """

    def __init__(self, inner: WSGIApplication, stream: BinaryIO, is_logged: bool) -> None:
        self._inner = inner
        self._stream = stream
        self._is_logged = is_logged

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        started = time.perf_counter()
        asked = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = asked if _ACCEPTED.fullmatch(asked) else new_request_id()
        environ[_REQUEST_ID] = request_id

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            headers.append((HEADER, request_id))
            if self._is_logged and environ["PATH_INFO"] not in _UNLOGGED:
                self._write(environ, request_id, status, headers, time.perf_counter() - started)
            return start_response(status, headers, exc_info)

        return self._inner(environ, start)

    def _write(self, environ: WSGIEnvironment, request_id: str, status: str, headers: list[tuple[str, str]], seconds: float) -> None:
        route = environ.get(ROUTE)
        if route is None:
            route = request.url_rule.rule if request.url_rule is not None else "-"
        line = {
            "request_id": request_id,
            "method": environ["REQUEST_METHOD"],
            "path": environ["PATH_INFO"].encode("latin-1").decode(errors="replace")[:_LONGEST_PATH],
            "route": route,
            "status": int(status[:3]),
            "bytes": next((int(value) for name, value in headers if name == "Content-Length"), 0),
            "ms": round(seconds * 1000, 3),
            "client": environ.get("REMOTE_ADDR", "-"),
            "event": "request",
            "level": "info",
            "timestamp": datetime.now(UTC),
        }
        self._stream.write(orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE))
        self._stream.flush()


def install(app: Flask) -> None:
    """Give every request its id, and log it when it has been answered.

    The stream is the app's `LOG_STREAM`, standard output when it has none; lines are written where its `LOG_LEVEL` is INFO or below.
    """
    stream = app.config.get("LOG_STREAM") or sys.stdout.buffer
    is_logged = getattr(logging, app.config["LOG_LEVEL"]) <= logging.INFO
    app.wsgi_app = Access(app.wsgi_app, stream, is_logged)  # type: ignore[method-assign]

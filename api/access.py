"""Request ids and the access log: one JSON line for every request, without bodies, so that no hand is ever logged."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import MutableMapping
from typing import Any, BinaryIO

import orjson
import structlog
from flask import Flask, Response, g, has_request_context, request

HEADER = "X-Request-Id"
_ACCEPTED = re.compile(r"[\w-]{8,64}", re.ASCII)
_UNLOGGED = frozenset({"/healthz", "/readyz"})
_LONGEST_PATH = 200


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
    if has_request_context() and "request_id" in g:
        event["request_id"] = g.request_id
    return event


def _json_line(event: Any, **kwargs: Any) -> bytes:
    return orjson.dumps(event, default=str)


def access_log(stream: BinaryIO, level: str) -> Any:
    """A logger that writes JSON lines to a stream, from a level on."""
    return structlog.wrap_logger(
        structlog.BytesLogger(stream),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(serializer=_json_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
    ).bind()


def install(app: Flask) -> None:
    """Give every request its id, and log it when it has been answered.

    The stream is the app's `LOG_STREAM`, standard output when it has none; the level its `LOG_LEVEL`.
    """
    log = access_log(app.config.get("LOG_STREAM") or sys.stdout.buffer, app.config["LOG_LEVEL"])

    def begin() -> None:
        g.started = time.perf_counter()
        asked = request.environ.get("HTTP_X_REQUEST_ID", "")
        g.request_id = asked if _ACCEPTED.fullmatch(asked) else new_request_id()

    def finish(response: Response) -> Response:
        response.headers[HEADER] = g.request_id
        if request.path not in _UNLOGGED:
            log.info(
                "request",
                request_id=g.request_id,
                method=request.method,
                path=request.path[:_LONGEST_PATH],
                route=request.url_rule.rule if request.url_rule is not None else "-",
                status=response.status_code,
                bytes=response.content_length or 0,
                ms=round((time.perf_counter() - g.started) * 1000, 3),
                client=request.remote_addr or "-",
            )
        return response

    app.before_request(begin)
    app.after_request(finish)

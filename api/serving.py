"""What the processes that serve share: their log lines, how they refuse what is no HTTP request, and the event that tells them to stop."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import MutableMapping
from threading import Event
from types import FrameType
from typing import Any

import gunicorn.util  # type: ignore[import-untyped]
import structlog

from api.access import HEADER as REQUEST_ID
from api.access import add_request_id, new_request_id
from api.problems import PROBLEM_JSON, problem_before_routing
from api.settings import log_level

_PROCESSORS = [add_request_id, structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
_TOKEN = re.compile(r"(?<=[?&]token=)[^&\s\"']+", re.ASCII)


def without_tokens(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that leaves read tokens out: gunicorn quotes a request line that it cannot read.

    >>> without_tokens(None, "", {"event": "Invalid HTTP request line: 'GET /x?token=Ab-1_c&after=3'"})["event"]
    "Invalid HTTP request line: 'GET /x?token=...&after=3'"
    """
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _TOKEN.sub("...", value)
    return event


def log_settings() -> dict[str, Any]:
    """JSON lines on standard error, as `logging.config.dictConfig` takes it."""
    level = log_level()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    without_tokens,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": _PROCESSORS,
            }
        },
        "handlers": {"error": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "json"}},
        "root": {"level": level, "handlers": ["error"]},
        "loggers": {
            "gunicorn.error": {"level": level, "handlers": ["error"], "propagate": False},
            "gunicorn.access": {"level": "WARNING", "handlers": ["error"], "propagate": False},
        },
    }


def _write_problem(sock: socket.socket, status: int, reason: str, message: str) -> None:
    """Refuse what is no HTTP request as a problem; an unknown transfer coding is the client's fault too."""
    if status == 501:
        status, reason = 400, "Bad Request"
    body = problem_before_routing(status)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_JSON}\r\n"
        f"Content-Length: {len(body)}\r\n{REQUEST_ID}: {new_request_id()}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(sock, head.encode("latin-1") + body)


def refuse_as_problems() -> None:
    """Let problems take the place of gunicorn's pages."""
    gunicorn.util.write_error = _write_problem


def stop_with(stopping: Event) -> None:
    """Set an event from the moment on that SIGTERM tells this process to stop; whatever else then happens, happens too."""
    before = signal.getsignal(signal.SIGTERM)

    def on_stop(number: int, frame: FrameType | None) -> None:
        stopping.set()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, on_stop)

"""How the service runs: `gunicorn 'app:create_app()'` reads this file. What a variable of the environment sets, the README lists."""

from __future__ import annotations

import logging
import os
import resource
import signal
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import gunicorn.util  # type: ignore[import-untyped]
import structlog

from api.access import HEADER as REQUEST_ID
from api.access import add_request_id, new_request_id
from api.memory import settle
from api.problems import PROBLEM_JSON, problem_before_routing
from api.service import stopping
from api.settings import client_timeout, log_level, whole_number

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn's heartbeat file, made by gunicorn itself
_PROCESSORS = [add_request_id, structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]


def _cpus() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _connections() -> int:
    """How many connections a worker may hold: a file descriptor for each, and some to spare."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1000 if limit == resource.RLIM_INFINITY else max(min(1000, limit - 64), 16)


bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{whole_number('PORT', 8000, least=1, most=65535)}"
worker_class = "api.worker.Worker"
workers = whole_number("WEB_CONCURRENCY", _cpus(), least=1)
threads = whole_number("THREADS", 4, least=1)
worker_connections = _connections()
client_timeout()  # the worker's; a wrong one is told here
reuse_port = sys.platform == "linux"  # a socket for each worker: without it kept-alive connections pile up on one of them
backlog = 1024
timeout = 30
graceful_timeout = 25
keepalive = whole_number("KEEPALIVE", 65, least=0)  # longer than a load balancer's idle timeout
max_requests = 0  # with reuse_port a recycled worker would reset the connections queued on its socket
preload_app = False
control_socket_disable = True
http_protocols = "h1"
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
forwarder_headers = ""  # no header sets SCRIPT_NAME or PATH_INFO
sendfile = False  # it would know nothing of the time that a client has
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190
if _SHARED_MEMORY.is_dir():
    worker_tmp_dir = str(_SHARED_MEMORY)

_level = log_level()
accesslog = None  # the service logs its own requests, without bodies
errorlog = "-"
logconfig_dict: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
            "foreign_pre_chain": _PROCESSORS,
        }
    },
    "handlers": {"error": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "json"}},
    "root": {"level": _level, "handlers": ["error"]},
    "loggers": {
        "gunicorn.error": {"level": _level, "handlers": ["error"], "propagate": False},
        "gunicorn.access": {"level": "WARNING", "handlers": ["error"], "propagate": False},
    },
}


def write_problem(sock: socket.socket, status: int, reason: str, message: str) -> None:
    """Refuse what is no HTTP request as a problem, in place of gunicorn's page; an unknown transfer coding is the client's fault too."""
    if status == 501:
        status, reason = 400, "Bad Request"
    body = problem_before_routing(status)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_JSON}\r\n"
        f"Content-Length: {len(body)}\r\n{REQUEST_ID}: {new_request_id()}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(sock, head.encode("latin-1") + body)


gunicorn.util.write_error = write_problem


def on_starting(server: Any) -> None:
    """Let the line that says where the service listens name the place: with reuse_port the master opens no socket, and would name none."""
    places = ", ".join(place if isinstance(place, str) else f"http://{place[0]}:{place[1]}" for place in server.address)

    def named(record: logging.LogRecord) -> bool:
        if str(record.msg).startswith("Listening at: ") and isinstance(record.args, tuple):
            record.args = (record.args[0] or places, *record.args[1:])
        return True

    server.log.error_log.addFilter(named)


def post_worker_init(worker: Any) -> None:
    """Set the worker's memory at rest, and let /readyz fail from the moment the worker is told to stop."""
    settle()
    stop = signal.getsignal(signal.SIGTERM)

    def on_stop(number: int, frame: FrameType | None) -> None:
        stopping(worker.wsgi).set()
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, on_stop)

"""How the service runs: `gunicorn 'app:create_app()'` reads this file. What a variable of the environment sets, the README lists."""

from __future__ import annotations

import logging
import os
import resource
import sys
from pathlib import Path
from typing import Any

from api.memory import settle
from api.service import stopping
from api.serving import log_settings, refuse_as_problems, stop_with
from api.settings import client_timeout, whole_number

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn's heartbeat file, made by gunicorn itself


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

accesslog = None  # the service logs its own requests, without bodies
errorlog = "-"
logconfig_dict = log_settings()
refuse_as_problems()


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
    stop_with(stopping(worker.wsgi))

"""How the stream process runs: `gunicorn 'streams.app:create_app()'` reads this file. What a variable sets, the README lists."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import Any

from api.service import stopping
from api.serving import log_settings, refuse_as_problems, stop_with
from api.settings import client_timeout, whole_number

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn's heartbeat file, made by gunicorn itself
_SPARE = 100
"""Connections beyond the listeners, for those who are told that there is no place."""


def _with_descriptors(wanted: int) -> int:
    """Let the process have a file descriptor for each connection and some more, as far as it may; how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + 64
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return min(wanted, soft - 64)
    return wanted


bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{whole_number('EVENTS_PORT', 8001, least=1, most=65535)}"
worker_class = "streams.worker.Worker"
workers = 1
worker_connections = _with_descriptors(whole_number("EVENTS_LISTENERS", 2_000, least=1) + _SPARE)
client_timeout()  # the worker's; a wrong one is told here
backlog = 1024
timeout = 30
graceful_timeout = 10
keepalive = 0  # a connection is for one stream
preload_app = False
control_socket_disable = True
http_protocols = "h1"
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
forwarder_headers = ""  # no header sets SCRIPT_NAME or PATH_INFO
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190
if _SHARED_MEMORY.is_dir():
    worker_tmp_dir = str(_SHARED_MEMORY)

accesslog = None  # the service logs its own requests, without tokens
errorlog = "-"
logconfig_dict = log_settings()
refuse_as_problems()


def post_worker_init(worker: Any) -> None:
    """Let the streams end from the moment the worker is told to stop."""
    stop_with(stopping(worker.wsgi))

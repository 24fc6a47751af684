"""The command that tells webhooks of events: `flask --app app webhooks work`, a process of its own beside those that serve."""

from __future__ import annotations

import signal
import sys
from datetime import UTC, datetime
from logging import getLevelName
from typing import Any

import orjson
from flask import Flask, current_app
from flask.cli import AppGroup

from api.stores import store
from webhooks.sending import Sender
from webhooks.worker import Worker

webhooks = AppGroup("webhooks", help="Tell webhooks of events.")


@webhooks.command("work")
def work() -> None:
    """Send what waits for webhooks until told to stop (SIGTERM); any number of these may run."""
    settings = current_app.config
    sender = Sender(settings["WEBHOOKS_ALLOW_PRIVATE"])
    worker = Worker(store(), sender, log=log_to(settings["LOG_LEVEL"]), keep=settings["WEBHOOKS_KEEP"])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: worker.stop())
    worker.run()


def log_to(least: str) -> Any:
    """Writes lines of JSON to standard output, from a level on, as the service writes those of its requests."""
    lowest = getLevelName(least)

    def log(level: str, event: str, **facts: Any) -> None:
        if getLevelName(level.upper()) >= lowest:
            line = {**facts, "event": event, "level": level, "timestamp": datetime.now(UTC)}
            sys.stdout.buffer.write(orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE))
            sys.stdout.buffer.flush()

    return log


def install(app: Flask) -> None:
    """Add the command."""
    app.cli.add_command(webhooks)

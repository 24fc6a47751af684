"""A whole batch, JSON to JSON on one core, without the HTTP around it: 1,000 checks of realistic hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from api.batch import QUESTION, decide
from app import create_app
from bench.checks import RULESET, TRUMP, checks
from bench.timing import Case

ITEMS = 1_000
WANTED = 25.0
"""µs for each check: 40,000 a second."""


def cases() -> Iterator[Case]:
    """Batches timed for each of their checks: ruleset and trump given once for all, also in smaller ones, and in every body."""
    create_app({"LOG_LEVEL": "CRITICAL"})  # all operations are known from here on
    bodies = checks(ITEMS)
    shared = {"ruleset": RULESET, "trump": {"suit": TRUMP.suit, "level": TRUMP.level}}
    apart = [{name: value for name, value in body.items() if name not in shared} for body in bodies]
    for count in (10, 100, ITEMS):
        yield _case(
            f"batch of {count:,} checks that share ruleset and trump, JSON to JSON, each", {**shared, "requests": _items(apart[:count])}
        )
    yield _case(f"batch of {ITEMS:,} checks that share nothing, JSON to JSON, each", {"requests": _items(bodies)})


def _case(name: str, request: dict[str, Any]) -> Case:
    raw = orjson.dumps(request)

    def answered() -> bytes:
        return orjson.dumps(decide(QUESTION.load(orjson.loads(raw)), "en"))

    assert all(result["status"] == 200 for result in orjson.loads(answered())["results"])
    return Case(name, answered, None, WANTED, parts=len(request["requests"]))


def _items(bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": str(index), "op": "plays/check", "body": body} for index, body in enumerate(bodies)]

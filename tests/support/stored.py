"""The examples of the store: one small scenario on a fresh store, its clock and its ids counted, so that it always reads alike.

`python -m tests.support.stored` writes them into api/examples.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
from flask import Flask

from api.examples import FOLDER
from app import create_app
from store import ids, migrating
from store.keys import create_key

_BEGIN = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
_CLOCKED = ("store.keys", "store.ledger", "store.matches", "store.rulesets", "store.idempotency", "store.webhooks", "store.deliveries")
_NAMED = ("store.keys", "store.matches", "store.rulesets", "store.webhooks", "store.deliveries")
KEY = "KEY"

Step = tuple[str, str, str, Any, dict[str, str]]
"""The operation of an example, its method, its path, its body and the headers that it needs."""

DEAL = {"kind": "score", "deal": {"declarer": "N", "attackers_points": 75}, "expected_seq": 0}
MATCH = {"ruleset": "our-club", "sides": {"NS": {"name": "南京"}, "EW": {"name": "苏州"}}, "table": "7", "event": "Spring cup"}
CORRECTION = {
    "deal": 1,
    "reason": "the kitty was not counted",
    "replacement": {"kind": "score", "deal": {"attackers_points": 95}},
}
HOOK = {"url": "https://scores.example.org/shengji", "events": ["deal.scored"], "description": "the scoreboard in the hall"}
OURS: dict[str, Any] = {"id": "our-club", "extends": "jiangsu-2007", "throws": {"allowed": False}}


def steps() -> list[Step]:
    """What is asked, in order; `MATCH`, `TOKEN` and `TAG` in it stand for what was answered before."""
    at = "/v1/matches/MATCH"
    return [
        ("createRuleset", "POST", "/v1/rulesets", OURS, {}),
        ("listRevisions", "GET", "/v1/rulesets/our-club/revisions", None, {}),
        ("getRevision", "GET", "/v1/rulesets/our-club/revisions/1", None, {}),
        ("shareRuleset", "POST", "/v1/rulesets/our-club/share", None, {}),
        ("withdrawRuleset", "DELETE", "/v1/rulesets/our-club/share", None, {}),
        ("createWebhook", "POST", "/v1/webhooks", HOOK, {}),
        ("listWebhooks", "GET", "/v1/webhooks", None, {}),
        ("getWebhook", "GET", "/v1/webhooks/HOOK", None, {}),
        ("replaceWebhook", "PUT", "/v1/webhooks/HOOK", HOOK | {"events": ["deal.scored", "deal.corrected"]}, {}),
        ("rotateWebhookSecret", "POST", "/v1/webhooks/HOOK/secret", None, {}),
        ("createMatch", "POST", "/v1/matches", MATCH, {}),
        ("appendDeal", "POST", f"{at}/deals", DEAL, {}),
        ("bookPenalty", "POST", f"{at}/penalties", {"offence": "exposed_card", "side": "EW", "cards": 2, "note": "two cards fell"}, {}),
        ("voidDeal", "POST", f"{at}/void", {"reason": "dealt one card too many"}, {}),
        ("finishMatch", "POST", f"{at}/finish", {"ended_by": "time"}, {}),
        ("correctDeal", "POST", f"{at}/corrections", CORRECTION, {}),
        ("verifyMatch", "GET", f"{at}/verify", None, {}),
        ("exportMatch", "GET", f"{at}/export", None, {}),
        (
            "importMatch",
            "POST",
            "/v1/matches/import",
            "EXPORTED",
            {"Content-Type": "application/x-ndjson", "Authorization": "Bearer OTHER"},
        ),
        ("getReadiness", "GET", "/readyz", None, {"Authorization": ""}),
        ("getMatch", "GET", at, None, {}),
        ("listMatches", "GET", "/v1/matches", None, {}),
        ("getLog", "GET", f"{at}/log", None, {}),
        ("getLogTable", "GET", f"{at}/log.csv", None, {}),
        ("getScoreboard", "GET", f"{at}/scoreboard?token=TOKEN", None, {"Authorization": ""}),
        ("getEvents", "GET", f"{at}/events?token=TOKEN", None, {"Authorization": "", "Last-Event-ID": "3"}),
        ("listDeliveries", "GET", "/v1/webhooks/HOOK/deliveries", None, {}),
        ("getDelivery", "GET", "/v1/webhooks/HOOK/deliveries/DELIVERY", None, {}),
        ("redeliver", "POST", "/v1/webhooks/HOOK/deliveries/DELIVERY/redeliver", None, {}),
        ("deleteWebhook", "DELETE", "/v1/webhooks/HOOK", None, {}),
        ("replaceRuleset", "PUT", "/v1/rulesets/our-club", OURS | {"throws": {"allowed": True}}, {"If-Match": "TAG"}),
        ("archiveRuleset", "DELETE", "/v1/rulesets/our-club", None, {"If-Match": "TAG"}),
    ]


@contextmanager
def counted() -> Iterator[None]:
    """A clock that goes on by a second whenever it is looked at, and ids and tokens that are counted."""
    seconds, numbers = itertools.count(), itertools.count(1)

    def now(later: timedelta = timedelta()) -> str:
        return (_BEGIN + timedelta(seconds=next(seconds)) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def new_id(prefix: str, length: int = 16) -> str:
        number = next(numbers)
        return prefix + "".join(ids.ALPHABET[(number * 7 + place * 11) % len(ids.ALPHABET)] for place in range(length))

    with ExitStack() as stack:
        for module in _CLOCKED:
            stack.enter_context(patch(f"{module}.now", now))
        for module in _NAMED:
            stack.enter_context(patch(f"{module}.new_id", new_id))
        stack.enter_context(patch("secrets.token_urlsafe", lambda size: new_id("", size)))
        stack.enter_context(patch("secrets.token_bytes", bytes))
        stack.enter_context(patch("secrets.token_hex", lambda size: "0" * size * 2))
        yield


def examples() -> dict[str, dict[str, Any]]:
    """The examples by their operations."""
    with counted(), tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE_URL": f"sqlite:///{Path(folder) / 'examples.db'}", "LOG_LEVEL": "ERROR"})
        store = app.extensions["shengji-store"]
        migrating.upgrade(store)
        with store.writing() as session:
            key, other = (create_key(session, name, "admin") for name in ("Nanjing club", "Suzhou club"))
        try:
            return _asked(app, key, other)
        finally:
            store.close()


def _asked(app: Flask, key: str, other: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    known = {"MATCH": "", "TOKEN": "", "TAG": "", "OTHER": other, "HOOK": "", "DELIVERY": ""}
    with app.test_client() as client:
        for name, method, template, body, headers in steps():
            path = _filled(template, known)
            sent = {"Authorization": f"Bearer {key}"} | {header: _filled(value, known) for header, value in headers.items()}
            given: dict[str, Any] = {"data": found["exportMatch"]["answer"]} if body == "EXPORTED" else {"json": body}
            answer = client.open(path, method=method, headers={header: value for header, value in sent.items() if value}, **given)
            if answer.status_code >= 300:
                raise AssertionError(f"{name}: {answer.get_data(as_text=True)}")
            example: dict[str, Any] = {"method": method, "path": path, "stored": True}
            example |= {} if body is None else {"request": given.get("json", given.get("data"))}
            said = answer.json if answer.mimetype == "application/json" else answer.get_data(as_text=True)
            found[name] = example | {"answer": said if answer.data else None}
            if name == "createMatch":
                known |= {"MATCH": answer.json["id"], "TOKEN": answer.json["read_token"]}
            if name == "createWebhook":
                known["HOOK"] = answer.json["id"]
            if name == "listDeliveries":
                known["DELIVERY"] = answer.json["deliveries"][0]["id"]
            if name in ("createRuleset", "replaceRuleset"):
                known["TAG"] = answer.headers["ETag"]
    return found


def _filled(template: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        template = template.replace(name, value)
    return template


def main() -> None:
    """Write the files."""
    for name, example in examples().items():
        (FOLDER / f"{name}.json").write_bytes(orjson.dumps(example, option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    main()

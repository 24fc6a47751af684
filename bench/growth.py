"""The store with a thousand and with a million deals, on both engines: `python -m bench.growth`.

The deals are loaded in bulk, each entry chained to the one before as if it had been appended; what is timed goes over HTTP to one worker.
Half of the deals are one match's, which is the one asked about, the others lie in matches of a hundred.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import create_engine, insert, select, text, update
from sqlalchemy.orm import Session

from app import create_app
from bench.http import serving
from store import migrating
from store.canonical import FIRST_HASH, canonical, entry_hash_of_texts
from store.database import Store, read_url
from store.ids import new_id
from store.keys import create_key
from store.models import Base, Deal, Entry, Match

SIZES = tuple(int(size) for size in os.environ.get("GROWTH_SIZES", "1000 1000000").split())
OF_OTHER_MATCHES = 100
ROUNDS = 200
PAGE = 100
WANTED = 2.0
"""How many times as long anything may take with a million deals as with a thousand; a deeper index, and the noise of a machine."""
_LOADED_AT_ONCE = 5_000
_CYCLE = 4
"""Deals after which the same seat declares again at the same levels: nobody moves in any of them."""
_OWN = ("match_uid", "seq", "deal", "hash", "prev_hash")


def main() -> None:
    """Measure and print every question of both sizes beside each other."""
    for engine in ("sqlite", "postgresql"):
        with contextlib.ExitStack() as stack:
            taken = []
            for size in SIZES:
                url = stack.enter_context(_database(engine))
                if url is None:
                    print(f"{engine}: left out, TEST_DATABASE_URL names no PostgreSQL")
                    break
                taken.append(_measured(url, size))
            else:
                _print(engine, taken)


def _print(engine: str, taken: list[dict[str, float]]) -> None:
    few, many = SIZES
    print(f"{engine}: median ms with {few:,} deals, with {many:,}, and how many times as long (wanted ≤ {WANTED:g})")
    for name, short in taken[0].items():
        long = taken[1][name]
        print(f"{short * 1e3:10.2f} {long * 1e3:10.2f} {long / short:8.2f}  {name}{' !' if long > WANTED * short else ''}")


@contextlib.contextmanager
def _database(engine: str) -> Iterator[str | None]:
    """The address of an empty database, removed afterwards; None where there is no server to make one on."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'growth.db'}"
        return
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        yield None
        return
    name = new_id("shengji_bench_")
    server = create_engine(read_url(given), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        try:
            yield read_url(given).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


def _measured(url: str, size: int) -> dict[str, float]:
    """Median seconds of each question to a store of so many deals."""
    store = Store(url)
    migrating.upgrade(store)
    with store.writing() as session:
        key = create_key(session, "bench", "admin")
    long, short = _load(store, url, key, size)
    store.close()
    os.environ["DATABASE_URL"] = url
    with serving("app:create_app()") as port:
        asker = Asker(port, key)
        return {name: asker.median(*question) for name, question in _questions(long, short).items()}


def _questions(long: Loaded, short: Loaded) -> dict[str, tuple[str, str, bytes | None]]:
    deal = orjson.dumps(_BODY)
    at = f"/v1/matches/{long.id}"
    return {
        "append to the long match": ("POST", f"{at}/deals", deal),
        "append to another match": ("POST", f"/v1/matches/{short.id}/deals", deal),
        "scoreboard": ("GET", f"{at}/scoreboard", None),
        "match": ("GET", at, None),
        f"first {PAGE} entries of the log": ("GET", f"{at}/log?limit={PAGE}", None),
        f"last {PAGE} entries of the log": ("GET", f"{at}/log?limit={PAGE}&after={long.size - PAGE}", None),
        "first 5 matches": ("GET", "/v1/matches?limit=5", None),
        "levels/advance beside it": (
            "POST",
            "/v1/levels/advance",
            orjson.dumps({"ruleset": "jiangsu-2007", "declarer": "N", "levels": {"NS": "5", "EW": "9"}, "attackers_points": 85}),
        ),
    }


_BODY: dict[str, Any] = {"kind": "score", "deal": {"attackers_points": 80}}


@dataclass
class Loaded:
    """A match with so many deals."""

    id: str
    size: int
    samples: list[Entry] = field(default_factory=list)


def _load(store: Store, url: str, key: str, size: int) -> tuple[Loaded, Loaded]:
    """Fill a store: the long match, and the last of the others."""
    app = create_app({"DATABASE_URL": url, "LOG_LEVEL": "ERROR"})
    client = app.test_client()
    headers = {"Authorization": f"Bearer {key}"}

    def begin() -> str:
        made = client.post("/v1/matches", json={"ruleset": "march8-2012"}, headers=headers).get_json()
        for number in range(2 * _CYCLE):
            deal = _BODY["deal"] | ({"declarer": "N"} if number == 0 else {})
            answer = client.post(f"/v1/matches/{made['id']}/deals", json={"kind": "score", "deal": deal}, headers=headers)
            if answer.status_code != 201:
                raise AssertionError(answer.get_data(as_text=True))
        return str(made["id"])

    begun = time.monotonic()
    long = Loaded(begin(), size // 2)
    short = long
    with store.writing() as session:
        _extend(session, long)
    for _ in range(size // 2 // OF_OTHER_MATCHES):
        with store.writing() as session:
            short = Loaded(_copied(session, long.id), OF_OTHER_MATCHES)
            _extend(session, short)
    with store.writing() as session:
        session.execute(text("ANALYZE"))  # as PostgreSQL does by itself after a while
    print(f"loaded {size:,} deals in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return long, short


def _copied(session: Session, match_id: str) -> str:
    """Another match with the same first deals, chained under its own id."""
    match = session.scalars(select(Match).where(Match.id == match_id)).one()
    values = {column.name: getattr(match, column.name) for column in Match.__table__.columns if column.name != "uid"}
    values |= {"id": new_id("m"), "read_token": new_id("t", 32), "head_hash": FIRST_HASH, "seq": 0}
    uid = session.scalars(insert(Match).values(**values).returning(Match.uid)).one()
    for model in (Entry, Deal):
        rows = session.scalars(select(model).where(model.match_uid == match.uid, model.deal <= 2 * _CYCLE))
        copies = [{column.name: getattr(row, column.name) for column in model.__table__.columns} | {"match_uid": uid} for row in rows]
        if model is Entry:
            head = FIRST_HASH
            for copy in copies:
                copy |= {"prev_hash": head, "hash": entry_hash_of_texts(head, {**copy, "match": values["id"]})}
                head = copy["hash"]
            session.execute(update(Match).where(Match.uid == uid).values(head_hash=head, seq=len(copies)))
        session.execute(insert(model), copies)
    return str(values["id"])


def _extend(session: Session, loaded: Loaded) -> None:
    """Repeat the last deals of a match until it has as many as it should."""
    match = session.scalars(select(Match).where(Match.id == loaded.id)).one()
    models: tuple[type[Base], ...] = (Entry, Deal)
    patterns: dict[type[Base], list[dict[str, Any]]] = {}
    for model in models:
        rows = session.scalars(select(model).where(model.match_uid == match.uid, model.deal > _CYCLE).order_by(model.deal))  # type: ignore[attr-defined]
        patterns[model] = [{column.name: getattr(row, column.name) for column in model.__table__.columns} for row in rows]
    head = match.head_hash
    waiting: dict[type[Base], list[dict[str, Any]]] = {model: [] for model in models}
    for number in range(match.seq + 1, loaded.size + 1):
        of_cycle = (number - 1) % _CYCLE
        entry = patterns[Entry][of_cycle] | {"seq": number, "deal": number, "prev_hash": head}
        entry["outcome"] = _renumbered(entry["outcome"], number)
        head = entry["hash"] = entry_hash_of_texts(head, {**entry, "match": match.id})
        after = orjson.loads(patterns[Deal][of_cycle]["after"]) | {"deal": number + 1}
        deal = patterns[Deal][of_cycle] | {"seq": number, "deal": number, "after": orjson.dumps(after).decode()}
        waiting[Entry].append(entry)
        waiting[Deal].append(deal)
        if len(waiting[Entry]) == _LOADED_AT_ONCE or number == loaded.size:
            for model, ready in waiting.items():
                session.execute(insert(model), ready)
                ready.clear()
    state = orjson.loads(match.state) | {"deal": loaded.size + 1}
    match.seq, match.head_hash, match.state = loaded.size, head, orjson.dumps(state).decode()


def _renumbered(outcome: str, number: int) -> str:
    """The outcome of the deal of another number."""
    value = orjson.loads(outcome)
    return canonical(value | {"deal": number, "state": value["state"] | {"deal": number + 1}})


class Asker:
    """One connection that is kept open."""

    def __init__(self, port: int, key: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def median(self, method: str, path: str, body: bytes | None) -> float:
        """The median time in seconds of an answer."""
        taken = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            self._connection.request(method, path, body, self._headers)
            answer = self._connection.getresponse()
            content = answer.read()
            taken.append(time.perf_counter() - begun)
            if answer.status >= 300:
                raise AssertionError(content[:1000])
        return statistics.median(taken)


if __name__ == "__main__":
    main()

"""The count can fail: whatever is lost, doubled or bent is found, and a store that reads before it has locked is found out."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from app import create_app
from store import clock, migrating
from store.database import Store
from tests.faults import asking
from tests.faults.asking import Answer, Asker, BrokenError, append_surely, compare_and_append, keep_reading, leave, new_append, surely
from tests.faults.counting import Kept, kept, wrong_with
from tests.faults.disturbing import new_key
from tests.faults.recording import AFTERWARDS, Append, Record

MATCH = "m1"
WRITERS, APPENDS = 4, 6


class Toy:
    """A service in miniature on a file of SQLite, whose appends begin their transactions in one way or another."""

    def __init__(self, file: Path, begin: str | None) -> None:
        self.file, self.begin = file, begin
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, key TEXT, entry TEXT)")

    def _connected(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.file, isolation_level=None, timeout=10))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Ask the toy."""
        if method == "POST":
            try:
                return self._append(body, headers["Idempotency-Key"])
            except sqlite3.OperationalError as error:
                return Answer(500, {}, str(error))
        entries = self.entries()
        if path.endswith("/verify"):
            return Answer(200, {}, {"valid": True, "entries": len(entries)})
        return Answer(200, {}, {"entries": entries} if "/log" in path else {"state": state_after(len(entries)) | {"seq": len(entries)}})

    def leave(self, method: str, path: str, body: Any, **headers: str) -> None:
        """Ask the toy and hear nothing."""
        self.ask(method, path, body, **headers)

    def entries(self) -> list[dict[str, Any]]:
        """Its log."""
        with self._connected() as connection:
            return [json.loads(text) for (text,) in connection.execute("SELECT entry FROM log ORDER BY seq")]

    def _append(self, body: Any, key: str) -> Answer:
        with self._connected() as connection:
            if self.begin is not None:
                connection.execute(self.begin)
            known = connection.execute("SELECT entry FROM log WHERE key = ?", (key,)).fetchone()
            if known is not None:
                return Answer(201, {"idempotent-replayed": "true"}, {"entry": json.loads(known[0])})
            last = connection.execute("SELECT entry FROM log ORDER BY seq DESC LIMIT 1").fetchone()
            time.sleep(0.005)  # others come to read the same
            entry = entry_after(None if last is None else json.loads(last[0]), body)
            connection.execute("INSERT OR REPLACE INTO log VALUES (?, ?, ?)", (entry["seq"], key, json.dumps(entry)))
            if self.begin is not None:
                connection.execute("COMMIT")
            return Answer(201, {}, {"entry": entry})


def state_after(count: int) -> dict[str, Any]:
    return {"deal": count + 1}


def entry_after(last: dict[str, Any] | None, body: Any) -> dict[str, Any]:
    """The next entry, chained by the letter of the rule."""
    seq, head = (0, "0" * 64) if last is None else (last["seq"], last["hash"])
    entry = {"match": MATCH, "seq": seq + 1, "kind": "deal", "at": "2026-11-30T12:00:00.000Z", "by": "k1", "body": body}
    entry["outcome"] = {"state": state_after(seq + 1)}
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"))
    return entry | {"prev_hash": head, "hash": hashlib.sha256((head + text).encode()).hexdigest()}


def written(new_asker: Callable[[], Asker], match: str) -> Record:
    """What some writers who append at once are told."""
    record, together = Record(), threading.Barrier(WRITERS)

    def write() -> None:
        client = new_asker()
        together.wait()
        for _ in range(APPENDS):
            append_surely(client, new_append(match), record)

    writers = [threading.Thread(target=write) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return record


def test_a_ledger_that_locks_before_it_reads_loses_nothing(tmp_path: Path) -> None:
    toy = Toy(tmp_path / "toy.db", "BEGIN IMMEDIATE")
    record = written(lambda: toy, MATCH)
    assert wrong_with(record, [kept(toy, MATCH)]) == []
    assert record.counts == {"stored": WRITERS * APPENDS}


def test_a_ledger_that_begins_no_transaction_loses_what_it_has_acknowledged(tmp_path: Path) -> None:
    """The deed of settled 29: every append is acknowledged, few are there."""
    toy = Toy(tmp_path / "toy.db", None)
    record = written(lambda: toy, MATCH)
    assert len(record.acknowledged) == WRITERS * APPENDS > len(toy.entries())
    told = wrong_with(record, [kept(toy, MATCH)])
    assert any("appends were acknowledged as" in one for one in told) and any(" and is {" in one for one in told)


def test_a_ledger_that_locks_after_it_has_read_cannot_write(tmp_path: Path) -> None:
    """Deferred, SQLite refuses whoever has read what another has changed since; no patience helps."""
    toy = Toy(tmp_path / "toy.db", "BEGIN DEFERRED")
    record = written(lambda: toy, MATCH)
    assert any("database is locked" in one for one in wrong_with(record, [kept(toy, MATCH)]))


class AppAsker:
    """A client of an app in this process."""

    def __init__(self, app: Any, key: str) -> None:
        self._client, self._key = app.test_client(), key

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Ask, once."""
        answer = self._client.open(path, method=method, json=body, headers={"Authorization": f"Bearer {self._key}", **headers})
        return Answer(answer.status_code, {name.lower(): value for name, value in answer.headers}, answer.json)

    def leave(self, method: str, path: str, body: Any, **headers: str) -> None:
        """Ask and hear nothing."""
        self.ask(method, path, body, **headers)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Store, Callable[[], AppAsker]]]:
    """The store of an app on a new file, and clients of it. Between reading and writing an append stops for others to read the same."""
    app = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'shipped.db'}", "LOG_LEVEL": "CRITICAL"})
    store: Store = app.extensions["shengji-store"]
    migrating.upgrade(store)
    key = new_key(app.config["DATABASE_URL"])

    def slowly() -> str:
        time.sleep(0.005)
        return clock.now()

    monkeypatch.setattr("store.ledger.now", slowly)
    yield store, lambda: AppAsker(app, key)
    store.close()


def begun(client: Asker) -> str:
    """A new match."""
    found: str = surely(client, "POST", "/v1/matches", {"ruleset": "guizhou-2010"})["id"]
    return found


def test_the_store_as_it_is_loses_nothing(shipped: tuple[Store, Callable[[], AppAsker]]) -> None:
    _, new_asker = shipped
    client, match = new_asker(), begun(new_asker())
    record = written(new_asker, match)
    compare_and_append(client, match, record, 2)
    append = new_append(match)
    leave(client, append, record)
    append_surely(client, append, record)
    append_surely(client, append, record)
    assert wrong_with(record, [kept(client, match)]) == []
    assert record.counts == {"stored": WRITERS * APPENDS + 2, "left": 1, "rescued": 1, "sent again": 1}


def test_the_store_without_its_transactions_is_found_out(shipped: tuple[Store, Callable[[], AppAsker]]) -> None:
    store, new_asker = shipped
    match = begun(new_asker())
    event.remove(store.engine, "begin", store.begins)
    record = written(new_asker, match)
    assert wrong_with(record, [kept(new_asker(), match)]) != []


@pytest.fixture
def intact(tmp_path: Path) -> tuple[Record, Kept]:
    """Three appends, one of them read, all as they should be."""
    toy, record = Toy(tmp_path / "toy.db", "BEGIN IMMEDIATE"), Record()
    for _ in range(3):
        append_surely(toy, new_append(MATCH), record)
    stopping = iter([False, True])
    keep_reading(toy, [MATCH], record, lambda: next(stopping))
    match = kept(toy, MATCH)
    assert len(match.entries) == len(record.read) == 3 and wrong_with(record, [match]) == []
    return record, match


def chained(match: Kept, bodies: list[Any]) -> Kept:
    """The match with a sound log of other bodies."""
    entries: list[dict[str, Any]] = []
    for body in bodies:
        entries.append(entry_after(entries[-1] if entries else None, body))
    count = len(entries)
    return Kept(match.match, entries, state_after(count) | {"seq": count}, {"valid": True, "entries": count})


Damage = Callable[[Kept], Kept]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "the last is lost": (lambda match: chained(match, [entry["body"] for entry in match.entries[:-1]]), "is lost"),
    "one in the middle is lost": (lambda match: match._replace(entries=[match.entries[0], match.entries[2]]), "stands at place 2"),
    "one is there twice": (lambda match: chained(match, [entry["body"] for entry in (*match.entries, match.entries[-1])]), "is 2 entries"),
    "one is nobody's": (
        lambda match: chained(match, [*(entry["body"] for entry in match.entries), Append(MATCH, "key", 7).body]),
        "was acknowledged to nobody",
    ),
    "two have changed places": (lambda match: chained(match, [match.entries[place]["body"] for place in (1, 0, 2)]), " and is {"),
    "a body is another": (lambda match: changed(match, 1, body={}), "not what its hash says"),
    "a hash is another": (lambda match: changed(match, 2, hash="f" * 64), " and is {"),
    "a link is another": (lambda match: changed(match, 1, prev_hash="f" * 64), "does not follow"),
    "the state is older": (lambda match: match._replace(state=state_after(2) | {"seq": 2}), "it stands at"),
    "a deal has moved nothing": (lambda match: chained_to(match, {"deal": 3}), "it stands at"),
    "the examination fails": (lambda match: match._replace(verdict={"valid": False}), "examined as"),
    "what was read is gone": (lambda match: chained(match, []), "was read as"),
}


def changed(match: Kept, place: int, **content: Any) -> Kept:
    """The match with an entry that says something else."""
    entries = deepcopy(match.entries)
    entries[place] |= content
    return match._replace(entries=entries)


def chained_to(match: Kept, state: dict[str, Any]) -> Kept:
    """The match with a last entry that has led elsewhere."""
    moved = changed(match, -1, outcome={"state": state})
    return moved._replace(state=state | {"seq": len(match.entries)})


@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_is_lost_doubled_or_bent_is_told(intact: tuple[Record, Kept], damage: str) -> None:
    record, match = intact
    bend, told = DAMAGES[damage]
    assert any(told in one for one in wrong_with(record, [bend(match)]))


def test_an_append_that_becomes_two_entries_is_told(intact: tuple[Record, Kept]) -> None:
    record, match = intact
    append = next(iter(record.acknowledged))
    record.acknowledge(append, match.entries[0], replayed=False, before=True)
    record.acknowledge(append, match.entries[1], replayed=True, before=True)
    assert len(wrong_with(record, [match])) == 2


class Saying:
    """A service that gives one answer after another; None breaks the connection."""

    def __init__(self, *answers: Answer | None) -> None:
        self.answers = list(answers)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The next answer."""
        answer = self.answers.pop(0)
        if answer is None:
            raise BrokenError("reset")
        return answer

    def leave(self, method: str, path: str, body: Any, **headers: str) -> None:
        """Nothing is heard."""
        self.ask(method, path, body, **headers)


ACKNOWLEDGED = Answer(201, {}, {"entry": {"seq": 1, "hash": "a"}})
PROBLEM = {"content-type": "application/problem+json"}
AWAY = Answer(503, PROBLEM | {"retry-after": "5"}, {"status": 503, "code": "store_away"})


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ([ACKNOWLEDGED], 0),
        ([None, ACKNOWLEDGED], 1),
        ([AWAY, AWAY, ACKNOWLEDGED], 2),
        ([Answer(500, PROBLEM, {"status": 500})], 1),
        ([Answer(502, {}, "")], 1),
        ([Answer(409, PROBLEM, {"code": "match_finished"})], 1),
        ([Answer(422, PROBLEM, {"code": "invalid_request"})], 1),
    ],
)
def test_with_nothing_disturbed_every_failure_is_told(said: list[Answer | None], wrong: int) -> None:
    record = Record()
    append_surely(Saying(*said), new_append(MATCH), record)
    assert len([*record.wrong, *record.unexplained()]) == wrong


@pytest.mark.parametrize("kind", ["process", "database"])
def test_a_failure_is_explained_by_what_was_disturbed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record()
    with record.trouble(kind):
        append_surely(Saying(None, AWAY, ACKNOWLEDGED), new_append(MATCH), record)
    assert len(record.unexplained()) == (kind == "process") and record.wrong == []
    later = time.monotonic() + AFTERWARDS + 1
    monkeypatch.setattr("time.monotonic", lambda: later)
    record.fail("broken", "reset", "process", "database")
    assert len(record.unexplained()) == (kind == "process") + 1


@pytest.mark.parametrize(
    "unclear",
    [
        Answer(503, {"retry-after": "5", "content-type": "text/html"}, AWAY.value),
        Answer(503, PROBLEM, AWAY.value),
        Answer(503, AWAY.headers, {"status": 503, "code": "unavailable"}),
    ],
)
def test_a_503_that_is_not_clear_is_told(unclear: Answer) -> None:
    record = Record()
    with record.trouble("database"):
        append_surely(Saying(unclear, ACKNOWLEDGED), new_append(MATCH), record)
    assert len(record.wrong) == 1 and record.unexplained() == []


def test_an_append_that_is_never_acknowledged_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record()
    monkeypatch.setattr(asking, "PATIENCE", 0.0)
    append_surely(Saying(), new_append(MATCH), record)
    assert "never acknowledged" in record.wrong[0]


def test_who_is_told_that_others_were_quicker_must_be_told_the_truth() -> None:
    record, same = Record(), {"code": "seq_differs", "state": {"seq": 4}}
    assert append_surely(Saying(Answer(409, PROBLEM, same)), new_append(MATCH, 4), record) is not None
    assert len(record.wrong) == 1
    skipped = Answer(201, {}, {"entry": {"seq": 7, "hash": "a"}, "state": {"seq": 7}})
    compare_and_append(Saying(Answer(200, {}, {"state": {"seq": 4}}), skipped), MATCH, record, 1)
    assert len(record.wrong) == 2

"""Clients of the service, and writers that never give up: each append is sent again under its key until it is acknowledged."""

from __future__ import annotations

import http.client
import itertools
import random
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import orjson

from tests.faults.recording import Append, Record

TIMEOUT = 20.0
"""Seconds that a client waits for an answer. Nothing in the service waits as long."""
PATIENCE = 60.0
"""Seconds after which a writer gives up, which is wrong."""
PAUSE = 0.05
_SENT_AGAIN = 0.1
"""The share of acknowledged appends that are sent once more."""
_LEFT = 0.1
"""The share of appends whose first answer nobody waits for."""


class Answer(NamedTuple):
    """An answer: its status, its headers by their lower-case names, its JSON."""

    status: int
    headers: dict[str, str]
    value: Any


class BrokenError(Exception):
    """There was no answer: the connection could not be made, or broke."""


class Asker(Protocol):
    """Whatever answers requests. Raises BrokenError."""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer: ...

    def leave(self, method: str, path: str, body: Any, **headers: str) -> None: ...


class HttpAsker:
    """A client's one connection, opened anew whenever it breaks."""

    def __init__(self, port: int, key: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self._key = key

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Ask, once."""
        with self._breaking():
            self._send(method, path, body, headers)
            answer = self._connection.getresponse()
            content = answer.read()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, orjson.loads(content))

    def leave(self, method: str, path: str, body: Any, **headers: str) -> None:
        """Ask, and go away before there is an answer."""
        with self._breaking():
            self._send(method, path, body, headers)
        self.close()

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> None:
        sent = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **headers}
        self._connection.request(method, path, None if body is None else orjson.dumps(body), sent)

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        try:
            yield
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise BrokenError(repr(error)) from error

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        self._connection.close()


@contextmanager
def asker(port: int, key: str) -> Iterator[HttpAsker]:
    """A client, whose connection is closed at the end."""
    made = HttpAsker(port, key)
    try:
        yield made
    finally:
        made.close()


_numbers = itertools.count(1)


def new_append(match: str, expected_seq: int | None = None, *, keyless: bool = False) -> Append:
    """An append like no other. Below zero all deals move the match alike, so that no number takes it out of the range of laps."""
    return Append(match, None if keyless else uuid.uuid4().hex, -next(_numbers), expected_seq)


def append_surely(client: Asker, append: Append, record: Record) -> Answer | None:
    """Send an append until it is acknowledged, or refused by 409 where it may be; the answer. What is wrong with answers is recorded."""
    before, deadline = append in record.acknowledged, time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = _answer(client, append, record)
        if answer is None:
            time.sleep(PAUSE)
            continue
        if answer.status == 201:
            entry, replayed = answer.value["entry"], answer.headers.get("idempotent-replayed") == "true"
            record.acknowledge(append, entry, replayed=replayed, before=before)
            return answer
        if answer.status == 409 and append.expected_seq is not None and not before:
            record.count("expected another seq")
            if answer.value["code"] != "seq_differs" or answer.value["state"]["seq"] == append.expected_seq:
                record.blame(f"{append}: {answer.value}")
            return answer
        record.blame(f"{append}: {answer}")
        return None
    record.blame(f"{append} was never acknowledged")
    return None


def leave(client: Asker, append: Append, record: Record) -> None:
    """Send an append whose answer nobody hears: whether it is stored will show."""
    record.count("left")
    try:
        client.leave("POST", append.path, append.body, **append.headers)
    except BrokenError as error:
        record.fail("broken", str(error), "process", "database")


def _answer(client: Asker, append: Append, record: Record) -> Answer | None:
    """The answer to an append; None where it is to be sent again."""
    try:
        answer = client.ask("POST", append.path, append.body, **append.headers)
    except BrokenError as error:
        record.fail("broken", str(error), "process", "database")
        return None
    if answer.status != 503:
        return answer
    record.fail("503", str(answer.value), "database")
    if not _is_a_clear_503(answer):
        record.blame(f"{append}: {answer}")
    return None


def _is_a_clear_503(answer: Answer) -> bool:
    """Whether a 503 says when to ask again, and is a problem that says why."""
    return (
        answer.headers.get("retry-after", "").isdecimal()
        and answer.headers.get("content-type") == "application/problem+json"
        and answer.value["status"] == 503
        and answer.value["code"].startswith("store_")
    )


def surely(client: Asker, method: str, path: str, body: Any = None) -> Any:
    """The JSON of an answer, asked for until there is one. Raises AssertionError where there is none for long, or a refusal."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            answer = client.ask(method, path, body)
        except BrokenError as error:
            answer = Answer(503, {}, str(error))
        if answer.status < 300:
            return answer.value
        if answer.status != 503 or time.monotonic() > deadline:
            raise AssertionError(f"{method} {path}: {answer}")
        time.sleep(PAUSE)


def log_of(client: Asker, match: str, after: int = 0) -> Iterator[list[dict[str, Any]]]:
    """The entries of a match after a number, page by page."""
    while True:
        page = surely(client, "GET", f"/v1/matches/{match}/log?after={after}")
        yield page["entries"]
        if "next" not in page:
            return
        after = page["next"]


Stop = Callable[[], bool]


def keep_appending(client: Asker, matches: Sequence[str], record: Record, stop: Stop, seed: int) -> None:
    """Append to matches by chance until told to stop. Some appends are sent again after, and some before they were acknowledged."""
    chance = random.Random(seed)
    while not stop():
        append = new_append(chance.choice(matches))
        if chance.random() < _LEFT:
            leave(client, append, record)
        append_surely(client, append, record)
        if chance.random() < _SENT_AGAIN and append in record.acknowledged:
            append_surely(client, append, record)


def keep_trusting(client: Asker, matches: Sequence[str], record: Record, stop: Stop, seed: int) -> None:
    """Append until told to stop, without keys: nothing may fail, for nothing can be sent again."""
    chance = random.Random(seed)
    while not stop():
        append_surely(client, new_append(chance.choice(matches), keyless=True), record)


def compare_and_append(client: Asker, match: str, record: Record, times: int) -> None:
    """Append so often to a match, each time only as its next entry after the last that was seen."""
    seen = surely(client, "GET", f"/v1/matches/{match}")["state"]["seq"]
    while times:
        append = new_append(match, seen)
        answer = append_surely(client, append, record)
        if answer is None:
            return
        seen = answer.value["state"]["seq"]
        if answer.status == 201:
            times -= 1
            if answer.value["entry"]["seq"] != append.expected_seq + 1:  # type: ignore[operator]
                record.blame(f"{append} became {answer.value['entry']['seq']}")


def keep_reading(client: Asker, matches: Sequence[str], record: Record, stop: Stop) -> None:
    """Follow logs to their ends, over and over: what was once to be read must stay."""
    seen = dict.fromkeys(matches, 0)
    while not stop():
        for match in matches:
            for entries in log_of(client, match, seen[match]):
                record.see(match, entries)
                seen[match] = entries[-1]["seq"] if entries else seen[match]
        time.sleep(PAUSE)

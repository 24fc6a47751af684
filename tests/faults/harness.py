"""Writers that never give up, faults that never let up, and the count afterwards: what was acknowledged is there, once, in one chain."""

from __future__ import annotations

import http.client
import os
import random
import signal
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

_TIMEOUT = 30.0
_PATIENCE = 60.0
_AGAIN = 0.05
DEAL = {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N", "declarer_because": "referee"}}
"""A deal that moves nothing and fits wherever the match stands."""


@dataclass
class Ledger:
    """What the service has acknowledged: by match, the number and the hash of each entry, and how often what was seen."""

    entries: dict[str, dict[int, str]] = field(default_factory=dict)
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def acknowledge(self, match: str, key: str, entry: dict[str, Any]) -> None:
        """Note an acknowledged entry; one that was acknowledged otherwise before is wrong."""
        with self.lock:
            before = self.keys.setdefault(key, (match, entry["seq"]))
            known = self.entries.setdefault(match, {}).setdefault(entry["seq"], entry["hash"])
            if before != (match, entry["seq"]) or known != entry["hash"]:
                self.wrong.append(f"{key} was acknowledged as {before}, and as {match} {entry['seq']}")
            self.seen["acknowledged"] += 1


class Asker:
    """One client's connection, opened anew whenever it breaks."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key
        self._connection: http.client.HTTPConnection | None = None

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._connection is not None:
            self._connection.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], Any]:
        """The status, headers and JSON of an answer. Raises OSError or HTTPException where the connection breaks."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT)
        sent = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **headers}
        try:
            self._connection.request(method, path, None if body is None else orjson.dumps(body), sent)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            raise
        return answer.status, dict(answer.getheaders()), orjson.loads(content) if content else None

    def surely(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The JSON of an answer, asked for until there is one."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                status, _, value = self.ask(method, path, body, **headers)
                if status < 500:
                    return value
            except (OSError, http.client.HTTPException):
                pass
            if time.monotonic() > deadline:
                raise AssertionError(f"no answer to {method} {path}")
            time.sleep(_AGAIN)


def write(port: int, key: str, matches: list[str], ledger: Ledger, until: threading.Event, seed: int) -> None:
    """Append deals until told to stop; each is sent again under its key until it is acknowledged, and some once more after that."""
    chance = random.Random(seed)
    with Asker(port, key) as asker:
        while not until.is_set():
            match, idempotency_key = chance.choice(matches), uuid.UUID(int=chance.getrandbits(128)).hex
            acknowledged = _append(asker, match, idempotency_key, ledger)
            if acknowledged and chance.random() < 0.2:
                _append(asker, match, idempotency_key, ledger, again=True)


def _append(asker: Asker, match: str, key: str, ledger: Ledger, *, again: bool = False) -> bool:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        try:
            status, headers, value = asker.ask("POST", f"/v1/matches/{match}/deals", DEAL, **{"Idempotency-Key": key})
        except (OSError, http.client.HTTPException):
            ledger.seen["broken"] += 1
            time.sleep(_AGAIN)
            continue
        if status == 201:
            ledger.acknowledge(match, key, value["entry"])
            ledger.seen["replayed"] += "Idempotent-Replayed" in headers
            if again and "Idempotent-Replayed" not in headers:
                ledger.wrong.append(f"{key} was stored twice")
            return True
        ledger.seen[str(status)] += 1
        if status != 503 or "Retry-After" not in headers or value["status"] != 503:
            ledger.wrong.append(f"{status}: {value}")
            return False
        time.sleep(_AGAIN)
    ledger.wrong.append(f"{key} was never acknowledged")
    return False


def children(master: int) -> list[int]:
    """The worker processes of a server."""
    return [int(child) for child in Path(f"/proc/{master}/task/{master}/children").read_text().split()]


def kill_a_worker(master: int, chance: random.Random, ledger: Ledger) -> None:
    """End a worker in the middle of whatever it does."""
    workers = children(master)
    if workers:
        os.kill(chance.choice(workers), signal.SIGKILL)
        ledger.seen["killed"] += 1


def count(asker: Asker, matches: list[str], ledger: Ledger) -> list[str]:
    """What is wrong with what is stored, held against what was acknowledged; empty where nothing is."""
    wrong = list(ledger.wrong)
    for match in matches:
        stored: dict[int, str] = {}
        after = 0
        while True:
            page = asker.surely("GET", f"/v1/matches/{match}/log?after={after}")
            stored |= {entry["seq"]: entry["hash"] for entry in page["entries"]}
            if "next" not in page:
                break
            after = page["next"]
        if sorted(stored) != list(range(1, len(stored) + 1)):
            wrong.append(f"{match}: the sequence has gaps")
        acknowledged = ledger.entries.get(match, {})
        wrong += [f"{match}: {seq} is not as acknowledged" for seq, made in acknowledged.items() if stored.get(seq) != made]
        if len(stored) != len(acknowledged):
            wrong.append(f"{match}: {len(stored)} entries are stored, {len(acknowledged)} were acknowledged")
        verdict = asker.surely("GET", f"/v1/matches/{match}/verify")
        if verdict != {"valid": True, "entries": len(stored)}:
            wrong.append(f"{match}: {verdict}")
    return wrong

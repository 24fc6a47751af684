"""The count afterwards: what was acknowledged is there, once, in one chain, and nothing else is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.faults.asking import Asker, log_of, surely
from tests.faults.recording import Append, Record, Stored

_HASHED = ("match", "seq", "kind", "at", "by", "body", "outcome")


class Kept(NamedTuple):
    """What the service says of a match: its log, where it stands, whether its log holds."""

    match: str
    entries: list[dict[str, Any]]
    state: dict[str, Any]
    verdict: dict[str, Any]


def kept(client: Asker, match: str) -> Kept:
    """All that is kept of a match."""
    entries = [entry for page in log_of(client, match) for entry in page]
    state = surely(client, "GET", f"/v1/matches/{match}")["state"]
    return Kept(match, entries, state, surely(client, "GET", f"/v1/matches/{match}/verify"))


def wrong_with(record: Record, matches: Sequence[Kept]) -> list[str]:
    """What is wrong with what is kept, held against what was seen by those who wrote and read it; empty where nothing is."""
    found = [*record.wrong, *record.unexplained()]
    for match in matches:
        found += [f"{match.match}: {said}" for said in (*_log(match), *_standing(match))]
    return [*found, *_acknowledged(record.acknowledged, matches), *_read(record.read, matches)]


def _log(match: Kept) -> Iterator[str]:
    """The sequence and the chain, followed with nothing of the service's own code."""
    head = "0" * 64
    for number, entry in enumerate(match.entries, start=1):
        if entry["seq"] != number:
            yield f"entry {entry['seq']} stands at place {number}"
        if entry["prev_hash"] != head:
            yield f"entry {entry['seq']} does not follow from the one before it"
        if entry["hash"] != _hash(entry):
            yield f"entry {entry['seq']} is not what its hash says"
        head = entry["hash"]


def _hash(entry: dict[str, Any]) -> str:
    """RFC 8785 for what these entries hold: whole numbers, and keys in ASCII."""
    text = json.dumps({key: entry[key] for key in _HASHED}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((entry["prev_hash"] + text).encode()).hexdigest()


def _standing(match: Kept) -> Iterator[str]:
    """Where the match stands is where its last entry has led to; every deal has moved it."""
    count = len(match.entries)
    last = match.entries[-1]["outcome"]["state"] if match.entries else {**match.state, "deal": 1}
    if match.state != {**last, "seq": count} or match.state["deal"] != count + 1:
        yield f"after {count} entries it stands at {match.state}"
    if match.verdict != {"valid": True, "entries": count}:
        yield f"{count} entries are examined as {match.verdict}"


def _acknowledged(acknowledged: dict[Append, Stored], matches: Sequence[Kept]) -> Iterator[str]:
    """Each acknowledged append is one entry, as it was acknowledged; each entry is one acknowledged append."""
    entries = {(match.match, entry["seq"]): entry for match in matches for entry in match.entries}
    places = Counter((append.match, stored.seq) for append, stored in acknowledged.items())
    for append, stored in acknowledged.items():
        entry = entries.get((append.match, stored.seq))
        if entry is None:
            yield f"{append} was acknowledged as {stored} and is lost"
        elif entry["hash"] != stored.hash or entry["body"] != {key: value for key, value in append.body.items() if key != "expected_seq"}:
            yield f"{append} was acknowledged as {stored} and is {entry}"
    yield from (f"{count} appends were acknowledged as {place}" for place, count in places.items() if count > 1)
    yield from _twice(matches)
    yield from (f"{place} was acknowledged to nobody" for place in entries if place not in places)


def _twice(matches: Iterable[Kept]) -> Iterator[str]:
    """No append is two entries; no two appends have the same body."""
    bodies = Counter(json.dumps(entry["body"], sort_keys=True) for match in matches for entry in match.entries)
    yield from (f"the append {body} is {count} entries" for body, count in bodies.items() if count > 1)


def _read(read: dict[tuple[str, int], str], matches: Sequence[Kept]) -> Iterator[str]:
    """What was once to be read is still there."""
    hashes = {(match.match, entry["seq"]): entry["hash"] for match in matches for entry in match.entries}
    yield from (f"{place} was read as {made} and is {hashes.get(place)}" for place, made in read.items() if hashes.get(place) != made)

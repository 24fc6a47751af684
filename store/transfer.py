"""Matches taken out whole and brought in whole: entries and hashes stay as they are."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from store import logs
from store.canonical import FIRST_HASH
from store.database import Store
from store.errors import ConflictError
from store.events import entry_json
from store.examining import Examiner
from store.heading import heading_of
from store.models import Deal, Entry, Match
from store.moves import standing_json
from store.verifying import rows_of

VERSION = 1
_TOKEN_BYTES = 24
_AT_ONCE = 500


def exported(store: Store, match: Match, rules: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The lines of a match as values: the match, then its entries up to the last one of now."""
    line: dict[str, Any] = {"kind": "match", "version": VERSION, "id": match.id, "ruleset": orjson.loads(match.ruleset), "rules": rules}
    line["sides"] = orjson.loads(match.sides)
    optional = (("table", match.table_name), ("event", match.event), ("stage", match.stage))
    line |= {name: value for name, value in optional if value is not None}
    line |= {"status": match.status, "created_at": match.created_at, "created_by": match.created_by}
    yield line | {"seq": match.seq, "head_hash": match.head_hash}
    for entry, _ in logs.whole(store, match.uid, match.seq):
        yield entry_json(match.id, entry)


def known(session: Session, organiser_uid: int, match_id: str) -> Match | None:
    """The match of an id that is here already, locked."""
    found = select(Match).where(Match.organiser_uid == organiser_uid, Match.id == match_id).with_for_update()
    return session.scalars(found.execution_options(populate_existing=True)).one_or_none()


def expect_same(session: Session, match: Match, brought: Match, entries: Sequence[Entry]) -> None:
    """Raises ConflictError `match_diverged` where what is here is not how the entries begin, or they are not how it begins."""
    if heading_of(match) != heading_of(brought):
        raise ConflictError("match_diverged", {"value": match.id, "seq": 0})
    for entry, _ in logs.entries(session, match.uid, min(match.seq, len(entries))):
        if entry.hash != entries[entry.seq - 1].hash:
            raise ConflictError("match_diverged", {"value": match.id, "seq": entry.seq})


def drafted(line: Mapping[str, Any], rules: Mapping[str, Any]) -> Match:
    """The match of a first line, without its entries, nobody's yet."""
    return Match(
        id=line["id"],
        read_token=secrets.token_urlsafe(_TOKEN_BYTES),
        ruleset=orjson.dumps(line["ruleset"]).decode(),
        rules=orjson.dumps(rules).decode(),
        sides=orjson.dumps({"NS": {}, "EW": {}} | line["sides"]).decode(),
        table_name=line.get("table"),
        event=line.get("event"),
        stage=line.get("stage"),
        status="open",
        seq=0,
        head_hash=FIRST_HASH,
        state="{}",
        created_at=line["created_at"],
        created_by=line["created_by"],
        updated_at=line["created_at"],
    )


def begun(session: Session, organiser_uid: int, draft: Match) -> bool:
    """Store a match that was not here; False where the same was brought in at the same time, and is known now."""
    draft.organiser_uid = organiser_uid
    try:
        with session.begin_nested():
            session.add(draft)
    except IntegrityError:
        return False
    return True


def add(session: Session, match: Match, entries: Sequence[Entry], examiner: Examiner) -> int:
    """Store the entries that a locked match lacks, and what they lead to; how many they were."""
    new = entries[match.seq :]
    if not new and match.seq:
        return 0
    columns = [column.name for column in Entry.__table__.columns if column.name != "match_uid"]
    for start in range(0, len(new), _AT_ONCE):
        rows = [{"match_uid": match.uid} | {name: getattr(entry, name) for name in columns} for entry in new[start : start + _AT_ONCE]]
        session.execute(insert(Entry), rows)
    session.execute(delete(Deal).where(Deal.match_uid == match.uid))
    deals = [{"match_uid": match.uid, **row} for row in rows_of(examiner)]
    for start in range(0, len(deals), _AT_ONCE):
        session.execute(insert(Deal), deals[start : start + _AT_ONCE])
    match.seq, match.head_hash = examiner.seq, examiner.head
    match.state = orjson.dumps(standing_json(examiner.standing)).decode()
    match.status = "finished" if examiner.finished else "open"
    match.ended = orjson.dumps(examiner.ending).decode() if examiner.ending else None
    match.updated_at = entries[-1].at if entries else match.updated_at
    session.flush()
    return len(new)

"""The log of a match (记录): entries in a sequence without gaps, each chained to the one before, written under the match's lock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from store import heading
from store.canonical import canonical, entry_hash_of_texts
from store.clock import now
from store.deliveries import record
from store.errors import ConflictError, MissingError
from store.models import Entry, Match


def find(session: Session, organiser_uid: int, match_id: str) -> Match:
    """A match of an organiser. Raises MissingError, also for another organiser's."""
    match = session.scalars(select(Match).where(Match.organiser_uid == organiser_uid, Match.id == match_id)).one_or_none()
    if match is None:
        raise MissingError("match", match_id)
    return match


def lock(session: Session, organiser_uid: int, match_id: str) -> Match:
    """The same in a writing session: until its end no other transaction appends to this match."""
    found = select(Match).where(Match.organiser_uid == organiser_uid, Match.id == match_id).with_for_update()
    found = found.execution_options(populate_existing=True)
    match = session.scalars(found).one_or_none()
    if match is None:
        raise MissingError("match", match_id)
    return match


def state_of(match: Match) -> dict[str, Any]:
    """Where a match stands: levels, declarer, level, the next deal's number, games, and `seq`, the number of its last entry."""
    state: dict[str, Any] = orjson.loads(match.state)
    return state | {"seq": match.seq}


def expect(match: Match, seq: int | None) -> None:
    """Raises ConflictError `seq_differs` with the state when the caller has seen another last entry."""
    if seq is not None and seq != match.seq:
        raise ConflictError("seq_differs", {"expected_seq": seq, "seq": match.seq}, state_of(match))


def append(
    session: Session,
    match: Match,
    kind: str,
    by: str,
    body: Mapping[str, Any],
    outcome: Mapping[str, Any],
    state: Mapping[str, Any],
    *,
    deal: int | None = None,
    supersedes: int | None = None,
) -> Entry:
    """Write the next entry of a match that this session has locked, and the state that it leads to (without `seq`)."""
    seq, at = match.seq + 1, max(now(), match.updated_at)
    outcome = outcome if match.seq else {**outcome, heading.NAMED: heading.heading_of(match)}
    texts = {"match": match.id, "seq": seq, "kind": kind, "at": at, "by": by, "body": canonical(body), "outcome": canonical(outcome)}
    entry = Entry(
        match_uid=match.uid,
        seq=seq,
        kind=kind,
        deal=deal,
        supersedes=supersedes,
        at=at,
        by=by,
        body=texts["body"],
        outcome=texts["outcome"],
        prev_hash=match.head_hash,
        hash=entry_hash_of_texts(match.head_hash, texts),
    )
    session.add(entry)
    match.seq, match.head_hash, match.updated_at = seq, entry.hash, at
    match.state = orjson.dumps({key: value for key, value in state.items() if key != "seq"}).decode()
    session.flush()
    record(session, match, entry)
    return entry

"""Following matches as they go on: what has been added to any of them, and which of the keys that listen have been revoked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from store import logs
from store.logs import Logged
from store.models import Key, Match


class News(NamedTuple):
    """What is new: entries by the uid of their match, in their order, and the ids of keys that open nothing any more."""

    entries: dict[int, list[Logged]]
    revoked: set[str]


def news(session: Session, seen: Mapping[int, int], keys: Collection[str], most: int) -> News:
    """What is new in matches by the last number seen of each; of many new entries in one match only the last `most`.

    One question asks for all matches, and one more for each that has gone on.
    """
    heads = session.execute(select(Match.uid, Match.seq).where(Match.uid.in_(seen))) if seen else ()
    entries = {uid: logs.page(session, uid, max(seen[uid], seq - most), most) for uid, seq in heads if seq > seen[uid]}
    gone = select(Key.id).where(Key.id.in_(keys), Key.revoked_at.is_not(None))
    return News(entries, set(session.scalars(gone)) if keys else set())

"""Requests that may come twice: the first answer is kept with what it stored, and given again (settled 26)."""

from __future__ import annotations

from typing import NamedTuple

import orjson
from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from store.clock import now
from store.errors import ConflictError
from store.models import Remembered

_UNANSWERED = 0


class Answered(NamedTuple):
    """An answer as it was given: its status, the headers that belong to it, its JSON text."""

    status: int
    headers: dict[str, str]
    body: str


def claim(session: Session, organiser_uid: int, route: str, key: str, fingerprint: str) -> Answered | None:
    """Take a key for the work of this transaction, or the answer of the request that had it first.

    While another transaction holds the key, this waits for its end: only one of them does the work. Raises ConflictError
    `idempotency_key_reused` when that request was another one.
    """
    row = {"organiser_uid": organiser_uid, "route": route, "key": key}
    values = row | {"fingerprint": fingerprint, "status": _UNANSWERED, "headers": "", "body": "", "created_at": now()}
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    claimed = session.scalars(dialect.insert(Remembered).values(**values).on_conflict_do_nothing().returning(Remembered.uid)).first()
    if claimed is not None:
        return None
    first = session.scalars(select(Remembered).filter_by(**row)).one()
    if first.fingerprint != fingerprint:
        raise ConflictError("idempotency_key_reused", {"value": key})
    return Answered(first.status, orjson.loads(first.headers), first.body)


def keep(session: Session, organiser_uid: int, route: str, key: str, answered: Answered) -> None:
    """Keep the answer of a request whose key was claimed in this transaction."""
    session.execute(
        update(Remembered)
        .where(Remembered.organiser_uid == organiser_uid, Remembered.route == route, Remembered.key == key)
        .values(status=answered.status, headers=orjson.dumps(answered.headers).decode(), body=answered.body)
    )

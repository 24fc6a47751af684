"""Deliveries (投递): the outbox. Each is written with the entry that it tells of, and sent by a worker outside any transaction."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import CursorResult, delete, func, insert, select, update
from sqlalchemy.orm import Session, defer

from store.clock import now
from store.errors import ConflictError, MissingError
from store.events import EVENT_OF_KIND, entry_json
from store.ids import new_id
from store.models import Delivery, Entry, Match, Webhook

PENDING: Final = "pending"
DELIVERED: Final = "delivered"
FAILED: Final = "failed"
ACTIVE: Final = "active"
DISABLED: Final = "disabled"
"""Of webhooks: whether events are written for it."""
GONE: Final = "gone"
"""Why a webhook is disabled that has answered 410."""
LEASE: Final = timedelta(seconds=60)
"""For so long a delivery that was claimed belongs to who has claimed it; then it is taken for lost and sent again."""

Listed = tuple[Delivery, str]
"""A delivery and the id of its match."""


class Job(NamedTuple):
    """A delivery that was claimed, with all that sending it needs: nothing of it is a row of a session."""

    uid: int
    id: str
    webhook_uid: int
    webhook_id: str
    type: str
    url: str
    secrets: tuple[str, ...]
    """The secrets that sign, the newest first."""
    payload: str
    attempts: int
    """Which attempt this is, from 1."""


def record(session: Session, match: Match, entry: Entry) -> None:
    """Write a delivery of an entry for every active webhook of the match's organiser that listens to its type of event."""
    event = EVENT_OF_KIND[entry.kind]
    listening = select(Webhook.uid, Webhook.events).where(Webhook.organiser_uid == match.organiser_uid, Webhook.status == ACTIVE)
    told = [uid for uid, events in session.execute(listening.order_by(Webhook.uid)) if event in events.split()]
    if not told:
        return
    payload = orjson.dumps({"type": event, "timestamp": entry.at, "data": entry_json(match.id, entry)}).decode()
    common = {"type": event, "match_uid": match.uid, "seq": entry.seq, "payload": payload, "status": PENDING, "attempts": 0}
    common |= {"next_at": (at := now()), "created_at": at}
    session.execute(insert(Delivery), [{**common, "id": new_id("d"), "webhook_uid": uid} for uid in told])


def page(session: Session, webhook: Webhook, *, after: str | None, limit: int, status: str | None = None) -> tuple[list[Listed], bool]:
    """The deliveries of a webhook without their payloads, the newest first, and whether there are more. Raises MissingError."""
    found = select(Delivery, Match.id).join(Match, Match.uid == Delivery.match_uid).options(defer(Delivery.payload))
    found = found.where(Delivery.webhook_uid == webhook.uid).order_by(Delivery.uid.desc()).limit(limit + 1)
    if status is not None:
        found = found.where(Delivery.status == status)
    if after is not None:
        found = found.where(Delivery.uid < find(session, webhook, after)[0].uid)
    rows = [(delivery, match_id) for delivery, match_id in session.execute(found)]
    return rows[:limit], len(rows) > limit


def find(session: Session, webhook: Webhook, delivery_id: str, *, locked: bool = False) -> Listed:
    """A delivery of a webhook. Raises MissingError, also for another webhook's."""
    found = select(Delivery, Match.id).join(Match, Match.uid == Delivery.match_uid)
    found = found.where(Delivery.webhook_uid == webhook.uid, Delivery.id == delivery_id)
    if locked:
        found = found.with_for_update(of=Delivery)
    row = session.execute(found).one_or_none() if delivery_id.isprintable() else None
    if row is None:
        raise MissingError("delivery", delivery_id)
    return row[0], row[1]


def redeliver(webhook: Webhook, delivery: Delivery) -> None:
    """Let a delivery that was found locked be sent now, whatever has become of it. One that was settled begins its attempts anew.

    Raises ConflictError `webhook_disabled`.
    """
    if webhook.status != ACTIVE:
        raise ConflictError("webhook_disabled", {"value": webhook.id})
    if delivery.status != PENDING:
        delivery.status, delivery.attempts, delivery.delivered_at = PENDING, 0, None
    delivery.next_at = now()


def drop_pending(session: Session, webhook_uid: int, reason: str) -> None:
    """Send nothing more of what waits for a webhook."""
    waiting = update(Delivery).where(Delivery.webhook_uid == webhook_uid, Delivery.status == PENDING)
    session.execute(waiting.values(status=FAILED, next_at=None, last_error=reason))


def forget(session: Session, before: str, *, most: int) -> int:
    """Remove some of the oldest deliveries, those that are settled and were written before a time; how many. The log keeps the events."""
    oldest = select(Delivery.uid, Delivery.status, Delivery.created_at).order_by(Delivery.uid).limit(most)
    past = [uid for uid, status, created_at in session.execute(oldest) if status != PENDING and created_at < before]
    if past:
        session.execute(delete(Delivery).where(Delivery.uid.in_(past), Delivery.status != PENDING))
    return len(past)


def due(session: Session, at: str, *, besides: Collection[int] = (), limit: int) -> list[int]:
    """The webhooks for which something is due, beside some that are busy; the one that has waited longest first."""
    found = select(Delivery.webhook_uid).where(Delivery.status == PENDING, Delivery.next_at <= at)
    found = found.where(Delivery.webhook_uid.not_in(besides)) if besides else found
    return list(session.scalars(found.group_by(Delivery.webhook_uid).order_by(func.min(Delivery.next_at)).limit(limit)))


def claim(session: Session, webhook_uid: int, at: str, until: str) -> Job | None:
    """Take what has been due longest for a webhook; nobody else is given it before `until`. None where others have taken all there was.

    Once this is committed, a worker that dies loses nothing: after the lease the delivery is due again.
    """
    found = select(Delivery).where(Delivery.webhook_uid == webhook_uid, Delivery.status == PENDING, Delivery.next_at <= at)
    found = found.order_by(Delivery.next_at, Delivery.uid).limit(1).with_for_update(skip_locked=True)
    row = session.scalars(found).one_or_none()
    if row is None:
        return None
    webhook = session.get_one(Webhook, webhook_uid)
    if webhook.status != ACTIVE:  # disabled while the entry was being written
        row.status, row.next_at, row.last_error = FAILED, None, "webhook_disabled"
        return None
    row.attempts, row.next_at = row.attempts + 1, until
    old = webhook.old_secret if webhook.old_secret_until is not None and webhook.old_secret_until > at else None
    secrets = (webhook.secret,) if old is None else (webhook.secret, old)
    return Job(row.uid, row.id, webhook.uid, webhook.id, row.type, webhook.url, secrets, row.payload, row.attempts)


def settle_delivered(session: Session, job: Job, status: int, at: str) -> None:
    """Record that a delivery has arrived. It has, even where its lease was over and another attempt has begun."""
    arrived = {"status": DELIVERED, "delivered_at": at, "next_at": None, "last_status": status, "last_error": None}
    session.execute(update(Delivery).where(Delivery.uid == job.uid, Delivery.status != DELIVERED).values(**arrived))


def settle_failed(session: Session, job: Job, status: int | None, error: str, next_at: str | None) -> None:
    """Record that an attempt has failed, and when the next one is: None for never. A later attempt's result is left alone."""
    values: dict[str, Any] = {"last_status": status, "last_error": error, "next_at": next_at}
    values |= {"status": FAILED} if next_at is None else {}
    mine = update(Delivery).where(Delivery.uid == job.uid, Delivery.status == PENDING, Delivery.attempts == job.attempts)
    session.execute(mine.values(**values))


def settle_gone(session: Session, job: Job, status: int) -> None:
    """Record that nobody is at the address any more: the webhook is disabled, and what waits for it is dropped."""
    disabled: CursorResult[Any]
    disabling = update(Webhook).where(Webhook.uid == job.webhook_uid, Webhook.status == ACTIVE)
    disabled = session.execute(disabling.values(status=DISABLED, disabled_because=GONE))  # type: ignore[assignment]
    settle_failed(session, job, status, GONE, None)
    if disabled.rowcount:
        drop_pending(session, job.webhook_uid, GONE)

"""Webhooks (事件推送): the addresses that an organiser has told of events, and the secrets that sign what they are told."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.clock import now
from store.deliveries import DISABLED, drop_pending
from store.errors import ConflictError, MissingError
from store.ids import new_id
from store.keys import hold
from store.models import Webhook

MOST: Final = 20
"""Webhooks of one organiser: each costs every entry a row."""
OLD_SECRET_SIGNS: Final = timedelta(hours=24)
"""For so long the secret before signs beside the new one."""
_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32


def new_secret() -> str:
    """A secret as Standard Webhooks writes it: a prefix and the base64 of 256 bits of chance."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def create(session: Session, organiser_uid: int, *, url: str, events: Iterable[str], description: str | None, status: str) -> Webhook:
    """A new webhook with a secret of its own. Raises ConflictError `too_many_webhooks`."""
    hold(session, organiser_uid)
    kept = select(func.count()).select_from(Webhook).where(Webhook.organiser_uid == organiser_uid, Webhook.deleted_at.is_(None))
    if session.scalars(kept).one() >= MOST:
        raise ConflictError("too_many_webhooks", {"limit": MOST})
    webhook = Webhook(id=new_id("w"), organiser_uid=organiser_uid, secret=new_secret(), created_at=now())
    webhook.url, webhook.events, webhook.description, webhook.status = url, " ".join(events), description, status
    session.add(webhook)
    session.flush()
    return webhook


def find(session: Session, organiser_uid: int, webhook_id: str, *, locked: bool = False) -> Webhook:
    """A webhook of an organiser. Raises MissingError, also for another's and for one that was deleted."""
    found = select(Webhook).where(Webhook.id == webhook_id, Webhook.organiser_uid == organiser_uid, Webhook.deleted_at.is_(None))
    if locked:
        found = found.with_for_update().execution_options(populate_existing=True)
    webhook = session.scalars(found).one_or_none() if webhook_id.isprintable() else None
    if webhook is None:
        raise MissingError("webhook", webhook_id)
    return webhook


def list_webhooks(session: Session, organiser_uid: int, *, after: str | None = None, limit: int) -> tuple[list[Webhook], bool]:
    """An organiser's webhooks as they came, and whether there are more. Raises MissingError for an unknown `after`."""
    found = select(Webhook).where(Webhook.organiser_uid == organiser_uid, Webhook.deleted_at.is_(None)).order_by(Webhook.uid)
    if after is not None:
        found = found.where(Webhook.uid > find(session, organiser_uid, after).uid)
    rows = list(session.scalars(found.limit(limit + 1)))
    return rows[:limit], len(rows) > limit


def replace(session: Session, webhook: Webhook, *, url: str, events: Iterable[str], description: str | None, status: str) -> None:
    """Change a webhook that was found locked. Disabled, it is told nothing: what waits for it is dropped."""
    webhook.url, webhook.events, webhook.description = url, " ".join(events), description
    if status != webhook.status:
        webhook.status, webhook.disabled_because = status, None
    session.flush()
    if status == DISABLED:
        drop_pending(session, webhook.uid, "webhook_disabled")


def rotate(webhook: Webhook) -> None:
    """Give a webhook that was found locked another secret; the one before signs too for a day, an older one no more."""
    webhook.old_secret, webhook.old_secret_until = webhook.secret, now(OLD_SECRET_SIGNS)
    webhook.secret = new_secret()


def remove(session: Session, webhook: Webhook) -> None:
    """Delete a webhook that was found locked: its secrets and what waits for it are gone, and nobody finds it again."""
    webhook.deleted_at, webhook.status = now(), DISABLED
    webhook.secret, webhook.old_secret, webhook.old_secret_until = "", None, None
    session.flush()
    drop_pending(session, webhook.uid, "webhook_deleted")

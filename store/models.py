"""The tables. JSON is kept as text, so that it comes back as it went in; times are texts that sort (`store.clock`)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, CheckConstraint, ForeignKey, Index, Integer, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
_Uid = BigInteger().with_variant(Integer, "sqlite")
_Time = String(24)
_Hash = String(64)
_Id = String(64)
ROLES: Final = ("reader", "scorer", "referee", "admin")
"""Each may do all that those before it may (settled 27)."""
LONGEST_ROUTE: Final = 200
"""Characters of what tells a remembered request's operation."""
ENTRY_KINDS: Final = ("deal", "void_deal", "penalty", "correction", "game_over", "finish")
"""What stands in a log (settled 23)."""


def _one_of(column: str, values: tuple[str, ...], name: str) -> CheckConstraint:
    choices = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({choices})", name=name)


class Base(DeclarativeBase):
    """What all tables share: the names of their constraints."""

    metadata = MetaData(naming_convention=_NAMES)


class Organiser(Base):
    """Whoever keeps rulesets and matches here; every other row belongs to one."""

    __tablename__ = "organisers"

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    created_at: Mapped[str] = mapped_column(_Time)


class Key(Base):
    """A key of an organiser: its id is public and signs entries, of its secret only the SHA-256 is here."""

    __tablename__ = "keys"
    __table_args__ = (_one_of("role", ROLES, "role"),)

    id: Mapped[str] = mapped_column(_Id, primary_key=True)
    organiser_uid: Mapped[int] = mapped_column(ForeignKey("organisers.uid"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    label: Mapped[str | None] = mapped_column(String(100))
    secret_hash: Mapped[str] = mapped_column(_Hash)
    created_at: Mapped[str] = mapped_column(_Time)
    revoked_at: Mapped[str | None] = mapped_column(_Time)


class SavedRuleset(Base):
    """A ruleset by its id, which is unique for its organiser; its documents are its revisions."""

    __tablename__ = "rulesets"
    __table_args__ = (UniqueConstraint("organiser_uid", "id"),)

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    organiser_uid: Mapped[int] = mapped_column(ForeignKey("organisers.uid"))
    id: Mapped[str] = mapped_column(_Id)
    revision: Mapped[int] = mapped_column(Integer)
    share_code: Mapped[str | None] = mapped_column(String(16), unique=True)
    archived_at: Mapped[str | None] = mapped_column(_Time)
    created_at: Mapped[str] = mapped_column(_Time)
    updated_at: Mapped[str] = mapped_column(_Time)


class RulesetRevision(Base):
    """A document as it was sent; it never changes. `parent` is what its `extends` stood for then, with a revision."""

    __tablename__ = "ruleset_revisions"

    ruleset_uid: Mapped[int] = mapped_column(ForeignKey("rulesets.uid"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True)
    document: Mapped[str] = mapped_column(Text)
    parent: Mapped[str | None] = mapped_column(String(80))
    created_at: Mapped[str] = mapped_column(_Time)
    created_by: Mapped[str] = mapped_column(_Id)


class Match(Base):
    """A match: what it was begun with, and the state that its log has come to. Its row is what writers queue at.

    `rules` is JSON and holds all that the match is decided by, so that nothing that changes elsewhere changes it (`store.matches`).
    """

    __tablename__ = "matches"
    __table_args__ = (
        UniqueConstraint("id", "organiser_uid"),
        _one_of("status", ("open", "finished"), "status"),
        Index("ix_matches_organiser_uid_uid", "organiser_uid", "uid"),
        Index("ix_matches_organiser_uid_event_uid", "organiser_uid", "event", "uid"),
    )

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    organiser_uid: Mapped[int] = mapped_column(ForeignKey("organisers.uid"))
    id: Mapped[str] = mapped_column(_Id)
    read_token: Mapped[str] = mapped_column(String(64), unique=True)
    ruleset: Mapped[str] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(Text, deferred=True)
    sides: Mapped[str] = mapped_column(Text)
    table_name: Mapped[str | None] = mapped_column(String(100))
    event: Mapped[str | None] = mapped_column(String(100))
    stage: Mapped[str | None] = mapped_column(String(20))
    status: Mapped[str] = mapped_column(String(10))
    ended: Mapped[str | None] = mapped_column(Text)
    """JSON: what was said of its end, while it is finished; none where nothing was."""
    seq: Mapped[int] = mapped_column(Integer)
    head_hash: Mapped[str] = mapped_column(_Hash)
    state: Mapped[str] = mapped_column(Text)
    created_at: Mapped[str] = mapped_column(_Time)
    created_by: Mapped[str] = mapped_column(_Id)
    updated_at: Mapped[str] = mapped_column(_Time)


class Entry(Base):
    """An entry of a log: written once, kept for ever. `body` and `outcome` are canonical JSON, over which the hash goes."""

    __tablename__ = "entries"
    __table_args__ = (
        _one_of("kind", ENTRY_KINDS, "kind"),
        CheckConstraint("seq >= 1", name="seq"),
        Index("ix_entries_match_uid_deal", "match_uid", "deal"),
    )

    match_uid: Mapped[int] = mapped_column(ForeignKey("matches.uid"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    deal: Mapped[int | None] = mapped_column(Integer)
    """The number of the deal that it is about."""
    supersedes: Mapped[int | None] = mapped_column(Integer)
    """The entry in whose place it counts."""
    at: Mapped[str] = mapped_column(_Time)
    by: Mapped[str] = mapped_column(_Id)
    body: Mapped[str] = mapped_column(Text)
    outcome: Mapped[str] = mapped_column(Text)
    prev_hash: Mapped[str] = mapped_column(_Hash)
    hash: Mapped[str] = mapped_column(_Hash)


class Deal(Base):
    """What counts of a deal now: made from the entries, and made anew when a correction changes what came before it.

    `seq` is the entry that counts; `moves` is what its levels move by, with what they then did, empty where it is void; `after` is
    the state that it leads to (both JSON); `warnings` are codes parted by spaces.
    """

    __tablename__ = "deals"
    __table_args__ = (Index("ix_deals_match_uid_seq", "match_uid", "seq"),)

    match_uid: Mapped[int] = mapped_column(ForeignKey("matches.uid"), primary_key=True)
    deal: Mapped[int] = mapped_column(Integer, primary_key=True)
    seq: Mapped[int] = mapped_column(Integer)
    is_void: Mapped[bool] = mapped_column(Boolean)
    moves: Mapped[str] = mapped_column(Text)
    after: Mapped[str] = mapped_column(Text)
    warnings: Mapped[str] = mapped_column(String(100))
    game_over_seq: Mapped[int | None] = mapped_column(Integer)
    """The entry that says that this deal has ended the game."""
    corrected_by: Mapped[int | None] = mapped_column(Integer)
    """The last correction, of this deal or one before it, that has changed what is here."""


class Remembered(Base):
    """The first answer to a request that carried an Idempotency-Key, kept for as long as the match (settled 26)."""

    __tablename__ = "idempotency"
    __table_args__ = (UniqueConstraint("organiser_uid", "route", "key"),)

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    organiser_uid: Mapped[int] = mapped_column(ForeignKey("organisers.uid"))
    route: Mapped[str] = mapped_column(String(LONGEST_ROUTE))
    key: Mapped[str] = mapped_column(String(255))
    fingerprint: Mapped[str] = mapped_column(_Hash)
    status: Mapped[int] = mapped_column(Integer)
    headers: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[str] = mapped_column(_Time)


class Webhook(Base):
    """An address that is told of events. `events` are their types parted by spaces; two secrets sign while one replaces the other."""

    __tablename__ = "webhooks"
    __table_args__ = (_one_of("status", ("active", "disabled"), "status"),)

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    id: Mapped[str] = mapped_column(_Id, unique=True)
    organiser_uid: Mapped[int] = mapped_column(ForeignKey("organisers.uid"), index=True)
    url: Mapped[str] = mapped_column(Text)
    events: Mapped[str] = mapped_column(String(200))
    description: Mapped[str | None] = mapped_column(String(200))
    secret: Mapped[str] = mapped_column(String(100))
    old_secret: Mapped[str | None] = mapped_column(String(100))
    old_secret_until: Mapped[str | None] = mapped_column(_Time)
    status: Mapped[str] = mapped_column(String(10))
    disabled_because: Mapped[str | None] = mapped_column(String(40))
    created_at: Mapped[str] = mapped_column(_Time)
    deleted_at: Mapped[str | None] = mapped_column(_Time)


class Delivery(Base):
    """An event on its way to a webhook (the outbox): written with the entry that it tells of, sent by a worker of its own."""

    __tablename__ = "deliveries"
    __table_args__ = (
        _one_of("status", ("pending", "delivered", "failed"), "status"),
        Index("ix_deliveries_status_next_at", "status", "next_at"),
        Index("ix_deliveries_webhook_uid_uid", "webhook_uid", "uid"),
        Index("ix_deliveries_webhook_uid_status_next_at", "webhook_uid", "status", "next_at"),
    )

    uid: Mapped[int] = mapped_column(_Uid, primary_key=True)
    id: Mapped[str] = mapped_column(_Id, unique=True)
    webhook_uid: Mapped[int] = mapped_column(ForeignKey("webhooks.uid"))
    type: Mapped[str] = mapped_column(String(40))
    match_uid: Mapped[int] = mapped_column(ForeignKey("matches.uid"))
    seq: Mapped[int] = mapped_column(Integer)
    payload: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(10))
    attempts: Mapped[int] = mapped_column(Integer)
    next_at: Mapped[str | None] = mapped_column(_Time)
    last_status: Mapped[int | None] = mapped_column(Integer)
    last_error: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[str] = mapped_column(_Time)
    delivered_at: Mapped[str | None] = mapped_column(_Time)

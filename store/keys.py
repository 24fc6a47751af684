"""Organisers (主办者) and their keys: made on the command line, shown once, stored as SHA-256."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from store.clock import now
from store.errors import MissingError
from store.ids import new_id
from store.models import ROLES, Key, Organiser

PREFIX: Final = "sj_live_"
"""How every key begins, so that scanners for leaked secrets know it."""
_FORM: Final = re.compile(rf"{PREFIX}(k[0-9a-z]{{12}})_([0-9a-f]{{64}})")
_SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the id of the key, whose it is, and what it may do."""

    key_id: str
    organiser_uid: int
    role: str

    def may(self, role: str) -> bool:
        """Whether the key's role is that one or one above it."""
        return ROLES.index(self.role) >= ROLES.index(role)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _FORM.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What is stored of a secret. It is 256 bits of chance, which no slow hash need protect."""
    return hashlib.sha256(secret.encode()).hexdigest()


def make_organiser(session: Session, name: str) -> bool:
    """Make an organiser, unless there is one of this name; whether this has made it. Of two that make the same one waits for the other."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    made = dialect.insert(Organiser).values(name=name, created_at=now()).on_conflict_do_nothing().returning(Organiser.uid)
    return session.scalars(made).first() is not None


def create_key(session: Session, organiser: str, role: str, label: str | None = None) -> str:
    """A new key of an organiser, who is made with the first one. The answer is the only copy of it."""
    make_organiser(session, organiser)
    owner = session.scalars(select(Organiser).where(Organiser.name == organiser)).one()
    key_id, secret = new_id("k", 12), secrets.token_hex(_SECRET_BYTES)
    session.add(Key(id=key_id, organiser_uid=owner.uid, role=role, label=label, secret_hash=hash_of(secret), created_at=now()))
    return f"{PREFIX}{key_id}_{secret}"


def revoke_key(session: Session, key_id: str) -> None:
    """Let a key open nothing from now on. Raises MissingError; a key that is revoked already stays so."""
    key = session.get(Key, key_id)
    if key is None:
        raise MissingError("key", key_id)
    key.revoked_at = key.revoked_at or now()


def list_keys(session: Session, organiser: str | None = None) -> list[tuple[Key, str]]:
    """Keys with the names of their organisers, the oldest first; of one organiser where it is named."""
    found = select(Key, Organiser.name).join(Organiser, Organiser.uid == Key.organiser_uid).order_by(Key.created_at, Key.id)
    if organiser is not None:
        found = found.where(Organiser.name == organiser)
    return [(key, name) for key, name in session.execute(found)]


def hold(session: Session, organiser_uid: int) -> None:
    """Until this transaction ends no other one that holds the organiser too goes on: what it counts or names stays so. Appends go on."""
    session.execute(select(Organiser.uid).where(Organiser.uid == organiser_uid).with_for_update(key_share=True))


def has_organisers(session: Session) -> bool:
    """Whether anybody keeps anything here yet."""
    return session.scalars(select(Organiser.uid).limit(1)).first() is not None


def caller_of(session: Session, text: str) -> Caller | None:
    """Who asks with a key; None for what is no key, or none that is good."""
    form = _FORM.fullmatch(text)
    key = session.get(Key, form[1]) if form is not None else None
    if form is None or key is None or key.revoked_at is not None or not hmac.compare_digest(key.secret_hash, hash_of(form[2])):
        return None
    return Caller(key.id, key.organiser_uid, key.role)

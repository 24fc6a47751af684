"""Saved rulesets (自订规则): documents kept as they were sent, revision by revision, none of which ever changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from store.clock import now
from store.errors import ConflictError, MissingError
from store.ids import new_id
from store.models import RulesetRevision, SavedRuleset

_CODE_LENGTH = 12


class Saved(NamedTuple):
    """A ruleset and one of its revisions."""

    ruleset: SavedRuleset
    revision: RulesetRevision

    @property
    def document(self) -> dict[str, Any]:
        """The document as it was sent."""
        document: dict[str, Any] = orjson.loads(self.revision.document)
        return document


def find(session: Session, organiser_uid: int, name: str, revision: int | None = None, *, locked: bool = False) -> Saved:
    """A ruleset of an organiser, archived ones too, at a revision or the newest. Raises MissingError."""
    found = select(SavedRuleset).where(SavedRuleset.organiser_uid == organiser_uid, SavedRuleset.id == name)
    if locked:
        found = found.with_for_update().execution_options(populate_existing=True)
    # a text with control characters names nothing, and PostgreSQL does not take it
    ruleset = session.scalars(found).one_or_none() if name.isprintable() else None
    row = None if ruleset is None else session.get(RulesetRevision, (ruleset.uid, revision or ruleset.revision))
    if ruleset is None or row is None:
        raise MissingError("ruleset", name if revision is None else f"{name}@{revision}")
    return Saved(ruleset, row)


def create(session: Session, organiser_uid: int, by: str, name: str, document: Mapping[str, Any], parent: str | None) -> Saved:
    """Save a first revision. `parent` is what the document extends, with a revision. Raises ConflictError `ruleset_exists`."""
    at = now()
    ruleset = SavedRuleset(organiser_uid=organiser_uid, id=name, revision=1, created_at=at, updated_at=at)
    try:
        with session.begin_nested():
            session.add(ruleset)
            session.flush()
    except IntegrityError:
        raise ConflictError("ruleset_exists", {"value": name}) from None
    return _add(session, ruleset, by, document, parent)


def replace(session: Session, saved: Saved, by: str, document: Mapping[str, Any], parent: str | None) -> Saved:
    """Save the next revision of a ruleset that was found locked; an archived one is back with it. What is the same already stays."""
    same = saved.document == document and list(saved.document) == list(document) and saved.revision.parent == parent
    if same and saved.ruleset.archived_at is None:
        return saved
    saved.ruleset.revision += 1
    saved.ruleset.archived_at = None
    saved.ruleset.updated_at = now()
    return _add(session, saved.ruleset, by, document, parent)


def _add(session: Session, ruleset: SavedRuleset, by: str, document: Mapping[str, Any], parent: str | None) -> Saved:
    row = RulesetRevision(
        ruleset_uid=ruleset.uid,
        revision=ruleset.revision,
        document=orjson.dumps(document).decode(),
        parent=parent,
        created_at=ruleset.updated_at,
        created_by=by,
    )
    session.add(row)
    session.flush()
    return Saved(ruleset, row)


def archive(saved: Saved) -> None:
    """Take a ruleset out of the list and of new questions; what has pinned it goes on."""
    saved.ruleset.archived_at = saved.ruleset.archived_at or now()


def list_saved(session: Session, organiser_uid: int, *, after: str | None, limit: int, archived: bool = False) -> tuple[list[Saved], bool]:
    """An organiser's rulesets by id, at their newest revisions, and whether there are more."""
    found = (
        select(SavedRuleset, RulesetRevision)
        .join(RulesetRevision, (RulesetRevision.ruleset_uid == SavedRuleset.uid) & (RulesetRevision.revision == SavedRuleset.revision))
        .where(SavedRuleset.organiser_uid == organiser_uid)
        .order_by(SavedRuleset.uid)
        .limit(limit + 1)
    )
    if not archived:
        found = found.where(SavedRuleset.archived_at.is_(None))
    if after is not None:
        found = found.where(SavedRuleset.uid > find(session, organiser_uid, after).ruleset.uid)
    rows = [Saved(*row) for row in session.execute(found)]
    return rows[:limit], len(rows) > limit


def revisions(session: Session, ruleset: SavedRuleset, *, before: int | None, limit: int) -> tuple[list[RulesetRevision], bool]:
    """The revisions of a ruleset, the newest first, and whether there are more."""
    found = select(RulesetRevision).where(RulesetRevision.ruleset_uid == ruleset.uid).order_by(RulesetRevision.revision.desc())
    if before is not None:
        found = found.where(RulesetRevision.revision < before)
    rows = list(session.scalars(found.limit(limit + 1)))
    return rows[:limit], len(rows) > limit


def share(saved: Saved) -> str:
    """The code by which others may copy a ruleset; the same until it is withdrawn."""
    saved.ruleset.share_code = saved.ruleset.share_code or new_id("r", _CODE_LENGTH)
    return saved.ruleset.share_code


def withdraw(saved: Saved) -> None:
    """Let the code of a ruleset lead nowhere."""
    saved.ruleset.share_code = None


def shared(session: Session, code: str) -> Saved | None:
    """The newest revision of the ruleset that a code leads to."""
    ruleset = session.scalars(select(SavedRuleset).where(SavedRuleset.share_code == code)).one_or_none()
    if ruleset is None:
        return None
    row = session.get_one(RulesetRevision, (ruleset.uid, ruleset.revision))
    return Saved(ruleset, row)


def free_name(session: Session, organiser_uid: int, wanted: str) -> str:
    """A name that no ruleset of an organiser has: the one wanted, or the same with -2, -3 …"""
    taken = set(
        session.scalars(
            select(SavedRuleset.id).where(SavedRuleset.organiser_uid == organiser_uid, SavedRuleset.id.startswith(wanted, autoescape=True))
        )
    )
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted[: 63 - len(str(number))]}-{number}"
    return name

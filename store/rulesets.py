"""Saved rulesets (自订规则): documents kept as they were sent, revision by revision, none of which ever changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rules.catalogue import PRESET_IDS
from store.clock import now
from store.errors import ConflictError, MissingError
from store.ids import new_id
from store.models import RulesetRevision, SavedRuleset

_CODE_LENGTH: Final = 12
_LONGEST_NAME: Final = 64
_TRIED: Final = 100
"""Names that are looked up at once when a free one is sought."""


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
    """Save the next revision of a ruleset that was found locked; an archived one is back with it.

    A document that reads the same as the newest and rests on the same makes none.
    """
    same = saved.revision.document == _text(document) and saved.revision.parent == parent
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
        document=_text(document),
        parent=parent,
        created_at=ruleset.updated_at,
        created_by=by,
    )
    session.add(row)
    session.flush()
    return Saved(ruleset, row)


def _text(document: Mapping[str, Any]) -> str:
    return orjson.dumps(document).decode()


def archive(saved: Saved) -> None:
    """Take a ruleset out of the list and of new questions; what has pinned it goes on."""
    saved.ruleset.archived_at = saved.ruleset.archived_at or now()


def list_saved(session: Session, organiser_uid: int, *, after: str | None, limit: int, archived: bool = False) -> tuple[list[Saved], bool]:
    """An organiser's rulesets as they came, at their newest revisions, and whether there are more; `after` is an id of theirs."""
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
    """The newest revision of the ruleset that a code leads to; None while it is archived."""
    found = select(SavedRuleset).where(SavedRuleset.share_code == code, SavedRuleset.archived_at.is_(None))
    ruleset = session.scalars(found).one_or_none()
    if ruleset is None:
        return None
    row = session.get_one(RulesetRevision, (ruleset.uid, ruleset.revision))
    return Saved(ruleset, row)


def free_name(session: Session, organiser_uid: int, wanted: str, besides: str | None = None) -> str:
    """A name that no preset and no ruleset of an organiser has, nor is `besides`: the one wanted, or the same with -2, -3 …"""
    first = 1
    while True:
        names = [_numbered(wanted, number) for number in range(first, first + _TRIED)]
        theirs = select(SavedRuleset.id).where(SavedRuleset.organiser_uid == organiser_uid, SavedRuleset.id.in_(names))
        taken = {*PRESET_IDS, besides, *session.scalars(theirs)}
        free = next((name for name in names if name not in taken), None)
        if free is not None:
            return free
        first += _TRIED


def _numbered(name: str, number: int) -> str:
    """A name with a number, no longer than names may be; the first has none."""
    end = "" if number == 1 else f"-{number}"
    return name[: _LONGEST_NAME - len(end)] + end

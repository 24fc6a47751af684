"""What a match is decided by, kept with it: its ruleset's reference with a revision, and the saved documents that it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from rules.catalogue import PRESET_REVISIONS, Lookup, Stored
from store.models import RulesetRevision, SavedRuleset

Reference = str | Mapping[str, Any]
"""A ruleset by id, by id and revision, or an object that may extend one."""


def saved_lookup(session: Session, organiser_uid: int) -> Lookup:
    """Finds an organiser's saved rulesets as they were saved, what they extend pinned; archived ones are marked.

    What was found once is found again as it was: who judges a ruleset and then keeps it sees the same, whatever is saved meanwhile.
    """
    met: dict[tuple[str, int | None], Stored | None] = {}

    def look(name: str, revision: int | None) -> Stored | None:
        if (name, revision) not in met:
            met[name, revision] = read(name, revision)
        return met[name, revision]

    def read(name: str, revision: int | None) -> Stored | None:
        if not name.isprintable():
            return None  # no id, and a text that PostgreSQL does not take
        found = (
            select(RulesetRevision, SavedRuleset.archived_at)
            .join(SavedRuleset, SavedRuleset.uid == RulesetRevision.ruleset_uid)
            .where(SavedRuleset.organiser_uid == organiser_uid, SavedRuleset.id == name)
        )
        if revision is None:
            found = found.where(RulesetRevision.revision == SavedRuleset.revision)
        else:
            found = found.where(RulesetRevision.revision == revision)
        row = session.execute(found).one_or_none()
        return None if row is None else Stored(row[0].revision, pinned_document(row[0]), row[1] is not None)

    return look


def pinned_document(row: RulesetRevision) -> dict[str, Any]:
    """The document of a revision with the revision of what it extends."""
    document: dict[str, Any] = orjson.loads(row.document)
    return document if row.parent is None else document | {"extends": row.parent}


def pinned(lookup: Lookup, reference: Reference) -> dict[str, Any]:
    """`{"reference","saved":[{"id","revision","document"}]}`: a valid reference pinned, with every saved document that it rests on."""
    saved: list[dict[str, Any]] = []
    if isinstance(reference, str):
        return {"reference": _pin(lookup, reference, saved), "saved": saved}
    document = dict(reference)
    if isinstance(document.get("extends"), str):
        document["extends"] = _pin(lookup, document["extends"], saved)
    return {"reference": document, "saved": saved}


def _pin(lookup: Lookup, name: str, saved: list[dict[str, Any]]) -> str:
    """A name with its revision; the saved documents behind it go to `saved`."""
    base, _, given = name.partition("@")
    if base in PRESET_REVISIONS:
        return f"{base}@{given or PRESET_REVISIONS[base]}"
    stored = lookup(base, int(given) if given else None)
    if stored is None:
        raise KeyError(name)
    document = dict(stored.document)
    saved.append({"id": base, "revision": stored.revision, "document": document})
    parent = document.get("extends")
    if isinstance(parent, str):
        document["extends"] = _pin(lookup, parent, saved)
    return f"{base}@{stored.revision}"


def lookup_of(saved: Sequence[Mapping[str, Any]]) -> Lookup:
    """Finds the documents that were kept with a match.

    >>> lookup_of([{"id": "club", "revision": 2, "document": {"extends": "jiangsu-2007@1"}}])("club", 2)
    Stored(revision=2, document={'extends': 'jiangsu-2007@1'}, archived=False)
    """
    kept = {(each["id"], each["revision"]): Stored(each["revision"], each["document"]) for each in saved}
    return lambda name, revision: kept.get((name, revision or 0))

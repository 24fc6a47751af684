"""What the operations on saved rulesets share: a ruleset by its name, a document judged and kept, and how one is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from sqlalchemy.orm import Session
from werkzeug.http import quote_etag

from api.answers import etag_of
from api.problems import InvalidRequestError, RulesetNotFoundError
from api.storing import Change, Made, expect_version
from rules.catalogue import MAX_CHAIN, PRESET_IDS, Lookup, parted, preset, resolve
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError
from rules.tidying import shown
from schemas.fields import SAVED_RULESETS
from schemas.rulesets import ANSWERED, judged, ruleset_answer
from store import rulesets as stored
from store.errors import ConflictError, MissingError
from store.keys import Caller
from store.pinning import pinned, saved_lookup

MOST_BEHIND: Final = MAX_CHAIN - 2
"""Saved rulesets that another saved one may rest on; a preset may stand behind them all."""
_OF_THE_ROW: Final = ("id", "revision")


def is_preset(reference: str) -> bool:
    """Whether a text names a preset, in whatever revision."""
    return reference.partition("@")[0] in PRESET_IDS


def found(reference: str) -> Ruleset:
    """The ruleset of a text in a path. Raises RulesetNotFoundError."""
    try:
        return resolve(reference, SAVED_RULESETS.get())
    except InputError as error:
        fault = error.faults[0]
        raise RulesetNotFoundError(fault.code, value=reference, **fault.params) from error


def saved_at(session: Session, caller: Caller, reference: str) -> stored.Saved:
    """One of the caller's own rulesets, archived or not, by id or id@revision. Raises MissingError."""
    named = parted(reference)
    if named is None:
        raise MissingError("ruleset", reference)
    return stored.find(session, caller.organiser_uid, *named)


def own(change: Change, reference: str) -> stored.Saved:
    """One of the organiser's rulesets, locked. Raises ConflictError for a preset, MissingError for what is none."""
    if is_preset(reference):
        raise ConflictError("preset_is_read_only", {"value": reference})
    return stored.find(change.session, change.caller.organiser_uid, reference, locked=True)


def to_change(change: Change, reference: str) -> stored.Saved:
    """One of the organiser's rulesets, locked, when If-Match names its version."""
    saved = own(change, reference)
    expect_version(change, etag_of(orjson.dumps(representation(change.session, change.caller, saved))))
    return saved


def title_of(saved: stored.Saved, lookup: Lookup) -> Any:
    """The title of a saved ruleset: its own, or that of the nearest it rests on; None where none of them has one."""
    document, parent = saved.document, saved.revision.parent
    while "title" not in document and parent is not None:
        name, revision = parted(parent) or ("", None)
        if name in PRESET_IDS:
            return preset(name, revision).title
        link = lookup(name, revision)
        document = {} if link is None else dict(link.document)
        parent = document.get("extends")
    return document.get("title")


def judge(change: Change, sent: Mapping[str, Any], faults: Sequence[Fault] = ()) -> tuple[dict[str, Any], str | None]:
    """What is kept of a document that makes a ruleset, and what it extends, with a revision.

    Raises InvalidRequestError, with the `faults` known before, and ConflictError for the id of a preset.
    """
    name = sent.get("id")
    if isinstance(name, str) and is_preset(name):
        raise ConflictError("preset_is_read_only", {"value": name})
    lookup = saved_lookup(change.session, change.caller.organiser_uid)
    document, _, more = judged(sent, lookup)
    if faults or more:
        # who has misspelt a key may have missed another for that
        raise InvalidRequestError(sorted([*faults, *more], key=lambda fault: fault.code != "unknown_option"))
    rules = pinned(lookup, document)
    parent: str | None = rules["reference"].get("extends")
    if len(rules["saved"]) > MOST_BEHIND:
        raise InvalidRequestError([Fault("/extends", "extends_too_deep", shown(parent), {"maximum": MAX_CHAIN - 1})])
    return {key: value for key, value in document.items() if key not in _OF_THE_ROW}, parent


def is_restated(change: Change, saved: stored.Saved, sent: Mapping[str, Any]) -> bool:
    """Whether a document is what a GET answers of the ruleset now, with nothing changed."""
    return "basis" in sent and _said(sent) == _said(representation(change.session, change.caller, saved))


def _said(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in ANSWERED and key not in _OF_THE_ROW}


def representation(session: Session, caller: Caller, saved: stored.Saved) -> dict[str, Any]:
    """A saved ruleset at one of its revisions, whole."""
    ruleset = resolve(f"{saved.ruleset.id}@{saved.revision.revision}", saved_lookup(session, caller.organiser_uid))
    return ruleset_answer(ruleset, saved.revision.parent, archived=saved.ruleset.archived_at is not None)


def created(change: Change, name: str, document: Mapping[str, Any]) -> Made:
    """The answer to a document that is saved under a new name."""
    own, parent = judge(change, {**document, "id": name})
    saved = stored.create(change.session, change.caller.organiser_uid, change.caller.key_id, name, own, parent)
    return answered(change, saved, {"Location": f"/v1/rulesets/{name}"})


def answered(change: Change, saved: stored.Saved, headers: Mapping[str, str] | None = None) -> Made:
    """The answer to a change, with the version that the next one is to name."""
    answer = representation(change.session, change.caller, saved)
    return Made(answer, {"ETag": quote_etag(etag_of(orjson.dumps(answer))), **(headers or {})})

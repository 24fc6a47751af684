"""Copies of rulesets: of a preset, of a revision of one's own, or of what another organiser has made public under a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.saving import found, is_preset, saved_at
from api.storing import Change
from store import rulesets as stored
from store.keys import hold
from store.pinning import pinned, pinned_document, saved_lookup


def copied(change: Change, asked: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The id and the document of a copy, to be judged like any other. Raises MissingError for what leads nowhere."""
    source, owner = asked["copy_of"], change.caller.organiser_uid
    hold(change.session, owner)  # a name that is free now must be so when it is taken
    title = {"title": asked["title"]} if "title" in asked else {}
    if is_preset(source):
        preset = found(source)
        return _name(change, asked, preset.id), {"extends": f"{preset.id}@{preset.revision}"} | title
    shared = stored.shared(change.session, source)
    if shared is not None and shared.ruleset.organiser_uid != owner:
        name = _name(change, asked, shared.ruleset.id)
        return name, _brought(change, shared, name) | title
    saved = shared or saved_at(change.session, change.caller, source)
    return _name(change, asked, saved.ruleset.id), pinned_document(saved.revision) | title


def _name(change: Change, asked: Mapping[str, Any], source: str) -> str:
    """The id that a copy asks for, or the source's as far as it is free."""
    wanted: str | None = asked.get("id")
    return stored.free_name(change.session, change.caller.organiser_uid, source) if wanted is None else wanted


def _brought(change: Change, shared: stored.Saved, copy: str) -> dict[str, Any]:
    """The document of another organiser's ruleset, for a copy of this name.

    The saved documents that it rests on come along, archived, under their own ids where these are free. Made one with it they might
    state other clauses: what a document says of options that it inherits is not what it says of its own.
    """
    caller = change.caller
    document = pinned_document(shared.revision)
    names: dict[str, str] = {}
    for link in reversed(pinned(saved_lookup(change.session, shared.ruleset.organiser_uid), document)["saved"]):
        name = stored.free_name(change.session, caller.organiser_uid, link["id"], besides=copy)
        above = _resting(link["document"], names)
        stored.archive(stored.create(change.session, caller.organiser_uid, caller.key_id, name, above, above.get("extends")))
        change.session.flush()
        names[f"{link['id']}@{link['revision']}"] = f"{name}@1"
    return _resting(document, names)


def _resting(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A document with the new name of what it extends."""
    parent = document.get("extends")
    return {**document} if parent is None else {**document, "extends": names.get(parent, parent)}

"""Rulesets (规则): the presets whole, their clauses, the judgement of a document, the difference of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Response, request
from flask.views import MethodView
from sqlalchemy.orm import Session
from werkzeug.http import quote_etag

from api.answers import etag_of, readable
from api.bodies import loaded
from api.keys import bearer, the_caller
from api.language import asked_language
from api.problems import InvalidRequestError, RulesetNotFoundError
from api.stores import store
from api.storing import Change, Made, Reading, StoreBlueprint, must_match
from rules.catalogue import PRESET_IDS, diff, resolve, validate_document
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError
from schemas.fields import SAVED_RULESETS
from schemas.offences import OffencesAnswer, offences_answer
from schemas.rulesets import (
    ClausesAnswer,
    CopyRequest,
    DiffAnswer,
    DocumentRequest,
    PageQuery,
    RevisionAnswer,
    RevisionsAnswer,
    RevisionsQuery,
    RulesetsAnswer,
    ShareAnswer,
    ValidationAnswer,
    clauses_answer,
    diff_answer,
    page_of_presets,
    ruleset_answer,
    saved_entry,
    validation_answer,
)
from store import rulesets as stored
from store.errors import ConflictError, MissingError
from store.keys import Caller
from store.pinning import pinned, saved_lookup

_COPY = CopyRequest()
_LONGEST_REVISION = 9

rulesets = StoreBlueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The rules that decide.")


def _found(reference: str) -> Ruleset:
    """The ruleset of an id in a path, or a 404."""
    try:
        return resolve(reference, SAVED_RULESETS.get())
    except InputError as error:
        fault = error.faults[0]
        raise RulesetNotFoundError(value=reference, **fault.params) from error


@rulesets.route("")
class Rulesets(MethodView):
    """The list."""

    @rulesets.query(PageQuery())
    @rulesets.reading("listRulesets", RulesetsAnswer(), missing=True)
    def get(self, page: dict[str, Any]) -> Response:
        """The rulesets that may be named in a question: the presets and, with a key, the organiser's own."""
        language = asked_language()
        after, limit = page.get("after"), page["limit"]
        if bearer(request) is None:
            if after is not None and after not in PRESET_IDS:
                raise InvalidRequestError([Fault("/after", "not_a_choice", after, {"choices": list(PRESET_IDS)})])
            entries, left = page_of_presets(after, limit, language)
            more = left > 0
        else:
            entries, more = _page_with_saved(the_caller("reader"), after, limit, page.get("archived") == "true", language)
        answer: dict[str, Any] = {"rulesets": entries}
        return readable(answer | ({"next": entries[-1]["id"]} if more else {}), language)

    @rulesets.change(
        "createRuleset",
        DocumentRequest(),
        {"$ref": "#/components/schemas/Ruleset"},
        role="admin",
        body={"oneOf": [{"$ref": "#/components/schemas/RulesetOverride"}, {"$ref": "#/components/schemas/Copy"}]},
    )
    def post(self, change: Change, asked: dict[str, Any]) -> Made:
        """Save a ruleset: a document with its `id`, or a copy of a preset, of one's own ruleset, or of another's by its code."""
        if "copy_of" in asked:
            return _created(change, *copied(change, loaded(_COPY, asked)))
        name = asked.get("id")
        faults = [Fault("/id", "missing_field")] if name is None else []
        _judged(change, asked, faults)
        return _created(change, str(name), _kept(asked), _parent(change, asked))


def _page_with_saved(caller: Caller, after: str | None, limit: int, archived: bool, language: str) -> tuple[list[dict[str, Any]], bool]:
    """The presets and then the organiser's own rulesets, and whether there are more."""
    entries, left = page_of_presets(after, limit, language)
    if left:
        return entries, True
    with store().reading() as session:
        first = None if after is None or after in PRESET_IDS else after
        room = limit - len(entries)
        rows, more = stored.list_saved(session, caller.organiser_uid, after=first, limit=room, archived=archived)
        for saved in rows:
            is_archived = saved.ruleset.archived_at is not None
            entries.append(saved_entry(saved.ruleset.id, saved.revision.revision, saved.document, is_archived, language))
    return entries, more


@rulesets.decision(
    "/validate", "validateRuleset", DocumentRequest(), ValidationAnswer(), body={"$ref": "#/components/schemas/RulesetOverride"}
)
def validate(document: dict[str, Any], language: str) -> dict[str, Any]:
    """Is this a ruleset?

    The answer is 200 either way: `valid`, and the whole ruleset with every option filled in, or all its faults.
    """
    ruleset, faults = validate_document(document, SAVED_RULESETS.get())
    return validation_answer(ruleset, faults, language)


def _representation(session: Session, caller: Caller, saved: stored.Saved) -> dict[str, Any]:
    """A saved ruleset at one of its revisions, whole."""
    name, revision = saved.ruleset.id, saved.revision.revision
    ruleset = resolve(f"{name}@{revision}", saved_lookup(session, caller.organiser_uid))
    return ruleset_answer(ruleset, saved.revision.parent, archived=saved.ruleset.archived_at is not None)


def _is_preset(name: str) -> bool:
    return name.partition("@")[0] in PRESET_IDS


def _to_change(change: Change, reference: str) -> stored.Saved:
    """A ruleset that is to be changed, locked, when If-Match names its version."""
    saved = _own(change, reference)
    must_match(etag_of(orjson.dumps(_representation(change.session, change.caller, saved))))
    return saved


def _own(change: Change, reference: str) -> stored.Saved:
    """One of the organiser's rulesets, locked."""
    if _is_preset(reference):
        raise ConflictError("preset_is_read_only", {"value": reference})
    return stored.find(change.session, change.caller.organiser_uid, reference, locked=True)


def _judged(change: Change, document: Mapping[str, Any], faults: list[Fault]) -> None:
    """Raises InvalidRequestError unless a document makes a ruleset, beside the faults already found."""
    name = document.get("id")
    if isinstance(name, str) and _is_preset(name):
        raise ConflictError("preset_is_read_only", {"value": name})
    _, found = validate_document(document, saved_lookup(change.session, change.caller.organiser_uid))
    if faults or found:
        raise InvalidRequestError([*faults, *found])


def _kept(document: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a document: all but what belongs to its row."""
    return {key: value for key, value in document.items() if key not in ("id", "revision", "archived")}


def _parent(change: Change, document: Mapping[str, Any]) -> str | None:
    """What a document extends, with a revision."""
    rules = pinned(saved_lookup(change.session, change.caller.organiser_uid), document)
    parent: str | None = rules["reference"].get("extends")
    return parent


def _created(change: Change, name: str, document: Mapping[str, Any], parent: str | None) -> Made:
    saved = stored.create(change.session, change.caller.organiser_uid, change.caller.key_id, name, document, parent)
    return _answered(change, saved, {"Location": f"/v1/rulesets/{name}"})


def _answered(change: Change, saved: stored.Saved, headers: dict[str, str]) -> Made:
    answer = _representation(change.session, change.caller, saved)
    return Made(answer, {"ETag": quote_etag(etag_of(orjson.dumps(answer))), **headers})


def copied(change: Change, asked: Mapping[str, Any]) -> tuple[str, dict[str, Any], str | None]:
    """The id, the document and the parent of a copy."""
    source, owner = asked["copy_of"], change.caller.organiser_uid
    name, _, revision = source.partition("@")
    wanted = asked.get("id")
    if wanted is not None and _is_preset(wanted):
        raise ConflictError("preset_is_read_only", {"value": wanted})
    if wanted is not None and (fault := _id_fault(wanted)):
        raise InvalidRequestError([fault])
    if _is_preset(name):
        preset = _found(source)
        document: dict[str, Any] = {"extends": f"{preset.id}@{preset.revision}"}
        return wanted or stored.free_name(change.session, owner, f"{name}-2"), document, document["extends"]
    shared = None if revision else stored.shared(change.session, name)
    if shared is not None and shared.ruleset.organiser_uid != owner:
        document, parent = _brought(change, shared)
        return wanted or stored.free_name(change.session, owner, shared.ruleset.id), document, parent
    saved = shared or stored.find(change.session, owner, name, _number(source, revision))
    return wanted or stored.free_name(change.session, owner, saved.ruleset.id), saved.document, saved.revision.parent


def _number(source: str, revision: str) -> int | None:
    if not revision:
        return None
    if not (revision.isascii() and revision.isdecimal() and len(revision) <= _LONGEST_REVISION and int(revision) > 0):
        raise MissingError("ruleset", source)
    return int(revision)


def _id_fault(name: str) -> Fault | None:
    """What is wrong with an id, as the judgement of a document would tell it."""
    _, faults = validate_document({"extends": PRESET_IDS[0], "id": name})
    return next((fault for fault in faults if fault.pointer == "/id"), None)


def _brought(change: Change, shared: stored.Saved) -> tuple[dict[str, Any], str | None]:
    """The document of another organiser's ruleset. What it rests on comes with it, archived, so that the copy decides as it does."""
    rules = pinned(saved_lookup(change.session, shared.ruleset.organiser_uid), {"extends": shared.revision.parent})
    parent = shared.revision.parent
    names: dict[str, str] = {}
    for link in reversed(rules["saved"]):
        document = {**link["document"]}
        above = document.get("extends")
        above = names.get(str(above), above)
        name = stored.free_name(change.session, change.caller.organiser_uid, link["id"])
        row = stored.create(change.session, change.caller.organiser_uid, change.caller.key_id, name, document, above)
        stored.archive(row)
        change.session.flush()
        names[f"{link['id']}@{link['revision']}"] = f"{name}@1"
    return shared.document, None if parent is None else names.get(parent, parent)


@rulesets.route("/<reference>")
class OneRuleset(MethodView):
    """One ruleset."""

    @rulesets.reading("getRuleset", {"$ref": "#/components/schemas/Ruleset"}, is_localised=False, missing=True)
    def get(self, reference: str) -> Response:
        """A whole ruleset, by id or by id and revision: every option with its value and what it stands on, and the clauses."""
        if _is_preset(reference) or bearer(request) is None:
            return readable(ruleset_answer(_found(reference)))
        caller = the_caller("reader")
        name, _, revision = reference.partition("@")
        with store().reading() as session:
            saved = stored.find(session, caller.organiser_uid, name, _number(reference, revision))
            return readable(_representation(session, caller, saved))

    @rulesets.change(
        "replaceRuleset",
        DocumentRequest(),
        {"$ref": "#/components/schemas/Ruleset"},
        role="admin",
        status=200,
        conditional=True,
        body={"$ref": "#/components/schemas/RulesetOverride"},
    )
    def put(self, change: Change, asked: dict[str, Any], reference: str) -> Made:
        """Save the next revision of a ruleset. A document that is the same already makes none; an archived ruleset is back with it."""
        saved = _to_change(change, reference)
        named = asked.get("id", reference)
        _judged(change, asked, [] if named == reference else [Fault("/id", "not_a_choice", str(named), {"choices": [reference]})])
        return _answered(change, stored.replace(change.session, saved, change.caller.key_id, _kept(asked), _parent(change, asked)), {})

    @rulesets.change("archiveRuleset", None, None, role="admin", status=204, conditional=True)
    def delete(self, change: Change, reference: str) -> Made:
        """Archive a ruleset: it is no longer listed or named without a revision. What has pinned a revision goes on."""
        stored.archive(_to_change(change, reference))
        return Made(None)


@rulesets.route("/<reference>/revisions")
class Revisions(MethodView):
    """The revisions of a ruleset."""

    @rulesets.query(RevisionsQuery())
    @rulesets.lookup("listRevisions", RevisionsAnswer())
    def get(self, reading: Reading, page: dict[str, Any], reference: str) -> dict[str, Any]:
        """The revisions of a ruleset, the newest first."""
        if _is_preset(reference):
            return {"revisions": [{"revision": _found(reference).revision}] if page.get("after", 2) > 1 else []}
        saved = stored.find(reading.session, reading.caller.organiser_uid, reference)
        rows, more = stored.revisions(reading.session, saved.ruleset, before=page.get("after"), limit=page["limit"])
        entries = [{"revision": row.revision, "created_at": row.created_at, "created_by": row.created_by} for row in rows]
        return {"revisions": entries} | ({"next": rows[-1].revision} if more else {})


@rulesets.route("/<reference>/revisions/<number>")
class OneRevision(MethodView):
    """One revision of a ruleset."""

    @rulesets.lookup("getRevision", RevisionAnswer())
    def get(self, reading: Reading, reference: str, number: str) -> dict[str, Any]:
        """One revision as it was sent. GET /v1/rulesets/{id}@{revision} answers the whole ruleset that it makes."""
        source = f"{reference}@{number}"
        if _is_preset(reference):
            preset = _found(source)
            return {"id": preset.id, "revision": preset.revision, "document": {"extends": source}}
        row = stored.find(reading.session, reading.caller.organiser_uid, reference, _number(source, number)).revision
        answer: dict[str, Any] = {"id": reference, "revision": row.revision, "created_at": row.created_at, "created_by": row.created_by}
        answer |= {} if row.parent is None else {"extends": row.parent}
        return answer | {"document": orjson.loads(row.document)}


@rulesets.route("/<reference>/share")
class Share(MethodView):
    """The code of a ruleset."""

    @rulesets.change("shareRuleset", None, ShareAnswer(), role="admin", status=200)
    def post(self, change: Change, reference: str) -> Made:
        """Make a ruleset public under a code, by which any organiser may copy it. Asked again, the code is the same."""
        return Made({"code": stored.share(_own(change, reference))})

    @rulesets.change("withdrawRuleset", None, None, role="admin", status=204)
    def delete(self, change: Change, reference: str) -> Made:
        """Withdraw the code: it leads nowhere any more. Copies stay."""
        stored.withdraw(_own(change, reference))
        return Made(None)


@rulesets.route("/<reference>/clauses")
class RulesetClauses(MethodView):
    """The clauses of one ruleset."""

    @rulesets.reading("listClauses", ClausesAnswer(), missing=True)
    def get(self, reference: str) -> Response:
        """The clauses of the regulation behind a ruleset, with the options that each governs."""
        language = asked_language()
        return readable(clauses_answer(_found(reference), language), language)


@rulesets.route("/<reference>/offences")
class RulesetOffences(MethodView):
    """The offences of one ruleset."""

    @rulesets.reading("listOffences", OffencesAnswer(), missing=True)
    def get(self, reference: str) -> Response:
        """The offences that a ruleset knows, what each needs to be told, and what follows from it."""
        language = asked_language()
        return readable(offences_answer(_found(reference), language), language)


@rulesets.route("/<a>/diff/<b>")
class RulesetDiff(MethodView):
    """The difference of two rulesets."""

    @rulesets.reading("diffRulesets", DiffAnswer(), is_localised=False, missing=True)
    def get(self, a: str, b: str) -> Response:
        """The options in which two rulesets differ."""
        return readable(diff_answer(a, b, diff(_found(a), _found(b))))

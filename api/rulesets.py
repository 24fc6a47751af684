"""Rulesets (规则): the presets whole, their clauses, the judgement of a document, the difference of two."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
from flask import Response, request
from flask.views import MethodView

from api.answers import readable
from api.bodies import loaded
from api.copying import copied
from api.keys import bearer, the_caller
from api.language import asked_language
from api.problems import InvalidRequestError
from api.saving import answered, created, found, is_preset, is_restated, judge, own, representation, saved_at, title_of, to_change
from api.stores import store
from api.storing import NEEDED, Change, Made, Reading, StoreBlueprint
from api.typed import TAKES_KEY
from rules.catalogue import PRESET_IDS, diff
from rules.rulings import Fault
from rules.tidying import shown
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
    judged,
    page_of_presets,
    preset_revisions,
    ruleset_answer,
    saved_entry,
    validation_answer,
)
from store import rulesets as stored
from store.keys import Caller
from store.pinning import saved_lookup

_COPY = CopyRequest()

rulesets = StoreBlueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The rules that decide.")


@rulesets.route("")
class Rulesets(MethodView):
    """The list."""

    @rulesets.query(PageQuery())
    @rulesets.reading("listRulesets", RulesetsAnswer(), missing=True, security=TAKES_KEY)
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
        creates=True,
        body={"oneOf": [{"$ref": "#/components/schemas/RulesetOverride"}, {"$ref": "#/components/schemas/Copy"}]},
    )
    def post(self, change: Change, asked: dict[str, Any]) -> Made:
        """Save a ruleset: a document with its `id`, or a copy of a preset, of one's own ruleset, or of another's by its code.

        A document names with `extends` the ruleset that it changes, and holds what is different: `{"id", "extends", …}`. A copy is
        `{"copy_of"}`, with an `id` and a `title` where it is to have others than its source.
        """
        if "copy_of" in asked:
            return created(change, *copied(change, loaded(_COPY, asked)))
        try:
            if "id" not in asked:
                judge(change, asked, [Fault("/id", "missing_field")])
            return created(change, asked["id"], asked)
        except InvalidRequestError as error:
            raise InvalidRequestError(map(_or_a_copy, error.faults)) from None


def _or_a_copy(fault: Fault) -> Fault:
    """A fault, told where a copy may have been meant."""
    return replace(fault, code="missing_source") if fault.code == "missing_extends" else fault


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
            title = title_of(saved, saved_lookup(session, caller.organiser_uid))
            entries.append(saved_entry(saved.ruleset.id, saved.revision.revision, title, is_archived, language))
    return entries, more


@rulesets.decision(
    "/validate", "validateRuleset", DocumentRequest(), ValidationAnswer(), body={"$ref": "#/components/schemas/RulesetOverride"}
)
def validate(document: dict[str, Any], language: str) -> dict[str, Any]:
    """Is this a ruleset?

    The answer is 200 either way: `valid`, and the whole ruleset with every option filled in, or all its faults.
    """
    _, ruleset, faults = judged(document, SAVED_RULESETS.get())
    return validation_answer(ruleset, faults, language)


@rulesets.route("/<reference>")
class OneRuleset(MethodView):
    """One ruleset."""

    @rulesets.reading("getRuleset", {"$ref": "#/components/schemas/Ruleset"}, is_localised=False, missing=True, security=TAKES_KEY)
    def get(self, reference: str) -> Response:
        """A whole ruleset, by id or by id and revision: every option with its value and what it stands on, and the clauses."""
        if is_preset(reference) or bearer(request) is None:
            return readable(ruleset_answer(found(reference)))
        caller = the_caller("reader")
        with store().reading() as session:
            return readable(representation(session, caller, saved_at(session, caller, reference)))

    @rulesets.change(
        "replaceRuleset",
        DocumentRequest(),
        {"$ref": "#/components/schemas/Ruleset"},
        role="admin",
        status=200,
        if_match=NEEDED,
        body={"$ref": "#/components/schemas/RulesetOverride"},
    )
    def put(self, change: Change, asked: dict[str, Any], reference: str) -> Made:
        """Save the next revision of a ruleset. A document that is the same already makes none; an archived ruleset is back with it."""
        saved = to_change(change, reference)
        named = asked.get("id", reference)
        faults = [] if named == reference else [Fault("/id", "not_a_choice", shown(named), {"choices": [reference]})]
        document, parent = judge(change, {**asked, "id": reference}, faults)
        if is_restated(change, saved, asked):
            document, parent = saved.document, saved.revision.parent
        return answered(change, stored.replace(change.session, saved, change.caller.key_id, document, parent))

    @rulesets.change("archiveRuleset", None, None, role="admin", status=204, if_match=NEEDED)
    def delete(self, change: Change, reference: str) -> Made:
        """Archive a ruleset: it is no longer listed or named without a revision. What has pinned a revision goes on."""
        stored.archive(to_change(change, reference))
        return Made(None)


@rulesets.route("/<reference>/revisions")
class Revisions(MethodView):
    """The revisions of a ruleset."""

    @rulesets.query(RevisionsQuery())
    @rulesets.lookup("listRevisions", RevisionsAnswer(), is_open=is_preset)
    def get(self, reading: Reading, page: dict[str, Any], reference: str) -> dict[str, Any]:
        """The revisions of a ruleset, the newest first. A preset's are open to all."""
        if is_preset(reference):
            return preset_revisions(found(reference).id, page.get("after"), page["limit"])
        saved = stored.find(reading.session, reading.caller.organiser_uid, reference)
        rows, more = stored.revisions(reading.session, saved.ruleset, before=page.get("after"), limit=page["limit"])
        entries = [{"revision": row.revision, "created_at": row.created_at, "created_by": row.created_by} for row in rows]
        return {"revisions": entries} | ({"next": rows[-1].revision} if more else {})


@rulesets.route("/<reference>/revisions/<number>")
class OneRevision(MethodView):
    """One revision of a ruleset."""

    @rulesets.lookup("getRevision", RevisionAnswer(), is_open=is_preset)
    def get(self, reading: Reading, reference: str, number: str) -> dict[str, Any]:
        """One revision as it was sent; a preset's is open to all.

        GET /v1/rulesets/{id}@{revision} answers the whole ruleset that it makes.
        """
        source = f"{reference}@{number}"
        if is_preset(reference):
            preset = found(source)
            return {"id": preset.id, "revision": preset.revision, "document": {"extends": source}}
        row = saved_at(reading.session, reading.caller, source).revision
        answer: dict[str, Any] = {"id": reference, "revision": row.revision, "created_at": row.created_at, "created_by": row.created_by}
        answer |= {} if row.parent is None else {"extends": row.parent}
        return answer | {"document": orjson.loads(row.document)}


@rulesets.route("/<reference>/share")
class Share(MethodView):
    """The code of a ruleset."""

    @rulesets.change("shareRuleset", None, ShareAnswer(), role="admin", status=200)
    def post(self, change: Change, reference: str) -> Made:
        """Make a ruleset public under a code, by which any organiser may copy it. Asked again, the code is the same.

        `POST /v1/rulesets {"copy_of": code}` copies it: its newest revision, for as long as the code is not withdrawn.
        """
        return Made({"code": stored.share(own(change, reference))})

    @rulesets.change("withdrawRuleset", None, None, role="admin", status=204)
    def delete(self, change: Change, reference: str) -> Made:
        """Withdraw the code: it leads nowhere any more. Copies stay."""
        stored.withdraw(own(change, reference))
        return Made(None)


@rulesets.route("/<reference>/clauses")
class RulesetClauses(MethodView):
    """The clauses of one ruleset."""

    @rulesets.reading("listClauses", ClausesAnswer(), missing=True, security=TAKES_KEY)
    def get(self, reference: str) -> Response:
        """The clauses of the regulation behind a ruleset, with the options that each governs."""
        language = asked_language()
        return readable(clauses_answer(found(reference), language), language)


@rulesets.route("/<reference>/offences")
class RulesetOffences(MethodView):
    """The offences of one ruleset."""

    @rulesets.reading("listOffences", OffencesAnswer(), missing=True, security=TAKES_KEY)
    def get(self, reference: str) -> Response:
        """The offences that a ruleset knows, what each needs to be told, and what follows from it."""
        language = asked_language()
        return readable(offences_answer(found(reference), language), language)


@rulesets.route("/<a>/diff/<b>")
class RulesetDiff(MethodView):
    """The difference of two rulesets."""

    @rulesets.reading("diffRulesets", DiffAnswer(), is_localised=False, missing=True, security=TAKES_KEY)
    def get(self, a: str, b: str) -> Response:
        """The options in which two rulesets differ."""
        return readable(diff_answer(a, b, diff(found(a), found(b))))

"""Rulesets (规则): the list, one document whole, its clauses, the judgement of a document, the difference of two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from rules.catalogue import PRESET_IDS, PRESET_REVISIONS, Difference, Lookup, preset, validate_document, validate_restated
from rules.document import NOT_INHERITED, OPTION_PATHS
from rules.merging import value_at
from rules.ruleset import Ruleset, in_all_languages
from rules.rulings import Fault
from schemas.answers import Answer, Named
from schemas.faults import Teller
from schemas.fields import Choice, RequestField, Text, WholeText
from schemas.requests import INLINE_WORK, Query, Request
from schemas.service import FaultAnswer

LONGEST_ID = 64
DOCUMENT_LIMIT = 1024 * 1024
"""Bytes of a ruleset document."""
ANSWERED = frozenset({"basis", "archived"})
"""What the answer to a GET says beside the document."""
PAGE = 100
"""Most entries of one page of a list."""


class DocumentRequest(Request):
    """A ruleset document, whole or extending another; it is judged as it is, so nothing of it is read here."""

    body_limit = DOCUMENT_LIMIT
    work = INLINE_WORK

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The document itself; whoever sends on what a GET has answered need not take out what is no part of it."""
        if not isinstance(data, dict):
            raise ValidationError([Fault("", "wrong_type", None, {"expected": "object"})], data=data)
        return dict(data)


def judged(sent: Mapping[str, Any], lookup: Lookup) -> tuple[dict[str, Any], Ruleset | None, list[Fault]]:
    """A document as it is to be kept, the ruleset that it makes, or its faults. With `basis` it is what a GET has answered."""
    document = {key: value for key, value in sent.items() if key not in ANSWERED}
    if "basis" in sent:
        own, ruleset, faults = validate_restated(document, lookup)
        return dict(own), ruleset, faults
    return document, *validate_document(document, lookup)


class PageQuery(Query):
    """Which part of a list."""

    after = Text(most=LONGEST_ID, metadata={"description": "The id after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most entries of the page."})
    archived = Choice(choices=("true", "false"), metadata={"description": "`true` lists archived rulesets too."})


class RulesetEntry(Answer):
    """A ruleset of the list."""

    id = fields.String(required=True)
    revision = fields.Integer(required=True)
    title = fields.String(required=True)
    saved = fields.Boolean(metadata={"description": "true where it is one of the caller's own."})
    archived = fields.Boolean(metadata={"description": "true where it is archived: only what has pinned a revision still uses it."})


class RulesetsAnswer(Answer):
    """The rulesets that the caller may use."""

    rulesets = fields.List(fields.Nested(RulesetEntry()), required=True)
    next = fields.String(metadata={"description": "Given as `after` it asks for the next page; left out on the last."})


class ClauseAnswer(Answer):
    """A clause of the regulation: its title in the language of the answer, the options it governs, what decides it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    governs = fields.List(fields.String(), required=True)
    decidable = Named("Decidable", required=True)


class ClausesAnswer(Answer):
    """The clauses of a ruleset, in the order of the regulation."""

    clauses = fields.List(fields.Nested(ClauseAnswer()), required=True)


class ValidationAnswer(Answer):
    """Either the document with every option filled in, or all its faults."""

    valid = fields.Boolean(required=True)
    ruleset = Named("RulesetDocument")
    errors = fields.List(fields.Nested(FaultAnswer()))


class DifferenceBasis(Answer):
    """What each of two values stands on; left out where a ruleset has none."""

    a = Named("Basis")
    b = Named("Basis")


class DifferenceAnswer(Answer):
    """An option in which two rulesets differ; a value is left out where a ruleset has none."""

    path = fields.String(required=True)
    a = Named("OptionValue")
    b = Named("OptionValue")
    basis = fields.Nested(DifferenceBasis(), required=True)


class DiffAnswer(Answer):
    """The options in which two rulesets differ."""

    a = fields.String(required=True)
    b = fields.String(required=True)
    differences = fields.List(fields.Nested(DifferenceAnswer()), required=True)


class RevisionsQuery(Query):
    """Which part of the revisions of a ruleset."""

    after = WholeText(minimum=1, maximum=999_999_999, metadata={"description": "The revision after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most entries of the page."})


class RevisionEntry(Answer):
    """A revision of a ruleset."""

    revision = fields.Integer(required=True)
    created_at = fields.String(metadata={"description": "Left out of a preset's."})
    created_by = fields.String(metadata={"description": "The id of the key that has saved it; left out of a preset's."})


class RevisionsAnswer(Answer):
    """The revisions of a ruleset, the newest first."""

    revisions = fields.List(fields.Nested(RevisionEntry()), required=True)
    next = fields.Integer(metadata={"description": "Given as `after` it asks for the next page; left out on the last."})


def preset_revisions(name: str, before: int | None, limit: int) -> dict[str, Any]:
    """The JSON of a page of the revisions of a preset, the newest first."""
    newest = PRESET_REVISIONS[name] if before is None else min(before - 1, PRESET_REVISIONS[name])
    last = max(newest - limit, 0)
    answer: dict[str, Any] = {"revisions": [{"revision": number} for number in range(newest, last, -1)]}
    return answer | ({"next": last + 1} if last else {})


class RevisionAnswer(RevisionEntry):
    """One revision of a ruleset as it was sent."""

    id = fields.String(required=True)
    extends = fields.String(metadata={"description": "What `extends` of the document has stood for since it was saved."})
    document = Named("RulesetOverride", required=True)


class ShareAnswer(Answer):
    """The code of a ruleset."""

    code = fields.String(
        required=True, metadata={"description": '`POST /v1/rulesets {"copy_of": code}` copies the ruleset\'s newest revision.'}
    )


class TitleField(RequestField):
    """A title, which is judged with the document that it goes into."""

    openapi: Mapping[str, Any] = {"$ref": "#/components/schemas/RulesetTexts"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return value


class CopyRequest(Request):
    """A ruleset to copy."""

    copy_of = Text(
        most=80, required=True, metadata={"description": "A preset or one's own ruleset by id or id@revision, or the code of another's."}
    )
    id = Text(most=LONGEST_ID, metadata={"description": "The id of the copy; left out, the source's, with -2, -3 … where that is taken."})
    title = TitleField(metadata={"description": "The title of the copy; left out, the source's."})


def page_of_presets(after: str | None, limit: int, language: str) -> tuple[list[dict[str, Any]], int]:
    """The presets of one page, and how many are left; none after the id of another ruleset."""
    start = 0 if after is None else PRESET_IDS.index(after) + 1 if after in PRESET_IDS else len(PRESET_IDS)
    ids = PRESET_IDS[start : start + limit]
    return [_entry(preset(name), language) for name in ids], len(PRESET_IDS) - start - len(ids)


def _entry(ruleset: Ruleset, language: str) -> dict[str, Any]:
    return {"id": ruleset.id, "revision": ruleset.revision, "title": ruleset.title[language]}


def saved_entry(name: str, revision: int, title: Any, archived: bool, language: str) -> dict[str, Any]:
    """A saved ruleset in the list, with the title that its document says or inherits; where there is none its id is one."""
    told = in_all_languages(title)[language] if isinstance(title, dict) else title or name
    entry = {"id": name, "revision": revision, "title": told, "saved": True}
    return entry | ({"archived": True} if archived else {})


def ruleset_answer(ruleset: Ruleset, extends: str | None = None, *, archived: bool = False) -> dict[str, Any]:
    """A whole ruleset: its id and revision first, its document, and last what each of its options stands on.

    `extends` is what a saved one extends, with a revision. Where no document has a title, the id is one, as in the list.
    """
    basis = {path: _ground(ruleset, path) for path in OPTION_PATHS if value_at(ruleset.document, path) is not None}
    answer: dict[str, Any] = {"id": ruleset.id, "revision": ruleset.revision}
    answer |= {"extends": extends} if extends is not None else {}
    answer |= {"archived": True} if archived else {}
    answer |= {} if "title" in ruleset.document else {"title": dict(ruleset.title)}
    return answer | _document(ruleset) | {"basis": basis}


def _document(ruleset: Ruleset) -> dict[str, Any]:
    return {key: value for key, value in ruleset.document.items() if key not in NOT_INHERITED}


def _ground(ruleset: Ruleset, path: str) -> dict[str, Any]:
    ground = ruleset.ground(path)
    return {"basis": ground.basis} if ground.clause is None else {"basis": ground.basis, "clause": ground.clause}


def clauses_answer(ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The clauses of a ruleset."""
    return {
        "clauses": [
            {"id": clause.id, "title": clause.title[language], "governs": list(clause.governs), "decidable": clause.decidable}
            for clause in ruleset.clauses
        ]
    }


def validation_answer(ruleset: Ruleset | None, faults: Iterable[Fault], language: str) -> dict[str, Any]:
    """The judgement of a document."""
    if ruleset is not None:
        return {"valid": True, "ruleset": _document(ruleset)}
    return {"valid": False, "errors": Teller(language).tell(list(faults))}


def diff_answer(a: str, b: str, differences: Iterable[Difference]) -> dict[str, Any]:
    """The differences of two rulesets, in the order of the document."""
    return {"a": a, "b": b, "differences": [_difference(difference) for difference in differences]}


def _difference(difference: Difference) -> dict[str, Any]:
    values = {"a": difference.a, "b": difference.b}
    bases = {"a": difference.basis_a, "b": difference.basis_b}
    return {"path": difference.path, **_present(values), "basis": _present(bases)}


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}

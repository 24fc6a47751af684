"""Rulesets (规则): the list, one document whole, its clauses, the judgement of a document, the difference of two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields

from rules.catalogue import PRESET_IDS, Difference, preset
from rules.document import NOT_INHERITED, OPTION_PATHS
from rules.merging import value_at
from rules.ruleset import Ruleset
from rules.rulings import Fault
from schemas.answers import Answer, Named
from schemas.faults import Teller
from schemas.fields import Choice, WholeText
from schemas.requests import INLINE_WORK, Request
from schemas.service import FaultAnswer

DOCUMENT_LIMIT = 1024 * 1024
"""Bytes of a ruleset document."""
PAGE = 100
"""Most entries of one page of a list."""


class DocumentRequest(Request):
    """A ruleset document, whole or extending another; it is judged as it is, so nothing of it is read here."""

    body_limit = DOCUMENT_LIMIT
    work = INLINE_WORK

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The document itself; whoever sends on what a GET has answered need not take `basis` out."""
        if not isinstance(data, dict):
            raise ValidationError([Fault("", "wrong_type", None, {"expected": "object"})], data=data)
        return {key: value for key, value in data.items() if key != "basis"}


class PageQuery(Schema):
    """Which part of a list."""

    class Meta:
        """Other query parameters are passed over."""

        unknown = EXCLUDE

    after = Choice(choices=PRESET_IDS, metadata={"description": "The id after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most entries of the page."})


class RulesetEntry(Answer):
    """A ruleset of the list."""

    id = fields.String(required=True)
    revision = fields.Integer(required=True)
    title = fields.String(required=True)


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


def page_answer(after: str | None, limit: int, language: str) -> dict[str, Any]:
    """One page of the presets."""
    start = PRESET_IDS.index(after) + 1 if after is not None else 0
    ids = PRESET_IDS[start : start + limit]
    answer: dict[str, Any] = {"rulesets": [_entry(preset(name), language) for name in ids]}
    if start + limit < len(PRESET_IDS):
        answer["next"] = ids[-1]
    return answer


def _entry(ruleset: Ruleset, language: str) -> dict[str, Any]:
    return {"id": ruleset.id, "revision": ruleset.revision, "title": ruleset.title[language]}


def ruleset_answer(ruleset: Ruleset) -> dict[str, Any]:
    """A whole ruleset: its id and revision first, its document, and last what each of its options stands on."""
    basis = {path: _ground(ruleset, path) for path in OPTION_PATHS if value_at(ruleset.document, path) is not None}
    return {"id": ruleset.id, "revision": ruleset.revision, **_document(ruleset), "basis": basis}


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

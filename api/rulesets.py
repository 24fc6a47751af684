"""Rulesets (规则): the presets whole, their clauses, the judgement of a document, the difference of two."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from api.answers import readable
from api.language import asked_language
from api.problems import RulesetNotFoundError
from api.typed import Blueprint
from rules.catalogue import diff, resolve, validate_document
from rules.ruleset import Ruleset
from rules.rulings import InputError
from schemas.fields import SAVED_RULESETS
from schemas.offences import OffencesAnswer, offences_answer
from schemas.rulesets import (
    ClausesAnswer,
    DiffAnswer,
    DocumentRequest,
    PageQuery,
    RulesetsAnswer,
    ValidationAnswer,
    clauses_answer,
    diff_answer,
    page_answer,
    ruleset_answer,
    validation_answer,
)

rulesets = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The rules that decide.")


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
    @rulesets.reading("listRulesets", RulesetsAnswer())
    def get(self, page: dict[str, Any]) -> Response:
        """The rulesets that may be named in a question."""
        language = asked_language()
        return readable(page_answer(page.get("after"), page["limit"], language), language)


@rulesets.decision(
    "/validate", "validateRuleset", DocumentRequest(), ValidationAnswer(), body={"$ref": "#/components/schemas/RulesetOverride"}
)
def validate(document: dict[str, Any], language: str) -> dict[str, Any]:
    """Is this a ruleset?

    The answer is 200 either way: `valid`, and the whole ruleset with every option filled in, or all its faults.
    """
    ruleset, faults = validate_document(document, SAVED_RULESETS.get())
    return validation_answer(ruleset, faults, language)


@rulesets.route("/<reference>")
class OneRuleset(MethodView):
    """One ruleset."""

    @rulesets.reading("getRuleset", {"$ref": "#/components/schemas/Ruleset"}, is_localised=False, missing=True)
    def get(self, reference: str) -> Response:
        """A whole ruleset, by id or by id and revision: every option with its value and what it stands on, and the clauses."""
        return readable(ruleset_answer(_found(reference)))


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

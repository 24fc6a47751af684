"""What the answers of several resources share: the ruleset's echo, rulings with their clauses and texts, formations.

The schemas declare the shapes; the functions beside them build the JSON itself, because a dump through a schema would cost
more than the decision. A test holds every answer to its declared shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from rules import texts
from rules.cards import tokens
from rules.formations import Formation
from rules.ruleset import Ruleset
from rules.rulings import Owed, Ruling, Violation


class Answer(Schema):
    """An object of an answer. Clients must expect further fields."""

    class Meta:
        """Open."""

        unknown = EXCLUDE


class Named(fields.Raw):
    """A field whose schema stands under this name in `schemas.named`."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.openapi = {"$ref": f"#/components/schemas/{name}"}


class CardList(fields.Raw):
    """Cards of an answer, as canonical tokens."""

    openapi: Mapping[str, Any] = {"type": "array", "items": {"$ref": "#/components/schemas/Card"}}


class RulesetEcho(Answer):
    """The ruleset that decided: its id and revision; for an inline object the parent's."""

    id = fields.String(required=True)
    revision = fields.Integer(required=True)
    inline = fields.Boolean(metadata={"description": "true where the request overrode options of the ruleset."})


class ClauseReference(Answer):
    """A clause of the regulation, with its title in the language of the answer."""

    id = fields.String(required=True)
    title = fields.String(required=True)


class RulingAnswer(Answer):
    """One reason behind a verdict.

    `basis` says whether the regulation prints it, it is a reading, or an override of the ruleset decided. What no option
    decides has neither basis, clause nor option.
    """

    code = Named("RulingCode", required=True)
    message = fields.String(required=True)
    clause = fields.Nested(ClauseReference())
    basis = Named("Basis")
    option = fields.String(metadata={"description": "The deciding option and its value, as `ruff.compare=each_kind`."})


class OwedAnswer(Answer):
    """What a player owes of a group. Without `group` exposed cards of several groups are owed."""

    group = Named("Group")
    cards = fields.Integer(required=True)
    tractors = fields.List(fields.Integer(), metadata={"description": "Lengths in pairs."})
    pairs = fields.Integer()
    jokers = fields.Integer()


class ViolationAnswer(RulingAnswer):
    """Why a play is illegal: a ruling, what is owed, and the cards in question."""

    code = Named("ViolationCode", required=True)
    owed = fields.Nested(OwedAnswer())
    cards = CardList(
        metadata={"description": "For `not_in_hand` those not held; for a duty all cards of the hand that could meet it, copies counted."}
    )


class ComponentAnswer(Answer):
    """One part of a formation, its cards high to low."""

    kind = Named("ComponentKind", required=True)
    cards = CardList(required=True)


class FormationAnswer(Answer):
    """What a set of cards is. Without `group` its cards lie in several groups."""

    group = Named("Group")
    components = fields.List(fields.Nested(ComponentAnswer()), required=True)


def ruleset_echo(ruleset: Ruleset) -> dict[str, Any]:
    """`{"id","revision"}` of a ruleset, with `"inline": true` where the request overrode it."""
    echo: dict[str, Any] = {"id": ruleset.id, "revision": ruleset.revision}
    if ruleset.inline:
        echo["inline"] = True
    return echo


def ruling_answer(ruling: Ruling | Violation, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """A ruling with its text, and what grounds it: clause, basis, option (settled 7)."""
    answer: dict[str, Any] = {"code": ruling.code, "message": texts.text(language, "rulings", ruling.code, ruling.params)}
    if ruling.option is not None:
        ground = ruleset.ground(ruling.option)
        if ground.clause is not None:
            answer["clause"] = {"id": ground.clause, "title": clause_title(ruleset, ground.clause, language)}
        answer["basis"] = ground.basis
        answer["option"] = ground.option
    return answer


def clause_title(ruleset: Ruleset, clause_id: str, language: str) -> str:
    """The title of a clause in a language."""
    return next((clause.title[language] for clause in ruleset.clauses if clause.id == clause_id), clause_id)


def rulings_answer(rulings: Iterable[Ruling], ruleset: Ruleset, language: str) -> list[dict[str, Any]]:
    """Rulings in their order."""
    return [ruling_answer(ruling, ruleset, language) for ruling in rulings]


def violation_answer(violation: Violation, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """A violation: its ruling, and what is owed and which cards are in question where there are any."""
    answer = ruling_answer(violation, ruleset, language)
    if violation.owed is not None:
        answer["owed"] = owed_answer(violation.owed)
    if violation.cards:
        answer["cards"] = tokens(violation.cards)
    return answer


def owed_answer(owed: Owed) -> dict[str, Any]:
    """`{"group"?,"cards","tractors"?,"pairs"?,"jokers"?}`; what is not owed is left out."""
    answer: dict[str, Any] = {"group": owed.group} if owed.group is not None else {}
    answer["cards"] = owed.cards
    if owed.tractors:
        answer["tractors"] = list(owed.tractors)
    if owed.pairs:
        answer["pairs"] = owed.pairs
    if owed.jokers:
        answer["jokers"] = owed.jokers
    return answer


def formation_answer(formation: Formation) -> dict[str, Any]:
    """`{"group"?,"components":[{"kind","cards"}]}`."""
    answer: dict[str, Any] = {"group": formation.group} if formation.group is not None else {}
    answer["components"] = [{"kind": part.kind, "cards": tokens(part.cards)} for part in formation.components]
    return answer

"""Fines and sanctions (判罚): the facts of an offence in a request, what it costs, and the offences that a ruleset has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules import texts
from rules.offences import HEAVIER, Offence
from rules.penalties import BOTH, MOST_FINED, EffectVerdict, Offending, Sanction, SanctionVerdict, offence_faults
from rules.ruleset import READING, Ruleset, in_all_languages
from rules.rulings import Fault
from rules.seats import SIDES
from schemas.answers import Answer, ClauseReference, Named, RulesetEcho, RulingAnswer, clause_title, ruleset_echo, rulings_answer
from schemas.fields import MOST_CARDS, Choice, Seat, Side, Text, Whole
from schemas.requests import Explained, Request

MOST_OCCURRENCES = 1_000
MOST_MINUTES = 1_440
MOST_TRICK_POINTS = 200
LONGEST_CODE = 64


class Offenders(Choice):
    """The side at fault, or both."""

    choices = (*SIDES, BOTH)
    code = "unknown_side"
    openapi = {"$ref": "#/components/schemas/Offenders"}

    def read(self, spelling: str) -> str | None:
        """The sides of other letters: `ns`, `Both`."""
        return {side.lower(): side for side in self.choices}.get(spelling.lower())


class OffendingRequest(Request):
    """One offence that was committed, apart from the ruleset and the deal that it was committed in."""

    offence = Text(most=LONGEST_CODE, required=True, metadata={"description": "The code of the offence, one of the ruleset's offences."})
    side = Offenders(required=True, metadata={"description": "The side at fault; `both` where the offence allows it."})
    cards = Whole(
        minimum=1,
        maximum=MOST_CARDS,
        metadata={"description": "How many cards are fined; of a failed throw the `cards` that throws/resolve counts."},
    )
    occurrence = Whole(minimum=1, maximum=MOST_OCCURRENCES, metadata={"description": "1 for the first time, as the offence is counted."})
    tier = Text(most=LONGEST_CODE, metadata={"description": "Which of the offence's tiers it is."})
    points = Whole(
        minimum=0, maximum=MOST_FINED, metadata={"description": "What the referee gives, where it is left to him: all that the case fines."}
    )
    instead = Choice(
        choices=HEAVIER,
        metadata={"description": "What the referee gives in place of points, where the offence allows it."},
    )
    minutes = Whole(minimum=0, maximum=MOST_MINUTES, metadata={"description": "How many minutes late."})
    trick_points = Whole(minimum=0, maximum=MOST_TRICK_POINTS, metadata={"description": "Points of the trick in question."})
    trick_won_by = Side(metadata={"description": "The side that won the trick in question."})

    def made(self, data: dict[str, Any]) -> Any:
        """The offence as the engine takes it, its declarer untold."""
        return Offending(**data)


@dataclass(frozen=True, slots=True)
class PenaltyQuestion:
    """What follows from this offence?"""

    ruleset: Ruleset
    offending: Offending
    explain: bool = True


class PenaltiesAssessRequest(OffendingRequest, Explained):
    """One offence, and the ruleset that judges it."""

    declarer = Seat(metadata={"description": "With it the points are also told as a change of the attackers' total."})

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also an offence that the ruleset has not, and facts that the offence needs or does not allow."""
        ruleset: Ruleset | None = data.get("ruleset")
        if ruleset is None or "offence" not in data:
            return super().faults_together(data, body)
        facts = {key: value for key, value in data.items() if key not in ("ruleset", "explain")}
        faults = offence_faults(ruleset.options, Offending(**{"side": SIDES[0]} | facts))
        # what could not be read, or a side that is missing, has its fault already; what hangs on two fields waits for both
        told = {f"/{key}" for key in ("side", *body) if key not in data}
        told |= {""} if told & {"/points", "/instead"} else set()
        return [fault for fault in faults if fault.pointer not in told] + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> PenaltyQuestion:
        """The question as the view takes it."""
        ruleset, explain = data.pop("ruleset"), data.pop("explain")
        return PenaltyQuestion(ruleset, Offending(**data), explain)


class SanctionAnswer(Answer):
    """One sanction; of a fine its points, what they are counted by, and how many cards were counted, where cards are."""

    kind = Named("SanctionKind", required=True)
    points = fields.Integer()
    per = Named("SanctionPer")
    cards = fields.Integer()


class RoundPointsAnswer(Answer):
    """Points of a round by side, as exact decimals."""

    NS = fields.String(required=True)
    EW = fields.String(required=True)


class EffectAnswer(Answer):
    """What happens beside fines. `deal_taken`, `level_up` and `deal_score` may be sent on to levels/advance as they are."""

    kind = Named("EffectKind", required=True)
    side = Named("Side", metadata={"description": "Whose level, score, points, cards or round it is; left out where it is both sides'."})
    by = Named("Side", metadata={"description": "The side that has the deal afterwards, or the choice."})
    levels = fields.Integer()
    points = fields.Integer(metadata={"description": "What the side scores in the deal, or the points of the trick that go to it."})
    cards = fields.Integer(metadata={"description": "How many cards are exposed."})
    round_points = fields.Nested(RoundPointsAnswer())
    attackers_points_delta = fields.Integer(metadata={"description": "Of the trick's points, where `declarer` was given."})


class SanctionedAnswer(Answer):
    """An offence and its sanction, itemised; `points` is the sum of its fines."""

    offence = fields.String(required=True)
    title = fields.String(required=True)
    side = Named("Offenders", required=True)
    sanctions = fields.List(fields.Nested(SanctionAnswer()), required=True)
    points = fields.Integer(required=True)
    attackers_points_delta = fields.Integer(
        metadata={"description": "What fines and the trick's points change in the attackers' total; there where `declarer` was given."}
    )
    effects = fields.List(fields.Nested(EffectAnswer()), required=True)
    remedy = fields.String(metadata={"description": "How things are put right, in the language of the answer."})
    remedy_code = fields.String(metadata={"description": "The code of the remedy, where the service words it."})
    then = Named("PlayGoesOn")
    clause = fields.Nested(ClauseReference())


class PenaltiesAssessAnswer(SanctionedAnswer):
    """The sanction of one offence, itemised; `points` is the sum of its fines."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    basis = Named("Basis", required=True)
    option = fields.String(required=True, metadata={"description": "The deciding option and its value where it has a short one."})
    rulings = fields.List(fields.Nested(RulingAnswer()))


def penalty_answer(verdict: SanctionVerdict, question: PenaltyQuestion, language: str) -> dict[str, Any]:
    """An assessed offence as JSON."""
    ruleset, offending = question.ruleset, question.offending
    offence = next(offence for offence in ruleset.options.offences if offence.code == offending.offence)
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(ruleset),
        "offence": offending.offence,
        "title": offence_title(offence, language),
        "side": offending.side,
    }
    answer |= sanctioned_answer(verdict, language)
    answer |= grounds_answer(ruleset, verdict.option, language) | _basis(ruleset, verdict)
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, ruleset, language)
    return answer


def sanctioned_answer(verdict: SanctionVerdict, language: str) -> dict[str, Any]:
    """`{"sanctions","points","attackers_points_delta"?,"effects","remedy"?,"remedy_code"?,"then"?}`: what follows from an offence."""
    answer: dict[str, Any] = {"sanctions": [_sanction(sanction) for sanction in verdict.sanctions], "points": verdict.points}
    if verdict.attackers_points_delta is not None:
        answer["attackers_points_delta"] = verdict.attackers_points_delta
    answer["effects"] = [effect_answer(effect) for effect in verdict.effects]
    answer |= remedy_answer(verdict.remedy, language)
    return answer if verdict.then is None else answer | {"then": verdict.then}


def _sanction(sanction: Sanction) -> dict[str, Any]:
    values = {"kind": sanction.kind, "points": sanction.points, "per": sanction.per, "cards": sanction.cards}
    return {key: value for key, value in values.items() if value is not None}


ALWAYS_TOLD = {"deal_taken": ("levels",), "level_up": ("levels",), "deal_score": ("points",), "trick_points_to_opponents": ("points",)}
"""The numbers that an effect always carries."""


def effect_answer(effect: EffectVerdict) -> dict[str, Any]:
    """`{"kind","side"?,"by"?,"levels"?,"points"?,"cards"?,"round_points"?,"attackers_points_delta"?}`."""
    answer: dict[str, Any] = {"kind": effect.kind}
    answer |= {key: value for key, value in (("side", effect.side), ("by", effect.by)) if value is not None}
    answer |= {key: getattr(effect, key) for key in ALWAYS_TOLD.get(effect.kind, ())}
    rest = {"cards": effect.cards, "round_points": effect.round_points, "attackers_points_delta": effect.attackers_points_delta}
    return answer | {key: value for key, value in rest.items() if value is not None}


def remedy_answer(remedy: str | Mapping[str, str] | None, language: str) -> dict[str, str]:
    """`remedy` in a language, and `remedy_code` where the service words it."""
    if remedy is None:
        return {}
    if isinstance(remedy, str):
        return {"remedy": texts.text(language, "remedies", remedy), "remedy_code": remedy}
    return {"remedy": remedy[language]}


def grounds_answer(ruleset: Ruleset, option: str, language: str) -> dict[str, Any]:
    """`{"clause"?,"basis","option"}`: what the sanction of an offence rests on."""
    ground = ruleset.ground(option)
    answer: dict[str, Any] = {}
    if ground.clause is not None:
        answer["clause"] = {"id": ground.clause, "title": clause_title(ruleset, ground.clause, language)}
    return answer | {"basis": ground.basis, "option": ground.option}


def _basis(ruleset: Ruleset, verdict: SanctionVerdict) -> dict[str, str]:
    """`{"basis"}` of what is given as a whole: a reading where any part of it is read, else that of its parts."""
    bases = {ruleset.ground(path).basis for path in verdict.grounds}
    if READING in bases:
        return {"basis": READING}
    return {"basis": bases.pop()} if len(bases) == 1 else {}


def offence_title(offence: Offence, language: str) -> str:
    """The offence in words."""
    return worded(offence.title, "offences", offence.code, language)


def worded(own: Mapping[str, str] | None, family: str, code: str, language: str) -> str:
    """A code in words: the document's own in the language, else the service's, else the document's in another language."""
    if own is None or (language not in own and texts.template(language, f"{family}.{code}") is not None):
        return texts.text(language, family, code)
    return in_all_languages(own)[language]

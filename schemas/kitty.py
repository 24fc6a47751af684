"""The kitty (底牌): who wins it, how its points are multiplied, and which levels the last trick digs (抠底)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.cards import POINTS
from rules.kitty import DigVerdict, KittyVerdict
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS
from rules.tricks import Play
from rules.trump import Trump
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer, ruleset_echo, rulings_answer
from schemas.fields import Cards, Part, Seat, Whole
from schemas.requests import CardSets, Explained, Plays, Request, TrumpPart, play_sets, table_faults_of, trump_faults_of

FIVE = 5
MOST_POINTS = 8 * max(POINTS)
"""What eight cards can hold at most."""


class LastTrickRequest(Request):
    """The last trick of the deal, whole."""

    plays = Plays(least=len(SEATS), most=len(SEATS), too_few="trick_incomplete", too_many="too_many_plays", required=True)

    def made(self, data: dict[str, Any]) -> tuple[Play, ...]:
        """The plays alone."""
        plays: tuple[Play, ...] = data["plays"]
        return plays


@dataclass(frozen=True, slots=True)
class KittyQuestion:
    """What does the last trick make of the kitty? Either its cards or its points are given."""

    ruleset: Ruleset
    trump: Trump
    declarer: str
    last_trick: tuple[Play, ...]
    kitty: tuple[int, ...] | None = None
    kitty_points: int | None = None
    explain: bool = True


class KittyScoreRequest(Explained):
    """The last trick, and the kitty as cards or as points."""

    trump = TrumpPart(required=True)
    declarer = Seat(required=True)
    kitty = Cards(metadata={"description": "The buried cards; either these or `kitty_points`."})
    kitty_points = Whole(minimum=0, maximum=MOST_POINTS, metadata={"description": "Points of the buried cards; either these or `kitty`."})
    last_trick = Part(LastTrickRequest(), required=True)

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The kitty and the last trick."""
        sets = [("/kitty", data["kitty"])] if "kitty" in data else []
        return sets + play_sets(_plays(data), "/last_trick/plays")

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also the trump, the last trick and the size of the kitty."""
        faults = trump_faults_of(data) + table_faults_of(data, _plays(data), "/last_trick/plays")
        faults += kitty_faults(data)
        if ("kitty" in body) == ("kitty_points" in body):
            faults.append(Fault("", "exactly_one_of", None, {"fields": ["kitty", "kitty_points"]}))
        return faults + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> KittyQuestion:
        """The question as the view takes it."""
        return KittyQuestion(**data)


def kitty_faults(data: Mapping[str, Any]) -> list[Fault]:
    """A kitty of another size than the ruleset's, or points that no cards have."""
    faults = []
    ruleset: Ruleset | None = data.get("ruleset")
    kitty = data.get("kitty")
    if ruleset is not None and kitty is not None and len(kitty) != ruleset.options.kitty_size:
        faults.append(Fault("/kitty", "wrong_kitty_size", None, {"count": len(kitty), "size": ruleset.options.kitty_size}))
    points = data.get("kitty_points", 0)
    if points % FIVE:
        faults.append(Fault("/kitty_points", "not_a_multiple", points, {"multiple": FIVE}))
    return faults


def _plays(data: Mapping[str, Any]) -> Any:
    trick = data.get("last_trick", ())
    return trick if isinstance(trick, tuple) else trick.get("plays", ())


class DigAnswer(Answer):
    """A move of levels that the last trick has won; may be sent on to levels/advance as it is."""

    side = Named("Side", required=True, metadata={"description": "The declarers' side."})
    to = Named("Level", metadata={"description": "The level the declarers are set to."})
    attackers_to = Named("Level", metadata={"description": "The level the attackers are set to."})
    final = fields.Boolean(metadata={"description": "true: no advance on top."})


class KittyScore(Answer):
    """Who has won the kitty, and what it is worth."""

    won_by = Named("Party", required=True)
    winner = Named("Seat", required=True)
    category = Named("KittyCategory", metadata={"description": "Left out when the declarers guard the kitty."})
    multiplier = fields.Integer(metadata={"description": "Left out when the declarers guard the kitty."})
    kitty_points = fields.Integer(required=True)
    awarded = fields.Integer(required=True)
    digs = fields.List(fields.Nested(DigAnswer()), required=True)


class KittyScoreAnswer(KittyScore):
    """Who has won the kitty, and what it is worth."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()))
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


def kitty_answer(verdict: KittyVerdict, question: KittyQuestion, language: str) -> dict[str, Any]:
    """A scored kitty as the answer to its question."""
    answer = {"ruleset": ruleset_echo(question.ruleset), **kitty_json(verdict)}
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    answer["warnings"] = rulings_answer(verdict.warnings, question.ruleset, language)
    return answer


def kitty_json(verdict: KittyVerdict) -> dict[str, Any]:
    """A scored kitty as JSON, by itself."""
    answer: dict[str, Any] = {"won_by": verdict.won_by, "winner": verdict.winner}
    if verdict.category is not None:
        answer["category"] = verdict.category
    if verdict.multiplier is not None:
        answer["multiplier"] = verdict.multiplier
    answer["kitty_points"] = verdict.kitty_points
    answer["awarded"] = verdict.awarded
    answer["digs"] = [_dig(dig) for dig in verdict.digs]
    return answer


def _dig(dig: DigVerdict) -> dict[str, Any]:
    answer: dict[str, Any] = {"side": dig.side}
    if dig.to is not None:
        answer["to"] = dig.to
    if dig.attackers_to is not None:
        answer["attackers_to"] = dig.attackers_to
    if dig.final:
        answer["final"] = True
    return answer

"""Throws (甩牌): does a thrown lead stand, and what follows when it does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.cards import tokens
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.throws import ThrownComponent, ThrowVerdict, throw_faults
from rules.trump import Trump
from schemas.answers import Answer, CardList, ComponentAnswer, Named, RulesetEcho, RulingAnswer, ruleset_echo, rulings_answer
from schemas.fields import MOST_HELD, Cards, Flag, Part, Seat, is_whole
from schemas.hands import HandsRequest, hand_sets, hands_faults
from schemas.requests import CardSets, Explained, TrumpPart, trump_faults_of


@dataclass(frozen=True, slots=True)
class ThrowQuestion:
    """Does this lead stand against the other three hands? With `reveal` false the answer shows none of their cards."""

    ruleset: Ruleset
    trump: Trump
    seat: str
    cards: tuple[int, ...]
    hands: Mapping[str, tuple[int, ...]]
    declarer: str | None = None
    reveal: bool = True
    explain: bool = True


class ThrowResolveRequest(Explained):
    """A lead and the hands of the other three."""

    trump = TrumpPart(required=True)
    seat = Seat(required=True, metadata={"description": "The player who throws."})
    cards = Cards(required=True, most=MOST_HELD)
    hands = Part(HandsRequest(), required=True, metadata={"description": "The hands of the other three; each may be empty."})
    declarer = Seat(metadata={"description": "With it the fine is also told as a change of the attackers' points."})
    reveal = Flag(load_default=True, metadata={"description": "`false` leaves the other hands' cards out of the answer."})

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The thrown cards and the other hands."""
        sets = [("/cards", data["cards"])] if "cards" in data else []
        return sets + hand_sets(data.get("hands", {}))

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also the trump, whose hands are given, and whether the ruleset knows throws at all."""
        faults = trump_faults_of(data)
        if "seat" in body:
            faults += hands_faults(body)
        ruleset, trump, cards = data.get("ruleset"), data.get("trump"), data.get("cards", ())
        if ruleset is not None and isinstance(trump, Trump) and is_whole(cards) and not trump_faults_of(data):
            faults += throw_faults(ruleset.options, trump, cards)
        return faults + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> ThrowQuestion:
        """The question as the view takes it."""
        return ThrowQuestion(**data)


class BeaterAnswer(Answer):
    """A hand that beats a component; `cards` are left out where the question forbids to reveal them."""

    seat = Named("Seat", required=True)
    cards = CardList()


class ThrownComponentAnswer(ComponentAnswer):
    """A component of the throw and the hands that beat it, none when it stands."""

    beaten_by = fields.List(fields.Nested(BeaterAnswer()), required=True)


class FineAnswer(Answer):
    """The fine of a failed throw; `cards` is how many cards were counted, where cards are."""

    points = fields.Integer(required=True)
    per = Named("FinePer", required=True)
    cards = fields.Integer()


class ForcedAnswer(Answer):
    """What is led instead of a failed throw: one of `choices`, chosen by `seat` where somebody has the choice."""

    by = Named("ForcedBy", required=True)
    seat = Named("Seat")
    choices = fields.List(CardList(), required=True)


class ThrowResolveAnswer(Answer):
    """Whether the lead stands; if not, the fine and what is led instead."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    succeeds = fields.Boolean(required=True)
    components = fields.List(fields.Nested(ThrownComponentAnswer()), required=True)
    fine = fields.Nested(FineAnswer())
    forced = fields.Nested(ForcedAnswer())
    attackers_points_delta = fields.Integer(metadata={"description": "There where `declarer` was given."})
    rulings = fields.List(fields.Nested(RulingAnswer()))


def throw_answer(verdict: ThrowVerdict, question: ThrowQuestion, language: str) -> dict[str, Any]:
    """A settled throw as JSON."""
    answer = {"ruleset": ruleset_echo(question.ruleset), **throw_outcome(verdict, question.reveal)}
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    return answer


def throw_outcome(verdict: ThrowVerdict, reveal: bool = True) -> dict[str, Any]:
    """The outcome of a throw without its rulings; without `reveal` no card of another hand is in it."""
    outcome: dict[str, Any] = {
        "succeeds": verdict.succeeds,
        "components": [_component(component, reveal) for component in verdict.components],
    }
    if verdict.fine is not None:
        outcome["fine"] = {"points": verdict.fine.points, "per": verdict.fine.per}
        if verdict.fine.cards is not None:
            outcome["fine"]["cards"] = verdict.fine.cards
    if verdict.forced is not None:
        forced: dict[str, Any] = {"by": verdict.forced.by}
        if verdict.forced.seat is not None:
            forced["seat"] = verdict.forced.seat
        outcome["forced"] = {**forced, "choices": [tokens(choice) for choice in verdict.forced.choices]}
    if verdict.attackers_points_delta is not None:
        outcome["attackers_points_delta"] = verdict.attackers_points_delta
    return outcome


def _component(component: ThrownComponent, reveal: bool) -> dict[str, Any]:
    beaten_by = [
        {"seat": beater.seat, "cards": tokens(beater.cards)} if reveal else {"seat": beater.seat} for beater in component.beaten_by
    ]
    return {"kind": component.kind, "cards": tokens(component.cards), "beaten_by": beaten_by}

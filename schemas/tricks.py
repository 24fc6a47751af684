"""Tricks (一圈牌): who wins the plays on the table, and what each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.cards import tokens
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS
from rules.tricks import JudgedPlay, Play, TrickVerdict
from rules.trump import Trump
from schemas.answers import (
    Answer,
    CardList,
    FormationAnswer,
    Named,
    RulesetEcho,
    RulingAnswer,
    formation_answer,
    ruleset_echo,
    rulings_answer,
)
from schemas.requests import CardSets, Explained, Plays, TrumpPart, play_sets, table_faults_of, trump_faults_of


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """Who wins these one to four plays?"""

    ruleset: Ruleset
    trump: Trump
    plays: tuple[Play, ...]
    explain: bool = True


class TrickResolveRequest(Explained):
    """One to four plays in the order in which they were made."""

    trump = TrumpPart(required=True)
    plays = Plays(least=1, most=len(SEATS), too_few="empty_trick", too_many="too_many_plays", required=True)

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The plays."""
        return play_sets(data.get("plays", ()), "/plays")

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also the trump and the plays on the table."""
        return trump_faults_of(data) + table_faults_of(data, data.get("plays"), "/plays") + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> TrickQuestion:
        """The question as the view takes it."""
        return TrickQuestion(**data)


class LeadAnswer(Answer):
    """What was led."""

    formation = fields.Nested(FormationAnswer(), required=True)


class JudgedPlayAnswer(Answer):
    """A play of the trick; `overtakes`: it took the trick when it fell, as the lead always does."""

    seat = Named("Seat", required=True)
    role = Named("Role", required=True)
    overtakes = fields.Boolean(required=True)
    points = fields.Integer(required=True)
    formation = fields.Nested(FormationAnswer(), required=True)


class TrickResolveAnswer(Answer):
    """The winner (so far, when not complete), the points on the table, and what each play is."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    complete = fields.Boolean(required=True)
    winner = Named("Seat", required=True)
    winner_side = Named("Side", required=True)
    winning_cards = CardList(required=True)
    points = fields.Integer(required=True)
    lead = fields.Nested(LeadAnswer(), required=True)
    plays = fields.List(fields.Nested(JudgedPlayAnswer()), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()))
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


def trick_answer(verdict: TrickVerdict, question: TrickQuestion, language: str) -> dict[str, Any]:
    """A judged trick as JSON."""
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(question.ruleset),
        "complete": verdict.complete,
        "winner": verdict.winner,
        "winner_side": verdict.winner_side,
        "winning_cards": tokens(verdict.winning_cards),
        "points": verdict.points,
        "lead": {"formation": formation_answer(verdict.lead)},
        "plays": [_play(play) for play in verdict.plays],
    }
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    answer["warnings"] = rulings_answer(verdict.warnings, question.ruleset, language)
    return answer


def _play(play: JudgedPlay) -> dict[str, Any]:
    return {
        "seat": play.seat,
        "role": play.role,
        "overtakes": play.overtakes,
        "points": play.points,
        "formation": formation_answer(play.formation),
    }

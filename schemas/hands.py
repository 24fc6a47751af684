"""Hands (手牌): the others' hands in a request, and the description of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.cards import tokens
from rules.hands import HandVerdict
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS
from rules.trump import Trump
from schemas.answers import Answer, CardList, Named, RulesetEcho, ruleset_echo
from schemas.fields import MOST_HELD, Cards, Seat
from schemas.requests import CardSets, Decision, Request, TrumpPart, trump_faults_of


class HandsRequest(Request):
    """The hands of the other three seats, as far as known; each may be empty."""

    N = Cards(may_be_empty=True, most=MOST_HELD)
    E = Cards(may_be_empty=True, most=MOST_HELD)
    S = Cards(may_be_empty=True, most=MOST_HELD)
    W = Cards(may_be_empty=True, most=MOST_HELD)


def hand_sets(hands: Mapping[str, tuple[int, ...]]) -> CardSets:
    """The cards of other hands with their pointers."""
    return [(f"/hands/{seat}", hands[seat]) for seat in SEATS if seat in hands]


def hands_faults(body: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with whose hands are given: they must be those of the three seats beside `seat`.

    Without `seat` the hands say who it is, so they must be three.
    """
    hands, seat = body.get("hands"), body.get("seat")
    if not isinstance(hands, dict) or not (seat is None or (isinstance(seat, str) and seat in SEATS)):
        return []
    if seat is None:
        given = [other for other in SEATS if other in hands]
        return [Fault("/seat", "missing_field")] if "seat" not in body and len(given) != len(SEATS) - 1 else []
    faults = [Fault(f"/hands/{seat}", "own_seat_in_hands", None, {"seat": seat})] if seat in hands else []
    others = [other for other in SEATS if other != seat]
    return faults + [
        Fault(f"/hands/{other}", "hand_missing", None, {"seat": other, "count": len(others)}) for other in others if other not in hands
    ]


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What is this hand?"""

    ruleset: Ruleset
    trump: Trump
    hand: tuple[int, ...]
    seat: str | None = None
    declarer: str | None = None


class HandDescribeRequest(Decision):
    """The hand to describe; with `seat` and `declarer` also whether it may revolt."""

    trump = TrumpPart(required=True)
    hand = Cards(required=True)
    seat = Seat()
    declarer = Seat()

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The hand."""
        return [("/hand", data["hand"])] if "hand" in data else []

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also the trump under the ruleset."""
        return trump_faults_of(data) + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> HandQuestion:
        """The question as the view takes it."""
        return HandQuestion(**data)


class HandGroup(Answer):
    """The cards of one group, high to low, with the pairs and tractors among them."""

    group = Named("Group", required=True)
    cards = CardList(required=True)
    pairs = fields.List(CardList(), required=True, metadata={"description": "The pairs beside the tractors."})
    tractors = fields.List(CardList(), required=True, metadata={"description": "The tractors, the longest found first."})


class HandDescription(Answer):
    """A hand sorted for display, trump first, then S H D C."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    count = fields.Integer(required=True)
    points = fields.Integer(required=True)
    groups = fields.List(fields.Nested(HandGroup()), required=True)
    may_revolt = fields.Boolean(metadata={"description": "Whether the hand may void the deal (革命); left out without seat and declarer."})


def hand_answer(verdict: HandVerdict, ruleset: Ruleset) -> dict[str, Any]:
    """A described hand as JSON."""
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(ruleset),
        "count": verdict.count,
        "points": verdict.points,
        "groups": [
            {
                "group": group.group,
                "cards": tokens(group.cards),
                "pairs": [tokens(pair) for pair in group.pairs],
                "tractors": [tokens(tractor) for tractor in group.tractors],
            }
            for group in verdict.groups
        ],
    }
    if verdict.may_revolt is not None:
        answer["may_revolt"] = verdict.may_revolt
    return answer

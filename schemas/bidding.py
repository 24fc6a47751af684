"""What a bidding comes to (定主定庄), as JSON: a bid judged, and the bidding whole."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from rules.bidding import BiddingVerdict, BidVerdict
from rules.cards import TOKENS
from rules.trump import Trump
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer, ViolationAnswer, ruleset_echo, rulings_answer, violation_answer
from schemas.bids import BiddingQuestion, BidQuestion


class TrumpAnswer(Answer):
    """The trump of a deal; may be sent on as it is."""

    suit = Named("TrumpSuit", required=True)
    level = Named("Level", required=True)
    level_cards_lowest = fields.Boolean(metadata={"description": "true where the level cards are the lowest trumps."})


class StakesAnswer(Answer):
    """A bid was shown that stakes the levels of both sides."""

    shown_by = Named("Party", required=True)


class KittyCardAnswer(Answer):
    """The card of the kitty that has decided; the top one has the index 0."""

    index = fields.Integer(required=True)
    card = Named("Card", required=True)


class BiddingState(Answer):
    """What a bidding has settled."""

    trump = fields.Nested(TrumpAnswer(), metadata={"description": "Left out while there is none."})
    declarer = Named("Seat", metadata={"description": "Left out while there is none."})
    kitty_taker = Named("Seat", metadata={"description": "Who takes the kitty first, and buries; left out while there is no declarer."})
    reburied_by = fields.List(
        Named("Seat"), required=True, metadata={"description": "Who takes up and buries the kitty after the first, in order."}
    )
    stakes = fields.Nested(StakesAnswer(), metadata={"description": "Left out where nothing is staked."})


class BidCheckAnswer(BiddingState):
    """Whether the bid is allowed, and where the bidding stands: after it if it is, else without it."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    legal = fields.Boolean(required=True)
    stands = fields.Boolean(
        required=True,
        metadata={
            "description": (
                "Whether this bid is what stands now. A legal one may not: a pass does not, nor a bid at the moment of an earlier seat's."
            )
        },
    )
    kind = Named("BidKind", metadata={"description": "Left out where the cards are no bid."})
    reinforces = fields.Boolean(metadata={"description": "true where the bid joins its bidder's own."})
    turn = Named("Seat", metadata={"description": "Who is to speak next, where all speak in turn."})
    final = fields.Boolean(required=True, metadata={"description": "true when no bid may follow."})
    may_follow = fields.List(
        Named("BidKind"),
        required=True,
        metadata={
            "description": (
                "The bids that any seat may still show by the rules, now or later in the deal, whatever cards are left to it; the pair by "
                "which the standing bidder may reinforce his own is among them, though nobody else may show it."
            )
        },
    )
    violations = fields.List(fields.Nested(ViolationAnswer()), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()))
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


class BiddingAnswer(BiddingState):
    """What a bidding comes to, without the ruleset and the rulings."""

    source = Named("BiddingSource", required=True)
    kitty_card = fields.Nested(KittyCardAnswer(), metadata={"description": "Left out where no card of the kitty has decided."})
    blackout = fields.Boolean(required=True, metadata={"description": "true when nobody has shown the declarers' level (停电)."})
    seat_holder = Named(
        "Seat",
        metadata={"description": "In a redeal, who holds the seat in the deal that is dealt again; left out where the seat is raced for."},
    )


class BidsResolveAnswer(BiddingAnswer):
    """What the bidding comes to."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    complete = fields.Boolean(
        required=True,
        metadata={
            "description": (
                "false where a round in which all speak in turn (asking, stirring, a blackout) has begun and somebody is still to speak: "
                "the rest of the answer holds if those pass. A round of which `bids` have nothing counts as passed."
            )
        },
    )
    turn = Named("Seat", metadata={"description": "Who is to speak next, where they speak in order."})
    rulings = fields.List(fields.Nested(RulingAnswer()))
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


def trump_json(trump: Trump) -> dict[str, Any]:
    """`{"suit","level","level_cards_lowest"?}`."""
    answer: dict[str, Any] = {"suit": trump.suit, "level": trump.level}
    return answer | ({"level_cards_lowest": True} if trump.level_cards_lowest else {})


def _settled(verdict: BidVerdict | BiddingVerdict) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    if verdict.trump is not None:
        answer["trump"] = trump_json(verdict.trump)
    if verdict.declarer is not None:
        answer["declarer"] = verdict.declarer
    if verdict.kitty_taker is not None:
        answer["kitty_taker"] = verdict.kitty_taker
    answer["reburied_by"] = list(verdict.reburied_by)
    if verdict.stakes is not None:
        answer["stakes"] = {"shown_by": verdict.stakes}
    return answer


def bid_answer(verdict: BidVerdict, question: BidQuestion, language: str) -> dict[str, Any]:
    """A judged bid as JSON."""
    ruleset = question.ruleset
    answer: dict[str, Any] = {"ruleset": ruleset_echo(ruleset), "legal": verdict.legal, "stands": verdict.stands}
    if verdict.kind is not None:
        answer["kind"] = verdict.kind
    if verdict.reinforces:
        answer["reinforces"] = True
    answer |= _settled(verdict)
    if verdict.turn is not None:
        answer["turn"] = verdict.turn
    answer["final"] = verdict.final
    answer["may_follow"] = list(verdict.may_follow)
    answer["violations"] = [violation_answer(violation, ruleset, language) for violation in verdict.violations]
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, ruleset, language)
    answer["warnings"] = rulings_answer(question.warnings, ruleset, language)
    return answer


def bidding_json(verdict: BiddingVerdict) -> dict[str, Any]:
    """What a bidding comes to as JSON, without ruleset and rulings."""
    answer: dict[str, Any] = {"source": verdict.source, **_settled(verdict)}
    if verdict.kitty_card is not None:
        index, card = verdict.kitty_card
        answer["kitty_card"] = {"index": index, "card": TOKENS[card]}
    answer["blackout"] = verdict.blackout
    if verdict.seat_holder is not None:
        answer["seat_holder"] = verdict.seat_holder
    return answer


def bidding_answer(verdict: BiddingVerdict, question: BiddingQuestion, language: str) -> dict[str, Any]:
    """A resolved bidding as JSON."""
    answer = {"ruleset": ruleset_echo(question.ruleset), **bidding_json(verdict), "complete": verdict.complete}
    if verdict.turn is not None:
        answer["turn"] = verdict.turn
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    answer["warnings"] = rulings_answer(question.warnings, question.ruleset, language)
    return answer

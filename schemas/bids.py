"""Bids (亮主、反主、炒地皮): what a seat shows in the bidding, and what the bidding comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import fields

from rules.bidding import PHASES, Bid, BiddingVerdict, BidVerdict, DealFacts, bid_faults, legality_faults, resolve_faults
from rules.cards import TOKENS
from rules.levels import level_faults
from rules.ruleset import Ruleset
from rules.rulings import Fault, Ruling
from rules.seats import SIDE_OF
from rules.trump import Trump
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer, ViolationAnswer, ruleset_echo, rulings_answer, violation_answer
from schemas.fields import MOST_HELD, Cards, Choice, Flag, Level, Part, Parts, Seat, Several, Side, Suit, is_whole
from schemas.levels import LevelsRequest
from schemas.requests import CardSets, Explained, Request

MOST_BIDS = 64
"""Entries of a bidding: all pairs stirred one after the other, with the passes between, are half as many."""


class ShownRequest(Request):
    """What a seat shows, or that it passes."""

    class Meta(Request.Meta):
        """`pass` is a word of Python's own."""

        include = {"pass": Flag(metadata={"description": "`true` in place of `cards`: the seat shows nothing."})}

    seat = Seat(required=True)
    cards = Cards(most=MOST_HELD)
    same_moment = Flag(load_default=False, metadata={"description": "At the moment of the bid before it: the earlier seat's stands."})
    names = Suit(with_no_trump=True, metadata={"description": "The trump that is named, by bids that name one."})

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Either cards or a pass."""
        passes = body.get("pass", False)
        if isinstance(passes, bool) and passes == ("cards" in body):
            return [Fault("", "exactly_one_of", None, {"fields": ["cards", "pass"]})]
        return []

    def made(self, data: dict[str, Any]) -> Bid:
        """The bid as the engine takes it."""
        wrong = data.get("wrong_show", False)
        return Bid(data["seat"], data.get("cards", ()), data.get("phase"), data["same_moment"], data.get("names"), wrong)


class BidRequest(ShownRequest):
    """One entry of the bidding, in the order in which they were made."""

    phase = Choice(choices=PHASES, metadata={"description": "When; left out, as the entry before, the first `dealing`."})
    wrong_show = Flag(
        load_default=False,
        metadata={"description": "`true`: the cards, whatever they are, were shown wrongly: no bid, but it may cost the side rights."},
    )

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also a pass that would be a wrong show."""
        faults = super().faults_together(data, body)
        if not faults and data.get("wrong_show") and "cards" not in body:
            faults = [Fault("", "exactly_one_of", None, {"fields": ["wrong_show", "pass"]})]
        return faults


class RevoltRequest(Request):
    """The revolution (革命) for which the deal is dealt again."""

    seat = Seat(required=True)

    def made(self, data: dict[str, Any]) -> str:
        """The seat alone."""
        seat: str = data["seat"]
        return seat


def _warnings(data: Mapping[str, Any]) -> tuple[Ruling, ...]:
    """That a deal of which neither a declarer nor `first_deal` is said is taken as the first, though its levels are other ones."""
    start = data["ruleset"].options.levels.start
    if not data.keys().isdisjoint(("declarer", "first_deal")) or set(data["levels"].values()) == {start}:
        return ()
    return (Ruling("taken_as_first_deal", "levels.start", {"level": start}),)


def facts_of(data: Mapping[str, Any], body: Mapping[str, Any]) -> DealFacts:
    """What is known of a deal, from the fields that a bidding has; a deal without a declarer is the first unless it is said."""
    return DealFacts(
        levels=data["levels"],
        declarer=data.get("declarer"),
        first_deal=data.get("first_deal", "declarer" not in body),
        first_drawer=data.get("first_drawer"),
        barred=data.get("barred", frozenset()),
        revolt=data.get("revolt"),
    )


@dataclass(frozen=True, slots=True)
class BidQuestion:
    """May this bid be made after those?"""

    ruleset: Ruleset
    facts: DealFacts
    bids: tuple[Bid, ...]
    bid: Bid
    phase: str | None
    hand: tuple[int, ...] | None
    warnings: tuple[Ruling, ...]
    explain: bool = True


@dataclass(frozen=True, slots=True)
class BiddingQuestion:
    """What does this bidding come to?"""

    ruleset: Ruleset
    facts: DealFacts
    bids: tuple[Bid, ...]
    kitty: tuple[int, ...] | None
    warnings: tuple[Ruling, ...]
    explain: bool = True


_FACTS = ("levels", "first_deal", "declarer", "first_drawer", "barred", "revolt", "bids")


class BiddingRequest(Explained):
    """What is known of a deal, and what has been shown so far."""

    levels = Part(LevelsRequest(), required=True, metadata={"description": "Not read in a first deal, which is played at `levels.start`."})
    first_deal = Flag(
        metadata={
            "description": (
                "Whether the seat is still to be won; left out, whether there is no `declarer`, and a warning tells where the levels are "
                "not those of a first deal."
            )
        }
    )
    declarer = Seat(metadata={"description": "Who would declare; needed in later deals, not read in a first one."})
    level = Level(metadata={"description": "The level of the deal; if it is given it must be that of the declarers."})
    first_drawer = Seat(metadata={"description": "Who drew the first card; in later deals the declarer unless it is given."})
    barred = Several(
        Side(), metadata={"description": "Sides that have wrongly shown a level card before anybody bid, where the ruleset asks for it."}
    )
    revolt = Part(RevoltRequest(), metadata={"description": "The revolution for which the deal is dealt again, where the ruleset has it."})
    bids = Parts(BidRequest(), most=MOST_BIDS, load_default=(), metadata={"description": "What was shown so far, all of it legal."})

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """Hand and kitty by themselves: a seat may show the same card again, so that copies are counted by the bidding itself."""
        return [(f"/{name}", data[name]) for name in ("hand", "kitty") if name in data]

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also levels off the ladder, what is missing, cards that do not exist, and the first bid that is not legal."""
        faults = super().faults_together(data, body)
        ruleset: Ruleset | None = data.get("ruleset")
        if ruleset is None:
            return faults
        faults += level_faults(ruleset.options, data.get("levels", {}), "/levels")
        if faults or not _whole(data, body, *_FACTS):
            return faults
        facts = facts_of(data, body)
        return _level_faults(ruleset, facts, data.get("level")) + self.bids_faults(ruleset, facts, data, body)

    def bids_faults(self, ruleset: Ruleset, facts: DealFacts, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """What is wrong with the bids."""
        return []


def _whole(data: Mapping[str, Any], body: Mapping[str, Any], *names: str) -> bool:
    """Whether fields were read without a fault, so that they can be judged together."""
    if any(name in body and name not in data for name in names) or not all(isinstance(bid, Bid) for bid in data["bids"]):
        return False
    return set(data.get("levels", ())) == {"NS", "EW"} and isinstance(data.get("revolt", ""), str)


def _level_faults(ruleset: Ruleset, facts: DealFacts, level: str | None) -> list[Fault]:
    """A level that is not the one of the deal."""
    if level is None:
        return []
    if facts.first_deal:
        levels = [ruleset.options.levels.start]
    elif facts.revolt is not None or facts.declarer is None:
        levels = list(dict.fromkeys(facts.levels.values()))
    else:
        levels = [facts.levels[SIDE_OF[facts.declarer]]]
    return [] if level in levels else [Fault("/level", "other_level", level, {"level": level, "wanted_level": levels})]


class BidCheckRequest(BiddingRequest):
    """A bid in question, after those before it."""

    phase = Choice(choices=PHASES, metadata={"description": "When the bid in question is made; left out, as the last of `bids`."})
    bid = Part(ShownRequest(), required=True)
    hand = Cards(
        most=MOST_HELD,
        metadata={
            "description": (
                "The cards that the bidder holds so far, those that he has shown among them; a twin that is shown alone is the second copy "
                "of what lies there. Left out, he holds what he shows."
            )
        },
    )

    def bids_faults(self, ruleset: Ruleset, facts: DealFacts, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """The bids, and together with them the bid in question as far as it is input; whether it is legal is the answer."""
        bids, bid, hand = data["bids"], data.get("bid"), data.get("hand")
        own = f"/bids/{len(bids)}"
        if isinstance(bid, Bid) and _whole(data, body, "phase") and (hand is None or is_whole(hand)):
            asked = [*bids, replace(bid, phase=data.get("phase"))]
            faults = [_moved(fault, own) for fault in bid_faults(ruleset.options, facts, asked, hand=hand)]
        else:
            faults = bid_faults(ruleset.options, facts, bids)
        return faults or legality_faults(ruleset.options, facts, bids)

    def made(self, data: dict[str, Any]) -> BidQuestion:
        """The question as the view takes it."""
        return BidQuestion(
            ruleset=data["ruleset"],
            facts=facts_of(data, data),
            bids=data["bids"],
            bid=data["bid"],
            phase=data.get("phase"),
            hand=data.get("hand"),
            warnings=_warnings(data),
            explain=data["explain"],
        )


def _moved(fault: Fault, own: str) -> Fault:
    """A fault of the bid in question at its own place; its phase stands beside it."""
    if not fault.pointer.startswith(f"{own}/"):
        return fault
    rest = fault.pointer.removeprefix(own)
    params = dict(fault.params)
    if "places" in params:
        params["places"] = tuple(place.replace(f"{own}/", "/bid/") for place in params["places"])
    return replace(fault, pointer="/phase" if rest == "/phase" else f"/bid{rest}", params=params)


class BidsResolveRequest(BiddingRequest):
    """A bidding that is over."""

    kitty = Cards(metadata={"description": "The kitty before it is taken, top first; needed where no bid decides."})

    def bids_faults(self, ruleset: Ruleset, facts: DealFacts, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """The bids, the size of the kitty, and what decides where there is no bid."""
        kitty = data.get("kitty")
        size = ruleset.options.kitty_size
        if kitty is not None and len(kitty) != size:
            return [Fault("/kitty", "wrong_kitty_size", None, {"count": len(kitty), "size": size})]
        if not _whole(data, body, "kitty"):
            return []
        return bid_faults(ruleset.options, facts, data["bids"], kitty=kitty or ()) or resolve_faults(
            ruleset.options, facts, data["bids"], kitty
        )

    def made(self, data: dict[str, Any]) -> BiddingQuestion:
        """The question as the view takes it."""
        facts = facts_of(data, data)
        return BiddingQuestion(data["ruleset"], facts, data["bids"], data.get("kitty"), _warnings(data), data["explain"])


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

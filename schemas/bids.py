"""Bids (亮主、反主、炒地皮): what a seat shows in the bidding, and what is asked about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.bidding import PHASES, Bid, DealFacts, bid_faults, legality_faults, resolve_faults
from rules.levels import level_faults
from rules.ruleset import Ruleset
from rules.rulings import Fault, Ruling
from rules.seats import SIDE_OF
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

"""How the bidding ends (定主), semantics 10: trump, the declarer and the kitty when nobody shows any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.bidding import Auction
from tests.oracle.kitty import SIDES
from tests.oracle.levels import OTHER, next_player
from tests.oracle.order import rank_of, suit_of
from tests.oracle.shown import Event


@dataclass
class Outcome:
    """How it ended."""

    trump: dict[str, Any] | None = None
    declarer: str | None = None
    source: str = "redeal"
    kitty_card: tuple[int, str] | None = None
    blackout: bool = False
    kitty_taker: str | None = None
    reburied_by: list[str] = field(default_factory=list)
    stakes: str | None = None


def end_of(auction: Auction, events: Sequence[Event], kitty: Sequence[str]) -> Outcome:
    """The end of an auction; `kitty` as it lies, the top card first."""
    outcome = Outcome()
    facts, no_bid = auction.facts, auction.bidding["no_bid"]
    outcome.reburied_by = [event.show.seat for event in events if event.act == "stir"]
    if auction.bidding["after_counter"]["kitty"] == "counter_takes":
        late = [event for event in events if event.act == "counter" and event.show.phase in ("after_bury", "before_lead")]
        outcome.reburied_by += [event.show.seat for event in late]
    outcome.blackout = any(event.act == "blackout" for event in events)
    trump = auction.trump(events)
    if trump is not None:
        outcome.trump, outcome.source, outcome.declarer = dict(trump), "bid", auction.declarer(events)
        outcome.kitty_taker = auction.kitty_is_taken_by(events)
        outcome.stakes = _stakes(auction, events, outcome.declarer)
        return outcome
    if auction.bidding["level_joker"] == "no_trump" and auction.deal_level() == "joker":
        outcome.trump, outcome.source, outcome.declarer = {"suit": "NT", "level": "joker"}, "level_joker", facts.declarer
    elif _is_dealt_again(auction, events):
        pass
    elif no_bid.get("settles") == "side_and_suit" and not auction.raced:
        outcome.blackout = auction.bidding["blackout"] != "none"
        _side_and_suit(auction, outcome, kitty)
    else:
        _suit(auction, outcome, kitty)
    outcome.kitty_taker = outcome.declarer
    return outcome


def _is_dealt_again(auction: Auction, events: Sequence[Event]) -> bool:
    """Whether no card of the kitty is turned."""
    no_bid, lost = auction.bidding["no_bid"], auction.bidding["wrong_show"]
    if lost != "none" and len(auction.barred(events)) == 2 and lost["both_wrong"] == "redeal":
        return True
    return no_bid == "redeal" or (auction.raced and no_bid["first_deal"] == "redeal")


def _suit(auction: Auction, outcome: Outcome, kitty: Sequence[str]) -> None:
    """A kitty card gives the suit; in a first deal it may seat the declarer by its count, the first drawer being 1."""
    no_bid, facts = auction.bidding["no_bid"], auction.facts
    place = no_bid["turn"] - 1
    while no_bid["joker"] == "next" and place < len(kitty) and suit_of(kitty[place]) is None:
        place += 1
    if place == len(kitty):
        _nothing_found(auction, outcome, facts.declarer)
        return
    card = kitty[place]
    outcome.source, outcome.kitty_card, outcome.declarer = "kitty_card", (place, card), facts.declarer
    if auction.raced:
        # Reading: a card that gives the suit alone leaves the seat with the player who draws first.
        outcome.declarer = facts.first_drawer or facts.declarer
    if auction.raced and isinstance(no_bid["first_deal"], Mapping):
        counts = no_bid["first_deal"]["seat_by_count"]
        rank = rank_of(card) or "joker"
        count = counts[rank] if rank in counts else 10 if rank == "T" else int(rank)
        for _ in range(count - 1):
            assert outcome.declarer is not None
            outcome.declarer = next_player(outcome.declarer, auction.direction)
    level = facts.levels[SIDES[outcome.declarer]] if outcome.declarer and not facts.first_deal else auction.deal_level()
    outcome.trump = _turned(auction, suit_of(card) or "NT", level)


def _side_and_suit(auction: Auction, outcome: Outcome, kitty: Sequence[str]) -> None:
    """The first kitty card whose rank is a side's level gives the suit and that side the seat; jokers have no rank."""
    no_bid, facts = auction.bidding["no_bid"], auction.facts
    assert facts.declarer is not None
    holder = next_player(facts.declarer, auction.direction)
    for place, card in enumerate(kitty):
        matching = [seat for seat in (holder, facts.declarer) if facts.levels[SIDES[seat]] == rank_of(card)]
        if place < no_bid["turn"] - 1 or not matching:
            continue
        if len(matching) == 2 and no_bid["both_sides_match"] == "redeal":
            return
        outcome.source, outcome.kitty_card, outcome.declarer = "kitty_card", (place, card), matching[0]
        outcome.trump = _turned(auction, card[0], card[1])
        return
    _nothing_found(auction, outcome, holder)


def _nothing_found(auction: Auction, outcome: Outcome, seat: str | None) -> None:
    """No card of the kitty settles it: a redeal, or no-trump, declared by whoever has the seat (reading: after a blackout its holder)."""
    if seat is not None and auction.bidding["no_bid"].get("nothing_found", "redeal") == "no_trump":
        outcome.source, outcome.declarer = "kitty_card", seat
        outcome.trump = _turned(auction, "NT", auction.facts.levels[SIDES[seat]])


def _turned(auction: Auction, suit: str, level: str) -> dict[str, Any]:
    """Trump by the kitty, which may put the level cards lowest."""
    trump: dict[str, Any] = {"suit": suit, "level": level}
    if auction.bidding["no_bid"]["level_cards_lowest"]:
        trump["level_cards_lowest"] = True
    return trump


def _stakes(auction: Auction, events: Sequence[Event], declarer: str | None) -> str | None:
    """Whose side showed four jokers or both red fives, the last of them."""
    shown = [SIDES[event.show.seat] for event in auction.without_the_late(events) if event.kind in auction.bidding["names_trump"]]
    if not shown or declarer is None:
        return None
    return "attackers" if shown[-1] == OTHER[SIDES[declarer]] else "declarers"

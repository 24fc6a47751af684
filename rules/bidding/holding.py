"""What a seat must hold for a bid, and which of it a hand has not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.bidding.bids import Bid
from rules.cards import LITTLE_JOKER
from rules.plays import NOT_IN_HAND
from rules.rulings import Violation


def needed(before: Iterable[Bid], bid: Bid) -> Counter[int]:
    """The cards that a seat must hold for a bid: a level card that it bids once more, whatever joker lies beside it, is its twin.

    `before` are the bids that count. What was shown wrongly may be shown again.
    """
    cards = Counter(bid.cards)
    if bid.is_made:
        shown = {card for other in before if other.seat == bid.seat and other.is_made for card in other.cards}
        for card in cards.keys() & shown:
            if card < LITTLE_JOKER:
                cards[card] = 2
    return cards


def not_held(hand: Iterable[int], before: Iterable[Bid], bid: Bid) -> tuple[Violation, ...]:
    """Cards of a bid that the bidder's hand, in which those that he has shown are, does not hold."""
    missing = tuple((needed(before, bid) - Counter(hand)).elements())
    return (Violation(NOT_IN_HAND, None, {"cards": missing}, cards=missing),) if missing else ()

"""The ladder of bids (大小顺序): which bid stands higher than which, where a ruleset ranks them."""

from __future__ import annotations

from rules.bidding.state import Standing
from rules.options import BiddingOptions

SUIT_ORDER = "DCHS"
"""The suits from the lowest to the highest, where suits are ranked."""
UNRANKED = -1


def rung_of(bidding: BiddingOptions, kind: str, suit: str) -> int:
    """The place of a bid on the ladder, or `UNRANKED`: below the whole ladder."""
    for place, entry in enumerate(bidding.ladder):
        if entry in (kind, f"{kind}:{suit}"):
            return place
    return UNRANKED


def standing_rung(bidding: BiddingOptions, standing: Standing | None) -> int:
    """The place of what stands on the ladder."""
    return UNRANKED if standing is None else rung_of(bidding, standing.kind, standing.suit)

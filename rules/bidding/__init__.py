"""Bidding (亮主、反主、炒地皮): who may show what when, who declares in which trump, who takes the kitty (semantics 10)."""

from rules.bidding.bids import PHASES, Bid, DealFacts
from rules.bidding.checking import BidVerdict, check_bid, first_illegal
from rules.bidding.faults import bid_faults, legality_faults, resolve_faults
from rules.bidding.resolving import BiddingVerdict, resolve_bids

__all__ = [
    "PHASES",
    "Bid",
    "BidVerdict",
    "BiddingVerdict",
    "DealFacts",
    "bid_faults",
    "check_bid",
    "first_illegal",
    "legality_faults",
    "resolve_bids",
    "resolve_faults",
]

"""Bids (亮主、反主): bids/check and bids/resolve."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.bidding import check_bid, resolve_bids
from schemas.bidding import BidCheckAnswer, BidsResolveAnswer, bid_answer, bidding_answer
from schemas.bids import BidCheckRequest, BiddingQuestion, BidQuestion, BidsResolveRequest

bids = Blueprint("bids", __name__, url_prefix="/v1/bids", description="How the trump and the declarer are found.")


@bids.decision("/check", "checkBid", BidCheckRequest(), BidCheckAnswer())
def check(question: BidQuestion, language: str) -> dict[str, Any]:
    """May this seat show these cards now, or pass?

    A bid that is not allowed is an answer, not an error: `legal` is false and `violations` say why. The bids before it must be
    legal; where all speak in turn, a seat that they leave out has passed.
    """
    verdict = check_bid(question.ruleset.options, question.facts, question.bids, question.bid, question.phase, question.hand)
    return bid_answer(verdict, question, language)


@bids.decision("/resolve", "resolveBids", BidsResolveRequest(), BidsResolveAnswer())
def resolve(question: BiddingQuestion, language: str) -> dict[str, Any]:
    """Who declares, in which trump, and who takes the kitty?

    The bid that stands decides; without one the cards of the kitty do, or the cards are dealt again. Where somebody is still to speak
    `complete` is false, and the answer is what it comes to if all pass.
    """
    verdict = resolve_bids(question.ruleset.options, question.facts, question.bids, question.kitty)
    return bidding_answer(verdict, question, language)

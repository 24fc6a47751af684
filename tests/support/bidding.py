"""Short ways to say a bidding in tests: `"N S5"`, `"W H5 H5 @before_kitty"`, `"E pass"`.

`"= E H2"` is at the moment of the entry before it, `"S H5 H5 >C"` names a trump, `"S H6 !"` is a wrong show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.bidding import (
    Bid,
    BiddingVerdict,
    BidVerdict,
    DealFacts,
    bid_faults,
    check_bid,
    first_illegal,
    resolve_bids,
    resolve_faults,
)
from rules.options import Options
from rules.rulings import Ruling, Violation
from tests.support.engine import cards, house


def bid(text: str) -> Bid:
    """One entry."""
    words = text.split()
    moment = words[0] == "="
    seat, *shown = words[1:] if moment else words
    phase = next((word[1:] for word in shown if word.startswith("@")), None)
    names = next((word[1:] for word in shown if word.startswith(">")), None)
    tokens = [word for word in shown if word[0] not in "@>!" and word != "pass"]
    return Bid(seat, cards(" ".join(tokens)), phase, moment, names, "!" in shown)


def facts(declarer: str | None = "N", ns: str = "5", ew: str = "9", **more: Any) -> DealFacts:
    """A later deal of declarer N at level 5; without a declarer the first deal."""
    return DealFacts(**{"levels": {"NS": ns, "EW": ew}, "declarer": declarer, "first_deal": declarer is None, **more})


class Table:
    """A ruleset and a deal whose bidding is asked about."""

    def __init__(self, ruleset: str | Options, declarer: str | None = "N", **known: Any) -> None:
        self.options = house(ruleset) if isinstance(ruleset, str) else ruleset
        self.facts = facts(declarer, **known)

    def check(self, *texts: str, hand: str | None = None) -> BidVerdict:
        """The last of some bids, after the others, which must be legal and free of faults; `hand` is its bidder's."""
        *before, last = map(bid, texts)
        held = None if hand is None else cards(hand)
        assert bid_faults(self.options, self.facts, [*before, last], hand=held) == []
        assert first_illegal(self.options, self.facts, before) is None
        return check_bid(self.options, self.facts, before, replace(last, phase=None), last.phase, held)

    def resolve(self, *texts: str, kitty: str | None = None) -> BiddingVerdict:
        """What some bids come to."""
        listed = [bid(text) for text in texts]
        turned = None if kitty is None else cards(kitty)
        assert bid_faults(self.options, self.facts, listed, kitty=turned or ()) == []
        assert resolve_faults(self.options, self.facts, listed, turned) == []
        return resolve_bids(self.options, self.facts, listed, turned)

    def refusals(self, *texts: str) -> list[str]:
        """The rules that the last of some bids breaks."""
        return [violation.code for violation in self.check(*texts).violations]

    def trump(self, *texts: str, kitty: str | None = None) -> str | None:
        """Seat and trump of what some bids come to: `N S5`."""
        verdict = self.resolve(*texts, kitty=kitty)
        return None if verdict.trump is None else f"{verdict.declarer} {verdict.trump.suit}{verdict.trump.level}"


def paths(rulings: tuple[Ruling, ...] | tuple[Violation, ...]) -> dict[str, str | None]:
    """The options behind some rulings, by code."""
    return {ruling.code: ruling.option for ruling in rulings}

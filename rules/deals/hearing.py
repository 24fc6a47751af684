"""The bids of a record as they count (亮主记录): one that the rules do not allow and that was ruled on is taken back, as a wrong show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.bidding import Bid, BidVerdict, DealFacts, first_illegal
from rules.bidding.bids import WRONG_SHOW
from rules.deals.record import DealRecord
from rules.deals.ruled import RuledOn
from rules.deals.verdicts import DealFault
from rules.options import Options


@dataclass(frozen=True, slots=True)
class Heard:
    """The bids that count, the places of those that were taken back, and the first that is not allowed and was not ruled on."""

    counting: tuple[Bid, ...]
    void: frozenset[int]
    illegal: tuple[int, BidVerdict] | None


def facts_of(record: DealRecord) -> DealFacts:
    """What was known before anybody bid."""
    return DealFacts(
        record.levels,
        record.seat_holder or record.declarer,
        record.first_deal,
        record.first_drawer,
        record.barred,
        record.revolt,
    )


def heard(options: Options, record: DealRecord, bids: Sequence[Bid], ruled: RuledOn) -> Heard:
    """Go through the bids of a record, which are free of `bid_faults`, up to the first at fault."""
    facts = facts_of(record)
    counting = dict(enumerate(bids))
    void: set[int] = set()
    while (found := first_illegal(options, facts, tuple(counting.values()))) is not None:
        place, verdict = list(counting)[found[0]], found[1]
        stands = ruled.weigh(DealFault(f"/bids/{place}", verdict.violations))
        if isinstance(stands, DealFault):
            return Heard((), frozenset(void), (place, verdict))
        _take_back(counting, place, wrong_show=WRONG_SHOW in stands.offences)
        void.add(place)
    return Heard(tuple(counting.values()), frozenset(void), None)


def _take_back(counting: dict[int, Bid], place: int, *, wrong_show: bool) -> None:
    """Take a bid out of the list; what the next one says by it alone, its phase and its moment, is now said by itself.

    What was ruled on as a wrong show stays as one, which may cost its side rights from then on (Jiangsu 4.3.7).
    """
    gone = counting[place]
    if wrong_show:
        counting[place] = replace(gone, wrong_show=True)
    else:
        del counting[place]
    after = next((other for other in counting if other > place), None)
    if after is not None:
        bid = counting[after]
        counting[after] = replace(bid, phase=bid.phase or gone.phase, same_moment=bid.same_moment and gone.same_moment)

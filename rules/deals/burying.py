"""The cards before the first lead (扣底、炒底): what was shown, who took the kitty, and what each taker laid down in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.bidding.bids import AFTER_BURY, Bid
from rules.bidding.holding import needed
from rules.cards import KINDS
from rules.deals.memory import Dealt, Holding
from rules.deals.record import DealRecord
from rules.deals.verdicts import DealFault
from rules.options import BiddingOptions, Options
from rules.plays import NOT_IN_HAND
from rules.rulings import Violation
from rules.seats import SEATS

KITTY_NOT_TAKEN = "kitty_not_taken"
BURIAL_OWED = "burial_owed"


@dataclass(frozen=True, slots=True)
class Taking:
    """Who took the kitty: first, and after it was buried, in order."""

    first: str
    later: tuple[str, ...]


@dataclass(slots=True)
class _Burying:
    """The bids and burials of a record while they are gone through."""

    options: Options
    record: DealRecord
    dealt: Dealt
    void: frozenset[int]
    """The places of bids that were taken back: their cards were shown, and that is all."""
    burials: int = 0
    """How many of them are done."""

    def show(self, index: int) -> DealFault | None:
        """A bid's cards are shown; only a hand that is wholly known can lack them."""
        bids = self.record.bids or ()
        holding = self.dealt.holdings[bids[index].seat]
        if not holding.whole:
            return None
        missing = tuple((_needed(bids, index, self.void) - holding.cards).elements())
        return _not_held(f"/bids/{index}", missing)

    def take(self, seat: str, *, must: bool) -> DealFault | None:
        """A seat may take the kitty or, where it `must`, does; it then lays down as many cards."""
        burials = self.record.burials
        place = f"/burials/{self.burials}"
        if not burials:
            self.dealt.lose_kitty(seat)
            return None
        if self.burials == len(burials) or burials[self.burials].seat != seat:
            return self._left(place, seat) if must else None
        self.dealt.take_kitty(seat)
        missing = self.dealt.lay_down(seat, burials[self.burials].cards)
        self.burials += 1
        return _not_held(place, missing)

    def _left(self, place: str, seat: str) -> DealFault | None:
        """A seat that must bury has not: another has, or the tricks were played without it; or the record ends here."""
        if self.burials < len(self.record.burials):
            return _not_taken(place, self.record.burials[self.burials].seat)
        if not self.record.tricks:
            self.dealt.lose_kitty(seat)
            return None
        return DealFault(place, (Violation(BURIAL_OWED, None, {"seat": seat}),))

    def finish(self) -> DealFault | None:
        """Whoever else has buried has not taken the kitty."""
        if self.burials < len(self.record.burials):
            return _not_taken(f"/burials/{self.burials}", self.record.burials[self.burials].seat)
        return None


def _not_held(place: str, missing: tuple[int, ...]) -> DealFault | None:
    return DealFault(place, (Violation(NOT_IN_HAND, None, {"cards": missing}, cards=missing),)) if missing else None


def _not_taken(place: str, seat: str) -> DealFault:
    return DealFault(place, (Violation(KITTY_NOT_TAKEN, None, {"seat": seat}),))


def _needed(bids: Sequence[Bid], index: int, void: frozenset[int]) -> Counter[int]:
    """The cards that a seat must hold for a bid; what was taken back may be shown again."""
    if index in void:
        return Counter(bids[index].cards)
    return needed((bids[place] for place in range(index) if place not in void), bids[index])


def dealt_by(options: Options, record: DealRecord, void: frozenset[int] = frozenset()) -> Dealt:
    """The cards before the kitty is taken: the hands as written down, else what their seats have shown in bids."""
    kitty = None if record.kitty is None else Counter(record.kitty)
    if record.hands is None:
        holdings = {seat: Holding(Counter(), False) for seat in SEATS}
        for index in range(_before_burying(record.bids or ())):
            bids = record.bids or ()
            holdings[bids[index].seat].cards |= _needed(bids, index, void)
        return Dealt(holdings, kitty, options.decks)
    left = Counter(dict.fromkeys(range(KINDS), options.decks))
    left.subtract(kind for cards in record.hands.values() for kind in cards)
    holdings = {seat: Holding(Counter(cards), True) for seat, cards in record.hands.items()}
    return Dealt(holdings, +left if kitty is None else kitty, options.decks)


def _before_burying(bids: Sequence[Bid]) -> int:
    """How many bids come before the kitty is buried."""
    return next((index for index, bid in enumerate(bids) if bid.phase in AFTER_BURY), len(bids))


def taken_unsaid(options: Options, record: DealRecord, declarer: str) -> Taking:
    """Who took the kitty where the bids were not written down: the declarer, and then whoever buries where that may be."""
    bidding = options.bidding
    if bidding is None or (bidding.stir is None and not bidding.counter_takes_kitty):
        return Taking(declarer, ())
    seats = [burial.seat for burial in record.burials]
    if not seats:
        return Taking(declarer, tuple(seat for seat in SEATS if seat != declarer))
    others = tuple(seat for index, seat in enumerate(seats) if index and _may_take(bidding, declarer, seats[:index], seat))
    return Taking(seats[0] if bidding.counter_takes_kitty else declarer, others)


def _may_take(bidding: BiddingOptions, declarer: str, before: Sequence[str], seat: str) -> bool:
    """Whether a seat may take the kitty after those `before` have, the last of which has buried it.

    Who stirs may have left the kitty where it was, so the same seat may be the next to take it, unless nobody stirs twice. Who
    counters has taken it, and nobody counters himself; but the declarer, who takes it first, may counter the bid of another.
    """
    if bidding.stir is not None:
        return bidding.stir.ends == "all_pass" or seat not in before
    in_time = not bidding.windows.counter.isdisjoint(AFTER_BURY)
    return in_time and (seat != before[-1] or bidding.counter_by == "anyone" or list(before) == [declarer])


def before_lead(
    options: Options, record: DealRecord, taking: Taking | None, illegal: int | None = None, void: frozenset[int] = frozenset()
) -> tuple[Dealt, DealFault | None]:
    """The cards at the first lead, and the first thing that is wrong before it, the rules of bidding apart.

    `taking` says who took the kitty; None: nobody did, the deal is to be dealt again. With `illegal`, the place of a bid that the rules
    do not allow, only what comes before it is looked at. `void` are the places of bids that were taken back.
    """
    burying = _Burying(options, record, dealt_by(options, record, void), void)
    faults = _faults(burying, taking, illegal)
    return burying.dealt, next((fault for fault in faults if fault is not None), None)


def _faults(burying: _Burying, taking: Taking | None, illegal: int | None) -> Iterator[DealFault | None]:
    """What is wrong, or not, with each thing in turn: bids, the kitty taken, the bids after it."""
    bids = burying.record.bids or ()
    end = len(bids) if illegal is None else illegal
    early = _before_burying(bids)
    yield from map(burying.show, range(min(early, end)))
    if illegal is not None and illegal < early:
        return
    if taking is not None:
        later = list(taking.later)
        bidding = burying.options.bidding
        must = bidding is None or bidding.stir is None
        yield burying.take(taking.first, must=True)
        for index in range(early, end):
            yield burying.show(index)
            if bids[index].is_made and later[:1] == [bids[index].seat] and index not in burying.void:
                yield burying.take(later.pop(0), must=must)
        for seat in later:
            yield burying.take(seat, must=must)
    if illegal is None:
        yield burying.finish()

"""What may still be shown after a bid, by anybody, now or later in the deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.bidding.auction import Auction, may_open_from
from rules.bidding.bids import AFTER_BURY, JOKERS, LEVEL_PAIRS, PAIR_OF, PHASES, RED_FIVES, SINGLES, WITH_JOKER
from rules.bidding.judging import LEVEL_CARDS
from rules.bidding.ladder import SUIT_ORDER, rung_of, standing_rung
from rules.bidding.state import ASK, COUNTER, OPEN, STIR_TURN, Standing, State
from rules.cards import card
from rules.seats import SEATS, SIDE_OF
from rules.trump import JOKER_LEVEL, NO_TRUMP


def may_follow(auction: Auction, state: State) -> tuple[str, ...]:
    """The kinds of bids that may still come, each once; cards that nobody can hold any more are not looked at.

    Nobody's bid follows at a level that is played without bids.
    """
    if all(auction.nobody_bids(auction.shown_level(state, seat)) for seat in SEATS):
        return ()
    opens, counters = _opens(auction, state), _counters(auction, state)
    return tuple(dict.fromkeys((*opens, *counters, *_reinforcements(auction, state), *_stirs(auction, state))))


def _still(windows: frozenset[str], phase: str) -> bool:
    return not windows.isdisjoint(PHASES[PHASES.index(phase) :])


def _opens(auction: Auction, state: State) -> tuple[str, ...]:
    """Kinds that may open: while there is time for it, or in a blackout that has come or may come."""
    if state.standing is not None or all(auction.barred(state, seat, OPEN) for seat in SEATS):
        return ()
    if state.blackout:
        open_to_some = state.turns is not None and bool(state.turns.seats)
    else:
        open_to_some = may_open_from(auction.bidding, state.phase)
    return tuple(_showable(auction, auction.opening)) if open_to_some else ()


def _showable(auction: Auction, kinds: Iterable[str]) -> Iterator[str]:
    """Kinds without those that have a joker beside level cards where the ruleset has none there: such an entry of a list is idle."""
    for kind in kinds:
        if auction.bidding.companion != "none" or kind not in WITH_JOKER.values():
            yield kind


def seat_may_move(auction: Auction, state: State) -> bool:
    """Whether a bid that may still come could give the seat to somebody else."""
    stir, standing = auction.bidding.stir, state.standing
    if stir is not None and stir.seat_moves and any(_stirs(auction, state)):
        return True
    if standing is None or state.blackout:
        return False
    kinds = {kind for phase in PHASES[:2] for kind in _counters_in(auction, state, standing, phase)}
    if not auction.raced:
        return auction.bidding.pair_moves_seat == "confirmer_or_next" and not kinds <= SINGLES
    rule = auction.bidding.first_deal_seat
    return bool(kinds if rule == "standing_bidder" else kinds & LEVEL_PAIRS if rule == "pair_confirmer" else ())


def _counters(auction: Auction, state: State) -> Iterator[str]:
    if state.standing is not None:
        for phase in PHASES:
            yield from _counters_in(auction, state, state.standing, phase)


def _counters_in(auction: Auction, state: State, standing: Standing, phase: str) -> Iterator[str]:
    """Kinds that may counter in a phase that has come or may come; where there is stirring nothing else is done after burying."""
    past = PHASES.index(phase) < PHASES.index(state.phase)
    stirred = phase in AFTER_BURY and auction.bidding.stir is not None
    if past or stirred or phase not in auction.bidding.windows.counter or not _counterers(auction, state):
        return
    rows = auction.matrix(phase).rows
    no_suit_is_higher = auction.bidding.counter_suit == "higher" and standing.trump == SUIT_ORDER[-1]
    listed = _above(auction, state, auction.bidding.kinds_on_ladder) if rows is None else rows.get(standing.row, ())
    for kind in _showable(auction, listed):
        if not (no_suit_is_higher and kind in LEVEL_CARDS):
            yield kind


def _counterers(auction: Auction, state: State) -> list[str]:
    """The seats that may counter what stands, whatever they hold."""
    assert state.standing is not None
    holder, by = state.standing.seat, auction.bidding.counter_by
    seats: Iterable[str] = SEATS if state.turns is None or state.turns.order != ASK else state.turns.seats
    return [
        seat
        for seat in seats
        if not (auction.barred(state, seat, COUNTER) or auction.counters_too_early(state, seat))
        and (by == "anyone" or seat != holder)
        and (by != "opponents" or SIDE_OF[seat] != SIDE_OF[holder])
    ]


def _above(auction: Auction, state: State, kinds: Iterable[str]) -> Iterator[str]:
    """Of some kinds those that stand on the ladder above what stands now, in one suit at least."""
    floor = standing_rung(auction.bidding, state.standing)
    for kind in kinds:
        suits = tuple(SUIT_ORDER) if kind in LEVEL_CARDS else (NO_TRUMP,)
        if any(rung_of(auction.bidding, kind, suit) > floor for suit in suits):
            yield kind


def _reinforcements(auction: Auction, state: State) -> Iterator[str]:
    standing, bidding = state.standing, auction.bidding
    if standing is not None and standing.kind in PAIR_OF and bidding.reinforce and _still(bidding.windows.reinforce, state.phase):
        yield PAIR_OF[standing.kind]


def _stirs(auction: Auction, state: State) -> Iterator[str]:
    """Kinds that may stir: before the kitty is buried all of them, then while somebody is still to speak, less the pairs shown already."""
    stir = auction.bidding.stir
    begun = state.turns is not None and state.turns.order == STIR_TURN
    if stir is None or state.declarer is None or (state.phase in PHASES[2:] and not (begun and state.turns and state.turns.seats)):
        return
    kinds = stir.kinds or auction.bidding.kinds_on_ladder
    for kind in _showable(auction, _above(auction, state, kinds) if stir.by_ladder else kinds):
        if stir.reuse or not _pairs(auction, state, kind) <= state.used:
            yield kind


def _pairs(auction: Auction, state: State, kind: str) -> set[tuple[int, ...]]:
    """The pairs of a kind that could stir, whoever holds them."""
    if kind not in LEVEL_PAIRS:
        return {RED_FIVES} if kind == "red_five_pair" else {cards for cards, shown in JOKERS.items() if shown == kind}
    levels = {auction.shown_level(state, seat) for seat in SEATS} - {JOKER_LEVEL}
    return {(card(suit, level),) * 2 for suit in SUIT_ORDER for level in levels}

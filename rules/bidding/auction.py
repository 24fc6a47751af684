"""The rules of one deal's bidding, and how its state goes on from phase to phase and from bid to bid (semantics 10)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.bidding.bids import AFTER_BURY, LEVEL_PAIRS, PHASES, SINGLES, Bid, DealFacts
from rules.bidding.state import (
    ASK,
    BLACKOUT_SEAT,
    COUNTER,
    DECLARES_AS_BEFORE,
    OPEN,
    REINFORCE,
    STIR,
    STIR_TURN,
    Standing,
    State,
    Turns,
)
from rules.options import BiddingOptions, CounterMatrix, Options
from rules.rulings import Ruling
from rules.seats import OTHER_SIDE, PARTNER, SIDE_OF, next_seat, seats_from
from rules.trump import JOKER_LEVEL, NO_TRUMP, Trump


@dataclass(frozen=True, slots=True)
class Auction:
    """The rules of one deal's bidding: the lists of its kind of deal, and what is known of it."""

    options: Options
    bidding: BiddingOptions
    facts: DealFacts
    raced: bool
    """The seat is bid for (抢庄)."""

    @property
    def deals(self) -> str:
        """Under which name the document keeps what holds in this deal."""
        return "first_deal" if self.raced else "later"

    def deals_in(self, phase: str) -> str:
        """The same in a phase. The race for the seat is over when the kitty is taken: who may still counter does so as in later deals."""
        return "later" if phase in AFTER_BURY and phase in self.bidding.windows.counter else self.deals

    @property
    def opening(self) -> tuple[str, ...]:
        """The kinds of bids that open."""
        return self.bidding.open_first if self.raced else self.bidding.open_later

    def matrix(self, phase: str) -> CounterMatrix:
        """What counters what in a phase."""
        return self.bidding.counter_first if self.deals_in(phase) == "first_deal" else self.bidding.counter_later

    @property
    def chair(self) -> str:
        """Who would declare; there is somebody in every deal but the first."""
        assert self.facts.declarer is not None
        return self.facts.declarer

    def level_of(self, side: str) -> str:
        """The level that a side plays if it declares."""
        return self.options.levels.start if self.facts.first_deal else self.facts.levels[side]

    def shown_level(self, state: State, seat: str) -> str:
        """The level whose cards a seat may show: that of who declares so far, in a blackout the other side's.

        After a revolution it may be the seat's own.
        """
        revolution = self.options.revolution
        if self.facts.revolt is not None and revolution is not None and revolution.rebid_with == "own_level":
            return self.level_of(SIDE_OF[seat])
        if state.declarer is not None:
            return self.level_of(SIDE_OF[state.declarer])
        if self.facts.first_deal:
            return self.options.levels.start
        declarers = SIDE_OF[self.chair]
        return self.level_of(OTHER_SIDE[declarers] if state.blackout else declarers)

    def nobody_bids(self, level: str) -> bool:
        """Whether a level is played in no-trump without any bid (Guizhou 七(二))."""
        return level == JOKER_LEVEL and self.bidding.level_joker == "no_trump"

    def trump(self, suit: str, declarer: str, *, lowest: bool = False) -> Trump:
        """The trump of a deal that a seat declares; level joker has no trump suit (semantics 2)."""
        level = self.level_of(SIDE_OF[declarer])
        return Trump(NO_TRUMP, level) if level == JOKER_LEVEL else Trump(suit, level, lowest)

    def barred(self, state: State, seat: str, right: str) -> bool:
        """Whether a seat's side has lost a right by a wrongly shown level card (Jiangsu 4.3.7)."""
        lost = self.bidding.wrong_show.loses if self.bidding.wrong_show is not None else ()
        return right in lost and SIDE_OF[seat] in state.barred

    def counters_too_early(self, state: State, seat: str) -> bool:
        """Whether a seat's side, which may no longer show but counter, must wait until the others have shown (Jiangsu 4.3.7)."""
        return self.barred(state, seat, OPEN) and not self.barred(state, seat, COUNTER) and OTHER_SIDE[SIDE_OF[seat]] not in state.shown

    def earlier(self, seat: str, other: str) -> bool:
        """Whether a seat draws before another; the first drawer must be known."""
        drawer = self.facts.drawer
        assert drawer is not None
        order = seats_from(drawer, self.options.direction)
        return order.index(seat) < order.index(other)

    def start(self) -> State:
        """The bidding before the first card is drawn."""
        if self.raced:
            return State(None, None, barred=self.facts.barred)
        stays = Ruling(DECLARES_AS_BEFORE, "bidding.pair_moves_seat", {"seat": self.chair})
        return State(self.chair, stays, barred=self.facts.barred)

    def blacked_out(self) -> bool:
        """Whether this deal knows a blackout (停电)."""
        return self.bidding.blackout and not self.raced

    def other_seats_in_chair(self) -> tuple[str, str]:
        """The seats that take over in a blackout: the player after the declarer, then his partner (March-8 二.3)."""
        after = next_seat(self.chair, self.options.direction)
        return after, PARTNER[after]


def auction_of(options: Options, bidding: BiddingOptions, facts: DealFacts) -> Auction:
    """The rules of a deal's bidding; the seat is raced for in a first deal, and after a revolution where the ruleset says so."""
    revolution = options.revolution
    raced = facts.first_deal or (facts.revolt is not None and revolution is not None and revolution.seat == "raced")
    return Auction(options, bidding, facts, raced)


def entered(auction: Auction, state: State, phase: str) -> State:
    """The bidding when a phase is reached, by way of those between."""
    for step in PHASES[PHASES.index(state.phase) + 1 : PHASES.index(phase) + 1]:
        turns = _turns_of(auction, state, step)
        if turns is not None and turns.order == BLACKOUT_SEAT:
            state = replace(state, blackout=True, declarer=None, declares=None)
        stirring = step in AFTER_BURY and state.phase in AFTER_BURY and auction.bidding.stir is not None
        buried_by = state.kitty_taker if step in AFTER_BURY else None
        state = replace(state, phase=step, turns=state.turns if stirring else turns, buried_by=buried_by)
    return state


def _turns_of(auction: Auction, state: State, phase: str) -> Turns | None:
    """Who speaks in turn from the beginning of a phase."""
    bidding = auction.bidding
    direction = auction.options.direction
    if phase == PHASES[1] and state.standing is None and auction.blacked_out() and not may_open_from(bidding, phase):
        return Turns(auction.other_seats_in_chair(), BLACKOUT_SEAT, "bidding.blackout")
    if state.standing is not None and bidding.ask is not None and bidding.ask.phase == phase:
        first = state.declarer if bidding.ask.after == "after_declarer" else state.standing.seat
        assert first is not None
        order = seats_from(next_seat(first, direction), direction)
        others = tuple(seat for seat in order if seat != state.standing.seat)
        return Turns(others * bidding.ask.rounds, ASK, ASK)
    if phase == PHASES[2] and bidding.stir is not None and state.kitty_taker is not None:
        return _stirrers(auction, state.kitty_taker)
    return None


def may_open_from(bidding: BiddingOptions, phase: str) -> bool:
    """Whether there is still time to open in a phase or after it."""
    return not bidding.windows.open.isdisjoint(PHASES[PHASES.index(phase) :])


def _stirrers(auction: Auction, after: str) -> Turns:
    """The three others, from the next of the player who has buried the kitty."""
    stir = auction.bidding.stir
    ordered = stir is not None and stir.turn == "play_order"
    return Turns(seats_from(after, auction.options.direction)[1:], STIR_TURN, "bidding.stir.ends", ordered)


def passed(state: State, seat: str) -> State:
    """The bidding after a pass."""
    return state if state.turns is None else replace(state, turns=state.turns.without(seat))


def shown_wrongly(auction: Auction, state: State, seat: str) -> State:
    """The bidding after a wrong show (错亮级牌): no bid, but where the ruleset says so it costs the side its rights from now on."""
    return state if auction.bidding.wrong_show is None else replace(state, barred=state.barred | {SIDE_OF[seat]})


def placed(auction: Auction, state: State, bid: Bid, act: str, standing: Standing) -> State:
    """The bidding after a legal bid that does `act` and now stands."""
    declarer, declares = _declares(auction, state, act, standing)
    taker, reburied_by = state.taker, state.reburied_by
    takes = act == STIR or (act == COUNTER and auction.bidding.counter_takes_kitty)
    if takes and state.phase in AFTER_BURY:
        reburied_by += (bid.seat,)
    elif takes:
        # who wins the seat by it takes the kitty as the declarer (Guizhou 八(一))
        taker = None if declares is not state.declares and declarer == bid.seat else bid.seat
    staked = bool(auction.options.stakes) and standing.kind in auction.bidding.names_trump
    return replace(
        state,
        declarer=declarer,
        declares=declares,
        standing=standing,
        turns=_turns_after(auction, state, act, bid.seat),
        taker=taker,
        reburied_by=reburied_by,
        used=state.used if standing.kind in SINGLES else state.used | {standing.pair},
        stirred=state.stirred | {standing.pair} if act == STIR else state.stirred,
        staked_by=bid.seat if staked else state.staked_by,
        shown=state.shown | {SIDE_OF[bid.seat]},
    )


def _turns_after(auction: Auction, state: State, act: str, seat: str) -> Turns | None:
    """A stir begins a new round, unless there is but one; who shows in a blackout ends it; a reinforcement is nobody's turn."""
    turns = state.turns
    if turns is None or act == REINFORCE:
        return turns
    if act == OPEN:
        return None
    stir = auction.bidding.stir
    if act == STIR and stir is not None and stir.ends == "all_pass":
        return _stirrers(auction, seat)
    return turns.without(seat)


def _declares(auction: Auction, state: State, act: str, standing: Standing) -> tuple[str | None, Ruling | None]:
    """Who declares after a bid, and why. Once the kitty has been taken only stirring may move the seat (Anhui 三.1, Guizhou 八(三))."""
    bidding, seat = auction.bidding, standing.seat
    before_kitty = state.phase not in AFTER_BURY
    if act == STIR:
        moves, ruling = bidding.stir is not None and bidding.stir.seat_moves, ("declares_by_stirring", "bidding.stir.seat_moves")
    elif state.blackout:
        moves, ruling = act == OPEN, ("declares_in_blackout", BLACKOUT_SEAT)
    elif auction.raced:
        rule = bidding.first_deal_seat
        confirms = before_kitty and (rule == "standing_bidder" or (rule == "pair_confirmer" and standing.kind in LEVEL_PAIRS))
        moves, ruling = act == OPEN or (act == COUNTER and confirms), ("declares_by_bid", "bidding.first_deal_seat")
    else:
        moves = before_kitty and act != REINFORCE and bidding.pair_moves_seat == "confirmer_or_next" and standing.kind not in SINGLES
        ruling = ("declares_by_confirming", "bidding.pair_moves_seat")
        if SIDE_OF[seat] != SIDE_OF[auction.chair]:
            ruling = ("declares_after_confirmer", "bidding.pair_moves_seat")
            seat = next_seat(seat, auction.options.direction)
    if not moves:
        return state.declarer, state.declares
    return seat, Ruling(*ruling, {"seat": seat})

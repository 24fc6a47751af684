"""Which option decides what in a bidding: the dotted paths that rulings name, down to the case of a list, of a matrix, of a deal."""

from __future__ import annotations

from rules.bidding.auction import Auction
from rules.bidding.bids import SINGLES, Shown
from rules.bidding.ladder import UNRANKED, standing_rung
from rules.bidding.state import COUNTER, OPEN, REINFORCE, STIR, Standing, State
from rules.cards import LITTLE_JOKER
from rules.trump import NO_TRUMP

SINGLE_JOKER = "single_joker"
"""The case of a joker alone, which is no bid."""


def allowed_by(auction: Auction, state: State, act: str, case: str | None) -> str:
    """What says which bids may do this now. `case` is the kind of the bid, or `SINGLE_JOKER`; None: cards that are of no kind."""
    below = "" if case is None else f".{case}"
    if act == OPEN:
        return f"bidding.open.{auction.deals}{below}"
    if act == REINFORCE:
        return f"bidding.reinforce.{auction.deals}"
    if act == STIR:
        assert auction.bidding.stir is not None
        return f"bidding.stir.kinds{below}" if auction.bidding.stir.kinds else "bidding.stir.order"
    assert state.standing is not None
    return _counters_by(auction, state, state.standing, below)


def _counters_by(auction: Auction, state: State, standing: Standing, below: str) -> str:
    """What says what counters what stands: a cell of the matrix, the matrix where it has no such row, or the ladder."""
    matrix = auction.matrix(state.phase)
    if matrix.rows is None:
        return "bidding.ladder.unranked" if standing_rung(auction.bidding, standing) == UNRANKED else "bidding.ladder"
    return f"{matrix.path}.{standing.row}{below}" if standing.row in matrix.rows else matrix.path


def settled_by(auction: Auction, state: State, act: str, shown: Shown) -> str:
    """What makes the bid's suit trump: what allowed it, what the card said that it reinforces, or what says what jokers mean."""
    if shown.kind in auction.bidding.names_trump:
        return "bidding.names_trump"
    if shown.suit == NO_TRUMP:
        return f"bidding.names_trump.no_trump.{auction.deals}"
    if act == REINFORCE:
        assert state.standing is not None
        return state.standing.settles
    return allowed_by(auction, state, act, shown.kind)


def companion_by(auction: Auction, state: State, act: str) -> str:
    """What says that a joker lies beside a level card: in a first deal, when opening in later ones, when countering."""
    deals = auction.deals_in(state.phase)
    return f"bidding.companion.{deals if act == OPEN or auction.deals == deals == 'first_deal' else 'counter'}"


def window_of(auction: Auction, act: str, shown: Shown) -> str:
    """What says when one may open, counter or reinforce."""
    if act == COUNTER:
        return f"bidding.windows.counter.{'no_trump' if shown.suit == NO_TRUMP else 'suit'}"
    return f"bidding.windows.{act}.{auction.deals}"


def countered_by(auction: Auction, state: State, shown: Shown) -> str:
    """What says who may counter."""
    path = f"bidding.counter.by.{auction.deals_in(state.phase)}"
    return f"{path}.no_trump" if shown.suit == NO_TRUMP else path


def reuse_of(state: State, pair: tuple[int, ...]) -> str:
    """What says whether a pair that was shown stirs again."""
    if pair[0] >= LITTLE_JOKER:
        return "bidding.stir.reuse.jokers"
    return f"bidding.stir.reuse.{'stirred' if pair in state.stirred else 'shown'}"


def seat_kept_by(state: State, standing: Standing) -> str:
    """What says that a bid of a later deal leaves the seat where it was: a pair in a suit, a card, no-trump, or a stir."""
    if state.stirred:
        return "bidding.stir.seat_moves"
    if standing.trump == NO_TRUMP:
        return "bidding.pair_moves_seat.no_trump"
    single = standing.reinforced or standing.kind in SINGLES
    return "bidding.pair_moves_seat.single" if single else "bidding.pair_moves_seat"

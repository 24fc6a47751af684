"""May this seat show these cards now? Every rule that a bid breaks, by the option that says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.bidding.auction import COUNTER, OPEN, REINFORCE, STIR, Auction, Standing, State
from rules.bidding.bids import AFTER_BURY, LEVEL_PAIRS, PAIR_OF, PASS, PHASES, SINGLES, WITH_JOKER, Bid, Shown, colour_joker, recognised
from rules.cards import LITTLE_JOKER, rank_of
from rules.options import BiddingOptions
from rules.rulings import Violation
from rules.seats import SIDE_OF
from rules.trump import NO_TRUMP

SUIT_ORDER = "DCHS"
"""The suits from the lowest to the highest, where suits are ranked."""
UNRANKED = -1
LEVEL_CARDS = SINGLES | LEVEL_PAIRS


@dataclass(frozen=True, slots=True)
class Judged:
    """What a bid does, what it would make stand, and every rule that it breaks.

    `act` and `standing` are None where the cards are no bid; a pass has no `standing`.
    """

    act: str | None
    standing: Standing | None
    violations: tuple[Violation, ...]


def rung_of(bidding: BiddingOptions, kind: str, suit: str) -> int:
    """The place of a bid on the ladder, or `UNRANKED`: below the whole ladder."""
    for place, entry in enumerate(bidding.ladder):
        if entry in (kind, f"{kind}:{suit}"):
            return place
    return UNRANKED


def standing_rung(bidding: BiddingOptions, standing: Standing | None) -> int:
    """The place of what stands on the ladder."""
    return UNRANKED if standing is None else rung_of(bidding, standing.kind, standing.suit)


def judge(auction: Auction, state: State, bid: Bid, *, strict: bool) -> Judged:
    """Judge a bid in the phase that has been reached. `strict` asks for one's turn; else whoever was left out has passed."""
    level = auction.shown_level(state, bid.seat)
    if not bid.cards:
        return Judged(PASS, None, tuple(_turn(state, bid, PASS, strict)))
    if auction.nobody_bids(level):
        return Judged(None, None, (Violation("nobody_bids_at_joker", "bidding.level_joker", {"level": level}),))
    shown = recognised(auction.bidding, level, bid.cards, named=bid.names is not None)
    if shown is None:
        return Judged(None, None, (*_turn(state, bid, COUNTER, strict), _no_bid(auction, state, bid, level)))
    act = _act(auction, state, bid, shown)
    violations = (
        *_turn(state, bid, act, strict),
        *_seat(auction, state, bid, act),
        *_companion(auction, bid, shown),
        *_kind(auction, state, bid, act, shown),
        *_named(auction, bid, shown),
    )
    return Judged(act, _standing(auction, state, bid, act, shown), violations)


def _act(auction: Auction, state: State, bid: Bid, shown: Shown) -> str:
    if auction.bidding.stir is not None and state.phase in AFTER_BURY and state.declarer is not None:
        return STIR
    if state.standing is None:
        return OPEN
    return REINFORCE if _reinforces(auction, state.standing, bid, shown) else COUNTER


def _reinforces(auction: Auction, standing: Standing, bid: Bid, shown: Shown) -> bool:
    """The holder of a standing single joins its twin, alone or beside what lies there, or a joker and a pair at once (加固、自保、防反)."""
    own = bid.seat == standing.seat and standing.kind in PAIR_OF and shown.kind in LEVEL_CARDS and shown.suit == standing.suit
    stray_joker = shown.companion is not None and auction.bidding.companion == "none"
    if not own or stray_joker or not auction.bidding.reinforce:
        return False
    return "twin" in auction.bidding.reinforce or shown.kind == "joker_level_pair"


def _standing(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Standing:
    """What a bid would make stand."""
    kind = shown.kind
    if act == REINFORCE:
        assert state.standing is not None
        kind = PAIR_OF[state.standing.kind]
    named = bid.names if shown.kind in auction.bidding.names_trump else None
    return Standing(kind, shown.suit, named or shown.suit, bid.seat, bid.cards, _allowed_by(auction, state, act), act == REINFORCE)


def _allowed_by(auction: Auction, state: State, act: str) -> str:
    """The option that says which bids may do this now."""
    bidding = auction.bidding
    if act == OPEN:
        return auction.opening_path
    if act == REINFORCE:
        return "bidding.reinforce"
    if act == STIR:
        return "bidding.ladder" if bidding.stir is not None and bidding.stir.by_ladder else "bidding.stir.kinds"
    assert state.standing is not None
    return _counters_by(auction, state.standing)


def _counters_by(auction: Auction, standing: Standing) -> str:
    """The option that says what counters what stands: a row of the matrix, the matrix where it has no such row, or the ladder."""
    rows, path = auction.matrix.rows, auction.matrix.path
    if rows is None:
        return "bidding.ladder"
    return f"{path}.{standing.row}" if standing.row in rows else path


def _turn(state: State, bid: Bid, act: str, strict: bool) -> Iterator[Violation]:
    """Where all speak in turn: each once, the bid in question not before the others have spoken; a pass nobody asked for says nothing."""
    turns = state.turns
    if turns is None or act == REINFORCE:
        return
    if bid.seat not in turns.seats:
        if act != PASS:
            yield Violation("bid_without_turn", turns.end, {"seat": bid.seat})
    elif strict and turns.ordered and turns.seats[0] != bid.seat:
        yield Violation("bid_out_of_turn", turns.order, {"seat": bid.seat, "expected": turns.seats[0]})


def _no_bid(auction: Auction, state: State, bid: Bid, level: str) -> Violation:
    """Why cards are no bid: they are of another level, or of no kind at all."""
    other = {rank_of(card) for card in bid.cards if card < LITTLE_JOKER}
    if len(other) == 1 and recognised(auction.bidding, str(*other), bid.cards) is not None:
        option = None
        if auction.facts.revolt is not None:
            option = "bidding.revolution.rebid_with"
        elif state.blackout:
            option = "bidding.blackout.other_side_shows"
        return Violation("wrong_level_shown", option, {"cards": bid.cards, "level": level}, cards=bid.cards)
    option = _allowed_by(auction, state, OPEN if state.standing is None else COUNTER)
    return Violation("not_a_bid", option, {"cards": bid.cards}, cards=bid.cards)


def _seat(auction: Auction, state: State, bid: Bid, act: str) -> Iterator[Violation]:
    """The bidder and the moment: rights lost, windows closed, one's own or one's partner's bid."""
    if auction.barred(bid.seat, act):
        yield Violation("side_may_not_show", "bidding.wrong_show.side_loses", {"side": SIDE_OF[bid.seat], "act": act})
    if act == STIR:
        return
    if state.phase not in _window(auction, state, act):
        yield Violation("bid_out_of_time", f"bidding.windows.{act}", {"act": act, "phase": state.phase})
    if act != COUNTER or state.standing is None:
        return
    by, holder = auction.bidding.counter_by, state.standing.seat
    if by != "anyone" and bid.seat == holder:
        yield Violation("own_bid_countered", "bidding.counter.by", {"seat": bid.seat})
    elif by == "opponents" and SIDE_OF[bid.seat] == SIDE_OF[holder]:
        yield Violation("partner_countered", "bidding.counter.by", {"seat": holder})


def _window(auction: Auction, state: State, act: str) -> frozenset[str]:
    windows = auction.bidding.windows
    if act == OPEN:
        return windows.open | {PHASES[1]} if state.blackout else windows.open
    return windows.counter if act == COUNTER else windows.reinforce


def _companion(auction: Auction, bid: Bid, shown: Shown) -> Iterator[Violation]:
    """March-8 二.1: the big joker goes with red level cards, the little one with black ones."""
    if auction.bidding.companion == "colour_joker" and shown.companion not in (None, colour_joker(shown.suit)):
        yield Violation("companion_of_other_colour", "bidding.companion", {"cards": bid.cards}, cards=bid.cards)


def _not_listed(auction: Auction, shown: Shown, listed: tuple[str, ...], violation: Violation) -> Iterator[Violation]:
    """A kind that a list has not; where the list has it with a joker, that is what is missing."""
    if shown.kind in listed:
        return
    if WITH_JOKER.get(shown.kind) in listed:
        yield Violation("companion_missing", "bidding.companion", {"bid": shown.kind})
    else:
        yield violation


def _kind(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Iterator[Violation]:
    """Whether a bid of this kind may do this now; what reinforces is of the right kind by itself."""
    if act == OPEN:
        yield from _not_listed(auction, shown, auction.opening, Violation("may_not_open", auction.opening_path, {"bid": shown.kind}))
    elif act == COUNTER:
        assert state.standing is not None
        yield from _may_counter(auction, state.standing, shown)
    elif act == STIR:
        yield from _may_stir(auction, state, bid, shown)


def _may_counter(auction: Auction, standing: Standing, shown: Shown) -> Iterator[Violation]:
    """A kind that counters what stands and, of level cards, in a suit that may."""
    refused = list(_kind_of_counter(auction, standing, shown))
    yield from refused
    if refused or shown.kind not in LEVEL_CARDS or standing.trump == NO_TRUMP:
        return
    rule, suits = auction.bidding.counter_suit, {"suit": shown.suit, "trump": standing.trump}
    if rule == "other" and shown.suit == standing.trump:
        yield Violation("suit_not_other", "bidding.counter.suit", suits)
    if rule == "higher" and SUIT_ORDER.index(shown.suit) <= SUIT_ORDER.index(standing.trump):
        yield Violation("suit_not_higher", "bidding.counter.suit", suits)


def _kind_of_counter(auction: Auction, standing: Standing, shown: Shown) -> Iterator[Violation]:
    option, params = _counters_by(auction, standing), {"bid": shown.kind, "standing": standing.row}
    if auction.matrix.rows is None:
        yield from _higher(auction, standing, shown, Violation("may_not_counter", option, params))
    else:
        listed = auction.matrix.rows.get(standing.row, ())
        yield from _not_listed(auction, shown, listed, Violation("may_not_counter" if listed else "standing_is_final", option, params))


def _higher(auction: Auction, standing: Standing | None, shown: Shown, unknown: Violation) -> Iterator[Violation]:
    """Only what stands on the ladder counters by it, and only what stands there lower."""
    rung = rung_of(auction.bidding, shown.kind, shown.suit)
    if rung == UNRANKED:
        yield unknown
    elif standing is not None and rung <= standing_rung(auction.bidding, standing):
        yield Violation("not_higher_on_ladder", "bidding.ladder", {"bid": shown.kind, "standing": standing.row})


def _may_stir(auction: Auction, state: State, bid: Bid, shown: Shown) -> Iterator[Violation]:
    stir = auction.bidding.stir
    assert stir is not None
    if stir.kinds and shown.kind not in stir.kinds:
        yield Violation("may_not_stir", "bidding.stir.kinds", {"bid": shown.kind})
    elif stir.by_ladder:
        yield from _higher(auction, state.standing, shown, Violation("may_not_stir", "bidding.ladder", {"bid": shown.kind}))
    if not stir.reuse and shown.kind not in SINGLES and _standing(auction, state, bid, STIR, shown).pair in state.used:
        yield Violation("pair_already_shown", "bidding.stir.reuse", {"bid": shown.kind})


def _named(auction: Auction, bid: Bid, shown: Shown) -> Iterator[Violation]:
    """Some bids name the trump suit; the others make their own suit trump."""
    if shown.kind in auction.bidding.names_trump:
        if bid.names is None:
            yield Violation("trump_not_named", "bidding.names_trump", {"bid": shown.kind})
    elif bid.names not in (None, shown.suit):
        yield Violation("trump_may_not_be_named", "bidding.names_trump", {"bid": shown.kind, "suit": shown.suit})

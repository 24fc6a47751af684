"""May this seat show these cards now? Every rule that a bid breaks, by the option that says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.bidding.auction import Auction
from rules.bidding.bids import (
    AFTER_BURY,
    LEVEL_PAIRS,
    PAIR_OF,
    PASS,
    PHASES,
    SINGLES,
    WITH_JOKER,
    WRONG_SHOW,
    Bid,
    Shown,
    colour_joker,
    recognised,
)
from rules.bidding.grounds import SINGLE_JOKER, allowed_by, companion_by, countered_by, reuse_of, settled_by, window_of
from rules.bidding.ladder import SUIT_ORDER, UNRANKED, rung_of, standing_rung
from rules.bidding.state import BLACKOUT_SEAT, COUNTER, OPEN, REINFORCE, STIR, STIR_TURN, Standing, State, Turns
from rules.cards import LITTLE_JOKER, rank_of
from rules.rulings import Violation
from rules.seats import OTHER_SIDE, SIDE_OF
from rules.trump import NO_TRUMP

LEVEL_CARDS = SINGLES | LEVEL_PAIRS


@dataclass(frozen=True, slots=True)
class Judged:
    """What a bid does, what it would make stand, and every rule that it breaks.

    `act` and `standing` are None where the cards are no bid; a pass and a wrong show have no `standing`.
    """

    act: str | None
    standing: Standing | None
    violations: tuple[Violation, ...]


def judge(auction: Auction, state: State, bid: Bid, *, strict: bool) -> Judged:
    """Judge a bid in the phase that has been reached. `strict` asks for one's turn; else whoever was left out has passed."""
    if bid.wrong_show:
        return Judged(WRONG_SHOW, None, ())
    if not bid.cards:
        return Judged(PASS, None, tuple(_turn(auction, state, bid, PASS, strict)))
    level = auction.shown_level(state, bid.seat)
    if auction.nobody_bids(level):
        return Judged(None, None, (Violation("nobody_bids_at_joker", "bidding.level_joker", {"level": level}),))
    shown = recognised(auction.bidding, level, bid.cards, named=bid.names is not None)
    if shown is None:
        return Judged(None, None, (*_turn(auction, state, bid, COUNTER, strict), _no_bid(auction, state, bid, level)))
    act = _act(auction, state, bid, shown)
    if act == COUNTER and _confirms(auction, state, bid, shown):
        shown = Shown("level_pair", shown.suit)
    violations = (
        *_turn(auction, state, bid, act, strict),
        *_seat(auction, state, bid, act, shown),
        *_companion(auction, state, bid, act, shown),
        *_kind(auction, state, bid, act, shown),
        *_named(auction, bid, shown),
    )
    return Judged(act, _standing(auction, state, bid, act, shown), violations)


def _act(auction: Auction, state: State, bid: Bid, shown: Shown | None) -> str:
    if auction.bidding.stir is not None and state.phase in AFTER_BURY and state.declarer is not None:
        return STIR
    if state.standing is None:
        return OPEN
    return REINFORCE if shown is not None and _reinforces(auction, state.standing, bid, shown) else COUNTER


def _reinforces(auction: Auction, standing: Standing, bid: Bid, shown: Shown) -> bool:
    """The holder of a standing single joins its twin, alone or beside what lies there, or a joker and a pair at once (加固、自保、防反)."""
    own = bid.seat == standing.seat and standing.kind in PAIR_OF and shown.kind in LEVEL_CARDS and shown.suit == standing.suit
    if not own or not auction.bidding.reinforce:
        return False
    return "twin" in auction.bidding.reinforce or shown.kind == "joker_level_pair"


def _confirms(auction: Auction, state: State, bid: Bid, shown: Shown) -> bool:
    """The holder of a standing level card who may counter himself shows its twin alone: both lie there as the pair (自打)."""
    standing = state.standing
    if standing is None or auction.bidding.counter_by != "anyone" or bid.seat != standing.seat:
        return False
    return shown.kind == standing.kind == "level_card" and shown.suit == standing.suit


def _standing(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Standing:
    """What a bid would make stand."""
    kind = shown.kind
    if act == REINFORCE:
        assert state.standing is not None
        kind = PAIR_OF[state.standing.kind]
    named = bid.names if shown.kind in auction.bidding.names_trump else None
    return Standing(
        kind=kind,
        suit=shown.suit,
        trump=named or shown.suit,
        seat=bid.seat,
        cards=bid.cards,
        option=allowed_by(auction, state, act, shown.kind),
        settles=settled_by(auction, state, act, shown),
        reinforced=act == REINFORCE,
    )


def _turn(auction: Auction, state: State, bid: Bid, act: str, strict: bool) -> Iterator[Violation]:
    """Where all speak in turn: each once, the bid in question not before the others have spoken; a pass nobody asked for says nothing."""
    turns = state.turns
    if turns is None or act == REINFORCE:
        return
    if bid.seat not in turns.seats:
        if act != PASS:
            yield _without_turn(auction, state, turns, bid.seat)
    elif strict and turns.ordered and turns.seats[0] != bid.seat:
        yield Violation("bid_out_of_turn", turns.order, {"seat": bid.seat, "expected": turns.seats[0]})


def _without_turn(auction: Auction, state: State, turns: Turns, seat: str) -> Violation:
    """Why a seat is not asked: it is of the side that has lost the seat, or has buried what would be stirred, or has spoken."""
    if turns.order == BLACKOUT_SEAT and SIDE_OF[seat] == SIDE_OF[auction.chair]:
        return Violation("old_declarers_in_blackout", f"bidding.windows.open.{auction.deals}", {"side": OTHER_SIDE[SIDE_OF[seat]]})
    if turns.order == STIR_TURN and seat == state.buried_last:
        return Violation("own_burial_stirred", "bidding.stir.turn.burier", {"seat": seat})
    return Violation("bid_without_turn", turns.end, {"seat": seat})


def _no_bid(auction: Auction, state: State, bid: Bid, level: str) -> Violation:
    """Why cards are no bid: they are of another level, or of no kind at all."""
    plain = tuple(card for card in bid.cards if card < LITTLE_JOKER)
    other = {rank_of(card) for card in plain}
    if len(other) == 1 and recognised(auction.bidding, str(*other), bid.cards) is not None:
        option = None if auction.bidding.wrong_show is None else "bidding.wrong_show"
        if auction.facts.revolt is not None:
            option = "bidding.revolution.rebid_with"
        elif state.blackout:
            option = "bidding.blackout.other_side_shows"
        return Violation("wrong_level_shown", option, {"cards": plain, "level": level}, cards=plain)
    act = _act(auction, state, bid, None)
    if len(other) == 1 and len(plain) < len(bid.cards) and auction.bidding.companion == "none":
        option = companion_by(auction, state, act)
    else:
        alone = len(bid.cards) == 1 and not plain
        option = allowed_by(auction, state, act, SINGLE_JOKER if alone else None)
    return Violation("not_a_bid", option, {"cards": bid.cards}, cards=bid.cards)


def _seat(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Iterator[Violation]:
    """The bidder and the moment: rights lost, windows closed, one's own or one's partner's bid."""
    if auction.barred(state, bid.seat, act):
        yield Violation("side_may_not_show", "bidding.wrong_show.side_loses", {"case": "lost", "side": SIDE_OF[bid.seat], "act": act})
    elif act == COUNTER and auction.counters_too_early(state, bid.seat):
        yield Violation("side_may_not_show", "bidding.wrong_show.keeps", {"case": "not_yet", "side": SIDE_OF[bid.seat], "act": act})
    if act == STIR:
        return
    if state.phase not in _window(auction, state, act):
        yield Violation("bid_out_of_time", window_of(auction, act, shown), {"act": act, "phase": state.phase})
    if act != COUNTER or state.standing is None:
        return
    by, holder = auction.bidding.counter_by, state.standing.seat
    if by != "anyone" and bid.seat == holder:
        yield Violation("own_bid_countered", countered_by(auction, state, shown), {"seat": bid.seat})
    elif by == "opponents" and SIDE_OF[bid.seat] == SIDE_OF[holder]:
        yield Violation("partner_countered", countered_by(auction, state, shown), {"seat": holder})


def _window(auction: Auction, state: State, act: str) -> frozenset[str]:
    windows = auction.bidding.windows
    if act == OPEN:
        return windows.open | {PHASES[1]} if state.blackout else windows.open
    return windows.counter if act == COUNTER else windows.reinforce


def _companion(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Iterator[Violation]:
    """March-8 二.1: the big joker goes with red level cards, the little one with black ones."""
    if auction.bidding.companion == "colour_joker" and shown.companion not in (None, colour_joker(shown.suit)):
        yield Violation("companion_of_other_colour", companion_by(auction, state, act), {"cards": bid.cards}, cards=bid.cards)


def _not_listed(auction: Auction, state: State, act: str, shown: Shown, listed: tuple[str, ...], code: str) -> Iterator[Violation]:
    """A kind that a list has not; where the list has it with a joker that may be shown, that is what is missing.

    So it is where one opens with a pair and the list has level cards with a joker only (Guizhou 八(二)).
    """
    if shown.kind in listed:
        return
    wanted = {WITH_JOKER.get(shown.kind)}
    if act == OPEN and shown.kind in WITH_JOKER and WITH_JOKER.keys().isdisjoint(listed):
        wanted = set(WITH_JOKER.values())
    if not wanted.isdisjoint(listed) and auction.bidding.companion != "none":
        yield Violation("companion_missing", companion_by(auction, state, act), {"bid": shown.kind})
    else:
        standing = {} if state.standing is None else {"standing": state.standing.row}
        yield Violation(code, allowed_by(auction, state, act, shown.kind), {"bid": shown.kind, **standing})


def _kind(auction: Auction, state: State, bid: Bid, act: str, shown: Shown) -> Iterator[Violation]:
    """Whether a bid of this kind may do this now; what reinforces is of the right kind by itself."""
    if act == OPEN:
        yield from _not_listed(auction, state, act, shown, auction.opening, "may_not_open")
    elif act == COUNTER:
        assert state.standing is not None
        yield from _may_counter(auction, state, state.standing, shown)
    elif act == STIR:
        yield from _may_stir(auction, state, bid, shown)


def _may_counter(auction: Auction, state: State, standing: Standing, shown: Shown) -> Iterator[Violation]:
    """A kind that counters what stands and, of level cards, in a suit that may."""
    refused = list(_kind_of_counter(auction, state, standing, shown))
    yield from refused
    if refused or shown.kind not in LEVEL_CARDS or standing.trump == NO_TRUMP:
        return
    rule, suits = auction.bidding.counter_suit, {"suit": shown.suit, "trump": standing.trump}
    if rule == "other" and shown.suit == standing.trump:
        yield Violation("suit_not_other", "bidding.counter.suit", suits)
    if rule == "higher" and SUIT_ORDER.index(shown.suit) <= SUIT_ORDER.index(standing.trump):
        yield Violation("suit_not_higher", "bidding.counter.suit", suits)


def _kind_of_counter(auction: Auction, state: State, standing: Standing, shown: Shown) -> Iterator[Violation]:
    rows = auction.matrix(state.phase).rows
    if rows is None:
        yield from _higher(auction, state, COUNTER, shown, "bidding.ladder", "bidding.ladder.unranked")
    else:
        listed = rows.get(standing.row, ())
        yield from _not_listed(auction, state, COUNTER, shown, listed, "may_not_counter" if listed else "standing_is_final")


def _higher(auction: Auction, state: State, act: str, shown: Shown, ranked: str, unranked: str) -> Iterator[Violation]:
    """Only what stands on the ladder counters and stirs by it, and only what stands there lower is countered."""
    standing = state.standing
    rung = rung_of(auction.bidding, shown.kind, shown.suit)
    params = {"bid": shown.kind} if standing is None else {"bid": shown.kind, "standing": standing.row}
    if rung == UNRANKED:
        yield Violation("may_not_stir" if act == STIR else "may_not_counter", unranked, params)
    elif standing is not None and rung <= standing_rung(auction.bidding, standing):
        if shown.kind in LEVEL_PAIRS and standing.kind == shown.kind:
            yield Violation("suit_not_higher_on_ladder", ranked, {"suit": shown.suit, "trump": standing.suit})
        else:
            yield Violation("not_higher_on_ladder", ranked, params)


def _may_stir(auction: Auction, state: State, bid: Bid, shown: Shown) -> Iterator[Violation]:
    stir = auction.bidding.stir
    assert stir is not None
    if stir.kinds and shown.kind not in stir.kinds:
        yield Violation("may_not_stir", allowed_by(auction, state, STIR, shown.kind), {"bid": shown.kind})
    elif stir.by_ladder:
        yield from _higher(auction, state, STIR, shown, "bidding.stir.order", "bidding.stir.order")
    pair = _standing(auction, state, bid, STIR, shown).pair
    if not stir.reuse and shown.kind not in SINGLES and pair in state.used:
        code = "pair_already_stirred" if pair in state.stirred else "pair_already_shown"
        yield Violation(code, reuse_of(state, pair), {"bid": shown.kind})


def _named(auction: Auction, bid: Bid, shown: Shown) -> Iterator[Violation]:
    """Some bids name the trump suit; the others make their own suit trump."""
    if shown.kind in auction.bidding.names_trump:
        if bid.names is None:
            yield Violation("trump_not_named", "bidding.names_trump", {"bid": shown.kind})
    elif bid.names not in (None, shown.suit):
        yield Violation("trump_may_not_be_named", "bidding.names_trump", {"bid": shown.kind, "suit": shown.suit})

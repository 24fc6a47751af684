"""What a bidding comes to: trump and declarer by the bid that stands, else by cards of the kitty (定主), or a redeal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.bidding.auction import Auction, auction_of
from rules.bidding.bids import Bid, DealFacts
from rules.bidding.checking import bidding_of, course_of, declarer_of, stakes_of, standing_rulings, wrong_show_ruling
from rules.bidding.following import may_follow
from rules.bidding.state import BLACKOUT_SEAT, State
from rules.cards import LITTLE_JOKER, SUITS, rank_of
from rules.options import NoBid, Options
from rules.rulings import Ruling
from rules.seats import SIDE_OF, SIDES, next_seat, seats_from
from rules.trump import JOKER_LEVEL, NO_TRUMP, Trump

BID, KITTY_CARD, LEVEL_JOKER, REDEAL = "bid", "kitty_card", "level_joker", "redeal"
"""What trump and declarer come from; `redeal`: there are none."""


@dataclass(frozen=True, slots=True)
class BiddingVerdict:
    """What a bidding comes to. `trump`, `declarer` and `kitty_taker` are None in a redeal; `seat_holder` is who then holds the seat.

    `kitty_card` is the deciding card with its place, 0 being the top. `reburied_by` lists who takes and buries the kitty after the
    first, in order. `stakes` is the side that has shown a bid which stakes levels. `complete` is false where somebody is still to
    speak in a round that has begun, and `turn` who it is if they speak in order; the rest is as if all of them passed.
    """

    trump: Trump | None
    declarer: str | None
    source: str
    rulings: tuple[Ruling, ...]
    kitty_card: tuple[int, int] | None = None
    blackout: bool = False
    kitty_taker: str | None = None
    reburied_by: tuple[str, ...] = ()
    stakes: str | None = None
    seat_holder: str | None = None
    turn: str | None = None
    complete: bool = True


def source_of(auction: Auction, state: State) -> str:
    """What will decide: a bid, the kitty's cards, the level joker, or nothing."""
    no_bid, wrong = auction.bidding.no_bid, auction.bidding.wrong_show
    if state.standing is not None:
        return BID
    if not auction.raced and auction.level_of(SIDE_OF[auction.chair]) == JOKER_LEVEL:
        return LEVEL_JOKER
    if wrong is not None and wrong.both_wrong == REDEAL and len(state.barred) == len(SIDES):
        return REDEAL
    if no_bid is None or (auction.raced and no_bid.first_deal == REDEAL):
        return REDEAL
    return KITTY_CARD


def resolve_bids(options: Options, facts: DealFacts, bids: Sequence[Bid], kitty: tuple[int, ...] | None = None) -> BiddingVerdict:
    """What a bidding comes to. The bids are legal (`first_illegal`) and the question free of `resolve_faults`.

    `kitty` is the kitty as it lies before it is taken, top first; it is read only where no bid decides.

    >>> from rules.cards import CARD_OF_TOKEN
    >>> from rules.catalogue import preset
    >>> later = DealFacts({"NS": "5", "EW": "9"}, declarer="N", first_deal=False)
    >>> verdict = resolve_bids(preset("guizhou-2010").options, later, [Bid("E", (CARD_OF_TOKEN["BJ"], CARD_OF_TOKEN["S5"]))])
    >>> verdict.declarer, verdict.trump.suit, verdict.source
    ('N', 'S', 'bid')
    """
    auction = auction_of(options, bidding_of(options), facts)
    state = course_of(auction, bids).now
    wrong = [wrong_show_ruling(auction, bid) for bid in bids if bid.wrong_show]
    verdict = _verdict(auction, state, kitty, wrong)
    if state.turns is None or not state.turns.seats or not may_follow(auction, state):
        return verdict
    return replace(verdict, turn=state.turn, complete=False)


def _verdict(auction: Auction, state: State, kitty: tuple[int, ...] | None, wrong: list[Ruling]) -> BiddingVerdict:
    """What a bidding comes to if it ends here; `wrong` tells the wrong shows in it."""
    source = source_of(auction, state)
    if source == BID:
        return _by_bid(auction, state, wrong)
    if source == LEVEL_JOKER:
        seat = auction.chair
        why = Ruling("joker_level_no_trump", "bidding.level_joker", {"seat": seat})
        return BiddingVerdict(auction.trump(NO_TRUMP, seat), seat, source, (*wrong, why), kitty_taker=seat)
    blackout = auction.blacked_out()
    said = [*wrong, *_nobody(auction, state, blackout)]
    if source == REDEAL:
        return _dealt_again(auction, [*said, _redeal(auction)], blackout)
    assert kitty is not None and auction.bidding.no_bid is not None
    return replace(_by_kitty(auction, auction.bidding.no_bid, kitty, said, blackout), blackout=blackout)


def _by_bid(auction: Auction, state: State, said: list[Ruling]) -> BiddingVerdict:
    standing, declarer = state.standing, declarer_of(state)
    assert standing is not None
    if state.blackout:
        said.append(Ruling("blackout", "bidding.blackout", {"seat": auction.chair}))
    return BiddingVerdict(
        trump=auction.trump(standing.trump, declarer),
        declarer=declarer,
        source=BID,
        rulings=(*said, *standing_rulings(auction, state)),
        blackout=state.blackout,
        kitty_taker=state.kitty_taker,
        reburied_by=state.reburied_by,
        stakes=stakes_of(state),
    )


def _nobody(auction: Auction, state: State, blackout: bool) -> Iterator[Ruling]:
    """That nobody has bid, and why nobody could."""
    if len(state.barred) == len(SIDES):
        yield Ruling("both_sides_barred", "bidding.wrong_show.both_wrong")
    elif state.barred:
        yield Ruling("side_barred_and_other_silent", "bidding.wrong_show", {"side": min(state.barred)})
    if blackout:
        yield Ruling("blackout", "bidding.blackout", {"seat": auction.chair})


def _dealt_again(auction: Auction, said: list[Ruling], blackout: bool) -> BiddingVerdict:
    """A redeal, and who then holds the seat: in a race for it nobody, after a blackout the other side (March-8 二.3), else who held it."""
    if auction.raced:
        return BiddingVerdict(None, None, REDEAL, tuple(said), blackout=blackout)
    seat = _holder(auction, blackout)
    holds = Ruling("holds_seat_in_redeal", BLACKOUT_SEAT if blackout else None, {"seat": seat})
    return BiddingVerdict(None, None, REDEAL, (*said, holds), blackout=blackout, seat_holder=seat)


def _redeal(auction: Auction) -> Ruling:
    """Why a deal without bids is dealt again."""
    no_bid = auction.bidding.no_bid
    if no_bid is not None and auction.raced and no_bid.first_deal == REDEAL:
        return Ruling("deal_again", "bidding.no_bid.first_deal")
    return Ruling("deal_again", "bidding.no_bid" if no_bid is None else "bidding.wrong_show.both_wrong")


def _by_kitty(auction: Auction, no_bid: NoBid, kitty: tuple[int, ...], said: list[Ruling], blackout: bool) -> BiddingVerdict:
    """Look at the kitty's cards one by one, from the one that the ruleset names."""
    for place in range(no_bid.turn - 1, len(kitty)):
        card = kitty[place]
        if card >= LITTLE_JOKER and no_bid.joker == "next":
            said.append(Ruling("kitty_joker_skipped", "bidding.no_bid.joker", {"cards": (card,)}))
            continue
        settled = _seat_by(auction, no_bid, card, blackout)
        if settled is None:
            said.append(Ruling("kitty_card_of_no_side", "bidding.no_bid.settles", {"cards": (card,)}))
            continue
        seat, why = settled
        if seat is None:
            return _dealt_again(auction, [*said, why], blackout)
        said += [_suit_by(auction, no_bid, card), why]
        return _kitty_verdict(auction, no_bid, card, seat, said, (place, card))
    if no_bid.nothing_found == REDEAL:
        return _dealt_again(auction, [*said, Ruling("no_kitty_card_deal_again", "bidding.no_bid.nothing_found")], blackout)
    seat = _holder(auction, blackout)
    said.append(Ruling("no_kitty_card_settles", "bidding.no_bid.nothing_found", {"seat": seat}))
    return _kitty_verdict(auction, no_bid, LITTLE_JOKER, seat, said, None)


def _kitty_verdict(
    auction: Auction, no_bid: NoBid, card: int, seat: str, said: list[Ruling], kitty_card: tuple[int, int] | None
) -> BiddingVerdict:
    """Trump by a card of the kitty, a joker being no-trump, and the seat that declares."""
    suit = NO_TRUMP if card >= LITTLE_JOKER else SUITS[card // 13]
    if no_bid.level_cards_lowest:
        level = auction.level_of(SIDE_OF[seat])
        said.append(Ruling("level_cards_drop", "bidding.no_bid.level_cards_lowest", {"seat": seat, "level": level}))
    trump = auction.trump(suit, seat, lowest=no_bid.level_cards_lowest)
    return BiddingVerdict(trump, seat, KITTY_CARD, tuple(said), kitty_card, kitty_taker=seat)


def _suit_by(auction: Auction, no_bid: NoBid, card: int) -> Ruling:
    """Why the card makes trump what it does; in a first deal that the kitty decides at all is what its own option says."""
    first_deal = "bidding.no_bid.first_deal" if auction.raced else None
    if card >= LITTLE_JOKER:
        return Ruling("kitty_joker_no_trump", first_deal or "bidding.no_bid.joker", {"cards": (card,)})
    params = {"cards": (card,), "suit": SUITS[card // 13], "place": no_bid.turn}
    return Ruling("kitty_card_decides", first_deal or "bidding.no_bid.turn", params)


def _holder(auction: Auction, blackout: bool) -> str:
    """The seat that declares if the kitty says nothing of it."""
    if auction.raced:
        drawer = auction.facts.drawer
        assert drawer is not None
        return drawer
    return auction.other_seats_in_chair()[0] if blackout else auction.chair


def _seat_by(auction: Auction, no_bid: NoBid, card: int, blackout: bool) -> tuple[str | None, Ruling] | None:
    """Who declares by a card of the kitty, and why; None where the card does not settle it, no seat where it means a redeal."""
    holder = _holder(auction, blackout)
    rank = rank_of(card)
    if auction.raced:
        if no_bid.first_deal == KITTY_CARD:
            return holder, Ruling("first_drawer_declares", "bidding.no_bid.first_deal", {"seat": holder})
        count = no_bid.counts[rank or "joker"]
        seat = seats_from(holder, auction.options.direction)[(count - 1) % 4]
        params = {"seat": seat, "count": count, "from_seat": holder}
        return seat, Ruling("kitty_card_seats", "bidding.no_bid.first_deal.seat_by_count", params)
    if no_bid.settles == "suit" or rank is None:
        return holder, _holder_declares(holder, blackout)
    sides = [side for side in SIDES if auction.level_of(side) == rank]
    if not sides:
        return None
    if len(sides) == len(SIDES):
        redeal = no_bid.both_sides_match == REDEAL
        code = "both_sides_match_deal_again" if redeal else "both_sides_match"
        return None if redeal else holder, Ruling(code, "bidding.no_bid.both_sides_match", {"seat": holder})
    own = SIDE_OF[auction.chair] == sides[0]
    seat = auction.chair if own else next_seat(auction.chair, auction.options.direction)
    code = "kitty_card_gives_seat_back" if own and blackout else "kitty_card_of_side"
    return seat, Ruling(code, "bidding.no_bid.settles", {"cards": (card,), "side": sides[0], "seat": seat})


def _holder_declares(holder: str, blackout: bool) -> Ruling:
    if blackout:
        return Ruling("declares_in_blackout", "bidding.blackout.seat", {"seat": holder})
    return Ruling("declares_as_before", "bidding.no_bid.settles", {"seat": holder})

"""What is wrong with a bidding as input: facts that are missing, moments that are none, cards that do not exist, illegal bids."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rules.bidding.auction import auction_of
from rules.bidding.bids import AFTER_BURY, PHASES, Bid, DealFacts
from rules.bidding.checking import bidding_of, course_of, first_illegal, phases_of
from rules.bidding.resolving import KITTY_CARD, source_of
from rules.cards import LITTLE_JOKER, TOKENS
from rules.options import Options
from rules.rulings import Fault
from rules.seats import OTHER_SIDE, SIDE_OF


def bid_faults(
    options: Options,
    facts: DealFacts,
    bids: Sequence[Bid],
    pointer: str = "/bids",
    *,
    kitty: tuple[int, ...] = (),
    hand: tuple[int, ...] | None = None,
) -> list[Fault]:
    """The faults of a list of bids and of what is known of the deal, apart from the rules: those are judged, see `first_illegal`.

    The facts are named by their own places (`/declarer`), the bids below `pointer`. `hand` are the cards of the last bidder, whose
    bid is in question: whether he holds what he shows is judged. In itself neither hand nor kitty has too many copies.
    """
    if options.bidding is None:
        return [Fault(pointer, "not_in_this_ruleset", None, {"option": "bidding"})]
    faults = fact_faults(options, facts)
    faults += _moment_faults(bids, pointer)
    if any(bid.same_moment for bid in bids) and facts.first_deal and facts.first_drawer is None:
        faults.append(Fault("/first_drawer", "missing_field"))
    if hand is None:
        return faults + _copy_faults(options.decks, bids, pointer, Lying("/kitty", kitty))
    *before, asked = bids
    apart = Lying("/hand", hand, asked.seat) if phases_of(bids)[-1] not in AFTER_BURY else Lying()
    return faults + _copy_faults(options.decks, before, pointer, apart)


@dataclass(frozen=True, slots=True)
class Lying:
    """Cards beside the bids that lie apart from them: the kitty, or a `seat`'s hand, in which its own bids are."""

    pointer: str = ""
    cards: tuple[int, ...] = ()
    seat: str | None = None


def fact_faults(options: Options, facts: DealFacts) -> list[Fault]:
    """What is wrong with what is known of a deal under a ruleset that has bidding."""
    bidding, revolution = bidding_of(options), options.revolution
    faults = []
    if facts.declarer is None and not facts.first_deal:
        faults.append(Fault("/declarer", "missing_field"))
    if facts.barred and bidding.wrong_show is None:
        faults.append(Fault("/barred", "not_in_this_ruleset", None, {"option": "bidding.wrong_show"}))
    if facts.revolt is not None and revolution is None:
        faults.append(Fault("/revolt", "not_in_this_ruleset", None, {"option": "bidding.revolution"}))
    elif facts.revolt is not None and revolution is not None and revolution.by == "attackers" and facts.declarer is not None:
        side, wanted = SIDE_OF[facts.revolt], OTHER_SIDE[SIDE_OF[facts.declarer]]
        if side != wanted:
            faults.append(Fault("/revolt/seat", "wrong_side", facts.revolt, {"side": side, "wanted": wanted}))
    return faults


def _moment_faults(bids: Sequence[Bid], pointer: str) -> list[Fault]:
    """Phases that go back, wrong shows with a moment, and bids at the moment of no bid: of a pass, another phase, or of the seat's own."""
    faults = []
    phases = phases_of(bids)
    for place, bid in enumerate(bids):
        before = phases[place - 1] if place else PHASES[0]
        if PHASES.index(phases[place]) < PHASES.index(before):
            faults.append(Fault(f"{pointer}/{place}/phase", "phase_goes_back", phases[place], {"phase": phases[place], "before": before}))
        if bid.same_moment and bid.wrong_show:
            faults.append(Fault(f"{pointer}/{place}/same_moment", "wrong_show_at_no_moment", True))
        elif bid.same_moment and not _at_one_moment(bids, phases, place):
            faults.append(Fault(f"{pointer}/{place}/same_moment", "no_bid_at_that_moment", True))
    return faults


def _at_one_moment(bids: Sequence[Bid], phases: Sequence[str], place: int) -> bool:
    """Whether there is a bid at whose moment one may be; wrong shows between them are at no moment."""
    first = place
    while first and (bids[first].same_moment or bids[first].wrong_show):
        first -= 1
    together = [bid for bid in bids[first : place + 1] if not bid.wrong_show]
    apart = len({bid.seat for bid in together}) == len(together) > 1
    return apart and phases[first] == phases[place] and all(bid.is_made for bid in together)


def _copy_faults(decks: int, bids: Sequence[Bid], pointer: str, lying: Lying) -> list[Fault]:
    """Cards of which there are more than the decks have.

    A seat may show the same card again, so what counts is the most that it has shown at once; a lone card that is bid again,
    whatever joker lies beside it, is its twin. What is shown before the kitty is taken lies apart from the other hands and from
    the kitty; later a card may have gone from hand to hand by way of the kitty.
    """
    faults = []
    held: dict[str | None, Counter[int]] = {lying.seat: Counter(lying.cards)}
    bid_before: set[tuple[str, int]] = set()
    total = Counter(lying.cards)
    shown: defaultdict[int, list[str]] = defaultdict(list)
    for index, card in enumerate(lying.cards):
        shown[card].append(f"{lying.pointer}/{index}")
    for place, (bid, phase) in enumerate(zip(bids, phases_of(bids), strict=True)):
        own = held.setdefault(bid.seat, Counter())
        seen: Counter[int] = Counter()
        alone = not bid.wrong_show and sum(card < LITTLE_JOKER for card in bid.cards) == 1
        for index, card in enumerate(bid.cards):
            here = f"{pointer}/{place}/cards/{index}"
            seen[card] += 1
            surplus = seen[card] > decks
            twin = alone and card < LITTLE_JOKER and (bid.seat, card) in bid_before and own[card] < decks
            if phase not in AFTER_BURY and (twin or seen[card] > own[card]):
                own[card] += 1
                total[card] += 1
                surplus = surplus or total[card] > decks
            if surplus:
                faults.append(Fault(here, "too_many_copies", TOKENS[card], {"copies": decks, "places": tuple(shown[card][-decks:])}))
            else:
                shown[card].append(here)
        if not bid.wrong_show:
            bid_before |= {(bid.seat, card) for card in bid.cards}
    return faults


def resolve_faults(options: Options, facts: DealFacts, bids: Sequence[Bid], kitty: tuple[int, ...] | None) -> list[Fault]:
    """What the end of a bidding needs beside the bids, which are free of `bid_faults`: legal ones, and what decides if there are none."""
    illegal = legality_faults(options, facts, bids)
    if illegal:
        return illegal
    auction = auction_of(options, bidding_of(options), facts)
    faults = []
    if source_of(auction, course_of(auction, bids).now) == KITTY_CARD:
        if kitty is None:
            faults.append(Fault("/kitty", "missing_field"))
        if auction.raced and facts.drawer is None:
            faults.append(Fault("/first_drawer", "missing_field"))
    return faults


def legality_faults(options: Options, facts: DealFacts, bids: Sequence[Bid], pointer: str = "/bids") -> list[Fault]:
    """The first bid that the rules do not allow, as a fault; those after it cannot be judged."""
    illegal = first_illegal(options, facts, bids)
    if illegal is None:
        return []
    place, verdict = illegal
    return [Fault(f"{pointer}/{place}", "bid_not_legal", None, {"why": verdict.violations[0]})]

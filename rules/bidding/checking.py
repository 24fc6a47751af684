"""One bid judged after those before it, and the first of a list that the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.bidding.auction import COUNTER, OPEN, REINFORCE, STIR, Auction, State, auction_of, entered, passed, placed
from rules.bidding.bids import PASS, PHASES, Bid, DealFacts
from rules.bidding.following import may_follow
from rules.bidding.judging import Judged, judge
from rules.options import BiddingOptions, Options
from rules.rulings import Ruling, Violation
from rules.seats import SIDE_OF
from rules.trump import NO_TRUMP, Trump

DECLARERS, ATTACKERS = "declarers", "attackers"
_RULING_OF = {OPEN: "bid_opens", COUNTER: "bid_counters", REINFORCE: "bid_reinforces", STIR: "bid_stirs"}


@dataclass(frozen=True, slots=True)
class BidVerdict:
    """Whether a bid is allowed, and where the bidding stands: after it if it is, else without it.

    `kind` is `pass` for a pass and None where the cards are no bid; a reinforced card is a pair. `trump` is None while nothing
    stands, `declarer` while nobody declares. `turn` is the seat to speak next where all speak in turn. `stakes` is the side,
    `declarers` or `attackers`, that has shown a bid which stakes levels.
    """

    legal: bool
    kind: str | None
    reinforces: bool
    trump: Trump | None
    declarer: str | None
    final: bool
    may_follow: tuple[str, ...]
    turn: str | None
    violations: tuple[Violation, ...]
    rulings: tuple[Ruling, ...]
    kitty_taker: str | None
    reburied_by: tuple[str, ...]
    stakes: str | None


@dataclass(frozen=True, slots=True)
class Course:
    """A bidding as far as it was followed: the state now, and the one in which the bids of the last moment were made."""

    now: State
    moment: State


def phases_of(bids: Sequence[Bid]) -> list[str]:
    """The phase of every bid; one that names none has that of the one before."""
    phases: list[str] = []
    for bid in bids:
        phases.append(bid.phase if bid.phase is not None else phases[-1] if phases else PHASES[0])
    return phases


def bidding_of(options: Options) -> BiddingOptions:
    """The bidding of a ruleset that has one (`bid_faults` tells where it has none)."""
    assert options.bidding is not None
    return options.bidding


@dataclass(frozen=True, slots=True)
class Step:
    """One bid: the state in which it was made, how it was judged, and the course after it."""

    bid: Bid
    made_in: State
    judged: Judged
    course: Course


def _step(auction: Auction, course: Course, bid: Bid, phase: str, *, strict: bool) -> Step:
    """Follow one bid; an illegal one changes nothing but that its phase has come."""
    now, moment = entered(auction, course.now, phase), entered(auction, course.moment, phase)
    made_in = moment if bid.same_moment else now
    judged = judge(auction, made_in, bid, strict=strict)
    if judged.violations:
        return Step(bid, made_in, judged, Course(now, moment))
    if judged.standing is None or judged.act is None:
        after = passed(made_in, bid.seat)
    else:
        after = placed(auction, made_in, bid, judged.act, judged.standing)
    if bid.same_moment and now.standing is not None and auction.earlier(now.standing.seat, bid.seat):
        after = now
    return Step(bid, made_in, judged, Course(after, made_in))


def _steps(auction: Auction, bids: Sequence[Bid]) -> Iterator[Step]:
    """Every step of a list of bids; those after an illegal one mean nothing."""
    start = auction.start()
    course = Course(start, start)
    for bid, phase in zip(bids, phases_of(bids), strict=True):
        step = _step(auction, course, bid, phase, strict=False)
        course = step.course
        yield step


def course_of(auction: Auction, bids: Sequence[Bid]) -> Course:
    """The course of legal bids."""
    start = auction.start()
    steps = list(_steps(auction, bids))
    return steps[-1].course if steps else Course(start, start)


def check_bid(options: Options, facts: DealFacts, bids: Sequence[Bid], bid: Bid, phase: str | None = None) -> BidVerdict:
    """May this seat show these cards, or pass, now? `bids` are legal (`first_illegal`), and free of `bid_faults` together with `bid`.

    A seat that `bids` leaves out where all speak in turn has passed; the bid in question must be of the seat whose turn it is.

    >>> from rules.cards import CARD_OF_TOKEN
    >>> from rules.catalogue import preset
    >>> first = DealFacts({"NS": "2", "EW": "2"}, declarer=None, first_deal=True)
    >>> verdict = check_bid(preset("jiangsu-2007").options, first, [], Bid("E", (CARD_OF_TOKEN["S2"],)))
    >>> verdict.declarer, verdict.may_follow
    ('E', ('level_pair', 'little_joker_pair', 'big_joker_pair'))
    """
    auction = auction_of(options, bidding_of(options), facts)
    if phase is None:
        phase = phases_of([*bids, replace(bid, phase=None)])[-1]
    return _verdict(auction, _step(auction, course_of(auction, bids), bid, phase, strict=True))


def first_illegal(options: Options, facts: DealFacts, bids: Sequence[Bid]) -> tuple[int, BidVerdict] | None:
    """The first bid of a list that the rules do not allow, with its place; a seat left out where all speak in turn has passed."""
    auction = auction_of(options, bidding_of(options), facts)
    for place, step in enumerate(_steps(auction, bids)):
        if step.judged.violations:
            return place, _verdict(auction, step)
    return None


def _verdict(auction: Auction, step: Step) -> BidVerdict:
    state, judged = step.course.now, step.judged
    follows = may_follow(auction, state)
    kind = judged.standing.kind if judged.standing is not None else PASS if judged.act == PASS else None
    standing = state.standing
    return BidVerdict(
        legal=not judged.violations,
        kind=kind,
        reinforces=judged.act == REINFORCE,
        trump=None if standing is None else auction.trump(standing.trump, declarer_of(state)),
        declarer=state.declarer,
        final=not follows,
        may_follow=follows,
        turn=state.turn if follows else None,
        violations=judged.violations,
        rulings=() if judged.violations else tuple(_why(auction, step)),
        kitty_taker=state.kitty_taker,
        reburied_by=state.reburied_by,
        stakes=stakes_of(state),
    )


def _why(auction: Auction, step: Step) -> Iterator[Ruling]:
    """Why a bid is legal, and what stands after it."""
    bid, judged, state, replaced = step.bid, step.judged, step.course.now, step.made_in.standing
    if judged.standing is None or judged.act is None:
        yield Ruling("seat_passes", None, {"seat": bid.seat})
    else:
        params = {"seat": bid.seat, "bid": judged.standing.kind, "cards": bid.cards}
        yield Ruling(_RULING_OF[judged.act], judged.standing.option, params if replaced is None else params | {"standing": replaced.row})
        if state.standing is not None and state.standing.seat != bid.seat:
            yield Ruling("earlier_seat_stands", "bidding.simultaneous", {"seat": state.standing.seat})
    yield from standing_rulings(auction, state)


def standing_rulings(auction: Auction, state: State) -> Iterator[Ruling]:
    """Why trump, declarer, kitty and stakes are what they are while a bid stands."""
    standing = state.standing
    if standing is None:
        return
    if auction.facts.revolt is not None and auction.raced:
        yield Ruling("raced_after_revolution", "bidding.revolution.seat", {"seat": auction.facts.revolt})
    named = standing.kind in auction.bidding.names_trump
    option = "bidding.names_trump" if named else standing.option
    code = "trump_named" if named else "no_trump_shown" if standing.trump == NO_TRUMP else "trump_shown"
    yield Ruling(code, option, {"seat": standing.seat, "suit": standing.trump, "cards": standing.cards})
    assert state.declares is not None
    yield state.declares
    if state.taker is not None:
        yield Ruling("counter_takes_kitty", "bidding.after_counter.kitty", {"seat": state.taker})
    if state.reburied_by:
        option = "bidding.stir" if auction.bidding.stir is not None else "bidding.after_counter.kitty"
        yield Ruling("reburied", option, {"seats": state.reburied_by})
    if state.staked_by is not None:
        yield Ruling("levels_staked", "stakes", {"seat": state.staked_by})


def stakes_of(state: State) -> str | None:
    """The side that has shown a bid which stakes levels, the last of such bids (Nantong 五.12)."""
    if state.staked_by is None:
        return None
    return DECLARERS if SIDE_OF[state.staked_by] == SIDE_OF[declarer_of(state)] else ATTACKERS


def declarer_of(state: State) -> str:
    """Who declares while a bid stands."""
    assert state.declarer is not None
    return state.declarer

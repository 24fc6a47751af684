"""One bid judged after those before it, and the first of a list that the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.bidding.auction import Auction, auction_of, entered, passed, placed, shown_wrongly
from rules.bidding.bids import PASS, PHASES, WRONG_SHOW, Bid, DealFacts
from rules.bidding.following import may_follow, seat_may_move
from rules.bidding.grounds import seat_kept_by
from rules.bidding.holding import not_held
from rules.bidding.judging import Judged, judge
from rules.bidding.state import COUNTER, DECLARES_AS_BEFORE, OPEN, REINFORCE, STIR, STIR_TURN, State
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
    `declarers` or `attackers`, that has shown a bid which stakes levels. `stands` says whether the bid itself is what stands now:
    neither a pass is nor a bid that gives way to another of the same moment.
    """

    legal: bool
    stands: bool
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
    """A bidding as far as it was followed: the state now, and the one in which the bids of the last moment were made.

    A wrong show is at no bid's moment: the last one goes on after it.
    """

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


def _step(auction: Auction, course: Course, bid: Bid, phase: str, *, strict: bool, missing: tuple[Violation, ...] = ()) -> Step:
    """Follow one bid, whose `missing` cards are not held; an illegal one changes nothing but that its phase has come."""
    now, moment = entered(auction, course.now, phase), entered(auction, course.moment, phase)
    made_in = moment if bid.same_moment else now
    judged = judge(auction, made_in, bid, strict=strict)
    if missing or judged.violations:
        return Step(bid, made_in, replace(judged, violations=(*missing, *judged.violations)), Course(now, moment))
    if judged.act == WRONG_SHOW:
        return Step(bid, made_in, judged, Course(shown_wrongly(auction, now, bid.seat), moment))
    if judged.standing is None or judged.act is None:
        after = passed(made_in, bid.seat)
    else:
        after = placed(auction, made_in, bid, judged.act, judged.standing)
    if bid.same_moment:
        after = _of_one_moment(auction, now, after)
    return Step(bid, made_in, judged, Course(after, made_in))


def _of_one_moment(auction: Auction, now: State, after: State) -> State:
    """Of what stands before and after a bid at the moment of the one before it, the earlier seat's bid, which says over whom it stands.

    A side that a wrong show has barred between them is barred after the moment.
    """
    first, second = now.standing, after.standing
    assert first is not None and second is not None
    if auction.earlier(first.seat, second.seat):
        return replace(now, standing=replace(first, over=(*first.over, second.seat)))
    return replace(after, standing=replace(second, over=(first.seat, *first.over)), barred=now.barred)


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


def check_bid(
    options: Options, facts: DealFacts, bids: Sequence[Bid], bid: Bid, phase: str | None = None, hand: Sequence[int] | None = None
) -> BidVerdict:
    """May this seat show these cards, or pass, now? `bids` are legal (`first_illegal`), and free of `bid_faults` together with `bid`.

    A seat that `bids` leaves out where all speak in turn has passed; the bid in question must be of the seat whose turn it is.
    `hand` are the cards that the bidder holds, those that he has shown among them; None: they are not known, and he holds what he shows.

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
    missing = () if hand is None else not_held(hand, bids, bid)
    return _verdict(auction, _step(auction, course_of(auction, bids), bid, phase, strict=True, missing=missing))


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
    standing, legal = state.standing, not judged.violations
    return BidVerdict(
        legal=legal,
        stands=legal and judged.standing is not None and standing is not None and standing.seat == step.bid.seat,
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
    bid, judged, state = step.bid, step.judged, step.course.now
    if judged.act == WRONG_SHOW:
        yield wrong_show_ruling(auction, bid)
    elif judged.standing is None or judged.act is None:
        yield Ruling(_passes(step.made_in), None, {"seat": bid.seat})
    else:
        replaced = step.made_in.standing
        params = {"seat": bid.seat, "bid": judged.standing.kind, "cards": bid.cards}
        yield Ruling(_RULING_OF[judged.act], judged.standing.option, params if replaced is None else params | {"standing": replaced.row})
        if judged.act == COUNTER and auction.barred(step.made_in, bid.seat, OPEN):
            yield Ruling("offence_leaves_counter", "bidding.wrong_show.keeps", {"side": SIDE_OF[bid.seat]})
    yield from standing_rulings(auction, state, so_far=seat_may_move(auction, state))


def _passes(state: State) -> str:
    """What a player says by a pass: that he does not stir, does not counter, or shows nothing."""
    if state.turns is not None and state.turns.order == STIR_TURN:
        return "seat_does_not_stir"
    return "seat_passes" if state.standing is None else "seat_does_not_counter"


def wrong_show_ruling(auction: Auction, bid: Bid) -> Ruling:
    """What a wrong show comes to: it is no bid, and where the ruleset says so costs the side its rights."""
    wrong, params = auction.bidding.wrong_show, {"seat": bid.seat, "cards": bid.cards}
    if wrong is None:
        return Ruling("wrong_show_is_no_bid", "bidding.wrong_show", params)
    return Ruling("wrong_show_bars", "bidding.wrong_show.side_loses", {**params, "side": SIDE_OF[bid.seat], "act": wrong.loses})


def standing_rulings(auction: Auction, state: State, *, so_far: bool = False) -> Iterator[Ruling]:
    """Why trump, declarer, kitty and stakes are what they are while a bid stands; `so_far` where the seat may still move."""
    standing = state.standing
    if standing is None:
        return
    if standing.over:
        yield Ruling("earlier_seat_stands", f"bidding.simultaneous.{auction.deals}", {"seat": standing.seat, "seats": standing.over})
    if auction.facts.revolt is not None and auction.raced:
        yield Ruling("raced_after_revolution", "bidding.revolution.seat", {"seat": auction.facts.revolt})
    named = standing.kind in auction.bidding.names_trump
    code = "trump_named" if named else "no_trump_shown" if standing.trump == NO_TRUMP else "trump_shown"
    yield Ruling(code, standing.settles, {"seat": standing.seat, "suit": standing.trump, "cards": standing.cards})
    yield _declares(state, so_far)
    if state.taker is not None:
        yield Ruling("counter_takes_kitty", "bidding.after_counter.kitty", {"seat": state.taker})
    for seat in state.reburied_by:
        yield Ruling("reburied", "bidding.stir" if auction.bidding.stir is not None else "bidding.after_counter.kitty", {"seat": seat})
    if state.staked_by is not None:
        yield Ruling("levels_staked", "stakes", {"seat": state.staked_by})


def _declares(state: State, so_far: bool) -> Ruling:
    """Who declares and why."""
    declares = state.declares
    assert declares is not None and state.standing is not None
    if declares.code == DECLARES_AS_BEFORE:
        declares = replace(declares, option=seat_kept_by(state, state.standing))
    return replace(declares, code="declares_so_far") if so_far else declares


def stakes_of(state: State) -> str | None:
    """The side that has shown a bid which stakes levels, the last of such bids (Nantong 五.12)."""
    if state.staked_by is None:
        return None
    return DECLARERS if SIDE_OF[state.staked_by] == SIDE_OF[declarer_of(state)] else ATTACKERS


def declarer_of(state: State) -> str:
    """Who declares while a bid stands."""
    assert state.declarer is not None
    return state.declarer

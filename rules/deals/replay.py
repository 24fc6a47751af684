"""The replay of a whole deal (复盘): bids, burials and plays judged in order up to the first fault; of a deal without one its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.bidding import BiddingVerdict, resolve_bids
from rules.bidding.resolving import KITTY_CARD, LEVEL_JOKER
from rules.cards import KINDS
from rules.deals.burying import Taking, before_lead, taken_unsaid
from rules.deals.hearing import facts_of, heard
from rules.deals.memory import Game, hands_at_lead, possible_tricks
from rules.deals.playing import play_tricks
from rules.deals.record import DealRecord
from rules.deals.ruled import RuledOn, ruled_on
from rules.deals.score import Counted, DealFine, ScoreVerdict, fine_of, other_level, score_deal
from rules.deals.tricks import hand_size
from rules.deals.verdicts import DealFault, Irregularity, ReplayedTrick
from rules.options import Options
from rules.penalties import Sanction, SanctionVerdict
from rules.rulings import Ruling, Violation
from rules.seats import SIDE_OF
from rules.table import table_of
from rules.throws import FineVerdict, ThrowVerdict
from rules.trump import Trump

REDEAL_OWED = "redeal_owed"
TRUMP_NOT_AS_BID = "trump_not_as_bid"
DECLARER_NOT_AS_BID = "declarer_not_as_bid"
FAILED_THROW = "failed_throw"
_OPTION_OF = {KITTY_CARD: "bidding.no_bid", LEVEL_JOKER: "bidding.level_joker"}
"""What decides where no bid does."""
_FINE = "throws.on_failure.fine"
_THROWN = ("throw_not_tested", "throw_beaten")


@dataclass(frozen=True, slots=True)
class ReplayVerdict:
    """A replayed deal: legal as far as it goes unless there is a `fault`, complete when all hands are played out.

    `trump` and `declarer` are None where they are not known: after an illegal bid, or when the deal is to be dealt again. `bidding` is
    what the bids come to, None where there are none on record; `score` is there when the deal is complete.
    """

    complete: bool
    trump: Trump | None
    declarer: str | None
    bidding: BiddingVerdict | None
    tricks: tuple[ReplayedTrick, ...]
    fault: DealFault | None
    irregularities: tuple[Irregularity, ...]
    """What was ruled on and is against the rules, in the order of the deal."""
    score: ScoreVerdict | None
    rulings: tuple[Ruling, ...]
    warnings: tuple[Ruling, ...] = ()
    """What does not fit together; of a deal with a score its warnings are among them."""

    @property
    def legal(self) -> bool:
        """Whether nothing on record is against the rules but what was ruled on."""
        return self.fault is None


@dataclass(frozen=True, slots=True)
class _Opened:
    """How a deal was opened: what the bids or the record say, who took the kitty, and what is wrong with it.

    With `illegal`, the place of a bid that is not allowed, the bidding is looked at no further than that; bids at the places `void` were
    ruled on and do not count.
    """

    trump: Trump | None
    declarer: str | None
    bidding: BiddingVerdict | None
    taking: Taking | None
    illegal: int | None = None
    fault: DealFault | None = None
    void: frozenset[int] = frozenset()


def replay(options: Options, record: DealRecord) -> ReplayVerdict:
    """Judge a recorded deal, which is free of `faults.record_faults` and has no more copies of a card than there are.

    Hands that were not written down are known by what is played later; `memory` says how.
    """
    ruled = ruled_on(record.penalties)
    opened = _opened(options, record, ruled)
    dealt, fault = before_lead(options, record, opened.taking, opened.illegal, opened.void)
    fault = fault or opened.fault
    warnings = () if opened.trump is None or opened.declarer is None else other_level(opened.trump, opened.declarer, record.levels)
    if fault is not None or opened.trump is None or opened.declarer is None:
        fault = fault and ruled.refuse(fault)
        return ReplayVerdict(False, opened.trump, opened.declarer, opened.bidding, (), fault, tuple(ruled.found), None, (), warnings)
    table, size = table_of(options, opened.trump), hand_size(options)
    possible = possible_tricks(record.tricks, size)
    hands = hands_at_lead(table, dealt, possible, size)
    game = Game(options, opened.trump, table, opened.declarer, record.tricks, possible, hands, size, ruled)
    tricks, fault = play_tricks(game)
    score = None
    if fault is None and game.left == 0 and tricks[-1].complete:
        score = _score(game, record, opened.bidding, tricks)
    rulings = () if score is None or record.burials else (Ruling("kitty_is_what_is_left", None, {"cards": _left_over(options, record)}),)
    if score is not None:
        warnings = (*score.warnings, *_stakes_untold(options, record))
    elif fault is not None:
        warnings = (*warnings, *_throw_unmarked(record, tricks, fault))
    found = tuple(ruled.found)
    return ReplayVerdict(score is not None, opened.trump, opened.declarer, opened.bidding, tricks, fault, found, score, rulings, warnings)


def _opened(options: Options, record: DealRecord, ruled: RuledOn) -> _Opened:
    if record.bids is None:
        assert record.declarer is not None, "without bids the declarer is told: see record_faults"
        return _Opened(record.trump, record.declarer, None, taken_unsaid(options, record, record.declarer))
    bids = heard(options, record, record.bids, ruled)
    if bids.illegal is not None:
        place, judged = bids.illegal
        taking = None if judged.kitty_taker is None else Taking(judged.kitty_taker, judged.reburied_by)
        return _Opened(None, None, None, taking, place, DealFault(f"/bids/{place}", judged.violations), bids.void)
    bidding = resolve_bids(options, facts_of(record), bids.counting, record.kitty)
    if bidding.kitty_taker is None:
        return _Opened(None, None, bidding, None, len(record.bids), _redeal_fault(record), bids.void)
    taking = Taking(bidding.kitty_taker, bidding.reburied_by)
    return _Opened(bidding.trump, bidding.declarer, bidding, taking, None, _disagreement(record, bidding), bids.void)


def _redeal_fault(record: DealRecord) -> DealFault | None:
    """Cards played in a deal that is to be dealt again."""
    if not record.burials and not record.tricks:
        return None
    return DealFault("/burials/0" if record.burials else "/tricks/0", (Violation(REDEAL_OWED, "bidding.no_bid"),))


def _disagreement(record: DealRecord, bidding: BiddingVerdict) -> DealFault | None:
    """A declarer or a trump on record that the bids do not make; that level cards are the lowest need not be on record."""
    source = bidding.source
    if record.declarer not in (None, bidding.declarer):
        seats = {"case": source, "declarer": bidding.declarer, "seat": record.declarer}
        return DealFault("/declarer", (Violation(DECLARER_NOT_AS_BID, _OPTION_OF.get(source), seats),))
    trump, bid = record.trump, bidding.trump
    if trump in (None, bid) or (trump is not None and bid is not None and trump._replace(level_cards_lowest=True) == bid):
        return None
    assert bid is not None, "where somebody declares there is a trump"
    said = {"case": source, "suit": bid.suit, "level": bid.level}
    return DealFault("/trump", (Violation(TRUMP_NOT_AS_BID, _OPTION_OF.get(source), said),))


def _left_over(options: Options, record: DealRecord) -> tuple[int, ...]:
    """The cards that nobody has played: of a deal that is played out the kitty."""
    left = Counter(dict.fromkeys(range(KINDS), options.decks))
    left.subtract(kind for trick in record.tricks for play in trick.plays for kind in play.cards)
    return tuple(left.elements())


def _score(game: Game, record: DealRecord, bidding: BiddingVerdict | None, tricks: tuple[ReplayedTrick, ...]) -> ScoreVerdict:
    """The score of a deal that is played out; failed throws are fined before what else was fined."""
    last = record.tricks[-1].plays
    declarers = SIDE_OF[game.declarer]
    attackers = [trick.points for trick in tricks if trick.winner is not None and SIDE_OF[trick.winner] != declarers]
    counted = Counted(
        game.trump,
        sum(attackers),
        last,
        _left_over(game.options, record),
        withheld=game.withheld[last[0].seat],
    )
    penalties = [fine_of(game.options, replace(penalty, declarer=game.declarer)) for penalty in record.penalties]
    return score_deal(
        game.options,
        game.declarer,
        record.levels,
        counted,
        laps=record.laps,
        fines=[*_failed_throws(tricks), *penalties],
        effects=record.effects,
        stakes_shown_by=record.stakes if bidding is None else bidding.stakes,
    )


def _stakes_untold(options: Options, record: DealRecord) -> list[Ruling]:
    """The warning that nobody knows whether levels were staked: neither bids nor stakes are on record."""
    untold = options.stakes and record.bids is None and record.stakes is None
    return [Ruling("stakes_not_on_record", "stakes")] if untold else []


def _throw_unmarked(record: DealRecord, tricks: Sequence[ReplayedTrick], fault: DealFault) -> list[Ruling]:
    """The hint that a thrown lead at which the deal ends may have been a failed throw: others have played fewer cards to it."""
    lead, *others = record.tricks[len(tricks) - 1].plays
    said = {ruling.code for ruling in tricks[-1].rulings} | {violation.code for violation in fault.violations}
    fewer = any(len(play.cards) < len(lead.cards) for play in others)
    return [Ruling("throw_may_have_failed", None, {"cards": lead.cards})] if fewer and not said.isdisjoint(_THROWN) else []


def _failed_throws(tricks: tuple[ReplayedTrick, ...]) -> list[DealFine]:
    """The fines of the throws that failed."""
    fines = []
    for trick in tricks:
        verdict = trick.attempt.verdict if trick.attempt is not None else None
        if verdict is not None and verdict.fine is not None:
            side = SIDE_OF[trick.plays[0].seat]
            fines.append(DealFine(FAILED_THROW, side, _fined(verdict, verdict.fine)))
    return fines


def _fined(verdict: ThrowVerdict, fine: FineVerdict) -> SanctionVerdict:
    """The fine of a failed throw as a sanction."""
    return SanctionVerdict(
        sanctions=(Sanction("fine", fine.points, fine.per, fine.cards),),
        points=fine.points,
        attackers_points_delta=verdict.attackers_points_delta,
        effects=(),
        remedy=None,
        then=None,
        clause=None,
        option=_FINE,
        grounds=(_FINE,),
        rulings=tuple(ruling for ruling in verdict.rulings if ruling.option == _FINE),
    )

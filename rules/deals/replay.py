"""The replay of a whole deal (复盘): bids, burials and plays judged in order up to the first fault; of a clean deal its score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from rules.bidding import BiddingVerdict, first_illegal, resolve_bids
from rules.cards import KINDS
from rules.deals.burying import Taking, before_lead, taken_unsaid
from rules.deals.faults import facts_of
from rules.deals.memory import Game, hands_at_lead
from rules.deals.playing import play_tricks
from rules.deals.record import DealRecord
from rules.deals.score import Counted, DealFine, ScoreVerdict, fine_of, score_deal
from rules.deals.tricks import hand_size
from rules.deals.verdicts import DealFault, ReplayedTrick
from rules.options import Options
from rules.rulings import Ruling, Violation
from rules.seats import SIDE_OF
from rules.table import table_of
from rules.trump import Trump

REDEAL_OWED = "redeal_owed"
TRUMP_NOT_AS_BID = "trump_not_as_bid"
DECLARER_NOT_AS_BID = "declarer_not_as_bid"
FAILED_THROW = "failed_throw"
_FINE = "throws.on_failure.fine"


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
    score: ScoreVerdict | None
    rulings: tuple[Ruling, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing on record is against the rules."""
        return self.fault is None


@dataclass(frozen=True, slots=True)
class _Opened:
    """How a deal was opened: what the bids or the record say, who took the kitty, and what is wrong with it.

    With `illegal`, the place of a bid that is not allowed, the bidding is looked at no further than that.
    """

    trump: Trump | None
    declarer: str | None
    bidding: BiddingVerdict | None
    taking: Taking | None
    illegal: int | None = None
    fault: DealFault | None = None


def replay(options: Options, record: DealRecord) -> ReplayVerdict:
    """Judge a recorded deal, which is free of `faults.record_faults` and has no more copies of a card than there are.

    Hands that were not written down are known by what is played later; `memory` says how.
    """
    opened = _opened(options, record)
    dealt, fault = before_lead(options, record, opened.taking, opened.illegal)
    fault = fault or opened.fault
    if fault is not None or opened.trump is None or opened.declarer is None:
        return ReplayVerdict(False, opened.trump, opened.declarer, opened.bidding, (), fault, None, ())
    table = table_of(options, opened.trump)
    hands = hands_at_lead(table, dealt, record.tricks, hand_size(options))
    game = Game(options, opened.trump, table, opened.declarer, record.tricks, hands)
    tricks, fault = play_tricks(game)
    played = sum(len(trick.plays[0].cards) for trick in record.tricks)
    score = None
    if fault is None and played == hand_size(options) and tricks[-1].complete:
        score = _score(game, record, opened.bidding, tricks)
    rulings = () if score is None or record.burials else (Ruling("kitty_is_what_is_left", None, {"cards": _left_over(options, record)}),)
    return ReplayVerdict(score is not None, opened.trump, opened.declarer, opened.bidding, tricks, fault, score, rulings)


def _opened(options: Options, record: DealRecord) -> _Opened:
    if record.bids is None:
        assert record.declarer is not None, "without bids the declarer is told: see record_faults"
        return _Opened(record.trump, record.declarer, None, taken_unsaid(options, record, record.declarer))
    illegal = first_illegal(options, facts_of(record), record.bids)
    if illegal is not None:
        place, judged = illegal
        taking = None if judged.kitty_taker is None else Taking(judged.kitty_taker, judged.reburied_by)
        return _Opened(None, None, None, taking, place, DealFault(f"/bids/{place}", judged.violations))
    bidding = resolve_bids(options, facts_of(record), record.bids, record.kitty)
    if bidding.kitty_taker is None:
        return _Opened(None, None, bidding, None, len(record.bids), _redeal_fault(record))
    taking = Taking(bidding.kitty_taker, bidding.reburied_by)
    return _Opened(bidding.trump, bidding.declarer, bidding, taking, None, _disagreement(record, bidding))


def _redeal_fault(record: DealRecord) -> DealFault | None:
    """Cards played in a deal that is to be dealt again."""
    if not record.burials and not record.tricks:
        return None
    return DealFault("/burials/0" if record.burials else "/tricks/0", (Violation(REDEAL_OWED, "bidding.no_bid"),))


def _disagreement(record: DealRecord, bidding: BiddingVerdict) -> DealFault | None:
    """A declarer or a trump on record that the bids do not make; that level cards are the lowest need not be on record."""
    if record.declarer not in (None, bidding.declarer):
        seats = {"declarer": bidding.declarer, "seat": record.declarer}
        return DealFault("/declarer", (Violation(DECLARER_NOT_AS_BID, None, seats),))
    trump, bid = record.trump, bidding.trump
    if trump in (None, bid) or (trump is not None and bid is not None and replace(trump, level_cards_lowest=True) == bid):
        return None
    assert bid is not None, "where somebody declares there is a trump"
    return DealFault("/trump", (Violation(TRUMP_NOT_AS_BID, None, {"suit": bid.suit, "level": bid.level}),))


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
        stakes_shown_by=None if bidding is None else bidding.stakes,
    )


def _failed_throws(tricks: tuple[ReplayedTrick, ...]) -> list[DealFine]:
    """The fines of the throws that failed."""
    fines = []
    for trick in tricks:
        verdict = trick.attempt.verdict if trick.attempt is not None else None
        if verdict is not None and verdict.fine is not None and verdict.attackers_points_delta is not None:
            side = SIDE_OF[trick.plays[0].seat]
            ruling = next(ruling for ruling in verdict.rulings if ruling.option == _FINE)
            fines.append(DealFine(FAILED_THROW, side, verdict.fine.points, verdict.attackers_points_delta, _FINE, rulings=(ruling,)))
    return fines

"""The replay of a whole deal (复盘): deals/replay, from the record of a deal to its first fault or its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import fields

from rules.checks import copy_faults
from rules.deals.faults import record_faults
from rules.deals.record import Burial, DealRecord, RecordedTrick
from rules.deals.replay import ReplayVerdict
from rules.deals.verdicts import DealFault, Irregularity, ReplayedPlay, ReplayedTrick
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS, SIDE_OF, SIDES
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer, ViolationAnswer, ruleset_echo, rulings_answer, violation_answer
from schemas.bidding import BiddingAnswer, TrumpAnswer, bidding_json, trump_json
from schemas.bids import MOST_BIDS, BidRequest, RevoltRequest
from schemas.deals import MOST_PENALTIES, MOST_TRICKS
from schemas.effects import EffectsPart
from schemas.fields import MOST_HELD, Cards, Choice, Flag, Part, Parts, Seat, Several, Side, Text
from schemas.hands import hand_sets
from schemas.levels import PARTIES, Advance, LapsRequest, LevelsRequest, advance_json
from schemas.penalties import OffendingRequest
from schemas.plays import ThrowReportAnswer, throw_report
from schemas.requests import CardSets, Explained, Plays, Request, TrumpPart, play_sets
from schemas.scores import DealScore, score_json

REPLAY_LIMIT = 1024 * 1024
"""Bytes of a body."""
MOST_BURIALS = 32
LONGEST_PLACE = 64
WORK = 10
"""Units of work of a replay in a batch."""


def _dealt(seat: str) -> Cards:
    missing = Fault("", "hand_missing", None, {"seat": seat, "count": len(SEATS)})
    return Cards(required=True, may_be_empty=True, most=MOST_HELD, error_messages={"required": missing})


class DealtRequest(Request):
    """The four hands as dealt, before the kitty was taken."""

    N = _dealt("N")
    E = _dealt("E")
    S = _dealt("S")
    W = _dealt("W")


class StakesShownRequest(Request):
    """A counter that stakes levels was shown."""

    shown_by = Choice(choices=PARTIES, required=True)

    def made(self, data: dict[str, Any]) -> str:
        """Who has shown it, as the engine takes it."""
        return str(data["shown_by"])


class BurialRequest(Request):
    """What a seat that has taken the kitty has laid down."""

    seat = Seat(required=True)
    cards = Cards(required=True, most=MOST_HELD)

    def made(self, data: dict[str, Any]) -> Burial:
        """The burial as the engine takes it."""
        return Burial(**data)


class RecordedTrickRequest(Request):
    """A trick as it was played; after a failed throw the first play is what was forced."""

    plays = Plays(least=1, most=len(SEATS), too_few="empty_trick", too_many="too_many_plays", required=True)
    attempt = Cards(most=MOST_HELD, metadata={"description": "All cards of the throw that failed, where one has."})

    def made(self, data: dict[str, Any]) -> RecordedTrick:
        """The trick as the engine takes it."""
        return RecordedTrick(**data)


class RecordedPenaltyRequest(OffendingRequest):
    """An offence of the deal, and which of the things on record it is."""

    at = Text(
        most=LONGEST_PLACE,
        metadata={
            "description": (
                "What was ruled on, as a JSON pointer: a play `/tricks/7/plays/2`, a failed throw `/tricks/4/attempt`, a bid `/bids/3`, "
                "a burial `/burials/0`. What is against the rules there is no fault: `irregularities` list it, and the deal goes on."
            ),
            "example": "/tricks/7/plays/2",
        },
    )


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """Was this deal played by the rules, and what does it come to?"""

    ruleset: Ruleset
    record: DealRecord
    explain: bool = True


class DealReplayRequest(Explained):
    """A deal as far as it was written down: only `levels` and `tricks` are needed, and trump and declarer where no bids tell them."""

    body_limit = REPLAY_LIMIT
    work = WORK

    trump = TrumpPart(metadata={"description": "Needed without `bids`; with them it must be what they come to."})
    declarer = Seat(metadata={"description": "Who declares this deal; needed without `bids`, with them it must be who they make declarer."})
    seat_holder = Seat(metadata={"description": "Who was to declare before the bids, where it is another seat than `declarer`."})
    levels = Part(LevelsRequest(), required=True, metadata={"description": "The levels before the deal."})
    laps = Part(LapsRequest(), metadata={"description": "Laps so far; taken where the ladder wraps."})
    first_deal = Flag(
        metadata={"description": "Whether the bids race for the seat; left out, whether neither seat is named beside `bids`."}
    )
    first_drawer = Seat(metadata={"description": "Who drew the first card, where the bids need it."})
    barred = Several(Side(), metadata={"description": "Sides that have wrongly shown a level card, where the ruleset asks for it."})
    revolt = Part(RevoltRequest(), metadata={"description": "The revolution for which the deal was dealt again."})
    bids = Parts(BidRequest(), most=MOST_BIDS, metadata={"description": "What was shown, in order; an empty list: nobody has bid."})
    hands = Part(DealtRequest(), metadata={"description": "All four hands as dealt, or none: then a hand is known by what shows later."})
    kitty = Cards(metadata={"description": "The kitty as it was turned, the top card first; needed where no bid decides."})
    burials = Parts(
        BurialRequest(),
        most=MOST_BURIALS,
        metadata={"description": "What was buried, in order; the last is scored. Left out, the kitty is what nobody has played."},
    )
    tricks = Parts(RecordedTrickRequest(), most=MOST_TRICKS, required=True, metadata={"description": "The tricks, as many as were played."})
    penalties = Parts(
        RecordedPenaltyRequest(),
        most=MOST_PENALTIES,
        metadata={"description": "Offences as in deals/score, but for failed throws, which the tricks tell."},
    )
    effects = EffectsPart(metadata={"description": "Further effects of sanctions, booked after those of `penalties`."})
    stakes = Part(
        StakesShownRequest(),
        metadata={"description": "Who has shown a counter that stakes levels, where no bids tell it; taken where the ruleset has stakes."},
    )

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The hands and the kitty; without hands the last burial and the tricks (settled 5), as far as cards are played for good."""
        kitty = [("/kitty", data["kitty"])] if "kitty" in data else []
        return hand_sets(data["hands"]) + kitty if "hands" in data else _burial_sets(data)[-1:] + _trick_sets(data)[0]

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also what is wrong with the record as a whole, and copies in what does not exist apart from the hands or the tricks."""
        faults = super().faults_together(data, body)
        ruleset: Ruleset | None = data.get("ruleset")
        if ruleset is None:
            return faults
        if "hands" not in body:
            for together in _sets_by_themselves(data):
                faults += copy_faults(ruleset.options.decks, together)
        whole = {name: value for name, value in data.items() if _is_whole(name, value, body.get(name))}
        untold = {name for name in (*body, "levels", "tricks") if name not in whole}
        record = _record({"levels": dict.fromkeys(SIDES, ruleset.options.levels.start), **whole})
        if not untold.isdisjoint(_FACTS):
            record = replace(record, bids=None)
            untold |= {"bids", "trump", "declarer"} if "bids" in body else set()
        found = record_faults(ruleset.options, record, untold)
        return faults + [one for one in found if one.code != "hand_missing" and one.pointer.split("/")[1] not in untold]

    def made(self, data: dict[str, Any]) -> ReplayQuestion:
        """The question as the view takes it."""
        ruleset: Ruleset = data["ruleset"]
        return ReplayQuestion(ruleset, _record(data), data["explain"])


_FACTS = ("bids", "levels", "declarer", "seat_holder", "first_deal", "first_drawer", "barred", "revolt", "kitty")
"""What the bids cannot be judged without."""
_NOT_RECORDED = ("ruleset", "explain")


def _record(data: Mapping[str, Any]) -> DealRecord:
    """What a request says of the deal; beside bids a deal in which neither seat is named is the first (as in bids/resolve)."""
    said = {name: value for name, value in data.items() if name not in _NOT_RECORDED}
    said.setdefault("first_deal", "bids" in said and said.keys().isdisjoint(("declarer", "seat_holder")))
    return DealRecord(**said)


def _is_whole(name: str, value: Any, given: Any) -> bool:
    """Whether a field was read without a fault; of one with faults there may be a part."""
    if name in ("levels", "laps"):
        return isinstance(value, dict) and set(value) == set(SIDES)
    if name == "hands":
        return isinstance(value, dict) and set(value) == set(given) and all(isinstance(cards, tuple) for cards in value.values())
    return not isinstance(value, (dict, list))


def _part(item: Any, name: str) -> Any:
    """A part of an item of a list, which was read as a whole or, where it has faults, in parts; None where it could not be read."""
    return item.get(name) if isinstance(item, dict) else getattr(item, name)


def _burial_sets(data: Mapping[str, Any]) -> CardSets:
    burials = enumerate(data.get("burials", ()))
    return [(f"/burials/{index}/cards", _part(burial, "cards") or ()) for index, burial in burials]


def _trick_sets(data: Mapping[str, Any]) -> tuple[CardSets, list[CardSets]]:
    """The cards of the tricks up to the first whose plays differ in length, together; and those of each trick after it.

    There the deal ends: cards that were taken back, as those of a failed throw are, may be played once more.
    """
    together: CardSets = []
    after: list[CardSets] = []
    ended = False
    for index, trick in enumerate(data.get("tricks", ())):
        sets = play_sets(_part(trick, "plays") or (), f"/tricks/{index}/plays")
        if ended:
            after.append(sets)
        else:
            together += sets
        ended = ended or len({len(cards) for _, cards in sets}) > 1
    return together, after


def _sets_by_themselves(data: Mapping[str, Any]) -> list[CardSets]:
    """Cards that lie among others at another time: the kitty as turned, burials before the last, throws that failed."""
    attempts = [(f"/tricks/{index}/attempt", _part(trick, "attempt") or ()) for index, trick in enumerate(data.get("tricks", ()))]
    alone = [("/kitty", data.get("kitty", ())), *_burial_sets(data)[:-1], *attempts]
    return [[one] for one in alone] + _trick_sets(data)[1]


class ReplayedPlayAnswer(Answer):
    """A play as judged; `overtakes`: it took the trick when it fell."""

    seat = Named("Seat", required=True)
    role = Named("Role", required=True)
    legal = fields.Boolean(required=True)
    overtakes = fields.Boolean(required=True)
    points = fields.Integer(required=True)
    offences = fields.List(
        fields.String(), metadata={"description": "There where the play is not legal and was ruled on: the codes of the offences."}
    )
    violations = fields.List(fields.Nested(ViolationAnswer()), metadata={"description": "There where the play was ruled on."})


class AttemptAnswer(ThrowReportAnswer):
    """A throw that failed; it is tested where the other three hands are wholly known."""

    attackers_points_delta = fields.Integer(metadata={"description": "What the fine changes in the attackers' points."})


class ReplayedTrickAnswer(Answer):
    """A trick as judged, up to the play at fault if it has one."""

    complete = fields.Boolean(required=True)
    winner = Named("Seat", metadata={"description": "The winner so far, where it is not complete; left out where the lead is at fault."})
    winner_side = Named("Side")
    points = fields.Integer(required=True)
    plays = fields.List(fields.Nested(ReplayedPlayAnswer()), required=True)
    attempt = fields.Nested(AttemptAnswer(), metadata={"description": "The throw that failed before this lead."})
    rulings = fields.List(fields.Nested(RulingAnswer()))


class DealFaultAnswer(Answer):
    """The first thing in the deal that is against the rules."""

    pointer = fields.String(required=True, metadata={"description": "Its place in the request, as `/tricks/7/plays/2`."})
    violations = fields.List(fields.Nested(ViolationAnswer()), required=True)
    proved_by = fields.String(
        metadata={"description": "The place of the first later card that proves it, where the hands are not on record."}
    )


class IrregularityAnswer(Answer):
    """Something that is against the rules and was ruled on; play has gone on from it."""

    pointer = fields.String(required=True, metadata={"description": "Its place in the request, as `/tricks/7/plays/2`."})
    offences = fields.List(
        fields.String(), required=True, metadata={"description": "As what it was ruled on: the codes of the offences that name its place."}
    )
    violations = fields.List(fields.Nested(ViolationAnswer()), required=True)
    proved_by = fields.String(metadata={"description": "As of a fault."})


class DealBidding(BiddingAnswer):
    """What the bids come to, as in bids/resolve."""

    rulings = fields.List(fields.Nested(RulingAnswer()))


class DealReplayAnswer(Answer):
    """The deal as far as it goes, its first fault, and when it is complete its score."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    legal = fields.Boolean(
        required=True, metadata={"description": "true where nothing is against the rules but what was ruled on: there is no `fault`."}
    )
    complete = fields.Boolean(required=True, metadata={"description": "true when all hands are played out without a fault."})
    trump = fields.Nested(TrumpAnswer(), metadata={"description": "Left out where a bid is at fault, and in a redeal."})
    declarer = Named("Seat", metadata={"description": "Left out where a bid is at fault, and in a redeal."})
    bidding = fields.Nested(DealBidding(), metadata={"description": "There where bids are on record, all of them legal."})
    tricks = fields.List(fields.Nested(ReplayedTrickAnswer()), required=True)
    fault = fields.Nested(DealFaultAnswer(), metadata={"description": "Left out where the deal is legal."})
    irregularities = fields.List(
        fields.Nested(IrregularityAnswer()),
        required=True,
        metadata={"description": "What is against the rules and was ruled on, in order; what cards do not show is not among it."},
    )
    score = fields.Nested(DealScore(), metadata={"description": "There when the deal is complete."})
    advance = fields.Nested(Advance(), metadata={"description": "There when the deal is complete."})
    rulings = fields.List(fields.Nested(RulingAnswer()), metadata={"description": "What stands behind the score."})
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


def replay_answer(verdict: ReplayVerdict, question: ReplayQuestion, language: str) -> dict[str, Any]:
    """A replayed deal as JSON."""
    ruleset, explain = question.ruleset, question.explain
    answer: dict[str, Any] = {"ruleset": ruleset_echo(ruleset), "legal": verdict.legal, "complete": verdict.complete}
    if verdict.trump is not None:
        answer["trump"] = trump_json(verdict.trump)
    if verdict.declarer is not None:
        answer["declarer"] = verdict.declarer
    if verdict.bidding is not None:
        answer["bidding"] = bidding_json(verdict.bidding)
        if explain:
            answer["bidding"]["rulings"] = rulings_answer(verdict.bidding.rulings, ruleset, language)
    answer["tricks"] = [_trick(trick, question, language) for trick in verdict.tricks]
    if verdict.fault is not None:
        answer["fault"] = fault_answer(verdict.fault, ruleset, language)
    answer["irregularities"] = [_irregularity(one, ruleset, language) for one in verdict.irregularities]
    rulings, score = verdict.rulings, verdict.score
    if score is not None:
        answer |= {"score": score_json(score, ruleset, language), "advance": advance_json(score.advance)}
        rulings += score.rulings
    if explain:
        answer["rulings"] = rulings_answer(rulings, ruleset, language)
    answer["warnings"] = rulings_answer(verdict.warnings, ruleset, language)
    return answer


def _trick(trick: ReplayedTrick, question: ReplayQuestion, language: str) -> dict[str, Any]:
    answer: dict[str, Any] = {"complete": trick.complete}
    if trick.winner is not None:
        answer |= {"winner": trick.winner, "winner_side": SIDE_OF[trick.winner]}
    answer["points"] = trick.points
    answer["plays"] = [_play(play, question.ruleset, language) for play in trick.plays]
    if trick.attempt is not None:
        answer["attempt"] = throw_report(trick.attempt)
    if question.explain:
        answer["rulings"] = rulings_answer(trick.rulings, question.ruleset, language)
    return answer


def _play(play: ReplayedPlay, ruleset: Ruleset, language: str) -> dict[str, Any]:
    answer = {"seat": play.seat, "role": play.role, "legal": play.legal, "overtakes": play.overtakes, "points": play.points}
    if play.irregularity is not None:
        ruled = _irregularity(play.irregularity, ruleset, language)
        answer |= {key: ruled[key] for key in ("offences", "violations")}
    return answer


def _irregularity(found: Irregularity, ruleset: Ruleset, language: str) -> dict[str, Any]:
    return {"pointer": found.pointer, "offences": list(found.offences)} | fault_answer(found, ruleset, language)


def fault_answer(fault: DealFault | Irregularity, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """`{"pointer","violations","proved_by"?}` of something that is against the rules."""
    violations = [violation_answer(violation, ruleset, language) for violation in fault.violations]
    answer: dict[str, Any] = {"pointer": fault.pointer, "violations": violations}
    return answer | ({} if fault.proved_by is None else {"proved_by": fault.proved_by})

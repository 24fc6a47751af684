"""Whole deals (一副牌): deals/score, from trick points, the tricks or a final total to the score and the next deal's levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import fields

from rules.cards import points_of
from rules.checks import copy_faults
from rules.deals.record import RecordedTrick
from rules.deals.score import Counted, DealFine, FinalTotal, ScoreVerdict, fine_of, points_in_play
from rules.deals.tricks import counted_from_tricks, tricks_faults
from rules.effects import Effect, effect_faults
from rules.levels import StakesShown
from rules.options import Options
from rules.penalties import Offending, offence_faults
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS, SIDES
from rules.tricks import Play
from rules.trump import Trump
from schemas.answers import Answer, RulesetEcho, RulingAnswer, ruleset_echo, rulings_answer
from schemas.effects import MOST_POINTS, EffectsPart, placed_effects, whole_effects
from schemas.fields import MOST_HELD, Cards, Part, Parts, Seat, Whole
from schemas.kitty import FIVE, LastTrickRequest, kitty_faults
from schemas.kitty import MOST_POINTS as MOST_KITTY_POINTS
from schemas.levels import (
    MOST_DIGS,
    Advance,
    DigRequest,
    LapsRequest,
    LevelsRequest,
    StakesRequest,
    advance_faults_of,
    advance_json,
)
from schemas.penalties import OffendingRequest
from schemas.requests import CardSets, Explained, TrumpPart, play_sets, table_faults_of, trump_faults_of
from schemas.scores import DealScore, score_json

MOST_TRICK_POINTS = 200
MOST_TRICKS = 25
MOST_PENALTIES = 32
SOURCES = ("trick_points", "tricks", "attackers_points")
"""Where the points come from; exactly one is given."""
_IDLE = {
    "trick_points": ("digs", "last_trick_winner"),
    "tricks": ("last_trick", "digs", "last_trick_winner"),
    "attackers_points": ("kitty", "kitty_points", "last_trick"),
}
"""What says nothing beside each source, because it is derived from it or already in it."""
_NEEDED = {"trick_points": ("trump", "last_trick"), "tricks": ("trump",), "attackers_points": ()}


class DealTrickRequest(LastTrickRequest):
    """One trick of a whole deal; it may be passed on as deals/replay has it."""

    attempt = Cards(
        most=MOST_HELD,
        metadata={
            "description": "All cards of a throw that failed before this lead. It is not judged here; its fine is one of the `penalties`."
        },
    )

    def made(self, data: dict[str, Any]) -> Any:
        """The trick as the engine takes it."""
        return RecordedTrick(**data)


@dataclass(frozen=True, slots=True)
class DealQuestion:
    """What is this deal worth, and where do the levels go?"""

    ruleset: Ruleset
    declarer: str
    levels: Mapping[str, str]
    points: Counted | FinalTotal
    laps: Mapping[str, int] | None = None
    fines: tuple[DealFine, ...] = ()
    effects: tuple[Effect, ...] = ()
    stakes_shown_by: str | None = None
    explain: bool = True


class DealScoreRequest(Explained):
    """A deal that is over: its points as `trick_points`, as all `tricks`, or as the attackers' final total."""

    trump = TrumpPart(metadata={"description": "Needed unless `attackers_points` is given."})
    declarer = Seat(required=True)
    levels = Part(LevelsRequest(), required=True, metadata={"description": "The levels before the deal."})
    laps = Part(LapsRequest(), metadata={"description": "Laps so far; taken where the ladder wraps."})
    trick_points = Whole(
        minimum=0,
        maximum=MOST_TRICK_POINTS,
        metadata={"description": "What the attackers have won in tricks, the last one included, the kitty and fines not."},
    )
    tricks = Parts(
        DealTrickRequest(),
        least=1,
        most=MOST_TRICKS,
        too_few="wrong_length",
        metadata={"description": "All tricks of the deal in their order, the last one included."},
    )
    attackers_points = Whole(
        minimum=-MOST_POINTS,
        maximum=MOST_POINTS,
        metadata={"description": "The attackers' final total, after kitty and fines: nothing is left to add up."},
    )
    kitty = Cards(metadata={"description": "The buried cards; beside `tricks` they may be left out."})
    kitty_points = Whole(minimum=0, maximum=MOST_KITTY_POINTS, metadata={"description": "Points of the buried cards, in place of `kitty`."})
    last_trick = Part(LastTrickRequest(), metadata={"description": "Needed beside `trick_points`."})
    penalties = Parts(
        OffendingRequest(),
        most=MOST_PENALTIES,
        metadata={
            "description": "Offences of the deal, each as penalties/assess takes it; beside a final total only those without points."
        },
    )
    effects = EffectsPart(metadata={"description": "Further effects of sanctions, booked after those of `penalties`."})
    stakes = Part(StakesRequest(), metadata={"description": "`declarers_points` is taken beside a final total only, and derived else."})
    digs = Parts(DigRequest(), most=MOST_DIGS, metadata={"description": "Taken beside a final total only, and derived else."})
    last_trick_winner = Seat(metadata={"description": "Taken beside a final total only, and derived else."})

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The kitty, and the tricks or the last one."""
        sets = [("/kitty", data["kitty"])] if "kitty" in data else []
        for pointer, trick in _tricks_of(data):
            sets += play_sets(_plays(trick), pointer)
        return sets

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also what each source of points needs or excludes, the tricks, the kitty, the points in all, penalties and levels."""
        faults = _source_faults(body) + trump_faults_of(data) + _tricks_faults(data) + kitty_faults(data) + _sum_faults(data)
        if "ruleset" in data:
            for attempt in _attempts(data):
                faults += copy_faults(data["ruleset"].options.decks, [attempt])
        penalties, found = penalty_fines(data, body)
        faults += found + _twice_faults(body, penalties)
        moving = [(pointer, effect) for pointer, fine in penalties for effect in fine.sanction.moves]
        moving += placed_effects(whole_effects(data.get("effects")))
        return faults + effect_faults(moving) + _level_faults(data, body, moving) + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> DealQuestion:
        """The question as the view takes it."""
        stakes: StakesShown | None = data.get("stakes")
        return DealQuestion(
            ruleset=data["ruleset"],
            declarer=data["declarer"],
            levels=data["levels"],
            points=_points(data),
            laps=data.get("laps"),
            fines=tuple(fine for _, fine in penalty_fines(data, data)[0]),
            effects=data.get("effects", ()),
            stakes_shown_by=None if stakes is None else stakes.shown_by,
            explain=data["explain"],
        )


def _points(data: Mapping[str, Any]) -> Counted | FinalTotal:
    """The points of a request without faults."""
    if "attackers_points" in data:
        stakes: StakesShown | None = data.get("stakes")
        declarers_points = None if stakes is None else stakes.declarers_points
        return FinalTotal(data["attackers_points"], data.get("digs", ()), declarers_points, data.get("last_trick_winner"))
    kitty, kitty_points = data.get("kitty"), data.get("kitty_points")
    if "tricks" in data:
        options: Options = data["ruleset"].options
        counted = counted_from_tricks(options, data["trump"], data["declarer"], _whole_tricks(data), kitty=kitty, kitty_points=kitty_points)
        return replace(counted, attempts=sum(bool(cards) for _, cards in _attempts(data)))
    return Counted(data["trump"], data["trick_points"], data["last_trick"], kitty, kitty_points)


def _source_faults(body: Mapping[str, Any]) -> list[Fault]:
    """Exactly one source of points; what it needs; what says nothing beside it."""
    given = [source for source in SOURCES if source in body]
    if len(given) != 1:
        return [Fault("", "exactly_one_of", None, {"fields": list(SOURCES)})]
    source = given[0]
    faults = [Fault(f"/{name}", "missing_field") for name in _NEEDED[source] if name not in body]
    faults += [Fault(f"/{name}", "idle_field", params={"beside": source}) for name in _IDLE[source] if body.get(name, []) != []]
    stakes = body.get("stakes")
    if source != "attackers_points" and isinstance(stakes, dict) and "declarers_points" in stakes:
        faults.append(Fault("/stakes/declarers_points", "idle_field", params={"beside": source}))
    kitties = ("kitty" in body) + ("kitty_points" in body)
    if source != "attackers_points" and (kitties > 1 or (kitties < 1 and source == "trick_points")):
        faults.append(Fault("", "exactly_one_of", None, {"fields": ["kitty", "kitty_points"]}))
    return faults


def _tricks_of(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The tricks, or else the last one, that were read wholly or in part, with the pointers of their plays."""
    if "tricks" in data:
        return [(f"/tricks/{index}/plays", trick) for index, trick in enumerate(data["tricks"])]
    return [("/last_trick/plays", data["last_trick"])] if "last_trick" in data else []


def _plays(trick: Any) -> Any:
    """The plays of a trick, or of the last one alone, as far as they were read."""
    return trick.plays if isinstance(trick, RecordedTrick) else trick if isinstance(trick, tuple) else trick.get("plays", ())


def _whole_tricks(data: Mapping[str, Any]) -> tuple[tuple[Play, ...], ...]:
    """All tricks of the deal when each of them could be read, else none."""
    tricks = data.get("tricks", ())
    return tuple(trick.plays for trick in tricks) if isinstance(tricks, tuple) else ()


def _attempts(data: Mapping[str, Any]) -> CardSets:
    """The throws that failed, which lie among other cards at another time."""
    tricks = enumerate(data.get("tricks", ()))
    return [(f"/tricks/{index}/attempt", trick.get("attempt", ()) if isinstance(trick, dict) else trick.attempt) for index, trick in tricks]


def _tricks_faults(data: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the tricks as a whole or, where not all can be judged, with each by itself."""
    ruleset, declarer, tricks = data.get("ruleset"), data.get("declarer"), _whole_tricks(data)
    if ruleset is not None and declarer is not None and tricks and isinstance(data.get("trump"), Trump) and not trump_faults_of(data):
        return tricks_faults(ruleset.options, data["trump"], declarer, tricks)
    return [fault for pointer, trick in _tricks_of(data) for fault in table_faults_of(data, _plays(trick), pointer)]


def _sum_faults(data: Mapping[str, Any]) -> list[Fault]:
    """Trick points in fives; no more points in tricks and kitty than there are, and with all tricks no fewer."""
    ruleset: Ruleset | None = data.get("ruleset")
    points, tricks = data.get("trick_points"), _whole_tricks(data)
    faults = [Fault("/trick_points", "not_a_multiple", points, {"multiple": FIVE})] if points is not None and points % FIVE else []
    kitty = data.get("kitty_points")
    if kitty is None and isinstance(data.get("kitty"), tuple):
        kitty = points_of(data["kitty"])
    if ruleset is None or kitty is None:
        return faults
    total = points_in_play(ruleset.options)
    if points is not None and points + kitty > total:
        faults.append(Fault("/trick_points", "points_not_conserved", points, {"count": points + kitty, "total": total}))
    if tricks and "kitty" not in data:
        count = kitty + sum(points_of(play.cards) for trick in tricks for play in trick)
        if count != total:
            faults.append(Fault("/kitty_points", "points_not_conserved", kitty, {"count": count, "total": total}))
    return faults


def penalty_fines(data: Mapping[str, Any], body: Mapping[str, Any]) -> tuple[list[tuple[str, DealFine]], list[Fault]]:
    """The penalties without fault, with their pointers, and the faults of the others, as far as they could be read."""
    ruleset, declarer = data.get("ruleset"), data.get("declarer")
    fines: list[tuple[str, DealFine]] = []
    faults: list[Fault] = []
    if ruleset is None:
        return fines, faults
    for index, penalty in enumerate(data.get("penalties", ())):
        pointer = f"/penalties/{index}"
        offending, unread = _offending(penalty, body["penalties"][index], declarer)
        if offending is not None:
            found = offence_faults(ruleset.options, offending, pointer)
            faults += [fault for fault in found if fault.pointer.removeprefix(f"{pointer}/") not in unread]
            if not found and not unread and declarer is not None:
                fines.append((pointer, fine_of(ruleset.options, offending)))
    return fines, faults


def _twice_faults(body: Mapping[str, Any], penalties: list[tuple[str, DealFine]]) -> list[Fault]:
    """Penalties whose points a final total holds already."""
    fined = [pointer for pointer, fine in penalties if fine.points or fine.attackers_points_delta]
    return [Fault(pointer, "counted_already") for pointer in fined] if "attackers_points" in body else []


def _offending(penalty: Any, body: Any, declarer: str | None) -> tuple[Offending | None, set[str]]:
    """An offence as far as it could be read, and its facts that could not be: what is wrong with those is told already."""
    if isinstance(penalty, Offending):
        return replace(penalty, declarer=declarer), set()
    if "offence" not in penalty:
        return None, set()
    unread = {"side", *body} - penalty.keys()
    return Offending(**{"side": SIDES[0], **penalty}, declarer=declarer), unread


def _level_faults(data: Mapping[str, Any], body: Mapping[str, Any], moving: list[tuple[str, Effect]]) -> list[Fault]:
    """What is wrong with levels, laps, digs and stakes; what the tricks will show is not missing."""
    if "attackers_points" not in body:
        stakes = data.get("stakes")
        data = {**data, "stakes": replace(stakes, declarers_points=0)} if isinstance(stakes, StakesShown) else data
        body = {**body, "last_trick_winner": SEATS[0]}
    return advance_faults_of(data, body, data.get("attackers_points", 0), tuple(effect for _, effect in moving))


class DealScoreAnswer(Answer):
    """The score of a deal, and where the levels go."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    score = fields.Nested(DealScore(), required=True)
    advance = fields.Nested(Advance(), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()))
    warnings = fields.List(fields.Nested(RulingAnswer()), required=True)


def deal_answer(verdict: ScoreVerdict, question: DealQuestion, language: str) -> dict[str, Any]:
    """A scored deal as the answer to its question."""
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(question.ruleset),
        "score": score_json(verdict, question.ruleset, language),
        "advance": advance_json(verdict.advance),
    }
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    answer["warnings"] = rulings_answer(verdict.warnings, question.ruleset, language)
    return answer

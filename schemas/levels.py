"""Levels (升级): what the points of a deal move, and who declares next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.effects import Effect, effect_faults
from rules.kitty import DigVerdict
from rules.levels import AdvanceVerdict, StakesShown, advance_faults, level_faults
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS, SIDE_OF
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer, ruleset_echo, rulings_answer
from schemas.effects import MOST_POINTS, EffectsPart, placed_effects, whole_effects
from schemas.fields import Choice, Flag, Level, Part, Parts, Seat, Side, Whole
from schemas.requests import Explained, Request

MOST_LAPS = 1_000_000_000
"""More than any match can come to, so that what one hands on to its next deal is never refused; no time depends on the number."""
MOST_DIGS = 4
PARTIES = ("declarers", "attackers")


class LevelsRequest(Request):
    """The levels of both sides."""

    NS = Level(required=True)
    EW = Level(required=True)


class LapsRequest(Request):
    """How often each side has gone round a ladder that wraps."""

    NS = Whole(minimum=0, maximum=MOST_LAPS, required=True)
    EW = Whole(minimum=0, maximum=MOST_LAPS, required=True)


class DigRequest(Request):
    """A dig as kitty/score gives it."""

    side = Side(required=True, metadata={"description": "The declarers' side."})
    to = Level(metadata={"description": "The level the declarers are set to."})
    attackers_to = Level(metadata={"description": "The level the attackers are set to."})
    final = Flag(load_default=False, metadata={"description": "No advance on top."})

    def made(self, data: dict[str, Any]) -> DigVerdict:
        """The dig as the engine takes it."""
        return DigVerdict(data["side"], data.get("to"), data.get("attackers_to"), data["final"])


class StakesRequest(Request):
    """A counter that stakes levels was shown, and the declarers' points where they decide."""

    shown_by = Choice(choices=PARTIES, required=True)
    declarers_points = Whole(minimum=-MOST_POINTS, maximum=MOST_POINTS)

    def made(self, data: dict[str, Any]) -> StakesShown:
        """The stakes as the engine takes them."""
        return StakesShown(data["shown_by"], data.get("declarers_points"))


@dataclass(frozen=True, slots=True)
class AdvanceQuestion:
    """Where do the levels go after a deal with these points?"""

    ruleset: Ruleset
    declarer: str
    levels: Mapping[str, str]
    attackers_points: int
    laps: Mapping[str, int] | None = None
    digs: tuple[DigVerdict, ...] = ()
    stakes: StakesShown | None = None
    effects: tuple[Effect, ...] = ()
    last_trick_winner: str | None = None
    explain: bool = True


class LevelsAdvanceRequest(Explained):
    """The levels before the deal and the attackers' points after kitty and fines."""

    declarer = Seat(required=True)
    levels = Part(LevelsRequest(), required=True)
    attackers_points = Whole(minimum=-MOST_POINTS, maximum=MOST_POINTS, required=True)
    laps = Part(LapsRequest(), metadata={"description": "Laps so far; taken where the ladder wraps."})
    digs = Parts(DigRequest(), most=MOST_DIGS, metadata={"description": "As kitty/score gives them; taken where the ruleset has digs."})
    stakes = Part(StakesRequest(), metadata={"description": "Taken where the ruleset has stakes."})
    effects = EffectsPart(metadata={"description": "What sanctions do beside points, in the order in which they are booked."})
    last_trick_winner = Seat(metadata={"description": "Needed where the winner of the last trick may declare next."})

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also levels off the ladder, digs that say nothing or of the wrong side, and what the ruleset needs besides."""
        effects = whole_effects(data.get("effects"))
        faults = effect_faults(placed_effects(effects)) + advance_faults_of(data, body, data.get("attackers_points", 0), effects)
        return faults + super().faults_together(data, body)

    def made(self, data: dict[str, Any]) -> AdvanceQuestion:
        """The question as the view takes it."""
        return AdvanceQuestion(**data)


def advance_faults_of(data: Mapping[str, Any], body: Mapping[str, Any], total: int, effects: tuple[Effect, ...]) -> list[Fault]:
    """What is wrong with levels, laps, digs and stakes, or missing, as far as the request could be read.

    `total` is the attackers' total, `effects` are all that move the levels.
    """
    digs = data["digs"] if isinstance(data.get("digs"), tuple) else ()
    faults = _dig_faults(digs, data.get("declarer"))
    ruleset: Ruleset | None = data.get("ruleset")
    if ruleset is None:
        return faults
    return (
        faults
        + level_faults(ruleset.options, data.get("levels", {}), "/levels")
        + advance_faults(
            ruleset.options,
            data.get("declarer", SEATS[0]),
            total,
            digs=digs,
            stakes=data["stakes"] if isinstance(data.get("stakes"), StakesShown) else None,
            laps=data["laps"] if isinstance(data.get("laps"), dict) else None,
            effects=effects,
            last_trick_winner=body.get("last_trick_winner"),
        )
    )


def _dig_faults(digs: tuple[DigVerdict, ...], declarer: str | None) -> list[Fault]:
    faults = []
    for index, dig in enumerate(digs):
        side = SIDE_OF[declarer] if declarer is not None else dig.side
        if dig.side != side:
            faults.append(Fault(f"/digs/{index}/side", "wrong_side", dig.side, {"side": dig.side, "wanted": side}))
        if dig.to is None and dig.attackers_to is None and not dig.final:
            faults.append(Fault(f"/digs/{index}/to", "missing_field"))
    return faults


class SideLevels(Answer):
    """The levels of both sides."""

    NS = Named("Level", required=True)
    EW = Named("Level", required=True)


class SideLaps(Answer):
    """How often each side has gone round."""

    NS = fields.Integer(required=True)
    EW = fields.Integer(required=True)


class GainAnswer(Answer):
    """What the side that has the deal moved, and what it was due before must-defend levels stopped it.

    It is due what the table gives or, where an effect has taken the deal, what the effect gives.
    """

    side = Named("Side", required=True)
    levels = fields.Integer(required=True)
    due = fields.Integer(required=True)


class Advance(Answer):
    """The levels after the deal, and who plays the next one at which level."""

    outcome = Named("Outcome", required=True)
    gained = fields.Nested(GainAnswer(), required=True)
    levels = fields.Nested(SideLevels(), required=True)
    laps = fields.Nested(SideLaps(), metadata={"description": "There where the ladder wraps."})
    declarer = Named("Seat", metadata={"description": "The next deal's declarer; left out when the game is over."})
    level = Named("Level", metadata={"description": "The next deal's level; left out when the game is over."})
    stopped_at = Named("Level", metadata={"description": "The must-defend level that stopped the advance."})
    game_over = fields.Boolean(required=True)
    winner = Named("Side", metadata={"description": "The side that has won the game."})


class LevelsAdvanceAnswer(Advance):
    """The levels after the deal, and who plays the next one at which level."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()))


def advance_answer(verdict: AdvanceVerdict, question: AdvanceQuestion, language: str) -> dict[str, Any]:
    """An advance as the answer to its question."""
    answer = {"ruleset": ruleset_echo(question.ruleset), **advance_json(verdict)}
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, question.ruleset, language)
    return answer


def advance_json(verdict: AdvanceVerdict) -> dict[str, Any]:
    """An advance as JSON, by itself."""
    answer: dict[str, Any] = {
        "outcome": verdict.outcome,
        "gained": {"side": verdict.gained_side, "levels": verdict.gained_levels, "due": verdict.gained_due},
        "levels": dict(verdict.levels),
    }
    if verdict.laps is not None:
        answer["laps"] = dict(verdict.laps)
    for key, value in (("declarer", verdict.declarer), ("level", verdict.level), ("stopped_at", verdict.stopped_at)):
        if value is not None:
            answer[key] = value
    answer["game_over"] = verdict.game_over
    if verdict.winner is not None:
        answer["winner"] = verdict.winner
    return answer

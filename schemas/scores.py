"""The score of a deal (一局的得分) in answers: deals/score and deals/replay share it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from rules.deals.score import DealFine, ScoreVerdict
from rules.ruleset import Ruleset
from schemas.answers import Answer, ClauseReference, Named, clause_title
from schemas.kitty import KittyScore, kitty_json


class DealFineAnswer(Answer):
    """What one offence costs, and what it changes in the attackers' points; 0 where it costs no points."""

    offence = fields.String(required=True)
    side = Named("Offenders", required=True)
    points = fields.Integer(required=True)
    attackers_points_delta = fields.Integer(required=True)
    clause = fields.Nested(ClauseReference())


class DealScore(Answer):
    """The points of a deal, itemised; with a final total only that."""

    trick_points = fields.Integer(metadata={"description": "What the attackers have won in tricks."})
    kitty = fields.Nested(KittyScore())
    fines = fields.List(fields.Nested(DealFineAnswer()), required=True)
    fines_points = fields.Integer(metadata={"description": "What all fines change in the attackers' points."})
    counted_points = fields.Integer(metadata={"description": "Tricks, kitty and fines together."})
    attackers_points = fields.Integer(
        required=True, metadata={"description": "The total by which the levels move: the counted points, unless an effect sets it."}
    )


def score_json(verdict: ScoreVerdict, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The score of a deal as JSON, by itself; zeros are written out."""
    fines = [_fine(fine, ruleset, language) for fine in verdict.fines]
    if verdict.kitty is None:
        return {"fines": fines, "attackers_points": verdict.attackers_points}
    return {
        "trick_points": verdict.trick_points,
        "kitty": kitty_json(verdict.kitty),
        "fines": fines,
        "fines_points": verdict.fines_points,
        "counted_points": verdict.counted_points,
        "attackers_points": verdict.attackers_points,
    }


def _fine(fine: DealFine, ruleset: Ruleset, language: str) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "offence": fine.offence,
        "side": fine.side,
        "points": fine.points,
        "attackers_points_delta": fine.attackers_points_delta,
    }
    clause = None if fine.option is None else ruleset.ground(fine.option).clause
    if clause is not None:
        answer["clause"] = {"id": clause, "title": clause_title(ruleset, clause, language)}
    return answer

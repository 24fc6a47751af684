"""The score of a deal (一副牌的得分) in answers: deals/score and deals/replay share it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from rules import texts
from rules.deals.score import DealFine, ScoreVerdict
from rules.offences import offence_named
from rules.ruleset import Ruleset
from schemas.answers import Answer, clause_title
from schemas.kitty import KittyScore, kitty_json
from schemas.penalties import SanctionedAnswer, offence_title, sanctioned_answer


class DealFineAnswer(SanctionedAnswer):
    """What follows from one offence of the deal, as penalties/assess gives it; `points` is 0 where it is not fined.

    `points` and `attackers_points_delta` differ beyond their sign where points of a trick go to the other side too.
    """

    attackers_points_delta = fields.Integer(required=True, metadata={"description": "What it changes in the attackers' points."})


class DealScore(Answer):
    """The points of a deal, itemised; with a final total only that."""

    trick_points = fields.Integer(metadata={"description": "What the attackers have won in tricks."})
    kitty = fields.Nested(KittyScore())
    fines = fields.List(fields.Nested(DealFineAnswer()), required=True)
    fines_points = fields.Integer(
        metadata={
            "description": "What all offences change in the attackers' points, by fines and by points of tricks that go to the other side."
        }
    )
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
    offence = offence_named(ruleset.options.offences, fine.offence)
    title = texts.text(language, "offences", fine.offence) if offence is None else offence_title(offence, language)
    answer = {"offence": fine.offence, "title": title, "side": fine.side} | sanctioned_answer(fine.sanction, language)
    answer["attackers_points_delta"] = fine.attackers_points_delta
    clause = ruleset.ground(fine.sanction.option).clause
    if clause is not None:
        answer["clause"] = {"id": clause, "title": clause_title(ruleset, clause, language)}
    return answer

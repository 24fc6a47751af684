"""Fines and sanctions (判罚): penalties/assess."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.penalties import assess
from schemas.penalties import PenaltiesAssessAnswer, PenaltiesAssessRequest, PenaltyQuestion, penalty_answer

penalties = Blueprint("penalties", __name__, url_prefix="/v1/penalties", description="What an offence costs.")


@penalties.decision("/assess", "assessPenalty", PenaltiesAssessRequest(), PenaltiesAssessAnswer())
def assess_penalty(question: PenaltyQuestion, language: str) -> dict[str, Any]:
    """What follows from an offence?

    Sanctions are itemised. Effects go beyond points: those of kind `deal_taken`, `level_up` and `deal_score` are what levels/advance
    takes as `effects`; exposed cards are what plays/check takes as `exposed`. GET /v1/rulesets/{id}/offences lists the offences of a
    ruleset and the facts that each needs.
    """
    return penalty_answer(assess(question.ruleset.options, question.offending), question, language)

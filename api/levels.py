"""Levels (升级): levels/advance."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.levels import advance
from schemas.levels import AdvanceQuestion, LevelsAdvanceAnswer, LevelsAdvanceRequest, advance_answer

levels = Blueprint("levels", __name__, url_prefix="/v1/levels", description="What a deal moves.")


@levels.decision("/advance", "advanceLevels", LevelsAdvanceRequest(), LevelsAdvanceAnswer())
def advance_levels(question: AdvanceQuestion, language: str) -> dict[str, Any]:
    """Where do the levels go after a deal, and who declares next?

    `attackers_points` is the attackers' final total, after kitty and fines; `effects` are what sanctions do besides.
    `declarer` and `level` of the answer are the next deal's.
    """
    verdict = advance(
        question.ruleset.options,
        question.declarer,
        question.levels,
        question.attackers_points,
        laps=question.laps,
        digs=question.digs,
        stakes=question.stakes,
        effects=question.effects,
        last_trick_winner=question.last_trick_winner,
    )
    return advance_answer(verdict, question, language)

"""The kitty (底牌): kitty/score."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.kitty import score_kitty
from schemas.kitty import KittyQuestion, KittyScoreAnswer, KittyScoreRequest, kitty_answer

kitty = Blueprint("kitty", __name__, url_prefix="/v1/kitty", description="What the last trick makes of the kitty.")


@kitty.decision("/score", "scoreKitty", KittyScoreRequest(), KittyScoreAnswer())
def score(question: KittyQuestion, language: str) -> dict[str, Any]:
    """Who wins the kitty, and how many points is it worth?

    `digs` are moves of levels that the last trick has won; levels/advance takes them as they are.
    """
    verdict = score_kitty(
        question.ruleset.options,
        question.trump,
        question.declarer,
        question.last_trick,
        kitty=question.kitty,
        kitty_points=question.kitty_points,
    )
    return kitty_answer(verdict, question, language)

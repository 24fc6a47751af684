"""The kitty (底牌): kitty/score."""

from __future__ import annotations

from flask import Response
from flask.views import MethodView

from api.answers import localised
from api.language import asked_language
from api.typed import Blueprint
from rules.kitty import score_kitty
from schemas.kitty import KittyQuestion, KittyScoreAnswer, KittyScoreRequest, kitty_answer

kitty = Blueprint("kitty", __name__, url_prefix="/v1/kitty", description="What the last trick makes of the kitty.")


@kitty.route("/score")
class KittyScore(MethodView):
    """One kitty."""

    @kitty.decision("scoreKitty", KittyScoreRequest(), KittyScoreAnswer())
    def post(self, question: KittyQuestion) -> Response:
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
        language = asked_language()
        return localised(kitty_answer(verdict, question, language), language)

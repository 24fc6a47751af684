"""Plays (出牌): plays/check and plays/options."""

from __future__ import annotations

from flask import Response
from flask.views import MethodView

from api.answers import localised
from api.language import asked_language
from api.typed import Blueprint
from rules.choices import list_plays
from rules.plays import check_play
from schemas.plays import (
    OptionsQuestion,
    PlayCheckAnswer,
    PlayCheckRequest,
    PlayOptionsAnswer,
    PlayOptionsRequest,
    PlayQuestion,
    options_answer,
    play_answer,
)

plays = Blueprint("plays", __name__, url_prefix="/v1/plays", description="What a player may play.")


@plays.route("/check")
class PlayCheck(MethodView):
    """One play."""

    @plays.decision("checkPlay", PlayCheckRequest(), PlayCheckAnswer())
    def post(self, question: PlayQuestion) -> Response:
        """May this player play these cards now?

        An illegal play is an answer, not an error: `legal` is false and `violations` say why. A thrown lead is tested when
        `hands` gives the other three hands.
        """
        verdict = check_play(
            question.ruleset.options,
            question.trump,
            question.hand,
            question.trick,
            question.cards,
            seat=question.seat,
            hands=question.hands,
            withheld=question.withheld,
        )
        language = asked_language()
        return localised(play_answer(verdict, question, language), language)


@plays.route("/options")
class PlayOptions(MethodView):
    """The plays to choose from."""

    @plays.decision("listPlays", PlayOptionsRequest(), PlayOptionsAnswer())
    def post(self, question: OptionsQuestion) -> Response:
        """What may this player play now?

        Leads are listed as single formations; throws only where `hands` prove that they stand.
        """
        verdict = list_plays(
            question.ruleset.options,
            question.trump,
            question.hand,
            question.trick,
            seat=question.seat,
            hands=question.hands,
            withheld=question.withheld,
            limit=question.limit,
        )
        language = asked_language()
        return localised(options_answer(verdict, question.ruleset, language), language)

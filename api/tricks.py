"""Tricks (一圈牌): tricks/resolve."""

from __future__ import annotations

from flask import Response
from flask.views import MethodView

from api.answers import localised
from api.language import asked_language
from api.typed import Blueprint
from rules.tricks import resolve_trick
from schemas.tricks import TrickQuestion, TrickResolveAnswer, TrickResolveRequest, trick_answer

tricks = Blueprint("tricks", __name__, url_prefix="/v1/tricks", description="Who wins a trick.")


@tricks.route("/resolve")
class TrickResolve(MethodView):
    """One trick."""

    @tricks.decision("resolveTrick", TrickResolveRequest(), TrickResolveAnswer())
    def post(self, question: TrickQuestion) -> Response:
        """Who wins these plays?

        A trick of one to three plays is answered with the winner so far and `complete: false`.
        """
        verdict = resolve_trick(question.ruleset.options, question.trump, question.plays)
        language = asked_language()
        return localised(trick_answer(verdict, question, language), language)

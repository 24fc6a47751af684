"""Cards (牌): the 54 kinds."""

from __future__ import annotations

from flask import Response
from flask.views import MethodView

from api.answers import readable
from api.language import asked_language
from api.typed import Blueprint
from schemas.cards import CardsAnswer, cards_answer

cards = Blueprint("cards", __name__, url_prefix="/v1/cards", description="The cards.")


@cards.route("")
class Cards(MethodView):
    """All cards."""

    @cards.reading("listCards", CardsAnswer())
    def get(self) -> Response:
        """The 54 kinds of cards with their points and their names."""
        language = asked_language()
        return readable(cards_answer(language), language)

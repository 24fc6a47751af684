"""Cards (牌): every kind with its token, its points and its name."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from rules import texts
from rules.cards import POINTS, TOKENS
from schemas.answers import Answer, Named


class CardAnswer(Answer):
    """A kind of card; every deck has one of it."""

    token = Named("Card", required=True)
    points = fields.Integer(required=True)
    name = fields.String(required=True)


class CardsAnswer(Answer):
    """The 54 kinds of cards."""

    cards = fields.List(fields.Nested(CardAnswer()), required=True)


def cards_answer(language: str) -> dict[str, Any]:
    """Every kind of card with its name in a language."""
    return {
        "cards": [{"token": token, "points": POINTS[card], "name": texts.card_name(language, card)} for card, token in enumerate(TOKENS)]
    }

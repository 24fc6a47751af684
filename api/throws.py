"""Throws (甩牌): throws/resolve."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.throws import resolve_throw
from schemas.throws import ThrowQuestion, ThrowResolveAnswer, ThrowResolveRequest, throw_answer

throws = Blueprint("throws", __name__, url_prefix="/v1/throws", description="Leads of several formations at once.")


@throws.decision("/resolve", "resolveThrow", ThrowResolveRequest(), ThrowResolveAnswer())
def resolve(question: ThrowQuestion, language: str) -> dict[str, Any]:
    """Does this throw stand, and what follows when it does not?

    A lead of one formation stands. With `declarer` the fine is also told as a change of the attackers' points.
    """
    verdict = resolve_throw(question.ruleset.options, question.trump, question.seat, question.cards, question.hands, question.declarer)
    return throw_answer(verdict, question, language)

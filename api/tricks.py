"""Tricks (一圈牌): tricks/resolve."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.tricks import resolve_trick
from schemas.tricks import TrickQuestion, TrickResolveAnswer, TrickResolveRequest, trick_answer

tricks = Blueprint("tricks", __name__, url_prefix="/v1/tricks", description="Who wins a trick.")


@tricks.decision("/resolve", "resolveTrick", TrickResolveRequest(), TrickResolveAnswer())
def resolve(question: TrickQuestion, language: str) -> dict[str, Any]:
    """Who wins these plays?

    A trick of one to three plays is answered with the winner so far and `complete: false`.
    """
    verdict = resolve_trick(question.ruleset.options, question.trump, question.plays)
    return trick_answer(verdict, question, language)

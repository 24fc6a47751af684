"""Hands (手牌): hands/describe."""

from __future__ import annotations

from typing import Any

from api.typed import Blueprint
from rules.hands import describe_hand
from schemas.hands import HandDescribeRequest, HandDescription, HandQuestion, hand_answer

hands = Blueprint("hands", __name__, url_prefix="/v1/hands", description="What a hand holds.")


@hands.decision("/describe", "describeHand", HandDescribeRequest(), HandDescription())
def describe(question: HandQuestion, language: str) -> dict[str, Any]:
    """What does this hand hold, sorted for display?

    With `seat` and `declarer` the answer also says whether the hand may void the deal (革命).
    """
    verdict = describe_hand(question.ruleset.options, question.trump, question.hand, seat=question.seat, declarer=question.declarer)
    return hand_answer(verdict, question.ruleset)

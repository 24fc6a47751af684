"""Plays (出牌): plays/check and plays/options."""

from __future__ import annotations

from typing import Any

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


@plays.decision("/check", "checkPlay", PlayCheckRequest(), PlayCheckAnswer())
def check(question: PlayQuestion, language: str) -> dict[str, Any]:
    """May this player play these cards now?

    An illegal play is an answer, not an error: `legal` is false and `violations` say why. A thrown lead is tested when
    `hands` gives the other three hands. What counts as lowest, as `exposed` cards may, overtakes nothing.
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
        exposed=question.exposed,
        counts_as_lowest=question.counts_as_lowest,
        explain=question.explain,
    )
    return play_answer(verdict, question, language)


@plays.decision("/options", "listPlays", PlayOptionsRequest(), PlayOptionsAnswer())
def options(question: OptionsQuestion, language: str) -> dict[str, Any]:
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
        exposed=question.exposed,
        limit=question.limit,
    )
    return options_answer(verdict, question.ruleset, language)

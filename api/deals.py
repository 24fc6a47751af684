"""Whole deals (一副牌): deals/score and deals/replay."""

from __future__ import annotations

from typing import Any

from api.notation import DealExchange
from api.typed import Blueprint
from rules.deals.replay import replay as replay_deal
from rules.deals.score import ScoreVerdict, score_deal
from schemas.deals import DealQuestion, DealScoreAnswer, DealScoreRequest, deal_answer
from schemas.replays import DealReplayAnswer, DealReplayRequest, ReplayQuestion, replay_answer

deals = Blueprint("deals", __name__, url_prefix="/v1/deals", description="A deal from its first card to the next deal's levels.")


@deals.decision("/score", "scoreDeal", DealScoreRequest(), DealScoreAnswer())
def score(question: DealQuestion, language: str) -> dict[str, Any]:
    """What is a deal worth, and where do the levels go?

    One call for a scoreboard: tricks, kitty and fines are added up item by item, and the levels are moved. The points are given
    in one of three ways: `trick_points` with the last trick and the kitty, all `tricks`, or a final total as `attackers_points`,
    beside which penalties with points are refused, since the total holds them.
    """
    return deal_answer(scored(question), question, language)


def scored(question: DealQuestion) -> ScoreVerdict:
    """What the engine says of a deal that was read."""
    return score_deal(
        question.ruleset.options,
        question.declarer,
        question.levels,
        question.points,
        laps=question.laps,
        fines=question.fines,
        effects=question.effects,
        stakes_shown_by=question.stakes_shown_by,
    )


@deals.decision("/replay", "replayDeal", DealReplayRequest(), DealReplayAnswer(), exchange=DealExchange())
def replay(question: ReplayQuestion, language: str) -> dict[str, Any]:
    """Was this deal played by the rules, and what does it come to?

    Bids, burials and plays are judged in order; the first that is against the rules is answered as `fault` with its place, and the
    deal up to it. A deal that is cut short is answered as far as it goes, one that is played out with its score and the next
    deal's levels; failed throws are fined by themselves. Without `hands` a later card that proves an earlier play wrong is told
    as `proved_by`.

    As text/plain the deal is asked in the deal notation, and answered in it with comments where `Accept` prefers that.
    """
    return replay_answer(replay_deal(question.ruleset.options, question.record), question, language)

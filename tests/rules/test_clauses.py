"""Facts of clauses that no other test is named after: who draws and leads, and what rounds, standings and pairings will read."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import preset
from rules.formations import describe
from rules.levels import advance
from rules.plays import check_play
from rules.tricks import resolve_trick, table_faults
from tests.support.bidding import Table
from tests.support.engine import cards, house, plays, trump_of
from tests.support.replays import fault_of, record, replayed

JIANGSU, GONGXIAO, UNIFIED, NANTONG, ANHUI, GUIZHOU = (
    "jiangsu-2007",
    "gongxiao-2013",
    "chaodipi-unified",
    "nantong-chaodipi",
    "anhui-tcm-2009",
    "guizhou-2010",
)


def said(ruleset: str, path: str) -> Any:
    """What a ruleset says under a dotted path."""
    value: Any = preset(ruleset).document
    for key in path.split("."):
        value = value[key]
    return value


def basis(ruleset: str, path: str) -> tuple[str, str | None]:
    """What an option rests on."""
    ground = preset(ruleset).ground(path)
    return ground.basis, ground.clause


# Jiangsu 2007


def test_jiangsu_2_the_ranking_goes_down_to_the_lot() -> None:
    assert said(JIANGSU, "standings.rank_by") == ["points", "head_to_head", "rounds_won", "best_rounds", "lot"]
    assert basis(JIANGSU, "standings.rank_by") == ("printed", "二")


def test_jiangsu_3_2_drawing_goes_counter_clockwise() -> None:
    assert said(JIANGSU, "direction") == "counterclockwise"
    assert Table(JIANGSU, None, first_drawer="S").trump("N H2", "= E D2") == "E D2"


def test_jiangsu_3_2_in_later_deals_the_declarer_draws_first() -> None:
    assert Table(JIANGSU, "W").trump("N H9", "= S D9") == "W D9"


def test_jiangsu_3_5_the_declarer_leads_first() -> None:
    assert fault_of(replayed(record("W H3", trump="S2"))) == ("/tricks/0/plays/0", "not_your_turn")
    assert replayed(record("N H3", trump="S2")).legal


def test_jiangsu_3_6_1_one_card_is_a_single() -> None:
    for card in ("H3", "S8", "BJ"):
        assert [part.kind for part in describe(house(), trump_of("S8"), cards(card)).components] == ["single"]


def test_jiangsu_4_3_6_a_pair_held_back_is_detected() -> None:
    verdict = check_play(house(), trump_of("S8"), cards("H3 H3 H5 H6"), plays("H9 H9"), cards("H5 H6"))
    assert [(one.code, one.option) for one in verdict.violations] == [("pair_owed", "follow.pairs")]
    assert preset(JIANGSU).ground("follow.pairs").clause == "4.3.6"


# Gongxiao 2013


def test_gongxiao_programme_4_five_rounds_of_sixty_minutes() -> None:
    assert (said(GONGXIAO, "pairings.rounds"), said(GONGXIAO, "limits.round_minutes"), said(GONGXIAO, "rounds.form.games")) == (5, 60, 1)
    assert said(GONGXIAO, "rounds.points") == {"counted": "round", "win": "2", "loss": "0"}
    assert basis(GONGXIAO, "rounds.points") == ("printed", "办法·四")


def test_gongxiao_programme_5_the_order_of_the_ranking() -> None:
    assert said(GONGXIAO, "standings.rank_by") == ["points", "opponents_points", "net_levels", "level_sum"]
    assert preset(GONGXIAO).ground("standings.rank_by").clause == "办法·五"


def test_gongxiao_25_at_time_the_higher_level_wins_then_the_side_in_the_chair() -> None:
    assert (said(GONGXIAO, "rounds.decided_by"), said(GONGXIAO, "rounds.equal")) == (["level"], "in_the_chair")
    assert said(GONGXIAO, "rounds.at_time") == {"from": "notice", "deal_in_hand": "finished_if_drawn", "further_deals": 0}
    assert basis(GONGXIAO, "rounds.equal") == ("printed", "25")


# The unified rules


def test_unified_1_2_a_knock_out_with_semi_final_and_final_best_of_three() -> None:
    assert said(UNIFIED, "pairings.system") == "knockout"
    assert said(UNIFIED, "rounds.form.games") == 1
    assert [said(UNIFIED, f"rounds.by_stage.{stage}.games") for stage in ("semi_final", "final")] == [3, 3]


def test_unified_1_3_seconds_and_deals_of_a_game() -> None:
    assert [said(UNIFIED, f"limits.{name}") for name in ("bury_seconds", "play_seconds", "deals")] == [60, 15, 12]
    assert said(UNIFIED, "rounds.decided_by") == ["games", "level"]
    assert said(UNIFIED, "limits.by_stage") == {stage: {"round_minutes": "none", "deals": "none"} for stage in ("semi_final", "final")}


# Nantong


def test_nantong_1_teams_of_two_pairs_knock_each_other_out() -> None:
    assert said(NANTONG, "pairings.system") == "knockout"
    assert said(NANTONG, "standings.teams") == {"pairs": 2, "total_of": "round_points", "equal": "extra_game"}


def test_nantong_2_ninety_minutes_and_points_for_each_game() -> None:
    assert (said(NANTONG, "limits.round_minutes"), said(NANTONG, "rounds.form.games")) == (90, 3)
    points = said(NANTONG, "rounds.points")
    assert (points["counted"], points["win"], points["loss"], points["forfeit"]["offenders"]) == ("game", "2", "1", "0")


@pytest.mark.parametrize(("attackers_points", "gain"), [(80, 0), (85, 0), (90, 1), (100, 2), (119, 3), (120, 4)])
def test_nantong_5_1_ten_points_are_a_level(attackers_points: int, gain: int) -> None:
    verdict = advance(house(NANTONG), "N", {"NS": "5", "EW": "2"}, attackers_points)
    assert verdict.levels == {"NS": "5", "EW": "23456"[gain]}


# Anhui


def test_anhui_notice_4_1_ten_groups_then_knock_out() -> None:
    assert said(ANHUI, "pairings.system") == "groups_then_knockout"
    assert said(ANHUI, "pairings.groups") == {"count": 10, "drawn": True, "advance": 2}
    assert said(ANHUI, "pairings.odd_field") == "bye_plays_winner"


def test_anhui_notice_4_2_and_1_2_an_hour_and_later_an_hour_and_a_half() -> None:
    assert said(ANHUI, "limits.round_minutes") == 60
    assert [said(ANHUI, f"limits.by_stage.{stage}.round_minutes") for stage in ("semi_final", "final")] == [90, 90]
    assert (said(ANHUI, "rounds.decided_by"), said(ANHUI, "rounds.equal")) == (["level"], "in_the_chair")


def test_anhui_1_1_seconds_to_bury_and_to_play() -> None:
    assert [said(ANHUI, f"limits.{name}") for name in ("bury_seconds", "play_seconds")] == [60, 15]
    assert basis(ANHUI, "limits.play_seconds") == ("printed", "一.1")


# Guizhou


def test_guizhou_7_5_5_ties_go_by_rounds_won_then_by_the_opponents_points() -> None:
    assert said(GUIZHOU, "standings.rank_by") == ["points", "rounds_won", "opponents_points"]


def test_guizhou_7_6_2_and_7_6_3_two_pairs_a_team_and_shared_places() -> None:
    teams = said(GUIZHOU, "standings.teams")
    assert (teams["sections"], teams["total_of"]) == (["men", "women"], "place_points")
    assert (teams["equal"], teams["after_shared_place"]) == ("share_place", "left_empty")


def test_guizhou_8_4_play_goes_counter_clockwise() -> None:
    options = house(GUIZHOU)
    assert resolve_trick(options, trump_of("S8"), plays("H5", "H9", "H3", "H4")).winner == "W"
    wrong = table_faults(options, trump_of("S8"), plays("H5", "H9", order="NE"))
    assert [(fault.pointer, fault.code) for fault in wrong] == [("/plays/1/seat", "seat_out_of_order")]
    assert basis(GUIZHOU, "direction") == ("printed", "八(四)")

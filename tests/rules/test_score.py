"""The score of a whole deal: tricks, kitty, fines, the total, and the levels that follow (semantics 8, 9, 11; settled 12)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import texts
from rules.cards import CARD_OF_TOKEN, points_of
from rules.deals.score import Counted, DealFine, FinalTotal, ScoreVerdict, fine_of, points_in_play, score_deal
from rules.deals.tricks import counted_from_tricks, hand_size, tricks_faults
from rules.effects import Effect
from rules.kitty import DigVerdict
from rules.options import Options
from rules.penalties import EffectVerdict, Offending
from rules.tricks import Play
from tests.support.deals import SinglesDeal, singles_deal
from tests.support.engine import cards, house, plays, trump_of
from tests.support.fines import charged

GUARDED = ("HA", "H3", "H4", "H6")
DUG = ("H3", "HA", "H4", "H6")
FIVES = cards("H5 HT D2 D3 D4 D6 C2 C3")
"""A kitty of fifteen points."""


def counted(
    trick_points: int, *last: str, trump: str = "S5", kitty_points: int | None = None, kitty: Any = None, order: str = "NWSE"
) -> Counted:
    if kitty is None and kitty_points is None:
        kitty_points = 15
    return Counted(trump_of(trump), trick_points, tuple(plays(*(last or DUG), order=order)), kitty, kitty_points)


def score(points: Counted | FinalTotal, ruleset: str | Options = "jiangsu-2007", ns: str = "5", ew: str = "9", **more: Any) -> ScoreVerdict:
    options = house(ruleset) if isinstance(ruleset, str) else ruleset
    return score_deal(options, "N", {"NS": ns, "EW": ew}, points, **more)


def fined(ruleset: str, offence: str, side: str, **facts: Any) -> DealFine:
    return fine_of(house(ruleset), Offending(offence, side, declarer="N", **facts))


def warned(verdict: ScoreVerdict) -> list[str]:
    return [warning.code for warning in verdict.warnings]


def test_tricks_kitty_and_fines_are_added_up() -> None:
    fines = [charged("NS", 10, 10), charged("EW", 20, -20), charged("EW", 0, 0)]
    verdict = score(counted(75), fines=fines)
    assert verdict.kitty is not None
    assert (verdict.trick_points, verdict.kitty.awarded, verdict.fines_points) == (75, 30, -10)
    assert (verdict.counted_points, verdict.attackers_points) == (95, 95)
    assert verdict.fines == tuple(fines)
    assert (verdict.advance.outcome, verdict.advance.declarer) == ("attackers_take", "W")
    assert [ruling.code for ruling in verdict.rulings] == [
        "kitty_dug",
        "kitty_category",
        "kitty_multiplier",
        "points_added",
        "attackers_take",
        "levels_due",
        "declares_next",
    ]


def test_a_guarded_kitty_adds_nothing() -> None:
    verdict = score(counted(40, *GUARDED))
    assert verdict.kitty is not None
    assert (verdict.kitty.won_by, verdict.kitty.awarded, verdict.attackers_points) == ("declarers", 0, 40)
    assert verdict.advance.levels == {"NS": "6", "EW": "9"}


def test_the_kitty_may_be_given_by_its_cards() -> None:
    assert score(counted(75, kitty=FIVES)).attackers_points == 105


def test_a_final_total_leaves_nothing_to_add_up() -> None:
    verdict = score(FinalTotal(115))
    assert (verdict.trick_points, verdict.kitty, verdict.fines, verdict.counted_points) == (None, None, (), None)
    assert (verdict.attackers_points, verdict.advance.outcome, verdict.warnings) == (115, "attackers_take", ())


def test_fines_of_attackers_may_take_the_total_below_none() -> None:
    verdict = score(counted(0, *GUARDED), "gongxiao-2013", fines=[charged("EW", 40, -40)])
    assert (verdict.attackers_points, verdict.advance.gained_due) == (-40, 5)


def test_what_a_fine_does_besides_moves_the_levels_before_further_effects() -> None:
    taken = charged("NS", 0, 0, EffectVerdict("deal_taken", by="EW"))
    verdict = score(counted(0, *GUARDED), fines=[taken], effects=[Effect("level_up", side="EW", levels=1)])
    assert (verdict.advance.outcome, verdict.advance.levels, verdict.attackers_points) == ("attackers_take", {"NS": "5", "EW": "T"}, 0)


def test_a_set_score_takes_the_place_of_what_was_counted() -> None:
    verdict = score(counted(75), "gongxiao-2013", effects=[Effect("deal_score", side="EW", points=0)])
    assert (verdict.counted_points, verdict.attackers_points, verdict.advance.gained_due) == (105, 0, 5)
    assert score(FinalTotal(75), effects=[Effect("deal_score", side="EW", points=200)]).attackers_points == 200


def test_laps_are_carried_on() -> None:
    assert score(FinalTotal(0), "guizhou-2010", ns="joker", laps={"NS": 1, "EW": 0}).advance.laps == {"NS": 2, "EW": 0}


# What each regulation makes of a deal (clauses.md, rows KSCORE, ADV and PEN)


def test_jiangsu_3_8_a_pair_digs_fourfold_and_4_3_4_the_declarers_failed_throw_adds_to_it() -> None:
    throw = fined("jiangsu-2007", "failed_throw", "NS", cards=4)
    verdict = score(counted(60, "H3 H3", "H4 H4", "D3 D4", "D6 D7"), fines=[throw])
    assert verdict.kitty is not None
    assert (verdict.kitty.category, verdict.kitty.multiplier, verdict.kitty.awarded) == ("pair", 4, 60)
    assert (throw.points, throw.attackers_points_delta, verdict.attackers_points) == (40, 40, 160)
    assert verdict.advance.levels == {"NS": "5", "EW": "J"}


def test_jiangsu_4_3_3_wrong_count_of_the_attackers_gives_the_declarers_a_level_first() -> None:
    verdict = score(FinalTotal(80), fines=[fined("jiangsu-2007", "wrong_card_count", "EW")])
    assert (verdict.advance.outcome, verdict.advance.levels) == ("attackers_take", {"NS": "6", "EW": "9"})
    at_fault = score(FinalTotal(0), fines=[fined("jiangsu-2007", "wrong_card_count", "NS")])
    assert at_fault.advance.outcome == "attackers_take"


def test_gongxiao_10_to_12_a_tractor_digs_eightfold_and_every_twenty_are_a_level() -> None:
    verdict = score(counted(20, "H3 H3 H4 H4", "H6 H6 H7 H7", "D3 D4 D6 D7", "D8 D9 C3 C4"), "gongxiao-2013")
    assert verdict.kitty is not None
    assert (verdict.kitty.multiplier, verdict.attackers_points, verdict.advance.levels["EW"]) == (8, 140, "Q")


def test_gongxiao_18_who_refuses_to_correct_scores_nothing_and_the_others_200() -> None:
    attackers = score(counted(100), "gongxiao-2013", fines=[fined("gongxiao-2013", "refused_to_correct", "EW")])
    assert (attackers.attackers_points, attackers.advance.outcome, attackers.advance.gained_due) == (0, "declarers_hold", 5)
    declarers = score(counted(0), "gongxiao-2013", fines=[fined("gongxiao-2013", "refused_to_correct", "NS")])
    assert (declarers.attackers_points, declarers.advance.outcome, declarers.advance.gained_due) == (200, "attackers_take", 6)


def test_gongxiao_15_a_false_revolution_gives_the_declarers_five_levels_and_passes_the_ace() -> None:
    false = [fined("gongxiao-2013", "false_revolution", "EW")]
    assert score(FinalTotal(120), "gongxiao-2013", fines=false).advance.levels["NS"] == "T"
    assert score(FinalTotal(120), "gongxiao-2013", ns="A", fines=false).advance.winner == "NS"


def test_unified_1_6_a_total_below_none_goes_straight_to_the_ace() -> None:
    revoke = charged("EW", 10, -10)
    verdict = score(counted(5, *GUARDED), "chaodipi-unified", fines=[revoke])
    assert (verdict.attackers_points, verdict.advance.levels["NS"]) == (-5, "A")


def test_nantong_5_12_a_five_ten_king_digs_all_the_way() -> None:
    dug = counted(40, "H5 HT HK", "S5 ST SK", "D3 D4 D6", "C3 C4 C6", trump="S8", kitty_points=0)
    verdict = score(dug, "nantong-chaodipi", ns="8")
    assert verdict.kitty is not None
    assert verdict.kitty.digs == (DigVerdict("NS", "2", "A", True),)
    assert (verdict.advance.levels, verdict.advance.outcome) == ({"NS": "2", "EW": "A"}, "declarers_hold")


def test_nantong_5_12_the_declarers_points_of_a_stake_are_what_the_attackers_have_not_won_in_tricks() -> None:
    lost = score(counted(125, *GUARDED), "nantong-chaodipi", stakes_shown_by="attackers")
    assert lost.advance.levels == {"NS": "2", "EW": "A"}
    kept = score(counted(120, *GUARDED), "nantong-chaodipi", stakes_shown_by="attackers")
    assert kept.advance.levels == {"NS": "5", "EW": "K"}
    given = score(FinalTotal(120, declarers_points=75), "nantong-chaodipi", stakes_shown_by="attackers")
    assert given.advance.levels == {"NS": "2", "EW": "A"}


def test_nantong_5_12_a_stake_of_the_declarers_hangs_on_the_total_with_kitty_and_fines() -> None:
    assert score(counted(45), "nantong-chaodipi", stakes_shown_by="declarers").advance.levels == {"NS": "A", "EW": "2"}
    assert score(counted(50), "nantong-chaodipi", stakes_shown_by="declarers").advance.levels == {"NS": "5", "EW": "9"}


def test_anhui_4_3_and_4_4_a_jack_digs_the_declarers_down_and_the_points_count_on_top() -> None:
    last = counted(50, "H3", "DJ", "H4", "H6", trump="SJ", order="NESW")
    verdict = score(last, "anhui-tcm-2009", ns="J")
    assert (verdict.attackers_points, verdict.advance.levels, verdict.advance.declarer) == (80, {"NS": "2", "EW": "9"}, "E")
    held = score(counted(30, "H3", "DJ", "H4", "H6", trump="SJ", order="NESW"), "anhui-tcm-2009", ns="J")
    assert (held.attackers_points, held.advance.levels["NS"]) == (60, "4")


def test_guizhou_8_10_the_offenders_points_of_the_trick_go_to_the_others() -> None:
    hidden = fined("guizhou-2010", "concealed_card", "NS", tier="established", trick_points=20, trick_won_by="NS")
    assert (hidden.points, hidden.attackers_points_delta) == (10, 30)
    verdict = score(counted(50, *GUARDED), "guizhou-2010", fines=[hidden])
    assert (verdict.fines_points, verdict.attackers_points, verdict.advance.outcome) == (30, 80, "attackers_take")


def test_march8_5_6_a_wrong_play_loses_the_deal() -> None:
    declarers = score(counted(0, *GUARDED), "march8-2012", fines=[fined("march8-2012", "improper_play", "NS")])
    assert (declarers.advance.outcome, declarers.advance.levels) == ("attackers_take", {"NS": "5", "EW": "9"})
    attackers = score(counted(160), "march8-2012", fines=[fined("march8-2012", "improper_play", "EW")])
    assert (attackers.advance.outcome, attackers.advance.levels) == ("declarers_hold", {"NS": "6", "EW": "9"})


def test_march8_6_three_pairs_dig_sixteenfold() -> None:
    dug = counted(0, "H3 H3 H4 H4 H6 H6", "H7 H7 H8 H8 H9 H9", "D2 D3 D4 D6 D7 D8", "C2 C3 C4 C6 C7 C8", kitty_points=10)
    verdict = score(dug, "march8-2012")
    assert (verdict.attackers_points, verdict.advance.levels["EW"]) == (160, "J")


# Digs, rotation and warnings


def test_beside_a_final_total_digs_and_the_last_trick_s_winner_are_said() -> None:
    verdict = score(FinalTotal(90, digs=(DigVerdict("NS", "2", None, False),)), "anhui-tcm-2009", ns="J")
    assert verdict.advance.levels == {"NS": "2", "EW": "T"}
    by_trick = house(rotation={"taken": "last_trick_winner"})
    assert score(FinalTotal(90, last_trick_winner="E"), by_trick).advance.declarer == "E"


def test_the_winner_of_the_last_trick_declares_next_where_the_ruleset_says_so() -> None:
    by_trick = house(rotation={"taken": "last_trick_winner"})
    verdict = score(counted(90, "H3", "H4", "H6", "HA"), by_trick)
    assert (verdict.advance.outcome, verdict.advance.declarer) == ("attackers_take", "E")


def test_a_trump_of_another_level_than_the_declarers_is_told() -> None:
    assert warned(score(counted(75))) == []
    assert warned(score(counted(75), ns="7")) == ["played_at_other_level"]


def test_trick_points_short_of_the_last_trick_s_own_are_told() -> None:
    assert warned(score(counted(5, "HT", "HK", "H4", "H6"))) == ["last_trick_not_counted"]
    assert warned(score(counted(20, "HT", "HK", "H4", "H6"))) == []
    assert warned(score(counted(5, "HA", "HK", "H4", "H6"))) == []


@pytest.mark.parametrize(
    ("total", "told"),
    [
        (0, []),
        (75, []),
        (200, []),
        (77, ["total_not_of_fives"]),
        (205, ["total_beyond_cards"]),
        (-5, ["total_beyond_cards"]),
        (100_001, ["total_not_of_fives", "total_beyond_cards"]),
    ],
)
def test_a_final_total_that_may_be_a_slip_is_told_and_counted(total: int, told: list[str]) -> None:
    verdict = score(FinalTotal(total))
    assert (warned(verdict), verdict.attackers_points) == (told, total)


def test_what_is_wrong_with_the_last_trick_is_told() -> None:
    assert warned(score(counted(75, "HA HQ", "HK H3", "H4 H6", "H7 H8"))) == ["throw_was_beatable"]


# All tricks of a deal


def played(deal: SinglesDeal) -> list[tuple[Play, ...]]:
    return [tuple(Play(play["seat"], cards(play["cards"][0])) for play in trick["plays"]) for trick in deal.tricks]


def told(tricks: list[tuple[Play, ...]], ruleset: str = "jiangsu-2007", declarer: str = "N") -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in tricks_faults(house(ruleset), trump_of("S5"), declarer, tricks)]


@pytest.mark.parametrize("seed", range(8))
def test_the_tricks_of_a_deal_are_added_up_and_leave_the_kitty(seed: int) -> None:
    deal = singles_deal(seed)
    assert told(played(deal)) == []
    found = counted_from_tricks(house(), trump_of("S5"), "N", played(deal))
    assert (found.trick_points, found.last_trick) == (deal.attackers_points, played(deal)[-1])
    assert found.kitty is not None
    assert sorted(found.kitty) == sorted(CARD_OF_TOKEN[token] for token in deal.kitty)
    won = sum(points_of(play.cards) for trick in played(deal) for play in trick)
    assert won + points_of(found.kitty) == points_in_play(house()) == 200


def test_guizhou_8_10_points_of_a_trick_that_go_to_the_other_side_are_no_fine() -> None:
    held = fined("guizhou-2010", "concealed_card", "NS", tier="established", trick_points=10, trick_won_by="NS")
    assert (held.points, held.moved_points, held.attackers_points_delta) == (10, 10, 20)
    verdict = score(counted(20, *GUARDED), "guizhou-2010", fines=[held, charged("EW", 5, -5)])
    (added,) = [ruling for ruling in verdict.rulings if ruling.code == "points_added"]
    assert added.params == {"case": "moved", "trick_points": 20, "awarded": 0, "fines": 5, "moved": 10, "points": 35}
    assert texts.text("zh-Hans", "rulings", added.code, added.params) == "闲家方各圈得20分，底牌0分，罚分5分，改判的圈分10分，合计35分。"
    assert verdict.fines_points == 15


@pytest.mark.parametrize(
    ("ruleset", "offence", "facts", "sanctions"),
    [
        ("jiangsu-2007", "late", {"minutes": 16}, ["round"]),
        ("jiangsu-2007", "illegal_information", {"instead": "suspended"}, ["suspended", "round"]),
        ("jiangsu-2007", "concealed_card", {"tier": "gain"}, []),
        ("gongxiao-2013", "illegal_information", {"instead": "game_lost"}, ["game_lost"]),
        ("gongxiao-2013", "illegal_information", {"instead": "warning"}, []),
    ],
)
def test_what_outlasts_the_deal_is_warned_of(ruleset: str, offence: str, facts: dict[str, Any], sanctions: list[str]) -> None:
    fine = fined(ruleset, offence, "EW", **facts)
    for points in (counted(75), FinalTotal(125)):
        told = [warning for warning in score(points, ruleset, fines=[fine]).warnings if warning.code == "sanction_beyond_the_deal"]
        assert [warning.params for warning in told] == [{"side": "EW", "sanction": sanction} for sanction in sanctions]
        assert {warning.option for warning in told} <= {fine.sanction.option}


def test_the_tricks_go_round_the_other_way_where_the_ruleset_plays_clockwise() -> None:
    clockwise = singles_deal(1, order="NESW")
    assert told(played(clockwise), "anhui-tcm-2009") == []
    assert ("/tricks/0/plays/1/seat", "seat_out_of_order") in told(played(clockwise))


def test_a_kitty_that_is_given_is_kept() -> None:
    deal = singles_deal(2)
    by_points = counted_from_tricks(house(), trump_of("S5"), "N", played(deal), kitty_points=15)
    assert (by_points.kitty, by_points.kitty_points) == (None, 15)
    assert counted_from_tricks(house(), trump_of("S5"), "N", played(deal), kitty=FIVES).kitty == FIVES


def test_the_winner_of_a_trick_leads_the_next_and_the_declarer_the_first() -> None:
    tricks = played(singles_deal(3))
    assert told(tricks, declarer="S")[0] == ("/tricks/0/plays/0/seat", "wrong_leader")
    assert tricks[4][0].seat == "W"
    turned = tuple(Play(seat, play.cards) for seat, play in zip("SENW", tricks[4], strict=True))
    assert told([*tricks[:4], turned, *tricks[5:]])[0] == ("/tricks/4/plays/0/seat", "wrong_leader")


def test_behind_a_trick_that_cannot_be_judged_no_leader_is_wrong() -> None:
    tricks = played(singles_deal(3))
    broken = (tricks[0][0], *tricks[0][2:], tricks[0][1])
    codes = told([broken, *tricks[1:]])
    assert {pointer.split("/")[2] for pointer, _ in codes} == {"0"}


def test_a_play_that_counts_as_lowest_does_not_win_the_lead() -> None:
    tricks = played(singles_deal(4))
    first = tricks[0]
    winner = tricks[1][0].seat
    assert winner == "S"
    lowered = tuple(Play(play.seat, play.cards, play.seat == winner) for play in first)
    assert told([lowered, *tricks[1:]])[0] == ("/tricks/1/plays/0/seat", "wrong_leader")


def test_the_tricks_are_the_whole_deal() -> None:
    tricks = played(singles_deal(4))
    assert hand_size(house()) == 25
    assert told(tricks[:-1]) == [("/tricks", "wrong_deal_size")]


def test_beyond_a_whole_deal_no_leader_is_wrong() -> None:
    tricks = played(singles_deal(4))
    after = tuple(plays("D3", "D4", "D6", "D7", order="ENWS"))
    leads = {pointer for pointer, code in told([*tricks, after, after]) if code == "wrong_leader"}
    assert leads == {"/tricks/25/plays/0/seat"}


def test_warnings_of_earlier_tricks_go_before_those_of_the_last() -> None:
    throw = tuple(plays("HA HQ", "HK H3", "H4 H6", "H7 H8"))
    rest = tuple(plays("D3", "D4", "D6", "D7"))
    found = counted_from_tricks(house(), trump_of("S5"), "N", [throw, rest, throw])
    assert [warning.code for warning in found.warnings] == ["throw_was_beatable"]
    assert warned(score(found)) == ["throw_was_beatable", "throw_was_beatable"]

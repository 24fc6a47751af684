"""Advancement: tables of the seven presets, must-defend levels, digs, stakes, the next declarer (semantics 9)."""

from __future__ import annotations

import pytest

from rules.catalogue import preset
from rules.effects import Effect, effect_faults
from rules.kitty import DigVerdict
from rules.levels import AdvanceVerdict, StakesShown, advance, advance_faults, level_faults
from rules.options import Options
from tests.support.engine import house


def book(
    points: int,
    ruleset: str | Options = "jiangsu-2007",
    ns: str = "5",
    ew: str = "9",
    declarer: str = "N",
    **more: object,
) -> AdvanceVerdict:
    options = house(ruleset) if isinstance(ruleset, str) else ruleset
    return advance(options, declarer, {"NS": ns, "EW": ew}, points, **more)  # type: ignore[arg-type]


FORTY = {-5: 3, 0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: 1, 155: 1, 160: 2, 200: 3, 280: 5}
TENS = {-10: 8, 0: 8, 5: 8, 10: 7, 60: 2, 65: 2, 70: 1, 75: 1, 79: 1, 80: 0, 85: 0, 90: 1, 135: 5}
DUE = {
    "jiangsu-2007": FORTY,
    "guizhou-2010": FORTY,
    "march8-2012": FORTY,
    "gongxiao-2013": {0: 5, 5: 4, 20: 4, 25: 3, 40: 3, 45: 2, 60: 2, 65: 1, 75: 1, 80: 0, 95: 0, 100: 1, 120: 2, 400: 16},
    "nantong-chaodipi": TENS,
    "anhui-tcm-2009": TENS,
    "chaodipi-unified": {**TENS, 0: 11, -10: 11},
}


@pytest.mark.parametrize("ruleset", DUE)
def test_what_each_preset_s_table_gives(ruleset: str) -> None:
    found = {points: book(points, ruleset, ns="3", ew="3").gained_due for points in DUE[ruleset]}
    assert found == DUE[ruleset]


def test_eighty_takes_the_deal() -> None:
    assert (book(79).outcome, book(80).outcome) == ("declarers_hold", "attackers_take")
    taken = book(125)
    assert (taken.gained_side, taken.gained_levels, taken.levels) == ("EW", 1, {"NS": "5", "EW": "T"})
    assert (taken.declarer, taken.level, taken.laps, taken.stopped_at, taken.game_over) == ("W", "T", None, None, False)


def test_an_advance_stops_on_a_level_that_must_be_defended() -> None:
    verdict = book(0, ns="Q")
    assert (verdict.levels["NS"], verdict.stopped_at, verdict.gained_levels, verdict.gained_due) == ("A", "A", 2, 3)
    exact = book(0, ns="J")
    assert (exact.levels["NS"], exact.stopped_at, exact.game_over) == ("A", None, False)
    assert book(0, "anhui-tcm-2009", ns="9").stopped_at == "J"


def test_attackers_do_not_move_up_from_a_level_that_must_be_defended() -> None:
    verdict = book(160, ew="A")
    assert (verdict.levels["EW"], verdict.stopped_at, verdict.gained_levels, verdict.gained_due) == ("A", "A", 0, 2)
    assert book(80, ew="A").stopped_at is None
    assert book(120, "anhui-tcm-2009", ew="J").levels["EW"] == "J"


def test_declarers_who_hold_on_the_last_must_defend_level_win() -> None:
    verdict = book(75, ns="A")
    assert (verdict.game_over, verdict.winner, verdict.levels["NS"]) == (True, "NS", "A")
    assert (verdict.declarer, verdict.level, verdict.stopped_at) == (None, None, None)
    assert verdict.rulings[-1].code == "game_over"
    assert not book(80, ns="A").game_over


def test_declarers_leave_an_earlier_must_defend_level_by_holding_there() -> None:
    verdict = book(70, "anhui-tcm-2009", ns="J")
    assert (verdict.levels["NS"], verdict.game_over) == ("Q", False)
    assert book(0, "anhui-tcm-2009", ns="J").levels["NS"] == "A"


def test_unified_declarers_go_straight_to_the_ace() -> None:
    assert book(-10, "chaodipi-unified", ns="2").levels["NS"] == "A"
    assert book(0, "chaodipi-unified", ns="K").levels["NS"] == "A"
    assert book(0, "chaodipi-unified", ns="A").winner == "NS"


def test_guizhou_goes_past_the_ace_and_round_again() -> None:
    assert book(45, "guizhou-2010", ns="A").levels["NS"] == "joker"
    verdict = book(0, "guizhou-2010", ns="A", laps={"NS": 1})
    assert (verdict.levels["NS"], verdict.laps, verdict.game_over) == ("3", {"NS": 2, "EW": 0}, False)
    assert "ladder_wraps" in [ruling.code for ruling in verdict.rulings]
    assert book(45, "guizhou-2010").laps == {"NS": 0, "EW": 0}
    assert book(120, "guizhou-2010", ew="joker").levels["EW"] == "2"


def test_without_must_defend_levels_going_beyond_the_last_wins() -> None:
    free = house(levels={"must_defend": []})
    assert book(75, free, ns="A").winner == "NS"
    assert book(0, free, ns="K").winner == "NS"
    assert book(0, free, ns="J").game_over is False
    assert book(120, free, ew="A").winner == "EW"
    assert book(200, free, ew="Q").winner == "EW"


def test_a_must_defend_level_in_the_middle_ends_nothing() -> None:
    middle = house(levels={"must_defend": ["J"]})
    assert book(75, middle, ns="J").levels["NS"] == "Q"
    assert book(75, middle, ns="A").winner == "NS"


def test_a_wrapping_ladder_with_a_last_must_defend_level_goes_round() -> None:
    options = house("guizhou-2010", levels={"must_defend": ["joker"]})
    assert book(45, options, ns="joker").levels["NS"] == "2"
    assert book(120, options, ew="joker").levels["EW"] == "joker"


def test_house_tables() -> None:
    capped = house(advancement={"attackers": {"step": 40, "cap": 3}})
    assert book(400, capped, ew="2").gained_levels == 3
    steps = house(advancement={"base": 100, "declarers": {"step": 20, "cap": 4}, "attackers": [{"under": 140, "levels": 0}, {"levels": 2}]})
    assert [book(points, steps, ns="2", ew="2").gained_due for points in (0, 1, 40, 99, 100, 139, 140, 300)] == [4, 4, 3, 1, 0, 0, 2, 2]
    moved_base = house(advancement={"base": 100})
    assert book(90, moved_base).gained_due == 0


def dig(to: str | None = "2", attackers_to: str | None = None, final: bool = False) -> list[DigVerdict]:
    return [DigVerdict("NS", to, attackers_to, final)]


def test_anhui_4_4_digs_reset_the_declarers_first() -> None:
    taken = book(90, "anhui-tcm-2009", ns="J", ew="5", digs=dig())
    assert (taken.outcome, taken.levels) == ("attackers_take", {"NS": "2", "EW": "6"})
    held = book(60, "anhui-tcm-2009", ns="J", digs=dig())
    assert (held.outcome, held.levels["NS"], held.declarer, held.level) == ("declarers_hold", "4", "S", "4")


def test_anhui_4_4_declarers_dug_to_the_jack_leave_it() -> None:
    verdict = book(60, "anhui-tcm-2009", ns="A", digs=dig("J"))
    assert (verdict.levels["NS"], verdict.game_over, verdict.stopped_at) == ("K", False, None)
    far = book(0, "anhui-tcm-2009", ns="A", digs=dig("J"))
    assert (far.levels["NS"], far.stopped_at) == ("A", "A")


def test_a_dig_is_no_passing_of_the_last_level() -> None:
    assert not book(60, ns="A", digs=dig("A")).game_over


def test_nantong_5_12_a_final_dig_allows_nothing_on_top() -> None:
    verdict = book(200, "nantong-chaodipi", ns="7", ew="9", digs=dig("2", "A", True))
    assert (verdict.levels, verdict.gained_levels, verdict.gained_due) == ({"NS": "2", "EW": "A"}, 5, 0)
    assert (verdict.declarer, verdict.level, verdict.game_over) == ("W", "A", False)
    assert book(60, "nantong-chaodipi", digs=dig("2", "A", True)).declarer == "S"


def test_a_dig_may_move_the_attackers_alone() -> None:
    assert book(75, "nantong-chaodipi", digs=dig(None, "A")).levels == {"NS": "6", "EW": "A"}


def test_nantong_5_12_stakes() -> None:
    def staked(points: int, by: str, declarers_points: int | None = None, ns: str = "5") -> AdvanceVerdict:
        return book(points, "nantong-chaodipi", ns=ns, ew="9", stakes=StakesShown(by, declarers_points))

    won = staked(75, "declarers")
    assert (won.levels, won.gained_levels, won.game_over) == ({"NS": "A", "EW": "2"}, 9, False)
    assert staked(80, "declarers").levels == {"NS": "5", "EW": "9"}
    lost = staked(130, "attackers", 70)
    assert (lost.levels, lost.gained_levels, lost.declarer, lost.level) == ({"NS": "2", "EW": "A"}, 5, "W", "A")
    assert staked(110, "attackers", 90).levels == {"NS": "5", "EW": "Q"}
    assert staked(75, "declarers", ns="A").winner == "NS"


def test_the_table_is_not_spoken_of_where_a_stake_takes_its_place() -> None:
    stakes = StakesShown("declarers")
    assert codes(book(75, "nantong-chaodipi", stakes=stakes)) == ["declarers_hold", "stake_to_level", "stake_to_level", "declares_next"]
    assert codes(book(80, "nantong-chaodipi", stakes=stakes)) == ["attackers_take", "levels_due", "declares_next"]
    assert codes(book(75, "nantong-chaodipi", ns="A", stakes=stakes)) == ["declarers_hold", "levels_due", "game_over"]


def test_nantong_5_12_that_a_dig_is_final_is_a_reading() -> None:
    verdict = book(90, "nantong-chaodipi", digs=[DigVerdict("NS", "2", "A", True)])
    (final,) = [ruling for ruling in verdict.rulings if ruling.code == "dig_is_final"]
    assert final.option is not None
    ground = preset("nantong-chaodipi").ground(final.option)
    assert (ground.basis, ground.clause, ground.option) == ("reading", "五.12", "digs")
    assert preset("nantong-chaodipi").ground("digs").basis == "printed"


def test_stakes_mean_nothing_where_the_ruleset_has_none() -> None:
    assert book(75, stakes=StakesShown("declarers")).levels["NS"] == "6"


def test_the_next_declarer() -> None:
    assert book(75, declarer="E", ns="5").declarer == "W"
    assert book(80, declarer="E").declarer == "N"
    assert book(80, "anhui-tcm-2009").declarer == "E"
    assert book(75, house(rotation={"held": "same"})).declarer == "N"
    by_trick = house(rotation={"taken": "last_trick_winner"})
    assert book(80, by_trick, last_trick_winner="E").declarer == "E"
    assert book(80, by_trick, last_trick_winner="S").declarer == "W"


def test_levels_must_be_on_the_ladder() -> None:
    assert [fault.pointer for fault in level_faults(house(), {"NS": "joker", "EW": "2"})] == ["/levels/NS"]
    assert level_faults(house("guizhou-2010"), {"NS": "joker", "EW": "2"}) == []


def test_what_else_a_ruleset_needs_to_know() -> None:
    by_trick = house(rotation={"taken": "last_trick_winner"})
    assert [(fault.pointer, fault.code) for fault in advance_faults(by_trick, "N", 80)] == [("/last_trick_winner", "missing_field")]
    assert advance_faults(by_trick, "N", 75) == advance_faults(by_trick, "N", 80, last_trick_winner="N") == []
    nantong = house("nantong-chaodipi")
    assert [f.pointer for f in advance_faults(nantong, "N", 80, stakes=StakesShown("attackers"))] == ["/stakes/declarers_points"]
    assert advance_faults(nantong, "N", 80, stakes=StakesShown("declarers")) == []
    wrong = advance_faults(nantong, "N", 80, digs=[DigVerdict("NS", "joker", "joker", False)])
    assert [fault.pointer for fault in wrong] == ["/digs/0/to", "/digs/0/attackers_to"]
    assert advance_faults(nantong, "N", 80, digs=[DigVerdict("NS", "2", None, False)]) == []


def test_digs_stakes_and_laps_need_a_ruleset_that_has_them() -> None:
    none = advance_faults(
        house(), "N", 80, digs=[DigVerdict("NS", "2", None, False)], stakes=StakesShown("declarers"), laps={"NS": 1, "EW": 0}
    )
    assert [(fault.pointer, fault.code) for fault in none] == [
        ("/digs", "not_in_this_ruleset"),
        ("/stakes", "not_in_this_ruleset"),
        ("/laps", "not_in_this_ruleset"),
    ]
    assert advance_faults(house(), "N", 80, laps={"NS": 0, "EW": 0}) == []
    assert advance_faults(house("guizhou-2010"), "N", 80, laps={"NS": 1, "EW": 0}) == []


def test_a_ladder_without_a_band_for_the_total_moves_nobody() -> None:
    gap = house(advancement={"declarers": [{"up_to": 10, "levels": 2}]})
    assert (book(10, gap).gained_due, book(15, gap).gained_due) == (2, 0)


def test_a_stake_may_move_one_side_alone() -> None:
    entry = {"shown_by": "declarers", "unless_reached": {"side": "attackers", "points": 80}, "declarers_to": "A"}
    verdict = book(60, house("nantong-chaodipi", stakes=[entry]), stakes=StakesShown("declarers"))
    assert verdict.levels == {"NS": "A", "EW": "9"}


def test_a_negative_total_counts_as_none_in_a_step_table() -> None:
    steps = house(advancement={"declarers": {"step": 20}})
    assert book(-40, steps, ns="2").gained_due == book(0, steps, ns="2").gained_due == 4


def taken(by: str, levels: int = 0) -> Effect:
    return Effect("deal_taken", by=by, levels=levels)


def up(side: str, levels: int) -> Effect:
    return Effect("level_up", side=side, levels=levels)


def scored(side: str, points: int) -> Effect:
    return Effect("deal_score", side=side, points=points)


def codes(verdict: AdvanceVerdict) -> list[str]:
    return [ruling.code for ruling in verdict.rulings]


def test_a_deal_taken_goes_to_the_side_named_and_the_table_is_not_read() -> None:
    verdict = book(0, effects=[taken("EW")])
    assert (verdict.outcome, verdict.levels) == ("attackers_take", {"NS": "5", "EW": "9"})
    assert (verdict.gained_side, verdict.gained_levels, verdict.gained_due) == ("EW", 0, 0)
    assert (verdict.declarer, verdict.level) == ("W", "9")
    assert codes(verdict) == ["deal_taken", "declares_next"]
    assert book(200, effects=[taken("EW")]).levels == {"NS": "5", "EW": "9"}


def test_a_deal_taken_gains_the_levels_it_carries_as_far_as_they_may_be_climbed() -> None:
    assert book(0, effects=[taken("EW", 2)]).levels["EW"] == "J"
    stopped = book(0, ew="K", effects=[taken("EW", 3)])
    assert (stopped.levels["EW"], stopped.stopped_at, stopped.gained_levels, stopped.gained_due) == ("A", "A", 1, 3)
    assert book(0, ew="A", effects=[taken("EW", 1)]).stopped_at == "A"


def test_march8_5_6_attackers_at_fault_leave_the_declarers_the_deal_with_a_level() -> None:
    verdict = book(120, "march8-2012", effects=[taken("NS", 1)])
    assert (verdict.outcome, verdict.levels, verdict.declarer, verdict.level) == ("declarers_hold", {"NS": "6", "EW": "9"}, "S", "6")
    assert codes(verdict) == ["deal_kept", "declares_next"]


def test_declarers_who_keep_the_deal_by_an_effect_at_the_ace_have_passed_it() -> None:
    for levels in (0, 1, 5):
        assert book(120, ns="A", effects=[taken("NS", levels)]).winner == "NS"
    assert book(0, ns="A", effects=[taken("EW")]).winner is None


def test_a_deal_taken_twice_by_one_side_gains_the_most_of_the_levels() -> None:
    assert book(0, effects=[taken("EW", 1), taken("EW", 2), taken("EW")]).levels["EW"] == "J"


def test_a_level_given_comes_after_the_table() -> None:
    verdict = book(75, effects=[up("NS", 1), up("EW", 2)])
    assert (verdict.levels, verdict.gained_levels, verdict.gained_due) == ({"NS": "7", "EW": "J"}, 2, 1)
    assert codes(verdict) == ["declarers_hold", "levels_due", "levels_given", "levels_given", "declares_next"]
    assert (verdict.declarer, verdict.level) == ("S", "7")


def test_a_level_given_stops_on_a_level_that_must_be_defended() -> None:
    lost = book(80, ns="A", effects=[up("NS", 1)])
    assert (lost.levels["NS"], lost.stopped_at, lost.game_over) == ("A", "A", False)
    far = book(75, "anhui-tcm-2009", ns="9", effects=[up("NS", 9), up("EW", 9)], ew="A")
    assert (far.levels, far.stopped_at) == ({"NS": "J", "EW": "A"}, "J")


def test_declarers_who_have_held_leave_their_level_by_a_level_given_where_the_table_gives_none() -> None:
    flat = house("anhui-tcm-2009", advancement={"declarers": [{"under": 80, "levels": 0}]})
    assert book(75, flat, ns="J", effects=[up("NS", 1)]).levels["NS"] == "Q"
    assert book(80, flat, ns="J", effects=[up("NS", 1)]).levels["NS"] == "J"
    assert book(80, flat, ew="J", effects=[up("EW", 1)]).levels["EW"] == "J"


def test_declarers_dug_out_of_the_deal_leave_the_level_of_the_dig_by_a_level_given() -> None:
    verdict = book(90, "anhui-tcm-2009", ns="A", digs=dig("J"), effects=[up("NS", 1)])
    assert (verdict.outcome, verdict.levels["NS"]) == ("attackers_take", "Q")


def test_nothing_moves_after_the_game_is_over() -> None:
    verdict = book(75, ns="A", effects=[up("EW", 2), up("NS", 1)])
    assert (verdict.winner, verdict.levels) == ("NS", {"NS": "A", "EW": "9"})
    free = house(levels={"must_defend": []})
    won = book(75, free, ew="K", effects=[up("EW", 2), up("NS", 1)])
    assert (won.winner, won.levels, won.gained_side, won.gained_levels) == ("EW", {"NS": "6", "EW": "K"}, "NS", 1)
    assert won.rulings[-1].params == {"side": "EW"}


def test_a_level_given_goes_round_a_ladder_that_wraps() -> None:
    verdict = book(45, "guizhou-2010", ew="joker", effects=[up("EW", 2)])
    assert (verdict.levels["EW"], verdict.laps) == ("3", {"NS": 0, "EW": 1})


def test_a_score_set_for_the_attackers_replaces_their_total() -> None:
    verdict = book(150, "gongxiao-2013", effects=[scored("EW", 0)])
    assert (verdict.outcome, verdict.gained_due, verdict.levels["NS"]) == ("declarers_hold", 5, "T")
    assert codes(verdict) == ["total_set", "declarers_hold", "levels_due", "declares_next"]
    assert book(0, "gongxiao-2013", effects=[scored("NS", 0), scored("EW", 200)]).gained_due == 6


def test_a_score_set_for_the_declarers_changes_nothing() -> None:
    verdict = book(75, effects=[scored("NS", 0)])
    assert (verdict.levels, codes(verdict)[0]) == ({"NS": "6", "EW": "9"}, "declarers_total_is_idle")


def test_gongxiao_15_a_false_revolution_passes_the_ace() -> None:
    assert book(100, "gongxiao-2013", ns="A", effects=[scored("EW", 0)]).winner == "NS"


def test_stakes_are_judged_by_the_total_that_is_set() -> None:
    verdict = book(120, "nantong-chaodipi", stakes=StakesShown("declarers"), effects=[scored("EW", 0)])
    assert verdict.levels == {"NS": "A", "EW": "2"}


def test_a_stake_that_comes_due_takes_the_place_of_a_taken_deal_s_levels_too() -> None:
    verdict = book(60, "nantong-chaodipi", stakes=StakesShown("declarers"), effects=[taken("EW", 3)])
    assert (verdict.outcome, verdict.levels) == ("attackers_take", {"NS": "A", "EW": "2"})


def test_a_side_that_a_stake_has_moved_does_not_leave_that_level_by_a_level_given() -> None:
    verdict = book(60, "nantong-chaodipi", stakes=StakesShown("declarers"), effects=[up("NS", 1), up("EW", 1)])
    assert (verdict.levels, verdict.stopped_at, verdict.game_over) == ({"NS": "A", "EW": "3"}, "A", False)


def test_a_final_dig_ends_all_but_for_the_seat() -> None:
    verdict = book(60, "nantong-chaodipi", digs=dig("2", "A", True), effects=[taken("EW", 3), up("NS", 1)])
    assert (verdict.levels, verdict.outcome, verdict.declarer) == ({"NS": "2", "EW": "A"}, "attackers_take", "W")
    assert codes(verdict) == ["deal_taken", "dug_to_level", "digger_to_level", "dig_is_final", "declares_next"]


def test_a_dig_comes_before_a_deal_that_is_kept() -> None:
    verdict = book(90, "anhui-tcm-2009", ns="J", digs=dig(), effects=[taken("NS", 1)])
    assert (verdict.outcome, verdict.levels["NS"], verdict.game_over) == ("declarers_hold", "3", False)


def test_the_winner_of_the_last_trick_is_asked_for_by_who_has_the_deal() -> None:
    by_trick = house(rotation={"taken": "last_trick_winner"})
    assert advance_faults(by_trick, "N", 80, effects=[taken("NS")]) == []
    assert advance_faults(by_trick, "N", 80, effects=[scored("EW", 0)]) == []
    assert [fault.pointer for fault in advance_faults(by_trick, "N", 0, effects=[taken("EW")])] == ["/last_trick_winner"]
    assert book(0, by_trick, effects=[taken("EW")], last_trick_winner="E").declarer == "E"


def test_effects_that_contradict_each_other_are_faults() -> None:
    placed = [("/effects/0", taken("NS")), ("/effects/1", up("NS", 1)), ("/effects/2", taken("EW")), ("/penalties/0", scored("EW", 0))]
    faults = effect_faults([*placed, ("/effects/3", scored("EW", 200))])
    assert [(fault.pointer, fault.code, fault.params["other"]) for fault in faults] == [
        ("/effects/2", "contradictory_effect", "/effects/0"),
        ("/effects/3", "contradictory_effect", "/penalties/0"),
    ]


def test_effects_that_say_the_same_or_speak_of_two_sides_do_not_contradict_each_other() -> None:
    same = [taken("EW"), taken("EW", 2), scored("EW", 200), scored("EW", 200), scored("NS", 0), up("NS", 1), up("NS", 2), up("EW", 1)]
    assert effect_faults([("", effect) for effect in same]) == []

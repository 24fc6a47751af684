"""What each ruling of a bidding rests on: printed in which clause, or a reading of it, in its own deal, for its own bid."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import preset
from tests.support.bidding import Table, paths

JIANGSU, GONGXIAO, ANHUI, NANTONG, GUIZHOU, MARCH8 = (
    "jiangsu-2007",
    "gongxiao-2013",
    "anhui-tcm-2009",
    "nantong-chaodipi",
    "guizhou-2010",
    "march8-2012",
)
KITTY = "H7 S3 D4 CK S9 H4 D6 C6"
FIRST: dict[str, Any] = {"declarer": None, "first_drawer": "N"}


def grounds(ruleset: str, *texts: str, **known: Any) -> dict[str, tuple[str, str | None]]:
    """Basis and clause of all that is said of the last of some bids, by code."""
    verdict = Table(ruleset, **known).check(*texts)
    named = paths(verdict.violations) | paths(verdict.rulings)
    return {code: _ground(ruleset, option) for code, option in named.items()}


def ended(ruleset: str, *texts: str, kitty: str | None = None, **known: Any) -> dict[str, tuple[str, str | None]]:
    """The same of what some bids come to."""
    named = paths(Table(ruleset, **known).resolve(*texts, kitty=kitty).rulings)
    return {code: _ground(ruleset, option) for code, option in named.items()}


def _ground(ruleset: str, option: str | None) -> tuple[str, str | None]:
    if option is None:
        return "none", None
    ground = preset(ruleset).ground(option)
    return ground.basis, ground.clause


# Jiangsu: 3.3 is the first deal, 3.4 the later ones


def test_jiangsu_a_first_deal_goes_by_3_3() -> None:
    shown = grounds(JIANGSU, "E S2", **FIRST)
    assert shown["bid_opens"] == shown["trump_shown"] == shown["declares_so_far"] == ("printed", "3.3")
    assert grounds(JIANGSU, "N H2", "N H2", **FIRST)["bid_reinforces"] == ("printed", "3.3")
    assert grounds(JIANGSU, "E S2", "E H2 H2", **FIRST)["own_bid_countered"] == ("printed", "3.3")
    assert grounds(JIANGSU, "W S2 @before_kitty", **FIRST)["bid_out_of_time"] == ("printed", "3.3")
    assert grounds(JIANGSU, "W BJ BJ", **FIRST)["no_trump_shown"] == ("printed", "3.3")
    assert grounds(JIANGSU, "N H2", "= E S2", **FIRST)["earlier_seat_stands"] == ("reading", "3.3")


def test_jiangsu_later_deals_do_not_go_by_3_3() -> None:
    assert grounds(JIANGSU, "E H5", "E S5 S5")["own_bid_countered"] == ("printed", "3.4.2")
    assert grounds(JIANGSU, "W S5 @before_kitty")["bid_out_of_time"] == ("printed", "3.4.3")
    assert grounds(JIANGSU, "N H5", "= E S5")["earlier_seat_stands"] == ("reading", "3.3")
    assert grounds(JIANGSU, "N H5", "N H5")["bid_reinforces"] == ("reading", "3.3")
    assert grounds(JIANGSU, "N H5", "E LJ LJ")["no_trump_shown"] == ("printed", "3.4.2")


def test_jiangsu_3_4_1_prints_the_single_card_that_opens_and_nothing_else() -> None:
    shown = grounds(JIANGSU, "E H5")
    assert shown["bid_opens"] == shown["trump_shown"] == ("printed", "3.4.1")
    assert shown["declares_as_before"] == ("printed", "3.4")
    assert grounds(JIANGSU, "E H5 H5")["bid_opens"] == ("reading", "3.4.1")


def test_jiangsu_4_3_7_a_card_of_another_level_is_wrongly_shown() -> None:
    assert grounds(JIANGSU, "E H6")["wrong_level_shown"] == ("printed", "4.3.7")
    assert ended(JIANGSU, kitty=KITTY, barred=frozenset({"NS"}))["side_barred_and_other_silent"] == ("printed", "4.3.7")


# Gongxiao


def test_gongxiao_8_prints_the_single_card_that_opens_and_not_the_pair() -> None:
    assert grounds(GONGXIAO, "W H2", **FIRST)["bid_opens"] == ("printed", "8")
    assert grounds(GONGXIAO, "E H5")["bid_opens"] == ("printed", "8")
    assert grounds(GONGXIAO, "E H5 H5")["bid_opens"] == ("reading", "8")


def test_gongxiao_8_prints_that_a_reinforced_card_is_final_and_not_that_a_counter_is() -> None:
    assert grounds(GONGXIAO, "W H2", "W H2", "E D2 D2", **FIRST)["standing_is_final"] == ("printed", "8")
    assert grounds(GONGXIAO, "W H2", "N S2 S2", "E D2 D2", **FIRST)["standing_is_final"] == ("reading", "8")


def test_gongxiao_7_speaks_of_the_race_for_the_seat() -> None:
    assert grounds(GONGXIAO, "N H2", "= E S2", **FIRST)["earlier_seat_stands"] == ("printed", "7")
    assert grounds(GONGXIAO, "N H5", "= E S5")["earlier_seat_stands"] == ("reading", "7")


def test_gongxiao_8_says_nothing_of_a_first_deal_without_a_show_and_leaves_open_whose_level_cards_drop() -> None:
    assert ended(GONGXIAO, **FIRST)["deal_again"] == ("reading", "8")
    assert ended(GONGXIAO, kitty=KITTY)["level_cards_drop"] == ("reading", "8")


# Guizhou: 八(一) is the race of the first deal, 八(二) showing, 八(三) countering


def test_guizhou_8_1_a_pair_over_bids_a_single_in_the_first_deal() -> None:
    shown = grounds(GUIZHOU, "N H2 LJ", "E S2 S2 LJ", **FIRST)
    assert shown["bid_counters"] == shown["trump_shown"] == shown["declares_by_bid"] == ("printed", "八(一)")
    assert "counter_takes_kitty" not in shown
    assert grounds(GUIZHOU, "E H5 LJ", "W S5 S5 LJ")["bid_counters"] == ("printed", "八(三)")
    assert grounds(GUIZHOU, "E H5 LJ", "W S5 S5 LJ")["counter_takes_kitty"] == ("printed", "七(四)")


def test_guizhou_8_1_the_twin_guards_against_it() -> None:
    assert grounds(GUIZHOU, "N H2 BJ", "N H2", **FIRST)["bid_reinforces"] == ("printed", "八(一)")
    assert grounds(GUIZHOU, "N H2 BJ", "N H2", "E S2 S2 LJ", **FIRST)["may_not_counter"] == ("printed", "八(一)")
    assert grounds(GUIZHOU, "E H5 BJ", "E H5", "W S5 S5 LJ")["may_not_counter"] == ("printed", "八(三)")


def test_guizhou_8_3_once_the_kitty_is_taken_the_first_deal_is_countered_as_any_other() -> None:
    shown = grounds(GUIZHOU, "N H2 LJ", "E S2 S2 LJ @after_bury", **FIRST)
    assert shown["bid_counters"] == ("printed", "八(三)")


def test_guizhou_8_1_and_8_2_print_the_single_card_with_a_joker_and_not_that_a_pair_does_not_open() -> None:
    assert grounds(GUIZHOU, "N H2 H2 BJ", **FIRST)["may_not_open"] == ("reading", "八(一)")
    assert grounds(GUIZHOU, "N H5 H5 BJ")["may_not_open"] == ("reading", "八(二)")
    assert grounds(GUIZHOU, "E H5 LJ")["bid_opens"] == ("printed", "八(二)")


def test_guizhou_a_missing_joker_is_told_by_the_clause_of_its_bid() -> None:
    assert grounds(GUIZHOU, "E H2", **FIRST)["companion_missing"] == ("printed", "八(一)")
    assert grounds(GUIZHOU, "E H5")["companion_missing"] == ("printed", "八(二)")
    assert grounds(GUIZHOU, "E C5 C5") == {"companion_missing": ("printed", "八(二)")}
    assert grounds(GUIZHOU, "E H2 H2", **FIRST) == {"companion_missing": ("printed", "八(一)")}
    assert grounds(GUIZHOU, "E H5 LJ", "W S5 S5")["companion_missing"] == ("printed", "八(三)")


def test_guizhou_8_3_jokers_over_a_single_and_in_the_first_deal_are_readings() -> None:
    assert grounds(GUIZHOU, "E H5 LJ", "W S5 S5 LJ", "S BJ BJ")["bid_counters"] == ("printed", "八(三)")
    assert grounds(GUIZHOU, "E H5 LJ", "E H5", "S BJ BJ")["bid_counters"] == ("printed", "八(三)")
    assert grounds(GUIZHOU, "E H5 LJ", "S BJ BJ")["bid_counters"] == ("reading", "八(三)")
    assert grounds(GUIZHOU, "E H2 LJ", "S BJ BJ", **FIRST)["bid_counters"] == ("reading", "八(三)")


def test_jiangsu_3_4_1_in_later_deals_trump_is_shown_by_level_cards_without_a_joker() -> None:
    assert grounds(JIANGSU, "E H5 BJ")["not_a_bid"] == ("printed", "3.4.1")
    assert grounds(JIANGSU, "E H2 BJ", **FIRST)["not_a_bid"] == ("printed", "3.3")


# Anhui: 三.1 is showing and confirming, 三.3 stirring and jokers


def test_anhui_3_1_who_confirms_his_own_card_does_so_by_a_reading() -> None:
    assert preset(ANHUI).ground("bidding.counter.by").basis == "reading"


@pytest.mark.parametrize(
    ("known", "shown"), [({}, ("N H5", "W S5 S5", "E C5 C5 @before_kitty")), (FIRST, ("N H2", "W S2 S2", "E C2 C2 @before_kitty"))]
)
def test_anhui_3_1_does_not_print_that_a_confirmed_pair_is_final(known: dict[str, Any], shown: tuple[str, ...]) -> None:
    assert grounds(ANHUI, *shown, **known)["standing_is_final"] == ("reading", "三.1")


def test_anhui_3_3_bars_level_cards_that_have_stirred_the_rest_is_read() -> None:
    stirred = ("W S5", "E H5 H5 @after_bury", "S H5 H5")
    assert grounds(ANHUI, *stirred)["pair_already_stirred"] == ("printed", "三.3")
    assert grounds(ANHUI, "S H5 H5", "W H5 H5 @after_bury")["pair_already_shown"] == ("reading", "三.3")
    assert grounds(ANHUI, "W S5", "E BJ BJ @after_bury", "S BJ BJ")["pair_already_stirred"] == ("reading", "三.3")


def test_anhui_3_3_has_the_jokers() -> None:
    assert grounds(ANHUI, "W BJ")["not_a_bid"] == ("printed", "三.3")
    assert grounds(ANHUI, "N S5", "W BJ")["not_a_bid"] == ("printed", "三.3")
    assert grounds(ANHUI, "N S5", "W LJ LJ")["no_trump_shown"] == ("printed", "三.3")
    assert grounds(ANHUI, "N S5", "W LJ LJ")["bid_counters"] == ("printed", "三.1")
    for shown in ("E C5 S5 @after_bury", "E BJ @after_bury"):
        assert grounds(ANHUI, "W S5", shown)["not_a_bid"] == ("printed", "三.3")


def test_anhui_3_1_prints_that_a_card_and_a_stir_leave_the_seat() -> None:
    assert ended(ANHUI, "W H5")["declares_as_before"] == ("printed", "三.1")
    assert ended(ANHUI, "W H5", "E S5 S5 @after_bury")["declares_as_before"] == ("printed", "三.1")
    assert ended(ANHUI, "W H5", "E S5 S5")["declares_after_confirmer"] == ("reading", "三.1")


def test_anhui_who_does_not_stir_what_he_has_buried_is_a_reading() -> None:
    assert grounds(ANHUI, "W S5", "N H5 H5 @after_bury")["own_burial_stirred"] == ("reading", "三.3")


# Nantong


def test_nantong_5_4_ranks_pairs_and_jokers_and_no_single_card() -> None:
    assert grounds(NANTONG, "N H5", "W D5 D5")["bid_counters"] == ("reading", "五.4")
    assert grounds(NANTONG, "N D5 D5", "W C5 C5")["bid_counters"] == ("printed", "五.4")
    assert grounds(NANTONG, "N C5 C5", "W D5 D5")["suit_not_higher_on_ladder"] == ("printed", "五.4")


def test_nantong_5_4_does_not_print_what_two_equal_jokers_make_trump() -> None:
    assert grounds(NANTONG, "N D5 D5", "W BJ BJ")["no_trump_shown"] == ("reading", "五.4")
    assert grounds(NANTONG, "N D5 D5", "W BJ BJ LJ LJ >H")["trump_named"] == ("printed", "五.4")


def test_nantong_stirring_is_read() -> None:
    assert grounds(NANTONG, "N S5", "W H5 H5 @after_bury >S")["bid_stirs"] == ("reading", "五.11")
    assert grounds(NANTONG, "N S5 S5", "W H5 H5 @after_bury")["suit_not_higher_on_ladder"] == ("reading", "五.11")


# March-8


def test_march8_2_4_prints_that_no_trump_leaves_the_seat_and_2_3_that_a_card_does() -> None:
    assert ended(MARCH8, "W BJ H5", "E LJ LJ")["declares_as_before"] == ("printed", "二.4")
    assert ended(MARCH8, "W BJ H5")["declares_as_before"] == ("printed", "二.3")
    assert ended(MARCH8, "W BJ H5", "E LJ S5 S5")["declares_as_before"] == ("reading", "二.4")


def test_march8_2_4_has_the_three_others_make_it_no_trump_and_its_note_ends_that_in_time() -> None:
    assert grounds(MARCH8, "W BJ H5", "W LJ LJ")["own_bid_countered"] == ("printed", "二.4")
    assert grounds(MARCH8, "W BJ H5", "W LJ S5 S5")["own_bid_countered"] == ("reading", "二.4")
    assert grounds(MARCH8, "W BJ H5", "E LJ LJ @after_bury")["bid_out_of_time"] == ("printed", "二.4")
    assert grounds(MARCH8, "W BJ H5", "E LJ S5 S5 @after_bury")["bid_out_of_time"] == ("reading", "二.4")


def test_march8_2_1_prints_the_card_that_opens_and_2_4_the_pair() -> None:
    assert grounds(MARCH8, "W BJ H5")["bid_opens"] == ("printed", "二.1")
    assert grounds(MARCH8, "W BJ H5 H5")["bid_opens"] == ("printed", "二.4")


def test_march8_2_3_does_not_print_which_kitty_card_settles_it() -> None:
    told = ended(MARCH8, kitty="S3 H9 D4 CK H7 H4 D6 C6")
    assert told["kitty_card_of_no_side"] == told["kitty_card_of_side"] == ("reading", "二.3")
    assert ended(MARCH8, kitty=f"H5 {KITTY[3:]}")["kitty_card_gives_seat_back"] == ("reading", "二.3")


def test_march8_that_the_old_side_shows_no_more_after_the_draw_is_read() -> None:
    for shown in ("S BJ H5 @before_kitty", "N BJ H5 @before_kitty"):
        assert grounds(MARCH8, shown)["old_declarers_in_blackout"] == ("reading", "二.3")

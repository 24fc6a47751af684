"""Bidding under the seven regulations: one test for each rule, named after its clause (semantics 10)."""

from __future__ import annotations

import pytest

from rules.bidding import bid_faults
from tests.support.bidding import Table, bid, facts, paths
from tests.support.engine import cards, house

JOKERS = ("little_joker_pair", "big_joker_pair")
KITTY = "H7 S3 D4 CK S9 H4 D6 C6"


# Jiangsu 2007


def test_jiangsu_3_1_1_a_deal_may_be_played_in_no_trump() -> None:
    verdict = Table("jiangsu-2007").resolve("W BJ BJ")
    assert verdict.trump is not None and verdict.trump.suit == "NT"
    assert paths(verdict.rulings)["no_trump_shown"] == "bidding.names_trump.no_trump.later"


def test_jiangsu_3_3_the_first_to_show_a_two_has_trump_and_seat() -> None:
    verdict = Table("jiangsu-2007", None).check("E S2")
    assert verdict.legal and verdict.kind == "level_card" and verdict.declarer == verdict.kitty_taker == "E"
    assert verdict.trump is not None and (verdict.trump.suit, verdict.trump.level) == ("S", "2")
    assert verdict.may_follow == ("level_pair", *JOKERS) and not verdict.final
    assert paths(verdict.rulings) == {
        "bid_opens": "bidding.open.first_deal.level_card",
        "trump_shown": "bidding.open.first_deal.level_card",
        "declares_so_far": "bidding.first_deal_seat",
    }
    assert paths(Table("jiangsu-2007", None).resolve("E S2").rulings)["declares_by_bid"] == "bidding.first_deal_seat"


def test_jiangsu_3_3_a_pair_or_jokers_over_bid_a_two_and_take_the_seat() -> None:
    race = Table("jiangsu-2007", None)
    assert race.trump("E S2", "N H2 H2") == "N H2"
    assert race.trump("E S2", "N H2 H2", "W LJ LJ") == "W NT2"
    assert race.trump("E S2", "W BJ BJ") == "W NT2"


def test_jiangsu_3_3_the_ladder_is_two_pair_little_jokers_big_jokers() -> None:
    race = Table("jiangsu-2007", None)
    assert race.check("E H2 H2").may_follow == JOKERS
    assert race.check("E LJ LJ").may_follow == ("big_joker_pair",)
    assert race.check("E LJ LJ", "N BJ BJ").final
    assert race.refusals("E S2", "N H2") == ["may_not_counter"]
    assert race.refusals("E H2 H2", "N S2 S2") == ["may_not_counter"]
    assert race.refusals("E BJ BJ", "N LJ LJ") == ["standing_is_final"]


def test_jiangsu_3_3_nobody_over_bids_himself() -> None:
    verdict = Table("jiangsu-2007", None).check("E S2", "E H2 H2")
    assert paths(verdict.violations) == {"own_bid_countered": "bidding.counter.by.first_deal"}
    assert verdict.declarer == "E" and verdict.rulings == ()


def test_jiangsu_3_3_the_twin_settles_seat_and_trump() -> None:
    race = Table("jiangsu-2007", None)
    for shown in ("E S2", "E S2 S2"):
        verdict = race.check("E S2", shown)
        assert verdict.legal and verdict.reinforces and verdict.final and verdict.kind == "level_pair"
        assert race.refusals("E S2", shown, "N BJ BJ") == ["standing_is_final"]


def test_jiangsu_3_3_who_was_over_bid_may_over_bid_again_in_no_trump() -> None:
    assert Table("jiangsu-2007", None).trump("E S2", "N H2 H2", "E BJ BJ") == "E NT2"


def test_jiangsu_3_3_without_a_bid_the_first_kitty_card_settles_trump_and_seat() -> None:
    race = Table("jiangsu-2007", None, first_drawer="N")
    seats = {"HA": "N H2", "D2": "W D2", "S3": "S S2", "C4": "E C2", "HT": "W H2", "HJ": "S H2", "HQ": "E H2", "HK": "N H2"}
    assert {card: race.trump(kitty=f"{card} {KITTY[3:]}") for card in seats} == seats
    verdict = race.resolve(kitty=KITTY)
    assert (verdict.source, verdict.kitty_card, verdict.kitty_taker) == ("kitty_card", (0, 18), "S")
    assert paths(verdict.rulings) == {
        "kitty_card_decides": "bidding.no_bid.first_deal",
        "kitty_card_seats": "bidding.no_bid.first_deal.seat_by_count",
    }


def test_jiangsu_3_3_a_joker_in_the_kitty_counts_ten_and_means_no_trump() -> None:
    assert Table("jiangsu-2007", None, first_drawer="E").trump(kitty=f"LJ {KITTY[3:]}") == "N NT2"


def test_jiangsu_3_3_of_two_at_once_the_earlier_seat_s_stands() -> None:
    race = Table("jiangsu-2007", None, first_drawer="S")
    assert race.trump("N S2", "= E H2") == "E H2"
    assert race.trump("E H2", "= N S2") == "E H2"
    verdict = race.check("E H2", "= N S2 S2")
    assert verdict.legal and verdict.declarer == "E"
    assert paths(verdict.rulings)["earlier_seat_stands"] == "bidding.simultaneous.first_deal"


def test_jiangsu_3_3_of_two_at_once_it_is_told_over_whom_the_earlier_seat_stands_whichever_came_first() -> None:
    race = Table("jiangsu-2007", None, first_drawer="S")
    for shown in (("N S2", "= E H2"), ("E H2", "= N S2")):
        for verdict in (race.check(*shown), race.resolve(*shown)):
            (told,) = [ruling for ruling in verdict.rulings if ruling.code == "earlier_seat_stands"]
            assert told.params == {"seat": "E", "seats": ("N",)}
    (three,) = [ruling for ruling in race.resolve("N S2", "= W H2", "= E C2").rulings if ruling.code == "earlier_seat_stands"]
    assert three.params == {"seat": "E", "seats": ("N", "W")}
    assert "earlier_seat_stands" not in paths(race.resolve("N S2", "= E H2", "N BJ BJ").rulings)


def test_jiangsu_3_4_from_the_second_deal_a_bid_names_trump_only() -> None:
    verdict = Table("jiangsu-2007").check("E S5")
    assert verdict.declarer == "N" and verdict.trump is not None and verdict.trump.level == "5"
    assert paths(verdict.rulings)["declares_as_before"] == "bidding.pair_moves_seat.single"


def test_jiangsu_3_4_1_the_first_to_show_a_level_card_settles_trump() -> None:
    later = Table("jiangsu-2007")
    assert later.trump("W S5") == "N S5"
    verdict = later.check("W S9")
    assert paths(verdict.violations) == {"wrong_level_shown": "bidding.wrong_show"} and verdict.kind is None and verdict.trump is None


def test_jiangsu_3_4_2_a_single_is_countered_by_a_pair_or_jokers_of_another() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5").may_follow == ("level_pair", *JOKERS)
    assert later.trump("W S5", "E H5 H5") == "N H5"
    assert later.trump("W S5", "E LJ LJ") == "N NT5"
    assert later.refusals("W S5", "W LJ LJ") == ["own_bid_countered"]


def test_jiangsu_3_4_2_big_jokers_do_not_counter_little_ones() -> None:
    verdict = Table("jiangsu-2007").check("W LJ LJ", "E BJ BJ")
    assert paths(verdict.violations) == {"standing_is_final": "bidding.counter.later.little_joker_pair.big_joker_pair"}
    assert verdict.final


def test_jiangsu_3_4_2_a_pair_is_countered_by_jokers_only() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5 S5").may_follow == JOKERS
    assert later.refusals("W S5 S5", "E H5 H5") == ["may_not_counter"]


def test_jiangsu_3_4_2_a_reinforced_card_is_countered_by_jokers_only() -> None:
    verdict = Table("jiangsu-2007").check("W S5", "W S5")
    assert verdict.reinforces and verdict.may_follow == JOKERS
    assert paths(verdict.rulings)["bid_reinforces"] == "bidding.reinforce.later"
    assert paths(verdict.rulings)["trump_shown"] == "bidding.open.later.level_card"


def test_jiangsu_3_4_3_without_a_bid_the_first_kitty_card_settles_trump() -> None:
    later = Table("jiangsu-2007")
    assert later.trump(kitty=KITTY) == "N H5"
    assert later.trump(kitty=f"BJ {KITTY[3:]}") == "N NT5"
    assert paths(later.resolve(kitty=KITTY).rulings) == {
        "kitty_card_decides": "bidding.no_bid.turn",
        "declares_as_before": "bidding.no_bid.settles",
    }


def test_jiangsu_3_5_the_three_others_are_asked_once_from_the_bidder_s_next_on() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5", "S pass @before_kitty").turn == "E"
    assert paths(later.check("W S5", "E H5 H5 @before_kitty").violations) == {"bid_out_of_turn": "bidding.ask"}
    assert later.refusals("W S5", "S pass @before_kitty", "S H5 H5") == ["bid_without_turn"]
    assert later.refusals("W S5", "E pass @before_kitty") == ["bid_out_of_turn"]
    last = later.check("W S5", "S pass @before_kitty", "E pass", "N pass")
    assert last.final and last.may_follow == () and last.turn is None
    assert paths(last.rulings) == {
        "seat_does_not_counter": None,
        "trump_shown": "bidding.open.later.level_card",
        "declares_as_before": "bidding.pair_moves_seat.single",
    }


def test_jiangsu_3_5_after_a_counter_only_the_rest_are_asked() -> None:
    later = Table("jiangsu-2007")
    countered = later.check("W S5", "S H5 H5 @before_kitty")
    assert countered.turn == "E" and countered.may_follow == JOKERS
    assert later.refusals("W S5", "S H5 H5 @before_kitty", "W BJ BJ") == ["bid_without_turn"]
    assert later.trump("W S5", "S H5 H5 @before_kitty", "E pass", "N BJ BJ") == "N NT5"


def test_jiangsu_3_5_a_seat_that_a_list_leaves_out_has_passed() -> None:
    later = Table("jiangsu-2007")
    assert later.trump("W S5", "N H5 H5 @before_kitty") == "N H5"
    assert later.check("W S5", "E H5 H5 @before_kitty", "N pass").final


def test_jiangsu_3_5_the_bidding_is_over_when_the_kitty_is_taken() -> None:
    later = Table("jiangsu-2007")
    assert paths(later.check("W S5", "E H5 H5 @after_bury").violations) == {"bid_out_of_time": "bidding.windows.counter.suit"}
    assert later.refusals("W S5 @before_kitty") == ["bid_out_of_time"]
    assert later.refusals("W S5", "W S5 @before_kitty") == ["bid_out_of_time"]


def test_jiangsu_4_3_7_a_side_that_wrongly_showed_may_not_show_but_counter() -> None:
    barred = Table("jiangsu-2007", barred=frozenset({"EW"}))
    verdict = barred.check("W S5")
    assert paths(verdict.violations) == {"side_may_not_show": "bidding.wrong_show.side_loses"}
    assert barred.trump("S S5", "E H5 H5") == "N H5"


def test_jiangsu_4_3_7_a_wrong_show_bars_the_side_from_then_on_and_leaves_what_stands() -> None:
    later = Table("jiangsu-2007")
    assert later.trump("N S5", "S H6 !") == "N S5"
    assert later.refusals("E H6 !", "W S5") == ["side_may_not_show"]
    assert later.trump("E H6 !", "S S5", "W H5 H5") == "N H5"
    assert later.trump("E H6 !", kitty=KITTY) == "N H5"
    assert paths(later.resolve("E H6 !", "S S5").rulings)["wrong_show_bars"] == "bidding.wrong_show.side_loses"
    verdict = later.check("N S5", "S H6 !")
    assert verdict.legal and verdict.kind is None and verdict.trump is not None
    assert paths(verdict.rulings)["wrong_show_bars"] == "bidding.wrong_show.side_loses"


def test_jiangsu_4_3_7_a_side_that_wrongly_showed_may_counter_once_the_other_side_has_shown() -> None:
    later = Table("jiangsu-2007")
    verdict = later.check("E D5", "W H6 !", "W C5 C5")
    assert paths(verdict.violations) == {"side_may_not_show": "bidding.wrong_show.keeps"}
    assert later.check("E D5", "W H6 !").may_follow == ("level_pair", "little_joker_pair", "big_joker_pair")
    assert later.check("E D5", "W H6 !", "S C6 !").may_follow == ("level_pair", "little_joker_pair", "big_joker_pair")
    assert paths(later.check("E D5", "W H6 !", "S C5 C5", "W BJ BJ").rulings)["offence_leaves_counter"] == "bidding.wrong_show.keeps"
    assert later.refusals("S D5", "W H5 H5", "W H6 !", "E BJ BJ") == []
    assert later.refusals("E D5", "W H6 !", "E D5") == []
    assert "offence_leaves_counter" not in paths(later.check("S D5", "W H5 H5").rulings)


def test_jiangsu_4_3_7_a_bid_at_a_moment_before_the_wrong_show_is_not_barred_by_it() -> None:
    later = Table("jiangsu-2007")
    assert later.trump("S S5", "E H6 !", "= W H5") == "N H5"
    assert later.trump("W H5", "E H6 !", "= S S5") == "N H5"
    assert later.refusals("S S5", "E H6 !", "= W H5", "E C5 C5") == ["side_may_not_show"]
    assert later.trump("S S5", "E H6 !", "W C5 C5") == "N C5"


def test_jiangsu_4_3_7_a_bid_that_gave_way_at_its_moment_does_not_make_room_for_the_counter() -> None:
    assert Table("jiangsu-2007").refusals("W H5", "E H6 !", "= S S5", "E C5 C5") == ["side_may_not_show"]


def test_jiangsu_4_3_7_wrong_shows_of_both_sides_leave_it_to_the_kitty() -> None:
    rulings = paths(Table("jiangsu-2007").resolve("E H6 !", "S C6 C7 !", kitty=KITTY).rulings)
    assert rulings["both_sides_barred"] == "bidding.wrong_show.both_wrong" and "kitty_card_decides" in rulings


def test_jiangsu_4_3_7_that_one_side_has_shown_wrongly_and_the_other_nothing_is_told() -> None:
    rulings = paths(Table("jiangsu-2007", barred=frozenset({"NS"})).resolve(kitty=KITTY).rulings)
    assert rulings["side_barred_and_other_silent"] == "bidding.wrong_show"


def test_jiangsu_4_3_7_both_wrong_or_one_wrong_and_the_other_silent_go_by_the_kitty() -> None:
    both = Table("jiangsu-2007", barred=frozenset({"NS", "EW"}))
    assert both.trump(kitty=KITTY) == "N H5"
    assert both.check("W pass").may_follow == ()
    assert paths(both.resolve(kitty=KITTY).rulings)["both_sides_barred"] == "bidding.wrong_show.both_wrong"
    one = Table("jiangsu-2007", barred=frozenset({"EW"}))
    assert one.trump(kitty=KITTY) == "N H5"
    assert one.check("W pass").may_follow == ("level_card", "level_pair", *JOKERS)


# Gongxiao 2013


def test_gongxiao_7_of_two_at_once_the_earlier_seat_takes_the_seat() -> None:
    race = Table("gongxiao-2013", None, first_drawer="W")
    assert race.trump("N S2", "= S H2") == "S H2"


def test_gongxiao_8_the_first_to_show_declares_and_a_counter_moves_trump_only() -> None:
    race = Table("gongxiao-2013", None)
    assert race.trump("E S2") == "E S2"
    assert race.trump("E S2", "N H2 H2") == "E H2"


def test_gongxiao_8_until_reinforced_another_suit_s_pair_counters() -> None:
    later = Table("gongxiao-2013")
    assert later.check("W S5").may_follow == ("level_pair",)
    assert later.trump("W S5", "E H5 H5") == "N H5"
    assert later.refusals("W S5", "E BJ BJ") == ["may_not_counter"]
    assert later.refusals("W BJ BJ") == ["may_not_open"]


def test_gongxiao_8_a_joker_has_no_place_beside_a_level_card() -> None:
    assert paths(Table("gongxiao-2013", None).check("N H2", "N LJ H2").violations) == {"not_a_bid": "bidding.companion.first_deal"}
    assert paths(Table("gongxiao-2013").check("W LJ S5 S5").violations) == {"not_a_bid": "bidding.companion.later"}


def test_gongxiao_8_after_reinforcing_and_after_a_pair_nothing_counters() -> None:
    later = Table("gongxiao-2013")
    assert later.check("W S5", "W S5 S5 @before_kitty").final
    assert later.refusals("W S5", "W S5", "E H5 H5") == ["standing_is_final"]
    assert later.refusals("W S5", "E H5 H5", "S C5 C5") == ["standing_is_final"]
    assert later.check("W S5 S5").final


def test_gongxiao_8_the_declarer_asks_the_three_others_before_taking_the_kitty() -> None:
    later = Table("gongxiao-2013")
    assert later.check("W S5", "S pass @before_kitty", "E pass", "N pass").final is False  # the bidder may still reinforce
    assert later.check("W S5", "S pass @before_kitty", "E pass", "N pass", "W S5").final
    assert later.check("W S5", "S pass @before_kitty", "E pass", "N pass @after_bury").final
    assert later.refusals("W S5", "E H5 H5 @after_bury") == ["bid_out_of_time"]


def test_gongxiao_8_without_a_show_the_third_kitty_card_settles_trump_and_the_level_cards_drop() -> None:
    later = Table("gongxiao-2013")
    verdict = later.resolve(kitty="H7 S3 D4 CK S9 H4 D6 C6")
    assert verdict.trump is not None and (verdict.trump.suit, verdict.trump.level_cards_lowest) == ("D", True)
    assert verdict.kitty_card is not None and verdict.kitty_card[0] == 2
    skipped = later.resolve(kitty="H7 S3 BJ LJ S9 H4 D6 C6")
    assert skipped.trump is not None and skipped.trump.suit == "S"
    assert [ruling.code for ruling in skipped.rulings] == [
        "kitty_joker_skipped",
        "kitty_joker_skipped",
        "kitty_card_decides",
        "declares_as_before",
        "level_cards_drop",
    ]


def test_gongxiao_8_a_first_deal_without_a_show_is_dealt_again() -> None:
    verdict = Table("gongxiao-2013", None).resolve()
    assert (verdict.source, verdict.trump, verdict.declarer, verdict.kitty_taker) == ("redeal", None, None, None)
    assert paths(verdict.rulings) == {"deal_again": "bidding.no_bid.first_deal"}


def test_gongxiao_8_and_15_after_a_revolution_each_side_shows_its_own_level_and_the_first_to_show_declares() -> None:
    again = Table("gongxiao-2013", revolt="E")
    assert again.trump("E H9") == "E H9"
    assert again.trump("S H5") == "S H5"
    assert paths(again.check("E H5").violations) == {"wrong_level_shown": "bidding.revolution.rebid_with"}
    assert again.trump("E H9", "S C5 C5") == "E C9"
    assert paths(again.resolve("E H9").rulings)["raced_after_revolution"] == "bidding.revolution.seat"
    assert again.resolve().source == "redeal"


# Unified chaodipi and Anhui 2009


def test_anhui_3_1_the_first_two_laid_down_takes_the_seat_and_a_pair_of_twos_moves_it() -> None:
    race = Table("anhui-tcm-2009", None)
    assert race.trump("E S2") == "E S2"
    assert race.trump("E S2", "N H2 H2") == "N H2"
    assert race.refusals("E S2", "N BJ BJ") == ["may_not_counter"]
    assert race.refusals("E H2 H2") == ["may_not_open"]


def test_anhui_3_1_a_first_deal_s_stirring_moves_trump_and_not_the_seat() -> None:
    race = Table("anhui-tcm-2009", None)
    assert race.trump("E S2", "S H2 H2 @after_bury") == "E H2"


def test_anhui_3_1_who_confirms_for_the_declarers_plays_himself() -> None:
    later = Table("anhui-tcm-2009")
    assert later.trump("W S5", "S H5 H5") == "S H5"
    verdict = later.check("W S5", "S H5 H5")
    assert verdict.kitty_taker == "S" and paths(verdict.rulings)["declares_by_confirming"] == "bidding.pair_moves_seat"


def test_anhui_3_1_after_an_attacker_s_confirming_the_next_player_plays() -> None:
    later = Table("anhui-tcm-2009")
    assert later.trump("N S5", "W LJ LJ") == "N NT5"
    assert later.trump("N S5", "E H5 H5") == "S H5"
    assert Table("chaodipi-unified").trump("N S5", "E H5 H5") == "N H5"
    assert paths(later.resolve("N S5", "E H5 H5").rulings)["declares_after_confirmer"] == "bidding.pair_moves_seat"


def test_anhui_3_1_who_laid_the_card_may_confirm_it_himself() -> None:
    later = Table("anhui-tcm-2009")
    assert later.trump("N S5", "N S5 S5") == "N S5"
    assert later.trump("E S5", "E H5 H5") == "S H5"
    assert Table("anhui-tcm-2009", None).trump("N S2", "N H2 H2") == "N H2"
    assert Table("chaodipi-unified").trump("N S5", "N LJ LJ") == "N NT5"


@pytest.mark.parametrize("ruleset", ["anhui-tcm-2009", "chaodipi-unified"])
def test_anhui_3_1_who_confirms_his_own_card_may_lay_the_twin_alone(ruleset: str) -> None:
    later = Table(ruleset, ns="8")
    alone, together = later.check("S H8", "S H8"), later.check("S H8", "S H8 H8")
    assert alone.legal and alone.kind == "level_pair" and not alone.reinforces
    assert (alone.declarer, alone.trump) == (together.declarer, together.trump) and alone.declarer == "S"
    assert paths(alone.rulings) == paths(together.rulings)
    assert later.refusals("S H8", "S D8") == ["may_not_counter"]
    assert later.refusals("S H8", "N H8") == ["may_not_counter"]
    assert paths(later.check("S H8", "S H8", "S H8 H8 @after_bury").violations).keys() >= {"pair_already_shown"}
    assert [fault.code for fault in bid_faults(later.options, later.facts, [bid("S H8"), bid("S H8"), bid("E H8")])] == ["too_many_copies"]
    assert later.check("S H8", "S H8", hand="H8").violations[0].code == "not_in_hand"


def test_anhui_3_1_in_later_deals_a_pair_opens_and_confirms_at_once() -> None:
    later = Table("anhui-tcm-2009")
    assert later.trump("E S5 S5") == "S S5"
    assert later.trump("S BJ BJ") == "S NT5"
    assert later.refusals("S S5 S5", "E H5 H5") == ["standing_is_final"]


def test_anhui_3_1_a_single_leaves_the_seat() -> None:
    assert Table("anhui-tcm-2009").trump("E S5") == "N S5"


def test_anhui_3_3_a_single_joker_never_bids() -> None:
    verdict = Table("anhui-tcm-2009").check("E BJ")
    assert paths(verdict.violations) == {"not_a_bid": "bidding.open.later.single_joker"} and verdict.kind is None


def test_anhui_3_3_stirring_goes_clockwise_from_the_next_of_who_buried() -> None:
    later = Table("anhui-tcm-2009")
    first = later.check("W S5", "E pass @after_bury")
    assert first.turn == "S"
    assert paths(later.check("W S5", "S H5 H5 @after_bury").violations) == {"bid_out_of_turn": "bidding.stir.turn"}
    assert Table("chaodipi-unified").check("W S5", "W pass @after_bury").turn == "S"


def test_anhui_3_3_any_pair_stirs_without_order_and_the_last_one_is_trump() -> None:
    later = Table("anhui-tcm-2009")
    verdict = later.resolve("W S5", "E BJ BJ @after_bury", "S D5 D5", "W LJ LJ", "N C5 C5")
    assert verdict.trump is not None and (verdict.trump.suit, verdict.declarer) == ("C", "N")
    assert verdict.kitty_taker == "N" and verdict.reburied_by == ("E", "S", "W", "N")
    assert [ruling.params for ruling in verdict.rulings if ruling.code == "reburied"] == [{"seat": seat} for seat in "ESWN"]
    assert paths(verdict.rulings)["reburied"] == "bidding.stir"
    assert later.refusals("W S5", "E H5 @after_bury") == ["may_not_stir"]


def test_anhui_3_3_a_pair_that_was_shown_does_not_stir_again() -> None:
    later = Table("anhui-tcm-2009")
    used = later.check("S H5 H5", "W H5 H5 @after_bury")
    assert paths(used.violations) == {"pair_already_shown": "bidding.stir.reuse.shown"}
    assert paths(later.check("W S5", "E BJ BJ @after_bury", "S BJ BJ").violations) == {"pair_already_stirred": "bidding.stir.reuse.jokers"}
    stirred = later.check("W S5", "E H5 H5 @after_bury", "S H5 H5")
    assert paths(stirred.violations) == {"pair_already_stirred": "bidding.stir.reuse.stirred"}
    assert later.check("W S5", "W S5 S5 @after_bury").violations[0].code == "bid_out_of_turn"
    assert later.trump("W S5", "W S5 S5 @after_bury") == "N S5"


def test_anhui_3_3_stirring_ends_when_all_others_have_passed() -> None:
    later = Table("anhui-tcm-2009")
    verdict = later.check("W S5", "E pass @after_bury", "S pass", "W pass")
    assert verdict.final and verdict.turn is None
    assert paths(later.check("W S5", "E pass @after_bury", "S pass", "W pass", "E H5 H5").violations) == {
        "bid_without_turn": "bidding.stir.ends"
    }
    again = later.check("W S5", "E pass @after_bury", "S H5 H5", "W pass", "N pass")
    assert again.turn == "E" and again.may_follow == ("level_pair", *JOKERS)


def test_anhui_3_3_nobody_stirs_what_he_has_buried_himself() -> None:
    later = Table("anhui-tcm-2009")
    own = {"own_burial_stirred": "bidding.stir.turn.burier"}
    assert paths(later.check("W S5", "N H5 H5 @after_bury").violations) == own
    assert paths(later.check("W S5", "E H5 H5 @after_bury", "E C5 C5").violations) == own
    assert later.check("W S5", "E H5 H5 @after_bury", "N C5 C5").violations[0].code == "bid_out_of_turn"


def test_anhui_3_3_who_passes_while_stirring_does_not_stir() -> None:
    verdict = Table("anhui-tcm-2009").check("W S5", "E pass @after_bury")
    assert paths(verdict.rulings)["seat_does_not_stir"] is None


def test_anhui_3_3_stirring_goes_on_until_the_first_lead() -> None:
    later = Table("anhui-tcm-2009")
    assert later.check("W S5", "E pass @after_bury", "S H5 H5 @before_lead").legal


def test_anhui_7_1_nobody_revolts() -> None:
    assert [fault.code for fault in bid_faults(house("anhui-tcm-2009"), facts(revolt="E"), [])] == ["not_in_this_ruleset"]


def test_anhui_without_a_bid_the_first_kitty_card_settles_trump_and_may_still_be_stirred() -> None:
    later = Table("anhui-tcm-2009")
    assert later.trump(kitty=KITTY) == "N H5"
    assert later.resolve("E S5 S5 @after_bury").reburied_by == ("E",)
    assert later.trump("E S5 S5 @after_bury") == "N S5"
    assert Table("anhui-tcm-2009", None).resolve().source == "redeal"
    assert Table("anhui-tcm-2009", None).refusals("E S2 S2 @after_bury") == ["bid_out_of_time", "may_not_open"]


def test_unified_1_5_a_stirrer_takes_and_buries_the_kitty() -> None:
    verdict = Table("chaodipi-unified").resolve("N S5", "W H5 H5 @after_bury")
    assert (verdict.kitty_taker, verdict.reburied_by, verdict.declarer) == ("N", ("W",), "N")


# Nantong


def test_nantong_5_4_bids_go_up_the_ladder() -> None:
    later = Table("nantong-chaodipi")
    shown = ["W S5", "E D5 D5", "W C5 C5", "E H5 H5", "W S5 S5", "E LJ LJ", "W BJ BJ"]
    for height in range(1, len(shown)):
        assert later.check(*shown[: height + 1]).legal
    lower = later.check("W S5", "E H5 H5", "S C5 C5")
    assert paths(lower.violations) == {"suit_not_higher_on_ladder": "bidding.ladder"}
    assert later.refusals("W S5", "E LJ LJ", "S H5 H5") == ["not_higher_on_ladder"]


def test_nantong_5_4_what_is_higher_may_follow() -> None:
    later = Table("nantong-chaodipi", ns="8")
    top = (*JOKERS, "red_five_pair", "four_jokers")
    assert later.check("W S8").may_follow == ("level_pair", *top)
    assert later.check("W S8 S8").may_follow == top
    assert later.check("W S8", "E H5 H5 >D").may_follow == ("four_jokers",)
    assert later.check("W S8", "E LJ LJ BJ BJ >D").final


def test_nantong_5_4_red_fives_and_four_jokers_name_the_trump() -> None:
    later = Table("nantong-chaodipi", ns="8")
    assert later.trump("W S8", "E H5 H5 >D") == "N D8"
    assert later.trump("W S8", "E LJ LJ BJ BJ >NT") == "N NT8"
    assert paths(later.check("W S8", "E H5 H5").violations) == {"trump_not_named": "bidding.names_trump"}
    assert paths(later.check("W S8", "E BJ BJ >H").violations) == {"trump_may_not_be_named": "bidding.names_trump"}
    assert paths(later.resolve("W S8", "E H5 H5 >D").rulings)["trump_named"] == "bidding.names_trump"


def test_nantong_5_4_at_level_five_the_red_fives_are_what_their_bidder_says() -> None:
    later = Table("nantong-chaodipi")
    assert later.check("W S5", "E H5 H5").kind == "level_pair"
    assert later.check("W S5", "E H5 H5 >C").kind == "red_five_pair"


def test_nantong_5_11_countering_is_open_to_another_seat_and_four_jokers_beat_the_red_fives() -> None:
    later = Table("nantong-chaodipi", ns="8")
    assert later.trump("W S8", "E H5 H5 >D", "S BJ LJ BJ LJ >C") == "N C8"
    assert later.refusals("W S8", "E H5 H5 >D", "S BJ BJ") == ["not_higher_on_ladder"]
    assert later.refusals("W S8", "W H5 H5 >D") == ["own_bid_countered"]


def test_nantong_5_11_stirring_goes_up_the_ladder_too() -> None:
    later = Table("nantong-chaodipi", ns="8")
    assert later.refusals("W S8", "W D8 D8 @after_bury", "S C8 C8", "E D8 D8") == ["suit_not_higher_on_ladder", "pair_already_stirred"]
    assert later.check("W S8", "W D8 D8 @after_bury", "S C8 C8", "E H5 H5 >S").legal
    assert later.refusals("W S8", "W D8 @after_bury") == ["may_not_stir"]


def test_nantong_5_12_red_fives_and_four_jokers_stake_the_levels() -> None:
    later = Table("nantong-chaodipi", ns="8")
    assert later.resolve("W S8").stakes is None
    verdict = later.resolve("W S8", "E H5 H5 >D")
    assert verdict.stakes == "attackers" and paths(verdict.rulings)["levels_staked"] == "stakes"
    assert later.check("W S8", "S H5 H5 >D").stakes == "declarers"
    assert later.resolve("W S8", "E H5 H5 >D", "S BJ LJ BJ LJ >C @after_bury").stakes == "declarers"


def test_nantong_first_deal_a_pair_of_twos_confirms_seat_and_trump() -> None:
    race = Table("nantong-chaodipi", None)
    assert race.trump("E S2", "N D2 D2") == "N D2"
    assert race.refusals("E D2 D2") == ["may_not_open"]


def test_nantong_5_4_and_5_11_the_ladder_holds_in_a_first_deal_too() -> None:
    race = Table("nantong-chaodipi", None)
    assert race.trump("E S2", "N D2 D2", "W C2 C2") == "W C2"
    assert race.trump("E S2", "N BJ BJ") == "E NT2"
    assert race.trump("E S2", "N H5 H5 >C", "W BJ LJ BJ LJ >D") == "E D2"
    assert race.refusals("E S2", "N H2 H2", "W D2 D2") == ["suit_not_higher_on_ladder"]


# Guizhou 2010


def test_guizhou_8_1_a_two_with_a_joker_races_for_the_seat() -> None:
    race = Table("guizhou-2010", None)
    assert race.trump("E BJ S2") == "E S2"
    assert race.trump("E S2 LJ") == "E S2"
    assert paths(race.check("E S2").violations) == {"companion_missing": "bidding.companion.first_deal"}


def test_guizhou_8_1_a_joker_with_a_pair_over_bids_and_takes_the_seat() -> None:
    race = Table("guizhou-2010", None)
    assert race.trump("E BJ S2", "N LJ H2 H2") == "N H2"
    assert paths(race.check("E BJ S2", "N H2 H2").violations) == {"companion_missing": "bidding.companion.first_deal"}
    verdict = race.check("E BJ S2", "N LJ H2 H2")
    assert paths(verdict.rulings) == {
        "bid_counters": "bidding.counter.first_deal.joker_level_card.joker_level_pair",
        "trump_shown": "bidding.counter.first_deal.joker_level_card.joker_level_pair",
        "declares_by_bid": "bidding.first_deal_seat",
    }
    assert verdict.kitty_taker == "N"


def test_guizhou_8_1_the_twin_ends_the_over_bidding() -> None:
    race = Table("guizhou-2010", None)
    for shown in ("E S2", "E S2 S2", "E BJ S2 S2"):
        verdict = race.check("E BJ S2", shown)
        assert verdict.reinforces and verdict.kind == "joker_level_pair" and verdict.may_follow == JOKERS
    assert race.refusals("E BJ S2", "E S2", "N LJ H2 H2") == ["may_not_counter"]


def test_guizhou_8_2_a_level_card_is_shown_with_a_joker_and_no_pair_opens() -> None:
    later = Table("guizhou-2010")
    assert later.trump("W BJ S5") == "N S5"
    assert later.trump("W LJ H5") == "N H5"
    assert paths(later.check("W BJ S5 S5").violations) == {"may_not_open": "bidding.open.later.joker_level_pair"}
    assert paths(later.check("W S5").violations) == {"companion_missing": "bidding.companion.later"}
    assert paths(later.check("W S5 BJ", "E H5 H5").violations) == {"companion_missing": "bidding.companion.counter"}


def test_guizhou_8_2_who_cannot_show_leaves_it_to_the_kitty() -> None:
    assert Table("guizhou-2010").trump(kitty=KITTY) == "N H5"
    assert Table("guizhou-2010", None).resolve().source == "redeal"


def test_guizhou_8_3_a_joker_with_a_pair_counters_once_and_the_declarer_stays() -> None:
    later = Table("guizhou-2010")
    assert later.trump("W BJ S5", "E LJ H5 H5") == "N H5"
    assert later.check("W BJ S5", "E LJ H5 H5").may_follow == JOKERS
    assert later.refusals("W BJ S5", "E LJ H5 H5", "S LJ C5 C5") == ["may_not_counter"]
    assert later.refusals("W BJ S5", "W BJ H5 H5") == ["own_bid_countered"]


def test_guizhou_8_3_two_equal_jokers_make_it_no_trump_and_that_is_final() -> None:
    later = Table("guizhou-2010")
    assert later.trump("W LJ S5", "E LJ H5 H5", "S BJ BJ") == "N NT5"
    assert later.trump("W LJ S5", "W S5", "S BJ BJ") == "N NT5"
    assert later.check("W LJ S5", "S BJ BJ").final
    assert Table("guizhou-2010", None).trump("W LJ S2", "S BJ BJ") == "W NT2"


def test_guizhou_8_3_a_reinforced_card_is_countered_in_no_trump_only() -> None:
    later = Table("guizhou-2010")
    option = "bidding.counter.later.reinforced.joker_level_pair"
    assert paths(later.check("W BJ S5", "W S5", "E LJ H5 H5").violations) == {"may_not_counter": option}
    assert later.refusals("W BJ S5", "W S5 @before_kitty") == ["bid_out_of_time"]


def test_guizhou_8_3_a_counter_may_come_until_the_declarer_leads() -> None:
    later = Table("guizhou-2010")
    for phase in ("before_kitty", "after_bury", "before_lead"):
        assert later.check("W BJ S5", f"E LJ H5 H5 @{phase}").legal


def test_guizhou_7_4_who_counters_takes_the_kitty() -> None:
    later = Table("guizhou-2010")
    before = later.resolve("W BJ S5", "E LJ H5 H5")
    assert (before.declarer, before.kitty_taker, before.reburied_by) == ("N", "E", ())
    assert paths(before.rulings)["counter_takes_kitty"] == "bidding.after_counter.kitty"
    after = later.resolve("W BJ S5", "E LJ H5 H5 @after_bury", "S BJ BJ")
    assert (after.declarer, after.kitty_taker, after.reburied_by) == ("N", "N", ("E", "S"))
    assert paths(after.rulings)["reburied"] == "bidding.after_counter.kitty"


def test_guizhou_8_3_once_the_kitty_is_taken_a_counter_leaves_the_seat_in_a_first_deal_too() -> None:
    race = Table("guizhou-2010", None)
    verdict = race.resolve("N LJ S2", "W BJ H2 H2 @after_bury")
    assert (verdict.declarer, verdict.kitty_taker, verdict.reburied_by) == ("N", "N", ("W",))
    assert verdict.trump is not None and verdict.trump.suit == "H"


def test_guizhou_7_2_at_level_joker_nobody_bids_and_the_deal_is_no_trump() -> None:
    last = Table("guizhou-2010", ns="joker")
    assert paths(last.check("W BJ BJ").violations) == {"nobody_bids_at_joker": "bidding.level_joker"}
    assert last.check("W pass").may_follow == ()
    verdict = last.resolve()
    assert (verdict.source, verdict.declarer, verdict.kitty_taker) == ("level_joker", "N", "N")
    assert verdict.trump is not None and (verdict.trump.suit, verdict.trump.level) == ("NT", "joker")
    assert paths(verdict.rulings) == {"joker_level_no_trump": "bidding.level_joker"}


# March-8 2012


def test_march8_2_1_the_big_joker_goes_with_red_and_the_little_one_with_black() -> None:
    later = Table("march8-2012")
    assert later.trump("W BJ H5") == "N H5"
    assert later.trump("W D5 BJ") == "N D5"
    assert later.trump("W LJ S5") == "N S5"
    assert later.trump("W LJ C5") == "N C5"
    for wrong in ("W BJ S5", "W BJ C5", "W LJ H5", "W LJ D5"):
        assert paths(later.check(wrong).violations) == {"companion_of_other_colour": "bidding.companion.later"}
    assert later.refusals("W H5") == ["companion_missing"]


def test_march8_2_2_the_first_to_show_declares_whatever_trump_becomes() -> None:
    race = Table("march8-2012", None)
    assert race.trump("E BJ H2") == "E H2"
    assert race.trump("E BJ H2", "N LJ S2 S2") == "E S2"
    assert race.trump("E BJ H2", "N LJ LJ") == "E NT2"


def test_march8_7_2_a_first_deal_is_declared_by_the_first_to_show() -> None:
    verdict = Table("march8-2012", None).check("S LJ C2")
    assert verdict.declarer == "S" and paths(verdict.rulings)["declares_by_bid"] == "bidding.first_deal_seat"


def test_march8_2_3_both_sides_may_show_the_declarers_level() -> None:
    later = Table("march8-2012")
    assert later.trump("E BJ H5") == later.trump("S BJ H5") == "N H5"
    assert later.refusals("E BJ H9") == ["wrong_level_shown"]
    wrong = later.check("E BJ H9").violations[0]
    assert wrong.cards == wrong.params["cards"] == cards("H9")


def test_march8_2_3_in_a_blackout_the_next_player_shows_his_level_first() -> None:
    later = Table("march8-2012")
    verdict = later.resolve("W BJ H9 @before_kitty")
    assert verdict.blackout and verdict.source == "bid" and (verdict.declarer, verdict.kitty_taker) == ("W", "W")
    assert verdict.trump is not None and (verdict.trump.suit, verdict.trump.level) == ("H", "9")
    assert paths(verdict.rulings) == {
        "blackout": "bidding.blackout",
        "trump_shown": "bidding.open.later.joker_level_card",
        "declares_in_blackout": "bidding.blackout.seat",
    }
    assert paths(later.check("E BJ H9 @before_kitty").violations) == {"bid_out_of_turn": "bidding.blackout.seat"}
    assert paths(later.check("W BJ H5 @before_kitty").violations) == {"wrong_level_shown": "bidding.blackout.other_side_shows"}


def test_march8_2_3_then_his_partner_takes_the_seat_and_shows() -> None:
    later = Table("march8-2012")
    assert later.check("W pass @before_kitty").turn == "E"
    assert later.trump("W pass @before_kitty", "E BJ H9") == "E H9"
    assert later.refusals("W pass @before_kitty", "E pass", "W BJ H9") == ["bid_without_turn"]
    assert paths(later.check("S BJ H9 @before_kitty").violations)["old_declarers_in_blackout"] == "bidding.windows.open.later"
    assert later.refusals("N BJ H5 @before_kitty") == ["old_declarers_in_blackout", "wrong_level_shown"]
    assert later.check("W pass @before_kitty", "E pass").final


def test_march8_2_3_once_the_kitty_is_taken_nobody_shows_any_more() -> None:
    later = Table("march8-2012")
    assert paths(later.check("W BJ H9 @after_bury").violations) == {"bid_out_of_time": "bidding.windows.open.later"}
    verdict = later.check("W pass @before_kitty", "E pass", "N pass @after_bury")
    assert verdict.final and later.check("N pass @before_kitty").turn == "W"


def test_march8_2_3_what_is_shown_in_a_blackout_may_be_countered_at_that_level() -> None:
    later = Table("march8-2012")
    verdict = later.check("W BJ H9 @before_kitty", "N LJ S9 S9")
    assert verdict.legal and verdict.declarer == "W" and verdict.trump is not None and verdict.trump.suit == "S"


def test_march8_2_3_after_two_blackouts_kitty_cards_one_by_one_settle_side_and_trump() -> None:
    later = Table("march8-2012")
    other = later.resolve(kitty="BJ S3 H9 D5 D4 CK H4 D6")
    assert other.blackout and other.kitty_card is not None and other.kitty_card[0] == 2
    assert other.trump is not None and (other.declarer, other.trump.suit, other.trump.level) == ("W", "H", "9")
    assert [ruling.code for ruling in other.rulings] == [
        "blackout",
        "kitty_joker_skipped",
        "kitty_card_of_no_side",
        "kitty_card_decides",
        "kitty_card_of_side",
    ]
    own = later.resolve(kitty="S3 D5 H9 H9 D4 CK H4 D6")
    assert own.declarer == "N" and paths(own.rulings)["kitty_card_gives_seat_back"] == "bidding.no_bid.settles"


def test_march8_2_3_a_card_of_both_sides_level_is_the_new_seat_holder_s() -> None:
    level = Table("march8-2012", ns="9", ew="9")
    verdict = level.resolve(kitty="S3 H9 D5 D7 D4 CK H4 D6")
    assert verdict.declarer == "W" and paths(verdict.rulings)["both_sides_match"] == "bidding.no_bid.both_sides_match"


def test_march8_2_3_if_no_card_settles_it_the_deal_is_dealt_again() -> None:
    verdict = Table("march8-2012").resolve(kitty="S3 S4 D6 D7 D4 CK H4 BJ")
    assert verdict.source == "redeal" and verdict.blackout and verdict.trump is None
    assert paths(verdict.rulings)["no_kitty_card_deal_again"] == "bidding.no_bid.nothing_found"
    assert verdict.seat_holder == "W" and paths(verdict.rulings)["holds_seat_in_redeal"] == "bidding.blackout.seat"


def test_march8_2_3_a_first_deal_knows_no_blackout() -> None:
    verdict = Table("march8-2012", None).resolve()
    assert (verdict.source, verdict.blackout, verdict.seat_holder) == ("redeal", False, None)


def test_march8_2_4_1_the_twin_or_a_joker_with_the_pair_reinforces_and_is_final() -> None:
    later = Table("march8-2012")
    for shown in ("W H5", "W H5 H5", "W BJ H5 H5", "W BJ H5"):
        verdict = later.check("W BJ H5", shown)
        assert verdict.reinforces and verdict.kind == "joker_level_pair" and verdict.final
    assert later.refusals("W BJ H5", "W LJ H5 H5") == ["companion_of_other_colour"]


def test_march8_2_4_1_a_joker_with_both_level_cards_may_be_shown_at_once_and_is_final() -> None:
    for declarer, level in (("N", "5"), (None, "2")):
        verdict = Table("march8-2012", declarer).check(f"W BJ H{level} H{level}")
        assert verdict.legal and verdict.kind == "joker_level_pair" and verdict.final and not verdict.reinforces
    assert Table("march8-2012").refusals("W LJ H5 H5") == ["companion_of_other_colour"]
    assert Table("march8-2012").refusals("W BJ H5 H5", "E LJ LJ") == ["standing_is_final"]


def test_march8_2_4_2_a_joker_with_another_suit_s_pair_counters_and_is_final() -> None:
    later = Table("march8-2012")
    assert later.trump("W BJ H5", "E LJ S5 S5") == "N S5"
    assert later.check("W BJ H5", "E LJ S5 S5").final
    assert later.refusals("W BJ H5", "W LJ S5 S5") == ["own_bid_countered"]


def test_march8_2_4_3_no_trump_is_open_while_nothing_was_reinforced_or_countered() -> None:
    later = Table("march8-2012")
    assert later.trump("W BJ H5", "E LJ LJ") == "N NT5"
    assert later.refusals("W BJ H5", "W H5", "E LJ LJ") == ["standing_is_final"]
    assert later.refusals("W LJ S5", "E BJ H5 H5", "S LJ") == ["not_a_bid"]
    assert later.refusals("W BJ H5", "E BJ D5 D5", "S LJ LJ") == ["standing_is_final"]
    assert later.refusals("W LJ S5", "E BJ BJ", "S LJ C5") == ["standing_is_final"]


def test_march8_2_4_note_nobody_opens_in_no_trump_and_all_is_over_when_the_kitty_is_taken() -> None:
    later = Table("march8-2012")
    assert paths(later.check("W BJ BJ").violations) == {"may_not_open": "bidding.open.later.big_joker_pair"}
    assert later.check("W BJ H5", "E LJ LJ @before_kitty").legal
    assert later.refusals("W BJ H5", "E LJ LJ @after_bury") == ["bid_out_of_time"]

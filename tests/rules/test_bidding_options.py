"""Bidding under house rules, options that no preset uses, and what is wrong with a bidding as input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules.bidding import bid_faults, first_illegal, legality_faults, resolve_faults
from rules.catalogue import Stored, resolve, validate_document
from rules.document import FACETS, KNOWN_PATHS, load_yaml
from rules.options import Options
from rules.rulings import Fault, Violation
from tests.support.bidding import Table, bid, facts, paths
from tests.support.engine import cards, house

JOKERS = ("little_joker_pair", "big_joker_pair")
KITTY = "H7 S3 D4 CK S9 H4 D6 C6"
MODULES = Path(__file__).parents[2] / "rules" / "bidding"
CLUB: dict[str, Any] = load_yaml(Path(__file__).parent / "house.yaml")
"""A ruleset of no regulation, which bids by a ladder."""


def club(**changes: Any) -> Options:
    """The options of the club, with other blocks; `bidding=None` takes its bidding out."""
    document = {key: value for key, value in (CLUB | changes).items() if value is not None}
    return resolve("club", lambda name, revision: Stored(1, document)).options


def bidding(parent: str = "jiangsu-2007", **changes: Any) -> Options:
    return house(parent, bidding=changes)


# House rules


def test_a_house_may_let_a_bidder_counter_himself() -> None:
    later = Table(bidding(counter={"by": "anyone"}))
    assert later.trump("W S5", "W H5 H5") == "N H5"
    assert later.check("W S5", "W S5 S5").reinforces


def test_a_house_may_let_opponents_only_counter() -> None:
    later = Table(bidding(counter={"by": "opponents"}))
    assert paths(later.check("W S5", "E H5 H5").violations) == {"partner_countered": "bidding.counter.by.later"}
    assert later.refusals("W S5", "W H5 H5") == ["own_bid_countered"]
    assert later.trump("W S5", "N H5 H5") == "N H5"
    assert later.check("W S5", "S pass @before_kitty", "E pass").may_follow == ("level_pair", *JOKERS)
    silent = Table(bidding(counter={"by": "opponents"}, ask={"from": "after_bidder", "rounds": 1}))
    assert silent.check("W S5", "S pass @before_kitty", "E pass", "N pass").final


def test_a_house_may_rank_the_suits_of_counters() -> None:
    ranked = Table(bidding(counter={"suit": "higher", "later": {"level_card": ["level_pair"], "level_pair": ["level_pair"]}}))
    assert ranked.trump("W D5 D5", "N C5 C5", "E H5 H5", "S S5 S5") == "N S5"
    assert paths(ranked.check("W H5 H5", "N C5 C5").violations) == {"suit_not_higher": "bidding.counter.suit"}
    assert ranked.check("W H5 H5").may_follow == ("level_pair",)
    assert ranked.check("W S5 S5").final


def test_a_house_may_ask_for_another_suit() -> None:
    other = Table(bidding(counter={"suit": "other", "by": "anyone"}, reinforce=[], windows={"reinforce": []}))
    assert paths(other.check("W S5", "W S5 S5").violations) == {"suit_not_other": "bidding.counter.suit"}
    assert other.trump("W S5", "E BJ BJ") == "N NT5"


def test_a_suit_rule_says_nothing_against_jokers() -> None:
    higher = Table(bidding(counter={"suit": "higher", "later": {"little_joker_pair": ["level_pair", "big_joker_pair"]}}))
    assert higher.trump("W LJ LJ", "E D5 D5") == "N D5"
    assert higher.check("W LJ LJ").may_follow == ("level_pair", "big_joker_pair")


def test_a_house_may_switch_one_kind_of_joker_bid_off() -> None:
    rows = {"level_card": ["level_pair", "big_joker_pair"], "level_pair": ["big_joker_pair"]}
    one = Table(bidding(open={"later": ["level_card"]}, counter={"later": rows}))
    assert one.check("W S5").may_follow == ("level_pair", "big_joker_pair")
    assert one.refusals("W S5", "E LJ LJ") == ["may_not_counter"]


def test_a_house_may_leave_the_opener_his_seat() -> None:
    assert Table(bidding(first_deal_seat="opener"), None).trump("E S2", "N BJ BJ") == "E NT2"


def test_a_house_may_make_a_level_pair_immune() -> None:
    immune = Table(bidding(counter={"later": {"level_card": ["level_pair"], "level_pair": []}}))
    assert immune.check("W S5", "E H5 H5").final
    assert immune.refusals("W S5 S5", "E BJ BJ") == ["standing_is_final"]


def test_a_house_without_matrices_has_no_counters() -> None:
    plain = {"open": {"first_deal": ["level_card"], "later": ["level_card"]}, "windows": {"open": ["dealing"], "counter": ["dealing"]}}
    later = Table(club(bidding={**plain, "counter": {}, "no_bid": "redeal"}))
    assert later.check("W S5").final
    assert paths(later.check("W S5", "E H5 H5").violations) == {"standing_is_final": "bidding.counter.later"}
    assert paths(later.resolve().rulings) == {"deal_again": "bidding.no_bid", "holds_seat_in_redeal": None}


def test_a_house_may_reinforce_by_a_joker_with_the_pair_only() -> None:
    later = Table(bidding("march8-2012", reinforce=["companion_pair"]))
    assert later.check("W BJ H5", "W BJ H5 H5").reinforces
    assert "own_bid_countered" in later.refusals("W BJ H5", "W H5")


def test_red_fives_that_name_a_trump_reinforce_nothing() -> None:
    later = Table(bidding("nantong-chaodipi", reinforce=["twin"], windows={"reinforce": ["dealing"]}))
    assert later.check("N H5", "N H5 H5").reinforces
    assert later.refusals("N H5", "N H5 H5 >S") == ["own_bid_countered"]


def test_a_house_may_ask_twice_or_from_the_declarer_s_next_on() -> None:
    twice = Table(bidding(ask={"rounds": 2}))
    assert twice.check("W S5", "S pass @before_kitty", "E pass", "N pass").turn == "S"
    assert twice.check("W S5", "S pass @before_kitty", "E pass", "N pass", "S pass", "E pass", "N pass").final
    declarer = Table(bidding(ask={"from": "after_declarer"}))
    assert declarer.check("S S5", "W pass @before_kitty").turn == "E"
    assert declarer.refusals("S S5", "E pass @before_kitty") == ["bid_out_of_turn"]


def test_a_house_without_asking_lets_anybody_counter_in_time() -> None:
    later = Table(bidding(ask="none"))
    assert later.check("W S5", "N pass @before_kitty", "E H5 H5").legal


# Stirring


def test_a_house_may_stir_in_any_order() -> None:
    later = Table(bidding("anhui-tcm-2009", stir={"turn": "anyone"}))
    assert later.check("W S5", "S H5 H5 @after_bury").legal
    passed = later.check("W S5", "S pass @after_bury", "E pass")
    assert passed.turn is None and passed.may_follow
    assert later.refusals("W S5", "S pass @after_bury", "S H5 H5") == ["bid_without_turn"]
    assert later.check("W S5", "S pass @after_bury", "E pass", "W pass").final


def test_a_house_may_stir_in_one_round() -> None:
    later = Table(bidding("anhui-tcm-2009", stir={"ends": "one_round"}))
    assert later.check("W S5", "E H5 H5 @after_bury", "S C5 C5").turn == "W"
    assert later.check("W S5", "E H5 H5 @after_bury", "S C5 C5", "W pass").final


def test_a_house_may_stir_with_a_pair_again() -> None:
    later = Table(bidding("anhui-tcm-2009", stir={"reuse": True}))
    assert later.check("W S5", "E H5 H5 @after_bury", "S pass", "W pass", "N H5 H5").legal


def test_a_house_may_give_the_seat_to_the_last_stirrer() -> None:
    later = Table(bidding("anhui-tcm-2009", stir={"seat_moves": True}))
    verdict = later.resolve("W S5", "S H5 H5 @after_bury", "W C5 C5")
    assert verdict.declarer == "W" and paths(verdict.rulings)["declares_by_stirring"] == "bidding.stir.seat_moves"
    assert verdict.kitty_taker == "N" and verdict.reburied_by == ("S", "W")


def test_after_the_seat_has_moved_by_stirring_the_new_declarers_level_is_shown() -> None:
    later = Table(bidding("anhui-tcm-2009", stir={"seat_moves": True}))
    assert later.check("W S5", "E H5 H5 @after_bury", "S D9 D9").legal
    assert later.trump("W S5", "E H5 H5 @after_bury") == "E H9"


def test_the_same_cards_do_not_stir_as_another_kind() -> None:
    later = Table("nantong-chaodipi")
    assert later.refusals("N S5", "W H5 H5", "E BJ BJ", "W H5 H5 @after_bury >D") == ["pair_already_shown"]
    again = Table(bidding("gongxiao-2013", stir={"kinds": ["level_pair"]}), revolt="E")
    assert again.trump("W H9 H9", "S H5 H5 @after_bury") == "W H9"


def test_when_every_pair_has_been_shown_no_level_pair_may_follow() -> None:
    later = Table("anhui-tcm-2009")
    shown = ["W S5", "E S5 S5 @after_bury", "S H5 H5", "W C5 C5", "N D5 D5"]
    assert later.check(*shown).may_follow == JOKERS
    assert later.check(*shown, "E BJ BJ", "S LJ LJ").final


def test_what_is_not_on_the_ladder_neither_counters_nor_stirs() -> None:
    ladder = ["level_pair:D", "little_joker_pair"]
    later = Table(bidding("nantong-chaodipi", ladder=ladder, names_trump=[]))
    assert paths(later.check("W S5", "E BJ BJ").violations) == {"may_not_counter": "bidding.ladder.unranked"}
    assert paths(later.check("W S5", "W BJ BJ @after_bury").violations) == {"may_not_stir": "bidding.stir.order"}
    assert later.check("W D5 D5").may_follow == ("little_joker_pair",)


def test_a_ladder_without_a_list_of_kinds_says_what_stirs() -> None:
    later = Table(club())
    assert later.check("W S5", "W LJ LJ @after_bury").legal
    assert later.check("W S5").may_follow == ("level_pair", "little_joker_pair", "four_jokers")
    assert later.check("W S5", "W LJ LJ BJ BJ @after_bury").final


# No bid


@pytest.mark.parametrize("deals", [None, "N"])
def test_a_house_may_always_deal_again_and_who_held_the_seat_holds_it(deals: str | None) -> None:
    verdict = Table(bidding(no_bid="redeal"), deals).resolve()
    assert (verdict.source, verdict.seat_holder) == ("redeal", deals)


def test_after_a_revolution_whose_seat_is_raced_nobody_holds_it_in_a_redeal() -> None:
    verdict = Table("gongxiao-2013", revolt="E").resolve()
    assert (verdict.source, verdict.seat_holder) == ("redeal", None)
    assert "holds_seat_in_redeal" not in paths(verdict.rulings)


def test_a_house_may_let_the_first_drawer_declare_by_the_kitty() -> None:
    race = Table(bidding(no_bid={"first_deal": "kitty_card"}), None, first_drawer="W")
    assert race.trump(kitty=KITTY) == "W H2"
    assert paths(race.resolve(kitty=KITTY).rulings)["first_drawer_declares"] == "bidding.no_bid.first_deal"


def test_a_kitty_of_jokers_from_the_turned_card_on_is_a_redeal_or_no_trump() -> None:
    last = {"turn": 8, "joker": "next"}
    kitty = "S3 S4 D6 D7 D4 CK H4 BJ"
    assert Table(bidding(no_bid=last)).resolve(kitty=kitty).source == "redeal"
    verdict = Table(bidding(no_bid={**last, "nothing_found": "no_trump"})).resolve(kitty=kitty)
    assert verdict.trump is not None and verdict.trump.suit == "NT" and verdict.kitty_card is None and verdict.declarer == "N"
    assert paths(verdict.rulings)["no_kitty_card_settles"] == "bidding.no_bid.nothing_found"


def test_a_house_may_deal_again_when_a_card_is_of_both_sides_level() -> None:
    level = Table(bidding("march8-2012", no_bid={"both_sides_match": "redeal"}), ns="9", ew="9")
    verdict = level.resolve(kitty="S3 H9 D5 D7 D4 CK H4 D6")
    assert verdict.source == "redeal" and paths(verdict.rulings)["both_sides_match_deal_again"] == "bidding.no_bid.both_sides_match"
    assert verdict.seat_holder == "W"


def test_a_house_may_settle_the_side_by_the_kitty_without_a_blackout() -> None:
    later = Table(bidding(no_bid={"settles": "side_and_suit"}))
    assert later.trump(kitty="H9 S3 D4 CK S9 H4 D6 C6") == "W H9"
    assert later.trump(kitty="H5 S3 D4 CK S9 H4 D6 C6") == "N H5"
    assert later.trump(kitty="BJ S3 D4 CK S9 H4 D6 C6") == "N NT5"


def test_in_a_blackout_a_kitty_that_settles_the_suit_only_gives_the_other_side_the_seat() -> None:
    later = Table(bidding("march8-2012", no_bid={"settles": "suit"}))
    verdict = later.resolve(kitty=KITTY)
    assert verdict.declarer == "W" and verdict.trump is not None and (verdict.trump.suit, verdict.trump.level) == ("H", "9")
    assert paths(verdict.rulings)["declares_in_blackout"] == "bidding.blackout.seat"


def test_a_house_may_deal_again_when_both_sides_showed_wrongly() -> None:
    both = Table(bidding(wrong_show={"both_wrong": "redeal"}), barred=frozenset({"NS", "EW"}))
    assert both.resolve().source == "redeal"
    assert paths(both.resolve().rulings) == {
        "both_sides_barred": "bidding.wrong_show.both_wrong",
        "deal_again": "bidding.wrong_show.both_wrong",
        "holds_seat_in_redeal": None,
    }
    one = Table(bidding(wrong_show={"both_wrong": "redeal"}), barred=frozenset({"NS"}))
    assert one.trump(kitty=KITTY) == "N H5"


def test_a_side_may_lose_the_right_to_counter_too() -> None:
    barred = Table(bidding(wrong_show={"side_loses": ["open", "counter"]}), barred=frozenset({"EW"}))
    assert barred.refusals("N S5", "E H5 H5") == ["side_may_not_show"]
    assert barred.check("N S5").may_follow == ("level_pair", *JOKERS)
    opponents = bidding(wrong_show={"side_loses": ["counter"]}, counter={"by": "opponents"}, reinforce=[], windows={"reinforce": []})
    assert Table(opponents, barred=frozenset({"EW"})).check("N S5").final


def test_a_side_that_has_lost_nothing_but_other_rights_need_not_wait_with_its_counter() -> None:
    kept = Table(bidding(wrong_show={"side_loses": ["reinforce"], "keeps": ["counter"]}), barred=frozenset({"EW"}))
    assert kept.refusals("E S5", "W H5 H5") == []


def test_level_joker_is_no_trump_also_where_bids_are_taken_at_it() -> None:
    last = Table(bidding("guizhou-2010", level_joker="none", open={"later": list(JOKERS)}), ns="joker")
    assert last.trump("W BJ BJ") == "N NTjoker"
    assert last.resolve().source == "level_joker"
    assert last.refusals("W BJ S5") == ["wrong_level_shown"]


# Revolution and blackout


def test_after_a_revolution_the_seat_may_stay_and_the_declarers_level_be_shown() -> None:
    stays = Table(bidding("gongxiao-2013", revolution={"seat": "stays"}), revolt="E")
    assert stays.trump("E H9") == "N H5"
    level = Table(bidding("gongxiao-2013", revolution={"rebid_with": "declarers_level"}), revolt="E")
    assert level.trump("E H5") == "E H9"


def test_a_blackout_waits_until_nobody_may_open_any_more() -> None:
    later = Table(bidding("march8-2012", windows={"open": ["dealing", "before_kitty"]}))
    assert later.check("E BJ H5 @before_kitty").legal
    verdict = later.resolve(kitty="H9 S3 D4 CK S9 H4 D6 C6")
    assert verdict.blackout and verdict.declarer == "W"


def test_cards_that_belong_to_no_kind_are_no_bid() -> None:
    later = Table("jiangsu-2007")
    for shown in ("W S5 H5", "W S5 S6", "W BJ LJ", "W BJ BJ LJ", "W BJ LJ S5", "W H7", "W BJ BJ LJ LJ"):
        assert later.refusals(shown) in (["not_a_bid"], ["wrong_level_shown"])
    assert paths(later.check("N S5", "W S5 H5").violations) == {"not_a_bid": "bidding.counter.later.level_card"}


def test_where_a_house_has_no_joker_beside_level_cards_inherited_kinds_with_one_are_idle() -> None:
    later = Table(bidding("march8-2012", companion="none"))
    assert paths(later.check("W S5").violations) == {"may_not_open": "bidding.open.later.level_card"}
    assert paths(later.check("W BJ H5").violations) == {"not_a_bid": "bidding.companion.later"}
    assert paths(later.check("W BJ H5 H6").violations) == {"not_a_bid": "bidding.open.later"}
    assert later.check("W pass").final
    alone = {"first_deal": ["level_card"], "later": ["level_card"]}
    opened = Table(bidding("march8-2012", companion="none", open=alone, counter={"always": {"level_card": list(JOKERS)}}))
    assert opened.check("W S5").may_follow == (*JOKERS, "level_pair")
    stirring = Table(bidding(companion="none", stir={"kinds": ["level_pair"]}))
    assert paths(stirring.check("S S5", "W BJ H5 H5 @after_bury").violations) == {"not_a_bid": "bidding.companion.counter"}


# Cards that are held


def test_a_bid_whose_cards_are_not_all_held_is_none() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5", "E H5 H5", hand="H5 H5 D3").legal
    verdict = later.check("W S5", "E H5 H5", hand="H5 D3")
    assert [(violation.code, violation.cards) for violation in verdict.violations] == [("not_in_hand", cards("H5"))]
    assert (verdict.legal, verdict.stands, verdict.kind, verdict.rulings) == (False, False, "level_pair", ())
    assert verdict.trump is not None and verdict.trump.suit == "S"
    broken = later.check("W S5", "E H5", hand="D3").violations
    assert [violation.code for violation in broken] == ["not_in_hand", "may_not_counter"]
    assert later.check("W S5", "S pass @before_kitty", hand="D3").legal


def test_a_twin_that_is_shown_alone_is_the_second_of_two_that_are_held() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5", "W S5", hand="S5 S5").reinforces
    assert [violation.cards for violation in later.check("W S5", "W S5", hand="S5 D3").violations] == [cards("S5")]
    assert later.check("W S5", "W S5 S5", hand="S5 S5").reinforces
    assert Table("march8-2012").check("W BJ H5", "W BJ H5", hand="BJ H5 H5").legal


def test_what_was_shown_wrongly_is_no_twin_and_another_seat_s_card_neither() -> None:
    later = Table("gongxiao-2013")
    assert later.check("W S5 !", "W S5", hand="S5").legal
    assert [violation.code for violation in later.check("W H5", "E H5", hand="H5").violations] == ["may_not_counter"]


def test_copies_in_a_hand_and_in_the_bids_of_others_are_those_there_are() -> None:
    def told(*texts: str, hand: str) -> list[tuple[str, str]]:
        found = bid_faults(house(), facts(), [bid(text) for text in texts], hand=cards(hand))
        return [(fault.pointer, fault.code) for fault in found]

    assert told("W S5", "E H5", hand="S5 S5") == [("/bids/0/cards/0", "too_many_copies")]
    assert told("W S5", "E S5 S5", hand="S5 D3") == []
    assert told("W S5", "W S5 S5", "E H5", hand="S5") == [("/bids/1/cards/1", "too_many_copies")]
    assert told("E S5", "E S5 S5", hand="S5 S5") == []
    assert told("W S5", "E H5 H5 @after_bury", hand="S5 S5 H5 H5") == []
    assert told("E S5 S5 S5", hand="S5") == []


# What stands, and who is still to speak


def test_a_bid_at_the_moment_of_an_earlier_seat_s_is_legal_and_does_not_stand() -> None:
    race = Table("jiangsu-2007", None, first_drawer="N")
    late = race.check("N S2", "= W H2")
    assert late.legal and not late.stands
    early = race.check("W H2", "= N S2")
    assert early.legal and early.stands
    assert not race.check("N S2", "W pass").stands


def test_a_round_that_has_begun_is_not_over_while_somebody_is_to_speak() -> None:
    asked = Table("jiangsu-2007")
    assert (asked.resolve("W S5").complete, asked.resolve("W S5").turn) == (True, None)
    begun = asked.resolve("W S5", "S pass @before_kitty")
    assert (begun.complete, begun.turn, begun.source, begun.declarer) == (False, "E", "bid", "N")
    over = asked.resolve("W S5", "S pass @before_kitty", "E pass", "N pass")
    assert (over.complete, over.turn) == (True, None)
    final = asked.resolve("W BJ BJ", "S pass @before_kitty")
    assert (final.complete, final.turn) == (True, None)


def test_stirring_and_a_blackout_are_not_over_while_somebody_is_to_speak() -> None:
    stirred = Table("anhui-tcm-2009").resolve("W S5", "E H5 H5 @after_bury")
    assert (stirred.complete, stirred.turn) == (False, "S")
    anyone = Table(bidding("anhui-tcm-2009", stir={"turn": "anyone"})).resolve("W S5", "E H5 H5 @after_bury")
    assert (anyone.complete, anyone.turn) == (False, None)
    dark = Table("march8-2012").resolve("W pass @before_kitty", kitty=KITTY)
    assert (dark.complete, dark.turn, dark.source) == (False, "E", "kitty_card")


# Lists of bids


def test_the_first_illegal_bid_of_a_list_is_found() -> None:
    options = house()
    bids = [bid(text) for text in ("W S5", "E H5", "E H5 H5")]
    found = first_illegal(options, facts(), bids)
    assert found is not None and found[0] == 1 and not found[1].legal
    assert found[1].trump is not None and found[1].trump.suit == "S"
    assert first_illegal(options, facts(), bids[:1]) is None
    why = Violation("may_not_counter", "bidding.counter.later.level_card.level_card", {"bid": "level_card", "standing": "level_card"})
    assert legality_faults(options, facts(), bids) == [Fault("/bids/1", "bid_not_legal", None, {"why": why})]
    assert resolve_faults(options, facts(), bids, None) == legality_faults(options, facts(), bids)


def test_bids_at_one_moment_are_all_judged_by_what_stood_before() -> None:
    race = Table("jiangsu-2007", None, first_drawer="N")
    assert race.trump("N S2", "= W H2", "= E C2 C2") == "N S2"
    assert race.trump("N S2", "= W H2", "W H2 H2") == "W H2"


def test_a_pass_that_nobody_asked_for_says_nothing() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5", "W pass @before_kitty").turn == "S"
    assert later.trump("W S5", "W pass @before_kitty", "S H5 H5") == "N H5"
    assert later.check("W S5", "S pass @before_kitty", "E pass", "N pass", "S pass").legal


def test_phases_go_on_from_bid_to_bid() -> None:
    later = Table("jiangsu-2007")
    assert later.refusals("W S5", "S pass @before_kitty", "E H5 H5", "N C5") == ["may_not_counter"]


# Faults


def faults(*texts: str, options: Options | None = None, kitty: str = "", **known: Any) -> list[tuple[str, str]]:
    told = bid_faults(options or house(), facts(**known), [bid(text) for text in texts], kitty=cards(kitty))
    return [(fault.pointer, fault.code) for fault in told]


def test_a_ruleset_without_bidding_is_asked_nothing() -> None:
    assert faults("W S5", options=club(bidding=None)) == [("/bids", "not_in_this_ruleset")]


def test_a_later_deal_needs_its_declarer() -> None:
    assert faults(declarer=None, first_deal=False) == [("/declarer", "missing_field")]


def test_bids_at_one_moment_need_the_first_drawer_in_a_first_deal() -> None:
    assert faults("N S2", "= E H2", declarer=None) == [("/first_drawer", "missing_field")]
    assert faults("N S5", "= E H5") == []


def test_what_a_ruleset_does_not_know_is_refused() -> None:
    anhui = house("anhui-tcm-2009")
    assert faults(options=anhui, barred=frozenset({"NS"})) == [("/barred", "not_in_this_ruleset")]
    assert faults(options=anhui, revolt="E") == [("/revolt", "not_in_this_ruleset")]


def test_only_attackers_revolt_where_the_ruleset_says_so() -> None:
    assert faults(options=house("gongxiao-2013"), revolt="S") == [("/revolt/seat", "wrong_side")]
    assert faults(options=house("gongxiao-2013"), revolt="S", declarer=None) == []
    assert faults(options=bidding("gongxiao-2013", revolution={"by": "anyone"}), revolt="S") == []


def test_phases_do_not_go_back() -> None:
    assert faults("N S5 @before_kitty", "E H5 H5 @dealing") == [("/bids/1/phase", "phase_goes_back")]


def test_a_moment_has_bids_of_several_seats_in_one_phase() -> None:
    assert faults("= N S5") == [("/bids/0/same_moment", "no_bid_at_that_moment")]
    assert faults("N S5", "= N H5 H5") == [("/bids/1/same_moment", "no_bid_at_that_moment")]
    assert faults("N pass", "= E H5") == [("/bids/1/same_moment", "no_bid_at_that_moment")]
    assert faults("N S5", "= E pass") == [("/bids/1/same_moment", "no_bid_at_that_moment")]
    assert faults("N S5", "= E H5 @before_kitty") == [("/bids/1/same_moment", "no_bid_at_that_moment")]
    assert faults("N S5", "= E H5", "= N C5 C5") == [("/bids/2/same_moment", "no_bid_at_that_moment")]


def test_no_card_is_shown_more_often_than_there_are_copies() -> None:
    assert faults("N S5 S5 S5") == [("/bids/0/cards/2", "too_many_copies")]
    assert faults("N S5", "E S5 S5") == [("/bids/1/cards/1", "too_many_copies")]
    assert faults("N S5", "N S5", "E S5") == [("/bids/2/cards/0", "too_many_copies")]
    assert faults("N S5 S5", kitty="S5") == [("/bids/0/cards/1", "too_many_copies")]


def test_a_seat_may_show_the_same_card_again() -> None:
    assert faults("N S5", "N S5 S5") == []
    assert faults("N S5 S5", "N S5", "N S5 S5") == []
    assert faults("N BJ S5", "N BJ S5 S5", "E BJ H5 H5") == []


def test_a_card_that_was_shown_wrongly_may_be_bid_and_is_no_twin() -> None:
    assert faults("N S5 !", "N S5", "E S5") == []
    assert faults("N S5 !", "E S5 S5") == [("/bids/1/cards/1", "too_many_copies")]
    assert faults("N S5", "N S5 !", "E S5") == []


def test_a_wrong_show_is_at_no_bid_s_moment() -> None:
    assert faults("N S5", "= E S6 !") == [("/bids/1/same_moment", "wrong_show_at_no_moment")]
    assert faults("N S6 !", "= E S5") == [("/bids/1/same_moment", "no_bid_at_that_moment")]


def test_a_bid_after_a_wrong_show_may_be_at_the_moment_of_the_bid_before_it() -> None:
    assert faults("N S5", "E S6 !", "= W H5") == []
    assert faults("N S5", "W S6 !", "= E H5", "S S7 !", "= W C5") == []
    assert faults("N S5", "E S6 !", "= N H5 H5") == [("/bids/2/same_moment", "no_bid_at_that_moment")]
    assert faults("N pass", "E S6 !", "= W H5") == [("/bids/2/same_moment", "no_bid_at_that_moment")]
    assert faults("N S5", "E S6 ! @before_kitty", "= W H5") == [("/bids/2/same_moment", "no_bid_at_that_moment")]
    jiangsu = Table("jiangsu-2007", declarer="W")
    assert jiangsu.trump("N S9", "E S6 !", "= W H9") == "W H9"


def test_where_the_ruleset_takes_no_right_for_it_a_wrong_show_changes_nothing() -> None:
    gongxiao = Table("gongxiao-2013")
    assert gongxiao.trump("E H6 !", "E S5") == "N S5"
    assert paths(gongxiao.resolve("E H6 !", "E S5").rulings)["wrong_show_is_no_bid"] == "bidding.wrong_show"


def test_a_wrong_show_is_nobody_s_turn() -> None:
    later = Table("jiangsu-2007")
    assert later.check("W S5", "S H6 @before_kitty !").turn == "S"


def test_a_lone_card_shown_again_is_its_twin_whatever_joker_lies_beside_it() -> None:
    for shown in ("N S5", "N BJ S5"):
        assert faults("N BJ S5", shown, "E S5") == [("/bids/2/cards/0", "too_many_copies")]


def test_after_burying_a_card_may_have_gone_by_way_of_the_kitty() -> None:
    assert faults("N S5", "E S5 S5 @after_bury", kitty="S5 H7") == []
    assert faults("E S5 S5 S5 @after_bury") == [("/bids/0/cards/2", "too_many_copies")]


def test_where_no_bid_decides_the_kitty_is_needed() -> None:
    def needed(options: Options, *texts: str, **known: Any) -> list[tuple[str, str]]:
        told = resolve_faults(options, facts(**known), [bid(text) for text in texts], None)
        return [(fault.pointer, fault.code) for fault in told]

    assert needed(house()) == [("/kitty", "missing_field")]
    assert needed(house(), declarer=None) == [("/kitty", "missing_field"), ("/first_drawer", "missing_field")]
    assert needed(house(), "W S5") == needed(house("gongxiao-2013"), declarer=None) == []


# Documents


def test_every_option_that_a_ruling_names_is_one() -> None:
    named = {path for file in MODULES.glob("*.py") for path in re.findall(r'"(bidding\.[a-z_.]+)"', file.read_text(encoding="utf-8"))}
    assert named <= KNOWN_PATHS | FACETS.keys() and "bidding.wrong_show.side_loses" in named


def contradicted(parent: str = "jiangsu-2007", **changes: Any) -> list[tuple[str, str]]:
    _, faults = validate_document({"extends": parent, "bidding": changes})
    return [(fault.pointer, fault.code) for fault in faults]


def test_a_trump_is_named_only_by_bids_that_can_be_made() -> None:
    assert contradicted(names_trump=["big_joker_pair", "four_jokers"]) == [("/bidding/names_trump/1", "contradiction")]
    assert contradicted("nantong-chaodipi", names_trump=["four_jokers"]) == []
    assert contradicted("anhui-tcm-2009", stir={"kinds": ["four_jokers"]}, names_trump=["four_jokers"]) == []


def test_without_a_companion_no_joker_is_shown_with_a_level_card() -> None:
    opening = {"first_deal": ["joker_level_card"], "later": ["joker_level_card"]}
    assert contradicted(companion="none", open=opening) == [("/bidding/companion", "contradiction")]
    assert contradicted(companion="any_joker", open=opening) == []


def test_what_is_never_open_to_reinforcing_cannot_be_reinforced() -> None:
    assert contradicted(reinforce=["twin"], windows={"reinforce": []}) == [("/bidding/reinforce", "contradiction")]
    assert contradicted(reinforce=[], windows={"reinforce": []}) == []

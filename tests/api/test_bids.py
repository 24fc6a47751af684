"""bids/check and bids/resolve over HTTP: the shape of answers, and what is wrong with a question."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import PRESET_IDS
from tests.api.conftest import Asker
from tests.api.questions import BID, BIDDING

FIRST: dict[str, Any] = {"ruleset": "jiangsu-2007", "levels": {"NS": "2", "EW": "2"}, "first_deal": True}
KITTY = ["H7", "S3", "D4", "CK", "S9", "H4", "D6", "C6"]


def places(problem: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem["errors"]]


def test_a_legal_bid_is_answered_with_where_the_bidding_stands(ask: Asker) -> None:
    answer = ask("bids/check", BID)
    rulings = answer.pop("rulings")
    assert answer == {
        "ruleset": {"id": "jiangsu-2007", "revision": 1},
        "legal": True,
        "stands": True,
        "kind": "level_pair",
        "trump": {"suit": "H", "level": "8"},
        "declarer": "N",
        "kitty_taker": "N",
        "reburied_by": [],
        "final": False,
        "may_follow": ["little_joker_pair", "big_joker_pair"],
        "violations": [],
        "warnings": [],
    }
    assert rulings[0]["clause"]["id"] == "3.4.2" and rulings[0]["option"] == "bidding.counter.later.level_card"


def test_a_bid_that_is_not_allowed_is_an_answer_and_leaves_what_stands(ask: Asker) -> None:
    answer = ask("bids/check", BID, bid={"seat": "E", "cards": "H8"})
    assert (answer["legal"], answer["kind"], answer["trump"]["suit"], answer["rulings"]) == (False, "level_card", "S", [])
    assert [violation["code"] for violation in answer["violations"]] == ["may_not_counter"]


def test_cards_that_are_no_bid_have_no_kind(ask: Asker) -> None:
    answer = ask("bids/check", BID, bid={"seat": "E", "cards": "H7 D8"})
    assert "kind" not in answer and answer["violations"][0]["cards"] == ["H7", "D8"]


def test_a_pass_may_be_asked_about(ask: Asker) -> None:
    answer = ask("bids/check", BID, bid={"seat": "S", "pass": True}, phase="before_kitty")
    assert (answer["legal"], answer["kind"], answer["turn"]) == (True, "pass", "E")


def test_a_reinforced_bid_says_so(ask: Asker) -> None:
    answer = ask("bids/check", BID, bid={"seat": "W", "cards": "S8"})
    assert answer["reinforces"] is True and answer["kind"] == "level_pair"


def test_nothing_is_told_of_a_first_deal_in_which_nobody_has_bid(ask: Asker) -> None:
    answer = ask("bids/check", FIRST, bid={"seat": "E", "pass": True})
    assert answer.keys().isdisjoint({"trump", "declarer", "kitty_taker", "stakes", "turn", "reinforces"})
    assert answer["reburied_by"] == [] and answer["may_follow"][0] == "level_card"


def test_without_a_declarer_the_deal_is_the_first(ask: Asker) -> None:
    answer = ask("bids/check", FIRST, first_deal=None, bid={"seat": "E", "cards": "S2"})
    assert (answer["declarer"], answer["trump"]) == ("E", {"suit": "S", "level": "2"})
    assert answer["warnings"] == []


@pytest.mark.parametrize("operation", ["bids/check", "bids/resolve"])
def test_a_deal_is_never_silently_taken_as_the_first_at_other_levels(ask: Asker, operation: str) -> None:
    question = BID if operation == "bids/check" else BIDDING
    other: dict[str, Any] = {"declarer": None, "bids": [{"seat": "W", "cards": "S2"}]}
    answer = ask(operation, question, **other)
    assert (answer["trump"]["level"], [warning["code"] for warning in answer["warnings"]]) == ("2", ["taken_as_first_deal"])
    assert answer["warnings"][0]["option"] == "levels.start=2"
    assert ask(operation, question, **other, first_deal=True)["warnings"] == ask(operation, question)["warnings"] == []


def test_a_bid_is_held_to_the_hand_that_is_given(ask: Asker) -> None:
    assert ask("bids/check", BID, hand="H8 H8 C3")["legal"]
    answer = ask("bids/check", BID, hand="H8 C3")
    assert (answer["legal"], answer["stands"], answer["violations"][0]["code"]) == (False, False, "not_in_hand")
    assert answer["violations"][0]["cards"] == ["H8"]
    assert ask("bids/check", BID, bid={"seat": "E", "cards": "S8 S8"}, hand="S8")["violations"][0]["cards"] == ["S8"]


def test_copies_over_hand_and_bids_are_faults(ask: Asker) -> None:
    assert places(ask("bids/check", BID, status=422, hand="S8 S8")) == [("/bids/0/cards/0", "too_many_copies")]
    assert places(ask("bids/check", BID, status=422, hand="D3 D3 D3")) == [("/hand/2", "too_many_copies")]
    assert places(ask("bids/check", BID, status=422, hand=["H1"], bids=[{"seat": "E", "cards": "H7"}])) == [
        ("/hand/0", "unknown_card"),
        ("/bids/0", "bid_not_legal"),
    ]
    assert places(ask("bids/resolve", BIDDING, status=422, bids=[], kitty=[*KITTY[:5], *["D6"] * 3])) == [("/kitty/7", "too_many_copies")]


def test_a_legal_bid_may_not_stand(ask: Asker) -> None:
    bids = [{"seat": "N", "cards": "S2"}]
    answer = ask("bids/check", FIRST, first_drawer="N", bids=bids, bid={"seat": "W", "cards": "H2", "same_moment": True})
    assert (answer["legal"], answer["stands"], answer["trump"]["suit"]) == (True, False, "S")


def test_a_half_finished_round_is_answered_as_if_all_pass_and_says_who_is_to_speak(ask: Asker) -> None:
    assert ask("bids/resolve", BIDDING)["complete"] is True
    begun = ask("bids/resolve", BIDDING, bids=[*BIDDING["bids"], {"seat": "S", "pass": True, "phase": "before_kitty"}])
    assert (begun["complete"], begun["turn"], begun["declarer"]) == (False, "E", "N")


def test_a_redeal_says_who_holds_the_seat_if_anybody_does(ask: Asker) -> None:
    kitty = ["S3", "S4", "D6", "D7", "D4", "CK", "H4", "BJ"]
    answer = ask("bids/resolve", BIDDING, ruleset="march8-2012", bids=[], kitty=kitty)
    assert (answer["source"], answer["blackout"], answer["seat_holder"]) == ("redeal", True, "W")
    assert "seat_holder" not in ask("bids/resolve", FIRST, ruleset="march8-2012")


def test_a_copy_too_many_is_told_with_the_places_of_the_others(ask: Asker) -> None:
    (fault,) = ask("bids/check", BID, status=422, bid={"seat": "E", "cards": "S8 S8"})["errors"]
    assert fault["pointer"] == "/bid/cards/1"
    assert "/bids/0/cards/0, /bid/cards/0" in fault["message"]


def test_only_the_wrong_cards_are_named(ask: Asker) -> None:
    answer = ask("bids/check", BID, ruleset="march8-2012", bids=[], bid={"seat": "E", "cards": "BJ D9"})
    assert answer["violations"][0]["message"] == "Only cards of level 8 may be shown here, not ♦9."


def test_explanations_may_be_left_out(ask: Asker) -> None:
    assert "rulings" not in ask("bids/check", BID, explain=False)
    assert "rulings" not in ask("bids/resolve", BIDDING, explain=False)


def test_a_bidding_is_resolved(ask: Asker) -> None:
    answer = ask("bids/resolve", BIDDING)
    assert (answer["source"], answer["trump"], answer["declarer"], answer["blackout"]) == ("bid", {"suit": "S", "level": "8"}, "N", False)
    assert "kitty_card" not in answer


def test_stirring_and_stakes_are_told(ask: Asker) -> None:
    stirred = [*BIDDING["bids"], {"seat": "W", "cards": "H5 H5", "names": "♦", "phase": "after_bury"}]
    answer = ask("bids/resolve", BIDDING, ruleset="nantong-chaodipi", bids=stirred)
    assert answer["reburied_by"] == ["W"] and answer["stakes"] == {"shown_by": "attackers"} and answer["trump"]["suit"] == "D"


def test_the_kitty_decides_where_nobody_bids(ask: Asker) -> None:
    answer = ask("bids/resolve", BIDDING, bids=[], kitty=KITTY)
    assert (answer["source"], answer["kitty_card"]) == ("kitty_card", {"index": 0, "card": "H7"})
    lowest = ask("bids/resolve", BIDDING, ruleset="gongxiao-2013", bids=None, kitty=KITTY)
    assert lowest["trump"] == {"suit": "D", "level": "8", "level_cards_lowest": True}


def test_a_redeal_has_neither_trump_nor_declarer(ask: Asker) -> None:
    answer = ask("bids/resolve", FIRST, ruleset="anhui-tcm-2009")
    assert answer["source"] == "redeal" and answer.keys().isdisjoint({"trump", "declarer", "kitty_taker", "kitty_card"})


def test_the_level_of_the_deal_may_be_given(ask: Asker) -> None:
    assert ask("bids/check", BID, level="8")["legal"]
    assert places(ask("bids/check", BID, status=422, level="9")) == [("/level", "other_level")]
    assert ask("bids/resolve", FIRST, level="2", ruleset="anhui-tcm-2009")["source"] == "redeal"
    assert places(ask("bids/resolve", FIRST, status=422, level="3", ruleset="anhui-tcm-2009")) == [("/level", "other_level")]
    again: dict[str, Any] = {"ruleset": "gongxiao-2013", "revolt": {"seat": "E"}, "bids": [], "kitty": KITTY}
    assert ask("bids/resolve", BIDDING, level="9", **again)["source"] == "redeal"


@pytest.mark.parametrize("operation", ["bids/check", "bids/resolve"])
def test_a_bid_of_the_list_that_is_not_legal_is_a_fault(ask: Asker, operation: str) -> None:
    bids = [*BIDDING["bids"], {"seat": "E", "cards": "H8"}, {"seat": "E", "cards": "H8 H8"}]
    problem = ask(operation, BID if operation == "bids/check" else BIDDING, status=422, bids=bids)
    assert places(problem) == [("/bids/1", "bid_not_legal")]
    assert problem["errors"][0]["message"].endswith("What stands is a level card, which is not countered by a level card.")


def test_faults_of_the_bid_in_question_are_told_at_its_place(ask: Asker) -> None:
    assert places(ask("bids/check", BID, status=422, bid={"seat": "E", "cards": "H8 H8 H8"})) == [("/bid/cards/2", "too_many_copies")]
    assert places(ask("bids/check", BID, status=422, bid={"seat": "E", "cards": "S8 S8"})) == [("/bid/cards/1", "too_many_copies")]
    alone = {"seat": "E", "cards": "S8", "same_moment": True}
    assert places(ask("bids/check", BID, status=422, bids=[], bid=alone)) == [("/bid/same_moment", "no_bid_at_that_moment")]


def test_an_entry_may_be_a_wrong_show(ask: Asker) -> None:
    wrong = {"seat": "E", "cards": "H6 ♣3", "wrong_show": True}
    answer = ask("bids/check", BID, bids=[wrong], bid={"seat": "W", "cards": "S8"})
    assert [violation["code"] for violation in answer["violations"]] == ["side_may_not_show"]
    assert answer["violations"][0]["clause"]["id"] == "4.3.7"
    resolved = ask("bids/resolve", BIDDING, bids=[*BIDDING["bids"], wrong])
    assert resolved["trump"] == {"suit": "S", "level": "8"} and resolved["rulings"][0]["code"] == "wrong_show_bars"
    assert ask("bids/check", BID, bids=[{**wrong, "wrong_show": False, "cards": "H8"}], bid={"seat": "W", "pass": True})["legal"]


def test_a_pass_is_no_wrong_show_and_the_bid_in_question_is_none(ask: Asker) -> None:
    passed = {"seat": "E", "pass": True, "wrong_show": True}
    assert places(ask("bids/resolve", BIDDING, status=422, bids=[passed])) == [("/bids/0", "exactly_one_of")]
    asked = {"seat": "E", "cards": "H6", "wrong_show": True}
    assert places(ask("bids/check", BID, status=422, bid=asked)) == [("/bid/wrong_show", "unknown_field")]


@pytest.mark.parametrize("entry", [{"seat": "E"}, {"seat": "E", "cards": "H8", "pass": True}, {"seat": "E", "pass": False}])
def test_an_entry_is_either_cards_or_a_pass(ask: Asker, entry: dict[str, Any]) -> None:
    assert places(ask("bids/resolve", BIDDING, status=422, bids=[entry])) == [("/bids/0", "exactly_one_of")]


def test_pass_false_says_nothing_beside_cards(ask: Asker) -> None:
    assert ask("bids/check", BID, bid={"seat": "E", "cards": "H8 H8", "pass": False})["legal"]


def test_all_that_can_be_told_is_told_at_once(ask: Asker) -> None:
    problem = ask("bids/check", BID, status=422, levels={"NS": "joker", "EW": "9"}, bid={"seat": "Q", "pass": 1}, phase="now")
    assert set(places(problem)) == {
        ("/levels/NS", "level_not_on_ladder"),
        ("/bid/seat", "unknown_seat"),
        ("/bid/pass", "wrong_type"),
        ("/phase", "not_a_choice"),
    }


def test_bids_are_judged_although_the_bid_in_question_cannot_be_read(ask: Asker) -> None:
    bids = [*BIDDING["bids"], {"seat": "E", "cards": "H8"}]
    problem = ask("bids/check", BID, status=422, bids=bids, bid={"seat": "E", "cards": "H1"})
    assert set(places(problem)) == {("/bids/1", "bid_not_legal"), ("/bid/cards/0", "unknown_card")}


def test_facts_that_cannot_be_read_leave_the_bids_unjudged(ask: Asker) -> None:
    bids = [*BIDDING["bids"], {"seat": "E", "cards": "H8"}]
    for wrong, code in (
        ({"barred": ["NE"]}, "unknown_side"),
        ({"revolt": {}}, "missing_field"),
        ({"levels": {"NS": "8"}}, "missing_field"),
    ):
        assert [code] == [found for _, found in places(ask("bids/resolve", BIDDING, status=422, bids=bids, **wrong))]


def test_what_decides_without_a_bid_is_asked_for(ask: Asker) -> None:
    assert places(ask("bids/resolve", BIDDING, status=422, bids=[])) == [("/kitty", "missing_field")]
    assert places(ask("bids/resolve", FIRST, status=422, kitty=KITTY)) == [("/first_drawer", "missing_field")]
    assert places(ask("bids/resolve", BIDDING, status=422, kitty=KITTY[:7])) == [("/kitty", "wrong_kitty_size")]
    assert places(ask("bids/resolve", BIDDING, status=422, kitty=["H1", *KITTY[1:]])) == [("/kitty/0", "unknown_card")]
    assert places(ask("bids/resolve", BIDDING, status=422, declarer=None, first_deal=False)) == [("/declarer", "missing_field")]


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_the_kitty_of_every_regulation_has_eight_cards(ask: Asker, ruleset: str) -> None:
    assert places(ask("bids/resolve", BIDDING, status=422, ruleset=ruleset, bids=[], kitty=KITTY[:7])) == [("/kitty", "wrong_kitty_size")]
    assert ask("bids/resolve", BIDDING, ruleset=ruleset, bids=[], kitty=KITTY)["source"] in ("kitty_card", "redeal")


def test_barred_and_revolt_are_for_rulesets_that_know_them(ask: Asker) -> None:
    assert places(ask("bids/check", BID, status=422, revolt={"seat": "E"})) == [("/revolt", "not_in_this_ruleset")]
    anhui = ask("bids/check", BID, status=422, ruleset="anhui-tcm-2009", barred=["NS"])
    assert places(anhui) == [("/barred", "not_in_this_ruleset")]
    assert ask("bids/check", BID, barred=["EW"], bids=[{"seat": "S", "cards": "S8"}])["legal"]


def test_a_message_is_in_the_language_asked_for(ask: Asker) -> None:
    bids = [*BIDDING["bids"], {"seat": "E", "cards": "H8"}]
    answer = ask.response("bids/resolve", {**BIDDING, "bids": bids}, Accept_Language="zh-Hans")
    assert answer.json["errors"][0]["message"] == "此次亮牌不合规则，其后的无从裁定。用单张级牌不能反单张级牌。"

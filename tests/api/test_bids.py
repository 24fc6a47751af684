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
        "kind": "level_pair",
        "trump": {"suit": "H", "level": "8"},
        "declarer": "N",
        "kitty_taker": "N",
        "reburied_by": [],
        "final": False,
        "may_follow": ["little_joker_pair", "big_joker_pair"],
        "violations": [],
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
    assert answer.json["errors"][0]["message"] == "此次亮牌不合规则，其后的无从裁定。已亮的是单张级牌，单张级牌反不了。"

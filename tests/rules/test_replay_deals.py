"""The replay of whole deals: bids and burials before the first lead, what later cards say of them, and the score at the end."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from rules.bidding import Bid
from rules.cards import points_of
from rules.catalogue import PRESET_IDS, resolve
from rules.deals.record import Burial, DealRecord
from rules.deals.replay import ReplayVerdict, replay
from rules.deals.score import Counted, score_deal
from rules.effects import Effect
from rules.options import Options
from rules.plays import check_play
from rules.seats import SIDE_OF, SIDES
from rules.trump import Trump
from tests.property.dealing import seeded
from tests.support.engine import cards, house
from tests.support.records import record_of
from tests.support.records import replayed as replayed_body
from tests.support.replays import bid, dealt, fault_of, record, replayed

NANTONG, GONGXIAO = house("nantong-chaodipi"), house("gongxiao-2013")
KITTY = "D3 D4 D5 D6 D7 D8 D9 DT"
HELD = {"N": "S2 C3", "W": "C2 C2", "S": "D2 D2", "E": "H2", "kitty": KITTY}


def opened(*bids: Bid, options: Options | None = None, **more: Any) -> DealRecord:
    """A later deal at level 2 whose seat North holds, bid so and not played; no declarer on record unless it is given."""
    hands, kitty = dealt(**HELD)
    kept: dict[str, Any] = {"trump": "", "level": "2", "declarer": None, "seat_holder": "N", "hands": hands, "kitty": kitty}
    return record(bids=bids, **(kept | more))


def wrongly(text: str) -> Bid:
    """A wrong show."""
    return replace(bid(text), wrong_show=True)


def buried(seat: str, written: str = KITTY) -> Burial:
    return Burial(seat, cards(written))


# Bids


def test_bids_prove_trump_and_declarer() -> None:
    verdict = replayed(opened(bid("S D2")))
    assert verdict.legal and not verdict.complete
    assert (verdict.trump and verdict.trump.suit, verdict.declarer) == ("D", "N")
    assert verdict.bidding is not None and verdict.bidding.source == "bid"


def test_the_first_bid_that_is_not_allowed_is_the_fault_at_its_place() -> None:
    verdict = replayed(opened(bid("S D2"), bid("S D2"), bid("W C2"), bid("E H2")))
    assert fault_of(verdict) == ("/bids/2", "may_not_counter")
    assert (verdict.trump, verdict.declarer, verdict.bidding, verdict.tricks) == (None, None, None, ())


def test_a_seat_shows_what_it_holds() -> None:
    assert fault_of(replayed(opened(bid("S H2")))) == ("/bids/0", "not_in_hand")
    assert fault_of(replayed(opened(bid("E H2"), bid("E H2")))) == ("/bids/1", "not_in_hand")
    assert replayed(opened(bid("S D2"), bid("S D2"))).legal


def test_a_wrong_show_is_held_and_bars_the_side_and_is_no_bid() -> None:
    assert fault_of(replayed(opened(wrongly("E C3")))) == ("/bids/0", "not_in_hand")
    assert fault_of(replayed(opened(wrongly("N C3"), bid("S D2")))) == ("/bids/1", "side_may_not_show")
    verdict = replayed(opened(wrongly("E H2"), bid("S D2"), wrongly("S D2"), wrongly("N C3")))
    assert verdict.legal and verdict.trump is not None and verdict.trump.suit == "D"
    assert replayed(opened(wrongly("E H2"), bid("E H2")), GONGXIAO).legal


def test_a_bid_that_is_not_held_comes_before_a_later_one_that_is_not_allowed() -> None:
    assert fault_of(replayed(opened(bid("S H2"), bid("W C3")))) == ("/bids/0", "not_in_hand")


def test_trump_and_declarer_on_record_are_what_the_bids_make() -> None:
    assert replayed(opened(bid("S D2"), trump="D2", declarer="N")).legal
    assert fault_of(replayed(opened(bid("S D2"), trump="H2"))) == ("/trump", "trump_not_as_bid")
    assert fault_of(replayed(opened(bid("S D2"), declarer="S"))) == ("/declarer", "declarer_not_as_bid")


@pytest.mark.parametrize(
    ("made", "options", "grounds"),
    [
        (opened(bid("S D2")), house(), ("bid", None)),
        (opened(), house(), ("kitty_card", "bidding.no_bid")),
        (replace(opened(), levels=dict.fromkeys(SIDES, "joker")), house("guizhou-2010"), ("level_joker", "bidding.level_joker")),
    ],
    ids=["by a bid", "by the kitty", "at level joker"],
)
def test_what_is_not_as_bid_is_told_by_what_decided(made: DealRecord, options: Options, grounds: tuple[str, str | None]) -> None:
    for wrong in (replace(made, declarer="W"), replace(made, trump=Trump("H", "2"))):
        fault = replayed(wrong, options).fault
        assert fault is not None
        (violation,) = fault.violations
        assert (violation.params["case"], violation.option) == grounds


def test_that_the_level_cards_are_lowest_need_not_be_on_record() -> None:
    """Gongxiao 8: nobody has shown."""
    gongxiao = house("gongxiao-2013")
    assert replayed(opened(trump="D2"), gongxiao).trump == replayed(opened(), gongxiao).trump
    assert replayed(opened(), gongxiao).trump != replayed(opened(bid("S D2")), gongxiao).trump
    lowest = replace(opened(bid("S D2")), trump=replayed(opened(), gongxiao).trump)
    assert fault_of(replayed(lowest, gongxiao)) == ("/trump", "trump_not_as_bid")


def test_cards_of_a_deal_that_is_to_be_dealt_again_are_not_played() -> None:
    anhui = house("anhui-tcm-2009")
    redeal = opened(first_deal=True, seat_holder=None)
    verdict = replayed(redeal, anhui)
    assert verdict.legal and (verdict.trump, verdict.declarer) == (None, None)
    assert verdict.bidding is not None and verdict.bidding.source == "redeal"
    played = replace(redeal, tricks=record("N C3").tricks)
    assert fault_of(replayed(played, anhui)) == ("/tricks/0", "redeal_owed")
    assert fault_of(replayed(replace(played, burials=(buried("N"),)), anhui)) == ("/burials/0", "redeal_owed")
    assert fault_of(replayed(replace(played, bids=(bid("N"), bid("S H2", phase="after_bury"))), anhui))[0] == "/bids/1"


# Burials


@pytest.mark.parametrize("ruleset", ["jiangsu-2007", "chaodipi-unified", "anhui-tcm-2009", "guizhou-2010"])
def test_jiangsu_3_5_unified_1_5_anhui_3_2_guizhou_7_3_the_taker_lays_down_eight_cards_of_his_hand_and_the_kitty(ruleset: str) -> None:
    made, options = opened(bid("S D2"), trump="D2", declarer="N"), house(ruleset)
    made = replace(made, bids=None)
    assert replayed(replace(made, burials=(buried("N", "S2 C3 D3 D4 D5 D6 D7 D8"),)), options).legal
    verdict = replayed(replace(made, burials=(buried("N", "C2 C3 D3 D4 D5 D6 D7 D8"),)), options)
    assert fault_of(verdict) == ("/burials/0", "not_in_hand")
    assert verdict.fault is not None and verdict.fault.violations[0].cards == cards("C2")


def test_who_has_not_taken_the_kitty_does_not_bury() -> None:
    assert fault_of(replayed(opened(bid("S D2"), burials=(buried("S"),)))) == ("/burials/0", "kitty_not_taken")
    assert fault_of(replayed(opened(bid("S D2"), burials=(buried("N"), buried("S"))))) == ("/burials/1", "kitty_not_taken")


def test_a_card_that_was_buried_is_played_no_more() -> None:
    made = opened(bid("S D2"), burials=(buried("N", "S2 C3 D3 D4 D5 D6 D7 D8"),))
    assert fault_of(replayed(replace(made, tricks=record("N C3").tricks))) == ("/tricks/0/plays/0", "not_in_hand")
    assert replayed(replace(made, tricks=record("N DT").tricks)).legal


STIRRED = (bid("S D2", phase="dealing"), bid("W C2 C2", phase="after_bury"))


@pytest.mark.parametrize("ruleset", ["anhui-tcm-2009", "chaodipi-unified"])
def test_anhui_3_3_unified_1_5_a_stirrer_takes_the_kitty_and_buries_again(ruleset: str) -> None:
    anhui = house(ruleset)
    made = opened(*STIRRED, burials=(buried("N"), buried("W", KITTY)))
    verdict = replayed(made, anhui)
    assert verdict.legal and verdict.trump is not None and verdict.trump.suit == "C"
    foreign = replace(made, burials=(buried("N"), buried("W", "S2 D4 D5 D6 D7 D8 D9 DT")))
    assert fault_of(replayed(foreign, anhui)) == ("/burials/1", "not_in_hand")
    assert fault_of(replayed(replace(made, burials=(buried("N"), buried("E"))), anhui)) == ("/burials/1", "kitty_not_taken")


def test_a_stirrer_may_leave_the_kitty_where_it_is() -> None:
    """Anhui 三.3: 还可将底牌取回重垫."""
    made = opened(*STIRRED, burials=(buried("N"),))
    assert replayed(replace(made, tricks=record("N C3").tricks), house("anhui-tcm-2009")).legal


def test_a_stirrer_shows_what_he_holds_then() -> None:
    anhui = house("anhui-tcm-2009")
    made = opened(bid("S D2"), bid("W H2 H2", phase="after_bury"), burials=(buried("N"),))
    assert fault_of(replayed(made, anhui)) == ("/bids/1", "not_in_hand")
    wrong_before = replace(made, burials=(buried("N", "C2 C3 D3 D4 D5 D6 D7 D8"),))
    assert fault_of(replayed(wrong_before, anhui)) == ("/burials/0", "not_in_hand")


def test_a_burial_at_fault_comes_before_a_later_bid_that_is_not_allowed() -> None:
    anhui = house("anhui-tcm-2009")
    made = opened(bid("S D2"), bid("E H2", phase="after_bury"), burials=(buried("N", "C2 C3 D3 D4 D5 D6 D7 D8"),))
    assert fault_of(replayed(made, anhui)) == ("/burials/0", "not_in_hand")
    assert fault_of(replayed(replace(made, burials=(buried("N"),)), anhui))[0] == "/bids/1"
    early = replace(made, bids=(bid("S D2"), bid("E C3"), bid("W", phase="after_bury")))
    assert fault_of(replayed(early, anhui))[0] == "/bids/1"


COUNTERED = {"N": "S2 BJ C3", "W": "C2 C2 LJ", "S": "D2", "E": "H2", "kitty": KITTY}


def countered(**more: Any) -> DealRecord:
    """Guizhou: West counters North's bid after the kitty was buried."""
    hands, kitty = dealt(**COUNTERED)
    bids = (bid("N S2 BJ", phase="dealing"), bid("W C2 C2 LJ", phase="after_bury"))
    return record(trump="", level="2", declarer=None, seat_holder="N", hands=hands, kitty=kitty, bids=bids, **more)


def test_guizhou_7_4_who_counters_takes_the_kitty_and_must_bury() -> None:
    """抄地皮."""
    guizhou = house("guizhou-2010")
    assert replayed(countered(burials=(buried("N"), buried("W"))), guizhou).legal
    assert replayed(countered(burials=(buried("N"),)), guizhou).legal
    played = replace(countered(burials=(buried("N"),)), tricks=record("N C3").tricks)
    assert fault_of(replayed(played, guizhou)) == ("/burials/1", "burial_owed")
    assert fault_of(replayed(replace(played, burials=(buried("N"), buried("S"))), guizhou)) == ("/burials/1", "kitty_not_taken")


# Warnings


def warned(verdict: ReplayVerdict) -> list[str]:
    return [warning.code for warning in verdict.warnings]


def test_a_trump_of_another_level_than_the_declarers_is_warned_of_at_any_length() -> None:
    for tricks in ((), ("N HA | W H3",), ("N HA | W H3 | S H4 | E H5", "W HK")):
        assert warned(replayed(record(*tricks, trump="S5", level="6"))) == ["played_at_other_level"]
        assert warned(replayed(record(*tricks, trump="S5", level="5"))) == []
    assert warned(replayed(record("N HA", trump="S5", level="6", burials=(buried("W"),)))) == ["played_at_other_level"]


def test_a_trump_of_another_level_is_warned_of_once_with_the_score() -> None:
    body = seeded("march8-2012", 1, with_bids=False)
    assert warned(replayed_body(body)) == []
    level = next(level for level in "3456" if level != body["trump"]["level"])
    assert warned(replayed_body(body | {"levels": dict.fromkeys(SIDES, level)})) == ["played_at_other_level"]


def test_a_lead_of_one_card_or_an_equal_follow_is_no_throw_that_may_have_failed() -> None:
    assert warned(replayed(record("N HA HQ | W H3 H4 | S H5 H6 | E S3 S4", "N H7 | W H8"))) == []
    assert warned(replayed(record("N HA | W H3 H4"))) == []
    assert warned(replayed(record("N HA HA | W H3"))) == []


# Without bids


def test_without_bids_the_declarer_buries_and_nobody_else() -> None:
    hands, kitty = dealt(**HELD)
    made = record(hands=hands, kitty=kitty, burials=(buried("N"),))
    assert replayed(made).legal
    assert fault_of(replayed(replace(made, burials=(buried("S"),)))) == ("/burials/0", "kitty_not_taken")
    assert fault_of(replayed(replace(made, burials=(buried("N"), buried("W"))))) == ("/burials/1", "kitty_not_taken")


def test_without_bids_others_may_bury_again_where_the_ruleset_lets_them() -> None:
    hands, kitty = dealt(**HELD)
    made = record(hands=hands, kitty=kitty, burials=(buried("N"), buried("W")))
    anhui, guizhou = house("anhui-tcm-2009"), house("guizhou-2010")
    assert replayed(made, anhui).legal
    assert fault_of(replayed(replace(made, burials=(buried("W"),)), anhui)) == ("/burials/0", "kitty_not_taken")
    assert replayed(replace(made, burials=(buried("W"),)), guizhou).legal


def taken_by(options: Options, seats: str) -> tuple[str, ...]:
    """Who has taken the kitty where these seats have buried and North declares: nothing wrong, or the fault."""
    hands, kitty = dealt(**HELD)
    verdict = replayed(record(hands=hands, kitty=kitty, burials=tuple(map(buried, seats))), options)
    return () if verdict.legal else fault_of(verdict)


def test_without_bids_a_declarer_may_have_countered_another_after_burying() -> None:
    """Guizhou 七(四): South has opened, North has buried and then countered; whose own counter stands counters no more."""
    guizhou = house("guizhou-2010")
    assert taken_by(guizhou, "NN") == taken_by(guizhou, "NNW") == taken_by(guizhou, "WN") == ()
    assert taken_by(guizhou, "NNN") == taken_by(guizhou, "NWW") == ("/burials/2", "kitty_not_taken")
    assert taken_by(guizhou, "WW") == ("/burials/1", "kitty_not_taken")
    bidding = guizhou.bidding
    assert bidding is not None
    assert taken_by(replace(guizhou, bidding=replace(bidding, counter_by="anyone")), "WW") == ()
    early = replace(bidding, windows=replace(bidding.windows, counter=frozenset(("dealing",))))
    assert taken_by(replace(guizhou, bidding=early), "NW") == ("/burials/1", "kitty_not_taken")


def test_without_bids_a_stirrer_between_may_have_left_the_kitty_where_it_was() -> None:
    """Anhui 三.3: 还可将底牌取回重垫."""
    anhui = house("anhui-tcm-2009")
    assert taken_by(anhui, "NN") == taken_by(anhui, "NWW") == ()
    stir = anhui.bidding.stir if anhui.bidding is not None else None
    assert anhui.bidding is not None and stir is not None
    once = replace(anhui, bidding=replace(anhui.bidding, stir=replace(stir, ends="one_round")))
    assert taken_by(once, "NWE") == ()
    assert taken_by(once, "NN") == ("/burials/1", "kitty_not_taken")
    assert taken_by(once, "NWEW") == ("/burials/3", "kitty_not_taken")


def test_guizhou_7_4_a_declarer_who_counters_after_burying_buries_again() -> None:
    """As without its bids."""
    hands, kitty = dealt(W="LJ LJ", S="BJ H9", kitty=KITTY)
    bids = (bid("S BJ H9", phase="dealing"), bid("W LJ LJ", phase="after_bury"))
    made = record(trump="", level="9", declarer=None, seat_holder="W", hands=hands, kitty=kitty, bids=bids)
    made = replace(made, burials=(buried("W"), buried("W")))
    assert replayed(made, house("guizhou-2010")).legal


def test_without_bidding_in_the_ruleset_the_declarer_buries() -> None:
    hands, kitty = dealt(**HELD)
    options = replace(house(), bidding=None)
    assert replayed(record(hands=hands, kitty=kitty, burials=(buried("N"),)), options).legal


def test_the_kitty_is_what_the_hands_leave() -> None:
    hands, _ = dealt(**HELD)
    assert replayed(record(hands=hands, burials=(buried("N"),))).legal
    foreign = record(hands=hands, burials=(buried("N", "C2 D4 D5 D6 D7 D8 D9 DT"),))
    assert fault_of(replayed(foreign)) == ("/burials/0", "not_in_hand")


# What is known where not all was written down


def test_without_burials_the_taker_may_have_any_of_hand_and_kitty() -> None:
    hands, kitty = dealt(**HELD)
    made = record(hands=hands, kitty=kitty)
    for lead in ("C3", "D3"):
        assert replayed(replace(made, tricks=record(f"N {lead}").tricks)).legal
    assert fault_of(replayed(replace(made, tricks=record("N C2").tricks))) == ("/tricks/0/plays/0", "not_in_hand")


def test_without_burials_the_takers_own_later_cards_prove_what_he_held() -> None:
    hands, kitty = dealt(N="S3 S4 H9", W="HA HK C5", S="H3 H5 D7 C3", E="H4 H6 SA D2")
    tricks = ("N S3 | W HK | S D7 | E SA", "E H6 | N S4 | W HA | S H3", "W C5 | N S2 | S C3 | E D2", "N H9")
    made = record(*tricks, trump="C2", hands=hands, kitty=kitty)
    assert fault_of(replayed(made)) == ("/tricks/1/plays/1", "suit_owed", "/tricks/3/plays/0")


def test_where_anybody_may_have_stirred_hands_without_burials_are_as_good_as_unknown() -> None:
    hands, kitty = dealt(**HELD)
    made = record("N C2", hands=hands, kitty=kitty)
    assert replayed(made, house("anhui-tcm-2009")).legal
    assert fault_of(replayed(made)) == ("/tricks/0/plays/0", "not_in_hand")


def test_what_a_seat_has_shown_in_a_bid_it_holds() -> None:
    """South has shown a level card, and throws a diamond away when trump is led."""
    bids = (bid("S H2", phase="dealing"),)
    made = record("N H5 | W H3 | S D3", trump="", level="2", declarer=None, seat_holder="N", bids=bids)
    assert fault_of(replayed(made)) == ("/tricks/0/plays/2", "suit_owed")
    elsewhere = replace(made, bids=(bid("S H2"), bid("S H2")), tricks=record("N H2").tricks)
    assert fault_of(replayed(elsewhere)) == ("/tricks/0/plays/0", "not_in_hand")


def test_what_a_taker_did_not_lay_down_again_he_holds() -> None:
    """Without hands: West has taken up ♠A ♠A with North's burial and laid down other cards."""
    first, second = buried("N", "SA SA D4 D5 D6 D7 D8 D9"), buried("W", "C3 C4 D4 D5 D6 D7 D8 D9")
    made = record("N SA", burials=(first, second))
    anhui = house("anhui-tcm-2009")
    assert fault_of(replayed(made, anhui)) == ("/tricks/0/plays/0", "not_in_hand")
    follow = replace(made, tricks=record("N S3 | W D3", trump="H2").tricks, trump=record(trump="H2").trump)
    clockwise = replace(follow, tricks=record("N S3 | E S4 | S S5 | W D3").tricks)
    assert fault_of(replayed(clockwise, anhui)) == ("/tricks/0/plays/3", "suit_owed")


def test_a_taker_lays_down_nothing_that_another_is_known_to_hold() -> None:
    made = record(trump="", level="2", declarer=None, seat_holder="N", bids=(bid("S D2 D2"),), kitty=cards(KITTY))
    assert fault_of(replayed(replace(made, burials=(buried("N", "D2 D4 D5 D6 D7 D8 D9 DT"),)))) == ("/burials/0", "not_in_hand")


def test_a_record_that_contradicts_itself_is_still_judged() -> None:
    """North has shown both, and the kitty holds another one."""
    made = record(trump="", level="2", declarer=None, seat_holder="N", bids=(bid("N D2 D2"),), kitty=cards("D2 D4 D5 D6 D7 D8 D9 DT"))
    assert replayed(replace(made, burials=(buried("N", "D4 D5 D6 D7 D8 D9 DT S3"),), tricks=record("N D2 D2").tricks)).legal


# Whole deals


@pytest.mark.parametrize("preset", PRESET_IDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_legal_deal_of_every_preset_is_replayed_to_its_score(preset: str, seed: int) -> None:
    body = seeded(preset, seed)
    verdict = replayed_body(body)
    assert verdict.legal and verdict.complete and verdict.score is not None
    points = [(trick.points, SIDE_OF[trick.winner or ""]) for trick in verdict.tricks]
    declarers = SIDE_OF[body["declarer"]]
    assert verdict.score.trick_points == sum(worth for worth, side in points if side != declarers)
    kitty = verdict.score.kitty
    assert kitty is not None
    assert sum(worth for worth, _ in points) + kitty.kitty_points == 200
    assert kitty.kitty_points == points_of(cards(" ".join(body["burials"][-1]["cards"])))


@pytest.mark.parametrize("preset", PRESET_IDS)
@pytest.mark.parametrize("left_out", [("hands",), ("burials",), ("hands", "burials"), ("hands", "kitty")])
def test_a_whole_deal_comes_to_the_same_without_hands_or_burials(preset: str, left_out: tuple[str, ...]) -> None:
    whole = {key: value for key, value in seeded(preset, 3).items() if key != "bids"}
    part = {key: value for key, value in whole.items() if key not in left_out}
    verdict, full = replayed_body(part), replayed_body(whole)
    assert verdict.legal and verdict.complete
    assert verdict.tricks == full.tricks and verdict.score == full.score
    assert ("kitty_is_what_is_left" in [ruling.code for ruling in verdict.rulings]) == ("burials" in left_out)


def fined(seed: int) -> dict[str, Any]:
    """A deal under the Jiangsu regulation in which a throw fails."""
    for number in range(seed, seed + 60):
        body = seeded("jiangsu-2007", number, with_bids=False)
        if any("attempt" in trick for trick in body["tricks"]):
            return body
    raise AssertionError("a throw fails in none of these deals")


def test_failed_throws_are_fined_by_themselves_and_before_what_else_was_fined() -> None:
    body = fined(0)
    penalties = [{"offence": "played_out_of_turn", "side": "EW", "cards": 2}]
    verdict = replayed_body(body | {"penalties": penalties})
    assert verdict.score is not None
    thrown = [trick for trick in verdict.tricks if trick.attempt is not None]
    fines = verdict.score.fines
    assert [fine.offence for fine in fines] == ["failed_throw"] * len(thrown) + ["played_out_of_turn"]
    for trick, fine in zip(thrown, fines, strict=False):
        assert trick.attempt is not None and trick.attempt.verdict is not None and trick.attempt.verdict.fine is not None
        assert (fine.side, fine.points) == (SIDE_OF[trick.plays[0].seat], trick.attempt.verdict.fine.points)
        (sanction,) = fine.sanction.sanctions
        assert (sanction.kind, sanction.points) == ("fine", fine.points)
        assert fine.sanction.option == "throws.on_failure.fine"
        assert [ruling.code for ruling in fine.sanction.rulings] == ["failed_throw_fine"]
    assert verdict.score.fines_points == sum(fine.attackers_points_delta for fine in fines)
    assert fines[-1].points == 20


def test_effects_move_the_levels_beside_the_points() -> None:
    body = seeded("jiangsu-2007", 1, with_bids=False)
    side = next(side for side in SIDES if side != SIDE_OF[body["declarer"]])
    moved = replay(house(), replace(record_of(body), effects=(Effect("deal_taken", by=side, levels=0),)))
    assert moved.score is not None and moved.score.advance.outcome == "attackers_take"


def test_stakes_are_told_beside_a_deal_without_bids() -> None:
    """Nantong 五.12: who falls short of his points pays the stake."""
    body = seeded("nantong-chaodipi", 5, with_bids=False)
    untold = replayed_body(body)
    assert warned(untold) == ["stakes_not_on_record"]
    assert replayed_body({**body, "tricks": body["tricks"][:-1]}).warnings == ()
    assert untold.score is not None
    for party in ("declarers", "attackers"):
        told = replayed_body({**body, "stakes": {"shown_by": party}})
        points = untold.score.attackers_points if party == "declarers" else 200 - (untold.score.trick_points or 0)
        assert warned(told) == []
        assert told.score is not None
        assert ("stake_to_level" in [ruling.code for ruling in told.score.rulings]) is (points < 80)
    assert warned(replayed_body(seeded("nantong-chaodipi", 5))) == warned(replayed_body(seeded("march8-2012", 5, with_bids=False))) == []


def test_the_bids_stake_the_levels() -> None:
    """Nantong 五.12."""
    bidden = (replayed_body(seeded("nantong-chaodipi", seed, first_deal=False, tricks=0)).bidding for seed in range(400))
    seed, bidding = next((seed, bidding) for seed, bidding in enumerate(bidden) if bidding is not None and bidding.stakes is not None)
    body = seeded("nantong-chaodipi", seed, first_deal=False)
    verdict = replayed_body(body)
    assert verdict.bidding == bidding and verdict.score is not None
    without = replayed_body({key: value for key, value in body.items() if key != "bids"})
    assert without.score is not None and without.score.attackers_points == verdict.score.attackers_points
    scored = partial(score_deal, NANTONG, body["declarer"], body["levels"], effects=())
    counted = Counted(
        verdict.trump or Trump("S", "2"),
        verdict.score.trick_points or 0,
        record_of(body).tricks[-1].plays,
        cards(" ".join(body["burials"][-1]["cards"])),
    )
    assert scored(counted, fines=verdict.score.fines, stakes_shown_by=bidding.stakes).advance == verdict.score.advance
    assert scored(counted, fines=verdict.score.fines).advance == without.score.advance


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_what_is_said_of_a_play_is_what_is_said_of_it_by_itself(preset: str) -> None:
    """Other cards of the hand in place of those that were played: judged as plays/check judges them."""
    dice = random.Random(preset)
    options = resolve(preset).options
    made = record_of(seeded(preset, 6, with_bids=False))
    trump, faults = made.trump, 0
    assert trump is not None and made.hands is not None and made.declarer is not None
    hands = {seat: list(some) for seat, some in made.hands.items()}
    kitty = list(made.kitty or ())
    hands[made.declarer] += kitty
    for kind in made.burials[0].cards:
        hands[made.declarer].remove(kind)
    for index, recorded in enumerate(made.tricks):
        for place, play in enumerate(recorded.plays):
            size = min(len(hands[play.seat]), len(play.cards) + dice.choice((0, 0, 0, 1)))
            other = play._replace(cards=tuple(dice.sample(hands[play.seat], size)))
            tricks = (*made.tricks[:index], replace(recorded, plays=(*recorded.plays[:place], other)))
            if place or not recorded.attempt:
                fault = replay(options, replace(made, tricks=tricks)).fault
                others = {seat: tuple(some) for seat, some in hands.items() if seat != play.seat}
                alone = check_play(
                    options, trump, tuple(hands[play.seat]), recorded.plays[:place], other.cards, seat=play.seat, hands=others
                )
                assert (() if fault is None else fault.violations) == alone.violations
                assert fault is None or fault.pointer == f"/tricks/{index}/plays/{place}"
                faults += fault is not None
        for play in recorded.plays:
            for kind in play.cards:
                hands[play.seat].remove(kind)
    assert faults

"""Every violation and ruling code once, answered over HTTP with a text of its own in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.cards import tokens
from rules.codes import RULINGS, STORE_RULINGS, VIOLATIONS
from tests.api.conftest import Asker
from tests.property.dealing import seeded
from tests.support.replays import dealt

SPADES_2 = {"suit": "S", "level": "2"}
SPADES_8 = {"suit": "S", "level": "8"}
Question = tuple[str, dict[str, Any]]


def played(*texts: str) -> list[dict[str, str]]:
    return [{"seat": seat, "cards": cards} for seat, cards in zip("NWSE", texts, strict=False)]


def check(hand: str, cards: str, *trick: str, ruleset: Any = "jiangsu-2007", trump: Any = SPADES_2, **more: Any) -> Question:
    body = {"ruleset": ruleset, "trump": trump, "hand": hand, "cards": cards, "trick": {"plays": played(*trick)}}
    return "plays/check", body | more


def trick(*texts: str, ruleset: Any = "jiangsu-2007", plays: Any = None) -> Question:
    return "tricks/resolve", {"ruleset": ruleset, "trump": SPADES_2, "plays": plays or played(*texts)}


def throw(cards: str, west: str) -> Question:
    hands = {"W": west, "S": "D3", "E": "D4"}
    return "throws/resolve", {"ruleset": "jiangsu-2007", "trump": SPADES_2, "seat": "N", "cards": cards, "hands": hands}


def kitty(*texts: str, ruleset: str = "jiangsu-2007", trump: Any = SPADES_2) -> Question:
    body = {"ruleset": ruleset, "trump": trump, "declarer": "N", "kitty_points": 15}
    return "kitty/score", body | {"last_trick": {"plays": played(*texts)}}


def levels(points: int, ruleset: Any = "jiangsu-2007", ns: str = "5", **more: Any) -> Question:
    body = {"ruleset": ruleset, "declarer": "N", "levels": {"NS": ns, "EW": "9"}, "attackers_points": points}
    return "levels/advance", body | more


def deal(trick_points: int, *texts: str, **more: Any) -> Question:
    body = {"ruleset": "jiangsu-2007", "trump": SPADES_2, "declarer": "N", "levels": {"NS": "2", "EW": "9"}, "kitty_points": 15}
    return "deals/score", body | {"trick_points": trick_points, "last_trick": {"plays": played(*texts)}} | more


def final(points: int) -> Question:
    return "deals/score", levels(points)[1]


def taken(by: str) -> list[dict[str, Any]]:
    return [{"kind": "deal_taken", "by": by, "levels": 1}]


def total(side: str) -> list[dict[str, Any]]:
    return [{"kind": "deal_score", "side": side, "points": 0}]


def offence(code: str, side: str = "NS", ruleset: str = "jiangsu-2007", **facts: Any) -> Question:
    return "penalties/assess", {"ruleset": ruleset, "offence": code, "side": side, "declarer": "N"} | facts


def told(text: str) -> dict[str, Any]:
    """An entry of the bidding written `W H5,H5 before_kitty D`: seat, cards or `pass`, then perhaps the phase and a named trump."""
    seat, shown, *rest = text.split()
    entry: dict[str, Any] = {"seat": seat} | ({"pass": True} if shown == "pass" else {"cards": shown})
    return entry | dict(zip(("phase", "names"), rest, strict=False))


def bidding(*texts: str, ruleset: Any = "jiangsu-2007", **more: Any) -> dict[str, Any]:
    body = {"ruleset": ruleset, "levels": {"NS": "8", "EW": "9"}, "bids": [told(text) for text in texts]}
    return body | ({} if more.get("first_deal") else {"declarer": "N"}) | more


def bid(*texts: str, ruleset: Any = "jiangsu-2007", **more: Any) -> Question:
    *before, last = texts
    asked = told(last)
    phase = {"phase": asked.pop("phase")} if "phase" in asked else {}
    return "bids/check", bidding(*before, ruleset=ruleset, **more) | phase | {"bid": asked}


def bids(*texts: str, ruleset: Any = "jiangsu-2007", kitty: str = "H7 S3 D4 CK S9 H4 D6 C6", **more: Any) -> Question:
    return "bids/resolve", bidding(*texts, ruleset=ruleset, **more) | {"kitty": kitty}


def house(parent: str = "jiangsu-2007", **options: Any) -> dict[str, Any]:
    return {"extends": parent, "bidding": options}


def replay(*tricks: str, ruleset: str = "jiangsu-2007", **more: Any) -> Question:
    """A deal at level 2; a trick is written `N HA | W H3`, a failed throw before it in brackets."""
    body = {"ruleset": ruleset, "trump": SPADES_2, "declarer": "N", "levels": {"NS": "2", "EW": "2"}}
    return "deals/replay", body | {"tricks": [recorded(text) for text in tricks]} | more


def recorded(text: str) -> dict[str, Any]:
    attempt, _, plays = text.rpartition(")")
    seats = [play.split(maxsplit=1) for play in plays.split("|")]
    trick = {"plays": [{"seat": seat, "cards": cards.strip()} for seat, cards in seats]}
    return trick | ({"attempt": attempt.removeprefix("(")} if attempt else {})


def attempted() -> Question:
    body = next(body for body in (seeded("gongxiao-2013", seed) for seed in range(60)) if any("attempt" in one for one in body["tricks"]))
    return "deals/score", {key: body[key] for key in ("ruleset", "trump", "declarer", "levels", "tricks")}


def without(body: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != name}


ANHUI, NANTONG, GUIZHOU, MARCH8 = "anhui-tcm-2009", "nantong-chaodipi", "guizhou-2010", "march8-2012"
JOKER_LEVEL: dict[str, Any] = {"levels": {"NS": "joker", "EW": "9"}}
FIRST: dict[str, Any] = {"first_deal": True, "first_drawer": "N"}
MOMENT = ("bids/check", bidding("N S2", **FIRST) | {"bid": {"seat": "W", "cards": "H2", "same_moment": True}})
WRONG = told("E H6") | {"wrong_show": True}
JOKERS_LAST = {"kitty": "S3 S4 D6 D7 D4 CK H4 BJ"}
REFUSED = offence("refused_to_correct", ruleset="gongxiao-2013")
HIDDEN = offence("concealed_card", ruleset="guizhou-2010", tier="established", trick_points=15, trick_won_by="NS")
FIVE_TEN_KING: dict[str, Any] = {"ruleset": "nantong-chaodipi", "trump": SPADES_8}
LOWEST = [{"seat": "N", "cards": "H5"}, {"seat": "W", "cards": "HA", "counts_as": "lowest"}]
ALL_OUT = " | ".join(
    f"{seat} " + " ".join(suit + rank for rank in "33445566778899TTJJQQKKAA") for seat, suit in zip("NWSE", "CDHS", strict=True)
)
BURIED = [{"seat": seat, "cards": "D3 D4 D5 D6 D7 D8 D9 DT"} for seat in "NW"]
COUNTERED: dict[str, Any] = {
    "seat_holder": "N",
    "bids": [told("N S2,BJ"), told("W H2,H2,LJ after_bury")],
    "trump": {"suit": "H", "level": "2"},
}
WITHHELD = ("N H5 HT HK | W HA HA H3 | S H7 H8 HJ | E H4 H6 HQ", "N C3 C3 | W H5 HT | S C4 C5 | E C6 C7", "N C8 | W HK")
STANDING: dict[str, Any] = {"hands": {seat: tokens(cards) for seat, cards in dealt(N="HA HA HK")[0].items()}, "burials": []}
NANTONG_DIG = [{"side": "NS", "to": "2", "attackers_to": "A", "final": True}]

CASES: dict[str, Question] = {
    "wrong_card_count": check("HA H3 H4", "HA", "HK HK"),
    "not_in_hand": check("HA", "HK"),
    "mixed_groups": check("HA S3", "HA S3"),
    "throw_not_allowed": check("HA HK", "HA HK", ruleset="march8-2012"),
    "throw_beaten": check("HA HQ", "HA HQ", hands={"W": "HK", "S": "D3", "E": "D4"}),
    "suit_owed": check("HA D3", "D3", "HK"),
    "tractor_owed": check("H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6", "H8 H8 H9 H9"),
    "pair_owed": check("H3 H3 H5", "H3 H5", "H9 H9"),
    "jokers_owed": check("BJ LJ S3 S4", "BJ S3 S4", "S5 ST SK", **FIVE_TEN_KING),
    "five_ten_king_owed": check("S5 ST SK S3", "S5 ST S3", "S5 ST SK", **FIVE_TEN_KING),
    "not_your_turn": check("HA H3", "HA", "HK", seat="S"),
    "exposed_card_owed": check("H5 H6 D2", "H6", "HK", exposed=[{"card": "H5"}]),
    "suit_barred": check("H5 H6 D3", "H6", ruleset="gongxiao-2013", exposed=[{"card": "H5"}]),
    "exposed_card_played": check("H5 H6 D2", "H5", "HK", exposed=[{"card": "H5"}]),
    "exposed_card_waits": check("H5 H6 D4", "H6", "HK", exposed=[{"card": "D4"}]),
    "exposed_card_held_back": check("H5 H6", "H6", "HK", ruleset="gongxiao-2013", exposed=[{"card": "H5", "order": "withhold"}]),
    "order_gives_way": check("H5 D3", "H5", "HK", ruleset="gongxiao-2013", exposed=[{"card": "H5", "order": "withhold"}]),
    "exposed_card_free": check("H5 H6 D3", "H6", ruleset="gongxiao-2013", exposed=[{"card": "H5", "first_time": False}]),
    "no_other_suit_held": check("H5 H6", "H6", ruleset="gongxiao-2013", exposed=[{"card": "H5"}]),
    "one_formation_led": check("HA", "HA"),
    "throw_not_tested": check("HA HK", "HA HK"),
    "throw_stands": throw("HA HK", "HQ"),
    "one_formation_stands": throw("HA", "HQ"),
    "component_beaten": throw("HA HJ", "HQ"),
    "failed_throw_plays": throw("HA HJ", "HQ"),
    "failed_throw_fine": throw("HA HJ", "HQ"),
    "suit_followed": check("HA H3", "HA", "HK"),
    "shape_answered": check("H3 H3 H5", "H3 H3", "H9 H9"),
    "all_of_the_suit_played": check("H3 D4 D5", "H3 D4", "H9 H9"),
    "void_plays_freely": check("D3 D4", "D3", "H9"),
    "follow_is_higher": trick("H5", "H9"),
    "follow_is_lower": trick("H5", "H3"),
    "other_formation_is_lower": trick("H5 H5", "H9 HT"),
    "equal_card_played_later": trick("H5", "H5"),
    "throw_is_not_beaten_in_its_group": trick("HA HK", "H3 H4"),
    "ruff_covers": trick("HA", "S3"),
    "ruff_beats_led_group": trick("HK", "S3", "HA"),
    "ruff_not_higher": trick("HK", "S5", "S3"),
    "overruff_higher": trick("HK", "S3", "S5"),
    "discard_is_lower": trick("HK", "D3"),
    "discard_does_not_cover": trick("HK HK", "S3 S4"),
    "counts_as_lowest": trick(plays=LOWEST),
    "won_in_led_group": trick("H5", "H9", "H3", "H4"),
    "won_by_ruff": trick("H5", "S3", "H3", "H4"),
    "won_by_throw": trick("HA HK", "H3 H4", "H5 H6", "H7 H8"),
    "wins_so_far": trick("H5"),
    "throw_was_beatable": trick("HA HQ", "HK H3"),
    "kitty_guarded": kitty("HA", "H3", "H4", "H5"),
    "kitty_dug": kitty("H5", "HA", "H4", "H3"),
    "kitty_category": kitty("H5", "HA", "H4", "H3"),
    "kitty_multiplier": kitty("H5", "HA", "H4", "H3"),
    "levels_dug": kitty("H5 HT HK", "S5 ST SK", "H3 H4 H6", "D3 D4 D5", **FIVE_TEN_KING),
    "attackers_take": levels(80),
    "declarers_hold": levels(75),
    "levels_due": levels(75),
    "dug_to_level": levels(90, "nantong-chaodipi", digs=NANTONG_DIG),
    "digger_to_level": levels(90, "nantong-chaodipi", digs=NANTONG_DIG),
    "stake_to_level": levels(60, "nantong-chaodipi", stakes={"shown_by": "declarers"}),
    "stopped_at_must_defend": levels(0, ns="Q"),
    "ladder_wraps": levels(0, "guizhou-2010", ns="joker"),
    "game_over": levels(75, ns="A"),
    "declares_next": levels(75),
    "offence_warned": offence("disturbance"),
    "offence_recorded": offence("late", "both", minutes=6),
    "offence_fined": offence("concealed_card", tier="gain"),
    "offence_fined_by_card": offence("exposed_card", cards=2),
    "offence_judged": offence("illegal_information", instead="suspended"),
    "offence_fined_more": offence("concealed_card", tier="heavy", points=100),
    "offence_sentenced": offence("second_forfeit"),
    "offence_counted": offence("overtime", ruleset="gongxiao-2013", occurrence=2),
    "fine_is_added": offence("exposed_card", cards=2),
    "fine_is_taken_off": offence("exposed_card", "EW", cards=2),
    "offence_deal_taken": offence("wrong_card_count"),
    "offence_deal_kept": offence("improper_play", "EW", "march8-2012"),
    "offence_level_up": offence("wrong_card_count", "EW"),
    "offence_deal_score": REFUSED,
    "offence_trick_points": HIDDEN,
    "offence_no_trick_points": offence("concealed_card", "EW", "guizhou-2010", tier="established", trick_points=15, trick_won_by="NS"),
    "exposed_cards_count_lowest": offence("exposed_card", cards=2),
    "offence_exposes_cards": offence("exposed_card", cards=2),
    "exposed_cards_go_first": offence("exposed_card", cards=2),
    "exposed_suit_not_led": offence("exposed_card", ruleset="gongxiao-2013", cards=2),
    "exposed_cards_on_order": offence("exposed_card", cards=2),
    "offence_bars_bids": offence("wrong_show"),
    "offence_leaves_counter": offence("wrong_show"),
    "offence_nobody_shows": offence("wrong_show"),
    "offence_loses_round": offence("deliberate_foul"),
    "offence_round_points": offence("late", minutes=16),
    "offence_trick_choice": offence("revoke_on_trump", ruleset="gongxiao-2013", cards=1),
    "offence_leads_instead": offence("failed_throw", cards=1),
    "offence_passes_level": offence("false_revolution", "EW", "gongxiao-2013"),
    "offence_left_open": offence("stalling", ruleset="guizhou-2010"),
    "offence_forfeits_round": offence("late", minutes=16),
    "offence_replay_choice": offence("wrong_card_count"),
    "offence_goes_on": offence("wrong_kitty", ruleset="anhui-tcm-2009"),
    "offence_free": offence("late", minutes=2),
    "nobody_bids_at_joker": bid("W BJ,BJ", ruleset=GUIZHOU, **JOKER_LEVEL),
    "bid_out_of_turn": bid("W S8", "E H8,H8 before_kitty"),
    "bid_without_turn": bid("W S8", "S pass before_kitty", "S H8,H8"),
    "old_declarers_in_blackout": bid("S BJ,H8 before_kitty", ruleset=MARCH8),
    "own_burial_stirred": bid("W S8", "N H8,H8 after_bury", ruleset=ANHUI),
    "wrong_level_shown": bid("W S9"),
    "not_a_bid": bid("W BJ"),
    "companion_missing": bid("W S8", ruleset=GUIZHOU),
    "companion_of_other_colour": bid("W BJ,S8", ruleset=MARCH8),
    "side_may_not_show": bid("W S8", barred=["EW"]),
    "bid_out_of_time": bid("W S8 before_kitty"),
    "may_not_open": bid("W BJ,BJ", ruleset=MARCH8),
    "own_bid_countered": bid("W S8", "W H8,H8"),
    "partner_countered": bid("W S8", "E H8,H8", ruleset=house(counter={"by": "opponents"})),
    "standing_is_final": bid("W LJ,LJ", "E BJ,BJ"),
    "may_not_counter": bid("W S8", "E H8"),
    "not_higher_on_ladder": bid("W S8", "E LJ,LJ", "S H8,H8", ruleset=NANTONG),
    "suit_not_higher_on_ladder": bid("W H8,H8", "E C8,C8", ruleset=NANTONG),
    "suit_not_other": bid("W S8", "W S8,S8", ruleset=house(counter={"by": "anyone", "suit": "other"}, reinforce=[])),
    "suit_not_higher": bid("W S8", "E H8,H8", ruleset=house(counter={"suit": "higher"})),
    "may_not_stir": bid("W S8", "E H8 after_bury", ruleset=ANHUI),
    "pair_already_shown": bid("S H8,H8", "W H8,H8 after_bury", ruleset=ANHUI),
    "pair_already_stirred": bid("W S8", "E H8,H8 after_bury", "S H8,H8", ruleset=ANHUI),
    "trump_not_named": bid("W S8", "E H5,H5", ruleset=NANTONG),
    "trump_may_not_be_named": ("bids/check", bidding("W S8") | {"bid": {"seat": "E", "cards": "BJ BJ", "names": "H"}}),
    "bid_opens": bid("W S8"),
    "bid_counters": bid("W S8", "E H8,H8"),
    "bid_reinforces": bid("W S8", "W S8"),
    "bid_stirs": bid("W S8", "E H8,H8 after_bury", ruleset=ANHUI),
    "seat_passes": bid("S pass before_kitty"),
    "seat_does_not_counter": bid("W S8", "S pass before_kitty"),
    "seat_does_not_stir": bid("W S8", "E pass after_bury", ruleset=ANHUI),
    "wrong_show_is_no_bid": ("bids/resolve", bidding(ruleset="gongxiao-2013") | {"bids": [WRONG, told("W S8")]}),
    "wrong_show_bars": ("bids/resolve", bidding() | {"bids": [WRONG, told("S S8")]}),
    "earlier_seat_stands": MOMENT,
    "raced_after_revolution": bids("E H9", ruleset="gongxiao-2013", revolt={"seat": "E"}),
    "trump_shown": bids("W S8"),
    "no_trump_shown": bids("W BJ,BJ"),
    "trump_named": bids("W S8", "E H5,H5 dealing D", ruleset=NANTONG),
    "declares_as_before": bids("W S8"),
    "declares_so_far": bid("W S2", **FIRST),
    "declares_by_bid": bids("W S2", **FIRST),
    "declares_by_confirming": bids("S H8,H8", ruleset=ANHUI),
    "declares_after_confirmer": bids("W H8,H8", ruleset=ANHUI),
    "declares_in_blackout": bids("W BJ,H9 before_kitty", ruleset=MARCH8),
    "declares_by_stirring": bids("W S8", "E H8,H8 after_bury", ruleset=house(ANHUI, stir={"seat_moves": True})),
    "counter_takes_kitty": bids("W BJ,S8", "E LJ,H8,H8", ruleset=GUIZHOU),
    "reburied": bids("W S8", "E H8,H8 after_bury", ruleset=ANHUI),
    "levels_staked": bids("W S8", "E H5,H5 dealing D", ruleset=NANTONG),
    "blackout": bids("W BJ,H9 before_kitty", ruleset=MARCH8),
    "both_sides_barred": bids(barred=["NS", "EW"]),
    "side_barred_and_other_silent": bids(barred=["NS"]),
    "joker_level_no_trump": bids(ruleset=GUIZHOU, **JOKER_LEVEL),
    "kitty_card_decides": bids(),
    "kitty_joker_no_trump": bids(kitty="BJ S3 D4 CK S9 H4 D6 C6"),
    "kitty_joker_skipped": bids(kitty="S3 D4 BJ CK S9 H4 D6 C6", ruleset="gongxiao-2013"),
    "kitty_card_of_no_side": bids(ruleset=MARCH8),
    "no_kitty_card_settles": bids(ruleset=house(no_bid={"turn": 8, "joker": "next", "nothing_found": "no_trump"}), **JOKERS_LAST),
    "no_kitty_card_deal_again": bids(ruleset=MARCH8, kitty="S3 S4 D6 D7 D4 CK H4 BJ"),
    "level_cards_drop": bids(ruleset="gongxiao-2013"),
    "first_drawer_declares": bids(ruleset=house(no_bid={"first_deal": "kitty_card"}), **FIRST),
    "kitty_card_seats": bids(**FIRST),
    "both_sides_match": bids(ruleset=MARCH8, kitty="H9 S3 D4 CK S9 H4 D6 C6", levels={"NS": "9", "EW": "9"}),
    "both_sides_match_deal_again": bids(
        ruleset=house(MARCH8, no_bid={"both_sides_match": "redeal"}), kitty="H9 S3 D4 CK S9 H4 D6 C6", levels={"NS": "9", "EW": "9"}
    ),
    "kitty_card_gives_seat_back": bids(ruleset=MARCH8, kitty="H8 S3 D4 CK S9 H4 D6 C6"),
    "kitty_card_of_side": bids(ruleset=MARCH8, kitty="H9 S3 D4 CK S9 H4 D6 C6"),
    "deal_again": bids(ruleset=ANHUI, **FIRST),
    "holds_seat_in_redeal": bids(ruleset=MARCH8, kitty="S3 S4 D6 D7 D4 CK H4 BJ"),
    "taken_as_first_deal": ("bids/check", without(bidding(), "declarer") | {"bid": told("W S2")}),
    "total_set": levels(75, effects=total("EW")),
    "declarers_total_is_idle": levels(75, effects=total("NS")),
    "deal_taken": levels(75, effects=taken("EW")),
    "deal_kept": levels(75, effects=taken("NS")),
    "levels_given": levels(75, effects=[{"kind": "level_up", "side": "EW", "levels": 1}]),
    "dig_is_final": levels(90, "nantong-chaodipi", digs=NANTONG_DIG),
    "points_added": deal(75, "H5", "HA", "H4", "H3"),
    "attempts_not_fined": attempted(),
    "total_not_of_fives": final(77),
    "total_beyond_cards": final(750),
    "played_at_other_level": deal(75, "H5", "HA", "H4", "H3", levels={"NS": "3", "EW": "9"}),
    "kitty_not_taken": replay(burials=BURIED),
    "burial_owed": replay("N C3", ruleset=GUIZHOU, burials=BURIED[:1], **COUNTERED),
    "attempt_is_no_throw": replay("(HA HA) N HA"),
    "attempt_stands": replay("(HA HA HK) N HA", **STANDING),
    "forced_play_owed": replay("(HA HK) N H3"),
    "more_cards_than_left": replay(ALL_OUT, "E S2 S2"),
    "cannot_stand": replay("N HA S3", penalties=[{"offence": "evident_infraction", "side": "NS", "at": "/tricks/0/plays/0"}]),
    "redeal_owed": replay("N HA", ruleset=ANHUI, bids=[], first_deal=True),
    "declarer_not_as_bid": replay(bids=[told("N S2")], seat_holder="E"),
    "trump_not_as_bid": replay(bids=[told("N H2")]),
    "stakes_not_on_record": ("deals/replay", seeded(NANTONG, 1, with_bids=False)),
    "throw_may_have_failed": replay("N HA HQ | W H3"),
    "kitty_is_what_is_left": ("deals/replay", without(seeded(MARCH8, 1, with_bids=False), "burials")),
    "five_ten_king_withheld": replay(*WITHHELD, ruleset=NANTONG),
    "sanction_beyond_the_deal": deal(75, "H5", "HA", "H4", "H3", penalties=[{"offence": "late", "side": "EW", "minutes": 16}]),
    "last_trick_not_counted": deal(0, "H5", "HA", "H4", "H3"),
}


def rulings_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every ruling of an answer: under `violations`, `rulings` and `warnings`, in a deal also those of its fault and its tricks."""
    for part in (value, value.get("fault", {}), *value.get("tricks", ())):
        for family in ("violations", "rulings", "warnings"):
            yield from part.get(family, ())


def test_every_code_has_a_case() -> None:
    assert CASES.keys() == {*VIOLATIONS, *RULINGS} - set(STORE_RULINGS)  # which have their own cases


@pytest.mark.parametrize("code", CASES)
def test_a_code_is_answered_with_a_text_in_each_language(ask: Asker, code: str) -> None:
    operation, body = CASES[code]
    texts = []
    for language in ("en", "zh-Hans", "zh-Hant"):
        response = ask.response(operation, body, Accept_Language=language)
        assert response.status_code == 200, response.get_data(as_text=True)
        texts += [ruling["message"] for ruling in rulings_in(response.json) if ruling["code"] == code][:1]
    assert len(texts) == 3
    assert all("…" not in text and "{" not in text for text in texts)
    assert texts[0].isascii() or any(sign in texts[0] for sign in "♠♥♦♣–×")
    assert texts[0] != texts[1]

"""What is wrong with the record of a deal as input: what no deal can look like, and what is missing to judge one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.deals.faults import record_faults
from rules.deals.hearing import facts_of
from rules.deals.record import Burial, DealRecord
from rules.effects import Effect
from rules.options import Options
from rules.penalties import Offending
from rules.trump import Trump
from tests.support.engine import cards, house
from tests.support.replays import bid, dealt, record, record_with

HELD = {"N": "HA", "W": "H3", "S": "H4", "E": "H5"}
TRICK = "N HA | W H3 | S H4 | E H5"


def told(made: DealRecord, options: Options | None = None) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in record_faults(options or house(), made)]


def bidden(*bids: str, **more: Any) -> DealRecord:
    return record(trump="", level="2", **({"declarer": None, "seat_holder": "N", "bids": tuple(map(bid, bids))} | more))


def test_a_record_without_fault() -> None:
    assert told(record_with(HELD, TRICK)) == []
    assert told(record(TRICK)) == []
    assert told(bidden("S D2")) == []


def test_every_hand_has_the_cards_that_are_dealt() -> None:
    made = record_with(HELD, TRICK)
    assert made.hands is not None
    short = dict(made.hands) | {"W": made.hands["W"][1:]}
    del short["E"]
    assert told(replace(made, hands=short)) == [("/hands/E", "hand_missing"), ("/hands/W", "wrong_hand_size")]


def test_kitty_and_burials_have_eight_cards() -> None:
    made = record(TRICK, kitty=cards("D3"), burials=(Burial("N", cards("D3 D4")), Burial("W", cards("D3 D4 D5 D6 D7 D8 D9 DT"))))
    assert told(made) == [("/kitty", "wrong_kitty_size"), ("/burials/0/cards", "wrong_kitty_size")]


def test_only_the_last_trick_may_be_short() -> None:
    assert told(record("N HA | W H3", TRICK, "N HK")) == [("/tricks/0/plays", "trick_incomplete")]


def test_a_lead_of_more_cards_than_are_left_is_a_fault_of_the_player_and_not_of_the_input() -> None:
    long = "N " + " ".join(f"{suit}{rank}" for suit in "SHDC" for rank in "345678")
    hands, kitty = dealt()
    assert told(record(long, "N HA HA")) == [("/tricks/0/plays", "trick_incomplete")]
    assert told(record(long, "N HA HA", hands=hands, kitty=kitty)) == [("/tricks/0/plays", "trick_incomplete")]


def test_stakes_are_told_where_the_ruleset_has_them_and_no_bids_tell_them() -> None:
    nantong = house("nantong-chaodipi")
    for party in ("declarers", "attackers"):
        assert told(record(TRICK, stakes=party), nantong) == []
        assert told(bidden("S D2", stakes=party), nantong) == [("/stakes", "told_by_bids")]
        assert told(record(TRICK, stakes=party)) == [("/stakes", "not_in_this_ruleset")]


def test_without_bids_trump_and_declarer_are_told() -> None:
    assert told(record(trump="", level="2", declarer=None)) == [("/trump", "missing_field"), ("/declarer", "missing_field")]


def test_levels_and_trump_are_those_of_the_ruleset() -> None:
    made = replace(record(TRICK), levels={"NS": "joker", "EW": "2"}, trump=Trump("S", "joker"))
    assert told(made) == [
        ("/levels/NS", "level_not_on_ladder"),
        ("/trump/level", "level_not_on_ladder"),
        ("/trump/suit", "joker_level_is_no_trump"),
    ]


def test_the_bids_are_read_as_bids_resolve_reads_them() -> None:
    assert told(bidden("S D2", seat_holder=None)) == [("/declarer", "missing_field")]
    assert told(bidden("S D2 D2 D2")) == [("/bids/0/cards/2", "too_many_copies")]
    assert told(bidden()) == [("/kitty", "missing_field")]
    assert told(bidden(kitty=cards("D3 D4 D5 D6 D7 D8 D9 DT"))) == []


def test_cards_that_are_shown_lie_apart_from_the_kitty_unless_the_hands_say_so() -> None:
    kitty = cards("D2 D4 D5 D6 D7 D8 D9 DT")
    assert told(bidden("S D2", "S D2", kitty=kitty)) == [("/bids/1/cards/0", "too_many_copies")]
    hands, _ = dealt(N="D2", kitty="D2 D4 D5 D6 D7 D8 D9 DT")
    assert told(bidden("S D2", "S D2", kitty=kitty, hands=hands)) == []


def test_a_bid_that_is_not_allowed_is_no_fault_of_the_input() -> None:
    assert told(bidden("S D3")) == []


def test_who_was_to_declare_is_the_seat_holder_and_else_the_declarer() -> None:
    assert facts_of(bidden(declarer="S")).declarer == "N"
    assert facts_of(bidden(declarer="S", seat_holder=None)).declarer == "S"


def test_penalties_are_judged_for_the_declarer_that_the_bids_make() -> None:
    late = Offending("played_out_of_turn", "EW")
    assert told(bidden("S D2", penalties=(late,))) == [("/penalties/0/cards", "missing_field")]
    assert told(bidden("S D2", penalties=(replace(late, cards=1), Offending("nonsense", "NS")))) == [
        ("/penalties/1/offence", "unknown_offence")
    ]
    assert told(bidden("S D3", penalties=(replace(late, cards=1),))) == []


def test_a_failed_throw_is_told_by_the_tricks_and_not_by_a_penalty() -> None:
    thrown = Offending("failed_throw", "NS", cards=2)
    assert told(record(TRICK, penalties=(thrown,))) == [("/penalties/0/offence", "told_by_tricks")]
    other = Offending("failed_throw", "NS", cards=2)
    assert told(record(TRICK, penalties=(other,)), house("march8-2012")) == [("/penalties/0/offence", "unknown_offence")]


def test_effects_do_not_contradict_those_of_penalties() -> None:
    """Jiangsu 4.3.3: a wrong number of the declarers' cards gives the attackers the deal."""
    wrong = Offending("wrong_card_count", "NS")
    taken = Effect("deal_taken", by="NS")
    assert told(record(TRICK, penalties=(wrong,), effects=(taken,))) == [("/effects/0", "contradictory_effect")]
    assert told(record(TRICK, penalties=(wrong,), effects=(Effect("deal_taken", by="EW"),))) == []


def test_laps_are_taken_where_the_ladder_wraps() -> None:
    made = record(TRICK, laps={"NS": 1, "EW": 0})
    assert told(made) == [("/laps", "not_in_this_ruleset")]
    assert told(made, house("guizhou-2010")) == []


def test_a_penalty_answers_something_on_record() -> None:
    made = bidden("S D2", burials=(Burial("N", cards("D3 D4 D5 D6 D7 D8 D9 DT")),))
    made = replace(made, tricks=record("(HA HK) N HA | W H3 | S H4 | E H5").tricks)
    late = Offending("played_out_of_turn", "EW", cards=1)
    for at in ("/tricks/0/plays/1", "/tricks/0/plays/3"):
        assert told(replace(made, penalties=(replace(late, at=at),))) == []
    for at in ("/tricks/0/plays/0", "/tricks/0/attempt", "/bids/0", "/burials/0"):
        assert told(replace(made, penalties=(replace(late, at=at),))) == [("/penalties/0/at", "place_of_other_side")]
        assert told(replace(made, penalties=(replace(late, side="NS", at=at),))) == []
    for at in ("/tricks/0/plays/4", "/tricks/1/attempt", "/bids/1", "/burials/1", "/tricks/0", "", "/kitty"):
        assert told(replace(made, penalties=(replace(late, at=at),))) == [("/penalties/0/at", "no_such_place")]


def test_a_penalty_of_both_sides_answers_a_place_of_either() -> None:
    both = Offending("late", "both", minutes=5, at="/tricks/0/plays/1")
    assert told(record(TRICK, penalties=(both,))) == []


def test_a_failed_throw_is_a_penalty_where_a_throw_was_left_standing() -> None:
    thrown = Offending("failed_throw", "NS", cards=2, at="/tricks/0/plays/0")
    assert told(record(TRICK, penalties=(thrown,))) == []
    assert told(record(TRICK, penalties=(replace(thrown, at="/tricks/0/plays/2"),))) == [("/penalties/0/offence", "told_by_tricks")]
    assert told(record("(HA HK) N HA", penalties=(thrown,))) == [("/penalties/0/offence", "told_by_tricks")]


def test_of_places_in_what_could_not_be_read_nothing_is_said() -> None:
    thrown = Offending("failed_throw", "NS", cards=2, at="/tricks/7/plays/0")
    assert record_faults(house(), record(penalties=(thrown,)), {"tricks"}) == []
    elsewhere = record(penalties=(replace(thrown, at="/bids/7"),))
    assert [fault.code for fault in record_faults(house(), elsewhere, {"tricks"})] == ["no_such_place"]

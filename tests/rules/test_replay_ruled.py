"""The replay of deals in which something was ruled on: it is judged as ever, and play goes on from it where that can be."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from rules.deals.faults import record_faults
from rules.deals.record import Burial
from rules.deals.replay import ReplayVerdict
from rules.options import Options
from rules.penalties import Offending
from rules.seats import SIDE_OF
from tests.property.dealing import irregular_deal
from tests.support.engine import cards, house
from tests.support.records import replayed as replayed_body
from tests.support.replays import bid, dealt, fault_of, record, record_with, replayed

HEARTS = {"N": "HA HK HK H9", "W": "H3 H5 D2", "S": "H4 H4 HT HT", "E": "H7 H8 D3 S3"}
REVOKE = "N HA | W H5 | S HT | E D3"
ANHUI, GONGXIAO, MARCH8 = house("anhui-tcm-2009"), house("gongxiao-2013"), house("march8-2012")


def ruled(*places: str, offence: str = "evident_infraction") -> tuple[Offending, ...]:
    """A penalty for each `W /tricks/0/plays/1`: a seat, and the place of what it has done."""
    return tuple(Offending(offence, SIDE_OF[seat], at=at) for seat, at in map(str.split, places))


def played(*tricks: str, at: tuple[str, ...], options: Options | None = None, held: dict[str, str] | None = None) -> ReplayVerdict:
    return replayed(record_with(HEARTS if held is None else held, *tricks, penalties=ruled(*at)), options)


def found(verdict: ReplayVerdict) -> list[tuple[str, ...]]:
    """The irregularities as places, codes of violations, and what proves them where something does."""
    return [
        (one.pointer, *(violation.code for violation in one.violations), *([one.proved_by] if one.proved_by else []))
        for one in verdict.irregularities
    ]


# Follows


def test_a_revoke_that_was_ruled_on_is_told_and_the_deal_goes_on() -> None:
    verdict = played(REVOKE, "N HK | W H3 | S HT | E H7", at=("E /tricks/0/plays/3",))
    assert verdict.legal and verdict.fault is None
    assert found(verdict) == [("/tricks/0/plays/3", "suit_owed")]
    assert verdict.irregularities[0].offences == ("evident_infraction",)
    assert [(one.complete, one.winner, one.points) for one in verdict.tricks] == [(True, "N", 15), (True, "N", 20)]
    assert [play.legal for play in verdict.tricks[0].plays] == [True, True, True, False]
    assert verdict.tricks[0].plays[3].irregularity is verdict.irregularities[0]


def test_what_was_ruled_on_lies_as_it_lies() -> None:
    """A ruff by a player who holds the led suit takes the trick, unless it is marked as lowest."""
    verdict = played("N HA | W H5 | S HT | E S3", "E H7", at=("E /tricks/0/plays/3",))
    assert verdict.legal and verdict.tricks[0].winner == "E"
    assert verdict.tricks[0].plays[3].overtakes and verdict.tricks[0].plays[3].role == "ruff"
    lowest = played("N HA | W H5 | S HT | E S3 !", "N HK", at=("E /tricks/0/plays/3",))
    assert lowest.legal and lowest.tricks[0].winner == "N"


def test_what_was_not_ruled_on_is_the_first_fault_as_before() -> None:
    verdict = played(REVOKE, "N HK | W D2", at=("E /tricks/0/plays/3",))
    assert fault_of(verdict) == ("/tricks/1/plays/1", "suit_owed")
    assert found(verdict) == [("/tricks/0/plays/3", "suit_owed")]
    assert fault_of(played(REVOKE, at=("S /tricks/0/plays/2",))) == ("/tricks/0/plays/3", "suit_owed")


def test_a_penalty_for_a_play_that_breaks_nothing_is_taken_without_a_word() -> None:
    verdict = played("N HA | W H5 | S HT | E H7", at=("W /tricks/0/plays/1",))
    assert verdict.legal and verdict.irregularities == ()


def test_several_penalties_for_one_play_are_told_together() -> None:
    penalties = (*ruled("E /tricks/0/plays/3"), Offending("concealed_card", "EW", tier="no_gain", at="/tricks/0/plays/3"))
    verdict = replayed(record_with(HEARTS, REVOKE, penalties=penalties))
    assert [one.offences for one in verdict.irregularities] == [("evident_infraction", "concealed_card")]


def test_cards_that_were_held_back_stay_in_the_hand() -> None:
    assert played(REVOKE, "N HK | W H3 | S HT | E H7", "N HK | W D2 | S H4 | E H8", at=("E /tricks/0/plays/3",)).legal
    again = played(REVOKE, "N HK | W H3 | S HT | E H7", "N HK | W D2 | S H4 | E S3", at=("E /tricks/0/plays/3",))
    assert fault_of(again) == ("/tricks/2/plays/3", "suit_owed")


def test_a_revoke_that_later_cards_prove_and_that_was_ruled_on_is_told_with_its_proof() -> None:
    tricks = ("N HA | W H5 | S D3 | E H7", "N SA | W S3 | S S4 | E S5", "N CA | W C3 | S H4 | E C5", "N CK | W C4")
    verdict = replayed(record(*tricks, penalties=ruled("S /tricks/0/plays/2")))
    assert verdict.legal and [one.complete for one in verdict.tricks] == [True, True, True, False]
    assert found(verdict) == [("/tricks/0/plays/2", "suit_owed", "/tricks/2/plays/2")]


@pytest.mark.parametrize(
    ("follow", "codes"),
    [
        ("E H2", ("not_in_hand",)),
        ("E H7 H8", ("wrong_card_count",)),
        ("W H3", ("not_your_turn",)),
    ],
)
def test_nothing_excuses_what_cannot_be_so(follow: str, codes: tuple[str, ...]) -> None:
    """Cards that are not held, another number than led, a seat that plays twice."""
    at = f"{follow[0]} /tricks/0/plays/3"
    verdict = played(f"N HA | W H5 | S HT | {follow}", at=(at,))
    assert fault_of(verdict) == ("/tricks/0/plays/3", *codes, "cannot_stand")
    assert verdict.irregularities == ()


# Out of turn


def test_a_follow_out_of_turn_that_was_ruled_on_stands_where_it_fell_and_the_others_play_in_their_order() -> None:
    """Jiangsu 4.3.2."""
    verdict = played("N HA | S HT | W H5 | E H7", at=("S /tricks/0/plays/1",))
    assert verdict.legal and verdict.tricks[0].complete
    assert found(verdict) == [("/tricks/0/plays/1", "not_your_turn")]
    assert played("N HA | E H7 | W H5 | S HT", at=("E /tricks/0/plays/1",)).legal


def test_each_play_out_of_turn_needs_its_own_ruling() -> None:
    tricks = "N HA | E H7 | S HT | W H5"
    assert fault_of(played(tricks, at=("E /tricks/0/plays/1",))) == ("/tricks/0/plays/2", "not_your_turn")
    both = played(tricks, at=("E /tricks/0/plays/1", "S /tricks/0/plays/2"))
    assert both.legal and len(both.irregularities) == 2


def test_of_equal_cards_the_one_out_of_turn_that_fell_first_is_the_larger() -> None:
    held = {"N": "H9", "W": "HA", "S": "HA", "E": "H7"}
    assert played("N H9 | S HA | W HA | E H7", at=("S /tricks/0/plays/1",), held=held).tricks[0].winner == "S"


def test_a_lead_out_of_turn_that_was_ruled_on_is_followed() -> None:
    verdict = played("N HA | W H5 | S HT | E H7", "W H3 | S HT | E H8 | N HK", "N HK", at=("W /tricks/1/plays/0",))
    assert verdict.legal and [one.winner for one in verdict.tricks] == ["N", "N", "N"]
    assert found(verdict) == [("/tricks/1/plays/0", "not_your_turn")]
    assert [ruling.code for ruling in verdict.tricks[1].rulings][:1] == ["one_formation_led"]
    assert (verdict.tricks[1].plays[0].legal, verdict.tricks[1].plays[0].overtakes) == (False, True)


def test_a_throw_out_of_turn_is_tested_as_any_throw() -> None:
    held = {"N": "HA H9 C3", "W": "HK H3", "S": "D4 H4", "E": "H7 H8"}
    verdict = played("W HK H3 | S D4 H4 | E H7 H8 | N HA H9", at=("W /tricks/0/plays/0",), held=held)
    assert found(verdict) == [("/tricks/0/plays/0", "throw_beaten", "not_your_turn")]
    failed = played("(HK H3) W H3 | S H4 | E H7 | N HA", at=("W /tricks/0/plays/0",), held=held)
    assert failed.legal and found(failed) == [("/tricks/0/plays/0", "not_your_turn")]
    report = failed.tricks[0].attempt
    assert report is not None and report.verdict is not None and not report.verdict.succeeds
    fault = played("(HK H3) W H3 | S H4 | E H7 | N HA", at=(), held=held)
    assert fault_of(fault) == ("/tricks/0/plays/0", "not_your_turn") and fault.tricks[0].attempt is None


# Leads


def test_a_throw_that_was_left_standing_though_beaten_stands_once_it_was_ruled_on() -> None:
    held = {"N": "HA H9", "W": "HK H3", "S": "H4 H5", "E": "H7 H8"}
    verdict = played("N HA H9 | W HK H3 | S H4 H5 | E H7 H8", at=("N /tricks/0/plays/0",), held=held)
    assert verdict.legal and verdict.tricks[0].winner == "N"
    assert found(verdict) == [("/tricks/0/plays/0", "throw_beaten")]
    assert [ruling.code for ruling in verdict.tricks[0].rulings][:1] == ["component_beaten"]
    assert not any((ruling.option or "").startswith("throws.on_failure") for ruling in verdict.tricks[0].rulings)


def test_a_throw_where_there_are_none_stands_once_it_was_ruled_on() -> None:
    held = {"N": "HA HK", "W": "H3 H5", "S": "H4 H6", "E": "H7 H8"}
    made = record_with(held, "N HA HK | W H3 H5 | S H4 H6 | E H7 H8", penalties=(Offending("improper_play", "NS", at="/tricks/0/plays/0"),))
    assert found(replayed(made, MARCH8)) == [("/tricks/0/plays/0", "throw_not_allowed")]
    assert replayed(made, MARCH8).legal


def test_a_lead_of_two_groups_cannot_be_followed() -> None:
    verdict = played("N HA S4 | W H5 H3", at=("N /tricks/0/plays/0",), held=HEARTS | {"N": "HA S4"})
    assert fault_of(verdict) == ("/tricks/0/plays/0", "mixed_groups", "cannot_stand")


FOUR = {"N": "HA HA H9 H6", "W": "HK H3", "S": "H4 H5", "E": "H7 H8"}


def test_another_lead_than_a_failed_throw_forces_stands_once_it_was_ruled_on() -> None:
    verdict = played("(HA H9) N HA | W HK | S H4 | E H7", at=("N /tricks/0/plays/0",), held=FOUR, options=GONGXIAO)
    assert verdict.legal and verdict.tricks[0].winner == "N"
    assert found(verdict) == [("/tricks/0/plays/0", "forced_play_owed")]
    assert "failed_throw_fine" in [ruling.code for ruling in verdict.tricks[0].rulings]
    away = played("(HA H9) N HJ", at=("N /tricks/0/plays/0",), held=FOUR | {"E": "HJ HJ"}, options=GONGXIAO)
    assert fault_of(away) == ("/tricks/0/plays/0", "not_in_hand", "forced_play_owed", "cannot_stand")


@pytest.mark.parametrize(
    ("attempt", "code", "options"),
    [
        ("HA HA", "attempt_is_no_throw", GONGXIAO),
        ("HA HA S4", "mixed_groups", GONGXIAO),
        ("HA H9", "throw_not_allowed", MARCH8),
    ],
)
def test_what_was_no_throw_and_was_ruled_on_is_taken_back(attempt: str, code: str, options: Options) -> None:
    held = FOUR | {"N": "HA HA H9 H6 S4"}
    verdict = played(f"({attempt}) N H6 | W HK | S H4 | E H7", at=("N /tricks/0/attempt",), held=held, options=options)
    if code == "mixed_groups":
        assert fault_of(verdict) == ("/tricks/0/attempt", code, "cannot_stand")
        return
    assert verdict.legal and verdict.tricks[0].attempt is None
    assert found(verdict) == [("/tricks/0/attempt", code)]


def test_a_throw_that_was_held_to_have_failed_and_had_not_is_taken_back() -> None:
    held = {"N": "HA HA HK", "W": "HK H3", "S": "H4 H5", "E": "H7 H8"}
    verdict = played("(HA HA HK) N HK | W HK | S H4 | E H7", at=("N /tricks/0/attempt",), held=held)
    assert verdict.legal and found(verdict) == [("/tricks/0/attempt", "attempt_stands")]
    assert fault_of(played("(HA HA HJ) N HA", at=("N /tricks/0/attempt",), held=held | {"E": "HJ HJ"})) == (
        "/tricks/0/attempt",
        "not_in_hand",
        "cannot_stand",
    )


# More cards than there are


def out(ranks: str) -> str:
    """A trick of all the cards of these ranks, a suit for each seat; East ruffs."""
    return " | ".join(f"{seat} " + " ".join(suit + rank for rank in ranks) for seat, suit in zip("NWSE", "CDHS", strict=True))


LONG, SHORTER = out("33445566778899TTJJQQKKAA"), out("33445566778899TTJJQQKK")


def test_more_cards_than_a_hand_has_left_are_a_fault_where_they_are_led() -> None:
    verdict = replayed(record(LONG, "E S2 S2"))
    assert fault_of(verdict) == ("/tricks/1/plays/0", "more_cards_than_left")
    assert verdict.fault is not None and verdict.fault.violations[0].params == {"given": 2, "left": 1}
    assert fault_of(replayed(record(LONG, "E S2 S2", penalties=ruled("E /tricks/1/plays/0"))))[-1] == "cannot_stand"
    assert replayed(record(LONG, "E S2")).legal


def test_more_cards_than_a_hand_has_left_are_a_fault_where_they_are_thrown() -> None:
    assert fault_of(replayed(record(SHORTER, "(SA SA S2 H2) E SA"))) == ("/tricks/1/attempt", "more_cards_than_left")


def test_what_lies_beyond_the_last_card_of_a_hand_proves_nothing() -> None:
    """West's ace of clubs would show that he has revoked on the clubs of the first trick."""
    tricks = (SHORTER, "E SA | N CA | W DA | S HA")
    assert fault_of(replayed(record(*tricks, "E S2 | N D3 | W CA"))) == ("/tricks/0/plays/1", "suit_owed", "/tricks/2/plays/2")
    assert fault_of(replayed(record(*tricks, "E SA S2 S2 | N D3 D3 D4 | W CA D2 D2"))) == ("/tricks/2/plays/0", "more_cards_than_left")


def test_with_the_hands_too_many_cards_led_are_named_where_they_are_led() -> None:
    late = ["N HA | W H3 | S H4 | E H7"] * 3
    made = record_with(HEARTS, "N " + " ".join(["HA"] * 24) + " | W H3 | S H4 | E H7", *late)
    assert fault_of(replayed(made))[:2] == ("/tricks/0/plays/0", "not_in_hand")


# Before the first lead

KITTY = "D3 D4 D5 D6 D7 D8 D9 DT"
HELD = {"N": "S2 C3", "W": "C2 C2 C4", "S": "D2 D2", "E": "H2", "kitty": KITTY}


def opened(
    *bids: Any, at: tuple[str, ...] = (), options: Options | None = None, offence: str = "evident_infraction", **more: Any
) -> ReplayVerdict:
    hands, kitty = dealt(**HELD)
    kept: dict[str, Any] = {"trump": "", "level": "2", "declarer": None, "seat_holder": "N", "hands": hands, "kitty": kitty}
    return replayed(record(bids=bids, penalties=ruled(*at, offence=offence), **(kept | more)), options)


def suit_of(verdict: ReplayVerdict) -> str | None:
    return verdict.trump and verdict.trump.suit


def test_a_wrong_show_that_was_ruled_on_is_taken_back() -> None:
    verdict = opened(bid("W C4"), bid("S D2"), at=("W /bids/0",))
    assert verdict.legal and suit_of(verdict) == "D"
    assert found(verdict) == [("/bids/0", "wrong_level_shown")]
    assert verdict.bidding is not None and verdict.bidding.source == "bid"


def test_jiangsu_4_3_7_what_was_ruled_on_as_a_wrong_show_bars_its_side_from_then_on() -> None:
    bids = (bid("W C4"), bid("E H2"), bid("S D2"))
    assert fault_of(opened(*bids, at=("W /bids/0",), offence="wrong_show")) == ("/bids/1", "side_may_not_show")
    assert fault_of(opened(*bids, at=("W /bids/0",))) == ("/bids/2", "may_not_counter")
    verdict = opened(bid("W C4"), bid("S D2"), bid("W C2 C2"), at=("W /bids/0",), offence="wrong_show")
    assert verdict.legal and suit_of(verdict) == "C", "the side may still counter"
    assert verdict.bidding is not None and verdict.bidding.rulings[0].code == "wrong_show_bars"
    assert found(verdict) == [("/bids/0", "wrong_level_shown")]


def test_a_wrong_show_among_bids_of_one_moment_leaves_the_others_at_it_and_bars_after_it() -> None:
    hard = house(bidding={"wrong_show": {"side_loses": ["open", "counter"]}})
    for first, last in (("N S2", "S D2"), ("S D2", "N S2")):
        moment = (bid(first), bid("E H4", same_moment=True), bid(last, same_moment=True))
        hands, kitty = dealt(**HELD | {"E": "H4"})
        known: dict[str, Any] = {"at": ("E /bids/1",), "offence": "wrong_show", "options": hard, "hands": hands, "kitty": kitty}
        assert suit_of(opened(*moment, **known)) == "S"
        assert fault_of(opened(*moment, bid("W C2 C2"), **known)) == ("/bids/3", "side_may_not_show")


def test_a_bid_that_is_allowed_counts_whatever_it_was_ruled_on_for() -> None:
    verdict = opened(bid("S D2"), at=("S /bids/0",))
    assert suit_of(verdict) == "D" and verdict.irregularities == ()


def test_after_a_bid_that_was_taken_back_the_next_fault_has_its_own_place() -> None:
    bids = (bid("W C4"), bid("S D2"), bid("E H2"))
    assert fault_of(opened(*bids, at=("W /bids/0",))) == ("/bids/2", "may_not_counter")
    assert len(opened(*bids, at=("W /bids/0", "E /bids/2")).irregularities) == 2
    assert fault_of(opened(*bids, at=("E /bids/2",))) == ("/bids/0", "wrong_level_shown")


def test_what_was_taken_back_may_be_shown_again() -> None:
    """East holds one two of hearts."""
    again = (bid("S D2"), bid("E H2"), bid("E H2", phase="before_kitty"))
    assert found(opened(*again, at=("E /bids/1", "E /bids/2"))) == [("/bids/1", "may_not_counter"), ("/bids/2", "may_not_counter")]
    hands, kitty = dealt(**HELD | {"E": "H2 BJ"})
    joined = opened(bid("E H2"), bid("E H2 BJ"), at=("E /bids/0",), options=MARCH8, hands=hands, kitty=kitty, offence="improper_play")
    assert joined.legal and found(joined) == [("/bids/0", "companion_missing")]


def test_a_joker_that_is_shown_again_is_the_same_one() -> None:
    hands, kitty = dealt(**HELD | {"E": "H2 H2 BJ"})
    assert opened(bid("E H2 BJ"), bid("E H2 BJ"), options=MARCH8, hands=hands, kitty=kitty).legal


def test_a_bid_after_one_that_was_taken_back_keeps_its_phase_and_loses_the_moment() -> None:
    late = opened(bid("W C4", phase="before_kitty"), bid("E H2"), at=("W /bids/0",))
    assert fault_of(late) == ("/bids/1", "bid_out_of_time")
    together = opened(bid("W C4"), bid("S D2", same_moment=True), at=("W /bids/0",))
    assert together.legal and suit_of(together) == "D"


def test_cards_that_were_shown_and_taken_back_are_held() -> None:
    verdict = opened(bid("E C4"), bid("S D2"), at=("E /bids/0",))
    assert fault_of(verdict) == ("/bids/0", "not_in_hand", "cannot_stand")
    assert fault_of(opened(bid("E H2 H2"), at=("E /bids/0",))) == ("/bids/0", "not_in_hand", "cannot_stand")


def test_a_stir_that_was_taken_back_takes_no_kitty() -> None:
    """Anhui 三.3: a single card does not stir."""
    bids = (bid("S D2", phase="dealing"), bid("W C2", phase="after_bury"), bid("E"), bid("S"), bid("W C2 C2"))
    burials = (Burial("N", cards(KITTY)), Burial("W", cards(KITTY)))
    verdict = opened(*bids, at=("W /bids/1",), options=ANHUI, burials=burials)
    assert (verdict.fault, suit_of(verdict)) == (None, "C")


def test_a_burial_that_was_ruled_on_is_what_it_is() -> None:
    foreign = opened(bid("S D2"), at=("N /burials/0",), burials=(Burial("N", cards("C2 D3 D4 D5 D6 D7 D8 D9")),))
    assert fault_of(foreign) == ("/burials/0", "not_in_hand", "cannot_stand")
    other = opened(bid("S D2"), at=("S /burials/0",), burials=(Burial("S", cards(KITTY)),))
    assert fault_of(other) == ("/burials/0", "kitty_not_taken", "cannot_stand")
    assert opened(bid("S D2"), at=("N /burials/0",), burials=(Burial("N", cards(KITTY)),)).legal


# Whole deals


def test_a_deal_in_which_all_was_ruled_on_is_complete_and_scored_with_its_fines() -> None:
    """Jiangsu 4.3.6: forty points for a card that was held back with gain."""
    body = next(deal for deal in (irregular_deal("jiangsu-2007", seed) for seed in count()) if len(deal.get("penalties", ())) > 2)
    plain = replayed_body(body)
    assert plain.legal and plain.complete and plain.score is not None
    assert {one.pointer for one in plain.irregularities} == {penalty["at"] for penalty in body["penalties"]}
    fined = replayed_body(body | {"penalties": [penalty | {"tier": "gain"} for penalty in body["penalties"]]})
    assert fined.score is not None
    fines = [one for one in fined.score.fines if one.offence == "concealed_card"]
    assert [abs(one.attackers_points_delta) for one in fines] == [40] * len(body["penalties"])
    assert (fined.score.trick_points, fined.tricks[-1].winner) == (plain.score.trick_points, plain.tricks[-1].winner)


def test_a_throw_that_stood_though_beaten_may_be_fined_as_a_failed_one() -> None:
    held = {"N": "HA H9", "W": "HK H3", "S": "H4 H5", "E": "H7 H8"}
    fined = (Offending("failed_throw", "NS", cards=1, at="/tricks/0/plays/0"),)
    made = record_with(held, "N HA H9 | W HK H3 | S H4 H5 | E H7 H8", penalties=fined)
    assert record_faults(house(), made) == []
    assert [one.offences for one in replayed(made).irregularities] == [("failed_throw",)]

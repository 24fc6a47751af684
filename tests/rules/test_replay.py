"""The replay of recorded tricks: each play against its hand, the first fault by its place, throws that fail, and what later cards prove."""

from __future__ import annotations

import pytest

from rules.deals.replay import ReplayVerdict
from rules.kitty import score_kitty
from rules.options import Options
from rules.tricks import resolve_trick
from tests.support.engine import house, plays, trump_of
from tests.support.replays import fault_of, record, record_with, replayed, said

HEARTS = {"N": "HA HK HK H9", "W": "H3 H5", "S": "H4 H4 HT HT", "E": "H7 H8"}


def played(*tricks: str, options: Options | None = None, held: dict[str, str] | None = None, trump: str = "S2") -> ReplayVerdict:
    return replayed(record_with(HEARTS if held is None else held, *tricks, trump=trump), options)


def fault(*tricks: str, options: Options | None = None, held: dict[str, str] | None = None, trump: str = "S2") -> tuple[str, ...]:
    return fault_of(played(*tricks, options=options, held=held, trump=trump))


def unseen(*tricks: str, options: Options | None = None, trump: str = "S2", **more: object) -> tuple[str, ...]:
    return fault_of(replayed(record(*tricks, trump=trump, **more), options))  # type: ignore[arg-type]


# What is judged


def test_a_deal_cut_short_is_answered_as_far_as_it_goes() -> None:
    verdict = played("N HA | W H5 | S HT | E H7", "N HK")
    assert (verdict.legal, verdict.complete, verdict.score) == (True, False, None)
    assert [(trick.complete, trick.winner, trick.points) for trick in verdict.tricks] == [(True, "N", 15), (False, "N", 10)]


def test_each_play_is_told_with_its_role_and_whether_it_took_the_trick() -> None:
    held = {"N": "H9", "W": "HA", "S": "HT", "E": "S3"}
    (trick,) = played("N H9 | W HA | S HT | E S3", held=held).tricks
    assert [(play.seat, play.role, play.legal, play.overtakes, play.points) for play in trick.plays] == [
        ("N", "lead", True, True, 0),
        ("W", "follow", True, True, 0),
        ("S", "follow", True, False, 10),
        ("E", "ruff", True, True, 0),
    ]
    assert trick.winner == "E"


def test_a_revoke_is_the_fault_at_its_place_and_the_deal_is_answered_up_to_it() -> None:
    verdict = played("N HA | W H5 | S HT | E D3", "N HK | W H3 | S HT | E H7")
    assert fault_of(verdict) == ("/tricks/0/plays/3", "suit_owed")
    assert not verdict.legal
    assert [(play.role, play.legal, play.overtakes) for play in verdict.tricks[0].plays[2:]] == [
        ("follow", True, False),
        ("discard", False, False),
    ]
    assert len(verdict.tricks) == 1
    assert (verdict.tricks[0].complete, verdict.tricks[0].winner, verdict.tricks[0].points) == (False, "N", 15)


def test_a_card_is_not_in_the_hand_once_it_is_played() -> None:
    assert fault("N HA | W H5 | S HT | E H7", "N HK | W H5") == ("/tricks/1/plays/1", "not_in_hand")
    assert fault("N HA | W HJ") == ("/tricks/0/plays/1", "not_in_hand")


@pytest.mark.parametrize("copies", [3, 4, 5])
def test_more_copies_than_there_are_is_more_than_a_hand_holds(copies: int) -> None:
    verdict = played(f"N{' HK' * copies}")
    assert fault_of(verdict) == ("/tricks/0/plays/0", "not_in_hand")
    assert verdict.fault is not None
    assert said(verdict.fault.violations[0].cards) == " ".join(["HK"] * (copies - 2))
    assert fault(f"N HK HK | W{' H3' * copies}")[:2] == ("/tricks/0/plays/1", "not_in_hand")


def test_jiangsu_3_5_the_declarer_leads_first() -> None:
    assert fault("W H3 | S H4 | E H7 | N HA") == ("/tricks/0/plays/0", "not_your_turn")


def test_jiangsu_3_6_4_the_winner_of_a_trick_leads_the_next() -> None:
    assert fault("N H9 | W H5 | S HT | E H7", "N HA") == ("/tricks/1/plays/0", "not_your_turn")
    assert played("N H9 | W H5 | S HT | E H7", "S HT").legal


def test_the_others_play_in_turn() -> None:
    assert fault("N HA | S H4") == ("/tricks/0/plays/1", "not_your_turn")
    assert fault("N HA | W H5 | S HT | W H3") == ("/tricks/0/plays/3", "not_your_turn")


def test_every_play_has_as_many_cards_as_the_lead() -> None:
    assert fault("N HK HK | W H5") == ("/tricks/0/plays/1", "wrong_card_count")
    assert fault("N HK HK | W S3", held=HEARTS | {"W": "H3 H5 S3"}) == ("/tricks/0/plays/1", "wrong_card_count", "suit_owed")
    assert fault("N HA | W H3 H5") == ("/tricks/0/plays/1", "wrong_card_count")


def test_a_failed_throw_that_was_not_marked_is_told_where_it_is() -> None:
    """The thrown cards are taken back and played again: what comes after it says nothing of the hands before it."""
    tricks = ("N HK | W H3 | S H5 | E H4", "N HA HQ | W H7 | S H8 | E H6", "N HQ | W H9", "N HA | W HT", "N HQ | W DT")
    verdict = replayed(record(*tricks))
    assert fault_of(verdict) == ("/tricks/1/plays/1", "wrong_card_count")
    assert [warning.code for warning in verdict.warnings] == ["throw_may_have_failed"]
    assert replayed(record(*tricks[:1])).warnings == ()
    held = {"N": "HK HA HQ HQ", "W": "H3 H7 H9 HT", "S": "H5 H8 HA", "E": "H4 H6"}
    beaten = replayed(record_with(held, *tricks))
    assert fault_of(beaten) == ("/tricks/1/plays/0", "throw_beaten")
    assert [warning.code for warning in beaten.warnings] == ["throw_may_have_failed"]


def test_a_play_of_another_length_leaves_the_tricks_before_it_unproved() -> None:
    """The heart with which South revoked is seen in the trick whose plays differ, and not in those after it."""
    revoke = "N HA | W H3 | S D4 | E H5"
    assert unseen(revoke, "N HK HQ | W H4 | S H9 | E H6") == ("/tricks/0/plays/2", "suit_owed", "/tricks/1/plays/2")
    assert unseen(revoke, "N HK HQ | W H4 | S D9 | E H6", "N HK | W H7 | S H9") == ("/tricks/1/plays/1", "wrong_card_count")


def test_a_lead_lies_in_one_group() -> None:
    verdict = played("N HA S3", held=HEARTS | {"N": "HA S3"})
    assert fault_of(verdict) == ("/tricks/0/plays/0", "mixed_groups")
    assert (verdict.tricks[0].winner, verdict.tricks[0].points) == (None, 0)


def test_a_throw_is_not_led_where_there_are_none() -> None:
    assert fault("N HA HK", options=house("march8-2012")) == ("/tricks/0/plays/0", "throw_not_allowed")


def test_a_play_that_counts_as_lowest_takes_no_trick() -> None:
    held = {"N": "H9", "W": "HA", "S": "HT", "E": "H7"}
    assert played("N H9 | W HA ! | S HT | E H7", held=held).tricks[0].winner == "S"


@pytest.mark.parametrize("ruleset", ["jiangsu-2007", "chaodipi-unified", "anhui-tcm-2009", "guizhou-2010"])
def test_jiangsu_4_3_6_unified_2_6_anhui_6_6_guizhou_8_10_a_suit_or_pair_held_back_is_the_fault(ruleset: str) -> None:
    options = house(ruleset)
    first, second = ("W", "S") if options.direction == "counterclockwise" else ("E", "S")
    held = {"N": "HA HK HK", first: "H3 H3 H5 D3", second: "H4 H4 H6"}
    assert fault(f"N HA | {first} D3", options=options, held=held) == ("/tricks/0/plays/1", "suit_owed")
    split = f"N HK HK | {first} H3 H3 | {second} H4 H6"
    assert fault(split, options=options, held=held) == ("/tricks/0/plays/2", "pair_owed")


def test_a_pair_is_owed_out_of_the_true_hand() -> None:
    assert fault("N HK HK | W H3 H5 | S H4 HT") == ("/tricks/0/plays/2", "pair_owed")
    assert played("N HK HK | W H3 H5 | S H4 H4 | E H7 H8").legal


# Throws

FOUR = {"N": "HA HA H9 H6", "W": "HK H3", "S": "H4 H5", "E": "H7"}


def test_a_throw_that_no_other_hand_beats_stands() -> None:
    held = {"N": "HA HA HK", "W": "H3 H5 D3", "S": "H4 H4 HT", "E": "H7 H8 D4"}
    verdict = played("N HA HA HK | W H3 H5 D3 | S H4 H4 HT | E H7 H8 D4", held=held)
    assert verdict.legal
    assert [ruling.code for ruling in verdict.tricks[0].rulings][:1] == ["throw_stands"]


def test_a_throw_that_another_hand_beats_may_not_be_led_as_it_is() -> None:
    verdict = played("N HA H9 | W HK H3", held=FOUR)
    assert fault_of(verdict) == ("/tricks/0/plays/0", "throw_beaten")
    assert verdict.fault is not None
    assert said(verdict.fault.violations[0].cards) == "H9"


def test_a_failed_throw_stands_as_attempt_before_its_forced_lead() -> None:
    verdict = played("(HA H9) N H9 | W HK | S H4 | E H7", held=FOUR, options=house("gongxiao-2013"))
    assert verdict.legal
    report = verdict.tricks[0].attempt
    assert report is not None and report.tested and report.verdict is not None and report.verdict.fine is not None
    assert (report.verdict.succeeds, report.verdict.fine.points, report.verdict.attackers_points_delta) == (False, 10, 10)
    assert "failed_throw_fine" in [ruling.code for ruling in verdict.tricks[0].rulings]


@pytest.mark.parametrize(
    ("how", "forced", "other"),
    [
        ("next_player_names_card", "HA", "H6"),
        ("next_player_names_component", "HA HA", "HA"),
        ("next_player_names_component", "H6", "HA"),
        ("lowest_beaten", "H6", "H9"),
        ("largest_beaten", "H9", "H6"),
        ("lowest", "H6", "H9"),
    ],
)
def test_what_a_failed_throw_forces_is_led(how: str, forced: str, other: str) -> None:
    options = house(throws={"on_failure": {"plays": how}})
    thrown = "HA HA H9 H6"
    assert played(f"({thrown}) N {forced}", held=FOUR, options=options).legal
    if how == "next_player_names_card":
        thrown, other = "HA H9", "H6"
    assert fault(f"({thrown}) N {other}", held=FOUR, options=options) == ("/tricks/0/plays/0", "forced_play_owed")


def test_a_part_as_large_and_as_high_as_the_forced_one_may_be_led_in_its_place() -> None:
    held = {"N": "S2 H2 D2", "W": "BJ"}
    for lead in ("H2", "D2"):
        assert played(f"(S2 H2 D2) N {lead}", held=held, options=house("gongxiao-2013")).legal
    assert fault("(S2 H2 D2) N S2", held=held, options=house("gongxiao-2013")) == ("/tricks/0/plays/0", "forced_play_owed")


def test_of_parts_that_are_equal_either_may_be_led_where_the_next_player_names_a_part() -> None:
    held = {"N": "H2 D2 S4 S3", "W": "BJ"}
    for lead in ("H2", "D2", "S3"):
        assert played(f"(H2 D2 S4 S3) N {lead}", held=held, options=house("guizhou-2010")).legal
    assert fault("(H2 D2 S4 S3) N S4", held=held, options=house("guizhou-2010")) == ("/tricks/0/plays/0", "forced_play_owed")


def test_an_attempt_that_no_hand_beats_is_a_fault() -> None:
    verdict = played("(HA HA) N HA", held=FOUR)
    assert fault_of(verdict) == ("/tricks/0/attempt", "attempt_is_no_throw")
    assert verdict.tricks[0].plays == ()
    assert fault("(HA HA HK) N HA", held=HEARTS | {"N": "HA HA HK"}) == ("/tricks/0/attempt", "attempt_stands")


def test_an_attempt_is_held_allowed_and_of_one_group() -> None:
    assert fault("(H9 S3) N H9", held=FOUR | {"N": "H9 S3"}) == ("/tricks/0/attempt", "mixed_groups")
    assert fault("(HA H9) N H9", held=FOUR, options=house("march8-2012")) == ("/tricks/0/attempt", "throw_not_allowed")
    assert fault("(HK HK H9) N H9", held=FOUR) == ("/tricks/0/attempt", "not_in_hand")


def test_an_attempt_out_of_turn_is_out_of_turn() -> None:
    assert fault("(HK H3) W H3", held=FOUR) == ("/tricks/0/plays/0", "not_your_turn")


# Hands that were not written down


def test_a_later_card_proves_an_earlier_revoke_and_both_places_are_told() -> None:
    tricks = ("N HA | W H5 | S D3 | E H7", "N SA | W S3 | S S4 | E S5", "N CA | W C3 | S H4 | E C5", "N CK | W C4 | S H4 | E C6")
    assert unseen(*tricks) == ("/tricks/0/plays/2", "suit_owed", "/tricks/2/plays/2")


def test_the_earliest_revoke_is_reported_with_the_first_card_that_proves_it() -> None:
    tricks = ("N HA HA | W H5 H4 | S H6 H7 | E H8 D3", "N CA CA | W C3 C3 | S C4 C6 | E C7 H9", "N DA DA | W D4 D5 | S D7 D8 | E D3 D6")
    assert unseen(*tricks) == ("/tricks/0/plays/3", "suit_owed", "/tricks/1/plays/3")
    tricks = ("N HA HA | W H5 H4 | S H6 H7 | E H8 H9", "N CA | W C3 | S H3 | E C4", "N CK | W C3 | S H3 | E C4")
    assert unseen(*tricks) == ("/tricks/0/plays/2", "pair_owed", "/tricks/2/plays/2")


def test_without_hands_nothing_is_held_against_a_player_that_is_not_seen() -> None:
    assert replayed(record("N HA | W H5 | S D3 | E H7", "N SA | W S3 | S S4 | E S5")).legal


def test_a_throw_left_standing_is_proved_beaten_by_a_later_card() -> None:
    tricks = ("N HA HQ | W H5 H4 | S H6 H7 | E H8 H9", "N DA | W D3 | S D4 | E HK")
    assert unseen(*tricks) == ("/tricks/0/plays/0", "throw_beaten", "/tricks/1/plays/3")
    assert unseen("N HA HQ | W H5 H4 | S HK H7 | E H8 H9") == ("/tricks/0/plays/0", "throw_beaten", "/tricks/0/plays/2")


def test_a_throw_that_nothing_seen_beats_is_not_tested() -> None:
    verdict = replayed(record("N HA HQ | W H5 H4 | S H6 H7 | E H8 H9"))
    assert verdict.legal
    assert verdict.tricks[0].rulings[0].code == "throw_not_tested"


def test_an_attempt_against_hands_that_are_not_known_may_force_any_of_its_parts() -> None:
    verdict = replayed(record("(HA H9 H6) N H9"), house("gongxiao-2013"))
    assert verdict.legal
    report = verdict.tricks[0].attempt
    assert report is not None and not report.tested and report.verdict is None
    assert unseen("(HA H9 H6) N H3", options=house("gongxiao-2013")) == ("/tricks/0/plays/0", "forced_play_owed")


def test_a_throw_that_failed_shows_what_its_player_holds() -> None:
    tricks = ("N SA | W S3 | S S4 | E S5", "N CA | W D3 | S C4 | E C5", "N CK | W CJ | S CQ | E C7")
    assert unseen(*tricks) == ("/tricks/1/plays/1", "suit_owed", "/tricks/2/plays/1")
    tricks = ("N DA | W C3 | S D4 | E D5", "N H3 | W HA | S H4 | E H5", "(DK D6) W D6")
    assert unseen(*tricks) == ("/tricks/0/plays/1", "suit_owed", "/tricks/2/attempt")


def test_where_tractors_need_not_be_broken_a_part_of_a_hand_owes_its_suit_alone() -> None:
    lenient = house(follow={"break_tractor_for_pair": False})
    tricks = ("N HA HA | W H5 H4 | S H6 H7 | E H8 H9", "N CA | W C3 | S H3 | E C4", "N CK | W C3 | S H3 | E C4")
    assert replayed(record(*tricks), lenient).legal
    assert unseen("N HA | W H5 | S D3 | E H7", "N CA | W C3 | S H4 | E C5", options=lenient) == (
        "/tricks/0/plays/2",
        "suit_owed",
        "/tricks/1/plays/2",
    )


def test_a_pair_that_a_hand_on_record_owes_needs_no_later_proof() -> None:
    lenient = house(follow={"break_tractor_for_pair": False})
    tricks = ("N HK HK | W H3 H5 | S H4 HT", "N HA")
    held = HEARTS | {"S": "H4 H4 HT H8"}
    made = record_with(held, tricks[0])
    assert fault_of(replayed(made, lenient)) == ("/tricks/0/plays/2", "pair_owed")


# Five-ten-king (Nantong 五.6)

NANTONG = house("nantong-chaodipi")
SETS = {"N": "H5 HT HK H9 D6", "W": "H5 HT HK HA HA H3 D9", "S": "H7 H8 HJ D5", "E": "H4 H6 HQ D3"}
LED = "N H5 HT HK | W HA HA H3 | S H7 H8 HJ | E H4 H6 HQ"
TO_WEST = "N D6 | W D9 | S D5 | E D3"


def five_ten_kings(*tricks: str, **held: str) -> ReplayVerdict:
    return played(*tricks, held=SETS | held, options=NANTONG)


def is_withheld(verdict: ReplayVerdict) -> bool:
    return any(ruling.code == "five_ten_king_withheld" for trick in verdict.tricks for ruling in trick.rulings)


def test_nantong_5_6_a_red_five_ten_king_held_back_from_a_red_one_forms_none_for_the_rest_of_the_deal() -> None:
    assert is_withheld(five_ten_kings(LED))
    assert fault_of(five_ten_kings(LED, TO_WEST, "W H5 HT HK")) == ("/tricks/2/plays/0", "throw_beaten")
    assert five_ten_kings(TO_WEST, "W H5 HT HK").legal


def test_a_red_five_ten_king_that_is_held_back_while_void_of_the_led_trumps_forms_none() -> None:
    tricks = ("N S5 ST SK | W HA HA H3 | S S3 S4 S6 | E S7 S7 S9",)
    held = {"N": "S5 ST SK", "W": "H5 HT HK HA HA H3", "S": "S3 S4 S6", "E": "S7 S7 S9"}
    left = {"D2", "C2", "H2"}
    west = " ".join([held["W"], *(f"D{rank}" for rank in "3456789TJQKA"), "C3 C4 C5 C6 C7 C8 C9"])
    assert len(west.split()) == 25 and left.isdisjoint(west.split())
    others = {"N": held["N"] + " BJ BJ LJ LJ", "S": "S3 S4 S6", "E": "S7 S7 S9 S2 S2 H2 H2 D2 D2 C2 C2"}
    assert is_withheld(five_ten_kings(*tricks, **(others | {"W": west})))


def test_a_red_five_ten_king_that_is_played_or_cannot_be_is_not_held_back() -> None:
    assert not is_withheld(five_ten_kings("N H5 HT HK | W H5 HT HK | S H7 H8 HJ | E H4 H6 HQ"))
    black = {"N": "S5 ST SK", "W": "S3 S4 S6 H5 HT HK", "S": "S7 S8 S9", "E": "SJ SQ SA"}
    assert not is_withheld(five_ten_kings("N S5 ST SK | W S3 S4 S6 | S S7 S8 S9 | E SJ SQ SA", **black))


def test_nothing_is_held_back_where_hearts_are_trump_or_five_ten_kings_force_nothing() -> None:
    hearts = played("N H5 HT HK | W H5 HT HK | S H7 H8 HJ | E H4 H6 HQ", held=SETS, options=NANTONG, trump="H2")
    assert not is_withheld(hearts)
    held = SETS | {"W": "HA HA H3 H5 HT HK", "S": "H7 H8 HJ", "E": "H4 H6 HQ"}
    assert not is_withheld(played(LED, held=held, options=NANTONG, trump="H2"))
    forceless = house("nantong-chaodipi", five_ten_king={"forces_jokers": False})
    assert not is_withheld(played(LED, held=SETS, options=forceless))


def test_a_last_trick_led_with_a_five_ten_king_that_was_given_up_is_won_on_singles() -> None:
    trump = trump_of("S8")
    last = plays("H5 HT HK", "S3 S4 S6", "C3 C4 C6", "D3 D4 D6")
    kept = score_kitty(NANTONG, trump, "N", last, kitty_points=10)
    given_up = score_kitty(NANTONG, trump, "N", last, kitty_points=10, withheld=frozenset("H"))
    assert (kept.winner, given_up.winner) == ("N", "W")
    assert (given_up.category, given_up.multiplier, given_up.digs) == ("singles", 2, ())
    assert resolve_trick(NANTONG, trump, last, frozenset("H")).lead != resolve_trick(NANTONG, trump, last).lead

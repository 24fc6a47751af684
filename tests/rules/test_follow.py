"""What a follower owes: suit, tractors, pairs, five-ten-kings (semantics 6)."""

from __future__ import annotations

import pytest

from rules.follow import answer, judge, must_include, owed_by, required_answer
from rules.formations import Shape, shape_of
from rules.options import Options
from rules.table import TrumpTable
from tests.support.engine import cards, house, table, text


def position(led: str, options: Options, trump: str = "S2") -> tuple[TrumpTable, Shape]:
    made = table(trump, options)
    shape = shape_of(options, made, cards(led))
    assert shape is not None
    return made, shape


def breach(led: str, hand: str, play: str, options: Options | None = None, trump: str = "S2") -> tuple[str, ...]:
    """The codes of the duties that a play breaks."""
    options = options or house()
    made, shape = position(led, options, trump)
    broken = judge(options, made, shape, cards(hand), cards(play))
    return () if broken is None else broken.codes


def owed(led: str, hand: str, options: Options | None = None) -> tuple[int, tuple[int, ...], int]:
    options = options or house()
    made, shape = position(led, options)
    due = owed_by(options, made, shape, made.bits(cards(hand)) & made.mask[shape.group])
    return due.cards, due.tractors, due.pairs


def kept(led: str, hand: str, options: Options | None = None, trump: str = "S2") -> str:
    options = options or house()
    made, shape = position(led, options, trump)
    return text(must_include(options, made, shape, cards(hand)))


def test_a_hand_with_no_more_cards_than_led_plays_them_all() -> None:
    assert breach("H9 H9", "H3 D4 D5", "H3 D4") == ()
    assert breach("H9 H9", "H3 D4 D5", "D4 D5") == ("suit_owed",)
    assert breach("H9 H9 H8", "H3 H3 D5 D6", "H3 D5 D6") == ("suit_owed",)


def test_a_void_hand_plays_what_it_likes() -> None:
    assert breach("H9 H9", "S3 D4 D5", "S3 D4") == ()


def test_a_pair_is_owed_even_out_of_a_tractor() -> None:
    assert breach("H9 H9", "H3 H3 H4 H4 H7", "H3 H7") == ("pair_owed",)
    assert breach("H9 H9", "H3 H3 H4 H4 H7", "H4 H4") == ()


def test_suit_and_pair_may_both_be_owed() -> None:
    assert breach("H9 H9", "H3 H3 H4 D5", "H4 D5") == ("suit_owed", "pair_owed")
    assert breach("H9 H9", "H3 H3 H4 D5 D6", "D5 D6") == ("suit_owed", "pair_owed")


def test_suit_alone_is_owed_where_the_shape_was_answered() -> None:
    assert breach("H9 H9 HK", "H3 H3 H4 H5 D5", "H3 H3 D5") == ("suit_owed",)


def test_a_piece_of_the_led_length_is_owed_out_of_a_longer_tractor() -> None:
    hand = "H3 H3 H4 H4 H5 H5 HJ HJ"
    assert breach("H9 H9 HT HT", hand, "H3 H3 HJ HJ") == ("tractor_owed",)
    assert breach("H9 H9 HT HT", hand, "H4 H4 H5 H5") == ()
    assert breach("H9 H9 HT HT", hand, "H3 H3 H4 H4") == ()


def test_loose_pairs_are_owed_where_no_tractor_fits() -> None:
    assert breach("H9 H9 HT HT", "H3 H3 H5 H5 H7 H8", "H3 H3 H7 H8") == ("pair_owed",)


def test_a_shorter_tractor_and_a_pair_are_owed_to_a_longer_one() -> None:
    hand = "H3 H3 H4 H4 H6 H6 HQ HK"
    assert breach("H9 H9 HT HT HJ HJ", hand, "H3 H3 H4 H4 HQ HK") == ("pair_owed",)
    assert breach("H9 H9 HT HT HJ HJ", hand, "H3 H3 H6 H6 HQ HK") == ("tractor_owed", "pair_owed")
    assert breach("H9 H9 HT HT HJ HJ", "H3 H3 H4 H4 H6 H6 H8 H8", "H3 H3 H6 H6 H8 H8") == ("tractor_owed",)
    assert owed("H9 H9 HT HT HJ HJ", hand) == (6, (2,), 1)


def test_the_rest_of_a_long_tractor_is_owed_as_a_tractor_again() -> None:
    led = "H9 H9 HT HT HJ HJ HQ HQ"
    assert owed(led, "H4 H4 H3 H3 H5 H5 H6 H6 H8 HK") == (8, (4,), 0)
    assert owed(led, "H3 H3 H4 H4 H6 H6 H7 H7 HK HA") == (8, (2, 2), 0)
    assert breach(led, "H3 H3 H4 H4 H6 H6 H7 H7 HK HA", "H3 H3 H4 H4 H6 H6 HK HA") == ("tractor_owed",)


def test_the_cut_that_answers_best_counts() -> None:
    """Five pairs in a row answer tractors of three and two; so do a three and a two apart."""
    led = "H9 H9 HT HT HJ HJ HK HK HA HA"
    assert owed(led, "H2 H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H8") == (10, (3, 2), 0)
    assert owed(led, "H3 H3 H4 H4 H5 H5 H6 H6 H8 H8 H7") == (10, (3,), 2)


def test_equal_level_pairs_serve_two_tractors() -> None:
    options = house()
    made, shape = position("S3 S3 S4 S4 S6 S6 S7 S7", options, "S8")
    held = made.bits(cards("S8 S8 H8 H8 D8 D8 SA SA")) & made.high
    assert answer(options, made, shape, held) == (2, 2, 0)


def test_an_ace_low_hand_answers_at_the_better_end() -> None:
    options = house(tractor={"ace_low": True})
    assert breach("H5 H5 H6 H6 H7 H7", "HA HA H2 H2 H3 H3 HK HK H9", "HA HA HK HK H2 H2", options, "S8") == ("tractor_owed",)
    assert breach("H5 H5 H6 H6 H7 H7", "HA HA H2 H2 H3 H3 HK HK H9", "HA HA H2 H2 H3 H3", options, "S8") == ()


def test_without_partial_tractors_only_the_full_length_is_owed_as_one() -> None:
    options = house(follow={"partial_tractor": False})
    hand = "H3 H3 H4 H4 H6 H6 H8 H8 HK"
    assert breach("H9 H9 HT HT HJ HJ", hand, "H3 H3 H6 H6 H8 H8", options) == ()
    assert breach("H9 H9 HT HT", hand, "H3 H3 H6 H6", options) == ("tractor_owed",)
    made, shape = position("H9 H9 HT HT HQ HQ HK HK", options)
    assert required_answer(options, made, shape, made.bits(cards("H3 H3 H4 H4 H6 H6")) & made.high) == (2, 0, 1)


def test_without_tractors_pairs_are_owed() -> None:
    options = house(follow={"tractors": False})
    assert breach("H9 H9 HT HT", "H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6", options) == ()
    assert breach("H9 H9 HT HT", "H3 H3 H4 H4 H6 H7", "H3 H3 H6 H7", options) == ("pair_owed",)


def test_without_pairs_only_the_suit_is_owed() -> None:
    options = house(follow={"pairs": False, "tractors": False})
    assert breach("H9 H9", "H3 H3 H6 H7", "H3 H6", options) == ()
    assert breach("H9 H9", "H3 H3 H6 D7", "H3 D7", options) == ("suit_owed",)


def test_pairs_of_a_tractor_may_be_spared_where_the_ruleset_says() -> None:
    options = house(follow={"break_tractor_for_pair": False})
    assert breach("H9 H9", "H3 H3 H4 H4 H7 H8", "H7 H8", options) == ()
    assert breach("H9 H9", "H3 H3 H4 H4 H7 H8", "H3 H3", options) == ()
    assert breach("H9 H9", "H3 H3 H4 H4 H7 H7 H8", "H4 H8", options) == ("pair_owed",)
    assert owed("H9 H9", "H3 H3 H4 H4 H7 H8", options) == (2, (), 0)


def test_all_of_three_least_pairs_are_loose() -> None:
    options = house(tractor={"min_pairs": 3})
    assert breach("H9 H9 HT HT", "H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6", options) == ()


def test_singles_ask_for_the_suit_alone() -> None:
    assert breach("HA HK", "H3 H3 H4", "H3 H4") == ()


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("H9 H9", "H3 D4 D5", "H3"),
        ("H9 H9", "H3 H3 H4 D5", "H3 H3"),
        ("H9 H9", "H3 H3 H4 H4 D5", ""),
        ("H9 H9 H7", "H3 H3 H4 H4 D5", "H4 H3"),
        ("H9 H9 HT HT", "H3 H3 H4 H4 H5 H5 H8", "H4 H4"),
        ("H9 H9 HT HT", "H3 H3 H4 H4 HJ HJ", "H4 H4 H3 H3"),
        ("HA HK", "H3 H3 H4", "H3"),
        ("HA HK", "D3 D4 D5", ""),
    ],
)
def test_the_cards_in_every_legal_follow(led: str, hand: str, expected: str) -> None:
    assert kept(led, hand) == expected


NANTONG = house("nantong-chaodipi")


def nantong(led: str, hand: str, play: str, trump: str = "S8") -> tuple[str, ...]:
    return breach(led, hand, play, NANTONG, trump)


def test_nantong_5_6_a_trump_five_ten_king_forces_jokers() -> None:
    assert nantong("S5 ST SK", "BJ LJ S3 S4 S6", "BJ S3 S4") == ("jokers_owed",)
    assert nantong("S5 ST SK", "BJ LJ S3 S4 S6", "BJ LJ S4") == ()
    assert nantong("S5 ST SK", "BJ BJ LJ LJ S3", "BJ LJ LJ") == ()
    assert nantong("S5 ST SK", "BJ BJ LJ LJ S3", "BJ LJ S3") == ("jokers_owed",)
    assert nantong("S5 ST SK", "BJ LJ S3 S4 H6", "S3 S4 H6") == ("suit_owed", "jokers_owed")


def test_nantong_5_6_without_jokers_a_trump_five_ten_king_is_owed() -> None:
    assert nantong("S5 ST SK", "S5 ST SK S3 S4", "S5 S3 S4") == ("five_ten_king_owed",)
    assert nantong("S5 ST SK", "S5 ST SK S3 S4", "SK ST S5") == ()
    assert nantong("S5 ST SK", "S5 ST SK S3 BJ", "BJ S3 S5") == ()
    assert nantong("S5 ST SK", "S7 ST SK S3 S4", "S7 S3 S4") == ()


def test_nantong_5_6_a_side_five_ten_king_asks_for_the_suit() -> None:
    assert nantong("H5 HT HK", "H5 HT HK H3 H4", "H3 H4 H5") == ()
    assert nantong("H5 HT HK", "H5 HT HK H3 D4", "H3 H5 D4") == ("suit_owed",)


def test_jokers_are_not_forced_where_the_ruleset_says_so() -> None:
    free = house("nantong-chaodipi", five_ten_king={"forces_jokers": False})
    assert breach("S5 ST SK", "BJ LJ S3 S4 S6", "S3 S4 S6", free, "S8") == ()


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("BJ LJ S3 S4 S6", "BJ LJ"),
        ("BJ BJ LJ LJ S3", "BJ LJ"),
        ("BJ BJ LJ S3 S4", "BJ BJ LJ"),
        ("BJ LJ S3 S3", "BJ LJ S3"),
        ("S5 ST SK S3 S4", "SK ST S5"),
        ("S7 ST SK S3", ""),
        ("S7 S7 SK S3", "S7"),
        ("S7 S6", "S7 S6"),
    ],
)
def test_nantong_5_6_the_cards_in_every_answer_to_a_five_ten_king(hand: str, expected: str) -> None:
    assert kept("S5 ST SK", hand, NANTONG, "S8") == expected

"""The worked examples and printed figures of Jiangsu 2007, Guizhou 2010 and March-8 2012, one test each, named after the clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from rules.cards import CARD_OF_TOKEN
from rules.catalogue import preset
from rules.formations import describe
from rules.kitty import KittyVerdict, score_kitty
from rules.levels import AdvanceVerdict, advance
from rules.options import Options
from rules.plays import PlayVerdict, check_play
from rules.throws import ThrowVerdict, resolve_throw
from rules.tricks import Play, TrickVerdict, resolve_trick
from rules.trump import Trump

JIANGSU, GUIZHOU, MARCH8 = "jiangsu-2007", "guizhou-2010", "march8-2012"
EIGHTS = Trump(suit="S", level="8")
TWOS = Trump(suit="S", level="2")
FIVES = Trump(suit="S", level="5")
PLAY_ORDER = ("N", "W", "S", "E")


def options_of(ruleset: str) -> Options:
    return preset(ruleset).options


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_OF_TOKEN[token] for token in text.split())


def shape(ruleset: str, trump: Trump, text: str) -> list[tuple[str, int]]:
    """Kind and number of cards of each component of these cards."""
    return [(part.kind, len(part.cards)) for part in describe(options_of(ruleset), trump, cards(text)).components]


def trick(ruleset: str, trump: Trump, *plays: str, leader: str = "N") -> TrickVerdict:
    """A trick (counter-clockwise) of one to four plays."""
    return resolve_trick(options_of(ruleset), trump, plays_of(plays, leader))


def plays_of(plays: Sequence[str], leader: str) -> tuple[Play, ...]:
    first = PLAY_ORDER.index(leader)
    return tuple(Play(seat=PLAY_ORDER[(first + i) % 4], cards=cards(text)) for i, text in enumerate(plays))


def roles(verdict: TrickVerdict) -> list[str]:
    return [play.role for play in verdict.plays]


def throw(ruleset: str, thrown: str, **hands: str) -> ThrowVerdict:
    """A throw of hearts by the declarer N against the other three hands; a hand not given has no heart."""
    held = {"W": "D3", "S": "D4", "E": "C3"} | hands
    return resolve_throw(options_of(ruleset), TWOS, "N", cards(thrown), {s: cards(t) for s, t in held.items()}, declarer="N")


def dig(ruleset: str, led: str) -> KittyVerdict:
    """The attacker W wins the last trick with what it leads in hearts; ten points lie in the kitty; spades are trump at level 2."""
    n = len(led.split())
    fillers = ("C3 C4 C6 C7 C8 C9 CJ CQ", "D3 D4 D6 D7 D8 D9 DJ DQ", "C3 D4 C6 D7 C8 D9 CJ DQ")
    others = [" ".join(filler.split()[:n]) for filler in fillers]
    return score_kitty(options_of(ruleset), TWOS, "N", plays_of([led, *others], "W"), kitty_points=10)


def after(ruleset: str, attackers_points: int, declarers: str = "5", attackers: str = "9", **more: Any) -> AdvanceVerdict:
    """The declarer N (NS) at `declarers`, EW at `attackers`."""
    return advance(options_of(ruleset), "N", {"NS": declarers, "EW": attackers}, attackers_points, **more)


def follow(ruleset: str, lead: str, hand: str, played: str) -> PlayVerdict:
    """W answers the lead of N at level 8, spades trump."""
    return check_play(options_of(ruleset), EIGHTS, cards(hand), plays_of([lead], "N"), cards(played), seat="W")


def lead(ruleset: str, hand: str, played: str) -> PlayVerdict:
    return check_play(options_of(ruleset), EIGHTS, cards(hand), (), cards(played))


def violations(verdict: PlayVerdict) -> set[str]:
    return {violation.code for violation in verdict.violations}


def offences(ruleset: str, clause: str) -> dict[str, Mapping[str, Any]]:
    """The offences of one clause, by code."""
    return {row["code"]: row for row in preset(ruleset).document["offences"] if row["clause"] == clause}


def assert_descending(ruleset: str, trump: Trump, order: str) -> None:
    """Of the cards in this order each is beaten by the one before it, whoever plays first."""
    tokens = order.split()
    for higher, lower in pairwise(tokens):
        assert trick(ruleset, trump, lower, higher).winner == "W", (higher, lower)
        assert trick(ruleset, trump, higher, lower).winner == "N", (higher, lower)


# Jiangsu 2007


def test_jiangsu_2_a_round_lasts_eighty_minutes_and_ends_with_three_deals_after_the_notice() -> None:
    document = preset(JIANGSU).document
    assert document["limits"]["round_minutes"] == 80
    assert document["limits"]["notice_minutes"] == 20
    assert document["rounds"]["at_time"]["from"] == "notice"
    assert document["rounds"]["at_time"]["further_deals"] == 3


def test_jiangsu_2_eight_rounds_without_a_second_meeting() -> None:
    pairings = preset(JIANGSU).document["pairings"]
    assert (pairings["rounds"], pairings["rematches"]) == (8, False)


def test_jiangsu_3_1_1_the_two_may_be_skipped() -> None:
    verdict = after(JIANGSU, 30, declarers="2", attackers="2")
    assert verdict.levels == {"NS": "4", "EW": "2"}
    assert verdict.stopped_at is None


def test_jiangsu_3_1_1_the_ace_must_be_played() -> None:
    verdict = after(JIANGSU, 0, declarers="Q")
    assert (verdict.levels["NS"], verdict.stopped_at, verdict.game_over) == ("A", "A", False)
    assert after(JIANGSU, 240, attackers="A").levels == {"NS": "5", "EW": "A"}


def test_jiangsu_3_3_note_ladder_of_the_race() -> None:
    counter = preset(JIANGSU).document["bidding"]["counter"]["first_deal"]
    assert counter["level_card"] == ["level_pair", "little_joker_pair", "big_joker_pair"]
    assert counter["level_pair"] == ["little_joker_pair", "big_joker_pair"]
    assert counter["little_joker_pair"] == ["big_joker_pair"]
    assert counter["big_joker_pair"] == []


def test_jiangsu_3_3_a_joker_in_the_kitty_counts_ten_and_makes_no_trump() -> None:
    no_bid = preset(JIANGSU).document["bidding"]["no_bid"]
    assert no_bid["first_deal"]["seat_by_count"]["joker"] == 10
    assert no_bid["joker"] == "no_trump"


def test_jiangsu_3_4_2_big_jokers_do_not_counter_little_jokers_later_on() -> None:
    assert preset(JIANGSU).document["bidding"]["counter"]["later"]["little_joker_pair"] == []


def test_jiangsu_3_5_eight_cards_of_two_decks() -> None:
    options = options_of(JIANGSU)
    assert (options.decks, options.kitty_size) == (2, 8)


@pytest.mark.parametrize("text", ["H9 H9", "BJ BJ", "LJ LJ"])
def test_jiangsu_3_6_2_two_alike_are_a_pair_jokers_too(text: str) -> None:
    assert shape(JIANGSU, EIGHTS, text) == [("pair", 2)]


def test_jiangsu_3_6_3_order_of_trumps_at_level_five() -> None:
    assert_descending(JIANGSU, FIVES, "BJ LJ S5 H5 SA SK SQ SJ ST S9 S8 S7 S6 S4 S3 S2")


@pytest.mark.parametrize("text", ["BJ BJ LJ LJ", "LJ LJ S5 S5", "S5 S5 H5 H5", "D5 D5 SA SA", "SA SA SK SK", "S6 S6 S4 S4"])
def test_jiangsu_3_6_3_neighbours_in_that_order_are_a_tractor(text: str) -> None:
    assert shape(JIANGSU, FIVES, text) == [("tractor", 4)]


def test_jiangsu_3_6_3_two_off_suit_level_pairs_are_no_tractor() -> None:
    assert shape(JIANGSU, FIVES, "H5 H5 D5 D5") == [("pair", 2), ("pair", 2)]


@pytest.mark.parametrize("text", ["H7 H7 H9 H9", "S7 S7 S9 S9"])
def test_jiangsu_3_6_3_sevens_and_nines_are_joined_at_level_eight(text: str) -> None:
    assert shape(JIANGSU, EIGHTS, text) == [("tractor", 4)]


def test_jiangsu_3_6_3_three_neighbours_are_one_tractor() -> None:
    assert shape(JIANGSU, EIGHTS, "HK HK HQ HQ HJ HJ") == [("tractor", 6)]


def test_jiangsu_3_6_4_of_equal_cards_the_first_is_larger() -> None:
    assert trick(JIANGSU, EIGHTS, "H8", "D8", "C8", "SA").winner == "N"


def test_jiangsu_3_6_4_trump_beats_a_side_suit_and_a_discard_is_smaller() -> None:
    assert trick(JIANGSU, EIGHTS, "HA", "S2", "DA", "H3").winner == "W"
    assert trick(JIANGSU, EIGHTS, "H3", "DA", "CA", "H2").winner == "N"


def test_jiangsu_3_7_1_example_1_nine_nine_ace_king_queen_is_ruffed_only_with_a_pair() -> None:
    without = trick(JIANGSU, TWOS, "H9 H9 HA HK HQ", "S3 S4 S6 S7 S8")
    assert (without.winner, roles(without)) == ("N", ["lead", "discard"])
    with_pair = trick(JIANGSU, TWOS, "H9 H9 HA HK HQ", "S3 S3 S6 S7 S8")
    assert (with_pair.winner, roles(with_pair)) == ("W", ["lead", "ruff"])


def test_jiangsu_3_7_1_example_2_three_pairs_ruff_two_pairs_and_two_singles() -> None:
    verdict = trick(JIANGSU, TWOS, "HA HA HQ HQ HJ HT", "S3 S3 S6 S6 S8 S8")
    assert (verdict.winner, roles(verdict)) == ("W", ["lead", "ruff"])


def test_jiangsu_3_7_2_example_1_big_joker_with_small_trumps_overruffs_little_joker() -> None:
    verdict = trick(JIANGSU, Trump(suit="S", level="6"), "HA HK HT H9", "LJ S8 S7 S4", "BJ S3 S2 S5")
    assert (verdict.winner, roles(verdict)) == ("S", ["lead", "ruff", "overruff"])


def test_jiangsu_3_7_2_example_2_pair_and_top_single_both_higher() -> None:
    verdict = trick(JIANGSU, EIGHTS, "HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 BJ S4 S3")
    assert (verdict.winner, roles(verdict)) == ("S", ["lead", "ruff", "overruff"])


def test_jiangsu_3_7_2_note_a_higher_pair_alone_does_not_overruff() -> None:
    pair_only = trick(JIANGSU, EIGHTS, "HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 SA S4 S3")
    assert (pair_only.winner, pair_only.plays[2].overtakes) == ("W", False)
    single_only = trick(JIANGSU, EIGHTS, "HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S4 S4 BJ S9 S3")
    assert (single_only.winner, single_only.plays[2].overtakes) == ("W", False)


@pytest.mark.parametrize(
    ("led", "multiplier"),
    [
        ("HA", 2),
        ("HA HK", 3),
        ("HA HA", 4),
        ("HA HA HK HK", 6),
        ("HA HA HQ HQ", 6),
        ("HA HA HK HK HQ HQ", 8),
        ("HA HA HQ HQ HT HT", 8),
    ],
)
def test_jiangsu_3_8_multipliers_of_the_kitty(led: str, multiplier: int) -> None:
    verdict = dig(JIANGSU, led)
    assert (verdict.won_by, verdict.multiplier, verdict.awarded) == ("attackers", multiplier, 10 * multiplier)


@pytest.mark.parametrize(("led", "multiplier"), [("HA HA HK", 4), ("HA HA HK HK HJ", 6), ("HA HA HK HK HQ HQ HJ HJ", 8)])
def test_jiangsu_3_8_a_mixed_play_counts_by_its_highest_kind_and_never_above_eight(led: str, multiplier: int) -> None:
    assert dig(JIANGSU, led).multiplier == multiplier


def test_jiangsu_3_8_declarers_who_win_the_last_trick_guard_the_kitty() -> None:
    verdict = score_kitty(options_of(JIANGSU), TWOS, "N", plays_of(["HA", "H3", "H4", "H6"], "N"), kitty_points=10)
    assert (verdict.won_by, verdict.awarded) == ("declarers", 0)


def test_jiangsu_4_2_minutes_late() -> None:
    forfeit, warning = offences(JIANGSU, "4.2")["late"]["bands"]
    assert forfeit["over"] == 15
    assert forfeit["effects"] == [{"kind": "round_forfeited", "points": {"offenders": "0", "opponents": "18"}}]
    assert (warning["over"], warning["warning"]) == (5, True)


@pytest.mark.parametrize(
    ("tier", "fine"), [("unseen", None), ("seen", {"points": 10, "per": "time"}), ("inserted", {"points": 10, "per": "time"})]
)
def test_jiangsu_4_3_1_drawing_out_of_turn(tier: str, fine: Mapping[str, Any] | None) -> None:
    assert offences(JIANGSU, "4.3.1")["drew_out_of_turn"]["tiers"][tier].get("fine") == fine


def test_jiangsu_4_3_2_ten_points_a_card_played_out_of_turn() -> None:
    assert offences(JIANGSU, "4.3.2")["played_out_of_turn"]["fine"] == {"points": 10, "per": "card"}


def test_jiangsu_4_3_4_seven_blocks_one_card() -> None:
    verdict = throw(JIANGSU, "HK HJ HT H9 H8 H6", W="H7")
    assert verdict.fine is not None
    assert (verdict.succeeds, verdict.fine.points, verdict.attackers_points_delta) == (False, 10, 10)


def test_jiangsu_4_3_4_queen_blocks_five_cards() -> None:
    verdict = throw(JIANGSU, "HK HJ HT H9 H8 H6", S="HQ")
    assert verdict.fine is not None
    assert (verdict.fine.points, verdict.fine.cards) == (50, 5)


@pytest.mark.parametrize("hands", [{"W": "H7", "S": "HQ"}, {"E": "HQ H7"}])
def test_jiangsu_4_3_4_queen_and_seven_count_the_higher_fine(hands: dict[str, str]) -> None:
    verdict = throw(JIANGSU, "HK HJ HT H9 H8 H6", **hands)
    assert verdict.fine is not None
    assert verdict.fine.points == 50


def test_jiangsu_4_3_4_nines_and_eights_block_four_cards() -> None:
    verdict = throw(JIANGSU, "H4 H4 H3 H3 H6 H6 HK HJ HT", W="H9 H9 H8 H8")
    assert verdict.fine is not None
    assert verdict.fine.points == 40


@pytest.mark.parametrize("hands", [{"W": "H7 H7", "S": "HQ"}, {"E": "H7 H7 HQ"}])
def test_jiangsu_4_3_4_sevens_and_queen_block_four_cards(hands: dict[str, str]) -> None:
    verdict = throw(JIANGSU, "H4 H4 H3 H3 H6 H6 HK HJ HT", **hands)
    assert verdict.fine is not None
    assert verdict.fine.points == 40


def test_jiangsu_4_3_4_the_throwers_own_higher_cards_do_not_matter() -> None:
    assert throw(JIANGSU, "HK HQ", W="HJ", S="HT", E="H9").succeeds


def test_jiangsu_4_3_4_the_next_player_names_any_one_card() -> None:
    verdict = throw(JIANGSU, "HK HJ HT H9 H8 H6", E="HQ")
    assert verdict.forced is not None
    assert (verdict.forced.by, verdict.forced.seat) == ("next_player_names_card", "W")
    assert set(verdict.forced.choices) == {(card,) for card in cards("HK HJ HT H9 H8 H6")}


def test_jiangsu_4_3_5_one_exposed_card_ten_points_two_twenty() -> None:
    assert offences(JIANGSU, "4.3.5")["exposed_card"]["fine"] == {"points": 10, "per": "card"}


def test_jiangsu_4_3_6_figures_of_a_concealed_card() -> None:
    tiers = offences(JIANGSU, "4.3.6")["concealed_card"]["tiers"]
    assert tiers["no_gain"]["fine"]["points"] == 20
    assert tiers["gain"]["fine"]["points"] == 40
    assert tiers["heavy"]["judgement"]["points"] == {"from": 80}


def test_jiangsu_4_3_8_twenty_to_eighty_points() -> None:
    assert offences(JIANGSU, "4.3.8")["illegal_information"]["judgement"]["points"] == {"from": 20, "to": 80}


# Guizhou 2010


def test_guizhou_7_2_after_the_ace_comes_the_joker_then_two_again() -> None:
    joker = after(GUIZHOU, 45, declarers="A", attackers="5")
    assert (joker.levels["NS"], joker.game_over) == ("joker", False)
    again = after(GUIZHOU, 45, declarers="joker", attackers="5", laps={"NS": 0, "EW": 0})
    assert (again.levels["NS"], again.laps, again.game_over) == ("2", {"NS": 1, "EW": 0}, False)


def test_guizhou_7_2_joker_level_is_played_without_trump_suit() -> None:
    verdict = resolve_trick(options_of(GUIZHOU), Trump(suit="NT", level="joker"), plays_of(["H2", "HA", "LJ", "S2"], "N"))
    assert (verdict.winner, roles(verdict)) == ("S", ["lead", "follow", "ruff", "discard"])


def test_guizhou_7_2_a_round_is_played_for_seventy_minutes() -> None:
    assert preset(GUIZHOU).document["limits"]["round_minutes"] == 70


def test_guizhou_7_1_nine_rounds() -> None:
    assert preset(GUIZHOU).document["pairings"]["rounds"] == 9


def test_guizhou_7_3_eight_cards_in_the_kitty() -> None:
    assert options_of(GUIZHOU).kitty_size == 8


@pytest.mark.parametrize(("points", "gained"), [(80, 0), (115, 0), (120, 1), (160, 2), (200, 3)])
def test_guizhou_7_5_1_attackers_gain_a_level_for_each_forty_above_eighty(points: int, gained: int) -> None:
    verdict = after(GUIZHOU, points)
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("attackers_take", "EW", gained)
    assert verdict.declarer == "W"


@pytest.mark.parametrize(("points", "gained"), [(75, 1), (40, 1), (35, 2), (5, 2), (0, 3)])
def test_guizhou_7_5_1_declarers_gain_one_more_for_each_forty_fewer(points: int, gained: int) -> None:
    verdict = after(GUIZHOU, points)
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("declarers_hold", "NS", gained)


def test_guizhou_7_5_2_every_error_costs_ten() -> None:
    rows = offences(GUIZHOU, "七(五)2")
    assert rows
    assert {(row["fine"]["points"], row["fine"]["per"]) for row in rows.values()} == {(10, "time")}


@pytest.mark.parametrize(
    ("led", "multiplier"),
    [("HA", 2), ("HA HA", 4), ("HA HA HK HK", 6), ("HA HA HK HK HQ HQ", 8), ("HA HK", 3), ("HA HK HQ", 3)],
)
def test_guizhou_7_5_3_multipliers_of_the_kitty(led: str, multiplier: int) -> None:
    assert dig(GUIZHOU, led).multiplier == multiplier


def test_guizhou_7_5_4_two_points_a_win_and_a_twentieth_a_level() -> None:
    points = preset(GUIZHOU).document["rounds"]["points"]
    assert (points["win"], points["per_level"], points["loss"], points["draw"]) == ("2", "0.05", "0", "1")


def test_guizhou_7_6_1_team_points_of_sixteen_places() -> None:
    teams = preset(GUIZHOU).document["standings"]["teams"]
    assert list(teams["place_points"]) == [30, 26, 23, 20, 18, 16, 14, 12, 9, 7, 6, 5, 4, 3, 2, 1]


def test_guizhou_8_5_a_failed_throw_costs_ten_and_the_next_player_says_high_low_or_pair() -> None:
    verdict = throw(GUIZHOU, "HA HK HK H9", W="HT")
    assert verdict.fine is not None
    assert verdict.forced is not None
    assert (verdict.succeeds, verdict.fine.points) == (False, 10)
    assert (verdict.forced.by, verdict.forced.seat) == ("next_player_names_component", "W")
    assert {tuple(sorted(choice)) for choice in verdict.forced.choices} == {cards("HA"), cards("H9"), cards("HK HK")}


@pytest.mark.parametrize("thrown", ["HA HK", "HA HK HK", "HA HK HK HQ HQ"])
def test_guizhou_8_5_high_singles_with_high_pairs_or_tractors_may_be_thrown(thrown: str) -> None:
    assert throw(GUIZHOU, thrown, W="HJ HT", S="H3 H3", E="H4").succeeds


@pytest.mark.parametrize(
    ("led", "hand", "played", "owed"),
    [
        ("H5 H5 H6 H6", "HT HT HJ HJ HK HK H3", "HT HT HK HK", "tractor_owed"),
        ("H5 H5", "HT HT H3 H4", "H3 H4", "pair_owed"),
        ("H5", "H3 S4", "S4", "suit_owed"),
    ],
)
def test_guizhou_8_6_tractors_pairs_and_the_suit_are_owed(led: str, hand: str, played: str, owed: str) -> None:
    verdict = follow(GUIZHOU, led, hand, played)
    assert not verdict.legal
    assert owed in violations(verdict)


def test_guizhou_8_7_any_trumps_ruff_singles_but_a_pair_needs_a_pair() -> None:
    assert roles(trick(GUIZHOU, EIGHTS, "HA HK", "S2 S3"))[1] == "ruff"
    assert roles(trick(GUIZHOU, EIGHTS, "HA HA", "S2 S3"))[1] == "discard"
    assert roles(trick(GUIZHOU, EIGHTS, "HA HA", "S2 S2"))[1] == "ruff"
    assert roles(trick(GUIZHOU, EIGHTS, "HA HA HK HK", "S2 S2 S4 S4"))[1] == "discard"
    assert roles(trick(GUIZHOU, EIGHTS, "HA HA HK HK", "S3 S3 S4 S4"))[1] == "ruff"


def test_guizhou_8_8_of_singles_the_top_trump_decides() -> None:
    assert trick(GUIZHOU, EIGHTS, "HA HK HQ", "SK S7 S6", "SA S3 S2").winner == "S"


def test_guizhou_8_8_with_a_pair_the_pair_alone_decides() -> None:
    assert trick(GUIZHOU, EIGHTS, "HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 SA S4 S3").winner == "S"


@pytest.mark.parametrize("text", ["H7 H7 H9 H9", "S7 S7 S9 S9", "BJ BJ LJ LJ", "S8 S8 D8 D8", "HK HK HQ HQ"])
def test_guizhou_8_9_tractors(text: str) -> None:
    assert shape(GUIZHOU, EIGHTS, text) == [("tractor", 4)]


def test_guizhou_8_10_ten_points_at_once_and_the_tricks_points_too_when_found_later() -> None:
    tiers = offences(GUIZHOU, "八(十)")["concealed_card"]["tiers"]
    assert tiers["same_trick"]["fine"] == tiers["established"]["fine"] == {"points": 10, "per": "time"}
    assert [effect["kind"] for effect in tiers["established"]["effects"]] == ["trick_points_to_opponents"]


# March-8 2012


def test_march8_1_two_and_a_half_hours_and_ten_minutes_late() -> None:
    assert preset(MARCH8).document["limits"]["round_minutes"] == 150
    assert offences(MARCH8, "一")["late"]["when"] == {"minutes": {"from": 10}}


def test_march8_1_the_side_that_passes_the_ace_wins() -> None:
    verdict = after(MARCH8, 75, declarers="A")
    assert (verdict.game_over, verdict.winner) == (True, "NS")


def test_march8_3_order_of_trumps() -> None:
    assert_descending(MARCH8, EIGHTS, "BJ LJ S8 H8 SA SK SQ SJ ST S9 S7 S6 S5 S4 S3 S2")


def test_march8_3_order_of_a_side_suit() -> None:
    assert_descending(MARCH8, EIGHTS, "HA HK HQ HJ HT H9 H7 H6 H5 H4 H3 H2")


def test_march8_3_note_twos_are_no_permanent_trumps() -> None:
    assert describe(options_of(MARCH8), EIGHTS, cards("H2")).group == "H"


@pytest.mark.parametrize(("text", "size"), [("HK HK HQ HQ", 4), ("H9 H9 H7 H7", 4), ("H5 H5 H4 H4", 4), ("H4 H4 H3 H3 H2 H2", 6)])
def test_march8_4_1_tractors_of_a_side_suit(text: str, size: int) -> None:
    assert shape(MARCH8, EIGHTS, text) == [("tractor", size)]


@pytest.mark.parametrize("text", ["BJ BJ LJ LJ", "LJ LJ S8 S8", "S8 S8 D8 D8", "D8 D8 SA SA"])
def test_march8_4_2_special_tractors_of_trumps(text: str) -> None:
    assert shape(MARCH8, EIGHTS, text) == [("tractor", 4)]


@pytest.mark.parametrize("text", ["H8 H8 D8 D8", "SA SA S2 S2", "HA HA H2 H2", "S9 S9 S8 S8", "S8 S8 S7 S7", "S9 S9 D8 D8", "D8 D8 S7 S7"])
def test_march8_4_3_no_tractors(text: str) -> None:
    assert shape(MARCH8, EIGHTS, text) == [("pair", 2), ("pair", 2)]


def test_march8_5_1_of_equal_cards_the_first_is_larger() -> None:
    assert trick(MARCH8, EIGHTS, "HK", "HK", "H3", "H4").winner == "N"


@pytest.mark.parametrize("text", ["HA HK", "HA HA HK", "HA HK HK"])
def test_march8_5_2_no_throws(text: str) -> None:
    verdict = lead(MARCH8, text + " C3", text)
    assert violations(verdict) == {"throw_not_allowed"}


def test_march8_5_3_follow_suit_or_ruff_or_discard_when_void() -> None:
    assert violations(follow(MARCH8, "HK", "H3 S4 D5", "S4")) == {"suit_owed"}
    ruff = follow(MARCH8, "HK", "S4 D5", "S4")
    assert (ruff.legal, ruff.role) == (True, "ruff")
    discard = follow(MARCH8, "HK", "S4 D5", "D5")
    assert (discard.legal, discard.role) == (True, "discard")


def test_march8_5_4_a_pair_is_owed_even_out_of_a_tractor() -> None:
    assert violations(follow(MARCH8, "H5 H5", "HK HK HQ HQ H3 H4", "H3 H4")) == {"pair_owed"}


def test_march8_5_4_a_tractor_is_owed_then_pairs_then_anything() -> None:
    assert "tractor_owed" in violations(follow(MARCH8, "H5 H5 H6 H6", "HK HK HQ HQ H3 H3", "HK HK H3 H3"))
    assert violations(follow(MARCH8, "H5 H5 H6 H6", "HK HK HJ HJ H3 H4", "HK HK H3 H4")) == {"pair_owed"}
    assert follow(MARCH8, "H5 H5 H6 H6", "HK HJ HT H3 H4", "HJ HT H3 H4").legal


def test_march8_5_5_a_ruff_of_a_tractor_has_at_least_as_many_pairs_joined() -> None:
    assert roles(trick(MARCH8, EIGHTS, "HA HA HK HK", "S3 S3 S5 S5"))[1] == "discard"
    assert roles(trick(MARCH8, EIGHTS, "HA HA HK HK HQ HQ", "S3 S3 S4 S4 SJ SJ"))[1] == "discard"
    assert roles(trick(MARCH8, EIGHTS, "HA HA HK HK", "S9 S9 ST ST"))[1] == "ruff"
    assert roles(trick(MARCH8, EIGHTS, "HA HA", "S3 S4"))[1] == "discard"


@pytest.mark.parametrize(
    ("led", "multiplier"),
    [("HA", 2), ("HA HA", 4), ("HA HA HK HK", 8), ("HA HA HK HK HQ HQ", 16), ("HA HA HK HK HQ HQ HJ HJ", 32)],
)
def test_march8_6_multipliers_of_the_kitty(led: str, multiplier: int) -> None:
    assert dig(MARCH8, led).multiplier == multiplier


@pytest.mark.parametrize(("points", "gained"), [(0, 3), (5, 2), (35, 2), (40, 1), (75, 1)])
def test_march8_7_1_levels_of_the_declarers(points: int, gained: int) -> None:
    verdict = after(MARCH8, points)
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("declarers_hold", "NS", gained)


@pytest.mark.parametrize(("points", "gained"), [(80, 0), (115, 0), (120, 1), (155, 1), (160, 2), (195, 2), (200, 3)])
def test_march8_7_1_levels_of_the_attackers(points: int, gained: int) -> None:
    verdict = after(MARCH8, points)
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("attackers_take", "EW", gained)


def test_march8_7_2_partners_take_turns_and_the_next_player_takes_a_lost_deal() -> None:
    assert after(MARCH8, 40).declarer == "S"
    assert after(MARCH8, 80).declarer == "W"

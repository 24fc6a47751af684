"""The printed figures and worked examples of four regulations: Gongxiao 2013, unified Chaodipi, Nantong, Anhui 2009.

Each test is named after its clause, with `gx` for Gongxiao, `uni` for unified, `nt` for Nantong and `ah` for Anhui. Where a case leans
on a reading its name ends in `_reading`.
"""

from __future__ import annotations

import pytest

from rules.cards import CARD_OF_TOKEN, parse_card, split_cards
from rules.catalogue import preset
from rules.formations import describe
from rules.hands import describe_hand
from rules.kitty import DigVerdict, KittyVerdict, score_kitty
from rules.levels import AdvanceVerdict, StakesShown, advance
from rules.options import Options
from rules.plays import PlayVerdict, check_play
from rules.seats import seats_from
from rules.throws import ThrowVerdict, resolve_throw
from rules.tricks import Play, TrickVerdict, resolve_trick
from rules.trump import Trump

GONGXIAO = "gongxiao-2013"
UNIFIED = "chaodipi-unified"
NANTONG = "nantong-chaodipi"
ANHUI = "anhui-tcm-2009"

SPADES_2 = Trump("S", "2")
SPADES_8 = Trump("S", "8")
LOW_CARDS = ("D3 D4 D6 D7 D9 DT", "C3 C4 C6 C7 C9 CT", "C3 C4 C6 C7 C9 CT")
"""What three players without the led suit and without trumps throw on a trick, in play order."""


def options_of(ruleset: str) -> Options:
    return preset(ruleset).options


def cards(text: str) -> tuple[int, ...]:
    """The card kinds of a string of tokens."""
    kinds = [parse_card(part) for part in split_cards(text)]
    assert None not in kinds, text
    return tuple(kind for kind in kinds if kind is not None)


def trick(ruleset: str, leader: str, *texts: str) -> tuple[Play, ...]:
    """The plays of a trick in the ruleset's play order."""
    seats = seats_from(leader, options_of(ruleset).direction)
    return tuple(Play(seat, cards(text)) for seat, text in zip(seats, texts, strict=False))


def resolved(ruleset: str, trump: Trump, *texts: str, leader: str = "N") -> TrickVerdict:
    return resolve_trick(options_of(ruleset), trump, trick(ruleset, leader, *texts))


def kinds(ruleset: str, trump: Trump, text: str) -> list[str]:
    """The kinds of a lead's components."""
    return [component.kind for component in describe(options_of(ruleset), trump, cards(text)).components]


def checked(ruleset: str, trump: Trump, lead: str, hand: str, play: str, *, withheld: str = "") -> PlayVerdict:
    """A play of the second player; an empty `lead` makes it a lead."""
    options = options_of(ruleset)
    table = trick(ruleset, "N", lead) if lead else ()
    return check_play(options, trump, cards(hand), table, cards(play), withheld=frozenset(withheld))


def codes(verdict: PlayVerdict) -> list[str]:
    return [violation.code for violation in verdict.violations]


def thrown(ruleset: str, text: str, *, against: str, declarer: str = "N", trump: Trump = SPADES_2) -> ThrowVerdict:
    """N throws `text`; the next player holds `against`, the other two nothing that matters."""
    options = options_of(ruleset)
    _, second, third, fourth = seats_from("N", options.direction)
    hands = {second: cards(against), third: cards("D3"), fourth: cards("C3")}
    return resolve_throw(options, trump, "N", cards(text), hands, declarer)


def dug(ruleset: str, trump: Trump, lead: str, *, points: int = 10) -> KittyVerdict:
    """E, an attacker of declarer N, leads `lead` to the last trick and wins it; `points` lie in the kitty."""
    options = options_of(ruleset)
    size = len(cards(lead))
    others = tuple(" ".join(text.split()[:size]) for text in LOW_CARDS)
    return score_kitty(options, trump, "N", trick(ruleset, "E", lead, *others), kitty_points=points)


def advanced(ruleset: str, points: int, *, ns: str = "5", ew: str = "9", digs: tuple[DigVerdict, ...] = ()) -> AdvanceVerdict:
    """N has declared and the attackers, East and West, have made `points`."""
    return advance(options_of(ruleset), "N", {"NS": ns, "EW": ew}, points, digs=digs)


def staked(shown_by: str, points: int, declarers_points: int | None = None) -> AdvanceVerdict:
    shown = StakesShown(shown_by=shown_by, declarers_points=declarers_points)
    return advance(options_of(NANTONG), "N", {"NS": "5", "EW": "9"}, points, stakes=shown)


# Gongxiao cup 2013


def test_gx_1_both_sides_begin_at_2_and_it_need_not_be_won() -> None:
    levels = options_of(GONGXIAO).levels
    assert levels.start == "2"
    assert levels.must_defend == {"A"}
    assert advanced(GONGXIAO, 120, ew="2").levels["EW"] == "4"


def test_gx_1_the_ace_must_be_won_by_the_declarers() -> None:
    assert advanced(GONGXIAO, 0, ns="Q").levels["NS"] == "A"
    attackers = advanced(GONGXIAO, 200, ew="A")
    assert (attackers.levels["EW"], attackers.stopped_at, attackers.game_over) == ("A", "A", False)


def test_gx_1_who_passes_the_ace_first_has_won() -> None:
    verdict = advanced(GONGXIAO, 75, ns="A")
    assert (verdict.game_over, verdict.winner) == (True, "NS")


def test_gx_2_ace_is_high_and_two_is_low_in_every_suit() -> None:
    assert resolved(GONGXIAO, SPADES_8, "HK", "HA", "H2", "HQ").winner == "W"
    assert kinds(GONGXIAO, SPADES_8, "HA HA H2 H2") == ["pair", "pair"]


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("LJ", "BJ"), ("S8", "LJ"), ("H8", "S8"), ("SA", "H8"), ("SK", "SA"), ("S2", "S3"), ("HA", "S2")],
)
@pytest.mark.parametrize("copies", [1, 2])
def test_gx_3_order_of_trumps_and_pairs_in_the_order_of_single_cards(lower: str, higher: str, copies: int) -> None:
    verdict = resolved(GONGXIAO, SPADES_8, *(" ".join([card] * copies) for card in (lower, higher)))
    assert verdict.winner == "W"
    back = resolved(GONGXIAO, SPADES_8, *(" ".join([card] * copies) for card in (higher, lower)))
    assert back.winner == "N"


def test_gx_3_connected_pairs_outrank_two_pairs_that_are_not_connected() -> None:
    loose, joined = "S7 S7 SK SK", "S3 S3 S4 S4"
    lead = "HA HA HQ HQ"
    assert resolved(GONGXIAO, SPADES_2, lead, loose, joined, "D3 D4 D5 D6").winner == "S"
    assert resolved(GONGXIAO, SPADES_2, lead, joined, loose, "D3 D4 D5 D6").winner == "W"


def test_gx_4_declaring_and_playing_go_counter_clockwise() -> None:
    assert options_of(GONGXIAO).direction == "counterclockwise"
    assert advanced(GONGXIAO, 80).declarer == "W"


def test_gx_5_a_led_pair_asks_for_a_pair() -> None:
    assert codes(checked(GONGXIAO, SPADES_2, "H9 H9", "H3 H3 H5 HA", "H5 HA")) == ["pair_owed"]
    assert checked(GONGXIAO, SPADES_2, "H9 H9", "H3 H3 H5 HA", "H3 H3").legal


def test_gx_5_without_a_pair_loose_cards_follow_and_lose_to_the_smallest_pair() -> None:
    assert checked(GONGXIAO, SPADES_2, "H3 H3", "HK HA H5 D9", "HK HA").legal
    assert resolved(GONGXIAO, SPADES_2, "H3 H3", "HK HA", "HA HQ", "H4 H5").winner == "N"


def test_gx_5_a_pair_is_ruffed_by_a_trump_pair_only() -> None:
    verdict = resolved(GONGXIAO, SPADES_2, "H3 H3", "SA SK", "S4 S4", "BJ LJ")
    assert verdict.winner == "S"
    assert [play.role for play in verdict.plays] == ["lead", "discard", "ruff", "discard"]


def test_gx_5_a_tractor_is_ruffed_by_a_trump_tractor_only() -> None:
    verdict = resolved(GONGXIAO, SPADES_2, "H3 H3 H4 H4", "SA SA S9 S9", "S5 S5 S6 S6", "D3 D4 D5 D6")
    assert verdict.winner == "S"
    assert [play.role for play in verdict.plays] == ["lead", "discard", "ruff", "discard"]


def test_gx_6_a_following_pair_is_below_loose_high_cards_that_are_thrown() -> None:
    assert resolved(GONGXIAO, SPADES_2, "HA HK", "HQ HQ", "H3 H4", "H5 H6").winner == "N"


def test_gx_6_a_trump_pair_ruffs_two_thrown_cards_as_two_cards_reading() -> None:
    assert resolved(GONGXIAO, SPADES_2, "HA HK", "S3 S3", "S4 S5", "C5 C6").winner == "S"


def test_gx_8_without_a_bid_the_level_cards_are_the_lowest_trumps() -> None:
    lowest = Trump("S", "5", level_cards_lowest=True)
    for lower, higher in (("S5", "S2"), ("H5", "S5"), ("SA", "LJ"), ("HA", "H5")):
        assert resolved(GONGXIAO, lowest, lower, higher).winner == "W", (lower, higher)
    assert kinds(GONGXIAO, lowest, "S5 S5 H5 H5") == ["tractor"]


@pytest.mark.parametrize("pairs", ["LJ LJ SA SA", "S2 S2 S5 S5"])
def test_gx_8_lowered_level_cards_leave_no_other_neighbours_reading(pairs: str) -> None:
    assert kinds(GONGXIAO, Trump("S", "5", level_cards_lowest=True), pairs) == ["pair", "pair"]


@pytest.mark.parametrize(("points", "gained"), [(80, 0), (95, 0), (100, 1), (115, 1), (120, 2), (200, 6)])
def test_gx_10_attackers_take_the_deal_at_80_and_gain_a_level_for_each_20_more(points: int, gained: int) -> None:
    verdict = advanced(GONGXIAO, points, ew="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("attackers_take", "EW", gained)


def test_gx_10_the_attackers_gain_has_no_cap() -> None:
    assert advanced(GONGXIAO, 80 + 11 * 20, ew="2").levels["EW"] == "K"


@pytest.mark.parametrize(("points", "gained"), [(0, 5), (5, 4), (20, 4), (25, 3), (40, 3), (45, 2), (60, 2), (65, 1), (75, 1)])
def test_gx_11_levels_of_the_declarers(points: int, gained: int) -> None:
    verdict = advanced(GONGXIAO, points, ns="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("declarers_hold", "NS", gained)


def test_gx_12_digging_alone_does_not_take_the_deal() -> None:
    assert dug(GONGXIAO, SPADES_2, "HA").digs == ()
    assert advanced(GONGXIAO, 75).outcome == "declarers_hold"


@pytest.mark.parametrize(("lead", "multiplier"), [("HA", 2), ("HA HA", 4), ("HA HA HK HK", 8), ("HA HA HK HK HQ HQ", 16)])
def test_gx_12_kitty_multipliers(lead: str, multiplier: int) -> None:
    verdict = dug(GONGXIAO, SPADES_2, lead, points=15)
    assert (verdict.won_by, verdict.multiplier, verdict.awarded) == ("attackers", multiplier, 15 * multiplier)


@pytest.mark.parametrize(("lead", "multiplier"), [("HA HK", 2), ("HA HA HK", 4), ("HA HA HK HK HJ", 8)])
def test_gx_12_a_throw_counts_by_its_largest_component_reading(lead: str, multiplier: int) -> None:
    assert dug(GONGXIAO, SPADES_2, lead).multiplier == multiplier


@pytest.mark.parametrize(("hand", "seat", "may"), [("S5 HT C3", "E", True), ("ST HT C3", "E", False), ("C3 C4 C6", "W", True)])
def test_gx_15_an_attacker_with_at_most_15_points_may_revolt(hand: str, seat: str, may: bool) -> None:
    held = cards(hand) + cards("S3 S4 S6 S7 S8 S9 SJ SQ SA D3 D4 D6 D7 D8 D9 DJ DQ DA BJ BJ LJ LJ")
    assert len(held) == 25
    assert describe_hand(options_of(GONGXIAO), SPADES_2, held, seat=seat, declarer="N").may_revolt is may


def test_gx_15_declarers_may_not_revolt() -> None:
    held = cards("C3 C4 C6 S3 S4 S6 S7 S8 S9 SJ SQ SA D3 D4 D6 D7 D8 D9 DJ DQ DA BJ BJ LJ LJ")
    options = options_of(GONGXIAO)
    assert [describe_hand(options, SPADES_2, held, seat=seat, declarer="N").may_revolt for seat in "NS"] == [False, False]


@pytest.mark.parametrize(("level", "to", "over"), [("2", "7", False), ("A", "A", True)])
def test_gx_15_no_points_after_a_false_revolution_are_five_levels_and_pass_the_ace(level: str, to: str, over: bool) -> None:
    verdict = advanced(GONGXIAO, 0, ns=level)
    assert (verdict.outcome, verdict.levels["NS"], verdict.game_over) == ("declarers_hold", to, over)


@pytest.mark.parametrize(("against", "points", "forced"), [("HT", 10, "H9"), ("HQ", 20, "H9"), ("HA", 30, "H9")])
def test_gx_20_a_failed_throw_costs_10_for_each_card_wrongly_thrown(against: str, points: int, forced: str) -> None:
    verdict = thrown(GONGXIAO, "HK HJ H9", against=against)
    assert not verdict.succeeds
    assert verdict.fine is not None and verdict.fine.points == points
    assert verdict.forced is not None and verdict.forced.choices == (cards(forced),)
    assert verdict.attackers_points_delta == points


# Unified Chaodipi rules


@pytest.mark.parametrize(("points", "gained"), [(75, 1), (70, 1), (65, 2), (60, 2), (5, 8)])
def test_uni_1_6_levels_of_the_declarers(points: int, gained: int) -> None:
    verdict = advanced(UNIFIED, points, ns="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("declarers_hold", "NS", gained)


@pytest.mark.parametrize(("points", "gained"), [(80, 0), (85, 0), (90, 1), (120, 4)])
def test_uni_1_6_85_takes_the_deal_without_a_level(points: int, gained: int) -> None:
    verdict = advanced(UNIFIED, points, ew="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("attackers_take", "EW", gained)


@pytest.mark.parametrize("points", [0, -10, -80])
@pytest.mark.parametrize("level", ["2", "9", "J", "K"])
def test_uni_1_6_nothing_or_less_lifts_the_declarers_straight_to_the_ace(points: int, level: str) -> None:
    verdict = advanced(UNIFIED, points, ns=level)
    assert (verdict.levels, verdict.game_over) == ({"NS": "A", "EW": "9"}, False)


def test_uni_1_6_nothing_at_the_ace_passes_it_reading() -> None:
    verdict = advanced(UNIFIED, 0, ns="A")
    assert (verdict.game_over, verdict.winner) == (True, "NS")


def test_uni_1_6_the_jack_need_not_be_won_reading() -> None:
    assert advanced(UNIFIED, 55, ns="9").levels["NS"] == "Q"


def test_uni_2_5_corrected_cards_never_win() -> None:
    plays = (Play("N", cards("H9")), Play("W", cards("HA"), counts_as_lowest=True), Play("S", cards("HT")))
    assert resolve_trick(options_of(UNIFIED), SPADES_2, plays).winner == "S"


def test_uni_2_6_the_suit_and_a_pair_may_not_be_hidden() -> None:
    assert codes(checked(UNIFIED, SPADES_2, "H9", "H3 D4", "D4")) == ["suit_owed"]
    assert "pair_owed" in codes(checked(UNIFIED, SPADES_2, "H9 H9", "H3 H3 H5 HA", "H5 HA"))


def test_uni_declarer_goes_counter_clockwise_reading() -> None:
    assert advanced(UNIFIED, 80).declarer == "W"
    assert advanced(UNIFIED, 75).declarer == "S"


@pytest.mark.parametrize(
    ("pairs", "joined"), [("H7 H7 H9 H9", True), ("BJ BJ LJ LJ", True), ("LJ LJ S8 S8", False), ("D8 D8 SA SA", False)]
)
def test_uni_tractors_are_anhuis_reading(pairs: str, joined: bool) -> None:
    assert kinds(UNIFIED, SPADES_8, pairs) == (["tractor"] if joined else ["pair", "pair"])


def test_uni_failed_throw_costs_10_for_each_card_thrown_reading() -> None:
    verdict = thrown(UNIFIED, "HA HK H9", against="HT")
    assert verdict.fine is not None and verdict.fine.points == 30
    assert verdict.forced is not None and verdict.forced.choices == (cards("H9"),)


# Nantong


def test_nt_3_from_2_to_the_ace_which_must_be_played() -> None:
    levels = options_of(NANTONG).levels
    assert (levels.start, levels.ladder[-1]) == ("2", "A")
    assert levels.must_defend == {"A"}
    assert advanced(NANTONG, 0, ns="9").levels["NS"] == "A"


def test_nt_3_past_the_ace_is_won() -> None:
    verdict = advanced(NANTONG, 75, ns="A")
    assert (verdict.game_over, verdict.winner) == (True, "NS")


@pytest.mark.parametrize(("points", "gained"), [(80, 0), (85, 0), (90, 1), (100, 2), (200, 12)])
def test_nt_5_5_80_takes_the_deal_and_each_10_more_is_a_level(points: int, gained: int) -> None:
    verdict = advanced(NANTONG, points, ew="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("attackers_take", "EW", gained)


@pytest.mark.parametrize(("points", "gained"), [(75, 1), (70, 1), (65, 2), (5, 8), (0, 8)])
def test_nt_5_5_each_10_short_is_a_level_for_the_declarers_reading(points: int, gained: int) -> None:
    verdict = advanced(NANTONG, points, ns="2")
    assert (verdict.outcome, verdict.gained_side, verdict.gained_levels) == ("declarers_hold", "NS", gained)


def test_nt_5_6_five_ten_king_of_one_suit_is_a_formation() -> None:
    assert kinds(NANTONG, SPADES_8, "H5 HT HK") == ["five_ten_king"]
    assert kinds(NANTONG, SPADES_8, "S5 ST SK") == ["five_ten_king"]
    assert kinds(NANTONG, SPADES_8, "H5 HT HQ") == ["single"] * 3


def test_nt_5_6_a_trump_five_ten_king_forces_the_jokers() -> None:
    hand = "BJ LJ S3 S4 S6 H9"
    refused = checked(NANTONG, SPADES_8, "S5 ST SK", hand, "S3 S4 S6")
    assert codes(refused) == ["jokers_owed"]
    assert set(refused.must_include) == {CARD_OF_TOKEN["BJ"], CARD_OF_TOKEN["LJ"]}
    assert checked(NANTONG, SPADES_8, "S5 ST SK", hand, "BJ LJ S3").legal


def test_nt_5_6_a_trump_five_ten_king_forces_a_trump_five_ten_king() -> None:
    hand = "S5 ST SK S3 S4 S6"
    assert codes(checked(NANTONG, SPADES_8, "S5 ST SK", hand, "S3 S4 S6")) == ["five_ten_king_owed"]
    assert checked(NANTONG, SPADES_8, "S5 ST SK", hand, "S5 ST SK").legal


def test_nt_5_6_a_side_suit_heart_five_ten_king_may_be_declined() -> None:
    assert checked(NANTONG, SPADES_8, "H5 HT HK", "H5 HT HK H3 H4 H6", "H3 H4 H6").legal


def test_nt_5_6_once_declined_it_is_no_five_ten_king_in_that_deal() -> None:
    hand = "H5 HT HK H3"
    led = checked(NANTONG, SPADES_8, "", hand, "H5 HT HK")
    assert [component.kind for component in led.formation.components] == ["five_ten_king"]
    declined = checked(NANTONG, SPADES_8, "", hand, "H5 HT HK", withheld="H")
    assert [component.kind for component in declined.formation.components] == ["single"] * 3


@pytest.mark.parametrize("pairs", ["HA HA HK HK", "HA HA H2 H2", "BJ BJ LJ LJ", "H6 H6 H7 H7", "S4 S4 S5 S5"])
def test_nt_5_7_sister_pairs(pairs: str) -> None:
    assert kinds(NANTONG, SPADES_8, pairs) == ["tractor"]


@pytest.mark.parametrize("pairs", ["H9 H9 H7 H7", "S9 S9 S7 S7", "HA HA HQ HQ"])
def test_nt_5_7_only_solid_sister_pairs(pairs: str) -> None:
    assert kinds(NANTONG, SPADES_8, pairs) == ["pair", "pair"]


@pytest.mark.parametrize("pairs", ["LJ LJ S8 S8", "S8 S8 D8 D8", "D8 D8 SA SA", "H8 H8 D8 D8"])
def test_nt_5_7_level_pairs_join_nothing_reading(pairs: str) -> None:
    assert kinds(NANTONG, SPADES_8, pairs) == ["pair", "pair"]


def test_nt_5_7_trumps_take_no_part_in_a_side_suit_pair() -> None:
    lead = describe(options_of(NANTONG), SPADES_8, cards("H9 H9 H8 H8"))
    assert (lead.group, [component.kind for component in lead.components]) == (None, ["pair", "pair"])
    assert kinds(NANTONG, SPADES_2, "HA HA H2 H2") == ["pair", "pair"]


def test_nt_5_7_ace_king_is_the_big_and_ace_two_the_small_sister_pair() -> None:
    assert resolved(NANTONG, SPADES_8, "HA HA H2 H2", "H2 H2 H3 H3").winner == "W"
    assert resolved(NANTONG, SPADES_8, "HK HK HQ HQ", "HA HA HK HK").winner == "W"
    assert resolved(NANTONG, SPADES_8, "H3 H3 H4 H4", "HA HA H2 H2").winner == "N"


def test_nt_5_7_the_jokers_are_the_biggest_sister_pair() -> None:
    assert resolved(NANTONG, SPADES_8, "SA SA SK SK", "BJ BJ LJ LJ").winner == "W"


def test_nt_5_9_a_revoking_play_may_not_win() -> None:
    plays = (Play("N", cards("H9")), Play("W", cards("SA"), counts_as_lowest=True), Play("S", cards("H3")))
    assert resolve_trick(options_of(NANTONG), SPADES_8, plays).winner == "N"


@pytest.mark.parametrize(("lead", "multiplier"), [("HA", 2), ("HA HA", 4)])
def test_nt_5_10_kitty_multipliers(lead: str, multiplier: int) -> None:
    verdict = dug(NANTONG, SPADES_8, lead, points=15)
    assert (verdict.multiplier, verdict.awarded) == (multiplier, 15 * multiplier)


@pytest.mark.parametrize(("lead", "multiplier"), [("HA HA HK HK", 4), ("HA HK", 2), ("HA HA HK", 4), ("H5 HT HK", 2)])
def test_nt_5_10_other_shapes_reading(lead: str, multiplier: int) -> None:
    assert dug(NANTONG, SPADES_8, lead).multiplier == multiplier


def test_nt_5_12_a_five_ten_king_digs_all_the_way() -> None:
    verdict = dug(NANTONG, SPADES_8, "H5 HT HK")
    assert verdict.digs == (DigVerdict(side="NS", to="2", attackers_to="A", final=True),)
    advance_verdict = advanced(NANTONG, 90, digs=verdict.digs)
    assert advance_verdict.levels == {"NS": "2", "EW": "A"}
    assert not advance_verdict.game_over


def test_nt_5_12_other_digs_move_no_levels() -> None:
    assert dug(NANTONG, SPADES_8, "HA HA").digs == ()


def test_nt_5_12_declarers_who_showed_go_to_the_ace_when_the_attackers_miss_80() -> None:
    assert staked("declarers", 75).levels == {"NS": "A", "EW": "2"}
    assert staked("declarers", 80).levels == {"NS": "5", "EW": "9"}


def test_nt_5_12_attackers_who_showed_go_to_the_ace_when_the_declarers_miss_80() -> None:
    assert staked("attackers", 130, declarers_points=70).levels == {"NS": "2", "EW": "A"}
    assert staked("attackers", 100, declarers_points=100).levels == {"NS": "5", "EW": "J"}


# Anhui 2009


def test_ah_preamble_pairs_and_tractors_are_followed() -> None:
    assert "tractor_owed" in codes(checked(ANHUI, SPADES_2, "H9 H9 HT HT", "H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6"))
    assert "pair_owed" in codes(checked(ANHUI, SPADES_2, "H9 H9", "H3 H3 H4", "H3 H4"))


def test_ah_2_3_clockwise() -> None:
    assert options_of(ANHUI).direction == "clockwise"
    assert advanced(ANHUI, 80).declarer == "E"


def test_ah_4_1_jack_and_ace_must_be_won() -> None:
    at_jack = advanced(ANHUI, 0, ns="9")
    assert (at_jack.levels["NS"], at_jack.stopped_at) == ("J", "J")
    assert advanced(ANHUI, 0, ns="J").levels["NS"] == "A"
    attackers = advanced(ANHUI, 200, ew="J")
    assert (attackers.levels["EW"], attackers.stopped_at) == ("J", "J")


def test_ah_4_1_who_passes_the_ace_first_wins_the_game() -> None:
    verdict = advanced(ANHUI, 75, ns="A")
    assert (verdict.game_over, verdict.winner) == (True, "NS")


@pytest.mark.parametrize(
    ("points", "side", "gained"),
    [(75, "NS", 1), (70, "NS", 1), (65, "NS", 2), (5, "NS", 8), (0, "NS", 8), (80, "EW", 0), (85, "EW", 0), (90, "EW", 1), (95, "EW", 1)],
)
def test_ah_4_2_ten_points_a_level_and_five_do_not_hold_one_up(points: int, side: str, gained: int) -> None:
    verdict = advanced(ANHUI, points, ns="2", ew="2")
    assert (verdict.gained_side, verdict.gained_levels) == (side, gained)


@pytest.mark.parametrize(
    ("lead", "multiplier"),
    [
        ("HA", 2),
        ("HA HA", 4),
        ("HA HA HK HK", 8),
        ("HA HA HK HK HQ HQ", 12),
        ("HA HK", 2),
        ("HA HK HQ", 3),
        ("HA HA HK", 3),
        ("HA HA HK HK HJ", 5),
    ],
)
def test_ah_4_3_kitty_multipliers(lead: str, multiplier: int) -> None:
    verdict = dug(ANHUI, SPADES_2, lead, points=15)
    assert (verdict.multiplier, verdict.awarded) == (multiplier, 15 * multiplier)


@pytest.mark.parametrize(("level", "thrown_cards"), [("J", "SJ SK"), ("A", "SA SK"), ("A", "SA SA SK")])
def test_ah_4_3_a_throw_with_a_jack_or_an_ace_resets_nobody(level: str, thrown_cards: str) -> None:
    assert dug(ANHUI, Trump("S", level), thrown_cards).digs == ()


@pytest.mark.parametrize("lead", ["DJ", "SJ", "DJ DJ"])
def test_ah_4_4_jack_dug_by_a_jack_sends_the_declarers_to_2(lead: str) -> None:
    verdict = dug(ANHUI, Trump("S", "J"), lead)
    assert verdict.digs == (DigVerdict(side="NS", to="2", attackers_to=None, final=False),)
    advance_verdict = advanced(ANHUI, 90, ns="J", ew="5", digs=verdict.digs)
    assert (advance_verdict.outcome, advance_verdict.levels) == ("attackers_take", {"NS": "2", "EW": "6"})


@pytest.mark.parametrize(("lead", "to"), [("DA", "J"), ("SA", "J"), ("DA DA", "2"), ("SA SA", "2")])
def test_ah_4_4_ace_dug_by_one_ace_sends_to_jack_and_by_a_pair_to_2(lead: str, to: str) -> None:
    verdict = dug(ANHUI, Trump("S", "A"), lead)
    assert verdict.digs == (DigVerdict(side="NS", to=to, attackers_to=None, final=False),)
    advance_verdict = advanced(ANHUI, 100, ns="A", ew="5", digs=verdict.digs)
    assert (advance_verdict.outcome, advance_verdict.levels) == ("attackers_take", {"NS": to, "EW": "7"})


@pytest.mark.parametrize(("level", "lead"), [("J", "DK"), ("A", "DK"), ("9", "DJ"), ("K", "DA")])
def test_ah_4_4_other_cards_and_other_levels_reset_nobody(level: str, lead: str) -> None:
    assert dug(ANHUI, Trump("H", level), lead).digs == ()


@pytest.mark.parametrize(
    ("level", "to", "points", "after"), [("J", "2", 60, "4"), ("A", "2", 75, "3"), ("A", "J", 70, "Q"), ("A", "J", 55, "A")]
)
def test_ah_4_4_under_80_the_declarers_rise_from_the_level_they_were_sent_to(level: str, to: str, points: int, after: str) -> None:
    dig = DigVerdict(side="NS", to=to, attackers_to=None, final=False)
    verdict = advanced(ANHUI, points, ns=level, ew="5", digs=(dig,))
    assert (verdict.outcome, verdict.levels, verdict.game_over) == ("declarers_hold", {"NS": after, "EW": "5"}, False)


@pytest.mark.parametrize("pairs", ["BJ BJ LJ LJ", "H7 H7 H9 H9", "S7 S7 S9 S9", "H5 H5 H6 H6", "SA SA SK SK"])
def test_ah_5_1_tractors(pairs: str) -> None:
    assert kinds(ANHUI, SPADES_8, pairs) == ["tractor"]


@pytest.mark.parametrize("pairs", ["LJ LJ S8 S8", "S8 S8 D8 D8", "D8 D8 SA SA"])
def test_ah_5_1_these_are_not_tractors(pairs: str) -> None:
    assert kinds(ANHUI, SPADES_8, pairs) == ["pair", "pair"]


@pytest.mark.parametrize("pairs", ["H8 H8 D8 D8", "HA HA H2 H2", "H6 H6 H9 H9"])
def test_ah_5_1_nothing_else_is_a_tractor(pairs: str) -> None:
    assert kinds(ANHUI, SPADES_8, pairs) == ["pair", "pair"]


def test_ah_5_1_trumps_are_not_used_in_a_side_suit() -> None:
    lead = describe(options_of(ANHUI), SPADES_8, cards("H7 H7 H8 H8"))
    assert (lead.group, [component.kind for component in lead.components]) == (None, ["pair", "pair"])


@pytest.mark.parametrize(("lead", "hand", "play"), [("H9 H9", "H3 H3 H5 HA", "H5 HA"), ("S9 S9", "D8 D8 S3 S4", "S3 S4")])
def test_ah_5_2_a_pair_is_followed_in_the_suit_or_in_trump(lead: str, hand: str, play: str) -> None:
    assert codes(checked(ANHUI, SPADES_8, lead, hand, play)) == ["pair_owed"]


def test_ah_6_5_a_corrected_play_may_still_win() -> None:
    assert resolved(ANHUI, SPADES_2, "H9", "HA", "H3", "H4").winner == "E"


@pytest.mark.parametrize(
    ("throw", "against", "points", "forced"),
    [("HA HK H9", "HT", 30, "H9"), ("HA HK H3 H3", "H4 H4", 40, "H3 H3"), ("HA HQ HQ HJ HJ H6", "H7", 60, "H6")],
)
def test_ah_6_8_one_beaten_card_or_pair_costs_10_for_every_card_thrown(throw: str, against: str, points: int, forced: str) -> None:
    verdict = thrown(ANHUI, throw, against=against)
    assert not verdict.succeeds
    assert verdict.fine is not None and verdict.fine.points == points
    assert verdict.forced is not None and verdict.forced.choices == (cards(forced),)
    assert verdict.attackers_points_delta == points


def test_ah_6_8_a_fine_of_the_attackers_is_taken_from_them() -> None:
    assert thrown(ANHUI, "HA HK H9", against="HT", declarer="E").attackers_points_delta == -30


def test_ah_7_1_there_is_no_revolution() -> None:
    held = cards("C3 C4 C6 S3 S4 S6 S7 S8 S9 SJ SQ SA D3 D4 D6 D7 D8 D9 DJ DQ DA BJ BJ LJ LJ")
    assert not describe_hand(options_of(ANHUI), SPADES_2, held, seat="E", declarer="N").may_revolt

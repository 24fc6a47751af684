"""Ruffs, over-ruffs, roles and winners (semantics 7)."""

from __future__ import annotations

import pytest

from rules.options import Options
from rules.tricks import Play, TrickVerdict, resolve_trick, table_faults, winner_of
from tests.support.engine import cards, house, plays, table, text, trump_of


def trick(*texts: str, options: Options | None = None, trump: str = "S2") -> TrickVerdict:
    options = options or house()
    made = plays(*texts)
    verdict = resolve_trick(options, trump_of(trump), made)
    assert made[winner_of(options, table(trump, options), [play.cards for play in made])].seat == verdict.winner
    return verdict


def roles(verdict: TrickVerdict) -> list[str]:
    return [play.role for play in verdict.plays]


def kinds(verdict: TrickVerdict, index: int) -> list[str]:
    return [text(part.cards) for part in verdict.plays[index].formation.components]


COMPARE = {name: house(ruff={"compare": name}) for name in ("each_kind", "highest_kind", "highest_card", "any_kind")}
MIXED_LEAD = "HT HT HA HQ HJ"


@pytest.mark.parametrize(
    ("ruff", "overruff", "wins"),
    [
        ("S7 S7 LJ S5 S6", "S9 S9 BJ S4 S3", {"each_kind", "highest_kind", "highest_card", "any_kind"}),
        ("S7 S7 LJ S5 S6", "S9 S9 SA S4 S3", {"highest_kind", "any_kind"}),
        ("S9 S9 LJ S5 S6", "S7 S7 BJ S4 S3", {"highest_card", "any_kind"}),
        ("S9 S9 BJ S5 S6", "S7 S7 LJ S4 S3", set()),
        ("S9 S9 LJ S5 S6", "SJ SJ LJ S4 S3", {"highest_kind", "any_kind"}),
    ],
)
def test_each_value_of_ruff_compare(ruff: str, overruff: str, wins: set[str]) -> None:
    won = {name for name, options in COMPARE.items() if trick(MIXED_LEAD, ruff, overruff, options=options).winner == "S"}
    assert won == wins


def test_a_cover_that_is_not_higher_stays_a_ruff_without_overtaking() -> None:
    verdict = trick("HA", "S5", "S3", "S6")
    assert roles(verdict) == ["lead", "ruff", "ruff", "overruff"]
    assert [play.overtakes for play in verdict.plays] == [True, True, False, True]


def test_trumps_that_do_not_cover_are_a_discard() -> None:
    assert roles(trick("HA HA", "S5 S6", "S3 S3")) == ["lead", "discard", "ruff"]
    assert roles(trick("HA HA HK HK", "S3 S3 S5 S5", "S3 S3 S4 S4")) == ["lead", "discard", "ruff"]


def test_nothing_ruffs_a_trump_lead() -> None:
    assert roles(trick("S5", "H3", "D4", "BJ")) == ["lead", "discard", "discard", "follow"]


def test_a_partial_trick_names_the_winner_so_far() -> None:
    verdict = trick("H5", "HK")
    assert (verdict.complete, verdict.winner, verdict.winner_side, verdict.points) == (False, "W", "EW", 15)


def test_an_equal_card_played_later_does_not_win() -> None:
    assert trick("HA", "HA", "H3", "H4").winner == "N"
    assert trick("C3 C3", "S3 S3", "S3 S3", "C4 C4").winner == "W"


def test_a_like_formation_in_the_led_group_wins_when_higher() -> None:
    assert trick("H3 H3 H4 H4", "H5 H5 H6 H6", "H8 H8 H9 HT", "HK HK HA HA").winner == "E"
    assert trick("H3 H3", "H4 H5", "HK HA", "H4 H4").winner == "E"


def test_other_formations_of_the_led_group_are_lower() -> None:
    assert trick("H3 H3 H4 H4", "HA HA HK HQ", "HQ HQ HT HT").winner == "N"


def test_a_standing_throw_is_beaten_by_ruffs_alone() -> None:
    verdict = trick("HA HQ", "HK HK", "S3 S4", "S5 S6")
    assert (verdict.winner, roles(verdict)) == ("E", ["lead", "follow", "ruff", "overruff"])


def test_a_throw_that_the_plays_prove_beatable_is_warned_of() -> None:
    verdict = trick("HA HQ", "HK H3", "H4 H5")
    assert [(warning.code, warning.params["seat"], text(warning.params["cards"])) for warning in verdict.warnings] == [
        ("throw_was_beatable", "W", "HK")
    ]
    assert trick("HA HQ", "HJ H3").warnings == ()


def test_a_throw_on_the_table_where_none_is_allowed_is_resolved_with_a_warning() -> None:
    verdict = trick("HA HK", "S3 S4", options=house("march8-2012"))
    assert verdict.winner == "W"
    assert [(warning.code, warning.option) for warning in verdict.warnings] == [("throw_not_allowed", "throws.allowed")]
    in_trump = trick("SA SK", "S3 S4", options=house(throws={"in_trump": False}))
    assert [warning.option for warning in in_trump.warnings] == ["throws.in_trump"]


def test_a_play_that_counts_as_lowest_never_overtakes() -> None:
    options = house()
    lead, second = plays("H5", "HA")
    assert resolve_trick(options, trump_of("S2"), [lead, second._replace(counts_as_lowest=True)]).winner == "N"
    ruffed = [lead, Play("W", cards("S9"), True), Play("S", cards("S3"))]
    verdict = resolve_trick(options, trump_of("S2"), ruffed)
    assert verdict.winner == "S"
    assert [(play.role, play.overtakes) for play in verdict.plays[1:]] == [("ruff", False), ("ruff", True)]


def test_a_lead_that_counts_as_lowest_is_overtaken_by_any_card_of_its_suit() -> None:
    lead, second = plays("HA", "H3")
    assert resolve_trick(house(), trump_of("S2"), [lead._replace(counts_as_lowest=True), second]).winner == "W"


def test_jiangsu_3_7_1_three_pairs_cover_two() -> None:
    verdict = trick("HA HA HQ HQ HJ HT", "S3 S3 S6 S6 S8 S8")
    assert kinds(verdict, 1) == ["S8 S8", "S3 S3", "S6", "S6"]


def test_a_longer_tractor_may_be_cut_to_cover() -> None:
    verdict = trick("HA HA HK HK H3 H5", "S5 S5 S6 S6 S7 S7")
    assert kinds(verdict, 1) == ["S7 S7 S6 S6", "S5", "S5"]


def test_a_cover_overtakes_by_some_reading_of_it() -> None:
    """Read as 66 and 88 + 33, the second cover's pair is higher, but not its single; read as 33 + 88 both are."""
    each = house(ruff={"compare": "each_kind"})
    assert trick("HA HA HK HQ", "S5 S5 S7 S4", "S6 S6 S8 S8", options=each).winner == "S"
    assert trick("HA HA HK HQ", "S7 S7 S9 S4", "S6 S6 S8 S8", options=each).winner == "W"


def test_a_cover_may_use_the_ace_at_the_low_end() -> None:
    low = house(tractor={"ace_low": True})
    assert trick("H3 H3 H4 H4", "SA SA S2 S2", "SK SK SQ SQ", options=low, trump="S8").winner == "S"
    assert kinds(trick("H3 H3 H4 H4 HK HK", "SA SA S2 S2 SK SK", options=low, trump="S8"), 1) == ["SA SA SK SK", "S2 S2"]


def test_equal_level_pairs_cover_two_tractors() -> None:
    verdict = trick("H3 H3 H4 H4 H6 H6 H7 H7", "S8 S8 C8 C8 D8 D8 SA SA", trump="S8")
    assert verdict.plays[1].role == "ruff"
    assert kinds(verdict, 1) == ["S8 S8 C8 C8", "D8 D8 SA SA"]


def test_an_exact_shape_must_be_the_cover_s_own() -> None:
    exact = house(ruff={"match": "exact_shape"})
    assert roles(trick("HA HK", "S3 S3", "S3 S4", options=exact)) == ["lead", "discard", "ruff"]
    assert roles(trick("HA HA HQ HQ HJ HT", "S3 S3 S6 S6 S8 S8", options=exact)) == ["lead", "discard"]
    assert roles(trick("HA HA HQ HQ", "S3 S3 S4 S4", "S3 S3 S5 S5", options=exact)) == ["lead", "discard", "ruff"]
    assert trick("HA HA HQ HQ HJ", "S3 S3 S5 S5 S6", "S4 S4 S7 S7 S8", options=exact).winner == "S"
    assert trick("H3 H3 H4 H4 HA", "S3 S3 S4 S4 S6", "S5 S5 S6 S6 S8", options=exact).winner == "S"


CONNECTED = house("gongxiao-2013")


def test_gongxiao_3_connected_pairs_outrank_unconnected_ones() -> None:
    assert trick("HA HA HQ HQ", "S7 S7 SK SK", "S3 S3 S4 S4", options=CONNECTED).winner == "S"
    assert trick("HA HA HQ HQ", "S3 S3 S4 S4", "S7 S7 SK SK", options=CONNECTED).winner == "W"
    assert trick("HA HA HQ HQ", "S3 S3 S4 S4", "S5 S5 S6 S6", options=CONNECTED).winner == "S"


def test_of_a_cover_with_more_pairs_the_joined_ones_are_read_first() -> None:
    verdict = trick("HA HA HQ HQ H9 H8", "S3 S3 S4 S4 SK SK", options=CONNECTED)
    assert kinds(verdict, 1) == ["S4 S4", "S3 S3", "SK", "SK"]


def test_three_pairs_of_which_two_are_joined() -> None:
    assert trick("HA HA HQ HQ HT HT", "S5 S5 S7 S7 SK SK", "S3 S3 S4 S4 S9 S9", options=CONNECTED).winner == "S"


def test_connected_pairs_and_the_highest_card() -> None:
    options = house("gongxiao-2013", ruff={"compare": "highest_card"})
    assert trick("HA HA HQ HQ H9", "S3 S3 S4 S4 SA", "S7 S7 SK SK BJ", options=options).winner == "W"
    assert trick("HA HA HQ HQ H9", "S3 S3 S4 S4 SA", "S5 S5 S6 S6 BJ", options=options).winner == "S"
    assert trick("HA HA HQ HQ H9", "S3 S3 S4 S4 SA", "S5 S5 S6 S6 SK", options=options).winner == "W"


NANTONG = house("nantong-chaodipi")


def test_a_five_ten_king_compares_only_with_its_like() -> None:
    options = NANTONG
    assert trick("H5 HT HK", "S5 ST SK", "BJ BJ LJ", options=options, trump="S8").winner == "W"
    assert trick("H5 HT HK", "H5 HT HK", "HA HA HQ", options=options, trump="S8").winner == "N"
    assert trick("H5 HT HK", "S5 ST SK", "S5 ST SK", options=options, trump="S8").winner == "W"
    assert trick("S5 ST SK", "S5 ST SK", "BJ BJ LJ", options=options, trump="S8").winner == "N"
    verdict = trick("H5 HT HK", "H5 HT HK", "S5 ST SK", options=options, trump="S8")
    assert [play.formation.components[0].kind for play in verdict.plays] == ["five_ten_king"] * 3


def test_the_first_of_two_trump_five_ten_kings_stays_larger_under_every_comparison() -> None:
    options = house("nantong-chaodipi", trump={"permanent": ["5", "T", "K"]}, ruff={"compare": "highest_card"})
    assert trick("H6 H6", "S9 S9", options=options, trump="S8").winner == "W"
    three = trick("ST SK S5", "HT HK H5", options=options, trump="S8")
    assert (three.winner, three.plays[1].formation.components[0].kind) == ("N", "five_ten_king")


def test_faults_of_the_plays_on_the_table() -> None:
    options = house()
    made = [Play("N", cards("H3 S3")), Play("W", cards("H4")), Play("W", cards("H4 H5")), Play("E", cards("H6"))]
    found = [(fault.pointer, fault.code) for fault in table_faults(options, trump_of("S2"), made)]
    assert found == [
        ("/plays/0/cards", "lead_of_two_groups"),
        ("/plays/1/cards", "plays_differ_in_length"),
        ("/plays/2/seat", "seat_repeated"),
        ("/plays/3/cards", "plays_differ_in_length"),
    ]


def test_each_seat_is_held_to_the_order_from_the_lead() -> None:
    made = plays("H3", "H4", "H5", "H6", order="NESW")
    found = [(fault.pointer, fault.params["expected"]) for fault in table_faults(house(), trump_of("S2"), made)]
    assert found == [("/plays/1/seat", "W"), ("/plays/3/seat", "E")]


def test_clockwise_rulesets_seat_the_other_way() -> None:
    anhui = house("anhui-tcm-2009")
    assert table_faults(anhui, trump_of("S2"), plays("H3", "H4", "H5", order="NESW")) == []
    assert [fault.pointer for fault in table_faults(anhui, trump_of("S2"), plays("H3", "H4"))] == ["/plays/1/seat"]
    assert table_faults(anhui, trump_of("S2"), []) == []


def test_each_play_is_explained() -> None:
    verdict = trick("HA HQ", "HK HK", "S3 S4", "D5 S6")
    assert [ruling.code for ruling in verdict.rulings] == [
        "throw_is_not_beaten_in_its_group",
        "ruff_covers",
        "discard_is_lower",
        "won_by_ruff",
    ]
    assert trick("HA HQ", "H3 H4", "H5 H6", "H7 H8").rulings[-1].code == "won_by_throw"
    assert trick("HA", "H3", "H5", "H7").rulings[-1].code == "won_in_led_group"
    codes = [ruling.code for ruling in trick("H9", "S3", "HA", "S4").rulings]
    assert codes == ["ruff_covers", "ruff_beats_led_group", "overruff_higher", "won_by_ruff"]


def test_two_led_tractors_may_be_taken_out_of_three() -> None:
    verdict = trick("H3 H3 H4 H4 H6 H6 H7 H7 HA HK HQ HJ", "S3 S3 S4 S4 S6 S6 S7 S7 S9 S9 ST ST")
    assert verdict.plays[1].role == "ruff"
    assert kinds(verdict, 1)[0] == "ST ST S9 S9"

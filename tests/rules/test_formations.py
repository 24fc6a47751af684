"""Tractors, pairs and throws: which pairs are joined under each option (semantics 3)."""

from __future__ import annotations

import pytest

from rules.formations import describe, formation_of, shape_of, tractor_lengths
from rules.options import Options
from tests.support.engine import cards, house, table, text, trump_of


def parts(trump: str, led: str, options: Options | None = None, **flags: bool) -> list[str]:
    """The parts of a lead, as their cards."""
    made = describe(options or house(), trump_of(trump, **flags), cards(led))
    return [text(part.cards) for part in made.components]


def joined(trump: str, led: str, options: Options | None = None, **flags: bool) -> bool:
    return len(parts(trump, led, options, **flags)) == 1


def links(*names: str) -> Options:
    return house(tractor={"links": list(names)})


def test_big_and_little_joker_are_no_pair() -> None:
    assert parts("S8", "BJ LJ") == ["BJ", "LJ"]


def test_level_cards_of_two_suits_are_no_pair() -> None:
    assert parts("S8", "D8 H8") == ["H8", "D8"]


@pytest.mark.parametrize(
    ("link", "led"),
    [
        ("jokers", "BJ BJ LJ LJ"),
        ("joker_level", "LJ LJ S8 S8"),
        ("level_offlevel", "S8 S8 D8 D8"),
        ("offlevel_top", "D8 D8 SA SA"),
    ],
)
def test_each_link_joins_its_two_rungs_and_no_other(link: str, led: str) -> None:
    others = {"jokers", "joker_level", "level_offlevel", "offlevel_top"} - {link}
    assert joined("S8", led, links(link))
    assert not joined("S8", led, links(*others))


def test_in_no_trump_the_little_joker_joins_any_level_pair() -> None:
    assert joined("NT8", "LJ LJ C8 C8", links("joker_level"))
    assert not joined("NT8", "LJ LJ C8 C8", links("jokers"))


def test_at_level_ace_the_off_level_pair_joins_the_king() -> None:
    assert joined("SA", "DA DA SK SK")


def test_the_longest_tractor_takes_one_of_two_equal_level_pairs() -> None:
    assert parts("S8", "S8 S8 H8 H8 D8 D8 SA SA") == ["S8 S8 H8 H8 SA SA", "D8 D8"]


def test_two_tractors_may_use_two_equal_level_pairs_only_when_neither_is_longer() -> None:
    assert parts("S8", "S8 S8 H8 H8 D8 D8") == ["S8 S8 H8 H8", "D8 D8"]


def test_the_level_gap_is_bridged_only_where_the_ruleset_says() -> None:
    assert joined("S8", "H7 H7 H9 H9")
    assert not joined("S8", "H7 H7 H9 H9", house(tractor={"bridge_level": False}))
    assert not joined("S8", "H6 H6 H9 H9")


def test_the_gap_of_a_permanent_trump_is_not_bridged() -> None:
    assert not joined("S8", "H4 H4 H6 H6", house(trump={"permanent": ["H5"]}))


def test_nothing_is_bridged_where_no_trump_leaves_level_cards_in_their_suits() -> None:
    options = house(trump={"no_trump_level_cards": False})
    assert joined("NT8", "H7 H7 H8 H8", options)
    assert not joined("NT8", "H7 H7 H9 H9", options)


def test_permanent_rungs_join_by_their_own_link() -> None:
    own = house(trump={"permanent": ["2"]}, tractor={"links": ["permanent"]})
    assert joined("S8", "S2 S2 H2 H2", own)
    assert joined("S8", "D8 D8 S2 S2", own)
    assert joined("S8", "H2 H2 SA SA", own)
    assert not joined("S8", "D8 D8 SA SA", own)


def test_off_level_and_top_join_over_permanent_rungs_that_have_no_link() -> None:
    over = house(trump={"permanent": ["2"]}, tractor={"links": ["offlevel_top"]})
    assert joined("S8", "D8 D8 SA SA", over)
    assert not joined("S8", "D8 D8 S2 S2", over)
    assert parts("S8", "D8 D8 S2 S2 SA SA", over) == ["D8 D8 SA SA", "S2 S2"]


def test_permanent_trumps_on_top_join_the_big_joker_by_their_link() -> None:
    assert joined("S8", "H5 H5 BJ BJ", house(trump={"permanent": ["H5"], "permanent_above": "jokers"}, tractor={"links": ["permanent"]}))


def test_lowered_level_cards_join_each_other_alone() -> None:
    gongxiao = house("gongxiao-2013")
    assert joined("S5", "S5 S5 D5 D5", gongxiao, level_cards_lowest=True)
    assert not joined("S5", "S2 S2 S5 S5", gongxiao, level_cards_lowest=True)
    assert not joined("S5", "LJ LJ SA SA", gongxiao, level_cards_lowest=True)
    assert joined("S5", "S4 S4 S6 S6", gongxiao, level_cards_lowest=True)


ACE_LOW = house(tractor={"ace_low": True})


def test_a_low_ace_joins_the_two() -> None:
    assert parts("S8", "HA HA H2 H2", ACE_LOW) == ["H2 H2 HA HA"]
    assert parts("S8", "HA HA H2 H2 H3 H3", ACE_LOW) == ["H3 H3 H2 H2 HA HA"]
    assert parts("S8", "SA SA S2 S2", ACE_LOW) == ["S2 S2 SA SA"]
    assert not joined("S8", "HA HA H2 H2")


def test_an_ace_is_used_at_one_end_only() -> None:
    assert parts("S8", "HA HA H2 H2 HK HK", ACE_LOW) == ["HA HA HK HK", "H2 H2"]
    assert parts("S8", "HA HA H2 H2 H3 H3 HK HK", ACE_LOW) == ["H3 H3 H2 H2 HA HA", "HK HK"]


@pytest.mark.parametrize("trump", ["S2", "SA"])
def test_an_ace_is_low_only_where_ace_and_two_are_plain(trump: str) -> None:
    assert not joined(trump, "HA HA H2 H2", ACE_LOW)


def test_a_low_ace_is_not_joined_to_lowered_level_cards() -> None:
    options = house("gongxiao-2013", tractor={"ace_low": True})
    assert not joined("S5", "S5 S5 SA SA", options, level_cards_lowest=True)


def test_fewer_pairs_than_the_least_are_loose() -> None:
    three = house(tractor={"min_pairs": 3})
    assert parts("S8", "HA HA HK HK", three) == ["HA HA", "HK HK"]
    assert parts("S8", "HA HA HK HK HQ HQ", three) == ["HA HA HK HK HQ HQ"]
    assert tractor_lengths(table("S8", three), table("S8", three).bits(cards("HA HA HK HK")) & table("S8", three).high) == ()


def test_a_five_ten_king_is_led_as_one() -> None:
    nantong = house("nantong-chaodipi")
    assert parts("S8", "H5 HK HT", nantong) == ["HK HT H5"]
    assert parts("S5", "S5 SK ST", nantong) == ["S5 SK ST"]
    assert parts("S8", "H5 HK HT") == ["HK", "HT", "H5"]
    assert parts("S8", "H5 HK HQ", nantong) == ["HK", "HQ", "H5"]
    assert parts("S8", "BJ LJ S5", nantong) == ["BJ", "LJ", "S5"]


def test_a_five_ten_king_of_two_groups_is_none() -> None:
    assert describe(house("nantong-chaodipi"), trump_of("S5"), cards("H5 HK HT")).group is None


def test_a_withheld_suit_forms_no_five_ten_king() -> None:
    nantong = house("nantong-chaodipi")
    made = shape_of(nantong, table("S8", nantong), cards("H5 HK HT"), frozenset("H"))
    assert made is not None and made.singles == 3 and made.is_throw


def test_cards_of_several_groups_are_pairs_and_singles_without_a_group() -> None:
    made = describe(house(), trump_of("S8"), cards("H3 S3 S3 H4 H4"))
    assert made.group is None
    assert [text(part.cards) for part in made.components] == ["S3 S3", "H4 H4", "H3"]
    assert formation_of(table("S8"), cards("H3 H4")).group == "H"


def test_parts_do_not_depend_on_the_order_of_the_cards() -> None:
    assert parts("S8", "H4 HK H3 HK H4 H3 HQ") == parts("S8", "HQ H3 H4 HK H4 H3 HK") == ["H4 H4 H3 H3", "HK HK", "HQ"]

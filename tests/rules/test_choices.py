"""Lists of legal plays: counts of fixed hands, order, limits (the property tests compare them with an enumeration)."""

from __future__ import annotations

from rules.choices import OptionsVerdict, list_plays
from rules.options import Options
from tests.support.engine import cards, house, plays, text, trump_of


def options_for(
    hand: str,
    *trick: str,
    options: Options | None = None,
    trump: str = "S2",
    hands: dict[str, str] | None = None,
    limit: int = 50,
    withheld: str = "",
) -> OptionsVerdict:
    others = None if hands is None else {seat: cards(held) for seat, held in hands.items()}
    return list_plays(
        options or house(), trump_of(trump), cards(hand), plays(*trick), hands=others, limit=limit, withheld=frozenset(withheld)
    )


def listed(verdict: OptionsVerdict) -> list[str]:
    return [text(play) for play in verdict.plays]


def test_the_whole_suit_and_any_others() -> None:
    verdict = options_for("H3 D4 D4 D5", "HK HK")
    assert listed(verdict) == ["H3 D4", "H3 D5"]
    assert (verdict.count, verdict.count_exact, verdict.truncated) == (2, True, False)
    assert text(verdict.must_include) == "H3"
    assert verdict.owed is not None and (verdict.owed.group, verdict.owed.cards) == ("H", 1)


def test_two_free_cards_out_of_a_pair_and_one() -> None:
    assert listed(options_for("D4 D5 D5", "HK HK")) == ["D5 D4", "D5 D5"]


def test_two_tractors_owed_out_of_three() -> None:
    three = options_for("S3 S3 S4 S4 S6 S6 S7 S7 S9 S9 ST ST SA", "LJ LJ S2 S2 SQ SQ SK SK")
    assert (three.count, three.count_exact) == (3, True)


def test_a_hand_of_fewer_cards_than_led_has_no_play() -> None:
    verdict = options_for("H3", "HK HK")
    assert (verdict.count, verdict.plays, verdict.truncated) == (0, (), False)
    assert [violation.code for violation in verdict.violations] == ["wrong_card_count"]


def test_a_seat_out_of_turn_has_no_play() -> None:
    verdict = list_plays(house(), trump_of("S2"), cards("H3 H4"), plays("HK"), seat="S")
    assert (verdict.count, [violation.code for violation in verdict.violations]) == (0, ["not_your_turn"])
    assert list_plays(house(), trump_of("S2"), cards("H3 H4"), plays("HK"), seat="W").count == 2


def test_pairs_are_owed() -> None:
    assert listed(options_for("H3 H3 H5 H6", "HK HK")) == ["H3 H3"]
    assert listed(options_for("H3 H4 H5", "HK HK")) == ["H4 H3", "H5 H3", "H5 H4"]


def test_tractors_are_owed_with_any_piece_and_any_further_pairs() -> None:
    verdict = options_for("H3 H3 H4 H4 H5 H5 H8", "HK HK HQ HQ")
    assert listed(verdict) == ["H4 H4 H3 H3", "H5 H5 H4 H4"]
    assert text(verdict.must_include) == "H4 H4"


def test_equal_level_pairs_may_stand_in_for_each_other() -> None:
    verdict = options_for("S8 S8 H8 H8 D8 D8 S4", "S5 S5 S6 S6", trump="S8")
    assert sorted(listed(verdict)) == ["S8 S8 D8 D8", "S8 S8 H8 H8"]


def test_a_limit_cuts_the_list_and_not_the_count() -> None:
    verdict = options_for("D3 D4 D5 D6 D7 D8", "HK HK HQ", limit=4)
    assert (verdict.count, len(verdict.plays), verdict.truncated) == (20, 4, True)


def test_a_search_that_would_be_long_gives_a_lower_bound() -> None:
    hand = "S3 S3 S4 S4 S5 S5 S6 S6 S7 S7 S9 S9 ST ST SJ SJ SQ SQ SK SK SA SA S8"
    verdict = options_for(hand, "S8 S8 H8 H8 LJ", trump="S8")
    assert verdict.count_exact
    wide = options_for(hand.replace(" S8", " BJ"), "S8 S8 H8 H8 LJ LJ S2 S2 C8 D8", trump="S8")
    assert not wide.count_exact and wide.truncated and wide.count > 64


def test_leads_are_single_formations() -> None:
    verdict = options_for("H3 H3 H4 H4 S5")
    assert listed(verdict) == ["S5", "H3", "H4", "H3 H3", "H4 H4", "H4 H4 H3 H3"]
    assert verdict.owed is None and verdict.count == 6


def test_leads_hold_every_tractor_once() -> None:
    low = house(tractor={"ace_low": True})
    assert [play for play in listed(options_for("HA HA H2 H2", options=low, trump="S8")) if len(play) > 6] == ["HA HA H2 H2"]
    longer = [play for play in listed(options_for("HA HA H2 H2 H3 H3", options=low, trump="S8")) if len(play) > 6]
    assert longer == ["H3 H3 H2 H2", "HA HA H2 H2", "HA HA H3 H3 H2 H2"]
    level = listed(options_for("S8 S8 H8 H8 D8 D8", trump="S8"))
    assert [play for play in level if len(play) > 6] == ["S8 S8 H8 H8", "S8 S8 D8 D8"]


def test_throws_are_listed_where_the_other_hands_prove_them() -> None:
    hands = {"W": "HQ", "S": "H9 H9", "E": "D3"}
    assert listed(options_for("HA HK HJ", hands=hands)) == ["HJ", "HK", "HA", "HA HK"]
    assert listed(options_for("HA HK HT HT", hands=hands))[-4:] == ["HA HK", "HK HT HT", "HA HT HT", "HA HK HT HT"]
    assert "HA H8 H8" not in listed(options_for("HA H8 H8", hands=hands))
    assert listed(options_for("HA HK", options=house("march8-2012"), hands=hands)) == ["HK", "HA"]


def test_a_throw_with_a_tractor_that_no_hand_has_higher() -> None:
    hands = {"W": "HQ HQ", "S": "HJ", "E": ""}
    assert "HA H4 H4 H3 H3" in listed(options_for("HA H3 H3 H4 H4", hands=hands))
    hands["S"] = "H5 H5 H6 H6"
    assert "HA H4 H4 H3 H3" not in listed(options_for("HA H3 H3 H4 H4", hands=hands))


def test_five_ten_kings_are_led_once() -> None:
    nantong = house("nantong-chaodipi")
    known = {"W": "", "S": "", "E": ""}
    assert listed(options_for("HK HT H5", options=nantong, trump="S8", hands=known)).count("HK HT H5") == 1
    assert listed(options_for("HK HT H5", options=nantong, trump="S8")).count("HK HT H5") == 1
    assert listed(options_for("HK HT H5", options=nantong, trump="S8", hands=known, withheld="H")).count("HK HT H5") == 1
    assert "HK HT H5" not in listed(options_for("HK HT H5", options=nantong, trump="S8", withheld="H"))


def test_answers_to_a_trump_five_ten_king() -> None:
    nantong = house("nantong-chaodipi")

    def answers(hand: str) -> list[str]:
        return listed(options_for(hand, "S5 ST SK", options=nantong, trump="S8"))

    assert answers("BJ LJ S3 S4 H6") == ["BJ LJ S3", "BJ LJ S4"]
    assert answers("BJ BJ LJ LJ S3") == ["BJ LJ LJ", "BJ BJ LJ"]
    assert answers("S5 ST SK S3") == ["SK ST S5"]
    assert len(answers("S6 S7 S9 S3")) == 4


def test_a_search_of_throws_that_would_be_long_gives_a_lower_bound() -> None:
    hand = "S3 S3 S5 S5 S7 S7 S9 S9 SJ SJ SK SK H8 H8 LJ LJ"
    verdict = options_for(hand, trump="S8", hands={"W": "", "S": "", "E": ""}, limit=5)
    assert not verdict.count_exact and verdict.truncated and len(verdict.plays) == 5


def test_many_equal_trumps_make_leads_that_are_counted_and_not_made() -> None:
    """Every rank permanent: four equal pairs on each rung, four to the sixth tractors of six pairs alone."""
    every = house(trump={"permanent": list("AKQJT98765432")}, tractor={"links": ["permanent"]})
    hand = " ".join(f"{suit}{rank} {suit}{rank}" for rank in "3456" for suit in "SHDC")
    verdict = options_for(hand, options=every, trump="NTA", limit=3)
    assert (verdict.count, len(verdict.plays)) == (16 + 16 + 3 * 16 + 2 * 64 + 256, 3)


def test_a_long_search_for_pieces_is_cut_short() -> None:
    every = house(trump={"permanent": list("AKQJT98765432")}, tractor={"links": ["permanent"]})
    led = "S2 S2 S3 S3 S4 S4 H2 H2 H3 H3 H4 H4 D2 D2 D3 D3 D4 D4"
    hand = " ".join(f"{suit}{rank} {suit}{rank}" for rank in "6789" for suit in "SHDC")
    verdict = options_for(hand, led, options=every, trump="NTA", limit=3)
    assert not verdict.count_exact and len(verdict.plays) == 3

"""Exposed cards: what they ask of a follow and of a lead, clause by clause, and what becomes of orders."""

from __future__ import annotations

import pytest

from rules import texts
from rules.choices import OptionsVerdict, list_plays
from rules.exposed import Exposed, exposed_faults
from rules.options import Options
from rules.plays import PlayVerdict, check_play
from tests.support.engine import cards, house, plays, text, trump_of

JIANGSU = house()
GONGXIAO = house("gongxiao-2013")
NANTONG = house(
    "nantong-chaodipi", exposed={"play_at_first_legal_chance": True, "may_not_lead_suit": False, "opponents_order": "first_trick_of_suit"}
)
BOTH = house(
    exposed={"play_at_first_legal_chance": True, "may_not_lead_suit": True, "opponents_order": "first_trick_of_suit"},
)


def shown(listed: str) -> tuple[Exposed, ...]:
    """Exposed cards written `H5`, `H5+` (play), `H5-` (withhold), with `!` behind where the suit has been led since."""
    orders = {"+": "play", "-": "withhold"}
    return tuple(Exposed(cards(one[:2])[0], orders.get(one[2:3]), "!" not in one) for one in listed.split())


def check(options: Options, hand: str, play: str, exposed: str, *trick: str, trump: str = "S2", **more: object) -> PlayVerdict:
    return check_play(options, trump_of(trump), cards(hand), plays(*trick), cards(play), exposed=shown(exposed), **more)  # type: ignore[arg-type]


def choose(options: Options, hand: str, exposed: str, *trick: str, trump: str = "S2", **more: object) -> OptionsVerdict:
    return list_plays(options, trump_of(trump), cards(hand), plays(*trick), exposed=shown(exposed), **more)  # type: ignore[arg-type]


def wrong(verdict: PlayVerdict) -> list[tuple[str, str | None, str]]:
    assert verdict.legal == (not verdict.violations)
    return [(one.code, one.option, text(one.cards)) for one in verdict.violations]


def reasons(verdict: PlayVerdict) -> list[tuple[str, str | None, str]]:
    assert verdict.legal
    claims = (CHANCE, ORDER, SUIT)
    return [(one.code, one.option, text(one.params["cards"])) for one in verdict.rulings if one.option in claims]


def lowest(verdict: PlayVerdict) -> list[str | None]:
    """The options by which a legal play counts as lowest."""
    assert verdict.legal
    return [one.option for one in verdict.rulings if one.code == "counts_as_lowest"]


def listed(verdict: OptionsVerdict) -> list[str]:
    assert verdict.count == len(verdict.plays)
    return [text(play) for play in verdict.plays]


CHANCE = "exposed.play_at_first_legal_chance"
ORDER = "exposed.opponents_order"
SUIT = "exposed.may_not_lead_suit"
RANK = "exposed.counts_as"


def test_jiangsu_4_3_5_an_exposed_card_is_played_at_the_first_legal_chance() -> None:
    verdict = check(JIANGSU, "H5 H6 HA D2", "H6", "H5", "HK")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H5")]
    owed = verdict.violations[0].owed
    assert owed is not None and (owed.group, owed.cards) == ("H", 1)
    assert text(verdict.must_include) == "H5"
    assert verdict.rulings == ()
    assert reasons(check(JIANGSU, "H5 H6 HA D2", "H5", "H5", "HK")) == [("exposed_card_played", CHANCE, "H5")]
    assert listed(choose(JIANGSU, "H5 H6 HA D2", "H5", "HK")) == ["H5"]


def test_jiangsu_4_3_5_an_exposed_card_of_another_suit_waits_while_the_led_suit_is_held() -> None:
    verdict = check(JIANGSU, "H5 H6 D4", "H6", "D4", "HK")
    assert reasons(verdict) == [("exposed_card_waits", CHANCE, "D4")]
    assert listed(choose(JIANGSU, "H5 H6 D4", "D4", "HK")) == ["H5", "H6"]


def test_jiangsu_4_3_5_it_waits_while_a_pair_of_the_led_suit_is_owed_too() -> None:
    verdict = check(JIANGSU, "H5 H5 H6 D4", "H5 H5", "D4", "HK HK")
    assert reasons(verdict) == [("exposed_card_waits", CHANCE, "D4")]
    assert text(verdict.must_include) == "H5 H5"
    assert listed(choose(JIANGSU, "H5 H5 H6 D4", "D4", "HK HK")) == ["H5 H5"]


def test_jiangsu_4_3_5_without_the_led_suit_it_is_discarded() -> None:
    assert wrong(check(JIANGSU, "D4 C3 S5", "S5", "D4", "HK")) == [("exposed_card_owed", CHANCE, "D4")]
    assert check(JIANGSU, "D4 C3 S5", "D4", "D4", "HK").role == "discard"
    assert listed(choose(JIANGSU, "D4 C3 S5", "D4", "HK")) == ["D4"]


def test_jiangsu_4_3_5_of_exposed_cards_as_many_as_fit_are_played_whichever() -> None:
    verdict = check(JIANGSU, "D4 C3 C9 S5 S6", "D4 S5", "D4 C3 C9", "HK HK")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "D4 C9 C3")]
    owed = verdict.violations[0].owed
    assert owed is not None and (owed.group, owed.cards) == (None, 2)
    assert listed(choose(JIANGSU, "D4 C3 C9 S5 S6", "D4 C3 C9", "HK HK")) == ["D4 C3", "D4 C9", "C9 C3"]
    assert choose(JIANGSU, "D4 C3 C9 S5 S6", "D4 C3 C9", "HK HK").must_include == ()


def test_jiangsu_4_3_5_the_duties_of_shape_come_first() -> None:
    assert reasons(check(JIANGSU, "H3 H3 H5 H6", "H3 H3", "H5", "HK HK")) == [("exposed_card_waits", CHANCE, "H5")]
    assert [one.code for one in check(JIANGSU, "H3 H3 H5 H6", "H3 H5", "H5", "HK HK").violations] == ["pair_owed"]


def test_jiangsu_4_3_5_of_two_pairs_the_exposed_one_is_played() -> None:
    verdict = check(JIANGSU, "H3 H3 H5 H5 H9", "H3 H3", "H5 H9", "HK HK")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H5")]
    assert text(verdict.must_include) == "H5 H5"
    assert listed(choose(JIANGSU, "H3 H3 H5 H5 H9", "H5 H9", "HK HK")) == ["H5 H5"]


def test_jiangsu_4_3_5_of_tractors_those_with_most_exposed_cards_are_played() -> None:
    hand = "H3 H3 H4 H4 H5 H5 H8 H8 H9 H9"
    verdict = check(JIANGSU, hand, "H8 H8 H9 H9", "H3 H4 H9", "HK HK HQ HQ")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H9 H4 H3")]
    assert listed(choose(JIANGSU, hand, "H3 H4 H9", "HK HK HQ HQ")) == ["H4 H4 H3 H3"]


def test_cards_that_fit_into_no_owed_tractor_are_not_named() -> None:
    hand = "H3 H3 H4 H4 H6 H6 H7 H7 H9 H9"
    verdict = check(JIANGSU, hand, "H3 H3 H4 H4", "H6 H9", "HK HK HQ HQ")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H6")]


def test_single_cards_are_named_where_there_is_room_beside_the_owed_pairs() -> None:
    verdict = check(JIANGSU, "H3 H3 H4 H6 H7", "H3 H3 H6", "H4", "HK HK HQ")
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H4")]


def test_jiangsu_4_3_5_on_a_lead_nothing_is_owed_without_a_word_of_the_next_player() -> None:
    assert check(JIANGSU, "H5 D6", "D6", "H5").rulings == check(JIANGSU, "H5 D6", "D6", "").rulings
    assert listed(choose(JIANGSU, "H5 D6", "H5")) == ["H5", "D6"]


def test_jiangsu_4_3_5_the_next_player_has_the_exposed_card_led() -> None:
    verdict = check(JIANGSU, "H5 H5 HA D6", "D6", "H5+")
    assert wrong(verdict) == [("exposed_card_owed", ORDER, "H5")]
    assert text(verdict.must_include) == "H5"
    assert reasons(check(JIANGSU, "H5 H5 HA D6", "H5 H5", "H5+")) == [("exposed_card_played", ORDER, "H5")]
    assert listed(choose(JIANGSU, "H5 H5 HA D6", "H5+")) == ["H5", "H5 H5"]


def test_jiangsu_4_3_5_the_next_player_has_the_exposed_card_held_back() -> None:
    assert wrong(check(JIANGSU, "H5 H5 D6", "H5 H5", "H5-")) == [("suit_barred", ORDER, "H5")]
    assert reasons(check(JIANGSU, "H5 H5 D6", "H5", "H5-")) == [("exposed_card_held_back", ORDER, "H5")]
    assert listed(choose(JIANGSU, "H5 H5 D6", "H5-")) == ["H5", "D6"]
    assert reasons(check(JIANGSU, "H5", "H5", "H5-")) == [("order_gives_way", ORDER, "H5")]


def test_jiangsu_4_3_5_an_order_has_no_force_on_a_follow() -> None:
    assert wrong(check(JIANGSU, "H5 H6", "H6", "H5-", "HK")) == [("exposed_card_owed", CHANCE, "H5")]


def test_jiangsu_4_3_5_an_exposed_card_that_follows_counts_as_lowest() -> None:
    verdict = check(JIANGSU, "H7 HK C3", "H7", "H7", "H3", "H4", trump="S5")
    assert verdict.role == "follow"
    assert [one.code for one in verdict.rulings] == ["suit_followed", "counts_as_lowest", "exposed_card_played"]
    assert lowest(verdict) == [RANK]
    assert lowest(check(JIANGSU, "H7 HK C3", "HK", "C3", "H3", "H4", trump="S5")) == []


def test_jiangsu_4_3_5_an_exposed_trump_takes_nothing() -> None:
    verdict = check(JIANGSU, "H4 H7 S4", "S4", "S4", "D3", trump="S5")
    assert (verdict.role, lowest(verdict)) == ("ruff", [RANK])
    assert "ruff_covers" not in [one.code for one in verdict.rulings]
    assert [part.kind for part in verdict.formation.components] == ["single"]
    assert lowest(check(JIANGSU, "H4 H7 C4", "C4", "C4", "D3", trump="S5")) == []  # a discard anyway


def test_jiangsu_4_3_5_one_exposed_card_makes_the_whole_play_the_lowest() -> None:
    assert lowest(check(JIANGSU, "H7 H7 C3", "H7 H7", "H7", "H3 H3", trump="S5")) == [RANK]
    assert lowest(check(JIANGSU, "H4 H7 S4 S4", "S4 S4", "S4", "D3 D3", trump="S5")) == [RANK]


def test_jiangsu_4_3_5_an_exposed_card_that_is_led_counts_as_lowest_too() -> None:
    assert lowest(check(JIANGSU, "H5 D6", "H5", "H5")) == [RANK]
    assert lowest(check(JIANGSU, "H5 D6", "D6", "H5")) == []
    assert lowest(check(JIANGSU, "HA HK D6", "HA HK", "HA")) == [RANK]


def test_of_two_copies_the_exposed_one_is_played_where_it_is_asked_for() -> None:
    assert lowest(check(JIANGSU, "H7 H7 C3", "H7", "H7", "H3", trump="S5")) == [RANK]
    assert lowest(check(JIANGSU, "H7 H7 C3", "H7", "H7", trump="S5")) == []
    assert lowest(check(JIANGSU, "H7 H7 C3", "H7", "H7+", trump="S5")) == [RANK]
    assert lowest(check(JIANGSU, "H7 H7 C3", "H7", "H7-", trump="S5")) == []


def test_exposed_cards_keep_their_rank_where_the_ruleset_does_not_lower_them() -> None:
    assert [one.code for one in check(GONGXIAO, "H7 C3", "H7", "H7", "H3").rulings] == ["all_of_the_suit_played", "follow_is_higher"]
    assert check(GONGXIAO, "C3 S4", "S4", "S4", "D3").role == "ruff"
    lowered = house("gongxiao-2013", exposed={"counts_as": "lowest"})
    assert lowest(check(lowered, "H7 C3", "H7", "H7", "H3")) == [RANK]


def test_a_play_that_was_corrected_counts_as_lowest_without_an_option() -> None:
    assert lowest(check(GONGXIAO, "H7 C3", "H7", "", "H3", counts_as_lowest=True)) == [None]
    ruff = check(GONGXIAO, "C3 S4", "S4", "", "D3", counts_as_lowest=True)
    assert (ruff.role, lowest(ruff)) == ("ruff", [None])
    assert lowest(check(GONGXIAO, "H7 C3", "H7", "", counts_as_lowest=True)) == [None]
    assert lowest(check(JIANGSU, "H7 C3", "H7", "H7", "H3", counts_as_lowest=True)) == [RANK]


def test_what_counts_as_lowest_needs_cards_that_are_held() -> None:
    assert [one.code for one in check(JIANGSU, "H7 C3", "HK", "H7").violations] == ["not_in_hand"]
    illegal = check(JIANGSU, "H7 H7 S4 C3", "S4 C3", "S4", "H3 H3")
    assert (illegal.legal, illegal.role, illegal.rulings) == (False, "discard", ())


def test_of_ordered_cards_as_many_as_one_formation_holds_are_led() -> None:
    hand = "H5 H5 H6 H6 D9"
    assert wrong(check(JIANGSU, hand, "H5 H5", "H5+ H6+ D9+")) == [("exposed_card_owed", ORDER, "H6 H5 D9")]
    assert listed(choose(JIANGSU, hand, "H5+ H6+ D9+")) == ["H6 H6 H5 H5"]
    assert listed(choose(JIANGSU, hand, "D9+")) == ["D9"]
    assert listed(choose(JIANGSU, "H5 H7 D9", "H5+ H7+ D9+")) == ["H5", "H7", "D9"]


def test_a_throw_does_what_is_ordered_when_a_part_of_it_does() -> None:
    hands = {"W": cards("D3"), "S": cards("D4"), "E": cards("D5")}
    assert check(JIANGSU, "H5 H5 HA D6", "HA H5", "H5+", hands=hands).legal
    assert wrong(check(JIANGSU, "H5 H5 H6 H6 HA", "H5 H6", "H5+ H6+")) == [("exposed_card_owed", ORDER, "H6 H5")]
    found = choose(JIANGSU, "H5 HA D7", "H5+", hands=hands)
    assert listed(found) == ["H5", "HA H5"]
    assert found.count_exact


def test_throws_of_suits_without_exposed_cards_stay_free() -> None:
    hands = {"W": cards("C3"), "S": cards("C4"), "E": cards("C5")}
    found = choose(GONGXIAO, "H5 H7 D6 D8", "H5+", hands=hands)
    assert "D8 D6" in listed(found)
    assert "H7 H5" not in listed(found)


def test_gongxiao_19_the_holder_does_not_lead_the_suit_of_an_exposed_card() -> None:
    verdict = check(GONGXIAO, "H5 H6 D3", "H6", "H5")
    assert wrong(verdict) == [("suit_barred", SUIT, "H6")]
    assert text(verdict.must_include) == "D3"
    assert listed(choose(GONGXIAO, "H5 H6 D3", "H5")) == ["D3"]
    assert check(GONGXIAO, "H5 H6 D3", "D3", "H5").legal


def test_gongxiao_19_unless_he_has_no_other() -> None:
    assert reasons(check(GONGXIAO, "H5 H6", "H6", "H5")) == [("no_other_suit_held", SUIT, "H6")]
    assert check(GONGXIAO, "H5 D6", "H5", "H5 D6").legal


def test_gongxiao_19_the_suit_of_an_exposed_trump_is_trump() -> None:
    assert wrong(check(GONGXIAO, "BJ S5 D3", "S5", "BJ")) == [("suit_barred", SUIT, "S5")]
    assert wrong(check(GONGXIAO, "H2 S5 D3", "S5", "H2")) == [("suit_barred", SUIT, "S5")]
    assert check(GONGXIAO, "H2 S5 H3", "H3", "H2").legal


def test_gongxiao_19_in_the_first_trick_of_its_suit_the_opponents_hold_it_back() -> None:
    assert wrong(check(GONGXIAO, "H5 H6", "H5", "H5-", "HK")) == [("suit_barred", ORDER, "H5")]
    assert reasons(check(GONGXIAO, "H5 H6", "H6", "H5-", "HK")) == [("exposed_card_held_back", ORDER, "H5")]
    assert listed(choose(GONGXIAO, "H5 H6", "H5-", "HK")) == ["H6"]


def test_gongxiao_19_or_have_it_played() -> None:
    assert wrong(check(GONGXIAO, "H5 H6", "H6", "H5+", "HK")) == [("exposed_card_owed", ORDER, "H5")]
    assert reasons(check(GONGXIAO, "H5 H6", "H5", "H5+", "HK")) == [("exposed_card_played", ORDER, "H5")]


def test_gongxiao_19_no_order_breaks_the_duty_to_follow() -> None:
    assert reasons(check(GONGXIAO, "H5 D6", "H5", "H5-", "HK")) == [("order_gives_way", ORDER, "H5")]
    both = check(GONGXIAO, "H5 H6 H9", "H5 H6", "H5- H6-", "HK HK")
    assert wrong(both) == [("suit_barred", ORDER, "H6 H5")]
    assert reasons(check(GONGXIAO, "H5 H6 H9", "H5 H9", "H5- H6-", "HK HK")) == [
        ("exposed_card_held_back", ORDER, "H6"),
        ("order_gives_way", ORDER, "H5"),
    ]


def test_gongxiao_19_without_an_order_a_follower_is_free() -> None:
    assert check(GONGXIAO, "H5 H6", "H6", "H5", "HK").legal
    assert listed(choose(GONGXIAO, "H5 H6", "H5", "HK")) == ["H5", "H6"]


def test_gongxiao_19_from_the_second_round_on_nothing_binds() -> None:
    assert check(GONGXIAO, "H5 H6", "H5", "H5-!", "HK").legal
    assert check(GONGXIAO, "H5 H6 D3", "H6", "H5!").legal


def test_gongxiao_19_from_the_second_round_on_the_answer_says_that_nothing_binds() -> None:
    assert reasons(check(GONGXIAO, "H5 H6", "H5", "H5-!", "HK")) == [("exposed_card_free", ORDER, "H5")]
    assert reasons(check(GONGXIAO, "H5 H6 D3", "H6", "H5!")) == [("exposed_card_free", ORDER, "H5")]
    assert reasons(check(GONGXIAO, "H5 H6 D3", "D3", "H5!")) == []
    suit_alone = house("gongxiao-2013", exposed={"opponents_order": "none"})
    assert reasons(check(suit_alone, "H5 H6 D3", "H6", "H5!")) == [("exposed_card_free", SUIT, "H5")]
    assert reasons(check(JIANGSU, "H5 H6", "H5", "H5!", "HK")) == [("exposed_card_played", CHANCE, "H5")]


def said(verdict: PlayVerdict) -> list[str]:
    return [texts.text("zh-Hans", "rulings", one.code, one.params) for one in verdict.violations]


def test_what_exposed_cards_bar_is_told_by_its_reason() -> None:
    assert said(check(GONGXIAO, "H4 H7 D3", "H4", "H7")) == ["有暴露张♥7，不得领出红桃。"]
    assert said(check(GONGXIAO, "S4 BJ D3", "S4", "BJ")) == ["有暴露张大王，不得领出主牌。"]
    assert said(check(GONGXIAO, "H5 H6", "H5", "H5-", "HK")) == ["对方限制暴露张♥5，此时不得打出。"]


def test_an_order_gives_way_to_a_lead_as_well_as_to_a_follow() -> None:
    expected = "暴露张♥7本应留在手中，但用其余的牌凑不成合乎规定的一手，只得打出。"
    for verdict in (check(JIANGSU, "H7", "H7", "H7-"), check(GONGXIAO, "H7 D3", "H7", "H7-", "HK")):
        found = next(one for one in verdict.rulings if one.code == "order_gives_way")
        assert texts.text("zh-Hans", "rulings", found.code, found.params) == expected


def test_gongxiao_19_an_order_is_for_the_trick_of_its_own_suit() -> None:
    assert check(GONGXIAO, "D5 C6", "D5", "D5-", "HK").legal
    assert check(GONGXIAO, "D5 C6", "C6", "D5+", "HK").legal


def test_gongxiao_19_orders_bind_a_lead_of_the_suit_where_no_other_is_held() -> None:
    assert wrong(check(GONGXIAO, "H5 H6", "H6", "H5+")) == [("exposed_card_owed", ORDER, "H5")]
    assert wrong(check(GONGXIAO, "H5 H6", "H5", "H5-")) == [("suit_barred", ORDER, "H5")]
    assert listed(choose(GONGXIAO, "H5 H6 H6", "H5-")) == ["H6", "H6 H6"]


def test_of_two_copies_the_one_that_may_be_played_is_played() -> None:
    assert check(GONGXIAO, "H5 H5 H6", "H5", "H5-", "HK").legal
    assert wrong(check(GONGXIAO, "H5 H5 H6 H6", "H5 H5", "H5-", "HK HK")) == [("suit_barred", ORDER, "H5")]
    assert check(GONGXIAO, "H5 H5 H6", "H5", "H5+ H5-", "HK").legal


def test_held_back_by_order_a_card_need_not_be_played_at_the_first_chance() -> None:
    assert wrong(check(BOTH, "H5 H6", "H5", "H5-", "HK")) == [("suit_barred", ORDER, "H5")]
    assert wrong(check(BOTH, "H5 H6", "H6", "H5", "HK")) == [("exposed_card_owed", CHANCE, "H5")]


def test_wanted_cards_come_before_barred_ones() -> None:
    hand = "H3 H3 H4 H4 H7 H7 H8 H8"
    led = "HA HA HK HK"
    assert listed(choose(GONGXIAO, hand, "H3+ H4-", led)) == ["H4 H4 H3 H3"]


def test_wanted_cards_that_fit_beside_an_owed_tractor_need_not_be_in_it() -> None:
    hand = "H3 H3 H4 H4 H7 H7 H8 H8"
    led = "HA HA HK HK HJ H9"
    exposed = "H3+ H4+ H4-"
    assert listed(choose(GONGXIAO, hand, exposed, led)) == ["H8 H8 H7 H7 H4 H3"]
    verdict = check(GONGXIAO, hand, "H3 H3 H4 H4 H7 H8", exposed, led)
    assert wrong(verdict) == [("suit_barred", ORDER, "H4")]
    assert text(verdict.must_include) == "H8 H8 H7 H7 H4 H3"


def test_beside_owed_pairs_barred_cards_come_along_only_where_no_others_are_left() -> None:
    assert listed(choose(GONGXIAO, "H3 H3 H5 H6 H9", "H5- H6-", "HA HA HK")) == ["H9 H3 H3"]
    verdict = check(GONGXIAO, "H3 H3 H5 H6", "H3 H3 H5", "H5- H6-", "HA HA HK")
    assert reasons(verdict) == [("exposed_card_held_back", ORDER, "H6"), ("order_gives_way", ORDER, "H5")]
    assert listed(choose(GONGXIAO, "H3 H3 H5 H6", "H5- H6-", "HA HA HK")) == ["H5 H3 H3", "H6 H3 H3"]


def test_one_of_two_exposed_copies_is_in_every_play_where_one_fits() -> None:
    hand, led = "H3 H3 H4 H4 H6 H6", "HA HA HK HK HQ"
    assert text(choose(JIANGSU, hand, "H6 H6", led).must_include) == "H6 H4 H4 H3 H3"
    assert text(choose(GONGXIAO, hand, "H6- H6-", led).must_include) == "H6 H4 H4 H3 H3"


def test_a_card_that_is_not_held_is_barred_no_more_often_than_it_is_exposed() -> None:
    verdict = check(GONGXIAO, "H5 H6 H7", "H5 H5", "H5-", "HK HK")
    assert wrong(verdict) == [("not_in_hand", None, "H5"), ("suit_barred", ORDER, "H5")]


def test_a_card_that_is_not_held_might_have_been_the_exposed_one() -> None:
    assert [one.code for one in check(JIANGSU, "H5 H6 H7", "H8", "H5", "HK").violations] == ["not_in_hand"]
    assert [one.code for one in check(JIANGSU, "H5 H6 H7", "H6 H8", "H5 H7", "HK HQ").violations] == ["not_in_hand", "exposed_card_owed"]
    ordered = [check(JIANGSU, "H5 D6 D7", lead, "H5+") for lead in ("D8", "D6 D8", "D6")]
    assert [[one.code for one in verdict.violations] for verdict in ordered] == [["not_in_hand"], ["not_in_hand"], ["exposed_card_owed"]]
    barred = check(GONGXIAO, "H5 H6 D7", "H6 H8", "H5")
    assert [(one.code, text(one.cards)) for one in barred.violations] == [("not_in_hand", "H8"), ("suit_barred", "H6")]


def test_of_a_play_of_another_length_only_its_count_is_told() -> None:
    verdict = check(JIANGSU, "H5 H6 H7", "H6", "H5", "HK HQ")
    assert [one.code for one in verdict.violations] == ["wrong_card_count"]
    assert text(verdict.must_include) == "H5"


def test_of_a_hand_of_fewer_cards_than_led_nothing_more_is_told() -> None:
    verdict = check(JIANGSU, "H5", "H5 H6", "H5", "HK HQ")
    assert [one.code for one in verdict.violations] == ["not_in_hand"]
    assert choose(JIANGSU, "H5", "H5", "HK HQ").count == 0


def test_a_lead_of_two_groups_is_told_as_that_alone() -> None:
    verdict = check(GONGXIAO, "H5 D6 C7", "H5 D6", "H5")
    assert [one.code for one in verdict.violations] == ["mixed_groups"]


def test_a_failed_throw_keeps_its_rulings_beside_a_barred_suit() -> None:
    hands = {"W": cards("HK"), "S": cards("D4"), "E": cards("D5")}
    verdict = check(GONGXIAO, "HA H5 D6", "HA H5", "H5", hands=hands)
    assert [one.code for one in verdict.violations] == ["throw_beaten", "suit_barred"]
    assert [one.code for one in verdict.rulings] == ["component_beaten", "failed_throw_plays", "failed_throw_fine"]


def test_exposed_cards_without_duties_change_nothing() -> None:
    free = house("guizhou-2010")
    assert check(free, "H5 H6", "H6", "H5", "HK") == check(free, "H5 H6", "H6", "", "HK")
    assert check(free, "H5 H6", "H6", "H5") == check(free, "H5 H6", "H6", "")
    assert choose(free, "H5 H6", "H5") == choose(free, "H5 H6", "")


def test_jokers_forced_out_by_a_five_ten_king_come_before_an_exposed_card() -> None:
    led = "S5 ST SK"
    verdict = check(NANTONG, "BJ LJ S3 S4 S7", "BJ LJ S3", "S4", led)
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "S4")]
    assert listed(choose(NANTONG, "BJ LJ S3 S4 S7", "S4", led)) == ["BJ LJ S4"]
    assert listed(choose(NANTONG, "S3 S4 S6 S7", "S4", led)) == ["S6 S4 S3", "S7 S4 S3", "S7 S6 S4"]


def test_of_two_five_ten_kings_the_one_with_exposed_cards_is_played() -> None:
    led, hand = "S5 ST SK", "S5 ST SK S3 H5 HT HK"
    options = house(
        "nantong-chaodipi",
        trump={"permanent": ["H5", "HT", "HK"]},
        exposed={"play_at_first_legal_chance": True, "may_not_lead_suit": False, "opponents_order": "none"},
    )
    verdict = check(options, hand, "S5 ST SK", "H5 S3", led)
    assert wrong(verdict) == [("exposed_card_owed", CHANCE, "H5")]
    assert text(verdict.must_include) == "H5 HT HK"
    assert listed(choose(options, hand, "H5 S3", led)) == ["H5 HT HK"]


def test_a_five_ten_king_of_ordered_cards_is_led_as_one() -> None:
    options = house(
        "nantong-chaodipi", exposed={"play_at_first_legal_chance": False, "may_not_lead_suit": False, "opponents_order": "next_player"}
    )
    assert listed(choose(options, "H5 HT HK D3", "H5+ HT+ HK+")) == ["HK HT H5"]


def test_equal_level_pairs_are_told_apart_by_what_is_exposed() -> None:
    hand = "S8 S8 H8 H8 D8 D8 S4"
    assert listed(choose(JIANGSU, hand, "D8", "S5 S5 S6 S6", trump="S8")) == ["S8 S8 D8 D8"]


def test_a_long_search_still_finds_a_play() -> None:
    hand = " ".join(f"S{rank} S{rank}" for rank in "3456789TJQKA")
    top = "S9 S9 ST ST SJ SJ SQ SQ SK SK"
    found = choose(JIANGSU, hand, top, "BJ BJ LJ LJ H2 H2 D2 D2 C2 C2")
    assert not found.count_exact and found.truncated
    assert [text(play) for play in found.plays] == ["SK SK SQ SQ SJ SJ ST ST S9 S9"]
    assert found.must_include == found.plays[0]


def test_a_long_search_still_finds_a_play_with_a_pair_beside_the_owed_ones() -> None:
    hand = " ".join(f"S{rank} S{rank}" for rank in "3456789TJQKA")
    top = "S9 S9 ST ST SJ SJ SQ SQ SK SK"
    found = choose(JIANGSU, hand, top, "BJ BJ LJ LJ H2 H2 D2 D2 C2 S2")
    assert not found.count_exact
    assert [text(play) for play in found.plays] == ["SK SK SQ SQ SJ SJ ST ST S9 S9"]


def test_many_throws_under_an_order_are_counted_as_far_as_they_are_tried() -> None:
    hand = " ".join(f"H{rank}" for rank in "3456789TJQKA")
    found = choose(JIANGSU, hand, "H3+", hands={"W": (), "S": (), "E": ()})
    assert not found.count_exact and found.truncated
    assert all("H3" in text(play) for play in found.plays)


def test_cards_not_in_hand_are_no_exposed_cards_of_it() -> None:
    faults = exposed_faults(JIANGSU, cards("H5 H6"), shown("H5 H5 D3"))
    assert [(fault.pointer, fault.code, fault.value) for fault in faults] == [
        ("/exposed/1/card", "exposed_not_in_hand", "H5"),
        ("/exposed/2/card", "exposed_not_in_hand", "D3"),
    ]


@pytest.mark.parametrize("parent", ["guizhou-2010", "chaodipi-unified", "anhui-tcm-2009", "nantong-chaodipi", "march8-2012"])
def test_orders_are_refused_where_the_ruleset_knows_none(parent: str) -> None:
    faults = exposed_faults(house(parent), cards("H5"), shown("H5+"), "/x")
    assert [(fault.pointer, fault.code) for fault in faults] == [("/x/0/order", "not_in_this_ruleset")]
    assert exposed_faults(None, cards("H5"), shown("H5+")) == []

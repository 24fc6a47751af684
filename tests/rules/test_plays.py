"""Single plays: violations, roles, what must be included (semantics 4, 6)."""

from __future__ import annotations

from rules.options import Options
from rules.plays import PlayVerdict, check_play
from tests.support.engine import cards, house, plays, text, trump_of


def check(
    hand: str,
    play: str,
    *trick: str,
    options: Options | None = None,
    trump: str = "S2",
    seat: str | None = None,
    hands: dict[str, str] | None = None,
    withheld: str = "",
) -> PlayVerdict:
    others = None if hands is None else {other: cards(held) for other, held in hands.items()}
    return check_play(
        options or house(),
        trump_of(trump),
        cards(hand),
        plays(*trick),
        cards(play),
        seat=seat,
        hands=others,
        withheld=frozenset(withheld),
    )


def codes(verdict: PlayVerdict) -> list[str]:
    assert verdict.legal == (not verdict.violations)
    return [violation.code for violation in verdict.violations]


def test_the_contract_s_example() -> None:
    verdict = check("H3 H3 H5 H6 D2", "H5 H6", "H9 H9", trump="S8", seat="W")
    assert codes(verdict) == ["pair_owed"]
    violation = verdict.violations[0]
    assert violation.option == "follow.pairs"
    assert violation.owed is not None
    assert (violation.owed.group, violation.owed.cards, violation.owed.pairs) == ("H", 2, 1)
    assert text(violation.cards) == text(verdict.must_include) == "H3 H3"
    assert [text(part.cards) for part in verdict.formation.components] == ["H6", "H5"]
    assert verdict.role == "follow" and verdict.rulings == ()


def test_cards_that_are_not_held_are_named() -> None:
    verdict = check("HA HK", "HA HQ HQ")
    assert codes(verdict) == ["not_in_hand"]
    assert text(verdict.violations[0].cards) == "HQ HQ"
    assert text(check("HA HK", "HA HA").violations[0].cards) == "HA"
    assert verdict.violations[0].option is None


def test_more_copies_than_there_are_are_judged_as_not_held() -> None:
    lead = check("HA HK", "HA HA HA HA HA")
    assert codes(lead) == ["not_in_hand"]
    assert text(lead.violations[0].cards) == "HA HA HA HA"
    assert [text(part.cards) for part in lead.formation.components] == ["HA HA", "HA", "HA", "HA"]
    follow = check("HA HA HK", "HA HA HA", "HQ HQ")
    assert codes(follow) == ["not_in_hand", "wrong_card_count"]
    assert follow.violations[1].params["given"] == 3
    assert codes(check("HA HA H3 H4", "DA DA DA", "HQ HQ HJ")) == ["not_in_hand"]


def test_a_duty_is_told_beside_cards_that_are_not_held_only_where_the_held_ones_break_it() -> None:
    assert codes(check("D3 D4", "HA", "HK")) == ["not_in_hand"]
    assert codes(check("H3 D3 D4", "HA HJ", "HK HQ")) == ["not_in_hand"]
    assert codes(check("H3 D3 D4", "HA D3", "HK HQ")) == ["not_in_hand"]
    assert codes(check("H3 H4 D3 D4", "HA D3", "HK HQ")) == ["not_in_hand", "suit_owed"]
    assert codes(check("H3 H3 H4 H5", "H4 HA", "HK HK")) == ["not_in_hand"]
    assert codes(check("H3 D3 D4", "D3 D4 HA", "HK HQ")) == ["not_in_hand", "wrong_card_count"]
    assert codes(check("H3 H4 D3 D4", "D3 D4 HA", "HK HQ")) == ["not_in_hand", "wrong_card_count", "suit_owed"]


def test_a_lead_of_two_groups() -> None:
    verdict = check("HA SA S3", "HA SA")
    assert codes(verdict) == ["mixed_groups"]
    assert verdict.formation.group is None and verdict.role == "lead"
    assert codes(check("HA SA S3", "HA SK")) == ["not_in_hand", "mixed_groups"]


def test_a_throw_where_none_is_allowed() -> None:
    verdict = check("HA HK", "HA HK", options=house("march8-2012"))
    assert codes(verdict) == ["throw_not_allowed"]
    assert verdict.violations[0].option == "throws.allowed"
    assert verdict.throw is None
    trump_only = house(throws={"in_trump": False})
    assert check("SA SK", "SA SK", options=trump_only).violations[0].option == "throws.in_trump"
    assert check("HA HK", "HA HK", options=trump_only).legal


def test_a_throw_without_the_other_hands_is_not_tested() -> None:
    verdict = check("HA HK", "HA HK")
    assert verdict.legal and verdict.throw is not None and not verdict.throw.tested
    assert [ruling.code for ruling in verdict.rulings] == ["throw_not_tested"]


def test_a_throw_is_tested_against_known_hands() -> None:
    stands = check("HA HK", "HA HK", seat="N", hands={"E": "HQ", "S": "D3", "W": ""})
    assert stands.legal and stands.throw is not None and stands.throw.tested
    assert [ruling.code for ruling in stands.rulings] == ["throw_stands"]
    falls = check("HA HQ", "HA HQ", hands={"E": "HK", "S": "D3", "W": ""})
    assert codes(falls) == ["throw_beaten"]
    assert text(falls.violations[0].cards) == "HQ"
    assert falls.throw is not None and falls.throw.verdict is not None and not falls.throw.verdict.succeeds
    assert [ruling.code for ruling in falls.rulings] == ["component_beaten", "failed_throw_plays", "failed_throw_fine"]


def test_known_hands_do_not_matter_to_one_formation() -> None:
    assert check("H3 H3", "H3 H3", hands={"E": "HA HA", "S": "", "W": ""}).throw is None


def test_a_lead_must_include_a_card_only_where_there_is_one_kind() -> None:
    assert text(check("HA HA", "HA").must_include) == "HA"
    assert check("HA HK", "HA").must_include == ()


def test_wrong_count_and_wrong_turn_are_told_together() -> None:
    verdict = check("HA H3 H4", "HA", "HK HK", seat="S")
    assert codes(verdict) == ["not_your_turn", "wrong_card_count"]
    assert verdict.violations[0].params["expected"] == "W"
    assert verdict.violations[1].params == {"expected": 2, "given": 1}


def test_too_many_cards_still_owe_the_suit() -> None:
    assert codes(check("HA H3 D4 D5", "D4 D5 H3", "HK HK")) == ["wrong_card_count", "suit_owed"]
    assert codes(check("HA D4 D5 D6", "D4", "HK HK")) == ["wrong_card_count", "suit_owed"]
    assert codes(check("D3 D4 D5 D6", "D4", "HK HK")) == ["wrong_card_count"]


def test_a_clockwise_ruleset_passes_the_other_way() -> None:
    assert codes(check("HA", "HA", "H3", options=house("anhui-tcm-2009"), seat="E")) == []
    assert codes(check("HA", "HA", "H3", options=house("anhui-tcm-2009"), seat="W")) == ["not_your_turn"]


def test_suit_owed_names_the_cards_of_the_suit() -> None:
    verdict = check("HA H3 D4 S5", "D4", "HK")
    assert codes(verdict) == ["suit_owed"]
    assert text(verdict.violations[0].cards) == "HA H3"
    assert verdict.violations[0].option is None


def test_tractor_owed_names_what_could_meet_it() -> None:
    verdict = check("H3 H3 H4 H4 H6 H6 HK", "H3 H3 H6 H6", "H8 H8 H9 H9")
    assert codes(verdict) == ["tractor_owed"]
    assert text(verdict.violations[0].cards) == "H4 H4 H3 H3"
    assert verdict.violations[0].option == "follow.tractors"


def test_a_partial_tractor_is_owed_by_its_own_option() -> None:
    verdict = check("H3 H3 H4 H4 H6 H6 HK H2", "H3 H3 H6 H6 HK H2", "H8 H8 H9 H9 HT HT", trump="S7")
    assert codes(verdict) == ["tractor_owed", "pair_owed"]
    assert verdict.violations[0].option == "follow.partial_tractor"


def test_five_ten_king_duties() -> None:
    nantong = house("nantong-chaodipi")
    jokers = check("BJ LJ S3 S4", "S3 S4 BJ", "S5 ST SK", options=nantong, trump="S8")
    assert codes(jokers) == ["jokers_owed"]
    assert text(jokers.violations[0].cards) == "BJ LJ"
    assert jokers.violations[0].owed is not None and jokers.violations[0].owed.jokers == 2
    own = check("S5 ST SK S4", "S5 ST S4", "S5 ST SK", options=nantong, trump="S8")
    assert codes(own) == ["five_ten_king_owed"]
    assert text(own.violations[0].cards) == "SK ST S5"
    legal = check("S5 ST SK S4", "S5 ST SK", "S5 ST SK", options=nantong, trump="S8")
    assert [ruling.code for ruling in legal.rulings] == ["shape_answered", "equal_card_played_later"]


def test_a_side_five_ten_king_asks_for_the_suit_alone() -> None:
    verdict = check("H5 HT HK H3 BJ", "H3 H5 HT", "H5 HT HK", options=house("nantong-chaodipi"), trump="S8")
    assert [ruling.code for ruling in verdict.rulings] == ["suit_followed", "other_formation_is_lower"]


def test_a_withheld_five_ten_king_is_led_as_a_throw() -> None:
    nantong = house("nantong-chaodipi")
    assert check("H5 HT HK", "H5 HT HK", options=nantong, trump="S8").throw is None
    assert check("H5 HT HK", "H5 HT HK", options=nantong, trump="S8", withheld="H").throw is not None


def test_roles_of_follows() -> None:
    assert check("S3 D4", "S3", "HK").role == "ruff"
    assert check("S5 D4", "S5", "HK", "S3").role == "overruff"
    assert check("S3 D4", "S3", "HK", "S5").role == "ruff"
    assert check("S3 D4", "D4", "HK").role == "discard"
    assert check("S3 D4", "S3 D4", "HK HK").role == "discard"
    assert check("H3 D4", "H3", "HK").role == "follow"


def test_legal_follows_say_why() -> None:
    def why(verdict: PlayVerdict) -> str:
        assert verdict.legal
        return verdict.rulings[0].code

    assert why(check("D3 D4 D5", "D3 D4", "HK HK")) == "void_plays_freely"
    assert why(check("H3 D4 D5", "H3 D4", "HK HK")) == "all_of_the_suit_played"
    assert why(check("H3 H3 H4", "H3 H3", "HK HK")) == "shape_answered"
    assert why(check("H3 H3 H4 H4 H5", "H3 H3 H4 H4", "HK HK HQ HQ")) == "shape_answered"
    assert why(check("H3 H4 H5", "H3", "HK")) == "suit_followed"
    assert why(check("H3 H4 H5", "H3")) == "one_formation_led"


def test_a_play_that_a_lenient_option_spares_names_it() -> None:
    def deciding(hand: str, play: str, led: str, **follow: bool) -> str | None:
        verdict = check(hand, play, led, options=house(follow=follow))
        assert verdict.legal
        return verdict.rulings[0].option

    assert deciding("H3 H3 H4 H7 H8", "H3 H7", "H9 H9", pairs=False) == "follow.pairs"
    assert deciding("H3 H3 H4 H7 H8", "H3 H3", "H9 H9", pairs=False) == "follow.pairs"
    assert deciding("H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6", "H9 H9 HT HT", tractors=False) == "follow.tractors"
    assert deciding("H3 H3 H4 H4 H6 H6 H8 H8", "H3 H3 H6 H6 H8 H8", "H9 H9 HT HT HJ HJ", partial_tractor=False) == "follow.partial_tractor"
    assert deciding("H3 H3 H4 H4 H7 H8", "H7 H8", "H9 H9", break_tractor_for_pair=False) == "follow.break_tractor_for_pair"
    assert deciding("H3 H3 H4 H4 H6 H6", "H3 H3 H4 H4", "H9 H9 HT HT", partial_tractor=False) == "follow.tractors"

"""The engine's follows against the oracle's: every choice of cards out of the hand is put to both."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from rules import plays
from rules.tricks import Play
from tests.oracle.documents import PRESETS
from tests.oracle.following import Duties, faults, in_all, legal_follows
from tests.oracle.shapes import choices, is_five_ten_king
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.positions import Following, following, in_pieces, positions

SHAPE_DUTIES = {"tractor_owed", "pair_owed", "jokers_owed", "five_ten_king_owed"}


def compare_checks(position: Following) -> None:
    """Every choice of as many cards as were led is judged alike, and for the same first reason."""
    table, lead, hand = position.table, position.lead, position.hand
    options, trump = options_of(table.document), trump_of(table.trump)
    trick = (Play("N", ints(lead)),)
    group = table.group_of(lead)
    assert group is not None
    held = table.in_group(hand, group)
    duties = None if is_five_ten_king(table, lead) else Duties(table, lead, held)
    for choice in choices(hand, len(lead)):
        wanted = faults(table, lead, hand, choice, duties)
        verdict = plays.check_play(options, trump, ints(hand), trick, ints(choice))
        got = {violation.code for violation in verdict.violations}
        assert verdict.legal == (not wanted), (choice, wanted, got)
        assert verdict.legal == (not got)
        assert wanted <= got, choice
        assert got - SHAPE_DUTIES == wanted - SHAPE_DUTIES, choice
        if wanted == {"pair_owed"}:
            assert "tractor_owed" not in got, choice


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_judges_every_follow_as_the_oracle_does(preset: str) -> None:
    @given(positions(following, preset=preset))
    def check(position: Following) -> None:
        compare_checks(position)

    check()


@given(positions(following))
def test_house_rules_judge_every_follow_as_the_oracle_does(position: Following) -> None:
    compare_checks(position)


@given(positions(in_pieces))
def test_long_tractors_are_answered_piece_by_piece(position: Following) -> None:
    compare_checks(position)


@given(positions(following))
def test_what_must_be_included_is_in_every_legal_follow(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    verdict = plays.check_play(
        options_of(table.document), trump_of(table.trump), ints(hand), (Play("N", ints(lead)),), ints(hand[: len(lead)])
    )
    assert bag(verdict.must_include) == tuple(sorted(in_all(legal_follows(table, lead, hand)).elements()))


@given(positions(following, in_suit=6, rest=2))
def test_cards_not_held_and_wrong_counts_are_always_named(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    options, trump = options_of(table.document), trump_of(table.trump)
    for size in {max(1, len(lead) - 1), len(lead) + 1} - {len(lead)}:
        for choice in choices(hand, size):
            verdict = plays.check_play(options, trump, ints(hand), (Play("N", ints(lead)),), ints(choice))
            assert not verdict.legal
            assert "wrong_card_count" in {violation.code for violation in verdict.violations}
    strangers = [card for card, copies in Counter(table.layout.group.keys()).items() if card not in hand]
    for card in strangers[:5]:
        choice = (card, *hand[: len(lead) - 1])
        verdict = plays.check_play(options, trump, ints(hand), (Play("N", ints(lead)),), ints(choice))
        missing = [violation for violation in verdict.violations if violation.code == "not_in_hand"]
        assert not verdict.legal
        assert [bag(violation.cards) for violation in missing] == [tuple((Counter(choice) - Counter(hand)).elements())]

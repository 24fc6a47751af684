"""The engine's follows against the oracle's: every choice of cards out of the hand is put to both."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from rules import plays
from rules.tricks import Play
from rules.trump import Trump
from tests.oracle.documents import PRESETS, document_of
from tests.oracle.following import Duties, faults, in_all, legal_follows
from tests.oracle.levels import next_player
from tests.oracle.shapes import choices, describe, is_five_ten_king, pair_cards, tractors
from tests.oracle.tricks import Played, judge_trick
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import positions
from tests.property.positions import Following, following, in_pieces

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


@given(positions(following, in_suit=5, rest=2))
def test_beside_cards_that_are_not_held_the_suit_is_owed_where_no_cards_in_their_place_would_do(position: Following) -> None:
    """A card that is not held might have been any other: what the held cards break is broken, and nothing else is."""
    table, lead, hand = position.table, position.lead, position.hand
    options, trump, trick = options_of(table.document), trump_of(table.trump), (Play("N", ints(lead)),)
    strangers = [card for card in table.layout.group if card not in hand]
    for missing in {1, min(2, len(lead))}:
        for own in choices(hand, len(lead) - missing):
            rest = tuple((Counter(hand) - Counter(own)).elements())
            if len(rest) < missing:
                continue
            owed = all("suit_owed" in faults(table, lead, hand, (*own, *others)) for others in choices(rest, missing))
            for stranger in strangers[:: max(1, len(strangers) // 4)]:
                verdict = plays.check_play(options, trump, ints(hand), trick, ints((*own, *[stranger] * missing)))
                assert {violation.code for violation in verdict.violations} == {"not_in_hand"} | ({"suit_owed"} if owed else set())


@given(positions(following))
def test_a_duty_names_every_card_that_could_meet_it(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    group = table.group_of(lead)
    assert group is not None
    held = Counter(table.in_group(hand, group))
    trick = (Play("N", ints(lead)),)
    verdict = plays.check_play(options_of(table.document), trump_of(table.trump), ints(hand), trick, ints(hand[: len(lead)]))
    for violation in verdict.violations:
        named = Counter(bag(violation.cards))
        if violation.code == "suit_owed":
            assert named == held
        elif violation.code == "pair_owed":
            assert named == Counter(2 * pair_cards(held))
        elif violation.code == "jokers_owed":
            assert named == Counter(card for card in held.elements() if card in ("BJ", "LJ"))
        elif violation.code == "tractor_owed":
            longest = max(Duties(table, lead, tuple(held.elements())).greatest()[:-1])
            assert set(named) == {card for part in tractors(table, group, held, longest) for card in part.cards}


@given(positions(following))
def test_a_follow_is_described_as_it_lies(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    cards = hand[: len(lead)]
    verdict = plays.check_play(options_of(table.document), trump_of(table.trump), ints(hand), (Play("N", ints(lead)),), ints(cards))
    role = judge_trick(table, [Played("N", lead), Played("W", cards)]).plays[1].role
    assert verdict.role == role
    got = sorted((part.kind, bag(part.cards)) for part in verdict.formation.components)
    group = table.group_of(cards)
    assert verdict.formation.group == group
    if role == "ruff":
        return  # its formation is its reading: see test_tricks.py
    if group is not None:
        assert got == sorted((part.kind, tuple(sorted(part.cards))) for part in describe(table, cards))
    else:
        # Of several groups: pairs and singles (settled 10).
        assert got == sorted(("pair" if copies == 2 else "single", (card,) * copies) for card, copies in Counter(cards).items())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_out_of_turn_is_named_for_every_seat_but_the_next(preset: str) -> None:
    document = document_of(preset)
    options, trump = options_of(document), Trump("S", "8")
    for leader in "NESW":
        for seat in "NESW":
            verdict = plays.check_play(options, trump, ints(["H3", "D4"]), (Play(leader, ints(["H9"])),), ints(["H3"]), seat=seat)
            wrong = seat != next_player(leader, document["direction"])
            assert ("not_your_turn" in {violation.code for violation in verdict.violations}) == wrong
            assert verdict.legal != wrong

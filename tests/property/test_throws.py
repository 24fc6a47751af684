"""The engine's throws against the oracle's: components, who beats them, what is led then, the fine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import plays, throws
from tests.oracle.documents import PRESETS
from tests.oracle.following import lead_faults
from tests.oracle.kitty import SIDES
from tests.oracle.levels import next_player
from tests.oracle.throwing import judge_throw
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import positions
from tests.property.houses import BLOCKED
from tests.property.positions import Thrown, thrown


def compare_throw(position: Thrown) -> None:
    table, cards, seat = position.table, position.cards, position.seat
    document = table.document
    options, trump = options_of(document), trump_of(table.trump)
    hands = {other: ints(held) for other, held in position.hands.items()}
    wanted = judge_throw(table, cards, position.hands)
    group = table.group_of(cards)
    assert group is not None
    for declarer in (None, *"NESW"):
        got = throws.resolve_throw(options, trump, seat, ints(cards), hands, declarer)
        assert got.succeeds == wanted.succeeds
        assert [(part.kind, bag(part.cards)) for part in got.components] == [
            (part.kind, tuple(sorted(part.cards))) for part in wanted.parts
        ]
        for part, by, known in zip(got.components, wanted.beaten, wanted.parts, strict=True):
            assert {beater.seat for beater in part.beaten_by} == set(by), known
            for beater in part.beaten_by:
                assert bag(beater.cards) in {tuple(sorted(cards)) for cards in by[beater.seat]}, known
        if wanted.succeeds:
            assert got.fine is None
            assert got.forced is None
            assert not got.attackers_points_delta
            continue
        on_failure = document["throws"]["on_failure"]
        assert got.fine is not None
        assert got.fine.per == on_failure["fine"]["per"]
        assert got.fine.points == wanted.fine
        if wanted.fined_cards is not None:
            assert got.fine.cards == wanted.fined_cards
        assert got.forced is not None
        assert got.forced.by == on_failure["plays"]
        names = on_failure["plays"].startswith("next_player")
        assert got.forced.seat == (next_player(seat, document["direction"]) if names else None)
        # Which of equal components is named may differ; their rungs may not.
        assert named(position, got.forced.choices) == named(position, [ints(choice) for choice in wanted.choices])
        sign = 0 if declarer is None else 1 if SIDES[declarer] == SIDES[seat] else -1
        assert got.attackers_points_delta == (wanted.fine * sign if declarer else None)


def named(position: Thrown, choices: Iterable[tuple[int, ...]]) -> Counter[tuple[int, ...]]:
    """How often each choice is named, its cards by their rungs."""
    rung = position.table.layout.rung
    return Counter(tuple(sorted(rung(card) for card in bag(choice))) for choice in choices)


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"march8-2012"}))
def test_each_preset_judges_throws_as_the_oracle_does(preset: str) -> None:
    @given(positions(thrown, preset=preset))
    def check(position: Thrown) -> None:
        compare_throw(position)

    check()


@given(positions(thrown))
def test_house_rules_judge_throws_as_the_oracle_does(position: Thrown) -> None:
    compare_throw(position)


@given(positions(thrown, fixed={"throws__allowed": True, "throws__in_trump": True, "throws__on_failure": BLOCKED}))
def test_blocked_cards_are_counted_under_the_best_groupings(position: Thrown) -> None:
    compare_throw(position)


@given(positions(thrown), st.booleans())
def test_a_lead_is_legal_when_it_is_one_formation_or_a_throw_that_stands(position: Thrown, seen: bool) -> None:
    table, cards = position.table, position.cards
    options, trump = options_of(table.document), trump_of(table.trump)
    hands = position.hands if seen else None
    known = {other: ints(held) for other, held in position.hands.items()} if seen else None
    got = plays.check_play(options, trump, ints(cards), (), ints(cards), seat=position.seat, hands=known)
    wanted = lead_faults(table, cards, cards, hands)
    assert {violation.code for violation in got.violations} == wanted
    assert got.legal == (not wanted)
    assert got.role == "lead"
    if len(judge_throw(table, cards, {}).parts) > 1 and "throw_not_allowed" not in wanted:
        assert got.throw is not None
        assert got.throw.tested == seen

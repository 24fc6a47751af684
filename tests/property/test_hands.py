"""Hands described by the engine against the oracle's groups, order and components."""

from __future__ import annotations

from hypothesis import given

from rules.cards import TOKENS
from rules.hands import describe_hand
from tests.oracle.order import SUITS, points_of
from tests.oracle.shapes import TRUMP, decompose
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import positions
from tests.property.positions import Following, following


@given(positions(following, rest=8))
def test_a_hand_is_described_group_by_group(position: Following) -> None:
    table, hand = position.table, position.hand
    verdict = describe_hand(options_of(table.document), trump_of(table.trump), ints(hand))
    assert (verdict.count, verdict.points, verdict.may_revolt) == (len(hand), points_of(hand), None)
    assert [held.group for held in verdict.groups] == [group for group in (TRUMP, *SUITS) if table.in_group(hand, group)]
    for held in verdict.groups:
        cards = [TOKENS[card] for card in held.cards]
        rungs = [table.layout.rung(card) for card in cards]
        assert sorted(cards) == sorted(table.in_group(hand, held.group))
        assert rungs == sorted(rungs, reverse=True)
        parts = decompose(table, held.group, cards)
        assert [bag(pair) for pair in held.pairs] == [part.cards for part in parts if part.kind == "pair"]
        assert [bag(tractor) for tractor in held.tractors] == [tuple(sorted(part.cards)) for part in parts if part.kind == "tractor"]

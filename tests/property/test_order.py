"""Groups, order and adjacency: every card and every two cards of a group, under any trump and any house rules."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

from hypothesis import given

from rules.formations import describe
from rules.tricks import Play, resolve_trick
from tests.oracle import shapes
from tests.oracle.order import all_cards
from tests.oracle.shapes import Table
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import Dice, positions
from tests.property.houses import lay
from tests.property.positions import take, two_decks


def any_table(dice: Dice) -> Table:
    """A table on which two adjacent pairs are a tractor, permanent trumps and links of all kinds more often than elsewhere."""
    fixed: dict[str, Any] = {"tractor__min_pairs": 2}
    if dice.one_of([True, False]):
        fixed["trump__permanent"] = dice.one_of([["2"], ["H5"], ["H5", "2"], ["2", "D7"], ["A", "H2"]])
        fixed["tractor__links"] = dice.one_of([["permanent", "offlevel_top"], ["permanent"], ["offlevel_top", "joker_level"], []])
    return lay(dice, fixed=fixed)


@given(positions(any_table))
def test_every_card_is_in_its_group(table: Table) -> None:
    options, trump = options_of(table.document), trump_of(table.trump)
    groups = {card: describe(options, trump, ints([card])).group for card in all_cards()}
    assert groups == dict(table.layout.group)


@given(positions(any_table))
def test_of_any_two_cards_of_a_group_the_higher_wins(table: Table) -> None:
    options, trump = options_of(table.document), trump_of(table.trump)
    rung = table.layout.rung
    for rungs in table.layout.rungs.values():
        for first, second in permutations([card for cards in rungs for card in cards], 2):
            verdict = resolve_trick(options, trump, (Play("N", ints([first])), Play("W", ints([second]))))
            assert (verdict.winner == "W") == (rung(second) > rung(first)), (first, second)


@given(positions(any_table))
def test_two_pairs_are_a_tractor_exactly_where_their_rungs_are_adjacent(table: Table) -> None:
    options, trump = options_of(table.document), trump_of(table.trump)
    for rungs in table.layout.rungs.values():
        for one, other in combinations([card for cards in rungs for card in cards], 2):
            cards = (one, other, other, one)
            got = [part.kind for part in describe(options, trump, ints(cards)).components]
            assert got == [part.kind for part in shapes.describe(table, cards)], cards


def some_cards(dice: Dice) -> tuple[Table, tuple[str, ...]]:
    """Up to fourteen cards of one group, in any order."""
    table = lay(dice)
    group = dice.one_of([name for name, rungs in table.layout.rungs.items() if rungs])
    return table, dice.shuffled(take(dice, table, group, two_decks(), dice.between(1, 14)))


@given(positions(some_cards))
def test_cards_fall_into_the_same_components(drawn: tuple[Table, tuple[str, ...]]) -> None:
    table, cards = drawn
    formation = describe(options_of(table.document), trump_of(table.trump), ints(cards))
    got = [(part.kind, bag(part.cards)) for part in formation.components]
    assert got == [(part.kind, tuple(sorted(part.cards))) for part in shapes.describe(table, cards)]
    assert formation.group == table.group_of(cards)

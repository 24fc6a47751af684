"""The engine's tricks against the oracle's: roles, who overtakes whom, the winner, the points."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules import tricks
from rules.table import table_of
from tests.oracle.documents import PRESETS
from tests.oracle.kitty import SIDES
from tests.oracle.shapes import plain_shape
from tests.oracle.tricks import judge_trick
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import positions
from tests.property.positions import OnTable, on_table, ruffed


def compare_trick(position: OnTable) -> None:
    table = position.table
    wanted = judge_trick(table, position.plays)
    got = tricks.resolve_trick(
        options_of(table.document),
        trump_of(table.trump),
        tuple(tricks.Play(play.seat, ints(play.cards), play.lowest) for play in position.plays),
    )
    assert [(play.role, play.overtakes) for play in got.plays] == [(play.role, play.overtakes) for play in wanted.plays]
    winner = position.plays[wanted.winner]
    assert (got.winner, got.winner_side, bag(got.winning_cards)) == (winner.seat, SIDES[winner.seat], tuple(sorted(winner.cards)))
    if not any(play.lowest for play in position.plays):
        options, trump = options_of(table.document), trump_of(table.trump)
        shortest = tricks.winner_of(options, table_of(options, trump), [ints(play.cards) for play in position.plays])
        assert shortest == wanted.winner
    assert got.complete == (len(position.plays) == 4)
    assert got.points == wanted.points == sum(play.points for play in got.plays)
    assert [(part.kind, bag(part.cards)) for part in got.lead.components] == [
        (part.kind, tuple(sorted(part.cards))) for part in wanted.lead
    ]
    codes = {warning.code for warning in got.warnings}
    assert ("throw_was_beatable" in codes) == wanted.beatable
    assert ("throw_not_allowed" in codes) == wanted.not_allowed
    lengths, pairs, singles = plain_shape(wanted.lead)
    for judged, known, play in zip(got.plays, wanted.plays, position.plays, strict=True):
        assert tuple(sorted(card for part in judged.formation.components for card in bag(part.cards))) == tuple(sorted(play.cards))
        if known.own is not None and wanted.lead[0].kind != "five_ten_king":
            # The formation of a cover is its own reading: the led shape, with the greatest strengths.
            parts = judged.formation.components
            shown = [(part.kind, len(part.cards) // 2) for part in parts]
            assert shown == [("tractor", n) for n in lengths] + [("pair", 1)] * pairs + [("single", 0)] * singles
            tops: dict[tuple[str, int], list[int]] = {}
            for part in parts:
                top = max(table.layout.rung(card) for card in bag(part.cards))
                tops.setdefault((part.kind, len(part.cards)), []).append(top)
            if not (table.layout.ace_rung and lengths):
                assert tuple(max(top) for top in tops.values()) == known.own.tops


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_judges_tricks_as_the_oracle_does(preset: str) -> None:
    @given(positions(on_table, preset=preset))
    def check(position: OnTable) -> None:
        compare_trick(position)

    check()


@given(positions(on_table))
def test_house_rules_judge_tricks_as_the_oracle_does(position: OnTable) -> None:
    compare_trick(position)


@given(positions(ruffed))
def test_covers_that_can_be_read_in_several_ways(position: OnTable) -> None:
    compare_trick(position)

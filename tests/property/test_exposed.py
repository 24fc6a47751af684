"""Plays with exposed cards: the engine against an enumeration of all plays, under the presets and under house rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given

from rules.choices import OptionsVerdict, list_plays
from rules.exposed import Exposed
from rules.plays import check_play
from rules.tricks import Play
from tests.oracle.exposed import Shown, follow_counts_as_lowest, legal_follows_with, legal_leads_with
from tests.oracle.following import in_all, legal_follows, legal_leads
from tests.oracle.shapes import Cards
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import Dice, positions
from tests.property.positions import Following, Leading, following, leading

LIMIT = 500
PRESETS = ("jiangsu-2007", "gongxiao-2013")
"""Those that ask something of exposed cards."""
RULES = [
    {"play_at_first_legal_chance": chance, "may_not_lead_suit": suit, "opponents_order": order, "counts_as": rank}
    for rank in ("lowest", "own_rank")
    for order in ("first_trick_of_suit", "next_player", "none")
    for chance in (True, False)
    for suit in (True, False)
]


@dataclass(frozen=True)
class WithExposed:
    """A position and the exposed cards of its hand."""

    position: Any
    shown: tuple[Shown, ...]

    @property
    def exposed(self) -> tuple[Exposed, ...]:
        return tuple(Exposed(ints([one.card])[0], one.order, one.first_time) for one in self.shown)


def exposing(dice: Dice, of: Any, preset: str | None = None) -> WithExposed:
    """A position in which some, often most, cards of the hand are exposed, with any orders."""
    position = of(dice, preset=preset)
    document = position.table.document
    if preset is None:
        document["exposed"] = dice.one_of(RULES)
    orders = [None, "play", "withhold"] if document["exposed"]["opponents_order"] != "none" else [None]
    cards = dice.shuffled(position.hand)[: dice.between(1, dice.one_of([1, 2, 4, 10]))]
    return WithExposed(position, tuple(Shown(card, dice.one_of(orders), dice.one_of([True, True, False])) for card in cards))


def compare(verdict: OptionsVerdict, wanted: Sequence[Cards]) -> None:
    listed = [bag(play) for play in verdict.plays]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {tuple(sorted(play)) for play in wanted}
    if verdict.count_exact:
        assert verdict.count == len(wanted)
        assert len(listed) == min(LIMIT, len(wanted))
        assert verdict.truncated == (len(wanted) > LIMIT)
        assert bag(verdict.must_include) == tuple(sorted(in_all(wanted).elements()))
    else:
        assert verdict.truncated
        assert 1 <= len(listed) <= verdict.count <= len(wanted)


def compare_follows(case: WithExposed) -> None:
    position: Following = case.position
    table, lead, hand = position.table, position.lead, position.hand
    options, trump, trick = options_of(table.document), trump_of(table.trump), (Play("N", ints(lead)),)
    legal, wanted = legal_follows(table, lead, hand), legal_follows_with(table, lead, hand, case.shown)
    allowed = {tuple(sorted(play)) for play in wanted}
    playable = {card for play in legal for card in play}
    verdict = list_plays(options, trump, ints(hand), trick, exposed=case.exposed, limit=LIMIT)
    compare(verdict, wanted)
    for play in legal:
        check = check_play(options, trump, ints(hand), trick, ints(play), exposed=case.exposed)
        assert check.legal == (tuple(sorted(play)) in allowed), play
        assert {violation.code for violation in check.violations} <= {"exposed_card_owed", "suit_barred"}
        assert bag(check.must_include) == tuple(sorted(in_all(wanted).elements()))
        assert verdict.must_include == check.must_include
        lowest = follow_counts_as_lowest(table, lead, hand, case.shown, play)
        lowered = check_play(options, trump, ints(hand), trick, ints(play), counts_as_lowest=lowest)
        assert check.role == lowered.role
        if check.legal:
            assert [one.code for one in check.rulings[:2]] == [one.code for one in lowered.rulings]
        for violation in check.violations:
            assert set(bag(violation.cards)) <= playable


def compare_leads(case: WithExposed) -> None:
    position: Leading = case.position
    table, hand = position.table.withholding(position.withheld), position.hand
    options, trump = options_of(table.document), trump_of(table.trump)
    known = {seat: ints(cards) for seat, cards in position.hands.items()}
    for others, hands in ((None, None), (position.hands, known)):
        wanted = legal_leads_with(table, hand, case.shown, others)
        allowed = {tuple(sorted(play)) for play in wanted}
        said: dict[str, Any] = {"seat": position.seat, "hands": hands, "withheld": position.withheld, "exposed": case.exposed}
        verdict = list_plays(options, trump, ints(hand), (), **said, limit=LIMIT)
        compare(verdict, wanted)
        for play in legal_leads(table, hand, others):
            check = check_play(options, trump, ints(hand), (), ints(play), **said)
            assert check.legal == (tuple(sorted(play)) in allowed), play
            assert {violation.code for violation in check.violations} <= {"exposed_card_owed", "suit_barred"}
            assert check.must_include == verdict.must_include


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_judges_and_lists_follows_as_the_oracle_does(preset: str) -> None:
    @given(positions(exposing, of=following, preset=preset))
    def check(case: WithExposed) -> None:
        compare_follows(case)

    check()


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_judges_and_lists_leads_as_the_oracle_does(preset: str) -> None:
    @given(positions(exposing, of=leading, preset=preset))
    def check(case: WithExposed) -> None:
        compare_leads(case)

    check()


@given(positions(exposing, of=following))
def test_house_rules_judge_and_list_follows_as_the_oracle_does(case: WithExposed) -> None:
    compare_follows(case)


@given(positions(exposing, of=leading))
def test_house_rules_judge_and_list_leads_as_the_oracle_does(case: WithExposed) -> None:
    compare_leads(case)

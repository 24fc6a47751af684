"""The engine's bidding against the oracle's: what is legal, what stands, who declares, who takes the kitty, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from rules import bidding
from tests.oracle.bidding_end import end_of
from tests.oracle.documents import PRESETS
from tests.oracle.shown import Event, Show
from tests.property.auctions import Bidding, auction
from tests.property.bridge import ints, trump_of
from tests.property.dice import positions


def bid_of(show: Show) -> bidding.Bid:
    """The engine's bid."""
    return bidding.Bid(show.seat, ints(show.cards), show.phase, show.same_moment, show.names, show.wrong)


def bids_of(events: Sequence[Event]) -> tuple[bidding.Bid, ...]:
    """The engine's list of what was shown."""
    return tuple(bid_of(event.show) for event in events)


def facts_of(position: Bidding) -> bidding.DealFacts:
    """The engine's facts."""
    facts = position.facts
    return bidding.DealFacts(facts.levels, facts.declarer, facts.first_deal, facts.first_drawer, facts.barred, facts.revolt)


def compare_bids(position: Bidding) -> None:
    """Every show that was tried is judged alike."""
    table, facts = position.table, facts_of(position)
    for many, show in position.tried:
        before = position.events[:many]
        wanted = table.judge(before, show)
        got = bidding.check_bid(position.ruleset.options, facts, bids_of(before), bid_of(show), show.phase)
        assert got.legal == (wanted is not None), (before, show, got.violations)
        assert got.legal == (not got.violations)
        if wanted is None:
            continue
        after = [*before, wanted]
        trump = table.trump(after)
        assert got.trump == (None if trump is None else trump_of(trump)), (before, show)
        assert got.kind == (None if show.wrong else wanted.name)
        assert got.reinforces == (wanted.act == "reinforce")
        standing = table.standing(after)
        shown = wanted.act not in ("pass", "wrong")
        assert got.stands == (shown and standing is not None and standing.show.seat == show.seat), (before, show)
        if trump is not None:
            assert got.declarer == table.declarer(after), (before, show)


def end_by_the_engine(position: Bidding, events: Sequence[Event]) -> bidding.BiddingVerdict:
    """What the engine makes of a list without faults."""
    facts, bids, kitty = facts_of(position), bids_of(events), ints(position.kitty)
    assert bidding.bid_faults(position.ruleset.options, facts, bids, kitty=kitty) == []
    assert bidding.first_illegal(position.ruleset.options, facts, bids) is None
    assert bidding.resolve_faults(position.ruleset.options, facts, bids, kitty) == []
    return bidding.resolve_bids(position.ruleset.options, facts, bids, kitty)


def compare_grounds(position: Bidding) -> None:
    """Every option that is named is one of the ruleset or a case of one."""
    facts = facts_of(position)
    for many, show in position.tried:
        got = bidding.check_bid(position.ruleset.options, facts, bids_of(position.events[:many]), bid_of(show), show.phase)
        named = [violation.option for violation in got.violations] + [ruling.option for ruling in got.rulings]
        assert all(position.ruleset.ground(option).option for option in named if option is not None)


def compare_end(position: Bidding) -> None:
    """The bidding ends alike."""
    wanted = end_of(position.table, position.events, position.kitty)
    got = end_by_the_engine(position, position.events)
    assert got.trump == (None if wanted.trump is None else trump_of(wanted.trump))
    assert (got.source, got.declarer, got.blackout) == (wanted.source, wanted.declarer, wanted.blackout)
    assert got.kitty_card == (None if wanted.kitty_card is None else (wanted.kitty_card[0], ints([wanted.kitty_card[1]])[0]))
    assert (got.kitty_taker, list(got.reburied_by), got.stakes) == (wanted.kitty_taker, wanted.reburied_by, wanted.stakes)
    to_speak = position.table.turns(position.events, position.events[-1].show.phase) if position.events else []
    assert got.complete == (not to_speak or not position.table.followers(position.events))
    assert got.turn in (None, *to_speak[:1])


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_preset_judges_bids_as_the_oracle_does(preset: str) -> None:
    @given(positions(auction, preset=preset))
    def check(position: Bidding) -> None:
        compare_bids(position)
        compare_end(position)

    check()


@given(positions(auction))
def test_house_rules_judge_bids_as_the_oracle_does(position: Bidding) -> None:
    compare_bids(position)
    compare_grounds(position)
    compare_end(position)


@given(positions(auction))
def test_a_bid_on_the_table_is_judged_as_if_those_left_out_had_passed(position: Bidding) -> None:
    for many, show in position.tried:
        before = position.events[:many]
        wanted = position.table.judge(position.table.with_passes(before, show), show)
        found = bidding.first_illegal(position.ruleset.options, facts_of(position), [*bids_of(before), bid_of(show)])
        assert (found[0] if found else None) == (None if wanted else len(before)), (before, show)


@given(positions(auction))
def test_a_pass_before_the_bid_of_a_later_seat_may_be_left_out(position: Bidding) -> None:
    out_of_turn = ("pass", "wrong", "reinforce")  # a reinforcement waits for nobody, so it says nothing of who has passed
    said = [
        event
        for place, event in enumerate(position.events)
        if event.act != "pass"
        or not any(later.act not in out_of_turn and later.show.phase == event.show.phase for later in position.events[place:])
    ]
    assert end_by_the_engine(position, said) == end_by_the_engine(position, position.events)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_what_may_follow_is_what_somebody_could_show(preset: str) -> None:
    @settings(max_examples=10)
    @given(positions(auction, preset=preset))
    def check(position: Bidding) -> None:
        if not position.events:
            return
        *before, last = position.events
        wanted = position.table.followers(position.events)
        got = bidding.check_bid(position.ruleset.options, facts_of(position), bids_of(before), bid_of(last.show), last.show.phase)
        assert set(got.may_follow) == wanted
        assert got.final == (not wanted)

    check()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_who_declares_so_far_is_whom_some_bid_could_still_unseat(preset: str) -> None:
    @settings(max_examples=10)
    @given(positions(auction, preset=preset))
    def check(position: Bidding) -> None:
        table, events = position.table, position.events
        if not events or table.standing(events) is None:
            return
        *before, last = events
        got = bidding.check_bid(position.ruleset.options, facts_of(position), bids_of(before), bid_of(last.show), last.show.phase)
        assert ("declares_so_far" in [ruling.code for ruling in got.rulings]) == table.seat_may_move(events)

    check()

"""Deals of which not all is on record: nobody is blamed for what he may not have done, and what proves a fault is the first that does."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.catalogue import PRESET_IDS, resolve
from rules.deals.faults import record_faults
from rules.deals.record import DealRecord
from rules.deals.replay import replay
from rules.deals.verdicts import DealFault
from rules.options import Options
from tests.property.dealing import seeded
from tests.support.records import record_of

RULESETS: tuple[Any, ...] = (
    *PRESET_IDS,
    {"extends": "jiangsu-2007", "follow": {"break_tractor_for_pair": False}},
    {"extends": "guizhou-2010", "follow": {"partial_tractor": False}},
    {"extends": "nantong-chaodipi", "tractor": {"min_pairs": 3}},
)
LEFT_OUT: tuple[dict[str, Any], ...] = (
    {"hands": None},
    {"burials": ()},
    {"hands": None, "burials": ()},
    {"hands": None, "kitty": None},
    {"hands": None, "kitty": None, "burials": ()},
)
DEALS = settings(max_examples=max(20, settings().max_examples // 3))


def place(fault: DealFault | None) -> tuple[int, int]:
    """Where in the play a fault stands; no fault comes last, what is wrong before the play first."""
    if fault is None:
        return (99, 0)
    parts = fault.pointer.split("/")
    if parts[1] != "tricks":
        return (-1, 0)
    return (int(parts[2]), int(parts[4]) if parts[3] == "plays" else -1)


def exchanged(dice: random.Random, made: DealRecord) -> DealRecord:
    """A deal in which a player has played at one time what he was to play later, and the other way round."""
    index = dice.randrange(len(made.tricks))
    position = dice.randrange(1, 4)
    play = made.tricks[index].plays[position]
    later = [
        (number, other)
        for number, trick in enumerate(made.tricks[index + 1 :], index + 1)
        for other, one in enumerate(trick.plays)
        if one.seat == play.seat and len(one.cards) == len(play.cards)
    ]
    if not later:
        return made
    number, other = dice.choice(later)
    tricks = list(made.tricks)
    for here, seat, cards in ((index, position, made.tricks[number].plays[other].cards), (number, other, play.cards)):
        plays = list(tricks[here].plays)
        plays[seat] = plays[seat]._replace(cards=cards)
        tricks[here] = replace(tricks[here], plays=tuple(plays))
    return replace(made, tricks=tuple(tricks))


def up_to(made: DealRecord, index: int, plays: int) -> DealRecord:
    """A deal cut short after so many plays of a trick."""
    cut = (replace(made.tricks[index], plays=made.tricks[index].plays[:plays]),) if plays else ()
    return replace(made, tricks=made.tricks[:index] + cut)


def check_proof(options: Options, made: DealRecord, fault: DealFault) -> None:
    """The play that proves a fault shows it, and nothing before does."""
    assert fault.proved_by is not None
    _, _, index, kind, *position = fault.proved_by.split("/")
    if kind == "plays":
        plays = int(position[0])
        assert place(replay(options, up_to(made, int(index), plays + 1)).fault) == place(fault)
        assert place(replay(options, up_to(made, int(index), plays)).fault) > place(fault)


def judged(seed: int, *, damaged: bool) -> None:
    dice = random.Random(seed)
    ruleset = dice.choice(RULESETS)
    options = resolve(ruleset).options
    whole = record_of(seeded(ruleset, seed, with_bids=dice.random() < 0.6))
    made = replace(whole, tricks=whole.tricks[: dice.randint(1, len(whole.tricks))])
    if damaged:
        made = exchanged(dice, made)
    full = replay(options, made).fault
    assert damaged or full is None
    part = replace(made, **dice.choice(LEFT_OUT))
    if record_faults(options, part):
        return  # the kitty's cards were to decide
    fault = replay(options, part).fault
    assert place(fault) >= place(full)
    if fault is not None and fault.proved_by is not None:
        check_proof(options, part, fault)


@DEALS
@given(st.integers(0, 2**32))
def test_a_legal_deal_is_legal_whatever_is_not_on_record(seed: int) -> None:
    judged(seed, damaged=False)


@DEALS
@given(st.integers(0, 2**32))
def test_a_fault_that_later_cards_prove_is_a_fault_and_is_proved_by_the_first_that_does(seed: int) -> None:
    judged(seed, damaged=True)

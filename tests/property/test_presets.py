"""The presets against a second transcription of the regulations, and their documents against what is compiled of them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from rules.catalogue import PRESET_IDS, preset, resolve
from rules.options import Options
from tests.oracle.documents import PRESETS
from tests.property.bridge import options_of
from tests.property.dice import Dice, positions
from tests.property.houses import house
from tests.property.test_kitty import house_kitty

IDLE = {"march8-2012": {"throws"}}
"""Options that a preset leaves idle: March-8 knows no throws, so how one fails is said nowhere."""


TESTED_APART = ("revolution", "bidding", "offences", "round_form", "stages")
"""Options of which the oracle has no second transcription."""


def with_those_apart(wanted: Options, got: Options) -> Options:
    return replace(wanted, **{name: getattr(got, name) for name in TESTED_APART})


def test_both_transcriptions_know_the_same_regulations() -> None:
    assert set(PRESET_IDS) == set(PRESETS)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_preset_says_what_the_second_transcription_says(name: str) -> None:
    got, wanted = preset(name).options, options_of(PRESETS[name])
    for option in fields(Options):
        if option.name in ("tables", *TESTED_APART) or option.name in IDLE.get(name, ()):
            continue
        ours: Any = getattr(wanted, option.name)
        theirs: Any = getattr(got, option.name)
        if option.name == "kitty" and ours.multipliers.five_ten_king is None:
            # Without the formation its factor is idle.
            theirs = replace(theirs, multipliers=replace(theirs.multipliers, five_ten_king=None))
        assert theirs == ours, option.name
    assert got.throws.allowed == wanted.throws.allowed


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_preset_is_compiled_as_its_document_reads(name: str) -> None:
    compiled = preset(name).options
    assert with_those_apart(options_of(preset(name).document), compiled) == compiled


def house_document(dice: Dice) -> tuple[str, dict[str, Any]]:
    """The name of a preset and house rules over it, as dotted paths with double underscores."""
    document = house(dice, **house_kitty(dice))
    return dice.one_of(sorted(PRESETS)), document


@given(positions(house_document))
def test_house_rules_over_a_preset_are_compiled_as_they_read(drawn: tuple[str, dict[str, Any]]) -> None:
    name, document = drawn
    # What is idle in the options may be a contradiction where both are said in one document (settled 2).
    if not document["follow"]["pairs"]:
        document["follow"]["tractors"] = False
    if not document["formations"]["five_ten_king"]:
        document["five_ten_king"]["forces_jokers"] = False
        document["digs"] = [dig for dig in document["digs"] if dig["won_with"].get("formation") != "five_ten_king"]
    document["digs"] = document["digs"][:1]  # one that an earlier one always forestalls is refused
    wanted = options_of(document)
    got = resolve({"extends": name, **document}).options
    assert with_those_apart(wanted, got) == got

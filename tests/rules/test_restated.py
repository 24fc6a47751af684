"""Documents that were read whole, changed and sent back: what they inherit counts as not said where it would contradict what they say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rules.catalogue import PRESET_IDS, preset, validate_document, validate_restated
from rules.document import NOT_INHERITED, OPTION_PATHS
from rules.merging import value_at
from rules.ruleset import Ruleset
from tests.property.dice import Dice, positions
from tests.property.houses import HOUSE_RULES

FORCED = {"plays": "next_player_names_card", "fine": {"points": 10, "per": "forced_card"}}


def override(dice: Dice) -> dict[str, Any]:
    """Some house rules over a preset that has others."""
    parent = dice.one_of(PRESET_IDS)
    document: dict[str, Any] = {"extends": f"{parent}@1"}
    for path in dice.shuffled(list(HOUSE_RULES))[: dice.between(0, 8)]:
        value = dice.one_of(HOUSE_RULES[path])
        if value != value_at(preset(parent).document, path.replace("__", ".")):
            block, option = path.split("__")
            document.setdefault(block, {})[option] = value
    if dice.one_of([False, True]):
        title = {"en": "Ours"}
        document["clauses"] = [{"id": "ours", "title": title, "governs": ["follow", "throws.allowed"], "decidable": "cards"}]
        document["title"] = title
    if dice.one_of([False, True]):
        document["readings"] = {dice.one_of(["follow.pairs", "ruff.match", "ruff"]): "ours"}
    return document


def read(ruleset: Ruleset, extends: str) -> dict[str, Any]:
    return {"extends": extends} | {key: value for key, value in ruleset.document.items() if key not in NOT_INHERITED}


@given(positions(override))
def test_a_ruleset_that_is_read_may_be_sent_back(document: dict[str, Any]) -> None:
    ruleset, faults = validate_document(document)
    if ruleset is None:
        assert faults
        return
    said, again, faults = validate_restated(read(ruleset, document["extends"]))
    assert faults == [] and again is not None
    assert said == document and again.document == ruleset.document
    assert [again.ground(path) for path in OPTION_PATHS] == [ruleset.ground(path) for path in OPTION_PATHS]


def test_what_is_inherited_contradicts_nothing() -> None:
    document = {"extends": "jiangsu-2007@1", "follow": {"pairs": False}}
    ruleset, _ = validate_document(document)
    assert ruleset is not None and ruleset.document["follow"]["tractors"] is True
    whole = read(ruleset, "jiangsu-2007@1")
    assert {fault.code for fault in validate_document(whole)[1]} == {"contradiction"}
    said, again, faults = validate_restated(whole)
    assert faults == [] and again is not None and again.document == ruleset.document
    assert said == document and again.ground("follow.pairs").basis == "option"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"follow": {"pairs": False, "tractors": "x"}}, ["/follow/tractors"]),
        ({"follow": {"pairs": False, "tractors": True}, "extends": "none"}, ["/extends", "/follow/tractors"]),
        ({"throws": {"on_failure": FORCED}}, ["/throws/on_failure"]),
    ],
)
def test_what_is_wrong_all_the_same_is_told(change: dict[str, Any], told: list[str]) -> None:
    ruleset, _ = validate_document({"extends": "jiangsu-2007"})
    assert ruleset is not None
    _, again, faults = validate_restated(read(ruleset, "jiangsu-2007") | change)
    assert again is None and all(any(fault.pointer.startswith(place) for fault in faults) for place in told), faults


def test_a_whole_document_that_extends_nothing_is_judged_as_it_is() -> None:
    document = {key: value for key, value in read(preset("jiangsu-2007"), "").items() if key != "extends"}
    document["follow"] = document["follow"] | {"pairs": False}
    assert [fault.code for fault in validate_restated(document)[2]] == ["contradiction"]

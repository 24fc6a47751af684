"""Facets: cases of one option that rest on grounds of their own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalogue import PRESET_IDS, Stored, preset, resolve, validate_document
from rules.document import DOCUMENT_SCHEMA, FACETS, KNOWN_PATHS
from rules.facets import option_of
from rules.ruleset import Ground, Ruleset
from tests.rules.test_ruleset import HOUSE, saved

LATE: dict[str, Any] = {
    "code": "late",
    "counted_in": "match",
    "tiers": {"heavy": {"warning": True, "judgement": {"or": ["suspended"]}}},
    "by_side": {"declarers": {"effects": [{"kind": "exposed"}]}},
    "steps": [{}, {"fine": {"points": 10, "per": "time"}}],
}


def house(clauses: tuple[dict[str, Any], ...] = (), **override: Any) -> Ruleset:
    titled = [{"title": {"en": "x"}, **clause} for clause in clauses]
    return resolve({"extends": "house", "clauses": titled, **override}, saved)


def test_a_facet_has_no_value_and_belongs_to_an_option_that_has_one() -> None:
    assert not FACETS.keys() & KNOWN_PATHS
    assert set(FACETS.values()) <= KNOWN_PATHS
    assert all(facet.startswith(f"{option}.") for facet, option in FACETS.items())


@given(st.sampled_from(PRESET_IDS), st.sampled_from(sorted(FACETS)))
def test_every_facet_of_every_preset_has_a_ground_and_its_options_text(name: str, facet: str) -> None:
    ground, of_option = preset(name).ground(facet), preset(name).ground(FACETS[facet])
    assert ground.basis in ("printed", "reading")
    assert ground.option == of_option.option


def test_a_facet_without_a_ground_of_its_own_rests_on_what_its_option_rests_on() -> None:
    for path in ("throws.allowed", "bidding.open.later", "digs"):
        facet = next(facet for facet, option in FACETS.items() if option == path)
        assert house().ground(facet) == house().ground(path)


def test_the_nearest_ground_wins() -> None:
    ruleset = house(
        ({"id": "H1", "governs": ["throws.allowed"]}, {"id": "H2", "governs": ["throws.allowed.singles"]}),
        throws={"allowed": True},
        readings={"throws.allowed.pairs": "not printed"},
    )
    assert ruleset.ground("throws.allowed") == Ground("printed", "H1", "throws.allowed=true")
    assert ruleset.ground("throws.allowed.singles") == Ground("printed", "H2", "throws.allowed=true")
    assert ruleset.ground("throws.allowed.pairs") == Ground("reading", "H1", "throws.allowed=true")


def test_a_printed_case_of_a_reading_is_printed() -> None:
    ruleset = house(
        ({"id": "H1", "governs": ["throws.allowed.singles"]},), throws={"allowed": True}, readings={"throws.allowed": "not printed"}
    )
    assert ruleset.ground("throws.allowed.singles") == Ground("printed", "H1", "throws.allowed=true")
    assert ruleset.ground("throws.allowed.pairs") == Ground("reading", None, "throws.allowed=true")
    assert ruleset.ground("throws").basis == "reading"


def test_an_option_set_anew_leaves_the_grounds_of_its_cases_behind() -> None:
    parent = {**HOUSE, "readings": {"throws.allowed.pairs": "not printed"}}
    ruleset = resolve({"extends": "club", "throws": {"allowed": False}}, lambda name, revision: Stored(1, parent))
    assert ruleset.document["readings"] == {}
    assert ruleset.ground("throws.allowed.pairs") == Ground("option", None, "throws.allowed=false")


def test_always_stands_for_the_cells_of_both_matrices() -> None:
    cell = "bidding.counter.{}.level_card.level_pair"
    counter = {"counter": {"always": {"level_card": ["level_pair"]}}}
    ruleset = house(bidding=counter, readings={cell.format("always"): "not printed"})
    assert ruleset.ground(cell.format("first_deal")).basis == ruleset.ground(cell.format("later")).basis == "reading"
    assert ruleset.ground("bidding.counter.later.level_card").basis == "option"


@pytest.mark.parametrize(
    "part",
    [
        "counted_in",
        "tiers.heavy",
        "heavy",
        "heavy.judgement.or.suspended",
        "by_side.declarers",
        "declarers.effects.exposed",
        "declarers.effects.0.kind",
        "steps.1.fine.points",
    ],
)
def test_any_part_of_an_offence_is_a_facet_of_it(part: str) -> None:
    assert option_of(f"offences.late.{part}", {"late": LATE}) == "offences.late"
    ruleset = house(({"id": "H1", "governs": [f"offences.late.{part}"]},), offences=[LATE])
    assert ruleset.ground(f"offences.late.{part}") == Ground("printed", "H1", "offences.late")
    assert ruleset.ground("offences.late") == Ground("option", None, "offences.late")


@pytest.mark.parametrize(
    "path",
    [
        "offences.late.light",
        "offences.late.steps.2",
        "offences.late.counted_in.match",
        "offences.early.tiers",
        "fines.late",
        "",
        "throws.x",
    ],
)
def test_what_is_not_there_is_no_facet(path: str) -> None:
    assert option_of(path, {"late": LATE}) is None
    _, faults = validate_document({"extends": "jiangsu-2007", "offences": [LATE], "readings": {path: "x"}})
    assert [fault.code for fault in faults] == ["unknown_option"]


def test_the_cases_of_a_list_of_bids_are_its_bids_and_a_joker_alone() -> None:
    definitions = DOCUMENT_SCHEMA["$defs"]
    assert definitions["BidKinds"]["x-facets"] == [*definitions["BidKind"]["enum"], "single_joker"]

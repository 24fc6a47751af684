"""The schema of the ruleset document: every option it promises, and every fault that a document of the wrong shape earns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from rules import document, tidying
from rules.catalogue import PRESET_IDS, preset, validate_document
from rules.document import DOCUMENT_SCHEMA, KNOWN_PATHS, META_KEYS, OPTION_PATHS, load_yaml, override_schema, schema_components
from rules.rulings import Fault

HOUSE: dict[str, Any] = load_yaml(Path(__file__).parent / "house.yaml")

PROMISED_OPTIONS = [
    "decks",
    "kitty_size",
    "direction",
    "trump.permanent_above",
    "trump.permanent",
    "trump.no_trump_level_cards",
    "tractor.bridge_level",
    "tractor.links",
    "tractor.ace_low",
    "tractor.min_pairs",
    "formations.five_ten_king",
    "five_ten_king.forces_jokers",
    "throws.allowed",
    "throws.in_trump",
    "throws.on_failure.plays",
    "throws.on_failure.fine",
    "follow.pairs",
    "follow.tractors",
    "follow.partial_tractor",
    "follow.break_tractor_for_pair",
    "ruff.match",
    "ruff.compare",
    "ruff.connected_pairs_outrank",
    "kitty.category_from",
    "kitty.multipliers",
    "levels.ladder",
    "levels.start",
    "levels.must_defend",
    "levels.after_last",
    "advancement.base",
    "advancement.declarers",
    "advancement.attackers",
    "digs",
    "rotation.held",
    "rotation.taken",
    "stakes",
    "exposed.play_at_first_legal_chance",
    "exposed.may_not_lead_suit",
    "exposed.opponents_order",
    "offences",
    "limits",
    "rounds",
    "standings",
    "pairings",
    "bidding.companion",
    "bidding.face_down",
    "bidding.open",
    "bidding.ladder",
    "bidding.counter",
    "bidding.names_trump",
    "bidding.reinforce",
    "bidding.windows",
    "bidding.ask",
    "bidding.first_deal_seat",
    "bidding.pair_moves_seat",
    "bidding.after_counter",
    "bidding.stir",
    "bidding.no_bid",
    "bidding.simultaneous",
    "bidding.wrong_show",
    "bidding.revolution",
    "bidding.blackout",
    "bidding.level_joker",
]


def faults_of(override: Any, parent: str = "jiangsu-2007") -> list[Fault]:
    if isinstance(override, dict):
        override = {"extends": parent, **override}
    return validate_document(override)[1]


def codes_of(override: Any) -> dict[str, str]:
    return {fault.pointer: fault.code for fault in faults_of(override)}


def only_fault(override: Any) -> Fault:
    (fault,) = faults_of(override)
    return fault


# The schema itself


def test_the_schema_is_a_valid_one() -> None:
    Draft202012Validator.check_schema(DOCUMENT_SCHEMA)
    Draft202012Validator.check_schema(override_schema())


def test_every_promised_option_is_in_the_schema() -> None:
    assert [path for path in PROMISED_OPTIONS if path not in KNOWN_PATHS] == []


def test_option_paths_are_known_and_no_meta_keys() -> None:
    assert set(OPTION_PATHS) <= KNOWN_PATHS
    assert not {path.partition(".")[0] for path in KNOWN_PATHS} & META_KEYS
    assert len(set(OPTION_PATHS)) == len(OPTION_PATHS)


def test_tables_and_choices_are_one_option_each() -> None:
    assert {"kitty.multipliers", "advancement.declarers", "bidding.stir", "bidding.revolution", "digs"} <= set(OPTION_PATHS)
    assert {"kitty.multipliers.cap", "bidding.revolution.at_most", "throws.on_failure"} <= KNOWN_PATHS - set(OPTION_PATHS)


def _objects(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value, *(found for inner in value.values() for found in _objects(inner))]
    return [found for inner in value for found in _objects(inner)] if isinstance(value, list) else []


def test_every_object_is_closed_and_every_text_and_list_bounded() -> None:
    for schema in _objects(DOCUMENT_SCHEMA):
        if "properties" in schema and isinstance(schema.get("type"), str):
            assert schema["additionalProperties"] is False, schema
        if schema.get("type") == "string":
            assert "enum" in schema or "maxLength" in schema, schema
        if schema.get("type") == "array":
            assert "maxItems" in schema, schema
        if schema.get("type") == "integer":
            assert "enum" in schema or {"minimum", "maximum"} <= schema.keys(), schema


def test_everything_at_the_top_is_described_and_no_key_of_the_schema_is_empty() -> None:
    for name, schema in DOCUMENT_SCHEMA["properties"].items():
        assert document.dereferenced(schema)["description"], name
    assert all(value is not None for schema in _objects(DOCUMENT_SCHEMA) for value in schema.values())


def test_defaults_fit_their_own_schema() -> None:
    def check(schema: Any) -> None:
        for found in _objects(schema):
            if "default" in found and isinstance(found["default"], str | int | list | dict):
                validator = Draft202012Validator({**found, "$defs": DOCUMENT_SCHEMA["$defs"]})
                assert validator.is_valid(found["default"]), found

    check(DOCUMENT_SCHEMA["properties"])
    check(list(DOCUMENT_SCHEMA["$defs"].values()))


def test_components_refer_only_to_components_and_carry_no_private_keywords() -> None:
    components = schema_components()
    text = json.dumps(components)
    assert "x-whole" not in text and "$defs" not in text and "$schema" not in text
    refs = {found["$ref"] for found in _objects(components) if "$ref" in found}
    assert {ref.removeprefix("#/components/schemas/") for ref in refs} <= components.keys()
    assert {"RulesetDocument", "RulesetOverride", "RulesetMultipliers"} <= components.keys()


@pytest.mark.parametrize("name", PRESET_IDS)
def test_a_resolved_document_fits_the_published_schema(name: str) -> None:
    ruleset, _ = validate_document({"extends": name, "advancement": {"attackers": {"cap": 2}}})
    assert ruleset is not None
    validator = Draft202012Validator(DOCUMENT_SCHEMA)
    assert list(validator.iter_errors(ruleset.document)) == []
    assert list(validator.iter_errors(preset(name).document)) == []


# What a document of the wrong shape is told


def test_an_unknown_option_names_the_nearest_of_its_neighbours() -> None:
    fault = only_fault({"throws": {"alowed": False}})
    assert fault == Fault("/throws/alowed", "unknown_option", False, {"value": "throws.alowed", "nearest": "throws.allowed"})


def test_an_unknown_option_in_the_wrong_group_names_where_it_belongs() -> None:
    assert only_fault({"partial_tractor": False}).params["nearest"] == "follow.partial_tractor"
    assert only_fault({"tractor.link": []}).params["nearest"] == "tractor.links"


def test_an_option_near_to_none_names_none() -> None:
    assert "nearest" not in only_fault({"zzzzzz": 1}).params
    assert "nearest" not in only_fault({"z" * 100: 1}).params


def test_an_unknown_key_in_a_list_is_found_at_its_place() -> None:
    fault = only_fault({"digs": [{"won_with": {"rank": "A"}, "att": "A"}]})
    assert (fault.pointer, fault.code, fault.params["nearest"]) == ("/digs/0/att", "unknown_option", "digs.0.at")


def test_the_nearest_is_looked_for_a_few_times_only() -> None:
    faults = faults_of({"follow": {f"pairs{number}": True for number in range(30)}})
    assert len(faults) == 30
    assert sum("nearest" in fault.params for fault in faults) == 10
    assert all("siblings" not in fault.params for fault in faults)


@pytest.mark.parametrize(
    ("override", "pointer", "expected"),
    [
        ({"throws": {"allowed": 1}}, "/throws/allowed", "boolean"),
        ({"advancement": {"base": True}}, "/advancement/base", "integer"),
        ({"advancement": {"base": 80.5}}, "/advancement/base", "integer"),
        ({"follow": 3}, "/follow", "object"),
        ({"digs": {}}, "/digs", "array"),
        ({"title": "x"}, "/title", "object"),
        ({"kitty": {"multipliers": []}}, "/kitty/multipliers", ("string", "object")),
        ({"advancement": {"declarers": "ten"}}, "/advancement/declarers", ("array", "object")),
        ({"bidding": {"revolution": 15}}, "/bidding/revolution", ("string", "object")),
    ],
)
def test_a_wrong_type_says_what_is_expected(override: Any, pointer: str, expected: Any) -> None:
    fault = only_fault(override)
    assert (fault.pointer, fault.code, fault.params) == (pointer, "wrong_type", {"expected": expected})


@pytest.mark.parametrize(
    ("override", "pointer", "choice"),
    [
        ({"ruff": {"compare": "best"}}, "/ruff/compare", "each_kind"),
        ({"decks": 3}, "/decks", 2),
        ({"kitty_size": 6}, "/kitty_size", 8),
        ({"levels": {"start": "10"}}, "/levels/start", "T"),
        ({"kitty": {"multipliers": "three_per_card"}}, "/kitty/multipliers", "two_per_card"),
        ({"bidding": {"stir": "some"}}, "/bidding/stir", "none"),
        ({"tractor": {"links": ["joker"]}}, "/tractor/links/0", "jokers"),
        ({"digs": [{"won_with": {"rank": "1"}}]}, "/digs/0/won_with/rank", "A"),
    ],
)
def test_a_value_that_is_no_choice_is_told_the_choices(override: Any, pointer: str, choice: Any) -> None:
    fault = only_fault(override)
    assert (fault.pointer, fault.code) == (pointer, "not_a_choice")
    assert choice in fault.params["choices"]


def test_numbers_are_bounded() -> None:
    fault = only_fault({"throws": {"on_failure": {"fine": {"points": -1}}}})
    assert fault == Fault("/throws/on_failure/fine/points", "out_of_range", -1, {"minimum": 0, "maximum": 1000})
    assert only_fault({"tractor": {"min_pairs": 10**30}}).value == "a huge number"


@pytest.mark.parametrize(
    ("override", "pointer", "bounds"),
    [
        ({"levels": {"ladder": ["2"]}}, "/levels/ladder", (2, 14)),
        ({"title": {}}, "/title", (1, 500)),
        ({"title": {"en": "x" * 601}}, "/title/en", (1, 600)),
        ({"stakes": [{}] * 11}, "/stakes", (0, 10)),
        ({"readings": {f"a{n}": "x" for n in range(401)}}, "/readings", (0, 400)),
    ],
)
def test_lengths_are_bounded(override: Any, pointer: str, bounds: tuple[int, int]) -> None:
    fault = next(fault for fault in faults_of(override) if fault.pointer == pointer)
    assert (fault.code, fault.params) == ("wrong_length", {"minimum": bounds[0], "maximum": bounds[1]})


def test_texts_have_their_form() -> None:
    fault = only_fault({"trump": {"permanent": ["H1"]}})
    assert (fault.pointer, fault.code, fault.value) == ("/trump/permanent/0", "bad_format", "H1")
    assert codes_of({"offences": [{"code": "x", "tiers": {"A B": {}}}]}) == {"/offences/0/tiers/A B": "bad_format"}


def test_a_list_says_each_thing_once() -> None:
    assert codes_of({"tractor": {"links": ["jokers", "permanent", "jokers"]}}) == {"/tractor/links/2": "duplicate_entry"}


def test_of_a_choice_between_tables_the_one_that_was_meant_is_judged() -> None:
    assert codes_of({"advancement": {"attackers": {"step": 0}}}) == {"/advancement/attackers/step": "out_of_range"}
    assert codes_of({"advancement": {"attackers": [{"upto": 9, "levels": 1}]}}) == {"/advancement/attackers/0/upto": "unknown_option"}
    assert codes_of({"kitty": {"multipliers": {"single": 2, "pairs": [4, "many"]}}}) == {
        "/kitty/multipliers/singles": "missing_option",
        "/kitty/multipliers/pairs/1": "not_a_choice",
    }


def test_of_a_value_of_the_wrong_type_nothing_else_is_said() -> None:
    assert codes_of({"levels": {"start": 2}, "ruff": {"match": []}}) == {"/levels/start": "wrong_type", "/ruff/match": "wrong_type"}


def test_null_is_refused_wherever_it_stands() -> None:
    assert codes_of({"follow": None, "digs": [None], "ruff": {"match": None, "zzz": None}}) == {
        "/follow": "null_not_allowed",
        "/digs/0": "null_not_allowed",
        "/ruff/match": "null_not_allowed",
        "/ruff/zzz": "null_not_allowed",
    }
    assert all(fault.value is None for fault in faults_of({"follow": None}))


def test_every_fault_is_told_at_once_in_one_answer() -> None:
    override = {
        "throws": {"alowed": False, "in_trump": None},
        "follow": {"pairs": False, "tractors": True},
        "bidding": {"counter": {"later": "ladder"}},
        "levels": {"start": "2", "ladder": ["3", "4", "3"]},
        "clauses": [{"id": "1", "title": {"en": "x"}, "governs": ["throws.alowed"]}],
    }
    assert codes_of(override) == {
        "/throws/alowed": "unknown_option",
        "/throws/in_trump": "null_not_allowed",
        "/follow/tractors": "contradiction",
        "/bidding/ladder": "missing_option",
        "/levels/ladder/2": "duplicate_entry",
        "/clauses/0/governs/0": "unknown_option",
    }


def test_only_so_many_faults_are_told() -> None:
    assert len(faults_of({f"zz{number}": 1 for number in range(400)})) == tidying.MAX_FAULTS
    assert len(faults_of({f"zz{number}": None for number in range(400)})) == tidying.MAX_FAULTS
    assert (
        len(faults_of({"clauses": [{"id": "1", "title": {"en": "x"}, "governs": [f"z{n}" for n in range(100)]}] * 2})) == tidying.MAX_FAULTS
    )


# Hostile documents


def nested(depth: int, value: Any = 1) -> Any:
    for _ in range(depth):
        value = {"a": value}
    return value


def test_depth_is_bounded() -> None:
    assert codes_of({"follow": nested(100_000)})["/follow" + "/a" * 15] == "too_deep"


def test_the_number_of_values_is_bounded() -> None:
    faults = faults_of({"digs": [[["x"] * 490] * 490]})
    assert "too_large" in {fault.code for fault in faults}


def test_lists_objects_texts_and_keys_are_bounded() -> None:
    assert codes_of({"digs": [1] * 501}) == {"/digs": "wrong_length"}
    assert codes_of({"follow": dict.fromkeys(map(str, range(501)), 1)}) == {"/follow": "wrong_length"}
    assert codes_of({"direction": "x" * 100_000}) == {"/direction": "wrong_length"}
    (fault,) = faults_of({"k" * 10_000: 1})
    assert fault.code == "unknown_option" and len(fault.pointer) < 200
    assert validate_document(dict.fromkeys(map(str, range(501)), 1))[1][0].code == "wrong_length"


@pytest.mark.parametrize("text", ["a\x00b", "line\nbreak", "\x7f", "\ud800", "江\x00", "\x1b[31m"])
def test_control_characters_and_lone_surrogates_are_refused_in_texts_and_keys(text: str) -> None:
    assert codes_of({"title": {"en": text}}) == {"/title/en": "text_not_allowed"}
    assert [fault.code for fault in faults_of({text: 1})] == ["unknown_option"]
    assert [fault.code for fault in faults_of({"follow": {text: None}})] == ["unknown_option"]
    assert [fault.code for fault in faults_of({text * 200: None})] == ["unknown_option"]


def test_what_is_no_json_is_refused() -> None:
    assert codes_of({"follow": {1, 2}}) == {"/follow": "wrong_type"}
    assert codes_of({"follow": {3: True}}) == {"/follow/3": "unknown_option"}
    assert [fault.code for fault in validate_document({"title": object(), b"x": object()})[1]][:2] == ["wrong_type", "unknown_option"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), 0.5])
def test_numbers_that_are_not_whole_are_refused_and_can_be_echoed(number: float) -> None:
    fault = only_fault({"advancement": {"base": number}})
    assert fault.code == "wrong_type"
    assert b"null" not in orjson.dumps(fault.value)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    ruleset, faults = validate_document({"extends": "jiangsu-2007", "advancement": {"base": 100.0}})
    assert faults == [] and ruleset is not None
    assert ruleset.document["advancement"]["base"] == 100 and type(ruleset.options.advancement.base) is int


def test_an_echoed_value_is_bounded_and_has_no_null() -> None:
    shown = tidying.shown({"a": [[[[1]]]], "b": ["x" * 1000] * 100, "c": None, "d": (1, 2.5, object), "e": {1, 2}})
    assert shown["a"] == [["…"]]
    assert len(shown["b"]) == 8 and len(shown["b"][0]) < 130
    assert (shown["c"], shown["e"]) == ("null", "set")
    assert orjson.dumps(shown)


@pytest.mark.parametrize("value", ["x", 3, [], None, True])
def test_a_document_that_is_no_object_is_of_the_wrong_type(value: Any) -> None:
    assert [(fault.pointer, fault.code) for fault in faults_of(value)] == [("", "wrong_type")]


def test_the_house_rules_of_the_tests_are_valid() -> None:
    assert validate_document(HOUSE)[1] == []

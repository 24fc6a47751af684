"""The schema of the ruleset document: every option it promises, and every fault that a document of the wrong shape earns."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules import document, judging, texts, tidying
from rules.catalogue import PRESET_IDS, preset, validate_document
from rules.document import DOCUMENT_SCHEMA, KNOWN_PATHS, META_KEYS, OPTION_PATHS, load_yaml, override_schema, schema_components
from rules.resolving import Link, ruleset_of
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
    "exposed.counts_as",
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


@pytest.mark.parametrize("path", sorted(KNOWN_PATHS))
def test_an_option_written_as_one_key_is_told_the_object_and_never_itself(path: str) -> None:
    near = judging.nearest_option(path)
    assert near is None or json.loads(near.replace("…", "0")).keys() == {path.partition(".")[0]}
    assert judging.nearest_option(path, [path.rpartition(".")[2]]) != path


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
    assert only_fault({"tractor": {"min_pairs": 10**30}}).value is None
    assert only_fault({"tractor": {"min_pairs": 10**5000}}).value is None


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


def of_a_choice(place: str, value: Any) -> Any:
    table = {"single": 1, "singles": 1, "pairs": [2]}
    return {
        "attackers": {"advancement": {"attackers": value}},
        "then": {"kitty": {"multipliers": {**table, "then": value}}},
        "won_with": {"digs": [{"won_with": value, "final": True}]},
    }[place]


PLACES = {"attackers": "/advancement/attackers", "then": "/kitty/multipliers/then", "won_with": "/digs/0/won_with"}


@pytest.mark.parametrize(
    ("place", "value", "below", "code"),
    [
        ("attackers", {"bands": [], "cap": 1}, "/bands", "wrong_length"),
        ("attackers", {"bands": [{"levels": 1}], "cap": -1}, "/cap", "out_of_range"),
        ("attackers", {"band": [{"levels": 1}]}, "/band", "unknown_option"),
        ("then", {"times": 1}, "/times", "out_of_range"),
        ("then", {"plus": 0}, "/plus", "out_of_range"),
        ("won_with", {"copies": 2}, "/rank", "missing_option"),
        ("won_with", {"formation": "throw"}, "/formation", "not_a_choice"),
        ("won_with", {"formation": "pair", "suit": "H"}, "/suit", "unknown_option"),
    ],
)
def test_of_a_choice_between_objects_the_one_that_knows_the_keys_is_judged(place: str, value: Any, below: str, code: str) -> None:
    assert codes_of(of_a_choice(place, value)) == {PLACES[place] + below: code}


@pytest.mark.parametrize(
    ("place", "value", "below", "what"),
    [
        ("attackers", {"bands": [{"levels": 1}], "step": 40}, "/bands", "step"),
        ("attackers", {"cap": 2, "bands": [{"levels": 1}], "step": 40}, "/bands", "step"),
        ("then", {"plus": 1, "times": 2}, "/times", "plus"),
        ("won_with", {"rank": "A", "formation": "pair"}, "/formation", "rank"),
        ("won_with", {"copies": 2, "formation": "pair"}, "/copies", "formation"),
    ],
)
def test_keys_of_two_objects_of_a_choice_exclude_each_other(place: str, value: Any, below: str, what: str) -> None:
    fault = only_fault(of_a_choice(place, value))
    assert (fault.pointer, fault.code) == (PLACES[place] + below, "contradiction")
    assert fault.params == {"what": PLACES[place][1:].replace("/", ".") + "." + what}


@pytest.mark.parametrize(
    ("place", "choices"), [("attackers", ("step", "cap", "bands")), ("then", ("plus", "times")), ("won_with", ("rank", "formation"))]
)
def test_where_nothing_tells_which_object_was_meant_any_of_them_would_do(place: str, choices: tuple[str, ...]) -> None:
    fault = only_fault(of_a_choice(place, {}))
    assert (fault.pointer, fault.code, fault.params) == (PLACES[place], "missing_one_of", {"choices": choices})
    near = {fault.pointer: fault.params.get("nearest") for fault in faults_of(of_a_choice(place, {choices[-1] + "s": 1}))}
    assert near[f"{PLACES[place]}/{choices[-1]}s"] == PLACES[place][1:].replace("/", ".") + "." + choices[-1]


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


BAD_SHAPES: list[dict[str, Any]] = [
    {"clauses": [5]},
    {"offences": [5]},
    {"readings": 5},
    {"bidding": 5},
    {"bidding": {"counter": 5, "stir": {"order": 5}}},
    {"digs": [5]},
    {"digs": [{}]},
    {"offences": [{"code": "x", "tiers": 5, "steps": {}}]},
    {"stakes": [5]},
    {"levels": 5},
    {"levels": {"ladder": 5, "must_defend": 5}},
    {"levels": {"ladder": [[1]], "must_defend": [{}]}},
    {"advancement": {"declarers": [5], "attackers": 5}},
    {"advancement": {"base": {}, "declarers": {"bands": 5, "cap": 1}}},
    {"trump": 5, "throws": [], "kitty": "x"},
    {"clauses": [{"id": [], "governs": [[]]}], "offences": [{"code": []}], "readings": {"a": []}},
    {"title": 5, "source": [], "languages": [5]},
]
LONG_LISTS: list[dict[str, Any]] = [
    {"levels": {"ladder": [[number] for number in range(500)]}},
    {"levels": {"must_defend": [[number] for number in range(500)]}},
    {"trump": {"permanent": [[number] for number in range(500)]}},
    {"tractor": {"links": [[number] for number in range(500)]}},
    *({key: [[number] for number in range(500)]} for key in ("digs", "stakes", "languages", "clauses", "offences")),
]


def many(count: int) -> dict[str, Any]:
    """So many faults that come before all others."""
    return {f"x{number}": 1 for number in range(count)}


@pytest.mark.parametrize("count", [0, 98, 99, 100, 101, 400])
@pytest.mark.parametrize("bad", [*BAD_SHAPES, *LONG_LISTS])
def test_a_bad_shape_is_never_hidden_by_other_faults(bad: dict[str, Any], count: int) -> None:
    for override in ({**many(count), **bad}, {**bad, **many(count)}, {**dict.fromkeys(many(count)), **bad}):
        assert min(count + 1, tidying.MAX_FAULTS) <= len(faults_of(override)) <= tidying.MAX_FAULTS
        assert min(count, tidying.MAX_FAULTS) <= len(validate_document({**override, "extends": "nobody"})[1]) <= tidying.MAX_FAULTS


@pytest.mark.parametrize("bad", BAD_SHAPES)
def test_several_faults_at_one_place_hide_no_bad_shape(bad: dict[str, Any]) -> None:
    twice_wrong = {"governs": [f"{'A' * 101}{number}" for number in range(90)], "id": "1", "title": {"en": "x"}}
    assert faults_of({"clauses": [twice_wrong], **bad})


# Hostile documents


@pytest.mark.parametrize(
    ("override", "told"),
    [({"digs": [[]] * 500}, 41), ({"tractor": {"links": ["jokers"] * 500}}, 5), ({"offences": [{"code": "x", "tiers": many(500)}]}, 21)],
)
def test_nothing_is_judged_beyond_the_greatest_length(override: dict[str, Any], told: int) -> None:
    codes = list(codes_of(override).values())
    assert (len(codes), codes.count("wrong_length")) == (told, 1)


def test_of_a_document_of_too_many_values_nothing_else_is_said() -> None:
    assert list(codes_of({"digs": [[["x"] * 490] * 490], "zz": 1}).values()) == ["too_large"]


TITLE = {"en": "x"}
HOSTILE: dict[str, dict[str, Any]] = {
    "unsortable lists": {"clauses": [{"id": "1", "title": TITLE, "governs": [*(f"a{n}" for n in range(194)), {}]}] * 99},
    "long lists without order": {"clauses": [{"id": "1", "title": TITLE, "governs": [*(f"a{n}" for n in range(498)), {}]}] * 39},
    "lists of objects": {"trump": {"permanent": [{"a": number, "b": [{}] * 18} for number in range(490)]}},
    "valid clauses": {"clauses": [{"id": str(n), "title": TITLE, "governs": sorted(KNOWN_PATHS)[:93]} for n in range(200)]},
    "valid effects": {
        "offences": [{"code": f"c{n}", "steps": [{"effects": [{"kind": "exposed", "points": 1}] * 3}] * 17} for n in range(98)]
    },
    "unknown options": {f"x{number}": [["y" * 50] * 4] * 7 for number in range(490)},
    "unknown keys of a choice": {"advancement": {"declarers": {"bands": [{f"x{n}": [1] * 8 for n in range(40)}] * 50, "cap": 1}}},
    "long texts": {"readings": {str(number): "é" * 1200 for number in range(400)}},
    "long keys": {"throws": {f"{'é' * 196}{n}": {f"{'é' * 190}{m}": 1 for m in range(4)} for n in range(490)}},
}


MOST_CALLS = 1_500_000
"""Calls while one document is judged, a tenth of a second: unlike time they do not depend on what else the machine does."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_judged_in_a_moment(name: str) -> None:
    chosen = {"extends": "jiangsu-2007", **HOSTILE[name]}
    assert len(orjson.dumps(chosen)) < 2**20
    link = Link("x", 1, chosen)
    ruleset_of([link], base=preset("jiangsu-2007"))
    calls = 0

    def counted(_: Any, event: str, __: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        ruleset_of([link], base=preset("jiangsu-2007"))
    finally:
        sys.setprofile(None)
    assert calls < MOST_CALLS


BROKEN: list[Any] = [*BAD_SHAPES, *LONG_LISTS, *HOSTILE.values()]


@pytest.mark.parametrize("index", range(len(BROKEN)))
def test_the_fast_judge_refuses_what_the_published_schema_refuses(index: int) -> None:
    assert bool(judging.shape_faults(BROKEN[index])) is not Draft202012Validator(override_schema()).is_valid(BROKEN[index])


@given(st.sampled_from(PRESET_IDS), st.data())
def test_the_fast_judge_agrees_with_the_published_schema(name: str, data: st.DataObject) -> None:
    """A preset with one of its values, at any depth, replaced."""
    whole = json.loads(json.dumps({key: preset(name).document[key] for key in preset(name).document if key != "clauses"}))
    value: Any = whole
    while True:
        key = data.draw(st.sampled_from(sorted(value))) if isinstance(value, dict) else data.draw(st.sampled_from(range(len(value))))
        if not isinstance(value[key], dict | list) or not value[key] or data.draw(st.booleans()):
            break
        value = value[key]
    value[key] = data.draw(
        st.sampled_from([0, 1, True, -1, "x", "2", "none", [], [2, 2], ["2", "2"], [True, 1], {}, {"cap": 1}, {"en": "x"}])
    )
    assert (judging.shape_faults(whole) == []) is Draft202012Validator(override_schema()).is_valid(whole)


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
def test_numbers_that_are_not_whole_are_refused_and_echoed_where_json_has_them(number: float) -> None:
    fault = only_fault({"advancement": {"base": number}})
    assert (fault.code, fault.value) == ("wrong_type", number if math.isfinite(number) else None)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    ruleset, faults = validate_document({"extends": "jiangsu-2007", "advancement": {"base": 100.0}})
    assert faults == [] and ruleset is not None
    assert ruleset.document["advancement"]["base"] == 100 and type(ruleset.options.advancement.base) is int


@pytest.mark.parametrize("value", [0, False, "", "x" * 200, ["H3"] * 33, {"a": [[[[1, 2.5]]]]}, {"k" * 100: ()}])
def test_a_short_value_is_echoed_whole(value: Any) -> None:
    assert tidying.shown(value) == value


@pytest.mark.parametrize(
    "value",
    [
        *(None, [None], {"a": None}, [float("nan")], 2**53 + 1, "\ud800", object(), {1, 2}),
        *("x" * 201, ["x" * 150] * 2, [[]] * 101, {"k" * 201: 1}, {str(n): n for n in range(101)}),
    ],
)
def test_what_is_long_or_cannot_be_echoed_is_not(value: Any) -> None:
    assert tidying.shown(value) is None


def test_every_pattern_of_the_document_has_words_for_its_form() -> None:
    def patterns(schema: Any) -> Iterator[Any]:
        if isinstance(schema, dict):
            yield from [schema] if isinstance(schema.get("pattern"), str) else []
            yield from (found for inner in schema.values() for found in patterns(inner))
        elif isinstance(schema, list):
            yield from (found for inner in schema for found in patterns(inner))

    forms = {schema.get("x-format") for schema in patterns(DOCUMENT_SCHEMA)}
    assert len(forms) > 1
    forms |= {"match_id", "moment"}  # of a match that is brought in
    assert {f"words.formats.{form}" for form in forms} == {key for key in texts.catalogue("en") if key.startswith("words.formats.")}


@pytest.mark.parametrize("value", ["x", 3, [], None, True])
def test_a_document_that_is_no_object_is_of_the_wrong_type(value: Any) -> None:
    assert [(fault.pointer, fault.code) for fault in faults_of(value)] == [("", "wrong_type")]


def test_the_house_rules_of_the_tests_are_valid() -> None:
    assert validate_document(HOUSE)[1] == []

"""The catalogue: presets, references of every form, chains of `extends`, the cache, differences; and no document makes it stumble."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rules import catalogue
from rules.catalogue import MAX_CHAIN, PRESET_IDS, Difference, Lookup, Stored, diff, load_preset, preset, resolve, validate_document
from rules.document import DOCUMENT_SCHEMA, OPTION_PATHS, load_yaml
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError

HOUSE: dict[str, Any] = load_yaml(Path(__file__).parent / "house.yaml")


def faults_of(reference: Any, lookup: Lookup = catalogue.presets_only) -> list[Fault]:
    with pytest.raises(InputError) as caught:
        resolve(reference, lookup)
    return list(caught.value.faults)


def codes_of(reference: Any, lookup: Lookup = catalogue.presets_only) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in faults_of(reference, lookup)]


def shelf(**documents: Any) -> Callable[[str, int | None], Stored | None]:
    """A lookup of saved rulesets, each of revisions 1 to 3, the newest 3."""

    def lookup(name: str, revision: int | None) -> Stored | None:
        document = documents.get(name.replace("-", "_"))
        return None if document is None or (revision or 1) > 3 else Stored(revision or 3, document)

    return lookup


# Presets


def test_there_are_the_seven_presets() -> None:
    assert PRESET_IDS == (
        "anhui-tcm-2009",
        "chaodipi-unified",
        "gongxiao-2013",
        "guizhou-2010",
        "jiangsu-2007",
        "march8-2012",
        "nantong-chaodipi",
    )


@pytest.mark.parametrize("name", PRESET_IDS)
def test_a_preset_is_found_by_id_and_by_its_only_revision(name: str) -> None:
    assert resolve(name) is preset(name) is resolve(f"{name}@1")
    assert (preset(name).id, preset(name).revision, preset(name).inline) == (name, 1, False)


def test_a_preset_that_is_none_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        preset("jiangsu")


@pytest.mark.parametrize(
    "change",
    [{"decks": 3}, {"extends": "jiangsu-2007"}, {"id": "another"}, {"revision": 2}, {"follow": {"pairs": False, "tractors": True}}],
)
def test_a_preset_at_fault_does_not_load(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(yaml.safe_dump({**HOUSE, **change}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"house\.yaml"):
        load_preset(path)


def test_a_preset_loads_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(yaml.safe_dump({**HOUSE, "id": "house", "revision": 1}), encoding="utf-8")
    assert load_preset(path).id == "house"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="wrong_type"):
        load_preset(path)


# References


@pytest.mark.parametrize("reference", ["jiangsu-2007@9", "jiangsu-2007@", "jiangsu-2007@01", "jiangsu-2007@1@1", "Jiangsu-2007"])
def test_another_revision_of_a_preset_is_not_found_but_the_preset_is_near(reference: str) -> None:
    assert faults_of(reference) == [Fault("/ruleset", "ruleset_not_found", reference, {"nearest": "jiangsu-2007"})]


@pytest.mark.parametrize("reference", ["", "@", "our-club", "x" * 100_000, "a\x00b", "\ud800", "../../etc"])
def test_a_name_that_means_nothing_is_not_found(reference: str) -> None:
    (fault,) = faults_of(reference)
    assert (fault.pointer, fault.code) == ("/ruleset", "ruleset_not_found")
    assert fault.value == (None if len(reference) > 200 or reference == "\ud800" else reference)
    assert "nearest" not in fault.params


@pytest.mark.parametrize("reference", [3, None, [], True, 1.5])
def test_a_reference_is_a_text_or_an_object(reference: Any) -> None:
    assert codes_of(reference) == [("/ruleset", "wrong_type")]


def test_an_inline_object_bears_the_name_of_its_parent() -> None:
    ruleset = resolve({"extends": "guizhou-2010@1", "throws": {"allowed": False}})
    assert (ruleset.id, ruleset.revision, ruleset.inline) == ("guizhou-2010", 1, True)
    assert not ruleset.options.throws.allowed


def test_an_inline_object_without_parent_must_be_whole() -> None:
    ruleset = resolve(HOUSE)
    assert (ruleset.id, ruleset.revision, ruleset.inline) == ("inline", 1, True)
    assert codes_of({"throws": {"allowed": 3, "on_failure": {"plays": "lowest"}}}) == [
        ("/ruleset/throws/allowed", "wrong_type"),
        ("/ruleset/extends", "missing_extends"),
        ("/ruleset/throws/on_failure/fine/points", "missing_option"),
        ("/ruleset/throws/on_failure/fine/per", "missing_option"),
    ]


def test_what_an_object_without_parent_leaves_out_whole_is_told_once_and_after_what_it_says_wrong() -> None:
    def faults(reference: dict[str, Any]) -> list[tuple[str, str, Any]]:
        return [(fault.pointer, fault.code, fault.params.get("options")) for fault in faults_of(reference)]

    groups = ("direction", "throws", "kitty", "levels", "rotation")
    assert faults({}) == [("/ruleset/extends", "missing_extends", groups)]
    assert faults({"code": "x"}) == [("/ruleset/code", "unknown_option", None), ("/ruleset/extends", "missing_extends", groups)]
    house = {key: value for key, value in HOUSE.items() if key not in ("direction", "rotation")}
    assert faults(house) == [("/ruleset/extends", "missing_extends", ("direction", "rotation"))]
    assert [code for _, code, _ in faults({"levels": 3})] == ["wrong_type", "missing_extends"]
    assert faults({"levels": 3})[1][2] == ("direction", "throws", "kitty", "rotation")


def test_an_archived_ruleset_is_found_by_a_revision_alone() -> None:
    def look(name: str, revision: int | None) -> Stored | None:
        return Stored(revision or 4, {"extends": "jiangsu-2007"}, archived=True)

    assert resolve("club@4", look).revision == 4
    for reference, pointer in (("club", "/ruleset"), ({"extends": "club"}, "/ruleset/extends")):
        assert faults_of(reference, look) == [Fault(pointer, "ruleset_archived", "club", {"revision": 4})]


def test_an_unknown_parent_is_told_with_all_other_faults() -> None:
    reference = {"extends": "jiangsu", "throws": {"alowed": False}, "follow": {"pairs": False, "tractors": True}, "decks": 3}
    assert codes_of(reference) == [
        ("/ruleset/extends", "ruleset_not_found"),
        ("/ruleset/decks", "not_a_choice"),
        ("/ruleset/throws/alowed", "unknown_option"),
        ("/ruleset/follow/tractors", "contradiction"),
    ]
    assert codes_of({"extends": "no such name"}) == [("/ruleset/extends", "ruleset_not_found")]


@pytest.mark.parametrize(("parent", "code"), [(None, "null_not_allowed"), (3, "wrong_type"), ([], "wrong_type"), ({}, "wrong_type")])
def test_a_parent_is_named_by_a_text(parent: Any, code: str) -> None:
    assert codes_of({"extends": parent, "decks": 3}) == [("/ruleset/extends", code), ("/ruleset/decks", "not_a_choice")]


def test_pointers_begin_where_the_caller_says() -> None:
    with pytest.raises(InputError) as caught:
        resolve({"extends": "jiangsu-2007", "decks": 3}, pointer="/requests/0/ruleset")
    assert [fault.pointer for fault in caught.value.faults] == ["/requests/0/ruleset/decks"]
    assert validate_document({"extends": "jiangsu-2007", "decks": 3})[1][0].pointer == "/decks"
    assert validate_document({"extends": "jiangsu-2007", "decks": 3}, pointer="/ruleset")[1][0].pointer == "/ruleset/decks"


def test_a_valid_document_is_a_ruleset_without_faults() -> None:
    ruleset, faults = validate_document({"extends": "jiangsu-2007"})
    assert isinstance(ruleset, Ruleset) and faults == []


# Saved rulesets and chains


def test_a_saved_ruleset_is_found_by_name_and_revision() -> None:
    lookup = shelf(our_club={"extends": "jiangsu-2007", "ruff": {"compare": "any_kind"}})
    newest, pinned = resolve("our-club", lookup), resolve("our-club@2", lookup)
    assert (newest.id, newest.revision, newest.inline) == ("our-club", 3, False)
    assert (pinned.revision, pinned.options.ruff.compare) == (2, "any_kind")
    assert pinned.ground("ruff.compare").basis == "option" and pinned.ground("ruff.match").basis != "option"
    assert codes_of("our-club@4", lookup) == [("/ruleset", "ruleset_not_found")]


def test_an_inline_object_over_a_saved_one_inherits_through_the_chain() -> None:
    lookup = shelf(
        club={"extends": "gongxiao-2013", "ruff": {"compare": "any_kind"}, "advancement": {"base": 100}},
        evening={"extends": "club@2", "advancement": {"base": 120}},
    )
    ruleset = resolve({"extends": "evening@1", "direction": "clockwise"}, lookup)
    assert (ruleset.id, ruleset.revision, ruleset.inline) == ("evening", 1, True)
    assert (ruleset.options.ruff.compare, ruleset.options.advancement.base, ruleset.options.direction) == ("any_kind", 120, "clockwise")
    assert len(ruleset.layers) == 4


def test_the_name_of_a_preset_never_asks_the_lookup() -> None:
    def lookup(name: str, revision: int | None) -> Stored | None:
        raise AssertionError(name)

    assert resolve("jiangsu-2007", lookup) is preset("jiangsu-2007")
    assert resolve({"extends": "jiangsu-2007"}, lookup).id == "jiangsu-2007"
    assert codes_of("jiangsu-2007@7", lookup) == [("/ruleset", "ruleset_not_found")]


def test_a_parent_that_is_gone_is_named() -> None:
    lookup = shelf(club={"extends": "lost"})
    assert faults_of("club", lookup) == [Fault("/ruleset", "ruleset_not_found", "lost")]
    assert faults_of({"extends": "club"}, lookup) == [Fault("/ruleset/extends", "ruleset_not_found", "lost")]


def test_a_circle_is_refused() -> None:
    lookup = shelf(a={"extends": "b"}, b={"extends": "a"})
    assert codes_of("a", lookup) == [("/ruleset", "extends_cycle")]
    assert codes_of({"extends": "a", "decks": 3}, lookup) == [("/ruleset/extends", "extends_cycle"), ("/ruleset/decks", "not_a_choice")]


def test_a_long_chain_is_refused() -> None:
    def lookup(name: str, revision: int | None) -> Stored:
        number = int(name.removeprefix("n"))
        return Stored(1, {"extends": f"n{number - 1}" if number else "jiangsu-2007"})

    assert resolve({"extends": f"n{MAX_CHAIN - 2}"}, lookup).id == f"n{MAX_CHAIN - 2}"
    assert codes_of({"extends": f"n{MAX_CHAIN - 1}"}, lookup) == [("/ruleset/extends", "extends_too_deep")]
    assert codes_of("n999", lookup) == [("/ruleset", "extends_too_deep")]


def test_a_saved_document_at_fault_is_told_by_its_name_alone() -> None:
    lookup = shelf(club={"extends": "jiangsu-2007", "decks": 3}, odd=["no object"])
    assert codes_of("club", lookup) == [("/ruleset", "ruleset_not_valid")]
    assert faults_of({"extends": "club@2", "direction": 3}, lookup) == [Fault("/ruleset/extends", "ruleset_not_valid", "club@2")]


# The cache


def test_a_repeated_inline_object_is_compiled_once() -> None:
    reference = {"extends": "jiangsu-2007", "follow": {"pairs": False}, "ruff": {"match": "cover"}}
    again = {"ruff": {"match": "cover"}, "follow": {"pairs": False}, "extends": "jiangsu-2007"}
    assert resolve(reference) is resolve(copy.deepcopy(reference)) is resolve(again)
    assert resolve({**reference, "follow": {"pairs": True}}) is not resolve(reference)


def test_a_repeated_faulty_object_has_the_same_faults_at_its_own_place() -> None:
    reference = {"extends": "jiangsu-2007", "decks": 5}
    assert faults_of(reference) == faults_of(reference)
    assert validate_document(reference)[1][0].pointer == "/decks"


def test_true_is_not_one_in_the_cache() -> None:
    assert codes_of({"extends": "jiangsu-2007", "follow": {"pairs": 1}}) == [("/ruleset/follow/pairs", "wrong_type")]
    assert resolve({"extends": "jiangsu-2007", "follow": {"pairs": True}}).options.follow.pairs


def test_the_callers_object_may_change_afterwards() -> None:
    reference = {"extends": "jiangsu-2007", "tractor": {"links": ["jokers"]}}
    ruleset = resolve(reference)
    reference["tractor"]["links"].append("joker_level")  # type: ignore[index]
    assert ruleset.document["tractor"]["links"] == ["jokers"]


def test_the_cache_is_bounded() -> None:
    for number in range(catalogue.CACHE_SIZE + 20):
        resolve({"extends": "jiangsu-2007", "title": {"en": f"Rules {number}"}})
    assert len(catalogue._KEPT) == catalogue.CACHE_SIZE
    first = {"extends": "jiangsu-2007", "title": {"en": "Rules 40"}}
    kept = resolve(first)
    for number in range(catalogue.CACHE_SIZE - 1):
        resolve({"extends": "jiangsu-2007", "title": {"en": f"More {number}"}})
    assert resolve(first) is kept
    assert len(catalogue._KEPT) == catalogue.CACHE_SIZE


def test_a_long_object_is_kept_under_a_short_key() -> None:
    key = catalogue._key_of({"title": {"en": "x" * 10_000}})
    assert key is not None and len(key) <= 64


def test_what_has_no_json_is_judged_all_the_same() -> None:
    assert catalogue._key_of({"x": 2**70}) is None
    assert codes_of({"extends": "jiangsu-2007", "advancement": {"base": 2**70}}) == [("/ruleset/advancement/base", "out_of_range")]


def test_saved_documents_of_one_name_and_another_content_are_kept_apart() -> None:
    one, other = shelf(club={**HOUSE, "direction": "clockwise"}), shelf(club=HOUSE)
    assert resolve("club", one).options.direction == "clockwise"
    assert resolve("club", other).options.direction == "counterclockwise"
    assert resolve("club", one) is resolve("club", one)
    assert resolve({"extends": "club"}, one).options.direction == "clockwise"
    assert resolve({"extends": "club"}, other).options.direction == "counterclockwise"


# Differences


def test_a_ruleset_does_not_differ_from_itself() -> None:
    assert diff(preset("jiangsu-2007"), resolve({"extends": "jiangsu-2007", "title": {"en": "x"}})) == []


def test_a_difference_names_both_values_and_what_they_rest_on() -> None:
    parent = preset("jiangsu-2007")
    child = resolve({"extends": "jiangsu-2007", "ruff": {"compare": "highest_kind"}, "throws": {"on_failure": {"fine": {"cap": 40}}}})
    assert diff(parent, child) == [
        Difference("throws.on_failure.fine.cap", None, 40, None, "option"),
        Difference("ruff.compare", "each_kind", "highest_kind", "printed", "option"),
    ]


def test_the_order_of_an_unordered_list_is_no_difference() -> None:
    links = ["offlevel_top", "level_offlevel", "joker_level", "jokers"]
    assert diff(preset("jiangsu-2007"), resolve({"extends": "jiangsu-2007", "tractor": {"links": links}})) == []
    fewer = resolve({"extends": "jiangsu-2007", "tractor": {"links": ["jokers"]}})
    assert [difference.path for difference in diff(preset("jiangsu-2007"), fewer)] == ["tractor.links"]


def test_differences_stand_in_the_order_of_the_schema() -> None:
    paths = [difference.path for difference in diff(preset("jiangsu-2007"), preset("guizhou-2010"))]
    assert paths == sorted(paths, key=OPTION_PATHS.index) and "levels.ladder" in paths


# Whatever comes

texts = st.text(max_size=6) | st.sampled_from(["", "A", "2", "joker", "start", "none", "ladder", "redeal", "cards", "S", "jiangsu-2007"])
scalars = st.none() | st.booleans() | st.integers(-5, 200) | st.integers() | st.floats() | texts
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12)


def _values(schema: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Mostly what the schema asks for, now and then something else."""
    from rules.document import dereferenced

    schema = dereferenced(schema)
    if "enum" in schema:
        right: st.SearchStrategy[Any] = st.sampled_from(schema["enum"])
    elif "oneOf" in schema:
        right = st.one_of([_values(branch, depth + 1) for branch in schema["oneOf"]])
    elif schema.get("type") == "boolean":
        right = st.booleans()
    elif schema.get("type") == "integer":
        right = st.integers(schema["minimum"] - 1, min(schema["maximum"], 200))
    elif schema.get("type") == "array":
        right = st.lists(_values(schema["items"], depth + 1), max_size=3)
    elif "properties" in schema:
        right = st.fixed_dictionaries({}, optional={key: _values(value, depth + 1) for key, value in schema["properties"].items()})
    else:
        right = texts
    return st.one_of(right, right, right, right, anything) if depth else right


GROUPS = {key: _values(value, 1) for key, value in DOCUMENT_SCHEMA["properties"].items() if key not in ("extends", "id", "revision")}
nearly_right = st.lists(st.sampled_from(sorted(GROUPS)), max_size=4, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({"extends": st.sampled_from(PRESET_IDS), **{key: GROUPS[key] for key in keys}})
)


def check_outcome(document: Any) -> None:
    ruleset, faults = validate_document(document)
    assert (ruleset is None) == bool(faults)
    for fault in faults:
        assert fault.pointer == "" or fault.pointer.startswith("/")
        assert len(fault.pointer.encode()) < 4_000
        assert fault.value is None or b"null" not in orjson.dumps(fault.value) or "null" in str(fault.value)
        assert all(value is not None for value in fault.params.values())
    if ruleset is not None:
        assert ruleset.options.levels.start in ruleset.options.levels.ladder
        assert all(ruleset.ground(path).option for path in OPTION_PATHS[:40])


@given(anything)
def test_any_json_value_is_a_ruleset_or_faults(document: Any) -> None:
    check_outcome(document)


@given(st.dictionaries(st.sampled_from(list(DOCUMENT_SCHEMA["properties"])), anything, max_size=5))
def test_any_value_under_a_known_key_is_a_ruleset_or_faults(document: Any) -> None:
    check_outcome(document)


@given(nearly_right)
def test_a_document_that_is_nearly_right_is_a_ruleset_or_faults(document: Any) -> None:
    check_outcome(document)


@given(st.sampled_from(PRESET_IDS), st.sampled_from(OPTION_PATHS))
def test_an_override_with_the_presets_own_values_changes_nothing_but_the_ground(name: str, path: str) -> None:
    group = path.partition(".")[0]
    document = preset(name).document
    if group in document:
        child = resolve({"extends": name, group: document[group]})
        assert diff(preset(name), child) == []
        assert child.ground(group).basis == "option"

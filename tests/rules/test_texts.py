"""The catalogues of texts: the same keys, the same placeholders, a text for every code."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from rules import codes, texts
from rules.cards import TOKENS
from rules.rulings import Violation

RULES = Path(texts.__file__).parent


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_catalogues_have_the_same_keys_and_placeholders(language: str) -> None:
    english, other = texts.catalogue("en"), texts.catalogue(language)
    assert english.keys() == other.keys()
    assert {key: placeholders(english[key]) for key in english} == {key: placeholders(other[key]) for key in english}
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize(
    ("family", "expected"), [("faults", codes.FAULTS), ("problems.title", codes.PROBLEMS), ("problems.detail", codes.PROBLEMS)]
)
def test_every_code_has_a_text(family: str, expected: tuple[str, ...]) -> None:
    told = {key.removeprefix(f"{family}.") for key in texts.catalogue("en") if key.startswith(f"{family}.")}
    assert told == set(expected)


def test_every_card_has_a_name_of_its_own() -> None:
    for language in texts.LANGUAGES:
        assert len({texts.card_name(language, card) for card in range(len(TOKENS))}) == len(TOKENS)


def codes_in(call: str, position: int) -> set[str]:
    """The codes written out in calls of the engine."""
    found: set[str] = set()
    for file in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == call
                and len(node.args) > position
            ):
                inner = ast.walk(node.args[position])
                found |= {item.value for item in inner if isinstance(item, ast.Constant) and isinstance(item.value, str)}
    return found


def codes_named() -> set[str]:
    """The codes that are put into a variable `code` first."""
    found: set[str] = set()
    for file in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["code"]:
                values = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
                found |= {value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    return found


def test_the_engine_uses_declared_codes_only() -> None:
    assert codes_named() <= {*codes.RULINGS, *codes.VIOLATIONS}
    assert codes_in("Fault", 1) <= set(codes.FAULTS)
    assert codes_in("Ruling", 0) <= {*codes.RULINGS, *codes.VIOLATIONS}
    assert codes_in("Violation", 0) <= set(codes.VIOLATIONS)


def test_a_parameter_that_was_not_given_reads_as_an_ellipsis() -> None:
    assert "…" in texts.text("en", "faults", "unknown_suit", {"value": "X"})


def test_a_code_of_several_cases_has_a_text_for_each() -> None:
    assert texts.text("en", "notation", "declarers_hold", {"case": "points"}) == "the declarers hold the deal"
    assert "sanction" in texts.text("en", "notation", "declarers_hold", {"case": "sanction"})


def test_long_values_are_shortened() -> None:
    assert len(texts.text("en", "faults", "unknown_seat", {"value": "x" * 1_000, "choices": ["N"]})) < 120


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("flag", True, "true"),
        ("level", "T", "10"),
        ("suits", frozenset({"S"}), "S"),
        ("cards", (0, 53), "♠2, big joker"),
        ("group", "trump", "trump"),
        ("levels", 0, "no level"),
        ("levels", 1, "1 level"),
        ("points", 0, "0 points"),
        ("east_west", "T", "10"),
        ("why", Violation("not_a_bid", None, {"cards": (0,)}), "♠2 is no bid here."),
    ],
)
def test_parameters_become_words(name: str, value: object, word: str) -> None:
    assert texts.word("en", name, value) == word

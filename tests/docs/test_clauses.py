"""docs/clauses.md is true: every decidable clause is there, and what a row names exists and is named after the clause."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from app import create_app
from rules.catalogue import PRESET_IDS, preset
from rules.document import KNOWN_PATHS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/clauses.md").read_text(encoding="utf-8")
NUMERALS = dict(zip("一二三四五六七八九十", range(1, 11), strict=True))
UNDECIDED = {"judgement", "none"}
LATER, TABLE = "*later*", "*the table*"


@dataclass(frozen=True)
class Row:
    """One row of a ruleset's table."""

    ruleset: str
    clauses: tuple[str, ...]
    decided_by: str
    options: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.ruleset} {' '.join(self.clauses)}"

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions by the part of their path behind `/v1/`."""
        return quoted(self.decided_by)


def quoted(cell: str) -> tuple[str, ...]:
    """What stands in backticks."""
    return tuple(re.findall(r"`([^`]+)`", cell))


@cache
def rows() -> tuple[Row, ...]:
    """Every row of the page."""
    found = []
    for section in PAGE.split("\n## ")[1:]:
        ruleset = quoted(section.splitlines()[0])[0]
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            if line.startswith("| `"):
                clauses, _, decided_by, options, tests = cells
                found.append(Row(ruleset, quoted(clauses), decided_by, quoted(options), quoted(tests)))
    return tuple(found)


def number_of(clause: str) -> str:
    """A clause's number as the names of tests have it.

    >>> [number_of(clause) for clause in ("3.6.3", "七(五)2", "通知·四.1", "办法·五", "18(1)", "八(十)", "preamble")]
    ['3_6_3', '7_5_2', 'notice_4_1', 'programme_5', '18_1', '8_10', 'preamble']
    """
    plain = clause.replace("通知·", "notice.").replace("办法·", "programme.")
    parts = (str(NUMERALS.get(part, part)) for part in re.split(r"[.()]+", plain) if part)
    return "_".join(parts)


def is_named_after(test: str, clause: str) -> bool:
    """Whether the name of a test, or the id of a conformance case, holds the clause's number."""
    if test.startswith("#"):
        spellings = {clause, number_of(clause).replace("_", ".")}
        return any(re.search(rf"-{re.escape(spelling)}(-|$)", test) for spelling in spellings)
    name = test.partition("::")[2]
    # one test speaks of both halves of Gongxiao 18
    numbers = {number_of(clause), "18"} if clause.startswith("18(") else {number_of(clause)}
    return any(re.search(rf"_{number}(_|$)", name) for number in numbers)


@cache
def functions_of(file: str) -> frozenset[str]:
    """The test functions of a file below `tests/`."""
    path = ROOT / "tests" / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@cache
def cases() -> frozenset[str]:
    """The ids of all conformance cases."""
    files = (ROOT / "tests/conformance").glob("*.json")
    return frozenset(case["id"] for file in files for case in json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_every_decidable_clause_has_a_row(ruleset: str) -> None:
    decidable = {clause.id for clause in preset(ruleset).clauses if clause.decidable not in UNDECIDED}
    known = {clause.id for clause in preset(ruleset).clauses}
    listed = {clause for row in rows() if row.ruleset == ruleset for clause in row.clauses}
    assert decidable <= listed <= known


def test_the_page_counts_its_rows() -> None:
    headings = {quoted(line)[0]: int(line.split()[-2]) for line in PAGE.splitlines() if line.startswith("## ")}
    assert headings == {ruleset: sum(row.ruleset == ruleset for row in rows()) for ruleset in PRESET_IDS}
    assert f"{len(rows())} rows" in PAGE.partition("\n## ")[0]


def test_every_decision_named_is_served() -> None:
    paths = create_app({"LOG_LEVEL": "ERROR"}).test_client().get("/openapi.json").get_json()["paths"]
    assert {decision for row in rows() for decision in row.decisions if f"/v1/{decision}" not in paths} == set()


@pytest.mark.parametrize("row", rows(), ids=str)
def test_a_row_is_decided_and_tested_or_says_why_not(row: Row) -> None:
    assert row.decisions or row.decided_by in (LATER, TABLE)
    assert row.tests or row.decided_by.startswith(TABLE)


@pytest.mark.parametrize("row", rows(), ids=str)
def test_the_options_of_a_row_exist(row: Row) -> None:
    offences = {f"offences.{offence['code']}" for offence in preset(row.ruleset).document["offences"]}
    assert [option for option in row.options if option not in KNOWN_PATHS | offences] == []


@pytest.mark.parametrize("row", rows(), ids=str)
def test_the_tests_of_a_row_exist_and_are_named_after_its_clause(row: Row) -> None:
    for test in row.tests:
        file, _, name = test.partition("::")
        assert test[1:] in cases() if test.startswith("#") else name in functions_of(file), test
        assert any(is_named_after(test, clause) for clause in row.clauses), test

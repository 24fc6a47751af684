"""Writes the golden deals: `python -m tests.golden.write` their answers anew, `… --search` also deals for cases that have none yet.

A deal stays as it was found: it is the record of how the service ruled on it. To find another one, delete its text.
"""

from __future__ import annotations

import argparse
import copy
from itertools import count
from typing import Any

import orjson

import app  # noqa: F401 - registers the operations
from api.typed import OPERATIONS
from rules.deals.notation import canonical, parse, render
from tests.golden.cases import CASES, Body, Case
from tests.property.dealing import seeded

LANGUAGE = "en"


def answer_of(body: Body) -> dict[str, Any]:
    """The whole answer of deals/replay."""
    operation = OPERATIONS["deals/replay"]
    answer: dict[str, Any] = operation.decide(operation.question.load(copy.deepcopy(body)), LANGUAGE)
    return answer


def found(case: Case) -> Body:
    """The first deal of the random player that shows everything the case is to show."""
    for seed in count():
        body = seeded(case.ruleset, seed, **case.how) | case.beside
        answer = answer_of(body)
        assert answer["complete"], answer["fault"]
        if all(shown(body, answer) for shown in case.shows):
            return canonical(body)
    raise AssertionError


def write(case: Case, search: bool) -> None:
    """Write the answer of a case, and its deal where it has none."""
    if search and not case.text.exists():
        case.text.write_text(render(found(case)), encoding="utf-8")
    answer = answer_of(parse(case.text.read_text(encoding="utf-8")).body)
    case.answer.write_bytes(orjson.dumps(answer, option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--search", action="store_true", help="find deals for the cases that have none")
    asked = arguments.parse_args()
    for one in CASES:
        write(one, asked.search)

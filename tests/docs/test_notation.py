"""docs/notation.md is true: its deal is answered as printed, and every form in it is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from rules.deals.notation import parse, render
from rules.deals.notation.words import FORMS

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_LEVEL": "ERROR"}).test_client()


def printed_deal() -> str:
    found = re.search(r"<!-- deal -->\n```\n(.*?)```\n", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_deal_is_answered_as_printed(client: FlaskClient) -> None:
    plain = "".join(line for line in (re.sub(r"\s*;.*", "", line) + "\n" for line in printed_deal().splitlines()) if line.strip())
    answer = client.post("/v1/deals/replay", data=plain.encode(), content_type="text/plain", headers={"Accept": "text/plain"})
    assert answer.status_code == 200, answer.text
    assert answer.text == printed_deal()
    assert render(parse(plain).body) == render(parse(printed_deal()).body)


def test_the_table_lists_every_field_in_its_order() -> None:
    rows = re.findall(r"^\| `(\w+)[:.]", PAGE, re.MULTILINE)
    assert [row for row in rows if row != "1"] == [name for name in FORMS if name not in "ESW"]


def test_every_form_in_the_table_is_read() -> None:
    for form in re.findall(r"^\| `([^`]+)`", PAGE, re.MULTILINE):
        parse(form.removesuffix(", …").removesuffix(" …"))


def test_the_grammar_names_every_field() -> None:
    grammar = re.search(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)
    assert grammar is not None
    assert {name for name in FORMS if len(name) > 1} == set(re.findall(r'"(\w+):"', grammar[1]))

"""Whole deals on record, replayed over HTTP: each is answered word for word as it was when it was written down."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from rules.catalogue import PRESET_IDS, resolve
from rules.deals.notation import parse, render
from tests.golden.cases import CASES, FOLDER, Case, failed_throw

BY_NAME = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_LEVEL": "ERROR"}).test_client()


def deal_of(case: Case) -> dict[str, Any]:
    return parse(case.text.read_text(encoding="utf-8")).body


def answer_of(case: Case) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(case.answer.read_text(encoding="utf-8"))
    return answer


@BY_NAME
def test_a_recorded_deal_is_answered_as_recorded(client: FlaskClient, case: Case) -> None:
    answer = client.post("/v1/deals/replay", data=case.text.read_bytes(), content_type="text/plain")
    assert answer.status_code == 200
    assert answer.json == answer_of(case)


@BY_NAME
def test_a_recorded_deal_reads_as_its_json(client: FlaskClient, case: Case) -> None:
    body = deal_of(case)
    assert body["ruleset"] == case.ruleset
    assert render(body) == case.text.read_text(encoding="utf-8")
    assert client.post("/v1/deals/replay", json=body).json == answer_of(case)


@BY_NAME
def test_a_recorded_deal_shows_what_it_is_kept_for(case: Case) -> None:
    body, answer = deal_of(case), answer_of(case)
    assert answer["complete"] is answer["legal"] is True
    assert [shown.__name__ for shown in case.shows if not shown(body, answer)] == []


def test_every_file_belongs_to_a_case() -> None:
    files = {file for pattern in ("*.txt", "*.json") for file in FOLDER.glob(pattern)}
    assert files == {file for case in CASES for file in (case.text, case.answer)}


def test_every_preset_has_two_deals_at_least() -> None:
    counts = Counter(case.ruleset for case in CASES if isinstance(case.ruleset, str))
    assert {preset for preset in PRESET_IDS if counts[preset] < 2} == set()


def test_the_kitty_is_dug_with_every_category() -> None:
    categories = {answer_of(case)["score"]["kitty"].get("category") for case in CASES}
    assert categories >= {"single", "singles", "pair", "pairs", "tractor", "mixed", "five_ten_king"}


def test_throws_fail_in_every_way() -> None:
    failed = [case for case in CASES if failed_throw(deal_of(case), {})]
    assert {resolve(case.ruleset).options.throws.on_failure_plays for case in failed} == {
        "lowest_beaten",
        "largest_beaten",
        "lowest",
        "next_player_names_card",
        "next_player_names_component",
    }

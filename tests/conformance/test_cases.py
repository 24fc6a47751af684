"""Every conformance case, posted to the application; what a case expects is a part of the answer.

A case is `{"id", "op", "request", "status" (200 unless given), "expect"}`. In `expect` an object asks for its own keys only, a list of
card tokens for the same cards in any order, any other list for as many elements in the same order; `{"$in": […]}` for one of several
values, `{"$has": x}` for a list with an element like x, `{"$absent": true}` for nothing under that key.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CASES = [case for name in ("seeds.json", "public.json", "bids.json") for case in json.loads((HERE / name).read_text(encoding="utf-8"))]
CARD = re.compile(r"[SHDC][2-9TJQKA]|[BL]J")


def misses(wanted: Any, got: Any, at: str = "") -> list[str]:
    """Where the answer is not what is wanted, with a word on each."""
    if isinstance(wanted, dict):
        return _misses_object(wanted, got, at)
    if isinstance(wanted, list) and isinstance(got, list):
        if wanted and all(isinstance(card, str) and CARD.fullmatch(card) for card in wanted):
            return [] if sorted(wanted) == sorted(map(str, got)) else [f"{at}: cards {got} are not {wanted}"]
        if len(wanted) != len(got):
            return [f"{at}: {len(got)} elements, not {len(wanted)}"]
        return [miss for place, (one, other) in enumerate(zip(wanted, got, strict=True)) for miss in misses(one, other, f"{at}/{place}")]
    # JSON's true is no number, though Python's True equals 1.
    alike = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return [] if alike else [f"{at}: {got!r} is not {wanted!r}"]


def _misses_object(wanted: dict[str, Any], got: Any, at: str) -> list[str]:
    match wanted:
        case {"$in": several}:
            return [] if any(not misses(one, got) for one in several) else [f"{at}: {got!r} is none of {several!r}"]
        case {"$has": element}:
            held = isinstance(got, list) and any(not misses(element, one) for one in got)
            return [] if held else [f"{at}: nothing like {element!r} in {got!r}"]
        case {"$absent": True}:
            return [] if got in (None, "", [], {}) else [f"{at}: {got!r} where nothing is expected"]
    if not isinstance(got, dict):
        return [f"{at}: {got!r} is no object"]
    return [miss for key, one in wanted.items() for miss in misses(one, got.get(key), f"{at}/{key}")]


def nulls(value: Any, at: str = "") -> list[str]:
    """Where the answer has a null, which the contract never gives."""
    if isinstance(value, dict):
        return [place for key, one in value.items() for place in nulls(one, f"{at}/{key}")]
    if isinstance(value, list):
        return [place for number, one in enumerate(value) for place in nulls(one, f"{at}/{number}")]
    return [at] if value is None else []


@pytest.fixture(scope="module")
def client() -> Any:
    """A client of the whole application."""
    from app import create_app

    return create_app().test_client()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(client: Any, case: dict[str, Any]) -> None:
    response = client.post(f"/v1/{case['op']}", json=case["request"])
    status = case.get("status", 200)
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == ("application/json" if status < 400 else "application/problem+json")
    answer = json.loads(response.data)
    assert nulls(answer) == []
    assert misses(case["expect"], answer) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids)) > 1000

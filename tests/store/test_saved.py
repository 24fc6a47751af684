"""Saved rulesets in questions: read seldom, found again when the store is away, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from api import keys as known_keys
from api import saved
from rules.catalogue import Stored
from store.database import Store
from store.errors import AWAY, StoreError
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer, store_of

QUESTION = {"declarer": "N", "levels": {"NS": "5", "EW": "9"}, "attackers_points": 125}
OURS = {"id": "our-club", "extends": "jiangsu-2007", "advancement": {"base": 120}}


@pytest.fixture
def admin(client: CheckedClient, keys: Keys) -> dict[str, str]:
    headers = bearer(keys["admin"])
    assert client.post("/v1/rulesets", json=OURS, headers=headers).status_code == 201
    return headers


@pytest.fixture
def reader(admin: dict[str, str], keys: Keys) -> dict[str, str]:
    return bearer(keys["reader"])


def ask(client: CheckedClient, headers: dict[str, str], ruleset: Any) -> Any:
    return client.post("/v1/levels/advance", json={"ruleset": ruleset, **QUESTION}, headers=headers)


@contextmanager
def counted(app: Flask) -> Iterator[list[Any]]:
    """The connections that are taken meanwhile."""
    taken: list[Any] = []
    engine = store_of(app).engine

    def note(*arguments: Any) -> None:
        taken.append(arguments)

    event.listen(engine, "checkout", note)
    try:
        yield taken
    finally:
        event.remove(engine, "checkout", note)


@contextmanager
def away(patch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A store that is away, and how often it was asked."""
    asked: list[int] = []

    @contextmanager
    def reading(self: Store, **options: Any) -> Iterator[None]:
        asked.append(1)
        raise StoreError(AWAY)
        yield

    with patch.context() as patched:
        patched.setattr(Store, "reading", reading)
        yield asked


def test_a_revision_is_read_once(client: CheckedClient, reader: dict[str, str], app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_keys, "KNOWN_FOR", 1000.0)
    monkeypatch.setattr(saved, "FRESH_FOR", 0.0)
    ask(client, reader, "our-club@1")
    with counted(app) as taken:
        assert ask(client, reader, "our-club@1").status_code == 200
        assert ask(client, reader, {"extends": "our-club@1", "follow": {"pairs": False}}).status_code == 200
        assert taken == []
        assert ask(client, reader, "our-club").status_code == 200
        assert len(taken) == 1


def test_the_newest_is_read_again_when_it_may_be_old(client: CheckedClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "FRESH_FOR", 1000.0)
    assert ask(client, admin, "our-club").json["gained"]["levels"] == 0
    changed = OURS | {"advancement": {"base": 40}}
    assert client.put("/v1/rulesets/our-club", json=changed, headers={**admin, "If-Match": "*"}).status_code == 200
    kept = ask(client, admin, "our-club").json
    monkeypatch.setattr(saved, "FRESH_FOR", 0.0)
    assert ask(client, admin, "our-club").json != kept == ask(client, admin, "our-club@1").json


def test_when_the_store_is_away_what_was_met_counts(client: CheckedClient, reader: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_keys, "KNOWN_FOR", 0.0)
    monkeypatch.setattr(saved, "FRESH_FOR", 0.0)
    answers = {name: ask(client, reader, name).json for name in ("our-club", "our-club@1")}
    with away(monkeypatch):
        for name, answer in answers.items():
            assert ask(client, reader, name).json == answer
        refused = ask(client, reader, "never-met")
        assert refused.status_code == 503 and refused.json["code"] == "store_away" and refused.headers["Retry-After"]
        inherits = {"ruleset": {"extends": "never-met"}, **QUESTION}
        requests = [{"op": "levels/advance", "body": body} for body in ({"ruleset": "our-club", **QUESTION}, inherits)]
        results = client.post("/v1/batch", json={"requests": requests}, headers=reader).json["results"]
        assert [result["status"] for result in results] == [200, 503]
        assert results[0]["body"]["levels"] == answers["our-club"]["levels"]
    assert ask(client, reader, "our-club").json == answers["our-club"]
    assert ask(client, reader, "never-met").json["code"] == "ruleset_not_found"


def test_a_store_that_is_away_is_not_asked_for_every_item(
    client: CheckedClient, reader: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_keys, "KNOWN_FOR", 0.0)
    ask(client, reader, "our-club@1")
    items = [{"op": "levels/advance", "body": {"ruleset": f"never-met-{number}", **QUESTION}} for number in range(20)]
    stranger = bearer("sj_live_k000000000000_" + "0" * 64)
    for headers, most in ((reader, 2), (stranger, 1)):
        with away(monkeypatch) as asked:
            results = client.post("/v1/batch", json={"requests": items}, headers=headers).json["results"]
        assert {result["status"] for result in results} == {503} and len(asked) <= most


def test_a_bad_key_is_told_once_it_matters(client: CheckedClient) -> None:
    stranger = bearer("sj_live_k000000000000_" + "0" * 64)
    assert ask(client, stranger, "jiangsu-2007").status_code == 200
    for headers in (stranger, {"Authorization": "Basic abc"}):
        refused = ask(client, headers, "our-club")
        assert refused.status_code == 401 and refused.json["code"] == "key_invalid"
    items = [{"op": "levels/advance", "body": {"ruleset": name, **QUESTION}} for name in ("our-club", "jiangsu-2007", "our-club")]
    results = client.post("/v1/batch", json={"requests": items}, headers=stranger).json["results"]
    assert [result["status"] for result in results] == [401, 200, 401]


def test_two_organisers_may_use_one_name(client: CheckedClient, reader: dict[str, str], new_organiser: Callable[[], Keys]) -> None:
    other = new_organiser()
    ask(client, reader, "our-club@1")
    assert ask(client, bearer(other["reader"]), "our-club@1").json["code"] == "ruleset_not_found"
    theirs = OURS | {"advancement": {"base": 40}}
    assert client.post("/v1/rulesets", json=theirs, headers=bearer(other["admin"])).status_code == 201
    for name in ("our-club", "our-club@1"):
        ours, others = ask(client, reader, name).json, ask(client, bearer(other["reader"]), name).json
        assert ours["gained"] != others["gained"]
    assert ask(client, {}, "our-club").json["code"] == "ruleset_not_found"  # whatever thread has answered before


def test_what_is_archived_is_not_found_again_when_the_store_goes(
    client: CheckedClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "FRESH_FOR", 0.0)
    assert ask(client, admin, "our-club").status_code == 200
    assert client.delete("/v1/rulesets/our-club", headers={**admin, "If-Match": "*"}).status_code == 204
    assert ask(client, admin, "our-club").json["code"] == "ruleset_archived"
    assert ask(client, admin, "our-club@1").status_code == 200
    with away(monkeypatch):
        assert ask(client, admin, "our-club").json["code"] == "ruleset_archived"
        assert ask(client, admin, "our-club@1").status_code == 200


def test_a_document_may_be_judged_over_ones_own(client: CheckedClient, reader: dict[str, str]) -> None:
    document = {"extends": "our-club", "follow": {"pairs": False}}
    assert client.post("/v1/rulesets/validate", json=document, headers=reader).json["valid"] is True
    faults = client.post("/v1/rulesets/validate", json=document).json["errors"]
    assert [(fault["pointer"], fault["code"]) for fault in faults] == [("/extends", "ruleset_not_found")]


def test_what_is_kept_is_bounded_and_the_least_asked_for_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "MOST_KEPT", 3)
    kept = saved._Kept()
    for name in "abc":
        kept.keep(("", 1, name, 1), Stored(1, {}))
    assert kept.get(("", 1, "a", 1)) is not None
    kept.keep(("", 1, "d", 1), Stored(1, {}))
    assert [name for name in "abcd" if kept.get(("", 1, name, 1)) is not None] == ["a", "c", "d"]
    kept.keep(("", 1, "none", None), None)
    assert kept.get(("", 1, "none", None)) is None and kept.get(("", 1, "d", 1)) is not None
    monkeypatch.setattr(saved, "MOST_BYTES", 100)
    kept.keep(("", 1, "e", 1), Stored(1, {"source": "x" * 60}))
    kept.keep(("", 1, "f", 1), Stored(1, {"source": "x" * 60}))
    assert [name for name in "acdef" if kept.get(("", 1, name, 1)) is not None] == ["f"]

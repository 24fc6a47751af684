"""Copies of rulesets, one's own and another organiser's: what they are called, what they rest on, and that they decide as their source."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from rules.catalogue import MAX_CHAIN, PRESET_IDS
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer
from tests.store.test_rulesets import LOOSE, save


@pytest.fixture
def admin(keys: Keys) -> dict[str, str]:
    return bearer(keys["admin"])


@pytest.fixture
def other(new_organiser: Callable[[], Keys]) -> dict[str, str]:
    return bearer(new_organiser()["admin"])


def read(client: CheckedClient, headers: dict[str, str], path: str) -> Any:
    answer = client.get(f"/v1/rulesets/{path}", headers=headers)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.json


def decided(client: CheckedClient, headers: dict[str, str], name: str) -> Any:
    answer = client.post("/v1/plays/check", json={"ruleset": name, **LOOSE}, headers=headers).json
    return {key: value for key, value in answer.items() if key != "ruleset"}


def code_of(client: CheckedClient, headers: dict[str, str], name: str) -> str:
    return str(client.post(f"/v1/rulesets/{name}/share", headers=headers).json["code"])


def test_a_copy_is_called_by_the_next_free_name(client: CheckedClient, admin: dict[str, str]) -> None:
    made = [save(client, admin, {"copy_of": "jiangsu-2007"}).json["id"] for _ in range(3)]
    assert made == ["jiangsu-2007-2", "jiangsu-2007-3", "jiangsu-2007-4"]
    longest = "x" * 64
    save(client, admin, {"id": longest, "extends": "jiangsu-2007"})
    assert save(client, admin, {"copy_of": longest}).json["id"] == "x" * 62 + "-2"
    save(client, admin, {"id": "mine", "extends": "jiangsu-2007"})
    assert save(client, admin, {"copy_of": "mine", "id": "mine"}, 409).json["code"] == "ruleset_exists"


def test_a_copy_may_have_a_title_of_its_own(client: CheckedClient, admin: dict[str, str]) -> None:
    for source in ("march8-2012", "march8-2012@1"):
        copy = save(client, admin, {"copy_of": source, "title": {"en": "Ours"}}).json
        assert copy["title"] == {"en": "Ours"} and copy["extends"] == "march8-2012@1"
    again = save(client, admin, {"copy_of": copy["id"], "title": {"zh-Hans": "又一份"}}).json
    assert read(client, admin, f"{again['id']}/revisions/1")["document"] == {"extends": "march8-2012@1", "title": {"zh-Hans": "又一份"}}
    faults = save(client, admin, {"copy_of": copy["id"], "title": {"xx": "?"}}, 422).json["errors"]
    assert [fault["pointer"] for fault in faults] == ["/title/xx"]
    assert save(client, admin, {"copy_of": copy["id"], "title": None}, 422).json["errors"][0]["pointer"] == "/title"


def test_a_copy_rests_on_what_its_source_rested_on(client: CheckedClient, admin: dict[str, str]) -> None:
    save(client, admin, {"id": "base", "extends": "guizhou-2010", "follow": {"pairs": False}})
    save(client, admin, {"id": "club", "extends": "base"})
    client.put("/v1/rulesets/base", json={"extends": "guizhou-2010"}, headers={**admin, "If-Match": "*"})
    save(client, admin, {"copy_of": "club", "id": "twin"})
    revision = read(client, admin, "twin/revisions/1")
    assert revision["extends"] == "base@1" and revision["document"] == {"extends": "base@1"}
    assert read(client, admin, "twin/diff/club")["differences"] == []
    whole = {**read(client, admin, "club"), "follow": {"pairs": True}}
    client.put("/v1/rulesets/club", json=whole, headers={**admin, "If-Match": "*"})
    assert save(client, admin, {"copy_of": "club@1", "id": "older"}).json["follow"]["pairs"] is False
    assert save(client, admin, {"copy_of": "club", "id": "newer"}).json["follow"]["pairs"] is True


def test_a_copy_of_anothers_says_and_decides_the_same(client: CheckedClient, admin: dict[str, str], other: dict[str, str]) -> None:
    clause = {"id": "一", "title": {"zh-Hans": "跟牌"}, "governs": ["follow"], "decidable": "cards"}
    save(client, admin, {"id": "base", "extends": "guizhou-2010", "follow": {"pairs": False}, "readings": {"follow.pairs": "ours"}})
    save(client, admin, {"id": "club", "extends": "base", "clauses": [clause], "advancement": {"attackers": {"cap": 3}}})
    save(client, other, {"id": "base", "extends": "march8-2012"})
    copy = save(client, other, {"copy_of": code_of(client, admin, "club"), "id": "theirs"}).json
    source = read(client, admin, "club")
    assert copy["basis"] == source["basis"]
    apart = {"id", "extends"}
    assert {key: value for key, value in copy.items() if key not in apart} == {
        key: value for key, value in source.items() if key not in apart
    }
    assert decided(client, other, "theirs") == decided(client, admin, "club")
    for path in ("clauses", "offences"):
        assert read(client, other, f"theirs/{path}") == read(client, admin, f"club/{path}")
    # what it says of itself holds where it is now: sent again, it is what it was
    revision = read(client, other, "theirs/revisions/1")
    assert revision["document"]["extends"] == revision["extends"] == copy["extends"] == "base-2@1"
    again = client.put("/v1/rulesets/theirs", json=revision["document"], headers={**other, "If-Match": "*"})
    assert again.status_code == 200 and again.json == copy


def test_a_copy_of_anothers_outlives_its_source(client: CheckedClient, admin: dict[str, str], other: dict[str, str]) -> None:
    save(client, admin, {"id": "base", "extends": "guizhou-2010", "follow": {"pairs": False}})
    save(client, admin, {"id": "club", "extends": "base"})
    code = code_of(client, admin, "club")
    save(client, other, {"copy_of": code})
    before = decided(client, other, "club@1")
    for name in ("club", "base"):
        client.put(f"/v1/rulesets/{name}", json={"extends": "guizhou-2010"}, headers={**admin, "If-Match": "*"})
    assert read(client, other, "club")["follow"]["pairs"] is False and decided(client, other, "club@1") == before
    newest = save(client, other, {"copy_of": code}).json
    assert newest["id"] == "club-2" and newest["follow"]["pairs"] is True
    assert client.delete("/v1/rulesets/club", headers={**admin, "If-Match": "*"}).status_code == 204
    assert save(client, other, {"copy_of": code}, 404).json["code"] == "ruleset_not_found"
    client.put("/v1/rulesets/club", json={"extends": "guizhou-2010"}, headers={**admin, "If-Match": "*"})
    assert save(client, other, {"copy_of": code}).json["id"] == "club-3"


def test_a_code_gives_what_it_is_for_and_nothing_else(client: CheckedClient, admin: dict[str, str], other: dict[str, str]) -> None:
    save(client, admin, {"id": "club", "extends": "guizhou-2010"})
    save(client, admin, {"id": "secret", "extends": "guizhou-2010"})
    code = code_of(client, admin, "club")
    save(client, other, {"copy_of": code, "id": "theirs"})
    for path in ("secret", "club", code):
        assert client.get(f"/v1/rulesets/{path}", headers=other).status_code == 404
        assert save(client, other, {"copy_of": path if path != code else f"{code}@1"}, 404).json["code"] == "ruleset_not_found"
    for method in (client.post, client.delete):
        assert method("/v1/rulesets/club/share", headers=other).status_code == 404
    assert code_of(client, admin, "club") == code


def test_a_copy_whose_name_is_that_of_an_ancestor_keeps_it(client: CheckedClient, admin: dict[str, str], other: dict[str, str]) -> None:
    save(client, admin, {"id": "club", "extends": "guizhou-2010", "follow": {"pairs": False}})
    client.put("/v1/rulesets/club", json={"extends": "club", "throws": {"allowed": False}}, headers={**admin, "If-Match": "*"})
    source = read(client, admin, "club")
    assert source["revision"] == 2 and source["extends"] == "club@1" and source["follow"]["pairs"] is False
    copy = save(client, other, {"copy_of": code_of(client, admin, "club")}).json
    assert (copy["id"], copy["extends"]) == ("club", "club-2@1") and copy["follow"]["pairs"] is False and copy["throws"]["allowed"] is False


def test_a_chain_is_refused_before_it_is_too_long(client: CheckedClient, admin: dict[str, str], other: dict[str, str]) -> None:
    parent = "guizhou-2010"
    for number in range(MAX_CHAIN - 1):
        parent = save(client, admin, {"id": f"n{number}", "extends": parent}).json["id"]
    fault = save(client, admin, {"id": "more", "extends": parent}, 422).json["errors"][0]
    assert (fault["pointer"], fault["code"], fault["value"]) == ("/extends", "extends_too_deep", f"{parent}@1")
    assert client.get("/v1/rulesets/more", headers=admin).status_code == 404
    copy = save(client, other, {"copy_of": code_of(client, admin, parent)}).json
    assert copy["id"] == parent and decided(client, other, parent) == decided(client, admin, parent)


def test_of_two_that_take_one_name_one_is_refused(client: CheckedClient, admin: dict[str, str], app: Flask) -> None:
    statuses = []

    def take() -> None:
        with app.test_client() as mine:
            statuses.append(mine.post("/v1/rulesets", json={"id": "one", "extends": "jiangsu-2007"}, headers=admin).status_code)

    writers = [threading.Thread(target=take) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(statuses) == [201, 409, 409, 409]
    assert [entry["revision"] for entry in read(client, admin, "one/revisions")["revisions"]] == [1]


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_what_is_read_of_a_preset_may_be_sent_on(client: CheckedClient, admin: dict[str, str], preset: str) -> None:
    whole = read(client, admin, preset)
    save(client, admin, {**whole, "id": "mine"})
    assert read(client, admin, f"mine/diff/{preset}")["differences"] == []
    for path in ("revisions", "revisions/1"):
        assert client.get(f"/v1/rulesets/{preset}/{path}").status_code == 200


def test_copies_that_are_made_at_once_all_get_a_name(app: Flask, keys: Keys) -> None:
    start = threading.Barrier(6)

    def copy(_: int) -> str:
        start.wait()
        with app.test_client() as own:
            answer = own.post("/v1/rulesets", json={"copy_of": "jiangsu-2007"}, headers=bearer(keys["admin"]))
            assert answer.status_code == 201, answer.get_data(as_text=True)
            return str(answer.json["id"])

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(copy, range(6))) == [f"jiangsu-2007-{number}" for number in range(2, 8)]

"""Who may do what: every operation of the store, found in the description, with no key, with another organiser's, and with each role."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from store.models import ROLES
from tests.api.checked import CheckedClient, description
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play

NEEDED = {
    "listMatches": "reader",
    "getMatch": "reader",
    "getLog": "reader",
    "getLogTable": "reader",
    "getScoreboard": "reader",
    "getEvents": "reader",
    "verifyMatch": "reader",
    "exportMatch": "reader",
    "listRevisions": "reader",
    "getRevision": "reader",
    "createMatch": "scorer",
    "appendDeal": "scorer",
    "finishMatch": "scorer",
    "voidDeal": "referee",
    "bookPenalty": "referee",
    "correctDeal": "referee",
    "importMatch": "admin",
    "createRuleset": "admin",
    "replaceRuleset": "admin",
    "archiveRuleset": "admin",
    "shareRuleset": "admin",
    "withdrawRuleset": "admin",
}
"""The least role of each operation (settled 27)."""
BODIES: dict[str, Any] = {
    "createMatch": {"ruleset": "march8-2012"},
    "appendDeal": {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}},
    "voidDeal": {"reason": "x"},
    "bookPenalty": {"offence": "late", "side": "NS", "minutes": 3},
    "correctDeal": {"deal": 1, "reason": "x", "void": True},
    "finishMatch": {},
    "createRuleset": {"id": "mine", "extends": "march8-2012"},
    "replaceRuleset": {"extends": "march8-2012"},
}


def operations() -> dict[str, tuple[str, str]]:
    """The method and path of every operation that needs a key."""
    return {
        operation["operationId"]: (method, path)
        for path, item in description()["paths"].items()
        for method, operation in item.items()
        if method != "parameters" and "security" in operation
    }


def ask(client: CheckedClient, name: str, headers: dict[str, str], match_id: str) -> Any:
    method, path = operations()[name]
    filled = path.replace("{match_id}", match_id).replace("{reference}", "club").replace("{number}", "1")
    sent: dict[str, Any] = {"json": BODIES[name]} if name in BODIES else {}
    if name == "importMatch":
        sent = {"data": b"{}", "content_type": "application/x-ndjson"}
    return client.open(filled, method=method.upper(), headers={**headers, "If-Match": "*"}, **sent)


def test_every_operation_of_the_store_is_here() -> None:
    assert NEEDED.keys() == operations().keys()


@pytest.mark.parametrize("name", NEEDED)
def test_without_a_key_nothing_is_answered(client: CheckedClient, name: str) -> None:
    answer = ask(client, name, {}, "m0")
    assert answer.status_code == 401 and answer.json["code"] == "key_missing"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    for wrong in ("Bearer nonsense", "Basic abc", "Bearer sj_live_k0000000000000_" + "0" * 64, "Bearer"):
        assert ask(client, name, {"Authorization": wrong}, "m0").json["code"] == "key_invalid"


@pytest.fixture
def owned(client: CheckedClient, keys: Keys) -> Play:
    document = {"id": "club", "extends": "jiangsu-2007"}
    assert client.post("/v1/rulesets", json=document, headers=bearer(keys["admin"])).status_code == 201
    play = Play(client, keys, "club")
    play.deal(80, declarer="N")
    return play


@pytest.mark.parametrize("name", [name for name, (_, path) in operations().items() if "{" in path])
def test_what_is_anothers_does_not_exist(client: CheckedClient, owned: Play, new_organiser: Callable[[], Keys], name: str) -> None:
    match_id = owned.begun["id"]
    theirs, none = ask(client, name, bearer(new_organiser()["admin"]), match_id), ask(client, name, bearer(owned.keys["admin"]), "m0")
    assert theirs.status_code == 404
    if "{match_id}" in operations()[name][1]:
        assert none.status_code == 404 and theirs.json["detail"] == none.json["detail"].replace("m0", match_id)
    assert owned.state()["seq"] == 1


def test_a_list_shows_ones_own_alone(client: CheckedClient, owned: Play, new_organiser: Callable[[], Keys]) -> None:
    other = bearer(new_organiser()["admin"])
    assert client.get("/v1/matches", headers=other).json == {"matches": []}
    assert "club" not in [entry["id"] for entry in client.get("/v1/rulesets?archived=true", headers=other).json["rulesets"]]


@pytest.mark.parametrize("name", NEEDED)
def test_a_role_may_what_it_is_for(client: CheckedClient, owned: Play, name: str) -> None:
    for role in ROLES:
        enough = ROLES.index(role) >= ROLES.index(NEEDED[name])
        answer = ask(client, name, bearer(owned.keys[role]), "m0" if enough else owned.begun["id"])
        assert (answer.status_code == 403) == (not enough), (role, answer.get_data(as_text=True))
        if not enough:
            assert answer.json["code"] == "role_not_enough" and NEEDED[name] in answer.json["detail"]

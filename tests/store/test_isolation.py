"""Who may do what: every operation of the store, found in the description, with no key, with another organiser's, and with each role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from store.models import ROLES
from tests.api.checked import CheckedClient, description
from tests.api.questions import QUESTIONS
from tests.store.conftest import Keys, bearer, make_keys, store_of
from tests.store.owning import NAMING, NOBODYS, Owned, ask, operations, own
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
    "listWebhooks": "admin",
    "getWebhook": "admin",
    "createWebhook": "admin",
    "replaceWebhook": "admin",
    "deleteWebhook": "admin",
    "rotateWebhookSecret": "admin",
    "listDeliveries": "admin",
    "getDelivery": "admin",
    "redeliver": "admin",
}
"""The least role of each operation (settled 27)."""


@pytest.fixture(scope="session")
def lasting(app: Flask) -> Owned:
    """What an organiser has, for tests that change nothing of it."""
    client = app.test_client()
    assert isinstance(client, CheckedClient)
    return own(client, make_keys(store_of(app)))


@pytest.fixture
def owned(client: CheckedClient, keys: Keys) -> Owned:
    return own(client, keys)


def test_every_operation_of_the_store_is_here() -> None:
    assert NEEDED.keys() == operations().keys()


@pytest.mark.parametrize("name", NEEDED)
def test_without_a_key_nothing_is_answered(client: CheckedClient, lasting: Owned, name: str) -> None:
    before = lasting.standing()
    answer = ask(client, name, {}, lasting.ids)
    assert answer.status_code == 401 and answer.json["code"] == "key_missing"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert ("?token=" in answer.json["detail"]) == (name in ("getScoreboard", "getEvents"))
    for wrong in ("Bearer nonsense", "Basic abc", "Bearer sj_live_k0000000000000_" + "0" * 64, "Bearer"):
        assert ask(client, name, {"Authorization": wrong}, lasting.ids).json["code"] == "key_invalid"
    assert lasting.standing() == before


def told(answer: Any, ids: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    """What an answer tells, without the ids that were asked for."""
    text = answer.get_data(as_text=True)
    for name, value in ids.items():
        text = text.replace(value, name) if name != "number" else text
    own = ("X-Request-Id", "Content-Length")
    return answer.status_code, text, {name: value for name, value in answer.headers if name not in own}


@pytest.mark.parametrize("name", NAMING)
def test_what_is_anothers_is_what_nobody_has(client: CheckedClient, lasting: Owned, new_organiser: Callable[[], Keys], name: str) -> None:
    before, stranger = lasting.standing(), bearer(new_organiser()["admin"])
    theirs = ask(client, name, stranger, lasting.ids)
    assert theirs.status_code == 404
    assert told(theirs, lasting.ids) == told(ask(client, name, stranger, NOBODYS), NOBODYS)
    assert lasting.standing() == before


def test_a_read_token_opens_its_own_match_alone(client: CheckedClient, owned: Owned, new_organiser: Callable[[], Keys]) -> None:
    other = Play(client, new_organiser())
    for what in ("scoreboard", "events"):
        token = other.begun["read_token"]
        theirs, nobodys = (client.get(f"/v1/matches/{match_id}/{what}?token={token}") for match_id in (owned.ids["match_id"], "m0"))
        assert theirs.status_code == 404
        assert told(theirs, owned.ids) == told(nobodys, NOBODYS)
    refused = client.get(f"{owned.play.path}/log?token={owned.play.begun['read_token']}")
    assert refused.status_code == 422 and refused.json["errors"][0]["pointer"] == "/token"


def test_a_list_shows_ones_own_alone(client: CheckedClient, owned: Owned, new_organiser: Callable[[], Keys]) -> None:
    other = bearer(new_organiser()["admin"])
    assert client.get("/v1/matches", headers=other).json == {"matches": []}
    assert client.get("/v1/webhooks", headers=other).json == {"webhooks": []}
    assert "club" not in [entry["id"] for entry in client.get("/v1/rulesets?archived=true", headers=other).json["rulesets"]]


def test_the_description_says_the_least_role() -> None:
    for name, (method, path) in operations().items():
        assert f"of role `{NEEDED[name]}`" in description()["paths"][path][method.lower()]["description"]


@pytest.mark.parametrize("name", NEEDED)
def test_a_role_may_what_it_is_for(client: CheckedClient, owned: Owned, name: str) -> None:
    before, least = owned.standing(), ROLES.index(NEEDED[name])
    for role in ROLES[:least]:
        answer = ask(client, name, bearer(owned.keys[role]), owned.ids, owned.lines)
        assert (answer.status_code, answer.json["code"]) == (403, "role_not_enough")
        assert NEEDED[name] in answer.json["detail"] and role in answer.json["detail"]
    assert owned.standing() == before
    for role in ROLES[least + 1 :]:
        assert ask(client, name, bearer(owned.keys[role]), NOBODYS).status_code not in (401, 403)
    done = ask(client, name, bearer(owned.keys[NEEDED[name]]), owned.ids, owned.lines)
    assert done.status_code < 300, done.get_data(as_text=True)


@pytest.fixture
def held(app: Flask) -> Iterator[list[int]]:
    """How many connections were held at once, whenever one was taken."""
    engine, held, now = store_of(app).engine, [], [0]

    def taken(*arguments: object) -> None:
        now[0] += 1
        held.append(now[0])

    def given_back(*arguments: object) -> None:
        now[0] -= 1

    event.listen(engine, "checkout", taken)
    event.listen(engine, "checkin", given_back)
    yield held
    event.remove(engine, "checkout", taken)
    event.remove(engine, "checkin", given_back)


@pytest.mark.parametrize("name", NEEDED)
def test_no_operation_holds_two_connections_at_once(client: CheckedClient, owned: Owned, held: list[int], name: str) -> None:
    """Else as many requests as there are connections could each hold one and wait for another."""
    answer = ask(client, name, bearer(owned.keys["admin"]), owned.ids, owned.lines)
    assert answer.status_code < 300 and answer.get_data() is not None
    assert set(held) == {1}


def test_no_question_holds_two_connections_at_once(client: CheckedClient, owned: Owned, held: list[int]) -> None:
    for path, question in QUESTIONS.items():
        if "ruleset" in question:
            client.post(f"/v1/{path}", json=question | {"ruleset": "club"}, headers=bearer(owned.keys["reader"]))
    assert set(held) == {1}

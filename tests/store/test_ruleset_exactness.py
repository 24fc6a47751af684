"""Options survive exactly: what was sent comes back as it was sent, and means the same saved as it does in a question."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.catalogue import PRESET_IDS
from store.ids import new_id
from tests.api.checked import CheckedClient
from tests.property.dice import Dice, positions
from tests.property.houses import HOUSE_RULES
from tests.store.conftest import Keys, bearer
from tests.store.test_rulesets import save


def override(dice: Dice) -> dict[str, Any]:
    """Some house rules over a preset, in any order; numbers may be written with a point."""
    document: dict[str, Any] = {}
    for path in dice.shuffled(list(HOUSE_RULES))[: dice.between(0, 8)]:
        *upper, last = path.split("__")
        here = document
        for key in upper:
            here = here.setdefault(key, {})
        here[last] = dice.one_of(HOUSE_RULES[path])
    document["decks"] = dice.one_of([2, 2.0])
    document["throws"] = document.get("throws", {}) | {"on_failure": {"fine": {"points": dice.one_of([0, 10, 0.0])}}}
    document["extends"] = dice.one_of(PRESET_IDS)
    return {key: document[key] for key in dice.shuffled(list(document))}


def text(document: Any) -> bytes:
    return orjson.dumps(document)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=positions(override))
def test_a_document_is_kept_as_it_was_sent(app: Flask, keys: Keys, document: dict[str, Any]) -> None:
    name, headers = new_id("r"), bearer(keys["admin"])
    with app.test_client() as client:
        judged = client.post("/v1/rulesets/validate", json=document).json
        made = client.post("/v1/rulesets", data=text({"id": name, **document}), content_type="application/json", headers=headers)
        assert (made.status_code == 201) == judged["valid"], made.get_data(as_text=True)
        if not judged["valid"]:
            faults = [(fault["pointer"], fault["code"]) for fault in judged["errors"]]
            assert [(fault["pointer"], fault["code"]) for fault in made.json["errors"]] == faults
            return
        revision = client.get(f"/v1/rulesets/{name}/revisions/1", headers=headers).json
        assert text(revision["document"]) == text(document)
        answered = {key: value for key, value in made.json.items() if key not in ("id", "revision", "extends", "basis")}
        assert text(answered) == text(judged["ruleset"])
        assert client.get(f"/v1/rulesets/{name}@1/diff/{document['extends']}", headers=headers).status_code == 200


@pytest.mark.full
@given(st.data())
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_copy_by_code_differs_in_nothing(app: Flask, keys: Keys, new_organiser: Any, data: st.DataObject) -> None:
    admin, other = bearer(keys["admin"]), bearer(new_organiser()["admin"])
    with app.test_client() as client:
        parent, name = data.draw(st.sampled_from(PRESET_IDS)), ""
        for _ in range(3):
            name = new_id("r")
            document = data.draw(positions(override)) | {"extends": parent}
            if client.post("/v1/rulesets", json={"id": name, **document}, headers=admin).status_code != 201:
                client.post("/v1/rulesets", json={"id": name, "extends": parent}, headers=admin)
            parent = name
        code = client.post(f"/v1/rulesets/{name}/share", headers=admin).json["code"]
        assert client.post("/v1/rulesets", json={"copy_of": code}, headers=other).status_code == 201
        copy, source = (client.get(f"/v1/rulesets/{name}", headers=headers).json for headers in (other, admin))
        assert text(copy) == text(source)


def test_what_reads_otherwise_is_another_revision(client: CheckedClient, keys: Keys) -> None:
    admin = bearer(keys["admin"])
    first = {"extends": "jiangsu-2007", "decks": 2, "follow": {"pairs": False, "tractors": False}}
    save(client, admin, {"id": "club", **first})

    def put(document: dict[str, Any]) -> int:
        answer = client.put("/v1/rulesets/club", json=document, headers={**admin, "If-Match": "*"})
        assert answer.status_code == 200
        return int(answer.json["revision"])

    assert put(first) == 1
    assert put(first | {"id": "club", "revision": 7}) == 1
    assert put(first | {"decks": 2.0}) == 2
    assert put(first | {"decks": 2.0, "follow": {"tractors": False, "pairs": False}}) == 3
    assert put(first) == 4
    documents = [client.get(f"/v1/rulesets/club/revisions/{number}", headers=admin).json["document"] for number in (1, 2, 3, 4)]
    assert text(documents[0]) == text(documents[3]) == text(first)
    assert type(documents[1]["decks"]) is float and list(documents[2]["follow"]) == ["tractors", "pairs"]


@pytest.mark.parametrize(
    ("body", "pointer"), [({"id": 5}, "/id"), ({"id": "other"}, "/id"), ({"revision": "x"}, "/revision"), ({"basis": {}, "x": 1}, "/x")]
)
def test_what_is_wrong_of_a_change_is_told_once(client: CheckedClient, keys: Keys, body: dict[str, Any], pointer: str) -> None:
    admin = bearer(keys["admin"])
    save(client, admin, {"id": "club", "extends": "jiangsu-2007"})
    answer = client.put("/v1/rulesets/club", json={"extends": "jiangsu-2007", **body}, headers={**admin, "If-Match": "*"})
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


def test_what_was_read_may_be_sent_back(client: CheckedClient, keys: Keys) -> None:
    admin = bearer(keys["admin"])
    save(client, admin, {"id": "club", "extends": "jiangsu-2007", "follow": {"pairs": False}})
    client.delete("/v1/rulesets/club", headers={**admin, "If-Match": "*"})
    read = client.get("/v1/rulesets/club", headers=admin)
    assert read.json["archived"] is True
    back = client.put("/v1/rulesets/club", json=read.json, headers={**admin, "If-Match": read.headers["ETag"]})
    assert back.status_code == 200 and back.json["revision"] == 2 and back.json["follow"]["pairs"] is False
    assert back.headers["ETag"] == client.get("/v1/rulesets/club", headers=admin).headers["ETag"]


def test_what_was_read_and_changed_says_what_it_changes(client: CheckedClient, keys: Keys) -> None:
    admin = bearer(keys["admin"])
    save(client, admin, {"id": "club", "extends": "jiangsu-2007", "follow": {"pairs": False}})
    read: Any = client.get("/v1/rulesets/club", headers=admin)
    same = client.put("/v1/rulesets/club", json=read.json, headers={**admin, "If-Match": read.headers["ETag"]})
    assert same.json == read.json and same.headers["ETag"] == read.headers["ETag"]
    changed = {**read.json, "throws": {**read.json["throws"], "allowed": False}}
    assert client.post("/v1/rulesets/validate", json=changed, headers=admin).json["valid"] is True
    done = client.put("/v1/rulesets/club", json=changed, headers={**admin, "If-Match": read.headers["ETag"]}).json
    assert (done["revision"], done["throws"]["allowed"], done["basis"]["throws.allowed"]) == (2, False, {"basis": "option"})
    apart = {path: ground for path, ground in read.json["basis"].items() if path != "throws.allowed"}
    assert {path: ground for path, ground in done["basis"].items() if path != "throws.allowed"} == apart
    document = client.get("/v1/rulesets/club/revisions/2", headers=admin).json["document"]
    assert document == {"extends": "jiangsu-2007@1", "follow": {"pairs": False}, "throws": {"allowed": False}}
    save(client, admin, {**changed, "id": "other"})
    assert client.get("/v1/rulesets/other/diff/club", headers=admin).json["differences"] == []


def test_only_what_may_name_a_revision_does(client: CheckedClient, keys: Keys) -> None:
    admin = bearer(keys["admin"])
    save(client, admin, {"id": "club", "extends": "jiangsu-2007"})
    for name in ("club@01", "club@", "club@0", "club@2", "Club", "club@1@1", "club@9999999999"):
        assert client.get(f"/v1/rulesets/{name}", headers=admin).json["code"] == "ruleset_not_found"
        assert client.put(f"/v1/rulesets/{name}", json={"extends": "jiangsu-2007"}, headers={**admin, "If-Match": "*"}).status_code == 404

"""Saved rulesets: revisions that never change, changes that say what they change, copies that decide alike."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from api import saved
from store.database import Store
from store.models import SavedRuleset
from store.pinning import saved_lookup
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer

OURS: dict[str, Any] = {"id": "our-club", "extends": "jiangsu-2007", "follow": {"pairs": False}, "title": {"zh-Hans": "我们的规则"}}
LOOSE = {"trump": {"suit": "S", "level": "8"}, "hand": ["H3", "H3", "H5", "H6"], "seat": "W", "cards": ["H5", "H6"]}
LOOSE["trick"] = {"plays": [{"seat": "N", "cards": ["H9", "H9"]}]}


@pytest.fixture
def admin(keys: Keys) -> dict[str, str]:
    return bearer(keys["admin"])


def save(client: CheckedClient, headers: dict[str, str], document: dict[str, Any] = OURS, status: int = 201) -> Any:
    answer = client.post("/v1/rulesets", json=document, headers=headers)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer


def test_what_is_saved_is_found_by_its_owner_alone(client: CheckedClient, admin: dict[str, str], new_organiser: Callable[[], Keys]) -> None:
    made = save(client, admin)
    assert made.headers["Location"] == "/v1/rulesets/our-club" and made.json["revision"] == 1
    read = client.get("/v1/rulesets/our-club", headers=admin)
    assert read.json == made.json and read.headers["ETag"] == made.headers["ETag"]
    assert client.get("/v1/rulesets/our-club", headers={**admin, "If-None-Match": read.headers["ETag"]}).status_code == 304
    for headers in ({}, bearer(new_organiser()["admin"])):
        for path in ("our-club", "our-club@1", "our-club/clauses", "our-club/offences", "our-club/diff/jiangsu-2007"):
            assert client.get(f"/v1/rulesets/{path}", headers=headers).status_code == 404
        assert client.post("/v1/plays/check", json={"ruleset": "our-club", **LOOSE}, headers=headers).json["code"] == "ruleset_not_found"
    assert client.post("/v1/plays/check", json={"ruleset": "our-club", **LOOSE}, headers=admin).json["legal"] is True
    batch = {"ruleset": "our-club@1", "requests": [{"op": "plays/check", "body": LOOSE}]}
    assert client.post("/v1/batch", json=batch, headers=admin).json["results"][0]["body"]["legal"] is True


def test_the_list_has_presets_and_then_ones_own(client: CheckedClient, admin: dict[str, str]) -> None:
    save(client, admin)
    save(client, admin, OURS | {"id": "other"})
    presets = client.get("/v1/rulesets").json["rulesets"]
    whole = client.get("/v1/rulesets", headers={**admin, "Accept-Language": "zh-CN"}).json["rulesets"]
    assert [entry["id"] for entry in whole[: len(presets)]] == [entry["id"] for entry in presets]
    assert whole[len(presets)] == {"id": "our-club", "revision": 1, "title": "我们的规则", "saved": True}
    seen, after = [], ""
    while True:
        page = client.get(f"/v1/rulesets?limit=4{after}", headers=admin).json
        seen += [entry["id"] for entry in page["rulesets"]]
        if "next" not in page:
            break
        after = f"&after={page['next']}"
    assert seen == [entry["id"] for entry in whole]
    assert client.get("/v1/rulesets", headers=bearer("sj_live_wrong")).status_code == 401
    assert client.get("/v1/rulesets?after=our-club").status_code == 422


def test_a_change_names_the_version_that_it_changes(client: CheckedClient, admin: dict[str, str]) -> None:
    tag = save(client, admin).headers["ETag"]
    changed = OURS | {"follow": {"pairs": True}}
    assert client.put("/v1/rulesets/our-club", json=changed, headers=admin).status_code == 428
    refused = client.put("/v1/rulesets/our-club", json=changed, headers={**admin, "If-Match": '"other"'})
    assert refused.status_code == 412 and refused.headers["ETag"] == tag
    done = client.put("/v1/rulesets/our-club", json=changed, headers={**admin, "If-Match": tag})
    assert done.status_code == 200 and done.json["revision"] == 2 and done.json["follow"]["pairs"] is True
    assert client.put("/v1/rulesets/our-club", json=OURS, headers={**admin, "If-Match": tag}).status_code == 412
    same = client.put("/v1/rulesets/our-club", json=changed, headers={**admin, "If-Match": done.headers["ETag"]})
    assert same.json == done.json
    assert client.get("/v1/rulesets/our-club@1", headers=admin).json["follow"]["pairs"] is False
    assert client.get("/v1/rulesets/our-club@3", headers=admin).status_code == 404
    assert client.put("/v1/rulesets/our-club", json=OURS | {"id": "x"}, headers={**admin, "If-Match": "*"}).status_code == 422


def test_of_two_changes_to_one_version_one_is_refused(client: CheckedClient, admin: dict[str, str], app: Flask) -> None:
    tag = save(client, admin).headers["ETag"]
    statuses = []

    def change(number: int) -> None:
        with app.test_client() as other:
            document = OURS | {"limits": {"deals": number}}
            statuses.append(other.put("/v1/rulesets/our-club", json=document, headers={**admin, "If-Match": tag}).status_code)

    writers = [threading.Thread(target=change, args=(number,)) for number in (5, 6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(statuses) == [200, 412]


def test_options_come_back_as_they_were_sent(client: CheckedClient, admin: dict[str, str]) -> None:
    document = {"extends": "jiangsu-2007", "throws": {"allowed": False}, "follow": {"tractors": False, "pairs": False}, "decks": 2}
    save(client, admin, {"id": "exact", **document})
    revision = client.get("/v1/rulesets/exact/revisions/1", headers=admin).json
    assert revision["document"] == document and list(revision["document"]) == list(document)
    assert revision["extends"] == "jiangsu-2007@1"
    whole = client.get("/v1/rulesets/exact", headers=admin).json
    assert whole["throws"]["allowed"] is False and whole["follow"]["tractors"] is False


def test_a_revision_keeps_the_meaning_of_what_it_extends(client: CheckedClient, admin: dict[str, str]) -> None:
    tag = save(client, admin).headers["ETag"]
    save(client, admin, {"id": "child", "extends": "our-club", "throws": {"allowed": False}})
    client.put("/v1/rulesets/our-club", json=OURS | {"follow": {"pairs": True}}, headers={**admin, "If-Match": tag})
    child = client.get("/v1/rulesets/child", headers=admin).json
    assert child["extends"] == "our-club@1" and child["follow"]["pairs"] is False


def test_an_archived_ruleset_serves_only_what_has_pinned_it(
    client: CheckedClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "FRESH_FOR", 0.0)
    tag = save(client, admin).headers["ETag"]
    match = client.post("/v1/matches", json={"ruleset": "our-club"}, headers=admin)
    assert match.json["ruleset"] == {"id": "our-club", "revision": 1}
    assert client.delete("/v1/rulesets/our-club", headers=admin).status_code == 428
    assert client.delete("/v1/rulesets/our-club", headers={**admin, "If-Match": tag}).status_code == 204
    assert "our-club" not in [entry["id"] for entry in client.get("/v1/rulesets", headers=admin).json["rulesets"]]
    listed = client.get("/v1/rulesets?archived=true", headers=admin).json["rulesets"]
    assert listed[-1] == {"id": "our-club", "revision": 1, "title": "我们的规则", "saved": True, "archived": True}
    refused = client.post("/v1/matches", json={"ruleset": "our-club"}, headers=admin).json
    assert refused["code"] == "ruleset_archived" and "“our-club@1”" in refused["detail"]
    for path in ("clauses", "offences", "diff/jiangsu-2007"):
        told = client.get(f"/v1/rulesets/our-club/{path}", headers=admin)
        assert (told.status_code, told.json["code"], told.json["detail"]) == (404, "ruleset_archived", refused["detail"])
    for asked in ({"extends": "our-club", "id": "child"}, {"extends": "our-club"}):
        told = client.post("/v1/rulesets" if "id" in asked else "/v1/rulesets/validate", json=asked, headers=admin).json["errors"]
        assert [(fault["pointer"], fault["code"]) for fault in told] == [("/extends", "ruleset_archived")]
    assert client.post("/v1/matches", json={"ruleset": "our-club@1"}, headers=admin).status_code == 201
    deal = {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}}
    assert client.post(f"{match.headers['Location']}/deals", json=deal, headers=admin).status_code == 201
    read = client.get("/v1/rulesets/our-club", headers=admin)
    assert read.json["archived"] is True
    back = client.put("/v1/rulesets/our-club", json=OURS, headers={**admin, "If-Match": read.headers["ETag"]})
    assert back.json["revision"] == 2 and "archived" not in back.json


def test_what_is_no_ruleset_is_not_saved(client: CheckedClient, admin: dict[str, str]) -> None:
    faults = save(client, admin, {"extends": "jiangsu-2007", "throws": {"alowed": False}}, 422).json["errors"]
    assert {fault["pointer"] for fault in faults} == {"/id", "/throws/alowed"}
    save(client, admin)
    assert save(client, admin, OURS, 409).json["code"] == "ruleset_exists"
    assert save(client, admin, OURS | {"id": "march8-2012"}, 409).json["code"] == "preset_is_read_only"
    for method, path in (("put", ""), ("delete", ""), ("post", "/share")):
        body = {"json": OURS} if method == "put" else {}
        assert getattr(client, method)(f"/v1/rulesets/march8-2012{path}", headers=admin, **body).json["code"] == "preset_is_read_only"


@pytest.mark.parametrize("sent", [{"code": "rks4m2x9t1b7c"}, {"copy": "jiangsu-2007"}, {"id": "x", "throws": {"allowed": False}}])
def test_who_extends_nothing_is_told_how_to_extend_and_how_to_copy(
    client: CheckedClient, admin: dict[str, str], sent: dict[str, Any]
) -> None:
    faults = save(client, admin, sent, 422).json["errors"]
    unknown = [f"/{key}" for key in sent if key in ("code", "copy")]
    assert [fault["pointer"] for fault in faults[: len(unknown)]] == unknown
    (told,) = [fault for fault in faults if fault["code"] == "missing_source"]
    assert told["pointer"] == "/extends" and "`extends`" in told["message"] and "`copy_of`" in told["message"]
    assert len(faults) <= 4


def test_the_list_has_the_titles_that_the_rulesets_have(client: CheckedClient, admin: dict[str, str]) -> None:
    chinese = {"title": {"zh-Hans": "我们的规则"}}
    untitled = client.get("/v1/rulesets/march8-2012").json
    whole = {key: value for key, value in untitled.items() if key not in ("id", "revision", "title", "basis")}
    for name, document in (
        ("plain", {"extends": "jiangsu-2007"}),
        ("over-plain", {"extends": "plain"}),
        ("titled", {"extends": "over-plain", **chinese}),
        ("over-titled", {"extends": "titled"}),
        ("whole", whole),
        ("over-whole", {"extends": "whole"}),
    ):
        save(client, admin, {"id": name, **document})
    for language in ("en", "zh-Hans", "zh-Hant"):
        for entry in client.get("/v1/rulesets", headers={**admin, "Accept-Language": language}).json["rulesets"]:
            title = client.get(f"/v1/rulesets/{entry['id']}", headers=admin).json["title"]
            assert entry["title"] == title.get(language, next(iter(title.values())))


def test_revisions_are_listed_from_the_newest(client: CheckedClient, admin: dict[str, str], keys: Keys) -> None:
    tag = save(client, admin).headers["ETag"]
    for number in (3, 4):
        document = OURS | {"limits": {"deals": number}}
        tag = client.put("/v1/rulesets/our-club", json=document, headers={**admin, "If-Match": tag}).headers["ETag"]
    reader = bearer(keys["reader"])
    page = client.get("/v1/rulesets/our-club/revisions?limit=2", headers=reader).json
    assert [entry["revision"] for entry in page["revisions"]] == [3, 2] and page["next"] == 2
    assert "next" not in client.get("/v1/rulesets/our-club/revisions?after=2", headers=reader).json
    assert client.get("/v1/rulesets/march8-2012/revisions", headers=reader).json == {"revisions": [{"revision": 1}]}
    assert client.get("/v1/rulesets/march8-2012/revisions/1", headers=reader).json["document"] == {"extends": "march8-2012@1"}
    for wrong in ("2", "x", "0", "9999999999"):
        assert client.get(f"/v1/rulesets/march8-2012/revisions/{wrong}", headers=reader).status_code == 404
        assert client.get(f"/v1/rulesets/none/revisions/{wrong}", headers=reader).status_code == 404


def test_a_copy_decides_as_its_source(client: CheckedClient, admin: dict[str, str], new_organiser: Callable[[], Keys]) -> None:
    save(client, admin, {"id": "base", "extends": "guizhou-2010", "follow": {"pairs": False}})
    save(client, admin, {"id": "club", "extends": "base", "throws": {"allowed": False}})
    code = client.post("/v1/rulesets/club/share", headers=admin).json["code"]
    assert client.post("/v1/rulesets/club/share", headers=admin).json["code"] == code
    other = bearer(new_organiser()["admin"])
    copy = save(client, other, {"copy_of": code}).json
    original = client.get("/v1/rulesets/club", headers=admin).json
    for named in ("extends", "id", "revision"):
        copy.pop(named), original.pop(named)
    assert copy == original
    assert [entry["id"] for entry in client.get("/v1/rulesets", headers=other).json["rulesets"]][-1] == "club"
    assert client.get("/v1/rulesets/base@1", headers=other).json["archived"] is True
    assert save(client, other, {"copy_of": code}).json["id"] == "club-2"
    assert save(client, admin, {"copy_of": "club@1", "id": "twin"}).json["extends"] == "base@1"
    assert save(client, admin, {"copy_of": "jiangsu-2007"}).json["id"] == "jiangsu-2007-2"
    assert client.delete("/v1/rulesets/club/share", headers=admin).status_code == 204
    assert save(client, other, {"copy_of": code}, 404).json["code"] == "ruleset_not_found"
    assert client.post("/v1/rulesets/club/share", headers=admin).json["code"] != code
    for wrong in ({"copy_of": "club@x"}, {"copy_of": "none"}, {"copy_of": "jiangsu-2007@2"}):
        assert save(client, other, wrong, 404).json["code"] == "ruleset_not_found"
    assert save(client, other, {"copy_of": "jiangsu-2007", "id": "No!"}, 422).json["errors"][0]["pointer"] == "/id"
    assert save(client, other, {"copy_of": 3}, 422).json["errors"][0]["pointer"] == "/copy_of"
    assert save(client, other, {"copy_of": "club", "id": "march8-2012"}, 409).json["code"] == "preset_is_read_only"


def test_a_lookup_finds_the_same_again_whatever_is_saved_meanwhile(client: CheckedClient, keys: Keys, store: Store) -> None:
    headers = bearer(keys["admin"])
    made = client.post("/v1/rulesets", json={"id": "our-club", "extends": "jiangsu-2007"}, headers=headers)
    with store.reading() as session:
        newest = select(SavedRuleset).where(SavedRuleset.id == "our-club").order_by(SavedRuleset.uid.desc()).limit(1)
        look = saved_lookup(session, session.scalars(newest).one().organiser_uid)
        found = look("our-club", None)
        assert look("nothing", None) is None
        changed = {"id": "our-club", "extends": "jiangsu-2007", "throws": {"allowed": False}}
        put = client.put("/v1/rulesets/our-club", json=changed, headers=headers | {"If-Match": made.headers["ETag"]})
        assert put.json["revision"] == 2
        client.delete("/v1/rulesets/our-club", headers=headers | {"If-Match": put.headers["ETag"]})
        assert look("our-club", None) == found and found is not None and found.revision == 1
        assert look("nothing", None) is None

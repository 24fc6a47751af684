"""Webhooks: made, listed without their secrets, changed, deleted; deliveries are written with the entries that they tell of."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from api.settings import private_networks, webhooks_keep
from schemas import webhooks as schemas
from store import deliveries
from store.clock import now
from store.database import Store
from store.deliveries import Job
from store.events import EVENT_OF_KIND
from store.models import Delivery, Webhook
from store.webhooks import MOST
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play
from webhooks.addresses import EVERYWHERE
from webhooks.sending import ERRORS

URL = "https://example.org/hook"
EVENTS = list(schemas.EVENTS)


class Hook:
    """A webhook and whose it is."""

    def __init__(self, client: CheckedClient, keys: Keys, url: str = URL, events: list[str] = EVENTS, **more: Any) -> None:
        self.client, self.headers = client, bearer(keys["admin"])
        answer = client.post("/v1/webhooks", json={"url": url, "events": events, **more}, headers=self.headers)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.made, self.path = answer.json, answer.headers["Location"]
        assert self.path == f"/v1/webhooks/{self.made['id']}"

    def get(self, more: str = "", status: int = 200) -> Any:
        return self.ask("GET", more, status)

    def ask(self, method: str, more: str = "", status: int = 200, body: Any = None) -> Any:
        answer = self.client.open(f"{self.path}{more}", method=method, json=body, headers=self.headers)
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.json if answer.data else None

    def deliveries(self, query: str = "") -> list[Any]:
        return self.get(f"/deliveries{query}")["deliveries"]


def claimed(store: Store, hook: Hook, later: timedelta = timedelta(seconds=1)) -> Job:
    """The delivery of a webhook that is due first, claimed as a worker does."""
    with store.writing() as session:
        uid = session.scalars(select(Webhook.uid).where(Webhook.id == hook.made["id"])).one()
        job = deliveries.claim(session, uid, now(later), now(later + deliveries.LEASE))
        assert job is not None
        return job


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


@pytest.fixture
def hook(client: CheckedClient, keys: Keys) -> Hook:
    return Hook(client, keys)


def test_a_webhook_is_made_with_a_secret_that_is_shown_once(client: CheckedClient, keys: Keys) -> None:
    hook = Hook(client, keys, events=["match.finished", "deal.scored", "deal.scored"], description="记分牌")
    secret = hook.made.pop("secret")
    assert secret.startswith("whsec_") and len(secret) == 6 + 44
    assert hook.made.pop("created_at") and hook.made.pop("id")
    assert hook.made == {"url": URL, "events": ["deal.scored", "match.finished"], "description": "记分牌", "status": "active"}
    others = [hook.get(), client.get("/v1/webhooks", headers=hook.headers).json, hook.ask("PUT", body={"url": URL, "events": EVENTS})]
    assert "secret" not in json.dumps(others) and secret not in json.dumps(others)


def test_no_answer_with_a_secret_is_remembered(client: CheckedClient, keys: Keys) -> None:
    headers = bearer(keys["admin"], Idempotency_Key="once")
    made = [client.post("/v1/webhooks", json={"url": URL, "events": EVENTS}, headers=headers).json["id"] for _ in range(2)]
    assert made[0] != made[1]


def test_they_are_listed_page_by_page_as_they_came(client: CheckedClient, keys: Keys) -> None:
    ids = [Hook(client, keys).made["id"] for _ in range(3)]
    first = client.get("/v1/webhooks?limit=2", headers=bearer(keys["admin"])).json
    assert [one["id"] for one in first["webhooks"]] == ids[:2] and first["next"] == ids[1]
    second = client.get(f"/v1/webhooks?limit=2&after={first['next']}", headers=bearer(keys["admin"])).json
    assert [one["id"] for one in second["webhooks"]] == ids[2:] and "next" not in second
    assert client.get("/v1/webhooks?after=w0", headers=bearer(keys["admin"])).status_code == 404


def test_an_organiser_has_so_many_and_no_more(client: CheckedClient, keys: Keys) -> None:
    hooks = [Hook(client, keys) for _ in range(MOST)]
    refused = client.post("/v1/webhooks", json={"url": URL, "events": EVENTS}, headers=bearer(keys["admin"]))
    assert (refused.status_code, refused.json["code"]) == (409, "too_many_webhooks") and str(MOST) in refused.json["detail"]
    hooks[0].ask("DELETE", status=204)
    Hook(client, keys)


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {("/url", "missing_field"), ("/events", "missing_field")}),
        ({"url": "http://example.org/", "events": []}, {("/url", "url_not_https"), ("/events", "wrong_length")}),
        ({"url": "https://a:b@example.org/", "events": ["deal.made"]}, {("/url", "url_with_credentials"), ("/events/0", "not_a_choice")}),
        ({"url": "https://10.0.0.1/", "events": EVENTS, "status": "off"}, {("/url", "url_not_public"), ("/status", "not_a_choice")}),
        ({"url": "example.org", "events": EVENTS, "secret": "x"}, {("/url", "not_a_url"), ("/secret", "unknown_field")}),
        ({"url": 7, "events": "deal.scored"}, {("/url", "wrong_type"), ("/events", "wrong_type")}),
        ({"url": "https://example.org/" + "a" * 2000, "events": EVENTS * 2}, {("/url", "wrong_length"), ("/events", "wrong_length")}),
    ],
)
def test_all_faults_of_one_are_told_with_their_places(client: CheckedClient, keys: Keys, body: Any, faults: Any) -> None:
    for language in ("en", "zh-Hans", "zh-Hant"):
        answer = client.post("/v1/webhooks", json=body, headers=bearer(keys["admin"], Accept_Language=language))
        assert answer.status_code == 422
        assert {(fault["pointer"], fault["code"]) for fault in answer.json["errors"]} == faults
    assert client.get("/v1/webhooks", headers=bearer(keys["admin"])).json == {"webhooks": []}


def test_a_change_that_names_a_version_changes_that_alone(client: CheckedClient, hook: Hook, keys: Keys) -> None:
    admin, path = bearer(keys["admin"]), f"/v1/webhooks/{hook.made['id']}"
    body = {"url": URL, "events": EVENTS, "description": "another"}
    first = client.get(path, headers=admin).headers["ETag"]
    done = client.put(path, json=body, headers={**admin, "If-Match": first})
    second = client.get(path, headers=admin).headers["ETag"]
    assert done.status_code == 200 and done.headers["ETag"] == second != first
    for refused in (
        client.put(path, json=body | {"description": "lost"}, headers={**admin, "If-Match": first}),
        client.delete(path, headers={**admin, "If-Match": first}),
    ):
        assert (refused.status_code, refused.json["code"], refused.headers["ETag"]) == (412, "precondition_failed", second)
    assert client.get(path, headers=admin).json["description"] == "another"
    assert client.put(path, json=body, headers={**admin, "If-Match": "*"}).status_code == 200
    assert client.put(path, json=body, headers=admin).status_code == 200
    assert client.delete(path, headers={**admin, "If-Match": second}).status_code == 204


def test_many_that_are_made_at_once_are_no_more_than_that(client: CheckedClient, keys: Keys, app: Flask) -> None:
    start = threading.Barrier(8)

    def make(_: int) -> list[int]:
        start.wait()
        with app.test_client() as own:
            asked = {"json": {"url": URL, "events": EVENTS}, "headers": bearer(keys["admin"])}
            return [own.post("/v1/webhooks", **asked).status_code for _ in range(4)]

    with ThreadPoolExecutor(8) as pool:
        statuses = [status for one in pool.map(make, range(8)) for status in one]
    assert sorted(statuses) == [201] * MOST + [409] * (32 - MOST)


def test_private_networks_are_what_the_setting_says(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"": (), "0": (), "1": EVERYWHERE, "10.0.0.0/8, fd00::/8": ("10.0.0.0/8", "fd00::/8"), "127.0.0.1": ("127.0.0.1/32",)}
    for text, meant in given.items():
        monkeypatch.setenv("WEBHOOKS_ALLOW_PRIVATE", text)
        assert [str(network) for network in private_networks()] == [str(network) for network in meant]
    monkeypatch.setenv("WEBHOOKS_ALLOW_PRIVATE", "yes")
    with pytest.raises(SystemExit, match=r"^WEBHOOKS_ALLOW_PRIVATE is 'yes'; it takes 1 for all, or networks"):
        private_networks()


def test_deliveries_are_kept_for_as_many_days_as_the_setting_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, days in {"": 90, "7": 7, "400": 400}.items():
        monkeypatch.setenv("WEBHOOKS_KEEP_DAYS", text)
        assert webhooks_keep() == timedelta(days=days)
    for wrong in ("6", "0", "-1", "36501", "a week"):  # an attempt may be made five days later
        monkeypatch.setenv("WEBHOOKS_KEEP_DAYS", wrong)
        with pytest.raises(SystemExit, match=rf"^WEBHOOKS_KEEP_DAYS is '{wrong}'; it takes a whole number from 7 to 36500"):
            webhooks_keep()


def test_only_an_admin_keeps_webhooks(client: CheckedClient, keys: Keys, hook: Hook) -> None:
    for role in ("reader", "scorer", "referee"):
        for path in ("/v1/webhooks", hook.path, f"{hook.path}/deliveries"):
            assert client.get(path, headers=bearer(keys[role])).status_code == 403


def test_anothers_webhook_does_not_exist(client: CheckedClient, hook: Hook, play: Play, new_organiser: Callable[[], Keys]) -> None:
    play.deal(80, declarer="N")
    delivery, other = hook.deliveries()[0]["id"], new_organiser()
    theirs = Hook(client, other)
    for method, more, body in (
        ("GET", "", None),
        ("PUT", "", {"url": URL, "events": EVENTS}),
        ("DELETE", "", None),
        ("POST", "/secret", None),
        ("GET", "/deliveries", None),
        ("GET", f"/deliveries/{delivery}", None),
        ("POST", f"/deliveries/{delivery}/redeliver", None),
    ):
        answer = client.open(f"{hook.path}{more}", method=method, json=body, headers=theirs.headers)
        assert (answer.status_code, answer.json["code"]) == (404, "webhook_not_found")
    for more in (f"/deliveries/{delivery}", "/deliveries/d0", f"/deliveries?after={delivery}"):
        assert theirs.get(more, 404)["code"] == "delivery_not_found"
    assert theirs.deliveries() == []
    assert len(hook.deliveries()) == 1


def test_every_kind_of_entry_is_told_with_the_entry_as_it_is_answered(client: CheckedClient, hook: Hook, play: Play) -> None:
    entries = [play.deal(80, declarer="N")["entry"]]
    entries.append(play.post("penalties", {"offence": "late", "side": "NS", "minutes": 3})["entry"])
    entries.append(play.post("void", {"reason": "misdealt"})["entry"])
    correction = {"deal": 1, "reason": "miscounted", "replacement": {"kind": "score", "deal": {"attackers_points": 40}}}
    entries.append(play.post("corrections", correction)["entry"])
    entries.append(play.post("finish", {})["entry"])
    told = list(reversed(hook.deliveries()))
    assert [one["type"] for one in told] == ["deal.scored", "penalty.booked", "deal.voided", "deal.corrected", "match.finished"]
    for one, entry in zip(told, entries, strict=True):
        whole = hook.get(f"/deliveries/{one['id']}")
        assert whole.pop("payload") == {"type": one["type"], "timestamp": entry["at"], "data": entry}
        assert whole == one and one["next_at"] and one["created_at"]
        assert {key: one[key] for key in ("match", "seq", "status", "attempts")} == {
            "match": play.begun["id"],
            "seq": entry["seq"],
            "status": "pending",
            "attempts": 0,
        }


def test_only_what_is_listened_to_is_told(client: CheckedClient, keys: Keys, play: Play) -> None:
    ends, scores = Hook(client, keys, events=["match.finished"]), Hook(client, keys, events=["deal.scored", "game.over"])
    off = Hook(client, keys, status="disabled")
    play.deal(80, declarer="N")
    play.post("finish", {})
    assert [one["type"] for one in ends.deliveries()] == ["match.finished"]
    assert [one["type"] for one in scores.deliveries()] == ["deal.scored"]
    assert off.deliveries() == []


def test_nobody_is_told_of_anothers_entries(client: CheckedClient, hook: Hook, play: Play, new_organiser: Callable[[], Keys]) -> None:
    others = new_organiser()
    theirs = Hook(client, others)
    Play(client, others).deal(80, declarer="N")
    assert hook.deliveries() == [] and len(theirs.deliveries()) == 1
    play.deal(80, declarer="N")
    assert [one["match"] for one in hook.deliveries()] == [play.begun["id"]] and len(theirs.deliveries()) == 1


def test_what_is_not_stored_is_not_told(hook: Hook, play: Play) -> None:
    play.deal(80, 422)
    play.deal(80, 409, expected_seq=7, declarer="N")
    assert hook.deliveries() == []


def test_a_request_that_comes_twice_is_told_once(client: CheckedClient, hook: Hook, play: Play) -> None:
    body = {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}}
    first, again = (play.post("deals", body, role="scorer", Idempotency_Key="deal-1") for _ in range(2))
    assert first == again and len(hook.deliveries()) == 1


def test_deliveries_are_listed_page_by_page_the_newest_first(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    for _ in range(2):
        play.deal(80)
    first = hook.get("/deliveries?limit=2")
    assert [one["seq"] for one in first["deliveries"]] == [3, 2]
    second = hook.get(f"/deliveries?limit=2&after={first['next']}")
    assert [one["seq"] for one in second["deliveries"]] == [1] and "next" not in second
    with store.writing() as session:
        deliveries.settle_delivered(session, job := _claim_in(session, hook), 204, now())
    assert [one["id"] for one in hook.deliveries("?status=delivered")] == [job.id]
    assert [one["seq"] for one in hook.deliveries("?status=pending")] == [3, 2]
    assert hook.get("/deliveries?status=lost", 422)["code"] == "not_a_choice"


def _claim_in(session: Any, hook: Hook) -> Job:
    uid = session.scalars(select(Webhook.uid).where(Webhook.id == hook.made["id"])).one()
    job = deliveries.claim(session, uid, now(timedelta(seconds=1)), now(deliveries.LEASE))
    assert job is not None
    return job


def test_what_arrived_or_was_given_up_can_be_sent_again_under_its_id(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    job = claimed(store, hook)
    with store.writing() as session:
        deliveries.settle_delivered(session, job, 200, now())
    done = hook.deliveries()[0]
    assert done["status"] == "delivered" and done["last_status"] == 200 and done["delivered_at"] and "next_at" not in done
    again = hook.ask("POST", f"/deliveries/{job.id}/redeliver", 202)
    assert (again["id"], again["status"], again["attempts"]) == (job.id, "pending", 0) and "delivered_at" not in again
    second = claimed(store, hook)
    assert (second.id, second.payload) == (job.id, job.payload)
    with store.writing() as session:
        deliveries.settle_failed(session, second, 500, "http_status", None)
    assert hook.deliveries()[0]["status"] == "failed"
    assert hook.ask("POST", f"/deliveries/{job.id}/redeliver", 202)["last_error"] == "http_status"
    assert claimed(store, hook).id == job.id


def test_what_waits_for_its_next_attempt_can_be_sent_now(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    job = claimed(store, hook)
    with store.writing() as session:
        deliveries.settle_failed(session, job, None, "timeout", now(timedelta(hours=5)))
    waits = hook.deliveries()[0]
    again = hook.ask("POST", f"/deliveries/{job.id}/redeliver", 202)
    assert again["next_at"] < waits["next_at"] and again["attempts"] == 1
    assert claimed(store, hook).attempts == 2


def test_a_disabled_webhook_is_told_nothing_and_redelivers_nothing(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    play.deal(80)
    job = claimed(store, hook)
    off = hook.ask("PUT", body={"url": URL, "events": EVENTS, "status": "disabled"})
    assert off["status"] == "disabled" and "disabled_because" not in off
    assert {(one["status"], one["last_error"]) for one in hook.deliveries()} == {("failed", "webhook_disabled")}
    refused = hook.ask("POST", f"/deliveries/{job.id}/redeliver", 409)
    assert refused["code"] == "webhook_disabled"
    with store.writing() as session:  # what was on its way has arrived all the same
        deliveries.settle_delivered(session, job, 200, now())
    play.deal(80)
    assert [one["status"] for one in hook.deliveries()] == ["failed", "delivered"]
    hook.ask("PUT", body={"url": URL, "events": EVENTS})
    play.deal(80)
    assert [one["status"] for one in hook.deliveries()] == ["pending", "failed", "delivered"]


def test_what_was_written_while_a_webhook_was_being_disabled_is_not_sent(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    with store.writing() as session:  # as if the entry had been stored at the same time
        session.execute(update(Webhook).where(Webhook.id == hook.made["id"]).values(status="disabled"))
    with store.writing() as session:
        uid = session.scalars(select(Webhook.uid).where(Webhook.id == hook.made["id"])).one()
        assert deliveries.claim(session, uid, now(timedelta(seconds=1)), now(deliveries.LEASE)) is None
    assert [(one["status"], one["last_error"]) for one in hook.deliveries()] == [("failed", "webhook_disabled")]


def test_a_deleted_webhook_is_gone_with_its_secrets(client: CheckedClient, hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    hook.ask("POST", "/secret")
    hook.ask("DELETE", status=204)
    for more in ("", "/deliveries"):
        assert hook.get(more, 404)["code"] == "webhook_not_found"
    hook.ask("DELETE", status=404)
    play.deal(80)
    with store.reading() as session:
        row = session.scalars(select(Webhook).where(Webhook.id == hook.made["id"])).one()
        assert (row.secret, row.old_secret) == ("", None)
        assert session.scalars(select(func.count()).where(Delivery.webhook_uid == row.uid, Delivery.status == "pending")).one() == 0
        assert session.scalars(select(func.count()).where(Delivery.webhook_uid == row.uid)).one() == 1


def test_for_a_day_the_old_secret_signs_beside_the_new_one(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    first = hook.made["secret"]
    rotated = hook.ask("POST", "/secret")
    second = rotated["secret"]
    assert second != first and rotated["old_secret_until"] == hook.get()["old_secret_until"]
    assert claimed(store, hook).secrets == (second, first)
    assert claimed(store, hook, timedelta(hours=25)).secrets == (second,)
    third = hook.ask("POST", "/secret")["secret"]
    play.deal(80)
    assert claimed(store, hook).secrets == (third, second)


def test_a_410_disables_a_webhook_until_it_is_enabled_again(hook: Hook, play: Play, store: Store) -> None:
    play.deal(80, declarer="N")
    play.deal(80)
    with store.writing() as session:
        deliveries.settle_gone(session, _claim_in(session, hook), 410)
    assert hook.get()["disabled_because"] == "gone" and hook.get()["status"] == "disabled"
    assert [(one["status"], one["last_error"]) for one in hook.deliveries()] == [("failed", "gone")] * 2
    assert "disabled_because" not in hook.ask("PUT", body={"url": URL, "events": EVENTS})


def test_what_is_declared_is_what_there_is(app: Flask) -> None:
    assert set(schemas.EVENTS) == set(EVENT_OF_KIND.values()) and len(schemas.EVENTS) == len(EVENT_OF_KIND)
    assert set(ERRORS) | {"webhook_disabled"} == set(schemas.DELIVERY_ERRORS)
    assert len(" ".join(schemas.EVENTS)) <= 200

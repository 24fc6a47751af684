"""Webhooks (事件推送): addresses that are told of what happens in the organiser's matches, and what has become of what they were told."""

from __future__ import annotations

from typing import Any

import orjson
from flask import current_app
from flask.views import MethodView
from werkzeug.http import quote_etag

from api.answers import etag_of
from api.storing import TAKEN, Change, Made, Reading, StoreBlueprint, expect_version
from rules.rulings import Fault
from schemas.webhooks import (
    EVENTS,
    DeliveriesAnswer,
    DeliveriesQuery,
    DeliveryAnswer,
    WebhookAnswer,
    WebhooksAnswer,
    WebhookSecretAnswer,
    WebhooksQuery,
    WholeDeliveryAnswer,
    webhook_request,
)
from store import deliveries
from store import webhooks as stored
from store.deliveries import Listed
from store.models import Webhook
from webhooks.addresses import UnfitError, expect_fit

webhooks = StoreBlueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Addresses that are told of events.")


def _judged(url: str) -> Fault | None:
    """What is wrong with an address where this app runs."""
    try:
        expect_fit(url, current_app.config["WEBHOOKS_ALLOW_PRIVATE"])
    except UnfitError as error:
        return Fault("", error.code, url)
    return None


_REQUEST = webhook_request(_judged)


def _webhook_json(webhook: Webhook, *, secret: bool = False) -> dict[str, Any]:
    """A webhook as its organiser sees it; with its secret only where that was made just now."""
    listened = webhook.events.split()
    answer: dict[str, Any] = {"id": webhook.id, "url": webhook.url, "events": [event for event in EVENTS if event in listened]}
    answer |= {} if webhook.description is None else {"description": webhook.description}
    answer |= {"status": webhook.status, "created_at": webhook.created_at}
    optional = (("disabled_because", webhook.disabled_because), ("old_secret_until", webhook.old_secret_until))
    answer |= {key: value for key, value in optional if value is not None}
    return answer | ({"secret": webhook.secret} if secret else {})


def _delivery_json(listed: Listed) -> dict[str, Any]:
    """What has become of a delivery."""
    delivery, match_id = listed
    answer: dict[str, Any] = {"id": delivery.id, "type": delivery.type, "match": match_id, "seq": delivery.seq}
    answer |= {"status": delivery.status, "attempts": delivery.attempts, "created_at": delivery.created_at}
    optional = ("next_at", "last_status", "last_error", "delivered_at")
    return answer | {key: value for key in optional if (value := getattr(delivery, key)) is not None}


def _own(asked: Reading | Change, webhook_id: str, *, locked: bool = False) -> Webhook:
    return stored.find(asked.session, asked.caller.organiser_uid, webhook_id, locked=locked)


def _etag(webhook: Webhook) -> str:
    """The version that GET answers."""
    return etag_of(orjson.dumps(_webhook_json(webhook)))


def _to_change(change: Change, webhook_id: str) -> Webhook:
    """A webhook, locked, unless If-Match names another version."""
    webhook = _own(change, webhook_id, locked=True)
    expect_version(change, _etag(webhook))
    return webhook


@webhooks.route("")
class Webhooks(MethodView):
    """The list."""

    @webhooks.query(WebhooksQuery())
    @webhooks.lookup("listWebhooks", WebhooksAnswer(), role="admin")
    def get(self, reading: Reading, page: dict[str, Any]) -> dict[str, Any]:
        """The organiser's webhooks, without their secrets."""
        rows, more = stored.list_webhooks(reading.session, reading.caller.organiser_uid, **page)
        answer: dict[str, Any] = {"webhooks": [_webhook_json(row) for row in rows]}
        return answer | ({"next": rows[-1].id} if more else {})

    # no Idempotency-Key: the answer would be kept, and the secret with it
    @webhooks.change("createWebhook", _REQUEST, WebhookSecretAnswer(), role="admin", missing=False, idempotent=False, creates=True)
    def post(self, change: Change, asked: dict[str, Any]) -> Made:
        """Have an address told of events, as Standard Webhooks has it.

        `secret` is shown this once: what is sent is signed with it in the header `webhook-signature`. A delivery has arrived when it is
        answered by a 2xx within ten seconds; else it is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h and 24 h. It may arrive
        more than once, and then has the same `webhook-id`. Nobody's redirect is followed; a 410 disables the webhook.
        """
        webhook = stored.create(change.session, change.caller.organiser_uid, **_kept(asked))
        return Made(_webhook_json(webhook, secret=True), {"Location": f"/v1/webhooks/{webhook.id}"})


def _kept(asked: dict[str, Any]) -> dict[str, Any]:
    return {**asked, "events": sorted(asked["events"]), "description": asked.get("description")}


@webhooks.route("/<webhook_id>")
class OneWebhook(MethodView):
    """One webhook."""

    @webhooks.lookup("getWebhook", WebhookAnswer(), role="admin")
    def get(self, reading: Reading, webhook_id: str) -> dict[str, Any]:
        """A webhook, without its secret."""
        return _webhook_json(_own(reading, webhook_id))

    @webhooks.change("replaceWebhook", _REQUEST, WebhookAnswer(), role="admin", status=200, conflicts=False, if_match=TAKEN)
    def put(self, change: Change, asked: dict[str, Any], webhook_id: str) -> Made:
        """Change a webhook whole; its secret stays. Disabled, it is told nothing, and what waits for it is dropped."""
        webhook = _to_change(change, webhook_id)
        stored.replace(change.session, webhook, **_kept(asked))
        return Made(_webhook_json(webhook), {"ETag": quote_etag(_etag(webhook))})

    @webhooks.change("deleteWebhook", None, None, role="admin", status=204, conflicts=False, if_match=TAKEN)
    def delete(self, change: Change, webhook_id: str) -> Made:
        """Delete a webhook with its secrets; what waits for it is dropped."""
        stored.remove(change.session, _to_change(change, webhook_id))
        return Made(None)


@webhooks.route("/<webhook_id>/secret")
class Secret(MethodView):
    """The secret of a webhook."""

    @webhooks.change("rotateWebhookSecret", None, WebhookSecretAnswer(), role="admin", status=200, conflicts=False, idempotent=False)
    def post(self, change: Change, webhook_id: str) -> Made:
        """Give a webhook another secret, shown this once. For 24 hours the one before signs too, so that receivers can change over."""
        webhook = _own(change, webhook_id, locked=True)
        stored.rotate(webhook)
        return Made(_webhook_json(webhook, secret=True))


@webhooks.route("/<webhook_id>/deliveries")
class Deliveries(MethodView):
    """The deliveries of a webhook."""

    @webhooks.query(DeliveriesQuery())
    @webhooks.lookup("listDeliveries", DeliveriesAnswer(), role="admin")
    def get(self, reading: Reading, page: dict[str, Any], webhook_id: str) -> dict[str, Any]:
        """What a webhook was told, the newest first, and what has become of it."""
        asked = {"after": None, **page}
        rows, more = deliveries.page(reading.session, _own(reading, webhook_id), **asked)
        answer: dict[str, Any] = {"deliveries": [_delivery_json(row) for row in rows]}
        return answer | ({"next": rows[-1][0].id} if more else {})


@webhooks.route("/<webhook_id>/deliveries/<delivery_id>")
class OneDelivery(MethodView):
    """One delivery."""

    @webhooks.lookup("getDelivery", WholeDeliveryAnswer(), role="admin")
    def get(self, reading: Reading, webhook_id: str, delivery_id: str) -> dict[str, Any]:
        """A delivery with what is sent."""
        listed = deliveries.find(reading.session, _own(reading, webhook_id), delivery_id)
        return _delivery_json(listed) | {"payload": orjson.loads(listed[0].payload)}


@webhooks.route("/<webhook_id>/deliveries/<delivery_id>/redeliver")
class Redelivery(MethodView):
    """A delivery once more."""

    @webhooks.change("redeliver", None, DeliveryAnswer(), role="admin", status=202)
    def post(self, change: Change, webhook_id: str, delivery_id: str) -> Made:
        """Send a delivery again, whatever has become of it: at once, with the same `webhook-id`, and with all its attempts before it."""
        webhook = _own(change, webhook_id)
        listed = deliveries.find(change.session, webhook, delivery_id, locked=True)
        deliveries.redeliver(webhook, listed[0])
        return Made(_delivery_json(listed))

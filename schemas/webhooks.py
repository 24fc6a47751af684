"""Webhooks (事件推送): the addresses that are told of events, and what has become of what they were told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from rules.rulings import Fault
from schemas.answers import Answer, Named
from schemas.fields import Choice, RequestField, Several, Text, WholeText
from schemas.matches import LONGEST_REASON, PAGE, EntryAnswer
from schemas.requests import Query, Request

EVENTS = ("deal.scored", "deal.voided", "penalty.booked", "deal.corrected", "game.over", "match.finished")
"""The types of events, one for each kind of entry."""
STATUSES = ("active", "disabled")
DELIVERY_STATUSES = ("pending", "delivered", "failed")
DELIVERY_ERRORS = (
    *("not_a_url", "url_with_credentials", "url_not_https", "url_not_public", "name_not_resolved"),
    *("connection_failed", "tls_failed", "timeout", "answer_not_http", "redirected", "http_status", "gone", "internal_error"),
    "webhook_disabled",
)
LONGEST_URL = 2000

Judge = Callable[[str], Fault | None]
"""What is wrong with an address, at the pointer of its own."""


class Url(RequestField):
    """An address, as far as it can be judged by its text."""

    openapi: Mapping[str, Any] = {"type": "string", "format": "uri", "maxLength": LONGEST_URL, "examples": ["https://example.org/hook"]}

    def __init__(self, judge: Judge, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.judge = judge
        self.text = Text(most=LONGEST_URL)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        url: str = self.text.deserialize(value)
        fault = self.judge(url)
        if fault is not None:
            raise ValidationError([fault])
        return url


class Events(Several):
    """Types of events, at least one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Choice(choices=EVENTS), **kwargs)
        self.openapi = {**self.openapi, "minItems": 1}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> frozenset[str]:
        chosen = super()._deserialize(value, attr, data, **kwargs)
        if not chosen:
            raise ValidationError([Fault("", "wrong_length", None, {"minimum": 1, "maximum": len(EVENTS)})])
        return chosen


def webhook_request(judge: Judge) -> Request:
    """What reads an address that is to be told of events; `judge` says which addresses are fit where it runs."""

    class WebhookRequest(Request):
        """An address that is to be told of events."""

        url = Url(judge, required=True, metadata={"description": "https at a public address, without credentials and fragment."})
        events = Events(required=True, metadata={"description": "The types of events that it is told of."})
        description = Text(most=LONGEST_REASON, metadata={"description": "What it is for, to know it by in the list."})
        status = Choice(choices=STATUSES, load_default="active", metadata={"description": "`disabled`: it is told nothing."})

    return WebhookRequest()


class DeliveriesQuery(Query):
    """Which part of the deliveries of a webhook."""

    after = Text(most=64, metadata={"description": "The id of the delivery after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most deliveries of the page."})
    status = Choice(choices=DELIVERY_STATUSES, metadata={"description": "Only deliveries of this status."})


class WebhooksQuery(Query):
    """Which part of the list of webhooks."""

    after = Text(most=64, metadata={"description": "The id of the webhook after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most webhooks of the page."})


class WebhookAnswer(Answer):
    """A webhook, without its secret."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    events = fields.List(Named("EventType"), required=True)
    description = fields.String()
    status = Named("WebhookStatus", required=True)
    disabled_because = Named("WebhookDisabledBecause")
    created_at = fields.String(required=True)
    old_secret_until = fields.String(metadata={"description": "Until when the secret before signs beside the new one."})


class WebhookSecretAnswer(WebhookAnswer):
    """A webhook with its secret, which is shown this once."""

    secret = fields.String(
        required=True,
        metadata={"description": "What signs deliveries (Standard Webhooks, `v1`): `whsec_` and base64. It cannot be had again."},
    )


class WebhooksAnswer(Answer):
    """The webhooks of the organiser as they came."""

    webhooks = fields.List(fields.Nested(WebhookAnswer()), required=True)
    next = fields.String(metadata={"description": "Given as `after` it asks for the next page; left out on the last."})


class DeliveryAnswer(Answer):
    """What has become of an event on its way to a webhook."""

    id = fields.String(
        required=True, metadata={"description": "Sent as `webhook-id`, the same at every attempt: who has it already drops it."}
    )
    type = Named("EventType", required=True)
    match = fields.String(required=True)
    seq = fields.Integer(required=True, metadata={"description": "The entry that it tells of."})
    status = Named("DeliveryStatus", required=True)
    attempts = fields.Integer(required=True, metadata={"description": "Attempts so far, since it was last asked for."})
    next_at = fields.String(metadata={"description": "Of a pending one: when it is tried next, or taken for lost while an attempt runs."})
    last_status = fields.Integer(metadata={"description": "The HTTP status of the last attempt that was answered by one."})
    last_error = Named("DeliveryError")
    created_at = fields.String(required=True)
    delivered_at = fields.String()


class EventAnswer(Answer):
    """An event as it is sent, word for word (Standard Webhooks)."""

    type = Named("EventType", required=True)
    timestamp = fields.String(required=True, metadata={"description": "When the entry was stored."})
    data = fields.Nested(EntryAnswer(), required=True, metadata={"description": "The entry as it was stored."})


class WholeDeliveryAnswer(DeliveryAnswer):
    """A delivery with what is sent."""

    payload = fields.Nested(EventAnswer(), required=True)


class DeliveriesAnswer(Answer):
    """The deliveries of a webhook, the newest first."""

    deliveries = fields.List(fields.Nested(DeliveryAnswer()), required=True)
    next = fields.String(metadata={"description": "Given as `after` it asks for the next page; left out on the last."})

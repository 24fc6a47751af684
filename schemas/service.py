"""Answers about the service itself: its index, its health, and its problems."""

from __future__ import annotations

from marshmallow import fields

from schemas.answers import Answer, Named
from schemas.fields import Choice
from schemas.replays import DealFaultAnswer
from schemas.requests import Query
from schemas.standings import MatchState


class FaultAnswer(Answer):
    """One fault of a request: where (RFC 6901), which, and what would be right."""

    pointer = fields.String(
        required=True, metadata={"description": "JSON pointer into the body; into a text of cards it counts the cards."}
    )
    code = Named("FaultCode", required=True)
    message = fields.String(required=True)
    value = fields.Raw(metadata={"description": "The value at fault as it was sent; left out where it is long or holds null."})
    nearest = fields.String(metadata={"description": "The nearest known name."})
    pattern = fields.String(metadata={"description": "The regular expression that a text in a ruleset document must match."})
    line = fields.Integer(metadata={"description": "Of a deal given as text: the line of the fault, from 1."})
    column = fields.Integer(metadata={"description": "Of a deal given as text: the column of the fault in characters, from 1."})


class Problem(Answer):
    """A problem (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    code = Named("ProblemCode", required=True)
    errors = fields.List(fields.Nested(FaultAnswer()), metadata={"description": "The faults of the request: all of them up to a hundred."})
    fault = fields.Nested(DealFaultAnswer(), metadata={"description": "Of a deal that was not stored: what in it is against the rules."})
    state = fields.Nested(MatchState(), metadata={"description": "How the match stands now, where what was asked does not fit that."})


class HealthAnswer(Answer):
    """The process runs."""

    status = fields.String(required=True)


class ReadinessAnswer(Answer):
    """What can be answered now."""

    decisions = fields.String(required=True)
    store = Named("StoreReadiness", required=True)


class ReadinessQuery(Query):
    """What must be ready."""

    need = Choice(choices=("decisions", "store"), metadata={"description": "`store`: 503 also while the store is not ready."})


class IndexAnswer(Answer):
    """Where to find what."""

    service = fields.String(required=True)
    version = fields.String(required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)

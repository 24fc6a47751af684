"""Corrections (更正): what a referee puts in the place of what was recorded, and what the examination of a log says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import fields

from rules.rulings import Fault
from schemas.answers import Answer, Named
from schemas.fields import Choice, Flag, Part, Text, Whole
from schemas.matches import DEAL_KINDS, LONGEST_REASON, MOST_SEQ, DealContent, SeqField, StoredRequest
from schemas.requests import Request


class ReplacementRequest(Request):
    """The deal as it should have been recorded."""

    kind = Choice(choices=DEAL_KINDS, required=True)
    deal = DealContent(required=True)


class CorrectionRequest(StoredRequest):
    """A correction of one deal: another record of it, or that it is void."""

    deal = Whole(minimum=1, maximum=MOST_SEQ, required=True, metadata={"description": "The number of the deal."})
    reason = Text(most=LONGEST_REASON, required=True)
    replacement = Part(ReplacementRequest(), metadata={"description": "The deal as it should have been recorded."})
    void = Flag(metadata={"description": "`true`: the deal does not count."})
    expected_seq = SeqField()

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Exactly one of both is said, and that a deal is not void says nothing."""
        if ("replacement" in body) == ("void" in body):
            return [Fault("", "exactly_one_of", None, {"fields": ["replacement", "void"]})]
        return [Fault("/void", "not_a_choice", "false", {"choices": ["true"]})] if data.get("void") is False else []


class LogFaultAnswer(Answer):
    """The first entry of a log that does not hold."""

    seq = fields.Integer(required=True)
    reason = Named("LogFault", required=True)
    message = fields.String(required=True)


class VerifyAnswer(Answer):
    """Whether a log holds: its sequence, its hashes, and what each entry has led to."""

    valid = fields.Boolean(required=True)
    entries = fields.Integer(required=True, metadata={"description": "How many entries hold, from the first on."})
    fault = fields.Nested(LogFaultAnswer(), metadata={"description": "Left out where all hold."})

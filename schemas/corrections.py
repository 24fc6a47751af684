"""Corrections (更正): what a referee puts in the place of what was recorded, or withdraws, and what the examination of a log says."""

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
    """A correction of one deal, which gets another record or is void, or of one entry, which is withdrawn: exactly one of both is named."""

    deal = Whole(minimum=1, maximum=MOST_SEQ, metadata={"description": "The number of the deal, with `replacement` or `void`."})
    entry = Whole(
        minimum=1,
        maximum=MOST_SEQ,
        metadata={"description": "The number of a penalty, or of the end of the match, that was booked by mistake; with `void`."},
    )
    reason = Text(most=LONGEST_REASON, required=True)
    replacement = Part(ReplacementRequest(), metadata={"description": "The deal as it should have been recorded."})
    void = Flag(metadata={"description": "`true`: the deal, or the entry, does not count."})
    expected_seq = SeqField()

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """One thing is corrected, in one way; an entry has no other record, and that something is not void says nothing."""
        faults = [] if ("deal" in body) != ("entry" in body) else [_exactly_one_of("deal", "entry")]
        if data.get("void") is False:
            faults.append(Fault("/void", "not_a_choice", "false", {"choices": ["true"]}))
        if "deal" in body or "entry" not in body:
            return faults if ("replacement" in body) != ("void" in body) else [*faults, _exactly_one_of("replacement", "void")]
        faults += [] if "void" in body else [Fault("/void", "missing_field")]
        return [*faults, Fault("/replacement", "idle_field", params={"beside": "entry"})] if "replacement" in body else faults


def _exactly_one_of(*names: str) -> Fault:
    return Fault("", "exactly_one_of", None, {"fields": list(names)})


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

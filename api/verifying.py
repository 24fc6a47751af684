"""The examination of logs (验证)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
from flask.views import MethodView

from api.booking import Booked
from api.corrections import corrections
from api.judging import Table, judge
from api.matches import MOST_BOOKED, assessed
from api.storing import Reading
from rules import texts
from rules.catalogue import resolve
from rules.progress import Standing
from rules.ruleset import Ruleset
from schemas.answers import ruleset_echo
from schemas.corrections import CorrectionRequest, VerifyAnswer
from schemas.matches import AppendRequest, FinishRequest, VoidRequest
from schemas.requests import Request
from schemas.stored_penalties import PenaltyRequest
from store import ledger
from store.corrections import Course
from store.examining import Bookings, Judgement
from store.models import Match
from store.moves import moves_json, standing_json
from store.pinning import lookup_of
from store.verifying import LogFault, verify

__all__ = ["Reviewer", "corrections"]

_PENALTY: Final = PenaltyRequest()
_BODIES: Final[Mapping[str, Request]] = {
    "deal": AppendRequest(),
    "void_deal": VoidRequest(),
    "penalty": _PENALTY,
    "correction": CorrectionRequest(),
    "finish": FinishRequest(),
}


@corrections.route("/<match_id>/verify")
class Verify(MethodView):
    """Whether a log holds."""

    @corrections.lookup("verifyMatch", VerifyAnswer(), is_localised=True, is_tagged=False, snapshot=True, is_long=True)
    def get(self, reading: Reading, match_id: str) -> dict[str, Any]:
        """Does the log of a match hold?

        Every entry is followed from the first on: the sequence, the chain of hashes, every deal judged again, the levels carried forward;
        at last how the match stands. The first entry that does not hold is told with the reason.
        """
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        ruleset = _decided_by(match)
        entries, fault = 0, LogFault(0, "state_differs") if ruleset is None else None
        if ruleset is not None:
            course = Course(ruleset.options, match.stage)
            entries, fault = verify(reading.session, match, course, Reviewer(ruleset, match.stage))
        if fault is None:
            return {"valid": True, "entries": entries}
        message = texts.text(reading.language, "faults", fault.reason)
        return {"valid": False, "entries": entries, "fault": {"seq": fault.seq, "reason": fault.reason, "message": message}}


def _decided_by(match: Match) -> Ruleset | None:
    """The ruleset of a match as its row has it now, not as a worker remembers it; None where the row is not sound."""
    try:
        rules = orjson.loads(match.rules)
        ruleset = resolve(rules["reference"], lookup_of(rules["saved"]))
        return ruleset if ruleset_echo(ruleset) == orjson.loads(match.ruleset) else None
    except (ValueError, LookupError, TypeError):
        return None


class Reviewer:
    """Reads again what was sent to a match, and judges it by the match's ruleset."""

    def __init__(self, ruleset: Ruleset, stage: str | None) -> None:
        self._ruleset = ruleset
        self._stage = stage

    def read(self, kind: str, body: Mapping[str, Any]) -> None:
        """Raises ValidationError or ValueError for a body that an entry of its kind does not keep."""
        if kind in _BODIES:
            _BODIES[kind].load(body)
        if "expected_seq" in body or (kind not in _BODIES and body):
            raise ValueError(kind)

    def deal(self, asked: Judgement) -> Mapping[str, Any]:
        """The outcome of a deal, with what its levels move by."""
        kind, deal = asked.record["kind"], asked.record["deal"]
        judged = judge(self._table(asked.before), kind, deal, _booked(asked.booked), seat=asked.seat, then=asked.then).judged
        return {**judged.outcome, "moves": moves_json(judged.moves)}

    def penalty(self, before: Standing, body: Mapping[str, Any], booked: Bookings) -> Mapping[str, Any]:
        """What the log keeps of an offence."""
        if len(booked) >= MOST_BOOKED:
            raise ValueError(len(booked))
        return assessed(_PENALTY.load(body), self._table(before), _booked(booked))[1]

    def _table(self, before: Standing) -> Table:
        return Table(self._ruleset, before, self._stage, standing_json(before))


def _booked(booked: Bookings) -> list[Booked]:
    return [Booked(seq, facts) for seq, facts in booked]

"""The examination of logs (验证)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask.views import MethodView

from api.booking import Booked
from api.corrections import corrections
from api.judging import Table, judge
from api.matches import ruleset_of
from api.storing import Reading
from rules import texts
from rules.ruleset import Ruleset
from schemas.corrections import VerifyAnswer
from store import ledger
from store.corrections import Course
from store.moves import moves_json, standing_json
from store.verifying import Judgement, Rejudge, verify

__all__ = ["corrections", "rejudge_with"]


@corrections.route("/<match_id>/verify")
class Verify(MethodView):
    """Whether a log holds."""

    @corrections.lookup("verifyMatch", VerifyAnswer(), is_localised=True, is_tagged=False, snapshot=True)
    def get(self, reading: Reading, match_id: str) -> dict[str, Any]:
        """Does the log of a match hold?

        Every entry is followed from the first on: the sequence, the chain of hashes, every deal judged again, the levels carried forward;
        at last how the match stands. The first entry that does not hold is told with the reason.
        """
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        ruleset = ruleset_of(match)
        entries, fault = verify(reading.session, match, Course(ruleset.options, match.stage), rejudge_with(ruleset, match.stage))
        if fault is None:
            return {"valid": True, "entries": entries}
        message = texts.text(reading.language, "faults", fault.reason)
        return {"valid": False, "entries": entries, "fault": {"seq": fault.seq, "reason": fault.reason, "message": message}}


def rejudge_with(ruleset: Ruleset, stage: str | None) -> Rejudge:
    """Judges deals of a match again."""

    def rejudge(asked: Judgement) -> Mapping[str, Any]:
        table = Table(ruleset, asked.before, stage, standing_json(asked.before))
        booked = [Booked(seq, facts) for seq, facts in asked.booked]
        judged = judge(table, asked.record["kind"], asked.record["deal"], booked, seat=asked.seat).judged
        return {**judged.outcome, "moves": moves_json(judged.moves)}

    return rejudge

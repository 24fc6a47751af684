"""Corrections (更正): what a referee puts in the place of what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask.views import MethodView

from api.judging import Table, Verdict, judge
from api.matches import appended, booked_for, kept, table_of
from api.problems import DealNotLegalError, InvalidRequestError
from api.storing import Change, Made, StoreBlueprint
from rules.rulings import Fault
from schemas.corrections import CorrectionRequest
from schemas.matches import AppendAnswer
from store import ledger
from store import matches as stored
from store.corrections import Course, correct, fact_of, standing_before
from store.errors import ConflictError
from store.models import Deal, Match

corrections = StoreBlueprint("corrections", __name__, url_prefix="/v1/matches", description="What was recorded, put right.")


@corrections.route("/<match_id>/corrections")
class Corrections(MethodView):
    """The corrections of a match."""

    @corrections.change("correctDeal", CorrectionRequest(), AppendAnswer(), role="referee")
    def post(self, change: Change, asked: dict[str, Any], match_id: str) -> Made:
        """Put another record in the place of a deal's, or say that it is void; also after the match has ended.

        What was recorded stays in the log as it was. Later deals stay as they were played; levels, games and the end of the round are
        carried forward over them again, and those that no longer follow from what comes before carry `warnings`.
        """
        match = ledger.lock(change.session, change.caller.organiser_uid, match_id)
        ledger.expect(match, asked.get("expected_seq"))
        row = stored.counting(change.session, match, asked["deal"])
        verdict = _judged(change, match, row, asked["replacement"]) if "replacement" in asked else None
        course = Course(table_of(match).ruleset.options, match.stage)
        judged = None if verdict is None else verdict.judged
        entries = correct(change.session, match, change.caller.key_id, kept(change.body), course, row, judged)
        return Made(appended(match, entries, verdict, change.language))


def _judged(change: Change, match: Match, row: Deal, replacement: Mapping[str, Any]) -> Verdict:
    """The deal that takes the place, judged as if it had been recorded then; who declared it before needs no reason."""
    now = table_of(match)
    before = standing_before(change.session, match, now.ruleset.options, row.deal)
    if before.round_over:
        raise ConflictError("round_over", {"value": match.id}, now.state)
    moves = fact_of(row).moves
    booked = booked_for(change.session, match, row.deal)
    table = Table(now.ruleset, before, match.stage, now.state)
    seat = None if moves is None else moves.declarer
    try:
        return judge(table, replacement["kind"], replacement["deal"], booked, language=change.language, seat=seat)
    except InvalidRequestError as error:
        faults = [Fault(f"/replacement{fault.pointer}", fault.code, fault.value, fault.params) for fault in error.faults]
        raise InvalidRequestError(faults) from None
    except DealNotLegalError as error:
        fault = error.extensions["fault"]
        places = {key: f"/replacement{fault[key]}" for key in ("pointer", "proved_by") if key in fault}
        raise DealNotLegalError(fault | places) from None

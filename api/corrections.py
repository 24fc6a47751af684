"""Corrections (更正): what a referee puts in the place of what was recorded, or withdraws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from flask.views import MethodView

from api.booking import Booked
from api.judging import Table, Verdict, judge
from api.matches import appended, booked_for, kept, table_of
from api.problems import DealNotLegalError, InvalidRequestError
from api.storing import Change, Made, StoreBlueprint
from rules.rulings import Fault, Ruling
from schemas.corrections import CorrectionRequest
from schemas.matches import AppendAnswer
from store import ledger
from store import matches as stored
from store.corrections import Course, correct, deal_of, fact_of, record_of, standing_before, withdraw, withdrawable
from store.errors import ConflictError
from store.models import Deal, Entry, Match

corrections = StoreBlueprint("corrections", __name__, url_prefix="/v1/matches", description="What was recorded, put right.")


@corrections.route("/<match_id>/corrections")
class Corrections(MethodView):
    """The corrections of a match."""

    @corrections.change("correctDeal", CorrectionRequest(), AppendAnswer(), role="referee")
    def post(self, change: Change, asked: dict[str, Any], match_id: str) -> Made:
        """Put another record in the place of a deal's, say that it is void, or withdraw a penalty or the end of the match.

        What was recorded stays in the log as it was. Later deals stay as they were played; levels, games and the end of the round are
        carried forward over them again, and those that no longer follow from what comes before carry `warnings`. With `entry` what
        was booked by mistake counts no more: a deal that is recorded already is judged again without the penalty, and after the end
        of the match is withdrawn it takes deals again. Deals and penalties may be corrected also after the match has ended.
        """
        match = ledger.lock(change.session, change.caller.organiser_uid, match_id)
        ledger.expect(match, asked.get("expected_seq"))
        if "entry" in asked:
            return _withdrawn(change, match, withdrawable(change.session, match, asked["entry"]))
        row = stored.counting(change.session, match, asked["deal"])
        verdict = _replaced(change, match, row, asked["replacement"]) if "replacement" in asked else None
        return _corrected(change, match, row, verdict)


def _corrected(change: Change, match: Match, row: Deal, verdict: Verdict | None, withdrawn: Entry | None = None) -> Made:
    """The correction of a deal, stored."""
    course = Course(table_of(match).ruleset.options, match.stage)
    judged = None if verdict is None else verdict.judged
    entries = correct(change.session, match, change.caller.key_id, kept(change.body), course, row, judged, withdrawn)
    strayed = [change["deal"] for change in orjson.loads(entries[0].outcome)["changed"] if "warnings" in change]
    more = [Ruling("later_deals_stray", None, {"deals": tuple(map(str, strayed))})] if strayed else []
    return Made(appended(match, entries, verdict, change.language, more))


def _withdrawn(change: Change, match: Match, entry: Entry) -> Made:
    """The withdrawal of an entry, stored."""
    row = None if entry.deal is None else deal_of(change.session, match, entry)
    if row is None:
        return Made(appended(match, [withdraw(change.session, match, change.caller.key_id, kept(change.body), entry)]))
    record = record_of(change.session, match, row)
    verdict = _judged(change, match, row, record, entry)
    penalty, declarer = Booked(entry.seq, orjson.loads(entry.body)), verdict.judged.moves.declarer
    if "attackers_points" in record["deal"] and penalty.has_points(table_of(match).ruleset, declarer):
        told = {"offence": penalty.offence, "points": record["deal"]["attackers_points"]}
        verdict = verdict._replace(warnings=(*verdict.warnings, Ruling("withdrawn_in_total", None, told)))
    return _corrected(change, match, row, verdict, entry)


def _replaced(change: Change, match: Match, row: Deal, replacement: Mapping[str, Any]) -> Verdict:
    """The deal that takes the place, its faults told at their places in the request."""
    try:
        return _judged(change, match, row, replacement)
    except InvalidRequestError as error:
        faults = [Fault(f"/replacement{fault.pointer}", fault.code, fault.value, fault.params) for fault in error.faults]
        raise InvalidRequestError(faults) from None
    except DealNotLegalError as error:
        fault = error.extensions["fault"]
        places = {key: f"/replacement{fault[key]}" for key in ("pointer", "proved_by") if key in fault}
        raise DealNotLegalError(fault | places) from None


def _judged(change: Change, match: Match, row: Deal, record: Mapping[str, Any], withdrawn: Entry | None = None) -> Verdict:
    """A record judged as if it had been sent when the deal was played; who declared it before needs no reason.

    `withdrawn` is a penalty that counts no more in the record that the deal has: it stays played as it was.
    """
    now = table_of(match)
    before = standing_before(change.session, match, now.ruleset.options, row.deal)
    if before.round_over:
        raise ConflictError("round_over", {"value": match.id}, now.state)
    fact = fact_of(row)
    booked = [one for one in booked_for(change.session, match, row.deal) if withdrawn is None or one.seq != withdrawn.seq]
    table = Table(now.ruleset, before, match.stage, now.state)
    seat, then = None if fact.moves is None else fact.moves.declarer, None if withdrawn is None else fact
    return judge(table, record["kind"], record["deal"], booked, language=change.language, seat=seat, then=then)

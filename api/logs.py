"""Reading a match: its log page by page and as a table, and its scoreboard."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, request
from flask.views import MethodView

from api.answers import mark_language, readable
from api.stores import store
from api.storing import NOBODY, Reading, StoreBlueprint
from api.tables import table
from schemas.logs import LogAnswer, LogQuery, ScoreboardAnswer
from store import ledger, logs
from store.events import entry_json
from store.matches import end_of
from store.models import Match

match_logs = StoreBlueprint("logs", __name__, url_prefix="/v1/matches", description="What has happened in a match.")


def match_to_read(reading: Reading, match_id: str) -> Match:
    """The match that the caller's key, or the read token, opens."""
    if reading.caller is NOBODY:
        return logs.by_token(reading.session, match_id, request.args["token"])
    return ledger.find(reading.session, reading.caller.organiser_uid, match_id)


@match_logs.route("/<match_id>/log")
class Log(MethodView):
    """The log."""

    @match_logs.query(LogQuery())
    @match_logs.lookup("getLog", LogAnswer())
    def get(self, reading: Reading, page: dict[str, Any], match_id: str) -> Response:
        """The entries of a match in their order. None ever changes; `superseded_by` and `warnings` tell of corrections."""
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        rows = logs.page(reading.session, match.uid, page["after"], page["limit"])
        answer: dict[str, Any] = {"entries": [entry_json(match.id, *row) for row in rows]}
        if rows and rows[-1][0].seq < match.seq:
            answer["next"] = str(rows[-1][0].seq)
        response = readable(answer)
        if "next" in answer:
            response.headers["Link"] = f'<{request.path}?after={answer["next"]}&limit={page["limit"]}>; rel="next"'
        return response


@match_logs.route("/<match_id>/scoreboard")
class Scoreboard(MethodView):
    """The scoreboard."""

    @match_logs.lookup("getScoreboard", ScoreboardAnswer(), by_token=True)
    def get(self, reading: Reading, match_id: str) -> Response:
        """Where a match stands, cheap to ask again and again: with If-None-Match it answers 304 until something changes."""
        match = match_to_read(reading, match_id)
        tag = f"{match.seq}-{match.head_hash[:16]}-{match.status}"
        response = Response(status=304)
        if not request.if_none_match.contains_weak(tag):
            response = Response(orjson.dumps(_scoreboard(reading, match)), mimetype="application/json")
        response.set_etag(tag)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _scoreboard(reading: Reading, match: Match) -> dict[str, Any]:
    state = ledger.state_of(match)
    answer: dict[str, Any] = {"match": match.id, "ruleset": orjson.loads(match.ruleset), "sides": orjson.loads(match.sides)}
    answer |= {name: value for name, value in (("table", match.table_name), ("event", match.event)) if value is not None}
    answer |= {"status": match.status, **end_of(match), "state": state}
    last = logs.last_deal(reading.session, match, state["deal"])
    if last is not None:
        facts = orjson.loads(last.moves)
        told = {"void": True} if last.is_void else {key: facts[key] for key in ("declarer", "level", "outcome", "gained") if key in facts}
        told |= {"attackers_points": facts["total"]} if "total" in facts else {}
        told |= {"warnings": last.warnings.split()} if last.warnings else {}
        answer["last"] = {"deal": last.deal, "seq": last.seq, **told}
    return answer | {"updated_at": match.updated_at}


@match_logs.route("/<match_id>/log.csv")
class LogTable(MethodView):
    """The log as a table."""

    @match_logs.lookup("getLogTable", {"type": "string"}, is_localised=True, is_tagged=False, media_type="text/csv")
    def get(self, reading: Reading, match_id: str) -> Response:
        """The whole log for a spreadsheet: UTF-8 with a byte order mark, a row for each entry, column names in the language asked for."""
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        rows = (entry_json(match.id, *row) for row in logs.whole(store(), match.uid, match.seq))
        response = Response(table(rows, orjson.loads(match.sides), reading.language), mimetype="text/csv")
        response.headers.set("Content-Disposition", "attachment", filename=f"{match.id}.csv")
        mark_language(response, reading.language)
        return response

"""Reading a match: its log page by page and as a table, its scoreboard, its events."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

import orjson
from flask import Response, request
from flask.views import MethodView

from api.answers import readable
from api.problems import InvalidRequestError
from api.stores import store
from api.storing import NOBODY, Reading, StoreBlueprint
from rules import texts
from rules.rulings import Fault
from schemas.logs import EventsQuery, LogAnswer, LogQuery, ScoreboardAnswer
from schemas.matches import MOST_SEQ
from store import ledger, logs
from store.events import EVENT_OF_KIND, entry_json
from store.models import Match

match_logs = StoreBlueprint("logs", __name__, url_prefix="/v1/matches", description="What has happened in a match.")

MOST_EVENTS: Final = 500
"""Events of one answer; whoever listens asks for the next ones right away."""
RETRY_MS: Final = 2_000
EVENT_STREAM: Final = "text/event-stream"
CSV: Final = "text/csv"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
COLUMNS: Final = (
    *("seq", "at", "kind", "deal", "game", "ns", "ew", "declarer", "level", "attackers_points", "outcome", "gained_side", "gained_levels"),
    *("ns_level", "ew_level", "offence", "side", "reason", "supersedes", "superseded_by", "by", "hash"),
)
"""The columns of the table, in their order."""


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
            answer["next"] = rows[-1][0].seq
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
        if not request.if_none_match.contains(tag):
            response = Response(orjson.dumps(_scoreboard(reading, match)), mimetype="application/json")
        response.set_etag(tag)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _scoreboard(reading: Reading, match: Match) -> dict[str, Any]:
    state = ledger.state_of(match)
    answer: dict[str, Any] = {"match": match.id, "ruleset": orjson.loads(match.ruleset), "sides": orjson.loads(match.sides)}
    answer |= {name: value for name, value in (("table", match.table_name), ("event", match.event)) if value is not None}
    answer |= {"status": match.status, "state": state}
    last = logs.last_deal(reading.session, match, state["deal"])
    if last is not None:
        facts = orjson.loads(last.moves)
        told = {"void": True} if last.is_void else {key: facts[key] for key in ("declarer", "level", "outcome", "gained")}
        answer["last"] = {"deal": last.deal, "seq": last.seq, **told}
        if not last.is_void:
            answer["last"]["attackers_points"] = facts["total"]
    return answer | {"updated_at": match.updated_at}


@match_logs.route("/<match_id>/log.csv")
class LogTable(MethodView):
    """The log as a table."""

    @match_logs.lookup("getLogTable", {"type": "string"}, is_localised=True, is_tagged=False, media_type=CSV)
    def get(self, reading: Reading, match_id: str) -> Response:
        """The whole log for a spreadsheet: UTF-8 with a byte order mark, a row for each entry, column names in the language asked for."""
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        response = Response(_table(match, reading.language), mimetype=CSV)
        response.headers["Content-Disposition"] = f'attachment; filename="{match.id}.csv"'
        return response


def _table(match: Match, language: str) -> Iterator[bytes]:
    """The bytes of the table, some hundred rows at a time."""
    sides = {side: told.get("name", "") for side, told in orjson.loads(match.sides).items()}
    yield b"\xef\xbb\xbf" + _lines([[texts.text(language, "columns", name) for name in COLUMNS]])
    rows: list[list[Any]] = []
    for entry, counting in logs.whole(store(), match.uid, match.seq):
        row = _row(entry_json(match.id, entry, counting), sides)
        rows.append([_cell(row.get(name, "")) for name in COLUMNS])
        if len(rows) == logs.CHUNK:
            yield _lines(rows)
            rows = []
    yield _lines(rows)


def _row(entry: dict[str, Any], sides: dict[str, str]) -> dict[str, Any]:
    """The cells of an entry by their columns; what does not apply is left out."""
    outcome, body = entry["outcome"], entry["body"]
    decided = outcome.get("replacement", outcome)
    levels = outcome.get("state", {}).get("levels", {})
    gained = decided.get("advance", {}).get("gained", {})
    return {
        **{name: entry[name] for name in ("seq", "at", "kind", "deal", "by", "hash", "supersedes", "superseded_by") if name in entry},
        **{name: outcome[name] for name in ("game",) if name in outcome},
        **{name: decided[name] for name in ("declarer", "level") if name in decided},
        **{name: body[name] for name in ("offence", "side", "reason") if name in body},
        "ns": sides.get("NS", ""),
        "ew": sides.get("EW", ""),
        "attackers_points": decided.get("score", {}).get("attackers_points", ""),
        "outcome": decided.get("advance", {}).get("outcome", ""),
        "gained_side": gained.get("side", ""),
        "gained_levels": gained.get("levels", ""),
        "ns_level": levels.get("NS", ""),
        "ew_level": levels.get("EW", ""),
    }


def _cell(value: Any) -> Any:
    """A value as a cell; a text that a spreadsheet would take for a formula is kept from being one."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _lines(rows: list[list[Any]]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue().encode()


@match_logs.route("/<match_id>/events")
class Events(MethodView):
    """The events."""

    @match_logs.query(EventsQuery())
    @match_logs.lookup("getEvents", {"type": "string"}, is_tagged=False, by_token=True, media_type=EVENT_STREAM)
    def get(self, reading: Reading, asked: dict[str, Any], match_id: str) -> Response:
        """What has happened since an event, as Server-Sent Events: what is there is told, and the stream closes.

        A browser's EventSource comes back after two seconds with the `Last-Event-ID` it has seen, so that it misses nothing. Long
        streams are served by a process of their own at the same path (README).
        """
        match = match_to_read(reading, match_id)
        after = last_event_id(asked["after"], match.seq)
        told = b"".join(event_of(entry_json(match.id, *row)) for row in logs.page(reading.session, match.uid, after, MOST_EVENTS))
        response = Response(told + b"retry: %d\n\n" % RETRY_MS, mimetype=EVENT_STREAM)
        response.headers["Cache-Control"] = "no-store"
        return response


def last_event_id(after: int, seq: int) -> int:
    """The number of the last event that the caller has seen. Raises InvalidRequestError for one that the match has not reached."""
    given = request.headers.get("Last-Event-ID", "")
    seen = (
        int(given) if given.isascii() and given.isdecimal() and len(given) <= len(str(MOST_SEQ)) else after if not given else MOST_SEQ + 1
    )
    if seen > seq:
        place = "/Last-Event-ID" if given else "/after"
        raise InvalidRequestError([Fault(place, "out_of_range", given or after, {"minimum": 0, "maximum": seq})])
    return seen


def event_of(entry: dict[str, Any]) -> bytes:
    """An entry as one event: its number as id, its type, its JSON on one line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (entry["seq"], EVENT_OF_KIND[entry["kind"]].encode(), orjson.dumps(entry))

"""Events (事件): the entries of a log as Server-Sent Events, from the one on that the caller has seen last (settled 28)."""

from __future__ import annotations

from typing import Any, Final

import orjson
from flask import Response, request
from flask.views import MethodView

from api.logs import match_to_read
from api.problems import InvalidRequestError
from api.storing import Reading, StoreBlueprint
from rules.rulings import Fault
from schemas.logs import EventsQuery
from schemas.matches import MOST_SEQ
from store import logs
from store.events import EVENT_OF_KIND, entry_json
from store.logs import Logged

events = StoreBlueprint("events", __name__, url_prefix="/v1/matches", description="Matches as they go on.")

MOST_EVENTS: Final = 500
"""Events of one answer; whoever listens asks for the next ones right away."""
RETRY: Final = b"retry: 2000\n\n"
"""Milliseconds after which whoever listens comes back."""
EVENT_STREAM: Final = "text/event-stream"
LAST_EVENT_ID: Final = "Last-Event-ID"


@events.route("/<match_id>/events")
class Events(MethodView):
    """The events."""

    @events.query(EventsQuery("token"))
    @events.lookup("getEvents", {"type": "string"}, is_tagged=False, by_token=True, media_type=EVENT_STREAM, takes=["LastEventId"])
    def get(self, reading: Reading, asked: dict[str, Any], match_id: str) -> Response:
        """What has happened since an event, as Server-Sent Events: what is there is told, and the stream closes.

        A browser's EventSource comes back after two seconds with the `Last-Event-ID` it has seen, so that it misses nothing. Long
        streams are served by a process of their own at the same path (README).
        """
        match = match_to_read(reading, match_id)
        seen = last_seen(asked["after"], match.seq)
        rows = logs.page(reading.session, match.uid, seen, MOST_EVENTS)
        return streamed(Response(b"".join(event_of(match.id, row) for row in rows) + RETRY))


def last_seen(after: int, seq: int) -> int:
    """The number of the last event that the caller has seen, by the header or else by `after`; `seq` is the last that there is.

    Raises InvalidRequestError for what is no number up to that.
    """
    given = request.headers.get(LAST_EVENT_ID, "")
    seen: int | None = after
    if given:
        seen = int(given) if given.isascii() and given.isdecimal() and len(given) <= len(str(MOST_SEQ)) else None
    if seen is None or seen > seq:
        place = f"/{LAST_EVENT_ID}" if given else "/after"
        raise InvalidRequestError([Fault(place, "out_of_range", given or after, {"minimum": 0, "maximum": seq})])
    return seen


def event_of(match_id: str, row: Logged) -> bytes:
    """An entry as one event: its number as id, its type, its JSON on one line."""
    entry, counting = row
    kind = EVENT_OF_KIND[entry.kind].encode()
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (entry.seq, kind, orjson.dumps(entry_json(match_id, entry, counting)))


def streamed(response: Response) -> Response:
    """An answer made of events, which nothing between may keep."""
    response.mimetype = EVENT_STREAM
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx passes each event on as it comes
    return response

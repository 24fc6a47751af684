"""The app of the stream process: `/v1/matches/{match_id}/events` for as long as anybody listens, and `/healthz`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Flask, Response, current_app
from flask.views import MethodView

from api import access, bodies, cors, openapi, problems, stores
from api.events import EVENT_STREAM, last_seen, streamed
from api.logs import match_to_read
from api.problems import TooManyListenersError
from api.service import stopping
from api.settings import whole_number
from api.stores import store
from api.storing import Reading, StoreBlueprint
from app import new_app
from schemas.logs import EventsQuery
from streams.listening import FullError, Streams

MOST_LISTENERS: Final = 2_000
_STREAMS = "shengji-streams"

listening = StoreBlueprint("listening", __name__, url_prefix="/v1/matches", description="Matches as they go on.")


@listening.route("/<match_id>/events")
class Listening(MethodView):
    """A stream."""

    def dispatch_request(self, **path: Any) -> Response:
        """Answer with a stream, when there is a place for one. All that asks the database goes to its thread."""
        streams = streams_of(current_app)
        try:
            place = streams.admit()
        except FullError:
            raise TooManyListenersError(limit=streams.most) from None
        try:
            response: Response = streams.asker.ask(lambda: super(Listening, self).dispatch_request(**path))  # type: ignore[assignment]
        except BaseException:
            streams.dismiss(place)
            raise
        response.call_on_close(lambda: streams.dismiss(place))
        return response

    @listening.query(EventsQuery("token"))
    @listening.lookup("getEvents", {"type": "string"}, is_tagged=False, by_token=True, media_type=EVENT_STREAM)
    def get(self, reading: Reading, asked: dict[str, Any], match_id: str) -> Response:
        """What happens in a match from an event on, as it happens."""
        match = match_to_read(reading, match_id)
        seen = last_seen(asked["after"], match.seq)
        streams = streams_of(current_app)
        return streamed(Response(streams.stream(match.uid, match.id, match.seq, reading.caller.key_id, seen)))


def streams_of(app: Flask) -> Streams:
    """The streams of an app."""
    found: Streams = app.extensions[_STREAMS]
    return found


def _health() -> Response:
    """Does the process run?"""
    return Response(b'{"status":"ok"}', mimetype="application/json")


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The app. It takes the settings of the service, and `EVENTS_LISTENERS`: how many may listen at once."""
    most = whole_number("EVENTS_LISTENERS", MOST_LISTENERS, least=1)
    app = new_app({"DATABASE_CONNECTIONS": 1, "EVENTS_LISTENERS": most} | dict(settings or {}))
    access.install(app)
    cors.install(app)
    bodies.install(app)
    problems.install(app)
    stores.install(app)
    openapi.new_api(app).register_blueprint(listening)
    app.add_url_rule("/healthz", "health", _health)
    with app.app_context():
        app.extensions[_STREAMS] = Streams(store(), app.config["EVENTS_LISTENERS"], stopping(app).is_set)
    return app

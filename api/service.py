"""The service itself: its index, its health."""

from __future__ import annotations

from threading import Event
from typing import Any

import orjson
from flask import Flask, Response, current_app
from flask.views import MethodView

from api.answers import readable
from api.problems import NotReadyError
from api.readiness import PROBLEM_OF, READY, readiness
from api.typed import Blueprint
from schemas.service import HealthAnswer, IndexAnswer, ReadinessAnswer, ReadinessQuery
from store.errors import StoreError

NAME = "Shengji Rules"
VERSION = "0.1.0"
LINKS = {
    "documentation": "/docs",
    "description": "/openapi.json",
    "notation": "/docs/notation.md",
    "rulesets": "/v1/rulesets",
    "cards": "/v1/cards",
    "matches": "/v1/matches",
    "webhooks": "/v1/webhooks",
    "health": "/healthz",
    "readiness": "/readyz",
}

_STOPPING = "shengji-stopping"


def stopping(app: Flask) -> Event:
    """What the server sets when it has been told to stop."""
    event: Event = app.extensions.setdefault(_STOPPING, Event())
    return event


service = Blueprint("service", __name__, description="The service itself.")


@service.route("/")
class Index(MethodView):
    """The index."""

    @service.reading("getIndex", IndexAnswer(), is_localised=False)
    def get(self) -> Response:
        """Where to find what."""
        return readable({"service": NAME, "version": VERSION, "links": LINKS})


@service.route("/healthz")
class Health(MethodView):
    """Liveness."""

    @service.reading("getHealth", HealthAnswer(), is_localised=False, is_tagged=False)
    def get(self) -> Response:
        """Does the process run?"""
        return Response(b'{"status":"ok"}', mimetype="application/json")


@service.route("/readyz")
class Readiness(MethodView):
    """Readiness."""

    @service.query(ReadinessQuery())
    @service.reading("getReadiness", ReadinessAnswer(), is_localised=False, is_tagged=False)
    def get(self, asked: dict[str, Any]) -> Response:
        """Can decisions be answered, and how is the store? 503 while the process stops; with `need=store` also without the store."""
        if stopping(current_app).is_set():
            raise NotReadyError
        how = readiness(current_app)
        if asked.get("need") == "store" and how != READY:
            raise StoreError(PROBLEM_OF[how])
        return Response(orjson.dumps({"decisions": READY, "store": how}), mimetype="application/json")

"""The service to compare with: a bare Flask route that parses the question and returns the same JSON body as ours."""

from __future__ import annotations

import orjson
from flask import Flask, Response, request

from app import create_app as create_service
from bench.checks import checks

PATH = "/v1/plays/check"


def create_app() -> Flask:
    """A Flask app of one route, without request ids, log lines, schemas or decisions."""
    answer = create_service({"LOG_LEVEL": "CRITICAL"}).test_client().post(PATH, json=question()).data
    value = orjson.loads(answer)
    app = Flask(__name__, static_folder=None)

    @app.post(PATH)
    def answer_it() -> Response:
        orjson.loads(request.get_data())
        return Response(orjson.dumps(value), mimetype="application/json")

    @app.get("/healthz")
    def health() -> Response:
        return Response(b"{}", mimetype="application/json")

    return app


def question() -> dict[str, object]:
    """The question that both are asked: the first follow of the realistic ones."""
    return next(body for body in checks(8) if body["trick"]["plays"])

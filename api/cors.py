"""Cross-origin requests (CORS): the headers by flask-cors, and only for requests that name an origin."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_cors.core import get_cors_options, set_cors_headers

EXPOSED_HEADERS = ("Content-Language", "ETag", "Idempotent-Replayed", "Link", "Location", "Retry-After", "X-Request-Id")
_PREFLIGHT_SECONDS = 600


def install(app: Flask) -> None:
    """Let the origins of the app's `CORS_ORIGINS` read its answers."""
    origins = app.config["CORS_ORIGINS"]
    options = get_cors_options(app, {"origins": origins, "expose_headers": list(EXPOSED_HEADERS), "max_age": _PREFLIGHT_SECONDS})
    depends_on_origin = "*" not in origins

    def allow(response: Response) -> Response:
        if "HTTP_ORIGIN" in request.environ:
            set_cors_headers(response, options)
        elif depends_on_origin:
            response.vary.add("Origin")
        return response

    app.after_request(allow)

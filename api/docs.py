"""The documentation at /docs: Swagger UI from the installed package, so it works without any other host."""

from __future__ import annotations

from flask import Flask, redirect
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.wrappers import Response

PATH = "/docs"


def install(app: Flask) -> None:
    """Serve the documentation of /openapi.json."""

    def to_documentation() -> Response:
        """The documentation with the slash that its files are relative to."""
        return redirect(f"{PATH}/", 308)

    settings = {"app_name": "Shengji Rules", "validatorUrl": None, "docExpansion": "list", "defaultModelsExpandDepth": 0}
    app.register_blueprint(get_swaggerui_blueprint(PATH, "/openapi.json", config=settings))
    app.add_url_rule(PATH, "docs", to_documentation)

"""The documentation at /docs: Swagger UI from the installed package, so it works without any other host, and pages beside it."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, redirect
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.wrappers import Response

PATH = "/docs"
PAGES = {"notation.md": "The deal notation.", "clauses.md": "Which operation decides which clause."}
"""Pages of the repository's `docs/` that are served as they are."""
_FOLDER = Path(__file__).parents[1] / "docs"


def install(app: Flask) -> None:
    """Serve the documentation of /openapi.json."""

    def to_documentation() -> Response:
        """The documentation with the slash that its files are relative to."""
        return redirect(f"{PATH}/", 308)

    settings = {"app_name": "Shengji Rules", "validatorUrl": None, "docExpansion": "list", "defaultModelsExpandDepth": 0}
    app.register_blueprint(get_swaggerui_blueprint(PATH, "/openapi.json", config=settings))
    app.add_url_rule(PATH, "docs", to_documentation)
    for page in PAGES:
        app.add_url_rule(f"{PATH}/{page}", f"docs-{page}", _page, defaults={"page": page})


def _page(page: str) -> Response:
    """One page as text, so that a browser shows it."""
    return Response((_FOLDER / page).read_bytes(), mimetype="text/plain")

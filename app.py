"""The one place where the parts are joined: `gunicorn 'app:create_app()'`, `flask --app app …`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from api import access, bodies, commands, cors, direct, docs, openapi, problems, saved, stores, telling
from api.batch import batch
from api.bids import bids
from api.cards import cards
from api.deals import deals
from api.events import events
from api.hands import hands
from api.kitty import kitty
from api.levels import levels
from api.logs import match_logs
from api.matches import matches
from api.penalties import penalties
from api.plays import plays
from api.rulesets import rulesets
from api.service import service
from api.settings import database_url, log_level, private_networks, webhooks_keep, whole_number
from api.throws import throws
from api.transfer import transfer
from api.tricks import tricks
from api.verifying import corrections
from api.webhooks import webhooks
from schemas.requests import BODY_LIMIT

_BLUEPRINTS = (
    *(plays, throws, tricks, kitty, levels, bids, deals, penalties, hands, batch),
    *(rulesets, matches, corrections, transfer, match_logs, events, webhooks, cards, service),
)


class Service(Flask):
    """The app. No function of it is a coroutine, so none need be looked at before each call."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is."""
        return func


def new_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """An app with its settings and nothing else. They come from the environment (README, Configuration) and, above it, from `settings`."""
    app = Service(__name__, static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        CORS_ORIGINS=os.environ.get("CORS_ORIGINS", "*").replace(",", " ").split(),
        LOG_LEVEL=log_level(),
        DATABASE_URL=database_url(),
        DATABASE_CONNECTIONS=whole_number("THREADS", 4, least=1),
        WEBHOOKS_ALLOW_PRIVATE=private_networks(),
        WEBHOOKS_KEEP=webhooks_keep(),
    )
    app.config.update(settings or {})
    app.json = bodies.OrjsonProvider(app)
    app.url_map.merge_slashes = False  # a doubled slash is another path, not a redirect in HTML
    return app


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The service."""
    app = new_app(settings)
    direct.install(app)
    access.install(app)
    cors.install(app)
    bodies.install(app)
    problems.install(app)
    stores.install(app)
    saved.install(app)
    commands.install(app)
    telling.install(app)
    api = openapi.new_api(app)
    for blueprint in _BLUEPRINTS:
        api.register_blueprint(blueprint)
    openapi.install(app, api)
    docs.install(app)
    return app

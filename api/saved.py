"""Saved rulesets in questions (settled 1): found for whoever sends a key, kept for a while; no preset asks for them."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextvars import Token
from threading import Lock
from typing import Final, NamedTuple

from flask import Flask, g, request

from api.keys import bearer, caller_with
from api.stores import store
from rules.catalogue import Lookup, Stored
from schemas.fields import SAVED_RULESETS
from store.errors import StoreError
from store.pinning import saved_lookup

FRESH_FOR: Final = 5.0
"""Seconds for which the newest revision of a ruleset is taken to be the newest."""
MOST_KEPT: Final = 512


class _Met(NamedTuple):
    found: Stored | None
    at: float


class _Kept:
    """The saved rulesets met last, by their organiser; bounded, and shared by the threads of a worker."""

    def __init__(self) -> None:
        self._met: OrderedDict[tuple[str, int, str, int | None], _Met] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int, str, int | None]) -> _Met | None:
        with self._lock:
            return self._met.get(key)

    def keep(self, key: tuple[str, int, str, int | None], found: Stored | None) -> None:
        with self._lock:
            self._met[key] = _Met(found, time.monotonic())
            self._met.move_to_end(key)
            if len(self._met) > MOST_KEPT:
                self._met.popitem(last=False)


_KEPT: Final = _Kept()


def lookup_for(token: str) -> Lookup:
    """Finds the saved rulesets of whoever has a key. Nothing is asked before one is looked for.

    Raises KeyInvalidError, and StoreError when the store is away and has not been asked before.
    """

    def look(name: str, revision: int | None) -> Stored | None:
        caller = caller_with(token, even_if_away=True)
        key = (str(store().url), caller.organiser_uid, name, revision)
        met = _KEPT.get(key)
        if met is not None and met.found is not None and (revision is not None or time.monotonic() - met.at < FRESH_FOR):
            return met.found
        try:
            with store().reading() as session:
                found = saved_lookup(session, caller.organiser_uid)(name, revision)
        except StoreError:
            if met is not None and met.found is not None:
                return met.found
            raise
        _KEPT.keep(key, found)
        return found

    return look


def install(app: Flask) -> None:
    """Let every request with a key find its organiser's rulesets; threads are reused, so what one has found is put away after it."""

    def find() -> None:
        token = bearer(request)
        if token is not None:
            g.saved_rulesets = SAVED_RULESETS.set(lookup_for(token))

    def forget(error: BaseException | None) -> None:
        token: Token[Lookup] | None = g.pop("saved_rulesets", None)
        if token is not None:
            SAVED_RULESETS.reset(token)

    app.before_request(find)
    app.teardown_request(forget)

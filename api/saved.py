"""Saved rulesets in questions (settled 1): found for whoever sends a key, kept for a while; no preset asks for them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import Token
from functools import partial
from threading import Lock
from typing import Final, NamedTuple

import orjson
from flask import Flask, g, request

from api.keys import bearer, caller_with
from api.problems import KeyInvalidError
from api.stores import store
from rules.catalogue import Lookup, Stored
from schemas.fields import SAVED_RULESETS
from store.errors import StoreError
from store.keys import Caller
from store.pinning import saved_lookup

FRESH_FOR: Final = 5.0
"""Seconds for which the newest revision of a ruleset is taken to be the newest."""
MOST_KEPT: Final = 512
MOST_BYTES: Final = 8 * 1024 * 1024
"""Of the JSON of all documents that are kept."""

_Name = tuple[str, int, str, int | None]
"""The store, the organiser, the id, and the revision where one was named."""


class _Met(NamedTuple):
    found: Stored
    at: float
    size: int


class _Kept:
    """The saved rulesets asked for last, by their organiser; bounded, and shared by the threads of a worker."""

    def __init__(self) -> None:
        self._met: OrderedDict[_Name, _Met] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, name: _Name) -> _Met | None:
        with self._lock:
            met = self._met.get(name)
            if met is not None:
                self._met.move_to_end(name)
            return met

    def keep(self, name: _Name, found: Stored | None) -> None:
        """Keep what was found now; of a name that finds nothing any more, nothing."""
        size = 0 if found is None else len(orjson.dumps(found.document))
        with self._lock:
            before = self._met.pop(name, None)
            self._bytes -= 0 if before is None else before.size
            if found is not None:
                self._met[name] = _Met(found, time.monotonic(), size)
                self._bytes += size
            while len(self._met) > MOST_KEPT or self._bytes > MOST_BYTES:
                self._bytes -= self._met.popitem(last=False)[1].size


_KEPT: Final = _Kept()


class Finder:
    """Finds the saved rulesets of whoever has a key, for one request, however many questions it asks.

    Nothing is asked before a ruleset is looked for. Raises KeyInvalidError, and StoreError when the store is away and what is
    looked for has not been met before; neither is tried twice.
    """

    def __init__(self, token: str) -> None:
        self._token = token
        self._caller: Caller | None = None
        self._refusal: Callable[[], Exception] | None = None
        self._away: str | None = None

    def __call__(self, name: str, revision: int | None) -> Stored | None:
        """A ruleset by id and revision, the newest where that is None."""
        caller = self._caller or self._identified()
        key = (str(store().url), caller.organiser_uid, name, revision)
        met = _KEPT.get(key)
        if met is not None and (revision is not None or time.monotonic() - met.at < FRESH_FOR):
            return met.found
        try:
            found = self._read(caller, name, revision)
        except StoreError:
            if met is None:
                raise
            found = met.found  # and for a while the store is not asked again
        _KEPT.keep(key, found)
        return found

    def _identified(self) -> Caller:
        if self._refusal is not None:
            raise self._refusal()
        try:
            self._caller = caller_with(self._token, even_if_away=True)
        except KeyInvalidError:
            self._refusal = KeyInvalidError
            raise
        except StoreError as error:
            self._refusal = partial(StoreError, error.code)
            raise
        return self._caller

    def _read(self, caller: Caller, name: str, revision: int | None) -> Stored | None:
        if self._away is not None:
            raise StoreError(self._away)
        try:
            with store().reading() as session:
                return saved_lookup(session, caller.organiser_uid)(name, revision)
        except StoreError as error:
            self._away = error.code
            raise


def install(app: Flask) -> None:
    """Let every request with a key find its organiser's rulesets; threads are reused, so what one has found is put away after it."""

    def find() -> None:
        token = bearer(request)
        if token is not None:
            g.saved_rulesets = SAVED_RULESETS.set(Finder(token))

    def forget(error: BaseException | None) -> None:
        token: Token[Lookup] | None = g.pop("saved_rulesets", None)
        if token is not None:
            SAVED_RULESETS.reset(token)

    app.before_request(find)
    app.teardown_request(forget)

"""Keys over HTTP: who asks, by `Authorization: Bearer …`, and whether the key's role is enough."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import Final

from flask import Request, request

from api.problems import KeyInvalidError, KeyMissingError, RoleNotEnoughError
from api.stores import store
from store.errors import StoreError
from store.keys import Caller, caller_of, hash_of, is_key

KNOWN_FOR: Final = 2.0
"""Seconds for which a key that was good is taken for good: so soon a revoked one is refused."""
_MOST_KNOWN: Final = 1024


class _Known:
    """The keys met last, by their digests; bounded, and shared by the threads of a worker."""

    def __init__(self) -> None:
        self._callers: OrderedDict[str, tuple[float, Caller]] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> tuple[float, Caller] | None:
        """When a key was seen to be good, and whose it is."""
        with self._lock:
            return self._callers.get(digest)

    def keep(self, digest: str, caller: Caller | None) -> None:
        """Remember that a key is good now, or forget one that is not."""
        with self._lock:
            self._callers.pop(digest, None)
            if caller is not None:
                self._callers[digest] = (time.monotonic(), caller)
            if len(self._callers) > _MOST_KNOWN:
                self._callers.popitem(last=False)


_KNOWN: Final = _Known()


def bearer(asked: Request) -> str | None:
    """The token of a request; None without one. A header of another scheme is a token that no key has."""
    header = asked.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def caller_with(token: str, *, even_if_away: bool = False) -> Caller:
    """Who asks with a token. Raises KeyInvalidError, and StoreError when that cannot be told.

    `even_if_away` takes a key for good that was good when the store was last there: nobody can have revoked it since.
    """
    if not is_key(token):
        raise KeyInvalidError
    digest = hash_of(f"{store().url}{token}")
    known = _KNOWN.get(digest)
    if known is not None and time.monotonic() - known[0] < KNOWN_FOR:
        return known[1]
    try:
        with store().reading() as session:
            caller = caller_of(session, token)
    except StoreError:
        if known is not None and even_if_away:
            _KNOWN.keep(digest, known[1])  # so that for a while the store is not asked again
            return known[1]
        raise
    _KNOWN.keep(digest, caller)
    if caller is None:
        raise KeyInvalidError
    return caller


def the_caller(role: str, hint: str | None = None) -> Caller:
    """Who asks, when their key's role is enough. Raises KeyMissingError with the `hint`, KeyInvalidError or RoleNotEnoughError."""
    token = bearer(request)
    if token is None:
        raise KeyMissingError(hint)
    caller = caller_with(token)
    if not caller.may(role):
        raise RoleNotEnoughError(role=caller.role, needed=role)
    return caller

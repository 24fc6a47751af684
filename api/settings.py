"""Settings from the environment. A wrong one ends the process before it serves, with a sentence that names it and what it takes."""

from __future__ import annotations

import os
from datetime import timedelta
from ipaddress import ip_network

from store.database import DEFAULT_URL, read_url
from webhooks.addresses import EVERYWHERE, Networks
from webhooks.worker import KEPT

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def whole_number(name: str, default: int, least: int, most: int | None = None) -> int:
    """The number that a variable holds; the default when it is unset or empty."""
    given = os.environ.get(name) or str(default)
    try:
        number = int(given)
    except ValueError:
        number = least - 1
    if number < least or (most is not None and number > most):
        accepted = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise SystemExit(f"{name} is {given!r}; it takes a whole number {accepted}.")
    return number


def client_timeout() -> int:
    """Seconds that a client may pause while it sends a request or takes an answer."""
    return whole_number("CLIENT_TIMEOUT", 10, least=1)


def database_url() -> str:
    """The address of the database; an SQLite file in `var/` by default."""
    given = os.environ.get("DATABASE_URL") or DEFAULT_URL
    try:
        read_url(given)
    except ValueError as error:
        raise SystemExit(f"DATABASE_URL is {error}.") from None
    return given


def log_level() -> str:
    """The least level that is logged."""
    given = os.environ.get("LOG_LEVEL") or "INFO"
    if given.upper() not in LEVELS:
        raise SystemExit(f"LOG_LEVEL is {given!r}; it takes {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")
    return given.upper()


def webhooks_keep() -> timedelta:
    """For how long what became of a delivery is kept; a delivery may be tried for up to five days."""
    return timedelta(days=whole_number("WEBHOOKS_KEEP_DAYS", KEPT.days, least=7, most=36_500))


def private_networks() -> Networks:
    """The networks that webhooks may lead to though they are not public: none by default, all with `1`."""
    given = (os.environ.get("WEBHOOKS_ALLOW_PRIVATE") or "0").strip()
    if given in ("0", "1"):
        return EVERYWHERE if given == "1" else ()
    try:
        return tuple(ip_network(network) for network in given.replace(",", " ").split())
    except ValueError:
        raise SystemExit(f"WEBHOOKS_ALLOW_PRIVATE is {given!r}; it takes 1 for all, or networks, as 10.0.0.0/8 fd00::/8.") from None

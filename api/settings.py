"""Settings from the environment. A wrong one ends the process before it serves, with a sentence that names it and what it takes."""

from __future__ import annotations

import os

from store.database import DEFAULT_URL, read_url

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

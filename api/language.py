"""The language of an answer, from Accept-Language (RFC 9110, 12.5.4): en, zh-Hans or zh-Hant."""

from __future__ import annotations

from functools import lru_cache

from flask import request

from rules.texts import DEFAULT_LANGUAGE

_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})
_LONGEST_HEADER = 400
ACCEPTED = "HTTP_ACCEPT_LANGUAGE"
"""The header in the environment of a request."""


def asked_language() -> str:
    """The language that suits the running request best; English when it names none of ours."""
    return language_for(request.environ.get(ACCEPTED, ""))


def language_for(header: str) -> str:
    """The language that suits an Accept-Language header of any length best."""
    return best_language(header[:_LONGEST_HEADER])


@lru_cache(maxsize=512)
def best_language(header: str) -> str:
    """The best of our languages for an Accept-Language header; the first of equal ones.

    >>> [best_language(header) for header in ("zh-TW,zh;q=0.8", "zh", "de,zh-CN;q=0.5", "zh;q=0, *", "")]
    ['zh-Hant', 'zh-Hans', 'zh-Hans', 'en', 'en']
    """
    best, best_quality = DEFAULT_LANGUAGE, 0.0
    for entry in header.split(","):
        tag, _, parameters = entry.partition(";")
        language = _language_of(tag.strip().lower())
        quality = _quality(parameters)
        if language is not None and quality > best_quality:
            best, best_quality = language, quality
    return best


def _language_of(tag: str) -> str | None:
    """Our language for a lower-case language tag: a script counts before a region; plain Chinese is simplified.

    >>> [_language_of(tag) for tag in ("zh-hk", "zh-hans-hk", "zh-sg", "en-gb", "*", "fr")]
    ['zh-Hant', 'zh-Hans', 'zh-Hans', 'en', 'en', None]
    """
    primary, *subtags = tag.split("-")
    if primary in ("en", "*"):
        return "en"
    if primary != "zh":
        return None
    return "zh-Hant" if "hans" not in subtags and not _TRADITIONAL.isdisjoint(subtags) else "zh-Hans"


def _quality(parameters: str) -> float:
    """The weight of an entry: 1 without `q`, 0 when it cannot be read."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if name.strip().lower() == "q" and 0.0 <= quality <= 1.0 else 0.0

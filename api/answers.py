"""Answers over HTTP: JSON bytes with the headers that belong to them."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import orjson
from flask import Response, request

from rules.texts import LANGUAGES

JSON = "application/json"
LANGUAGE_HEADERS = {language: [("Content-Language", language), ("Vary", "Accept-Language")] for language in LANGUAGES}


def localised(payload: dict[str, Any], language: str) -> Response:
    """A JSON answer in a language."""
    return Response(orjson.dumps(payload), headers=LANGUAGE_HEADERS[language], mimetype=JSON)


def mark_language(response: Response, language: str) -> None:
    """Say which language an answer is in, and that another request might get another one."""
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"


def etag_of(body: bytes) -> str:
    """The version of an answer: a digest of its bytes."""
    return blake2b(body, digest_size=16).hexdigest()


def readable(payload: dict[str, Any], language: str | None = None) -> Response:
    """A JSON answer to a GET, with its ETag; 304 without a body when the client has it already."""
    body = orjson.dumps(payload)
    tag = etag_of(body)
    known = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if known else Response(body, mimetype=JSON)
    if language is not None:
        mark_language(response, language)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-cache"
    return response

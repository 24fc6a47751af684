"""Canonical JSON (RFC 8785), the chain over it (settled 25), and digests of what was sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import rfc8785

FIRST_HASH: Final = "0" * 64
"""What stands before the first entry of a match."""
HASHED: Final = ("match", "seq", "kind", "at", "by", "body", "outcome")
"""The keys of an entry that its hash covers."""


def canonical(value: Any) -> str:
    """The canonical text of a JSON value.

    >>> canonical({"b": 1.0, "a": ["黑桃", True]})
    '{"a":["黑桃",true],"b":1}'
    """
    return rfc8785.dumps(value).decode()


def entry_hash(prev_hash: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry with the keys of `HASHED` at least, body and outcome as values: 64 lower-case hex digits."""
    return hashlib.sha256(f"{prev_hash}{canonical({key: entry[key] for key in HASHED})}".encode()).hexdigest()


def entry_hash_of_texts(prev_hash: str, entry: Mapping[str, Any]) -> str:
    """The same where body and outcome are canonical texts already: nothing is parsed or written again.

    >>> parts = {"match": "m1", "seq": 1, "kind": "deal", "at": "2026-11-30T04:39:35.123Z", "by": "k1"}
    >>> values, texts = parts | {"body": {"a": 1}, "outcome": {}}, parts | {"body": '{"a":1}', "outcome": "{}"}
    >>> entry_hash(FIRST_HASH, values) == entry_hash_of_texts(FIRST_HASH, texts)
    True
    """
    pairs = [f'"{key}":{entry[key] if key in ("body", "outcome") else canonical(entry[key])}' for key in sorted(HASHED)]
    return hashlib.sha256(f"{prev_hash}{{{','.join(pairs)}}}".encode()).hexdigest()


def digest(value: Any) -> str:
    """The SHA-256 of a JSON value's canonical text, 64 hex digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()

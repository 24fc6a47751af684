"""The heading of a match (比赛抬头): what it began with. The first entry holds its digest, so the chain covers it too."""

from __future__ import annotations

from typing import Any

import orjson

from store.canonical import digest
from store.models import Match

NAMED = "heading"
"""What the digest is called in the outcome of the first entry."""


def heading_of(match: Match) -> str:
    """The SHA-256 of what a match began with: its id, ruleset and rules, sides, table, event and stage, when and by whose key.

    Raises ValueError for a match whose texts are no JSON.
    """
    parts: dict[str, Any] = {name: orjson.loads(getattr(match, name)) for name in ("ruleset", "rules", "sides")}
    parts |= {"match": match.id, "created_at": match.created_at, "created_by": match.created_by}
    optional = (("table", match.table_name), ("event", match.event), ("stage", match.stage))
    return digest(parts | {name: value for name, value in optional if value is not None})

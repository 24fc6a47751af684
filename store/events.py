"""Entries as they are answered, and the events that they are (settled 28)."""

from __future__ import annotations

from typing import Any, Final

import orjson

from store.models import Deal, Entry

EVENT_OF_KIND: Final = {
    "deal": "deal.scored",
    "void_deal": "deal.voided",
    "penalty": "penalty.booked",
    "correction": "deal.corrected",
    "game_over": "game.over",
    "finish": "match.finished",
}
"""The type of the event that an entry of each kind is."""


def entry_json(match_id: str, entry: Entry, counting: Deal | None = None) -> dict[str, Any]:
    """An entry as it is answered; `counting` is what counts of its deal now, where that may be another entry."""
    answer: dict[str, Any] = {
        "match": match_id,
        "seq": entry.seq,
        "kind": entry.kind,
        "at": entry.at,
        "by": entry.by,
        "body": orjson.loads(entry.body),
        "outcome": orjson.loads(entry.outcome),
        "prev_hash": entry.prev_hash,
        "hash": entry.hash,
    }
    if entry.deal is not None:
        answer["deal"] = entry.deal
    if entry.supersedes is not None:
        answer["supersedes"] = entry.supersedes
    return answer | _now(entry, counting)


def _now(entry: Entry, counting: Deal | None) -> dict[str, Any]:
    """What later corrections say of an entry: which one counts in its place, or what does not follow any more."""
    if counting is None or entry.kind in ("penalty", "finish"):
        return {}
    if entry.kind == "game_over":
        return {} if counting.game_over_seq == entry.seq else {"superseded_by": counting.game_over_seq or counting.corrected_by}
    if counting.seq != entry.seq:
        return {"superseded_by": counting.seq}
    return {"warnings": counting.warnings.split()} if counting.warnings else {}

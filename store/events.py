"""Entries as they are answered, and the events that they are (settled 28)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

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
WITHDRAWABLE: Final = ("penalty", "finish")
"""The kinds of entries that a correction withdraws; nothing counts in their place."""

LAPSED: Final = "lapsed"
"""What is said of a penalty whose deal is void."""

Counting: TypeAlias = Deal | int | None
"""What counts of an entry's deal now; of an entry that may be withdrawn, the number of the correction that has done so."""


def entry_json(match_id: str, entry: Entry, counting: Counting = None) -> dict[str, Any]:
    """An entry as it is answered; `counting` is what counts in its place now, where that may be another entry."""
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
    return answer | _now(entry, answer["outcome"], counting)


def _now(entry: Entry, outcome: Any, counting: Counting) -> dict[str, Any]:
    """What later corrections say of an entry: which one counts in its place, or what does not follow any more."""
    if isinstance(counting, int):
        return {"superseded_by": counting}
    if counting is None or (entry.kind == "correction" and "entry" in outcome and "replacement" not in outcome):
        return {}  # a penalty was withdrawn before its deal was recorded
    if entry.kind in WITHDRAWABLE:
        return {"warnings": [LAPSED]} if counting.is_void else {}
    if entry.kind == "game_over":
        return {} if counting.game_over_seq == entry.seq else {"superseded_by": counting.game_over_seq or counting.corrected_by}
    if counting.seq != entry.seq:
        return {"superseded_by": counting.seq}
    return {"warnings": counting.warnings.split()} if counting.warnings else {}

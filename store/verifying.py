"""The examination of a match (验证): its log, and what is kept beside the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from sqlalchemy.orm import Session

from store import logs
from store.corrections import Course
from store.examining import Examiner, Known, Review
from store.heading import heading_of
from store.matches import facts
from store.models import Deal, Match
from store.moves import standing_json


class LogFault(NamedTuple):
    """The first entry that does not hold, and why."""

    seq: int
    reason: str


def verify(session: Session, match: Match, course: Course, review: Review) -> tuple[int, LogFault | None]:
    """How many entries of a match hold, and the first fault: in the log, then in what the match and the table of deals say of it."""
    try:
        examiner = Examiner(match.id, course, review, heading_of(match), match.created_at)
    except ValueError:
        return 0, LogFault(0, "state_differs")
    for entry, _ in logs.entries(session, match.uid, match.seq):
        reason = examiner.follow(entry)
        if reason is not None:
            return entry.seq - 1 if reason != "gap" else examiner.seq, LogFault(examiner.seq + 1 if reason == "gap" else entry.seq, reason)
    if examiner.seq < match.seq or examiner.due:
        return examiner.seq, LogFault(examiner.seq + 1, "gap")
    stands = (match.head_hash, _value(match.state), match.status == "finished", match.updated_at, _value(match.ended or "{}"))
    if stands != (examiner.head, standing_json(examiner.standing), examiner.finished, examiner.at, examiner.ending):
        return examiner.seq, LogFault(examiner.seq, "state_differs")
    if logs.page(session, match.uid, match.seq, 1):
        return examiner.seq, LogFault(examiner.seq + 1, "state_differs")
    return examiner.seq, _projected(session, match, examiner)


def _projected(session: Session, match: Match, examiner: Examiner) -> LogFault | None:
    """Whether the table of deals says what the log says."""
    rows = logs.deals(session, match.uid)
    for known in examiner.deals:
        row = next(rows, None)
        if row is None or _row(row) != projection(known):
            return LogFault(known.seq, "projection_differs")
    return None if next(rows, None) is None else LogFault(examiner.seq, "projection_differs")


def _row(row: Deal) -> dict[str, Any]:
    kept = {key: getattr(row, key) for key in ("deal", "seq", "is_void", "warnings", "game_over_seq", "corrected_by")}
    return kept | {"moves": _value(row.moves), "after": _value(row.after)}


def _value(text: str) -> Any:
    """The value of a JSON text; None for what is none."""
    try:
        return orjson.loads(text)
    except ValueError:
        return None


def projection(known: Known) -> dict[str, Any]:
    """What the table of deals holds of a deal."""
    return {
        "deal": known.carried.before.deal,
        "seq": known.seq,
        "is_void": known.fact.moves is None,
        "warnings": " ".join(known.carried.warnings),
        "game_over_seq": known.game_over_seq,
        "corrected_by": known.corrected_by,
        "moves": facts(known.fact, known.carried.before, known.carried.played),
        "after": standing_json(known.carried.after),
    }


def rows_of(examiner: Examiner) -> Iterator[dict[str, Any]]:
    """The rows of the table of deals that a log comes to, their JSON as text."""
    for known in examiner.deals:
        row = projection(known)
        yield row | {name: orjson.dumps(row[name]).decode() for name in ("moves", "after")}

"""Corrections (更正): another record in the place of one, or an entry withdrawn, and all that follows carried forward anew (settled 24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from rules.options import Options
from rules.progress import Carried, Fact, Standing, begin, carry, played_from
from store import ledger, logs
from store.errors import ConflictError, MissingError
from store.events import WITHDRAWABLE
from store.logs import CHUNK
from store.matches import OPEN, Judged, facts, record_game_over, standing_now
from store.models import Deal, Entry, Match
from store.moves import moves_json, moves_of, standing_json, standing_of

MOST_CHANGED: Final = 2000
"""Deals that stand otherwise by one correction: its entry tells each, and must be a line that another store takes (settled 22)."""


class Course(NamedTuple):
    """What a match is carried forward by: its ruleset's options and the stage of its event."""

    options: Options
    stage: str | None


class Change(NamedTuple):
    """A deal that a correction changes, or passes over: what counts of it, and the match carried over it anew."""

    row: Deal
    fact: Fact
    carried: Carried


def standing_before(session: Session, match: Match, options: Options, deal: int) -> Standing:
    """Where a match stands before a deal, as what counts says now."""
    row = session.get(Deal, (match.uid, deal - 1)) if deal > 1 else None
    return begin(options) if row is None else standing_of(orjson.loads(row.after))


def fact_of(row: Deal) -> Fact:
    """What is known of a deal whatever came before it."""
    told = orjson.loads(row.moves)
    return Fact(None) if row.is_void else Fact(moves_of(told), told["level"], told["said"].get("declarer"), told["said"]["level"])


def withdrawable(session: Session, match: Match, seq: int) -> Entry:
    """An entry that may be withdrawn. Raises MissingError, and ConflictError `nothing_to_correct` for one that may not, or has been."""
    entry = session.get(Entry, (match.uid, seq))
    if entry is None:
        raise MissingError("entry", str(seq))
    if entry.kind not in WITHDRAWABLE or seq in session.scalars(logs.superseded(match.uid, entry.deal)).all():
        raise _nothing(match, seq)
    return entry


def deal_of(session: Session, match: Match, penalty: Entry) -> Deal | None:
    """What counts of the deal of a penalty; None while it is not recorded. Raises ConflictError `nothing_to_correct` where it is void."""
    row = session.get(Deal, (match.uid, penalty.deal))
    if row is not None and row.is_void:
        raise _nothing(match, penalty.seq)
    return row


def record_of(session: Session, match: Match, row: Deal) -> dict[str, Any]:
    """`{"kind","deal"}`: the record that counts of a deal that is not void. A withdrawn penalty has left it as it was."""
    penalties = select(Entry.seq).where(Entry.match_uid == match.uid, Entry.deal == row.deal, Entry.kind == "penalty")
    records = select(Entry.body).where(Entry.match_uid == match.uid, Entry.deal == row.deal, Entry.kind.in_(("deal", "correction")))
    records = records.where(or_(Entry.supersedes.is_(None), Entry.supersedes.not_in(penalties)))
    return record_in(session.scalars(records.order_by(Entry.seq.desc()).limit(1)).one())


def record_in(body: str) -> dict[str, Any]:
    """The record that the body of a deal, or of a correction that puts another in its place, holds."""
    sent: dict[str, Any] = orjson.loads(body)
    return {key: value for key, value in sent.get("replacement", sent).items() if key in ("kind", "deal")}


def withdrawal_json(seq: int) -> dict[str, Any]:
    """`{"entry","supersedes","void"}`: what the outcome of a correction says that withdraws an entry."""
    return {"entry": seq, "supersedes": seq, "void": True}


def withdraw(session: Session, match: Match, by: str, body: Mapping[str, Any], entry: Entry) -> Entry:
    """Append the withdrawal of a penalty of the deal that is being played, or of the end of the match, which is open again then."""
    state = standing_json(standing_now(match))
    place = {} if entry.deal is None else {key: state[key] for key in ("deal", "game")}
    if entry.kind == "finish":
        match.status, match.ended = OPEN, None
    outcome = {**place, **withdrawal_json(entry.seq), "state": state}
    return ledger.append(session, match, "correction", by, body, outcome, state, deal=entry.deal, supersedes=entry.seq)


def correct(
    session: Session,
    match: Match,
    by: str,
    body: Mapping[str, Any],
    course: Course,
    row: Deal,
    judged: Judged | None,
    withdrawn: Entry | None = None,
) -> list[Entry]:
    """Append a correction of the deal of a row, which another record takes the place of, or none where it is void from now on.

    `withdrawn` is a penalty that counts in the deal no more: then the record is the same, judged without it. The first entry is the
    correction; the ends of games that it brings about follow. Raises ConflictError `nothing_to_correct`, or
    `too_many_changes`.
    """
    if judged is None and row.is_void:
        raise _nothing(match, row.deal)
    superseded = row.seq if withdrawn is None else withdrawn.seq
    before = standing_before(session, match, course.options, row.deal)
    fact = Fact(None)
    if judged is not None:  # without a penalty a deal is the same, at the level that it was played at
        fact = played_from(before, judged.moves, judged.level) if withdrawn is None else replace(fact_of(row), moves=judged.moves)
    changes = list(islice(_carried(session, match, course, before, row, fact), MOST_CHANGED + 1))
    if len(changes) > MOST_CHANGED:
        raise ConflictError("too_many_changes", {"value": row.deal, "limit": MOST_CHANGED}, ledger.state_of(match))
    last = changes[-1]
    state = standing_json(last.carried.after) if _differs(last) else standing_json(standing_now(match))
    outcome: dict[str, Any] = {"deal": row.deal, "game": before.game, "supersedes": superseded}
    outcome |= {} if withdrawn is None else withdrawal_json(withdrawn.seq)
    outcome |= {"void": True} if judged is None else {"replacement": {**judged.outcome, "moves": moves_json(judged.moves)}}
    outcome |= {"changed": [changed_json(change.row.deal, change.carried) for change in changes if _differs(change)], "state": state}
    entry = ledger.append(session, match, "correction", by, body, outcome, state, deal=row.deal, supersedes=superseded)
    return [entry, *_booked(session, match, by, row, changes, entry.seq, state)]


def _nothing(match: Match, value: int) -> ConflictError:
    return ConflictError("nothing_to_correct", {"value": value}, ledger.state_of(match))


def _carried(session: Session, match: Match, course: Course, before: Standing, row: Deal, fact: Fact) -> Iterator[Change]:
    """The corrected deal and those after it, carried forward as far as anything differs: what follows then stands as it did."""
    for each in chain([row], _after(session, match, row.deal)):
        told = fact if each is row else fact_of(each)
        change = Change(each, told, next(carry(course.options, before, [told], course.stage)))
        yield change
        if not _differs(change):
            return
        before = change.carried.after


def _after(session: Session, match: Match, deal: int) -> Iterator[Deal]:
    """What counts of the deals after one, asked for by parts."""
    while True:
        later = select(Deal).where(Deal.match_uid == match.uid, Deal.deal > deal).order_by(Deal.deal).limit(CHUNK)
        rows = list(session.scalars(later))
        if not rows:
            return
        yield from rows
        deal = rows[-1].deal


def changed_json(deal: int, carried: Carried) -> dict[str, Any]:
    """`{"deal","levels","after","warnings"?}`: a deal that stands otherwise now, the levels before it and the state after it."""
    answer: dict[str, Any] = {"deal": deal, "levels": dict(carried.before.levels), "after": standing_json(carried.after)}
    return answer | ({"warnings": list(carried.warnings)} if carried.warnings else {})


def _differs(change: Change) -> bool:
    """Whether a deal leads elsewhere than it did, or has strayed otherwise."""
    after = standing_json(change.carried.after)
    return orjson.loads(change.row.after) != after or change.row.warnings != " ".join(change.carried.warnings)


def _booked(
    session: Session, match: Match, by: str, corrected: Deal, changes: list[Change], seq: int, state: Mapping[str, Any]
) -> list[Entry]:
    """Bring the table of deals up to date, and append the ends of games that were none before."""
    corrected.seq = seq
    corrected.is_void = changes[0].fact.moves is None
    entries = []
    for row, fact, carried in changes:
        if row is corrected or _differs(Change(row, fact, carried)):
            row.corrected_by = seq
        winner = None if carried.played is None else carried.played.winner
        if row.game_over_seq is not None and not _is_told(session, match, row.game_over_seq, carried, winner):
            row.game_over_seq = None
        row.moves = orjson.dumps(facts(fact, carried.before, carried.played)).decode()
        row.after = orjson.dumps(standing_json(carried.after)).decode()
        row.warnings = " ".join(carried.warnings)
        if winner is not None and row.game_over_seq is None:
            entries.append(record_game_over(session, match, by, carried.before, winner, state))
            row.game_over_seq = entries[-1].seq
    session.flush()
    return entries


def _is_told(session: Session, match: Match, seq: int, carried: Carried, winner: str | None) -> bool:
    """Whether the entry of a game's end still says what has happened."""
    if winner is None:
        return False
    told = orjson.loads(session.get_one(Entry, (match.uid, seq)).outcome)
    games = {**carried.before.games, winner: carried.before.games[winner] + 1}
    return bool(told["winner"] == winner and told["game"] == carried.before.game and told["games"] == games)

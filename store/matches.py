"""Matches (比赛): how one is begun, what its deals and penalties do to it, and how it ends. What is decided comes in as values."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from rules.levels import Moves, attackers_total
from rules.progress import Fact, Played, Standing, played_from, void
from store import ledger, logs
from store.canonical import FIRST_HASH
from store.clock import now
from store.errors import ConflictError, MissingError
from store.ids import new_id
from store.models import Deal, Entry, Match
from store.moves import moves_json, standing_json, standing_of

OPEN, FINISHED = "open", "finished"
_TOKEN_BYTES = 24


class Judged(NamedTuple):
    """A deal that was judged: what of it goes into the outcome, what the levels move by, and the match after it."""

    outcome: Mapping[str, Any]
    """Its `level`, `score`, `advance` and, where there are any, `warnings` and `penalties`."""
    moves: Moves
    level: str
    """The level that it was played at."""
    played: Played


def create(
    session: Session,
    organiser_uid: int,
    by: str,
    *,
    ruleset: Mapping[str, Any],
    rules: Mapping[str, Any],
    sides: Mapping[str, Any],
    standing: Standing,
    table: str | None = None,
    event: str | None = None,
    stage: str | None = None,
) -> Match:
    """Begin a match. `ruleset` is the ruleset's echo, `rules` what the match is decided by (`store.pinning`)."""
    at = now()
    match = Match(
        organiser_uid=organiser_uid,
        id=new_id("m"),
        read_token=secrets.token_urlsafe(_TOKEN_BYTES),
        ruleset=_text(ruleset),
        rules=_text(rules),
        sides=_text(sides),
        table_name=table,
        event=event,
        stage=stage,
        status=OPEN,
        seq=0,
        head_hash=FIRST_HASH,
        state=_text(standing_json(standing)),
        created_at=at,
        created_by=by,
        updated_at=at,
    )
    session.add(match)
    session.flush()
    return match


def list_matches(
    session: Session,
    organiser_uid: int,
    *,
    after: str | None = None,
    limit: int,
    status: str | None = None,
    event: str | None = None,
    table: str | None = None,
) -> tuple[list[Match], bool]:
    """An organiser's matches, the newest first, and whether there are more. Raises MissingError for an unknown `after`."""
    found = select(Match).where(Match.organiser_uid == organiser_uid).order_by(Match.uid.desc()).limit(limit + 1)
    if after is not None:
        found = found.where(Match.uid < ledger.find(session, organiser_uid, after).uid)
    for column, value in ((Match.status, status), (Match.event, event), (Match.table_name, table)):
        if value is not None:
            found = found.where(column == value)
    rows = list(session.scalars(found))
    return rows[:limit], len(rows) > limit


def standing_now(match: Match) -> Standing:
    """Where a match stands, as the rules take it."""
    return standing_of(orjson.loads(match.state))


def expect_open(match: Match) -> None:
    """Raises ConflictError `match_finished`, or `round_over` where the ruleset's round allows no further deal."""
    if match.status == FINISHED:
        raise ConflictError("match_finished", {"value": match.id}, ledger.state_of(match))
    if standing_now(match).round_over:
        raise ConflictError("round_over", {"value": match.id}, ledger.state_of(match))


def record_deal(session: Session, match: Match, by: str, body: Mapping[str, Any], judged: Judged) -> list[Entry]:
    """Append a deal and, where it has ended the game, the end of the game: one or two entries."""
    before, after = standing_now(match), judged.played.after
    state = standing_json(after)
    outcome = {"deal": before.deal, "game": before.game, **judged.outcome, "moves": moves_json(judged.moves), "state": state}
    entries = [ledger.append(session, match, "deal", by, body, outcome, state, deal=before.deal)]
    row = Deal(match_uid=match.uid, deal=before.deal, seq=entries[0].seq, is_void=False, warnings="", after=_text(state))
    row.moves = _text(facts(played_from(before, judged.moves, judged.level), before, judged.played))
    session.add(row)
    if judged.played.winner is not None:
        entries.append(record_game_over(session, match, by, before, judged.played.winner, state))
        row.game_over_seq = entries[-1].seq
    session.flush()
    return entries


def record_game_over(session: Session, match: Match, by: str, before: Standing, winner: str, state: Mapping[str, Any]) -> Entry:
    """Append the end of the game that a deal from this standing has ended; `state` is how the match stands now."""
    games = {**before.games, winner: before.games[winner] + 1}
    outcome = {"deal": before.deal, "game": before.game, "winner": winner, "games": games, "state": state}
    return ledger.append(session, match, "game_over", by, {}, outcome, state, deal=before.deal)


def facts(fact: Fact, before: Standing, played: Played | None) -> dict[str, Any]:
    """What the table of deals keeps of a deal: what is known of it and, where it counts, what has come of it; nothing of a void one."""
    moves = fact.moves
    if moves is None:
        return {}
    known = moves_json(moves) | {"level": fact.level, "game": before.game, "said": {"level": fact.said_level}}
    known["said"] |= {} if fact.said_declarer is None else {"declarer": fact.said_declarer}
    if played is None:
        return known
    verdict = played.advance
    return known | {
        "total": attackers_total(moves.declarer, moves.attackers_points, moves.effects),
        "outcome": verdict.outcome,
        "gained": {"side": verdict.gained_side, "levels": verdict.gained_levels},
    }


def record_void(session: Session, match: Match, by: str, body: Mapping[str, Any], lapsed: list[int]) -> Entry:
    """Append a deal that was dealt and not played; the penalties booked for it, `lapsed`, count no more."""
    before = standing_now(match)
    state = standing_json(void(before))
    outcome = {"deal": before.deal, "game": before.game, **({"lapsed": lapsed} if lapsed else {}), "state": state}
    entry = ledger.append(session, match, "void_deal", by, body, outcome, state, deal=before.deal)
    session.add(Deal(match_uid=match.uid, deal=before.deal, seq=entry.seq, is_void=True, moves="{}", after=_text(state), warnings=""))
    session.flush()
    return entry


def record_penalty(session: Session, match: Match, by: str, body: Mapping[str, Any], assessment: Mapping[str, Any]) -> Entry:
    """Append an offence of the deal that is being played; its fine counts when the deal is scored."""
    state = standing_json(standing_now(match))
    outcome = {"deal": state["deal"], "game": state["game"], "assessment": assessment, "state": state}
    return ledger.append(session, match, "penalty", by, body, outcome, state, deal=state["deal"])


def penalties_of(session: Session, match: Match, deal: int) -> list[Entry]:
    """The penalties booked for a deal, in their order, without those that were withdrawn."""
    found = select(Entry).where(Entry.match_uid == match.uid, Entry.kind == "penalty", Entry.deal == deal)
    found = found.where(Entry.seq.not_in(logs.superseded(match.uid, deal)))
    return sorted(session.scalars(found), key=lambda entry: entry.seq)  # in order, SQLite would go through the whole log for them


def record_finish(session: Session, match: Match, by: str, body: Mapping[str, Any]) -> Entry:
    """Append the end of a match, which takes no deals from then on. Raises ConflictError when it has ended already."""
    if match.status == FINISHED:
        raise ConflictError("match_finished", {"value": match.id}, ledger.state_of(match))
    state = standing_json(standing_now(match))
    why = said_of_end(body)
    outcome = {**why, "levels": state["levels"], "games": state["games"], "state": state}
    match.status, match.ended = FINISHED, _text(why) if why else None
    return ledger.append(session, match, "finish", by, body, outcome, state)


def said_of_end(body: Mapping[str, Any]) -> dict[str, Any]:
    """`{"ended_by"?,"forfeited_by"?}`: what the body of a finish says of it."""
    return {key: body[key] for key in ("ended_by", "forfeited_by") if key in body}


def end_of(match: Match) -> dict[str, Any]:
    """The same of a match that is finished, as far as it was said."""
    told: dict[str, Any] = {} if match.ended is None else orjson.loads(match.ended)
    return told


def counting(session: Session, match: Match, deal: int) -> Deal:
    """What counts of a deal now. Raises MissingError."""
    found = session.get(Deal, (match.uid, deal))
    if found is None:
        raise MissingError("deal", str(deal))
    return found


def _text(value: Mapping[str, Any]) -> str:
    return orjson.dumps(value).decode()

"""Reading logs: page by page along the sequence, each entry with what counts of its deal now."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from store.database import Store
from store.errors import MissingError
from store.events import WITHDRAWABLE, Counting
from store.models import Deal, Entry, Match

CHUNK = 500
"""Entries that are held at once where a whole log is read."""

Logged = tuple[Entry, Counting]
"""An entry, and what counts in its place now."""


def page(session: Session, match_uid: int, after: int, limit: int) -> list[Logged]:
    """The entries after a number, at most so many: some ranges of an index, however long the log is."""
    found = select(Entry).where(Entry.match_uid == match_uid, Entry.seq > after).order_by(Entry.seq).limit(limit)
    rows = list(session.scalars(found))
    numbers = {row.deal for row in rows if row.deal is not None}
    counting = select(Deal).where(Deal.match_uid == match_uid, Deal.deal.in_(numbers))
    deals = {deal.deal: deal for deal in session.scalars(counting)} if numbers else {}
    withdrawn = _withdrawn(session, match_uid, [row for row in rows if row.kind in WITHDRAWABLE])
    return [(row, withdrawn.get(row.seq, deals.get(row.deal or 0))) for row in rows]


def _withdrawn(session: Session, match_uid: int, rows: Sequence[Entry]) -> dict[int, int]:
    """Which of these entries are withdrawn, and by which corrections: these are found among the entries of the same deals, or of none."""
    deals = {row.deal for row in rows if row.deal is not None}
    places = [Entry.deal.in_(deals)] if deals else []
    places += [Entry.deal.is_(None)] if any(row.deal is None for row in rows) else []
    found: dict[int, int] = {}
    for place in places:
        asked = select(Entry.supersedes, Entry.seq).where(Entry.match_uid == match_uid, place)
        pairs = session.execute(asked.where(Entry.supersedes.in_([row.seq for row in rows])))
        found |= {seq: by for seq, by in pairs if seq is not None}
    return found


def superseded(match_uid: int, deal: int | None) -> Select[int | None]:
    """The numbers of the entries of a deal, or of those of none, in whose place others count, or that are withdrawn."""
    of_deal = Entry.deal.is_(None) if deal is None else Entry.deal == deal
    return select(Entry.supersedes).where(Entry.match_uid == match_uid, of_deal, Entry.supersedes.is_not(None))


def whole(store: Store, match_uid: int, last: int) -> Iterator[Logged]:
    """The entries up to a number, in a session of its own for each chunk."""
    after = 0
    while after < last:
        with store.reading() as session:
            chunk = page(session, match_uid, after, min(CHUNK, last - after))
        if not chunk:
            return
        yield from chunk
        after = chunk[-1][0].seq


def by_token(session: Session, match_id: str, token: str) -> Match:
    """The match that a read token opens. Raises MissingError for a token of another."""
    for match in session.scalars(select(Match).where(Match.id == match_id)):  # organisers may share an id, by import
        if hmac.compare_digest(match.read_token.encode(), token.encode()):
            return match
    raise MissingError("match", match_id)


def last_deal(session: Session, match: Match, next_deal: int) -> Deal | None:
    """What counts of the deal before the next one; None where there is none."""
    return session.get(Deal, (match.uid, next_deal - 1))


def entries(session: Session, match_uid: int, last: int) -> Iterator[Logged]:
    """The same within one session, which keeps nothing of what has been gone through."""
    after = 0
    while chunk := page(session, match_uid, after, min(CHUNK, last - after)):
        for part in {id(part): part for row in chunk for part in row if isinstance(part, (Entry, Deal))}.values():
            session.expunge(part)
        yield from chunk
        after = chunk[-1][0].seq


def deals(session: Session, match_uid: int) -> Iterator[Deal]:
    """What counts of every deal of a match, within one session."""
    after = 0
    while True:
        found = select(Deal).where(Deal.match_uid == match_uid, Deal.deal > after).order_by(Deal.deal).limit(CHUNK)
        chunk = list(session.scalars(found))
        if not chunk:
            return
        for row in chunk:
            session.expunge(row)
            yield row
        after = chunk[-1].deal

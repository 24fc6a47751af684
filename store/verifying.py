"""The examination of a log (验证): its sequence, its chain, and whether the rules lead from each entry to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from sqlalchemy.orm import Session

from rules.options import Options
from rules.progress import Carried, Fact, Standing, begin, carry, played_from
from store import logs
from store.canonical import FIRST_HASH, canonical, entry_hash_of_texts
from store.corrections import Course, changed_json
from store.matches import facts
from store.models import Deal, Entry, Match
from store.moves import moves_of, standing_json


class LogFault(NamedTuple):
    """The first entry that does not hold, and why."""

    seq: int
    reason: str


class Judgement(NamedTuple):
    """A deal that is to be judged again: the standing before it, the entry that records it, and what was booked for it.

    `record` is `{"kind","deal"}` as it was sent, `seat` the declarer of what it corrects.
    """

    before: Standing
    record: Mapping[str, Any]
    booked: tuple[tuple[int, Mapping[str, Any]], ...]
    seat: str | None


Rejudge = Callable[[Judgement], Mapping[str, Any]]
"""Judges a deal again: `outcome` without what the log adds, `moves` and `level`. Raises whatever refuses the deal."""


@dataclass
class _Known:
    """A deal as the log has it so far."""

    seq: int
    fact: Fact
    carried: Carried
    game_over_seq: int | None = None
    corrected_by: int | None = None

    @property
    def winner(self) -> str | None:
        """The side that has won the game with it."""
        return None if self.carried.played is None else self.carried.played.winner


@dataclass
class Examiner:
    """Follows a log entry by entry."""

    match_id: str
    course: Course
    rejudge: Rejudge | None = None
    seq: int = 0
    head: str = FIRST_HASH
    finished: bool = False
    deals: list[_Known] = field(default_factory=list)
    booked: dict[int, list[tuple[int, Mapping[str, Any]]]] = field(default_factory=dict)
    due: list[_Known] = field(default_factory=list)
    """Deals whose ends of games are still to be told."""

    @property
    def options(self) -> Options:
        """The options of the match's ruleset."""
        return self.course.options

    @property
    def standing(self) -> Standing:
        """Where the match stands after what was followed."""
        return self.deals[-1].carried.after if self.deals else begin(self.options)

    def follow(self, entry: Entry) -> str | None:
        """The reason why an entry does not hold, or None where it does."""
        return self._chained(entry) or self._meant(entry)

    def _chained(self, entry: Entry) -> str | None:
        if entry.seq != self.seq + 1:
            return "gap"
        if entry.prev_hash != self.head:
            return "prev_hash_differs"
        texts = {"match": self.match_id} | {key: getattr(entry, key) for key in ("seq", "kind", "at", "by", "body", "outcome")}
        if entry_hash_of_texts(entry.prev_hash, texts) != entry.hash:
            return "hash_differs"
        try:
            written = [canonical(orjson.loads(text)) for text in (entry.body, entry.outcome)]
        except ValueError:
            return "not_canonical"
        if written != [entry.body, entry.outcome]:
            return "not_canonical"
        self.seq, self.head = entry.seq, entry.hash
        return None

    def _meant(self, entry: Entry) -> str | None:
        """Whether an entry says what the rules lead to; whatever else its content may be."""
        body, outcome = orjson.loads(entry.body), orjson.loads(entry.outcome)
        if (outcome.get("deal"), outcome.get("supersedes")) != (entry.deal, entry.supersedes):
            return "columns_differ"
        if (entry.kind == "game_over") != bool(self.due):
            return "outcome_differs"
        try:
            return _FOLLOW[entry.kind](self, entry, body, outcome)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            return "outcome_differs"  # a content that no entry of its kind has

    def deal(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """A deal that was recorded."""
        before = self.standing
        if outcome["deal"] != len(self.deals) + 1 or before.round_over or self.finished:
            return "outcome_differs"
        fact = played_from(before, moves_of(outcome["moves"]), outcome["level"])
        return self._added(entry, outcome, fact) or self._judged_again(before, body, outcome, None)

    def void_deal(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """A deal that was not played."""
        return "outcome_differs" if outcome["deal"] != len(self.deals) + 1 or self.finished else self._added(entry, outcome, Fact(None))

    def _added(self, entry: Entry, outcome: Any, fact: Fact) -> str | None:
        carried = next(carry(self.options, self.standing, [fact], self.course.stage))
        self.deals.append(_Known(entry.seq, fact, carried))
        self.due = [known for known in self.deals[-1:] if known.winner is not None]
        return None if outcome["state"] == standing_json(carried.after) and outcome["game"] == carried.before.game else "outcome_differs"

    def penalty(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """An offence that was booked."""
        self.booked.setdefault(outcome["deal"], []).append((entry.seq, body))
        return None if outcome["state"] == standing_json(self.standing) and outcome["deal"] == self.standing.deal else "outcome_differs"

    def game_over(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """The end of a game that a deal before has brought about."""
        known = self.due.pop(0)
        known.game_over_seq = entry.seq
        before, winner = known.carried.before, str(known.winner)
        games = {**before.games, winner: before.games[winner] + 1}
        said = (outcome["deal"], outcome["game"], outcome["winner"], outcome["games"], outcome["state"])
        return None if said == (before.deal, before.game, winner, games, standing_json(self.standing)) else "outcome_differs"

    def finish(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """The end of the match."""
        state = standing_json(self.standing)
        was_finished, self.finished = self.finished, True
        said = (outcome["state"], outcome["levels"], outcome["games"])
        return "outcome_differs" if was_finished or said != (state, state["levels"], state["games"]) else None

    def correction(self, entry: Entry, body: Any, outcome: Any) -> str | None:
        """Another record in the place of one."""
        place = outcome["deal"] - 1
        corrected = self.deals[place]
        if outcome["supersedes"] != corrected.seq:
            return "outcome_differs"
        before, told = corrected.carried.before, outcome.get("replacement")
        fact = Fact(None) if told is None else played_from(before, moves_of(told["moves"]), told["level"])
        seat = None if corrected.fact.moves is None else corrected.fact.moves.declarer
        changed = self._carried_again(entry, place, fact)
        if outcome["changed"] != changed or outcome["state"] != standing_json(self.standing):
            return "outcome_differs"
        return None if told is None else self._judged_again(before, body["replacement"], told | {"deal": place + 1}, seat)

    def _carried_again(self, entry: Entry, place: int, fact: Fact) -> list[dict[str, Any]]:
        """Carry the match forward from a corrected deal; what stands otherwise then."""
        known = self.deals[place:]
        known[0].seq, known[0].fact = entry.seq, fact
        changed = []
        carried_again = carry(self.options, known[0].carried.before, [each.fact for each in known], self.course.stage)
        for each, carried in zip(known, carried_again, strict=True):
            was, each.carried = each.carried, carried
            differs = was.after != carried.after or was.warnings != carried.warnings
            if differs:
                changed.append(changed_json(carried.before.deal, carried))
            if differs or each is known[0]:
                each.corrected_by = entry.seq
            same_end = was.played is not None and each.winner is not None and was.played.winner == each.winner
            if not same_end or (was.before.game, was.before.games) != (carried.before.game, carried.before.games):
                each.game_over_seq = None
            if each.winner is not None and each.game_over_seq is None:
                self.due.append(each)
        return changed

    def _judged_again(self, before: Standing, record: Any, outcome: Any, seat: str | None) -> str | None:
        """Whether what was sent is scored now as it was then."""
        if self.rejudge is None:
            return None
        booked = tuple(self.booked.get(outcome["deal"], ()))
        try:
            again = self.rejudge(Judgement(before, {key: record[key] for key in ("kind", "deal")}, booked, seat))
        except Exception:  # whatever refuses it: it was taken once
            return "rescored_differently"
        return None if all(outcome.get(key) == value for key, value in again.items()) else "rescored_differently"


_FOLLOW: dict[str, Callable[[Examiner, Entry, Any, Any], str | None]] = {
    "deal": Examiner.deal,
    "void_deal": Examiner.void_deal,
    "penalty": Examiner.penalty,
    "game_over": Examiner.game_over,
    "finish": Examiner.finish,
    "correction": Examiner.correction,
}


def verify(session: Session, match: Match, course: Course, rejudge: Rejudge | None = None) -> tuple[int, LogFault | None]:
    """How many entries of a match hold, and the first fault: in the log, then in what the match and the table of deals say of it."""
    examiner = Examiner(match.id, course, rejudge)
    for entry, _ in logs.entries(session, match.uid, match.seq):
        reason = examiner.follow(entry)
        if reason is not None:
            return entry.seq - 1 if reason != "gap" else examiner.seq, LogFault(examiner.seq + 1 if reason == "gap" else entry.seq, reason)
    if examiner.seq < match.seq:
        return examiner.seq, LogFault(examiner.seq + 1, "gap")
    if examiner.due:
        return examiner.seq, LogFault(examiner.seq + 1, "gap")
    stands = (match.head_hash, orjson.loads(match.state), match.status == "finished")
    if stands != (examiner.head, standing_json(examiner.standing), examiner.finished):
        return examiner.seq, LogFault(examiner.seq, "state_differs")
    return examiner.seq, _projected(session, match, examiner)


def _projected(session: Session, match: Match, examiner: Examiner) -> LogFault | None:
    """Whether the table of deals says what the log says."""
    count = 0
    for row in logs.deals(session, match.uid):
        known = examiner.deals[count] if count < len(examiner.deals) else None
        count += 1
        if known is None or _row(row) != projection(known.seq, known.fact, known.carried, known.game_over_seq, known.corrected_by):
            return LogFault(row.seq, "projection_differs")
    return None if count == len(examiner.deals) else LogFault(examiner.deals[count].seq, "projection_differs")


def _row(row: Deal) -> dict[str, Any]:
    kept = {key: getattr(row, key) for key in ("deal", "seq", "is_void", "warnings", "game_over_seq", "corrected_by")}
    return kept | {"moves": orjson.loads(row.moves), "after": orjson.loads(row.after)}


def projection(seq: int, fact: Fact, carried: Carried, game_over_seq: int | None, corrected_by: int | None) -> dict[str, Any]:
    """What the table of deals holds of a deal."""
    return {
        "deal": carried.before.deal,
        "seq": seq,
        "is_void": fact.moves is None,
        "warnings": " ".join(carried.warnings),
        "game_over_seq": game_over_seq,
        "corrected_by": corrected_by,
        "moves": facts(fact, carried.before, carried.played),
        "after": standing_json(carried.after),
    }


def rows_of(examiner: Examiner) -> Iterator[dict[str, Any]]:
    """The rows of the table of deals that a log comes to, their JSON as text."""
    for known in examiner.deals:
        row = projection(known.seq, known.fact, known.carried, known.game_over_seq, known.corrected_by)
        yield row | {name: orjson.dumps(row[name]).decode() for name in ("moves", "after")}

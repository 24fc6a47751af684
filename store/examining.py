"""Logs followed entry by entry (验证): the sequence, the chain, and whether the rules lead to what each entry says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

import orjson

from rules.options import Options
from rules.progress import Carried, Fact, Standing, begin, carry, played_from
from store.canonical import FIRST_HASH, canonical, entry_hash_of_texts
from store.corrections import Course, changed_json, record_in, withdrawal_json
from store.heading import NAMED
from store.matches import said_of_end
from store.models import Entry
from store.moves import moves_of, standing_json

Bookings = tuple[tuple[int, Mapping[str, Any]], ...]
"""The penalties booked for a deal: the number of each in the log, and what was sent."""


class Judgement(NamedTuple):
    """A deal that is to be judged again: the standing before it, the entry that records it, and what was booked for it.

    `record` is `{"kind","deal"}` as it was sent, `seat` the declarer of what it corrects; `then` what is known of the deal where only
    a penalty is withdrawn from it.
    """

    before: Standing
    record: Mapping[str, Any]
    booked: Bookings
    seat: str | None = None
    then: Fact | None = None


class Review(Protocol):
    """Reads again what was sent. Each part raises whatever refuses it."""

    def read(self, kind: str, body: Mapping[str, Any]) -> None:
        """Whether the body of an entry is one that its kind takes."""

    def deal(self, asked: Judgement) -> Mapping[str, Any]:
        """What a deal is judged to: its outcome without what the log adds, `moves` and `level` among it."""

    def penalty(self, before: Standing, body: Mapping[str, Any], booked: Bookings) -> Mapping[str, Any]:
        """What an offence is assessed to, beside those that were booked before it."""


class _DiffersError(Exception):
    """An entry is not what it should be; the reason."""


@dataclass
class Known:
    """A deal as the log has it so far."""

    seq: int
    fact: Fact
    carried: Carried
    game_over_seq: int | None = None
    corrected_by: int | None = None
    record: str | None = None
    """The body that holds its record, where penalties are booked for it: without one of them it is judged again."""

    @property
    def winner(self) -> str | None:
        """The side that has won the game with it."""
        return None if self.carried.played is None else self.carried.played.winner


@dataclass
class Examiner:
    """Follows a log entry by entry."""

    match_id: str
    course: Course
    review: Review
    heading: str
    """The digest of what the match began with, which its first entry holds."""
    at: str
    """The time of what was followed last; when the match began."""
    seq: int = 0
    head: str = FIRST_HASH
    end: tuple[int, Mapping[str, Any]] | None = None
    """The entry that has finished the match, and what it says of it."""
    deals: list[Known] = field(default_factory=list)
    booked: dict[int, Bookings] = field(default_factory=dict)
    due: list[Known] = field(default_factory=list)
    """Deals whose ends of games are still to be told."""

    @property
    def options(self) -> Options:
        """The options of the match's ruleset."""
        return self.course.options

    @property
    def finished(self) -> bool:
        """Whether the match has ended."""
        return self.end is not None

    @property
    def ending(self) -> Mapping[str, Any]:
        """What was said of the end of the match."""
        return {} if self.end is None else self.end[1]

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
        except (ValueError, RecursionError):
            return "not_canonical"
        if written != [entry.body, entry.outcome]:
            return "not_canonical"
        if entry.at < self.at:
            return "time_goes_back"
        self.seq, self.head, self.at = entry.seq, entry.hash, entry.at
        return None

    def _meant(self, entry: Entry) -> str | None:
        """Whether an entry says what the rules lead to, word for word."""
        body, outcome = orjson.loads(entry.body), orjson.loads(entry.outcome)
        if type(outcome) is not dict:
            return "outcome_differs"
        heading = {NAMED: outcome.pop(NAMED)} if entry.seq == 1 and NAMED in outcome else {}  # the first logs had none
        if heading.get(NAMED, self.heading) != self.heading:
            return "heading_differs"
        if (outcome.get("deal"), outcome.get("supersedes")) != (entry.deal, entry.supersedes):
            return "columns_differ"
        if (entry.kind == "game_over") != bool(self.due) or (self.finished and entry.kind not in _AFTER_FINISH):
            return "outcome_differs"
        try:
            self._again(self.review.read, entry.kind, body)
            due = _FOLLOW[entry.kind](self, entry, body, outcome)
        except _DiffersError as reason:
            return str(reason)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            return "outcome_differs"  # a content that no entry of its kind has
        return None if canonical(due | heading) == entry.outcome else "outcome_differs"

    def deal(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """A deal that was recorded."""
        before = self._before_deal()
        again = self._again(self.review.deal, Judgement(before, body, self._booked(before.deal)))
        again = _as_told(again, {key: value for key, value in outcome.items() if key not in ("deal", "game", "state")})
        after = self._added(entry, played_from(before, moves_of(again["moves"]), again["level"]))
        self._keep(self.deals[-1], entry.body)
        return {"deal": before.deal, "game": before.game, **again, "state": after}

    def void_deal(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """A deal that was not played."""
        before = self._before_deal()
        lapsed = [seq for seq, _ in self._booked(before.deal)]
        after = self._added(entry, Fact(None))
        return {"deal": before.deal, "game": before.game, **({"lapsed": lapsed} if lapsed else {}), "state": after}

    def penalty(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """An offence that was booked."""
        before = self._before_deal()
        booked = self._booked(before.deal)
        assessment = self._again(self.review.penalty, before, body, booked)
        _expect(assessment, outcome["assessment"])
        self.booked[before.deal] = (*booked, (entry.seq, body))
        return {"deal": before.deal, "game": before.game, "assessment": assessment, "state": standing_json(before)}

    def game_over(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """The end of a game that a deal before has brought about."""
        known = self.due.pop(0)
        known.game_over_seq = entry.seq
        before, winner = known.carried.before, str(known.winner)
        games = {**before.games, winner: before.games[winner] + 1}
        return {"deal": before.deal, "game": before.game, "winner": winner, "games": games, "state": standing_json(self.standing)}

    def finish(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """The end of the match."""
        state, why = standing_json(self.standing), said_of_end(body)
        self.end = (entry.seq, why)
        return {**why, "levels": state["levels"], "games": state["games"], "state": state}

    def correction(self, entry: Entry, body: Any, outcome: Any) -> dict[str, Any]:
        """Another record in the place of one, or an entry withdrawn."""
        if "entry" in body:
            return self._withdrawal(entry, body["entry"], outcome)
        known = self.deals[body["deal"] - 1]
        due: dict[str, Any] = {"supersedes": known.seq}
        if "replacement" in body:
            return self._replaced(entry, known, entry.body, outcome) | due
        if known.fact.moves is None:
            raise _DiffersError("outcome_differs")
        return self._corrected(entry, known, Fact(None)) | due | {"void": True}

    def _withdrawal(self, entry: Entry, seq: int, outcome: Any) -> dict[str, Any]:
        """A penalty or the end of the match that was booked by mistake."""
        told = withdrawal_json(seq)
        if entry.deal is None:
            if self.end is None or self.end[0] != seq:
                raise _DiffersError("outcome_differs")
            self.end = None
            return told | {"state": standing_json(self.standing)}
        left = tuple(one for one in self._booked(entry.deal) if one[0] != seq)
        if len(left) == len(self._booked(entry.deal)):
            raise _DiffersError("outcome_differs")
        self.booked[entry.deal] = left
        if entry.deal > len(self.deals):
            standing = self.standing
            return told | {"deal": standing.deal, "game": standing.game, "state": standing_json(standing)}
        known = self.deals[entry.deal - 1]
        if known.record is None:  # the deal is void
            raise _DiffersError("outcome_differs")
        return self._replaced(entry, known, known.record, outcome, known.fact) | told

    def _replaced(self, entry: Entry, known: Known, body: str, outcome: Any, then: Fact | None = None) -> dict[str, Any]:
        """A deal judged by the record in a body: what the outcome says of it. `then`: it is the record that the deal had already."""
        before, moves = known.carried.before, known.fact.moves
        if before.round_over:
            raise _DiffersError("outcome_differs")
        seat = None if moves is None else moves.declarer
        again = self._again(self.review.deal, Judgement(before, record_in(body), self._booked(before.deal), seat, then))
        again = _as_told(again, outcome["replacement"])
        fact = played_from(before, moves_of(again["moves"]), again["level"])
        told = self._corrected(entry, known, fact if then is None else replace(then, moves=fact.moves))
        self._keep(known, body)
        return told | {"replacement": again}

    def _corrected(self, entry: Entry, known: Known, fact: Fact) -> dict[str, Any]:
        """A deal of which something else counts from now on, and what follows from that."""
        before, known.record = known.carried.before, None
        changed = self._carried_again(entry, before.deal - 1, fact)
        return {"deal": before.deal, "game": before.game, "changed": changed, "state": standing_json(self.standing)}

    def _keep(self, known: Known, body: str) -> None:
        known.record = body if self._booked(known.carried.before.deal) else None

    def _before_deal(self) -> Standing:
        """Where the match stands before a deal that it still takes."""
        if self.standing.round_over:
            raise _DiffersError("outcome_differs")
        return self.standing

    def _booked(self, deal: int) -> Bookings:
        return self.booked.get(deal, ())

    def _again(self, part: Callable[..., Any], *asked: Any) -> Any:
        """What a part of the review answers now."""
        try:
            return part(*asked)
        except Exception:  # whatever refuses it: it was taken once
            raise _DiffersError("rescored_differently") from None

    def _added(self, entry: Entry, fact: Fact) -> dict[str, Any]:
        """Carry the match over a new deal: the state after it."""
        carried = _slim(next(carry(self.options, self.standing, [fact], self.course.stage)))
        self.deals.append(Known(entry.seq, fact, carried))
        self.due = [known for known in self.deals[-1:] if known.winner is not None]
        return standing_json(carried.after)

    def _carried_again(self, entry: Entry, place: int, fact: Fact) -> list[dict[str, Any]]:
        """Carry the match forward from a corrected deal; what stands otherwise then."""
        known = self.deals[place:]
        known[0].seq, known[0].fact = entry.seq, fact
        changed = []
        carried_again = carry(self.options, known[0].carried.before, [each.fact for each in known], self.course.stage)
        for each, carried in zip(known, carried_again, strict=True):
            was, each.carried = each.carried, _slim(carried)
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
            if not differs:
                break  # what follows stands as it did
        return changed


def _expect(again: Any, told: Any) -> None:
    """What was sent must come to what the log tells."""
    if again != told:
        raise _DiffersError("rescored_differently")


def _as_told(again: Mapping[str, Any], told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a deal is judged to, which must be what the log tells but for its warnings: a later version may warn of more."""
    warnings = {_WARNINGS: told[_WARNINGS]} if _WARNINGS in told else {}
    if not all(type(codes) is list and all(type(code) is str for code in codes) for codes in warnings.values()):
        raise _DiffersError("outcome_differs")
    decided, said = ({key: value for key, value in one.items() if key != _WARNINGS} for one in (again, told))
    _expect(decided, said)
    return decided | warnings


def _slim(carried: Carried) -> Carried:
    """The same without the rulings behind it, which nothing here asks for: a log may be long."""
    played = carried.played
    return carried if played is None else replace(carried, played=replace(played, advance=replace(played.advance, rulings=())))


_WARNINGS: Final = "warnings"
_AFTER_FINISH: Final = ("correction", "game_over")
_FOLLOW: Final[dict[str, Callable[[Examiner, Entry, Any, Any], dict[str, Any]]]] = {
    "deal": Examiner.deal,
    "void_deal": Examiner.void_deal,
    "penalty": Examiner.penalty,
    "game_over": Examiner.game_over,
    "finish": Examiner.finish,
    "correction": Examiner.correction,
}

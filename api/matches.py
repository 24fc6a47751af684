"""Matches (比赛): begun, listed, read, played deal by deal, and ended."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final

import orjson
from flask import url_for
from flask.views import MethodView
from marshmallow import ValidationError
from sqlalchemy.orm import Session

from api.booking import Booked
from api.judging import Table, Verdict, judge
from api.problems import InvalidRequestError
from api.storing import Change, Made, Reading, StoreBlueprint
from rules.catalogue import resolve
from rules.deals.score import fine_of
from rules.effects import effect_faults
from rules.penalties import SanctionVerdict, assess
from rules.progress import OTHER_DECLARER, begin
from rules.ruleset import Ruleset
from rules.rulings import Ruling
from schemas.answers import ruleset_echo, rulings_answer
from schemas.faults import faults_of
from schemas.matches import (
    AppendAnswer,
    AppendRequest,
    FinishRequest,
    MatchAnswer,
    MatchesAnswer,
    MatchesQuery,
    MatchRequest,
    VoidRequest,
)
from schemas.penalties import PenaltyQuestion, penalty_answer
from schemas.stored_penalties import PenaltyLoader, PenaltyRequest
from store import ledger
from store import matches as stored
from store.errors import ConflictError
from store.events import entry_json
from store.models import Entry, Match
from store.pinning import lookup_of, pinned, saved_lookup

matches = StoreBlueprint("matches", __name__, url_prefix="/v1/matches", description="Matches and their logs, from which nothing is lost.")

MOST_KEPT: Final = 256
MOST_BOOKED: Final = 16
_LINKED: Final = ("log", "scoreboard", "events", "verify", "export")
_ASSESSED: Final = ("offence", "side", "sanctions", "points", "attackers_points_delta", "effects")
"""What the log keeps of an assessment: codes and numbers."""


class _Rules:
    """The rulesets of the matches met last, which never change; bounded, and shared by the threads of a worker."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Ruleset] = OrderedDict()
        self._lock = Lock()

    def of(self, match: Match) -> Ruleset:
        """The ruleset of a match."""
        key = (match.id, match.read_token)
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            rules = orjson.loads(match.rules)
            found = resolve(rules["reference"], lookup_of(rules["saved"]))
            with self._lock:
                self._kept[key] = found
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        return found


_RULES: Final = _Rules()


def ruleset_of(match: Match) -> Ruleset:
    """The ruleset that decides a match."""
    return _RULES.of(match)


def table_of(match: Match) -> Table:
    """What the next deal of a match is judged with."""
    return Table(_RULES.of(match), stored.standing_now(match), match.stage, ledger.state_of(match))


def booked_for(session: Session, match: Match, deal: int) -> list[Booked]:
    """The penalties booked for a deal."""
    return [Booked(entry.seq, orjson.loads(entry.body)) for entry in stored.penalties_of(session, match, deal)]


def match_json(match: Match) -> dict[str, Any]:
    """A match as its owner sees it."""
    answer: dict[str, Any] = {"id": match.id, "ruleset": orjson.loads(match.ruleset), "sides": orjson.loads(match.sides)}
    told = (("table", match.table_name), ("event", match.event), ("stage", match.stage))
    answer |= {key: value for key, value in told if value is not None}
    answer |= {"status": match.status, **stored.end_of(match), "state": ledger.state_of(match)}
    answer |= {"created_at": match.created_at, "updated_at": match.updated_at}
    at = url_for("matches.OneMatch", match_id=match.id)
    links = {"self": at, "log_csv": f"{at}/log.csv"} | {name: f"{at}/{name}" for name in _LINKED}
    return answer | {"read_token": match.read_token, "links": links}


def located(answer: Mapping[str, Any]) -> dict[str, str]:
    """The header of an answer to what has made a match: where it is from now on."""
    return {"Location": answer["links"]["self"]}


def appended(
    match: Match, entries: list[Entry], verdict: Verdict | None = None, language: str = "en", more: Sequence[Ruling] = ()
) -> dict[str, Any]:
    """What was stored and where the match stands, with what stands behind it, and `more` warnings."""
    answer: dict[str, Any] = {"entry": entry_json(match.id, entries[0])}
    if len(entries) > 1:
        answer["games_over"] = [entry_json(match.id, entry) for entry in entries[1:]]
    answer["state"] = ledger.state_of(match)
    if verdict is not None:
        ruleset = table_of(match).ruleset
        answer["rulings"] = rulings_answer(verdict.rulings, ruleset, language)
        answer["warnings"] = rulings_answer((*verdict.warnings, *more), ruleset, language)
    elif more:
        answer["warnings"] = rulings_answer(tuple(more), table_of(match).ruleset, language)
    return answer


def kept(body: Mapping[str, Any]) -> dict[str, Any]:
    """What of a request's body the log keeps."""
    return {key: value for key, value in body.items() if key != "expected_seq"}


@matches.route("")
class Matches(MethodView):
    """The list."""

    @matches.query(MatchesQuery())
    @matches.lookup("listMatches", MatchesAnswer(), missing=True)
    def get(self, reading: Reading, page: dict[str, Any]) -> dict[str, Any]:
        """The organiser's matches, the newest first."""
        rows, more = stored.list_matches(reading.session, reading.caller.organiser_uid, **page)
        answer: dict[str, Any] = {"matches": [match_json(row) for row in rows]}
        return answer | ({"next": rows[-1].id} if more else {})

    @matches.change("createMatch", MatchRequest(), MatchAnswer(), role="scorer", missing=False, conflicts=False, creates=True)
    def post(self, change: Change, asked: dict[str, Any]) -> Made:
        """Begin a match. It keeps the ruleset as it is now, whatever happens to that later."""
        # what the schema has read may be some seconds old; what is stored must not be
        lookup = saved_lookup(change.session, change.caller.organiser_uid)
        ruleset = resolve(change.body["ruleset"], lookup)
        rules = pinned(lookup, change.body["ruleset"])
        match = stored.create(
            change.session,
            change.caller.organiser_uid,
            change.caller.key_id,
            ruleset=ruleset_echo(ruleset),
            rules=rules,
            sides={"NS": {}, "EW": {}} | asked.get("sides", {}),
            standing=begin(ruleset.options),
            table=asked.get("table"),
            event=asked.get("event"),
            stage=asked.get("stage"),
        )
        answer = match_json(match)
        return Made(answer, located(answer))


@matches.route("/<match_id>")
class OneMatch(MethodView):
    """One match."""

    @matches.lookup("getMatch", MatchAnswer())
    def get(self, reading: Reading, match_id: str) -> dict[str, Any]:
        """A match and where it stands."""
        return match_json(ledger.find(reading.session, reading.caller.organiser_uid, match_id))


def _locked(change: Change, match_id: str, asked: Mapping[str, Any]) -> Match:
    """The match that is to be changed, when it stands as the caller has seen it."""
    match = ledger.lock(change.session, change.caller.organiser_uid, match_id)
    ledger.expect(match, asked.get("expected_seq"))
    return match


@matches.route("/<match_id>/deals")
class Deals(MethodView):
    """The deals of a match."""

    @matches.change("appendDeal", AppendRequest(), AppendAnswer(), role="scorer")
    def post(self, change: Change, asked: dict[str, Any], match_id: str) -> Made:
        """Record a deal.

        `ruleset`, `levels`, `laps` and `declarer` come from the match; the first deal of a game names its declarer, and another than the
        match says needs `declarer_because`. Penalties booked for the deal are counted in it. A replay is stored only if it is
        legal and complete.
        """
        match = _locked(change, match_id, asked)
        stored.expect_open(match)
        table = table_of(match)
        booked = booked_for(change.session, match, table.standing.deal)
        verdict = judge(table, asked["kind"], asked["deal"], booked, language=change.language)
        entries = stored.record_deal(change.session, match, change.caller.key_id, kept(change.body), verdict.judged)
        return Made(appended(match, entries, verdict, change.language))


@matches.route("/<match_id>/void")
class Void(MethodView):
    """Deals that were not played."""

    @matches.change("voidDeal", VoidRequest(), AppendAnswer(), role="referee")
    def post(self, change: Change, asked: dict[str, Any], match_id: str) -> Made:
        """Record a deal that was dealt and not played: nothing moves, the next deal has the next number."""
        match = _locked(change, match_id, asked)
        stored.expect_open(match)
        lapsed = [one.seq for one in booked_for(change.session, match, stored.standing_now(match).deal)]
        entry = stored.record_void(change.session, match, change.caller.key_id, kept(change.body), lapsed)
        return Made(appended(match, [entry]))


def assessed(load: PenaltyLoader, table: Table, booked: Sequence[Booked]) -> tuple[SanctionVerdict, dict[str, Any], list[Ruling]]:
    """What follows from an offence, what the log keeps of that, and the warnings. Raises InvalidRequestError."""
    question = _read(load, table, booked)
    verdict = assess(table.ruleset.options, question.offending)
    told = penalty_answer(verdict, question, "en")
    named, seat = question.offending.declarer, table.standing.declarer
    strays = seat not in (None, named)  # which the deal will be recorded with where something says why
    warnings = [Ruling(OTHER_DECLARER, None, {"declarer": named, "seat": seat})] if strays else []
    warnings += fine_of(table.ruleset.options, question.offending).warnings
    return verdict, {key: told[key] for key in _ASSESSED if key in told}, warnings


def _read(load: PenaltyLoader, table: Table, booked: Sequence[Booked]) -> PenaltyQuestion:
    """A penalty read with what the match knows. Raises InvalidRequestError, also where it contradicts one that is booked already."""
    try:
        question = load(table.ruleset, table.standing.declarer)
    except ValidationError as error:
        raise InvalidRequestError(faults_of(error.messages, error.data)) from None
    declarer = question.offending.declarer
    moving = [(f"seq {one.seq}", effect) for one in booked for effect in one.sanction(table.ruleset, declarer).moves]
    moving += [("/offence", effect) for effect in assess(table.ruleset.options, question.offending).moves]
    faults = [fault for fault in effect_faults(moving) if fault.pointer == "/offence"]
    if faults:
        raise InvalidRequestError(faults[:1])
    return question


@matches.route("/<match_id>/penalties")
class Penalties(MethodView):
    """Penalties of the deal that is being played."""

    @matches.change("bookPenalty", PenaltyRequest(), AppendAnswer(), role="referee")
    def post(self, change: Change, asked: PenaltyLoader, match_id: str) -> Made:
        """Book an offence of the deal that is being played. Its fine and its effects count when the deal is scored.

        One that names another declarer than the match says is booked with a warning. A correction withdraws what was booked by mistake.
        """
        match = _locked(change, match_id, change.body)
        stored.expect_open(match)
        table = table_of(match)
        booked = booked_for(change.session, match, table.standing.deal)
        if len(booked) >= MOST_BOOKED:
            raise ConflictError("too_many_penalties", {"limit": MOST_BOOKED}, ledger.state_of(match))
        verdict, told, warnings = assessed(asked, table, booked)
        entry = stored.record_penalty(change.session, match, change.caller.key_id, kept(change.body), told)
        rulings: tuple[Ruling, ...] = tuple(verdict.rulings)
        answer = {"rulings": rulings_answer(rulings, table.ruleset, change.language)}
        return Made(appended(match, [entry]) | answer | {"warnings": rulings_answer(warnings, table.ruleset, change.language)})


@matches.route("/<match_id>/finish")
class Finish(MethodView):
    """The end of a match."""

    @matches.change("finishMatch", FinishRequest(), AppendAnswer(), role="scorer")
    def post(self, change: Change, asked: dict[str, Any], match_id: str) -> Made:
        """End a match: it takes no more deals. A referee may still correct what was recorded, or withdraw the end."""
        match = _locked(change, match_id, asked)
        entry = stored.record_finish(change.session, match, change.caller.key_id, kept(change.body))
        return Made(appended(match, [entry]))

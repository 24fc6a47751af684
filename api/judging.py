"""A deal of a match judged: completed from the match, read by the schemas, scored or replayed, and the match carried over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from marshmallow import ValidationError

from api.booking import Booked, Share, misfits, placed_at_own, share_of
from api.deals import scored
from api.problems import DealNotCompleteError, DealNotLegalError, InvalidRequestError
from rules.deals.replay import replay as replay_deal
from rules.deals.score import Counted, ScoreVerdict
from rules.progress import Fact, Standing, as_said, play
from rules.ruleset import Ruleset
from rules.rulings import Fault, Ruling
from rules.seats import SEATS, SIDE_OF
from rules.tidying import shown
from schemas.deals import DealQuestion, DealScoreRequest
from schemas.faults import faults_of
from schemas.levels import advance_json
from schemas.replays import DealReplayRequest, ReplayQuestion, fault_answer
from schemas.scores import score_json
from store.errors import ConflictError
from store.matches import Judged

BECAUSE = ("bidding", "blackout", "revolution", "deal_taken", "referee")
"""Why another seat declares than the match says (settled 22)."""
_OWN = ("ruleset", "declarer_because")
_OF_THE_MATCH = ("levels", "laps")
_SCORE, _REPLAY = DealScoreRequest(), DealReplayRequest()
_TOLD_OF_FINES = ("offence", "side", "sanctions", "points", "attackers_points_delta", "effects", "remedy_code", "then", "clause")


class Table(NamedTuple):
    """What a deal is judged with: the match's ruleset, where it stands before the deal, the stage of the event.

    `state` is how the match stands now, for a caller who has seen something else.
    """

    ruleset: Ruleset
    standing: Standing
    stage: str | None
    state: Mapping[str, Any]


class Verdict(NamedTuple):
    """A judged deal: what the store keeps, and the rulings and warnings for the answer."""

    judged: Judged
    rulings: tuple[Ruling, ...]
    warnings: tuple[Ruling, ...]


def judge(
    table: Table,
    kind: str,
    deal: Mapping[str, Any],
    booked: Sequence[Booked] = (),
    *,
    language: str = "en",
    seat: str | None = None,
    then: Fact | None = None,
) -> Verdict:
    """Judge a deal as it was sent. `seat` may declare without a reason, beside the seat that the match says (a correction's original).

    `then`: the deal is known, and judged again with other penalties; who declared it and at which level it was played stays so.

    Raises InvalidRequestError with every fault below `/deal`, ConflictError `declarer_differs` or `levels_differ`, DealNotLegalError and
    DealNotCompleteError.
    """
    asked = table
    if then is not None:
        asked = table._replace(standing=as_said(table.standing, then))
        deal = {key: value for key, value in deal.items() if key not in _OF_THE_MATCH}
    faults = _own_faults(asked, deal)
    question, share = _read(asked, kind, _completed(asked, kind, deal, seat), booked, faults)
    _expect_levels(asked, deal, question)
    verdict, level = _scored(question) if isinstance(question, DealQuestion) else _replayed(question, language)
    played = play(table.ruleset.options, table.standing, verdict.moves, table.stage)
    warnings = (*verdict.warnings, *share.warnings, *_misdeclared(share, asked.standing.declarer, verdict.moves.declarer))
    outcome: dict[str, Any] = {"level": level, "declarer": verdict.moves.declarer, "score": _score_kept(verdict, table.ruleset)}
    outcome["advance"] = advance_json(played.advance)
    if share.counted:
        outcome["penalties"] = share.counted
    if warnings:
        outcome["warnings"] = [ruling.code for ruling in warnings]
    return Verdict(Judged(outcome, verdict.moves, level, played), verdict.rulings if question.explain else (), warnings)


def _misdeclared(share: Share, expected: str | None, declarer: str) -> list[Ruling]:
    """The warnings that penalties were booked under another declarer than has declared."""
    named = [(one.offence, one.facts.get("declarer", expected)) for one in share.booked]
    strayed = [(offence, seat.upper()) for offence, seat in named if seat is not None and seat.upper() != declarer]
    return [Ruling("penalty_other_declarer", None, {"offence": offence, "declarer": seat, "seat": declarer}) for offence, seat in strayed]


def _own_faults(table: Table, deal: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the fields of a deal that only a match can judge."""
    ruleset, faults = table.ruleset, []
    if "ruleset" in deal and deal["ruleset"] not in (ruleset.id, f"{ruleset.id}@{ruleset.revision}"):
        faults.append(_refused("/ruleset", deal["ruleset"], "ruleset_differs", ruleset=f"{ruleset.id}@{ruleset.revision}"))
    first = table.standing.declarer is None
    if deal.get("first_deal") is (not first):
        faults.append(_refused("/first_deal", not first, "first_deal_differs", deal=table.standing.deal))
    if "declarer_because" in deal and deal["declarer_because"] not in BECAUSE:
        faults.append(_refused("/declarer_because", deal["declarer_because"], "not_a_choice", choices=list(BECAUSE)))
    return faults


def _refused(pointer: str, value: Any, code: str, **params: Any) -> Fault:
    """What is wrong with the value of a field, which may be null."""
    return Fault(pointer, "null_not_allowed") if value is None else Fault(pointer, code, shown(value), params)


def _completed(table: Table, kind: str, deal: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
    """A whole question from a deal and its match. Raises where another seat declares and nothing says why."""
    standing = table.standing
    body = {key: value for key, value in deal.items() if key not in _OWN}
    body |= {"ruleset": table.ruleset, "explain": body.get("explain", True)}
    body.setdefault("levels", dict(standing.levels))
    if standing.laps is not None:
        body.setdefault("laps", dict(standing.laps))
    has_bids = kind == "replay" and "bids" in deal
    field = "seat_holder" if has_bids else "declarer"
    declarer = _seat_of(table, deal, field, seat)
    if declarer is not None:
        body[field] = declarer
    if has_bids and standing.declarer is None:
        body.setdefault("first_deal", True)
    return body


def _read(
    table: Table, kind: str, body: Mapping[str, Any], booked: Sequence[Booked], faults: Sequence[Fault]
) -> tuple[DealQuestion | ReplayQuestion, Share]:
    """The question that a deal becomes, with the penalties booked for it; one that does not fit this deal is left out with a warning.

    Raises InvalidRequestError with every fault below `/deal`, `faults` among them.
    """
    schema = _SCORE if kind == "score" else _REPLAY
    share = share_of(table.ruleset, kind, body, booked)
    while True:
        try:
            question = schema.load(share.added_to(body))
        except ValidationError as error:
            found = faults_of(error.messages, error.data)
            left_out = misfits(share, body, found)
            if not left_out:
                raise _placed([*faults, *placed_at_own(share, body, found)]) from None
            share = share.without(left_out)
        else:
            if faults:
                raise _placed(faults)
            return question, share


def _seat_of(table: Table, deal: Mapping[str, Any], field: str, also: str | None) -> Any:
    """Who declares, or holds the seat before the bids: as sent, else as the match says. Raises where both differ without a reason."""
    standing = table.standing
    given = deal.get(field, also or standing.declarer)
    named = given.upper() if isinstance(given, str) else None
    if named not in SEATS:
        return given
    if standing.declarer not in (None, named) and named != also and deal.get("declarer_because") not in BECAUSE:
        params = {"declarer": standing.declarer, "value": named, "seat": named, "choices": list(BECAUSE)}
        raise ConflictError("declarer_differs", params, table.state)
    return named


def _placed(faults: Sequence[Fault]) -> InvalidRequestError:
    """The faults of a deal at their places in the request."""
    return InvalidRequestError([Fault(f"/deal{fault.pointer}", fault.code, fault.value, fault.params) for fault in faults])


def _expect_levels(table: Table, deal: Mapping[str, Any], question: DealQuestion | ReplayQuestion) -> None:
    """Raises ConflictError `levels_differ` where the deal names other levels or laps than the match has."""
    standing = table.standing
    asked = question if isinstance(question, DealQuestion) else question.record
    laps_differ = "laps" in deal and dict(asked.laps or {}) != dict(standing.laps or dict.fromkeys(asked.laps or {}, 0))
    if dict(asked.levels) != dict(standing.levels) or laps_differ:
        raise ConflictError("levels_differ", {"levels": dict(standing.levels)}, table.state)


def _scored(question: DealQuestion) -> tuple[ScoreVerdict, str]:
    """The score of a deal and the level that it was played at."""
    level = question.points.trump.level if isinstance(question.points, Counted) else question.levels[SIDE_OF[question.declarer]]
    return scored(question), level


def _replayed(question: ReplayQuestion, language: str) -> tuple[ScoreVerdict, str]:
    """The same of a deal that was written down whole. Raises where it is against the rules or not played to its end."""
    verdict = replay_deal(question.ruleset.options, question.record)
    if verdict.fault is not None:
        fault = fault_answer(verdict.fault, question.ruleset, language)
        places = {key: f"/deal{fault[key]}" for key in ("pointer", "proved_by") if key in fault}
        raise DealNotLegalError(fault | places)
    if verdict.score is None or verdict.trump is None:
        raise DealNotCompleteError
    return replace(verdict.score, rulings=(*verdict.rulings, *verdict.score.rulings), warnings=verdict.warnings), verdict.trump.level


def _score_kept(verdict: ScoreVerdict, ruleset: Ruleset) -> dict[str, Any]:
    """The score as the log keeps it: codes and numbers, no texts."""
    score = score_json(verdict, ruleset, "en")
    score["fines"] = [{key: fine[key] for key in _TOLD_OF_FINES if key in fine} for fine in score["fines"]]
    for fine in score["fines"]:
        if "clause" in fine:
            fine["clause"] = fine["clause"]["id"]
    return score

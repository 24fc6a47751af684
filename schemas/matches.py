"""Matches (比赛): what begins, records and ends one, and how a match and the entries of its log are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import fields

from rules.rulings import Fault
from schemas.answers import Answer, Named, RulesetEcho, RulingAnswer
from schemas.faults import refusal
from schemas.fields import Choice, Part, RequestField, RulesetReference, Side, Text, Whole, WholeText
from schemas.requests import Query, Request
from schemas.standings import MatchState

STORE_LIMIT = 1024 * 1024
"""Bytes of a body that is stored (settled 11)."""
LONGEST_NAME = 100
LONGEST_REASON = 200
MOST_SEQ = 2**31 - 1
PAGE = 100
"""Most entries of one page of a list."""
DEAL_KINDS = ("score", "replay")
STAGES = ("group", "knockout", "quarter_final", "semi_final", "final")
ENDINGS = ("passed_last_level", "time", "deals", "forfeit", "double_forfeit")
STATUSES = ("open", "finished")


class Anything(RequestField):
    """An object that is read later, when it is known what it is to be read with."""

    openapi: Mapping[str, Any] = {"type": "object"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise refusal("wrong_type", expected="object")
        return value


class DealContent(Anything):
    """A deal as deals/score or deals/replay takes it, without what the match knows."""

    openapi = {"$ref": "#/components/schemas/StoredDeal"}


class SeqField(Whole):
    """The number of the last entry that the caller has seen."""

    def __init__(self) -> None:
        text = "The number of the last entry that the caller has seen: refused with 409 and `state` when there are newer ones."
        super().__init__(minimum=0, maximum=MOST_SEQ, metadata={"description": text})


class SideRequest(Request):
    """A side of a match."""

    name = Text(most=LONGEST_NAME, metadata={"description": "As the log and the scoreboard show it."})


class SidesRequest(Request):
    """Both sides of a match."""

    NS = Part(SideRequest())
    EW = Part(SideRequest())


class StoredRequest(Request):
    """A request whose body is stored."""

    body_limit = STORE_LIMIT


class MatchRequest(StoredRequest):
    """A match that is to begin."""

    ruleset = RulesetReference(required=True)
    sides = Part(SidesRequest(), metadata={"description": "The names of the sides."})
    table = Text(most=LONGEST_NAME, metadata={"description": "The table, as a scoreboard shows it."})
    event = Text(most=LONGEST_NAME, metadata={"description": "The event that the match is part of."})
    stage = Choice(
        choices=STAGES,
        metadata={"description": "The stage of the event, where the ruleset has other rounds at some (`rounds.by_stage`)."},
    )


class AppendRequest(StoredRequest):
    """A deal to record: its score, or its whole log, which is replayed before it is stored."""

    kind = Choice(choices=DEAL_KINDS, required=True)
    deal = DealContent(required=True)
    expected_seq = SeqField()


class VoidRequest(StoredRequest):
    """A deal that was dealt and not played."""

    reason = Text(most=LONGEST_REASON, required=True, metadata={"description": "Why: a redeal, a revolution …"})
    expected_seq = SeqField()


class FinishRequest(StoredRequest):
    """The end of a match."""

    ended_by = Choice(choices=ENDINGS, metadata={"description": "What has ended it."})
    forfeited_by = Side(metadata={"description": "The side that has given the match up; needed with `forfeit`, and taken there alone."})
    note = Text(most=LONGEST_REASON)
    expected_seq = SeqField()

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """A forfeit has a side, nothing else has one."""
        if body.get("ended_by") == "forfeit":
            return [] if "forfeited_by" in body else [Fault("/forfeited_by", "missing_field")]
        return [Fault("/forfeited_by", "idle_field", params={"beside": "ended_by"})] if "forfeited_by" in body else []


class MatchesQuery(Query):
    """Which part of the list of matches."""

    after = Text(most=64, metadata={"description": "The id of the match after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most matches of the page."})
    status = Choice(choices=STATUSES, metadata={"description": "Only matches of this status."})
    event = Text(most=LONGEST_NAME, metadata={"description": "Only matches of this event."})
    table = Text(most=LONGEST_NAME, metadata={"description": "Only matches at this table."})


class SideAnswer(Answer):
    """A side of a match."""

    name = fields.String()


class SidesAnswer(Answer):
    """Both sides of a match."""

    NS = fields.Nested(SideAnswer(), required=True)
    EW = fields.Nested(SideAnswer(), required=True)


class MatchLinks(Answer):
    """The paths of a match."""

    self = fields.String(required=True)
    log = fields.String(required=True)
    log_csv = fields.String(required=True)
    scoreboard = fields.String(required=True)
    events = fields.String(required=True)
    verify = fields.String(required=True)
    export = fields.String(required=True)


class MatchAnswer(Answer):
    """A match and where it stands."""

    id = fields.String(required=True)
    ruleset = fields.Nested(
        RulesetEcho(), required=True, metadata={"description": "The ruleset at the revision that decides this match for ever."}
    )
    sides = fields.Nested(SidesAnswer(), required=True)
    table = fields.String()
    event = fields.String()
    stage = fields.String()
    status = Named("MatchStatus", required=True)
    ended_by = Named("Ending", metadata={"description": "What has ended it, where that was said."})
    forfeited_by = Named("Side", metadata={"description": "The side that has given it up."})
    state = fields.Nested(MatchState(), required=True)
    created_at = fields.String(required=True)
    updated_at = fields.String(required=True)
    read_token = fields.String(
        required=True, metadata={"description": "Opens the scoreboard and the events of this match as `?token=`, and nothing else."}
    )
    links = fields.Nested(MatchLinks(), required=True)


class MatchesAnswer(Answer):
    """The matches of the organiser, the newest first."""

    matches = fields.List(fields.Nested(MatchAnswer()), required=True)
    next = fields.String(metadata={"description": "Given as `after` it asks for the next page; left out on the last."})


class EntryAnswer(Answer):
    """An entry of a log. `hash` goes over `prev_hash` and the first seven keys, and holds for ever; what stands beside them may change."""

    match = fields.String(required=True)
    seq = fields.Integer(required=True)
    kind = Named("EntryKind", required=True)
    at = fields.String(required=True)
    by = fields.String(required=True, metadata={"description": "The id of the key that has stored it."})
    body = fields.Raw(required=True, metadata={"type": "object", "description": "What was sent."})
    outcome = fields.Raw(required=True, metadata={"type": "object", "description": "What it has led to, in codes and numbers."})
    prev_hash = fields.String(required=True)
    hash = fields.String(required=True)
    deal = fields.Integer(metadata={"description": "The number of the deal that it is about."})
    supersedes = fields.Integer(metadata={"description": "The entry in whose place it counts, or that it withdraws."})
    superseded_by = fields.Integer(metadata={"description": "The entry that counts in its place now, or has withdrawn it."})
    warnings = fields.List(
        fields.String(),
        metadata={
            "description": "What follows no more after a correction: `played_at_other_level`, `other_declarer`, `played_after_round`; "
            "`lapsed`: a penalty of a deal that is void."
        },
    )


class AppendAnswer(Answer):
    """What was stored, and where the match stands now."""

    entry = fields.Nested(EntryAnswer(), required=True)
    games_over = fields.List(
        fields.Nested(EntryAnswer()), metadata={"description": "The entries after it where games have ended; a correction may end several."}
    )
    state = fields.Nested(MatchState(), required=True)
    rulings = fields.List(fields.Nested(RulingAnswer()), metadata={"description": "What stands behind the outcome."})
    warnings = fields.List(fields.Nested(RulingAnswer()), metadata={"description": "What does not fit together."})

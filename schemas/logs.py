"""Logs and scoreboards (记录与记分牌): a page of a log, and the compact state that a scoreboard polls."""

from __future__ import annotations

from marshmallow import fields

from schemas.answers import Answer, Named, RulesetEcho
from schemas.fields import WholeText
from schemas.matches import MOST_SEQ, PAGE, EntryAnswer, SidesAnswer
from schemas.requests import Query
from schemas.standings import MatchState


class LogQuery(Query):
    """Which part of a log."""

    after = WholeText(minimum=0, maximum=MOST_SEQ, load_default=0, metadata={"description": "The number after which the page begins."})
    limit = WholeText(minimum=1, maximum=PAGE, load_default=PAGE, metadata={"description": "Most entries of the page."})


class EventsQuery(Query):
    """From where on events are told; the header `Last-Event-ID` goes before."""

    after = WholeText(minimum=0, maximum=MOST_SEQ, load_default=0, metadata={"description": "The number after which the events begin."})


class LogAnswer(Answer):
    """A page of a log."""

    entries = fields.List(fields.Nested(EntryAnswer()), required=True)
    next = fields.String(metadata={"description": "Given as `after` it asks for the next page; left out where there is nothing yet."})


class GainedAnswer(Answer):
    """What the side that has the deal afterwards moved."""

    side = Named("Side", required=True)
    levels = fields.Integer(required=True)


class LastDealAnswer(Answer):
    """What counts of the last deal; of a void one only that, and no outcome of one that counts no more after the round."""

    deal = fields.Integer(required=True)
    seq = fields.Integer(required=True, metadata={"description": "The entry that counts."})
    void = fields.Boolean(metadata={"description": "true where the deal does not count."})
    declarer = Named("Seat")
    level = Named("Level")
    attackers_points = fields.Integer()
    outcome = Named("Outcome")
    gained = fields.Nested(GainedAnswer())
    warnings = fields.List(fields.String(), metadata={"description": "What follows no more after a correction, as in the log."})


class ScoreboardAnswer(Answer):
    """A match as a scoreboard shows it."""

    match = fields.String(required=True)
    ruleset = fields.Nested(RulesetEcho(), required=True)
    sides = fields.Nested(SidesAnswer(), required=True)
    table = fields.String()
    event = fields.String()
    status = Named("MatchStatus", required=True)
    ended_by = Named("Ending", metadata={"description": "What has ended it, where that was said."})
    forfeited_by = Named("Side", metadata={"description": "The side that has given it up."})
    state = fields.Nested(MatchState(), required=True)
    last = fields.Nested(LastDealAnswer(), metadata={"description": "The last deal; left out before the first."})
    updated_at = fields.String(required=True)

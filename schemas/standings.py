"""Where a match stands (比赛进度): levels, declarer, the next deal, the games won, and the last entry of its log."""

from __future__ import annotations

from marshmallow import fields

from schemas.answers import Answer, Named
from schemas.levels import SideLaps, SideLevels


class GamesAnswer(Answer):
    """The games that each side has won."""

    NS = fields.Integer(required=True)
    EW = fields.Integer(required=True)


class MatchState(Answer):
    """Where a match stands.

    `declarer` and `level` are the next deal's: both are left out before the first deal of a game, for which the seat is raced.
    """

    levels = fields.Nested(SideLevels(), required=True)
    laps = fields.Nested(SideLaps(), metadata={"description": "There where the ladder wraps."})
    declarer = Named("Seat", metadata={"description": "Who declares the next deal; left out while nobody does."})
    level = Named("Level", metadata={"description": "The level of the next deal; left out while nobody declares."})
    deal = fields.Integer(required=True, metadata={"description": "The number of the next deal, from 1; void deals count."})
    seq = fields.Integer(required=True, metadata={"description": "The number of the last entry in the log, 0 before the first."})
    game = fields.Integer(required=True, metadata={"description": "The number of the game, from 1."})
    games = fields.Nested(GamesAnswer(), required=True, metadata={"description": "Games won."})
    round_over = fields.Boolean(
        metadata={"description": "true when the ruleset's round allows no further game: no deal is taken any more."}
    )

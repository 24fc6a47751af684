"""Whole matches as lines of JSON (NDJSON): the match first, then its entries, as they are exported and imported."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from schemas.answers import Answer
from schemas.fields import Choice, Part, Text, Whole
from schemas.matches import LONGEST_NAME, MOST_SEQ, STAGES, STATUSES, Anything, MatchAnswer, SidesRequest
from schemas.requests import Request

VERSION = 1
ENTRY_KINDS = ("deal", "void_deal", "penalty", "correction", "game_over", "finish")
LONGEST_ID = 64
HASH_LENGTH = 64
TIME_LENGTH = 24
LINE_LIMIT = 1024 * 1024
"""Bytes of a line."""
IMPORT_LIMIT = 32 * 1024 * 1024
"""Bytes of a match."""


class ImportedMatch(Request):
    """The first line: the match, and all that decides it."""

    kind = Choice(choices=("match",), required=True)
    version = Whole(minimum=VERSION, maximum=VERSION, required=True)
    id = Text(most=LONGEST_ID, required=True)
    ruleset = Anything(required=True)
    rules = Anything(required=True)
    sides = Part(SidesRequest(), required=True)
    table = Text(most=LONGEST_NAME)
    event = Text(most=LONGEST_NAME)
    stage = Choice(choices=STAGES)
    status = Choice(choices=STATUSES, required=True)
    created_at = Text(most=TIME_LENGTH, required=True)
    created_by = Text(most=LONGEST_ID, required=True)
    seq = Whole(minimum=0, maximum=MOST_SEQ, required=True)
    head_hash = Text(most=HASH_LENGTH, required=True)


class ImportedEntry(Request):
    """A further line: an entry as the log answers it. What later corrections say of it is passed over and made anew."""

    match = Text(most=LONGEST_ID, required=True)
    seq = Whole(minimum=1, maximum=MOST_SEQ, required=True)
    kind = Choice(choices=ENTRY_KINDS, required=True)
    at = Text(most=TIME_LENGTH, required=True)
    by = Text(most=LONGEST_ID, required=True)
    body = Anything(required=True)
    outcome = Anything(required=True)
    prev_hash = Text(most=HASH_LENGTH, required=True)
    hash = Text(most=HASH_LENGTH, required=True)
    deal = Whole(minimum=1, maximum=MOST_SEQ)
    supersedes = Whole(minimum=1, maximum=MOST_SEQ)
    superseded_by = Whole(minimum=1, maximum=MOST_SEQ)

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The entry; `warnings` are passed over."""
        if isinstance(data, dict):
            data = {key: value for key, value in data.items() if key != "warnings"}
        return super().load(data, **kwargs)


class ImportAnswer(Answer):
    """The match as it is here now, and how much of it is new."""

    match = fields.Nested(MatchAnswer(), required=True)
    imported = fields.Integer(required=True, metadata={"description": "How many entries were not here before."})
    entries = fields.Integer(required=True, metadata={"description": "How many entries the match has here now."})

"""Whole matches as lines of JSON (NDJSON): the match first, then its entries, as they are exported and imported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields

from schemas.answers import Answer
from schemas.faults import refusal
from schemas.fields import Choice, Part, Text, Whole
from schemas.loading import Reader, thorough_reader
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


_MATCH_ID = re.compile(r"m[0-9a-z]{1,63}", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


class Formed(Text):
    """A required text of a form, which is called so where one has it not."""

    def __init__(self, form: str, most: int, is_formed: Callable[[str], bool]) -> None:
        super().__init__(most=most, required=True)
        self.form, self.is_formed = form, is_formed

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not self.is_formed(text):
            raise refusal("bad_format", format=self.form)
        return text

    def reader(self) -> Reader:
        """Every text is looked at."""
        return thorough_reader(self)


def is_match_id(text: str) -> bool:
    """Whether a text is an id of a match as this service gives them out, which a path can hold."""
    return _MATCH_ID.fullmatch(text) is not None


def is_moment(text: str) -> bool:
    """Whether a text is a time as the log has it: a day and a time that there are, of one length, so that times sort as texts do."""
    try:
        return _MOMENT.fullmatch(text) is not None and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def _match_id() -> Formed:
    return Formed("match_id", LONGEST_ID, is_match_id)


def _moment() -> Formed:
    return Formed("moment", TIME_LENGTH, is_moment)


class ImportedMatch(Request):
    """The first line: the match, and all that decides it."""

    kind = Choice(choices=("match",), required=True)
    version = Whole(minimum=VERSION, maximum=VERSION, required=True)
    id = _match_id()
    ruleset = Anything(required=True)
    rules = Anything(required=True)
    sides = Part(SidesRequest(), required=True)
    table = Text(most=LONGEST_NAME)
    event = Text(most=LONGEST_NAME)
    stage = Choice(choices=STAGES)
    status = Choice(choices=STATUSES, required=True)
    created_at = _moment()
    created_by = Text(most=LONGEST_ID, required=True)
    seq = Whole(minimum=0, maximum=MOST_SEQ, required=True)
    head_hash = Text(most=HASH_LENGTH, required=True)


class ImportedEntry(Request):
    """A further line: an entry as the log answers it. What later corrections say of it is passed over and made anew."""

    match = Text(most=LONGEST_ID, required=True)
    seq = Whole(minimum=1, maximum=MOST_SEQ, required=True)
    kind = Choice(choices=ENTRY_KINDS, required=True)
    at = _moment()
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

"""A penalty of a match (判罚记录): an offence of the deal that is being played, read once the match's ruleset is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules.ruleset import Ruleset
from schemas.fields import Seat, Text
from schemas.matches import LONGEST_REASON, STORE_LIMIT, SeqField
from schemas.penalties import OffendingRequest, PenaltiesAssessRequest, PenaltyQuestion

_ASSESS = PenaltiesAssessRequest()
_BESIDE = ("note", "expected_seq")

PenaltyLoader: TypeAlias = Callable[[Ruleset, str | None], PenaltyQuestion]
"""Reads the penalty with a ruleset and whoever declares, where known. Raises ValidationError with every fault of the offence."""


class PenaltyRequest(OffendingRequest):
    """An offence of the deal that is being played, as penalties/assess takes it without the ruleset."""

    body_limit = STORE_LIMIT

    declarer = Seat()
    note = Text(most=LONGEST_REASON)
    expected_seq = SeqField()

    def load(self, data: Any, **kwargs: Any) -> Any:
        """What reads the penalty once its ruleset is known; faults of the form are told at once."""
        super().load(data, **kwargs)
        facts: Mapping[str, Any] = {key: value for key, value in data.items() if key not in _BESIDE}

        def read(ruleset: Ruleset, declarer: str | None) -> Any:
            known = {} if declarer is None else {"declarer": declarer}
            return _ASSESS.load({**known, **facts, "ruleset": ruleset})

        return read

    def made(self, data: dict[str, Any]) -> Any:
        """The fields as read."""
        return data

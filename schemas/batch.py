"""Batches (批量): many questions in one call, each answered by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from rules.rulings import Fault
from schemas.answers import Answer
from schemas.faults import refusal
from schemas.fields import Flag, Parts, RequestField, RulesetReference, Text
from schemas.requests import Request, TrumpPart, trump_faults_of

BATCH_LIMIT = 2 * 1024 * 1024
"""Bytes of a batch."""
MOST_ITEMS = 1_000
MOST_WORK = 1_000
"""Units of work (see `schemas.requests.Request.work`) of a batch. A unit stands for 2 ms, so no batch holds a worker for longer than two
seconds with its decisions; what it costs to tell what is wrong with 2 MiB of nonsense comes to no more."""
LONGEST_NAME = 100
"""Characters of an item's `id` and `op`."""


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """The items as they were sent, and what stands for those that do not say it themselves: `ruleset`, `trump` and `explain`, as read."""

    requests: list[Any]
    shared: Mapping[str, Any]


class Unread(RequestField):
    """An object that another schema will read; whatever it really is stays as it is."""

    openapi = {"type": "object"}


class BatchItem(Request):
    """One question of a batch."""

    id = Text(most=LONGEST_NAME, metadata={"description": "Comes back with the result. Not needed: the results keep the order."})
    op = Text(
        most=LONGEST_NAME,
        required=True,
        metadata={"description": "The operation, as its path below `/v1/`: any that takes JSON but the batch.", "example": "plays/check"},
    )
    body = Unread(required=True, metadata={"description": "What would be posted there."})


class Items(Parts):
    """A list of items, each left as it is: one that cannot be read must not fail the others."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **kwargs: Any) -> Any:
        if type(value) is not list:
            raise refusal("wrong_type", expected="array")
        if not self.least <= len(value) <= self.most:
            raise refusal("wrong_length", count=len(value), minimum=self.least, maximum=self.most)
        return value


class BatchRequest(Request):
    """Questions of any kinds. A `ruleset`, `trump` or `explain` here stands for the items that take one and have none of their own."""

    body_limit = BATCH_LIMIT

    requests = Items(BatchItem(), least=1, most=MOST_ITEMS, required=True)
    ruleset = RulesetReference()
    trump = TrumpPart()
    explain = Flag(metadata={"description": "Whether answers carry the rulings behind them. Left out: those of items that ask for them."})

    def __init__(self, work_of: Callable[[Any], int], **kwargs: Any) -> None:
        """`work_of` says how many units of work an item, as it was sent, may cost."""
        super().__init__(**kwargs)
        self.work_of_item = work_of

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """A trump that the ruleset does not have, and more work than one batch may cost."""
        faults = trump_faults_of(data)
        work = sum(map(self.work_of_item, data.get("requests", ())))
        if work > MOST_WORK:
            faults.append(Fault("/requests", "too_much_work", None, {"work": work, "maximum": MOST_WORK}))
        return faults

    def made(self, data: dict[str, Any]) -> BatchQuestion:
        """The items apart from what they share."""
        return BatchQuestion(data.pop("requests"), data)


class AnyObject(fields.Raw):
    """An object of an answer whose shape another schema declares."""

    openapi: Mapping[str, Any] = {"type": "object"}


class BatchResult(Answer):
    """The result of one item: its status and its body are what the operation itself would have answered."""

    id = fields.String(metadata={"description": "There where the item had one."})
    status = fields.Integer(required=True)
    body = AnyObject(
        required=True,
        metadata={
            "description": (
                "The operation's answer, or a problem. Its pointers count from the item's `body`; what is wrong with the item beside its "
                "body is told at `/requests/…`, counted from the batch."
            )
        },
    )


class BatchAnswer(Answer):
    """The results in the order of the items."""

    results = fields.List(fields.Nested(BatchResult()), required=True)

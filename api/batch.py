"""Batches (批量): many questions in one call. Each is answered, refused or failed by itself, in the order given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from flask import current_app
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, InternalServerError

from api.problems import InvalidRequestError, OperationNotFoundError, StoreUnanswerableError, problem_document
from api.typed import OPERATIONS, Blueprint, Operation
from rules.rulings import InputError
from schemas.batch import BatchAnswer, BatchItem, BatchQuestion, BatchRequest
from schemas.faults import Teller, faults_of
from schemas.requests import Request
from store.errors import StoreError

MOST_FAULTS = 1_000
"""Faults told of all items together, at most a hundred of each; when they are spent, the first of each further item."""
MOST_SOUGHT = 100
"""Names of all items together whose nearest known one is sought."""

_PATH = "/v1/batch"
_ITEM = BatchItem()

batch = Blueprint("batch", __name__, url_prefix=_PATH, description="Many questions in one call.")


def _work_of(item: Any) -> int:
    """The units of work of an item as it was sent; what is no question costs one."""
    if type(item) is dict and type(item.get("op")) is str and type(item.get("body")) is dict:
        operation = OPERATIONS.get(item["op"])
        if operation is not None:
            return operation.question.work_of(item["body"])
    return 1


QUESTION = BatchRequest(_work_of)


@batch.decision("", "decideBatch", QUESTION, BatchAnswer(), in_batch=False)
def decide(question: BatchQuestion, language: str) -> dict[str, Any]:
    """What is the answer to each of these questions?

    Up to 1,000 questions of any kinds are answered in their order, each with the status and the body that its own call would have had;
    a question that is wrong fails alone. Answers carry their rulings only where an item's body, or the batch for those that do not say,
    asks for them by `"explain": true`. A batch takes and gives JSON alone, no deal as text. It may cost
    1,000 units of work: a decision is one, `plays/options` one for every 50 plays of its `limit`, `deals/replay` ten, an inline
    ruleset five more. Of faults a batch tells 1,000 in all; after that each further item is told its first one.
    """
    answerer = _Answerer(question.shared, language)
    # all are read before any is answered: the code of either half stays in the processor's caches, which is an eighth of the time
    read = [answerer.read(index, sent) for index, sent in enumerate(question.requests)]
    return {"results": [answerer.answer(item) if isinstance(item, _Pending) else item for item in read]}


class _Pending(NamedTuple):
    """An item that has been read: its place, what the client calls it, what it asks, and what will answer it."""

    place: int
    name: str | None
    asked: Any
    decide: Callable[[Any, str], dict[str, Any]]


class _Answerer:
    """Reads and answers the items of one batch."""

    def __init__(self, shared: Mapping[str, Any], language: str) -> None:
        self._defaults = {"explain": False, **shared}
        self._language = language
        self._teller = Teller(language, MOST_FAULTS, MOST_SOUGHT)
        self._taken: dict[str, dict[str, Any]] = {}

    def read(self, index: int, sent: Any) -> _Pending | dict[str, Any]:
        """An item as it was sent, made ready to be answered; the result already of one that cannot be read."""
        try:
            item = _ITEM.load(sent)
        except ValidationError as error:
            name = error.valid_data.get("id") if isinstance(error.valid_data, dict) else None
            faults = [replace(fault, pointer=f"/requests/{index}{fault.pointer}") for fault in faults_of(error.messages, sent)]
            return self._failed(index, name, InvalidRequestError(faults))
        name = item.get("id")
        try:
            operation = self._operation(item["op"])
            return _Pending(index, name, operation.question.load(self._filled(item, operation.question)), operation.decide)
        except ValidationError as error:
            return self._failed(index, name, InvalidRequestError(faults_of(error.messages, item["body"])))  # as sent, not as filled
        except Exception as error:
            return self._failed(index, name, error)

    def answer(self, item: _Pending) -> dict[str, Any]:
        """The result of an item that has been read."""
        try:
            return _result(item.name, 200, item.decide(item.asked, self._language))
        except Exception as error:
            return self._failed(item.place, item.name, error)

    def _operation(self, name: str) -> Operation:
        operation = OPERATIONS.get(name)
        if operation is None:
            raise OperationNotFoundError(value=name, choices=sorted(OPERATIONS), **self._teller.nearest(name, OPERATIONS))
        return operation

    def _filled(self, item: dict[str, Any], question: Request) -> Any:
        """The body of an item with what it takes of the batch's own fields and does not say itself."""
        op, body = item["op"], item["body"]
        if type(body) is not dict:
            return body
        taken = self._taken.get(op)
        if taken is None:
            taken = self._taken[op] = {name: value for name, value in self._defaults.items() if name in question.load_fields}
        return {**taken, **body}

    def _failed(self, index: int, name: str | None, error: Exception) -> dict[str, Any]:
        """The result of an item whose reading or answering has raised."""
        document = problem_document(_problem_of(error), self._teller, f"{_PATH}#/requests/{index}")
        return _result(name, document["status"], document)


def _problem_of(error: Exception) -> HTTPException:
    """What the operation itself would have answered with; a failure of ours is logged, and does not fail the other items."""
    if isinstance(error, HTTPException):
        return error
    if isinstance(error, InputError):
        return InvalidRequestError(error.faults)
    if isinstance(error, StoreError):
        return StoreUnanswerableError(error.code, error.retry_after)
    current_app.log_exception(sys.exc_info())
    return InternalServerError()


def _result(name: str | None, status: int, body: dict[str, Any]) -> dict[str, Any]:
    return {"status": status, "body": body} if name is None else {"id": name, "status": status, "body": body}

"""Matches taken out and brought in whole, as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final, NamedTuple

import orjson
from flask import Request, Response, request
from flask.views import MethodView
from marshmallow import ValidationError

from api.bodies import MOST_NESTED, is_plain_utf8, is_too_deep, whole_body
from api.matches import located, match_json
from api.problems import InvalidRequestError, NotJsonTypeError
from api.stores import long_work, store
from api.storing import Change, Made, Reading, StoreBlueprint
from api.verifying import Reviewer
from rules.catalogue import resolve
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError
from schemas.answers import ruleset_echo
from schemas.faults import faults_of
from schemas.requests import Request as Question
from schemas.transfer import IMPORT_LIMIT, LINE_LIMIT, ImportAnswer, ImportedEntry, ImportedMatch
from store import ledger
from store import transfer as stored
from store.canonical import canonical
from store.clock import now
from store.corrections import Course
from store.errors import BUSY, StoreError
from store.examining import Examiner
from store.heading import heading_of
from store.models import Entry, Match
from store.pinning import lookup_of, pinned

transfer = StoreBlueprint("transfer", __name__, url_prefix="/v1/matches", description="Matches taken out and brought in whole.")

NDJSON: Final = "application/x-ndjson"
_TAKEN: Final = (NDJSON, "application/jsonl", "application/x-jsonlines", "application/jsonlines")
_MATCH, _ENTRY = ImportedMatch(), ImportedEntry()
_MOST_SAVED: Final = 8
AHEAD: Final = timedelta(days=1)
"""So far the clock of where a match comes from may be ahead of this one."""
_FIRST_TIME: Final = "0001-01-01T00:00:00.000Z"
_TEXTS: Final = ("seq", "kind", "at", "by", "prev_hash", "hash")


class Brought(NamedTuple):
    """A match that was sent: what its first line says, its entries, and the log followed to its end."""

    draft: Match
    entries: list[Entry]
    examiner: Examiner


def _brought() -> Brought:
    """The match of the running request. Raises InvalidRequestError at the first line that does not hold."""
    lines = _lines(request)
    head = _read(_MATCH, lines, 0)
    rules, ruleset = _decided_by(head)
    head["ruleset"], stage = ruleset_echo(ruleset), head.get("stage")
    draft = stored.drafted(head, rules)
    try:
        heading = heading_of(draft)
    except ValueError:  # a number that has no canonical form
        raise _refused(0, "not_canonical") from None
    _expect_past(0, "/created_at", draft.created_at)
    examiner = Examiner(draft.id, Course(ruleset.options, stage), Reviewer(ruleset, stage), heading, draft.created_at)
    with long_work():
        entries = [_followed(examiner, _read(_ENTRY, lines, place), place, head) for place in range(1, len(lines))]
    _expect_whole(examiner, head, len(lines))
    return Brought(draft, entries, examiner)


@transfer.route("/<match_id>/export")
class Export(MethodView):
    """A match taken out."""

    @transfer.lookup("exportMatch", {"type": "string"}, is_tagged=False, media_type=NDJSON)
    def get(self, reading: Reading, match_id: str) -> Response:
        """A whole match as lines of JSON: what it is decided by first, then every entry as the log has it."""
        match = ledger.find(reading.session, reading.caller.organiser_uid, match_id)
        lines = stored.exported(store(), match, orjson.loads(match.rules))
        response = Response((orjson.dumps(line) + b"\n" for line in lines), mimetype=NDJSON)
        response.headers["Content-Disposition"] = f'attachment; filename="{match.id}.ndjson"'
        return response


@transfer.route("/import")
class Import(MethodView):
    """A match brought in."""

    @transfer.change(
        "importMatch",
        None,
        ImportAnswer(),
        role="admin",
        missing=False,
        idempotent=False,
        creates=True,
        raw={NDJSON: {"schema": {"type": "string"}}},
        read=_brought,
        known="The match was here already, with all or some of its entries.",
    )
    def post(self, change: Change, brought: Brought) -> Made:
        """Bring in a match as GET …/export gives it, from here or from elsewhere, under its own id.

        Every entry is examined as by verify, and all are stored or none. The same again changes nothing; a match that has gone on since
        brings its new entries; one that has gone another way is refused. It gets a new `read_token`: the
        one that it had elsewhere opens nothing here. Pointers of faults begin with the line, counted from 0.
        """
        draft, entries, examiner = brought
        owner = change.caller.organiser_uid
        match = stored.known(change.session, owner, draft.id)
        is_new = match is None and stored.begun(change.session, owner, draft)
        match = draft if is_new else match or stored.known(change.session, owner, draft.id)
        if match is None:
            raise StoreError(BUSY)
        if not is_new:
            stored.expect_same(change.session, match, draft, entries)
        count = stored.add(change.session, match, entries, examiner) if len(entries) >= match.seq else 0
        told = match_json(match)
        answer = {"match": told, "imported": count, "entries": match.seq}
        return Made(answer, located(told)) if is_new else Made(answer, status=200)


def _lines(asked: Request) -> list[bytes]:
    """The lines of a body."""
    if asked.mimetype not in _TAKEN or not is_plain_utf8(asked):
        raise NotJsonTypeError(*_TAKEN)
    asked.max_content_length = IMPORT_LIMIT
    lines = whole_body(asked).split(b"\n")
    if len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    return lines


def _refused(place: int, code: str, pointer: str = "", **params: Any) -> InvalidRequestError:
    return InvalidRequestError([Fault(f"/{place}{pointer}", code, None, params)])


def _placed(place: int, faults: Iterable[Fault]) -> InvalidRequestError:
    return InvalidRequestError([Fault(f"/{place}{fault.pointer}", fault.code, fault.value, fault.params) for fault in faults])


def _read(schema: Question, lines: list[bytes], place: int) -> dict[str, Any]:
    """What a line means, which is then let go of: a match is not held as text and as values at once."""
    line, lines[place] = lines[place], b""
    if len(line) > LINE_LIMIT:
        raise _refused(place, "line_too_long", limit=LINE_LIMIT)
    try:
        sent = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise _refused(place, "line_not_json") from None
    if is_too_deep(line, sent):
        raise _refused(place, "too_deep", maximum=MOST_NESTED)
    try:
        value: dict[str, Any] = schema.load(sent)
    except ValidationError as error:
        raise _placed(place, faults_of(error.messages, error.data)) from None
    return value


def _decided_by(head: dict[str, Any]) -> tuple[dict[str, Any], Ruleset]:
    """What a match is decided by: every document that it rests on, with its revision, and no other. Raises InvalidRequestError."""
    rules = head["rules"]
    saved = rules.get("saved")
    known = {"id": str, "revision": int, "document": dict}
    sound = isinstance(saved, list) and len(saved) <= _MOST_SAVED and set(rules) == {"reference", "saved"}
    if not sound or not all(isinstance(one, dict) and {key: type(value) for key, value in one.items()} == known for one in saved):
        raise _refused(0, "wrong_type", "/rules", expected="object")
    lookup = lookup_of(saved)
    try:
        ruleset = resolve(rules["reference"], lookup, "/rules/reference")
    except InputError as error:
        raise _placed(0, error.faults) from None
    if ruleset_echo(ruleset) != head["ruleset"]:
        raise _refused(0, "ruleset_differs", "/ruleset", ruleset=f"{ruleset.id}@{ruleset.revision}")
    return pinned(lookup, rules["reference"]), ruleset


def _followed(examiner: Examiner, line: dict[str, Any], place: int, head: dict[str, Any]) -> Entry:
    """An entry that holds. Raises InvalidRequestError with the reason of one that does not."""
    if line["match"] != head["id"]:
        raise _refused(place, "not_a_choice", "/match", choices=[head["id"]])
    try:
        texts = {name: canonical(line[name]) for name in ("body", "outcome")}
    except Exception:  # a number that has no canonical form
        raise _refused(place, "not_canonical") from None
    _expect_past(place, "/at", line["at"])
    entry = Entry(**{name: line[name] for name in _TEXTS}, **texts, deal=line.get("deal"), supersedes=line.get("supersedes"))
    reason = examiner.follow(entry)
    if reason is not None:
        raise _refused(place, reason)
    return entry


def _expect_past(place: int, pointer: str, at: str) -> None:
    """Raises InvalidRequestError for a time to come, by whatever clock: all later entries would bear it."""
    latest = now(AHEAD)
    if at > latest:
        raise _refused(place, "out_of_range", pointer, value=at, minimum=_FIRST_TIME, maximum=latest)


def _expect_whole(examiner: Examiner, head: dict[str, Any], count: int) -> None:
    """Raises InvalidRequestError where the first line says another end than the last entry."""
    if examiner.seq < head["seq"] or examiner.due:
        raise _refused(count, "gap")
    said = (head["seq"], head["head_hash"], head["status"] == "finished")
    if said != (examiner.seq, examiner.head, examiner.finished):
        raise _refused(0, "state_differs")

"""The function made of a request's declared fields against marshmallow itself: the same values, or the same faults."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any
from unittest.mock import patch

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError

from api.batch import QUESTION
from api.examples import FOLDER
from api.typed import OPERATIONS
from app import create_app
from rules.ruleset import Ruleset
from schemas.faults import faults_of
from schemas.fields import RequestField, Text, Whole
from schemas.loading import FaultyError
from schemas.requests import Request
from tests.api.questions import HANDS, LEAD, QUESTIONS
from tests.api.wild import VALUES, at, changed, places

create_app({"LOG_LEVEL": "CRITICAL"})
SCHEMAS: dict[str, Request] = {name: operation.question for name, operation in OPERATIONS.items()} | {"batch": QUESTION}
SPELLED: dict[str, list[Any]] = {
    "plays/check": [LEAD | {"hands": HANDS, "withheld": ["H"], "hand": "♥A HK h3 H3 D2", "seat": "n", "explain": False}],
    "rulesets/validate": [{"extends": "jiangsu-2007", "basis": {}}],
    "batch": [
        {"requests": [{"id": "a", "op": "plays/check", "body": {}}, 7], "ruleset": "jiangsu-2007", "trump": {"suit": "s", "level": "10"}}
    ],
}


def examples() -> dict[str, list[Any]]:
    """The requests of the description's examples, by operation."""
    found: dict[str, list[Any]] = {}
    for file in FOLDER.glob("*.json"):
        example = orjson.loads(file.read_bytes())
        if example.get("request"):
            found.setdefault(example["path"].removeprefix("/v1/"), []).append(example["request"])
    return found


EXAMPLES = examples()
GOOD = {name: [*([QUESTIONS[name]] if name in QUESTIONS else []), *EXAMPLES.get(name, []), *SPELLED.get(name, [])] for name in SCHEMAS}
PIECES = [at(body, place) for bodies in GOOD.values() for body in bodies for place in places(body)]
"""All that the good bodies hold: put elsewhere it is often right, and often nearly so."""


@st.composite
def asked(draw: st.DrawFn) -> tuple[str, Any]:
    name = draw(st.sampled_from(sorted(SCHEMAS)))
    return name, draw(changed(draw(st.sampled_from(GOOD[name])), st.sampled_from(PIECES) | VALUES))


def shown(value: Any) -> Any:
    """A loaded value with the order of its objects, whose kinds must be the same too; rulesets stand for themselves."""
    if isinstance(value, dict):
        return type(value), [(key, shown(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [shown(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, Ruleset):
        return type(value), [shown(getattr(value, field.name)) for field in dataclasses.fields(value)]
    return type(value), value


def outcome(schema: Schema, body: Any) -> Any:
    try:
        return shown(schema.load(body))
    except ValidationError as error:
        return faults_of(error.messages, body)


def hold_to_marshmallow(name: str, body: Any) -> None:
    quick = outcome(SCHEMAS[name], copy.deepcopy(body))
    with patch.object(Request, "load", Request.load_thoroughly):
        assert quick == outcome(SCHEMAS[name], body)


@given(asked())
def test_both_ways_give_the_same_values_or_faults(question: tuple[str, Any]) -> None:
    hold_to_marshmallow(*question)


TELLING: list[Any] = [
    None, True, 0, 1, 1.0, 0.5, 10**20, "", "n", "NS", "10", "大王", "x" * 200,
    [], [1], [None], [{}], ["H3"], ["H3", "XX"], [["H3"]], ["H3"] * 200, {}, {"N": "SA"}, {"suit": "s", "level": "10"},
]  # fmt: skip
"""Values one of which tells apart whatever two readings of a place are likely to differ in."""


def kinds_of_places(body: Any) -> list[tuple[Any, ...]]:
    """One place of a body for each way of keys, whatever the indexes of the lists between them."""
    return list({tuple("*" if isinstance(key, int) else key for key in place): place for place in places(body) if place}.values())


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_both_ways_agree_on_every_telling_value_at_every_place(name: str) -> None:
    for good in GOOD[name]:
        for *way, last in kinds_of_places(good):
            here = at(good, (*way, last))
            for value in [*TELLING, *([here * 2, here * 100] if isinstance(here, list) else [])]:
                body = copy.deepcopy(good)
                at(body, tuple(way))[last] = value
                hold_to_marshmallow(name, body)


@given(name=st.sampled_from(sorted(SCHEMAS)), body=VALUES)
def test_both_ways_refuse_wild_bodies_alike(name: str, body: Any) -> None:
    hold_to_marshmallow(name, body)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_good_bodies_are_read_the_quick_way(name: str) -> None:
    assert GOOD[name]
    if "load" in vars(type(SCHEMAS[name])):
        return  # it reads nothing
    for body in GOOD[name]:
        assert shown(SCHEMAS[name].reader(body)) == outcome(SCHEMAS[name], body)


class Doubled(Whole):
    """A field that reads otherwise than the one it is made of, which says nothing of a quick way."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        return 2 * super()._deserialize(value, *args, **kwargs)


class Loud(Text):
    """A field with a quick way that no longer fits."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, *args, **kwargs).upper()


def refuse(value: Any) -> None:
    raise ValidationError("never")


class House(Request):
    doubled = Doubled(minimum=0, maximum=9)
    loud = Loud(most=9)
    checked = Text(most=9, validate=refuse)
    anything = RequestField()


def test_a_field_that_reads_otherwise_is_read_its_own_way() -> None:
    assert House().reader({"doubled": 4, "loud": "a", "anything": [1]}) == {"doubled": 8, "loud": "A", "anything": [1]}


def test_a_validator_is_asked() -> None:
    with pytest.raises(ValidationError):
        House().reader({"checked": "a"})


@pytest.mark.parametrize("body", [[], {"nobody": 1}, {"anything": None}])
def test_the_quick_way_takes_nothing_but_known_fields(body: Any) -> None:
    with pytest.raises(FaultyError):
        House().reader(body)

"""Batches: many questions in one call, each answered as its own call would have been."""

from __future__ import annotations

import copy
import json
import logging
from typing import Any
from unittest.mock import Mock

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api.typed import OPERATIONS
from app import create_app
from rules.rulings import Fault, InputError
from schemas.batch import BATCH_LIMIT, MOST_ITEMS, MOST_WORK
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import ADVANCE, BATCH, OPTIONS, PLAY, QUESTIONS, SPADES, TRICK

OWN = {name: question for name, question in QUESTIONS.items() if name in OPERATIONS}
"""Every question that a batch may hold."""


def item(op: str, body: Any, **more: Any) -> dict[str, Any]:
    return {"op": op, "body": body, **more}


def results(ask: Asker, *items: Any, **shared: Any) -> list[dict[str, Any]]:
    answered: list[dict[str, Any]] = ask("batch", {"requests": list(items), **shared})["results"]
    return answered


def without(question: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in question.items() if key not in keys}


def test_every_decision_may_stand_in_a_batch(client: CheckedClient) -> None:
    description = client.get("/openapi.json").json
    posts = {
        path.removeprefix("/v1/")
        for path, operations in description["paths"].items()
        if "403" not in operations.get("post", {"responses": {"403": ""}})["responses"]
    }
    assert posts - OPERATIONS.keys() <= {"batch", "deals/notation/parse", "deals/notation/format"}
    assert OPERATIONS.keys() <= posts


@pytest.mark.parametrize("op", sorted(OWN))
def test_an_item_is_answered_as_its_own_call(ask: Asker, op: str) -> None:
    alone = ask(op, OWN[op])
    explained = OWN[op] | ({"explain": True} if "explain" in OPERATIONS[op].question.load_fields else {})
    assert results(ask, item(op, explained)) == [{"status": 200, "body": alone}]


def test_results_keep_the_order_and_the_ids(ask: Asker) -> None:
    answered = results(ask, item("levels/advance", ADVANCE, id="b"), item("plays/check", PLAY), item("levels/advance", ADVANCE, id="b"))
    assert [result.get("id", "-") for result in answered] == ["b", "-", "b"]
    assert [result["status"] for result in answered] == [200, 200, 200]
    assert "legal" in answered[1]["body"]


def test_one_bad_item_fails_alone(ask: Asker) -> None:
    good = item("plays/check", PLAY)
    answered = results(ask, good, item("plays/check", PLAY | {"hand": ["H1"]}, id="x"), good)
    assert [result["status"] for result in answered] == [200, 422, 200]
    assert answered[1]["id"] == "x"


def test_a_refused_item_has_the_problem_of_its_own_call(ask: Asker) -> None:
    body = PLAY | {"hand": ["H1", "H3"], "seat": "Q", "trik": 1}
    alone = ask("plays/check", body, status=422)
    (result,) = results(ask, item("plays/check", body))
    assert result["status"] == 422
    assert result["body"] == alone | {"instance": "/v1/batch#/requests/0"}
    assert [fault["pointer"] for fault in result["body"]["errors"]] == ["/hand/0", "/seat", "/trik"]


def test_what_the_engine_refuses_is_that_items_problem(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(question: Any, language: str) -> dict[str, Any]:
        raise InputError([Fault("/cards", "mixed_groups")])

    monkeypatch.setitem(OPERATIONS, "plays/check", OPERATIONS["plays/check"]._replace(decide=refuse))
    (result,) = results(ask, item("plays/check", PLAY))
    assert (result["status"], result["body"]["code"]) == (422, "mixed_groups")


@pytest.mark.parametrize("op", ["plays/chek", "batch", "../healthz", "cards", "x" * 100])
def test_what_a_batch_cannot_ask_is_not_found(ask: Asker, op: str) -> None:
    good = item("levels/advance", ADVANCE)
    answered = results(ask, item(op, {}, id="n"), good)
    assert [result["status"] for result in answered] == [404, 200]
    problem = answered[0]["body"]
    assert (problem["code"], problem["instance"]) == ("operation_not_found", "/v1/batch#/requests/0")
    assert ("Did you mean “plays/check”?" in problem["detail"]) == (op == "plays/chek")


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        (7, {("", "wrong_type")}),
        ({}, {("/op", "missing_field"), ("/body", "missing_field")}),
        ({"op": "plays/check", "bdy": {}}, {("/bdy", "unknown_field"), ("/body", "missing_field")}),
        ({"op": "plays/check", "body": None}, {("/body", "null_not_allowed")}),
        ({"op": 5, "body": {}}, {("/op", "wrong_type")}),
        ({"op": "", "body": {}}, {("/op", "wrong_length")}),
        ({"op": "plays/check", "body": {}, "id": 5}, {("/id", "wrong_type")}),
        ({"op": "plays/check", "body": {}, "id": "x" * 101}, {("/id", "wrong_length")}),
        ({"op": "plays/check", "body": {}, "id": "a\0"}, {("/id", "text_not_allowed")}),
    ],
)
def test_the_form_of_an_item_is_told_from_the_batch(ask: Asker, sent: Any, faults: set[tuple[str, str]]) -> None:
    answered = results(ask, item("levels/advance", ADVANCE), sent)
    assert [result["status"] for result in answered] == [200, 422]
    told = {(fault["pointer"], fault["code"]) for fault in answered[1]["body"]["errors"]}
    assert told == {(f"/requests/1{pointer}", code) for pointer, code in faults}
    assert "id" not in answered[1]


def test_an_item_of_a_faulty_form_keeps_its_id(ask: Asker) -> None:
    assert results(ask, {"id": "a", "op": "plays/check"})[0]["id"] == "a"


@pytest.mark.parametrize("body", [5, "x", [], [PLAY]])
def test_a_body_that_is_no_object_is_told_at_its_root(ask: Asker, body: Any) -> None:
    for op in OPERATIONS:
        (result,) = results(ask, item(op, body), ruleset="jiangsu-2007")
        assert [(fault["pointer"], fault["code"]) for fault in result["body"]["errors"]] == [("", "wrong_type")]


def test_ruleset_and_trump_are_shared_with_the_items_that_take_them(ask: Asker) -> None:
    bare = item("plays/check", without(PLAY, "ruleset", "trump"))
    answered = results(ask, bare, item("levels/advance", without(ADVANCE, "ruleset")), ruleset="gongxiao-2013", trump=SPADES)
    assert [result["status"] for result in answered] == [200, 200]
    assert {result["body"]["ruleset"]["id"] for result in answered} == {"gongxiao-2013"}


def test_an_items_own_ruleset_and_trump_go_first(ask: Asker) -> None:
    no_duty = {"extends": "jiangsu-2007", "follow": {"pairs": False}}
    body = without(PLAY, "ruleset") | {"cards": ["H5", "H6"]}
    shared, own = results(ask, item("plays/check", body), item("plays/check", body | {"ruleset": "jiangsu-2007"}), ruleset=no_duty)
    assert (shared["body"]["legal"], own["body"]["legal"]) == (True, False)
    assert shared["body"]["ruleset"] == {"id": "jiangsu-2007", "revision": 1, "inline": True}
    trumped = without(TRICK, "trump")
    first, second = results(
        ask, item("tricks/resolve", trumped), item("tricks/resolve", trumped | {"trump": {"suit": "D", "level": "8"}}), trump=SPADES
    )
    assert (first["body"]["winner"], second["body"]["winner"]) == ("S", "E")


def test_a_missing_ruleset_is_that_items_fault(ask: Asker) -> None:
    (result,) = results(ask, item("plays/check", without(PLAY, "ruleset")), trump=SPADES)
    assert [(fault["pointer"], fault["code"]) for fault in result["body"]["errors"]] == [("/ruleset", "missing_field")]


def test_a_shared_trump_that_an_items_ruleset_lacks_is_that_items_fault(ask: Asker) -> None:
    level = {"suit": "NT", "level": "joker"}
    own, other = results(
        ask,
        item("hands/describe", {"ruleset": "guizhou-2010", "hand": "SA"}),
        item("hands/describe", {"ruleset": "jiangsu-2007", "hand": "SA"}),
        trump=level,
    )
    assert (own["status"], other["status"]) == (200, 422)
    assert [(fault["pointer"], fault["code"]) for fault in other["body"]["errors"]] == [("/trump/level", "level_not_on_ladder")]


def test_what_is_shared_is_judged_once_and_first(ask: Asker) -> None:
    problem = ask(
        "batch", BATCH, status=422, ruleset={"extends": "jiangsu-2007", "throws": {"alowed": True}}, trump={"suit": "X", "level": "8"}
    )
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [
        ("/ruleset/throws/alowed", "unknown_option"),
        ("/trump/suit", "unknown_suit"),
    ]
    problem = ask("batch", BATCH, status=422, trump={"suit": "NT", "level": "joker"})
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/trump/level", "level_not_on_ladder")]


def test_rulings_are_left_out_unless_an_item_asks_for_them(ask: Asker) -> None:
    silent, told = results(ask, item("plays/check", PLAY), item("plays/check", PLAY | {"explain": True}))
    assert "rulings" not in silent["body"]
    assert told["body"]["rulings"]


def test_explain_may_stand_once_for_all_items_and_an_items_own_goes_first(ask: Asker) -> None:
    items = [item("plays/check", PLAY), item("plays/check", PLAY | {"explain": False}), item("hands/describe", QUESTIONS["hands/describe"])]
    told, silent, other = results(ask, *items, explain=True)
    assert told["body"]["rulings"]
    assert "rulings" not in silent["body"]
    assert other["status"] == 200
    assert ask("batch", BATCH, status=422, explain=1)["errors"][0]["pointer"] == "/explain"


@pytest.mark.parametrize("count", [0, MOST_ITEMS + 1])
def test_a_batch_of_none_or_too_many_is_refused(ask: Asker, count: int) -> None:
    problem = ask("batch", {"requests": [item("levels/advance", ADVANCE)] * count}, status=422)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/requests", "wrong_length")]


@pytest.mark.parametrize("requests", [None, {}, "x"])
def test_a_batch_without_a_list_is_refused(ask: Asker, requests: Any) -> None:
    assert ask("batch", BATCH, status=422, requests=requests)["errors"][0]["pointer"] == "/requests"


def test_a_thousand_decisions_are_answered(ask: Asker) -> None:
    answered = results(ask, *[item("plays/check", PLAY, id=str(index)) for index in range(MOST_ITEMS)])
    assert [result["id"] for result in answered] == [str(index) for index in range(MOST_ITEMS)]
    assert all(result["status"] == 200 for result in answered)


INLINE = {"extends": "jiangsu-2007"}


@pytest.mark.parametrize(
    ("op", "body", "work"),
    [
        ("plays/check", PLAY, 1),
        ("plays/check", PLAY | {"ruleset": INLINE}, 6),
        ("rulesets/validate", INLINE, 5),
        ("plays/options", OPTIONS, 1),
        ("plays/options", OPTIONS | {"limit": 50}, 1),
        ("plays/options", OPTIONS | {"limit": 51}, 2),
        ("plays/options", OPTIONS | {"limit": 500.0}, 10),
        ("plays/options", OPTIONS | {"limit": "500"}, 1),
        ("no/such", {}, 1),
        ("plays/check", 7, 1),
    ],
)
def test_an_item_costs_work(ask: Asker, op: str, body: Any, work: int) -> None:
    most = MOST_WORK // work
    assert len(results(ask, *[item(op, body)] * most)) == most
    if most == MOST_ITEMS:
        return
    problem = ask("batch", {"requests": [item(op, body)] * (most + 1)}, status=422)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/requests", "too_much_work")]
    assert str((most + 1) * work) in problem["detail"]


def test_a_shared_inline_ruleset_costs_nothing_extra(ask: Asker) -> None:
    bare = item("plays/check", without(PLAY, "ruleset"))
    assert len(results(ask, *[bare] * MOST_ITEMS, ruleset=INLINE)) == MOST_ITEMS


def test_at_most_a_hundred_faults_of_an_item_are_told(ask: Asker) -> None:
    (result,) = results(ask, item("plays/check", {f"k{number}": 1 for number in range(250)}))
    assert len(result["body"]["errors"]) == 100
    assert result["body"]["detail"] == "Listed here: the first 100 faults; there may be more."


def test_the_items_of_a_batch_share_the_faults_that_are_told(ask: Asker) -> None:
    many = item("plays/check", {f"k{number}": 1 for number in range(150)})
    answered = results(ask, *[many] * 12, item("plays/check", PLAY))
    assert [len(result["body"]["errors"]) for result in answered[:12]] == [100] * 10 + [1, 1]
    assert answered[11]["body"]["detail"] == "Listed here: the first fault; there may be more."
    assert answered[12]["status"] == 200


def test_the_items_of_a_batch_share_the_names_that_are_sought(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    seek = Mock(return_value=[])
    monkeypatch.setattr("schemas.faults.get_close_matches", seek)
    items = [item("plays/check", {f"trik{number}": 1 for number in range(20)})] * 30
    results(ask, *items, *[item("plays/chek", {})] * 30, *[item("penalties/assess", {"offence": "x", "side": "NS"}, id="p")] * 30)
    assert seek.call_count == 100


def test_values_are_told_as_they_were_sent_and_not_as_the_batch_filled_them_in(ask: Asker) -> None:
    final = {"declarer": "N", "levels": {"NS": "5", "EW": "9"}, "trick_points": 75}
    (result,) = results(ask, item("deals/score", final), ruleset=INLINE, trump=SPADES)
    assert result["status"] == 422
    assert all("value" not in fault for fault in result["body"]["errors"])
    level = {"suit": "NT", "level": "joker"}
    (result,) = results(ask, item("hands/describe", {"ruleset": "jiangsu-2007", "hand": "SA"}), trump=level)
    assert [(fault["pointer"], fault["value"]) for fault in result["body"]["errors"]] == [("/trump/level", "joker")]


def test_two_mebibytes_are_read_and_no_more(client: CheckedClient) -> None:
    text = json.dumps(BATCH)
    assert client.post("/v1/batch", data=text + " " * (BATCH_LIMIT - len(text)), content_type="application/json").status_code == 200
    answer = client.post("/v1/batch", data=text + " " * BATCH_LIMIT, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (413, "body_too_large")


def test_nesting_is_counted_over_the_whole_batch(ask: Asker) -> None:
    deep: Any = 1
    for _ in range(12):
        deep = [deep]
    assert results(ask, item("plays/check", {"x": deep}))[0]["body"]["errors"][0]["code"] == "missing_field"
    assert ask("batch", {"requests": [item("plays/check", {"x": [deep]})]}, status=422)["code"] == "too_deep"


def test_the_language_is_that_of_the_batch(ask: Asker) -> None:
    answer = ask.response("batch", {"requests": [item("plays/check", PLAY | {"hand": "H1"}), item("x", {})]}, Accept_Language="zh-TW")
    assert answer.headers["Content-Language"] == "zh-Hant"
    assert [result["body"]["title"] for result in answer.json["results"]] == ["無法對此請求作出裁定", "批次中沒有此操作"]


def test_a_failure_of_ours_fails_its_item_alone_and_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"LOG_LEVEL": "CRITICAL"})

    def fail(question: Any, language: str) -> dict[str, Any]:
        raise ZeroDivisionError("a secret")

    monkeypatch.setitem(OPERATIONS, "plays/check", OPERATIONS["plays/check"]._replace(decide=fail))
    monkeypatch.setattr(app.logger, "disabled", False)
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().post(
            "/v1/batch", json={"requests": [item("plays/check", PLAY, id="a"), item("levels/advance", ADVANCE)]}
        )
    assert [(result["status"], result["body"].get("code")) for result in answer.json["results"]] == [(500, "internal_error"), (200, None)]
    assert answer.json["results"][0]["id"] == "a"
    assert "a secret" not in answer.get_data(as_text=True)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


def test_items_problems_are_declared(ask: Asker, client: CheckedClient) -> None:
    description = copy.deepcopy(client.get("/openapi.json").json)
    schema = {"$ref": "#/components/schemas/Problem", "components": description["components"]}
    for result in results(ask, item("x", {}), 7, item("plays/check", {})):
        Draft202012Validator(schema).validate(result["body"])

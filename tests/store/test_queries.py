"""Queries: each parameter that an operation knows, each once, and none of another name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.checked import CheckedClient, description
from tests.store.conftest import Keys, bearer
from tests.store.owning import Owned, own


@pytest.fixture
def owned(client: CheckedClient, keys: Keys) -> Owned:
    return own(client, keys)


def queried() -> Iterator[tuple[str, list[str]]]:
    """The paths whose GET takes parameters in its query, with these."""
    for path, item in description()["paths"].items():
        names = [one["name"] for one in item.get("get", {}).get("parameters", ()) if one.get("in") == "query"]
        if names:
            yield path, names


def test_the_operations_that_take_a_query_are_these() -> None:
    paths = [path for path, _ in queried()]
    assert len(paths) == 8 and {"/readyz", "/v1/rulesets", "/v1/matches", "/v1/webhooks"} < set(paths)


def faults(client: CheckedClient, path: str, owned: Owned, query: str) -> Any:
    answer = client.get(f"{path.format_map(owned.ids)}?{query}", headers=bearer(owned.keys["admin"]))
    assert answer.status_code == 422, answer.get_data(as_text=True)
    return [(fault["pointer"], fault["code"], fault["message"]) for fault in answer.json["errors"]]


@pytest.mark.parametrize(("path", "names"), list(queried()))
def test_a_parameter_of_another_name_is_refused_with_those_that_are_taken(
    client: CheckedClient, owned: Owned, path: str, names: list[str]
) -> None:
    ((pointer, code, message),) = faults(client, path, owned, "colour=red")
    assert (pointer, code) == ("/colour", "unknown_field") and all(name in message for name in names)


@pytest.mark.parametrize(("path", "names"), list(queried()))
def test_a_parameter_is_given_once(client: CheckedClient, owned: Owned, path: str, names: list[str]) -> None:
    for name in names:
        for second in ("1", "2"):
            told = faults(client, path, owned, f"{name}=1&{name}={second}&colour=red")
            assert {(pointer, code) for pointer, code, _ in told} >= {(f"/{name}", "repeated_parameter"), ("/colour", "unknown_field")}


def test_a_name_that_was_nearly_right_is_asked_about(client: CheckedClient, owned: Owned) -> None:
    ((_, _, message),) = faults(client, "/v1/matches", owned, "state=finished")
    assert message == "There is no field of this name here. It takes after, limit, status, event, table. Did you mean “status”?"


def test_all_faults_of_a_query_are_told_at_once(client: CheckedClient, owned: Owned) -> None:
    told = faults(client, "/v1/matches", owned, "limit=x&state=finished&after=a&after=b")
    assert {(pointer, code) for pointer, code, _ in told} == {
        ("/limit", "wrong_type"),
        ("/state", "unknown_field"),
        ("/after", "repeated_parameter"),
    }


def test_a_read_token_stands_beside_what_a_query_takes(client: CheckedClient, owned: Owned) -> None:
    token = owned.play.begun["read_token"]
    for what in ("scoreboard", "events", "events?after=1"):
        joint = "&" if "?" in what else "?"
        assert client.get(f"{owned.play.path}/{what}{joint}token={token}").status_code == 200
    refused = client.get(f"{owned.play.path}/events?token={token}&aftr=1")
    assert refused.status_code == 422 and refused.json["errors"][0]["nearest"] == "after"


UNQUERIED = ("", "/scoreboard", "/log.csv", "/verify", "/export")


@pytest.mark.parametrize("what", UNQUERIED)
def test_what_takes_no_parameter_takes_none(client: CheckedClient, owned: Owned, what: str) -> None:
    for query in ("after=3", "colour=red&colour=blue"):
        answer = client.get(f"{owned.play.path}{what}?{query}", headers=bearer(owned.keys["reader"]))
        assert answer.status_code == 422
        name = query.partition("=")[0]
        (fault,) = answer.json["errors"]
        assert (fault["pointer"], fault["code"]) == (f"/{name}", "unknown_field")


@pytest.mark.parametrize("what", ["scoreboard", "events"])
def test_a_read_token_that_comes_twice_is_refused_and_not_repeated(client: CheckedClient, owned: Owned, what: str) -> None:
    token = owned.play.begun["read_token"]
    answer = client.get(f"{owned.play.path}/{what}?token={token}&token=x")
    assert answer.status_code == 422 and answer.json["errors"][0]["code"] == "repeated_parameter"
    assert token not in answer.get_data(as_text=True)

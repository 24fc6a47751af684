"""The READMEs are true: their curl calls give the answers printed below them, and what they list exists."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from app import create_app
from script.readme import BASE, READMES, ROOT, Call, calls, read, rulesets, served_rulesets


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_LEVEL": "ERROR"}).test_client()


@pytest.mark.parametrize(("name", "call"), [pytest.param(n, c, id=f"{n}-{c.path}") for n in READMES for c in calls(n)])
def test_a_printed_call_gives_the_printed_answer(client: FlaskClient, name: str, call: Call) -> None:
    assert call.ask(client) == json.loads(call.printed)


@pytest.mark.parametrize("name", READMES)
def test_the_first_screen_serves_asks_and_answers(name: str) -> None:
    first_screen = "\n".join(read(name).splitlines()[:60])
    assert "make serve" in first_screen
    assert f"curl -s {BASE}/v1/plays/check" in first_screen
    assert '"legal": false' in first_screen


@pytest.mark.parametrize("name", READMES)
def test_the_table_of_endpoints_is_that_of_the_service(client: FlaskClient, name: str) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    served = {f"{method.upper()} {path}" for path, item in paths.items() for method in item.keys() - {"parameters"}}
    listed = {f"{method} {path}" for method, path in re.findall(r"^\| `(GET|POST|PUT|DELETE) (/\S*)` \|", read(name), re.MULTILINE)}
    assert listed == served


@pytest.mark.parametrize(("name", "language"), READMES.items())
def test_the_table_of_rulesets_is_that_of_the_service(client: FlaskClient, name: str, language: str) -> None:
    assert rulesets(read(name)) == served_rulesets(client, language)


@pytest.mark.parametrize("name", READMES)
def test_every_make_target_named_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)\b", read(name))) <= targets


@pytest.mark.parametrize("name", READMES)
def test_every_link_into_the_repository_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", read(name))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_both_readmes_ask_the_same_questions() -> None:
    english, chinese = (calls(name) for name in READMES)
    assert [(c.path, c.body) for c in english] == [(c.path, c.body) for c in chinese]

"""What may be read: cards, rulesets, clauses, differences, the judgement of a document, the service's own pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.docs import PAGES
from rules.catalogue import PRESET_IDS
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker

ROOT = Path(__file__).parents[2]
READS = [
    "/v1/cards",
    "/v1/rulesets",
    "/v1/rulesets/jiangsu-2007",
    "/v1/rulesets/jiangsu-2007/clauses",
    "/v1/rulesets/jiangsu-2007/offences",
    "/v1/rulesets/jiangsu-2007/diff/guizhou-2010",
    "/",
    "/openapi.json",
]


@pytest.mark.parametrize("path", READS)
def test_what_the_client_has_is_not_sent_again(client: CheckedClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_etag_belongs_to_a_language(client: CheckedClient) -> None:
    tags = {client.get("/v1/cards", headers={"Accept-Language": each}).headers["ETag"] for each in ("en", "zh-Hans", "zh-Hant")}
    assert len(tags) == 3


def test_there_are_54_cards_and_100_points_in_a_deck(client: CheckedClient) -> None:
    cards = client.get("/v1/cards").json["cards"]
    assert len({card["token"] for card in cards}) == 54
    assert sum(card["points"] for card in cards) == 100


def test_the_presets_are_listed_page_by_page(client: CheckedClient) -> None:
    whole = client.get("/v1/rulesets").json
    assert [entry["id"] for entry in whole["rulesets"]] == list(PRESET_IDS)
    assert "next" not in whole
    found: list[str] = []
    after = ""
    while after is not None:
        page = client.get(f"/v1/rulesets?limit=3{after and '&after='}{after}").json
        found += [entry["id"] for entry in page["rulesets"]]
        after = page.get("next")
    assert found == list(PRESET_IDS)


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "limit=1.5", "limit=", "after=nobody"])
def test_a_page_that_cannot_be_is_422(client: CheckedClient, query: str) -> None:
    answer = client.get(f"/v1/rulesets?{query}")
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/" + query.partition("=")[0]


def test_other_query_parameters_are_refused_where_some_are_taken(client: CheckedClient) -> None:
    (fault,) = client.get("/v1/rulesets?x=1&limit=2").json["errors"]
    assert (fault["pointer"], fault["code"], fault["value"]) == ("/x", "unknown_field", "1")


@pytest.mark.parametrize("name", PRESET_IDS)
def test_a_ruleset_is_read_whole_and_may_be_sent_on(client: CheckedClient, name: str) -> None:
    ruleset = client.get(f"/v1/rulesets/{name}").json
    assert (ruleset["id"], ruleset["revision"]) == (name, 1)
    assert ruleset["title"].keys() == {"en", "zh-Hans", "zh-Hant"}
    assert ruleset["basis"]["kitty.multipliers"]["basis"] in ("printed", "reading")
    assert client.get(f"/v1/rulesets/{name}@1").json == ruleset
    assert client.post("/v1/rulesets/validate", json=ruleset).json["valid"] is True


@pytest.mark.parametrize("name", PRESET_IDS)
def test_clauses_are_whole(client: CheckedClient, name: str) -> None:
    clauses = client.get(f"/v1/rulesets/{name}/clauses").json["clauses"]
    assert len({clause["id"] for clause in clauses}) == len(clauses) > 10
    assert all(clause["title"] for clause in clauses)


def test_a_ruleset_does_not_differ_from_itself(client: CheckedClient) -> None:
    assert client.get("/v1/rulesets/jiangsu-2007/diff/jiangsu-2007").json == {"a": "jiangsu-2007", "b": "jiangsu-2007", "differences": []}
    there = client.get("/v1/rulesets/jiangsu-2007/diff/march8-2012").json["differences"]
    back = client.get("/v1/rulesets/march8-2012/diff/jiangsu-2007").json["differences"]
    assert [(each["path"], each.get("a"), each.get("b")) for each in there] == [
        (each["path"], each.get("b"), each.get("a")) for each in back
    ]
    allowed = next(each for each in there if each["path"] == "throws.allowed")
    assert (allowed["a"], allowed["b"], allowed["basis"]["b"]) == (True, False, "printed")


def test_a_document_is_judged_with_200_either_way(ask: Asker) -> None:
    good = ask("rulesets/validate", {"extends": "jiangsu-2007", "throws": {"allowed": False}})
    assert good["valid"] is True
    assert good["ruleset"]["throws"]["allowed"] is False
    assert "errors" not in good
    bad: Any = ask("rulesets/validate", {"extends": "jiangsu", "throws": {"alowed": False}})
    assert bad["valid"] is False
    assert [(fault["pointer"], fault["code"], fault["nearest"]) for fault in bad["errors"]] == [
        ("/extends", "ruleset_not_found", "jiangsu-2007"),
        ("/throws/alowed", "unknown_option", "throws.allowed"),
    ]
    assert "ruleset" not in bad


def test_the_index_leads_to_everything(client: CheckedClient) -> None:
    links = client.get("/").json["links"].values()
    told = {path: client.get(path, follow_redirects=True).status_code for path in links}
    assert told == {path: 401 if path in ("/v1/matches", "/v1/webhooks") else 200 for path in links}  # what needs a key


def test_the_documentation_needs_no_other_host(client: CheckedClient) -> None:
    page = client.get("/docs", follow_redirects=True).get_data(as_text=True)
    assert "http://" not in page.replace("http://localhost", "")
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui-standalone-preset.js", "swagger-ui.css", "index.css"):
        assert f"/docs/{asset}" in page
        with client.get(f"/docs/{asset}") as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_beside_the_documentation_are_served_as_text(client: CheckedClient, page: str) -> None:
    answer = client.get(f"/docs/{page}")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.get_data(as_text=True) == (ROOT / "docs" / page).read_text(encoding="utf-8")

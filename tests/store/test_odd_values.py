"""Whatever stands in a path, a query or a header of the store's operations: it is refused or passed over, never an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.api.checked import CheckedClient, description
from tests.store.conftest import Keys, bearer
from tests.store.owning import NAMING, Owned, operations, own

pytestmark = pytest.mark.full

ODD = [
    "",
    "\0",
    "a\0b",
    "0",
    "-1",
    "1",
    "9" * 9,
    "9" * 18,
    "9" * 30,
    "1e9",
    "٣",
    "²",
    "升",
    "💥",
    "%",
    "'",
    "a" * 5000,
    "\udcff",
    "true",
    "\n",
]


@pytest.fixture
def owned(client: CheckedClient, keys: Keys) -> Owned:
    return own(client, keys)


def written(value: str) -> str:
    return quote(value.encode(errors="surrogateescape"), safe="")


def queried() -> Iterator[tuple[str, str]]:
    """The operations that read, with each parameter of their queries."""
    components = description()["components"].get("parameters", {})
    for name, (method, path) in operations().items():
        if method == "GET":
            item = description()["paths"][path]
            for parameter in (*item[method.lower()].get("parameters", ()), *item.get("parameters", ())):
                known = components[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
                if known["in"] == "query":
                    yield name, known["name"]


@pytest.mark.parametrize(("name", "parameter"), sorted(queried()))
def test_no_value_of_a_query_breaks_anything(client: CheckedClient, owned: Owned, name: str, parameter: str) -> None:
    path = operations()[name][1].format_map(owned.ids)
    headers = {} if parameter == "token" else bearer(owned.keys["admin"])
    for value in ODD:
        assert client.get(f"{path}?{parameter}={written(value)}", headers=headers).status_code < 500, value


@pytest.mark.parametrize("name", NAMING)
def test_no_name_in_a_path_breaks_anything(client: CheckedClient, owned: Owned, name: str) -> None:
    method, template = operations()[name]
    for value in ODD:
        path = "/".join(written(value) if part.startswith("{") else part for part in template.split("/"))
        answer = client.open(path, method=method, headers={**bearer(owned.keys["admin"]), "If-Match": "*"}, json={})
        assert answer.status_code < 500, value
        if "{number}" in template:
            known = template.format_map(owned.ids | {"number": written(value)})
            assert client.open(known, method=method, headers=bearer(owned.keys["admin"])).status_code < 500, value


@pytest.mark.parametrize("header", ["Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Authorization"])
def test_no_header_breaks_anything(client: CheckedClient, owned: Owned, header: str) -> None:
    at = owned.play.path
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", f"{at}/void", {"json": {"reason": "x"}}),
        ("PUT", "/v1/rulesets/club", {"json": {"extends": "jiangsu-2007"}}),
        ("GET", f"{at}/scoreboard", {}),
        ("GET", f"{at}/events", {}),
        ("GET", f"{at}/log", {}),
    ]
    for value in (*ODD, 'W/"x"', '"', '"a", *', "Bearer"):
        raw = value.encode(errors="surrogateescape").decode("latin-1")
        for method, path, sent in asked:
            given = {"HTTP_AUTHORIZATION": f"Bearer {owned.keys['admin']}", f"HTTP_{header.upper().replace('-', '_')}": raw}
            assert client.open(path, method=method, environ_overrides=given, **sent).status_code < 500, (method, path, value)

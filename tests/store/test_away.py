"""When the database is away, full, locked or read-only: decisions go on, the store says why and when to ask again, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text

from app import create_app
from rules.catalogue import PRESET_IDS
from store import migrating
from store.database import Store
from store.keys import create_key
from tests.api.checked import CheckedClient
from tests.api.questions import QUESTIONS
from tests.store.conftest import Keys, bearer, store_of
from tests.store.test_matches import Play
from tests.support.server import free_port

KEY = "sj_live_k0123456789ab_" + "0" * 64


@pytest.fixture(params=["postgresql", "sqlite"])
def away(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CheckedClient]:
    """A service whose database nobody serves, or whose file cannot be."""
    url = f"postgresql+psycopg://nobody@127.0.0.1:{free_port()}/x" if request.param == "postgresql" else f"sqlite:///{tmp_path}/none/x.db"
    app = create_app({"DATABASE_URL": url, "LOG_LEVEL": "ERROR"})
    app.test_client_class = CheckedClient
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        yield client
    store_of(app).close()


@pytest.mark.parametrize("path", sorted(QUESTIONS))
def test_decisions_are_answered_without_it(away: CheckedClient, path: str) -> None:
    for headers in ({}, bearer(KEY)):
        assert away.post(f"/v1/{path}", json=QUESTIONS[path], headers=headers).status_code == 200


def test_presets_are_read_without_it(away: CheckedClient) -> None:
    for preset in PRESET_IDS:
        for what in ("", "/clauses", "/offences", "/diff/jiangsu-2007"):
            assert away.get(f"/v1/rulesets/{preset}{what}", headers=bearer(KEY)).status_code == 200
    assert away.get("/v1/rulesets").status_code == 200


def test_the_store_says_that_it_is_away(away: CheckedClient) -> None:
    question = {"ruleset": "our-club", **{key: value for key, value in QUESTIONS["levels/advance"].items() if key != "ruleset"}}
    answers = [
        away.get("/v1/matches", headers=bearer(KEY)),
        away.get("/v1/rulesets", headers=bearer(KEY)),
        away.post("/v1/levels/advance", json=question, headers=bearer(KEY)),
    ]
    for answer in answers:
        assert answer.status_code == 503 and answer.json["code"] == "store_away" and int(answer.headers["Retry-After"]) > 0
    batch = {"requests": [{"op": "levels/advance", "body": question}, {"op": "levels/advance", "body": QUESTIONS["levels/advance"]}]}
    assert [item["status"] for item in away.post("/v1/batch", json=batch, headers=bearer(KEY)).json["results"]] == [503, 200]
    assert away.post("/v1/levels/advance", json=question).json["code"] == "ruleset_not_found"
    ready = away.get("/readyz")
    assert ready.status_code == 200 and ready.json == {"decisions": "ready", "store": "away"}
    assert away.get("/readyz?need=store").status_code == 503


def test_no_preset_asks_the_database(client: CheckedClient, keys: Keys, app: Flask) -> None:
    opened: list[Any] = []
    engine = store_of(app).engine

    def note(*arguments: Any) -> None:
        opened.append(arguments)

    event.listen(engine, "checkout", note)
    try:
        for path, question in QUESTIONS.items():
            client.post(f"/v1/{path}", json=question, headers=bearer(keys["reader"]))
            client.post("/v1/batch", json={"requests": [{"op": path, "body": question}]}, headers=bearer(keys["reader"]))
        for preset in PRESET_IDS:
            for what in ("", "@1", "/clauses", "/offences", "/diff/jiangsu-2007"):
                assert client.get(f"/v1/rulesets/{preset}{what}", headers=bearer(keys["reader"])).status_code == 200
            document = {"extends": preset}
            assert client.post("/v1/rulesets/validate", json=document, headers=bearer(keys["reader"])).json["valid"]
        for path in ("/", "/healthz", "/openapi.json", "/docs/", "/v1/cards", "/v1/rulesets"):
            assert client.get(path).status_code == 200
        assert opened == []
        client.get("/v1/matches", headers=bearer(keys["reader"]))
        assert opened
    finally:
        event.remove(engine, "checkout", note)


def test_readiness_tells_how_the_store_is(client: CheckedClient, tmp_path: Path) -> None:
    assert client.get("/readyz").json == {"decisions": "ready", "store": "ready"}
    assert client.get("/readyz?need=store").status_code == 200
    file = tmp_path / "new.db"
    file.touch()
    app = create_app({"DATABASE_URL": f"sqlite:///{file}", "LOG_LEVEL": "ERROR"})
    assert app.test_client().get("/readyz").json["store"] == "migrating"
    store_of(app).close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Play]:
    """A match in an SQLite file of its own."""
    app = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'own.db'}", "LOG_LEVEL": "ERROR", "DATABASE_CONNECTIONS": 1})
    app.test_client_class = CheckedClient
    store = store_of(app)
    migrating.upgrade(store)
    with store.writing() as session:
        key = create_key(session, "club", "admin")
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        play = Play(client, dict.fromkeys(("reader", "scorer", "referee", "admin"), key))
        play.deal(80, declarer="N")
        yield play
    store.close()


def store_behind(play: Play) -> Store:
    return store_of(play.client.application)


def test_a_full_disk_is_507_and_loses_nothing(own: Play) -> None:
    with store_behind(own).reading() as session:
        pages = session.execute(text("PRAGMA page_count")).scalar_one()
        session.execute(text(f"PRAGMA max_page_count = {pages}"))
    note = {"kind": "score", "deal": {"attackers_points": 80}}
    stored, refused = 0, None
    for number in range(200):
        answer = own.client.post(f"{own.path}/deals", json=note, headers=bearer(own.keys["scorer"], Idempotency_Key=f"k{number}"))
        if answer.status_code != 201:
            refused = answer
            break
        stored += 1
    assert refused is not None and refused.status_code == 507 and refused.json["code"] == "store_full" and "Retry-After" in refused.headers
    assert own.state()["seq"] == 1 + stored
    with store_behind(own).reading() as session:
        session.execute(text("PRAGMA max_page_count = 100000"))
    again = own.client.post(f"{own.path}/deals", json=note, headers=bearer(own.keys["scorer"], Idempotency_Key=f"k{stored}"))
    assert again.status_code == 201 and again.json["state"]["seq"] == 2 + stored
    verdict = own.client.get(f"{own.path}/verify", headers=bearer(own.keys["reader"])).json
    assert verdict == {"valid": True, "entries": 2 + stored}


def test_a_database_that_takes_no_changes_is_read_all_the_same(play: Play, app: Flask) -> None:
    store = store_of(app)

    def forbid(connection: Any, record: Any, proxy: Any) -> None:
        statement = "PRAGMA query_only = ON" if store.is_sqlite else "SET default_transaction_read_only = on"
        cursor = connection.cursor()
        cursor.execute(statement)
        cursor.close()
        if not store.is_sqlite:
            connection.commit()

    event.listen(store.engine, "checkout", forbid)
    try:
        refused = play.deal(80, 503, declarer="N")
        assert refused["code"] == "store_read_only"
        assert play.state()["seq"] == 0
    finally:
        event.remove(store.engine, "checkout", forbid)
        store.engine.dispose()
    assert play.deal(80, declarer="N")["state"]["seq"] == 1


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


def test_a_database_that_is_locked_for_too_long_is_busy(own: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Store(store_behind(own).url.render_as_string())
    with store_behind(own).reading() as session:
        session.execute(text("PRAGMA busy_timeout = 50"))
    with other.writing() as session:
        session.execute(text("SELECT 1"))
        answer = own.client.post(f"{own.path}/void", json={"reason": "x"}, headers=bearer(own.keys["referee"]))
        assert answer.status_code == 503 and answer.json["code"] == "store_busy"
        assert own.state()["seq"] == 1
    other.close()
    assert own.post("void", {"reason": "x"})["state"]["seq"] == 2

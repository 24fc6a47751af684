"""How the store is, for whoever probes it: looked at once in a second, and never waited for."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import pytest

from api import readiness
from api.readiness import Looker, look
from app import create_app
from store import migrating
from store.database import Store, read_url
from tests.api.checked import CheckedClient
from tests.store.conftest import store_of
from tests.support.relay import Relay
from tests.support.server import free_port


class Looks:
    """Looks that last until they are let go, and end as they are told."""

    def __init__(self) -> None:
        self.count = 0
        self.how: str | Exception = "ready"
        self.may_end, self.began = Event(), Event()

    def __call__(self, store: Store) -> str:
        self.count += 1
        self.began.set()
        self.may_end.wait()
        if isinstance(self.how, Exception):
            raise self.how
        return self.how


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Looks]:
    made = Looks()
    monkeypatch.setattr(readiness, "look", made)
    monkeypatch.setattr(readiness, "PATIENCE", 30.0)
    yield made
    made.may_end.set()


def test_many_probes_at_once_take_one_look(store: Store, looks: Looks) -> None:
    looker, answers = Looker(store), []
    probes = [Thread(target=lambda: answers.append(looker.ask())) for _ in range(5)]
    for probe in probes:
        probe.start()
    looks.began.wait()
    looks.may_end.set()
    for probe in probes:
        probe.join()
    assert (answers, looks.count) == (["ready"] * 5, 1)


def test_who_takes_too_long_is_away_and_not_looked_for_again(store: Store, looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    looker = Looker(store)
    with monkeypatch.context() as hasty:
        hasty.setattr(readiness, "PATIENCE", 0.01)
        assert [looker.ask() for _ in range(3)] == ["away"] * 3
    looks.may_end.set()
    assert looker.ask() == "ready" and looks.count == 1


def test_a_look_is_good_for_a_second(store: Store, looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    looker = Looker(store)
    looks.may_end.set()
    assert [looker.ask() for _ in range(3)] == ["ready"] * 3 and looks.count == 1
    monkeypatch.setattr(readiness, "FRESH_FOR", -1.0)
    looks.how = "migrating"
    assert looker.ask() == "migrating" and looks.count == 2


def test_a_look_that_fails_by_our_mistake_holds_nobody_up(store: Store, looks: Looks, caplog: pytest.LogCaptureFixture) -> None:
    looker = Looker(store)
    looks.how = ZeroDivisionError("ours")
    looks.may_end.set()
    assert looker.ask() == "away"
    assert "ZeroDivisionError: ours" in caplog.text


def test_a_look_needs_no_connection_of_the_others_and_no_line_in_the_log(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"), store.reading() as session:
        session.connection()
        assert look(store) == "ready"
    assert caplog.records == []


def test_a_server_that_says_nothing_is_away(postgresql: str) -> None:
    url = read_url(postgresql)
    with Relay(str(url.host), url.port or 5432) as relay:
        relay.is_silent = True
        relay.open()
        store = Store(url.set(host="127.0.0.1", port=relay.port).render_as_string(hide_password=False))
        assert look(store) == "away"
        store.close()


def test_what_is_needed_is_answered_with_why_it_is_not_there(unprepared: str) -> None:
    for url, code in ((unprepared, "store_unprepared"), (f"postgresql+psycopg://x@127.0.0.1:{free_port()}/x", "store_away")):
        app = create_app({"DATABASE_URL": url, "LOG_LEVEL": "ERROR"})
        app.test_client_class = CheckedClient
        with app.test_client() as client:
            answer = client.get("/readyz?need=store")
            assert (answer.status_code, answer.json["code"]) == (503, code) and int(answer.headers["Retry-After"]) > 0
            assert client.get("/readyz?need=decisions").status_code == client.get("/readyz").status_code == 200
            assert client.get("/readyz?need=everything").status_code == 422
        store_of(app).close()


@pytest.fixture
def unprepared(another_postgresql: str) -> str:
    """A database that is there, and was migrated and taken back."""
    store = Store(another_postgresql)
    migrating.upgrade(store)
    migrating.downgrade(store, "base")
    store.close()
    return another_postgresql

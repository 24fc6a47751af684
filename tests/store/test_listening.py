"""The streams from within: what is kept for listeners, silence, a store that goes away, and the places there are."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from api.service import stopping
from store import following, ledger
from store.database import Store
from store.errors import AWAY, StoreError
from store.keys import caller_of
from streams import listening
from streams.app import create_app, streams_of
from streams.listening import Streams
from streams.watching import MOST_KEPT, Listener, Told, Watched
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, store_of
from tests.store.test_matches import Play
from tests.support.server import ROOT

BEAT, RETRY = b":\n\n", b"retry: 2000\n\n"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "TICK", 0.01)
    monkeypatch.setattr(listening, "HEARTBEAT", 0.05)


def at_rest(streams: Streams) -> None:
    """Wait until nobody looks for news any more: a question still on its way would leave a connection open."""
    if streams._poller is not None:
        streams._poller.join(10)
        assert streams._poller.dead


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    play = Play(client, keys)
    play.deal(80, declarer="N")
    return play


def ids(chunk: bytes) -> list[int]:
    return [int(number) for number in re.findall(rb"^id: (\d+)$", chunk, re.MULTILINE)]


def told(stream: Iterator[bytes]) -> list[int]:
    """The numbers of the next events, after whatever silence there is."""
    return ids(next(chunk for chunk in stream if chunk not in (BEAT, RETRY)))


class Shaky:
    """A store that is away while it is told to be."""

    def __init__(self, store: Store) -> None:
        self.store, self.is_away, self.asked = store, False, 0

    @contextmanager
    def reading(self) -> Iterator[Session]:
        self.asked += 1
        if self.is_away:
            raise StoreError(AWAY)
        with self.store.reading() as session:
            yield session


def streams_on(store: Any, play: Play) -> tuple[Streams, tuple[int, str, int]]:
    with store_of(play.client.application).reading() as session:
        caller = caller_of(session, play.keys["reader"])
        assert caller is not None
        match = ledger.find(session, caller.organiser_uid, play.begun["id"])
        return Streams(store, 10, lambda: False), (match.uid, match.id, match.seq)


def test_a_silent_stream_beats_and_costs_one_question_at_each_tick(store: Store, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, look = 0, Streams._look

    def counted(streams: Streams) -> None:
        nonlocal looks
        looks += 1
        look(streams)

    monkeypatch.setattr(Streams, "_look", counted)
    shaky = Shaky(store)
    streams, match = streams_on(shaky, play)
    several = [streams.stream(*match, "", 1) for _ in range(20)]
    assert [next(stream) for stream in several] == [RETRY] * 20
    assert [next(stream) for stream in several] == [BEAT] * 20
    assert looks > 0 and shaky.asked in (looks - 1, looks)  # the last look may not have asked yet
    for stream in several:
        stream.close()  # type: ignore[attr-defined]
    at_rest(streams)


def test_streams_outlast_the_store(store: Store, play: Play, caplog: pytest.LogCaptureFixture) -> None:
    shaky = Shaky(store)
    streams, match = streams_on(shaky, play)
    stream, behind = streams.stream(*match, "", 1), streams.stream(*match, "", 0)
    assert next(stream) == next(behind) == RETRY
    shaky.is_away = True
    play.deal(80)
    assert [next(stream), next(behind), next(stream), next(behind)] == [BEAT] * 4
    assert [record.name for record in caplog.records].count("streams") == 1
    shaky.is_away = False
    assert told(stream) == [2]
    assert told(behind) in ([1], [1, 2])
    stream.close()  # type: ignore[attr-defined]
    behind.close()  # type: ignore[attr-defined]
    at_rest(streams)


def test_a_mistake_of_ours_is_logged_and_the_streams_go_on(
    store: Store, play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    streams, match = streams_on(store, play)
    stream = streams.stream(*match, "", 1)
    right = following.news
    monkeypatch.setattr(listening, "news", lambda *_: 1 / 0)
    assert [next(stream), next(stream)] == [RETRY, BEAT]
    assert "looking for news failed" in caplog.text
    monkeypatch.setattr(listening, "news", right)
    play.deal(80)
    assert told(stream) == [2]
    stream.close()  # type: ignore[attr-defined]
    at_rest(streams)


def test_whoever_is_far_behind_reads_the_log_in_pages(store: Store, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PAGE", 2)
    for _ in range(4):
        play.deal(80)
    streams, match = streams_on(store, play)
    stream = streams.stream(*match, "", 0)
    assert [told(stream), told(stream), told(stream)] == [[1, 2], [3, 4], [5]]
    stream.close()  # type: ignore[attr-defined]
    at_rest(streams)


@pytest.fixture
def app_of_streams(database: str) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": database, "EVENTS_LISTENERS": 1, "LOG_LEVEL": "ERROR"})
    yield app
    at_rest(streams_of(app))
    store_of(app).close()


def test_a_place_is_given_back_however_a_stream_ends(app_of_streams: Flask, play: Play) -> None:
    client = app_of_streams.test_client()
    url = f"{play.path}/events?token={play.begun['read_token']}"
    for _ in range(3):
        stream = client.get(url, buffered=False)
        assert stream.status_code == 200
        assert client.get(url).json["code"] == "too_many_listeners"
        stream.close()
        stream.close()  # what closes twice gives one place back
        with client.head(url) as head:
            assert head.status_code == 200
        assert client.get(f"{url}&after=9").status_code == 422
        assert client.get(f"{play.path}/events?token=x").status_code == 404


def test_streams_end_when_the_process_is_told_to_stop(app_of_streams: Flask, play: Play) -> None:
    stream = app_of_streams.test_client().get(f"{play.path}/events?token={play.begun['read_token']}", buffered=False)
    chunks = iter(stream.response)
    assert next(chunks) == RETRY and ids(next(chunks)) == [1]  # type: ignore[arg-type]
    stopping(app_of_streams).set()
    assert [chunk for chunk in chunks if chunk != BEAT] == []
    stream.close()


def test_pages_of_other_origins_may_listen(app_of_streams: Flask, play: Play) -> None:
    url = f"{play.path}/events?token={play.begun['read_token']}"
    with app_of_streams.test_client().get(url, buffered=False, headers={"Origin": "https://board.example"}) as stream:
        assert (
            stream.headers["Access-Control-Allow-Origin"] in ("*", "https://board.example")
            and stream.headers["Cache-Control"] == "no-store"
        )


def test_the_process_is_healthy(app_of_streams: Flask) -> None:
    assert app_of_streams.test_client().get("/healthz").json == {"status": "ok"}
    assert streams_of(app_of_streams).most == 1


WRONG = [("EVENTS_PORT", "http"), ("EVENTS_LISTENERS", "0"), ("CLIENT_TIMEOUT", "0"), ("LOG_LEVEL", "loud")]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=f"^{name} is '{value}'; it takes "):
        runpy.run_path(str(ROOT / "gunicorn_events.conf.py"))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, MOST_KEPT + 9)), max_size=12), st.data())
def test_what_is_kept_follows_on_or_is_read_from_the_log(polls: list[tuple[int, int]], data: st.DataObject) -> None:
    """Whatever is missed or comes again between two polls, what is taken from the latest events is exactly what comes next."""
    watched, last = Watched(1, "m", 5), 5
    listeners = [Listener("", 5) for _ in range(3)]
    watched.listeners.update(listeners)
    for again, fresh in polls:
        begin = last + 1 - again if again else last + data.draw(st.integers(1, 3))
        watched.take(Told(number, b"") for number in range(begin, last + fresh + 1))
        last = max(last, watched.head)
        for listener in listeners:
            if data.draw(st.booleans()):
                found = watched.after(listener.seen)
                numbers = range(listener.seen + 1, watched.head + 1) if found is None else [each.seq for each in found]
                assert list(numbers) == list(range(listener.seen + 1, watched.head + 1))
                listener.seen = watched.head
        watched.wake()
        assert all(listener.news.is_set() for listener in listeners if listener.seen < watched.head)

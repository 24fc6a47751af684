"""The stream process: every event once and in order, over kills, restarts, bursts and slow listeners."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from store.database import POSTGRESQL, Store, read_url
from store.keys import revoke_key
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer
from tests.store.test_matches import Play
from tests.support.server import free_port, running
from tests.support.streams import Listener, StreamProcess, streaming

pytestmark = pytest.mark.full  # a process for nearly every test


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the process for all tests writes."""
    return tmp_path_factory.mktemp("stream") / "log"


@pytest.fixture(scope="module")
def stream(database: str, log: Path) -> Iterator[StreamProcess]:
    """One process for the tests that do it no harm."""
    with streaming(log, DATABASE_URL=database, LOG_LEVEL="DEBUG") as process:
        yield process


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


def url(play: Play, after: int | None = None) -> str:
    return f"{play.path}/events?token={play.begun['read_token']}" + ("" if after is None else f"&after={after}")


def garbled(port: int, target: str) -> None:
    """Send requests that are none, each with a target that must not be told on."""
    for form in ("GET {}", "GET {} HTTP/9.9", "GET {} and more HTTP/1.1", "G(T {} HTTP/1.1", f"GET {{}}&{'x' * 5_000} HTTP/1.1"):
        line = form.format(target)
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(f"{line}\r\nHost: x\r\n\r\n".encode())
            assert b" 400 " in connection.makefile("rb").readline() or line.endswith("x HTTP/1.1")


END_THE_IDLE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle' AND datname = current_database()"


def append(play: Play, count: int) -> None:
    for _ in range(count):
        play.post("void", {"reason": "redeal"})


def test_listeners_are_told_what_they_have_not_seen(stream: StreamProcess, play: Play) -> None:
    play.deal(80, declarer="N")
    append(play, 2)
    early, late = Listener(stream.port, url(play)), Listener(stream.port, url(play), Last_Event_ID="2")
    assert early.answer.getheader("Content-Type") == "text/event-stream; charset=utf-8"
    first = early.next()
    assert first is not None and (first.id, first.type) == (1, "deal.scored")
    log = play.client.get(f"{play.path}/log", headers=bearer(play.keys["reader"]))
    assert first.data == log.json["entries"][0]
    assert early.ids(2) == [2, 3] and late.ids(1) == [3]
    append(play, 1)
    play.post("finish", {})
    for listener in (early, late):
        assert listener.ids(1) == [4]
        last = listener.next()
        assert last is not None and (last.id, last.type) == (5, "match.finished")
        listener.close()


def test_a_burst_reaches_everybody_once_and_in_order(stream: StreamProcess, app: Flask, play: Play) -> None:
    """More entries than a process keeps, written while some listen already and one joins in the middle and another is behind."""
    total, listeners = 150, [Listener(stream.port, url(play)), Listener(stream.port, url(play))]
    append(play, 10)
    play.client = app.test_client()  # type: ignore[assignment]
    writer = threading.Thread(target=append, args=(play, total - 10))
    writer.start()
    listeners.append(Listener(stream.port, url(play), Last_Event_ID="7"))
    got = [listener.ids(total - seen) for listener, seen in zip(listeners, (0, 0, 7), strict=True)]
    writer.join()
    assert got == [list(range(1, total + 1))] * 2 + [list(range(8, total + 1))]
    for listener in listeners:
        listener.close()


def test_a_killed_process_loses_and_doubles_nothing(database: str, play: Play) -> None:
    seen: list[int] = []
    append(play, 3)
    with streaming(DATABASE_URL=database) as process:
        listener = Listener(process.port, url(play))
        seen += listener.ids(2)
        append(play, 2)
        seen += listener.ids(2)
        process.kill()
        listener.close()
    append(play, 2)
    with streaming(DATABASE_URL=database) as process:
        listener = Listener(process.port, url(play), Last_Event_ID=str(seen[-1]))
        seen += listener.ids(play.state()["seq"] - seen[-1])
        listener.close()
    assert seen == list(range(1, play.state()["seq"] + 1))


def test_there_are_as_many_listeners_as_may_be_and_all_are_let_go_at_the_end(database: str, play: Play) -> None:
    append(play, 1)
    with streaming(DATABASE_URL=database, EVENTS_LISTENERS="3") as process:
        listeners = [Listener(process.port, url(play)) for _ in range(3)]
        assert [listener.ids(1) for listener in listeners] == [[1]] * 3
        late = Listener(process.port, url(play))
        assert (late.status, late.answer.getheader("Retry-After")) == (503, "30")
        assert b"too_many_listeners" in late.answer.read()
        process.process.terminate()
        assert [listener.next() for listener in listeners] == [None] * 3
        assert process.process.wait(20) == 0
        for listener in (*listeners, late):
            listener.close()


def test_connections_that_the_database_ends_are_made_anew(stream: StreamProcess, database: str, play: Play) -> None:
    listener = Listener(stream.port, url(play))
    append(play, 1)
    assert listener.ids(1) == [1]
    if read_url(database).get_backend_name() == POSTGRESQL:
        server = create_engine(database)
        with server.begin() as connection:
            connection.execute(text(END_THE_IDLE))
        server.dispose()
    append(play, 2)
    assert listener.ids(2) == [2, 3]
    listener.close()


def test_a_stream_ends_with_the_key_that_opened_it(stream: StreamProcess, store: Store, play: Play) -> None:
    by_key = Listener(stream.port, f"{play.path}/events", **bearer(play.keys["reader"]))
    by_token = Listener(stream.port, url(play))
    append(play, 1)
    assert by_key.ids(1) == by_token.ids(1) == [1]
    with store.writing() as session:
        revoke_key(session, play.keys["reader"].split("_")[2])
    assert by_key.next() is None
    append(play, 1)
    assert by_token.ids(1) == [2]
    by_key.close()
    by_token.close()


def test_refusals_are_problems(stream: StreamProcess, play: Play, client: CheckedClient, keys: Keys) -> None:
    other = Play(client, keys)

    def refused(path: str, **headers: str) -> tuple[int, str]:
        listener = Listener(stream.port, path, **headers)
        problem = json.loads(listener.answer.read())
        assert listener.answer.getheader("Content-Type") == "application/problem+json"
        assert problem["status"] == listener.status
        listener.close()
        return listener.status, problem["code"]

    assert refused(f"{play.path}/events") == (401, "key_missing")
    assert refused(f"{play.path}/events?token={other.begun['read_token']}") == (404, "match_not_found")
    assert refused(f"{play.path}/events?token=%00%ff") == (404, "match_not_found")
    assert refused(f"{play.path}/events", **bearer("sj_live_nobody")) == (401, "key_invalid")
    assert refused(url(play), Last_Event_ID="1") == (422, "out_of_range")
    assert refused(url(play), Last_Event_ID="x") == (422, "out_of_range")
    assert refused(url(play, after=1)) == (422, "out_of_range")
    assert refused("/v1/plays/check") == (404, "not_found")


def test_without_a_store_nobody_can_begin_to_listen() -> None:
    with streaming(DATABASE_URL=f"postgresql+psycopg://nobody@127.0.0.1:{free_port()}/nothing") as process:
        listener = Listener(process.port, "/v1/matches/m1/events?token=x")
        assert (listener.status, listener.answer.getheader("Retry-After")) == (503, "5")
        assert b"store_away" in listener.answer.read()
        listener.close()


def test_no_token_is_ever_logged(stream: StreamProcess, log: Path, play: Play) -> None:
    append(play, 1)
    listener = Listener(stream.port, url(play))
    assert listener.ids(1) == [1]
    listener.close()
    garbled(stream.port, url(play))
    written = log.read_text(encoding="utf-8")
    assert play.path in written and "Invalid request" in written and play.begun["read_token"] not in written


def test_the_workers_log_no_token_either(database: str, play: Play, tmp_path: Path) -> None:
    token = play.begun["read_token"]
    log = tmp_path / "log"
    with running(log, DATABASE_URL=database, LOG_LEVEL="DEBUG", WEB_CONCURRENCY="1") as (_, port):
        listener = Listener(port, url(play))
        assert listener.status == 200 and listener.answer.read() == b"retry: 2000\n\n"
        listener.close()
        garbled(port, url(play))
    written = log.read_text(encoding="utf-8")
    assert "Invalid request" in written and token not in written

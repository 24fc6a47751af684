"""Clients that send slowly or nothing, and a server that stops. No test here measures: the limits only prove that nothing hangs."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from gunicorn.http.errors import NoMoreData  # type: ignore[import-untyped]

from api.worker import ClientSocket
from tests.api.questions import PLAY
from tests.support.server import running

PATIENCE = 60.0
"""Seconds after which a test calls it a hang."""
HEAD = b"POST /v1/plays/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
HALF_BODY = HEAD + b"Content-Length: 100\r\n\r\n{"
SERVER = {"LOG_LEVEL": "WARNING", "CLIENT_TIMEOUT": "1", "WEB_CONCURRENCY": "2", "THREADS": "8"}


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "errors.jsonl"


@pytest.fixture(scope="module")
def port(errors: Path) -> Iterator[int]:
    with running(errors, **SERVER) as (_, port):
        yield port


@contextmanager
def clients(port: int, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) for _ in range(count)]
        for connection in connections:
            connection.sendall(sent)
        yield connections


def health(port: int) -> int:
    return answer(port, "/healthz").status


def answer(port: int, path: str, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers or {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def until_closed(connection: socket.socket) -> bytes:
    received = b""
    while block := connection.recv(65_536):
        received += block
    return received


def test_connections_that_send_nothing_take_no_thread(port: int) -> None:
    with clients(port, 40, b"") as idle:
        assert health(port) == 200
        assert [until_closed(connection) for connection in idle] == [b""] * 40


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(HALF_BODY, id="half a body"),
        pytest.param(HEAD + b"Content-Le", id="half a head"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", id="half a body that nobody wants"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", id="a client that does not close"),
        pytest.param(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n" * 9, id="a client that does not read"),
    ],
)
def test_slow_clients_hold_the_threads_for_a_while_only(port: int, errors: Path, sent: bytes) -> None:
    with clients(port, 24, sent):
        assert health(port) == 200
    assert not [line for line in errors.read_text().splitlines() if json.loads(line)["level"] in ("error", "critical")]


def test_a_body_that_does_not_come_is_a_problem(port: int) -> None:
    with clients(port, 1, HALF_BODY) as (connection,):
        head, _, body = until_closed(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"Connection: close" in head
    assert json.loads(body)["code"] == "bad_request"


def test_dripping_is_no_way_to_stay(port: int) -> None:
    with clients(port, 1, HALF_BODY) as (connection,):
        connection.settimeout(0.3)
        deadline = time.monotonic() + PATIENCE
        received = b""
        while not received and time.monotonic() < deadline:
            try:
                received = connection.recv(65_536)
            except TimeoutError:
                connection.sendall(b" ")
    assert received.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "PATH_INFO"])
def test_no_header_moves_the_paths(port: int, name: str) -> None:
    assert answer(port, "/healthz", {name: "/x"}).status == 200


def test_a_path_outside_the_script_name_is_the_clients_fault(tmp_path: Path) -> None:
    with running(tmp_path / "errors", **SERVER, SCRIPT_NAME="/healthz") as (_, port):
        response = answer(port, "/v1/cards")
    assert (response.status, response.getheader("Content-Type")) == (400, "application/problem+json")


def test_a_stopping_server_refuses_the_new_and_serves_the_old(tmp_path: Path) -> None:
    body = json.dumps(PLAY).encode()
    with running(tmp_path / "errors", **{**SERVER, "CLIENT_TIMEOUT": "20"}) as (server, port):
        kept = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        kept.request("GET", "/readyz")
        assert kept.getresponse().read()
        with clients(port, 1, HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body[:9]) as (running_request,):
            time.sleep(0.2)  # it is in a thread then; were it not, it would be answered all the same
            server.send_signal(signal.SIGTERM)
            refused_within(PATIENCE, port)
            kept.request("GET", "/readyz")
            unready = kept.getresponse()
            assert unready.read()
            assert (unready.status, unready.getheader("Connection")) == (503, "close")
            assert unready.getheader("Retry-After")
            kept.close()
            running_request.sendall(body[9:])
            assert until_closed(running_request).startswith(b"HTTP/1.1 200 ")
        assert server.wait(PATIENCE) == 0


def refused_within(seconds: float, port: int) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=seconds).close()
        except ConnectionRefusedError:
            return
        except ConnectionResetError:
            pass
        time.sleep(0.02)
    raise AssertionError("the server still takes connections")


@pytest.fixture
def pair() -> Iterator[tuple[ClientSocket, socket.socket]]:
    ours, theirs = socket.socketpair()
    client = ClientSocket(ours.family, ours.type, ours.proto, ours.detach())
    client.patience = 0.05
    client.setblocking(True)
    with client, theirs:
        yield client, theirs


def test_a_pause_too_long_ends_the_reading_but_not_the_answer(pair: tuple[ClientSocket, socket.socket]) -> None:
    client, theirs = pair
    with pytest.raises(NoMoreData):
        client.recv(1)
    theirs.sendall(b"late")
    with pytest.raises(TimeoutError):
        client.recv(1)
    client.sendall(b"answer")
    assert theirs.recv(100) == b"answer"
    client.setblocking(True)
    assert client.recv(100) == b"late"


def test_an_answer_that_is_not_taken_is_given_up(pair: tuple[ClientSocket, socket.socket]) -> None:
    client, _ = pair
    with pytest.raises(NoMoreData):
        client.sendall(bytes(50_000_000))


def test_an_answer_of_any_length_arrives_whole(pair: tuple[ClientSocket, socket.socket]) -> None:
    client, theirs = pair
    client.patience = PATIENCE
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(until_closed(theirs)))
    reader.start()
    client.sendall(bytes(5_000_000))
    client.shutdown(socket.SHUT_WR)
    reader.join()
    assert received == [bytes(5_000_000)]


def test_a_socket_that_does_not_block_does_not_wait(pair: tuple[ClientSocket, socket.socket]) -> None:
    client, _ = pair
    client.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.recv(1)


def test_the_log_says_where_the_service_listens(tmp_path: Path) -> None:
    with running(tmp_path / "errors", LOG_LEVEL="INFO", WEB_CONCURRENCY="1") as (server, port):
        events = [json.loads(line)["event"] for line in (tmp_path / "errors").read_text().splitlines()]
        assert f"Listening at: http://127.0.0.1:{port} ({server.pid})" in events

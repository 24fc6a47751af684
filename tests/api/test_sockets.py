"""What only a real server shows: bodies that are still being sent, chunks, malformed HTTP."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import pytest

from tests.api.questions import PLAY
from tests.support.server import serving

JSON = {"Content-Type": "application/json"}
CHECK = "/v1/plays/check"
HEAD = b"POST /v1/plays/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(LOG_LEVEL="ERROR", WEB_CONCURRENCY="1") as base:
        yield int(urlsplit(base).port or 0)


def ask(port: int, method: str, path: str, body: bytes | Iterable[bytes], headers: dict[str, str]) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        value = json.loads(answer.read())
        assert answer.getheader("X-Request-Id")
        return answer.status, value.get("code", "")
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        ("POST", CHECK, JSON, (413, "body_too_large")),
        ("POST", CHECK, {"Content-Type": "text/plain"}, (415, "unsupported_media_type")),
        ("POST", "/nope", JSON, (404, "not_found")),
        ("PUT", CHECK, JSON, (405, "method_not_allowed")),
        ("GET", "/v1/cards", JSON, (200, "")),
    ],
)
def test_ten_megabytes_are_answered_to_the_end(
    port: int, method: str, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    assert ask(port, method, path, b"x" * 10_000_000, headers) == expected


@pytest.mark.parametrize(("blocks", "expected"), [(60, (200, "")), (80, (413, "body_too_large")), (10_000, (413, "body_too_large"))])
def test_chunks_are_limited_too(port: int, blocks: int, expected: tuple[int, str]) -> None:
    body = [json.dumps(PLAY).encode(), *([b" " * 1_000] * blocks)]
    assert ask(port, "POST", CHECK, iter(body), JSON) == expected


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Length: 100\r\n\r\n{}",
        HEAD + b"Content-Length: -5\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{}",
        HEAD + b"Transfer-Encoding: rot13\r\n\r\n{}",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /" + b"a" * 5_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 9_000 + b"\r\n\r\n",
        b"\x00\x01\r\n\r\n",
    ],
)
def test_malformed_http_is_a_problem(port: int, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while block := connection.recv(65_536):
            received += block
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert status in (400, 414, 431)
    assert b"application/problem+json" in head
    assert b"x-request-id" in head.lower()
    assert json.loads(body)["status"] == status

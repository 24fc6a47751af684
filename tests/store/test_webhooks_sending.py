"""One attempt: where it may lead, what it carries, and that no receiver can do more with it than answer."""

from __future__ import annotations

import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import orjson
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from store.deliveries import Job
from store.webhooks import new_secret
from tests.support.receiver import PATIENCE, Reply, certificate, raw, receiving, status
from tests.support.server import free_port
from webhooks.addresses import EVERYWHERE, UnfitError, expect_fit, looked_up, reachable, read
from webhooks.retrying import DELAYS, delay_after, retry_after
from webhooks.sending import MOST_READ, Outcome, Sender

SECRET, OLD = new_secret(), new_secret()
PAYLOAD = orjson.dumps({"type": "deal.scored", "timestamp": "2026-11-30T04:39:35.123Z", "data": {"table": "南京"}}).decode()
HERE = Sender(EVERYWHERE, seconds=5)


def job(url: str, *secrets: str) -> Job:
    return Job(1, "d0", 1, "w0", "deal.scored", url, secrets or (SECRET,), PAYLOAD, 1)


def now() -> datetime:
    return datetime.now(UTC)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "not_a_url"),
        ("example.org/hook", "not_a_url"),
        ("//example.org/", "not_a_url"),
        ("ftp://example.org/", "not_a_url"),
        ("file:///etc/passwd", "not_a_url"),
        ("gopher://127.0.0.1:6379/_x", "not_a_url"),
        ("https:///hook", "not_a_url"),
        ("https://", "not_a_url"),
        ("https://example.org/a b", "not_a_url"),
        ("https://example.org/\r\nHost: x", "not_a_url"),
        ("https://example.org/#x", "not_a_url"),
        ("https://example.org\\@127.0.0.1/", "url_with_credentials"),
        ("https://example.org:0/", "not_a_url"),
        ("https://example.org:65536/", "not_a_url"),
        ("https://example.org:x/", "not_a_url"),
        ("https://升级.example/", "not_a_url"),
        ("https://example..org/", "not_a_url"),
        ("https://-a.example/", "not_a_url"),
        (f"https://{'a' * 64}.example/", "not_a_url"),
        (f"https://{'a.' * 130}example/", "not_a_url"),
        ("https://[::1%25eth0]/", "not_a_url"),
        ("https://[12]/", "not_a_url"),
        ("https://example.org/" + "a" * 2000, "not_a_url"),
        ("https://name@example.org/", "url_with_credentials"),
        ("https://name:word@example.org/", "url_with_credentials"),
        ("http://example.org/", "url_not_https"),
        ("https://127.0.0.1/", "url_not_public"),
        ("https://127.1/", "url_not_public"),
        ("https://2130706433/", "url_not_public"),
        ("https://0x7f000001/", "url_not_public"),
        ("https://0177.0.0.1/", "url_not_public"),
        ("https://0/", "url_not_public"),
        ("https://0.0.0.0:8443/", "url_not_public"),
        ("https://10.1.2.3/", "url_not_public"),
        ("https://172.16.0.1/", "url_not_public"),
        ("https://192.168.1.1/", "url_not_public"),
        ("https://100.64.0.1/", "url_not_public"),
        ("https://169.254.169.254/latest/meta-data/", "url_not_public"),
        ("https://192.0.2.1/", "url_not_public"),
        ("https://198.18.0.1/", "url_not_public"),
        ("https://224.0.0.1/", "url_not_public"),
        ("https://255.255.255.255/", "url_not_public"),
        ("https://[::]/", "url_not_public"),
        ("https://[::1]/", "url_not_public"),
        ("https://[::ffff:127.0.0.1]/", "url_not_public"),
        ("https://[::ffff:a9fe:a9fe]/", "url_not_public"),
        ("https://[::127.0.0.1]/", "url_not_public"),
        ("https://[64:ff9b::7f00:1]/", "url_not_public"),
        ("https://[2002:7f00:1::]/", "url_not_public"),
        ("https://[2001:0:7f00:1::]/", "url_not_public"),
        ("https://[2001:db8::1]/", "url_not_public"),
        ("https://[fe80::1]/", "url_not_public"),
        ("https://[fd00:ec2::254]/", "url_not_public"),
        ("https://[ff02::1]/", "url_not_public"),
        ("https://localhost/", "url_not_public"),
        ("https://db.LOCALHOST:5432/", "url_not_public"),
        ("https://metadata.google.internal/", "url_not_public"),
        ("https://printer.local/", "url_not_public"),
        ("https://192.88.99.1/", "url_not_public"),
        ("https://[3fff::1]/", "url_not_public"),
    ],
)
def test_an_unfit_address_is_refused_with_its_reason(url: str, code: str) -> None:
    with pytest.raises(UnfitError) as refused:
        expect_fit(url)
    assert refused.value.code == code
    assert Sender(look_up=lambda host, port: [host.strip("[]")], seconds=1).send(job(url), now()).error is not None


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org:8443/a?b=%20",
        "https://example.org?x=1",
        "https://93.184.215.14/",
        "https://[2606:4700::1]/",
    ],
)
def test_a_public_address_is_fit(url: str) -> None:
    expect_fit(url)


def test_an_address_is_read_in_its_parts() -> None:
    assert read("https://example.org")[1:] == ("example.org", 443, "example.org", "/")
    assert read("http://[::1]:81?x=1")[1:] == ("::1", 81, "[::1]:81", "/?x=1")


def test_networks_that_are_configured_may_be_reached_and_no_others() -> None:
    allowed = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    for url in ("http://10.1.2.3/", "https://10.1.2.3/", "https://[::ffff:10.0.0.1]/", "http://[fd00::1]/", "http://scoreboard.local/"):
        expect_fit(url, allowed)
    for url, code in (("https://192.168.1.1/", "url_not_public"), ("http://93.184.215.14/", "url_not_https")):
        with pytest.raises(UnfitError) as refused:
            expect_fit(url, allowed)
        assert refused.value.code == code


@pytest.mark.parametrize(
    "places", [["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["2606:4700::1", "::1"], ["fe80::1%lo"], ["::ffff:169.254.169.254"]]
)
def test_a_name_that_stands_for_anything_private_is_not_connected_to(places: list[str]) -> None:
    with receiving() as receiver:
        url = f"https://rebound.example:{receiver.port}/"
        assert Sender(look_up=lambda host, port: places).send(job(url), now()) == Outcome(None, "url_not_public")
        assert receiver.received == []


def test_a_name_is_looked_up_once_so_that_it_cannot_change_between() -> None:
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

    with receiving() as receiver:
        url = f"http://rebound.example:{receiver.port}/hook"
        assert Sender(EVERYWHERE, look_up).send(job(url), now()) == Outcome(204, None)
        assert asked == ["rebound.example"]
        assert receiver.received[0].headers["host"] == f"rebound.example:{receiver.port}"


def test_a_name_for_nothing_is_told() -> None:
    def no_such_name(host: str, port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    def nothing(host: str, port: int) -> list[str]:
        return []

    for look_up in (no_such_name, nothing):
        assert Sender(look_up=look_up).send(job("https://example.org/"), now()) == Outcome(None, "name_not_resolved")


def test_names_are_looked_up_by_the_system() -> None:
    assert looked_up("127.0.0.1", 80) == ["127.0.0.1"]
    with pytest.raises(UnfitError, match="url_not_public"):
        reachable(read("https://127.0.0.1/"), ())


def test_what_is_sent_is_verified_by_the_library_of_the_standard() -> None:
    with receiving() as receiver:
        assert HERE.send(job(receiver.url, SECRET, OLD), now()) == Outcome(204, None)
        sent = receiver.received[0]
    assert sent.path == "/hook" and sent.headers["content-type"] == "application/json" and sent.body == PAYLOAD.encode()
    assert sent.headers["webhook-id"] == "d0" and len(sent.headers["webhook-signature"].split(" ")) == 2
    for secret in (SECRET, OLD):
        assert Webhook(secret).verify(sent.body, sent.headers) == orjson.loads(PAYLOAD)
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(sent.body, sent.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(sent.body.replace(b"scored", b"voided"), sent.headers)


@pytest.mark.parametrize("code", [200, 201, 202, 204, 299])
def test_a_2xx_means_arrived(code: int) -> None:
    with receiving(status(code)) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(code, None)


@pytest.mark.parametrize(("code", "error"), [(400, "http_status"), (404, "http_status"), (500, "http_status"), (410, "gone")])
def test_another_status_does_not(code: int, error: str) -> None:
    with receiving(status(code, Retry_After="7")) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(code, error)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(code: int) -> None:
    with receiving() as elsewhere, receiving(status(code, Location=elsewhere.url)) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(code, "redirected")
        assert elsewhere.received == [] and len(receiver.received) == 1


@pytest.mark.parametrize("code", [429, 503])
def test_a_receiver_may_ask_for_time(code: int) -> None:
    at = now()
    for value, wait in (
        ("120", timedelta(seconds=120)),
        ("9" * 30, timedelta(hours=24)),
        (format_datetime(at + timedelta(minutes=3), usegmt=True), timedelta(minutes=3)),
        (format_datetime(at - timedelta(minutes=3), usegmt=True), timedelta()),
        ("soon", None),
        ("-5", None),
    ):
        with receiving(status(code, Retry_After=value)) as receiver:
            outcome = HERE.send(job(receiver.url), at.replace(microsecond=0))
        assert outcome == Outcome(code, "http_status", wait), value
    assert retry_after(None, at) is None


def test_the_environment_names_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert HERE.send(job(receiver.url), now()) == Outcome(204, None)
        assert proxy.received == []


def hang(handler: Any) -> None:
    handler.rfile.read(1)  # until the sender hangs up


def drip(*begin: bytes) -> Reply:
    """Writes a byte again and again, so that no pause is long, for as long as the sender listens."""

    def reply(handler: Any) -> None:
        handler.wfile.write(b"".join(begin))
        handler.connection.settimeout(0.02)
        while True:
            handler.wfile.write(b"a")
            try:
                if not handler.connection.recv(1):
                    return
            except TimeoutError:
                pass

    return reply


@pytest.mark.parametrize("reply", [hang, drip(), drip(b"HTTP/1.1 200 OK\r\n"), drip(b"HTTP/1.1 200 OK\r\nX: ")])
def test_an_attempt_ends_when_its_time_is_over_however_the_answer_drips(reply: Reply) -> None:
    with receiving(reply) as receiver:
        assert Sender(EVERYWHERE, seconds=0.3).send(job(receiver.url), now()) == Outcome(None, "timeout")


def test_a_body_that_never_ends_takes_no_more_than_the_time() -> None:
    with receiving(drip(b"HTTP/1.1 200 OK\r\n\r\n")) as receiver:
        assert Sender(EVERYWHERE, seconds=1.5).send(job(receiver.url), now()) == Outcome(200, None)


def test_of_a_long_answer_little_is_read() -> None:
    taken, is_over = list[int](), threading.Event()

    def reply(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            while True:
                taken.append(handler.connection.send(bytes(65536)))
        except OSError:
            is_over.set()

    with receiving(reply) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(200, None)
        assert is_over.wait(PATIENCE)
    assert MOST_READ == 4096 and sum(taken) < 50_000_000  # what the sockets hold, and no more


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (raw(), "answer_not_http"),
        (raw(b"SSH-2.0-OpenSSH_9.2\r\n"), "answer_not_http"),
        (raw(b"HTTP/1.1 abc\r\n\r\n"), "answer_not_http"),
        (raw(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000 + b"\r\n\r\n"), "answer_not_http"),
        (raw(b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 200 + b"\r\n"), "answer_not_http"),
    ],
)
def test_what_is_no_http_is_told_as_that(reply: Reply, error: str) -> None:
    with receiving(reply) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(None, error)


def test_a_body_that_is_no_http_changes_nothing() -> None:
    with receiving(raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")) as receiver:
        assert HERE.send(job(receiver.url), now()) == Outcome(200, None)


def test_where_nobody_listens_nothing_arrives() -> None:
    assert HERE.send(job(f"http://127.0.0.1:{free_port()}/"), now()) == Outcome(None, "connection_failed")


def test_of_several_addresses_one_that_takes_the_connection_is_enough() -> None:
    with receiving() as receiver:
        sender = Sender(EVERYWHERE, lambda host, port: ["127.0.0.9", "127.0.0.1"])
        assert sender.send(job(f"http://two.example:{receiver.port}/"), now()) == Outcome(204, None)
    assert Sender(EVERYWHERE, seconds=0).send(job(receiver.url), now()) == Outcome(None, "timeout")


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("tls"), "hook.example", "127.0.0.1")


def server_side(file: Path, seen: list[str | None]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.sni_callback = lambda sock, name, inner: seen.append(name)  # type: ignore[assignment,misc]
    return context


def test_over_tls_the_name_is_asked_for_and_proved(trusted: Path) -> None:
    seen: list[str | None] = []
    ours = ssl.create_default_context(cafile=str(trusted))
    with receiving(context=server_side(trusted, seen)) as receiver:
        sender = Sender(EVERYWHERE, lambda host, port: ["127.0.0.1"], ours, 5)
        assert sender.send(job(f"https://hook.example:{receiver.port}/hook"), now()) == Outcome(204, None)
        assert seen == ["hook.example"] and receiver.received[0].headers["host"] == f"hook.example:{receiver.port}"
        assert sender.send(job(receiver.url), now()) == Outcome(204, None)  # an address as its own name
        assert sender.send(job(f"https://other.example:{receiver.port}/hook"), now()) == Outcome(None, "tls_failed")
        stranger = Sender(EVERYWHERE, lambda host, port: ["127.0.0.1"], seconds=5)
        assert stranger.send(job(f"https://hook.example:{receiver.port}/hook"), now()) == Outcome(None, "tls_failed")
        assert len(receiver.received) == 2


def test_a_handshake_that_never_ends_takes_no_more_than_the_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        assert Sender(EVERYWHERE, seconds=0.3).send(job(url), now()) == Outcome(None, "timeout")


def test_attempts_come_ever_later_and_end() -> None:
    assert [delay_after(attempt, 0.5) for attempt in range(1, len(DELAYS) + 2)] == [*DELAYS, None]
    assert [int(delay.total_seconds()) for delay in DELAYS] == [5, 300, 1800, 7200, 18000, 36000, 50400, 86400]
    assert delay_after(2, 0.0) == timedelta(seconds=240) and delay_after(2, 1.0) == timedelta(seconds=360)


def test_what_a_receiver_asks_counts_where_it_is_more() -> None:
    asked = timedelta(minutes=10)
    assert delay_after(1, 0.5, asked) == asked and delay_after(3, 0.5, asked) == DELAYS[2]
    assert delay_after(1, 0.5, timedelta(days=30)) == timedelta(hours=24)
    assert delay_after(9, 0.5, asked) is None

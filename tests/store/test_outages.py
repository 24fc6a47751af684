"""The service as it runs, while its database goes and comes back, and while the disk below it fills."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import text

from app import create_app
from store import migrating
from store.database import Store, read_url
from store.keys import create_key
from tests.api.checked import CheckedClient
from tests.api.questions import QUESTIONS
from tests.store.conftest import bearer, store_of
from tests.store.test_matches import Play
from tests.support.postgres import cluster
from tests.support.relay import Relay
from tests.support.server import serving

PATIENCE = 30.0
Answer = tuple[int, Any, Any]


def ask(base: str, path: str, key: str, body: Any = None) -> Answer:
    """The status of an answer, its JSON and its headers."""
    data = None if body is None else orjson.dumps(body)
    asked = urllib.request.Request(f"{base}{path}", data, {**bearer(key), "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, orjson.loads(answer.read()), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, orjson.loads(error.read()), error.headers


def until(question: Callable[[], Answer], status: int) -> Answer:
    """The first answer of this status; those before it may only be 503, with a time to ask again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = question()
        if answer[0] == status:
            return answer
        assert answer[0] in (200, 201, 503) and time.monotonic() < deadline, answer
        assert answer[0] != 503 or int(answer[2]["Retry-After"]) > 0
        time.sleep(0.05)


@pytest.mark.full
def test_a_database_that_comes_goes_and_comes_back_needs_no_restart(another_postgresql: str) -> None:
    url = read_url(another_postgresql)
    direct = Store(another_postgresql)
    migrating.upgrade(direct)
    with direct.writing() as session:
        key = create_key(session, "club", "admin")
    direct.close()
    with Relay(str(url.host), url.port or 5432) as relay:
        through = url.set(host="127.0.0.1", port=relay.port).render_as_string(hide_password=False)
        with serving(DATABASE_URL=through, WEB_CONCURRENCY="2") as base:

            def decisions_go_on() -> None:
                for path, question in QUESTIONS.items():
                    assert ask(base, f"/v1/{path}", key, question)[0] == 200
                assert ask(base, "/readyz", key)[0] == 200

            def begin() -> Answer:
                return ask(base, "/v1/matches", key, {"ruleset": "march8-2012"})

            for _ in range(2):
                for question in (begin, lambda: ask(base, "/v1/matches", key), lambda: ask(base, "/v1/rulesets", key)):
                    status, problem, headers = question()
                    assert (status, problem["code"]) == (503, "store_away") and int(headers["Retry-After"]) > 0
                decisions_go_on()
                assert until(lambda: ask(base, "/readyz?need=store", key), 503)[1]["code"] == "store_away"
                relay.open()
                match_id = until(begin, 201)[1]["id"]
                assert until(lambda: ask(base, "/readyz?need=store", key), 200)[1] == {"decisions": "ready", "store": "ready"}
                decisions_go_on()
                assert until(partial(ask, base, f"/v1/matches/{match_id}", key), 200)[1]["id"] == match_id
                relay.close()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A folder that holds 24 MB and no more. Whether one may be mounted is a matter of the machine, and nothing that can be installed."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # the database server is another user
        folder = Path(name, "small")
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
            pytest.skip("no small disk may be mounted here")
        yield folder
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def on_small_disk(request: pytest.FixtureRequest, small_disk: Path) -> Iterator[str]:
    """The address of a database whose tables lie on the small disk."""
    if request.param == "sqlite":
        yield f"sqlite:///{small_disk}/shengji.db"
        return
    with cluster() as own:
        place = small_disk / "tables"
        place.mkdir()
        shutil.chown(place, "postgres")
        server = Store(own.url)
        outside = server.engine.execution_options(isolation_level="AUTOCOMMIT")
        with outside.connect() as connection:
            connection.execute(text(f"CREATE TABLESPACE small LOCATION '{place}'"))
            connection.execute(text("CREATE DATABASE shengji TABLESPACE small"))
        server.close()
        yield read_url(own.url).set(database="shengji").render_as_string(hide_password=False)


def fill(disk: Path) -> Path:
    """A file that takes all that is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    return filler


@pytest.mark.full
def test_a_disk_that_is_full_is_507_and_loses_nothing(on_small_disk: str, small_disk: Path) -> None:
    app = create_app({"DATABASE_URL": on_small_disk, "LOG_LEVEL": "ERROR"})
    app.test_client_class = CheckedClient
    store = store_of(app)
    migrating.upgrade(store)
    with store.writing() as session:
        key = create_key(session, "club", "admin")
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        play = Play(client, dict.fromkeys(("reader", "scorer", "referee", "admin"), key))

        def void(number: int) -> Any:
            headers = bearer(key, Idempotency_Key=f"deal-{number}")
            return client.post(f"{play.path}/void", json={"reason": "升" * 200}, headers=headers)

        assert void(1).status_code == 201
        filler = fill(small_disk)
        number = 2
        while (answer := void(number)).status_code == 201:
            number += 1
            assert number < 2000
        assert (answer.status_code, answer.json["code"]) == (507, "store_full")
        assert play.state()["seq"] == number - 1
        assert client.get(f"{play.path}/log?limit=1", headers=bearer(key)).status_code == 200
        filler.unlink()
        assert void(number).status_code == 201 and void(number).headers["Idempotent-Replayed"] == "true"
        assert client.get(f"{play.path}/verify", headers=bearer(key)).json == {"valid": True, "entries": number}
    store.close()

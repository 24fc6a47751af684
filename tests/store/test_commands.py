"""The command line: keys are made, listed and revoked, and a store is prepared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from app import create_app
from store import migrating
from store.database import Store
from store.ids import new_id
from store.models import Key
from tests.api.checked import CheckedClient
from tests.store.conftest import bearer, store_of
from tests.support.server import ROOT, free_port

KEY = re.compile(r"sj_live_(k[0-9a-z]{12})_([0-9a-f]{64})")

Run = Callable[..., Result]


@pytest.fixture
def run(app: Flask) -> Run:
    return runner(app)


def runner(app: Flask) -> Run:
    return lambda *words: app.test_cli_runner().invoke(args=list(words))


def test_a_new_key_stands_alone_on_standard_output_and_works(run: Run, client: CheckedClient, store: Store) -> None:
    made = run("keys", "create", "--organiser", new_id("南京 "), "--role", "scorer", "--label", "table 7")
    form = KEY.fullmatch(made.stdout.removesuffix("\n"))
    assert made.exit_code == 0 and made.stderr == "" and form is not None
    assert client.get("/v1/matches", headers=bearer(form[0])).status_code == 200
    with store.reading() as session:
        row = session.get(Key, form[1])
        assert row is not None and form[2] not in str(vars(row)) and form[0] not in str(vars(row))


def test_keys_are_listed_without_their_secrets(run: Run) -> None:
    name = new_id("club-")
    keys = [run("keys", "create", "--organiser", name, "--role", role).stdout.strip() for role in ("admin", "reader")]
    ids = [key.split("_")[2] for key in keys]
    assert run("keys", "revoke", ids[1]).output == ""
    listed = run("keys", "list", "--organiser", name).stdout
    lines = [line.split("\t") for line in listed.splitlines()]
    assert {(line[0], line[1], line[2].split()[0], line[4]) for line in lines} == {
        (ids[0], "admin", "good", name),
        (ids[1], "reader", "revoked", name),
    }
    assert not any(key.split("_")[3] in listed + run("keys", "list").stdout for key in keys)
    assert ids[0] in run("keys", "list").stdout


def test_a_revoked_key_stays_revoked_since_then(run: Run, client: CheckedClient) -> None:
    name = new_id("club-")
    key = run("keys", "create", "--organiser", name, "--role", "admin").stdout.strip()
    for _ in range(2):
        assert run("keys", "revoke", key.split("_")[2]).exit_code == 0
    assert client.get("/v1/matches", headers=bearer(key)).status_code == 401
    assert run("keys", "list", "--organiser", name).stdout.count("revoked") == 1


def test_what_cannot_be_is_refused_in_a_sentence(run: Run) -> None:
    unknown = run("keys", "revoke", "k000000000000")
    assert unknown.exit_code == 1 and unknown.stderr == "Error: There is no key k000000000000.\n"
    for words in (
        ("--organiser", " ", "--role", "admin"),
        ("--organiser", "x\n", "--role", "admin"),
        ("--organiser", "x" * 101, "--role", "admin"),
    ):
        assert "1 to 100 printed characters" in run("keys", "create", *words).stderr
    assert "'reader', 'scorer', 'referee', 'admin'" in run("keys", "create", "--organiser", "x", "--role", "owner").stderr
    assert "Can't locate revision" in run("store", "downgrade", "9999").stderr


def own(url: str) -> Flask:
    return create_app({"DATABASE_URL": url, "LOG_LEVEL": "ERROR"})


def test_a_store_that_is_not_prepared_names_the_command_that_prepares_it(tmp_path: Path) -> None:
    (tmp_path / "new.db").touch()
    app = own(f"sqlite:///{tmp_path}/new.db")
    client, nobodys = app.test_client(), bearer("sj_live_k000000000000_" + "0" * 64)
    answer = client.get("/v1/matches", headers=nobodys).get_json()
    assert answer["code"] == "store_unprepared"
    _, command, _ = answer["detail"].split("`")
    flask = ".venv/bin/flask --app app "
    assert command.startswith(flask)
    done = runner(app)(*command.removeprefix(flask).split())
    shown = KEY.search(done.stderr)
    assert shown is not None and client.get("/v1/matches", headers=bearer(shown[0])).status_code == 200
    assert client.get("/v1/matches", headers=nobodys).get_json()["code"] == "key_invalid"


def test_a_store_is_prepared_once_and_its_first_key_shown_once(tmp_path: Path) -> None:
    app = own(f"sqlite:///{tmp_path}/new/shengji.db")
    missing = runner(app)("keys", "list")
    assert missing.exit_code == 1 and f"`.venv/bin/flask --app app store prepare` makes {tmp_path}/new/shengji.db" in missing.stderr
    first, second = (runner(app)("store", "prepare") for _ in range(2))
    shown = KEY.search(first.stderr)
    assert (first.exit_code, first.stdout) == (0, "") and shown is not None
    assert (second.exit_code, second.output) == (0, "")
    assert app.test_client().get("/v1/matches", headers=bearer(shown[0])).status_code == 200
    listed = runner(app)("keys", "list").stdout.splitlines()
    assert [line.split("\t")[:2] for line in listed] == [[shown[1], "admin"]]
    assert runner(app)("store", "downgrade", "base").exit_code == 0
    assert "not at this version's revision" in runner(app)("keys", "list").stderr
    assert runner(app)("store", "upgrade").exit_code == 0
    assert runner(app)("keys", "list").output == ""
    store_of(app).close()


def test_a_store_that_cannot_be_prepared_is_told_and_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    server = f"postgresql+psycopg://u:hunter2@127.0.0.1:{free_port()}/x"
    for url, reason in ((server, "refused"), (f"sqlite:///{tmp_path}/file/x.db", "file")):
        app = own(url)
        told = runner(app)("store", "prepare")
        assert told.exit_code == 0 and told.stdout == "" and reason in told.stderr
        assert "Decisions are answered without it" in told.stderr and "hunter2" not in told.stderr
        for words in (("keys", "list"), ("store", "upgrade"), ("store", "downgrade", "base")):
            failed = runner(app)(*words)
            assert failed.exit_code == 1 and failed.stderr.startswith("Error: The database does not answer")
            assert "hunter2" not in failed.output and "Traceback" not in failed.output
        store_of(app).close()


@pytest.fixture(params=["sqlite", "postgresql"])
def unprepared(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that nobody has prepared yet."""
    return f"sqlite:///{tmp_path}/new.db" if request.param == "sqlite" else str(request.getfixturevalue("another_postgresql"))


@pytest.mark.full  # two processes of everything
def test_of_services_that_start_at_once_one_makes_the_first_key(unprepared: str) -> None:
    command = [sys.executable, "-m", "flask", "--app", "app", "store", "prepare"]
    environment = {**os.environ, "DATABASE_URL": unprepared}
    started = [subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    shown = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert [bool(KEY.search(said)) for said in sorted(shown)] == [False, True], shown
    store = Store(unprepared)
    assert migrating.current(store) == migrating.head()
    store.close()

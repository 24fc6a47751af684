"""Settings from the environment: the defaults, and what is said of a wrong one."""

from __future__ import annotations

import os
import runpy
import subprocess

import pytest

from api.settings import client_timeout, database_url, log_level, whole_number
from store.database import DEFAULT_URL
from tests.support.server import COMMAND, PATIENCE, ROOT


@pytest.mark.parametrize(("given", "meant"), [(None, 7), ("", 7), ("1", 1), ("9", 9), (" 3 ", 3)])
def test_a_number_or_its_default(monkeypatch: pytest.MonkeyPatch, given: str | None, meant: int) -> None:
    monkeypatch.delenv("THREADS", raising=False)
    if given is not None:
        monkeypatch.setenv("THREADS", given)
    assert whole_number("THREADS", 7, least=1, most=9) == meant


@pytest.mark.parametrize("given", ["0", "10", "-1", "x", "1.5"])
def test_no_number_in_the_range(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("THREADS", given)
    with pytest.raises(SystemExit, match=f"^THREADS is '{given}'; it takes a whole number from 1 to 9.$"):
        whole_number("THREADS", 7, least=1, most=9)


def test_what_is_unset_has_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLIENT_TIMEOUT", raising=False)
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    assert (client_timeout(), log_level()) == (10, "INFO")


@pytest.mark.parametrize("given", [None, ""])
def test_the_database_is_a_file_of_the_project_s_own_by_default(monkeypatch: pytest.MonkeyPatch, given: str | None) -> None:
    monkeypatch.delenv("DATABASE_URL")
    if given is not None:
        monkeypatch.setenv("DATABASE_URL", given)
    assert database_url() == DEFAULT_URL == "sqlite:///var/shengji.db"


def test_a_wrong_address_of_a_database_is_told_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://user:hunter2@host/name")
    with pytest.raises(
        SystemExit, match=r"^DATABASE_URL is an address for mysql by .*; it takes sqlite:///path or postgresql.*name\.$"
    ) as told:
        database_url()
    assert "hunter2" not in str(told.value)


def test_a_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "error")
    assert log_level() == "ERROR"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("LOG_LEVEL", "bogus"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("WEB_CONCURRENCY", "0"),
        ("THREADS", "many"),
        ("KEEPALIVE", "-1"),
        ("CLIENT_TIMEOUT", "0"),
    ],
)
def test_the_server_names_a_wrong_setting(monkeypatch: pytest.MonkeyPatch, name: str, given: str) -> None:
    monkeypatch.setenv(name, given)
    with pytest.raises(SystemExit, match=f"^{name} is '{given}'; it takes "):
        runpy.run_path(str(ROOT / "gunicorn.conf.py"))


def test_the_server_does_not_start_with_a_wrong_setting() -> None:
    ended = subprocess.run(
        COMMAND, cwd=ROOT, env={**os.environ, "LOG_LEVEL": "bogus"}, check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 1
    assert ended.stderr == "LOG_LEVEL is 'bogus'; it takes DEBUG, INFO, WARNING, ERROR or CRITICAL.\n"

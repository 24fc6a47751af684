"""A missing tool is a skip with its reason on a developer's machine and a failure in CI."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.required import missing, require
from tests.support.server import ROOT, free_port


def test_a_tool_on_path_is_found() -> None:
    assert require("no-such-program", "sh").endswith("/sh")


def test_a_missing_tool_skips_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is missing"):
        require("no-such-program")


def test_a_missing_tool_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="a database is missing"):
        missing("a database")


@pytest.mark.full
@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
@pytest.mark.parametrize("address", ["", "postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"])
def test_without_postgresql_ci_fails_and_a_laptop_says_what_it_has_left_out(ci: str, code: int, address: str) -> None:
    environment = {**os.environ, "CI": ci, "TEST_DATABASE_URL": address.format(port=free_port())}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/store/test_keys.py", "-k", "revoked"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    assert "PostgreSQL is missing" in done.stdout
    assert "2 passed" in done.stdout and f"2 {'errors' if ci else 'skipped'}" in done.stdout

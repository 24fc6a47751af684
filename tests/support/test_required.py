"""A missing tool is a skip with its reason on a developer's machine and a failure in CI."""

from __future__ import annotations

import pytest

from tests.support.required import missing, require


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

"""The locks pin every package by its hash and name no address, so they install the same from wherever a machine gets its packages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)
LOCKS = ("requirements.lock", "requirements-dev.lock")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def wanted(name: str) -> set[str]:
    """The normalised names that a requirements file asks for."""
    names = re.findall(r"^([A-Za-z0-9-]+)(?=[~>=<])", read(name), re.MULTILINE)
    return {found.lower() for found in names}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name: str) -> None:
    assert [line for line in read(name).splitlines() if "/" in line or line.startswith("-")] == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_by_hash(name: str) -> None:
    entries = re.split(r"^(?=[a-z0-9])", read(name), flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.splitlines()[0] for entry in entries if not PIN.match(entry) or "--hash=sha256:" not in entry] == []


def test_the_locks_hold_what_is_asked_for() -> None:
    runtime, development = (dict(PIN.findall(read(name))) for name in LOCKS)
    assert wanted("requirements.in") <= runtime.keys()
    assert wanted("requirements-dev.in") <= development.keys()
    assert runtime.items() <= development.items()


def test_the_node_lock_names_no_address_and_pins_by_hash() -> None:
    packages = json.loads(read("tests/clients/typescript/package-lock.json"))["packages"]
    installed = {name: entry for name, entry in packages.items() if name}
    assert installed
    assert [name for name, entry in installed.items() if "resolved" in entry or "integrity" not in entry] == []

"""A TypeScript client generated from openapi.yaml compiles under --strict, and its questions are answered by the service."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.required import require
from tests.support.server import serving

CLIENT = Path(__file__).parent / "typescript"


def run(*command: str) -> str:
    """What the command prints; a failure shows it."""
    done = subprocess.run(command, check=False, cwd=CLIENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.full
def test_a_generated_client_compiles_and_asks() -> None:
    node, npm = require("node"), require("npm")
    run(npm, "ci", "--no-audit", "--no-fund")
    run(npm, "run", "generate")
    run(npm, "run", "check")
    run(npm, "run", "build")
    with serving() as base:
        assert run(node, "build/client.js", base).endswith("every answer was as typed\n")

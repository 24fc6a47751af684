"""Schemathesis asks every operation of the OpenAPI document, with good and bad bodies, and checks each answer against it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from schemathesis.config import SchemathesisConfig

from app import create_app
from store import migrating
from store.database import Store
from store.keys import create_key
from tests.support.server import serving

LINES = "importMatch"
"""What takes lines of JSON, which Schemathesis cannot write; tests/store/test_transfer.py asks it."""
CONFIG = Path(__file__).with_name("schemathesis.toml")


def focused(app: Flask) -> dict[str, Any]:
    """The description, with a small inline ruleset in place of the whole document wherever a question names its ruleset.

    The document has some thousand cases of its own. `rulesets/validate` is asked all of them; asked again of each decision they
    would take an hour and leave the hands and plays out of sight.
    """
    description: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
    allowed = {"type": "object", "properties": {"allowed": {"type": "boolean"}}}
    description["components"]["schemas"]["RulesetReference"] = {
        "oneOf": [
            {"type": "string", "enum": ["jiangsu-2007", "guizhou-2010@1"]},
            {
                "type": "object",
                "properties": {"extends": {"type": "string", "enum": ["nantong-chaodipi"]}, "throws": allowed},
                "required": ["extends"],
            },
        ]
    }
    return description


def schema_of(app: Flask) -> Any:
    schema = schemathesis.openapi.from_dict(focused(app), config=SchemathesisConfig.from_path(CONFIG))
    schema.app = app
    return schema.exclude(operation_id=LINES)


FILE = Path(tempfile.mkdtemp(prefix="shengji-")) / "contract.db"
APP = create_app({"LOG_LEVEL": "ERROR", "DATABASE_URL": f"sqlite:///{FILE}"})
schema = schema_of(APP)


@pytest.fixture(scope="module")
def key() -> Iterator[str]:
    """An admin's key of a new store."""
    store: Store = APP.extensions["shengji-store"]
    migrating.upgrade(store)
    with store.writing() as session:
        made = create_key(session, "contract", "admin")
    yield made
    store.close()
    shutil.rmtree(FILE.parent)


@pytest.mark.full
@schema.parametrize()  # type: ignore[untyped-decorator] # Schemathesis types no decorator
def test_every_operation_answers_as_documented(case: schemathesis.Case[Any], key: str) -> None:
    case.call_and_validate(headers={"Authorization": f"Bearer {key}"})


@pytest.mark.full
def test_the_served_process_answers_as_documented(key: str) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color", "run"]
    with serving(LOG_LEVEL="ERROR", WEB_CONCURRENCY="4", DATABASE_URL=f"sqlite:///{FILE}") as base:
        asked = [*command, f"{base}/openapi.json", "--phases", "examples,fuzzing,stateful", "--max-examples", "20"]
        asked += ["--exclude-operation-id", LINES, "--header", f"Authorization: Bearer {key}"]
        done = subprocess.run(asked, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr

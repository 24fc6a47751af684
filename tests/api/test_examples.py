"""The examples of the API description are sent and compared word for word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.examples import FOLDER
from api.openapi import sent_by
from tests.api.checked import CheckedClient, description

FILES = [file for file in sorted(FOLDER.rglob("*.json")) if not json.loads(file.read_bytes()).get("stored")]


def load(file: Path) -> dict[str, Any]:
    example: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return example


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_answered_as_written(client: CheckedClient, file: Path) -> None:
    example = load(file)
    answer = client.open(example["path"], method=example["method"], **sent_by(example))
    assert answer.json == example["answer"]


def test_each_problem_example_shows_its_own_code() -> None:
    for file in (FOLDER / "problems").glob("*.json"):
        assert load(file)["answer"]["code"] == file.stem


def test_every_operation_has_its_example() -> None:
    operations = {
        operation["operationId"]: operation
        for path in description()["paths"].values()
        for key, operation in path.items()
        if key != "parameters"
    }
    assert operations.keys() == {file.stem for file in FOLDER.glob("*.json")}
    for name, operation in operations.items():
        example = load(FOLDER / f"{name}.json")
        done = [answer.get("content", {}) for status, answer in operation["responses"].items() if status.startswith("2")]
        shown = [kind["example"] for contents in done for kind in contents.values() if "example" in kind]
        assert shown[:1] == ([] if example["answer"] is None else [example["answer"]])
        if "requestBody" in operation:
            assert next(iter(operation["requestBody"]["content"].values()))["example"] == example["request"]

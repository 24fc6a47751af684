"""The examples of the store's operations are what a store answers."""

from __future__ import annotations

import json

from api.examples import FOLDER
from tests.support.stored import examples


def test_every_example_is_answered_as_written() -> None:
    written = {file.stem: json.loads(file.read_bytes()) for file in FOLDER.glob("*.json")}
    assert examples() == {name: example for name, example in written.items() if example.get("stored")}

"""The examples of the API description: one JSON file for each operation, which the tests send and compare word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

FOLDER = Path(__file__).parent / "examples"


def example_of(operation_id: str) -> dict[str, Any]:
    """The example of an operation: `{"method","path","request"?,"answer"}`; empty parts where it has not been written yet."""
    file = FOLDER / f"{operation_id}.json"
    example: dict[str, Any] = orjson.loads(file.read_bytes()) if file.exists() else {}
    return {"request": None, "answer": None, **example}

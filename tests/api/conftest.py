from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from tests.api.checked import CheckedClient


@pytest.fixture(scope="session")
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture(scope="session")
def app(log: io.BytesIO) -> Flask:
    app = create_app({"LOG_STREAM": log})
    app.test_client_class = CheckedClient
    return app


@pytest.fixture
def client(app: Flask) -> Iterator[CheckedClient]:
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        yield client


class Asker:
    """Asks a decision; changes are made to a question that is answered, `None` takes a key out."""

    def __init__(self, client: CheckedClient) -> None:
        self.client = client

    def __call__(self, operation: str, question: dict[str, Any], /, status: int = 200, **changes: Any) -> Any:
        answer = self.response(operation, {key: value for key, value in (question | changes).items() if value is not None})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.json

    def response(self, operation: str, question: Any, **headers: str) -> TestResponse:
        return self.client.post(f"/v1/{operation}", json=question, headers={key.replace("_", "-"): value for key, value in headers.items()})


@pytest.fixture
def ask(client: CheckedClient) -> Asker:
    return Asker(client)

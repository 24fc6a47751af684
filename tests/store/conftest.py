"""Every test of the store runs on both engines: PostgreSQL's address is TEST_DATABASE_URL, and each run makes its own database there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from app import create_app
from store import migrating
from store.database import Store, read_url
from store.ids import new_id
from store.keys import create_key
from store.models import ROLES
from tests.api.checked import CheckedClient
from tests.support.required import missing

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of an empty database, made for this run and dropped after it."""
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        missing("PostgreSQL", "TEST_DATABASE_URL names none")
    url, name = read_url(given), new_id("shengji_test_")
    engine = create_engine(url, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 5})
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
    except Exception as error:  # whatever the reason: the tests need it
        missing("PostgreSQL", str(error).splitlines()[0])
    yield url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def another_postgresql(postgresql: str) -> Iterator[str]:
    """The address of one more empty database, for one test."""
    name = new_id("shengji_test_")
    engine = create_engine(read_url(postgresql), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield read_url(postgresql).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(params=ENGINES, scope="session")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a migrated database, once for each engine. Tests share it: each works with organisers of its own."""
    url = request.getfixturevalue("postgresql") if request.param == "postgresql" else f"sqlite:///{_file(tmp_path_factory)}"
    store = Store(url)
    migrating.upgrade(store)
    store.close()
    return url


def _file(folder: pytest.TempPathFactory) -> Path:
    return folder.mktemp("store") / "shengji.db"


@pytest.fixture(scope="session")
def app(database: str) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": database, "LOG_LEVEL": "ERROR"})
    app.test_client_class = CheckedClient
    yield app
    store_of(app).close()


def store_of(app: Flask) -> Store:
    found = app.extensions["shengji-store"]
    assert isinstance(found, Store)
    return found


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


@pytest.fixture
def client(app: Flask) -> Iterator[CheckedClient]:
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        yield client


Keys = dict[str, str]
"""A key for each role of one organiser, by the role."""


@pytest.fixture
def new_organiser(store: Store) -> Callable[[], Keys]:
    """Makes an organiser with a key for each role."""
    return lambda: make_keys(store)


def make_keys(store: Store) -> Keys:
    """A key for each role of a new organiser."""
    name = new_id("organiser-")
    with store.writing() as session:
        return {role: create_key(session, name, role) for role in ROLES}


@pytest.fixture
def keys(new_organiser: Callable[[], Keys]) -> Keys:
    return new_organiser()


@pytest.fixture(scope="module")
def client_of(app: Flask) -> Iterator[tuple[CheckedClient, Keys]]:
    """A client and keys that all examples of a property share."""
    with store_of(app).writing() as session:
        name = new_id("organiser-")
        keys = {role: create_key(session, name, role) for role in ROLES}
    with app.test_client() as client:
        assert isinstance(client, CheckedClient)
        yield client, keys


def bearer(key: str, **headers: str) -> dict[str, str]:
    """The headers of a request with a key; further ones with `_` for `-`."""
    return {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}

"""Keys: their form, what is stored of them, and that a revoked one opens nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import event

from api import keys as known_keys
from store.database import Store
from store.keys import caller_of, create_key, revoke_key
from store.models import Key
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer

PATH = "/v1/matches"


def test_a_key_opens_what_is_its_organisers_until_it_is_revoked(store: Store) -> None:
    with store.writing() as session:
        text = create_key(session, "a club", "scorer", "table 1")
    with store.reading() as session:
        caller = caller_of(session, text)
        assert caller is not None and caller.role == "scorer"
        stored = session.get(Key, caller.key_id)
        assert stored is not None and text.split("_")[-1] not in vars(stored).values()
        assert caller_of(session, text[:-1] + ("0" if text[-1] != "0" else "1")) is None
    with store.writing() as session:
        revoke_key(session, caller.key_id)
    with store.reading() as session:
        assert caller_of(session, text) is None


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The seconds by which the clock of known keys is ahead."""
    ahead, clock = [0.0], known_keys.time.monotonic  # type: ignore[attr-defined]

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return clock() + ahead[0]

    monkeypatch.setattr(known_keys, "time", Clock)
    yield ahead
    ahead[0] = 0.0


def test_a_revoked_key_opens_nothing_two_seconds_later(client: CheckedClient, keys: Keys, store: Store, later: list[float]) -> None:
    assert client.get(PATH, headers=bearer(keys["reader"])).status_code == 200
    with store.writing() as session:
        revoke_key(session, keys["reader"].split("_")[2])
    later[0] = 2.0
    answer = client.get(PATH, headers=bearer(keys["reader"]))
    assert answer.status_code == 401 and answer.json["code"] == "key_invalid"
    assert client.get(PATH, headers=bearer(keys["scorer"])).status_code == 200


def test_a_key_that_was_just_good_is_not_looked_up_again(client: CheckedClient, keys: Keys, store: Store, later: list[float]) -> None:
    opened: list[object] = []

    def note(*arguments: object) -> None:
        opened.append(arguments)

    event.listen(store.engine, "checkout", note)
    try:
        for seconds, count in ((0.0, 2), (0.0, 3), (known_keys.KNOWN_FOR, 5)):
            later[0] = seconds
            assert client.get(PATH, headers=bearer(keys["reader"])).status_code == 200
            assert len(opened) == count
    finally:
        event.remove(store.engine, "checkout", note)


def test_few_keys_are_known_at_once(client: CheckedClient, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_keys, "_MOST_KNOWN", 2)
    for role in ("reader", "scorer", "referee", "admin"):
        assert client.get(PATH, headers=bearer(keys[role])).status_code == 200


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer  "])
def test_the_scheme_may_be_written_in_any_case(client: CheckedClient, keys: Keys, scheme: str) -> None:
    assert client.get(PATH, headers={"Authorization": f"{scheme} {keys['reader']}"}).status_code == 200


GOOD = "sj_live_k0123456789ab_" + "0" * 64
WRONG = {
    "nothing": "",
    "only the scheme": "Bearer",
    "only the scheme and a space": "Bearer ",
    "only the key": GOOD,
    "another scheme": f"Basic {GOOD}",
    "a password": "Basic dXNlcjpwYXNz",
    "a digest": 'Digest username="x", realm="y"',
    "what is no base64": "Basic 你".encode().decode("latin-1"),
    "a key that was never made": f"Bearer {GOOD}",
    "two keys": f"Bearer {GOOD}, Bearer {GOOD}",
    "a key and more": f"Bearer {GOOD}0",
    "a key in capitals": f"Bearer {GOOD.upper()}",
    "a parted key": f"Bearer {GOOD.replace('_', ' ')}",
    "another live thing": "Bearer sk_live_" + "0" * 64,
    "much": "Bearer " + "x" * 8000,
    "a tab": f"Bearer\t{GOOD}",
    "NUL": f"Bearer {GOOD[:-1]}\0",
    "Latin": "Bearer \xe9\xff",
    "Chinese": "Bearer 升级".encode().decode("latin-1"),
    "digits of another script": "Bearer " + GOOD.replace("0", "٠").encode().decode("latin-1"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_key_is_refused(client: CheckedClient, keys: Keys, what: str) -> None:
    answer = client.get(PATH, environ_overrides={"HTTP_AUTHORIZATION": WRONG[what]})
    assert answer.status_code == 401 and answer.json["code"] == "key_invalid"
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="shengji-rules"'
    asked = client.post("/v1/cards/order", json={}, environ_overrides={"HTTP_AUTHORIZATION": WRONG[what]})
    assert asked.status_code < 500


def test_one_digit_of_a_key_tells_it_from_another(client: CheckedClient, keys: Keys) -> None:
    key = keys["admin"]
    for place in (len("sj_live_k"), len(key) - 1):
        other = key[:place] + ("1" if key[place] == "0" else "0") + key[place + 1 :]
        assert client.get(PATH, headers=bearer(other)).status_code == 401

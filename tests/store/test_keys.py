"""Keys: their form, what is stored of them, and that a revoked one opens nothing."""

from __future__ import annotations

from store.database import Store
from store.keys import caller_of, create_key, revoke_key
from store.models import Key


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

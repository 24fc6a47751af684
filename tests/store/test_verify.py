"""The examination of logs: whatever is changed by hand is found, at its entry."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from store.canonical import FIRST_HASH, canonical, entry_hash_of_texts
from store.database import Store
from store.models import Entry, Match
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer, store_of
from tests.store.test_matches import Play

THREE_GAMES = {"extends": "march8-2012", "levels": {"ladder": ["2", "3", "A"], "must_defend": []}, "rounds": {"form": {"games": 3}}}
GUARDED = ("entries", "matches")
_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('entries', 'matches')"


def verdict(play: Play) -> Any:
    answer = play.client.get(f"{play.path}/verify", headers=bearer(play.keys["reader"]))
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.json


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    """A match with every kind of entry: seven of them."""
    play = Play(client, keys, THREE_GAMES)
    play.deal(75, declarer="N")
    play.deal(0)
    play.post("penalties", {"offence": "wrong_card_count", "side": "NS", "declarer": "E"})
    play.post("void", {"reason": "redeal"})
    body = {"deal": 1, "reason": "misread", "replacement": {"kind": "score", "deal": {"attackers_points": 80}}}
    play.post("corrections", body)
    play.post("finish", {})
    return play


@pytest.fixture
def unguarded(app: Flask) -> Iterator[Store]:
    """The store without what keeps its entries and the headings of matches from being changed."""
    store = store_of(app)
    with store.writing() as session:
        if store.is_sqlite:
            kept = [(name, sql) for name, sql in session.execute(text(_TRIGGERS))]
            for name, _ in kept:
                session.execute(text(f"DROP TRIGGER {name}"))
        else:
            for table in GUARDED:
                session.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
    yield store
    with store.writing() as session:
        if store.is_sqlite:
            for _, sql in kept:
                session.connection().exec_driver_sql(sql)
        else:
            for table in GUARDED:
                session.execute(text(f"ALTER TABLE {table} ENABLE TRIGGER USER"))


def test_long_examinations_leave_threads_for_others(play: Play, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.stores._A_MOMENT", 0)
    reader, admin = bearer(play.keys["reader"]), bearer(play.keys["admin"])
    log = play.client.get(f"{play.path}/export", headers=reader).data
    with ExitStack() as working:
        for _ in range(app.config["DATABASE_CONNECTIONS"] // 2):
            working.enter_context(app.extensions["shengji-long-work"])
        brought = play.client.post("/v1/matches/import", data=log, content_type="application/x-ndjson", headers=admin)
        for refused in (play.client.get(f"{play.path}/verify", headers=reader), brought):
            assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "store_busy", "1")
        assert play.deal(80, 409)["code"] == "match_finished"
    assert verdict(play)["valid"] is True


def test_a_log_that_was_left_alone_holds(play: Play) -> None:
    seq = play.state()["seq"]
    assert verdict(play) == {"valid": True, "entries": seq}


def test_entries_cannot_be_changed_or_removed(play: Play, app: Flask) -> None:
    document = {"id": "club", "extends": "march8-2012"}
    assert play.client.post("/v1/rulesets", json=document, headers=bearer(play.keys["admin"])).status_code == 201
    for statement in ("UPDATE entries SET kind = 'deal'", "DELETE FROM entries", "DELETE FROM ruleset_revisions", "DELETE FROM matches"):
        store = store_of(app)
        with pytest.raises(Exception, match="written once"), store.writing() as session:
            session.execute(text(statement))
    assert verdict(play)["valid"] is True


HEADING = ("id", "organiser_uid", "ruleset", "rules", "sides", "table_name", "event", "stage", "created_at", "created_by")
"""Of a match: what no entry holds."""


@pytest.mark.parametrize("column", HEADING)
def test_the_heading_of_a_match_cannot_be_changed(play: Play, app: Flask, column: str) -> None:
    value = "organiser_uid" if column == "organiser_uid" else "'x'"
    with pytest.raises(Exception, match="written once"), store_of(app).writing() as session:
        session.execute(text(f"UPDATE matches SET {column} = {value} WHERE id = :id"), {"id": play.begun["id"]})


CHANGES = {
    "hash": ("UPDATE entries SET hash = :zeros", "hash_differs"),
    "prev_hash": ("UPDATE entries SET prev_hash = :zeros", "prev_hash_differs"),
    "kind": ("UPDATE entries SET kind = 'finish'", "hash_differs"),
    "at": ("UPDATE entries SET at = '2020-01-01T00:00:00.000Z'", "hash_differs"),
    "by": ("UPDATE entries SET \"by\" = 'k0'", "hash_differs"),
    "body": ("UPDATE entries SET body = replace(body, '0', '5')", "hash_differs"),
    "outcome": ("UPDATE entries SET outcome = replace(outcome, '2', '3')", "hash_differs"),
    "deal": ("UPDATE entries SET deal = 9", "columns_differ"),
    "supersedes": ("UPDATE entries SET supersedes = 1", "columns_differ"),
    "removed": ("DELETE FROM entries", "gap"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_by_hand_is_found_at_its_entry(play: Play, unguarded: Store, change: str) -> None:
    statement, reason = CHANGES[change]
    where = " WHERE seq = 2 AND match_uid = (SELECT uid FROM matches WHERE id = :id)"
    with unguarded.writing() as session:
        values = {"zeros": "0" * 64, "id": play.begun["id"]}
        session.execute(text(statement + where), {name: value for name, value in values.items() if f":{name}" in statement + where})
    answer = verdict(play)
    assert answer["valid"] is False and answer["entries"] == 1
    assert (answer["fault"]["seq"], answer["fault"]["reason"]) == (2, reason) and answer["fault"]["message"]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE matches SET seq = seq + 1 WHERE id = :id", "gap"),
        ("UPDATE matches SET head_hash = 'x' WHERE id = :id", "state_differs"),
        ("UPDATE matches SET status = 'open' WHERE id = :id", "state_differs"),
        ("UPDATE matches SET state = replace(state, 'deal', 'dael') WHERE id = :id", "state_differs"),
        ("UPDATE matches SET state = 'no JSON' WHERE id = :id", "state_differs"),
        ("UPDATE matches SET rules = 'no JSON' WHERE id = :id", "state_differs"),
        ("UPDATE matches SET rules = replace(rules, 'march8-2012@1', 'no-such-rules@1') WHERE id = :id", "state_differs"),
        ("UPDATE matches SET ruleset = replace(ruleset, '1', '2') WHERE id = :id", "state_differs"),
        ('UPDATE matches SET sides = \'{"NS":{"name":"x"},"EW":{}}\' WHERE id = :id', "heading_differs"),
        ("UPDATE matches SET sides = 'no JSON' WHERE id = :id", "state_differs"),
        ("UPDATE matches SET table_name = 'x' WHERE id = :id", "heading_differs"),
        ("UPDATE matches SET event = 'x' WHERE id = :id", "heading_differs"),
        ("UPDATE matches SET created_by = 'k0' WHERE id = :id", "heading_differs"),
        ("UPDATE matches SET created_at = '2001-01-01T00:00:00.000Z' WHERE id = :id", "heading_differs"),
        ("UPDATE matches SET created_at = '9999-12-31T23:59:59.999Z' WHERE id = :id", "time_goes_back"),
        ("UPDATE matches SET updated_at = '9999-12-31T23:59:59.999Z' WHERE id = :id", "state_differs"),
        ("UPDATE deals SET moves = 'no JSON' WHERE match_uid = (SELECT uid FROM matches WHERE id = :id)", "projection_differs"),
        ("UPDATE deals SET warnings = 'x' WHERE match_uid = (SELECT uid FROM matches WHERE id = :id)", "projection_differs"),
        ("UPDATE deals SET seq = 1 WHERE deal = 2 AND match_uid = (SELECT uid FROM matches WHERE id = :id)", "projection_differs"),
        ("DELETE FROM deals WHERE deal = 3 AND match_uid = (SELECT uid FROM matches WHERE id = :id)", "projection_differs"),
    ],
)
def test_what_is_kept_beside_the_log_is_held_to_it(play: Play, unguarded: Store, statement: str, reason: str) -> None:
    with unguarded.writing() as session:
        session.execute(text(statement), {"id": play.begun["id"]})
    assert verdict(play)["fault"]["reason"] == reason


@pytest.mark.parametrize("deal", [1, 2, 3])
@pytest.mark.parametrize("statement", ["DELETE FROM deals", "UPDATE deals SET seq = 1000"])
def test_what_is_wrong_with_a_deal_is_told_at_the_entry_that_counts(play: Play, app: Flask, statement: str, deal: int) -> None:
    with store_of(app).writing() as session:
        where = " WHERE deal = :deal AND match_uid = (SELECT uid FROM matches WHERE id = :id)"
        session.execute(text(statement + where), {"deal": deal, "id": play.begun["id"]})
    assert verdict(play)["fault"]["seq"] == {1: 6, 2: 2, 3: 5}[deal]


def test_entries_after_the_last_that_the_match_knows_are_found(play: Play, unguarded: Store) -> None:
    head = "(SELECT hash FROM entries WHERE seq = 5 AND match_uid = matches.uid)"
    with unguarded.writing() as session:
        cut = f"UPDATE matches SET seq = 5, status = 'open', head_hash = {head}, updated_at = {head.replace('hash', 'at')} WHERE id = :id"
        session.execute(text(cut), {"id": play.begun["id"]})
    found = verdict(play)
    assert found["entries"] == 5 and (found["fault"]["seq"], found["fault"]["reason"]) == (6, "state_differs")


def test_entries_that_have_changed_places_are_found(play: Play, unguarded: Store) -> None:
    with unguarded.writing() as session:
        for one, other in ((2, 1000), (3, 2), (1000, 3)):
            where = "WHERE seq = :one AND match_uid = (SELECT uid FROM matches WHERE id = :id)"
            session.execute(text(f"UPDATE entries SET seq = :other {where}"), {"one": one, "other": other, "id": play.begun["id"]})
    assert verdict(play)["fault"]["seq"] == 2


def chain_anew(play: Play, store: Store, seq: int, **columns: str) -> None:
    """What a forger would do: other columns for an entry, and every hash from there on made anew."""
    with store.writing() as session:
        match = session.query(Match).where(Match.id == play.begun["id"]).one()
        head = FIRST_HASH
        for entry in session.query(Entry).where(Entry.match_uid == match.uid).order_by(Entry.seq):
            for name, value in columns.items() if entry.seq == seq else ():
                setattr(entry, name, value)
            texts = {"match": match.id} | {key: getattr(entry, key) for key in ("seq", "kind", "at", "by", "body", "outcome")}
            entry.prev_hash, entry.hash = head, entry_hash_of_texts(head, texts)
            head = entry.hash
        match.head_hash = head


Change = Callable[[dict[str, Any]], Any]
FORGED: dict[str, tuple[int, str, Change, str]] = {
    "another score": (1, "outcome", lambda outcome: outcome["score"].update(attackers_points=70), "rescored_differently"),
    "another gain": (1, "outcome", lambda outcome: outcome["advance"]["gained"].update(levels=3), "rescored_differently"),
    "other moves": (1, "outcome", lambda outcome: outcome["moves"].update(attackers_points=70), "rescored_differently"),
    "other points sent": (1, "body", lambda body: body["deal"].update(attackers_points=120), "rescored_differently"),
    "a warning that is none": (1, "outcome", lambda outcome: outcome.update(warnings=[3]), "outcome_differs"),
    "warnings that are none": (1, "outcome", lambda outcome: outcome.update(warnings="x"), "outcome_differs"),
    "another game": (1, "outcome", lambda outcome: outcome.update(game=2), "outcome_differs"),
    "another state": (1, "outcome", lambda outcome: outcome["state"].update(declarer="E"), "outcome_differs"),
    "what only looks equal": (1, "outcome", lambda outcome: outcome.update(game=True), "outcome_differs"),
    "what no body has": (1, "body", lambda body: body.update(expected_seq=0), "rescored_differently"),
    "another offence": (4, "body", lambda body: body.update(offence="late", minutes=3), "rescored_differently"),
    "another fine": (4, "outcome", lambda outcome: outcome["assessment"].update(points=99), "rescored_differently"),
    "no reason": (5, "body", lambda body: body.clear(), "rescored_differently"),
    "nothing lapsed": (5, "outcome", lambda outcome: outcome.pop("lapsed"), "outcome_differs"),
    "another correction": (6, "body", lambda body: body["replacement"]["deal"].update(attackers_points=40), "rescored_differently"),
    "another replacement": (6, "outcome", lambda outcome: outcome["replacement"].update(level="3"), "rescored_differently"),
    "a change left out": (6, "outcome", lambda outcome: outcome["changed"].pop(), "outcome_differs"),
    "a void deal made void": (6, "body", lambda body: body.update(deal=3, void=body.pop("replacement") is not None), "outcome_differs"),
    "another end": (7, "outcome", lambda outcome: outcome.update(ended_by="time"), "outcome_differs"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_chain_made_anew_over_another_content_is_found(play: Play, unguarded: Store, name: str) -> None:
    seq, column, change, reason = FORGED[name]
    entry = play.client.get(f"{play.path}/log", headers=bearer(play.keys["reader"])).json["entries"][seq - 1]
    change(entry[column])
    chain_anew(play, unguarded, seq, **{column: canonical(entry[column])})
    found = verdict(play)
    assert found["entries"] == seq - 1 and (found["fault"]["seq"], found["fault"]["reason"]) == (seq, reason)


@pytest.mark.parametrize("column", ["body", "outcome"])
@pytest.mark.parametrize("content", ["", "[]", "3", "null", '"a"', '{"a": 1}', "{}", "[" * 990 + "]" * 990])
def test_a_content_that_no_entry_has_is_found(play: Play, unguarded: Store, column: str, content: str) -> None:
    chain_anew(play, unguarded, 5, **{column: content})
    assert verdict(play)["fault"]["seq"] == 5


@pytest.mark.parametrize("late", ["void", "penalties"])
def test_nothing_but_a_correction_follows_the_end(play: Play, unguarded: Store, late: str) -> None:
    with unguarded.writing() as session:
        session.execute(text("UPDATE matches SET status = 'open' WHERE id = :id"), {"id": play.begun["id"]})
    body = {"void": {"reason": "x"}, "penalties": {"offence": "late", "side": "NS", "minutes": 3}}[late]
    play.post(late, body)
    assert verdict(play)["fault"] == {
        "seq": 8,
        "reason": "outcome_differs",
        "message": "The rules lead from what is before it to another outcome.",
    }


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.sampled_from([0, 40, 75, 80, 120, 200])),
        st.tuples(st.just("void"), st.just(0)),
        st.tuples(st.just("penalty"), st.integers(1, 2)),
        st.tuples(st.just("correct"), st.integers(1, 6)),
        st.tuples(st.just("annul"), st.integers(1, 6)),
    ),
    max_size=10,
)
_NUMBERS = itertools.count()


@pytest.mark.full
@settings(max_examples=25)
@given(steps=STEPS, points=st.sampled_from([0, 60, 80, 160]))
def test_whatever_is_corrected_the_log_holds_and_later_facts_stand(
    client_of: tuple[CheckedClient, Keys], steps: list[tuple[str, int]], points: int
) -> None:
    play = Play(*client_of, THREE_GAMES)
    for what, value in steps:
        state = play.state()
        if what == "deal" and "round_over" not in state:
            play.deal(value, **({} if "declarer" in state else {"declarer": "N"}))  # type: ignore[arg-type]
        elif what == "void" and "round_over" not in state:
            play.post("void", {"reason": "x"})
        elif what == "penalty" and "round_over" not in state:
            fined = {"offence": "wrong_card_count", "side": "NS" if value == 1 else "EW", "declarer": state.get("declarer", "N")}
            answer = play.client.post(f"{play.path}/penalties", json=fined, headers=bearer(play.keys["referee"]))
            assert answer.status_code in (201, 422), answer.get_data(as_text=True)
        elif what in ("correct", "annul"):
            fix: dict[str, Any] = {"replacement": {"kind": "score", "deal": {"attackers_points": points, "declarer": "N"}}}
            body = {"deal": value, "reason": "x"} | (fix if what == "correct" else {"void": True})
            answer = play.client.post(f"{play.path}/corrections", json=body, headers=bearer(play.keys["referee"]))
            assert answer.status_code in (201, 404, 409), answer.get_data(as_text=True)
        assert verdict(play) == {"valid": True, "entries": play.state()["seq"]}

"""Matches: begun, played deal by deal, ended; what is refused stores nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app import create_app
from store import ledger
from store.keys import caller_of
from store.models import Entry
from tests.api.checked import CheckedClient
from tests.store.conftest import Keys, bearer, store_of

Poster = Callable[..., Any]


class Play:
    """A match and who plays it."""

    def __init__(self, client: CheckedClient, keys: Keys, ruleset: Any = "march8-2012", **more: Any) -> None:
        self.client, self.keys = client, keys
        answer = client.post("/v1/matches", json={"ruleset": ruleset, **more}, headers=bearer(keys["scorer"]))
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.begun = answer.json
        self.path = answer.headers["Location"]

    def post(self, what: str, body: Any, status: int = 201, role: str = "referee", **headers: str) -> Any:
        answer = self.client.post(f"{self.path}/{what}", json=body, headers=bearer(self.keys[role], **headers))
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.json

    def deal(self, points: int, status: int = 201, expected_seq: int | None = None, **deal: Any) -> Any:
        body: dict[str, Any] = {"kind": "score", "deal": {"attackers_points": points, **deal}}
        return self.post("deals", body | ({} if expected_seq is None else {"expected_seq": expected_seq}), status, "scorer")

    def state(self) -> Any:
        answer = self.client.get(self.path, headers=bearer(self.keys["reader"]))
        assert answer.status_code == 200
        return answer.json["state"]


@pytest.fixture
def play(client: CheckedClient, keys: Keys) -> Play:
    return Play(client, keys)


def test_a_match_begins_at_the_start_and_nobody_declares(play: Play) -> None:
    assert play.begun["state"] == {"levels": {"NS": "2", "EW": "2"}, "deal": 1, "seq": 0, "game": 1, "games": {"NS": 0, "EW": 0}}
    assert play.begun["ruleset"] == {"id": "march8-2012", "revision": 1}


def test_deals_move_the_match(play: Play) -> None:
    first = play.deal(75, declarer="N")
    assert first["entry"]["seq"] == 1 and first["entry"]["prev_hash"] == "0" * 64
    assert first["state"]["levels"] == {"NS": "3", "EW": "2"} and first["state"]["declarer"] == "S"
    second = play.deal(125)
    assert second["entry"]["prev_hash"] == first["entry"]["hash"]
    assert second["state"] == play.state() == second["entry"]["outcome"]["state"] | {"seq": 2}


def test_the_first_deal_needs_its_declarer(play: Play) -> None:
    assert play.deal(75, 422)["errors"][0]["pointer"] == "/deal/declarer"
    assert play.state()["seq"] == 0


def test_another_declarer_needs_a_reason(play: Play) -> None:
    play.deal(75, declarer="N")
    refused = play.deal(75, 409, declarer="E")
    assert refused["code"] == "declarer_differs" and refused["state"] == play.state()
    assert play.deal(75, declarer="E", declarer_because="blackout")["entry"]["outcome"]["declarer"] == "E"


def test_what_the_match_knows_may_be_sent_where_it_agrees(play: Play) -> None:
    play.deal(75, declarer="N", levels={"NS": "2", "EW": "2"}, ruleset="march8-2012@1")
    assert play.deal(75, 409, levels={"NS": "2", "EW": "2"})["code"] == "levels_differ"
    assert play.deal(75, 422, ruleset="jiangsu-2007")["errors"][0]["pointer"] == "/deal/ruleset"
    assert play.deal(75, 422, declarer_because="luck")["errors"][0]["code"] == "not_a_choice"


def test_an_expected_seq_that_has_passed_is_refused_with_the_state(play: Play) -> None:
    play.deal(75, declarer="N", expected_seq=0)
    refused = play.deal(75, 409, expected_seq=0)
    assert refused["code"] == "seq_differs" and refused["state"] == play.state()


STALE: dict[str, dict[str, Any]] = {
    "deals": {"kind": "score", "deal": {"attackers_points": 80}},
    "void": {"reason": "redeal"},
    "penalties": {"offence": "wrong_card_count", "side": "NS", "declarer": "E"},
    "corrections": {"deal": 1, "reason": "x", "void": True},
    "finish": {},
}


@pytest.mark.parametrize("path", STALE)
def test_nothing_is_added_for_whoever_has_seen_less(play: Play, path: str) -> None:
    play.deal(75, declarer="N")
    for seq in (0, 2):
        refused = play.post(path, STALE[path] | {"expected_seq": seq}, 409)
        assert refused["code"] == "seq_differs" and refused["state"]["seq"] == 1
    assert play.post(path, STALE[path] | {"expected_seq": 1})["state"]["seq"] == 2


def test_a_game_that_ends_is_followed_by_the_next_while_the_round_allows_one(client: CheckedClient, keys: Keys) -> None:
    play = Play(
        client, keys, {"extends": "march8-2012", "levels": {"ladder": ["2", "A"], "must_defend": []}, "rounds": {"form": {"games": 3}}}
    )
    play.deal(75, declarer="N")
    ended = play.deal(75)
    assert [one["kind"] for one in ended["games_over"]] == ["game_over"] and ended["games_over"][0]["outcome"]["winner"] == "NS"
    state = ended["state"]
    assert state["seq"] == 3 and state["games"] == {"NS": 1, "EW": 0} and state["game"] == 2 and "declarer" not in state
    play.deal(75, 422)
    play.deal(75, declarer="E")
    assert play.deal(75)["state"]["games"] == {"NS": 1, "EW": 1}
    play.deal(75, declarer="E")
    over = play.deal(75)["state"]
    assert over["games"] == {"NS": 1, "EW": 2} and over["round_over"] is True
    assert play.deal(75, 409, declarer="E")["code"] == "round_over"


def test_a_void_deal_takes_a_number_and_moves_nothing(play: Play) -> None:
    play.deal(75, declarer="N")
    before = play.state()
    after = play.post("void", {"reason": "redeal"})["state"]
    assert after == before | {"deal": 3, "seq": 2}


def test_a_booked_penalty_counts_in_its_deal(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, "jiangsu-2007")
    booked = play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2, "declarer": "N"})
    assert booked["entry"]["outcome"]["assessment"]["points"] == 20 and booked["state"]["deal"] == 1
    last = {"plays": [{"seat": seat, "cards": [card]} for seat, card in (("N", "HA"), ("W", "H3"), ("S", "H4"), ("E", "H6"))]}
    deal = {"trump": {"suit": "S", "level": "2"}, "declarer": "N", "trick_points": 100, "kitty_points": 0, "last_trick": last}
    entry = play.post("deals", {"kind": "score", "deal": deal})["entry"]
    assert entry["outcome"]["penalties"] == [booked["entry"]["seq"]]
    assert entry["outcome"]["score"]["attackers_points"] == 80
    play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 1})
    total = play.deal(100)
    assert "penalties" not in total["entry"]["outcome"] and [one["code"] for one in total["warnings"]] == ["penalty_in_total"]


def test_penalties_of_a_void_deal_lapse(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, "jiangsu-2007")
    seq = play.post("penalties", {"offence": "exposed_card", "side": "EW", "cards": 2})["entry"]["seq"]
    assert play.post("void", {"reason": "redeal"})["entry"]["outcome"]["lapsed"] == [seq]


def test_an_unknown_offence_is_told_at_its_place(play: Play) -> None:
    assert play.post("penalties", {"offence": "sneezing", "side": "NS"}, 422)["errors"][0]["pointer"] == "/offence"


def test_a_finished_match_takes_no_deals(play: Play) -> None:
    play.deal(75, declarer="N")
    play.post("finish", {"ended_by": "forfeit"}, 422)
    play.post("finish", {"ended_by": "time", "forfeited_by": "NS"}, 422)
    done = play.post("finish", {"ended_by": "forfeit", "forfeited_by": "EW"})
    assert done["entry"]["outcome"]["forfeited_by"] == "EW"
    for what, body in (("finish", {}), ("void", {"reason": "x"}), ("deals", {"kind": "score", "deal": {}})):
        assert play.post(what, body, 409)["code"] == "match_finished"


def test_a_request_sent_again_gets_the_first_answer_also_from_another_process(play: Play, app: Flask) -> None:
    body = {"kind": "score", "deal": {"attackers_points": 75, "declarer": "N"}, "expected_seq": 0}
    headers = bearer(play.keys["scorer"], Idempotency_Key='"one"')
    first = play.client.post(f"{play.path}/deals", json=body, headers=headers)
    other = create_app({"DATABASE_URL": app.config["DATABASE_URL"], "LOG_LEVEL": "ERROR"})
    again = other.test_client().post(f"{play.path}/deals", json=body, headers=headers)
    store_of(other).close()
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert "Idempotent-Replayed" not in first.headers and again.headers["Idempotent-Replayed"] == "true"
    assert play.state()["seq"] == 1
    assert play.post("deals", body | {"expected_seq": 1}, 422, Idempotency_Key="one")["code"] == "idempotency_key_reused"
    assert play.post("deals", body, 400, Idempotency_Key="two words")["code"] == "idempotency_key_malformed"


def test_a_key_stands_for_one_request_of_each_operation(client: CheckedClient, keys: Keys, new_organiser: Callable[[], Keys]) -> None:
    one, two, void = Play(client, keys), Play(client, keys), {"reason": "redeal"}
    headers = bearer(keys["referee"], Idempotency_Key="the-same")
    places = [f"{one.path}/void", f"{two.path}/void", f"{one.path}/finish"]
    for path in places:
        body = void if path.endswith("void") else {}
        first, again = (client.post(path, json=body, headers=headers) for _ in range(2))
        assert first.status_code == again.status_code == 201 and again.data == first.data
        assert ("Idempotent-Replayed" in first.headers, again.headers["Idempotent-Replayed"]) == (False, "true")
    assert (one.state()["seq"], two.state()["seq"]) == (2, 1)
    others = new_organiser()
    theirs = Play(client, others)
    answer = client.post(f"{theirs.path}/void", json=void, headers=bearer(others["referee"], Idempotency_Key="the-same"))
    assert answer.status_code == 201 and "Idempotent-Replayed" not in answer.headers


def test_a_key_for_what_there_is_not_finds_nothing(client: CheckedClient, keys: Keys) -> None:
    long = "x" * 100
    for path in (
        f"/v1/matches/{long}/void",
        f"/v1/webhooks/{long}/deliveries/{long}/redeliver",
        f"/v1/webhooks/{'甲' * 99}/deliveries/{long}/redeliver",
    ):
        answer = client.post(path, json={"reason": "redeal"}, headers=bearer(keys["admin"], Idempotency_Key="k1"))
        assert answer.status_code == 404


def test_every_entry_tells_whose_key_has_stored_it(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys)
    told: dict[str, list[tuple[str, Any]]] = {
        "scorer": [("deals", {"kind": "score", "deal": {"attackers_points": 75, "declarer": "N"}}), ("finish", {})],
        "referee": [("corrections", {"deal": 1, "reason": "x", "void": True})],
        "admin": [
            ("corrections", {"deal": 1, "reason": "x", "replacement": {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N"}}})
        ],
    }
    for role, requests in told.items():
        for path, body in requests:
            answer = client.post(f"{play.path}/{path}", json=body, headers=bearer(keys[role]))
            assert answer.status_code == 201, answer.get_data(as_text=True)
            assert answer.json["entry"]["by"] == keys[role].split("_")[2]


def test_writers_of_one_match_leave_no_gap(play: Play, app: Flask) -> None:
    play.deal(80, declarer="N")
    answers: list[int] = []

    def write() -> None:
        with app.test_client() as client:
            for _ in range(5):
                body = {"kind": "score", "deal": {"attackers_points": 80}}
                answer = client.post(f"{play.path}/deals", json=body, headers=bearer(play.keys["scorer"]))
                answers.append(answer.json["entry"]["seq"] if answer.status_code == 201 else -1)

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(answers) == list(range(2, 22))


def test_entries_are_chained_and_written_once(play: Play, app: Flask) -> None:
    play.deal(75, declarer="N")
    play.deal(75)
    with store_of(app).reading() as session:
        caller = caller_of(session, play.keys["admin"])
        assert caller is not None
        match = ledger.find(session, caller.organiser_uid, play.begun["id"])
        first, second = session.query(Entry).where(Entry.match_uid == match.uid).order_by(Entry.seq)
        assert second.prev_hash == first.hash and match.head_hash == second.hash


def test_the_list_is_paged_from_the_newest(client: CheckedClient, keys: Keys) -> None:
    ids = [Play(client, keys, event="cup" if number % 2 else "league").begun["id"] for number in range(3)][::-1]
    headers = bearer(keys["reader"])
    page = client.get("/v1/matches?limit=2", headers=headers).json
    assert [match["id"] for match in page["matches"]] == ids[:2] and page["next"] == ids[1]
    rest = client.get(f"/v1/matches?limit=2&after={page['next']}", headers=headers).json
    assert [match["id"] for match in rest["matches"]] == ids[2:] and "next" not in rest
    assert [match["id"] for match in client.get("/v1/matches?event=cup", headers=headers).json["matches"]] == ids[1:2]
    assert client.get("/v1/matches?after=m0", headers=headers).status_code == 404


def test_a_match_has_an_etag(play: Play) -> None:
    headers = bearer(play.keys["reader"])
    tag = play.client.get(play.path, headers=headers).headers["ETag"]
    assert play.client.get(play.path, headers={**headers, "If-None-Match": tag}).status_code == 304
    play.deal(75, declarer="N")
    assert play.client.get(play.path, headers={**headers, "If-None-Match": tag}).status_code == 200


def test_a_match_goes_on_however_often_a_side_has_gone_round(client: CheckedClient, keys: Keys) -> None:
    play = Play(client, keys, "guizhou-2010")
    for _ in range(8):
        play.deal(100_000, declarer="N", declarer_because="referee")
    state = play.state()
    assert state["seq"] == 8 and state["laps"]["EW"] > 1_000

"""deals/replay: what is answered of a deal, and what is wrong with the record of one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import PRESET_IDS
from rules.seats import SEATS
from tests.api.conftest import Asker
from tests.api.questions import REPLAY
from tests.property.dealing import seeded

WHOLE = seeded("jiangsu-2007", 1)
SUITS = dict(zip("NWSE", "SHDC", strict=True))


def places(problem: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem["errors"]]


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in names}


# Answers


def test_a_revoke_is_answered_with_its_place_and_the_later_one_that_proves_it(ask: Asker) -> None:
    answer = ask("deals/replay", REPLAY, explain=False)
    assert (answer["legal"], answer["complete"]) == (False, False)
    assert answer["bidding"] == {
        "source": "bid",
        "trump": {"suit": "S", "level": "8"},
        "declarer": "N",
        "kitty_taker": "N",
        "reburied_by": [],
        "blackout": False,
    }
    (trick,) = answer["tricks"]
    assert trick["plays"] == [
        {"seat": "N", "role": "lead", "legal": True, "overtakes": True, "points": 0},
        {"seat": "W", "role": "follow", "legal": True, "overtakes": False, "points": 0},
        {"seat": "S", "role": "discard", "legal": False, "overtakes": False, "points": 0},
    ]
    assert without(trick, "plays") == {"complete": False, "winner": "N", "winner_side": "NS", "points": 0}
    fault = answer["fault"]
    assert (fault["pointer"], fault["proved_by"]) == ("/tricks/0/plays/2", "/tricks/1/plays/2")
    assert [without(violation, "message") for violation in fault["violations"]] == [
        {"code": "suit_owed", "owed": {"group": "H", "cards": 1}, "cards": ["HT"]}
    ]
    assert {"score", "advance", "rulings"}.isdisjoint(answer)


def test_the_rulings_behind_bids_and_tricks_go_along_unless_they_are_not_wanted(ask: Asker) -> None:
    answer = ask("deals/replay", REPLAY)
    assert [ruling["code"] for ruling in answer["bidding"]["rulings"]] == ["trump_shown", "declares_as_before"]
    assert [ruling["code"] for ruling in answer["tricks"][0]["rulings"]] == ["one_formation_led", "follow_is_lower", "wins_so_far"]
    assert answer["rulings"] == []


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_a_whole_deal_is_scored_and_moves_the_levels(ask: Asker, preset: str) -> None:
    body = seeded(preset, 5)
    answer = ask("deals/replay", body)
    assert (answer["legal"], answer["complete"]) == (True, True)
    assert (answer["trump"], answer["declarer"]) == (body["trump"], body["declarer"])
    scored = ask(
        "deals/score",
        {key: body[key] for key in ("ruleset", "trump", "declarer", "levels")},
        tricks=[without(trick, "attempt") for trick in body["tricks"]],
        kitty=body["burials"][-1]["cards"],
    )
    assert answer["score"]["kitty"] == scored["score"]["kitty"]
    assert answer["score"]["trick_points"] == scored["score"]["trick_points"]
    fines = sum(trick["attempt"]["attackers_points_delta"] for trick in answer["tricks"] if "attempt" in trick)
    assert answer["score"]["attackers_points"] == scored["score"]["attackers_points"] + fines
    assert "points_added" in [ruling["code"] for ruling in answer["rulings"]]


def test_a_failed_throw_is_answered_as_throws_resolve_does(ask: Asker) -> None:
    deals = (seeded("gongxiao-2013", seed, with_bids=False) for seed in range(60))
    body = next(deal for deal in deals if any("attempt" in trick for trick in deal["tricks"]))
    answer = ask("deals/replay", body)
    index = next(index for index, trick in enumerate(body["tricks"]) if "attempt" in trick)
    attempt = answer["tricks"][index]["attempt"]
    assert (attempt["tested"], attempt["succeeds"]) == (True, False)
    assert body["tricks"][index]["plays"][0]["cards"] in attempt["forced"]["choices"]
    assert answer["score"]["fines"][0]["points"] == attempt["fine"]["points"]
    untested = ask("deals/replay", without(body, "hands") | {"tricks": body["tricks"][: index + 1]})
    assert untested["tricks"][index]["attempt"] == {"tested": False}


def test_a_deal_without_a_seat_named_beside_the_bids_is_the_first(ask: Asker) -> None:
    body = without(REPLAY, "declarer", "burials") | {"tricks": [], "bids": [{"seat": "S", "cards": ["S2"]}], "penalties": []}
    answer = ask("deals/replay", body)
    assert (answer["declarer"], answer["trump"]["level"]) == ("S", "2")
    later = ask("deals/replay", body | {"bids": [{"seat": "S", "cards": ["S8"]}], "seat_holder": "N"})
    assert (later["declarer"], later["trump"]["level"]) == ("N", "8")


def test_a_redeal_has_neither_trump_nor_declarer(ask: Asker) -> None:
    answer = ask("deals/replay", {"ruleset": "anhui-tcm-2009", "levels": REPLAY["levels"], "first_deal": True, "bids": [], "tricks": []})
    assert answer["bidding"]["source"] == "redeal"
    assert {"trump", "declarer"}.isdisjoint(answer)


def test_an_illegal_bid_is_answered_at_its_place(ask: Asker) -> None:
    answer = ask("deals/replay", REPLAY | {"bids": [{"seat": "S", "cards": ["S7"]}]})
    assert answer["fault"]["pointer"] == "/bids/0"
    assert {"trump", "declarer", "bidding", "proved_by"}.isdisjoint(answer | answer["fault"])


def test_a_trick_whose_lead_is_at_fault_has_no_winner(ask: Asker) -> None:
    answer = ask("deals/replay", REPLAY, tricks=[{"plays": [{"seat": "N", "cards": "HA D4"}]}])
    assert answer["fault"]["pointer"] == "/tricks/0/plays/0"
    (trick,) = answer["tricks"]
    assert {"winner", "winner_side", "attempt"}.isdisjoint(trick)
    assert [play["legal"] for play in trick["plays"]] == [False]


def test_a_replay_may_have_a_mebibyte(ask: Asker, client: Any) -> None:
    padded = b" " * (1024 * 1024 - 2) + b"{}"
    assert client.post("/v1/deals/replay", data=padded, content_type="application/json").status_code == 422
    assert client.post("/v1/deals/replay", data=padded + b" ", content_type="application/json").status_code == 413


# Faults


def test_all_faults_of_a_record_are_told_at_once(ask: Asker) -> None:
    hands = {"N": "SA", "E": "SK SK SK", "S": "SQ"}
    burials = [{"seat": "N", "cards": "S3"}, {"seat": "Q", "cards": "S4 S1"}]
    tricks = [{"plays": [{"seat": "N", "cards": "SA"}]}, {"plays": []}]
    penalties = [{"offence": "failed_throw", "side": "NS"}, {"offence": "lat", "side": "NS"}]
    problem = ask(
        "deals/replay", REPLAY, status=422, hands=hands, burials=burials, tricks=tricks, penalties=penalties, laps={"NS": 1, "EW": 0}
    )
    assert set(places(problem)) == {
        ("/hands/N", "wrong_hand_size"),
        ("/hands/E", "wrong_hand_size"),
        ("/hands/E/2", "too_many_copies"),
        ("/hands/S", "wrong_hand_size"),
        ("/hands/W", "hand_missing"),
        ("/burials/1/seat", "unknown_seat"),
        ("/burials/1/cards/1", "unknown_card"),
        ("/tricks/1/plays", "empty_trick"),
        ("/penalties/0/offence", "told_by_tricks"),
        ("/penalties/1/offence", "unknown_offence"),
        ("/laps", "not_in_this_ruleset"),
    }


def test_without_bids_trump_and_declarer_are_needed(ask: Asker) -> None:
    body = without(REPLAY, "bids", "declarer")
    assert places(ask("deals/replay", body, status=422)) == [("/trump", "missing_field"), ("/declarer", "missing_field")]
    wrong = ask("deals/replay", body | {"trump": {"suit": "X", "level": "8"}, "declarer": "N"}, status=422)
    assert places(wrong) == [("/trump/suit", "unknown_suit")]


def test_bids_that_cannot_be_read_leave_trump_and_declarer_untold(ask: Asker) -> None:
    problem = ask("deals/replay", without(REPLAY, "declarer") | {"bids": [{"seat": "S"}]}, status=422)
    assert places(problem) == [("/bids/0", "exactly_one_of")]
    problem = ask("deals/replay", REPLAY, status=422, levels={"NS": "8"})
    assert places(problem) == [("/levels/EW", "missing_field")]
    problem = ask("deals/replay", REPLAY, status=422, revolt={})
    assert places(problem) == [("/revolt/seat", "missing_field")]
    assert places(ask("deals/replay", REPLAY, status=422, levels=None)) == [("/levels", "missing_field")]


def test_copies_are_counted_over_hands_and_kitty(ask: Asker) -> None:
    hands = {seat: list(WHOLE["hands"][seat]) for seat in SEATS}
    kitty = [hands["N"][0]] * 3 + WHOLE["kitty"][3:]
    problem = ask("deals/replay", WHOLE, status=422, kitty=kitty)
    assert {code for _, code in places(problem)} == {"too_many_copies"}
    assert all(pointer.startswith(("/kitty", "/hands")) for pointer, _ in places(problem))


def test_without_hands_copies_are_counted_over_the_last_burial_and_the_tricks(ask: Asker) -> None:
    body = without(REPLAY, "penalties")
    again = [{"plays": [{"seat": "N", "cards": ["D2", "D2"]}]}]
    assert places(ask("deals/replay", body, status=422, tricks=again)) == [("/tricks/0/plays/0/cards/1", "too_many_copies")]
    earlier = [{"seat": "W", "cards": ["D2", "D2", "D3", "D3", "D4", "D4", "D5", "D5"]}, *body["burials"]]
    assert ask("deals/replay", body, burials=earlier, tricks=again[:0])["fault"]["pointer"] == "/burials/0"


def test_what_lies_among_other_cards_at_another_time_has_no_more_copies_than_there_are(ask: Asker) -> None:
    kitty = "D2 D2 D2 D3 D4 D5 D6 D7"
    burials = [{"seat": "N", "cards": "C2 C2 C2 C3 C4 C5 C6 C7"}, *REPLAY["burials"]]
    tricks = [{"plays": [{"seat": "N", "cards": "HA"}], "attempt": "HA HA HA"}]
    problem = ask("deals/replay", REPLAY, status=422, kitty=kitty, burials=burials, tricks=tricks)
    assert places(problem) == [
        ("/kitty/2", "too_many_copies"),
        ("/burials/0/cards/2", "too_many_copies"),
        ("/tricks/0/attempt/2", "too_many_copies"),
    ]


def test_an_unknown_ruleset_leaves_the_rest_to_be_read(ask: Asker) -> None:
    problem = ask("deals/replay", REPLAY, status=422, ruleset="jiangsu", tricks=[{"plays": [{"seat": "N", "cards": "HA HA HA"}]}])
    assert places(problem) == [("/ruleset", "ruleset_not_found"), ("/tricks/0/plays/0/cards/2", "too_many_copies")]


def test_more_tricks_than_a_hand_has_cards_stay_unread(ask: Asker) -> None:
    tricks = [{"plays": [{"seat": seat, "cards": SUITS[seat] + "A"} for seat in SUITS]}] * 26
    assert places(ask("deals/replay", REPLAY, status=422, tricks=tricks)) == [("/tricks", "wrong_length")]

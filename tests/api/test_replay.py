"""deals/replay: what is answered of a deal, and what is wrong with the record of one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import PRESET_IDS
from rules.seats import SEATS
from tests.api.conftest import Asker
from tests.api.questions import DEAL, PENALTY, REPLAY
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


def test_a_revoke_that_was_ruled_on_is_listed_and_the_deal_goes_on(ask: Asker) -> None:
    penalty = {"offence": "concealed_card", "side": "NS", "tier": "no_gain", "at": "/tricks/0/plays/2"}
    answer = ask("deals/replay", REPLAY, penalties=[penalty], explain=False)
    assert (answer["legal"], answer["complete"], "fault" in answer) == (True, False, False)
    (found,) = answer["irregularities"]
    assert (found["pointer"], found["offences"], found["proved_by"]) == (penalty["at"], ["concealed_card"], "/tricks/1/plays/2")
    assert [violation["code"] for violation in found["violations"]] == ["suit_owed"]
    plays = answer["tricks"][0]["plays"]
    assert plays[2]["legal"] is False
    assert (plays[2]["offences"], plays[2]["violations"]) == (found["offences"], found["violations"])
    assert {"offences", "violations"}.isdisjoint(plays[1])
    assert answer["tricks"][1]["plays"][2]["legal"] is True


def test_what_cannot_stand_is_the_fault_and_says_so(ask: Asker) -> None:
    penalty = {"offence": "played_out_of_turn", "side": "EW", "cards": 1, "at": "/tricks/0/plays/3"}
    tricks = [{"plays": [*REPLAY["tricks"][0]["plays"][:3], {"seat": "W", "cards": ["H9"]}]}]
    tricks[0]["plays"][2] = {"seat": "S", "cards": ["H9"]}
    answer = ask("deals/replay", REPLAY, penalties=[penalty], tricks=tricks)
    assert [violation["code"] for violation in answer["fault"]["violations"]] == ["not_your_turn", "cannot_stand"]
    assert answer["irregularities"] == []


# Faults


def test_the_place_of_a_penalty_is_on_record_and_of_its_side(ask: Asker) -> None:
    def told(at: Any, **changes: Any) -> list[tuple[str, str]]:
        penalty = {"offence": "played_out_of_turn", "side": "EW", "cards": 1, "at": at}
        return places(ask("deals/replay", REPLAY, status=422, penalties=[penalty], **changes))

    for nowhere in ("/tricks/2/plays/0", "/tricks/0", "/tricks/0/attempt", "/bids/2", "/burials/1", "tricks/0/plays/0", "/bids/00", "x"):
        assert told(nowhere) == [("/penalties/0/at", "no_such_place")]
    for others in ("/tricks/0/plays/2", "/bids/0", "/burials/0"):
        assert told(others) == [("/penalties/0/at", "place_of_other_side")]
    assert told(7) == [("/penalties/0/at", "wrong_type")]
    assert told("") == [("/penalties/0/at", "wrong_length")]
    assert told("/tricks/9/plays/2", tricks=[{"plays": []}]) == [("/tricks/0/plays", "empty_trick")]
    assert told("/bids/9", bids=[{"seat": "S"}]) == [("/bids/0", "exactly_one_of")]
    assert told("/bids/9", levels={"NS": "8"}) == [("/levels/EW", "missing_field")]


def test_a_failed_throw_is_a_penalty_only_where_a_throw_was_left_standing(ask: Asker) -> None:
    def told(at: str, **changes: Any) -> list[tuple[str, str]]:
        penalty = {"offence": "failed_throw", "side": "NS", "cards": 1, "at": at}
        return places(ask("deals/replay", REPLAY, status=422, penalties=[penalty], **changes))

    assert told("/tricks/0/plays/2") == [("/penalties/0/offence", "told_by_tricks")]
    attempt = [{**REPLAY["tricks"][0], "attempt": "HA HQ"}]
    assert told("/tricks/0/plays/0", tricks=attempt) == [("/penalties/0/offence", "told_by_tricks")]
    assert told("/tricks/0/plays/0", tricks=[{"plays": []}]) == [("/tricks/0/plays", "empty_trick")]
    standing = {"offence": "failed_throw", "side": "NS", "cards": 1, "at": "/tricks/0/plays/0"}
    assert ask("deals/replay", REPLAY, penalties=[standing])["irregularities"] == []


def test_only_a_recorded_penalty_has_a_place(ask: Asker) -> None:
    assert places(ask("penalties/assess", PENALTY, status=422, at="/tricks/0/plays/0")) == [("/at", "unknown_field")]
    penalty = {"offence": "concealed_card", "side": "NS", "tier": "gain", "at": "/tricks/0/plays/0"}
    assert places(ask("deals/score", DEAL, status=422, penalties=[penalty])) == [("/penalties/0/at", "unknown_field")]


def test_a_lead_of_more_cards_than_are_left_is_told_by_its_own_fault(ask: Asker) -> None:
    hearts = [f"H{rank}" for rank in "346789JQ"] * 2
    long = [{"seat": seat, "cards": hearts + ["S3"] * 2 + ["S4"] * 2 + ["S5"] * 2 + ["C6"] * 2} for seat in "N"]
    tricks = [{"plays": long + [{"seat": seat, "cards": "D9"} for seat in "WSE"]}, {"plays": [{"seat": "N", "cards": "D6 D7"}]}]
    answer = ask("deals/replay", WHOLE, tricks=tricks)
    assert answer["fault"]["pointer"] == "/tricks/0/plays/0"


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


def test_hands_are_all_four_or_none(ask: Asker) -> None:
    hands = without(WHOLE["hands"], "W")
    (fault,) = ask("deals/replay", WHOLE, status=422, hands=hands)["errors"]
    assert (fault["pointer"], fault["code"]) == ("/hands/W", "hand_missing")
    assert "all 4 hands" in fault["message"]
    assert places(ask("deals/replay", WHOLE, status=422, hands={})) == [(f"/hands/{seat}", "hand_missing") for seat in SEATS]


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


def test_a_failed_throw_that_was_not_marked_comes_before_the_copies_that_its_cards_seem_to_be(ask: Asker) -> None:
    def tricks(*later: str, west: str = "H7") -> list[dict[str, Any]]:
        thrown = [{"seat": "N", "cards": "HA HQ"}, {"seat": "W", "cards": west}, {"seat": "S", "cards": "H8"}, {"seat": "E", "cards": "H4"}]
        return [{"plays": thrown}, *({"plays": [{"seat": "N", "cards": cards}]} for cards in later)]

    body = without(REPLAY, "penalties", "burials")
    answer = ask("deals/replay", body, tricks=tricks("HA"))
    assert answer["fault"]["pointer"] == "/tricks/0/plays/1"
    assert [warning["code"] for warning in answer["warnings"]] == ["throw_may_have_failed"]
    twice = tricks("HA") + tricks("HQ") + tricks("HA")
    short = [("/tricks/1/plays", "trick_incomplete"), ("/tricks/3/plays", "trick_incomplete")]
    assert places(ask("deals/replay", body, status=422, tricks=twice)) == short
    assert places(ask("deals/replay", body, status=422, tricks=tricks("H8 H8 H8"))) == [("/tricks/1/plays/0/cards/2", "too_many_copies")]
    assert places(ask("deals/replay", body, status=422, tricks=tricks(west="HA HA"))) == [("/tricks/0/plays/1/cards/1", "too_many_copies")]


def test_a_copy_too_many_is_told_with_the_places_of_the_others(ask: Asker) -> None:
    again = [{"plays": [{"seat": "N", "cards": ["D2", "D2"]}]}]
    (fault,) = ask("deals/replay", without(REPLAY, "penalties"), status=422, tricks=again)["errors"]
    assert fault["pointer"] == "/tricks/0/plays/0/cards/1"
    assert "/burials/0/cards/0, /tricks/0/plays/0/cards/0" in fault["message"]


def test_stakes_are_taken_without_bids(ask: Asker) -> None:
    body = seeded("nantong-chaodipi", 5, with_bids=False)
    assert [warning["code"] for warning in ask("deals/replay", body)["warnings"]] == ["stakes_not_on_record"]
    assert ask("deals/replay", body, stakes={"shown_by": "attackers"})["warnings"] == []
    told = seeded("nantong-chaodipi", 5)
    assert places(ask("deals/replay", told, status=422, stakes={"shown_by": "attackers"})) == [("/stakes", "told_by_bids")]
    assert places(ask("deals/replay", told, status=422, stakes={"shown_by": "NS"})) == [("/stakes/shown_by", "not_a_choice")]
    unread = told | {"bids": [{"seat": "S"}]}
    assert places(ask("deals/replay", unread, status=422, stakes={"shown_by": "attackers"})) == [("/bids/0", "exactly_one_of")]


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

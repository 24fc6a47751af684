"""Every fault code once, with the place it is told at; and all faults of a request at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.catalogue import Stored
from rules.codes import FAULTS, LOG_FAULTS, NOTATION_FAULTS, STORE_FAULTS, WEBHOOK_FAULTS
from rules.rulings import Fault
from schemas.faults import Teller
from schemas.fields import SAVED_RULESETS
from tests.api.conftest import Asker
from tests.api.questions import ADVANCE, HANDS, KITTY, LEAD, PLAY, QUESTIONS, REPLAY, THROW, TRICK

NESTED: Any = []
for _ in range(16):
    NESTED = [NESTED]
FOUR = [{"seat": seat, "cards": [card]} for seat, card in zip("NWSE", ("H9", "HT", "HJ", "HQ"), strict=True)]

OUT_OF_TURN = REPLAY["penalties"][0]


def inline(**options: Any) -> dict[str, Any]:
    return {"extends": "jiangsu-2007", **options}


CASES: dict[str, tuple[str, dict[str, Any], str]] = {
    "missing_field": ("plays/check", {"hand": None}, "/hand"),
    "wrong_type": ("plays/check", {"hand": 5}, "/hand"),
    "unknown_field": ("plays/check", {"trik": {}}, "/trik"),
    "not_a_choice": ("tricks/resolve", {"plays": [{"seat": "N", "cards": "HK", "counts_as": "highest"}]}, "/plays/0/counts_as"),
    "not_an_integer": ("levels/advance", {"attackers_points": 4.5}, "/attackers_points"),
    "out_of_range": ("levels/advance", {"attackers_points": 100_001}, "/attackers_points"),
    "wrong_length": ("plays/check", {"withheld": ["H", "H", "H", "H", "H"]}, "/withheld"),
    "exactly_one_of": ("kitty/score", {"kitty": ["H5"] * 2 + ["D5"] * 2 + ["C5"] * 2 + ["C6"] * 2}, ""),
    "too_deep": ("plays/check", {"hand": NESTED}, ""),
    "text_not_allowed": ("plays/check", {"ruleset": inline(title={"en": "a\0b"})}, "/ruleset/title/en"),
    "too_much_work": ("batch", {"requests": [{"op": "rulesets/validate", "body": {}}] * 201}, "/requests"),
    "unknown_card": ("plays/check", {"hand": "H3 H1"}, "/hand/1"),
    "empty_cards": ("plays/check", {"cards": []}, "/cards"),
    "too_many_cards": ("plays/check", {"hand": ["H3"] * 200}, "/hand"),
    "too_many_copies": ("plays/check", {"hand": ["H3", "H3", "H3", "D2"]}, "/hand/2"),
    "wrong_kitty_size": ("kitty/score", {"kitty_points": None, "kitty": ["H5"]}, "/kitty"),
    "unknown_suit": ("plays/check", {"trump": {"suit": "X", "level": "8"}}, "/trump/suit"),
    "unknown_level": ("plays/check", {"trump": {"suit": "S", "level": "1"}}, "/trump/level"),
    "unknown_seat": ("plays/check", {"seat": "Q"}, "/seat"),
    "unknown_side": ("levels/advance", {"digs": [{"side": "SN", "to": "2"}]}, "/digs/0/side"),
    "level_not_on_ladder": ("levels/advance", {"levels": {"NS": "joker", "EW": "2"}}, "/levels/NS"),
    "joker_level_is_no_trump": ("plays/check", {"ruleset": "guizhou-2010", "trump": {"suit": "S", "level": "joker"}}, "/trump/suit"),
    "lead_of_two_groups": ("tricks/resolve", {"plays": [{"seat": "N", "cards": "HK DK"}]}, "/plays/0/cards"),
    "plays_differ_in_length": (
        "tricks/resolve",
        {"plays": [{"seat": "N", "cards": "HK"}, {"seat": "W", "cards": "H5 H6"}]},
        "/plays/1/cards",
    ),
    "seat_repeated": ("tricks/resolve", {"plays": [{"seat": "N", "cards": "HK"}, {"seat": "N", "cards": "H5"}]}, "/plays/1/seat"),
    "seat_out_of_order": ("tricks/resolve", {"plays": [{"seat": "N", "cards": "HK"}, {"seat": "E", "cards": "H5"}]}, "/plays/1/seat"),
    "empty_trick": ("tricks/resolve", {"plays": []}, "/plays"),
    "trick_complete": ("plays/check", {"trick": {"plays": FOUR}}, "/trick/plays"),
    "trick_incomplete": ("kitty/score", {"last_trick": {"plays": FOUR[:3]}}, "/last_trick/plays"),
    "too_many_plays": ("tricks/resolve", {"plays": FOUR + FOUR[:1]}, "/plays"),
    "own_seat_in_hands": ("throws/resolve", {"hands": {**THROW["hands"], "N": ["C2"]}}, "/hands/N"),
    "hand_missing": ("throws/resolve", {"hands": {"W": [], "S": []}}, "/hands/E"),
    "throw_not_allowed": ("throws/resolve", {"ruleset": "march8-2012"}, "/cards"),
    "mixed_groups": ("throws/resolve", {"cards": "HK DK"}, "/cards"),
    "wrong_side": ("levels/advance", {"digs": [{"side": "EW", "to": "2"}]}, "/digs/0/side"),
    "not_in_this_ruleset": ("levels/advance", {"stakes": {"shown_by": "declarers"}}, "/stakes"),
    "contradictory_effect": (
        "levels/advance",
        {"effects": [{"kind": "deal_taken", "by": "NS"}, {"kind": "deal_taken", "by": "EW"}]},
        "/effects/1",
    ),
    "idle_field": ("levels/advance", {"effects": [{"kind": "deal_taken", "by": "NS", "points": 5}]}, "/effects/0/points"),
    "counted_already": (
        "deals/score",
        {"trick_points": None, "kitty_points": None, "last_trick": None, "attackers_points": 80},
        "/penalties/0",
    ),
    "wrong_hand_size": ("deals/replay", {"hands": {"N": "SA", "E": "SK", "S": "SQ", "W": "SJ"}}, "/hands/W"),
    "no_such_place": ("deals/replay", {"penalties": [{**OUT_OF_TURN, "at": "/tricks/7/plays/2"}]}, "/penalties/0/at"),
    "place_of_other_side": ("deals/replay", {"penalties": [{**OUT_OF_TURN, "at": "/tricks/0/plays/0"}]}, "/penalties/0/at"),
    "told_by_bids": ("deals/replay", {"ruleset": "nantong-chaodipi", "stakes": {"shown_by": "declarers"}, "penalties": []}, "/stakes"),
    "told_by_tricks": ("deals/replay", {"penalties": [{"offence": "failed_throw", "side": "NS", "cards": 1}]}, "/penalties/0/offence"),
    "wrong_leader": ("deals/score", {"tricks": [{"plays": FOUR}], "declarer": "W"}, "/tricks/0/plays/0/seat"),
    "wrong_deal_size": ("deals/score", {"tricks": [{"plays": FOUR}]}, "/tricks"),
    "points_not_conserved": ("deals/score", {"trick_points": 190}, "/trick_points"),
    "unknown_offence": ("penalties/assess", {"offence": "concealed_cards", "tier": None}, "/offence"),
    "points_out_of_range": ("penalties/assess", {"offence": "illegal_information", "tier": None, "points": 90}, "/points"),
    "points_too_few": ("penalties/assess", {"tier": "heavy", "points": 75}, "/points"),
    "fine_is_settled": ("penalties/assess", {"points": 50}, "/points"),
    "points_not_fined": ("penalties/assess", {"offence": "disturbance", "tier": None, "points": 50}, "/points"),
    "no_tiers": ("penalties/assess", {"offence": "disturbance"}, "/tier"),
    "sanction_is_settled": ("penalties/assess", {"instead": "game_lost"}, "/instead"),
    "exposed_not_in_hand": ("plays/check", {"exposed": [{"card": "C2"}]}, "/exposed/0/card"),
    "not_a_multiple": ("kitty/score", {"kitty_points": 33}, "/kitty_points"),
    "bid_not_legal": ("bids/check", {"bids": [{"seat": "W", "cards": "S8"}, {"seat": "E", "cards": "H8"}]}, "/bids/1"),
    "phase_goes_back": ("bids/check", {"bids": [{"seat": "W", "cards": "S8", "phase": "before_kitty"}], "phase": "dealing"}, "/phase"),
    "wrong_show_at_no_moment": (
        "bids/resolve",
        {"bids": [{"seat": "N", "cards": "S8"}, {"seat": "W", "cards": "S9", "wrong_show": True, "same_moment": True}]},
        "/bids/1/same_moment",
    ),
    "no_bid_at_that_moment": ("bids/resolve", {"bids": [{"seat": "W", "cards": "S8", "same_moment": True}]}, "/bids/0/same_moment"),
    "other_level": ("bids/check", {"level": "9"}, "/level"),
    "ruleset_not_found": ("plays/check", {"ruleset": "jiangsu"}, "/ruleset"),
    "unknown_option": ("plays/check", {"ruleset": inline(throws={"alowed": False})}, "/ruleset/throws/alowed"),
    "bad_format": ("plays/check", {"ruleset": inline(trump={"permanent": ["X9"]})}, "/ruleset/trump/permanent/0"),
    "duplicate_entry": ("plays/check", {"ruleset": inline(trump={"permanent": ["H5", "H5"]})}, "/ruleset/trump/permanent/1"),
    "contradiction": ("plays/check", {"ruleset": inline(follow={"pairs": False, "tractors": True})}, "/ruleset/follow/tractors"),
    "too_large": (
        "rulesets/validate",
        {"readings": {}, "clauses": [{"id": str(n), "title": {"en": "x"}, "governs": ["a"] * 60} for n in range(400)]},
        "",
    ),
}
QUESTION_OF = {**QUESTIONS, "rulesets/validate": inline()}
TOLD_BY_VALIDATION = {"null_not_allowed", "missing_extends", "missing_option", "missing_one_of", "unknown_clause"}
IN_A_QUERY = {"repeated_parameter"}
SAVED_ONLY = {"ruleset_archived", "ruleset_not_valid", "extends_cycle", "extends_too_deep"}


@pytest.mark.parametrize("code", sorted(CASES.keys() - {"too_large"}))
def test_a_fault_is_told_with_its_code_and_place(ask: Asker, code: str) -> None:
    operation, changes, pointer = CASES[code]
    problem = ask(operation, QUESTION_OF[operation], status=422, **changes)
    told = {(fault["pointer"], fault["code"]) for fault in problem["errors"]}
    assert (pointer, code) in told
    assert problem["code"] == (code if len(told) == 1 else "invalid_request")
    assert all("…" not in fault["message"] for fault in problem["errors"])


def test_every_fault_code_has_a_case() -> None:
    have_their_own_cases = {*NOTATION_FAULTS, *LOG_FAULTS, *STORE_FAULTS, *WEBHOOK_FAULTS}
    assert set(FAULTS) == CASES.keys() | TOLD_BY_VALIDATION | IN_A_QUERY | SAVED_ONLY | have_their_own_cases


def codes_of_document(ask: Asker, document: dict[str, Any]) -> set[tuple[str, str]]:
    answer = ask("rulesets/validate", document)
    assert answer["valid"] is False
    return {(fault["pointer"], fault["code"]) for fault in answer["errors"]}


def test_null_is_refused_in_requests_and_documents(ask: Asker) -> None:
    problem = ask.response("plays/check", {**PLAY, "seat": None}).json
    assert problem["errors"] == [
        {"pointer": "/seat", "code": "null_not_allowed", "message": "null says nothing here: leave the key out instead."}
    ]
    assert ("/throws", "null_not_allowed") in {
        (fault["pointer"], fault["code"]) for fault in ask.response("rulesets/validate", inline(throws=None)).json["errors"]
    }


def test_a_document_without_parent_must_give_what_has_no_default(ask: Asker) -> None:
    assert codes_of_document(ask, {"title": {"en": "Ours"}}) == {("/extends", "missing_extends")}
    assert ("/levels/start", "missing_option") in codes_of_document(ask, {"levels": {"ladder": ["2", "A"]}})


def test_the_message_of_a_missing_parent_says_what_it_is_for(ask: Asker) -> None:
    (fault,) = ask("rulesets/validate", {"title": {"en": "Ours"}})["errors"]
    assert "`extends`" in fault["message"] and "direction, throws, kitty, levels, rotation" in fault["message"]
    (problem,) = ask("plays/check", QUESTION_OF["plays/check"], status=422, ruleset={"title": {"en": "Ours"}})["errors"]
    assert (problem["pointer"], problem["code"]) == ("/ruleset/extends", "missing_extends")


def test_an_offence_must_name_a_clause_of_the_document(ask: Asker) -> None:
    document = inline(offences=[{"code": "late", "clause": "99", "decidable": True, "fine": {"points": 10, "per": "time"}}])
    assert ("/offences/0/clause", "unknown_clause") in codes_of_document(ask, document)


def test_a_document_of_too_many_values_is_refused(ask: Asker) -> None:
    document = inline(clauses=[{"id": str(n), "title": {"en": "x"}, "governs": ["a"] * 60} for n in range(400)])
    assert "too_large" in {code for _, code in codes_of_document(ask, document)}


def saved(name: str, revision: int | None) -> Stored | None:
    parents: Mapping[str, Any] = {
        "broken": {"extends": "jiangsu-2007", "throws": {"alowed": True}},
        "one": {"extends": "two"},
        "two": {"extends": "one"},
        **{f"deep-{n}": {"extends": f"deep-{n + 1}"} for n in range(20)},
    }
    return Stored(1, parents[name]) if name in parents else None


@pytest.mark.parametrize(("name", "code"), [("broken", "ruleset_not_valid"), ("one", "extends_cycle"), ("deep-0", "extends_too_deep")])
def test_a_saved_ruleset_that_cannot_be_used_is_told(ask: Asker, name: str, code: str) -> None:
    token = SAVED_RULESETS.set(saved)
    try:
        assert ask("plays/check", PLAY, status=422, ruleset=name)["code"] == code
    finally:
        SAVED_RULESETS.reset(token)


def test_all_faults_are_told_at_once(ask: Asker) -> None:
    problem = ask(
        "plays/check",
        PLAY,
        status=422,
        ruleset="jiangsu-2077",
        trump={"suit": "X", "level": "8"},
        hand=["H3", "H3", "H3", "H1"],
        trick={"plays": [{"seat": "N", "cards": ["H9", "H9"]}, {"seat": "N", "cards": ["H4"]}]},
        trik=1,
    )
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [
        ("/ruleset", "ruleset_not_found"),
        ("/trump/suit", "unknown_suit"),
        ("/hand/3", "unknown_card"),
        ("/trick/plays/1/cards", "plays_differ_in_length"),
        ("/trick/plays/1/seat", "seat_repeated"),
        ("/hand/2", "too_many_copies"),
        ("/trik", "unknown_field"),
    ]
    assert problem["code"] == "invalid_request"
    assert problem["errors"][0]["nearest"] == "jiangsu-2007"


def test_an_unknown_trump_leaves_the_order_of_seats_to_be_told(ask: Asker) -> None:
    plays = [{"seat": "N", "cards": "HK"}, {"seat": "E", "cards": "H5"}]
    problem = ask("tricks/resolve", TRICK, status=422, trump={"suit": "S"}, plays=plays)
    assert [fault["code"] for fault in problem["errors"]] == ["missing_field", "seat_out_of_order"]


def test_faults_of_one_play_do_not_hide_those_of_another(ask: Asker) -> None:
    plays = [{"seat": "N", "cards": "HK", "seats": 1}, {"seat": "Q", "cards": "H5x"}, 7]
    problem = ask("tricks/resolve", TRICK, status=422, plays=plays)
    assert {(fault["pointer"], fault["code"]) for fault in problem["errors"]} == {
        ("/plays/0/seats", "unknown_field"),
        ("/plays/1/seat", "unknown_seat"),
        ("/plays/1/cards/0", "unknown_card"),
        ("/plays/2", "wrong_type"),
    }


def test_a_field_that_is_called_like_an_error_key_is_an_unknown_field(ask: Asker) -> None:
    problem = ask("plays/check", PLAY, status=422, _schema=1)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/_schema", "unknown_field")]


def test_an_unknown_field_is_told_with_the_nearest_known_one(ask: Asker) -> None:
    problem = ask("plays/check", PLAY, status=422, trik=1, **{"x" * 50: 1})
    assert [fault.get("nearest") for fault in problem["errors"]] == ["trick", None]
    assert problem["errors"][0]["message"] == "There is no field of this name here. Did you mean “trick”?"


def test_a_missing_field_is_named(ask: Asker) -> None:
    (fault,) = ask("plays/check", PLAY, status=422, trump={"suit": "S"})["errors"]
    assert (fault["pointer"], fault["message"]) == ("/trump/level", "`level` is missing; the question cannot be answered without it.")


@pytest.mark.parametrize(
    ("item", "code", "value"),
    [
        (1.5, "wrong_type", 1.5),
        (True, "wrong_type", True),
        ([None], "wrong_type", None),
        ({"a": True}, "wrong_type", {"a": True}),
        (None, "null_not_allowed", None),
        ("H1", "unknown_card", "H1"),
    ],
)
def test_what_is_no_card_in_a_list_of_cards_is_told_as_it_is(ask: Asker, item: Any, code: str, value: Any) -> None:
    (fault,) = ask("plays/check", PLAY, status=422, hand=[*PLAY["hand"], item])["errors"]
    assert (fault["pointer"], fault["code"], fault.get("value")) == ("/hand/5", code, value)
    assert "True" not in fault["message"] and "None" not in fault["message"]


@pytest.mark.parametrize(
    ("value", "said"), [("a", "a"), (5, "5"), (4.5, "4.5"), (True, "true"), ({"a": [True]}, '{"a":[true]}'), ([1] * 200, "…")]
)
def test_a_value_that_is_no_text_is_told_as_json_in_the_message(value: Any, said: str) -> None:
    (told,) = Teller("en").tell([Fault("/x", "duplicate_entry", value)])
    assert told["message"] == f"“{said}” stands here twice."


def test_a_text_of_the_wrong_form_is_told_the_form_in_words_and_the_pattern(ask: Asker) -> None:
    (fault,) = ask("plays/check", PLAY, status=422, ruleset=inline(trump={"permanent": ["X9"]}))["errors"]
    assert fault["message"] == "“X9” has not the form of this value, which is a card, as H5, or a rank, as 2."
    assert fault["pattern"] == "^[SHDC]?[2-9TJQKA]$"


def test_one_card_too_many_is_counted_in_words(ask: Asker) -> None:
    (fault,) = ask("kitty/score", QUESTIONS["kitty/score"], status=422, kitty_points=None, kitty="H5")["errors"]
    assert fault["message"].startswith("The kitty has 1 card here")


def test_a_string_of_cards_may_give_several_ranks_after_a_suit(ask: Asker) -> None:
    apart = ask("plays/check", PLAY, hand="H3 H3 H5 H6 D2")
    assert ask("plays/check", PLAY, hand="H3356, D2") == ask("plays/check", PLAY, hand="♥3356 D2") == apart
    (fault,) = ask("plays/check", PLAY, status=422, hand=["H33", "H5", "H6", "D2"])["errors"]
    assert (fault["pointer"], fault["code"]) == ("/hand/0", "unknown_card")


def test_pointers_are_escaped(ask: Asker) -> None:
    problem = ask.response("plays/check", {**PLAY, "a/b~c": 1}).json
    assert problem["errors"][0]["pointer"] == "/a~1b~0c"


@pytest.mark.parametrize("body", [[], "x", 5, True, [PLAY]])
def test_a_body_that_is_no_object_is_refused(ask: Asker, body: Any) -> None:
    for operation in (*QUESTIONS, "rulesets/validate"):
        answer = ask.response(operation, body)
        assert answer.status_code == 422
        assert answer.json["errors"][0]["pointer"] == ""
        assert answer.json["code"] == "wrong_type"


def test_a_field_of_another_question_is_unknown(ask: Asker) -> None:
    assert ask("plays/check", PLAY, status=422, effects=[])["code"] == "unknown_field"


def test_every_fault_of_exposed_cards_is_told_at_its_place(ask: Asker) -> None:
    exposed = [{"card": "H3"}, {"card": "H3"}, {"card": "H3"}, {"card": "D2", "order": "play"}, {"card": "C2", "order": "withhold"}]
    problem = ask("plays/check", PLAY, status=422, ruleset="guizhou-2010", exposed=exposed)
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [
        ("/exposed/2/card", "exposed_not_in_hand"),
        ("/exposed/3/order", "not_in_this_ruleset"),
        ("/exposed/4/card", "exposed_not_in_hand"),
        ("/exposed/4/order", "not_in_this_ruleset"),
    ]


def test_exposed_cards_are_judged_as_far_as_the_rest_could_be_read(ask: Asker) -> None:
    away = ask("plays/options", {**PLAY, "cards": None}, status=422, ruleset="jiangsu", exposed=[{"card": "C2", "order": "play"}])
    assert [fault["pointer"] for fault in away["errors"]] == ["/ruleset", "/exposed/0/card"]
    spelt = ask("plays/check", PLAY, status=422, hand="H3 H1", exposed=[{"card": "C2"}])
    assert [fault["pointer"] for fault in spelt["errors"]] == ["/hand/1"]
    both = ask("plays/check", PLAY, status=422, exposed=[{"card": "H1"}, {"card": "C2", "order": "lead"}, {"card": 5, "first_time": 1}])
    assert [(fault["pointer"], fault["code"]) for fault in both["errors"]] == [
        ("/exposed/0/card", "unknown_card"),
        ("/exposed/1/order", "not_a_choice"),
        ("/exposed/2/card", "wrong_type"),
        ("/exposed/2/first_time", "wrong_type"),
    ]


def test_hands_without_a_seat_must_be_three(ask: Asker) -> None:
    assert ask("plays/check", LEAD, seat=None, hands=HANDS)["throw"]["tested"] is True
    problem = ask("plays/check", LEAD, status=422, seat=None, hands={"W": []})
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/seat", "missing_field")]


def test_bad_hands_are_not_missing_too(ask: Asker) -> None:
    problem = ask("throws/resolve", THROW, status=422, hands={**THROW["hands"], "E": ["H1"]})
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/hands/E/0", "unknown_card")]


def test_a_dig_must_move_somebody(ask: Asker) -> None:
    problem = ask("levels/advance", ADVANCE, status=422, ruleset="anhui-tcm-2009", digs=[{"side": "NS"}])
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [("/digs/0/to", "missing_field")]


def test_what_the_ruleset_asks_for_must_be_there(ask: Asker) -> None:
    winner = {"extends": "jiangsu-2007", "rotation": {"taken": "last_trick_winner"}}
    assert ask("levels/advance", ADVANCE, status=422, ruleset=winner)["errors"][0]["pointer"] == "/last_trick_winner"
    assert ask("levels/advance", ADVANCE, ruleset=winner, last_trick_winner="E")["declarer"] == "E"
    staked = ask("levels/advance", ADVANCE, status=422, ruleset="nantong-chaodipi", stakes={"shown_by": "attackers"})
    assert staked["errors"][0]["pointer"] == "/stakes/declarers_points"


def test_the_kitty_is_given_once(ask: Asker) -> None:
    assert ask("kitty/score", KITTY, status=422, kitty_points=None)["code"] == "exactly_one_of"
    bad = ask("kitty/score", KITTY, status=422, kitty=["H1"] * 8, kitty_points=None)
    assert {fault["code"] for fault in bad["errors"]} == {"unknown_card"}

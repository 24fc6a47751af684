"""Every decision over HTTP: what is answered, what is left out, which spellings are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import ADVANCE, HAND, HANDS, KITTY, LEAD, OPTIONS, PLAY, QUESTIONS, THROW, TRICK


def test_the_printed_example_of_plays_check(ask: Asker) -> None:
    answer = ask("plays/check", PLAY, cards=["H5", "H6"])
    assert (answer["legal"], answer["role"]) == (False, "follow")
    violation = answer["violations"][0]
    assert (violation["code"], violation["basis"], violation["clause"]["id"]) == ("pair_owed", "reading", "4.3.6")
    assert violation["owed"] == {"group": "H", "cards": 2, "pairs": 1}
    assert violation["cards"] == answer["must_include"] == ["H3", "H3"]
    assert answer["formation"] == {"group": "H", "components": [{"kind": "single", "cards": ["H6"]}, {"kind": "single", "cards": ["H5"]}]}


def test_a_legal_play_carries_its_rulings_unless_told_not_to(ask: Asker) -> None:
    answer = ask("plays/check", PLAY)
    assert answer["legal"] is True
    assert answer["violations"] == []
    assert answer["rulings"]
    assert "rulings" not in ask("plays/check", PLAY, explain=False)


def test_a_seat_out_of_turn_is_a_verdict(ask: Asker) -> None:
    violation = ask("plays/check", PLAY, seat="E")["violations"][0]
    assert violation["code"] == "not_your_turn"
    assert violation.keys() == {"code", "message"}


def test_cards_not_held_are_named(ask: Asker) -> None:
    violations = {violation["code"]: violation for violation in ask("plays/check", PLAY, cards=["H3", "HJ"])["violations"]}
    assert violations["not_in_hand"]["cards"] == ["HJ"]


@pytest.mark.parametrize("trick", [None, {}, {"plays": []}])
def test_without_plays_on_the_table_a_lead_is_judged(ask: Asker, trick: Any) -> None:
    answer = ask("plays/check", LEAD, trick=trick)
    assert (answer["legal"], answer["role"], answer["throw"]) == (True, "lead", {"tested": False})


def test_a_throw_is_tested_against_the_other_hands(ask: Asker) -> None:
    standing = ask("plays/check", LEAD, hands=HANDS)
    assert (standing["legal"], standing["throw"]["succeeds"]) == (True, True)
    beaten = ask("plays/check", LEAD, hands={**HANDS, "W": ["HA"]}, cards=["HA", "HK"], hand=["HA", "HK", "H3"])
    assert beaten["legal"] is False
    assert beaten["violations"][0]["code"] == "throw_beaten"
    assert beaten["throw"]["components"][1]["beaten_by"] == [{"seat": "W", "cards": ["HA"]}]
    assert "attackers_points_delta" not in beaten["throw"]


def test_an_inline_ruleset_is_echoed_with_its_parent(ask: Asker) -> None:
    house = {"extends": "guizhou-2010", "follow": {"pairs": False, "tractors": False}}
    answer = ask("plays/check", PLAY, ruleset=house, cards=["H5", "H6"])
    assert answer["ruleset"] == {"id": "guizhou-2010", "revision": 1, "inline": True}
    assert answer["legal"] is True
    assert ask("plays/check", PLAY, ruleset="jiangsu-2007@1")["ruleset"] == {"id": "jiangsu-2007", "revision": 1}


def test_an_override_that_decides_is_named_without_a_clause(ask: Asker) -> None:
    house = {"extends": "jiangsu-2007", "follow": {"pairs": True}}
    violation = ask("plays/check", PLAY, ruleset=house, cards=["H5", "H6"])["violations"][0]
    assert (violation["basis"], violation["option"]) == ("option", "follow.pairs=true")
    assert "clause" not in violation


def test_plays_to_choose_from_are_listed(ask: Asker) -> None:
    answer = ask("plays/options", OPTIONS, hand="H3 H3 H4 H4 D2")
    assert (answer["count"], answer["count_exact"], answer["truncated"]) == (2, True, False)
    assert answer["plays"] == [["H3", "H3"], ["H4", "H4"]]
    assert answer["owed"] == {"group": "H", "cards": 2, "pairs": 1}
    cut = ask("plays/options", OPTIONS, hand="H3 H3 H4 H4 D2", limit=1)
    assert (cut["count"], len(cut["plays"]), cut["truncated"]) == (2, 1, True)


def test_every_play_listed_is_legal(ask: Asker) -> None:
    hand = ["H3", "H3", "H4", "H4", "H7", "HJ", "D2"]
    for play in ask("plays/options", OPTIONS, hand=hand)["plays"]:
        assert ask("plays/check", PLAY, hand=hand, cards=play)["legal"]


def test_leads_are_listed_without_a_duty(ask: Asker) -> None:
    answer = ask("plays/options", OPTIONS, trick=None)
    assert "owed" not in answer
    assert ["H3", "H3"] in answer["plays"]


def test_a_failed_throw_is_fined_and_answered_by_the_next_player(ask: Asker) -> None:
    answer = ask("throws/resolve", THROW, declarer="N")
    assert answer["succeeds"] is False
    assert answer["fine"]["per"] == "blocked_card"
    assert answer["attackers_points_delta"] == answer["fine"]["points"]
    assert answer["forced"]["by"] == "next_player_names_card"
    assert answer["forced"]["seat"] == "W"
    assert "attackers_points_delta" not in ask("throws/resolve", THROW)


def test_hidden_hands_stay_hidden(ask: Asker) -> None:
    answer = ask("throws/resolve", THROW, reveal=False)
    assert {"seat": "W"} in [beater for part in answer["components"] for beater in part["beaten_by"]]
    assert all(beater.keys() == {"seat"} for part in answer["components"] for beater in part["beaten_by"])


def test_a_standing_throw_has_neither_fine_nor_forced_play(ask: Asker) -> None:
    answer = ask("throws/resolve", THROW, hands={"W": [], "S": [], "E": []}, declarer="W")
    assert answer["succeeds"] is True
    assert answer["attackers_points_delta"] == 0
    assert not answer.keys() & {"fine", "forced"}


def test_a_fine_for_the_whole_throw_counts_no_cards(ask: Asker) -> None:
    assert "cards" not in ask("throws/resolve", THROW, ruleset="guizhou-2010")["fine"]


def test_a_trick_is_won(ask: Asker) -> None:
    answer = ask("tricks/resolve", TRICK)
    assert (answer["complete"], answer["winner"], answer["winner_side"], answer["points"]) == (True, "S", "NS", 25)
    assert [play["role"] for play in answer["plays"]] == ["lead", "follow", "ruff", "discard"]
    assert [play["overtakes"] for play in answer["plays"]] == [True, False, True, False]
    assert answer["warnings"] == []
    assert "rulings" not in ask("tricks/resolve", TRICK, explain=False)


def test_a_play_may_count_as_the_lowest(ask: Asker) -> None:
    plays = [*TRICK["plays"][:2], {**TRICK["plays"][2], "counts_as": "lowest"}]
    answer = ask("tricks/resolve", TRICK, plays=plays)
    assert (answer["complete"], answer["winner"]) == (False, "N")


def test_a_play_in_question_may_count_as_the_lowest(ask: Asker) -> None:
    lead = {"plays": [{"seat": "N", "cards": "D3"}]}
    ruff: dict[str, Any] = {"ruleset": "gongxiao-2013", "trump": {"suit": "S", "level": "5"}, "hand": "H7 S4", "cards": "S4", "trick": lead}
    assert ask("plays/check", ruff)["role"] == "ruff"
    lowered = ask("plays/check", ruff, counts_as="lowest")
    assert (lowered["legal"], lowered["role"]) == (True, "ruff")
    (ruling,) = [ruling for ruling in lowered["rulings"] if ruling["code"] == "counts_as_lowest"]
    assert not ruling.keys() & {"clause", "basis", "option"}


def test_jiangsu_4_3_5_an_exposed_card_counts_as_the_lowest(ask: Asker) -> None:
    lead = {"plays": [{"seat": "N", "cards": "D3"}]}
    ruff: dict[str, Any] = {"ruleset": "jiangsu-2007", "trump": {"suit": "S", "level": "5"}, "hand": "H7 S4", "cards": "S4", "trick": lead}
    answer = ask("plays/check", ruff, exposed=[{"card": "S4"}])
    assert (answer["legal"], answer["role"]) == (True, "ruff")
    (ruling,) = [ruling for ruling in answer["rulings"] if ruling["code"] == "counts_as_lowest"]
    assert (ruling["clause"]["id"], ruling["basis"], ruling["option"]) == ("4.3.5", "printed", "exposed.counts_as=lowest")


def test_a_throw_where_there_are_none_is_scored_with_a_warning(ask: Asker) -> None:
    answer = ask("tricks/resolve", TRICK, ruleset="march8-2012", plays=[{"seat": "N", "cards": "HK HJ"}])
    assert [warning["code"] for warning in answer["warnings"]] == ["throw_not_allowed"]


def test_a_kitty_is_dug_or_guarded(ask: Asker) -> None:
    dug = ask("kitty/score", KITTY)
    assert (dug["won_by"], dug["category"], dug["multiplier"], dug["awarded"], dug["digs"]) == ("attackers", "single", 2, 30, [])
    guarded = ask("kitty/score", KITTY, declarer="W")
    assert (guarded["won_by"], guarded["awarded"]) == ("declarers", 0)
    assert not guarded.keys() & {"category", "multiplier"}
    as_cards = ask("kitty/score", KITTY, kitty_points=None, kitty="H5 HT D2 D3 D4 D6 C2 C3")
    assert as_cards["kitty_points"] == 15


def test_digs_go_from_the_kitty_to_the_levels(ask: Asker) -> None:
    plays = [{"seat": "N", "cards": "H9"}, {"seat": "E", "cards": "DJ"}, {"seat": "S", "cards": "H3"}, {"seat": "W", "cards": "H4"}]
    trump = {"suit": "S", "level": "J"}
    digs = ask("kitty/score", KITTY, ruleset="anhui-tcm-2009", trump=trump, last_trick={"plays": plays})["digs"]
    assert digs == [{"side": "NS", "to": "2"}]
    moved = ask("levels/advance", ADVANCE, ruleset="anhui-tcm-2009", levels={"NS": "J", "EW": "5"}, attackers_points=90, digs=digs)
    assert moved["levels"] == {"NS": "2", "EW": "6"}


def test_a_dig_that_is_final_and_moves_nobody_goes_on_as_it_is(ask: Asker) -> None:
    rules = {"extends": "anhui-tcm-2009", "digs": [{"won_with": {"rank": "J"}, "final": True}]}
    plays = [{"seat": seat, "cards": cards} for seat, cards in zip("NESW", ("H3", "HJ", "H4", "H6"), strict=True)]
    trump = {"suit": "S", "level": "5"}
    digs = ask("kitty/score", KITTY, ruleset=rules, trump=trump, last_trick={"plays": plays})["digs"]
    assert digs == [{"side": "NS", "final": True}]
    assert ask("levels/advance", ADVANCE, ruleset=rules, attackers_points=120, digs=digs)["levels"] == {"NS": "5", "EW": "9"}
    told = ask("levels/advance", ADVANCE, status=422, ruleset=rules, digs=[{"side": "NS"}])
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == [("/digs/0/to", "missing_field")]


def test_a_final_dig_and_stakes_set_both_sides(ask: Asker) -> None:
    final = ask("levels/advance", ADVANCE, ruleset="nantong-chaodipi", digs=[{"side": "NS", "to": "2", "attackers_to": "A", "final": True}])
    assert final["levels"] == {"NS": "2", "EW": "A"}
    staked = ask("levels/advance", ADVANCE, ruleset="nantong-chaodipi", stakes={"shown_by": "declarers"}, attackers_points=40)
    assert staked["levels"] == {"NS": "A", "EW": "2"}


def test_the_printed_example_of_levels_advance(ask: Asker) -> None:
    answer = ask("levels/advance", ADVANCE)
    assert (answer["outcome"], answer["levels"], answer["declarer"], answer["level"]) == (
        "attackers_take",
        {"NS": "5", "EW": "T"},
        "W",
        "T",
    )
    assert answer["gained"] == {"side": "EW", "levels": 1, "due": 1}
    assert answer["game_over"] is False
    assert not answer.keys() & {"laps", "stopped_at", "winner"}


def test_a_game_that_is_over_has_no_next_deal(ask: Asker) -> None:
    answer = ask("levels/advance", ADVANCE, levels={"NS": "A", "EW": "5"}, attackers_points=75)
    assert (answer["game_over"], answer["winner"], answer["levels"]["NS"]) == (True, "NS", "A")
    assert not answer.keys() & {"declarer", "level", "stopped_at"}


def test_laps_are_counted_where_the_ladder_wraps(ask: Asker) -> None:
    answer = ask(
        "levels/advance", ADVANCE, ruleset="guizhou-2010", levels={"NS": "joker", "EW": "5"}, attackers_points=75, laps={"NS": 1, "EW": 0}
    )
    assert answer["laps"] == {"NS": 2, "EW": 0}


@pytest.mark.parametrize("points", [80, 80.0, -100_000, 100_000.0])
def test_whole_numbers_may_have_a_point(ask: Asker, points: float) -> None:
    ask("levels/advance", ADVANCE, attackers_points=points)


@pytest.mark.parametrize("points", [4.5, "80", True, [80], 10**30, 1e300])
def test_other_values_are_no_points(client: CheckedClient, points: Any) -> None:
    answer = client.post("/v1/levels/advance", data=json.dumps(ADVANCE | {"attackers_points": points}), content_type="application/json")
    assert answer.status_code == 422


def test_a_hand_is_described(ask: Asker) -> None:
    answer = ask("hands/describe", HAND, seat="E", declarer="N")
    assert (answer["count"], answer["points"]) == (10, 5)
    assert answer["groups"][0]["cards"] == ["BJ", "S8", "H8", "S4", "S4", "S3", "S3"]
    assert answer["groups"][0]["tractors"] == [["S4", "S4", "S3", "S3"]]
    assert "may_revolt" in answer
    assert "may_revolt" not in ask("hands/describe", HAND)


@pytest.mark.parametrize(
    "hand",
    [["h3", "H3", "H5", "h6", "D2"], "H3 H3, H5 H6，D2", "♥3 ♥️3 ♡5 🂶 ♢2", ["♥3", "🂳", "H5", "♥6", "d2"]],
)
def test_cards_are_read_in_many_spellings(ask: Asker, hand: Any) -> None:
    assert ask("plays/check", PLAY, hand=hand)["legal"] is True


@pytest.mark.parametrize(
    ("suit", "level"), [("s", "8"), ("♠", "8"), ("♤", "8"), ("♠️", "8"), ("nt", "10"), ("NT", "t"), ("H", "a"), ("♡", "A")]
)
def test_trump_is_read_in_many_spellings(ask: Asker, suit: str, level: str) -> None:
    ask("hands/describe", HAND, trump={"suit": suit, "level": level})


def test_levels_are_answered_canonically(ask: Asker) -> None:
    assert ask("levels/advance", ADVANCE, levels={"NS": "10", "EW": "a"})["levels"]["NS"] == "T"
    assert ask("levels/advance", ADVANCE, ruleset="guizhou-2010", levels={"NS": "Joker", "EW": "2"})["levels"]["NS"] == "joker"


@pytest.mark.parametrize(
    ("suit", "level"), [("", "8"), ("SS", "8"), ("S2", "8"), ("大王", "8"), ("S", "10.0"), ("S", ""), ("S", "🂡"), (5, "8"), ("S", 8)]
)
def test_other_trumps_are_refused(ask: Asker, suit: Any, level: Any) -> None:
    ask("hands/describe", HAND, status=422, trump={"suit": suit, "level": level})


def test_withheld_suits_are_read(ask: Asker) -> None:
    assert ask("plays/check", PLAY, withheld=["H", "♦"])["legal"] is True
    problem = ask("plays/check", PLAY, status=422, withheld=["H", "X", 5])
    assert [fault["pointer"] for fault in problem["errors"]] == ["/withheld/1", "/withheld/2"]
    assert ask("plays/check", PLAY, status=422, withheld="H")["code"] == "wrong_type"


def test_level_cards_may_be_lowest(ask: Asker) -> None:
    trump = {"suit": "S", "level": "8", "level_cards_lowest": True}
    assert ask("hands/describe", HAND, trump=trump)["groups"][0]["cards"][-1] == "H8"
    assert ask("hands/describe", HAND, status=422, trump={**trump, "level_cards_lowest": 1})["code"] == "wrong_type"


@pytest.mark.parametrize("operation", sorted(QUESTIONS))
def test_asked_twice_the_answer_is_the_same(ask: Asker, operation: str) -> None:
    assert ask(operation, QUESTIONS[operation]) == ask(operation, QUESTIONS[operation])


def test_tractors_and_jokers_owed_are_told(ask: Asker) -> None:
    led = {"plays": [{"seat": "N", "cards": "H9 H9 HT HT"}]}
    violation = ask("plays/check", PLAY, hand="H3 H3 H4 H4 H6 HJ", trick=led, cards="H3 H3 H6 HJ")["violations"][0]
    assert (violation["code"], violation["owed"]) == ("tractor_owed", {"group": "H", "cards": 4, "tractors": [2]})
    led = {"plays": [{"seat": "N", "cards": "S5 ST SK"}]}
    asked = ask("plays/check", PLAY, ruleset="nantong-chaodipi", hand="BJ LJ S3 S4 S6", trick=led, cards="S3 S4 S6")
    assert [(each["code"], each["owed"]["jokers"]) for each in asked["violations"]] == [("jokers_owed", 2)]


def test_a_kitty_dug_with_a_five_ten_king_moves_both_sides(ask: Asker) -> None:
    plays = [{"seat": seat, "cards": cards} for seat, cards in zip("NWSE", ("C3 C4 C6", "C7 C8 C9", "D3 D4 D6", "S3 S4 S6"), strict=True)]
    plays[1]["cards"], plays[0]["cards"] = "S5 ST SK", "H5 HT HK"
    digs = ask("kitty/score", KITTY, ruleset="nantong-chaodipi", last_trick={"plays": plays})["digs"]
    assert digs == [{"side": "NS", "to": "2", "attackers_to": "A", "final": True}]


def test_three_other_hands_say_whose_turn_it_is_not(ask: Asker) -> None:
    """North led, West is due, and South is the one whose hand is not given."""
    hands = {"N": ["C2"], "E": ["D5"], "W": ["D6"]}
    verdict = ask("plays/check", PLAY, seat=None, hands=hands)
    assert [violation["code"] for violation in verdict["violations"]] == ["not_your_turn"]
    listed = ask("plays/options", OPTIONS, seat=None, hands=hands)
    assert (listed["count"], listed["violations"][0]["code"]) == (0, "not_your_turn")


def test_a_kitty_worth_more_than_a_client_can_hold_is_never_answered(ask: Asker) -> None:
    endless = {"single": 2, "singles": 3, "count": "all_pairs", "pairs": [100_000], "then": {"times": 10}, "mixed": "by_pairs"}
    ranks = "3456789TJQKA"
    last = [{"seat": seat, "cards": [suit + rank for rank in ranks for _ in range(2)]} for seat, suit in zip("NWSE", "HDCS", strict=True)]
    ruleset = {"extends": "jiangsu-2007", "kitty": {"multipliers": endless}}
    answer = ask("kitty/score", KITTY, ruleset=ruleset, trump={"suit": "S", "level": "2"}, kitty_points=80, last_trick={"plays": last})
    assert answer["won_by"] == "attackers"
    assert answer["awarded"] < 2**53


def test_seats_and_sides_are_read_in_lower_case(ask: Asker) -> None:
    assert ask("levels/advance", ADVANCE, declarer="n")["declarer"] == ask("levels/advance", ADVANCE, declarer="N")["declarer"]


def test_a_failed_throw_in_a_check_says_what_it_costs(ask: Asker) -> None:
    verdict = ask("plays/check", LEAD, hand=["HA", "HQ"], cards=["HA", "HQ"], hands={"W": ["HK"], "S": [], "E": []})
    assert not verdict["legal"]
    assert "failed_throw_fine" in {ruling["code"] for ruling in verdict["rulings"]}

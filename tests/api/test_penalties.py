"""penalties/assess and the offences of a ruleset over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from rules import texts
from rules.catalogue import PRESET_IDS, preset
from rules.texts import LANGUAGES
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import ADVANCE, PENALTY, PLAY


def assess(ask: Asker, ruleset: Any, offence: str, side: str = "NS", status: int = 200, **facts: Any) -> Any:
    question = {"ruleset": ruleset, "offence": offence, "side": side, "declarer": "N"}
    return ask("penalties/assess", question, status=status, **facts)


def told(problem: Any) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem["errors"]]


def test_a_sanction_is_itemised_with_its_clause_and_its_rulings(ask: Asker) -> None:
    answer = ask("penalties/assess", PENALTY)
    assert answer["sanctions"] == [{"kind": "warning"}, {"kind": "fine", "points": 40, "per": "time"}]
    assert (answer["points"], answer["attackers_points_delta"], answer["effects"]) == (40, -40, [])
    assert (answer["offence"], answer["side"], answer["title"]) == ("concealed_card", "EW", "Holding back a card or a combination")
    assert (answer["clause"]["id"], answer["basis"], answer["option"]) == ("4.3.6", "printed", "offences.concealed_card")
    assert [ruling["code"] for ruling in answer["rulings"]] == ["offence_warned", "offence_fined", "fine_is_taken_off"]
    assert {"remedy", "remedy_code", "then"}.isdisjoint(answer)


def test_without_explain_there_are_no_rulings(ask: Asker) -> None:
    assert "rulings" not in ask("penalties/assess", PENALTY, explain=False)


def test_without_the_declarer_nothing_is_signed(ask: Asker) -> None:
    answer = ask("penalties/assess", PENALTY, declarer=None)
    assert answer["points"] == 40
    assert "attackers_points_delta" not in answer


def test_a_failed_throw_says_what_its_cards_are(ask: Asker) -> None:
    answer = assess(ask, "jiangsu-2007", "failed_throw", cards=3)
    assert answer["sanctions"] == [{"kind": "fine", "points": 30, "per": "blocked_card", "cards": 3}]
    assert answer["attackers_points_delta"] == 30
    assert answer["option"] == "throws.on_failure.fine"


def test_a_remedy_is_worded_in_the_language_asked_for(ask: Asker) -> None:
    question = {"ruleset": "anhui-tcm-2009", "offence": "revoke", "side": "NS", "cards": 1}
    answers = [ask.response("penalties/assess", question, Accept_Language=language).json for language in LANGUAGES]
    assert {answer["remedy_code"] for answer in answers} == {"cards_corrected"}
    assert [answer["remedy"] for answer in answers] == [
        "The right cards are played instead.",
        "改出合理的牌。",
        "改出合理的牌。",
    ]
    assert [answer["title"] for answer in answers] == ["Wrong follow", "跟错牌（吃“苍蝇”）", "跟錯牌（吃「蒼蠅」）"]


def test_a_regulations_own_term_goes_before_the_services(ask: Asker) -> None:
    question = {"offence": "concealed_card", "side": "NS", "tier": "same_trick", "cards": 1}
    titles = {
        name: [ask.response("penalties/assess", {"ruleset": name, **question}, Accept_Language=lang).json["title"] for lang in LANGUAGES]
        for name in ("jiangsu-2007", "guizhou-2010")
    }
    assert titles == {
        "jiangsu-2007": ["Holding back a card or a combination", "藏张", "藏張"],
        "guizhou-2010": ["Holding back a card or a combination", "藏牌", "藏牌"],
    }


def test_a_house_that_words_an_offence_in_one_language_is_quoted_in_all(ask: Asker) -> None:
    house = {"extends": "jiangsu-2007", "offences": [{"code": "phone", "title": {"zh-Hans": "手机"}, "warning": True}]}
    answers = [
        ask.response("penalties/assess", {"ruleset": house, "offence": "phone", "side": "NS"}, Accept_Language=lang).json
        for lang in LANGUAGES
    ]
    assert [answer["title"] for answer in answers] == ["手机"] * 3


def test_a_house_may_word_its_own_offence_and_remedy(ask: Asker) -> None:
    offence = {
        "code": "phone",
        "title": {"en": "Telephone"},
        "remedy": {"en": "Off."},
        "fine": {"points": 5, "per": "time"},
        "then": "play_on",
    }
    answer = assess(ask, {"extends": "jiangsu-2007", "offences": [offence]}, "phone")
    assert (answer["title"], answer["remedy"], answer["then"], answer["basis"]) == ("Telephone", "Off.", "play_on", "option")
    assert {"remedy_code", "clause"}.isdisjoint(answer)


@pytest.mark.parametrize(
    ("ruleset", "offence", "side", "facts", "outcome", "levels"),
    [
        ("jiangsu-2007", "wrong_card_count", "NS", {}, "attackers_take", {"NS": "5", "EW": "9"}),
        ("jiangsu-2007", "wrong_card_count", "EW", {}, "attackers_take", {"NS": "6", "EW": "T"}),
        ("gongxiao-2013", "false_revolution", "EW", {}, "declarers_hold", {"NS": "T", "EW": "9"}),
        # 200 points are six levels from the nine, and the ace must be won
        ("gongxiao-2013", "refused_to_correct", "NS", {}, "attackers_take", {"NS": "5", "EW": "A"}),
        ("gongxiao-2013", "refused_to_correct", "EW", {}, "declarers_hold", {"NS": "T", "EW": "9"}),
        ("gongxiao-2013", "wrong_kitty", "NS", {"tier": "deal_lost"}, "attackers_take", {"NS": "5", "EW": "9"}),
        ("march8-2012", "improper_play", "NS", {}, "attackers_take", {"NS": "5", "EW": "9"}),
        ("march8-2012", "improper_play", "EW", {}, "declarers_hold", {"NS": "6", "EW": "9"}),
    ],
)
def test_effects_may_be_sent_on_to_levels_advance(
    ask: Asker, ruleset: str, offence: str, side: str, facts: dict[str, Any], outcome: str, levels: dict[str, str]
) -> None:
    effects = assess(ask, ruleset, offence, side, **facts)["effects"]
    moving = [effect for effect in effects if effect["kind"] in ("deal_taken", "level_up", "deal_score")]
    answer = ask("levels/advance", ADVANCE, ruleset=ruleset, effects=moving)
    assert (answer["outcome"], answer["levels"]) == (outcome, levels)


def test_gongxiao_15_at_the_ace_a_false_revolution_passes_the_declarers(ask: Asker) -> None:
    effects = assess(ask, "gongxiao-2013", "false_revolution", "EW")["effects"]
    answer = ask("levels/advance", ADVANCE, ruleset="gongxiao-2013", levels={"NS": "A", "EW": "9"}, effects=effects)
    assert (answer["game_over"], answer["winner"]) == (True, "NS")


def test_forfeited_rounds_have_points_by_side(ask: Asker) -> None:
    one = assess(ask, "jiangsu-2007", "late", "EW", minutes=20)["effects"]
    assert one == [{"kind": "round_forfeited", "side": "EW", "round_points": {"NS": "18", "EW": "0"}}]
    both = assess(ask, "jiangsu-2007", "late", "both", minutes=20)
    assert both["effects"] == [{"kind": "round_forfeited", "round_points": {"NS": "0", "EW": "0"}}]
    assert both["side"] == "both"


def test_the_tricks_points_go_to_the_other_side(ask: Asker) -> None:
    answer = assess(ask, "guizhou-2010", "concealed_card", "EW", tier="established", trick_points=20, trick_won_by="EW")
    assert answer["effects"] == [{"kind": "trick_points_to_opponents", "side": "NS", "points": 20, "attackers_points_delta": -20}]
    assert (answer["points"], answer["attackers_points_delta"]) == (10, -30)


def test_exposed_cards_are_counted(ask: Asker) -> None:
    assert assess(ask, "jiangsu-2007", "exposed_card", cards=2)["effects"] == [{"kind": "exposed", "side": "NS", "cards": 2}]


def test_jiangsu_4_3_5_plays_check_holds_the_offender_to_his_exposed_card(ask: Asker) -> None:
    told = assess(ask, "jiangsu-2007", "played_out_of_turn", "EW", cards=1)
    assert told["effects"] == [{"kind": "exposed", "side": "EW", "cards": 1}]
    assert "exposed.play_at_first_legal_chance=true" in [ruling.get("option") for ruling in told["rulings"]]
    single = {**PLAY, "trick": {"plays": [{"seat": "N", "cards": ["H9"]}]}, "exposed": [{"card": "H5"}]}
    kept_back = ask("plays/check", single, cards=["H6"])
    assert [violation["code"] for violation in kept_back["violations"]] == ["exposed_card_owed"]
    assert ask("plays/check", single, cards=["H5"])["legal"] is True


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"offence": "concealed"}, [("/offence", "unknown_offence")]),
        ({"tier": None}, [("/tier", "missing_field")]),
        ({"tier": "x"}, [("/tier", "not_a_choice")]),
        ({"tier": "same_trick"}, [("/cards", "missing_field")]),
        ({"side": None}, [("/side", "missing_field")]),
        ({"side": "SN"}, [("/side", "unknown_side")]),
        ({"side": "both"}, [("/side", "not_a_choice")]),
        ({"points": 30}, [("/points", "fine_is_settled")]),
        ({"points": 1001}, [("/points", "out_of_range")]),
        ({"tier": "same_trick", "cards": 0}, [("/cards", "out_of_range")]),
        ({"tier": "same_trick", "cards": "two"}, [("/cards", "wrong_type")]),
        ({"side": None, "tier": None}, [("/side", "missing_field"), ("/tier", "missing_field")]),
        ({"instead": "death"}, [("/instead", "not_a_choice")]),
        ({"offence": "illegal_information", "tier": None}, [("", "exactly_one_of")]),
        ({"offence": "illegal_information", "tier": None, "points": 1.5}, [("/points", "not_an_integer")]),
        ({"tier": 5, "points": 30}, [("/tier", "wrong_type")]),
        ({"offence": "x" * 65}, [("/offence", "wrong_length")]),
        ({"ruleset": "nobody"}, [("/ruleset", "ruleset_not_found")]),
        ({"trick_points": 7}, [("/trick_points", "not_a_multiple")]),
        ({"extra": 1}, [("/extra", "unknown_field")]),
    ],
)
def test_what_is_wrong_with_the_facts_is_told_once(ask: Asker, changes: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    assert told(ask("penalties/assess", PENALTY, status=422, **changes)) == faults


def test_an_unknown_offence_is_told_with_the_nearest_and_the_choices(ask: Asker) -> None:
    (fault,) = assess(ask, "march8-2012", "wrong_play", status=422)["errors"]
    assert fault["value"] == "wrong_play"
    assert "late, improper_play, wrong_card_count" in fault["message"]
    assert assess(ask, "march8-2012", "improper_plays", status=422)["errors"][0]["nearest"] == "improper_play"


def test_points_beyond_the_referees_range_are_refused_with_it(ask: Asker) -> None:
    (fault,) = assess(ask, "jiangsu-2007", "illegal_information", status=422, points=85)["errors"]
    assert (fault["pointer"], fault["code"]) == ("/points", "points_out_of_range")
    assert fault["message"] == "For this offence the referee may give 20 to 80 points, not 85."


def test_where_no_most_is_printed_none_is_told(ask: Asker) -> None:
    (fault,) = assess(ask, "jiangsu-2007", "concealed_card", status=422, tier="heavy", points=75)["errors"]
    assert (fault["code"], fault["message"]) == ("points_too_few", "For this offence 80 points are the least; 75 are too few.")


def test_a_sanction_is_a_reading_where_a_part_of_it_is_read(ask: Asker) -> None:
    answers = [assess(ask, "jiangsu-2007", "concealed_card", tier=tier) for tier in ("gain", "heavy")]
    assert [(answer["basis"], answer["option"]) for answer in answers] == [
        ("printed", "offences.concealed_card"),
        ("reading", "offences.concealed_card"),
    ]
    assert [ruling.get("basis") for ruling in answers[1]["rulings"]] == ["reading", "printed", None]


def test_within_what_an_offence_is_counted_does_not_make_its_sanction_a_reading(ask: Asker) -> None:
    answer = assess(ask, "chaodipi-unified", "looked_at_kitty", occurrence=2)
    assert answer["basis"] == "printed"
    counted = next(ruling for ruling in answer["rulings"] if ruling["code"] == "offence_counted")
    assert (counted["basis"], counted["option"]) == ("reading", "offences.looked_at_kitty")


def test_where_nothing_follows_the_basis_is_that_of_nothing(ask: Asker) -> None:
    assert assess(ask, "guizhou-2010", "stalling")["basis"] == "reading"
    assert assess(ask, "jiangsu-2007", "late", minutes=3)["basis"] == "printed"


def test_parts_of_a_sanction_may_rest_on_an_override_and_on_print(ask: Asker) -> None:
    house = {"extends": "gongxiao-2013", "bidding": {"revolution": {"false_claim": {"declarers_levels": 3}}}}
    answer = assess(ask, house, "false_revolution", "EW")
    assert answer["basis"] == "option"
    assert {ruling["code"]: ruling["basis"] for ruling in answer["rulings"]}["offence_deal_score"] == "printed"


def test_sides_are_read_in_small_letters(ask: Asker) -> None:
    assert assess(ask, "jiangsu-2007", "disturbance", "ns")["side"] == "NS"
    assert assess(ask, "jiangsu-2007", "late", "BOTH", minutes=6)["side"] == "both"


# The list


@pytest.mark.parametrize("name", PRESET_IDS)
def test_the_offences_are_listed_whole_and_in_order(client: CheckedClient, name: str) -> None:
    offences = client.get(f"/v1/rulesets/{name}/offences").json["offences"]
    assert [offence["code"] for offence in offences] == [offence.code for offence in preset(name).options.offences]
    assert all(offence["clause"]["title"] and offence["basis"] in ("printed", "reading") for offence in offences)


@pytest.mark.parametrize("name", PRESET_IDS)
def test_every_listed_offence_is_judged_with_the_facts_that_it_needs(client: CheckedClient, ask: Asker, name: str) -> None:
    counts = {"cards": 2, "occurrence": 2, "minutes": 20, "points": 80, "trick_points": 10}
    facts: dict[str, Any] = {"declarer": "N", "trick_won_by": "NS", **counts}
    for offence in client.get(f"/v1/rulesets/{name}/offences").json["offences"]:
        side = "EW" if offence.get("at_fault") == "attackers" else "NS"
        for tier in offence.get("tiers", [{"needs": []}]):
            needs = {*offence["needs"], *tier["needs"]}
            asked = {fact: facts[fact] for fact in needs & facts.keys()} | ({"tier": tier["tier"]} if "tier" in tier else {})
            several = [choice for case in (offence, tier) for choice in case.get("judgement", {}).get("instead", ())]
            if "points" not in needs and several:
                asked["instead"] = several[0]
            question = {"ruleset": name, "offence": offence["code"], "side": side}
            assert ask("penalties/assess", question, **asked)["offence"] == offence["code"]


@pytest.mark.parametrize("name", PRESET_IDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offence_tier_and_remedy_has_words(client: CheckedClient, name: str, language: str) -> None:
    known = texts.catalogue(language)
    for offence in preset(name).options.offences:
        assert f"offences.{offence.code}" in known
        bands = (case for _, case in (*offence.bands, *offence.both))
        cases = (offence.own, *offence.tiers.values(), *offence.steps, *bands, *offence.cases)
        assert {f"remedies.{case.remedy}" for case in cases if case.remedy is not None} <= known.keys()
        assert {f"words.goes_on.{case.then}" for case in cases if case.then is not None} <= known.keys()
        assert {f"tiers.{tier}" for tier in offence.tiers} <= known.keys()


def test_no_words_are_left_over() -> None:
    offences = [offence for name in PRESET_IDS for offence in preset(name).options.offences]
    used = {f"offences.{offence.code}" for offence in offences} | {f"tiers.{tier}" for offence in offences for tier in offence.tiers}
    for offence in offences:
        cases = (offence.own, *offence.tiers.values(), *offence.cases)
        used |= {f"remedies.{case.remedy}" for case in cases if case.remedy is not None}
    assert {key for key in texts.catalogue("en") if key.startswith(("offences.", "tiers.", "remedies."))} == used


def listed(client: CheckedClient, name: str, code: str, **headers: str) -> Any:
    answer = client.get(f"/v1/rulesets/{name}/offences", headers={key.replace("_", "-"): value for key, value in headers.items()})
    return next(offence for offence in answer.json["offences"] if offence["code"] == code)


def test_tiers_are_listed_with_their_words_and_needs(client: CheckedClient) -> None:
    tiers = listed(client, "jiangsu-2007", "concealed_card", Accept_Language="zh-Hant")["tiers"]
    assert [(tier["tier"], tier["needs"]) for tier in tiers] == [("same_trick", ["cards"]), ("no_gain", []), ("gain", []), ("heavy", [])]
    assert tiers[0]["title"] == "當圈發現"
    assert tiers[3]["title"] == "造成非違規方重大損失"
    assert tiers[3]["fine"] == {"points": 80, "per": "time"}
    assert tiers[3]["judgement"] == {"points": {"from": 80}, "instead": []}


def test_steps_bands_and_parties_are_listed(client: CheckedClient) -> None:
    overtime = listed(client, "gongxiao-2013", "overtime")
    assert [(step["occurrence"], step["warning"], step.get("fine")) for step in overtime["steps"]] == [
        (1, True, None),
        (2, False, {"points": 10, "per": "time"}),
        (3, False, {"points": 20, "per": "time"}),
    ]
    assert (overtime["counted_in"], overtime["needs"]) == ("deal", ["occurrence"])
    late = listed(client, "jiangsu-2007", "late")
    assert [band["over"] for band in late["bands"]] == [15, 5] == [band["over"] for band in late["both"]]
    assert late["bands"][0]["effects"] == [{"kind": "round_forfeited", "round_points": {"offenders": "0", "opponents": "18"}}]
    count = listed(client, "jiangsu-2007", "wrong_card_count")
    assert [case["side"] for case in count["by_side"]] == ["declarers", "attackers"]
    assert count["by_side"][1]["effects"][0] == {"kind": "level_up", "side": "opponents", "levels": 1}


def test_a_range_and_a_condition_are_listed(client: CheckedClient) -> None:
    signals = listed(client, "jiangsu-2007", "illegal_information")
    assert signals["judgement"] == {
        "points": {"from": 20, "to": 80},
        "round_points": {"offenders": "0", "opponents": "18"},
        "instead": ["round_forfeited", "suspended"],
    }
    assert signals["decidable"] is False
    kitty = listed(client, "gongxiao-2013", "kitty_drawn_by_others")
    assert kitty["at_fault"] == "declarers"
    assert [case["when"] for case in kitty["cases"]] == [{"cards": {"to": 1}}, {"cards": {"from": 2}}]
    assert kitty["cases"][1]["effects"] == [{"kind": "deal_taken", "by": "opponents", "levels": 0}]
    refused = listed(client, "gongxiao-2013", "refused_to_correct")["effects"][1]
    assert (refused["points"], refused["when"]) == (200, {"offenders_are": "declarers"})
    hidden = listed(client, "guizhou-2010", "concealed_card")["tiers"][1]
    assert hidden["effects"] == [{"kind": "trick_points_to_opponents", "when": {"trick_won_by": "offenders"}}]


def test_the_fine_of_a_failed_throw_is_that_of_throws(client: CheckedClient) -> None:
    assert listed(client, "jiangsu-2007", "failed_throw")["fine"] == {"points": 10, "per": "blocked_card"}
    assert listed(client, "guizhou-2010", "failed_throw")["needs"] == []


def test_the_offences_of_an_unknown_ruleset_are_not_found(client: CheckedClient) -> None:
    assert client.get("/v1/rulesets/jiangsu/offences").status_code == 404


def test_the_parts_that_are_read_are_listed_beside_the_offences_own_basis(client: CheckedClient) -> None:
    hidden = listed(client, "jiangsu-2007", "concealed_card")
    assert (hidden["basis"], hidden["readings"]) == ("printed", ["heavy.warning"])
    assert listed(client, "jiangsu-2007", "exposed_card")["readings"] == []
    lost = listed(client, "march8-2012", "improper_play")
    assert (lost["basis"], lost["readings"]) == ("reading", [])


def test_who_may_be_at_fault_is_listed(client: CheckedClient) -> None:
    assert [listed(client, "jiangsu-2007", code)["both_sides"] for code in ("late", "wrong_show", "exposed_card")] == [True, True, False]
    draw = listed(client, "nantong-chaodipi", "wrong_draw")
    assert [tier.get("at_fault") for tier in draw["tiers"]] == [None, None, "declarers"]
    assert "at_fault" not in draw


def test_a_sentence_is_listed(client: CheckedClient) -> None:
    steps = listed(client, "nantong-chaodipi", "illegal_information")["steps"]
    assert [step.get("sentence") for step in steps] == [None, "game_lost"]

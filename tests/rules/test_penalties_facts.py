"""The facts of an offence: which are missing, which cannot be, and how house rules word offences of their own."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import preset, resolve, validate_document
from rules.offences import offence_named
from rules.options import Options
from rules.penalties import EffectVerdict, Offending, Sanction, assess, offence_faults
from tests.support.engine import house

JIANGSU = preset("jiangsu-2007").options
GONGXIAO = preset("gongxiao-2013").options
NANTONG = preset("nantong-chaodipi").options
UNIFIED = preset("chaodipi-unified").options
GUIZHOU = preset("guizhou-2010").options
ANHUI = preset("anhui-tcm-2009").options


def told(options: Options, offence: str, side: str = "NS", declarer: str | None = "N", **facts: Any) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in offence_faults(options, Offending(offence, side, declarer, **facts))]


def clubs(*offences: dict[str, Any], **options: Any) -> Options:
    """Jiangsu with the offences of a club in place of its own."""
    return house(offences=list(offences), **options)


def test_an_unknown_offence_is_told_with_all_others_of_which_one_may_be_near() -> None:
    (fault,) = offence_faults(JIANGSU, Offending("failed_throws", "NS"), "/penalties/3")
    assert (fault.pointer, fault.code, fault.value) == ("/penalties/3/offence", "unknown_offence", "failed_throws")
    assert fault.params["sought"] == "failed_throws"
    assert fault.params["choices"] == fault.params["known"] == [offence.code for offence in JIANGSU.offences]


@pytest.mark.parametrize(
    ("options", "offence", "missing"),
    [
        (JIANGSU, "exposed_card", ["/cards"]),
        (JIANGSU, "failed_throw", ["/cards"]),
        (JIANGSU, "concealed_card", ["/tier"]),
        (JIANGSU, "late", ["/minutes"]),
        (JIANGSU, "wrong_card_count", ["/declarer"]),
        (GONGXIAO, "overtime", ["/occurrence"]),
        (GONGXIAO, "kitty_drawn_by_others", ["/declarer", "/cards"]),
        (GONGXIAO, "refused_to_correct", ["/declarer"]),
        (GONGXIAO, "unlisted_breach", ["/points"]),
        (GONGXIAO, "illegal_information", ["/instead"]),
    ],
)
def test_a_fact_that_an_offence_needs_must_be_told(options: Options, offence: str, missing: list[str]) -> None:
    assert told(options, offence, declarer=None) == [(pointer, "missing_field") for pointer in missing]


def test_a_tier_has_needs_of_its_own() -> None:
    assert told(JIANGSU, "concealed_card", tier="same_trick") == [("/cards", "missing_field")]
    assert told(JIANGSU, "concealed_card", tier="gain") == []
    established = told(GUIZHOU, "concealed_card", tier="established")
    assert established == [("/trick_points", "missing_field"), ("/trick_won_by", "missing_field")]


def test_pointers_begin_where_the_offence_stands() -> None:
    (fault,) = offence_faults(JIANGSU, Offending("exposed_card", "NS"), "/penalties/0")
    assert fault.pointer == "/penalties/0/cards"


def test_a_tier_that_the_offence_has_not_is_told_with_its_tiers() -> None:
    (fault,) = offence_faults(JIANGSU, Offending("concealed_card", "NS", tier="later"))
    assert (fault.pointer, fault.code, fault.params["choices"]) == ("/tier", "not_a_choice", ["same_trick", "no_gain", "gain", "heavy"])


def test_a_tier_of_an_offence_without_tiers_says_nothing() -> None:
    assert told(JIANGSU, "exposed_card", cards=1, tier="heavy") == [("/tier", "no_tiers")]


def test_both_sides_only_where_the_offence_allows_it() -> None:
    assert told(JIANGSU, "late", "both", minutes=6) == []
    (fault,) = offence_faults(JIANGSU, Offending("exposed_card", "both", cards=1))
    assert (fault.pointer, fault.code, fault.params["choices"]) == ("/side", "not_a_choice", ["NS", "EW"])


def test_the_declarers_answer_for_the_kitty_and_the_attackers_for_a_revolution() -> None:
    assert told(GONGXIAO, "kitty_drawn_by_others", "EW", cards=2) == [("/side", "wrong_side")]
    (fault,) = offence_faults(GONGXIAO, Offending("false_revolution", "NS", "N"))
    assert (fault.code, fault.params) == ("wrong_side", {"side": "NS", "wanted": "attackers"})


@pytest.mark.parametrize(("points", "ok"), [(0, False), (19, False), (20, True), (80, True), (81, False)])
def test_the_referee_stays_within_the_range(points: int, ok: bool) -> None:
    assert told(JIANGSU, "illegal_information", points=points) == ([] if ok else [("/points", "points_out_of_range")])


def test_the_range_is_told() -> None:
    (fault,) = offence_faults(JIANGSU, Offending("illegal_information", "NS", points=100))
    assert fault.params == {"minimum": 20, "maximum": 80}
    (low,) = offence_faults(JIANGSU, Offending("concealed_card", "NS", tier="heavy", points=75))
    assert (low.code, low.params) == ("points_too_few", {"minimum": 80})
    up_to = clubs({"code": "talking", "judgement": {"points": {"to": 30}}})
    (high,) = offence_faults(up_to, Offending("talking", "NS", points=35))
    assert high.params == {"minimum": 0, "maximum": 30}


def test_points_where_nothing_is_left_to_the_referee_are_refused() -> None:
    assert told(JIANGSU, "exposed_card", cards=1, points=30) == [("/points", "fine_is_settled")]
    assert told(JIANGSU, "concealed_card", tier="no_gain", points=30) == [("/points", "fine_is_settled")]
    assert told(NANTONG, "illegal_information", occurrence=2, points=30) == [("/points", "points_not_fined")]
    assert told(GONGXIAO, "illegal_information", points=30) == [("/points", "points_not_fined")]
    assert told(GUIZHOU, "stalling", points=30) == [("/points", "points_not_fined")]


def test_the_referee_gives_points_or_something_in_their_place() -> None:
    assert told(JIANGSU, "illegal_information") == [("", "exactly_one_of")]
    assert told(JIANGSU, "illegal_information", points=30, instead="suspended") == [("", "exactly_one_of")]
    assert told(JIANGSU, "illegal_information", instead="game_lost") == [("/instead", "not_a_choice")]
    assert told(JIANGSU, "exposed_card", cards=1, instead="game_lost") == [("/instead", "sanction_is_settled")]
    assert told(JIANGSU, "deliberate_foul", instead="round_forfeited") == [("/instead", "sanction_is_settled")]
    assert told(JIANGSU, "concealed_card_repeated") == []
    assert told(JIANGSU, "concealed_card_repeated", instead="round_forfeited") == []


def test_the_referee_need_add_nothing_to_a_fine() -> None:
    assert told(JIANGSU, "concealed_card", tier="heavy") == []
    assert told(UNIFIED, "concealed_card", tier="heavy") == []
    assert told(UNIFIED, "concealed_card", tier="heavy", points=90, instead="game_lost") == [("", "exactly_one_of")]


def test_points_of_a_trick_come_in_fives() -> None:
    faults = told(GUIZHOU, "concealed_card", tier="established", trick_points=7, trick_won_by="NS")
    assert faults == [("/trick_points", "not_a_multiple")]


def test_all_faults_are_told_at_once() -> None:
    assert told(GONGXIAO, "kitty_drawn_by_others", "EW", trick_points=3) == [
        ("/side", "wrong_side"),
        ("/cards", "missing_field"),
        ("/trick_points", "not_a_multiple"),
    ]


def test_facts_that_do_not_matter_are_passed_over() -> None:
    assert told(GUIZHOU, "wrong_show", cards=3, occurrence=2, minutes=1) == []


# The rulings


def codes(options: Options, offence: str, side: str = "NS", declarer: str | None = "N", **facts: Any) -> list[tuple[str, str | None]]:
    verdict = assess(options, Offending(offence, side, declarer, **facts))
    return [(ruling.code, ruling.option) for ruling in verdict.rulings]


def test_each_thing_that_follows_has_its_ruling() -> None:
    path = "offences.concealed_card"
    assert codes(JIANGSU, "concealed_card", tier="gain") == [
        ("offence_warned", f"{path}.gain.warning"),
        ("offence_fined", f"{path}.gain.fine"),
        ("fine_is_added", None),
    ]
    assert codes(JIANGSU, "concealed_card", "EW", tier="same_trick", cards=2) == [
        ("offence_fined_by_card", f"{path}.same_trick.fine"),
        ("fine_is_taken_off", None),
        ("offence_exposes_cards", f"{path}.same_trick.effects.exposed"),
        ("exposed_cards_count_lowest", "exposed.counts_as"),
        ("exposed_cards_go_first", "exposed.play_at_first_legal_chance"),
        ("exposed_cards_on_order", "exposed.opponents_order"),
    ]
    assert codes(JIANGSU, "late", "both", minutes=6) == [
        ("offence_warned", "offences.late.both.1.warning"),
        ("offence_recorded", "offences.late.both.1.recorded"),
    ]
    assert codes(JIANGSU, "late", minutes=16) == [
        ("offence_forfeits_round", "offences.late.bands.0.effects.round_forfeited"),
        ("offence_round_points", "offences.late.bands.0.effects.round_forfeited.points.offenders"),
        ("offence_round_points", "offences.late.bands.0.effects.round_forfeited.points.opponents"),
    ]


def test_gongxiao_19_what_is_asked_of_exposed_cards_is_told() -> None:
    assert codes(GONGXIAO, "led_out_of_turn", cards=1)[2:] == [
        ("offence_exposes_cards", "offences.led_out_of_turn.effects.exposed"),
        ("exposed_suit_not_led", "exposed.may_not_lead_suit"),
        ("exposed_cards_on_order", "exposed.opponents_order"),
    ]


def test_where_a_house_asks_nothing_of_exposed_cards_nothing_more_is_told() -> None:
    free = house(exposed={"play_at_first_legal_chance": False, "opponents_order": "none", "counts_as": "own_rank"})
    exposes = ("offence_exposes_cards", "offences.exposed_card.effects.exposed")
    assert codes(free, "exposed_card", declarer=None, cards=1)[1:] == [exposes]


def test_how_it_goes_on_is_a_ruling_of_its_own_unless_a_choice_says_it() -> None:
    path = "offences.wrong_card_count"
    assert codes(JIANGSU, "wrong_card_count") == [
        ("offence_deal_taken", f"{path}.declarers.effects.deal_taken"),
        ("offence_replay_choice", f"{path}.declarers.effects.replay_choice"),
    ]
    assert codes(ANHUI, "wrong_kitty", declarer=None) == [
        ("offence_fined", "offences.wrong_kitty.fine"),
        ("offence_goes_on", "offences.wrong_kitty.then"),
    ]


def test_where_nothing_follows_a_ruling_says_so() -> None:
    assert codes(JIANGSU, "late", minutes=3) == [("offence_free", "offences.late")]
    assert codes(UNIFIED, "unfounded_query", occurrence=1) == [
        ("offence_counted", "offences.unfounded_query.counted_in"),
        ("offence_free", "offences.unfounded_query.steps.0"),
    ]


def test_what_a_clause_forbids_without_a_sanction_is_left_open_not_free() -> None:
    assert codes(GUIZHOU, "stalling") == [("offence_left_open", "offences.stalling")]


def test_without_the_declarer_no_ruling_signs_the_fine() -> None:
    assert codes(GUIZHOU, "wrong_show", declarer=None) == [("offence_fined", "offences.wrong_show.fine")]


def test_a_wrong_show_may_cost_the_counter_too() -> None:
    path = "offences.wrong_show.effects.bid_right_lost"
    hard = house(bidding={"wrong_show": {"side_loses": ["open", "counter"], "both_wrong": "redeal"}})
    assert codes(hard, "wrong_show") == [("offence_bars_bids", path), ("offence_nobody_shows", "bidding.wrong_show")]
    assert codes(hard, "wrong_show", "both")[1:] == [("offence_goes_on", "bidding.wrong_show.both_wrong")]
    assert codes(house(bidding={"wrong_show": "none"}), "wrong_show") == [("offence_bars_bids", path)]


def test_a_failed_throw_rests_on_the_option_that_throws_are_resolved_by() -> None:
    assert codes(GUIZHOU, "failed_throw")[0] == ("offence_fined", "throws.on_failure.fine")
    assert codes(GUIZHOU, "failed_throw")[-1] == ("offence_leads_instead", "throws.on_failure.plays")


def test_what_is_given_in_place_of_points_rests_on_its_own_word() -> None:
    path = "offences.illegal_information.judgement"
    assert codes(JIANGSU, "illegal_information", instead="suspended")[1:] == [
        ("offence_judged", f"{path}.or.suspended"),
        ("offence_round_points", f"{path}.round_points.offenders"),
        ("offence_round_points", f"{path}.round_points.opponents"),
    ]
    assert codes(JIANGSU, "flagrant_foul") == [("offence_sentenced", "offences.flagrant_foul.sentence")]
    assert codes(JIANGSU, "deliberate_foul") == [("offence_loses_round", "offences.deliberate_foul.sentence")]


# House rules


def test_a_fine_ends_at_its_cap() -> None:
    capped = clubs({"code": "exposed_card", "fine": {"points": 10, "per": "card", "cap": 25}})
    assert assess(capped, Offending("exposed_card", "NS", cards=4)).sanctions == (Sanction("fine", 25, "card", 4),)
    throws = {"on_failure": {"plays": "lowest", "fine": {"points": 10, "per": "thrown_card", "cap": 30}}}
    assert assess(house(throws=throws), Offending("failed_throw", "NS", cards=5)).points == 30


def test_a_throw_fined_once_needs_no_count() -> None:
    flat = house(throws={"on_failure": {"fine": {"points": 15, "per": "throw"}}})
    assert told(flat, "failed_throw") == []
    assert assess(flat, Offending("failed_throw", "NS")).points == 15


def test_what_holds_in_every_case_is_added_to_the_case() -> None:
    loud = {"fine": {"points": 5, "per": "time"}, "judgement": {"or": ["game_lost"]}}
    offence = {"code": "talking", "warning": True, "remedy": {"en": "Silence."}, "then": "play_on"}
    rules = clubs({**offence, "judgement": {"or": ["suspended", "levels"]}, "tiers": {"loud": loud, "low": {"then": "redeal"}}})
    fined = assess(rules, Offending("talking", "NS", tier="loud"))
    assert [sanction.kind for sanction in fined.sanctions] == ["warning", "fine"]
    assert (fined.remedy, fined.then) == ({"en": "Silence.", "zh-Hans": "Silence.", "zh-Hant": "Silence."}, "play_on")
    assert told(rules, "talking", tier="loud", instead="levels") == [("/instead", "not_a_choice")]
    lost = assess(rules, Offending("talking", "NS", tier="loud", instead="game_lost"))
    assert ([sanction.kind for sanction in lost.sanctions], lost.then) == (["warning", "game_lost"], None)
    assert told(rules, "talking", tier="low") == [("/instead", "missing_field")]


def test_of_several_words_how_it_goes_on_the_cases_own_counts() -> None:
    rules = clubs({"code": "talking", "warning": True, "then": "play_on", "tiers": {"low": {"then": "redeal"}}})
    assert assess(rules, Offending("talking", "NS", tier="low")).then == "redeal"


def test_a_consequence_follows_only_under_its_condition() -> None:
    rules = clubs(
        {"code": "a", "when": {"offenders_are": "declarers", "occurrence": {"to": 2}}, "warning": True},
        {"code": "b", "when": {"opponents_are": "declarers", "trick_points": {"from": 10}}, "warning": True},
        {"code": "c", "when": {"trick_won_by": "opponents"}, "warning": True},
    )
    warned = (Sanction("warning"),)
    assert told(rules, "a", declarer=None) == [("/declarer", "missing_field"), ("/occurrence", "missing_field")]
    assert assess(rules, Offending("a", "NS", "N", occurrence=2)).sanctions == warned
    assert assess(rules, Offending("a", "NS", "N", occurrence=3)).sanctions == ()
    assert assess(rules, Offending("a", "NS", "E", occurrence=2)).sanctions == ()
    assert assess(rules, Offending("b", "NS", "E", trick_points=10)).sanctions == warned
    assert assess(rules, Offending("b", "NS", "N", trick_points=10)).sanctions == ()
    assert assess(rules, Offending("b", "NS", "E", trick_points=5)).sanctions == ()
    assert assess(rules, Offending("c", "NS", trick_won_by="EW")).sanctions == warned
    assert assess(rules, Offending("c", "NS", trick_won_by="NS")).sanctions == ()


def test_nothing_follows_where_the_condition_of_the_offence_does_not_hold() -> None:
    rules = clubs(
        {"code": "a", "when": {"occurrence": {"from": 2}}, "tiers": {"low": {"warning": True}}},
        {"code": "b", "when": {"occurrence": {"from": 2}}, "fine_from": "throws.on_failure.fine"},
    )
    for code, facts in (("a", {"tier": "low"}), ("b", {"cards": 2})):
        first, second = (assess(rules, Offending(code, "NS", occurrence=times, **facts)) for times in (1, 2))
        assert (first.sanctions, [ruling.code for ruling in first.rulings]) == ((), ["offence_free"])
        assert second.sanctions != ()


def test_a_band_is_the_first_whose_minutes_are_passed_and_an_offence_has_one_title() -> None:
    rules = clubs({"code": "late", "title": {"en": "Too late"}, "bands": [{"over": 10, "recorded": True}, {"over": 0, "warning": True}]})
    assert [assess(rules, Offending("late", "NS", minutes=minutes)).sanctions for minutes in (0, 10, 11)] == [
        (),
        (Sanction("warning"),),
        (Sanction("recorded"),),
    ]
    offence = offence_named(rules.offences, "late")
    assert offence is not None
    assert offence.title == {"en": "Too late"}


def test_a_case_follows_where_its_condition_holds_whatever_the_others() -> None:
    cases = [{"when": {"cards": {"from": 2}}, "warning": True}, {"when": {"cards": {"from": 3}}, "recorded": True}]
    rules = clubs({"code": "a", "cases": cases})
    kinds = [[each.kind for each in assess(rules, Offending("a", "NS", cards=cards)).sanctions] for cards in (1, 2, 3)]
    assert kinds == [[], ["warning"], ["warning", "recorded"]]
    assert told(rules, "a") == [("/cards", "missing_field")]


def test_a_case_may_have_a_side_of_its_own_at_fault() -> None:
    rules = clubs({"code": "a", "tiers": {"low": {"at_fault": "attackers"}, "high": {}}})
    assert told(rules, "a", tier="low") == [("/side", "wrong_side")]
    assert told(rules, "a", tier="low", declarer=None) == [("/declarer", "missing_field")]
    assert told(rules, "a", "EW", tier="low") == told(rules, "a", tier="high") == []


def test_fewer_points_than_the_fine_stand_in_its_place() -> None:
    fine = {"points": 40, "per": "time"}
    rules = clubs({"code": "a", "fine": fine, "judgement": {"points": {"to": 80}}})
    given = {points: assess(rules, Offending("a", "NS", points=points)).sanctions for points in (None, 0, 20, 40, 70)}
    assert given == {
        None: (Sanction("fine", 40, "time"),),
        0: (Sanction("fine", 0, "judgement"),),
        20: (Sanction("fine", 20, "judgement"),),
        40: (Sanction("fine", 40, "time"),),
        70: (Sanction("fine", 40, "time"), Sanction("fine", 30, "judgement")),
    }


def test_a_disqualification_loses_the_round_with_what_it_is_worth() -> None:
    judgement = {"or": ["disqualified", "game_lost"], "round_points": {"offenders": "0", "opponents": "2"}}
    rules = clubs({"code": "a", "judgement": judgement})
    forfeited = EffectVerdict("round_forfeited", side="NS", round_points={"NS": "0", "EW": "2"})
    assert assess(rules, Offending("a", "NS", instead="disqualified")).effects == (forfeited,)
    assert assess(rules, Offending("a", "NS", instead="game_lost")).effects == ()


def test_a_deal_taken_with_levels_is_told_as_both() -> None:
    rules = clubs({"code": "a", "effects": [{"kind": "deal_taken", "by": "opponents", "levels": 2}]})
    path = "offences.a.effects.deal_taken"
    for side, declarer, code in (("NS", "N", "offence_deal_taken"), ("NS", "E", "offence_deal_kept"), ("NS", None, "offence_deal_taken")):
        assert codes(rules, "a", side, declarer) == [(code, path), ("offence_level_up", path)]


def test_both_sides_forfeit_with_what_the_referee_gives_too() -> None:
    rules = clubs({"code": "fight", "both": [{"over": 0, "judgement": {"or": ["round_forfeited"]}}]})
    verdict = assess(rules, Offending("fight", "both", "N", minutes=1))
    assert verdict.effects == (EffectVerdict("round_forfeited"),)
    assert verdict.attackers_points_delta == 0


def test_gongxiao_15_a_house_with_another_table_still_gives_five_levels() -> None:
    flat = house("gongxiao-2013", advancement={"declarers": {"step": 80}})
    moves = assess(flat, Offending("false_revolution", "EW", "N")).moves
    assert [(move.kind, move.by, move.levels) for move in moves] == [("deal_score", None, 0), ("deal_taken", "NS", 5)]


def test_gongxiao_15_what_a_false_revolution_costs_is_an_option() -> None:
    claim = {"revolution": {"false_claim": {"declarers_levels": 3}}}
    rules = resolve({"extends": "gongxiao-2013", "bidding": claim})
    verdict = assess(rules.options, Offending("false_revolution", "EW", "N"))
    assert [(move.kind, move.levels) for move in verdict.moves] == [("deal_score", 0), ("deal_taken", 3)]
    assert verdict.option == "bidding.revolution.false_claim"
    assert rules.ground(verdict.option).basis == "option"
    bases = {ruling.code: rules.ground(str(ruling.option)).basis for ruling in verdict.rulings}
    assert bases == {
        "offence_deal_score": "printed",
        "offence_deal_kept": "option",
        "offence_level_up": "option",
        "offence_passes_level": "printed",
    }


def test_gongxiao_15_without_a_level_that_must_be_won_none_is_passed() -> None:
    free = house("gongxiao-2013", levels={"must_defend": []})
    assert "offence_passes_level" not in [code for code, _ in codes(free, "false_revolution", "EW")]


def test_without_revolutions_a_false_one_costs_nothing() -> None:
    offence = {"code": "false_revolution", "effects_from": "bidding.revolution.false_claim"}
    assert assess(clubs(offence), Offending("false_revolution", "EW")).effects == ()
    silent = clubs(offence, bidding={"revolution": {"at_most": 15}})
    assert assess(silent, Offending("false_revolution", "EW")).effects == ()


# What an offence of a house rests on


LATE: dict[str, Any] = {"code": "late", "clause": "4.2", "warning": True}
PHONE: dict[str, Any] = {"code": "phone", "clause": "club 3", "fine": {"points": 20, "per": "time"}}
CLUB: dict[str, Any] = {"id": "club 3", "title": {"en": "Telephones"}}


def written(ruleset: str, code: str) -> dict[str, Any]:
    """An offence as a regulation has it."""
    return dict(next(offence for offence in preset(ruleset).document["offences"] if offence["code"] == code))


def ground(path: str, **changes: Any) -> tuple[str, str | None]:
    found = resolve({"extends": "jiangsu-2007", **changes}).ground(path)
    assert found.option == path
    return found.basis, found.clause


def test_an_override_decides_by_itself_or_by_a_clause_that_it_brings_along() -> None:
    assert ground("offences.late", offences=[LATE, PHONE], clauses=[CLUB]) == ("option", None)
    assert ground("offences.phone", offences=[LATE, PHONE], clauses=[CLUB]) == ("printed", "club 3")
    assert ground("offences.talking", offences=[{"code": "talking"}]) == ("option", None)


def test_an_offence_that_an_override_writes_out_unchanged_stays_printed() -> None:
    offences = [written("jiangsu-2007", "exposed_card"), written("jiangsu-2007", "wrong_card_count"), LATE]
    assert ground("offences.exposed_card", offences=offences) == ("printed", "4.3.5")
    assert ground("offences.wrong_card_count", offences=offences) == ("printed", "4.3.3")
    assert ground("offences.late", offences=offences) == ("option", None)


def test_a_reading_of_an_offence_may_be_given_with_it() -> None:
    assert ground("offences.phone", offences=[PHONE], clauses=[CLUB], readings={"offences.phone": "why"}) == ("reading", "club 3")


def test_offences_that_an_override_does_not_touch_keep_their_ground() -> None:
    assert ground("offences.late", follow={"partial_tractor": False}) == ("printed", "4.2")


def test_an_offence_that_the_ruleset_has_not_has_no_ground() -> None:
    with pytest.raises(KeyError):
        preset("jiangsu-2007").ground("offences.phone")
    with pytest.raises(KeyError):
        resolve({"extends": "jiangsu-2007", "offences": [PHONE], "clauses": [CLUB]}).ground("offences.late")


# Documents that cannot be


def document_faults(*offences: dict[str, Any]) -> list[tuple[str, str]]:
    _, faults = validate_document({"extends": "jiangsu-2007", "offences": list(offences)})
    return [(fault.pointer, fault.code) for fault in faults]


def test_an_effect_says_whom_it_concerns() -> None:
    kinds = [{"kind": kind} for kind in ("deal_taken", "level_up", "deal_score", "bid_right_lost", "replay_choice", "exposed")]
    assert document_faults({"code": "a", "effects": kinds}) == [
        ("/offences/0/effects/0/by", "missing_option"),
        ("/offences/0/effects/1/side", "missing_option"),
        ("/offences/0/effects/1/levels", "missing_option"),
        ("/offences/0/effects/2/side", "missing_option"),
        ("/offences/0/effects/2/points", "missing_option"),
        ("/offences/0/effects/3/side", "missing_option"),
        ("/offences/0/effects/4/by", "missing_option"),
    ]


def test_effects_are_judged_in_every_case_of_an_offence() -> None:
    bad = {"effects": [{"kind": "deal_taken"}]}
    offence = {
        "code": "a",
        "tiers": {"low": bad},
        "by_side": {"declarers": bad},
        "steps": [{}, bad],
        "bands": [{"over": 1, **bad}],
        "both": [{"over": 1, **bad}],
        "cases": [bad],
    }
    assert {pointer for pointer, code in document_faults(offence) if code == "missing_option"} == {
        f"/offences/0/{place}/effects/0/by" for place in ("tiers/low", "by_side/declarers", "steps/1", "bands/0", "both/0", "cases/0")
    }


def test_where_both_are_at_fault_nothing_but_the_round_is_lost() -> None:
    bands = [{"over": 0, "effects": [{"kind": "exposed"}, {"kind": "round_forfeited"}]}]
    assert document_faults({"code": "a", "both": bands}) == [("/offences/0/both/0/effects/0/kind", "contradiction")]
    own = clubs({"code": "a", "effects": [{"kind": "exposed"}], "both": [{"over": 0, "effects": [{"kind": "round_forfeited"}]}]})
    assert [effect.kind for effect in assess(own, Offending("a", "both", minutes=1)).effects] == ["round_forfeited"]


def test_points_of_an_effect_are_of_its_kind() -> None:
    sides = {"offenders": "0", "opponents": "18"}
    effects = [
        {"kind": "deal_score", "side": "offenders", "points": sides},
        {"kind": "round_forfeited", "points": 18},
        {"kind": "exposed", "points": 5},
    ]
    assert document_faults({"code": "a", "effects": effects}) == [
        (f"/offences/0/effects/{row}/points", "contradiction") for row in range(3)
    ]


def test_a_judgement_leaves_something_to_the_referee() -> None:
    sides = {"offenders": "0", "opponents": "18"}
    assert document_faults({"code": "a", "steps": [{"judgement": {"round_points": sides}}]}) == [
        ("/offences/0/steps/0/judgement", "missing_one_of"),
    ]


def test_bands_fall_also_where_both_are_at_fault() -> None:
    assert document_faults({"code": "a", "both": [{"over": 5}, {"over": 15}]}) == [("/offences/0/both/1", "contradiction")]


def test_a_fine_is_written_out_or_taken_from_an_option() -> None:
    fine = {"points": 10, "per": "card"}
    assert document_faults({"code": "a", "fine": fine, "fine_from": "throws.on_failure.fine"}) == [("/offences/0/fine", "contradiction")]

"""Every offence of the seven regulations, by its clause: what it costs, who gains by it, and what else follows."""

from __future__ import annotations

from typing import Any

import pytest

from rules import texts
from rules.catalogue import PRESET_IDS, preset
from rules.effects import Effect
from rules.penalties import EffectVerdict, Offending, Sanction, SanctionVerdict, assess, offence_faults

JIANGSU, GONGXIAO, UNIFIED = "jiangsu-2007", "gongxiao-2013", "chaodipi-unified"
NANTONG, ANHUI, GUIZHOU, MARCH8 = "nantong-chaodipi", "anhui-tcm-2009", "guizhou-2010", "march8-2012"
WARNING, RECORDED = Sanction("warning"), Sanction("recorded")
ONCE = "time"


def sanction(ruleset: str, offence: str, side: str = "EW", declarer: str | None = "N", **facts: Any) -> SanctionVerdict:
    """The sanction of an offence whose facts are in order; North declares, so that EW are the attackers."""
    options = preset(ruleset).options
    offending = Offending(offence, side, declarer, **facts)
    assert offence_faults(options, offending) == []
    return assess(options, offending)


def grounds(ruleset: str, offence: str, side: str = "EW", declarer: str | None = "N", **facts: Any) -> dict[str, str]:
    """What each ruling rests on, by its code; those that no option decides are left out."""
    rules, rulings = preset(ruleset), sanction(ruleset, offence, side, declarer, **facts).rulings
    return {ruling.code: rules.ground(ruling.option).basis for ruling in rulings if ruling.option is not None}


def said(ruleset: str, offence: str, side: str = "EW", declarer: str | None = "N", **facts: Any) -> list[str]:
    """The rulings in simplified Chinese."""
    rulings = sanction(ruleset, offence, side, declarer, **facts).rulings
    return [texts.text("zh-Hans", "rulings", ruling.code, ruling.params) for ruling in rulings]


def term(ruleset: str, offence: str) -> str | None:
    """The term that a regulation has of its own, in simplified Chinese."""
    title = next(each.title for each in preset(ruleset).options.offences if each.code == offence)
    return None if title is None else title["zh-Hans"]


def fine(points: int, per: str = ONCE, cards: int | None = None) -> Sanction:
    return Sanction("fine", points, per, cards)


def fined(verdict: SanctionVerdict) -> tuple[int, int | None]:
    """The points of the fines, and what they change in the attackers' total."""
    return verdict.points, verdict.attackers_points_delta


def assert_ten_a_card(ruleset: str, clause: str, offence: str, **facts: Any) -> None:
    """Ten points for each card: added to the attackers' total by the declarers, taken from it by the attackers."""
    verdict = sanction(ruleset, offence, "NS", cards=3, **facts)
    assert verdict.clause == clause
    assert verdict.sanctions == (fine(30, "card", 3),)
    assert fined(verdict) == (30, 30)
    assert fined(sanction(ruleset, offence, "EW", cards=1, **facts)) == (10, -10)


def assert_once(ruleset: str, clause: str, offence: str, points: int, **facts: Any) -> None:
    """A fine that does not count cards, added to the attackers' total or taken from it."""
    verdict = sanction(ruleset, offence, "NS", **facts)
    assert (verdict.clause, verdict.sanctions) == (clause, (fine(points),))
    assert fined(verdict) == (points, points)
    assert fined(sanction(ruleset, offence, "EW", **facts)) == (points, -points)


# Which offences there are


BY_CLAUSE = {
    JIANGSU: {
        "4.1.1": "disturbance",
        "4.1.2": "evident_infraction",
        "4.1.4": "deliberate_foul",
        "4.1.5": "flagrant_foul second_forfeit",
        "4.2": "late",
        "4.3.1": "drew_out_of_turn:unseen,seen,inserted",
        "4.3.2": "played_out_of_turn claimed_out_of_turn",
        "4.3.3": "wrong_card_count",
        "4.3.4": "failed_throw",
        "4.3.5": "exposed_card",
        "4.3.6": "concealed_card:same_trick,no_gain,gain,heavy concealed_card_repeated",
        "4.3.7": "wrong_show",
        "4.3.8": "illegal_information",
    },
    GONGXIAO: {
        "9": "kitty_drawn_by_others",
        "13": "wrong_kitty:deal_lost,played_on",
        "14": "looked_at_kitty",
        "15": "false_revolution",
        "16": "looked_at_earlier_trick cards_left_open",
        "17": "wrong_card_count:between_sides,within_side,surplus,shortage",
        "18(1)": "revoke_on_side_suit refused_to_correct",
        "18(2)": "revoke_on_trump refused_to_correct_on_trump",
        "19": "exposed_card led_out_of_turn followed_out_of_turn",
        "20": "wrong_show failed_throw revoke",
        "21": "overtime",
        "23": "illegal_information",
        "24": "unlisted_breach",
    },
    UNIFIED: {
        "一.3": "overtime",
        "一.5": "looked_at_kitty",
        "二.1": "improper_play exposed_card failed_throw",
        "二.2": "wrong_kitty:before_first_trick,after_first_trick wrong_kitty_unnoticed",
        "二.3": "wrong_card_count:one_player,several_players",
        "二.4": "played_out_of_turn followed_out_of_turn",
        "二.5": "revoke",
        "二.6": "concealed_card:same_trick,established,heavy",
        "二.7": "disturbance",
        "三.1": "unfounded_query",
        "三.2": "unlisted_breach",
    },
    NANTONG: {
        "四": "illegal_information",
        "五.2": "wrong_kitty",
        "五.3": "wrong_draw:corrected_at_once,found_after_drawing,kitty_unnoticed",
        "五.8": "wrong_card_count",
        "五.9": "revoke improper_play failed_throw",
    },
    ANHUI: {
        "三.2": "looked_at_kitty",
        "六.1": "improper_play exposed_card",
        "六.2": "wrong_kitty wrong_kitty_unnoticed",
        "六.3": "wrong_card_count:one_player,several_players",
        "六.4": "played_out_of_turn",
        "六.5": "revoke",
        "六.6": "concealed_card:same_trick,established,heavy",
        "六.7": "kitty_misdrawn:overdrawn,underdrawn",
        "六.8": "failed_throw",
        "六.9": "overtime",
        "六.10": "disturbance",
        "七.2": "unfounded_query",
        "七.3": "late",
        "通知·八.1": "absent",
        "通知·八.3": "illegal_information",
    },
    GUIZHOU: {
        "七(五)2": "wrong_show revoke played_out_of_turn exposed_card other_error",
        "八(四)": "stalling",
        "八(五)": "failed_throw",
        "八(十)": "concealed_card:same_trick,established,heavy",
    },
    MARCH8: {"一": "late", "五.6": "improper_play wrong_card_count"},
}
"""The offences of each clause with their tiers; each is tested below."""


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_each_clause_has_its_offences(ruleset: str) -> None:
    found: dict[str, list[str]] = {}
    for offence in preset(ruleset).options.offences:
        tiers = ":" + ",".join(offence.tiers) if offence.tiers else ""
        found.setdefault(str(offence.clause), []).append(offence.code + tiers)
    assert {clause: " ".join(codes) for clause, codes in found.items()} == BY_CLAUSE[ruleset]


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_each_offence_rests_on_its_own_clause_which_governs_it(ruleset: str) -> None:
    rules = preset(ruleset)
    governed = {
        path: clause.id for clause in rules.clauses for path in clause.governs if path.count(".") == 1 and path.startswith("offences.")
    }
    assert governed == {f"offences.{offence.code}": offence.clause for offence in rules.options.offences}
    assert all(rules.ground(offence.option).clause == offence.clause for offence in rules.options.offences)


JUDGED = {
    JIANGSU: {
        "disturbance",
        "evident_infraction",
        "deliberate_foul",
        "flagrant_foul",
        "concealed_card_repeated",
        "illegal_information",
    },
    GONGXIAO: {"illegal_information", "unlisted_breach"},
    UNIFIED: {"overtime", "followed_out_of_turn", "disturbance", "unlisted_breach"},
    NANTONG: {"illegal_information"},
    ANHUI: {"overtime", "disturbance", "illegal_information"},
    GUIZHOU: {"other_error", "stalling"},
    MARCH8: set(),
}


@pytest.mark.parametrize("ruleset", PRESET_IDS)
def test_whether_the_referees_judgement_decides_is_told(ruleset: str) -> None:
    assert {offence.code for offence in preset(ruleset).options.offences if not offence.decidable} == JUDGED[ruleset]


# Jiangsu 2007


def test_jiangsu_4_1_1_disturbing_is_warned() -> None:
    verdict = sanction(JIANGSU, "disturbance")
    assert (verdict.clause, verdict.sanctions, verdict.effects, fined(verdict)) == ("4.1.1", (WARNING,), (), (0, 0))


def test_jiangsu_4_1_2_an_evident_infraction_is_recorded() -> None:
    verdict = sanction(JIANGSU, "evident_infraction")
    assert (verdict.clause, verdict.sanctions) == ("4.1.2", (RECORDED,))


def test_jiangsu_4_1_4_a_deliberate_foul_loses_the_round() -> None:
    assert said(JIANGSU, "deliberate_foul") == ["东西方本轮判负。"]
    assert grounds(JIANGSU, "deliberate_foul") == {"offence_loses_round": "reading"}
    verdict = sanction(JIANGSU, "deliberate_foul")
    assert (verdict.clause, verdict.sanctions) == ("4.1.4", ())
    assert verdict.effects == (EffectVerdict("round_forfeited", side="EW"),)


@pytest.mark.parametrize("offence", ["flagrant_foul", "second_forfeit"])
def test_jiangsu_4_1_5_suspension(offence: str) -> None:
    verdict = sanction(JIANGSU, offence)
    assert (verdict.clause, verdict.sanctions, verdict.effects) == ("4.1.5", (Sanction("suspended"),), ())
    assert said(JIANGSU, offence) == ["对东西方的判罚：停赛。"]


@pytest.mark.parametrize(("minutes", "given"), [(0, ()), (5, ()), (6, (WARNING,)), (15, (WARNING,)), (16, ())])
def test_jiangsu_4_2_more_than_five_minutes_late_is_warned(minutes: int, given: tuple[Sanction, ...]) -> None:
    verdict = sanction(JIANGSU, "late", minutes=minutes)
    assert (verdict.clause, verdict.sanctions) == ("4.2", given)


@pytest.mark.parametrize(("minutes", "forfeited"), [(15, False), (16, True)])
def test_jiangsu_4_2_more_than_fifteen_minutes_late_forfeits_with_nothing_to_eighteen(minutes: int, forfeited: bool) -> None:
    verdict = sanction(JIANGSU, "late", "NS", declarer=None, minutes=minutes)
    wanted = (EffectVerdict("round_forfeited", side="NS", round_points={"NS": "0", "EW": "18"}),)
    assert verdict.effects == (wanted if forfeited else ())
    assert verdict.attackers_points_delta is None
    forfeit = ["南北方本轮算弃权。", "南北方本轮得0分。", "东西方本轮得18分。"]
    assert said(JIANGSU, "late", "NS", minutes=minutes) == (forfeit if forfeited else ["警告南北方。"])


def test_jiangsu_4_2_both_late_are_warned_and_recorded() -> None:
    verdict = sanction(JIANGSU, "late", "both", minutes=6)
    assert (verdict.sanctions, verdict.effects, fined(verdict)) == ((WARNING, RECORDED), (), (0, 0))
    assert sanction(JIANGSU, "late", "both", minutes=5).sanctions == ()


def test_what_both_sides_have_coming_is_said_of_both() -> None:
    rulings = (*sanction(JIANGSU, "late", "both", minutes=6).rulings, *sanction(JIANGSU, "wrong_show", "both").rulings)
    assert [texts.text("en", "rulings", ruling.code, ruling.params) for ruling in rulings[:3]] == [
        "A warning for both sides.",
        "On the record goes the infraction of both sides.",
        "In this deal both sides may not open the bidding.",
    ]


def test_jiangsu_4_2_both_more_than_fifteen_minutes_late_have_nothing() -> None:
    verdict = sanction(JIANGSU, "late", "both", minutes=16)
    assert (verdict.sanctions, verdict.effects) == ((), (EffectVerdict("round_forfeited", round_points={"NS": "0", "EW": "0"}),))
    assert said(JIANGSU, "late", "both", minutes=16) == ["双方本轮算弃权。", "双方本轮得0分。"]


@pytest.mark.parametrize(
    ("tier", "points", "remedy"),
    [("unseen", 0, "card_returned"), ("seen", 10, "card_returned"), ("inserted", 10, "rightful_player_draws_one")],
)
def test_jiangsu_4_3_1_drawing_out_of_turn(tier: str, points: int, remedy: str) -> None:
    verdict = sanction(JIANGSU, "drew_out_of_turn", tier=tier)
    assert (verdict.clause, verdict.remedy, fined(verdict)) == ("4.3.1", remedy, (points, -points))
    assert verdict.sanctions == ((fine(10),) if points else ())


@pytest.mark.parametrize("offence", ["played_out_of_turn", "claimed_out_of_turn"])
def test_jiangsu_4_3_2_out_of_turn_ten_a_card_and_the_cards_are_exposed(offence: str) -> None:
    assert_ten_a_card(JIANGSU, "4.3.2", offence)
    assert sanction(JIANGSU, offence, cards=2).effects == (EffectVerdict("exposed", side="EW", cards=2),)


def test_jiangsu_4_3_3_declarers_with_a_wrong_count_lose_the_deal() -> None:
    verdict = sanction(JIANGSU, "wrong_card_count", "NS")
    assert (verdict.clause, verdict.then, fined(verdict)) == ("4.3.3", "non_offenders_choose_replay", (0, 0))
    assert verdict.moves == (Effect("deal_taken", by="EW"),)
    assert verdict.effects[1:] == (EffectVerdict("replay_choice", by="EW"),)
    assert said(JIANGSU, "wrong_card_count", "NS") == ["不论得分，由东西方上台坐庄。", "由东西方决定这副牌打与不打。"]


def test_jiangsu_4_3_3_attackers_with_a_wrong_count_raise_the_declarers_a_level() -> None:
    verdict = sanction(JIANGSU, "wrong_card_count", "EW")
    assert verdict.moves == (Effect("level_up", side="NS", levels=1),)
    assert verdict.effects[1:] == (EffectVerdict("replay_choice", by="NS"),)


@pytest.mark.parametrize(("side", "code"), [("NS", "offence_deal_taken"), ("EW", "offence_level_up")])
def test_jiangsu_4_3_3_only_who_decides_whether_to_play_is_a_reading(side: str, code: str) -> None:
    assert grounds(JIANGSU, "wrong_card_count", side) == {code: "printed", "offence_replay_choice": "reading"}


def test_jiangsu_4_3_4_a_failed_throw_ten_for_each_blocked_card() -> None:
    verdict = sanction(JIANGSU, "failed_throw", "NS", cards=5)
    assert (verdict.clause, verdict.option) == ("4.3.4", "throws.on_failure.fine")
    assert (verdict.sanctions, fined(verdict)) == ((fine(50, "blocked_card", 5),), (50, 50))
    assert fined(sanction(JIANGSU, "failed_throw", "EW", cards=4)) == (40, -40)


def test_jiangsu_4_3_4_the_next_player_names_a_card_and_what_was_not_blocked_counts_as_lowest() -> None:
    assert said(JIANGSU, "failed_throw", cards=1)[-1] == "甩牌不成立，改出下家任意指定的一张。"
    assert grounds(JIANGSU, "failed_throw", cards=1) == {"offence_fined_by_card": "printed", "offence_leads_instead": "printed"}
    assert sanction(JIANGSU, "failed_throw", cards=1).remedy == "unblocked_cards_count_lowest"


def test_jiangsu_4_3_5_an_exposed_card_ten_each_and_its_duties() -> None:
    assert_ten_a_card(JIANGSU, "4.3.5", "exposed_card")
    assert sanction(JIANGSU, "exposed_card", "NS", cards=2).effects == (EffectVerdict("exposed", side="NS", cards=2),)
    assert said(JIANGSU, "exposed_card", cards=1)[2:] == [
        "东西方违例的牌成为暴露张。",
        "暴露张打出时按最小处理。",
        "暴露张须在可以合法打出时立即打出，缺门垫牌时也一样。",
        "违例方领出时，其下家可指定是否打出暴露张。",
    ]


@pytest.mark.parametrize(
    ("offence", "facts"), [("played_out_of_turn", {}), ("exposed_card", {}), ("concealed_card", {"tier": "same_trick"})]
)
def test_jiangsu_4_3_2_4_3_5_4_3_6_exposed_cards_count_as_lowest(offence: str, facts: dict[str, str]) -> None:
    assert grounds(JIANGSU, offence, cards=1, **facts)["exposed_cards_count_lowest"] == "printed"


def test_jiangsu_4_3_6_a_concealed_card_found_in_its_trick_is_an_exposed_card() -> None:
    assert_ten_a_card(JIANGSU, "4.3.6", "concealed_card", tier="same_trick")
    verdict = sanction(JIANGSU, "concealed_card", tier="same_trick", cards=1)
    assert (verdict.remedy, verdict.effects) == ("cards_corrected", (EffectVerdict("exposed", side="EW", cards=1),))


@pytest.mark.parametrize(("tier", "points"), [("no_gain", 20), ("gain", 40)])
def test_jiangsu_4_3_6_an_established_one_is_warned_and_costs_twenty_or_forty(tier: str, points: int) -> None:
    verdict = sanction(JIANGSU, "concealed_card", tier=tier)
    assert (verdict.sanctions, fined(verdict)) == ((WARNING, fine(points)), (points, -points))
    assert set(grounds(JIANGSU, "concealed_card", tier=tier).values()) == {"printed"}


def test_jiangsu_4_3_6_heavy_damage_costs_eighty_and_what_the_referee_adds() -> None:
    assert sanction(JIANGSU, "concealed_card", "NS", tier="heavy").sanctions == (WARNING, fine(80))
    assert sanction(JIANGSU, "concealed_card", "NS", tier="heavy", points=80).sanctions == (WARNING, fine(80))
    more = sanction(JIANGSU, "concealed_card", "NS", tier="heavy", points=120)
    assert (more.sanctions, fined(more)) == ((WARNING, fine(80), fine(40, "judgement")), (120, 120))
    assert said(JIANGSU, "concealed_card", "NS", None, tier="heavy", points=120)[1:] == [
        "南北方罚80分，按次计。",
        "南北方另罚40分，由裁判酌定。",
    ]


def test_jiangsu_4_3_6_the_warning_beside_the_eighty_is_a_reading() -> None:
    assert grounds(JIANGSU, "concealed_card", tier="heavy") == {"offence_warned": "reading", "offence_fined": "printed"}


def test_jiangsu_4_3_6_concealing_again_and_again_may_lose_the_round() -> None:
    assert grounds(JIANGSU, "concealed_card_repeated") == {"offence_loses_round": "reading"}
    verdict = sanction(JIANGSU, "concealed_card_repeated", "NS")
    assert (verdict.clause, verdict.effects) == ("4.3.6", (EffectVerdict("round_forfeited", side="NS"),))


def test_jiangsu_4_3_7_a_wrong_show_loses_the_right_to_show() -> None:
    verdict = sanction(JIANGSU, "wrong_show")
    assert (verdict.clause, verdict.sanctions, verdict.effects) == ("4.3.7", (), (EffectVerdict("bid_right_lost", side="EW"),))


def test_jiangsu_4_3_7_a_counter_is_left_and_where_nobody_shows_the_kitty_decides() -> None:
    assert said(JIANGSU, "wrong_show") == [
        "东西方在本副牌中失去亮主的权利。",
        "对方亮主后，东西方仍可反主。",
        "如对方也没有亮主，按定主的办法确定将牌。",
    ]
    assert set(grounds(JIANGSU, "wrong_show").values()) == {"printed"}


def test_jiangsu_4_3_7_both_sides_may_have_wrongly_shown_and_the_kitty_decides() -> None:
    assert sanction(JIANGSU, "wrong_show", "both").effects == (EffectVerdict("bid_right_lost"),)
    assert said(JIANGSU, "wrong_show", "both") == ["双方在本副牌中失去亮主的权利。", "其后：按定主的办法确定将牌。"]


@pytest.mark.parametrize("points", [20, 45, 80])
def test_jiangsu_4_3_8_illegal_information_is_warned_and_costs_twenty_to_eighty(points: int) -> None:
    verdict = sanction(JIANGSU, "illegal_information", points=points)
    assert (verdict.clause, verdict.sanctions) == ("4.3.8", (WARNING, fine(points, "judgement")))
    assert fined(verdict) == (points, -points)


@pytest.mark.parametrize(
    ("instead", "sanctions", "words"),
    [
        ("round_forfeited", (WARNING,), "东西方本轮判负。"),
        ("suspended", (WARNING, Sanction("suspended")), "裁判对东西方的酌情判罚：停赛。"),
    ],
)
def test_jiangsu_4_3_8_or_loses_the_round_or_suspends_with_eighteen_for_the_others(
    instead: str, sanctions: tuple[Sanction, ...], words: str
) -> None:
    verdict = sanction(JIANGSU, "illegal_information", instead=instead)
    assert verdict.effects == (EffectVerdict("round_forfeited", side="EW", round_points={"NS": "18", "EW": "0"}),)
    assert verdict.sanctions == sanctions
    assert said(JIANGSU, "illegal_information", instead=instead)[1:] == [words, "东西方本轮得0分。", "南北方本轮得18分。"]


def test_jiangsu_4_3_8_the_eighteen_are_printed_and_the_nothing_is_read() -> None:
    rules, rulings = preset(JIANGSU), sanction(JIANGSU, "illegal_information", instead="round_forfeited").rulings
    bases = {ruling.params["side"]: rules.ground(str(ruling.option)).basis for ruling in rulings if ruling.code == "offence_round_points"}
    assert bases == {"EW": "reading", "NS": "printed"}


def test_jiangsu_has_terms_of_its_own() -> None:
    assert [term(JIANGSU, code) for code in ("concealed_card", "exposed_card", "illegal_information", "wrong_show")] == [
        "藏张",
        "暴露张",
        "传递非法信息",
        "错亮级牌",
    ]
    assert [term(GUIZHOU, code) for code in ("concealed_card", "wrong_show", "played_out_of_turn")] == [None, "亮错主", "抢出牌"]


# Gongxiao 2013


@pytest.mark.parametrize(("cards", "moves"), [(1, ()), (2, (Effect("deal_taken", by="EW"),)), (5, (Effect("deal_taken", by="EW"),))])
def test_gongxiao_9_two_kitty_cards_drawn_by_others_lose_the_declarers_the_deal(cards: int, moves: tuple[Effect, ...]) -> None:
    verdict = sanction(GONGXIAO, "kitty_drawn_by_others", "NS", cards=cards)
    assert (verdict.clause, verdict.moves, verdict.sanctions) == ("9", moves, ())
    assert verdict.remedy == (None if moves else "attackers_return_any_card")


def test_gongxiao_13_a_wrong_kitty_loses_the_declarers_the_deal() -> None:
    verdict = sanction(GONGXIAO, "wrong_kitty", "NS", tier="deal_lost")
    assert (verdict.clause, verdict.moves, fined(verdict)) == ("13", (Effect("deal_taken", by="EW"),), (0, 0))


def test_gongxiao_13_or_costs_twenty_where_the_attackers_play_on() -> None:
    verdict = sanction(GONGXIAO, "wrong_kitty", "NS", tier="played_on")
    assert (verdict.sanctions, fined(verdict), verdict.moves) == ((fine(20),), (20, 20), ())
    assert (verdict.remedy, verdict.then) == ("attackers_put_kitty_right", "play_on")


def test_gongxiao_14_a_look_at_the_kitty_costs_twenty() -> None:
    assert_once(GONGXIAO, "14", "looked_at_kitty", 20)


def test_gongxiao_15_a_false_revolution_scores_nothing_and_gives_the_declarers_five_levels() -> None:
    verdict = sanction(GONGXIAO, "false_revolution", "EW")
    assert (verdict.clause, fined(verdict)) == ("15", (0, 0))
    assert verdict.moves == (Effect("deal_score", side="EW", points=0), Effect("deal_taken", by="NS", levels=5))
    assert said(GONGXIAO, "false_revolution") == [
        "本副牌东西方得0分。",
        "由南北方连庄。",
        "南北方升5级。",
        "如庄家方正打A，自动过关。",
    ]
    assert set(grounds(GONGXIAO, "false_revolution").values()) == {"printed"}


def test_gongxiao_16_looking_at_an_earlier_trick_costs_ten() -> None:
    assert_once(GONGXIAO, "16", "looked_at_earlier_trick", 10)


def test_gongxiao_16_cards_left_open_are_covered_without_a_fine() -> None:
    verdict = sanction(GONGXIAO, "cards_left_open")
    assert (verdict.clause, verdict.sanctions, verdict.remedy) == ("16", (), "cards_are_covered")


@pytest.mark.parametrize(("tier", "points"), [("between_sides", 0), ("within_side", 20)])
def test_gongxiao_17_the_short_player_draws_and_twenty_are_fined_within_a_side(tier: str, points: int) -> None:
    verdict = sanction(GONGXIAO, "wrong_card_count", tier=tier)
    assert (verdict.clause, verdict.remedy) == ("17", "short_player_draws_from_surplus")
    assert fined(verdict) == (points, -points)


@pytest.mark.parametrize(("tier", "remedy"), [("surplus", "others_draw_surplus"), ("shortage", "played_until_no_card_left")])
def test_gongxiao_17_one_player_alone_is_fined_twenty_a_card(tier: str, remedy: str) -> None:
    verdict = sanction(GONGXIAO, "wrong_card_count", "NS", tier=tier, cards=3)
    assert (verdict.sanctions, fined(verdict), verdict.remedy) == ((fine(60, "card", 3),), (60, 60), remedy)


@pytest.mark.parametrize(("offence", "clause"), [("revoke_on_side_suit", "18(1)"), ("revoke_on_trump", "18(2)")])
def test_gongxiao_18_a_corrected_follow_costs_ten_a_card_and_the_next_player_may_play_anew(offence: str, clause: str) -> None:
    assert_ten_a_card(GONGXIAO, clause, offence)
    verdict = sanction(GONGXIAO, offence, cards=1)
    assert (verdict.remedy, verdict.then) == ("corrected_cards_count_lowest", "next_player_chooses_replay")
    assert said(GONGXIAO, offence, cards=1)[-1] == "违例者的下家（南北方）可选择重新出牌。"
    assert verdict.effects == (EffectVerdict("replay_choice", by="NS"),)


@pytest.mark.parametrize(("offence", "clause"), [("refused_to_correct", "18(1)"), ("refused_to_correct_on_trump", "18(2)")])
def test_gongxiao_18_declarers_who_refuse_score_nothing_and_the_attackers_two_hundred(offence: str, clause: str) -> None:
    verdict = sanction(GONGXIAO, offence, "NS")
    assert verdict.clause == clause
    assert verdict.moves == (Effect("deal_score", side="NS", points=0), Effect("deal_score", side="EW", points=200))


@pytest.mark.parametrize("offence", ["refused_to_correct", "refused_to_correct_on_trump"])
def test_gongxiao_18_attackers_who_refuse_score_nothing(offence: str) -> None:
    assert sanction(GONGXIAO, offence, "EW").moves == (Effect("deal_score", side="EW", points=0),)


@pytest.mark.parametrize("offence", ["exposed_card", "led_out_of_turn"])
def test_gongxiao_19_exposed_cards_and_leads_out_of_turn_ten_a_card(offence: str) -> None:
    assert_ten_a_card(GONGXIAO, "19", offence)
    assert sanction(GONGXIAO, offence, cards=1).effects == (EffectVerdict("exposed", side="EW", cards=1),)


def test_gongxiao_19_a_lead_out_of_turn_exposes_by_print_and_is_fined_by_reading() -> None:
    assert grounds(GONGXIAO, "led_out_of_turn", cards=1) == {
        "offence_fined_by_card": "reading",
        "offence_exposes_cards": "printed",
        "exposed_suit_not_led": "printed",
        "exposed_cards_on_order": "printed",
    }
    assert said(GONGXIAO, "led_out_of_turn", cards=1)[-1] == "首次出该花色时，对方可指定打出或不得打出暴露张，第二轮起即不受限制。"


def test_gongxiao_19_a_follow_out_of_turn_ten_each_time() -> None:
    assert_once(GONGXIAO, "19", "followed_out_of_turn", 10)


def test_gongxiao_20_a_wrong_show_costs_ten() -> None:
    assert_once(GONGXIAO, "20", "wrong_show", 10)


def test_gongxiao_20_a_failed_throw_ten_for_each_beaten_card() -> None:
    verdict = sanction(GONGXIAO, "failed_throw", "NS", cards=2)
    assert (verdict.clause, verdict.sanctions, fined(verdict)) == ("20", (fine(20, "beaten_card", 2),), (20, 20))


def test_gongxiao_20_a_wrong_follow_ten_a_card() -> None:
    assert_ten_a_card(GONGXIAO, "20", "revoke")


@pytest.mark.parametrize(("occurrence", "given"), [(1, (WARNING,)), (2, (fine(10),)), (3, (fine(20),)), (4, (fine(20),)), (9, (fine(20),))])
def test_gongxiao_21_time_is_warned_then_costs_ten_then_twenty_each_time(occurrence: int, given: tuple[Sanction, ...]) -> None:
    verdict = sanction(GONGXIAO, "overtime", occurrence=occurrence)
    assert (verdict.clause, verdict.sanctions) == ("21", given)
    assert said(GONGXIAO, "overtime", occurrence=occurrence)[0] == f"本副牌中第{occurrence}次。"


def test_gongxiao_22_fines_settle_within_the_deal() -> None:
    assert preset(GONGXIAO).ground("offences").clause == "22"
    assert fined(sanction(GONGXIAO, "overtime", "NS", occurrence=3)) == (20, 20)
    assert fined(sanction(GONGXIAO, "overtime", "EW", occurrence=3)) == (20, -20)


@pytest.mark.parametrize("instead", ["warning", "game_lost"])
def test_gongxiao_23_signals_are_warned_or_lose_the_game(instead: str) -> None:
    verdict = sanction(GONGXIAO, "illegal_information", instead=instead)
    assert (verdict.clause, verdict.sanctions) == ("23", (Sanction(instead),))
    assert said(GONGXIAO, "illegal_information", instead="game_lost") == ["裁判对东西方的酌情判罚：本局判负。"]
    assert grounds(GONGXIAO, "illegal_information", instead=instead) == {
        "offence_judged": {"warning": "printed", "game_lost": "reading"}[instead]
    }


def test_gongxiao_14_speaks_of_looking_alone() -> None:
    assert term(GONGXIAO, "looked_at_kitty") == "打牌后查看底牌"


def test_gongxiao_24_what_no_rule_names_is_the_referees() -> None:
    verdict = sanction(GONGXIAO, "unlisted_breach", points=35)
    assert (verdict.clause, verdict.sanctions) == ("24", (fine(35, "judgement"),))


# Chaodipi unified and Anhui 2009, whose fines are mostly alike


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "一.5"), (ANHUI, "三.2")])
@pytest.mark.parametrize(("occurrence", "given"), [(1, (WARNING,)), (2, (fine(80),)), (3, (fine(80),))])
def test_unified_1_5_anhui_3_2_a_look_at_the_kitty_is_warned_then_costs_eighty(
    ruleset: str, clause: str, occurrence: int, given: tuple[Sanction, ...]
) -> None:
    verdict = sanction(ruleset, "looked_at_kitty", "NS", occurrence=occurrence)
    assert (verdict.clause, verdict.sanctions) == (clause, given)
    assert fined(verdict)[1] == (80 if occurrence > 1 else 0)
    assert grounds(ruleset, "looked_at_kitty", "NS", occurrence=occurrence) == {
        "offence_counted": "reading",
        "offence_fined" if occurrence > 1 else "offence_warned": "printed",
    }


def test_unified_1_5_anhui_3_2_to_bury_all_eight_at_once_is_part_of_it() -> None:
    assert term(UNIFIED, "looked_at_kitty") == "未一次扣完底牌，或扣后查看、换牌"
    assert term(ANHUI, "looked_at_kitty") == "未在60秒内一次扣完底牌，或扣后查看、换牌"


def test_unified_1_3_overtime_is_left_to_the_referee_by_3_2() -> None:
    verdict = sanction(UNIFIED, "overtime", "NS", points=20)
    assert (verdict.clause, verdict.sanctions, fined(verdict)) == ("一.3", (fine(20, "judgement"),), (20, 20))
    assert sanction(UNIFIED, "overtime", instead="levels").sanctions == (Sanction("levels"),)
    assert said(UNIFIED, "overtime", instead="levels") == ["裁判对东西方的酌情判罚：降级（级数由裁判定）。"]
    (ruling,) = sanction(UNIFIED, "overtime", instead="levels").rulings
    ground = preset(UNIFIED).ground(str(ruling.option))
    assert (ground.basis, ground.clause) == ("reading", "三.2")


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "二.1"), (ANHUI, "六.1")])
@pytest.mark.parametrize("offence", ["improper_play", "exposed_card"])
def test_unified_2_1_anhui_6_1_improper_plays_ten_a_card(ruleset: str, clause: str, offence: str) -> None:
    assert_ten_a_card(ruleset, clause, offence)
    assert sanction(ruleset, offence, cards=1).effects == ()


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "二.1"), (ANHUI, "六.8"), (NANTONG, "五.9")])
def test_unified_2_1_anhui_6_8_nantong_5_9_a_failed_throw_ten_for_each_thrown_card(ruleset: str, clause: str) -> None:
    verdict = sanction(ruleset, "failed_throw", "NS", cards=4)
    assert (verdict.clause, verdict.sanctions, fined(verdict)) == (clause, (fine(40, "thrown_card", 4),), (40, 40))


@pytest.mark.parametrize(
    ("ruleset", "clause", "remedy", "offence", "tier"),
    [
        (UNIFIED, "二.2", "referee_settles_cards", "wrong_kitty", "after_first_trick"),
        (UNIFIED, "二.2", "referee_settles_cards", "wrong_kitty_unnoticed", None),
        (ANHUI, "六.2", "kitty_corrected", "wrong_kitty", None),
        (ANHUI, "六.2", "kitty_corrected", "wrong_kitty_unnoticed", None),
    ],
)
def test_unified_2_2_anhui_6_2_a_wrong_kitty_costs_who_buried_it_and_who_took_it_eighty(
    ruleset: str, clause: str, remedy: str, offence: str, tier: str | None
) -> None:
    assert_once(ruleset, clause, offence, 80, tier=tier)
    verdict = sanction(ruleset, offence, tier=tier)
    assert (verdict.remedy, verdict.then) == (remedy, "play_on")


def test_unified_2_2_before_the_first_trick_a_wrong_kitty_is_put_right_without_a_fine() -> None:
    verdict = sanction(UNIFIED, "wrong_kitty", tier="before_first_trick")
    assert (verdict.sanctions, verdict.remedy) == ((), "referee_settles_cards")
    assert grounds(UNIFIED, "wrong_kitty", tier="before_first_trick") == {"offence_free": "reading"}
    assert grounds(UNIFIED, "wrong_kitty", tier="after_first_trick") == {"offence_fined": "printed", "offence_goes_on": "printed"}


@pytest.mark.parametrize(("ruleset", "clause", "remedy"), [(UNIFIED, "二.3", "referee_settles_cards"), (ANHUI, "六.3", "hand_corrected")])
def test_unified_2_3_anhui_6_3_a_wrong_count_costs_eighty_and_of_several_players_the_referee_decides(
    ruleset: str, clause: str, remedy: str
) -> None:
    assert_once(ruleset, clause, "wrong_card_count", 80, tier="one_player")
    verdict = sanction(ruleset, "wrong_card_count", tier="one_player")
    assert (verdict.remedy, verdict.then) == (remedy, "play_on")
    assert fined(sanction(ruleset, "wrong_card_count", tier="several_players", points=40)) == (40, -40)


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "二.4"), (ANHUI, "六.4")])
def test_unified_2_4_anhui_6_4_out_of_turn_ten_a_card(ruleset: str, clause: str) -> None:
    assert_ten_a_card(ruleset, clause, "played_out_of_turn")


def test_unified_2_4_a_follow_out_of_turn_is_the_referees() -> None:
    verdict = sanction(UNIFIED, "followed_out_of_turn", points=10)
    assert (verdict.clause, verdict.sanctions) == ("二.4", (fine(10, "judgement"),))


@pytest.mark.parametrize(
    ("ruleset", "clause", "remedy"),
    [
        (UNIFIED, "二.5", "corrected_cards_count_lowest"),
        (ANHUI, "六.5", "cards_corrected"),
        (NANTONG, "五.9", "revoked_cards_beat_nothing"),
    ],
)
def test_unified_2_5_anhui_6_5_nantong_5_9_a_wrong_follow_ten_a_card(ruleset: str, clause: str, remedy: str) -> None:
    assert_ten_a_card(ruleset, clause, "revoke")
    assert sanction(ruleset, "revoke", cards=1).remedy == remedy


@pytest.mark.parametrize(
    ("ruleset", "clause", "remedy"), [(UNIFIED, "二.6", "corrected_cards_count_lowest"), (ANHUI, "六.6", "cards_corrected")]
)
def test_unified_2_6_anhui_6_6_a_concealed_card_found_at_once_is_a_wrong_follow(ruleset: str, clause: str, remedy: str) -> None:
    assert_ten_a_card(ruleset, clause, "concealed_card", tier="same_trick")
    assert sanction(ruleset, "concealed_card", tier="same_trick", cards=1).remedy == remedy


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "二.6"), (ANHUI, "六.6")])
def test_unified_2_6_anhui_6_6_an_established_one_costs_eighty_or_more(ruleset: str, clause: str) -> None:
    assert_once(ruleset, clause, "concealed_card", 80, tier="established")
    assert sanction(ruleset, "concealed_card", tier="established").then == "play_on"
    assert sanction(ruleset, "concealed_card", "NS", tier="heavy").sanctions == (fine(80),)
    more = sanction(ruleset, "concealed_card", "NS", tier="heavy", points=100)
    assert (more.sanctions, fined(more), more.then) == ((fine(80), fine(20, "judgement")), (100, 100), "play_on")


def test_unified_2_6_up_to_the_loss_of_the_game() -> None:
    verdict = sanction(UNIFIED, "concealed_card", tier="heavy", instead="game_lost")
    assert (verdict.sanctions, verdict.then) == ((Sanction("game_lost"),), None)
    assert grounds(UNIFIED, "concealed_card", tier="heavy", instead="game_lost") == {"offence_judged": "reading"}


def test_anhui_6_10_a_warning_is_read_into_fines_and_the_like() -> None:
    assert grounds(ANHUI, "disturbance", instead="warning") == {"offence_judged": "reading"}
    assert grounds(ANHUI, "disturbance", instead="disqualified") == {"offence_judged": "printed"}


@pytest.mark.parametrize(
    ("ruleset", "clause", "instead"),
    [(UNIFIED, "二.7", "warning"), (ANHUI, "六.10", "warning"), (ANHUI, "六.10", "disqualified")],
)
def test_unified_2_7_anhui_6_10_disturbing_costs_points_or(ruleset: str, clause: str, instead: str) -> None:
    assert sanction(ruleset, "disturbance", points=0).clause == clause
    assert sanction(ruleset, "disturbance", instead=instead).sanctions == (Sanction(instead),)


@pytest.mark.parametrize(("ruleset", "clause"), [(UNIFIED, "三.1"), (ANHUI, "七.2")])
@pytest.mark.parametrize(("occurrence", "points"), [(1, 0), (2, 10), (3, 10)])
def test_unified_3_1_anhui_7_2_an_unfounded_query_is_free_once(ruleset: str, clause: str, occurrence: int, points: int) -> None:
    verdict = sanction(ruleset, "unfounded_query", "NS", occurrence=occurrence)
    assert (verdict.clause, fined(verdict)) == (clause, (points, points))
    assert grounds(ruleset, "unfounded_query", "NS", occurrence=occurrence) == {
        "offence_counted": "reading",
        "offence_fined" if points else "offence_free": "printed",
    }


@pytest.mark.parametrize("instead", ["levels", "game_lost"])
def test_unified_3_2_what_no_rule_names_costs_points_levels_or_the_game(instead: str) -> None:
    assert sanction(UNIFIED, "unlisted_breach", instead=instead).sanctions == (Sanction(instead),)
    assert fined(sanction(UNIFIED, "unlisted_breach", points=25)) == (25, -25)


def test_anhui_6_7_a_kitty_overdrawn_is_put_right_without_a_fine() -> None:
    verdict = sanction(ANHUI, "kitty_misdrawn", "NS", tier="overdrawn")
    assert (verdict.clause, verdict.sanctions, verdict.remedy) == ("六.7", (), "attackers_return_or_draw")


def test_anhui_6_7_a_kitty_underdrawn_costs_the_declarers_eighty() -> None:
    verdict = sanction(ANHUI, "kitty_misdrawn", "NS", tier="underdrawn")
    assert (fined(verdict), verdict.remedy) == ((80, 80), "attackers_draw_surplus")


def test_anhui_6_9_overtime_may_give_the_game_to_the_side_ahead() -> None:
    verdict = sanction(ANHUI, "overtime")
    assert (verdict.clause, verdict.sanctions) == ("六.9", (Sanction("leader_wins"),))


@pytest.mark.parametrize(("offence", "clause"), [("late", "七.3"), ("absent", "通知·八.1")])
@pytest.mark.parametrize(("minutes", "forfeited"), [(9, False), (10, True)])
def test_anhui_7_3_and_notice_8_1_ten_minutes_forfeit(offence: str, clause: str, minutes: int, forfeited: bool) -> None:
    verdict = sanction(ANHUI, offence, minutes=minutes)
    assert verdict.clause == clause
    assert verdict.effects == ((EffectVerdict("round_forfeited", side="EW"),) if forfeited else ())
    assert sanction(ANHUI, offence, "both", minutes=minutes).effects == ((EffectVerdict("round_forfeited"),) if forfeited else ())


@pytest.mark.parametrize("instead", ["warning", "levels", "disqualified"])
def test_anhui_notice_8_3_signals(instead: str) -> None:
    verdict = sanction(ANHUI, "illegal_information", instead=instead)
    assert (verdict.clause, verdict.sanctions) == ("通知·八.3", (Sanction(instead),))


# Nantong


@pytest.mark.parametrize(("occurrence", "kind"), [(1, "warning"), (2, "game_lost"), (3, "game_lost")])
def test_nantong_4_prompting_is_warned_then_loses_the_game(occurrence: int, kind: str) -> None:
    verdict = sanction(NANTONG, "illegal_information", occurrence=occurrence)
    assert (verdict.clause, verdict.sanctions) == ("四", (Sanction(kind),))
    assert grounds(NANTONG, "illegal_information", occurrence=occurrence) == {
        "offence_counted": "reading",
        "offence_warned" if occurrence == 1 else "offence_sentenced": "printed",
    }


def test_nantong_4_the_second_time_is_not_for_the_referee_to_weigh() -> None:
    assert said(NANTONG, "illegal_information", occurrence=2) == ["本场比赛中第2次。", "对东西方的判罚：本局判负。"]


def test_nantong_5_2_a_wrong_kitty_costs_eighty() -> None:
    assert_once(NANTONG, "五.2", "wrong_kitty", 80)
    verdict = sanction(NANTONG, "wrong_kitty")
    assert (verdict.remedy, verdict.then) == ("kitty_made_good", "play_on")


@pytest.mark.parametrize(
    ("tier", "points", "remedy"),
    [("corrected_at_once", 0, "draw_corrected"), ("found_after_drawing", 20, None), ("kitty_unnoticed", 80, "kitty_made_good")],
)
def test_nantong_5_3_errors_in_drawing(tier: str, points: int, remedy: str | None) -> None:
    verdict = sanction(NANTONG, "wrong_draw", "NS", tier=tier)
    assert (verdict.clause, fined(verdict), verdict.remedy) == ("五.3", (points, points), remedy)


def test_nantong_5_3_what_the_declarer_has_not_noticed_is_the_declarers() -> None:
    offending = Offending("wrong_draw", "EW", "N", tier="kitty_unnoticed")
    assert [(fault.pointer, fault.code) for fault in offence_faults(preset(NANTONG).options, offending)] == [("/side", "wrong_side")]


def test_nantong_5_8_a_wrong_count_at_the_end_twenty_a_card() -> None:
    verdict = sanction(NANTONG, "wrong_card_count", cards=2)
    assert (verdict.clause, verdict.sanctions, fined(verdict)) == ("五.8", (fine(40, "card", 2),), (40, -40))
    assert verdict.remedy == "drawn_from_played_cards"


def test_nantong_5_9_a_misplay_ten_a_card() -> None:
    assert_ten_a_card(NANTONG, "五.9", "improper_play")


# Guizhou 2010


@pytest.mark.parametrize("offence", ["wrong_show", "revoke", "played_out_of_turn", "exposed_card", "other_error"])
def test_guizhou_7_5_2_ten_for_each_error_whatever_the_cards(offence: str) -> None:
    assert_once(GUIZHOU, "七(五)2", offence, 10)
    assert fined(sanction(GUIZHOU, offence, "NS", cards=3)) == (10, 10)


def test_guizhou_8_4_stalling_has_no_printed_sanction() -> None:
    verdict = sanction(GUIZHOU, "stalling")
    assert (verdict.clause, verdict.sanctions, fined(verdict)) == ("八(四)", (), (0, 0))
    assert said(GUIZHOU, "stalling") == ["条款未列罚则，由裁判处理。"]
    assert grounds(GUIZHOU, "stalling") == {"offence_left_open": "reading"}


def test_guizhou_8_5_a_failed_throw_costs_ten_however_many_cards() -> None:
    assert sanction(GUIZHOU, "failed_throw", "NS").clause == "八(五)"
    assert sanction(GUIZHOU, "failed_throw", "NS", cards=6).sanctions == (fine(10, "throw"),)


def test_guizhou_8_10_a_concealed_card_found_at_once_costs_ten() -> None:
    assert_once(GUIZHOU, "八(十)", "concealed_card", 10, tier="same_trick")
    assert sanction(GUIZHOU, "concealed_card", tier="same_trick").remedy == "cards_corrected"
    assert grounds(GUIZHOU, "concealed_card", tier="same_trick") == {"offence_fined": "printed"}


@pytest.mark.parametrize(("side", "delta"), [("NS", 10 + 15), ("EW", -10 - 15)])
def test_guizhou_8_10_found_later_the_offenders_lose_the_tricks_points_too(side: str, delta: int) -> None:
    verdict = sanction(GUIZHOU, "concealed_card", side, tier="established", trick_points=15, trick_won_by=side)
    other, sign = ("EW", 1) if side == "NS" else ("NS", -1)
    assert fined(verdict) == (10, delta)
    assert verdict.effects == (EffectVerdict("trick_points_to_opponents", side=other, points=15, attackers_points_delta=sign * 15),)
    assert verdict.remedy == "concealed_cards_count_lowest"
    facts: dict[str, Any] = {"tier": "established", "trick_points": 15, "trick_won_by": side}
    assert grounds(GUIZHOU, "concealed_card", side, **facts) == {"offence_fined": "printed", "offence_trick_points": "printed"}


def test_guizhou_8_10_a_trick_that_the_others_won_moves_no_points() -> None:
    verdict = sanction(GUIZHOU, "concealed_card", "NS", tier="established", trick_points=15, trick_won_by="EW")
    assert (fined(verdict), verdict.effects) == ((10, 10), ())
    none = sanction(GUIZHOU, "concealed_card", "NS", tier="established", trick_points=0, trick_won_by="NS")
    assert (fined(none), none.effects) == ((10, 10), ())


@pytest.mark.parametrize(("points", "winner"), [(15, "EW"), (0, "NS")])
def test_guizhou_8_10_that_the_ten_stand_without_points_is_all_that_is_read(points: int, winner: str) -> None:
    facts: dict[str, Any] = {"tier": "established", "trick_points": points, "trick_won_by": winner}
    assert grounds(GUIZHOU, "concealed_card", "NS", **facts) == {"offence_fined": "printed", "offence_no_trick_points": "reading"}
    assert said(GUIZHOU, "concealed_card", "NS", **facts)[-1] == "南北方在此圈没有得分，无分可判给对方；罚分照罚。"


def test_guizhou_8_10_without_the_declarer_no_points_are_signed() -> None:
    verdict = sanction(GUIZHOU, "concealed_card", declarer=None, tier="established", trick_points=15, trick_won_by="EW")
    assert fined(verdict) == (10, None)
    assert verdict.effects[0].attackers_points_delta is None


def test_guizhou_8_10_a_decisive_one_is_the_chief_referees() -> None:
    facts: dict[str, Any] = {"tier": "heavy", "trick_points": 15, "trick_won_by": "NS"}
    verdict = sanction(GUIZHOU, "concealed_card", "NS", points=60, **facts)
    assert verdict.sanctions == (fine(10), fine(50, "judgement"))
    assert (fined(verdict), verdict.remedy) == ((60, 60 + 15), "concealed_cards_count_lowest")
    assert fined(sanction(GUIZHOU, "concealed_card", "NS", **facts)) == (10, 10 + 15)


# March-8 2012


@pytest.mark.parametrize(("minutes", "forfeited"), [(9, False), (10, True)])
def test_march8_1_ten_minutes_late_forfeit(minutes: int, forfeited: bool) -> None:
    verdict = sanction(MARCH8, "late", "NS", minutes=minutes)
    assert verdict.clause == "一"
    assert verdict.effects == ((EffectVerdict("round_forfeited", side="NS"),) if forfeited else ())
    assert sanction(MARCH8, "late", "both", minutes=minutes).effects == ((EffectVerdict("round_forfeited"),) if forfeited else ())


@pytest.mark.parametrize("offence", ["improper_play", "wrong_card_count"])
@pytest.mark.parametrize(("side", "taken"), [("NS", Effect("deal_taken", by="EW")), ("EW", Effect("deal_taken", by="NS", levels=1))])
def test_march8_5_6_a_wrong_play_or_count_loses_the_deal(offence: str, side: str, taken: Effect) -> None:
    verdict = sanction(MARCH8, offence, side)
    assert (verdict.clause, verdict.moves, verdict.sanctions) == ("五.6", (taken,), ())

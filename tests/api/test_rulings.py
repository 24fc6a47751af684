"""Every violation and ruling code once, answered over HTTP with a text of its own in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.codes import RULINGS, VIOLATIONS
from tests.api.conftest import Asker

SPADES_2 = {"suit": "S", "level": "2"}
SPADES_8 = {"suit": "S", "level": "8"}
LATER = {"exposed_card_owed", "suit_barred"}
"""Codes that come with exposed cards."""
Question = tuple[str, dict[str, Any]]


def played(*texts: str) -> list[dict[str, str]]:
    return [{"seat": seat, "cards": cards} for seat, cards in zip("NWSE", texts, strict=False)]


def check(hand: str, cards: str, *trick: str, ruleset: Any = "jiangsu-2007", trump: Any = SPADES_2, **more: Any) -> Question:
    body = {"ruleset": ruleset, "trump": trump, "hand": hand, "cards": cards, "trick": {"plays": played(*trick)}}
    return "plays/check", body | more


def trick(*texts: str, ruleset: Any = "jiangsu-2007", plays: Any = None) -> Question:
    return "tricks/resolve", {"ruleset": ruleset, "trump": SPADES_2, "plays": plays or played(*texts)}


def throw(cards: str, west: str) -> Question:
    hands = {"W": west, "S": "D3", "E": "D4"}
    return "throws/resolve", {"ruleset": "jiangsu-2007", "trump": SPADES_2, "seat": "N", "cards": cards, "hands": hands}


def kitty(*texts: str, ruleset: str = "jiangsu-2007", trump: Any = SPADES_2) -> Question:
    body = {"ruleset": ruleset, "trump": trump, "declarer": "N", "kitty_points": 15}
    return "kitty/score", body | {"last_trick": {"plays": played(*texts)}}


def levels(points: int, ruleset: Any = "jiangsu-2007", ns: str = "5", **more: Any) -> Question:
    body = {"ruleset": ruleset, "declarer": "N", "levels": {"NS": ns, "EW": "9"}, "attackers_points": points}
    return "levels/advance", body | more


FIVE_TEN_KING: dict[str, Any] = {"ruleset": "nantong-chaodipi", "trump": SPADES_8}
LOWEST = [{"seat": "N", "cards": "H5"}, {"seat": "W", "cards": "HA", "counts_as": "lowest"}]
NANTONG_DIG = [{"side": "NS", "to": "2", "attackers_to": "A", "final": True}]

CASES: dict[str, Question] = {
    "wrong_card_count": check("HA H3 H4", "HA", "HK HK"),
    "not_in_hand": check("HA", "HK"),
    "mixed_groups": check("HA S3", "HA S3"),
    "throw_not_allowed": check("HA HK", "HA HK", ruleset="march8-2012"),
    "throw_beaten": check("HA HQ", "HA HQ", hands={"W": "HK", "S": "D3", "E": "D4"}),
    "suit_owed": check("HA D3", "D3", "HK"),
    "tractor_owed": check("H3 H3 H4 H4 H6 H6", "H3 H3 H6 H6", "H8 H8 H9 H9"),
    "pair_owed": check("H3 H3 H5", "H3 H5", "H9 H9"),
    "jokers_owed": check("BJ LJ S3 S4", "BJ S3 S4", "S5 ST SK", **FIVE_TEN_KING),
    "five_ten_king_owed": check("S5 ST SK S3", "S5 ST S3", "S5 ST SK", **FIVE_TEN_KING),
    "not_your_turn": check("HA H3", "HA", "HK", seat="S"),
    "one_formation_led": check("HA", "HA"),
    "throw_not_tested": check("HA HK", "HA HK"),
    "throw_stands": throw("HA HK", "HQ"),
    "one_formation_stands": throw("HA", "HQ"),
    "component_beaten": throw("HA HJ", "HQ"),
    "failed_throw_plays": throw("HA HJ", "HQ"),
    "failed_throw_fine": throw("HA HJ", "HQ"),
    "suit_followed": check("HA H3", "HA", "HK"),
    "shape_answered": check("H3 H3 H5", "H3 H3", "H9 H9"),
    "all_of_the_suit_played": check("H3 D4 D5", "H3 D4", "H9 H9"),
    "void_plays_freely": check("D3 D4", "D3", "H9"),
    "follow_is_higher": trick("H5", "H9"),
    "follow_is_lower": trick("H5", "H3"),
    "other_formation_is_lower": trick("H5 H5", "H9 HT"),
    "equal_card_played_later": trick("H5", "H5"),
    "throw_is_not_beaten_in_its_group": trick("HA HK", "H3 H4"),
    "ruff_covers": trick("HA", "S3"),
    "ruff_beats_led_group": trick("HK", "S3", "HA"),
    "ruff_not_higher": trick("HK", "S5", "S3"),
    "overruff_higher": trick("HK", "S3", "S5"),
    "discard_is_lower": trick("HK", "D3"),
    "discard_does_not_cover": trick("HK HK", "S3 S4"),
    "counts_as_lowest": trick(plays=LOWEST),
    "won_in_led_group": trick("H5", "H9", "H3", "H4"),
    "won_by_ruff": trick("H5", "S3", "H3", "H4"),
    "won_by_throw": trick("HA HK", "H3 H4", "H5 H6", "H7 H8"),
    "wins_so_far": trick("H5"),
    "throw_was_beatable": trick("HA HQ", "HK H3"),
    "kitty_guarded": kitty("HA", "H3", "H4", "H5"),
    "kitty_dug": kitty("H5", "HA", "H4", "H3"),
    "kitty_category": kitty("H5", "HA", "H4", "H3"),
    "kitty_multiplier": kitty("H5", "HA", "H4", "H3"),
    "levels_dug": kitty("H5 HT HK", "S5 ST SK", "H3 H4 H6", "D3 D4 D5", **FIVE_TEN_KING),
    "attackers_take": levels(80),
    "declarers_hold": levels(75),
    "levels_due": levels(75),
    "dug_to_level": levels(90, "nantong-chaodipi", digs=NANTONG_DIG),
    "digger_to_level": levels(90, "nantong-chaodipi", digs=NANTONG_DIG),
    "stake_to_level": levels(60, "nantong-chaodipi", stakes={"shown_by": "declarers"}),
    "stopped_at_must_defend": levels(0, ns="Q"),
    "ladder_wraps": levels(0, "guizhou-2010", ns="joker"),
    "game_over": levels(75, ns="A"),
    "declares_next": levels(75),
}


def rulings_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every ruling of an answer: under `violations`, `rulings` and `warnings`."""
    for family in ("violations", "rulings", "warnings"):
        yield from value.get(family, ())


def test_every_code_has_a_case() -> None:
    assert CASES.keys() | LATER == {*VIOLATIONS, *RULINGS}


@pytest.mark.parametrize("code", CASES)
def test_a_code_is_answered_with_a_text_in_each_language(ask: Asker, code: str) -> None:
    operation, body = CASES[code]
    texts = []
    for language in ("en", "zh-Hans", "zh-Hant"):
        response = ask.response(operation, body, Accept_Language=language)
        assert response.status_code == 200, response.get_data(as_text=True)
        texts += [ruling["message"] for ruling in rulings_in(response.json) if ruling["code"] == code][:1]
    assert len(texts) == 3
    assert all("…" not in text and "{" not in text for text in texts)
    assert texts[0].isascii() or any(sign in texts[0] for sign in "♠♥♦♣–×")
    assert texts[0] != texts[1]

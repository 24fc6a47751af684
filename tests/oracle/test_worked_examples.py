"""The oracle by the regulations' own worked examples and printed figures: what is believed must have been tested once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.documents import document_of
from tests.oracle.following import faults, lead_faults, legal_follows
from tests.oracle.kitty import multiplier_of, score_kitty
from tests.oracle.levels import advance
from tests.oracle.shapes import Table, describe, table_of
from tests.oracle.throwing import judge_throw
from tests.oracle.tricks import Played, judge_trick

JIANGSU, GONGXIAO, UNIFIED, NANTONG = "jiangsu-2007", "gongxiao-2013", "chaodipi-unified", "nantong-chaodipi"
ANHUI, GUIZHOU, MARCH8 = "anhui-tcm-2009", "guizhou-2010", "march8-2012"


def table(preset: str, level: str = "8", suit: str = "S", **trump: Any) -> Table:
    return table_of(document_of(preset), {"suit": suit, "level": level, **trump})


def kinds(at: Table, cards: str) -> list[str]:
    return [part.kind for part in describe(at, cards.split())]


def winner(at: Table, *plays: str) -> int:
    return judge_trick(at, [Played(seat, tuple(cards.split())) for seat, cards in zip("NWSE", plays, strict=False)]).winner


@pytest.mark.parametrize(
    ("preset", "level", "cards"),
    [
        (JIANGSU, "8", "H7 H7 H9 H9"),
        (JIANGSU, "8", "S7 S7 S9 S9"),
        (JIANGSU, "5", "BJ BJ LJ LJ S5 S5 D5 D5 SA SA SK SK"),
        (MARCH8, "8", "HK HK HQ HQ"),
        (MARCH8, "8", "C9 C9 C7 C7"),
        (MARCH8, "8", "D5 D5 D4 D4"),
        (MARCH8, "8", "H4 H4 H3 H3 H2 H2"),
        (MARCH8, "8", "BJ BJ LJ LJ"),
        (MARCH8, "8", "LJ LJ S8 S8"),
        (MARCH8, "8", "S8 S8 D8 D8"),
        (MARCH8, "8", "D8 D8 SA SA"),
        (ANHUI, "8", "S7 S7 S9 S9"),
        (ANHUI, "8", "BJ BJ LJ LJ"),
        (GUIZHOU, "8", "H7 H7 H9 H9"),
        (GUIZHOU, "8", "S8 S8 C8 C8"),
        (NANTONG, "8", "HA HA HK HK"),
        (NANTONG, "8", "HA HA H2 H2"),
        (NANTONG, "8", "SA SA S2 S2 S3 S3"),
        (NANTONG, "8", "BJ BJ LJ LJ"),
    ],
)
def test_a_tractor(preset: str, level: str, cards: str) -> None:
    assert kinds(table(preset, level), cards) == ["tractor"]


@pytest.mark.parametrize(
    ("preset", "level", "cards"),
    [
        (JIANGSU, "5", "H5 H5 D5 D5"),
        (JIANGSU, "8", "HA HA H2 H2"),
        (MARCH8, "8", "H8 H8 D8 D8"),
        (MARCH8, "8", "SA SA S2 S2"),
        (MARCH8, "8", "S9 S9 S8 S8"),
        (MARCH8, "8", "S8 S8 S7 S7"),
        (ANHUI, "8", "LJ LJ S8 S8"),
        (ANHUI, "8", "S8 S8 D8 D8"),
        (ANHUI, "8", "D8 D8 SA SA"),
        (NANTONG, "8", "H7 H7 H9 H9"),
        (NANTONG, "2", "HA HA S2 S2"),
        (NANTONG, "A", "H2 H2 SA SA"),
    ],
)
def test_not_a_tractor(preset: str, level: str, cards: str) -> None:
    at = table(preset, level)
    # What lies in two groups cannot be led at all; what lies in one is two pairs.
    assert at.group_of(cards.split()) is None or kinds(at, cards) == ["pair", "pair"]


def test_level_cards_of_a_turned_kitty_card_are_the_lowest_trumps() -> None:
    at = table(GONGXIAO, "8", level_cards_lowest=True)
    rungs = at.layout.rungs["trump"]
    assert rungs[:3] == (("H8", "D8", "C8"), ("S8",), ("S2",))
    assert rungs[-2:] == (("LJ",), ("BJ",))
    assert kinds(at, "S8 S8 H8 H8") == ["tractor"]
    assert kinds(at, "S2 S2 S8 S8") == kinds(at, "LJ LJ SA SA") == ["pair", "pair"]


def test_permanent_trumps_stand_between_or_on_top() -> None:
    document = document_of(JIANGSU, trump__permanent=["H5", "2"], tractor__links=["offlevel_top", "permanent"])
    rungs = table_of(document, {"suit": "S", "level": "8"}).layout.rungs["trump"]
    assert rungs[-9:-4] == (("SK",), ("SA",), ("H2", "D2", "C2"), ("S2",), ("H5",))
    assert kinds(table_of(document, {"suit": "S", "level": "8"}), "D8 D8 H5 H5 S2 S2 C2 C2 SA SA") == ["tractor"]
    assert kinds(table_of(document, {"suit": "S", "level": "8"}), "D8 D8 SA SA") == ["pair", "pair"]
    document["tractor"]["links"] = ["offlevel_top"]
    assert kinds(table_of(document, {"suit": "S", "level": "8"}), "D8 D8 SA SA") == ["tractor"]
    document["trump"]["permanent_above"] = "jokers"
    assert table_of(document, {"suit": "NT", "level": "8"}).layout.rungs["trump"][-2:] == (("S2", "H2", "D2", "C2"), ("H5",))


@pytest.mark.parametrize(
    ("thrown", "hands", "fine"),
    [
        ("HK HJ HT H9 H8 H6", ["H7", "D3", "C3"], 10),
        ("HK HJ HT H9 H8 H6", ["D3", "HQ", "C3"], 50),
        ("HK HJ HT H9 H8 H6", ["H7", "HQ", "C3"], 50),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", ["H9 H9 H8 H8", "D3", "C3"], 40),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", ["H7 H7", "HQ", "C3"], 40),
        ("H4 H4 H3 H3 H6 H6 HK HJ HT", ["H7 H7 HQ", "D3", "C3"], 40),
    ],
)
def test_jiangsu_4_3_4_blocked_cards(thrown: str, hands: list[str], fine: int) -> None:
    held = {seat: cards.split() for seat, cards in zip("WSE", hands, strict=True)}
    verdict = judge_throw(table(JIANGSU, "2"), thrown.split(), held)
    assert not verdict.succeeds
    assert verdict.fine == fine
    assert set(verdict.choices) == {(card,) for card in thrown.split()}


def test_jiangsu_4_3_4_the_throwers_own_higher_card_does_not_matter() -> None:
    assert judge_throw(table(JIANGSU, "2"), ["HK", "HQ"], {"W": ["HJ"], "S": ["HT"], "E": ["H9"]}).succeeds


def test_anhui_6_8_every_thrown_card_is_fined_and_the_lowest_beaten_one_led() -> None:
    verdict = judge_throw(table(ANHUI, "2"), ["HA", "HK", "H9"], {"E": ["HT"], "S": ["D3"], "W": ["C3"]})
    assert (verdict.fine, verdict.choices) == (30, [("H9",)])


def test_guizhou_8_5_the_next_player_names_high_low_or_pair() -> None:
    verdict = judge_throw(table(GUIZHOU, "2"), ["HA", "HK", "HK", "HQ", "H9"], {"W": ["HT"], "S": ["D3"], "E": ["C3"]})
    assert (verdict.fine, set(verdict.choices)) == (10, {("HA",), ("H9",), ("HK", "HK")})


@pytest.mark.parametrize(
    ("preset", "level", "plays", "best"),
    [
        (JIANGSU, "2", ["H9 H9 HA HK HQ", "S3 S4 S6 S7 S8"], 0),
        (JIANGSU, "2", ["HA HA HQ HQ HJ HT", "S3 S3 S6 S6 S8 S8"], 1),
        (JIANGSU, "6", ["HA HK HT H9", "LJ S8 S7 S4", "BJ S3 S2 S5"], 2),
        (JIANGSU, "8", ["HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 BJ S4 S3"], 2),
        (JIANGSU, "8", ["HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 SA S4 S3"], 1),
        (GUIZHOU, "8", ["HT HT HA HQ HJ", "S7 S7 LJ S5 S6", "S9 S9 SA S4 S3"], 2),
        (GONGXIAO, "2", ["HA HA HQ HQ", "S7 S7 SK SK", "S3 S3 S4 S4"], 2),
        (GONGXIAO, "2", ["HA HA HQ HQ", "S3 S3 S4 S4", "S7 S7 SK SK"], 1),
        (GONGXIAO, "2", ["HA HK", "S3 S3", "S4 S5"], 2),
        (MARCH8, "8", ["HA HA HK HK", "S3 S3 S5 S5", "S9 S9 ST ST"], 2),
        (JIANGSU, "8", ["H8", "D8", "C8", "SA"], 0),
        (NANTONG, "8", ["H5 HT HK", "S5 ST SK", "S5 ST SK"], 1),
        (NANTONG, "8", ["H5 HT HK", "BJ BJ LJ"], 0),
    ],
)
def test_the_winner(preset: str, level: str, plays: list[str], best: int) -> None:
    assert winner(table(preset, level), *plays) == best


def test_march8_5_4_pairs_are_owed_out_of_tractors_and_where_no_tractor_is_held() -> None:
    at = table(MARCH8)
    assert faults(at, ["H5", "H5"], ["HK", "HK", "HQ", "HQ", "H3", "H4"], ["H3", "H4"]) == {"pair_owed"}
    assert faults(at, ["H5", "H5", "H6", "H6"], ["HK", "HK", "HJ", "HJ", "H3", "H4"], ["HK", "HK", "H3", "H4"]) == {"pair_owed"}
    assert faults(at, ["H5", "H5", "H6", "H6"], ["HK", "HK", "HQ", "HQ", "HT", "HT", "H4"], ["HK", "HK", "HT", "HT"]) == {"tractor_owed"}
    assert not faults(at, ["H5", "H5", "H6", "H6"], ["HK", "HK", "HQ", "HQ", "HJ", "HJ", "H4"], ["HJ", "HJ", "HQ", "HQ"])


def test_march8_5_2_there_are_no_throws() -> None:
    assert lead_faults(table(MARCH8), ["HA", "HA", "HK"], ["HA", "HA", "HK"]) == {"throw_not_allowed"}


def test_a_tractor_in_pieces_is_answered_piece_by_piece() -> None:
    hand = ["H3", "H3", "H4", "H4", "H7", "H7", "HJ", "HJ", "HQ", "HQ", "HA"]
    plays = legal_follows(table(JIANGSU, "2"), ["HT", "HT", "H9", "H9", "H8", "H8"], hand)
    # Of three led pairs two are owed as a tractor, and one more pair: 3344 or JJQQ with any of the three others.
    assert len(plays) == 6
    assert all(max(play.count(card) for card in play) == 2 and len(set(play)) == 3 for play in plays)


def test_nantong_5_6_a_trump_five_ten_king_forces_jokers() -> None:
    at = table(NANTONG, "8")
    lead = ["S5", "ST", "SK"]
    assert faults(at, lead, ["BJ", "LJ", "S3", "S4", "S6"], ["BJ", "S3", "S4"]) == {"jokers_owed"}
    assert not faults(at, lead, ["BJ", "LJ", "S3", "S4", "S6"], ["BJ", "LJ", "S4"])
    assert faults(at, lead, ["S5", "ST", "SK", "S3", "S4"], ["S3", "S4", "SK"]) == {"five_ten_king_owed"}
    assert not faults(at, ["H5", "HT", "HK"], ["H3", "H4", "H5", "HT", "HK"], ["H3", "H4", "H5"])


def test_nantong_5_6_a_withheld_five_ten_king_is_none() -> None:
    at = table(NANTONG, "8").withholding({"H"})
    assert [part.kind for part in describe(at, ["H5", "HT", "HK"])] == ["single"] * 3


@pytest.mark.parametrize(
    ("preset", "lead", "factor"),
    [
        (JIANGSU, "HA", 2),
        (JIANGSU, "HA HK", 3),
        (JIANGSU, "HA HA", 4),
        (JIANGSU, "HA HA HQ HQ", 6),
        (JIANGSU, "HA HA HK HK HQ", 6),
        (JIANGSU, "HA HA HK HK HQ HQ HJ HJ", 8),
        (GONGXIAO, "HA HK", 2),
        (GONGXIAO, "HA HA HK", 4),
        (GONGXIAO, "HA HA HK HK", 8),
        (GONGXIAO, "HA HA HK HK HQ HQ", 16),
        (ANHUI, "HA", 2),
        (ANHUI, "HA HK HQ", 3),
        (ANHUI, "HA HA", 4),
        (ANHUI, "HA HA HK HK", 8),
        (ANHUI, "HA HA HK HK HQ HQ", 12),
        (ANHUI, "HA HA HK HK HJ", 5),
        (NANTONG, "HA HA HK HK", 4),
        (NANTONG, "H5 HT HK", 2),
        (GUIZHOU, "HA HA HK HK", 6),
        (GUIZHOU, "HA HA HK HK HQ HQ", 8),
        (GUIZHOU, "HA HK HQ", 3),
        (MARCH8, "HA HA HK HK HQ HQ", 16),
    ],
)
def test_the_kitty_multiplier(preset: str, lead: str, factor: int) -> None:
    at = table(preset, "2")
    assert multiplier_of(at.document["kitty"]["multipliers"], describe(at, lead.split())) == factor


def test_anhui_4_4_digs() -> None:
    at = table(ANHUI, "A")
    single = [Played(seat, (card,)) for seat, card in zip("NESW", ["H9", "DA", "H3", "H4"], strict=True)]
    pair = [Played(seat, (card, card)) for seat, card in zip("NESW", ["H9", "DA", "H3", "H4"], strict=True)]
    for plays, level in ((single, "J"), (pair, "2")):
        verdict = score_kitty(at, "N", plays)
        assert verdict.attackers
        assert verdict.dig is not None
        assert verdict.dig["declarers_to"] == level
    thrown = [Played(seat, tuple(cards.split())) for seat, cards in zip("NESW", ["H9 H3", "DA S3", "C3 C4", "C5 C6"], strict=True)]
    assert score_kitty(at, "N", thrown).dig is None  # 四.3: 如有“J”或“A”在内,不扣究竟


@pytest.mark.parametrize(
    ("preset", "level", "points", "levels"),
    [
        (UNIFIED, "5", 85, ("5", "9")),
        (UNIFIED, "5", 75, ("6", "9")),
        (UNIFIED, "5", 70, ("6", "9")),
        (UNIFIED, "5", 65, ("7", "9")),
        (UNIFIED, "2", 5, ("T", "9")),
        (UNIFIED, "2", 0, ("A", "9")),
        (UNIFIED, "2", -10, ("A", "9")),
        (GONGXIAO, "5", 0, ("T", "9")),
        (GONGXIAO, "5", 5, ("9", "9")),
        (GONGXIAO, "5", 25, ("8", "9")),
        (GONGXIAO, "5", 45, ("7", "9")),
        (GONGXIAO, "5", 65, ("6", "9")),
        (GONGXIAO, "5", 100, ("5", "T")),
        (MARCH8, "5", 0, ("8", "9")),
        (MARCH8, "5", 35, ("7", "9")),
        (MARCH8, "5", 40, ("6", "9")),
        (MARCH8, "5", 80, ("5", "9")),
        (MARCH8, "5", 120, ("5", "T")),
        (MARCH8, "5", 160, ("5", "J")),
        (ANHUI, "9", 0, ("J", "9")),
        (NANTONG, "9", 0, ("A", "9")),
        (GUIZHOU, "A", 45, ("joker", "9")),
    ],
)
def test_levels(preset: str, level: str, points: int, levels: tuple[str, str]) -> None:
    state = advance(document_of(preset), "N", {"NS": level, "EW": "9"}, points)
    assert (state.levels["NS"], state.levels["EW"]) == levels


def test_anhui_4_4_declarers_dug_out_move_on_from_where_they_fell() -> None:
    state = advance(document_of(ANHUI), "N", {"NS": "A", "EW": "9"}, 60, digs=[{"side": "NS", "to": "J"}])
    assert (state.levels["NS"], state.winner, state.declarer) == ("K", None, "S")


def test_nantong_5_12_stakes() -> None:
    shown = {"shown_by": "declarers", "declarers_points": 140}
    assert advance(document_of(NANTONG), "N", {"NS": "5", "EW": "9"}, 60, stakes=shown).levels == {"NS": "A", "EW": "2"}
    shown = {"shown_by": "attackers", "declarers_points": 70}
    assert advance(document_of(NANTONG), "N", {"NS": "5", "EW": "9"}, 130, stakes=shown).levels == {"NS": "2", "EW": "A"}
    shown = {"shown_by": "attackers", "declarers_points": 120}
    assert advance(document_of(NANTONG), "N", {"NS": "5", "EW": "9"}, 80, stakes=shown).levels == {"NS": "5", "EW": "9"}


def test_guizhou_7_2_goes_on_after_the_joker_level_with_a_lap_more() -> None:
    state = advance(document_of(GUIZHOU), "N", {"NS": "joker", "EW": "9"}, 0)
    assert (state.levels["NS"], state.laps["NS"], state.winner) == ("4", 1, None)

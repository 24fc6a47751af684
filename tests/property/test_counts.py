"""How many follows fixed hands have: counted by the oracle's enumeration once, written down here."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalogue import preset
from rules.choices import list_plays
from rules.tricks import Play
from tests.oracle.documents import document_of
from tests.oracle.following import legal_follows
from tests.oracle.shapes import table_of
from tests.property.bridge import ints, trump_of

SPADES = "SA SK SK SQ ST ST S9 S7 S7 HA HA HQ HJ HJ HT H5 D9 D9 D8 D8 D4 C6 C5 BJ LJ"
HEARTS = "HA HA HK HK HQ HT HT H9 H8 H8 H7 H6 H6 H5 H4 S3 S3 D7 D5 CJ CJ C2 LJ LJ S8"
TRUMPS = "LJ LJ S8 S8 D8 D8 SA SA SK SK S7 S7 S5 S5 S4 HA"
LOWEST = {"suit": "H", "level": "7", "level_cards_lowest": True}
COUNTS: list[tuple[str, dict[str, Any], str, str, int]] = [
    ("jiangsu-2007", {"suit": "S", "level": "2"}, "H6", SPADES, 5),
    ("jiangsu-2007", {"suit": "S", "level": "2"}, "H6 H6", SPADES, 2),
    ("jiangsu-2007", {"suit": "S", "level": "2"}, "H2 H2", SPADES, 3),
    ("jiangsu-2007", {"suit": "D", "level": "2"}, "SJ SJ S8 S8", SPADES, 3),
    ("jiangsu-2007", {"suit": "S", "level": "8"}, "H3 H3 H2 H2", HEARTS, 1),
    ("jiangsu-2007", {"suit": "S", "level": "8"}, "HJ HJ H3 H3 H2", HEARTS, 42),
    ("jiangsu-2007", {"suit": "S", "level": "8"}, "HJ HQ H3 H2", HEARTS, 244),
    ("gongxiao-2013", {"suit": "C", "level": "2"}, "D2 D2", SPADES, 6),
    ("gongxiao-2013", LOWEST, "H3 H3 H2 H2", HEARTS, 2),
    ("nantong-chaodipi", {"suit": "H", "level": "3"}, "H5 HT HK", "BJ LJ H5 HT H9 HQ S2 S4 C4 C6", 4),
    ("nantong-chaodipi", {"suit": "S", "level": "3"}, "S5 ST SK", "SA SQ S5 ST SK S9 C4 C6", 1),
    ("nantong-chaodipi", {"suit": "D", "level": "3"}, "HQ HQ HJ HJ", "HA HA H2 H2 H4 H4 H7 S5 S5", 1),
    ("anhui-tcm-2009", {"suit": "S", "level": "8"}, "SJ SJ ST ST S9 S9", TRUMPS, 5),
    ("march8-2012", {"suit": "S", "level": "8"}, "SJ SJ ST ST S9 S9", TRUMPS, 3),
    ("guizhou-2010", {"suit": "NT", "level": "joker"}, "S9 S9 S8 S8", HEARTS, 15),
    ("guizhou-2010", {"suit": "NT", "level": "5"}, "BJ BJ", HEARTS, 1),
    ("chaodipi-unified", {"suit": "H", "level": "9"}, "D6 D6 D5 D5 D3 D3", "D9 DA DK DK DJ DJ DT D8 D8 D7 D7 D4 HA HK", 2),
]


@pytest.mark.parametrize(("name", "trump", "lead", "hand", "count"), COUNTS)
def test_fixed_hand_has_so_many_follows(name: str, trump: dict[str, Any], lead: str, hand: str, count: int) -> None:
    verdict = list_plays(preset(name).options, trump_of(trump), ints(hand.split()), (Play("N", ints(lead.split())),), limit=500)
    assert (verdict.count, verdict.count_exact, len(verdict.plays), verdict.truncated) == (count, True, count, False)


@pytest.mark.full
@pytest.mark.parametrize(("name", "trump", "lead", "hand", "count"), COUNTS)
def test_the_oracle_still_counts_so_many(name: str, trump: dict[str, Any], lead: str, hand: str, count: int) -> None:
    assert len(legal_follows(table_of(document_of(name), trump), lead.split(), hand.split())) == count

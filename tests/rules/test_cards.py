"""Card spellings, points and sets."""

from __future__ import annotations

import pytest

from rules.cards import CARD_OF_TOKEN, KINDS, POINTS, SUITS, TOKENS, parse_card, points_of, rank_of, split_cards, suit_of


def test_every_token_is_its_own_spelling() -> None:
    assert [parse_card(token) for token in TOKENS] == list(range(KINDS))


@pytest.mark.parametrize(
    ("spelling", "token"),
    [
        ("S10", "ST"),
        ("sa", "SA"),
        ("h10", "HT"),
        ("♠A", "SA"),
        ("♤a", "SA"),
        ("♡9", "H9"),
        ("♥️5", "H5"),
        ("♢10", "DT"),
        ("♦K", "DK"),
        ("♧2", "C2"),
        ("♣Q", "CQ"),
        ("🂡", "SA"),
        ("🂻", "HJ"),
        ("🃍", "DQ"),
        ("🃞", "CK"),
        ("🂭", "SQ"),
        ("大王", "BJ"),
        ("小王", "LJ"),
        ("bj", "BJ"),
        ("lj", "LJ"),
        ("SJ", "SJ"),
        (" H3 ", "H3"),
    ],
)
def test_other_spellings_are_read(spelling: str, token: str) -> None:
    assert TOKENS[parse_card(spelling) or 0] == token


@pytest.mark.parametrize(
    "spelling", ["", "H1", "H11", "X5", "10", "S", "JB", "🃏", "🃟", "🂬", "🃎A", "ＳＡ", "S１0", "S\x00A", "\ud800", "SAA", "红桃A", "ſ2"]
)
def test_what_names_no_card_is_none(spelling: str) -> None:
    assert parse_card(spelling) is None


def test_a_string_of_cards_is_parted_by_spaces_and_commas() -> None:
    assert split_cards(" ha,S10\t♠K，大王、小王\n") == ["ha", "S10", "♠K", "大王", "小王"]
    assert split_cards(" ,") == []


def test_two_decks_hold_two_hundred_points() -> None:
    assert 2 * sum(POINTS) == 200
    assert points_of(CARD_OF_TOKEN[token] for token in ("H5", "HT", "HK", "HA", "BJ")) == 25


def test_jokers_have_neither_suit_nor_rank() -> None:
    assert [(suit_of(CARD_OF_TOKEN[t]), rank_of(CARD_OF_TOKEN[t])) for t in ("LJ", "BJ", "CT")] == [(None, None), (None, None), ("C", "T")]
    assert {suit_of(kind) for kind in range(52)} == set(SUITS)

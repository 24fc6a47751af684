"""Cards (牌): two decks of 54 kinds, each kind a small int; tokens and forgiving spellings at the border.

A card kind is an int from 0 to 53: suit by suit in the order S H D C, each from 2 to A, then the little and the big joker.
Two copies of one card are the same int twice, so any set of cards is a tuple of ints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SUITS = "SHDC"
RANKS = "23456789TJQKA"
LITTLE_JOKER = 52
BIG_JOKER = 53
KINDS = 54

TOKENS: tuple[str, ...] = (*(suit + rank for suit in SUITS for rank in RANKS), "LJ", "BJ")
"""Token of each card kind: `TOKENS[0] == "S2"`, `TOKENS[53] == "BJ"`."""

CARD_OF_TOKEN: dict[str, int] = {token: card for card, token in enumerate(TOKENS)}

POINTS: tuple[int, ...] = tuple({"5": 5, "T": 10, "K": 10}.get(token[1], 0) if token[0] in SUITS else 0 for token in TOKENS)
"""Points (分) of each card kind: a five counts 5, a ten and a king 10; 200 in two decks."""

_SUIT_SIGNS = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_JOKER_NAMES = {"大王": BIG_JOKER, "小王": LITTLE_JOKER}
_VARIATION_SELECTOR = "\ufe0f"
_TOKEN = 2
_PLAYING_CARD_BLOCKS = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
_PLAYING_CARD_RANKS = {1: "A", **{n: str(n) for n in range(2, 10)}, 10: "T", 11: "J", 13: "Q", 14: "K"}
_PLAYING_CARD_SIGNS = {
    chr(block + offset): CARD_OF_TOKEN[suit + rank]
    for suit, block in _PLAYING_CARD_BLOCKS.items()
    for offset, rank in _PLAYING_CARD_RANKS.items()
}
_SEPARATORS = re.compile(r"[\s,，、]+")
_SUIT_AND_RANKS = re.compile(r"([SHDCshdc♠♤♥♡♦♢♣♧])\ufe0f?((?:10|[2-9TJQKAtjqka]){1,108})")
"""No longer than a whole pack of two decks: a text of a million ranks is no million cards."""
_RANK = re.compile("10|.")


def card(suit: str, rank: str) -> int:
    """The card kind of a suit letter and a rank letter.

    >>> TOKENS[card("H", "T")]
    'HT'
    """
    return SUITS.index(suit) * 13 + RANKS.index(rank)


def suit_of(kind: int) -> str | None:
    """The printed suit of a card kind, or None for a joker.

    >>> suit_of(CARD_OF_TOKEN["D5"]), suit_of(BIG_JOKER)
    ('D', None)
    """
    return SUITS[kind // 13] if kind < LITTLE_JOKER else None


def rank_of(kind: int) -> str | None:
    """The rank of a card kind, or None for a joker.

    >>> rank_of(CARD_OF_TOKEN["D5"]), rank_of(LITTLE_JOKER)
    ('5', None)
    """
    return RANKS[kind % 13] if kind < LITTLE_JOKER else None


def parse_card(text: str) -> int | None:
    """The card kind of one spelling (`S10`, `sa`, `♠A`, `🂡`, `大王` …), or None when it names no card.

    >>> [TOKENS[parse_card(t)] for t in ("s10", "♥️5", "🂡", "小王")]
    ['ST', 'H5', 'SA', 'LJ']
    >>> parse_card("H1") is None
    True
    """
    known = CARD_OF_TOKEN.get(text)
    if known is not None:
        return known
    text = text.replace(_VARIATION_SELECTOR, "").strip()
    sign = _PLAYING_CARD_SIGNS.get(text, _JOKER_NAMES.get(text))
    if sign is not None:
        return sign
    for mark, letter in _SUIT_SIGNS.items():
        text = text.replace(mark, letter)
    if not text.isascii():
        return None
    text = text.upper()
    if text[1:] == "10":
        text = text[0] + "T"
    return CARD_OF_TOKEN.get(text)


def split_cards(text: str) -> list[str]:
    """The spellings in a string of cards, parted by spaces or commas; after a suit may stand several ranks.

    >>> split_cards(" ha S10, ♠K ♥77"), split_cards("SAKK1053")
    (['ha', 'S10', '♠K', '♥7', '♥7'], ['SA', 'SK', 'SK', 'S10', 'S5', 'S3'])
    """
    return [spelling for word in _SEPARATORS.split(text) if word for spelling in spellings_of(word)]


def spellings_of(word: str) -> list[str]:
    """The cards that one word spells, each apart; the word itself where it is no suit with ranks.

    >>> spellings_of("♠AK10"), spellings_of("BJ"), spellings_of("SX")
    (['♠A', '♠K', '♠10'], ['BJ'], ['SX'])
    """
    found = None if len(word) == _TOKEN else _SUIT_AND_RANKS.fullmatch(word)
    return [word] if found is None else [found[1] + rank for rank in _RANK.findall(found[2])]


def points_of(cards: Iterable[int]) -> int:
    """The points on a set of cards.

    >>> points_of([CARD_OF_TOKEN["H5"], CARD_OF_TOKEN["CK"], CARD_OF_TOKEN["SA"]])
    15
    """
    return sum(POINTS[c] for c in cards)


def tokens(cards: Iterable[int]) -> list[str]:
    """The tokens of a set of cards, in the order given.

    >>> tokens([0, 53])
    ['S2', 'BJ']
    """
    return [TOKENS[c] for c in cards]

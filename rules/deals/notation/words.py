"""The words of the deal notation: its fields with their forms, and how single words are read and cards are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rules.cards import RANKS, SUITS, TOKENS, parse_card, spellings_of, suit_of
from rules.seats import SEATS, SIDES
from rules.trump import JOKER_LEVEL, NO_TRUMP

PHASES: Final = ("dealing", "before_kitty", "after_bury", "before_lead")
"""When a bid may be made, in the order of a deal."""

FORMS: Final = {
    "ruleset": "ruleset: jiangsu-2007",
    "levels": "levels: NS 5, EW 9",
    "laps": "laps: NS 0, EW 1",
    "first_deal": "first_deal: yes",
    "seat_holder": "seat_holder: N",
    "first_drawer": "first_drawer: N",
    "barred": "barred: NS",
    "revolt": "revolt: E",
    "declarer": "declarer: N",
    "trump": "trump: S 5",
    "stakes": "stakes: declarers",
    "explain": "explain: no",
    **{seat: f"{seat}: BJ SAKK53 HT98 D5 C22" for seat in SEATS},
    "kitty": "kitty: S3 H4 D55",
    "bids": "bids: dealing N H5 & W C5, S C55, E pass",
    "burial": "burial: N S3 H4 D55",
    "penalty": "penalty: concealed_card NS, at 8.2, tier gain",
    "effect": "effect: level_up, side NS, levels 1",
}
"""Every field by its name, with a line that shows its form; the order is that in which they are written."""
TRICK_FORM: Final = "1. N HAK, W H34, S H56, E H78"
LINE_FORM: Final = "levels: NS 5, EW 9"

SAME_MOMENT: Final = "&"
LOWEST: Final = "lowest"
NOBODY: Final = "none"
WRONG: Final = "wrong"

_PLACES = {token: place for place, token in enumerate(("BJ", "LJ", *(suit + rank for suit in SUITS for rank in reversed(RANKS))))}
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_PLACES_OF = (
    (r"#\.#", "/tricks/#/plays/#"),
    (r"#\.throw", "/tricks/#/attempt"),
    (r"bid\.#", "/bids/#"),
    (r"burial\.#", "/burials/#"),
)
"""How places are written, and their pointers, which count from 0."""
_OF_A_SIDE = frozenset({"by", "side", "trick_won_by"})


def read_field(name: str) -> str:
    """The field of a name, however it is written; a single letter is a seat.

    >>> read_field(" First deal"), read_field("n")
    ('first_deal', 'N')
    """
    return read_seat("_".join(name.lower().replace("-", " ").replace("_", " ").split()))


def read_cards(word: str) -> list[str]:
    """The tokens that one word of cards means: one card in any spelling, or a suit and its ranks; else the word itself.

    >>> read_cards("H10"), read_cards("♠AKK10"), read_cards("大王"), read_cards("SX")
    (['HT'], ['SA', 'SK', 'SK', 'ST'], ['BJ'], ['SX'])
    """
    cards = [parse_card(spelling) for spelling in spellings_of(word)]
    return [word if card is None else TOKENS[card] for card in cards]


def read_suit(word: str) -> str:
    """The suit or `NT` that a word means; the word itself where it means none.

    >>> read_suit("♥"), read_suit("nt"), read_suit("X")
    ('H', 'NT', 'X')
    """
    if word.upper() == NO_TRUMP:
        return NO_TRUMP
    two = parse_card(word + "2")
    return word if two is None else suit_of(two) or word


def read_level(word: str) -> str:
    """The level that a word means, or the word in capitals.

    >>> read_level("10"), read_level("Joker"), read_level("k")
    ('T', 'joker', 'K')
    """
    name = word.strip().upper()
    return {"10": "T", JOKER_LEVEL.upper(): JOKER_LEVEL}.get(name, name)


def read_seat(word: str) -> str:
    """The seat that a word means; the word itself where it means none.

    >>> read_seat("n"), read_seat("north")
    ('N', 'north')
    """
    return word.upper() if word.upper() in SEATS else word


def read_number(word: str) -> str | int:
    """A whole number where a word is written as one, else the word.

    >>> read_number("-40"), read_number("forty")
    (-40, 'forty')
    """
    return int(word) if _NUMBER.fullmatch(word) else word


def read_place(word: str) -> str:
    """The JSON pointer of a place in a deal, its numbers counted from 1; the word itself where it is none.

    >>> read_place("8.2"), read_place("4.throw"), read_place("bid.3"), read_place("Burial.1"), read_place("8")
    ('/tricks/7/plays/1', '/tricks/3/attempt', '/bids/2', '/burials/0', '8')
    """
    for short, pointer in _PLACES_OF:
        found = re.fullmatch(short.replace("#", "([1-9][0-9]{0,2})"), word.lower())
        if found is not None:
            return pointer.replace("#", "{}").format(*(int(number) - 1 for number in found.groups()))
    return word


def write_place(pointer: str) -> str:
    """A place in a deal as it is written; the pointer itself where it has no short form.

    >>> write_place("/tricks/7/plays/1"), write_place("/tricks/3/attempt"), write_place("/bids/2"), write_place("/kitty")
    ('8.2', '4.throw', 'bid.3', '/kitty')
    """
    for short, form in _PLACES_OF:
        found = re.fullmatch(form.replace("#", "([0-9]{1,3})"), pointer)
        if found is not None:
            written = short.replace("\\", "").replace("#", "{}").format(*(int(number) + 1 for number in found.groups()))
            return written if read_place(written) == pointer else pointer
    return pointer


def read_fact(name: str, word: str) -> str | int:
    """The value of a fact about a penalty or an effect, by the fact's name.

    >>> read_fact("side", "ns"), read_fact("tier", "e"), read_fact("cards", "3"), read_fact("at", "8.2")
    ('NS', 'e', 3, '/tricks/7/plays/1')
    """
    if name == "at":
        return read_place(word)
    if name in _OF_A_SIDE and word.upper() in (*SIDES, *SEATS):
        return word.upper()
    return read_number(word)


def write_cards(cards: Iterable[str]) -> str:
    """Tokens as words, in their order: neighbours of one suit share a word.

    >>> write_cards(["SA", "SK", "HT", "S3", "BJ", "BJ"])
    'SAK HT S3 BJ BJ'
    """
    words: list[str] = []
    for suit, group in groupby(cards, key=lambda token: token[0] if token[0] in SUITS else ""):
        tokens = list(group)
        words += [suit + "".join(token[1] for token in tokens)] if suit else tokens
    return " ".join(words)


def sorted_hand(cards: Iterable[str]) -> list[str]:
    """A hand as it is written: the jokers, then suit by suit from the ace down.

    >>> sorted_hand(["H3", "S2", "LJ", "SA", "BJ"])
    ['BJ', 'LJ', 'SA', 'S2', 'H3']
    """
    return sorted(cards, key=_PLACES.__getitem__)

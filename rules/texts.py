"""Texts by code in three languages: catalogues of templates under `locale/`, filled from the parameters of a code.

A template is a `str.format` text whose placeholders are the parameters' names. Parameters are data: card tuples, group letters,
seats, counts; they become words of the language here, by their names, or by another that stands behind a colon (`{count:number}`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from rules.cards import BIG_JOKER, LITTLE_JOKER, SUITS, TOKENS
from rules.document import LANGUAGES, load_yaml
from rules.rulings import Ruling, Violation

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "card_list", "card_name", "catalogue", "shortened", "template", "text", "word"]

DEFAULT_LANGUAGE = "en"
_LOCALE = Path(__file__).parent / "locale"
_SUIT_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_LONGEST_VALUE = 60


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All templates of a language by dotted key, as `faults.required`.

    >>> catalogue("en")["words.suits.S"]
    'spades'
    """
    return dict(_flat(load_yaml(_LOCALE / f"{language}.yaml"), ""))


def _flat(tree: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", str(value)))
    return pairs


def template(language: str, key: str) -> str | None:
    """The template of a key; the English one where a language lacks it; None where English does too."""
    found = catalogue(language).get(key)
    return found if found is not None else catalogue(DEFAULT_LANGUAGE).get(key)


def text(language: str, family: str, code: str, params: Mapping[str, Any] | None = None) -> str:
    """The text of a code in a language, its placeholders filled; a code without text reads as its own words.

    A parameter `case` chooses among the texts of a code that has several. A parameter `taken` adds the names that are taken there,
    and `nearest` the question whether that was meant.

    >>> text("en", "faults", "unknown_field", {"nearest": "trick"})
    'There is no field of this name here. Did you mean “trick”?'
    >>> text("zh-Hans", "faults", "no_such_code")
    'no such code'
    """
    parts = _parts(language, f"{family}.{code}.{params['case']}" if params and "case" in params else f"{family}.{code}")
    if parts is None:
        return code.replace("_", " ")
    filled = _filled(language, parts, params or {})
    for name, more in _ADDED.items():
        if params and name in params:
            filled = joined(filled, _filled(language, _parts(language, more) or (), params))
    return filled


def joined(sentence: str, more: str) -> str:
    """Two sentences of one language.

    >>> joined("One.", "Two."), joined("一。", "二。")
    ('One. Two.', '一。二。')
    """
    return sentence + ("" if sentence.endswith("。") else " ") + more


_ADDED = {"taken": "words.taken", "nearest": "words.did_you_mean"}
"""What parameters of these names add to any text."""

Parts = tuple[tuple[str, str | None, str], ...]
"""A template taken apart: texts, each with the name of the parameter that follows it, if one does, and the name it is put in words by."""


@cache
def _parts(language: str, key: str) -> Parts | None:
    found = template(language, key)
    return None if found is None else tuple((literal, name, kind or name or "") for literal, name, kind, _ in Formatter().parse(found))


def _filled(language: str, parts: Parts, params: Mapping[str, Any]) -> str:
    """A template with its parameters as words; one that was not given reads as an ellipsis."""
    pieces = []
    for literal, name, kind in parts:
        pieces.append(literal)
        if name is not None:
            value = params.get(name)
            pieces.append("…" if value is None else word(language, kind, value))
    return "".join(pieces)


_FAMILIES = {
    "group": ("groups",),
    "groups": ("groups",),
    "suit": ("suits",),
    "seat": ("seats",),
    "seats": ("seats",),
    "winner": ("seats", "sides"),
    "declarer": ("seats",),
    "side": ("sides",),
    "wanted": ("sides",),
    "expected": ("kinds", "seats"),
    "format": ("formats",),
    "kind": ("components",),
    "level": ("levels",),
    "wanted_level": ("levels",),
    "leader": ("seats",),
    "plays": ("failed_throws",),
    "per": ("fines",),
    "category": ("categories",),
    "sanction": ("sanctions",),
    "within": ("within",),
    "then": ("goes_on",),
    "order": ("orders",),
    "bid": ("bids",),
    "standing": ("bids",),
    "trump": ("suits",),
    "from_seat": ("seats",),
    "act": ("acts",),
    "phase": ("phases",),
    "before": ("phases",),
    "north_south": ("levels",),
    "east_west": ("levels",),
}
"""Which words a parameter of this name is translated with; a value without a word stays as it is."""


def word(language: str, name: str, value: Any) -> str:
    """One parameter as a word of the language.

    >>> word("en", "cards", (0, 0)), word("zh-Hant", "seat", "N"), word("en", "points", 40), word("en", "pairs", 1)
    ('♠2 ♠2', '北家', '40 points', '1 pair')
    """
    if isinstance(value, int) and not isinstance(value, bool):
        none = template(language, f"words.counts.{name}.zero") if value == 0 else None
        counted = none or template(language, f"words.counts.{name}.{'one' if value == 1 else 'other'}")
        return str(value) if counted is None else counted.format(n=value)
    if isinstance(value, (tuple, list, frozenset)):
        if name.endswith("cards"):
            return card_list(language, value)
        joint = str(template(language, "words.list_joint"))
        return joint.join(word(language, name, item) for item in (sorted(value) if isinstance(value, frozenset) else value))
    if isinstance(value, str):
        found = (template(language, f"words.{family}.{value}") for family in _FAMILIES.get(name, ()))
        return next((text for text in found if text is not None), shortened(value))
    if isinstance(value, (Ruling, Violation)):
        return text(language, "rulings", value.code, value.params)
    return str(value).lower() if isinstance(value, bool) else shortened(str(value))


def shortened(value: str) -> str:
    """A caller's text cut to what a message can show."""
    return value if len(value) <= _LONGEST_VALUE else value[: _LONGEST_VALUE - 1] + "…"


def card_list(language: str, cards: Any) -> str:
    """Cards as people write them, in the order given; several sets of cards are parted by strokes.

    >>> card_list("zh-Hans", (9, 21)), card_list("en", (9, 52)), card_list("en", ((9, 9), (21,)))
    ('♠J ♥10', '♠J, little joker', '♠J ♠J / ♥10')
    """
    return _card_list(language, tuple(cards))


@lru_cache(maxsize=1 << 12)
def _card_list(language: str, cards: tuple[Any, ...]) -> str:
    if any(isinstance(card, tuple) for card in cards):
        return " / ".join(card_list(language, some) for some in cards)
    joint = template(language, "words.list_joint") if any(card in (LITTLE_JOKER, BIG_JOKER) for card in cards) else " "
    return str(joint).join(_sign(language, card) if isinstance(card, int) else str(card) for card in cards)


@cache
def _sign(language: str, card: int) -> str:
    token = TOKENS[card]
    if card >= LITTLE_JOKER:
        return card_name(language, card)
    return _SUIT_SIGNS[token[0]] + ("10" if token[1] == "T" else token[1])


@cache
def card_name(language: str, card: int) -> str:
    """The name of a card kind.

    >>> [card_name(language, 12) for language in LANGUAGES]
    ['ace of spades', '黑桃A', '黑桃A']
    """
    token = TOKENS[card]
    if card >= LITTLE_JOKER:
        return str(template(language, f"cards.{token}"))
    suit = template(language, f"words.suits.{token[0]}")
    rank = template(language, f"words.ranks.{token[1]}")
    return str(template(language, "cards.plain")).format(suit=suit, rank=rank)

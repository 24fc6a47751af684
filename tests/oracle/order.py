"""Groups, the order of the cards, and which neighbours count: everything that trump and the ruleset decide about cards alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Document = Mapping[str, Any]
"""A resolved ruleset document: nested dicts with the options' dotted paths as keys."""
Trump = Mapping[str, Any]
"""`{"suit": "S", "level": "8"}`, and `"level_cards_lowest": True` where the level cards are the lowest trumps."""

Rung = tuple[str, ...]
"""Cards that are equal: usually one kind, off-suit level cards three."""

SUITS = "SHDC"
RANKS = "23456789TJQKA"
TRUMP = "trump"
BELOW_TWO = -1
"""The rung below the lowest one, on which the ace may stand where `tractor.ace_low` makes AA22 a tractor."""


def suit_of(card: str) -> str | None:
    """The printed suit, None for a joker.

    >>> suit_of("SJ"), suit_of("BJ")
    ('S', None)
    """
    return card[0] if card[0] in SUITS else None


def rank_of(card: str) -> str | None:
    """The printed rank, None for a joker.

    >>> rank_of("SJ"), rank_of("LJ")
    ('J', None)
    """
    return card[1] if card[0] in SUITS else None


def all_cards() -> list[str]:
    """The 54 kinds of card, in the order S H D C, each from 2 to A, then the jokers."""
    return [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]


def points_of(cards: Sequence[str]) -> int:
    """The points on the cards: fives 5, tens and kings 10."""
    worth = {"5": 5, "T": 10, "K": 10}
    return sum(worth.get(rank_of(card) or "", 0) for card in cards)


@dataclass(frozen=True)
class Layout:
    """The cards under one trump: per group the rungs from low to high, and the pairs of rungs that are adjacent.

    Cards on one rung are equal. `joins[group]` holds `(lower, upper)`; the lower one may be BELOW_TWO, which stands for the ace
    below the 2.
    """

    group: Mapping[str, str]
    rungs: Mapping[str, tuple[Rung, ...]]
    joins: Mapping[str, frozenset[tuple[int, int]]]
    ace_rung: Mapping[str, int]
    """The rung of the ace that may stand below the 2, for the groups where it may."""
    places: Mapping[str, int]

    def rung(self, card: str) -> int:
        """The number of the rung of a card within its group, 0 for the lowest."""
        return self.places[card]

    def cards_on(self, group: str, rung: int) -> tuple[str, ...]:
        """The cards that may stand on a rung."""
        return self.rungs[group][self.ace_rung[group] if rung == BELOW_TWO else rung]


def is_level_card(document: Document, trump: Trump, card: str) -> bool:
    """Whether a card counts as level card: in no-trump only where the ruleset keeps level cards among the trumps."""
    if trump["suit"] == "NT" and not document["trump"]["no_trump_level_cards"]:
        return False
    level: str = trump["level"]
    return rank_of(card) == level


def permanent_rungs(document: Document, trump: Trump) -> list[Rung]:
    """The rungs of `trump.permanent`, highest first.

    Reading: "a card that is also a level card counts as level card" holds in no-trump as well where level cards are no trumps, so that
    such a card then belongs to its suit.
    """
    rungs: list[Rung] = []
    placed: set[str] = set()
    for entry in document["trump"]["permanent"]:
        # A card entry is one rung; a rank entry is the trump suit's card and, below it, the others; in no-trump one rung for all.
        wanted: list[list[str]]
        if len(entry) == 2:
            wanted = [[entry]]
        elif trump["suit"] == "NT":
            wanted = [[suit + entry for suit in SUITS]]
        else:
            wanted = [[trump["suit"] + entry], [suit + entry for suit in SUITS if suit != trump["suit"]]]
        for cards in wanted:
            rung = tuple(card for card in cards if card not in placed and rank_of(card) != trump["level"])
            placed.update(rung)
            if rung:
                rungs.append(rung)
    return rungs


def layout(document: Document, trump: Trump) -> Layout:
    """Semantics 2 and 3: who belongs where, in which order, and which neighbours are adjacent."""
    permanent = permanent_rungs(document, trump)
    everlasting = {card for rung in permanent for card in rung}
    group: dict[str, str] = {}
    for card in all_cards():
        suit = suit_of(card)
        if suit is None or is_level_card(document, trump, card) or suit == trump["suit"] or card in everlasting:
            group[card] = TRUMP
        else:
            group[card] = suit
    rungs: dict[str, tuple[Rung, ...]] = {}
    joins: dict[str, frozenset[tuple[int, int]]] = {}
    ace_rung: dict[str, int] = {}
    for suit in SUITS:
        if suit != trump["suit"]:
            plain = [(suit + rank,) for rank in RANKS if group[suit + rank] == suit]
            rungs[suit] = tuple(plain)
            joins[suit] = frozenset(
                (low, low + 1) for low, (lower, upper) in enumerate(pairwise(plain)) if _neighbours(document, trump, lower, upper)
            )
    rungs[TRUMP], joins[TRUMP] = _trumps(document, trump, permanent)
    if document["tractor"]["ace_low"]:
        for name in rungs:
            suit = trump["suit"] if name == TRUMP else name
            if suit == "NT":
                continue
            # Settled 19: in every suit, trump too, where both ace and 2 are plain, that is neither level cards nor permanent trumps.
            ends = [suit + rank for rank in "A2"]
            if all(group[card] == name and not is_level_card(document, trump, card) and card not in everlasting for card in ends):
                ace_rung[name] = rungs[name].index((suit + "A",))
                joins[name] |= {(BELOW_TWO, rungs[name].index((suit + "2",)))}
    places = {card: number for here in rungs.values() for number, rung in enumerate(here) for card in rung}
    return Layout(group, rungs, joins, ace_rung, places)


def _neighbours(document: Document, trump: Trump, low: Rung, high: Rung) -> bool:
    """Whether two plain ranks of one suit that follow each other among the cards left in it are adjacent."""
    below, above = RANKS.index(low[0][1]), RANKS.index(high[0][1])
    if above == below + 1:
        return True
    # Reading: `bridge_level` speaks of the level rank alone, so the hole that a permanent trump leaves in a suit is not bridged.
    hole = RANKS[below + 1 : above]
    return bool(document["tractor"]["bridge_level"]) and hole == trump["level"]


def _trumps(document: Document, trump: Trump, permanent: list[Rung]) -> tuple[tuple[Rung, ...], frozenset[tuple[int, int]]]:
    """The rungs of the trump group from low to high, and its adjacent rungs."""
    links = set(document["tractor"]["links"])
    suit, level = trump["suit"], trump["level"]
    everlasting = {card for rung in permanent for card in rung}
    jokers: list[Rung] = [("BJ",), ("LJ",)]
    level_rungs: list[Rung] = []
    if level != "joker" and suit != "NT":
        level_rungs = [(suit + level,), tuple(other + level for other in SUITS if other != suit)]
    elif level != "joker" and document["trump"]["no_trump_level_cards"]:
        level_rungs = [tuple(other + level for other in SUITS)]
    plain: list[Rung] = []
    if suit != "NT":
        plain = [(suit + rank,) for rank in reversed(RANKS) if rank != level and suit + rank not in everlasting]
    lowest = bool(trump.get("level_cards_lowest"))
    above = document["trump"]["permanent_above"] == "jokers"
    high_to_low = (permanent if above else []) + jokers
    high_to_low += [] if lowest else level_rungs
    high_to_low += [] if above else permanent
    high_to_low += plain
    high_to_low += level_rungs if lowest else []
    low_to_high = tuple(reversed(high_to_low))

    pairs: set[tuple[Rung, Rung]] = set()  # (lower, upper)
    for upper, lower in pairwise(plain):
        if _neighbours(document, trump, lower, upper):
            pairs.add((lower, upper))
    if "jokers" in links:
        pairs.add((("LJ",), ("BJ",)))
    if "level_offlevel" in links and len(level_rungs) == 2:
        pairs.add((level_rungs[1], level_rungs[0]))
    if level_rungs and not lowest:
        if "joker_level" in links:
            pairs.add((level_rungs[0], ("LJ",)))
        # Without the fifth link offlevel_top joins over the permanent trumps; with it they stand between.
        between = bool(permanent) and not above and "permanent" in links
        if "offlevel_top" in links and plain and len(level_rungs) == 2 and not between:
            pairs.add((plain[0], level_rungs[1]))
    if "permanent" in links:
        for upper, lower in pairwise(high_to_low):
            if upper in permanent or lower in permanent:
                pairs.add((lower, upper))
    number = {rung: place for place, rung in enumerate(low_to_high)}
    return low_to_high, frozenset((number[lower], number[upper]) for lower, upper in pairs)

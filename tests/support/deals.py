"""Whole deals of single cards, for tests of what adds up a deal: who wins each trick is found here, apart from the engine."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from rules.cards import TOKENS

RANKS = "23456789TJQKA"
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
POINTS = {"5": 5, "T": 10, "K": 10}


@dataclass(frozen=True)
class SinglesDeal:
    """Twenty-five tricks of single cards, anything played on anything; what is left is the kitty."""

    tricks: list[dict[str, Any]]
    """As in a request."""
    kitty: list[str]
    attackers_points: int
    """What the attackers have won in tricks."""
    last_winner: str

    @property
    def last_trick(self) -> dict[str, Any]:
        return self.tricks[-1]


def points_of(token: str) -> int:
    """The points of one card."""
    return POINTS.get(token[1], 0) if token[0] in "SHDC" else 0


def strength(token: str, led: str, suit: str, level: str) -> int:
    """How high a single card is onto a led one; -1 beats nothing."""
    if token == "BJ":
        return 103
    if token == "LJ":
        return 102
    if token[1] == level:
        return 101 if token[0] == suit else 100
    if token[0] == suit:
        return 50 + RANKS.index(token[1])
    return RANKS.index(token[1]) if token[0] == led[0] and led not in ("BJ", "LJ") and led[1] != level else -1


def singles_deal(seed: int, *, suit: str = "S", level: str = "5", declarer: str = "N", order: str = "NWSE") -> SinglesDeal:
    """A deal by chance: the declarer leads first, then the winner of each trick."""
    deck = [*TOKENS, *TOKENS]
    random.Random(seed).shuffle(deck)
    tricks, leader, won = [], declarer, 0
    for start in range(0, 100, 4):
        first = order.index(leader)
        seats = order[first:] + order[:first]
        cards = deck[start : start + 4]
        ranked = [strength(card, cards[0], suit, level) for card in cards]
        leader = seats[ranked.index(max(ranked))]
        if SIDES[leader] != SIDES[declarer]:
            won += sum(map(points_of, cards))
        tricks.append({"plays": [{"seat": seat, "cards": [card]} for seat, card in zip(seats, cards, strict=True)]})
    return SinglesDeal(tricks, deck[100:], won, leader)

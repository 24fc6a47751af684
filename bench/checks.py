"""Realistic questions for the measurements: plays/check about hands of 25 cards, drawn by a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.cards import KINDS, tokens
from rules.catalogue import preset
from rules.choices import list_plays
from rules.formations import formation_of
from rules.options import Options
from rules.seats import seats_from
from rules.table import table_of
from rules.tricks import Play
from rules.trump import Trump

RULESET = "jiangsu-2007"
TRUMP = Trump("S", "8")
_SEED = 8
_HAND = 25
_KINDS_LED = {"single": 60, "pair": 30, "tractor": 10}
_ILLEGAL = 0.05


def checks(count: int) -> list[dict[str, Any]]:
    """So many bodies of plays/check: first tricks of random deals, asked about each player in turn.

    Leads are singles, pairs and tractors as often as players lead them; one follow in twenty is of cards taken at random.
    """
    dice = random.Random(_SEED)
    made: list[dict[str, Any]] = []
    while len(made) < count:
        made.extend(_trick(dice))
    return made[:count]


def _trick(dice: random.Random) -> Iterator[dict[str, Any]]:
    options = preset(RULESET).options
    deck = [kind for kind in range(KINDS) for _ in range(2)]
    dice.shuffle(deck)
    trick: list[Play] = []
    for index, seat in enumerate(seats_from("N", options.direction)):
        hand = tuple(deck[index * _HAND : (index + 1) * _HAND])
        legal = list_plays(options, TRUMP, hand, trick, limit=200).plays
        cards = _follow(dice, hand, legal) if trick else _lead(dice, options, legal)
        yield {
            "ruleset": RULESET,
            "trump": {"suit": TRUMP.suit, "level": TRUMP.level},
            "hand": tokens(hand),
            "trick": {"plays": [{"seat": play.seat, "cards": tokens(play.cards)} for play in trick]},
            "seat": seat,
            "cards": tokens(cards),
        }
        trick.append(Play(seat, cards if cards in legal else dice.choice(legal)))


def _lead(dice: random.Random, options: Options, legal: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    table = table_of(options, TRUMP)
    by_kind: dict[str, list[tuple[int, ...]]] = {}
    for play in legal:
        by_kind.setdefault(formation_of(table, play).components[0].kind, []).append(play)
    kinds = [kind for kind in _KINDS_LED if kind in by_kind]
    return dice.choice(by_kind[dice.choices(kinds, [_KINDS_LED[kind] for kind in kinds])[0]])


def _follow(dice: random.Random, hand: tuple[int, ...], legal: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    if dice.random() < _ILLEGAL:
        return tuple(dice.sample(hand, len(legal[0])))
    return dice.choice(legal)

"""A whole deal replayed, JSON to JSON on one core: 25 tricks of single cards, which is the most that there can be."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from api.deals import replay
from api.typed import OPERATIONS
from bench.checks import RULESET, TRUMP
from bench.timing import Case
from rules.cards import KINDS, tokens
from rules.catalogue import preset
from rules.choices import list_plays
from rules.seats import seats_from
from rules.tricks import Play, resolve_trick

WANTED = 3_000.0
"""µs."""
_SEED = 25
_HAND = 25


def cases() -> Iterator[Case]:
    """The deal with and without its rulings."""
    question = OPERATIONS["deals/replay"].question
    for name, explain in (("", False), (" with rulings", True)):
        raw = orjson.dumps(deal() | {"explain": explain})

        def replayed(raw: bytes = raw) -> bytes:
            return orjson.dumps(replay(question.load(orjson.loads(raw)), "en"))

        answer = orjson.loads(replayed())
        assert answer["legal"] and answer["complete"], answer
        yield Case(f"replay of a deal of 100 plays{name}, JSON to JSON", replayed, None, WANTED)


def deal() -> dict[str, Any]:
    """The body of a legal deal, drawn by a fixed seed: North declares, buries eight cards and leads; all leads are single cards."""
    dice = random.Random(_SEED)
    options = preset(RULESET).options
    deck = [kind for kind in range(KINDS) for _ in range(2)]
    dice.shuffle(deck)
    dealt = {seat: deck[index * _HAND : (index + 1) * _HAND] for index, seat in enumerate("NWSE")}
    kitty = deck[4 * _HAND :]
    held = {seat: list(cards) for seat, cards in dealt.items()} | {"N": dealt["N"] + kitty}
    buried = dice.sample(held["N"], len(kitty))
    _take_out(held["N"], buried)
    tricks, leader = [], "N"
    while held[leader]:
        plays: list[Play] = []
        for seat in seats_from(leader, options.direction):
            cards = dice.choice(list_plays(options, TRUMP, tuple(held[seat]), plays).plays) if plays else (dice.choice(held[seat]),)
            _take_out(held[seat], cards)
            plays.append(Play(seat, cards))
        tricks.append({"plays": [{"seat": play.seat, "cards": tokens(play.cards)} for play in plays]})
        leader = resolve_trick(options, TRUMP, plays).winner
    return {
        "ruleset": RULESET,
        "trump": {"suit": TRUMP.suit, "level": TRUMP.level},
        "declarer": "N",
        "levels": {"NS": TRUMP.level, "EW": "5"},
        "hands": {seat: tokens(cards) for seat, cards in dealt.items()},
        "kitty": tokens(kitty),
        "burials": [{"seat": "N", "cards": tokens(buried)}],
        "tricks": tricks,
    }


def _take_out(held: list[int], cards: Iterable[int]) -> None:
    for kind in cards:
        held.remove(kind)

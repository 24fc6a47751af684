"""From the oracle's documents and tokens to the engine's options and card ints, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules import cards
from rules.options import (
    AdvancementOptions,
    AdvancementTable,
    Band,
    Dig,
    ExposedOptions,
    Fine,
    FollowOptions,
    KittyOptions,
    LevelOptions,
    Multipliers,
    Options,
    RotationOptions,
    RuffOptions,
    Stake,
    ThrowOptions,
    TractorOptions,
    TrumpOptions,
)
from rules.trump import Trump
from tests.oracle.order import Document
from tests.oracle.order import Trump as TrumpDocument


def ints(tokens: Iterable[str]) -> tuple[int, ...]:
    """Card ints of tokens, in the order given."""
    return tuple(cards.CARD_OF_TOKEN[token] for token in tokens)


def bag(kinds: Iterable[int]) -> tuple[str, ...]:
    """Tokens of card ints, sorted: what is compared where order says nothing."""
    return tuple(sorted(cards.TOKENS[kind] for kind in kinds))


def trump_of(trump: TrumpDocument) -> Trump:
    """The engine's trump."""
    return Trump(trump["suit"], trump["level"], bool(trump.get("level_cards_lowest")))


def options_of(document: Document) -> Options:
    """The engine's options for a document, with tables of their own."""
    on_failure = document["throws"]["on_failure"]
    fine = on_failure["fine"]
    return Options(
        decks=document["decks"],
        kitty_size=document["kitty_size"],
        direction=document["direction"],
        trump=TrumpOptions(
            tuple(document["trump"]["permanent"]), document["trump"]["permanent_above"], document["trump"]["no_trump_level_cards"]
        ),
        tractor=TractorOptions(
            document["tractor"]["bridge_level"],
            frozenset(document["tractor"]["links"]),
            document["tractor"]["ace_low"],
            document["tractor"]["min_pairs"],
        ),
        five_ten_king=document["formations"]["five_ten_king"],
        forces_jokers=document["five_ten_king"]["forces_jokers"],
        throws=ThrowOptions(
            document["throws"]["allowed"],
            document["throws"]["in_trump"],
            on_failure["plays"],
            Fine(fine["points"], fine["per"], fine.get("cap")),
        ),
        follow=FollowOptions(**document["follow"]),
        ruff=RuffOptions(**document["ruff"]),
        kitty=KittyOptions(document["kitty"]["category_from"], _multipliers(document["kitty"]["multipliers"])),
        levels=LevelOptions(
            tuple(document["levels"]["ladder"]),
            document["levels"]["start"],
            frozenset(document["levels"]["must_defend"]),
            document["levels"]["after_last"],
        ),
        advancement=AdvancementOptions(
            document["advancement"]["base"],
            _advancement(document["advancement"]["declarers"]),
            _advancement(document["advancement"]["attackers"]),
        ),
        digs=tuple(_dig(dig) for dig in document["digs"]),
        stakes=tuple(_stake(stake) for stake in document["stakes"]),
        rotation=RotationOptions(document["rotation"]["held"], document["rotation"]["taken"]),
        revolution=None,
        exposed=ExposedOptions(**document["exposed"]),
    )


def _multipliers(table: Mapping[str, Any] | str) -> Multipliers:
    if isinstance(table, str):
        return Multipliers(table, 0, 0, None, "largest", (), None, "hold", 0, "by_pairs", None)
    pairs, then = table["pairs"], table.get("then", "hold")
    then_op, then_by = (then, 0) if isinstance(then, str) else next(iter(then.items()))
    return Multipliers(
        formula=None,
        single=table["single"],
        singles=table["singles"],
        five_ten_king=table.get("five_ten_king"),
        count=table.get("count", "largest"),
        pairs=() if isinstance(pairs, str) else tuple(pairs),
        pairs_formula=pairs if isinstance(pairs, str) else None,
        then_op=then_op,
        then_by=then_by,
        mixed=table.get("mixed", "by_pairs"),
        cap=table.get("cap"),
    )


def _advancement(table: Any) -> AdvancementTable:
    bands, cap = table, None
    if isinstance(table, Mapping):
        bands, cap = table.get("bands") or [{"step": table["step"]}], table.get("cap")
    names = ("under", "up_to", "levels", "step", "to")
    return AdvancementTable(tuple(Band(**{name: band.get(name) for name in names}) for band in bands), cap)


def _dig(dig: Mapping[str, Any]) -> Dig:
    won_with = dig["won_with"]
    return Dig(
        at=dig.get("at"),
        rank=won_with.get("rank"),
        copies=won_with.get("copies", 1),
        formation=won_with.get("formation"),
        declarers_to=dig.get("declarers_to"),
        attackers_to=dig.get("attackers_to"),
        not_after=dig.get("not_after"),
        final=bool(dig.get("final")),
    )


def _stake(stake: Mapping[str, Any]) -> Stake:
    unless = stake["unless_reached"]
    return Stake(stake["shown_by"], unless["side"], unless["points"], stake.get("declarers_to"), stake.get("attackers_to"))

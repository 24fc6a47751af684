"""Hands (手牌): sorted for display, with their pairs and tractors, and whether they may revolt (革命)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import points_of
from rules.formations import PAIR, TRACTOR, decompose
from rules.options import Options
from rules.seats import SIDE_OF
from rules.table import table_of
from rules.trump import GROUPS, Trump


@dataclass(frozen=True, slots=True)
class HandGroup:
    """The cards of one group from high to low, its tractors, and the pairs beside them."""

    group: str
    cards: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]
    tractors: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """A hand described; `may_revolt` is None when it cannot be told without the seat and the declarer."""

    count: int
    points: int
    groups: tuple[HandGroup, ...]
    may_revolt: bool | None


def describe_hand(
    options: Options, trump: Trump, hand: tuple[int, ...], *, seat: str | None = None, declarer: str | None = None
) -> HandVerdict:
    """Describe a hand: trump first, then S H D C, groups that are not held left out."""
    table = table_of(options, trump)
    bits = table.bits(hand)
    groups = []
    for number, name in enumerate(GROUPS):
        held = bits & table.mask[number]
        if held:
            cards = sorted(table.cards(held), key=table.display.__getitem__)
            parts = decompose(table, held)
            pairs = tuple(part.cards for part in parts if part.kind == PAIR)
            tractors = tuple(part.cards for part in parts if part.kind == TRACTOR)
            groups.append(HandGroup(name, tuple(cards), pairs, tractors))
    revolt = None if seat is None or declarer is None else may_revolt(options, hand, seat, declarer)
    return HandVerdict(len(hand), points_of(hand), tuple(groups), revolt)


def may_revolt(options: Options, hand: tuple[int, ...], seat: str, declarer: str) -> bool:
    """Whether a whole hand is poor enough in points to void the deal, and its seat entitled to (`bidding.revolution`)."""
    revolution = options.revolution
    if revolution is None or len(hand) != revolution.in_cards or points_of(hand) > revolution.at_most:
        return False
    return revolution.by == "anyone" or SIDE_OF[seat] != SIDE_OF[declarer]

"""Trump (主): which cards belong together, in which order, and which neighbours are joined.

A deal's trump parts the 54 card kinds into five groups: trump and the four side suits. Inside a group the cards stand on
rungs from low to high; cards on one rung are equal. Two neighbouring rungs are joined when pairs on them make a tractor.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rules.cards import BIG_JOKER, CARD_OF_TOKEN, LITTLE_JOKER, RANKS, SUITS, card, rank_of
from rules.options import Options, TractorOptions, TrumpOptions
from rules.rulings import Fault

TRUMP = 0
GROUPS = ("trump", "S", "H", "D", "C")
"""Names of the groups by number: 0 is trump, then the side suits."""
NO_TRUMP = "NT"
JOKER_LEVEL = "joker"


class Trump(NamedTuple):
    """The trump of a deal: `suit` is S, H, D, C or NT; `level` a rank, or `joker` for the level without level cards."""

    suit: str
    level: str
    level_cards_lowest: bool = False


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a group's order: its equal cards in the order S H D C, and whether it is joined to the rung below in the chain."""

    cards: tuple[int, ...]
    joined: bool


@dataclass(frozen=True, slots=True)
class GroupOrder:
    """The order of one group.

    `rungs` go from low to high. `chain` lists rung numbers in the order in which neighbours are tested for tractors (the
    order of `rungs`, except that permanent trumps without their link step aside). `ace` and `two` are the rung numbers
    that `tractor.ace_low` joins, or None.
    """

    rungs: tuple[Rung, ...]
    chain: tuple[int, ...]
    ace: int | None
    two: int | None


def trump_faults(options: Options, trump: Trump, pointer: str = "/trump") -> list[Fault]:
    """What is wrong with a trump under a ruleset: a level that its ladder lacks, or level joker with a suit (semantics 2)."""
    faults = []
    if trump.level not in options.levels.ladder:
        faults.append(Fault(f"{pointer}/level", "level_not_on_ladder", trump.level, {"choices": list(options.levels.ladder)}))
    if trump.level == JOKER_LEVEL and trump.suit != NO_TRUMP:
        faults.append(Fault(f"{pointer}/suit", "joker_level_is_no_trump", trump.suit, {"level": JOKER_LEVEL}))
    return faults


def level_cards(options: TrumpOptions, trump: Trump) -> frozenset[int]:
    """The level cards (级牌) of a deal that are trump; empty at level joker and where no-trump leaves them in their suits."""
    if trump.level == JOKER_LEVEL or (trump.suit == NO_TRUMP and not options.no_trump_level_cards):
        return frozenset()
    return frozenset(card(suit, trump.level) for suit in SUITS)


def permanent_rungs(options: TrumpOptions, trump: Trump) -> list[tuple[int, ...]]:
    """The rungs of the permanent trumps (常主), highest first; a card that is also a level card counts as level card."""
    taken = {card(suit, trump.level) for suit in SUITS} if trump.level != JOKER_LEVEL else set()
    rungs: list[tuple[int, ...]] = []
    for entry in options.permanent:
        if entry in CARD_OF_TOKEN:
            steps = [[CARD_OF_TOKEN[entry]]]
        elif trump.suit == NO_TRUMP:
            steps = [[card(suit, entry) for suit in SUITS]]
        else:
            steps = [[card(trump.suit, entry)], [card(suit, entry) for suit in SUITS if suit != trump.suit]]
        for step in steps:
            fresh = tuple(kind for kind in step if kind not in taken)
            taken.update(fresh)
            if fresh:
                rungs.append(fresh)
    return rungs


def _plain_ranks(suit: str, absent: set[int]) -> list[int]:
    """The cards of a suit that stand in their natural places, low to high."""
    return [kind for kind in (card(suit, rank) for rank in RANKS) if kind not in absent]


def _joined_ranks(low: int, high: int, level: str, bridge: bool) -> bool:
    """Whether two neighbouring cards of one suit are joined: neighbours in rank, or parted by the bridged level rank alone."""
    distance = high - low
    return distance == 1 or (distance == 2 and bridge and rank_of(low + 1) == level)


def _suit_rungs(plain: list[int], level: str, bridge: bool) -> list[Rung]:
    return [Rung((kind,), index > 0 and _joined_ranks(plain[index - 1], kind, level, bridge)) for index, kind in enumerate(plain)]


def _trump_steps(options: TrumpOptions, trump: Trump, plain: list[int], levels: frozenset[int]) -> list[tuple[str, tuple[int, ...]]]:
    """Every rung of the trump group, low to high, as (what it is, its cards)."""
    suit_steps = [("plain", (kind,)) for kind in plain]
    own = card(trump.suit, trump.level) if trump.suit != NO_TRUMP else None
    off = tuple(sorted(kind for kind in levels if kind != own))
    level_steps = [("level" if trump.suit == NO_TRUMP else "off", off)] if off else []
    if own is not None and own in levels:
        level_steps.append(("level", (own,)))
    permanent = [("permanent", cards) for cards in reversed(permanent_rungs(options, trump))]
    jokers = [("little", (LITTLE_JOKER,)), ("big", (BIG_JOKER,))]
    middle = [] if options.permanent_above == "jokers" else permanent
    top = permanent if options.permanent_above == "jokers" else []
    if trump.level_cards_lowest and trump.suit != NO_TRUMP:
        return level_steps + suit_steps + middle + jokers + top
    return suit_steps + middle + level_steps + jokers + top


_LINK_OF = {
    ("level", "little"): "joker_level",
    ("little", "big"): "jokers",
    ("off", "level"): "level_offlevel",
    ("plain", "off"): "offlevel_top",
}


def _linked(below: str, above: str, links: frozenset[str]) -> bool:
    """Whether two neighbouring trump rungs, not both of the plain suit, are joined under `tractor.links`."""
    if "permanent" in (below, above):
        return "permanent" in links
    return _LINK_OF.get((below, above)) in links


def _trump_order(options: Options, trump: Trump, plain: list[int], levels: frozenset[int], bridge: bool) -> GroupOrder:
    links = options.tractor.links
    steps = _trump_steps(options.trump, trump, plain, levels)
    suit = {kind: rung.joined for kind, rung in zip(plain, _suit_rungs(plain, trump.level, bridge), strict=True)}
    chain = list(range(len(steps)))
    if "permanent" not in links:
        aside = [index for index in chain if steps[index][0] == "permanent"]
        chain = [index for index in chain if steps[index][0] != "permanent"] + aside
    joined = [False] * len(steps)
    for below, here in pairwise(chain):
        (low_name, _), (name, cards) = steps[below], steps[here]
        joined[here] = suit[cards[0]] if low_name == name == "plain" else _linked(low_name, name, links)
    rungs = tuple(Rung(cards, joined[index]) for index, (_, cards) in enumerate(steps))
    first = next((index for index, (name, _) in enumerate(steps) if name == "plain"), 0)
    ace, two = _ace_and_two(options.tractor, plain, first)
    return GroupOrder(rungs, tuple(chain), ace, two)


def _ace_and_two(options: TractorOptions, plain: list[int], first: int) -> tuple[int | None, int | None]:
    """The rung numbers of a suit's ace and 2 where `tractor.ace_low` joins them and both stand in their natural places."""
    ranks = [rank_of(kind) for kind in plain]
    if options.ace_low and "A" in ranks and "2" in ranks:
        return first + ranks.index("A"), first + ranks.index("2")
    return None, None


def group_orders(options: Options, trump: Trump) -> tuple[GroupOrder, ...]:
    """The five group orders of a deal, trump first, then S H D C; the trump suit's own group is empty (semantics 2, 3)."""
    levels = level_cards(options.trump, trump)
    absent = set(levels)
    for rung in permanent_rungs(options.trump, trump):
        absent.update(rung)
    bridge = options.tractor.bridge_level and bool(levels)
    orders = []
    for suit in SUITS:
        plain = _plain_ranks(suit, absent)
        if suit == trump.suit:
            orders.append(GroupOrder((), (), None, None))
            continue
        ace, two = _ace_and_two(options.tractor, plain, 0)
        rungs = tuple(_suit_rungs(plain, trump.level, bridge))
        orders.append(GroupOrder(rungs, tuple(range(len(rungs))), ace, two))
    trump_plain = _plain_ranks(trump.suit, absent) if trump.suit != NO_TRUMP else []
    return (_trump_order(options, trump, trump_plain, levels, bridge), *orders)

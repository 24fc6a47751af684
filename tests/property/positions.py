"""Positions where the rules have something to say: runs and pairs, equal level cards, jokers, covers with many readings.

Cards are drawn component by component out of what is left of two decks, so that tractors and pairs are the rule and not the exception.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.levels import PLAY_ORDER
from tests.oracle.order import SUITS, all_cards
from tests.oracle.shapes import TRUMP, Cards, Part, Table, describe, pair_cards, tractors
from tests.oracle.tricks import Played
from tests.property.dice import Dice
from tests.property.houses import lay


def two_decks() -> Counter[str]:
    """All cards."""
    return Counter(dict.fromkeys(all_cards(), 2))


def narrow(dice: Dice, table: Table, group: str, left: Counter[str], widths: Sequence[int] = (99, 9, 7, 5)) -> None:
    """Leaves only so many neighbouring rungs of a group, so that those who share it meet on the same rungs."""
    rungs = table.layout.rungs[group]
    width = min(dice.one_of(widths), len(rungs))
    start = dice.one_of([max(0, len(rungs) - width), dice.between(0, max(0, len(rungs) - width))])
    for number, rung in enumerate(rungs):
        if not start <= number < start + width:
            for card in rung:
                left[card] = 0


def cards_left(table: Table, group: str, left: Counter[str]) -> list[str]:
    """The kinds of a group of which a copy is left, low to high."""
    return [card for rung in table.layout.rungs[group] for card in rung if left[card]]


def component(dice: Dice, table: Table, group: str, left: Counter[str], kind: str, room: int) -> list[str]:
    """One component that fits into the room, taken from what is left; a pair or a single where there is none of the kind."""
    in_group = Counter({card: left[card] for card in cards_left(table, group, left)})
    cards: list[str] = []
    if kind.startswith("tractor"):
        length = int(kind.removeprefix("tractor"))
        if found := tractors(table, group, in_group, length) if 2 * length <= room else []:
            cards = list(dice.one_of(found).cards)
    if not cards and kind != "single" and room >= 2 and (pairs := pair_cards(in_group)):
        cards = [dice.one_of(pairs)] * 2
    cards = cards or [dice.one_of(cards_left(table, group, left))]
    left.subtract(cards)
    return cards


ANY = ["pair", "single", "tractor2", "pair", "single", "tractor2", "tractor3", "tractor4"]


def take(dice: Dice, table: Table, group: str, left: Counter[str], size: int, plan: Sequence[str] = ()) -> list[str]:
    """Up to `size` cards of a group, first the components of the plan, then any."""
    taken: list[str] = []
    wishes = list(plan)
    while len(taken) < size and cards_left(table, group, left):
        kind = wishes.pop(0) if wishes else dice.one_of(ANY)
        taken += component(dice, table, group, left, kind, size - len(taken))
    return taken


def a_group(dice: Dice, table: Table) -> str:
    """A group that has cards, trump more often than each suit."""
    return dice.one_of([TRUMP, TRUMP, *(name for name, rungs in table.layout.rungs.items() if rungs)])


PLANS = [
    ["single"],
    ["pair"],
    ["tractor2"],
    ["tractor3"],
    ["pair", "single"],
    ["pair", "pair"],
    ["tractor2", "single"],
    ["tractor2", "tractor2"],
    ["tractor2", "pair"],
    ["tractor4"],
    ["pair", "pair", "single"],
    ["pair", "single", "single"],
    ["tractor3", "pair"],
    ["tractor3", "single", "single"],
    ["single", "single"],
    ["single", "single", "single"],
    ["pair", "pair", "pair"],
    ["tractor3", "tractor2"],
    ["tractor2", "pair", "single", "single"],
]
REREADABLE = [
    ["pair", "single", "single"],
    ["pair", "pair", "single", "single"],
    ["pair", "single", "single", "single", "single"],
    ["pair", "pair"],
    ["tractor2", "pair"],
    ["tractor2", "single", "single"],
    ["tractor2", "pair", "pair"],
    ["tractor3", "single", "single"],
    ["tractor2", "pair", "single", "single"],
    ["pair", "pair", "pair"],
    ["single", "single", "single", "single"],
]
HANDS: list[list[str]] = [
    ["tractor2", "tractor2"],
    [],
    ["tractor3", "pair"],
    ["tractor4"],
    ["tractor5"],
    ["tractor3", "tractor2"],
    ["tractor2", "pair", "pair"],
    ["pair", "pair", "pair"],
    ["single", "single", "pair"],
]


def five_ten_kings(table: Table, left: Counter[str], group: str) -> list[Cards]:
    """The five-ten-kings of one group that are left."""
    triples = [(suit + "5", suit + "T", suit + "K") for suit in SUITS]
    return [cards for cards in triples if all(left[card] for card in cards) and table.group_of(cards) == group]


def size_of(plan: Sequence[str]) -> int:
    """The number of cards of the components of a plan."""
    return sum(2 * int(kind[7:]) if kind[7:] else {"pair": 2, "single": 1}[kind] for kind in plan)


def a_lead(dice: Dice, table: Table, group: str, left: Counter[str], most: int, plans: Sequence[Sequence[str]] = PLANS) -> Cards:
    """A lead of one group: one formation, a throw, or a five-ten-king where there is one."""
    if table.five_ten_kings and dice.one_of([False, False, False, True]) and (known := five_ten_kings(table, left, group)):
        cards = dice.one_of(known)
        left.subtract(cards)
        return cards
    plan = dice.one_of(plans)
    return tuple(take(dice, table, group, left, min(size_of(plan), most), plan))


def others(dice: Dice, table: Table, group: str, left: Counter[str], size: int) -> list[str]:
    """Cards of other groups, as many as there are."""
    cards: list[str] = []
    while len(cards) < size and (pool := [card for card in left if left[card] > 0 and table.layout.group[card] != group]):
        cards.append(dice.one_of(pool))
        left.subtract(cards[-1:])
    return cards


@dataclass(frozen=True)
class Following:
    """A lead on the table and the hand of a player who has to follow."""

    table: Table
    lead: Cards
    hand: Cards

    def __repr__(self) -> str:
        return f"lead {' '.join(self.lead)}; hand {' '.join(self.hand)}; trump {dict(self.table.trump)}; ruleset {self.table.document}"


def following(dice: Dice, preset: str | None = None, in_suit: int = 11, rest: int = 3, fixed: dict[str, Any] | None = None) -> Following:
    """A lead and a hand that can follow it, mostly with more cards of the suit than the lead has."""
    table = lay(dice, preset, fixed)
    group = a_group(dice, table)
    left = two_decks()
    narrow(dice, table, group, left)
    lead = a_lead(dice, table, group, left, 8)
    short = dice.one_of([False] * 7 + [True])
    size = dice.between(0, len(lead)) if short else dice.between(min(len(lead) + 1, in_suit), in_suit)
    hand = take(dice, table, group, left, size, dice.one_of(HANDS))
    hand += others(dice, table, group, left, max(dice.between(0, rest), len(lead) - len(hand)))
    return Following(table, lead, dice.shuffled(hand))


PIECES = [
    ["tractor3"],
    ["tractor4"],
    ["tractor2", "tractor2"],
    ["tractor3", "tractor2"],
    ["tractor5"],
    ["tractor4", "pair"],
    ["tractor3", "pair", "pair"],
    ["tractor2", "tractor2", "tractor2"],
    ["tractor3", "tractor3"],
    ["tractor4", "tractor2"],
]


def in_pieces(dice: Dice) -> Following:
    """Long led tractors, and a hand of pairs that may answer them in several ways, piece by piece."""
    fixed = {
        "follow__pairs": True,
        "follow__tractors": True,
        "follow__partial_tractor": dice.one_of([True, True, False]),
        "tractor__min_pairs": dice.one_of([2, 2, 3]),
    }
    table = lay(dice, fixed=fixed)
    group = dice.one_of([name for name, rungs in table.layout.rungs.items() if len(rungs) > 9] or [TRUMP])
    left = two_decks()
    lead = a_lead(dice, table, group, left, 12, PIECES)
    plan = [dice.one_of(["tractor2", "tractor2", "tractor3", "tractor4", "pair"]) for _ in range(5)]
    hand = take(dice, table, group, left, len(lead) + dice.between(1, 4), plan)
    hand += others(dice, table, group, left, max(0, len(lead) - len(hand)))
    return Following(table, lead, dice.shuffled(hand))


@dataclass(frozen=True)
class Thrown:
    """A lead and the three hands against which it is tested."""

    table: Table
    seat: str
    cards: Cards
    hands: dict[str, Cards]

    def __repr__(self) -> str:
        hands = {seat: " ".join(cards) for seat, cards in self.hands.items()}
        return f"throw {' '.join(self.cards)} by {self.seat}; hands {hands}; trump {dict(self.table.trump)}; ruleset {self.table.document}"


def thrown(dice: Dice, preset: str | None = None, fixed: dict[str, Any] | None = None) -> Thrown:
    """A throw of several components, and what the other three hold of its group, with a card or two beside it."""
    table = lay(dice, preset, fixed)
    group = a_group(dice, table)
    left = two_decks()
    narrow(dice, table, group, left)
    cards = take(dice, table, group, left, dice.between(2, 9), dice.one_of([*HANDS, *PLANS]))
    seat = dice.one_of("NESW")
    hands = {}
    for other in "NESW":
        if other != seat:
            held = take(dice, table, group, left, dice.between(0, 7), dice.one_of(HANDS[:8]))
            hands[other] = tuple(held + others(dice, table, group, left, dice.between(0, 2)))
    return Thrown(table, seat, dice.shuffled(cards), hands)


@dataclass(frozen=True)
class OnTable:
    """The plays of a trick, whole or partial."""

    table: Table
    plays: tuple[Played, ...]

    def __repr__(self) -> str:
        plays = ", ".join(f"{play.seat} {' '.join(play.cards)}{' (lowest)' if play.lowest else ''}" for play in self.plays)
        return f"{plays}; trump {dict(self.table.trump)}; ruleset {self.table.document}"


def on_table(dice: Dice, preset: str | None = None, fewest: int = 2, fixed: dict[str, Any] | None = None) -> OnTable:
    """A trick in which the others follow in suit, cover with trumps in several ways, or throw cards away."""
    table = lay(dice, preset, fixed)
    side = [name for name, rungs in table.layout.rungs.items() if rungs and name != TRUMP]
    left = two_decks()
    narrow(dice, table, TRUMP, left)
    return _trick(
        dice, table, dice.one_of([*side, TRUMP, *side]), left, fewest, PLANS, ["suit", "cover", "runs", "pairs", "trumps", "mixed"]
    )


def ruffed(dice: Dice, fixed: dict[str, Any] | None = None) -> OnTable:
    """A whole trick of covers that can be read in several ways, and meet on a few rungs."""
    compare = dice.one_of(["each_kind", "each_kind", "any_kind", "highest_kind"])
    outrank = dice.one_of([False, True])
    table = lay(dice, fixed={"ruff__compare": compare, "ruff__connected_pairs_outrank": outrank, **(fixed or {})})
    side = [name for name, rungs in table.layout.rungs.items() if rungs and name != TRUMP]
    left = two_decks()
    narrow(dice, table, TRUMP, left, [9, 7, 12])
    plans = [plan for plan in REREADABLE if plan.count("pair") > 1] if outrank else REREADABLE
    return _trick(dice, table, dice.one_of(side), left, 4, plans, ["pairs", "runs", "cover", "trumps"])


def _trick(dice: Dice, table: Table, group: str, left: Counter[str], fewest: int, plans: list[list[str]], ways: list[str]) -> OnTable:
    """A trick of a lead of the group by one of the plans, and of others who answer in one of the ways each."""
    lead = a_lead(dice, table, group, left, 8, plans)
    order = PLAY_ORDER[table.document["direction"]]
    first = dice.between(0, 3)
    seats = (order + order)[first : first + dice.between(fewest, 4)]
    plays = [Played(seats[0], lead)]
    for seat in seats[1:]:
        cards = _answer(dice, table, group, left, describe(table, lead), dice.one_of(ways))
        cards += others(dice, table, "", left, len(lead) - len(cards))
        plays.append(Played(seat, dice.shuffled(cards), dice.one_of([False] * 11 + [True])))
    return OnTable(table, tuple(plays))


def _answer(dice: Dice, table: Table, group: str, left: Counter[str], shape: list[Part], way: str) -> list[str]:
    """Cards for one follower: in suit or of trumps by the lead's components, or of trumps anyhow."""
    size = sum(len(part.cards) for part in shape)
    wishes = [f"tractor{part.pairs}" if part.kind == "tractor" else part.kind for part in shape]
    if shape[0].kind == "five_ten_king":
        if way in ("cover", "pairs") and (known := five_ten_kings(table, left, TRUMP)):
            cards = dice.one_of(known)
            left.subtract(cards)
            return list(cards)
        wishes = []
    if way == "pairs":
        wishes = ["pair"] * (size // 2)
    if way == "runs":
        wishes = [f"tractor{dice.between(2, 4)}", *["pair"] * (size // 2)]
    if way == "trumps":
        wishes = []
    if way == "mixed":
        return []
    return take(dice, table, group if way == "suit" else TRUMP, left, size, wishes)


@dataclass(frozen=True)
class Leading:
    """The hands of a player on lead and of the other three; `withheld` are suits whose five-ten-king he has given up."""

    table: Table
    seat: str
    hand: Cards
    hands: dict[str, Cards]
    withheld: frozenset[str]

    def __repr__(self) -> str:
        hands = {seat: " ".join(cards) for seat, cards in self.hands.items()}
        given_up = f"; withheld {sorted(self.withheld)}" if self.withheld else ""
        return f"{self.seat} {' '.join(self.hand)}; {hands}{given_up}; trump {dict(self.table.trump)}; ruleset {self.table.document}"


def leading(dice: Dice, preset: str | None = None, fixed: dict[str, Any] | None = None) -> Leading:
    """A small hand on lead, mostly of one group, strong enough for some throws to stand, against three hands."""
    table = lay(dice, preset, fixed)
    group = a_group(dice, table)
    left = two_decks()
    narrow(dice, table, group, left)
    hand = take(dice, table, group, left, dice.between(1, 6), dice.one_of(HANDS))
    if table.five_ten_kings and dice.one_of([False, True]) and (known := five_ten_kings(table, left, group)):
        cards = dice.one_of(known)
        left.subtract(cards)
        hand += cards
    hand += others(dice, table, group, left, dice.between(0, 2))
    seat = dice.one_of("NESW")
    hands = {}
    for other in "NESW":
        if other != seat:
            held = take(dice, table, group, left, dice.between(0, 3))
            hands[other] = tuple(held + others(dice, table, group, left, dice.between(0, 2)))
    side = [suit for suit in SUITS if suit != table.trump["suit"]]
    withheld = frozenset({dice.one_of(side)} if dice.one_of([False, False, False, True]) else ())
    return Leading(table, seat, dice.shuffled(hand), hands, withheld)

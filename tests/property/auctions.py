"""Auctions under the presets and under house rules, with hands in which pairs and jokers come together more often than by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules.catalogue import PRESET_IDS, resolve
from rules.ruleset import Ruleset
from tests.oracle.bidding import Auction, shows
from tests.oracle.kitty import SIDES
from tests.oracle.order import SUITS, all_cards
from tests.oracle.shown import PHASES, Event, Facts, Show
from tests.property.dice import Dice

REVOLUTIONS: list[Any] = [
    "none",
    {"at_most": 15, "rebid_with": "own_level", "seat": "raced"},
    {"at_most": 15, "rebid_with": "declarers_level", "seat": "stays"},
]
WRONG_SHOW: list[Any] = [
    "none",
    {"side_loses": ["open"], "keeps": ["counter"], "both_wrong": "no_bid"},
    {"side_loses": ["open", "counter"], "both_wrong": "redeal"},
    {"side_loses": ["open", "reinforce"], "keeps": ["counter"], "both_wrong": "no_bid"},
]
STIRS: list[Any] = [
    "none",
    {"kinds": ["level_pair", "little_joker_pair", "big_joker_pair"]},
    {"kinds": ["level_pair"], "reuse": True, "ends": "one_round"},
    {"kinds": ["level_pair", "big_joker_pair"], "turn": "anyone", "seat_moves": True},
    {"kinds": ["level_pair", "little_joker_pair"], "ends": "one_round", "seat_moves": True},
]
ASKS: list[Any] = [
    "none",
    {"phase": "before_kitty", "from": "after_bidder", "rounds": 1},
    {"phase": "before_kitty", "from": "after_bidder", "rounds": 2},
    {"phase": "before_kitty", "from": "after_declarer", "rounds": 1},
]
NO_BIDS: list[Any] = [
    "redeal",
    {"turn": 1, "joker": "no_trump", "settles": "suit", "level_cards_lowest": False, "first_deal": "kitty_card"},
    {"turn": 2, "joker": "next", "settles": "suit", "level_cards_lowest": True, "first_deal": "redeal"},
    {"turn": 8, "joker": "next", "settles": "suit", "nothing_found": "no_trump", "first_deal": "redeal"},
    {"turn": 4, "joker": "no_trump", "settles": "suit", "first_deal": {"seat_by_count": {"A": 14, "J": 11, "Q": 12, "K": 13, "joker": 1}}},
]
NO_BIDS_OF_BOTH_SIDES: list[Any] = [
    {"turn": turn, "joker": "next", "settles": "side_and_suit", "both_sides_match": match, "nothing_found": found, "first_deal": "redeal"}
    for turn, match, found in ((1, "seat_holder", "redeal"), (2, "redeal", "redeal"), (3, "seat_holder", "no_trump"))
]
JOKER_PAIRS = ("little_joker_pair", "big_joker_pair")
LIE_TOGETHER = [("N", "N"), ("E", "E"), ("S", "S"), ("W", "W"), ("N", "E"), ("S", "W"), ("N",), ("W",), ("kitty", "kitty"), ("E", "kitty")]
"""Where the two copies of a card that can be shown lie; a copy that is not named lies anywhere."""


@dataclass(frozen=True)
class Bidding:
    """A deal, the events of its bidding, and the shows that were tried: each after how many of the events."""

    named: Any
    """The ruleset as it is named in a request."""
    facts: Facts
    kitty: tuple[str, ...]
    events: tuple[Event, ...]
    tried: tuple[tuple[int, Show], ...]

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return resolve(self.named)

    @property
    def table(self) -> Auction:
        """The oracle's auction."""
        return Auction(self.ruleset.document, self.facts)


def house_bidding(dice: Dice) -> dict[str, Any]:
    """A preset under house rules for bidding."""
    parent = dice.one_of(sorted(PRESET_IDS))
    jokers_beside = parent in ("guizhou-2010", "march8-2012")
    bidding: dict[str, Any] = {
        "counter": {"by": dice.one_of(["other_seats", "opponents", "anyone"]), "suit": dice.one_of(["any", "other", "higher"])},
        "first_deal_seat": dice.one_of(["standing_bidder", "opener", "pair_confirmer"]),
        "pair_moves_seat": dice.one_of(["never", "confirmer_or_next"]),
        "after_counter": {"kitty": dice.one_of(["stays", "counter_takes"])},
    }
    if dice.one_of([True, False]):
        single, pair = ("joker_level_card", "joker_level_pair") if jokers_beside else ("level_card", "level_pair")
        bidding["open"] = {deal: _some(dice, [single, pair, *JOKER_PAIRS]) for deal in ("first_deal", "later")}
        bidding["counter"]["later"] = {row: _some(dice, [pair, *JOKER_PAIRS]) for row in (single, "reinforced", pair, *JOKER_PAIRS)}
    if dice.one_of([True, False]):
        bidding["ask"] = dice.one_of(ASKS)
    if dice.one_of([True, False]):
        bidding["reinforce"] = dice.one_of([["twin"], ["twin", "companion_pair"], ["companion_pair"]] if jokers_beside else [["twin"]])
        bidding["windows"] = {
            "open": ["dealing"] if parent == "march8-2012" else dice.one_of([["dealing"], ["dealing", "before_kitty"]]),
            "counter": dice.one_of([["dealing", "before_kitty"], ["dealing"], list(PHASES)]),
            "reinforce": dice.one_of([["dealing"], ["dealing", "before_kitty"]]),
        }
    if jokers_beside and dice.one_of([True, False]):
        # none makes what the inherited lists say of jokers idle; beside lists of its own it is a contradiction
        bidding["companion"] = dice.one_of(["any_joker", "colour_joker", *([] if "open" in bidding else ["none"])])
    if parent != "nantong-chaodipi" and not jokers_beside and dice.one_of([True, False]):
        bidding["stir"] = dice.one_of(STIRS)
    if parent != "march8-2012":  # what a blackout is where nobody may show, or where the deal is dealt again, is said nowhere
        bidding["wrong_show"] = dice.one_of(WRONG_SHOW)
        bidding["revolution"] = dice.one_of(REVOLUTIONS)
        if dice.one_of([True, False]):
            bidding["no_bid"] = dice.one_of(NO_BIDS)
    elif dice.one_of([True, False]):
        bidding["no_bid"] = dice.one_of(NO_BIDS_OF_BOTH_SIDES)
    return {"extends": parent, "bidding": bidding}


def _some(dice: Dice, kinds: Sequence[str]) -> list[str]:
    return [kind for kind in kinds if dice.one_of([True, False])] or [kinds[0]]


def facts_of(dice: Dice, document: Mapping[str, Any]) -> Facts:
    """What is known before the bidding; levels at which something special happens are favoured."""
    bidding = document["bidding"]
    barred: frozenset[str] = frozenset()
    if bidding["wrong_show"] != "none" and dice.one_of([False, True]):
        barred = dice.one_of([frozenset({"NS"}), frozenset({"EW"}), frozenset({"NS", "EW"})])
    if dice.one_of([False, False, True]):
        start = document["levels"]["start"]
        return Facts({"NS": start, "EW": start}, None, True, dice.one_of("NESW"), barred)
    levels = [level for level in ("8", "5", "2", "8", "K", "joker") if level in document["levels"]["ladder"]]
    facts = Facts({"NS": dice.one_of(levels), "EW": dice.one_of(levels)}, dice.one_of("NESW"), False, None, barred)
    if bidding["revolution"] != "none" and "joker" not in facts.levels.values() and dice.one_of([False, True]):
        assert facts.declarer is not None
        rebel = dice.one_of([seat for seat in "NESW" if SIDES[seat] != SIDES[facts.declarer]])
        return Facts(facts.levels, facts.declarer, False, None, barred, rebel)
    return facts


def deal(dice: Dice, facts: Facts) -> tuple[dict[str, Counter[str]], tuple[str, ...]]:
    """Four hands of 25 and the kitty; both copies of a card that can be shown lie in one hand more often than not."""
    shown = {suit + level for suit in SUITS for level in facts.levels.values() if level != "joker"} | {"LJ", "BJ", "H5"}
    piles: dict[str, Counter[str]] = {pile: Counter() for pile in (*"NESW", "kitty")}
    left = Counter(dict.fromkeys(all_cards(), 2))
    for card in sorted(shown):
        for pile in dice.one_of(LIE_TOGETHER):
            if piles[pile].total() < (8 if pile == "kitty" else 25):
                piles[pile][card] += 1
                left[card] -= 1
    rest = list(dice.shuffled(sorted(left.elements())))
    for pile, size in {**dict.fromkeys("NESW", 25), "kitty": 8}.items():
        while piles[pile].total() < size:
            piles[pile][rest.pop()] += 1
    return {seat: piles[seat] for seat in "NESW"}, dice.shuffled(sorted(piles["kitty"].elements()))


def _attempt(dice: Dice, table: Auction, hands: Mapping[str, Counter[str]], held: Sequence[Show], events: Sequence[Event]) -> Show:
    """One of the shows held that is allowed, more often than not; else any of them, or a pass."""
    phase = held[0].phase
    turn = next(iter(table.turns(events, phase)), None)
    if dice.one_of([False] * 15 + [True]):
        return replace(dice.one_of(held), wrong=True)
    if dice.one_of([False, True] if turn else [False] * 9 + [True]):
        return Show(turn if turn and dice.one_of([True, True, True, False]) else dice.one_of("NESW"), (), phase)
    if dice.one_of([False, False, True]):
        held = [replace(show, same_moment=_may_be_at_once(events, show.seat, phase)) for show in held]
    judged = [(show, table.judge(events, show)) for show in held]
    # Who has one copy alone has no twin to reinforce with.
    judged = [(show, event) for show, event in judged if event is None or Counter(event.pair) <= hands[show.seat]]
    acts: dict[str, list[Show]] = {}
    for show, event in judged:
        acts.setdefault(event.act if event else "", []).append(show)
    if len(acts) > 1 and dice.one_of([True, True, True, False]):
        return dice.one_of(acts[dice.one_of(sorted(acts.keys() - {""}))])
    return dice.one_of([show for show, _ in judged])


def _may_be_at_once(events: Sequence[Event], seat: str, phase: str) -> bool:
    moment: list[Event] = []
    for event in reversed([event for event in events if event.act != "wrong"]):
        moment.append(event)
        if not event.show.same_moment:
            break
    return phase == "dealing" and bool(moment) and all(event.act != "pass" and event.show.seat != seat for event in moment)


def auction(dice: Dice, preset: str | None = None) -> Bidding:
    """A deal and its bidding: mostly bids that are allowed, some that are not, passes where one is asked."""
    named = preset or house_bidding(dice)
    document = resolve(named).document
    facts = facts_of(dice, document)
    table = Auction(document, facts)
    hands, kitty = deal(dice, facts)
    events: list[Event] = []
    tried = []
    held = [show for seat in "NESW" for show in shows(table, seat, PHASES[0]) if Counter(show.cards) <= hands[seat]]
    for phase in PHASES:
        held = [replace(show, phase=phase) for show in held]
        for _ in range(dice.one_of([2, 3, 1, 0, 4] if phase == "dealing" else [0, 1, 4])):
            show = _attempt(dice, table, hands, held, events)
            tried.append((len(events), show))
            event = table.judge(events, show)
            if event is not None:
                events.append(event)
    return Bidding(named, facts, kitty, tuple(events), tuple(tried))

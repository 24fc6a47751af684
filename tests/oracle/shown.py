"""What was shown in the bidding (亮主), read off the list of it: what stands, whose cards make which suit, who declares.

Nothing is kept but that list; what stands and who declares are read off it again for every question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.kitty import SIDES
from tests.oracle.levels import next_player
from tests.oracle.order import Document, Trump, rank_of, suit_of

PHASES = ("dealing", "before_kitty", "after_bury", "before_lead")
BEFORE_KITTY = PHASES[:2]
AFTER_BURYING = PHASES[2:]
COLOUR = {"H": "BJ", "D": "BJ", "S": "LJ", "C": "LJ"}
JOKER_KINDS = {("LJ", "LJ"): "little_joker_pair", ("BJ", "BJ"): "big_joker_pair", ("BJ", "BJ", "LJ", "LJ"): "four_jokers"}
SINGLES = ("level_card", "joker_level_card")


@dataclass(frozen=True)
class Show:
    """Cards laid on the table, or none: a pass."""

    seat: str
    cards: tuple[str, ...] = ()
    phase: str = "dealing"
    same_moment: bool = False
    names: str | None = None
    wrong: bool = False
    """Shown wrongly (错亮级牌), whatever the cards are: no bid."""


@dataclass(frozen=True)
class Facts:
    """What is known before anybody shows."""

    levels: Mapping[str, str]
    declarer: str | None
    first_deal: bool
    first_drawer: str | None = None
    barred: frozenset[str] = frozenset()
    revolt: str | None = None


@dataclass(frozen=True)
class Event:
    """A show that was allowed, by which act, and what its cards are."""

    show: Show
    act: str
    kind: str

    @property
    def row(self) -> str:
        """The row of the counter matrix."""
        return "reinforced" if self.act == "reinforce" else self.kind

    @property
    def pair(self) -> tuple[str, ...]:
        """The pair that lies there by a reinforcement or a confirmation, also where the twin was shown alone."""
        suited = tuple(card for card in self.show.cards if suit_of(card))
        return suited[:1] * 2 if self.act == "reinforce" or self.kind == "level_pair" else ()

    @property
    def name(self) -> str:
        """The kind of bid that lies there now; a reinforced card is a pair."""
        return self.kind.replace("card", "pair") if self.act == "reinforce" else self.kind or self.act

    @property
    def suit(self) -> str:
        """The trump suit that the cards make."""
        return self.show.names or next((card[0] for card in self.show.cards if suit_of(card)), "NT")


class Shown:
    """One deal under one document; the list of events comes with every question."""

    def __init__(self, document: Document, facts: Facts) -> None:
        self.bidding: Mapping[str, Any] = document["bidding"]
        self.start: str = document["levels"]["start"]
        self.direction: str = document["direction"]
        self.facts = facts

    def after(self, seat: str) -> list[str]:
        """The three others, the next player first."""
        seats = [next_player(seat, self.direction)]
        while len(seats) < 3:
            seats.append(next_player(seats[-1], self.direction))
        return seats

    @property
    def raced(self) -> bool:
        """Whether the seat is raced: in the first deal, and again after a revolution."""
        return self.facts.first_deal or (self.facts.revolt is not None and self.bidding["revolution"]["seat"] == "raced")

    @property
    def deal_kind(self) -> str:
        """The key under which the document keeps what holds in this deal."""
        return "first_deal" if self.raced else "later"

    def deal_level(self) -> str:
        """The level of the deal as far as nobody's bid changes it."""
        return self.start if self.facts.declarer is None else self.facts.levels[SIDES[self.facts.declarer]]

    def deal_kind_in(self, phase: str) -> str:
        """The same in a phase: the race for the seat is over when the kitty is taken (reading)."""
        return "later" if phase in AFTER_BURYING else self.deal_kind

    @property
    def own_levels(self) -> bool:
        """Whether each side shows its own level, after a revolution."""
        return self.facts.revolt is not None and bool(self.bidding["revolution"]["rebid_with"] == "own_level")

    def level_shown_by(self, seat: str) -> str:
        """The rank that a seat may show first."""
        return self.facts.levels[SIDES[seat]] if self.own_levels else self.deal_level()

    def kinds_of(self, show: Show, level: str) -> list[str]:
        """What the cards can be, under this level."""
        cards = tuple(sorted(show.cards))
        suited = [card for card in cards if suit_of(card)]
        jokers = [card for card in cards if not suit_of(card)]
        kinds = []
        if cards in JOKER_KINDS:
            kinds.append(JOKER_KINDS[cards])
        if suited and all(card == suited[0] and rank_of(card) == level for card in suited) and len(suited) <= 2:
            name = "level_card" if len(suited) == 1 else "level_pair"
            companion = self.bidding["companion"]
            if companion == "none" and not jokers:
                kinds.append(name)
            if companion == "any_joker" and len(jokers) == 1:
                kinds.append(f"joker_{name}")
            if companion == "colour_joker" and jokers == [COLOUR[suited[0][0]]]:
                kinds.append(f"joker_{name}")
        if cards == ("H5", "H5"):
            kinds.append("red_five_pair")
        # A bid that names trump has to name one; of any other bid nothing but its own suit is named. So at level 5 the two red fives are
        # a level pair where nothing is named, and the higher bid where something is.
        naming = [kind for kind in kinds if kind in self.bidding["names_trump"]]
        if naming and show.names:
            return naming
        own = next((card[0] for card in suited), "NT")
        return [kind for kind in kinds if kind not in naming and show.names in (None, own)]

    def first_of(self, show: Show, level: str, kinds: Sequence[str]) -> str | None:
        """Which of these kinds the cards are."""
        return next((kind for kind in self.kinds_of(show, level) if kind in kinds), None)

    def suit_of(self, show: Show) -> str | None:
        """The suit of the cards, None of jokers alone."""
        return next((card[0] for card in show.cards if suit_of(card)), None)

    def rung(self, show: Show, kind: str) -> int:
        """The place on the ladder; what is not on it stands below it."""
        ladder = list(self.bidding["ladder"])
        return next((ladder.index(name) for name in (f"{kind}:{self.suit_of(show)}", kind) if name in ladder), -1)

    def standing(self, events: Sequence[Event]) -> Event | None:
        """What stands: the last bid, those of one moment counted as the one of the earlier seat."""
        shown = [event for event in self.without_the_late(events) if event.act != "pass"]
        return shown[-1] if shown else None

    def without_the_late(self, events: Sequence[Event]) -> list[Event]:
        """The events without wrong shows and without those that another seat forestalled at the same moment."""
        moments: list[list[Event]] = []
        for event in events:
            if event.act == "wrong":
                continue
            if event.show.same_moment:
                moments[-1].append(event)
            else:
                moments.append([event])
        return [min(moment, key=lambda event: self.place_of(event.show.seat)) if len(moment) > 1 else moment[0] for moment in moments]

    def place_of(self, seat: str) -> int:
        """How early a seat draws: the first drawer, in later deals the declarer, is 0."""
        first = self.facts.first_drawer or self.facts.declarer
        assert first is not None
        return [first, *self.after(first)].index(seat)

    def kitty_is_taken_by(self, events: Sequence[Event]) -> str | None:
        """Who takes the kitty from the table and buries first."""
        before = [event for event in self.without_the_late(events) if event.show.phase in BEFORE_KITTY]
        counters = [event.show.seat for event in before if event.act == "counter"]
        if counters and self.bidding["after_counter"]["kitty"] == "counter_takes":
            return counters[-1]
        return self._declarer(before)

    def declarer(self, events: Sequence[Event]) -> str | None:
        """Who declares, as far as bids say it."""
        return self._declarer(self.without_the_late(events))

    def _declarer(self, events: Sequence[Event]) -> str | None:
        # Reading: only what is shown before the kitty is taken moves the seat (Anhui 三.1 未拿底牌时; after it Guizhou 八(三) 庄家不变).
        shown = [event for event in events if event.act in ("open", "counter", "reinforce") and event.show.phase in BEFORE_KITTY]
        seat = self.facts.declarer
        dark = [event.show.seat for event in events if event.act == "blackout"]
        if dark:
            seat = dark[0]
        elif self.raced:
            seat = self._raced_seat(shown) if shown else None
        elif self.bidding["pair_moves_seat"] == "confirmer_or_next" and seat is not None:
            confirmers = [event.show.seat for event in shown if event.kind not in SINGLES and event.act != "reinforce"]
            if confirmers:
                seat = confirmers[-1] if SIDES[confirmers[-1]] == SIDES[seat] else next_player(confirmers[-1], self.direction)
        stirrers = [event.show.seat for event in events if event.act == "stir"]
        if stirrers and self.bidding["stir"]["seat_moves"]:
            seat = stirrers[-1]
        return seat

    def _raced_seat(self, shown: Sequence[Event]) -> str:
        how, opener = self.bidding["first_deal_seat"], shown[0].show.seat
        if how == "standing_bidder":
            return shown[-1].show.seat
        if how == "pair_confirmer":
            confirmers = [event for event in shown if event.act == "counter" and event.kind in ("level_pair", "joker_level_pair")]
            return confirmers[-1].show.seat if confirmers else opener
        return opener

    def level(self, events: Sequence[Event]) -> str:
        """The level of the deal."""
        seat = self.declarer(events)
        if seat is None or self.facts.first_deal:
            return self.deal_level()
        return self.facts.levels[SIDES[seat]]

    def level_shown_after(self, events: Sequence[Event], seat: str) -> str:
        """The rank that a seat may show; after a blackout, or a stir that moves the seat, that of those who declare now."""
        moved = any(event.act == "blackout" or (event.act == "stir" and self.bidding["stir"]["seat_moves"]) for event in events)
        return self.level(events) if moved and not self.own_levels else self.level_shown_by(seat)

    def trump(self, events: Sequence[Event]) -> Trump | None:
        """Trump as bids alone settle it."""
        standing = self.standing(events)
        return None if standing is None else {"suit": standing.suit, "level": self.level(events)}

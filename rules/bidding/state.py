"""The state of a bidding: what stands, who declares so far, who is still to speak, who takes the kitty."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.bidding.bids import PHASES
from rules.cards import LITTLE_JOKER
from rules.rulings import Ruling

OPEN, COUNTER, REINFORCE, STIR = "open", "counter", "reinforce", "stir"
"""What a bid does: it is the first, replaces another, joins its bidder's own, or replaces one after the kitty was buried."""
DECLARES_AS_BEFORE = "declares_as_before"
BLACKOUT_SEAT, STIR_TURN, ASK = "bidding.blackout.seat", "bidding.stir.turn", "bidding.ask"
"""The options by which all speak in turn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The bid that stands. `suit` is that of its cards, `trump` the suit it makes trump.

    `option` is what allowed it, `settles` what makes its suit trump; `over` are the seats whose bids at the same moment gave way.
    """

    kind: str
    suit: str
    trump: str
    seat: str
    cards: tuple[int, ...]
    option: str
    settles: str
    reinforced: bool = False
    over: tuple[str, ...] = ()

    @property
    def pair(self) -> tuple[int, ...]:
        """The pair that is shown, by which it is known again: the level cards without their joker, or the jokers; twice a lone twin."""
        plain = tuple(card for card in self.cards if card < LITTLE_JOKER)
        return plain[:1] * 2 if plain else tuple(sorted(self.cards))

    @property
    def row(self) -> str:
        """Its row in a matrix of counters."""
        return "reinforced" if self.reinforced else self.kind


@dataclass(frozen=True, slots=True)
class Turns:
    """The seats that are still asked, in order, and the options that say so: `order` who is next, `end` when all have been."""

    seats: tuple[str, ...]
    order: str
    end: str
    ordered: bool = True

    def without(self, seat: str) -> Turns:
        """What is left when a seat has had its turn; in order, whoever should have come before it has passed."""
        if seat not in self.seats:
            return self
        if self.ordered:
            return replace(self, seats=self.seats[self.seats.index(seat) + 1 :])
        return replace(self, seats=tuple(other for other in self.seats if other != seat))


@dataclass(frozen=True, slots=True)
class State:
    """A bidding so far.

    `turns` is None while nobody is asked in turn; `taker` is a counter who takes the kitty; `buried_by` who has taken it first.
    """

    declarer: str | None
    declares: Ruling | None
    phase: str = PHASES[0]
    standing: Standing | None = None
    turns: Turns | None = None
    blackout: bool = False
    taker: str | None = None
    buried_by: str | None = None
    reburied_by: tuple[str, ...] = ()
    used: frozenset[tuple[int, ...]] = frozenset()
    """Pairs that were shown, without the joker beside level cards."""
    stirred: frozenset[tuple[int, ...]] = frozenset()
    """Those of them that have stirred."""
    barred: frozenset[str] = frozenset()
    """Sides that have wrongly shown a card so far."""
    shown: frozenset[str] = frozenset()
    """Sides that have bid; a bid that gave way to another of its moment is none."""
    staked_by: str | None = None

    @property
    def kitty_taker(self) -> str | None:
        """Who takes the kitty first, as far as is known."""
        return self.buried_by or self.taker or self.declarer

    @property
    def buried_last(self) -> str | None:
        """Who has laid the kitty down that lies there now."""
        return self.reburied_by[-1] if self.reburied_by else self.buried_by

    @property
    def turn(self) -> str | None:
        """Who is to speak, where all speak in turn."""
        return self.turns.seats[0] if self.turns is not None and self.turns.ordered and self.turns.seats else None

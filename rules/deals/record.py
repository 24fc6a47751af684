"""The record of a deal (一副牌的记录): what was dealt, bid, buried, played and fined, as far as it was written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.bidding import Bid
from rules.effects import Effect
from rules.penalties import Offending
from rules.tricks import Play
from rules.trump import Trump


@dataclass(frozen=True, slots=True)
class Burial:
    """A seat that has taken the kitty and lays down as many cards (埋底, of a later one 炒底重扣)."""

    seat: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """The plays of a trick in their order; `attempt` are the cards of a failed throw, whose forced play is then the lead."""

    plays: tuple[Play, ...]
    attempt: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as it was written down; only `levels` and `tricks` must be known.

    `trump` and `declarer` are those of the deal as played. With `bids` they may be left out, and where they are given the bids must
    agree. `seat_holder` is who was to declare before the bids (by default `declarer`): blackout, revolution and the like may move it.
    """

    levels: Mapping[str, str]
    """The level of each side in this deal, by `NS` and `EW`."""
    tricks: tuple[RecordedTrick, ...] = ()
    trump: Trump | None = None
    declarer: str | None = None
    laps: Mapping[str, int] | None = None
    first_deal: bool = False
    seat_holder: str | None = None
    first_drawer: str | None = None
    barred: frozenset[str] = frozenset()
    revolt: str | None = None
    bids: tuple[Bid, ...] | None = None
    """None: not written down; empty: nobody bid."""
    hands: Mapping[str, tuple[int, ...]] | None = None
    """All four hands as dealt, before the kitty was taken."""
    kitty: tuple[int, ...] | None = None
    """As it was turned, the top card first."""
    burials: tuple[Burial, ...] = ()
    """In order; the last is scored. Empty: not written down."""
    penalties: tuple[Offending, ...] = ()
    """Offences beside failed throws, which the tricks show themselves."""
    effects: tuple[Effect, ...] = ()
    stakes: str | None = None
    """`declarers` or `attackers`: who has shown a counter that stakes levels (Nantong 五.12). Told by the bids where there are any."""

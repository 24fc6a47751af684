"""Bids (亮主、反主): what a seat shows, and what is known of a deal before anybody bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cards import BIG_JOKER, CARD_OF_TOKEN, LITTLE_JOKER, RANKS, SUITS, rank_of
from rules.options import BiddingOptions
from rules.trump import NO_TRUMP

PHASES = ("dealing", "before_kitty", "after_bury", "before_lead")
"""When something is shown: while the cards are drawn, before the kitty is taken, after it was buried, before the first lead."""
AFTER_BURY = frozenset(PHASES[2:])

KINDS = (
    "level_card",
    "level_pair",
    "joker_level_card",
    "joker_level_pair",
    "little_joker_pair",
    "big_joker_pair",
    "four_jokers",
    "red_five_pair",
)
"""What can be shown: a level card, two equal ones, either with a joker, a pair of jokers, all four, or both fives of hearts."""
PASS = "pass"  # noqa: S105 - what a player says who shows nothing
WRONG_SHOW = "wrong_show"
SINGLES = frozenset(("level_card", "joker_level_card"))
LEVEL_PAIRS = frozenset(("level_pair", "joker_level_pair"))
WITH_JOKER = {"level_card": "joker_level_card", "level_pair": "joker_level_pair"}
PAIR_OF = {"level_card": "level_pair", "joker_level_card": "joker_level_pair"}
RED_FIVES = (CARD_OF_TOKEN["H5"],) * 2
JOKERS = {
    (LITTLE_JOKER, LITTLE_JOKER): "little_joker_pair",
    (BIG_JOKER, BIG_JOKER): "big_joker_pair",
    (LITTLE_JOKER, LITTLE_JOKER, BIG_JOKER, BIG_JOKER): "four_jokers",
}


@dataclass(frozen=True, slots=True)
class Bid:
    """One entry of the bidding (settled 14)."""

    seat: str
    cards: tuple[int, ...] = ()
    """Empty: a pass."""
    phase: str | None = None
    """One of `PHASES`; None: that of the entry before, of the first `dealing`."""
    same_moment: bool = False
    """At the moment of the bid before it; wrong shows between them are at none."""
    names: str | None = None
    """The suit, or `NT`, that a bid names which may name trump."""
    wrong_show: bool = False
    """The cards were shown wrongly (错亮级牌), whatever they are: it is no bid."""

    @property
    def is_made(self) -> bool:
        """Whether cards are bid: it is neither a pass nor a wrong show."""
        return bool(self.cards) and not self.wrong_show


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What is known of a deal before anybody bids."""

    levels: Mapping[str, str]
    """By side; a first deal is played at `levels.start` whatever they say."""
    declarer: str | None
    """Who would declare; not read in a first deal, whose seat is bid for."""
    first_deal: bool
    first_drawer: str | None = None
    """Who drew the first card; in later deals the declarer unless it is given."""
    barred: frozenset[str] = frozenset()
    """Sides that have wrongly shown a level card before anybody bid (Jiangsu 4.3.7); a wrong show later on is an entry of the bidding."""
    revolt: str | None = None
    """The seat whose revolution (革命) this deal is dealt again for."""

    @property
    def drawer(self) -> str | None:
        """Who drew the first card, as far as it is known."""
        return self.first_drawer if self.first_drawer is not None or self.first_deal else self.declarer


@dataclass(frozen=True, slots=True)
class Shown:
    """What the cards of a bid are: a kind, the suit of its cards (`NT` for jokers), and the joker beside a level card."""

    kind: str
    suit: str
    companion: int | None = None


def recognised(bidding: BiddingOptions, level: str, cards: tuple[int, ...], *, named: bool = False) -> Shown | None:
    """What cards are as a bid at a level, or None where they are none: so is a joker beside level cards where the ruleset has none there.

    Both fives of hearts are at level 5 a level pair, unless they name a trump suit.
    """
    plain = tuple(card for card in cards if card < LITTLE_JOKER)
    jokers = tuple(sorted(card for card in cards if card >= LITTLE_JOKER))
    if not plain:
        kind = JOKERS.get(jokers)
        return None if kind is None or (kind == "four_jokers" and kind not in bidding.kinds) else Shown(kind, NO_TRUMP)
    suit = SUITS[plain[0] // len(RANKS)]
    if len(set(plain)) > 1 or len(plain) > 2 or len(jokers) > (bidding.companion != "none"):
        return None
    if cards == RED_FIVES and "red_five_pair" in bidding.kinds and (named or level != "5"):
        return Shown("red_five_pair", suit)
    if rank_of(plain[0]) != level:
        return None
    kind = "level_card" if len(plain) == 1 else "level_pair"
    return Shown(WITH_JOKER[kind], suit, jokers[0]) if jokers else Shown(kind, suit)


def colour_joker(suit: str) -> int:
    """The joker of a suit's colour: the big one for red suits, the little one for black ones (March-8 二.1)."""
    return BIG_JOKER if suit in "HD" else LITTLE_JOKER

"""What the engine reads of a ruleset document: one frozen value for every option, compiled once per revision.

The names are those of the document's dotted paths (`follow.partial_tractor` is `options.follow.partial_tractor`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TrumpOptions:
    """`trump.*`: which cards are trump beside jokers, level cards and the trump suit."""

    permanent: tuple[str, ...]
    """Cards (`"H5"`) or ranks (`"2"`) that are always trump (常主), highest first."""
    permanent_above: str
    """`level_cards` (below them, the usual place) or `jokers` (on top of everything)."""
    no_trump_level_cards: bool


@dataclass(frozen=True, slots=True)
class TractorOptions:
    """`tractor.*`: which pairs are neighbours (连对)."""

    bridge_level: bool
    links: frozenset[str]
    """Of `jokers`, `joker_level`, `level_offlevel`, `offlevel_top`, `permanent`."""
    ace_low: bool
    min_pairs: int


@dataclass(frozen=True, slots=True)
class Fine:
    """`throws.on_failure.fine`."""

    points: int
    per: str
    """`blocked_card`, `thrown_card`, `beaten_card`, `forced_card` or `throw`."""
    cap: int | None


@dataclass(frozen=True, slots=True)
class ThrowOptions:
    """`throws.*` (甩牌)."""

    allowed: bool
    in_trump: bool
    on_failure_plays: str
    """`lowest_beaten`, `largest_beaten`, `lowest`, `next_player_names_card` or `next_player_names_component`."""
    on_failure_fine: Fine


@dataclass(frozen=True, slots=True)
class FollowOptions:
    """`follow.*`: what a follower owes (跟牌)."""

    pairs: bool
    tractors: bool
    partial_tractor: bool
    break_tractor_for_pair: bool


@dataclass(frozen=True, slots=True)
class RuffOptions:
    """`ruff.*`: what a ruff (将吃) must look like and when it beats another."""

    match: str
    """`cover` or `exact_shape`."""
    compare: str
    """`each_kind`, `highest_kind`, `highest_card` or `any_kind`."""
    connected_pairs_outrank: bool


@dataclass(frozen=True, slots=True)
class Multipliers:
    """`kitty.multipliers`: the table by which the kitty's points are multiplied; `formula` alone when it is one name.

    A factor is an int or `"cards"`, the number of cards of the shape read.
    """

    formula: str | None
    """`two_per_card`, `cards_thrown`, `power_of_pairs` or `power_of_cards` for the whole table; the rest is then idle."""
    single: int | str
    singles: int | str
    five_ten_king: int | str | None
    count: str
    """`largest` (component) or `all_pairs`."""
    pairs: tuple[int | str, ...]
    pairs_formula: str | None
    """A formula name in place of `pairs`."""
    then_op: str
    """`hold`, `plus` or `times`, by `then_by`, beyond the last entry of `pairs`."""
    then_by: int
    mixed: int | str
    """`by_pairs` or a factor."""
    cap: int | None


@dataclass(frozen=True, slots=True)
class KittyOptions:
    """`kitty.*` (抠底)."""

    category_from: str
    """`lead` or `winner`."""
    multipliers: Multipliers


@dataclass(frozen=True, slots=True)
class LevelOptions:
    """`levels.*`: the ladder of levels (级)."""

    ladder: tuple[str, ...]
    start: str
    must_defend: frozenset[str]
    after_last: str
    """`win` or `wrap`."""


@dataclass(frozen=True, slots=True)
class Band:
    """One band of an advancement table, read top down: `under` exclusive, `up_to` inclusive, neither: all the rest.

    Exactly one of `levels`, `step`, `to` is set.
    """

    under: int | None
    up_to: int | None
    levels: int | None
    step: int | None
    to: str | None


@dataclass(frozen=True, slots=True)
class AdvancementTable:
    """`advancement.declarers` or `advancement.attackers`; a bare step formula is one band without bounds."""

    bands: tuple[Band, ...]
    cap: int | None


@dataclass(frozen=True, slots=True)
class AdvancementOptions:
    """`advancement.*` (升级)."""

    base: int
    declarers: AdvancementTable
    attackers: AdvancementTable


@dataclass(frozen=True, slots=True)
class Dig:
    """One entry of `digs`: winning the last trick so moves levels beside the points.

    `declarers_to` and `attackers_to` are levels; `start` in the document is already replaced by `levels.start`.
    """

    at: str | None
    """The declarers' level at which it works; None: any."""
    rank: str | None
    copies: int
    formation: str | None
    declarers_to: str | None
    attackers_to: str | None
    not_after: str | None
    final: bool


@dataclass(frozen=True, slots=True)
class Stake:
    """One entry of `stakes`: a counter that was shown stakes the levels of both sides."""

    shown_by: str
    unless_side: str
    unless_points: int
    declarers_to: str | None
    attackers_to: str | None


@dataclass(frozen=True, slots=True)
class RotationOptions:
    """`rotation.*`: who declares next (轮庄)."""

    held: str
    """`partner` or `same`."""
    taken: str
    """`next_player` or `last_trick_winner`."""


@dataclass(frozen=True, slots=True)
class Revolution:
    """`bidding.revolution` (革命), as far as a hand is described by it."""

    at_most: int
    in_cards: int
    by: str
    """`attackers` or `anyone`."""


@dataclass(frozen=True, slots=True)
class Options:
    """Every option that the engine reads, plus the tables it derives from them."""

    decks: int
    kitty_size: int
    direction: str
    """`counterclockwise` or `clockwise`."""
    trump: TrumpOptions
    tractor: TractorOptions
    five_ten_king: bool
    """`formations.five_ten_king`."""
    forces_jokers: bool
    """`five_ten_king.forces_jokers`."""
    throws: ThrowOptions
    follow: FollowOptions
    ruff: RuffOptions
    kitty: KittyOptions
    levels: LevelOptions
    advancement: AdvancementOptions
    digs: tuple[Dig, ...]
    stakes: tuple[Stake, ...]
    rotation: RotationOptions
    revolution: Revolution | None
    tables: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Trump tables made so far, by trump; bounded by the number of trumps."""

"""What the engine reads of a ruleset document: one frozen value for every option, compiled once per revision.

The names are those of the document's dotted paths (`follow.partial_tractor` is `options.follow.partial_tractor`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.offences import Offence


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
class RoundForm:
    """`rounds.form` (一轮的局数): how many games a round has, and whether all are played or only until one side has most."""

    games: int = 1
    played: str = "until_decided"
    """`all` or `until_decided`."""


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
    """`bidding.revolution` (革命): who may void a deal, and how it is bid for again."""

    at_most: int
    in_cards: int
    by: str
    """`attackers` or `anyone`."""
    seat: str = "raced"
    """In the deal that is dealt again: `raced`, bid for anew, or `stays`."""
    rebid_with: str = "own_level"
    """What may then be shown: each side its `own_level`, or both the `declarers_level`."""


@dataclass(frozen=True, slots=True)
class CounterMatrix:
    """What may replace which standing bid (反主), in the first deal or in the later ones."""

    path: str
    """`bidding.counter.first_deal`, `.later` or `.always`, whichever the document has."""
    rows: Mapping[str, tuple[str, ...]] | None = field(hash=False)
    """Kinds by standing kind, `reinforced` for a single joined by its twin; None: whatever is higher on the ladder."""


@dataclass(frozen=True, slots=True)
class BidWindows:
    """`bidding.windows`: the phases in which one may open, counter and reinforce."""

    open: frozenset[str]
    counter: frozenset[str]
    reinforce: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ask:
    """`bidding.ask`: each of the others is asked in turn whether he counters."""

    phase: str
    after: str
    """`after_bidder` or `after_declarer`."""
    rounds: int


@dataclass(frozen=True, slots=True)
class Stir:
    """`bidding.stir` (炒地皮)."""

    kinds: tuple[str, ...]
    by_ladder: bool
    reuse: bool
    turn: str
    """`play_order` or `anyone`."""
    ends: str
    """`all_pass` or `one_round`."""
    seat_moves: bool


@dataclass(frozen=True, slots=True)
class NoBid:
    """`bidding.no_bid`, where cards of the kitty decide (定主)."""

    turn: int
    """The first card looked at, 1 being the top."""
    joker: str
    """`no_trump` or `next`."""
    settles: str
    """`suit` or `side_and_suit`."""
    level_cards_lowest: bool
    both_sides_match: str
    """`seat_holder` or `redeal`."""
    nothing_found: str
    """`redeal` or `no_trump`."""
    first_deal: str
    """`redeal`, `kitty_card` or `seat_by_count`."""
    counts: Mapping[str, int] = field(hash=False)
    """What every rank, and `joker`, counts when the card seats the declarer."""


@dataclass(frozen=True, slots=True)
class WrongShow:
    """`bidding.wrong_show` (错亮级牌): the rights a side loses by it, and what follows when both sides have done it."""

    loses: frozenset[str]
    both_wrong: str
    """`no_bid` or `redeal`."""


@dataclass(frozen=True, slots=True)
class BiddingOptions:
    """`bidding.*`: how the trump suit and the declarer are found (亮主、反主、炒地皮).

    None stands for `none` and, in `no_bid`, for `redeal`.
    """

    companion: str
    """The joker beside a level card: `none`, `any_joker` or `colour_joker`."""
    open_first: tuple[str, ...]
    open_later: tuple[str, ...]
    ladder: tuple[str, ...]
    """`level_pair:D` or a kind without suit, from the lowest to the highest."""
    counter_by: str
    """`other_seats`, `opponents` or `anyone`."""
    counter_suit: str
    """`any`, `other` or `higher`."""
    counter_first: CounterMatrix
    counter_later: CounterMatrix
    names_trump: frozenset[str]
    reinforce: frozenset[str]
    """Of `twin` and `companion_pair`."""
    windows: BidWindows
    ask: Ask | None
    first_deal_seat: str
    """`standing_bidder`, `opener` or `pair_confirmer`."""
    pair_moves_seat: str
    """`never` or `confirmer_or_next`."""
    counter_takes_kitty: bool
    stir: Stir | None
    no_bid: NoBid | None
    wrong_show: WrongShow | None
    blackout: bool
    level_joker: str
    """`none` or `no_trump`."""
    kinds: frozenset[str]
    """Every kind of bid that the ruleset names."""

    @property
    def kinds_on_ladder(self) -> tuple[str, ...]:
        """The kinds of the ladder, each once, from the lowest."""
        return tuple(dict.fromkeys(entry.partition(":")[0] for entry in self.ladder))


@dataclass(frozen=True, slots=True)
class ExposedOptions:
    """`exposed.*`: the duties of exposed cards (暴露张)."""

    play_at_first_legal_chance: bool
    may_not_lead_suit: bool
    opponents_order: str
    """`none`, `next_player` or `first_trick_of_suit`."""
    counts_as: str = "own_rank"
    """`own_rank` or `lowest`."""


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
    bidding: BiddingOptions | None = None
    """None: the ruleset says nothing of bidding."""
    offences: tuple[Offence, ...] = ()
    exposed: ExposedOptions = ExposedOptions(False, False, "none")
    round_form: RoundForm = RoundForm()
    stages: Mapping[str, RoundForm] = field(default_factory=dict)
    """`rounds.by_stage`: the form at a stage of the event, where it is another one."""
    tables: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Trump tables made so far, by trump; bounded by the number of trumps."""

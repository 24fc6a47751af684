"""The kitty (底牌) at the end of a deal: guarded or dug (保底、抠底), its multiplier, and digs that move levels (semantics 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.cards import points_of, rank_of
from rules.formations import FIVE_TEN_KING, PAIR, SINGLE, TRACTOR, Component, decompose, shape_of
from rules.options import Dig, Multipliers, Options
from rules.rulings import Ruling
from rules.seats import OTHER_SIDE, SIDE_OF
from rules.table import TrumpTable, table_of
from rules.tricks import Play, TrickVerdict, resolve_trick
from rules.trump import Trump

DECLARERS = "declarers"
ATTACKERS = "attackers"
MOST_TIMES = 10**12
"""The largest factor: tables that grow with every pair stop here, so that points stay numbers that every client can hold."""


@dataclass(frozen=True, slots=True)
class DigVerdict:
    """A dig that moves levels: the side dug out, the level it falls to, the other side's new level; `final`: nothing on top."""

    side: str
    to: str | None
    attackers_to: str | None
    final: bool


@dataclass(frozen=True, slots=True)
class KittyVerdict:
    """What the last trick does with the kitty; `category` and `multiplier` are None when it is guarded."""

    won_by: str
    winner: str
    category: str | None
    multiplier: int | None
    kitty_points: int
    awarded: int
    digs: tuple[DigVerdict, ...]
    rulings: tuple[Ruling, ...]
    warnings: tuple[Ruling, ...]


def category_of(parts: Sequence[Component]) -> str:
    """What kind of play the last trick was won on: `single singles pair pairs tractor mixed five_ten_king` (settled 13)."""
    if len(parts) == 1:
        return parts[0].kind
    kinds = {part.kind for part in parts}
    if kinds == {SINGLE}:
        return "singles"
    return "pairs" if kinds == {PAIR} else "mixed"


def _pairs_in(part: Component) -> int:
    return 0 if part.kind in (SINGLE, FIVE_TEN_KING) else len(part.cards) // 2


def _formula(name: str, cards: int, largest: int) -> int:
    """The formulas of `kitty.multipliers` over n cards and k pairs of the largest part: 2n, n, 2^(k+1), 2^n."""
    if name == "two_per_card":
        return 2 * cards
    if name == "cards_thrown":
        return cards
    return min(1 << (largest + 1 if name == "power_of_pairs" else cards), MOST_TIMES)


def _by_pairs(table: Multipliers, pairs: int, cards: int, largest: int) -> int:
    """The factor of a number of pairs: read off the row, which `then` continues."""
    if table.pairs_formula is not None:
        return _formula(table.pairs_formula, cards, largest)
    row = table.pairs
    factor = _factor(row[min(pairs, len(row)) - 1], cards)
    for _ in range(pairs - len(row)):
        factor = factor + table.then_by if table.then_op == "plus" else factor * table.then_by if table.then_op == "times" else factor
        factor = min(factor, MOST_TIMES)
    return factor


def _factor(value: int | str, cards: int) -> int:
    return value if isinstance(value, int) else cards


def multiplier_of(table: Multipliers, parts: Sequence[Component]) -> tuple[int, str]:
    """By how much the kitty's points are multiplied for a last trick of this shape, and the option, or its row, that says so."""
    cards = sum(len(part.cards) for part in parts)
    largest = max(map(_pairs_in, parts))
    if table.formula is not None:
        return _formula(table.formula, cards, largest), "kitty.multipliers"
    category = category_of(parts)
    if category == SINGLE:
        row, factor = "single", _factor(table.single, cards)
    elif category == FIVE_TEN_KING and table.five_ten_king is not None:
        row, factor = "five_ten_king", _factor(table.five_ten_king, cards)
    elif category in ("singles", FIVE_TEN_KING):
        row, factor = "singles", _factor(table.singles, cards)
    elif len(parts) > 1 and table.mixed != "by_pairs":
        row, factor = "mixed", _factor(table.mixed, cards)
    else:
        pairs = sum(map(_pairs_in, parts)) if table.count == "all_pairs" else largest
        continued = table.pairs_formula is None and pairs > len(table.pairs)
        row = "mixed" if len(parts) > 1 else "then" if continued else "pairs"
        factor = _by_pairs(table, pairs, cards, largest)
    if table.cap is not None and factor > table.cap:
        row, factor = "cap", table.cap
    return factor, f"kitty.multipliers.{row}"


def _parts_read(options: Options, table: TrumpTable, verdict: TrickVerdict) -> tuple[Component, ...]:
    """The parts off which the category is read: the lead's, or the winning cards matched to them (`kitty.category_from`).

    Matched means that what answers led pairs is read for itself, so joined pairs become a tractor, while cards that answer led
    singles stay singles, also where two of them are alike (reading).
    """
    if options.kitty.category_from == "lead":
        return verdict.lead.components
    played = next(play for play in verdict.plays if play.seat == verdict.winner)
    paired = [part for part in played.formation.components if part.kind in (PAIR, TRACTOR)]
    rest = tuple(part for part in played.formation.components if part.kind not in (PAIR, TRACTOR))
    return decompose(table, table.bits([kind for part in paired for kind in part.cards])) + rest


def _fits(options: Options, trump: Trump, dig: Dig, verdict: TrickVerdict, thrown: bool) -> bool:
    if (dig.at is not None and dig.at != trump.level) or (dig.not_after == "throw" and thrown):
        return False
    if dig.formation is not None:
        played = next(play for play in verdict.plays if play.seat == verdict.winner)
        return [part.kind for part in played.formation.components] == [dig.formation]
    copies = Counter(kind for kind in verdict.winning_cards if rank_of(kind) == dig.rank)
    return max(copies.values(), default=0) >= dig.copies


def _digs(options: Options, trump: Trump, declarer: str, verdict: TrickVerdict, thrown: bool) -> tuple[DigVerdict, ...]:
    """The first dig of the ruleset that the winning cards make; trump's level is the declarers' level."""
    for dig in options.digs:
        if _fits(options, trump, dig, verdict, thrown):
            return (DigVerdict(SIDE_OF[declarer], dig.declarers_to, dig.attackers_to, dig.final),)
    return ()


def score_kitty(
    options: Options,
    trump: Trump,
    declarer: str,
    last_trick: Sequence[Play],
    *,
    kitty: tuple[int, ...] | None = None,
    kitty_points: int | None = None,
    withheld: frozenset[str] = frozenset(),
) -> KittyVerdict:
    """What the attackers get for the kitty; give its cards or its points.

    `last_trick` has four plays and is free of `tricks.table_faults`; `withheld` names the suits whose five-ten-king its leader has
    given up for the deal.
    """
    verdict = resolve_trick(options, trump, last_trick, withheld)
    points = points_of(kitty) if kitty is not None else kitty_points or 0
    if verdict.winner_side == SIDE_OF[declarer]:
        guarded = Ruling("kitty_guarded", None, {"seat": verdict.winner})
        return KittyVerdict(DECLARERS, verdict.winner, None, None, points, 0, (), (guarded,), verdict.warnings)
    table = table_of(options, trump)
    parts = _parts_read(options, table, verdict)
    category = category_of(parts)
    multiplier, row = multiplier_of(options.kitty.multipliers, parts)
    shape = shape_of(options, table, last_trick[0].cards, withheld)
    digs = _digs(options, trump, declarer, verdict, shape is not None and shape.is_throw)
    rulings = [
        Ruling("kitty_dug", None, {"seat": verdict.winner}),
        Ruling("kitty_category", "kitty.category_from", {"category": category}),
        Ruling("kitty_multiplier", row, {"multiplier": multiplier, "points": points, "awarded": points * multiplier}),
    ]
    for dig in digs:
        moves = (("levels_dug", dig.side, dig.to), ("digger_to_level", OTHER_SIDE[dig.side], dig.attackers_to))
        rulings.extend(Ruling(code, "digs", {"side": side, "level": level}) for code, side, level in moves if level is not None)
    return KittyVerdict(
        ATTACKERS, verdict.winner, category, multiplier, points, points * multiplier, digs, tuple(rulings), verdict.warnings
    )

"""The kitty at the last trick (抠底), semantics 8 and shapes.md: category, multiplier and the digs that move levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.order import rank_of
from tests.oracle.shapes import Part, Table
from tests.oracle.tricks import Played, judge_trick, ways_to_cover

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def category_of(shape: Sequence[Part]) -> str:
    """The name of a shape: a single formation by its kind, a throw as singles, pairs or mixed."""
    kinds = [part.kind for part in shape]
    if len(kinds) == 1:
        return kinds[0]
    if set(kinds) == {"single"}:
        return "singles"
    # Reading: `pairs` is a throw of loose pairs and nothing else; its factor is that of `mixed`, as shapes.md defines that word.
    return "pairs" if set(kinds) == {"pair"} else "mixed"


def multiplier_of(table: Mapping[str, Any] | str, shape: Sequence[Part]) -> int:
    """The factor by which the kitty counts when it is won with this shape."""
    cards = sum(len(part.cards) for part in shape)
    pairs = [part.pairs for part in shape]
    if isinstance(table, str):
        return _formula(table, cards, max(pairs))

    def factor(value: int | str) -> int:
        return cards if value == "cards" else int(value)

    def by_pairs() -> int:
        many = sum(pairs) if table["count"] == "all_pairs" else max(pairs)
        series = table["pairs"]
        if isinstance(series, str):
            return _formula(series, cards, max(pairs))
        if many <= len(series):
            return factor(series[many - 1])
        result = factor(series[-1])
        for _ in range(many - len(series)):
            match table.get("then", "hold"):
                case "hold":
                    pass
                case {"plus": more}:
                    result += more
                case {"times": more}:
                    result *= more
        return result

    category = category_of(shape)
    if category in ("single", "singles", "five_ten_king"):
        # Reading: a five-ten-king without a factor of its own counts as what it is without that formation, a few singles.
        result = factor(table.get(category, table["singles"]))
    elif category in ("pair", "tractor") or table["mixed"] == "by_pairs":
        result = by_pairs()
    else:
        result = factor(table["mixed"])
    cap: int | None = table.get("cap")
    return result if cap is None else min(result, cap)


def _formula(name: str, cards: int, largest: int) -> int:
    match name:
        case "two_per_card":
            return 2 * cards
        case "cards_thrown":
            return cards
        case "power_of_pairs":
            return int(2 ** (largest + 1))
        case _:
            assert name == "power_of_cards", name
            return int(2**cards)


@dataclass(frozen=True)
class Kitty:
    """Who won the kitty and what it brings."""

    winner: str
    attackers: bool
    counts: frozenset[tuple[str, int]]
    """Category and multiplier; more than one only where equal readings of the winning cards differ. Empty when nothing is awarded."""
    dig: Mapping[str, Any] | None
    """The entry of `digs` that counts."""


def score_kitty(table: Table, declarer: str, plays: Sequence[Played]) -> Kitty:
    """Scores the last trick."""
    trick = judge_trick(table, plays)
    winning = plays[trick.winner]
    if SIDES[winning.seat] == SIDES[declarer]:
        return Kitty(winning.seat, False, frozenset(), None)
    shapes = [trick.lead]
    own = trick.plays[trick.winner].own
    if table.document["kitty"]["category_from"] == "winner" and own is not None:
        # Reading: matched to the led shape, the winning cards have no pair more than it has; but theirs may join where its do not.
        # In every other case than a ruff the winning cards are the lead, or the same formation.
        shapes = [parts for strength, parts in ways_to_cover(table, trick.lead, winning.cards) if strength == own]
    multipliers = table.document["kitty"]["multipliers"]
    counts = frozenset((category_of(shape), multiplier_of(multipliers, shape)) for shape in shapes)
    dig = next((dig for dig in table.document["digs"] if _fits(dig, table, trick.lead, winning.cards)), None)
    return Kitty(winning.seat, True, counts, dig)


def _fits(dig: Mapping[str, Any], table: Table, shape: Sequence[Part], winning: Sequence[str]) -> bool:
    if dig.get("at") is not None and dig["at"] != table.trump["level"]:
        return False
    if dig.get("not_after") == "throw" and len(shape) > 1:
        return False
    won_with = dig["won_with"]
    if "formation" in won_with:
        return [part.kind for part in shape] == [won_with["formation"]]
    # Reading: `copies: 2` is a pair, two copies of one card, as the regulation says (一对A).
    copies = Counter(card for card in winning if rank_of(card) == won_with["rank"])
    return max(copies.values(), default=0) >= int(won_with.get("copies", 1))

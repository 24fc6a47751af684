"""Ruffs, overruffs and the winner of a trick, semantics 7: every reading of a cover is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tests.oracle.order import points_of
from tests.oracle.shapes import (
    TRUMP,
    Cards,
    Part,
    Table,
    decompose,
    describe,
    is_five_ten_king,
    longest_tractor,
    pair_cards,
    plain_shape,
    tractors,
)
from tests.oracle.throwing import higher_components

Way = tuple[tuple[int, ...], Cards, Cards]
"""One way to deal out a cover: the tops of its tractors, the cards of its pairs, its singles."""


@dataclass(frozen=True)
class Played:
    """One play on the table; `lowest` marks corrected, exposed and punished cards, which never overtake."""

    seat: str
    cards: Cards
    lowest: bool = False


@dataclass(frozen=True)
class Strength:
    """One reading of a cover: the longest tractor among its pairs (0 unless that counts), and the top of every kind, largest first."""

    joined: int
    tops: tuple[int, ...]


@dataclass(frozen=True)
class Judged:
    """What one play was, whether it overtook those before it, and for a cover its own reading."""

    role: str
    overtakes: bool
    own: Strength | None = None


@dataclass(frozen=True)
class Trick:
    """A trick, whole or partial."""

    winner: int
    plays: tuple[Judged, ...]
    points: int
    lead: list[Part]
    beatable: bool
    """Whether the plays shown prove that a throw should have failed."""
    not_allowed: bool
    """Whether the lead is a throw where throws are not allowed."""


def ways_to_cover(table: Table, lead: list[Part], cards: Cards) -> list[tuple[Strength, list[Part]]]:
    """All readings of trump cards as a cover of the lead's shape, each with its parts; none when they do not cover it.

    The parts are the pairs of the reading joined where they join (semantics 3), and its singles.
    """
    if any(part.kind == "five_ten_king" for part in lead):
        # Settled 18: a side-suit five-ten-king is covered only by a trump one, and all of those are equal.
        return [(Strength(0, (0,)), describe(table, cards))] if is_five_ten_king(table, cards) else []
    lengths, pairs, singles = plain_shape(lead)
    if table.document["ruff"]["match"] == "exact_shape":
        own_lengths, own_pairs, _ = plain_shape(decompose(table, TRUMP, cards))
        if (own_lengths, own_pairs) != (lengths, pairs):
            return []
    outrank = table.document["ruff"]["connected_pairs_outrank"] and not lengths and pairs >= 2
    rung = table.layout.rung

    @cache
    def deal(left: frozenset[tuple[str, int]], tractors_left: tuple[int, ...], pairs_left: int) -> frozenset[Way]:
        """Every way to take the tractors (as their tops), then the pairs; what is left are the singles."""
        held = Counter(dict(left))
        if tractors_left:
            ways = set()
            for part in tractors(table, TRUMP, held, tractors_left[0]):
                for tops, chosen, rest in deal(frozenset((held - Counter(part.cards)).items()), tractors_left[1:], pairs_left):
                    ways.add(((part.top, *tops), chosen, rest))
            return frozenset(ways)
        if pairs_left:
            ways = set()
            for card in pair_cards(held):
                for tops, chosen, rest in deal(frozenset((held - Counter((card, card))).items()), (), pairs_left - 1):
                    ways.add((tops, tuple(sorted((card, *chosen))), rest))
            return frozenset(ways)
        return frozenset({((), (), tuple(sorted(held.elements())))})

    found = []
    for tractor_tops, chosen, rest in deal(frozenset(Counter(cards).items()), tuple(lengths), pairs):
        tops = [max(top for top, size in zip(tractor_tops, lengths, strict=True) if size == length) for length in dict.fromkeys(lengths)]
        if pairs:
            tops.append(max(rung(card) for card in chosen))
        if singles:
            tops.append(max(rung(card) for card in rest))
        joined = longest_tractor(table, TRUMP, Counter(chosen + chosen)) if outrank else 0
        paired = Counter(cards) - Counter(rest)
        parts = decompose(table, TRUMP, paired.elements()) + [Part("single", (card,), rung(card)) for card in rest]
        found.append((Strength(joined, tuple(tops)), parts))
    return found


def readings(table: Table, lead: list[Part], cards: Cards) -> set[Strength]:
    """The strengths of all readings of a cover."""
    return {strength for strength, _ in ways_to_cover(table, lead, cards)}


def own_reading(found: set[Strength]) -> Strength:
    """The play's own reading: the greatest strengths, largest kind first; joined readings come first where they outrank."""
    return max(found, key=lambda strength: (strength.joined, strength.tops))


def reading_overtakes(table: Table, later: Strength, later_cards: Cards, standing: Strength, standing_cards: Cards) -> bool:
    """Whether one reading of a later cover is higher than the standing ruff."""
    if later.joined != standing.joined:
        return later.joined > standing.joined
    compare = table.document["ruff"]["compare"]
    if compare == "each_kind":
        return all(new > old for new, old in zip(later.tops, standing.tops, strict=True))
    if compare == "highest_kind":
        return later.tops[0] > standing.tops[0]
    if compare == "any_kind":
        return any(new > old for new, old in zip(later.tops, standing.tops, strict=True))
    assert compare == "highest_card", compare
    rung = table.layout.rung
    return max(map(rung, later_cards)) > max(map(rung, standing_cards))


def judge_trick(table: Table, plays: Sequence[Played]) -> Trick:
    """Goes through the plays in order and keeps the one that stands."""
    lead = plays[0]
    group = table.group_of(lead.cards)
    assert group is not None
    shape = describe(table, lead.cards)
    five_ten_king = shape[0].kind == "five_ten_king"
    judged = [Judged("lead", True)]
    standing, ruff = 0, None
    best_top = shape[0].top
    for number, play in enumerate(plays[1:], start=1):
        in_suit = table.in_group(play.cards, group)
        if in_suit:
            overtakes = False
            # A throw is not beaten in its group, nor is a five-ten-king; nothing of a side suit beats a ruff.
            if len(shape) == 1 and not five_ten_king and ruff is None and len(in_suit) == len(play.cards) and not play.lowest:
                own = decompose(table, group, play.cards)
                overtakes = len(own) == 1 and own[0].size == shape[0].size and own[0].top > best_top
                if overtakes:
                    standing, best_top = number, own[0].top
            judged.append(Judged("follow", overtakes))
            continue
        found = readings(table, shape, play.cards) if group != TRUMP and table.group_of(play.cards) == TRUMP else set()
        if not found:
            judged.append(Judged("discard", False))
            continue
        own_strength = own_reading(found)
        if play.lowest:
            judged.append(Judged("ruff", False, own_strength))
        elif ruff is None:
            judged.append(Judged("ruff", True, own_strength))
            standing, ruff = number, own_strength
        elif not five_ten_king and any(reading_overtakes(table, one, play.cards, ruff, plays[standing].cards) for one in found):
            judged.append(Judged("overruff", True, own_strength))
            standing, ruff = number, own_strength
        else:
            judged.append(Judged("ruff", False, own_strength))
    beatable = len(shape) > 1 and any(higher_components(table, part, group, play.cards) for part in shape for play in plays[1:])
    throws = table.document["throws"]
    refused = len(shape) > 1 and (not throws["allowed"] or (group == TRUMP and not throws["in_trump"]))
    return Trick(standing, tuple(judged), sum(points_of(play.cards) for play in plays), shape, beatable, refused)

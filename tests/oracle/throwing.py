"""Throws (甩牌), semantics 5: which components are beaten, what is led then, and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.oracle.shapes import Cards, Part, Table, describe, tractors

Hands = Mapping[str, Sequence[str]]
_KIND_ORDER = {"single": 0, "pair": 1, "tractor": 2}


def higher_components(table: Table, part: Part, group: str, cards: Sequence[str]) -> list[Cards]:
    """Everything in one hand that beats a component: the same kind in the same group, higher."""
    held = Counter(table.in_group(cards, group))
    if part.kind == "single":
        return [(card,) for card in held if table.layout.rung(card) > part.top]
    if part.kind == "pair":
        return [(card, card) for card, copies in held.items() if copies >= 2 and table.layout.rung(card) > part.top]
    return [other.cards for other in tractors(table, group, held, part.pairs) if other.top > part.top]


def beaten(table: Table, part: Part, group: str, hands: Hands) -> dict[str, list[Cards]]:
    """The seats that beat a component, each with everything it could beat it with."""
    found = {seat: higher_components(table, part, group, cards) for seat, cards in hands.items()}
    return {seat: cards for seat, cards in found.items() if cards}


@dataclass(frozen=True)
class Throw:
    """How a throw comes out. `choices` are the plays that may be forced, empty when the throw stands."""

    parts: list[Part]
    beaten: list[dict[str, list[Cards]]]
    choices: list[Cards]
    fine: int
    fined_cards: int | None

    @property
    def succeeds(self) -> bool:
        """Whether no component is beaten."""
        return not any(self.beaten)


def judge_throw(table: Table, cards: Sequence[str], hands: Hands) -> Throw:
    """Judges a lead against the three other hands. A lead of one formation stands, whatever they hold (settled 4)."""
    group = table.group_of(cards)
    assert group is not None
    parts = describe(table, cards)
    if len(parts) == 1:
        return Throw(parts, [{}], [], 0, None)
    blockers = [beaten(table, part, group, hands) for part in parts]
    losers = [part for part, by in zip(parts, blockers, strict=True) if by]
    if not losers:
        return Throw(parts, blockers, [], 0, None)
    plays = table.document["throws"]["on_failure"]["plays"]
    forced = _forced(plays, parts, losers)
    fine, counted = _fine(table, group, cards, parts, losers, forced, hands)
    return Throw(parts, blockers, forced, fine, counted)


def low_to_high(parts: Sequence[Part]) -> list[Part]:
    """Singles before pairs before shorter before longer tractors, then the lower top."""
    return sorted(parts, key=lambda part: (_KIND_ORDER[part.kind], part.pairs, part.top))


def _forced(plays: str, parts: list[Part], losers: list[Part]) -> list[Cards]:
    """What may be led in place of a throw that failed."""
    if plays == "lowest_beaten":
        return [low_to_high(losers)[0].cards]
    if plays == "largest_beaten":
        return [low_to_high(losers)[-1].cards]
    if plays == "lowest":
        return [low_to_high(parts)[0].cards]
    if plays == "next_player_names_card":
        return [(card,) for card in sorted({card for part in parts for card in part.cards})]
    assert plays == "next_player_names_component", plays
    # Guizhou 八(五) 出大、出小或出对: the highest single, the lowest single, each pair, each tractor.
    singles = low_to_high([part for part in parts if part.kind == "single"])
    named = [singles[-1].cards, singles[0].cards] if singles else []
    named += [part.cards for part in parts if part.kind != "single"]
    return list(dict.fromkeys(named))


def _fine(
    table: Table, group: str, cards: Sequence[str], parts: list[Part], losers: list[Part], forced: list[Cards], hands: Hands
) -> tuple[int, int | None]:
    """The points of the fine, and the number of cards that it counts (None where it counts none)."""
    fine = table.document["throws"]["on_failure"]["fine"]
    counted: int | None = None
    if fine["per"] == "thrown_card":
        counted = len(cards)
    elif fine["per"] == "beaten_card":
        counted = sum(len(part.cards) for part in losers)
    elif fine["per"] == "forced_card":
        counted = len(forced[0])
    elif fine["per"] == "blocked_card":
        counted = most_blocked(table, group, parts, hands)
    else:
        assert fine["per"] == "throw", fine
    points = fine["points"] * (1 if counted is None else counted)
    cap = fine.get("cap")
    return (points if cap is None else min(points, cap)), counted


def groupings(table: Table, group: str, held: Counter[str]) -> list[list[Part]]:
    """Every way to part cards of one group into singles, pairs and tractors."""
    card = next((card for card, copies in held.items() if copies), None)
    if card is None:
        return [[]]
    rung = table.layout.rung(card)
    uses = [Part("single", (card,), rung)]
    if held[card] >= 2:
        uses.append(Part("pair", (card, card), rung))
        for pairs in range(table.least, len(held) + 1):
            uses += [part for part in tractors(table, group, held, pairs) if card in part.cards]
    return [[use, *rest] for use in uses for rest in groupings(table, group, held - Counter(use.cards))]


def _blocks(blocker: Part, part: Part) -> bool:
    """Whether an opposing component blocks a thrown one: lower and of its own kind, of tractors those of at most its length."""
    return blocker.kind == part.kind and blocker.top > part.top and blocker.pairs >= part.pairs


def most_blocked(table: Table, group: str, parts: list[Part], hands: Hands) -> int:
    """Jiangsu 4.3.4: the thrown cards blocked under the groupings of the three hands that block most; each counted once."""
    together: set[frozenset[int]] = {frozenset()}
    for cards in hands.values():
        reach = set()
        for grouping in groupings(table, group, Counter(table.in_group(cards, group))):
            reach.add(frozenset(n for n, part in enumerate(parts) if any(_blocks(blocker, part) for blocker in grouping)))
        together = {before | after for before in together for after in reach}
    return max(sum(len(parts[n].cards) for n in blocked) for blocked in together)

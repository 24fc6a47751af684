"""Following (跟牌), semantics 6: a play is legal when no choice of as many cards out of the suit answers the shape better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from tests.oracle.shapes import (
    TRUMP,
    Cards,
    Table,
    choices,
    decompose,
    describe,
    is_five_ten_king,
    jokers_in,
    longest_tractor,
    pair_cards,
    plain_shape,
    tractors,
)

Answer = tuple[int, ...]


@dataclass
class Duties:
    """What a lead asks of a follower who holds these cards of its group."""

    table: Table
    lead: Cards
    held: Cards
    group: str = field(init=False)
    lengths: list[int] = field(init=False)
    pairs: int = field(init=False)
    inside: frozenset[str] = field(init=False)
    known: dict[tuple[Cards, bool], Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        group = self.table.group_of(self.lead)
        assert group is not None
        self.group = group
        self.lengths, self.pairs, _ = plain_shape(describe(self.table, self.lead))
        # Reading: "the hand's maximal tractors" are those of the hand's own components (section 3): a pair beside them can be
        # given without breaking one.
        parts = decompose(self.table, group, self.held)
        self.inside = frozenset(card for part in parts if part.kind == "tractor" for card in part.cards)

    def answer(self, cards: Sequence[str], *, owed: bool) -> Answer:
        """The tuple by which a choice of cards answers the led shape; `owed` counts only the pairs that the ruleset asks for."""
        follow = self.table.document["follow"]
        if not follow["pairs"]:
            return ()
        pairs = tuple(sorted(card for card, copies in Counter(cards).items() if copies >= 2))
        key = (pairs, owed)
        if key not in self.known:
            lengths, loose = self.lengths, self.pairs
            if not follow["tractors"]:
                lengths, loose = [], loose + sum(lengths)
            self.known[key] = self._answer(Counter(pairs + pairs), lengths, loose, owed)
        return self.known[key]

    def _answer(self, left: Counter[str], lengths: list[int], loose: int, owed: bool) -> Answer:
        """`left` are the cards not used yet, `lengths` the tractors still to be answered, `loose` the pairs owed at the end."""
        follow = self.table.document["follow"]
        if not lengths:
            given = pair_cards(left)
            if owed and not follow["break_tractor_for_pair"]:
                given = [card for card in given if card not in self.inside]
            return (min(loose, len(given)),)
        length, *rest = lengths
        if length < self.table.least:
            return self._answer(left, rest, loose + length, owed)
        longest = longest_tractor(self.table, self.group, left)
        piece = min(length, longest)
        if piece < self.table.least or (piece < length and not follow["partial_tractor"]):
            return (0, *self._answer(left, rest, loose + length, owed))
        answers = []
        for part in tractors(self.table, self.group, left, piece):
            remaining = left - Counter(part.cards)
            answers.append((piece, *self._answer(remaining, [length - piece, *rest], loose, owed)))
        return max(answers)

    def greatest(self) -> Answer:
        """The greatest answer of any choice out of the cards held in the group."""
        return max(self.answer(choice, owed=True) for choice in choices(self.held, len(self.lead)))


def faults(table: Table, lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], duties: Duties | None = None) -> set[str]:
    """The codes of what is wrong with a follower's play; empty when it is legal.

    Among `tractor_owed` and `pair_owed` the one is given that names the first duty missed.
    """
    wrong: set[str] = set()
    if Counter(cards) - Counter(hand):
        wrong.add("not_in_hand")
    if len(cards) != len(lead):
        wrong.add("wrong_card_count")
    group = table.group_of(lead)
    assert group is not None
    held = table.in_group(hand, group)
    played = table.in_group(cards, group)
    if len(played) < min(len(held), len(lead)):
        wrong.add("suit_owed")
    if wrong or len(held) <= len(lead):
        return wrong
    if is_five_ten_king(table, lead):
        return _five_ten_king_faults(table, group, held, cards)
    duties = duties or Duties(table, tuple(lead), held)
    best, got = duties.greatest(), duties.answer(cards, owed=False)
    if best > got:
        wrong.add("tractor_owed" if best[:-1] > got[:-1] else "pair_owed")
    return wrong


def _five_ten_king_faults(table: Table, group: str, held: Cards, cards: Sequence[str]) -> set[str]:
    """Nantong 五.6: on a led trump five-ten-king jokers are owed, and without jokers a trump five-ten-king."""
    if group != TRUMP or not table.document["five_ten_king"]["forces_jokers"]:
        return set()
    jokers = min(3, jokers_in(held))
    if jokers:
        return {"jokers_owed"} if jokers_in(cards) < jokers else set()
    able = any(is_five_ten_king(table, choice) for choice in choices(held, 3))
    return {"five_ten_king_owed"} if able and not is_five_ten_king(table, cards) else set()


def legal_follows(table: Table, lead: Sequence[str], hand: Sequence[str]) -> list[Cards]:
    """Every multiset of cards out of the hand that may be played on the lead."""
    group = table.group_of(lead)
    assert group is not None
    duties = None if is_five_ten_king(table, lead) else Duties(table, tuple(lead), table.in_group(hand, group))
    return [choice for choice in choices(hand, len(lead)) if not faults(table, lead, hand, choice, duties)]


def in_all(plays: Sequence[Sequence[str]]) -> Counter[str]:
    """The cards that every one of the plays contains."""
    if not plays:
        return Counter()
    return reduce(lambda common, play: common & Counter(play), plays[1:], Counter(plays[0]))


def lead_faults(table: Table, hand: Sequence[str], cards: Sequence[str], hands: Mapping[str, Sequence[str]] | None = None) -> set[str]:
    """The codes of what is wrong with a lead (semantics 4); a throw is tested where the other hands are known."""
    from tests.oracle.throwing import beaten

    wrong: set[str] = set()
    if Counter(cards) - Counter(hand):
        wrong.add("not_in_hand")
    group = table.group_of(cards)
    if group is None:
        return wrong | {"mixed_groups"}
    parts = describe(table, cards)
    if len(parts) > 1:
        throws = table.document["throws"]
        if not throws["allowed"] or (group == TRUMP and not throws["in_trump"]):
            wrong.add("throw_not_allowed")
        elif hands is not None and any(beaten(table, part, group, hands) for part in parts):
            wrong.add("throw_beaten")
    return wrong


def legal_leads(table: Table, hand: Sequence[str], hands: Mapping[str, Sequence[str]] | None = None) -> list[Cards]:
    """Every lead of one formation, and with the other hands known every throw that stands."""
    found: list[Cards] = []
    for size in range(1, len(hand) + 1):
        for choice in choices(hand, size):
            if table.group_of(choice) is None:
                continue
            if hands is None and len(describe(table, choice)) > 1:
                continue
            if not lead_faults(table, hand, choice, hands):
                found.append(choice)
    return found

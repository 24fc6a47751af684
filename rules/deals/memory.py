"""What is known of the hands in a recorded deal (记牌): the cards themselves where they were written down, else what shows later.

A hand that was not written down is known by what its seat is seen to play later, and by what it has shown in a bid or must have
taken from the kitty. Whatever such a part of a hand breaks, the whole hand breaks too, so every violation found is a real one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.cards import KINDS
from rules.deals.record import RecordedTrick
from rules.deals.ruled import MORE_CARDS_THAN_LEFT, RuledOn
from rules.options import Options
from rules.plays import NOT_IN_HAND
from rules.rulings import Violation
from rules.seats import SEATS
from rules.table import TrumpTable
from rules.trump import Trump


@dataclass(slots=True)
class Holding:
    """What a seat holds before the first lead: these cards at least, and when `whole` no others."""

    cards: Counter[int]
    whole: bool


@dataclass(slots=True)
class Hand:
    """What a seat holds during the play, as bits of the trump table."""

    known: int
    """These cards at least; when `whole` no others."""
    most: int
    """No cards but these."""
    whole: bool
    before: int
    """What was known before the first lead without looking at later plays."""
    is_deduced: bool
    """What is known rests on later plays too."""


@dataclass(slots=True)
class Game:
    """A deal while its play is being replayed."""

    options: Options
    trump: Trump
    table: TrumpTable
    declarer: str
    tricks: Sequence[RecordedTrick]
    possible: Sequence[RecordedTrick]
    """Those of the tricks that the hands can have played."""
    hands: dict[str, Hand]
    left: int
    """How many cards each seat still holds."""
    ruled: RuledOn = field(default_factory=RuledOn)
    withheld: dict[str, frozenset[str]] = field(default_factory=lambda: dict.fromkeys(SEATS, frozenset()))
    """By seat the side suits of which it has given up the five-ten-king (Nantong 五.6)."""

    def cautious(self) -> Options:
        """The options by which a part of a hand is judged.

        Where tractors need not be broken for pairs, a further card may join a pair into a tractor and so lift a duty: of a part of
        a hand only the suit is then owed.
        """
        follow = self.options.follow
        return self.options if follow.break_tractor_for_pair else replace(self.options, follow=replace(follow, pairs=False))


@dataclass(slots=True)
class Dealt:
    """The cards before the first lead: what each seat holds, and the kitty as it lies, None where it is not known."""

    holdings: dict[str, Holding]
    kitty: Counter[int] | None
    decks: int

    def most(self, seat: str) -> Counter[int]:
        """The cards that a seat can hold: all but those known to be elsewhere."""
        own = self.holdings[seat]
        if own.whole:
            return own.cards
        cards = Counter(dict.fromkeys(range(KINDS), self.decks))
        for other, holding in self.holdings.items():
            if other != seat:
                cards -= holding.cards
        return cards - (self.kitty or Counter())

    def take_kitty(self, seat: str) -> None:
        """A seat takes the kitty into its hand."""
        holding = self.holdings[seat]
        if self.kitty is None:
            holding.whole = False
        else:
            holding.cards = holding.cards + self.kitty
        self.kitty = None

    def lay_down(self, seat: str, cards: Sequence[int]) -> tuple[int, ...]:
        """A seat that has taken the kitty lays down as many cards; those that it cannot hold are given back, and nothing is done."""
        laid = Counter(cards)
        missing = tuple((laid - self.most(seat)).elements())
        if not missing:
            holding = self.holdings[seat]
            holding.cards = holding.cards - laid
            self.kitty = laid
        return missing

    def lose_kitty(self, seat: str) -> None:
        """A seat takes the kitty and lays down cards that nobody wrote down: any card of its hand may be gone."""
        self.holdings[seat] = Holding(Counter(), False)
        self.kitty = None


def possible_tricks(tricks: Sequence[RecordedTrick], size: int) -> Sequence[RecordedTrick]:
    """The tricks before the first in which more cards are led or thrown than are left of hands of so many: what lies there was not held.

    After one whose plays differ in length there are none either: whose cards were taken back, and are played again, is not known.
    """
    for index, trick in enumerate(tricks):
        led = len(trick.plays[0].cards)
        if max(led, len(trick.attempt)) > size:
            return tricks[:index]
        if any(len(play.cards) != led for play in trick.plays):
            return tricks[: index + 1]
        size -= led
    return tricks


def hands_at_lead(table: TrumpTable, dealt: Dealt, tricks: Sequence[RecordedTrick], size: int) -> dict[str, Hand]:
    """The four hands before the first lead, of `size` cards each, in the light of `tricks`, which they can have played."""
    hands = {}
    for seat in SEATS:
        holding = dealt.holdings[seat]
        before = table.bits(real_copies(holding.cards, dealt.decks).elements())
        if holding.whole:
            hands[seat] = Hand(before, before, True, before, False)
            continue
        cards = real_copies(holding.cards | _seen(tricks, seat, size), dealt.decks)
        known = table.bits(cards.elements())
        is_whole = cards.total() == size
        most = known if is_whole else table.bits(dealt.most(seat).elements())
        hands[seat] = Hand(known, most, is_whole, before, known != before)
    return hands


def _seen(tricks: Sequence[RecordedTrick], seat: str, size: int) -> Counter[int]:
    """What a seat is seen to have held before the first lead: its plays and, unless these are its whole hand, the throws that it tried."""
    played: Counter[int] = Counter()
    held: Counter[int] = Counter()
    for trick in tricks:
        if trick.attempt and trick.plays[0].seat == seat:
            held |= played + Counter(trick.attempt)
        for play in trick.plays:
            if play.seat == seat:
                played.update(play.cards)
    return played if played.total() == size else held | played


def real_copies(cards: Counter[int], decks: int) -> Counter[int]:
    """No more copies than there are; a record that contradicts itself may have shown more."""
    return Counter({kind: min(count, decks) for kind, count in cards.items()})


def not_held_by(game: Game, seat: str, cards: tuple[int, ...]) -> list[Violation]:
    """What is wrong with cards that a seat cannot hold: these, or so many; of a hand that is wholly known the cards say it."""
    most = game.hands[seat].most
    if contains(game.table, most, game.table.bits(cards), len(cards)):
        counts = {"given": len(cards), "left": game.left}
        return [Violation(MORE_CARDS_THAN_LEFT, params=counts)] if len(cards) > game.left else []
    missing = tuple((Counter(cards) - Counter(game.table.cards(most))).elements())
    return [Violation(NOT_IN_HAND, params={"cards": missing}, cards=missing)]


def contains(table: TrumpTable, held: int, part: int, count: int) -> bool:
    """Whether cards given as bits contain others, which are the bits of `count` cards."""
    low = table.low
    if part & (part >> 1) & low or table.count(part) != count:
        return False  # three copies of a card, or so many that they spill into the next slot
    return not (part & table.high & ~held) and not (part & low & ~(held | (held >> 1)))

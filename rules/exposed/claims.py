"""Exposed cards (暴露张, 罚张): what they ask of their holder's next play (Jiangsu 4.3.5, Gongxiao 19; semantics 6.5).

Among the plays that are legal by themselves those are left which hold the most exposed cards that are *wanted* and, of these, the
fewest that are *barred*; so neither an order nor a duty ever asks for a play that breaks the duties of suit and shape.

- Where `exposed.play_at_first_legal_chance` holds, a follower's exposed cards are wanted (跟出: of a lead it does not speak).
- `exposed.opponents_order: next_player`: on the holder's own lead a card is wanted or barred as the next player has said.
- `first_trick_of_suit`: so it is in the first trick of its suit, led by whomever, as the opponents have said. An order that
  comes at another time has no force.
- `exposed.may_not_lead_suit`: until that first trick the holder does not lead the suit, unless he holds no other.
- `exposed.counts_as: lowest`: a play that holds an exposed card overtakes nothing.

A suit is a group here: that of an exposed trump is trump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.cards import TOKENS
from rules.options import Options
from rules.rulings import Fault, Owed, Ruling, Violation
from rules.table import TrumpTable
from rules.trump import GROUPS

PLAY = "play"
WITHHOLD = "withhold"
ORDERS = (PLAY, WITHHOLD)
EXPOSED_CARD_OWED = "exposed_card_owed"
SUIT_BARRED = "suit_barred"
FIRST_CHANCE_OPTION = "exposed.play_at_first_legal_chance"
SUIT_OPTION = "exposed.may_not_lead_suit"
ORDER_OPTION = "exposed.opponents_order"
RANK_OPTION = "exposed.counts_as"

WANTED = 64
"""What a wanted card counts; a barred one counts -1, of which no hand holds as many."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """One exposed card of a hand.

    `order` is what the opponents have said, `play` or `withhold`, None: nothing. `first_time`: since the card was exposed no trick
    before this one was led in its suit.
    """

    card: int
    order: str | None = None
    first_time: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Which copies of the cards of a hand are wanted in a play and which are barred from it, counted by kind.

    Copies are alike: of a pair with one exposed card a play of one card holds the exposed one where it is wanted, the other where
    it is barred.
    """

    held: Mapping[int, int]
    wanted: Mapping[int, int]
    barred: Mapping[int, int]
    wanted_by: str
    """The option that wants them."""
    values: Mapping[int, tuple[int, int]]
    """What one copy and both copies count, by the kinds of which a copy is wanted or barred."""

    def wanted_in(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The wanted copies among the cards of a play."""
        counts = Counter(cards)
        return tuple(kind for kind, wanted in self.wanted.items() for _ in range(min(wanted, counts[kind])))

    def barred_in(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The barred copies among the cards of a play."""
        counts = Counter(cards)
        found = ((kind, min(barred, counts[kind] - self.held[kind] + barred)) for kind, barred in self.barred.items())
        return tuple(kind for kind, taken in found for _ in range(taken))

    def value_of(self, kind: int, copies: int) -> int:
        """How well one or two copies of a card meet the claim."""
        known = self.values.get(kind)
        return known[copies - 1] if known is not None else 0

    def value(self, cards: Iterable[int]) -> int:
        """How well a play meets the claim: the greater the better."""
        return sum(self.value_of(kind, copies) for kind, copies in Counter(cards).items())

    def narrowed(self, cards: Sequence[int], count: int) -> tuple[list[int], list[int], int]:
        """A choice of `count` out of these cards, narrowed to the best: the cards surely taken, and so many taken out of others."""
        wanted = list(self.wanted_in(cards))
        if count <= len(wanted):
            return [], wanted, count
        barred = list(self.barred_in(cards))
        plain = list((Counter(cards) - Counter(wanted) - Counter(barred)).elements())
        if count <= len(wanted) + len(plain):
            return wanted, plain, count - len(wanted)
        return wanted + plain, barred, count - len(wanted) - len(plain)


def wanted_of(value: int) -> int:
    """The wanted cards of a play of a value.

    >>> wanted_of(2 * WANTED - 3), barred_of(2 * WANTED - 3), wanted_of(-1), barred_of(-1)
    (2, 3, 0, 1)
    """
    return -(-value // WANTED)


def barred_of(value: int) -> int:
    """The barred cards of a play of a value."""
    return wanted_of(value) * WANTED - value


@dataclass(frozen=True, slots=True)
class LeadClaims:
    """What exposed cards ask of a lead: the groups that may not be led, and the claims on leads of the others."""

    closed: frozenset[int]
    barred_suits: Mapping[int, tuple[int, ...]]
    """The groups that are closed, or would be if the holder had another, each with the exposed cards that bar it."""
    claims: Mapping[int, Claim]
    """By group."""
    together: bool
    """One claim on the lead, whatever its group, rather than one for each group."""


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """A play judged under the claims of exposed cards; `must_include` are the cards of every legal play."""

    violations: tuple[Violation, ...]
    rulings: tuple[Ruling, ...]
    must_include: tuple[int, ...]


def exposed_faults(options: Options | None, hand: Sequence[int], exposed: Sequence[Exposed], pointer: str = "/exposed") -> list[Fault]:
    """What is wrong with a list of exposed cards: cards that the hand does not hold, orders where the ruleset knows none.

    Without options nothing is told of orders.
    """
    left = Counter(hand)
    faults = []
    for index, entry in enumerate(exposed):
        left[entry.card] -= 1
        if left[entry.card] < 0:
            faults.append(Fault(f"{pointer}/{index}/card", "exposed_not_in_hand", TOKENS[entry.card]))
        if entry.order is not None and options is not None and options.exposed.opponents_order == "none":
            faults.append(Fault(f"{pointer}/{index}/order", "not_in_this_ruleset", entry.order, {"option": ORDER_OPTION}))
    return faults


def claim_on(hand: Sequence[int], wanted: Iterable[int], barred: Iterable[int], wanted_by: str) -> Claim | None:
    """The claim that these cards of a hand are wanted and those are barred; None where there are neither."""
    held, asked, kept = Counter(hand), Counter(wanted), Counter(barred)
    if not asked and not kept:
        return None
    values = {
        kind: (
            WANTED * min(1, asked[kind]) - max(0, 1 - held[kind] + kept[kind]),
            WANTED * asked[kind] - kept[kind],
        )
        for kind in asked | kept
    }
    return Claim(held, asked, kept, wanted_by, values)


def _ordered(entries: Iterable[Exposed], order: str) -> list[int]:
    return [entry.card for entry in entries if entry.order == order]


def follow_claim(options: Options, table: TrumpTable, hand: Sequence[int], exposed: Sequence[Exposed], group: int) -> Claim | None:
    """What exposed cards ask of a follow to a lead of a group; None: nothing."""
    known = options.exposed
    ordered = []
    if known.opponents_order == "first_trick_of_suit":
        ordered = [entry for entry in exposed if entry.order and entry.first_time and table.group[entry.card] == group]
    wanted = _ordered(ordered, PLAY)
    wanted_by = ORDER_OPTION if wanted else FIRST_CHANCE_OPTION
    if known.play_at_first_legal_chance:
        barred = Counter(_ordered(ordered, WITHHOLD))
        wanted = list((Counter(entry.card for entry in exposed) - barred).elements())
    return claim_on(hand, wanted, _ordered(ordered, WITHHOLD), wanted_by)


def lead_claims(options: Options, table: TrumpTable, hand: Sequence[int], exposed: Sequence[Exposed]) -> LeadClaims | None:
    """What exposed cards ask of a lead; None: nothing."""
    known = options.exposed
    held = {table.group[kind] for kind in hand}
    fresh = [entry for entry in exposed if entry.first_time]
    suits: dict[int, tuple[int, ...]] = {}
    for entry in fresh if known.may_not_lead_suit else ():
        group = table.group[entry.card]
        suits[group] = (*suits.get(group, ()), entry.card)
    claims: dict[int, Claim] = {}
    for group in held:
        ordered = [entry for entry in fresh if table.group[entry.card] == group]
        if known.opponents_order == "next_player":
            ordered = list(exposed)
        claim = claim_on(hand, _ordered(ordered, PLAY), _ordered(ordered, WITHHOLD), ORDER_OPTION)
        if claim is not None:
            claims[group] = claim
    if not suits and not claims:
        return None
    closed = frozenset[int]() if held <= suits.keys() else frozenset(suits)
    return LeadClaims(closed, suits, claims, known.opponents_order == "next_player")


def exposed_in(
    options: Options, table: TrumpTable, hand: Sequence[int], exposed: Sequence[Exposed], cards: Sequence[int], led: int | None
) -> tuple[int, ...]:
    """The exposed cards in a play of held cards onto a lead of group `led` (None: a lead).

    Of two copies of which one is exposed the other one is played, unless the exposed one is wanted.
    """
    if led is not None:
        claim = follow_claim(options, table, hand, exposed, led)
    else:
        rule = lead_claims(options, table, hand, exposed)
        claim = rule.claims.get(table.group[cards[0]]) if rule is not None else None
    held, counts = Counter(hand), Counter(cards)
    shown = Counter(entry.card for entry in exposed)
    surely = Counter({kind: counts[kind] - held[kind] + copies for kind, copies in shown.items()})
    wanted = Counter(claim.wanted_in(cards)) if claim is not None else Counter[int]()
    return tuple((surely | wanted).elements())


def owed_violation(table: TrumpTable, claim: Claim, number: int, cards: Sequence[int]) -> Violation:
    """Fewer exposed cards than must be played; `cards` are those that could be."""
    ordered = tuple(sorted(cards, key=table.display.__getitem__))
    groups = {GROUPS[table.group[kind]] for kind in ordered}
    owed = Owed(groups.pop() if len(groups) == 1 else None, number)
    return Violation(EXPOSED_CARD_OWED, claim.wanted_by, {"number": number, "cards": ordered}, owed, ordered)


def held_back_violation(table: TrumpTable, cards: Sequence[int]) -> Violation:
    """Exposed cards of a play that the opponents hold back."""
    ordered = tuple(sorted(cards, key=table.display.__getitem__))
    return Violation(SUIT_BARRED, ORDER_OPTION, {"case": "card", "cards": ordered}, cards=ordered)


def suit_violation(table: TrumpTable, cards: Sequence[int], exposed: Sequence[int]) -> Violation:
    """A lead of a suit that exposed cards bar."""
    ordered = tuple(sorted(cards, key=table.display.__getitem__))
    params = {"case": "suit", "group": GROUPS[table.group[cards[0]]], "exposed_cards": tuple(exposed)}
    return Violation(SUIT_BARRED, SUIT_OPTION, params, cards=ordered)


def free_rulings(options: Options, table: TrumpTable, exposed: Sequence[Exposed], group: int) -> list[Ruling]:
    """That exposed cards of a group bind no more, since their suit has been led."""
    ordered = options.exposed.opponents_order == "first_trick_of_suit"
    if not ordered and not options.exposed.may_not_lead_suit:
        return []
    cards = tuple(entry.card for entry in exposed if not entry.first_time and table.group[entry.card] == group)
    return [Ruling("exposed_card_free", ORDER_OPTION if ordered else SUIT_OPTION, {"cards": cards})] if cards else []


def claim_rulings(claim: Claim, cards: Sequence[int]) -> list[Ruling]:
    """Why a play that meets a claim as well as a legal play can is legal under it."""
    rulings = []
    if claim.wanted:
        played = claim.wanted_in(cards)
        waiting = tuple(Counter(claim.wanted).elements())
        code = "exposed_card_played" if played else "exposed_card_waits"
        rulings.append(Ruling(code, claim.wanted_by, {"cards": played or waiting}))
    if claim.barred:
        given = claim.barred_in(cards)
        kept = tuple((Counter(claim.barred) - Counter(given)).elements())
        if kept:
            rulings.append(Ruling("exposed_card_held_back", ORDER_OPTION, {"cards": kept}))
        if given:
            rulings.append(Ruling("order_gives_way", ORDER_OPTION, {"cards": given}))
    return rulings

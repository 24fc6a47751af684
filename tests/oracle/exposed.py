"""Exposed cards (暴露张), semantics 6.5: of all legal plays those are left that do most of what the exposed cards ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.oracle.following import legal_follows, legal_leads
from tests.oracle.shapes import Cards, Table, describe


@dataclass(frozen=True)
class Shown:
    """One exposed card, what was said about it, and whether its suit has not been led since."""

    card: str
    order: str | None = None
    first_time: bool = True


@dataclass(frozen=True)
class Wish:
    """Exposed cards that must be played where they can be, and exposed cards that must stay where they can."""

    played: Counter[str]
    kept: Counter[str]

    def counts(self, hand: Sequence[str], play: Sequence[str]) -> tuple[int, int]:
        """How many of the one are in a play, and how many of the other.

        A player who holds two copies, one of them exposed, plays the one that he had better play.
        """
        left = Counter(hand)
        left.subtract(play)
        played = sum(min(copies, Counter(play)[card]) for card, copies in self.played.items())
        parted = sum(max(0, copies - left[card]) for card, copies in self.kept.items())
        return played, parted

    def fulfilled(self, hand: Sequence[str], plays: Sequence[Cards]) -> list[Cards]:
        """The plays in which most of the one are, and of these those in which fewest of the other are."""
        most = max(self.counts(hand, play)[0] for play in plays)
        plays = [play for play in plays if self.counts(hand, play)[0] == most]
        least = min(self.counts(hand, play)[1] for play in plays)
        return [play for play in plays if self.counts(hand, play)[1] == least]


def _ordered(shown: Sequence[Shown]) -> Wish:
    return Wish(Counter(s.card for s in shown if s.order == "play"), Counter(s.card for s in shown if s.order == "withhold"))


def _heard(table: Table, lead: Cards, shown: Sequence[Shown]) -> list[Shown]:
    """The exposed cards of which the opponents may speak in this trick."""
    if table.document["exposed"]["opponents_order"] != "first_trick_of_suit":
        return []
    return [one for one in shown if one.first_time and table.group_of([one.card]) == table.group_of(lead)]


def _wish_for_follow(table: Table, lead: Cards, shown: Sequence[Shown]) -> Wish:
    heard = _heard(table, lead, shown)
    wish = _ordered(heard)
    if table.document["exposed"]["play_at_first_legal_chance"]:
        # Reading: where the opponents hold a card back in the first trick of its suit, it need not be played in that trick.
        wish = Wish(Counter(one.card for one in shown if one not in heard or one.order != "withhold"), wish.kept)
    return wish


def follow_counts_as_lowest(table: Table, lead: Cards, hand: Cards, shown: Sequence[Shown], play: Cards) -> bool:
    """Reading: a follow is the lowest when an exposed card is in it; of two copies the exposed one only where it is asked for."""
    if table.document["exposed"]["counts_as"] != "lowest":
        return False
    asked = _wish_for_follow(table, lead, shown).played
    hidden = Counter(hand)
    hidden.subtract(one.card for one in shown)
    return any(asked[card] or copies > hidden[card] for card, copies in Counter(play).items())


def legal_follows_with(table: Table, lead: Cards, hand: Cards, shown: Sequence[Shown]) -> list[Cards]:
    """Every follow that may be played by the holder of exposed cards."""
    return _wish_for_follow(table, lead, shown).fulfilled(hand, legal_follows(table, lead, hand))


def legal_leads_with(table: Table, hand: Cards, shown: Sequence[Shown], hands: Mapping[str, Sequence[str]] | None = None) -> list[Cards]:
    """Every lead of one formation, and with the other hands known every throw that stands, for the holder of exposed cards."""
    rules = table.document["exposed"]
    plays = legal_leads(table, hand)
    if rules["may_not_lead_suit"]:
        # Reading: "no other suit" is no suit but those of exposed cards.
        suits = {table.group_of([one.card]) for one in shown if one.first_time}
        plays = [play for play in plays if table.group_of(play) not in suits] or plays
    open_groups = {table.group_of(play) for play in plays}
    if rules["opponents_order"] == "next_player":
        plays = _ordered(shown).fulfilled(hand, plays)
    if rules["opponents_order"] == "first_trick_of_suit":
        by_group = [[play for play in plays if table.group_of(play) == group] for group in open_groups]
        plays = [play for some in by_group for play in _wish_in(table, some, shown).fulfilled(hand, some)]
    if hands is None:
        return plays
    throws = [lead for lead in legal_leads(table, hand, hands) if len(describe(table, lead)) > 1]
    throws = [lead for lead in throws if table.group_of(lead) in open_groups]
    return plays + [lead for lead in throws if _obeys(table, lead, plays, hand, shown)]


def _wish_in(table: Table, plays: Sequence[Cards], shown: Sequence[Shown]) -> Wish:
    """What the opponents have said of the suit that these plays lead, when it is led for the first time."""
    return _ordered([one for one in shown if one.first_time and table.group_of([one.card]) == table.group_of(plays[0])])


def _obeys(table: Table, throw: Cards, plays: Sequence[Cards], hand: Cards, shown: Sequence[Shown]) -> bool:
    """Reading: a throw does what is asked when a lead that does is among its cards, and no more cards go that should stay."""
    within = [play for play in plays if table.group_of(play) == table.group_of(throw) and not Counter(play) - Counter(throw)]
    order = table.document["exposed"]["opponents_order"]
    if order == "none":
        return True
    wish = _ordered(shown) if order == "next_player" else _wish_in(table, [throw], shown)
    return any(wish.counts(hand, throw)[1] <= wish.counts(hand, play)[1] for play in within)

"""What must not matter: the order of cards, the names of suits, the seats turned round, cards of other groups in a hand."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import plays, throws, tricks
from rules.choices import list_plays
from rules.plays import PlayVerdict
from rules.rulings import Ruling
from rules.throws import ThrowVerdict
from rules.tricks import TrickVerdict
from tests.oracle.levels import PLAY_ORDER
from tests.oracle.order import SUITS
from tests.oracle.shapes import Cards, Table, table_of
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import Dice, positions
from tests.property.positions import Following, OnTable, Thrown, following, on_table, others, thrown, two_decks

Names = Mapping[str, str]
renamings = st.permutations(SUITS).map(lambda names: dict(zip(SUITS, names, strict=True)))
shuffles = st.randoms(use_true_random=False)


def rename(cards: Iterable[str], names: Names) -> Cards:
    """The cards with their suits called by other names."""
    return tuple(names.get(card[0], card[0]) + card[1] for card in cards)


def renamed_table(table: Table, names: Names) -> Table:
    """The same ruleset and trump under other names of the suits."""
    document: dict[str, Any] = copy.deepcopy(dict(table.document))
    permanent = document["trump"]["permanent"]
    document["trump"]["permanent"] = [rename([entry], names)[0] if len(entry) == 2 else entry for entry in permanent]
    suit = table.trump["suit"]
    return table_of(document, {**table.trump, "suit": names.get(suit, suit)})


def shuffled(cards: Iterable[str], chance: Any) -> Cards:
    """The cards in another order."""
    listed = list(cards)
    chance.shuffle(listed)
    return tuple(listed)


def check(table: Table, lead: Cards, hand: Cards, cards: Cards) -> PlayVerdict:
    """The engine's verdict on a follow."""
    trick = (tricks.Play("N", ints(lead)),)
    return plays.check_play(options_of(table.document), trump_of(table.trump), ints(hand), trick, ints(cards))


def follow_facts(verdict: PlayVerdict) -> tuple[Any, ...]:
    """What a follow's verdict says, but for the names of the cards."""
    return verdict.legal, verdict.role, [(violation.code, violation.option) for violation in verdict.violations], len(verdict.must_include)


def throw(position: Thrown, declarer: str) -> ThrowVerdict:
    """The engine's verdict on a throw."""
    hands = {seat: ints(cards) for seat, cards in position.hands.items()}
    options, trump = options_of(position.table.document), trump_of(position.table.trump)
    return throws.resolve_throw(options, trump, position.seat, ints(position.cards), hands, declarer)


def throw_facts(verdict: ThrowVerdict) -> tuple[Any, ...]:
    """What a throw's verdict says, but for the names of the cards and of the seats."""
    forced = verdict.forced and (verdict.forced.by, sorted(len(choice) for choice in verdict.forced.choices))
    parts = [(part.kind, len(part.cards), len(part.beaten_by)) for part in verdict.components]
    return verdict.succeeds, parts, verdict.fine, forced, verdict.attackers_points_delta


def trick(position: OnTable) -> TrickVerdict:
    """The engine's verdict on a trick."""
    played = tuple(tricks.Play(play.seat, ints(play.cards), play.lowest) for play in position.plays)
    return tricks.resolve_trick(options_of(position.table.document), trump_of(position.table.trump), played)


def trick_facts(verdict: TrickVerdict) -> tuple[Any, ...]:
    """What a trick's verdict says, but for the names of the cards and of the seats."""
    judged = [(play.role, play.overtakes, play.points, [part.kind for part in play.formation.components]) for play in verdict.plays]
    return judged, verdict.complete, verdict.points, sorted(warning.code for warning in verdict.warnings)


def told(rulings: Sequence[Ruling]) -> list[Any]:
    """Rulings as far as they do not echo the order in which the caller listed the cards."""
    facts = []
    for ruling in rulings:
        params = {name: bag(value) if isinstance(value, tuple) else value for name, value in ruling.params.items()}
        facts.append((ruling.code, ruling.option, params))
    return facts


@given(positions(following), shuffles)
def test_a_follow_is_judged_alike_in_any_order_of_cards(position: Following, chance: Any) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    cards = hand[: len(lead)]
    before = check(table, lead, hand, cards)
    after = check(table, shuffled(lead, chance), shuffled(hand, chance), shuffled(cards, chance))
    assert after._replace(rulings=()) == before._replace(rulings=())
    assert told(after.rulings) == told(before.rulings)


@given(positions(thrown), shuffles)
def test_a_throw_is_judged_alike_in_any_order_of_cards(position: Thrown, chance: Any) -> None:
    hands = {seat: shuffled(position.hands[seat], chance) for seat in shuffled(position.hands, chance)}
    after = Thrown(position.table, position.seat, shuffled(position.cards, chance), hands)
    assert throw(after, "N") == throw(position, "N")


@given(positions(on_table), shuffles)
def test_a_trick_is_judged_alike_in_any_order_of_cards(position: OnTable, chance: Any) -> None:
    played = tuple(type(play)(play.seat, shuffled(play.cards, chance), play.lowest) for play in position.plays)
    before, after = trick(position), trick(OnTable(position.table, played))
    assert bag(after.winning_cards) == bag(before.winning_cards)
    assert (after.winner, after.plays, after.lead) == (before.winner, before.plays, before.lead)
    assert (told(after.rulings), told(after.warnings)) == (told(before.rulings), told(before.warnings))


@given(positions(following), renamings)
def test_a_follow_keeps_its_verdict_when_suits_are_renamed(position: Following, names: Names) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    other = renamed_table(table, names)
    before = check(table, lead, hand, hand[: len(lead)])
    after = check(other, rename(lead, names), rename(hand, names), rename(hand[: len(lead)], names))
    assert follow_facts(after) == follow_facts(before)
    counts = []
    for here, to in ((table, None), (other, names)):
        held, led = (rename(hand, to), rename(lead, to)) if to else (hand, lead)
        listed = list_plays(options_of(here.document), trump_of(here.trump), ints(held), (tricks.Play("N", ints(led)),))
        counts.append((listed.count, listed.count_exact, len(listed.must_include), len(listed.plays), listed.truncated))
    assert counts[0] == counts[1]


@given(positions(thrown), renamings)
def test_a_throw_keeps_its_verdict_when_suits_are_renamed(position: Thrown, names: Names) -> None:
    hands = {seat: rename(cards, names) for seat, cards in position.hands.items()}
    after = Thrown(renamed_table(position.table, names), position.seat, rename(position.cards, names), hands)
    assert throw_facts(throw(after, "N")) == throw_facts(throw(position, "N"))


@given(positions(on_table), renamings)
def test_a_trick_keeps_its_verdict_when_suits_are_renamed(position: OnTable, names: Names) -> None:
    played = tuple(type(play)(play.seat, rename(play.cards, names), play.lowest) for play in position.plays)
    before, after = trick(position), trick(OnTable(renamed_table(position.table, names), played))
    assert after.winner == before.winner
    assert trick_facts(after) == trick_facts(before)


def turned(document: Mapping[str, Any]) -> dict[str, str]:
    """Every seat's next player: a quarter turn of the table."""
    order = PLAY_ORDER[document["direction"]]
    return {seat: order[(order.index(seat) + 1) % 4] for seat in order}


@given(positions(thrown))
def test_a_throw_keeps_its_verdict_when_seats_are_turned(position: Thrown) -> None:
    to = turned(position.table.document)
    after = Thrown(position.table, to[position.seat], position.cards, {to[seat]: cards for seat, cards in position.hands.items()})
    first, second = throw(position, "N"), throw(after, to["N"])
    assert throw_facts(second) == throw_facts(first)
    seats = [[to[beater.seat] for beater in part.beaten_by] for part in first.components]
    assert [{beater.seat for beater in part.beaten_by} for part in second.components] == [set(beaters) for beaters in seats]
    if first.forced is not None and first.forced.seat is not None:
        assert second.forced is not None
        assert second.forced.seat == to[first.forced.seat]


@given(positions(on_table))
def test_a_trick_keeps_its_verdict_when_seats_are_turned(position: OnTable) -> None:
    to = turned(position.table.document)
    played = tuple(type(play)(to[play.seat], play.cards, play.lowest) for play in position.plays)
    before, after = trick(position), trick(OnTable(position.table, played))
    assert after.winner == to[before.winner]
    assert trick_facts(after) == trick_facts(before)


@given(positions(following, rest=0), st.integers(1, 12), shuffles)
def test_a_follow_keeps_its_verdict_when_other_suits_are_added(position: Following, more: int, chance: Any) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    group = table.group_of(lead)
    assert group is not None
    before = check(table, lead, hand, hand[: len(lead)])
    extra = tuple(strangers(table, group, more, chance))
    after = check(table, lead, hand + extra, hand[: len(lead)])
    assert (after.legal, after.role) == (before.legal, before.role)
    assert [violation.code for violation in after.violations] == [violation.code for violation in before.violations]


@given(positions(thrown), st.integers(1, 12), shuffles)
def test_a_throw_keeps_its_verdict_when_other_suits_are_added(position: Thrown, more: int, chance: Any) -> None:
    group = position.table.group_of(position.cards)
    assert group is not None
    hands = {seat: (*cards, *strangers(position.table, group, more, chance)) for seat, cards in position.hands.items()}
    assert throw(Thrown(position.table, position.seat, position.cards, hands), "E") == throw(position, "E")


def strangers(table: Table, group: str, many: int, chance: Any) -> list[str]:
    """Cards of other groups than one."""
    return others(Dice(chance), table, group, two_decks(), many)

"""Throws (甩牌): whether a lead of several formations stands, and what a failed one costs and forces (semantics 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.beaten import beater_in
from rules.blocked import blocked_cards
from rules.formations import PAIR, SINGLE, TRACTOR, Component, Shape, shape_of
from rules.options import Options
from rules.rulings import Fault, Ruling
from rules.seats import SIDE_OF, next_seat, seats_from
from rules.table import TrumpTable, table_of
from rules.throwing import throw_allowed_by, throw_fails_by, throw_forbidden_by
from rules.trump import Trump

NEXT_PLAYER_NAMES_CARD = "next_player_names_card"
NEXT_PLAYER_NAMES_COMPONENT = "next_player_names_component"
_KIND_ORDER = {SINGLE: 0, PAIR: 1, TRACTOR: 2}


@dataclass(frozen=True, slots=True)
class Beater:
    """A seat that beats a thrown part, and the highest cards with which it does."""

    seat: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrownComponent:
    """One part of a throw, and who beats it."""

    kind: str
    cards: tuple[int, ...]
    beaten_by: tuple[Beater, ...]


@dataclass(frozen=True, slots=True)
class FineVerdict:
    """The fine of a failed throw: points, what they are counted by, and how many cards were counted (None for a flat fine)."""

    points: int
    per: str
    cards: int | None


@dataclass(frozen=True, slots=True)
class Forced:
    """What is led instead: the option's word, the seat that names it where one does, and the choices."""

    by: str
    seat: str | None
    choices: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ThrowVerdict:
    """Whether a throw stands. `fine` and `forced` are None when it does; `attackers_points_delta` needs the declarer."""

    succeeds: bool
    components: tuple[ThrownComponent, ...]
    fine: FineVerdict | None
    forced: Forced | None
    attackers_points_delta: int | None
    rulings: tuple[Ruling, ...]


def throw_faults(options: Options, trump: Trump, cards: tuple[int, ...], pointer: str = "/cards") -> list[Fault]:
    """Why a set of cards cannot be resolved as a throw: two groups, or a throw where the ruleset allows none (settled 4)."""
    table = table_of(options, trump)
    if len({table.group[kind] for kind in cards}) > 1:
        return [Fault(pointer, "mixed_groups")]
    shape = shape_of(options, table, cards) if max(Counter(cards).values()) <= options.decks else None
    option = throw_forbidden_by(options, shape) if shape is not None else None  # impossible copies are told as such
    return [Fault(pointer, "throw_not_allowed", params={"option": option})] if option else []


def play_order(part: Component) -> tuple[int, int, int]:
    """Singles before pairs before shorter before longer tractors, then the lower top."""
    return _KIND_ORDER[part.kind], len(part.cards), part.top


def _named_components(parts: Sequence[Component]) -> list[tuple[int, ...]]:
    """Big, small or pair (出大、出小或出对, Guizhou 八(五)): the highest single, the lowest single, each pair, each tractor."""
    singles = [part.cards for part in parts if part.kind == SINGLE]
    ends = [singles[0], singles[-1]] if len(singles) > 1 else singles
    return ends + [part.cards for part in parts if part.kind != SINGLE]


def forced_lead(options: Options, seat: str, parts: Sequence[Component], beaten: Sequence[Component]) -> Forced:
    """What is led in place of a failed throw, given its parts and those of them that are beaten."""
    how = options.throws.on_failure_plays
    if how == NEXT_PLAYER_NAMES_CARD:
        kinds = dict.fromkeys(kind for part in parts for kind in part.cards)
        return Forced(how, next_seat(seat, options.direction), tuple((kind,) for kind in kinds))
    if how == NEXT_PLAYER_NAMES_COMPONENT:
        return Forced(how, next_seat(seat, options.direction), tuple(_named_components(parts)))
    if how == "largest_beaten":
        chosen = max(beaten, key=play_order)
    else:
        chosen = min(beaten if how == "lowest_beaten" else parts, key=play_order)
    return Forced(how, None, (chosen.cards,))


def _fine(
    options: Options, table: TrumpTable, parts: Sequence[Component], beaten: Sequence[Component], forced: Forced, hands: list[int]
) -> FineVerdict:
    fine = options.throws.on_failure_fine
    cards: int | None = None
    if fine.per == "blocked_card":
        cards = blocked_cards(table, parts, hands)
    elif fine.per == "thrown_card":
        cards = sum(len(part.cards) for part in parts)
    elif fine.per == "beaten_card":
        cards = sum(len(part.cards) for part in beaten)
    elif fine.per == "forced_card":
        cards = len(forced.choices[0])
    points = fine.points * (1 if cards is None else cards)
    return FineVerdict(points if fine.cap is None else min(points, fine.cap), fine.per, cards)


def resolve_throw(
    options: Options,
    trump: Trump,
    seat: str,
    cards: tuple[int, ...],
    hands: Mapping[str, tuple[int, ...]],
    declarer: str | None = None,
    withheld: frozenset[str] = frozenset(),
) -> ThrowVerdict:
    """Test a throw against the other three hands; a lead of one formation stands untested (settled 4).

    `hands` maps the other seats to their cards; `withheld` names the suits of which the player has given up the five-ten-king. The
    cards must be free of `throw_faults`.
    """
    table = table_of(options, trump)
    shape = shape_of(options, table, cards, withheld)
    assert shape is not None, "a throw lies in one group: see throw_faults"
    held = {other: table.bits(hands.get(other, ())) & table.mask[shape.group] for other in seats_from(seat, options.direction)[1:]}
    judged = tuple(ThrownComponent(part.kind, part.cards, _beaters(table, shape, part, held)) for part in shape.components)
    if not any(part.beaten_by for part in judged):
        ruling = Ruling("throw_stands", throw_allowed_by(shape)) if shape.is_throw else Ruling("one_formation_stands")
        return ThrowVerdict(True, judged, None, None, 0 if declarer else None, (ruling,))
    beaten = [part for part, verdict in zip(shape.components, judged, strict=True) if verdict.beaten_by]
    forced = forced_lead(options, seat, shape.components, beaten)
    fine = _fine(options, table, shape.components, beaten, forced, list(held.values()))
    delta = None
    if declarer is not None:
        delta = fine.points if SIDE_OF[declarer] == SIDE_OF[seat] else -fine.points
    rulings = (
        *(
            Ruling(
                "component_beaten",
                throw_fails_by([part.kind]),
                {"cards": part.cards, "seats": tuple(by.seat for by in part.beaten_by)},
            )
            for part in judged
            if part.beaten_by
        ),
        Ruling("failed_throw_plays", "throws.on_failure.plays", {"plays": forced.by, "led_cards": forced.choices}),
        Ruling("failed_throw_fine", "throws.on_failure.fine", {"points": fine.points, "per": fine.per}),
    )
    return ThrowVerdict(False, judged, fine, forced, delta, rulings)


def _beaters(table: TrumpTable, shape: Shape, part: Component, held: Mapping[str, int]) -> tuple[Beater, ...]:
    if not shape.is_throw:
        return ()
    found = ((seat, beater_in(table, cards, part)) for seat, cards in held.items())
    return tuple(Beater(seat, cards) for seat, cards in found if cards)

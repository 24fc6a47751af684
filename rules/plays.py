"""One play (出牌): may this player play these cards now, and why not (semantics 4 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.exposed.claims import Exposed
from rules.exposed.follows import judge_follow
from rules.exposed.leads import judge_lead
from rules.follow import (
    FIVE_TEN_KING_OWED,
    JOKERS_OWED,
    PAIR_OWED,
    SUIT_OWED,
    TRACTOR_OWED,
    WRONG_CARD_COUNT,
    can_meet,
    judge_held,
    must_include_held,
    owed_by,
    spared_by,
)
from rules.formations import SINGLE, Component, Formation, Shape, formation_of, shape_of
from rules.options import Options
from rules.rulings import Owed, Ruling, Violation
from rules.seats import SEATS, next_seat
from rules.table import TrumpTable, table_of
from rules.throws import ThrowVerdict, resolve_throw
from rules.tricks import LEAD, Play, Standing, Step, advance, formation_as_played, opening, step, throw_forbidden_by
from rules.trump import GROUPS, TRUMP, Trump

NOT_IN_HAND = "not_in_hand"
MIXED_GROUPS = "mixed_groups"
THROW_NOT_ALLOWED = "throw_not_allowed"
THROW_BEATEN = "throw_beaten"
NOT_YOUR_TURN = "not_your_turn"

_OPTION_OF_DUTY = {
    TRACTOR_OWED: "follow.tractors",
    PAIR_OWED: "follow.pairs",
    JOKERS_OWED: "five_ten_king.forces_jokers",
    FIVE_TEN_KING_OWED: "five_ten_king.forces_jokers",
}


@dataclass(frozen=True, slots=True)
class ThrowReport:
    """Whether a thrown lead could be tested against the other hands, and what came of it."""

    tested: bool
    verdict: ThrowVerdict | None


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The judgement of one play: legal or not, its role, every duty it breaks, and the cards in every legal play."""

    legal: bool
    role: str
    violations: tuple[Violation, ...]
    must_include: tuple[int, ...]
    formation: Formation
    throw: ThrowReport | None
    rulings: tuple[Ruling, ...]


def standing_of(options: Options, table: TrumpTable, shape: Shape, trick: Sequence[Play]) -> Standing:
    """The best play of a trick so far."""
    standing = opening(table, shape, trick[0])
    for index, play in enumerate(trick[1:], 1):
        standing = advance(standing, step(options, table, shape, standing, play), index, table, shape, play)
    return standing


def check_play(
    options: Options,
    trump: Trump,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    cards: tuple[int, ...],
    *,
    seat: str | None = None,
    hands: Mapping[str, tuple[int, ...]] | None = None,
    withheld: frozenset[str] = frozenset(),
    exposed: Sequence[Exposed] = (),
    explain: bool = True,
) -> PlayVerdict:
    """Judge the cards that a player wants to play out of `hand`, onto the plays of `trick` (none: a lead).

    `seat` is the player; `hands` are the other three hands, by which a thrown lead is tested; `withheld` names the suits whose
    five-ten-king this player has given up for the deal (Nantong 五.6); `exposed` are exposed cards of the hand, free of
    `exposed.exposed_faults`; without `explain` a legal follow has no rulings. `hand` and `cards` are not empty, `hand` holds no more
    copies than there are, `trick` is free of `tricks.table_faults` and has at most three plays.
    """
    table = table_of(options, trump)
    missing = not_held(hand, cards)
    violations = [Violation(NOT_IN_HAND, params={"cards": missing}, cards=missing)] if missing else []
    real, surplus = part_copies(cards, options.decks) if missing else (cards, ())
    if trick:
        verdict = _check_follow(options, table, hand, trick, real, len(cards), seat, violations, explain)
    else:
        verdict = _check_lead(options, trump, table, hand, real, seat, hands, withheld, violations)
    if exposed:
        verdict = _under_claims(options, table, hand, trick, real, withheld, exposed, verdict)
    if not surplus:
        return verdict
    singles = tuple(Component(SINGLE, (kind,), table.rung[kind]) for kind in surplus)
    return replace(verdict, formation=Formation(verdict.formation.components + singles, verdict.formation.group))


def _under_claims(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    cards: tuple[int, ...],
    withheld: frozenset[str],
    exposed: Sequence[Exposed],
    verdict: PlayVerdict,
) -> PlayVerdict:
    """The verdict with what exposed cards ask for besides (semantics 6.5)."""
    if trick:
        lead = shape_of(options, table, trick[0].cards)
        assert lead is not None, "a lead lies in one group: see table_faults"
        judged = judge_follow(options, table, lead, hand, exposed, cards) if len(hand) >= lead.count else None
    else:
        judged = judge_lead(options, table, hand, exposed, cards, withheld)
    if judged is None:
        return verdict
    violations = verdict.violations + judged.violations
    rulings = verdict.rulings
    if verdict.legal:
        rulings = () if violations else rulings + judged.rulings
    return replace(verdict, legal=not violations, violations=violations, must_include=judged.must_include, rulings=rulings)


def not_held(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that a hand does not hold, copies counted.

    >>> not_held((0, 0, 5), (5, 0)), not_held((0, 5), (5, 0, 0, 1))
    ((), (0, 1))
    """
    rest = list(hand)
    try:
        for kind in cards:
            rest.remove(kind)
    except ValueError:
        return tuple((Counter(cards) - Counter(hand)).elements())
    return ()


def part_copies(cards: tuple[int, ...], decks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards parted into as many copies as there are of each, and the copies beyond, which nobody can hold."""
    counts = Counter(cards)
    if max(counts.values()) <= decks:
        return cards, ()
    surplus = Counter({kind: count - decks for kind, count in counts.items() if count > decks})
    return tuple((counts - surplus).elements()), tuple(surplus.elements())


def thrower(seat: str | None, hands: Mapping[str, tuple[int, ...]]) -> str:
    """The seat of the thrower: as given, or the one that `hands` leaves out."""
    return seat or next(other for other in SEATS if other not in hands)


def lead_violation(options: Options, shape: Shape | None) -> Violation | None:
    """Why a set of cards may not be led at all, or None."""
    if shape is None:
        return Violation(MIXED_GROUPS)
    option = throw_forbidden_by(options, shape)
    return Violation(THROW_NOT_ALLOWED, option) if option else None


def only_card(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The card that every lead contains: there is one only where the hand holds one kind of card."""
    return hand[:1] if len(set(hand)) == 1 else ()


def _check_lead(
    options: Options,
    trump: Trump,
    table: TrumpTable,
    hand: tuple[int, ...],
    cards: tuple[int, ...],
    seat: str | None,
    hands: Mapping[str, tuple[int, ...]] | None,
    withheld: frozenset[str],
    violations: list[Violation],
) -> PlayVerdict:
    shape = shape_of(options, table, cards, withheld)
    formation = formation_of(table, cards) if shape is None else Formation(shape.components, GROUPS[shape.group])
    broken = lead_violation(options, shape)
    throw = None
    rulings: list[Ruling] = []
    if broken is not None:
        violations.append(replace(broken, params={"cards": cards}, cards=cards))
    elif shape is not None and shape.is_throw:
        throw = ThrowReport(False, None)
        if hands is not None:
            throw = ThrowReport(True, resolve_throw(options, trump, thrower(seat, hands), cards, hands, withheld=withheld))
    if throw is None:
        rulings.append(Ruling("one_formation_led", None, {"cards": cards}))
    elif throw.verdict is None:
        rulings.append(Ruling("throw_not_tested", "throws.allowed", {"cards": cards}))
    elif throw.verdict.succeeds:
        rulings.extend(throw.verdict.rulings)
    else:
        beaten = tuple(kind for part in throw.verdict.components if part.beaten_by for kind in part.cards)
        violations.append(Violation(THROW_BEATEN, "throws.allowed", {"cards": beaten}, cards=beaten))
    if violations:
        rulings = []
    if throw is not None and throw.verdict is not None and not throw.verdict.succeeds:
        rulings = list(throw.verdict.rulings)
    return PlayVerdict(not violations, LEAD, tuple(violations), only_card(hand), formation, throw, tuple(rulings))


def turn_violation(due: str, seat: str | None) -> list[Violation]:
    """What is wrong with the turn of a seat where another is to play."""
    return [] if seat in (None, due) else [Violation(NOT_YOUR_TURN, params={"expected": due, "seat": seat})]


def _check_follow(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    cards: tuple[int, ...],
    given: int,
    seat: str | None,
    violations: list[Violation],
    explain: bool,
) -> PlayVerdict:
    lead = shape_of(options, table, trick[0].cards)
    assert lead is not None, "a lead lies in one group: see table_faults"
    due = next_seat(trick[-1].seat, options.direction)
    violations.extend(turn_violation(due, seat))
    if given != lead.count:
        violations.append(Violation(WRONG_CARD_COUNT, params={"expected": lead.count, "given": given}))
    held = table.bits(hand) & table.mask[lead.group]
    violations.extend(duties(options, table, lead, held, cards))
    play = Play(due, cards)
    done = step(options, table, lead, standing_of(options, table, lead, trick), play)
    formation = formation_as_played(table, lead, play, done)
    rulings = () if violations or not explain else (_follow_ruling(options, table, lead, held, cards), *_fall_ruling(done, cards))
    required = must_include_held(options, table, lead, hand, held)
    return PlayVerdict(not violations, done.role, tuple(violations), required, formation, None, rulings)


def duties(options: Options, table: TrumpTable, lead: Shape, held: int, cards: tuple[int, ...]) -> list[Violation]:
    """The duties of suit and shape that a play leaves open; of a play of another length only the suit can be told."""
    if len(cards) == lead.count:
        breach = judge_held(options, table, lead, held, table.bits(cards) & table.mask[lead.group])
        if breach is None:
            return []
        codes, owed = breach.codes, breach.owed
    else:
        given = table.count(table.bits(cards) & table.mask[lead.group])
        if given >= min(table.count(held), lead.count, len(cards)):
            return []
        codes, owed = (SUIT_OWED,), owed_by(options, table, lead, held)
    return [_duty(options, table, lead, held, code, owed) for code in codes]


def _duty(options: Options, table: TrumpTable, lead: Shape, held: int, code: str, owed: Owed) -> Violation:
    option = _OPTION_OF_DUTY.get(code)
    if code == TRACTOR_OWED and any(length not in lead.tractors for length in owed.tractors):
        option = "follow.partial_tractor"
    cards = can_meet(options, table, lead, held, code)
    counts = {"number": owed.cards, "tractors": owed.tractors, "pairs": owed.pairs, "jokers": owed.jokers}
    return Violation(code, option, {"group": owed.group, "cards": cards} | counts, owed, cards)


def _follow_ruling(options: Options, table: TrumpTable, lead: Shape, held: int, cards: tuple[int, ...]) -> Ruling:
    """Why a legal follow is legal."""
    count = table.count(held)
    params = {"group": GROUPS[lead.group], "cards": cards, "number": count}
    if count == 0:
        return Ruling("void_plays_freely", None, params)
    if count <= lead.count:
        return Ruling("all_of_the_suit_played", None, params)
    if lead.is_five_ten_king and lead.group == TRUMP:
        return Ruling("shape_answered", "five_ten_king.forces_jokers", params)
    if lead.tractors or lead.pairs:
        given = table.bits(cards) & table.high
        spared = spared_by(options, table, lead, held & table.high, given)
        return Ruling("shape_answered", spared or ("follow.tractors" if lead.tractors else "follow.pairs"), params)
    return Ruling("suit_followed", None, params)


def _fall_ruling(done: Step, cards: tuple[int, ...]) -> tuple[Ruling, ...]:
    """What a legal play does in the trick, where its role needs a reason."""
    return (Ruling(done.ruling.code, done.ruling.option, {"cards": cards}),)

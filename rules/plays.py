"""One play (出牌): may this player play these cards now, and why not (semantics 4 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.exposed.claims import RANK_OPTION, ClaimVerdict, Exposed, exposed_in, free_rulings
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
from rules.throwing import throw_allowed_by, throw_fails_by, throw_forbidden_by
from rules.throws import ThrowVerdict, resolve_throw
from rules.tricks import LEAD, Play, Standing, Step, advance, formation_as_played, opening, step
from rules.trump import GROUPS, TRUMP, Trump

NOT_IN_HAND = "not_in_hand"
MIXED_GROUPS = "mixed_groups"
THROW_NOT_ALLOWED = "throw_not_allowed"
THROW_BEATEN = "throw_beaten"
NOT_YOUR_TURN = "not_your_turn"
COUNTS_AS_LOWEST = "counts_as_lowest"

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


class PlayVerdict(NamedTuple):
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
    counts_as_lowest: bool = False,
    explain: bool = True,
) -> PlayVerdict:
    """Judge the cards that a player wants to play out of `hand`, onto the plays of `trick` (none: a lead).

    `seat` is the player; `hands` are the other three hands, by which a thrown lead is tested; `withheld` names the suits whose
    five-ten-king this player has given up for the deal (Nantong 五.6); `exposed` are exposed cards of the hand, free of
    `exposed.exposed_faults`; `counts_as_lowest` marks a corrected or punished play; without `explain` a legal follow has no rulings.
    `hand` and `cards` are not empty, `hand` holds no more copies than there are, `trick` is free of `tricks.table_faults` and has at
    most three plays.
    """
    table = table_of(options, trump)
    missing = not_held(hand, cards)
    violations = [Violation(NOT_IN_HAND, params={"cards": missing}, cards=missing)] if missing else []
    real, surplus = part_copies(cards, options.decks) if missing else (cards, ())
    held = without(cards, missing)
    lowest = Ruling(COUNTS_AS_LOWEST, None, {"cards": cards}) if counts_as_lowest else None
    if exposed and held and options.exposed.counts_as == "lowest":
        led = table.group[trick[0].cards[0]] if trick else None
        if exposed_in(options, table, hand, exposed, held, led):
            lowest = Ruling(COUNTS_AS_LOWEST, RANK_OPTION, {"cards": cards})
    if trick:
        verdict = _check_follow(options, table, hand, trick, real, held, len(cards), seat, violations, lowest, explain)
    else:
        verdict = _check_lead(options, trump, table, hand, real, seat, hands, withheld, violations, lowest)
    if exposed:
        verdict = _under_claims(options, table, hand, trick, held, len(missing), withheld, exposed, verdict)
    if not surplus:
        return verdict
    singles = tuple(Component(SINGLE, (kind,), table.rung[kind]) for kind in surplus)
    return verdict._replace(formation=Formation(verdict.formation.components + singles, verdict.formation.group))


def _under_claims(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    cards: tuple[int, ...],
    missing: int,
    withheld: frozenset[str],
    exposed: Sequence[Exposed],
    verdict: PlayVerdict,
) -> PlayVerdict:
    """The verdict with what exposed cards ask for besides (semantics 6.5); so many cards of the play are `missing` in the hand."""
    if trick:
        lead = shape_of(options, table, trick[0].cards)
        assert lead is not None, "a lead lies in one group: see table_faults"
        judged = judge_follow(options, table, lead, hand, exposed, cards, missing) if len(hand) >= lead.count else None
    else:
        judged = judge_lead(options, table, hand, exposed, cards, withheld, missing)
    judged = judged or ClaimVerdict((), (), verdict.must_include)
    violations = verdict.violations + judged.violations
    rulings = verdict.rulings
    if verdict.legal:
        free = free_rulings(options, table, exposed, table.group[trick[0].cards[0] if trick else cards[0]])
        rulings = () if violations else (*rulings, *judged.rulings, *free)
    return verdict._replace(legal=not violations, violations=violations, must_include=judged.must_include, rulings=rulings)


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


def without(cards: tuple[int, ...], missing: tuple[int, ...]) -> tuple[int, ...]:
    """Cards without those that are missing, copies counted.

    >>> without((5, 0, 0, 1), (0, 1))
    (5, 0)
    """
    return tuple((Counter(cards) - Counter(missing)).elements()) if missing else cards


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
    lowest: Ruling | None,
) -> PlayVerdict:
    shape = shape_of(options, table, cards, withheld)
    formation = formation_of(table, cards) if shape is None else Formation(shape.components, GROUPS[shape.group])
    broken = lead_violation(options, shape)
    throw = failed = None
    rulings = [Ruling("one_formation_led", None, {"cards": cards})]
    if broken is not None:
        violations.append(replace(broken, params={"cards": cards}, cards=cards))
    elif shape is not None and shape.is_throw:
        throw = ThrowReport(False, None)
        rulings = [Ruling("throw_not_tested", throw_allowed_by(shape), {"cards": cards})]
        if hands is not None:
            verdict = resolve_throw(options, trump, thrower(seat, hands), cards, hands, withheld=withheld)
            throw = ThrowReport(True, verdict)
            rulings = list(verdict.rulings)
            failed = None if verdict.succeeds else throw_beaten(verdict)
    if failed is not None:
        violations.append(failed)
    elif violations:
        rulings = []
    elif lowest is not None:
        rulings.append(lowest)
    return PlayVerdict(not violations, LEAD, tuple(violations), only_card(hand), formation, throw, tuple(rulings))


def throw_beaten(verdict: ThrowVerdict) -> Violation:
    """Why a throw that has failed may not stand."""
    beaten = [part for part in verdict.components if part.beaten_by]
    cards = tuple(kind for part in beaten for kind in part.cards)
    return Violation(THROW_BEATEN, throw_fails_by(part.kind for part in beaten), {"cards": cards}, cards=cards)


def turn_violation(due: str, seat: str | None) -> list[Violation]:
    """What is wrong with the turn of a seat where another is to play."""
    return [] if seat in (None, due) else [Violation(NOT_YOUR_TURN, params={"expected": due, "seat": seat})]


def _check_follow(
    options: Options,
    table: TrumpTable,
    hand: tuple[int, ...],
    trick: Sequence[Play],
    cards: tuple[int, ...],
    own: tuple[int, ...],
    given: int,
    seat: str | None,
    violations: list[Violation],
    lowest: Ruling | None,
    explain: bool,
) -> PlayVerdict:
    """Judge a follow of `given` cards; `cards` are those that exist, `own` those that are held, `lowest` says why it counts as lowest."""
    lead = shape_of(options, table, trick[0].cards)
    assert lead is not None, "a lead lies in one group: see table_faults"
    due = next_seat(trick[-1].seat, options.direction)
    violations.extend(turn_violation(due, seat))
    if given != lead.count:
        violations.append(Violation(WRONG_CARD_COUNT, params={"expected": lead.count, "given": given}))
    held = table.bits(hand) & table.mask[lead.group]
    violations.extend(duties(options, table, lead, held, own, given - len(own)))
    play = Play(due, cards, lowest is not None)
    done = step(options, table, lead, standing_of(options, table, lead, trick), play)
    formation = formation_as_played(table, lead, play, done)
    rulings = () if violations or not explain else (_follow_ruling(options, table, lead, held, cards), _fall_ruling(done, cards, lowest))
    required = must_include_held(options, table, lead, hand, held)
    return PlayVerdict(not violations, done.role, tuple(violations), required, formation, None, rulings)


def duties(options: Options, table: TrumpTable, lead: Shape, held: int, cards: tuple[int, ...], missing: int = 0) -> list[Violation]:
    """The duties of suit and shape that a play leaves open.

    `held` are the led group's cards of the hand, `cards` those of the play that are held, `missing` says how many it has besides. A
    missing card might have been any other: with one, as of a play of another length, only the suit can be told, and only where
    the held cards alone break it.
    """
    mine = table.bits(cards) & table.mask[lead.group]
    if len(cards) == lead.count and not missing:
        breach = judge_held(options, table, lead, held, mine)
        if breach is None:
            return []
        codes, owed = breach.codes, breach.owed
    else:
        if table.count(mine) + missing >= min(table.count(held), lead.count, len(cards) + missing):
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


def _fall_ruling(done: Step, cards: tuple[int, ...], lowest: Ruling | None) -> Ruling:
    """What a legal play does in the trick; `lowest` where it counts as lowest and would count more else."""
    if lowest is not None and done.ruling.code == lowest.code:
        return lowest
    return Ruling(done.ruling.code, done.ruling.option, {"cards": cards})

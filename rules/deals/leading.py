"""The leads of a recorded deal (领出): whose they are, whether they may be led, and throws that stand, fail or should have (甩牌)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.cards import points_of
from rules.deals.memory import Game, not_held_by
from rules.deals.proofs import prove_throw
from rules.deals.verdicts import DealFault, Irregularity, ReplayedPlay
from rules.formations import Shape, shape_of
from rules.plays import ThrowReport, lead_violation, part_copies, throw_beaten, turn_violation
from rules.rulings import Ruling, Violation
from rules.seats import SEATS
from rules.throwing import throw_allowed_by
from rules.throws import NEXT_PLAYER_NAMES_CARD, Forced, ThrowVerdict, forced_lead, play_order, resolve_throw
from rules.tricks import LEAD, Play

ATTEMPT_IS_NO_THROW = "attempt_is_no_throw"
ATTEMPT_STANDS = "attempt_stands"
FORCED_PLAY_OWED = "forced_play_owed"

Choices = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Led:
    """A lead as judged: the failed throw before it, and why it is legal, or the fault; then there is no shape.

    `play` is None where the failed throw itself is at fault: the lead was not looked at.
    """

    play: ReplayedPlay | None
    shape: Shape | None
    attempt: ThrowReport | None
    rulings: tuple[Ruling, ...]
    fault: DealFault | None


@dataclass(frozen=True, slots=True)
class Tried:
    """A failed throw as judged: its report, the leads of which it forces one (None: it forces nothing), and the fault."""

    report: ThrowReport | None = None
    choices: Choices | None = None
    fault: DealFault | None = None


def judge_lead(game: Game, index: int, due: str) -> Led:
    """Judge the lead of trick `index`, which is due to a seat, and the failed throw that was attempted in its place.

    A lead out of turn comes first: unless it was ruled on, the failed throw before it is not looked at.
    """
    trick = game.tricks[index]
    lead, place = trick.plays[0], f"/tricks/{index}/plays/0"
    tried = Tried()
    if trick.attempt and (lead.seat == due or place in game.ruled.offences):
        tried = _judge_attempt(game, f"/tricks/{index}/attempt", lead.seat, trick.attempt)
        if tried.fault is not None:
            return Led(None, None, tried.report, (), tried.fault)
    shape = _shape(game, lead.seat, lead.cards)
    violations = _violations(game, lead.seat, lead.cards, shape)
    rulings: tuple[Ruling, ...] = ()
    proved_by = None
    if tried.choices is not None:
        rulings = tried.report.verdict.rulings if tried.report is not None and tried.report.verdict is not None else ()
        violations += _forced_violations(tried.choices, lead.cards)
    elif shape is not None and shape.is_throw and not violations:
        violations, rulings, proved_by = _judge_throw(game, index, shape, lead)
    elif not violations:
        rulings = (Ruling("one_formation_led", None, {"cards": lead.cards}),)
    violations += turn_violation(due, lead.seat)
    if not violations:
        return Led(_played(lead), shape, tried.report, rulings, None)
    weighed = game.ruled.weigh(DealFault(place, tuple(violations), proved_by))
    if isinstance(weighed, DealFault):
        return Led(_played(lead, legal=False), None, tried.report, rulings, weighed)
    if tried.choices is None:  # what a failed throw would have cost is not so where it stood
        rulings = tuple(ruling for ruling in rulings if not (ruling.option or "").startswith("throws.on_failure"))
    return Led(_played(lead, weighed), shape, tried.report, rulings, None)


def _played(lead: Play, irregularity: Irregularity | None = None, *, legal: bool = True) -> ReplayedPlay:
    """A lead; one that stands takes the trick as it falls."""
    return ReplayedPlay(lead.seat, LEAD, legal and irregularity is None, legal, points_of(lead.cards), irregularity)


def _shape(game: Game, seat: str, cards: tuple[int, ...]) -> Shape | None:
    return shape_of(game.options, game.table, part_copies(cards, game.options.decks)[0], game.withheld[seat])


def _violations(game: Game, seat: str, cards: tuple[int, ...], shape: Shape | None) -> list[Violation]:
    """What is wrong with cards that are led or thrown, whoever leads and whatever the other hands hold."""
    broken = lead_violation(game.options, shape)
    found = [] if broken is None else [replace(broken, params={"cards": cards}, cards=cards)]
    return [*not_held_by(game, seat, cards), *found]


def _forced_violations(choices: Choices, cards: tuple[int, ...]) -> list[Violation]:
    """What is wrong with a lead in place of a failed throw, of which one of the choices is forced."""
    if sorted(cards) in map(sorted, choices):
        return []
    owed = tuple(kind for choice in choices for kind in choice)
    return [Violation(FORCED_PLAY_OWED, "throws.on_failure.plays", {"led_cards": choices}, cards=owed)]


def _against(game: Game, seat: str, cards: tuple[int, ...]) -> tuple[ThrowVerdict, bool]:
    """A throw tested against what is known of the other hands, and whether that is all they hold."""
    others = [other for other in SEATS if other != seat]
    hands = {other: tuple(game.table.cards(game.hands[other].known)) for other in others}
    verdict = resolve_throw(game.options, game.trump, seat, cards, hands, game.declarer, game.withheld[seat])
    return verdict, all(game.hands[other].whole for other in others)


def _judge_throw(game: Game, index: int, shape: Shape, lead: Play) -> tuple[list[Violation], tuple[Ruling, ...], str | None]:
    """A throw that was left standing: what is wrong with it, the rulings behind it, and the later play that proves it wrong."""
    verdict, is_whole = _against(game, lead.seat, lead.cards)
    if verdict.succeeds:
        untested = Ruling("throw_not_tested", throw_allowed_by(shape), {"cards": lead.cards})
        return [], verdict.rulings if is_whole else (untested,), None
    return [throw_beaten(verdict)], verdict.rulings if is_whole else (), prove_throw(game, index, shape)


def _judge_attempt(game: Game, place: str, seat: str, cards: tuple[int, ...]) -> Tried:
    """A failed throw; one that was none and was ruled on is taken back, and forces nothing.

    Against hands that are not wholly known it may have failed; then whatever any of its parts would force may be led.
    """
    shape = _shape(game, seat, cards)
    violations = _violations(game, seat, cards, shape)
    if violations or shape is None:
        return _weighed(game, place, violations)
    if not shape.is_throw:
        return _weighed(game, place, [Violation(ATTEMPT_IS_NO_THROW, None, {"cards": cards}, cards=cards)])
    verdict, is_whole = _against(game, seat, cards)
    if not is_whole:
        forced = [forced_lead(game.options, seat, shape.components, [part]) for part in shape.components]
        return Tried(ThrowReport(False, None), tuple(dict.fromkeys(choice for one in forced for choice in _choices(shape, one))))
    report = ThrowReport(True, verdict)
    if verdict.forced is None:
        return _weighed(game, place, [Violation(ATTEMPT_STANDS, throw_allowed_by(shape), {"cards": cards}, cards=cards)], report)
    return Tried(report, _choices(shape, verdict.forced))


def _weighed(game: Game, place: str, violations: list[Violation], report: ThrowReport | None = None) -> Tried:
    """A failed throw that should not have been one: the fault, unless it was ruled on."""
    weighed = game.ruled.weigh(DealFault(place, tuple(violations)))
    return Tried(report, fault=weighed if isinstance(weighed, DealFault) else None)


def _choices(shape: Shape, forced: Forced) -> Choices:
    """What may be led: any card that the next player could name, or any part as large and as high as a forced one."""
    if forced.by == NEXT_PLAYER_NAMES_CARD:
        return forced.choices
    orders = {play_order(part) for part in shape.components if part.cards in forced.choices}
    return tuple(part.cards for part in shape.components if play_order(part) in orders)

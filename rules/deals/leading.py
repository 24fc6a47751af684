"""The leads of a recorded deal (领出): whose they are, whether they may be led, and throws that stand, fail or should have (甩牌)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.cards import points_of
from rules.deals.memory import Game, not_held_by
from rules.deals.proofs import prove_throw
from rules.deals.verdicts import DealFault, ReplayedPlay
from rules.formations import Shape, shape_of
from rules.plays import THROW_BEATEN, ThrowReport, lead_violation, part_copies, turn_violation
from rules.rulings import Ruling, Violation
from rules.seats import SEATS
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


def judge_lead(game: Game, index: int, due: str) -> Led:
    """Judge the lead of trick `index`, which is due to a seat, and the failed throw that was attempted in its place."""
    trick = game.tricks[index]
    lead = trick.plays[0]
    shape = _shape(game, lead.seat, lead.cards)
    if not trick.attempt or lead.seat != due:
        violations = _violations(game, lead.seat, due, lead.cards, shape)
        if violations or shape is None:
            return Led(_played(lead, False), None, None, (), DealFault(f"/tricks/{index}/plays/0", violations))
        if shape.is_throw:
            return _judge_throw(game, index, shape, lead)
        return Led(_played(lead, True), shape, None, (Ruling("one_formation_led", None, {"cards": lead.cards}),), None)
    report, violations, choices = _judge_attempt(game, due, trick.attempt)
    if violations:
        return Led(None, None, report, (), DealFault(f"/tricks/{index}/attempt", violations))
    rulings = report.verdict.rulings if report is not None and report.verdict is not None else ()
    if sorted(lead.cards) not in map(sorted, choices):
        owed = tuple(kind for choice in choices for kind in choice)
        fault = Violation(FORCED_PLAY_OWED, "throws.on_failure.plays", {"led_cards": choices}, cards=owed)
        return Led(_played(lead, False), None, report, rulings, DealFault(f"/tricks/{index}/plays/0", (fault,)))
    return Led(_played(lead, True), shape, report, rulings, None)


def _played(lead: Play, legal: bool) -> ReplayedPlay:
    return ReplayedPlay(lead.seat, LEAD, legal, legal, points_of(lead.cards))


def _shape(game: Game, seat: str, cards: tuple[int, ...]) -> Shape | None:
    return shape_of(game.options, game.table, part_copies(cards, game.options.decks)[0], game.withheld[seat])


def _violations(game: Game, seat: str, due: str, cards: tuple[int, ...], shape: Shape | None) -> tuple[Violation, ...]:
    """What is wrong with cards that are led or thrown, whatever the other hands hold."""
    broken = lead_violation(game.options, shape)
    found = [] if broken is None else [replace(broken, params={"cards": cards}, cards=cards)]
    return (*not_held_by(game, seat, cards), *turn_violation(due, seat), *found)


def _against(game: Game, seat: str, cards: tuple[int, ...]) -> tuple[ThrowVerdict, bool]:
    """A throw tested against what is known of the other hands, and whether that is all they hold."""
    others = [other for other in SEATS if other != seat]
    hands = {other: tuple(game.table.cards(game.hands[other].known)) for other in others}
    verdict = resolve_throw(game.options, game.trump, seat, cards, hands, game.declarer, game.withheld[seat])
    return verdict, all(game.hands[other].whole for other in others)


def _judge_throw(game: Game, index: int, shape: Shape, lead: Play) -> Led:
    """A throw that was left standing."""
    verdict, is_whole = _against(game, lead.seat, lead.cards)
    if verdict.succeeds:
        untested = Ruling("throw_not_tested", "throws.allowed", {"cards": lead.cards})
        return Led(_played(lead, True), shape, None, verdict.rulings if is_whole else (untested,), None)
    beaten = tuple(kind for part in verdict.components if part.beaten_by for kind in part.cards)
    violation = Violation(THROW_BEATEN, "throws.allowed", {"cards": beaten}, cards=beaten)
    fault = DealFault(f"/tricks/{index}/plays/0", (violation,), prove_throw(game, index, shape))
    return Led(_played(lead, False), None, None, verdict.rulings if is_whole else (), fault)


def _judge_attempt(game: Game, seat: str, cards: tuple[int, ...]) -> tuple[ThrowReport | None, tuple[Violation, ...], Choices]:
    """A failed throw: its report, what is wrong with it, and the sets of cards of which one must be led in its place.

    Against hands that are not wholly known it may have failed; then whatever any of its parts would force may be led.
    """
    shape = _shape(game, seat, cards)
    violations = _violations(game, seat, seat, cards, shape)
    if violations or shape is None:
        return None, violations, ()
    if not shape.is_throw:
        return None, (Violation(ATTEMPT_IS_NO_THROW, None, {"cards": cards}, cards=cards),), ()
    verdict, is_whole = _against(game, seat, cards)
    if not is_whole:
        forced = [forced_lead(game.options, seat, shape.components, [part]) for part in shape.components]
        return ThrowReport(False, None), (), tuple(dict.fromkeys(choice for one in forced for choice in _choices(shape, one)))
    report = ThrowReport(True, verdict)
    if verdict.forced is None:
        return report, (Violation(ATTEMPT_STANDS, "throws.allowed", {"cards": cards}, cards=cards),), ()
    return report, (), _choices(shape, verdict.forced)


def _choices(shape: Shape, forced: Forced) -> Choices:
    """What may be led: any card that the next player could name, or any part as large and as high as a forced one."""
    if forced.by == NEXT_PLAYER_NAMES_CARD:
        return forced.choices
    orders = {play_order(part) for part in shape.components if part.cards in forced.choices}
    return tuple(part.cards for part in shape.components if play_order(part) in orders)

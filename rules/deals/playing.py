"""The play of a recorded deal (打牌): trick after trick, each play judged against what is known of the hand that it comes from.

Plays count in the order in which they were written down, also where one that was out of turn was ruled on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.cards import card, points_of
from rules.deals.leading import Led, judge_lead
from rules.deals.memory import Game, contains, not_held_by
from rules.deals.proofs import prove_breach
from rules.deals.verdicts import DealFault, Irregularity, ReplayedPlay, ReplayedTrick
from rules.follow import WRONG_CARD_COUNT, five_ten_kings, judge_held
from rules.formations import Shape
from rules.plays import NOT_IN_HAND, duties, part_copies, turn_violation, without
from rules.rulings import Ruling, Violation
from rules.seats import SEATS, seats_from
from rules.tricks import Play, advance, opening, step, winner_ruling
from rules.trump import TRUMP

_RED_FIVE_TEN_KING = tuple(card("H", rank) for rank in "KT5")


def play_tricks(game: Game) -> tuple[tuple[ReplayedTrick, ...], DealFault | None]:
    """Judge the tricks of a game in order, up to the first fault; the declarer leads to the first, the winner to the next."""
    done: list[ReplayedTrick] = []
    due = game.declarer
    for index in range(len(game.tricks)):
        led = judge_lead(game, index, due)
        if led.play is None or led.shape is None:
            plays = () if led.play is None else (led.play,)
            done.append(ReplayedTrick(False, None, sum(play.points for play in plays), plays, led.attempt, led.rulings))
            return tuple(done), led.fault
        trick, due, fault = _follow_lead(game, index, led, led.play, led.shape)
        done.append(trick)
        if fault is not None:
            return tuple(done), fault
        game.left -= led.shape.count
    return tuple(done), None


def _follow_lead(game: Game, index: int, led: Led, opened: ReplayedPlay, shape: Shape) -> tuple[ReplayedTrick, str, DealFault | None]:
    """Judge the plays after a lead; also who wins the trick so far."""
    options, table = game.options, game.table
    plays = game.tricks[index].plays
    _lay_down(game, plays[0])
    judged = [opened]
    rulings = list(led.rulings)
    standing = opening(table, shape, plays[0])
    fault = None
    waiting = list(seats_from(plays[0].seat, options.direction)[1:])
    for place, play in enumerate(plays[1:], 1):
        found = _judge_follow(game, index, place, waiting, shape)
        fault = found if isinstance(found, DealFault) else None
        real = play if fault is None else play._replace(cards=part_copies(play.cards, options.decks)[0])
        done = step(options, table, shape, standing, real)
        takes = fault is None and done.overtakes
        irregularity = found if isinstance(found, Irregularity) else None
        judged.append(ReplayedPlay(play.seat, done.role, found is None, takes, points_of(play.cards), irregularity))
        if fault is not None:
            break
        waiting.remove(play.seat)
        rulings.append(replace(done.ruling, params={"seat": play.seat, "cards": play.cards}))
        rulings += _withhold(game, shape, play)
        _lay_down(game, play)
        standing = advance(standing, done, place, table, shape, play)
    best = plays[standing.index]
    legal = len(judged) - (fault is not None)
    rulings.append(winner_ruling(shape, standing, best, legal))
    points = sum(play.points for play in judged)
    trick = ReplayedTrick(legal == len(SEATS), best.seat, points, tuple(judged), led.attempt, tuple(rulings))
    return trick, best.seat, fault


def _lay_down(game: Game, play: Play) -> None:
    """Take the cards of a play that stands out of the hand."""
    hand = game.hands[play.seat]
    cards = game.table.bits(play.cards)
    hand.known -= cards
    hand.most -= cards


def _judge_follow(game: Game, index: int, place: int, waiting: Sequence[str], shape: Shape) -> DealFault | Irregularity | None:
    """What is wrong with a play after the lead, or None; `waiting` are the seats that have not played, the one due first.

    A seat that plays twice leaves nobody to say whose cards are whose: that cannot stand.
    """
    fault = _follow_fault(game, index, place, waiting[0], shape)
    return None if fault is None else game.ruled.weigh(fault, stands=game.tricks[index].plays[place].seat in waiting)


def _follow_fault(game: Game, index: int, place: int, due: str, shape: Shape) -> DealFault | None:
    """What is wrong with a play after the lead, or None."""
    options, table = game.options, game.table
    play = game.tricks[index].plays[place]
    hand = game.hands[play.seat]
    if not hand.whole:
        options = game.cautious()
    cards = table.bits(play.cards)
    mask = table.mask[shape.group]
    if (
        play.seat == due
        and len(play.cards) == shape.count
        and contains(table, hand.most, cards, shape.count)
        and judge_held(options, table, shape, hand.known & mask, cards & mask) is None
    ):
        return None
    violations = [*not_held_by(game, play.seat, play.cards), *turn_violation(due, play.seat)]
    missing = next((violation.cards for violation in violations if violation.code == NOT_IN_HAND), ())
    if len(play.cards) != shape.count:
        violations.append(Violation(WRONG_CARD_COUNT, params={"expected": shape.count, "given": len(play.cards)}))
    proved_by = None if violations else prove_breach(game, index, place, shape)
    violations += duties(options, table, shape, hand.known & mask, without(play.cards, missing), len(missing))
    return DealFault(f"/tricks/{index}/plays/{place}", tuple(violations), proved_by)


def _withhold(game: Game, shape: Shape, play: Play) -> list[Ruling]:
    """Note a red five-ten-king that is held back from a led one to which it could be played (Nantong 五.6)."""
    if not shape.is_five_ten_king or not game.options.forces_jokers:
        return []
    table = game.table
    red = table.group[_RED_FIVE_TEN_KING[0]]
    follows = table.bits(play.cards) & table.mask[shape.group]
    if red == TRUMP or (follows and shape.group != red) or sorted(play.cards) == sorted(_RED_FIVE_TEN_KING):
        return []
    if not five_ten_kings(table, red, game.hands[play.seat].known & table.mask[red]):
        return []
    game.withheld[play.seat] = frozenset("H")
    return [Ruling("five_ten_king_withheld", "five_ten_king.forces_jokers", {"seat": play.seat, "suit": "H"})]

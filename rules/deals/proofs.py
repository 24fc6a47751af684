"""Proofs (举证): the first later card that shows an earlier play to have been wrong, where the hands were not written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.beaten import beater_in
from rules.deals.memory import Game, real_copies
from rules.follow import judge_held
from rules.formations import Shape
from rules.seats import SEATS

Known = dict[str, Counter[int]]


def prove_breach(game: Game, index: int, place: int, shape: Shape) -> str | None:
    """The place of the first later play with which a follow is seen to have broken a duty; None: it was seen at once.

    The play at `place` of trick `index` breaks one when all is known that its seat is seen to hold.
    """
    play = game.tricks[index].plays[place]
    if not game.hands[play.seat].is_deduced:
        return None
    mask = game.table.mask[shape.group]
    given = game.table.bits(play.cards) & mask
    cautious = game.cautious()

    def is_broken(known: Known) -> bool:
        return judge_held(cautious, game.table, shape, game.table.bits(known[play.seat].elements()) & mask, given) is not None

    return _first(_knowledge(game, index, place, (play.seat,)), is_broken)


def prove_throw(game: Game, index: int, shape: Shape) -> str | None:
    """The place of the first later play with which the throw led in trick `index` is seen to have been beaten; None: at once."""
    lead = game.tricks[index].plays[0]
    mask = game.table.mask[shape.group]

    def is_beaten(known: Known) -> bool:
        held = [game.table.bits(cards.elements()) & mask for cards in known.values()]
        return any(beater_in(game.table, cards, part) for cards in held for part in shape.components)

    return _first(_knowledge(game, index, 0, tuple(seat for seat in SEATS if seat != lead.seat)), is_beaten)


def _first(knowledge: Iterator[tuple[str | None, Known]], shows: Callable[[Known], bool]) -> str | None:
    """Where what is known first shows it; all that is known does."""
    place = None
    for place, known in knowledge:  # noqa: B007 -- the last place is the answer where no earlier one is
        if shows(known):
            break
    return place


def _knowledge(game: Game, index: int, place: int, seats: tuple[str, ...]) -> Iterator[tuple[str | None, Known]]:
    """What is known of the hands of seats just before a play: first without what comes after it, then with one thing more at a time.

    The play itself counts as known from the start. Whatever a seat is seen to hold at one time it has held since the first lead,
    beside all that it has played until then.
    """
    held = {seat: Counter(game.table.cards(game.hands[seat].before)) for seat in seats}
    played: Known = {seat: Counter() for seat in seats}
    laid: Known = {seat: Counter() for seat in seats}
    pointer = None
    for number, position, seat, cards in _sightings(game):
        if (number, position) > (index, place):
            if pointer is None:
                yield None, _known(game, held, laid)
            pointer = f"/tricks/{number}/" + (f"plays/{position}" if position >= 0 else "attempt")
        if seat not in seats:
            continue
        held[seat] |= played[seat] + Counter(cards)
        if position >= 0:
            played[seat].update(cards)
            if (number, position) < (index, place):
                laid[seat].update(cards)
        if pointer is not None:
            yield pointer, _known(game, held, laid)


def _known(game: Game, held: Known, laid: Known) -> Known:
    return {seat: real_copies(cards - laid[seat], game.options.decks) for seat, cards in held.items()}


def _sightings(game: Game) -> Iterator[tuple[int, int, str, tuple[int, ...]]]:
    """Cards seen in their order: the trick, the place in it (-1: a throw that failed), the seat and the cards."""
    for number, trick in enumerate(game.possible):
        if trick.attempt:
            yield number, -1, trick.plays[0].seat, trick.attempt
        for position, play in enumerate(trick.plays):
            yield number, position, play.seat, play.cards

"""Following (跟牌): what the led shape asks of a hand, and whether a play answers it as well as the hand can (semantics 6).

The *answer* of a set of cards to a lead is a tuple of notes: for each led tractor, longest first, the length of the piece
given (0: none), and last the pairs given beside them. A greater tuple is a better answer. A play of the led group's cards is
legal when its answer is as great as the whole hand's, because no choice out of the hand can answer better than the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.cards import BIG_JOKER, LITTLE_JOKER, SUITS, card
from rules.formations import PAIR, Place, Shape, decompose, is_five_ten_king, layouts, windows
from rules.options import FollowOptions, Options
from rules.rulings import Owed
from rules.table import TrumpTable
from rules.trump import GROUPS, TRUMP

WRONG_CARD_COUNT = "wrong_card_count"
SUIT_OWED = "suit_owed"
TRACTOR_OWED = "tractor_owed"
PAIR_OWED = "pair_owed"
JOKERS_OWED = "jokers_owed"
FIVE_TEN_KING_OWED = "five_ten_king_owed"

Runs = tuple[tuple[int, ...], ...]
"""Runs of joined rungs that hold pairs: for each rung of a run how many equal pairs it holds."""


@dataclass(frozen=True, slots=True)
class Breach:
    """The duties that a follow does not meet, and all that was owed."""

    codes: tuple[str, ...]
    owed: Owed


def _runs_of(layout: list[Place], least: int) -> Runs:
    """The runs of a layout that are long enough to hold a tractor, in canonical form."""
    runs: list[tuple[int, ...]] = []
    current: list[int] = []
    last = None
    for spot, kinds in layout:
        if last is not None and spot.position != last + 1:
            runs.append(tuple(current))
            current = []
        current.append(len(kinds))
        last = spot.position
    runs.append(tuple(current))
    return _canonical(runs, least)


def _canonical(runs: list[tuple[int, ...]], least: int) -> Runs:
    return tuple(sorted(min(run, run[::-1]) for run in runs if len(run) >= least))


def _cuts(runs: Runs, piece: int, least: int) -> Iterator[Runs]:
    """What may be left of the runs after a tractor of `piece` pairs is taken out of one of them."""
    for index, run in enumerate(runs):
        if index and run == runs[index - 1]:
            continue
        others = [*runs[:index], *runs[index + 1 :]]
        for start in range(len(run) - piece + 1):
            left: list[tuple[int, ...]] = []
            part: list[int] = []
            for place, held in enumerate(run):
                kept = held - 1 if start <= place < start + piece else held
                if kept:
                    part.append(kept)
                elif part:
                    left.append(tuple(part))
                    part = []
            if part:
                left.append(tuple(part))
            yield _canonical(others + left, least)


@lru_cache(maxsize=1 << 15)
def _notes(runs: Runs, owed: tuple[int, ...], loose: int, left: int, partial: bool, least: int) -> tuple[int, ...]:
    """The greatest answer of a set of pairs: `owed` tractors, `loose` pairs owed so far, `left` pairs not used yet."""
    if not owed:
        return (min(left, loose),)
    led, later = owed[0], owed[1:]
    longest = max(map(len, runs), default=0)
    piece = min(led, longest) if partial else led
    if piece < least or piece > longest:
        return (0, *_notes(runs, later, loose + led, left, partial, least))
    rest = led - piece
    if rest >= least:
        later = (rest, *later)
    else:
        loose += rest
    left -= piece
    perfect = (*later, min(left - sum(later), loose))
    best: tuple[int, ...] = ()
    for cut in dict.fromkeys(_cuts(runs, piece, least)):
        best = max(best, _notes(cut, later, loose, left, partial, least))
        if best == perfect:
            break
    return (piece, *best)


def _answer_of_one(pairs: int, led: int, loose: int, least: int) -> tuple[int, ...] | None:
    """The answer of regular pairs to one led tractor where it is plain: the whole length is held, or no tractor at all."""
    run = pairs
    for length in range(1, led):
        run &= run >> 2
        if not run:
            return None if length >= least else (0, min(pairs.bit_count(), led + loose))
    return (led, min(pairs.bit_count() - led, loose))


def answer(options: Options, table: TrumpTable, lead: Shape, pairs: int) -> tuple[int, ...]:
    """The answer to a lead of a set of cards of the led group, read off its pairs (semantics 6.3, settled 21)."""
    follow = options.follow
    if not follow.pairs:
        return ()
    if not follow.tractors or not lead.tractors:
        return (min(pairs.bit_count(), sum(lead.tractors) + lead.pairs),)
    if len(lead.tractors) == 1 and not table.irregular(pairs):
        plain = _answer_of_one(pairs, lead.tractors[0], lead.pairs, table.min_pairs)
        if plain is not None:
            return plain
    key = (lead.tractors, lead.pairs, pairs, follow.partial_tractor)
    known: tuple[int, ...] | None = table.memo.get(key)
    return known if known is not None else table.remember(key, _tractor_answer(follow, table, lead, pairs))


def _tractor_answer(follow: FollowOptions, table: TrumpTable, lead: Shape, pairs: int) -> tuple[int, ...]:
    """The greatest answer over all ways to cut the runs, and over both ends of an ace that may stand low."""
    return max(
        _notes(
            _runs_of(layout, table.min_pairs),
            lead.tractors,
            lead.pairs,
            pairs.bit_count(),
            follow.partial_tractor,
            table.min_pairs,
        )
        for layout in layouts(table, pairs)
    )


def required_answer(options: Options, table: TrumpTable, lead: Shape, pairs: int) -> tuple[int, ...]:
    """The least answer that is legal out of a hand: its greatest, but for pairs that `follow.break_tractor_for_pair` spares."""
    best = answer(options, table, lead, pairs)
    if options.follow.break_tractor_for_pair or not best:
        return best
    loose = sum(part.kind == PAIR for part in decompose(table, pairs))
    return (*best[:-1], min(best[-1], loose))


def spared_by(options: Options, table: TrumpTable, lead: Shape, held: int, given: int) -> str | None:
    """The lenient option without which a legal follow would break a duty, or None; pairs held and given of the led group."""
    for name in ("pairs", "tractors", "partial_tractor", "break_tractor_for_pair"):
        if not getattr(options.follow, name):
            strict = replace(options, follow=replace(options.follow, **{name: True}))
            if answer(strict, table, lead, given) < required_answer(strict, table, lead, held):
                return f"follow.{name}"
    return None


def judge(options: Options, table: TrumpTable, lead: Shape, hand: tuple[int, ...], play: tuple[int, ...]) -> Breach | None:
    """Judge a follow whose cards are all held and are as many as led: None when it is legal, else the duties it breaks.

    `hand` is the hand before the play.
    """
    mask = table.mask[lead.group]
    at = table.bit.__getitem__
    return judge_held(options, table, lead, sum(map(at, hand)) & mask, sum(map(at, play)) & mask)


def judge_held(options: Options, table: TrumpTable, lead: Shape, held: int, given: int) -> Breach | None:
    """As `judge`; `held` and `given` are the led group's cards of the hand and of the play."""
    high = table.high
    held_pairs = held & high
    given_pairs = given & high
    held_count = (held & table.low).bit_count() + 2 * held_pairs.bit_count()
    given_count = (given & table.low).bit_count() + 2 * given_pairs.bit_count()
    if held_count <= lead.count:
        if given_count == held_count:
            return None
        return Breach((SUIT_OWED,), owed_by(options, table, lead, held))
    if lead.is_five_ten_king:
        return _judge_five_ten_king(options, table, lead, held, given)
    if given_count == lead.count and (given_pairs == held_pairs or not (lead.tractors or lead.pairs)):
        return None
    given_answer = answer(options, table, lead, given_pairs)
    if given_count == lead.count and given_answer == (*lead.tractors, lead.pairs):
        return None
    needed = required_answer(options, table, lead, held_pairs)
    if given_count == lead.count and given_answer >= needed:
        return None
    codes = (SUIT_OWED,) if given_count < lead.count else ()
    return Breach(codes + _missing(given_answer, needed, given_pairs.bit_count()), owed_by(options, table, lead, held))


def _missing(given: tuple[int, ...], needed: tuple[int, ...], pairs: int) -> tuple[str, ...]:
    """Which duties of shape an answer leaves open, `pairs` being all pairs given."""
    if given >= needed:
        return ()
    tractors_met = given[:-1] == needed[:-1]
    codes: tuple[str, ...] = () if tractors_met else (TRACTOR_OWED,)
    if needed[-1] and pairs < sum(needed):
        codes += (PAIR_OWED,)
    return codes


def owed_by(options: Options, table: TrumpTable, lead: Shape, held: int) -> Owed:
    """What a hand owes to a lead; `held` are its cards of the led group."""
    group = GROUPS[lead.group]
    count = table.count(held)
    if count <= lead.count:
        return Owed(group, count)
    if lead.is_five_ten_king:
        return Owed(group, lead.count, jokers=_jokers_owed(options, table, lead, held))
    needed = required_answer(options, table, lead, held & table.high)
    return Owed(group, lead.count, tuple(note for note in needed[:-1] if note), needed[-1] if needed else 0)


def _jokers_owed(options: Options, table: TrumpTable, lead: Shape, held: int) -> int:
    """How many jokers a led trump five-ten-king forces out (Nantong 五.6)."""
    if not options.forces_jokers or lead.group != TRUMP:
        return 0
    jokers = 3 * (table.bit[LITTLE_JOKER] | table.bit[BIG_JOKER])
    return min(lead.count, table.count(held & jokers))


def five_ten_kings(table: TrumpTable, group: int, held: int) -> list[tuple[int, ...]]:
    """The five-ten-kings that the cards of one group can form, suit by suit."""
    found = []
    for suit in SUITS:
        cards = tuple(card(suit, rank) for rank in "KT5")
        members = {table.group[kind] for kind in cards} == {group}
        if members and all(held & 3 * table.bit[kind] for kind in cards):
            found.append(cards)
    return found


def _judge_five_ten_king(options: Options, table: TrumpTable, lead: Shape, held: int, given: int) -> Breach | None:
    """Judge the answer to a led five-ten-king out of more than three cards of its group (semantics 6.4)."""
    codes: tuple[str, ...] = (SUIT_OWED,) if table.count(given) < lead.count else ()
    jokers = 3 * (table.bit[LITTLE_JOKER] | table.bit[BIG_JOKER])
    owed = _jokers_owed(options, table, lead, held)
    if owed and table.count(given & jokers) < owed:
        codes += (JOKERS_OWED,)
    elif must_form_five_ten_king(options, table, lead, held) and not is_five_ten_king(table, table.cards(given)):
        codes += (FIVE_TEN_KING_OWED,)
    return Breach(codes, owed_by(options, table, lead, held)) if codes else None


def must_form_five_ten_king(options: Options, table: TrumpTable, lead: Shape, held: int) -> bool:
    """Whether a hand without jokers must play a trump five-ten-king onto a led one (Nantong 五.6, reading)."""
    if not options.forces_jokers or lead.group != TRUMP or _jokers_owed(options, table, lead, held):
        return False
    return bool(five_ten_kings(table, TRUMP, held))


def can_meet(options: Options, table: TrumpTable, lead: Shape, held: int, code: str) -> tuple[int, ...]:
    """All cards of a hand's led group that could meet a duty, copies counted, from high to low (settled 7)."""
    pairs = held & table.high
    if code == TRACTOR_OWED:
        longest = max(required_answer(options, table, lead, pairs)[:-1])
        kinds = set(_in_runs(table, pairs, longest))
    elif code == PAIR_OWED:
        kinds = set(table.cards(pairs >> 1))
    elif code == JOKERS_OWED:
        kinds = {LITTLE_JOKER, BIG_JOKER}
    elif code == FIVE_TEN_KING_OWED:
        kinds = {kind for cards in five_ten_kings(table, TRUMP, held) for kind in cards}
    else:
        kinds = set(table.cards(held))
    return tuple(sorted((kind for kind in table.cards(held) if kind in kinds), key=table.display.__getitem__))


def _in_runs(table: TrumpTable, pairs: int, length: int) -> Iterator[int]:
    """The card kinds whose pairs lie in a run of at least `length` joined pairs."""
    for layout in layouts(table, pairs):
        for _, window in windows(layout, length):
            for _, kinds in window:
                yield from kinds


def must_include(options: Options, table: TrumpTable, lead: Shape, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that every legal follow contains, from high to low.

    A card is left out of some legal play when the hand without it still has enough cards and answers as well.
    """
    return must_include_held(options, table, lead, hand, table.bits(hand) & table.mask[lead.group])


def must_include_held(options: Options, table: TrumpTable, lead: Shape, hand: tuple[int, ...], held: int) -> tuple[int, ...]:
    """As `must_include`; `held` are the led group's cards of the hand."""
    spare = table.count(held) - lead.count
    if spare <= 0:
        others = [kind for kind in hand if table.group[kind] != lead.group]
        return _high_to_low(table, table.cards(held)) + _high_to_low(table, unavoidable(others, -spare))
    if lead.is_five_ten_king:
        return _high_to_low(table, _in_every_five_ten_king_answer(options, table, lead, held))
    if lead.singles == lead.count and spare > 1:
        return ()
    pairs = held & table.high
    needed = required_answer(options, table, lead, pairs)
    kept: list[int] = []
    missed: dict[int, bool] = {}  # by rung: equal pairs stand in for each other, so one of them tells for all
    for kind in table.cards(pairs >> 1):
        rung = table.rung[kind]
        if rung not in missed:
            missed[rung] = answer(options, table, lead, pairs ^ (2 * table.bit[kind])) < needed
        if missed[rung]:
            kept += [kind, kind]
        elif spare < 2:
            kept.append(kind)
    return _high_to_low(table, kept)


def _in_every_five_ten_king_answer(options: Options, table: TrumpTable, lead: Shape, held: int) -> list[int]:
    cards = table.cards(held)
    owed = _jokers_owed(options, table, lead, held)
    if owed:
        jokers = [kind for kind in cards if kind in (LITTLE_JOKER, BIG_JOKER)]
        others = [kind for kind in cards if kind not in (LITTLE_JOKER, BIG_JOKER)]
        return unavoidable(jokers, owed) + unavoidable(others, lead.count - owed)
    if must_form_five_ten_king(options, table, lead, held):
        choices = five_ten_kings(table, TRUMP, held)
        return [kind for kind in choices[0] if all(kind in choice for choice in choices)]
    return unavoidable(cards, lead.count)


def unavoidable(cards: list[int], taken: int) -> list[int]:
    """The cards that are in every choice of `taken` out of `cards`."""
    spare = len(cards) - taken
    return [kind for kind in set(cards) for _ in range(cards.count(kind) - spare)]


def _high_to_low(table: TrumpTable, cards: list[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=table.display.__getitem__))

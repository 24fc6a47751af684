"""Tricks (一圈牌): the role of each play, the winner so far, and the points on the table (semantics 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.beaten import beater_in
from rules.cards import points_of
from rules.formations import Formation, Shape, decompose, five_ten_king, formation_of, is_five_ten_king, shape_of, tractor_lengths
from rules.options import Options
from rules.ruffs import Cover, cover_components, cover_of, overtakes
from rules.rulings import Fault, Ruling
from rules.seats import SIDE_OF, seats_from
from rules.table import TrumpTable, table_of
from rules.throwing import throw_fails_by, throw_forbidden_by
from rules.trump import GROUPS, TRUMP, Trump

LEAD = "lead"
FOLLOW = "follow"
RUFF = "ruff"
OVERRUFF = "overruff"
DISCARD = "discard"


class Play(NamedTuple):
    """Cards that a seat has played; `counts_as_lowest` marks corrected, exposed and punished cards, which never overtake."""

    seat: str
    cards: tuple[int, ...]
    counts_as_lowest: bool = False


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play of a trick: its role, whether it took the lead of the trick when it fell, its points and what it is."""

    seat: str
    role: str
    overtakes: bool
    points: int
    formation: Formation


@dataclass(frozen=True, slots=True)
class TrickVerdict:
    """A trick of one to four plays; `winner` is the winner so far when it is not complete."""

    complete: bool
    winner: str
    winner_side: str
    winning_cards: tuple[int, ...]
    points: int
    lead: Formation
    plays: tuple[JudgedPlay, ...]
    rulings: tuple[Ruling, ...]
    warnings: tuple[Ruling, ...]


@dataclass(slots=True)
class Standing:
    """The best play so far: its place in the trick, its strength (see `strength_of`), and its cover if it ruffs."""

    index: int
    strength: int
    cover: Cover | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What one play after the lead is and does: its role, whether it overtakes, its cover, and the ruling behind it."""

    role: str
    overtakes: bool
    cover: Cover | None
    ruling: Ruling


_COUNTS_AS_LOWEST = Step(FOLLOW, False, None, Ruling("counts_as_lowest"))
_BELOW_THROW = Step(FOLLOW, False, None, Ruling("throw_is_not_beaten_in_its_group"))
_BELOW_RUFF = Step(FOLLOW, False, None, Ruling("ruff_beats_led_group"))
_OTHER_FORMATION = Step(FOLLOW, False, None, Ruling("other_formation_is_lower"))
_SECOND_FIVE_TEN_KING = Step(FOLLOW, False, None, Ruling("equal_card_played_later", "formations.five_ten_king"))
_HIGHER = Step(FOLLOW, True, None, Ruling("follow_is_higher"))
_EQUAL = Step(FOLLOW, False, None, Ruling("equal_card_played_later"))
_LOWER = Step(FOLLOW, False, None, Ruling("follow_is_lower"))
_DISCARD = Step(DISCARD, False, None, Ruling("discard_is_lower"))
_DISCARD_OF_TRUMPS = Step(DISCARD, False, None, Ruling("discard_does_not_cover", "ruff.match"))


def table_faults(options: Options, trump: Trump, plays: Sequence[Play], pointer: str = "/plays") -> list[Fault]:
    """What is wrong with the plays on the table: a lead of two groups, other lengths, seats repeated or out of order (settled 3)."""
    if not plays:
        return []
    faults = []
    group = table_of(options, trump).group
    led = plays[0].cards
    if len(set(map(group.__getitem__, led))) > 1:
        faults.append(Fault(f"{pointer}/0/cards", "lead_of_two_groups"))
    seats = [play.seat for play in plays]
    order = seats_from(seats[0], options.direction)
    for index, play in enumerate(plays[1:], 1):
        due = order[index]
        if len(play.cards) != len(led):
            counts = {"given": len(play.cards), "expected": len(led)}
            faults.append(Fault(f"{pointer}/{index}/cards", "plays_differ_in_length", params=counts))
        if seats.index(play.seat) < index:
            faults.append(Fault(f"{pointer}/{index}/seat", "seat_repeated", play.seat, {"seat": play.seat}))
        elif play.seat != due:
            faults.append(Fault(f"{pointer}/{index}/seat", "seat_out_of_order", play.seat, {"seat": play.seat, "expected": due}))
    return faults


RUFF_STRENGTH = 100
"""Added to the rung of a ruff: every ruff is stronger than every card of the led group."""


def strength_of(table: TrumpTable, shape: Shape, cards: tuple[int, ...]) -> int:
    """How strong a play is on a lead of one kind of formation: the rung of its top, more for a ruff, -1 for what beats nothing.

    The lead is a single, a pair, a tractor, or several singles, which only a ruff beats.
    """
    kind = cards[0]
    group = table.group[kind]
    if shape.count > 1:
        if shape.singles:
            if shape.group == TRUMP or any(map(table.group.__getitem__, cards)):
                return -1
            return RUFF_STRENGTH + max(map(table.rung.__getitem__, cards))
        if shape.tractors:
            top = table.memo.get(("tractor", cards))
            if top is None:
                top = table.remember(("tractor", cards), _tractor_top(table, group, cards))
            if top < 0:
                return -1
            kind = top
        elif kind != cards[1]:
            return -1
    if group == shape.group:
        return table.rung[kind]
    return -1 if group else RUFF_STRENGTH + table.rung[kind]


def _tractor_top(table: TrumpTable, group: int, cards: tuple[int, ...]) -> int:
    """The highest card kind of cards that are one whole tractor, or -1."""
    bits = table.bits(cards)
    if bits & ~(table.mask[group] & table.high) or tractor_lengths(table, bits) != (len(cards) // 2,):
        return -1
    return decompose(table, bits)[0].cards[0]


def is_plain(options: Options, shape: Shape) -> bool:
    """Whether plays on a lead compare by one strength: it is one formation, or singles alone that any trumps cover."""
    if shape.is_five_ten_king:
        return False
    return not shape.is_throw or (shape.singles == shape.count and options.ruff.match == "cover")


def opening(table: TrumpTable, shape: Shape, lead: Play) -> Standing:
    """The standing of a lead before anybody has followed."""
    lowest = lead.counts_as_lowest or shape.is_five_ten_king or shape.is_throw
    return Standing(0, -1 if lowest else strength_of(table, shape, lead.cards))


def step(options: Options, table: TrumpTable, shape: Shape, standing: Standing, play: Play) -> Step:
    """Judge the next play of a trick against the best so far; the standing itself is not changed."""
    groups = set(map(table.group.__getitem__, play.cards))
    if shape.group in groups:
        return _follow_step(table, shape, standing, play, groups)
    cover = None
    if shape.group != TRUMP and len(play.cards) == shape.count:
        cover = cover_of(options, table, shape, play.cards)
    if cover is None:
        return _DISCARD_OF_TRUMPS if groups == {TRUMP} else _DISCARD
    if play.counts_as_lowest:
        return Step(RUFF, False, cover, Ruling("counts_as_lowest"))
    if standing.cover is None:
        return Step(RUFF, True, cover, Ruling("ruff_covers", "ruff.match"))
    higher = overtakes(options, shape, cover, standing.cover)
    option = _compare_option(options, shape, cover, standing.cover)
    return Step(OVERRUFF if higher else RUFF, higher, cover, Ruling("overruff_higher" if higher else "ruff_not_higher", option))


def _compare_option(options: Options, shape: Shape, cover: Cover, standing: Cover) -> str | None:
    if shape.is_five_ten_king:
        return "formations.five_ten_king"
    if cover.own.joined != standing.own.joined:
        return "ruff.connected_pairs_outrank"
    return "ruff.compare" if shape.is_throw else None


def _follow_step(table: TrumpTable, shape: Shape, standing: Standing, play: Play, groups: set[int]) -> Step:
    """A play with cards of the led group: it overtakes an unruffed lead of one formation by the same formation, higher."""
    if play.counts_as_lowest:
        return _COUNTS_AS_LOWEST
    if shape.is_throw:
        return _BELOW_THROW
    if standing.cover is not None:
        return _BELOW_RUFF
    same = len(groups) == 1 and len(play.cards) == shape.count
    if shape.is_five_ten_king:
        return _SECOND_FIVE_TEN_KING if same and is_five_ten_king(table, play.cards) else _OTHER_FORMATION
    strength = strength_of(table, shape, play.cards) if same else -1
    if strength > standing.strength:
        return _HIGHER
    if strength < 0:
        return _OTHER_FORMATION
    return _EQUAL if strength == standing.strength else _LOWER


def advance(standing: Standing, done: Step, index: int, table: TrumpTable, shape: Shape, play: Play) -> Standing:
    """The standing after a step."""
    if not done.overtakes:
        return standing
    if done.cover is not None:
        return Standing(index, standing.strength, done.cover)
    return Standing(index, strength_of(table, shape, play.cards))


def formation_as_played(table: TrumpTable, shape: Shape, play: Play, done: Step) -> Formation:
    """What a play after the lead is: a cover's own reading, else what its cards are by themselves (settled 10)."""
    if done.cover is not None:
        return Formation(cover_components(table, shape, play.cards, done.cover.own), GROUPS[TRUMP])
    if shape.is_five_ten_king and is_five_ten_king(table, play.cards):
        return Formation((five_ten_king(table, play.cards),), GROUPS[table.group[play.cards[0]]])
    return formation_of(table, play.cards)


def winner_of(options: Options, table: TrumpTable, plays: Sequence[tuple[int, ...]]) -> int:
    """The place in the trick of its winning play; the shortest way to the winner alone.

    `plays` are the cards of each play in turn, as many as led, the lead in one group.
    """
    lead = plays[0]
    shape = shape_of(options, table, lead)
    assert shape is not None
    if is_plain(options, shape):
        best, strength = 0, 0 if shape.is_throw else strength_of(table, shape, lead)
        for index in range(1, len(plays)):
            other = strength_of(table, shape, plays[index])
            if other > strength:
                best, strength = index, other
        return best
    best, standing = 0, None
    if shape.group != TRUMP:
        for index in range(1, len(plays)):
            cover = cover_of(options, table, shape, plays[index])
            if cover is not None and (standing is None or overtakes(options, shape, cover, standing)):
                best, standing = index, cover
    return best


def resolve_trick(options: Options, trump: Trump, plays: Sequence[Play], withheld: frozenset[str] = frozenset()) -> TrickVerdict:
    """Who wins a trick of one to four plays, and why; the plays must be free of `table_faults`.

    `withheld` names the suits whose five-ten-king the leader has given up for the deal (Nantong 五.6).

    >>> from rules.catalogue import preset
    >>> from rules.cards import CARD_OF_TOKEN as card
    >>> plays = [Play(seat, (card[token],)) for seat, token in zip("NWSE", ("H8", "D8", "C8", "SA"))]
    >>> resolve_trick(preset("jiangsu-2007").options, Trump("S", "8"), plays).winner
    'N'
    """
    table = table_of(options, trump)
    shape = shape_of(options, table, plays[0].cards, withheld)
    assert shape is not None, "a lead lies in one group: see table_faults"
    lead = Formation(shape.components, GROUPS[shape.group])
    standing = opening(table, shape, plays[0])
    judged = [JudgedPlay(plays[0].seat, LEAD, True, points_of(plays[0].cards), lead)]
    rulings: list[Ruling] = []
    for index, play in enumerate(plays[1:], 1):
        done = step(options, table, shape, standing, play)
        standing = advance(standing, done, index, table, shape, play)
        made = formation_as_played(table, shape, play, done)
        judged.append(JudgedPlay(play.seat, done.role, done.overtakes, points_of(play.cards), made))
        rulings.append(replace(done.ruling, params={"seat": play.seat, "cards": play.cards}))
    best = plays[standing.index]
    rulings.append(winner_ruling(shape, standing, best, len(plays)))
    return TrickVerdict(
        complete=len(plays) == 4,
        winner=best.seat,
        winner_side=SIDE_OF[best.seat],
        winning_cards=best.cards,
        points=sum(play.points for play in judged),
        lead=lead,
        plays=tuple(judged),
        rulings=tuple(rulings),
        warnings=tuple(_warnings(options, table, shape, plays)),
    )


def winner_ruling(shape: Shape, standing: Standing, best: Play, count: int) -> Ruling:
    """Why the best of `count` plays wins the trick, or wins it so far."""
    params = {"seat": best.seat, "cards": best.cards}
    if count < 4:
        return Ruling("wins_so_far", None, params)
    if standing.cover is not None:
        return Ruling("won_by_ruff", None, params)
    if standing.index == 0 and shape.is_throw:
        return Ruling("won_by_throw", None, params)
    return Ruling("won_in_led_group", None, params)


def _warnings(options: Options, table: TrumpTable, shape: Shape, plays: Sequence[Play]) -> list[Ruling]:
    """What the plays show to have gone wrong on the lead: a throw where none is allowed, or one that should have failed."""
    found = []
    option = throw_forbidden_by(options, shape)
    if option is not None:
        found.append(Ruling("throw_not_allowed", option, {"seat": plays[0].seat, "cards": plays[0].cards}))
    if shape.is_throw:
        for play in plays[1:]:
            held = table.bits(play.cards) & table.mask[shape.group]
            for part in shape.components:
                better = beater_in(table, held, part)
                if better:
                    params = {"seat": play.seat, "cards": better, "beaten_cards": part.cards}
                    found.append(Ruling("throw_was_beatable", throw_fails_by([part.kind]), params))
                    break
    return found

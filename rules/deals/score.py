"""The score of a whole deal (一局的得分): trick points, kitty, fines, the total, and where the levels go (semantics 8, 9, 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards import POINTS, points_of
from rules.effects import Effect
from rules.kitty import ATTACKERS, DigVerdict, KittyVerdict, score_kitty
from rules.levels import AdvanceVerdict, StakesShown, advance, attackers_total
from rules.options import Options
from rules.penalties import Offending, assess
from rules.rulings import Ruling
from rules.seats import SIDE_OF
from rules.tricks import Play
from rules.trump import Trump


@dataclass(frozen=True, slots=True)
class Counted:
    """A deal whose points are still to be added up; the kitty is given by its cards or by its points."""

    trump: Trump
    trick_points: int
    """The points that the attackers have won in tricks, the last one included, the kitty not."""
    last_trick: tuple[Play, ...]
    """Four plays, free of `tricks.table_faults`."""
    kitty: tuple[int, ...] | None = None
    kitty_points: int | None = None
    warnings: tuple[Ruling, ...] = ()
    """What the tricks before the last one show to have gone wrong."""
    withheld: frozenset[str] = frozenset()
    """The suits whose five-ten-king the leader of the last trick has given up for the deal (Nantong 五.6)."""


@dataclass(frozen=True, slots=True)
class FinalTotal:
    """The attackers' total, after kitty and fines: nothing is left to add up, and what a last trick would show must be said."""

    attackers_points: int
    digs: tuple[DigVerdict, ...] = ()
    declarers_points: int | None = None
    """Where stakes ask for them."""
    last_trick_winner: str | None = None


@dataclass(frozen=True, slots=True)
class DealFine:
    """What one offence costs and does: `points` is 0 for a sanction without points; `option` is what its clause stands under."""

    offence: str
    side: str
    points: int
    attackers_points_delta: int
    option: str | None = None
    effects: tuple[Effect, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreVerdict:
    """A scored deal. `trick_points`, `kitty` and `counted_points` are None where a final total was given.

    `counted_points` is the sum of trick points, kitty and fines; `attackers_points` is the total by which the levels move, which
    differs from it where an effect sets it.
    """

    trick_points: int | None
    kitty: KittyVerdict | None
    fines: tuple[DealFine, ...]
    fines_points: int
    counted_points: int | None
    attackers_points: int
    advance: AdvanceVerdict
    rulings: tuple[Ruling, ...]
    warnings: tuple[Ruling, ...]


def points_in_play(options: Options) -> int:
    """All the points of a deal: 200 in two decks."""
    return options.decks * sum(POINTS)


def fine_of(options: Options, offending: Offending) -> DealFine:
    """What an offence costs and does in the deal; its declarer is told and its facts are free of `penalties.offence_faults`.

    >>> from rules.catalogue import preset
    >>> fine_of(preset("jiangsu-2007").options, Offending("concealed_card", "EW", declarer="N", tier="gain")).attackers_points_delta
    -40
    """
    verdict = assess(options, offending)
    delta = verdict.attackers_points_delta or 0
    return DealFine(offending.offence, offending.side, verdict.points, delta, verdict.option, verdict.moves, verdict.rulings)


def score_deal(
    options: Options,
    declarer: str,
    levels: Mapping[str, str],
    points: Counted | FinalTotal,
    *,
    laps: Mapping[str, int] | None = None,
    fines: Sequence[DealFine] = (),
    effects: Sequence[Effect] = (),
    stakes_shown_by: str | None = None,
) -> ScoreVerdict:
    """Score a deal that is over and move the levels.

    `levels` and `laps` are those before the deal. `fines` come from `fine_of`, or from a failed throw; what they do beside points
    goes before `effects`, which the caller has decided. `stakes_shown_by` is `declarers` or `attackers` where a counter that
    stakes levels was shown (Nantong 五.12). The input must be free of what `levels.level_faults`, `levels.advance_faults` and
    `effects.effect_faults` refuse.

    >>> from rules.catalogue import preset
    >>> verdict = score_deal(preset("march8-2012").options, "N", {"NS": "5", "EW": "9"}, FinalTotal(125))
    >>> verdict.attackers_points, verdict.advance.levels["EW"]
    (125, 'T')
    """
    done = tuple(effect for fine in fines for effect in fine.effects) + tuple(effects)
    fines_points = sum(fine.attackers_points_delta for fine in fines)
    kitty = None
    rulings = [ruling for fine in fines for ruling in fine.rulings]
    warnings: list[Ruling] = []
    if isinstance(points, FinalTotal):
        total, digs, winner, declarers_points = points.attackers_points, points.digs, points.last_trick_winner, points.declarers_points
    else:
        kitty = score_kitty(
            options,
            points.trump,
            declarer,
            points.last_trick,
            kitty=points.kitty,
            kitty_points=points.kitty_points,
            withheld=points.withheld,
        )
        total = points.trick_points + kitty.awarded + fines_points
        digs, winner, declarers_points = kitty.digs, kitty.winner, points_in_play(options) - points.trick_points
        added = {"trick_points": points.trick_points, "awarded": kitty.awarded, "fines": fines_points, "points": total}
        rulings = [*kitty.rulings, *rulings, Ruling("points_added", None, added)]
        warnings = [*points.warnings, *kitty.warnings, *_warnings(points, kitty, levels[SIDE_OF[declarer]])]
    stakes = None if stakes_shown_by is None else StakesShown(stakes_shown_by, declarers_points)
    moved = advance(options, declarer, levels, total, laps=laps, digs=digs, stakes=stakes, effects=done, last_trick_winner=winner)
    return ScoreVerdict(
        trick_points=None if isinstance(points, FinalTotal) else points.trick_points,
        kitty=kitty,
        fines=tuple(fines),
        fines_points=fines_points,
        counted_points=None if isinstance(points, FinalTotal) else total,
        attackers_points=attackers_total(declarer, total, done),
        advance=moved,
        rulings=(*rulings, *moved.rulings),
        warnings=tuple(warnings),
    )


def _warnings(points: Counted, kitty: KittyVerdict, level: str) -> list[Ruling]:
    """What does not fit together: a trump of another level than the declarers', trick points short of the last trick's own."""
    found = []
    if points.trump.level != level:
        found.append(Ruling("played_at_other_level", None, {"level": points.trump.level, "wanted_level": level}))
    last = sum(points_of(play.cards) for play in points.last_trick)
    if kitty.won_by == ATTACKERS and last > points.trick_points:
        found.append(Ruling("last_trick_not_counted", None, {"points": last, "trick_points": points.trick_points}))
    return found

"""The score of a whole deal (一副牌的得分): trick points, kitty, fines, the total, and where the levels go (semantics 8, 9, 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards import POINTS, points_of
from rules.effects import Effect
from rules.kitty import ATTACKERS, DigVerdict, KittyVerdict, score_kitty
from rules.levels import AdvanceVerdict, Moves, StakesShown, advance_by, attackers_total
from rules.options import Options
from rules.penalties import Offending, SanctionVerdict, assess
from rules.penalties.verdicts import ROUND_FORFEITED
from rules.rulings import Ruling
from rules.seats import SIDE_OF
from rules.tricks import Play
from rules.trump import Trump

_LEAST_WORTH = 5
_WITHIN_THE_DEAL = ("fine", "warning", "recorded")


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
    attempts: int = 0
    """How many throws have failed whose fines are to be among the others."""


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
    """An offence of the deal, and what follows from it; its declarer was known."""

    offence: str
    side: str
    sanction: SanctionVerdict

    @property
    def points(self) -> int:
        """The sum of its fines, 0 for a sanction without points."""
        return self.sanction.points

    @property
    def attackers_points_delta(self) -> int:
        """What it changes in the attackers' total."""
        return self.sanction.attackers_points_delta or 0

    @property
    def moved_points(self) -> int:
        """The part of that which is no fine, but points of a trick that go to the other side (Guizhou 八(十))."""
        return sum(effect.attackers_points_delta or 0 for effect in self.sanction.effects)

    @property
    def warnings(self) -> tuple[Ruling, ...]:
        """What it costs beyond the deal: a round or a game that is lost, a suspension, levels that the referee takes away."""
        given = [sanction.kind for sanction in self.sanction.sanctions if sanction.kind not in _WITHIN_THE_DEAL]
        given += ["round" for effect in self.sanction.effects if effect.kind == ROUND_FORFEITED]
        params = [{"side": self.side, "sanction": kind} for kind in given]
        return tuple(Ruling("sanction_beyond_the_deal", self.sanction.option, told) for told in params)


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
    moves: Moves
    """What the levels moved by."""
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
    return DealFine(offending.offence, offending.side, assess(options, offending))


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
    done = tuple(effect for fine in fines for effect in fine.sanction.moves) + tuple(effects)
    fines_points = sum(fine.attackers_points_delta for fine in fines)
    kitty = None
    rulings = [ruling for fine in fines for ruling in fine.sanction.rulings]
    warnings = [warning for fine in fines for warning in fine.warnings]
    if isinstance(points, FinalTotal):
        total, digs, winner, declarers_points = points.attackers_points, points.digs, points.last_trick_winner, points.declarers_points
        warnings += _improbable(options, total)
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
        rulings = [*kitty.rulings, *rulings, _added(points.trick_points, kitty.awarded, fines, total)]
        warnings += [*points.warnings, *kitty.warnings, *other_level(points.trump, declarer, levels), *_short_of_last(points, kitty)]
        warnings += _attempts_unfined(options, points, fines)
    stakes = None if stakes_shown_by is None else StakesShown(stakes_shown_by, declarers_points)
    moves = Moves(declarer, total, tuple(digs), stakes, done, winner)
    moved = advance_by(options, levels, moves, laps)
    return ScoreVerdict(
        trick_points=None if isinstance(points, FinalTotal) else points.trick_points,
        kitty=kitty,
        fines=tuple(fines),
        fines_points=fines_points,
        counted_points=None if isinstance(points, FinalTotal) else total,
        attackers_points=attackers_total(declarer, total, done),
        advance=moved,
        moves=moves,
        rulings=(*rulings, *moved.rulings),
        warnings=tuple(warnings),
    )


def _added(trick_points: int, awarded: int, fines: Sequence[DealFine], total: int) -> Ruling:
    """How the attackers' total is made up; points of tricks that go to the other side are told apart from fines."""
    moved = sum(fine.moved_points for fine in fines)
    fined = sum(fine.attackers_points_delta for fine in fines) - moved
    params = {"trick_points": trick_points, "awarded": awarded, "fines": fined, "moved": moved, "points": total}
    return Ruling("points_added", None, {"case": "moved" if moved else "fined", **params})


def other_level(trump: Trump, declarer: str, levels: Mapping[str, str]) -> tuple[Ruling, ...]:
    """The warning that the trump is of another level than the declarers'."""
    wanted = levels[SIDE_OF[declarer]]
    return () if trump.level == wanted else (Ruling("played_at_other_level", None, {"level": trump.level, "wanted_level": wanted}),)


def _improbable(options: Options, total: int) -> list[Ruling]:
    """The warnings that a total which was typed in may be a slip: no card is worth less than five, and all are worth so much."""
    most = points_in_play(options)
    warnings = [Ruling("total_not_of_fives", None, {"points": total})] if total % _LEAST_WORTH else []
    return warnings if 0 <= total <= most else [*warnings, Ruling("total_beyond_cards", None, {"points": total, "most": most})]


def _short_of_last(points: Counted, kitty: KittyVerdict) -> list[Ruling]:
    """The warning that the trick points are fewer than the last trick's own."""
    last = sum(points_of(play.cards) for play in points.last_trick)
    if kitty.won_by != ATTACKERS or last <= points.trick_points:
        return []
    return [Ruling("last_trick_not_counted", None, {"points": last, "trick_points": points.trick_points})]


def _attempts_unfined(options: Options, points: Counted, fines: Sequence[DealFine]) -> list[Ruling]:
    """The warning that fewer failed throws are fined than there were."""
    codes = {offence.code for offence in options.offences if offence.fine_from is not None}
    fined = sum(fine.offence in codes for fine in fines)
    return [Ruling("attempts_not_fined", None, {"attempts": points.attempts, "fined": fined})] if codes and points.attempts > fined else []

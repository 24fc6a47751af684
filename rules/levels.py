"""Levels (升级): who holds or takes the deal, how far a side moves, where it must stop, who declares next (semantics 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.board import Board
from rules.effects import DEAL_SCORE, LEVEL_UP, Effect, Taken, points_set, taken_of
from rules.kitty import ATTACKERS, DECLARERS, DigVerdict
from rules.options import AdvancementTable, Options, Stake
from rules.rulings import Fault, Ruling
from rules.seats import OTHER_SIDE, PARTNER, SIDE_OF, next_seat

__all__ = ["AdvanceVerdict", "Effect", "Moves", "StakesShown", "advance", "advance_by", "advance_faults", "attackers_total", "level_faults"]

DECLARERS_HOLD = "declarers_hold"
ATTACKERS_TAKE = "attackers_take"


@dataclass(frozen=True, slots=True)
class StakesShown:
    """A counter that stakes levels was shown: by `declarers` or `attackers`, and the declarers' points where they decide."""

    shown_by: str
    declarers_points: int | None = None


@dataclass(frozen=True, slots=True)
class Moves:
    """What the levels move by in a deal, as `advance` takes it: facts of the deal that do not depend on the levels before."""

    declarer: str
    attackers_points: int
    """After kitty and fines, before an effect sets another total."""
    digs: tuple[DigVerdict, ...] = ()
    stakes: StakesShown | None = None
    effects: tuple[Effect, ...] = ()
    last_trick_winner: str | None = None


@dataclass(frozen=True, slots=True)
class AdvanceVerdict:
    """How a deal moves the levels. The gaining side is the one that has the deal afterwards.

    `due` is what the table gives it, or an effect in the table's place; `gained_levels` is what it really moved up. A level to
    which a dig, a stake or an effect raises it counts as moved; a reset that goes before does not.

    `laps` is None where the ladder does not wrap; `declarer` and `level` are the next deal's and None when the game is over.
    """

    outcome: str
    gained_side: str
    gained_levels: int
    gained_due: int
    levels: dict[str, str]
    laps: dict[str, int] | None
    declarer: str | None
    level: str | None
    stopped_at: str | None
    game_over: bool
    winner: str | None
    rulings: tuple[Ruling, ...]


def level_faults(options: Options, levels: Mapping[str, str], pointer: str = "/levels") -> list[Fault]:
    """The sides' levels that the ruleset's ladder lacks."""
    return [
        Fault(f"{pointer}/{side}", "level_not_on_ladder", level, {"choices": list(options.levels.ladder)})
        for side, level in levels.items()
        if level not in options.levels.ladder
    ]


def advance_faults(
    options: Options,
    declarer: str,
    attackers_points: int,
    *,
    digs: Sequence[DigVerdict] = (),
    stakes: StakesShown | None = None,
    laps: Mapping[str, int] | None = None,
    effects: Sequence[Effect] = (),
    last_trick_winner: str | None = None,
) -> list[Fault]:
    """What else the ruleset needs to know for this deal, or cannot place.

    Digs, stakes and laps where the ruleset has none; levels of digs; points of stakes; the last trick's winner.
    """
    idle = {
        "digs": bool(digs) and not options.digs,
        "stakes": stakes is not None and not options.stakes,
        "laps": any((laps or {}).values()) and options.levels.after_last != "wrap",
    }
    known = {"digs": "digs", "stakes": "stakes", "laps": "levels.after_last=wrap"}
    faults = [Fault(f"/{name}", "not_in_this_ruleset", params={"option": known[name]}) for name, is_idle in idle.items() if is_idle]
    for index, dig in enumerate(digs):
        for name, level in (("to", dig.to), ("attackers_to", dig.attackers_to)):
            if level is not None and level not in options.levels.ladder:
                choices = {"choices": list(options.levels.ladder)}
                faults.append(Fault(f"/digs/{index}/{name}", "level_not_on_ladder", level, choices))
    if stakes is not None and stakes.declarers_points is None:
        needed = any(entry.shown_by == stakes.shown_by and entry.unless_side == DECLARERS for entry in options.stakes)
        if needed:
            faults.append(Fault("/stakes/declarers_points", "missing_field"))
    if (
        not _is_held(options, declarer, attackers_points, effects)
        and options.rotation.taken == "last_trick_winner"
        and last_trick_winner is None
    ):
        faults.append(Fault("/last_trick_winner", "missing_field"))
    return faults


def attackers_total(declarer: str, attackers_points: int, effects: Sequence[Effect] = ()) -> int:
    """The attackers' points by which a deal is decided: those counted, unless an effect sets them (settled 12).

    >>> attackers_total("N", 75, [Effect("deal_score", side="EW", points=0)])
    0
    """
    scored = points_set(effects, OTHER_SIDE[SIDE_OF[declarer]])
    return attackers_points if scored is None else scored


def _is_held(options: Options, declarer: str, attackers_points: int, effects: Sequence[Effect]) -> bool:
    """Whether the declarers keep the deal: an effect says who has it, else the attackers' total does."""
    taken = taken_of(effects)
    if taken is not None:
        return taken.by == SIDE_OF[declarer]
    return attackers_total(declarer, attackers_points, effects) < options.advancement.base


def _steps_due(options: Options, table: AdvancementTable, level: str, points: int) -> int:
    """The levels that an advancement table gives for the attackers' points; a negative total counts as 0 (reading)."""
    base = options.advancement.base
    points = max(points, 0)
    due = 0
    for band in table.bands:
        if (band.under is not None and points >= band.under) or (band.up_to is not None and points > band.up_to):
            continue
        if band.to is not None:
            ladder = options.levels.ladder
            due = max(ladder.index(band.to) - ladder.index(level), 1)
        elif band.step is not None:
            due = (points - base) // band.step if points >= base else -((points - base) // band.step)
        else:
            due = band.levels or 0
        break
    return due if table.cap is None else min(due, table.cap)


def _dig(board: Board, digs: Sequence[DigVerdict]) -> bool:
    """Apply digs; whether one of them is final. Declarers whom a dig resets may leave the level it sets (Anhui 四.4)."""
    for dig in digs:
        if dig.to is not None:
            board.levels[dig.side] = dig.to
            board.reset.add(dig.side)
            board.free.add(dig.side)
            board.rule("dug_to_level", "digs", dig.side, dig.to)
        if dig.attackers_to is not None:
            other = OTHER_SIDE[dig.side]
            board.put(other, dig.attackers_to)
            board.rule("digger_to_level", "digs", other, dig.attackers_to)
    final = any(dig.final for dig in digs)
    if final:
        board.rulings.append(Ruling("dig_is_final", "digs.final"))
    return final


def _stake_won(options: Options, stakes: StakesShown | None, attackers_points: int) -> Stake | None:
    """The stake that comes due: its side showed, and the named side did not reach its points (Nantong 五.12)."""
    if stakes is None:
        return None
    for stake in options.stakes:
        reached = attackers_points if stake.unless_side == ATTACKERS else stakes.declarers_points
        if stake.shown_by == stakes.shown_by and reached is not None and reached < stake.unless_points:
            return stake
    return None


def _settle_stake(board: Board, stake: Stake, declarers: str) -> None:
    """Put both sides on the levels that a stake names; neither has won a deal there."""
    for side, level in ((declarers, stake.declarers_to), (OTHER_SIDE[declarers], stake.attackers_to)):
        if level is not None:
            board.put(side, level)
            board.free.discard(side)
            board.rule("stake_to_level", "stakes", side, level)


def _last_level_passed(board: Board) -> bool:
    """Whether declarers who hold have passed the last level, which they had to defend and did (not after a dig)."""
    last = board.ladder.ladder[-1]
    defended = board.levels[board.gainer] == last and last in board.ladder.must_defend
    return defended and board.ladder.after_last == "win" and board.gainer not in board.reset


def _book(options: Options, board: Board, points: int, taken: Taken | None, stake: Stake | None, held: bool) -> int:
    """Book what the gainer is due, by the table or by an effect in its place, and say how much that is."""
    side = board.gainer
    passed = held and _last_level_passed(board)
    if taken is None:
        table = options.advancement.declarers if held else options.advancement.attackers
        due = _steps_due(options, table, board.levels[side], points)
        option = "advancement.declarers" if held else "advancement.attackers"
        if stake is None or passed:
            board.rulings.append(Ruling("levels_due", option, {"side": side, "levels": due, "points": points}))
    else:
        due = taken.levels
    if passed:
        board.winner = side
    elif stake is not None:
        _settle_stake(board, stake, side if held else OTHER_SIDE[side])
    else:
        board.rise(side, due)
    return due


def _level_up(board: Board, effects: Sequence[Effect]) -> None:
    """Move sides up by effects, one after the other, until one of them has won."""
    for effect in effects:
        if effect.kind == LEVEL_UP and effect.side is not None and board.winner is None:
            board.rulings.append(Ruling("levels_given", None, {"side": effect.side, "levels": effect.levels}))
            board.rise(effect.side, effect.levels)


def _next_declarer(options: Options, declarer: str, held: bool, last_trick_winner: str | None) -> tuple[str, Ruling]:
    if held:
        seat = PARTNER[declarer] if options.rotation.held == "partner" else declarer
        return seat, Ruling("declares_next", "rotation.held", {"seat": seat})
    seat = next_seat(declarer, options.direction)
    winner = last_trick_winner if options.rotation.taken == "last_trick_winner" else None
    if winner is not None and SIDE_OF[winner] == OTHER_SIDE[SIDE_OF[declarer]]:
        seat = winner
    return seat, Ruling("declares_next", "rotation.taken", {"seat": seat})


def _opened(options: Options, declarer: str, attackers_points: int, effects: Sequence[Effect], held: bool) -> list[Ruling]:
    """Why a side has the deal: totals that are set, then a deal that is taken or the total of points."""
    attackers = OTHER_SIDE[SIDE_OF[declarer]]
    total = attackers_total(declarer, attackers_points, effects)
    rulings = []
    for side in dict.fromkeys(effect.side for effect in effects if effect.kind == DEAL_SCORE):
        code = "total_set" if side == attackers else "declarers_total_is_idle"
        rulings.append(Ruling(code, None, {"side": side, "points": points_set(effects, str(side))}))
    taken = taken_of(effects)
    if taken is not None:
        rulings.append(Ruling("deal_kept" if held else "deal_taken", None, {"side": taken.by, "levels": taken.levels}))
    else:
        reached = {"points": total, "base": options.advancement.base}
        rulings.append(Ruling(DECLARERS_HOLD if held else ATTACKERS_TAKE, "advancement.base", reached))
    return rulings


def advance(
    options: Options,
    declarer: str,
    levels: Mapping[str, str],
    attackers_points: int,
    *,
    laps: Mapping[str, int] | None = None,
    digs: Sequence[DigVerdict] = (),
    stakes: StakesShown | None = None,
    effects: Sequence[Effect] = (),
    last_trick_winner: str | None = None,
) -> AdvanceVerdict:
    """Move the levels after a deal: `attackers_points` after kitty and fines, `effects` of sanctions beside them.

    In this order (settled 12): an effect sets the total; digs; stakes; the table, or the deal taken by an effect; levels given by
    effects. The input must be free of `level_faults`, `advance_faults` and `effect_faults`.

    >>> from rules.catalogue import preset
    >>> verdict = advance(preset("march8-2012").options, "N", {"NS": "5", "EW": "9"}, 125)
    >>> verdict.outcome, verdict.levels["EW"], verdict.declarer
    ('attackers_take', 'T', 'W')
    """
    declarers = SIDE_OF[declarer]
    total = attackers_total(declarer, attackers_points, effects)
    held = _is_held(options, declarer, attackers_points, effects)
    gainer = declarers if held else OTHER_SIDE[declarers]
    board = Board(options.levels, dict(levels), {"NS": 0, "EW": 0} | dict(laps or {}), gainer)
    board.free.update({declarers} if held else ())
    board.rulings += _opened(options, declarer, attackers_points, effects, held)
    due = 0
    if not _dig(board, digs):
        due = _book(options, board, total, taken_of(effects), _stake_won(options, stakes, total), held)
        _level_up(board, effects)
    over = board.winner is not None
    seat, ruling = _next_declarer(options, declarer, held, last_trick_winner)
    board.rulings.append(Ruling("game_over", "levels.after_last", {"side": board.winner}) if over else ruling)
    return AdvanceVerdict(
        outcome=DECLARERS_HOLD if held else ATTACKERS_TAKE,
        gained_side=gainer,
        gained_levels=0 if board.winner == gainer else board.moved,
        gained_due=due,
        levels=board.levels,
        laps=board.laps if options.levels.after_last == "wrap" else None,
        declarer=None if over else seat,
        level=None if over else board.levels[SIDE_OF[seat]],
        stopped_at=None if over else board.stopped_at,
        game_over=over,
        winner=board.winner,
        rulings=tuple(board.rulings),
    )


def advance_by(options: Options, levels: Mapping[str, str], moves: Moves, laps: Mapping[str, int] | None = None) -> AdvanceVerdict:
    """The same from what the levels move by."""
    return advance(
        options,
        moves.declarer,
        levels,
        moves.attackers_points,
        laps=laps,
        digs=moves.digs,
        stakes=moves.stakes,
        effects=moves.effects,
        last_trick_winner=moves.last_trick_winner,
    )

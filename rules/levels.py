"""Levels (升级): who holds or takes the deal, how far a side moves, where it must stop, who declares next (semantics 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kitty import ATTACKERS, DECLARERS, DigVerdict
from rules.options import AdvancementTable, Options, Stake
from rules.rulings import Fault, Ruling
from rules.seats import OTHER_SIDE, PARTNER, SIDE_OF, next_seat

DECLARERS_HOLD = "declarers_hold"
ATTACKERS_TAKE = "attackers_take"


@dataclass(frozen=True, slots=True)
class StakesShown:
    """A counter that stakes levels was shown: by `declarers` or `attackers`, and the declarers' points where they decide."""

    shown_by: str
    declarers_points: int | None = None


@dataclass(frozen=True, slots=True)
class AdvanceVerdict:
    """How a deal moves the levels. `due` is what the table gives, `gained_levels` what the gaining side really moved up.

    A level to which a dig or a stake raises the gaining side counts as moved; a reset that goes before does not.

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


@dataclass(slots=True)
class _Board:
    """The levels while a deal is being booked."""

    levels: dict[str, str]
    laps: dict[str, int]
    moved: int = 0
    stopped_at: str | None = None
    winner: str | None = None
    reset: set[str] = field(default_factory=set)
    rulings: list[Ruling] = field(default_factory=list)


def level_faults(options: Options, levels: Mapping[str, str], pointer: str = "/levels") -> list[Fault]:
    """The sides' levels that the ruleset's ladder lacks."""
    return [
        Fault(f"{pointer}/{side}", "level_not_on_ladder", level, {"choices": list(options.levels.ladder)})
        for side, level in levels.items()
        if level not in options.levels.ladder
    ]


def advance_faults(
    options: Options,
    attackers_points: int,
    *,
    digs: Sequence[DigVerdict] = (),
    stakes: StakesShown | None = None,
    laps: Mapping[str, int] | None = None,
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
    taken = attackers_points >= options.advancement.base
    if taken and options.rotation.taken == "last_trick_winner" and last_trick_winner is None:
        faults.append(Fault("/last_trick_winner", "missing_field"))
    return faults


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


def _move_up(options: Options, board: _Board, side: str, due: int, may_leave: bool) -> None:
    """Move a side up step by step, as far as must-defend levels let it; `may_leave` lets it leave the one it stands on.

    A side that goes beyond the last rung wins and its level stays (settled 12), unless a dig has just reset it.
    """
    ladder = options.levels.ladder
    place = ladder.index(board.levels[side])
    for step in range(due):
        blocked = ladder[place] in options.levels.must_defend and not (step == 0 and may_leave)
        if blocked:
            board.stopped_at = ladder[place]
            board.rulings.append(Ruling("stopped_at_must_defend", "levels.must_defend", {"side": side, "level": ladder[place]}))
            break
        if place + 1 < len(ladder):
            place += 1
        elif options.levels.after_last == "wrap":
            place = 0
            board.laps[side] += 1
            board.rulings.append(Ruling("ladder_wraps", "levels.after_last", {"side": side}))
        elif side in board.reset:
            break
        else:
            board.winner = side
            board.moved = 0
            return
        board.moved += 1
    board.levels[side] = ladder[place]


def _dig(options: Options, board: _Board, digs: Sequence[DigVerdict], gainer: str) -> bool:
    """Apply digs; whether one of them is final."""
    ladder = options.levels.ladder
    final = False
    for dig in digs:
        if dig.to is not None:
            board.levels[dig.side] = dig.to
            board.reset.add(dig.side)
            board.rulings.append(Ruling("dug_to_level", "digs", {"side": dig.side, "level": dig.to}))
        if dig.attackers_to is not None:
            other = OTHER_SIDE[dig.side]
            if other == gainer:
                board.moved += max(ladder.index(dig.attackers_to) - ladder.index(board.levels[other]), 0)
            board.levels[other] = dig.attackers_to
            board.rulings.append(Ruling("digger_to_level", "digs", {"side": other, "level": dig.attackers_to}))
        final = final or dig.final
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


def _settle_stake(options: Options, board: _Board, stake: Stake, declarers: str) -> None:
    """Put both sides on the levels that a stake names."""
    ladder = options.levels.ladder
    gainer = declarers if stake.shown_by == DECLARERS else OTHER_SIDE[declarers]
    for side, level in ((declarers, stake.declarers_to), (OTHER_SIDE[declarers], stake.attackers_to)):
        if level is not None:
            if side == gainer:
                board.moved += max(ladder.index(level) - ladder.index(board.levels[side]), 0)
            board.levels[side] = level
            board.rulings.append(Ruling("stake_to_level", "stakes", {"side": side, "level": level}))


def _last_level_passed(options: Options, levels: Mapping[str, str], side: str, board: _Board) -> bool:
    """Whether declarers who hold have passed the last level, which they had to defend and did (not after a dig)."""
    last = options.levels.ladder[-1]
    defended = levels[side] == last and last in options.levels.must_defend
    return defended and options.levels.after_last == "win" and side not in board.reset


def _book(options: Options, board: _Board, before: Mapping[str, str], declarers: str, points: int, stake: Stake | None, held: bool) -> int:
    """Book what the table gives, and say how much that was."""
    side = declarers if held else OTHER_SIDE[declarers]
    table = options.advancement.declarers if held else options.advancement.attackers
    due = _steps_due(options, table, board.levels[side], points)
    option = "advancement.declarers" if held else "advancement.attackers"
    board.rulings.append(Ruling("levels_due", option, {"side": side, "levels": due, "points": points}))
    if held and _last_level_passed(options, before, side, board):
        board.winner = side
    elif stake is not None:
        _settle_stake(options, board, stake, declarers)
    else:
        _move_up(options, board, side, due, may_leave=held)
    return due


def _next_declarer(options: Options, declarer: str, held: bool, last_trick_winner: str | None) -> tuple[str, Ruling]:
    if held:
        seat = PARTNER[declarer] if options.rotation.held == "partner" else declarer
        return seat, Ruling("declares_next", "rotation.held", {"seat": seat})
    seat = next_seat(declarer, options.direction)
    winner = last_trick_winner if options.rotation.taken == "last_trick_winner" else None
    if winner is not None and SIDE_OF[winner] == OTHER_SIDE[SIDE_OF[declarer]]:
        seat = winner
    return seat, Ruling("declares_next", "rotation.taken", {"seat": seat})


def advance(
    options: Options,
    declarer: str,
    levels: Mapping[str, str],
    attackers_points: int,
    *,
    laps: Mapping[str, int] | None = None,
    digs: Sequence[DigVerdict] = (),
    stakes: StakesShown | None = None,
    last_trick_winner: str | None = None,
) -> AdvanceVerdict:
    """Move the levels after a deal: `attackers_points` after kitty and fines; digs first, then stakes, then the table (settled 12).

    The input must be free of `level_faults` and `advance_faults`.

    >>> from rules.catalogue import preset
    >>> verdict = advance(preset("march8-2012").options, "N", {"NS": "5", "EW": "9"}, 125)
    >>> verdict.outcome, verdict.levels["EW"], verdict.declarer
    ('attackers_take', 'T', 'W')
    """
    declarers = SIDE_OF[declarer]
    held = attackers_points < options.advancement.base
    gainer = declarers if held else OTHER_SIDE[declarers]
    board = _Board(dict(levels), {"NS": 0, "EW": 0} | dict(laps or {}))
    reached = {"points": attackers_points, "base": options.advancement.base}
    board.rulings.append(Ruling(DECLARERS_HOLD if held else ATTACKERS_TAKE, "advancement.base", reached))
    due = 0
    if not _dig(options, board, digs, gainer):
        stake = _stake_won(options, stakes, attackers_points)
        due = _book(options, board, levels, declarers, attackers_points, stake, held)
    over = board.winner is not None
    seat, ruling = _next_declarer(options, declarer, held, last_trick_winner)
    board.rulings.append(Ruling("game_over", "levels.after_last", {"side": gainer}) if over else ruling)
    return AdvanceVerdict(
        outcome=DECLARERS_HOLD if held else ATTACKERS_TAKE,
        gained_side=gainer,
        gained_levels=board.moved,
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

"""Advancement (升级), semantics 9 and settled 12, one rung at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.kitty import SIDES
from tests.oracle.order import Document

OTHER = {"NS": "EW", "EW": "NS"}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
PLAY_ORDER = {"clockwise": "NESW", "counterclockwise": "NWSE"}


def next_player(seat: str, direction: str) -> str:
    """The player after a seat."""
    order = PLAY_ORDER[direction]
    return order[(order.index(seat) + 1) % 4]


@dataclass
class Advance:
    """The state of the two sides while a deal is settled, and what came of it."""

    levels: dict[str, str]
    laps: dict[str, int]
    held: bool = False
    gained_side: str = ""
    due: int = 0
    moved: int = 0
    stopped_at: str | None = None
    winner: str | None = None
    declarer: str | None = None
    level: str | None = None
    reset: set[str] = field(default_factory=set)
    """Sides that a dig has reset."""
    free: set[str] = field(default_factory=set)
    """Sides that may leave the level on which they stand although it must be defended."""


def advance(
    document: Document,
    declarer: str,
    levels: Mapping[str, str],
    attackers_points: int,
    *,
    laps: Mapping[str, int] | None = None,
    digs: Sequence[Mapping[str, Any]] = (),
    stakes: Mapping[str, Any] | None = None,
    effects: Sequence[Mapping[str, Any]] = (),
    last_trick_winner: str | None = None,
) -> Advance:
    """Settles a deal: totals set, dig resets, stakes, the table or the deal taken, levels given; then who declares at what level."""
    own = SIDES[declarer]
    sides = {"declarers": own, "attackers": OTHER[own]}
    base = document["advancement"]["base"]
    state = Advance(dict(levels), dict(laps or {"NS": 0, "EW": 0}))
    for effect in effects:
        if effect["kind"] == "deal_score" and effect["side"] == sides["attackers"]:
            attackers_points = effect["points"]
    state.held = attackers_points < base
    gains = [effect.get("levels", 0) for effect in effects if effect["kind"] == "deal_taken"]
    for effect in effects:
        if effect["kind"] == "deal_taken":
            state.held = effect["by"] == own
    state.gained_side = own if state.held else OTHER[own]

    for dig in digs:
        if dig.get("to"):
            state.levels[dig["side"]] = dig["to"]
            state.reset.add(dig["side"])
            # Settled 12: declarers whom a dig has reset leave the level it set, by whatever moves them up.
            state.free.add(dig["side"])
        if dig.get("attackers_to"):
            if OTHER[dig["side"]] == state.gained_side:
                rungs = list(document["levels"]["ladder"])
                state.moved += max(0, rungs.index(dig["attackers_to"]) - rungs.index(state.levels[state.gained_side]))
            state.levels[OTHER[dig["side"]]] = dig["attackers_to"]
    if any(dig.get("final") for dig in digs):
        return _seat(document, state, declarer, last_trick_winner)

    # Negative totals are counted as 0 in the tables (reading).
    # Reading: a deal is taken once, so of several such effects the one with most levels counts.
    state.due = max(gains) if gains else _table(document, state, max(attackers_points, 0))
    if state.held and own not in state.reset and _is_last_defended(document, state.levels[own]):
        # Reading: whoever holds there has passed it, even where the table gives nothing, and nothing else moves any more.
        state.winner = own
        return state
    stake = _stake(document, stakes, attackers_points)
    if stake is not None:
        # Reading: 直接打A says where the sides stand afterwards, so a stake takes the place of the table and is stopped by no level.
        ladder, before = document["levels"]["ladder"], state.levels[state.gained_side]
        for who in ("declarers", "attackers"):
            if stake.get(f"{who}_to"):
                state.levels[sides[who]] = stake[f"{who}_to"]
        state.moved += max(0, ladder.index(state.levels[state.gained_side]) - ladder.index(before))
        # Nobody has won a deal at a level to which a stake has moved him.
        state.free -= {sides[who] for who in ("declarers", "attackers") if stake.get(f"{who}_to")}
        if state.held and not stake.get("declarers_to"):
            state.free.add(own)
    else:
        if state.held:
            # A level that must be defended is left by winning a deal there as declarers; a level set by a dig is left as well.
            state.free.add(own)
        state.moved += climb(document, state, state.gained_side, state.due)
    for effect in effects:
        if effect["kind"] == "level_up" and state.winner is None:
            risen = climb(document, state, effect["side"], effect["levels"])
            if effect["side"] == state.gained_side:
                state.moved += risen
    if state.winner is not None:
        return state
    return _seat(document, state, declarer, last_trick_winner)


def _stake(document: Document, stakes: Mapping[str, Any] | None, attackers_points: int) -> Mapping[str, Any] | None:
    """The entry of `stakes` that moves the levels, None where nothing was shown or the points were reached."""
    for stake in document["stakes"] if stakes is not None else ():
        assert stakes is not None
        points = {"attackers": attackers_points, "declarers": stakes.get("declarers_points")}[stake["unless_reached"]["side"]]
        if stake["shown_by"] == stakes["shown_by"] and points < stake["unless_reached"]["points"]:
            entry: Mapping[str, Any] = stake
            return entry
    return None


def _is_last_defended(document: Document, level: str) -> bool:
    """Whether holding at this level ends the game: it must be defended, is the last one, and the ladder does not wrap.

    Reading: where the last level that must be defended is not the last rung, the game goes on beyond it.
    """
    rules = document["levels"]
    return rules["after_last"] == "win" and level in rules["must_defend"] and level == rules["ladder"][-1]


def climb(document: Document, state: Advance, side: str, many: int) -> int:
    """Moves a side up, one rung at a time, and stops it on levels that must be defended. Returns the rungs moved."""
    rules = document["levels"]
    ladder, moved = list(rules["ladder"]), 0
    before = state.levels[side], state.laps[side]
    for _ in range(many):
        here = state.levels[side]
        if here in rules["must_defend"] and side not in state.free:
            state.stopped_at = state.stopped_at or here
            break
        state.free.discard(side)
        if here == ladder[-1]:
            if rules["after_last"] == "win":
                if side in state.reset:
                    break  # semantics 9: whom a dig has reset does not end the game by this hold
                state.winner = side
                # Settled 12: when the game is over the level stays.
                state.levels[side], state.laps[side] = before
                break
            state.levels[side] = ladder[0]
            state.laps[side] += 1
        else:
            state.levels[side] = ladder[ladder.index(here) + 1]
        moved += 1
    return moved


def _table(document: Document, state: Advance, points: int) -> int:
    """The levels that the table gives for a number of points that is not negative."""
    base = document["advancement"]["base"]
    table = document["advancement"]["declarers" if state.held else "attackers"]
    bands, cap = _bands(table)
    gain = 0
    for band in bands:
        if band.get("under") is not None and not points < band["under"]:
            continue
        if band.get("up_to") is not None and not points <= band["up_to"]:
            continue
        if band.get("levels") is not None:
            gain = band["levels"]
        elif band.get("step") is not None:
            gain = -((points - base) // band["step"]) if state.held else (points - base) // band["step"]
        else:
            ladder = list(document["levels"]["ladder"])
            # Semantics 9: unified, straight to A; from A: passes A. Reading: from a level beyond it one level as well.
            gain = max(1, ladder.index(band["to"]) - ladder.index(state.levels[state.gained_side]))
        break
    return gain if cap is None else min(gain, cap)


def _bands(table: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Sequence[Mapping[str, Any]], int | None]:
    if isinstance(table, Mapping):
        return table.get("bands") or [table], table.get("cap")
    return table, next((band["cap"] for band in table if band.get("cap")), None)


def _seat(document: Document, state: Advance, declarer: str, last_trick_winner: str | None) -> Advance:
    """Who declares next, and at what level."""
    rotation = document["rotation"]
    if state.held:
        state.declarer = PARTNER[declarer] if rotation["held"] == "partner" else declarer
    else:
        state.declarer = next_player(declarer, document["direction"])
        if rotation["taken"] == "last_trick_winner" and last_trick_winner and SIDES[last_trick_winner] != SIDES[declarer]:
            state.declarer = last_trick_winner
    state.level = state.levels[SIDES[state.declarer]]
    return state

"""The JSON of what a match moves by and where it stands, as entries and the table of deals hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.effects import DEAL_SCORE, Effect
from rules.kitty import DigVerdict
from rules.levels import Moves, StakesShown
from rules.progress import Standing


def moves_json(moves: Moves) -> dict[str, Any]:
    """`{"declarer","attackers_points","digs"?,"stakes"?,"effects"?,"last_trick_winner"?}`, as a question to levels/advance has them."""
    answer: dict[str, Any] = {"declarer": moves.declarer, "attackers_points": moves.attackers_points}
    if moves.digs:
        answer["digs"] = [_dig_json(dig) for dig in moves.digs]
    if moves.stakes is not None:
        answer["stakes"] = _present({"shown_by": moves.stakes.shown_by, "declarers_points": moves.stakes.declarers_points})
    if moves.effects:
        answer["effects"] = [effect_json(effect) for effect in moves.effects]
    return answer | _present({"last_trick_winner": moves.last_trick_winner})


def moves_of(value: Mapping[str, Any]) -> Moves:
    """The same read back.

    >>> moves = Moves("N", 85, (DigVerdict("NS", "2", None, False),), StakesShown("attackers"), (Effect("level_up", "EW", levels=1),), "W")
    >>> moves_of(moves_json(moves)) == moves
    True
    """
    stakes = value.get("stakes")
    return Moves(
        value["declarer"],
        value["attackers_points"],
        tuple(DigVerdict(dig["side"], dig.get("to"), dig.get("attackers_to"), dig["final"]) for dig in value.get("digs", ())),
        None if stakes is None else StakesShown(stakes["shown_by"], stakes.get("declarers_points")),
        tuple(Effect(**effect) for effect in value.get("effects", ())),
        value.get("last_trick_winner"),
    )


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect with its side and its number, as a question has it.

    >>> effect_json(Effect("deal_score", side="EW"))
    {'kind': 'deal_score', 'side': 'EW', 'points': 0}
    """
    number = {"points": effect.points} if effect.kind == DEAL_SCORE else {"levels": effect.levels}
    return {"kind": effect.kind, **_present({"side": effect.side, "by": effect.by}), **number}


def standing_json(standing: Standing) -> dict[str, Any]:
    """`{"levels","laps"?,"declarer"?,"level"?,"deal","game","games","round_over"?}`: a state without `seq`."""
    answer: dict[str, Any] = {"levels": dict(standing.levels)}
    answer |= _present({"laps": standing.laps and dict(standing.laps), "declarer": standing.declarer, "level": standing.level})
    answer |= {"deal": standing.deal, "game": standing.game, "games": dict(standing.games)}
    return answer | ({"round_over": True} if standing.round_over else {})


def standing_of(value: Mapping[str, Any]) -> Standing:
    """The same read back; what a state holds besides is passed over.

    >>> standing = Standing({"NS": "2", "EW": "3"}, None, "E", "3", 2, 1, {"NS": 0, "EW": 0})
    >>> standing_of(standing_json(standing) | {"seq": 1}) == standing
    True
    """
    return Standing(
        value["levels"],
        value.get("laps"),
        value.get("declarer"),
        value.get("level"),
        value["deal"],
        value["game"],
        value["games"],
        value.get("round_over", False),
    )


def _dig_json(dig: DigVerdict) -> dict[str, Any]:
    return {"side": dig.side, **_present({"to": dig.to, "attackers_to": dig.attackers_to}), "final": dig.final}


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}

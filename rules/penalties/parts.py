"""The parts of a sanction: each thing that a case of an offence brings, with the rulings that say what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.offences import ALWAYS, Consequence, Decimals, OffenceEffect, OffenceFine
from rules.penalties.offending import ATTACKERS, BOTH, DECLARERS, Offending, holds
from rules.penalties.verdicts import BID_RIGHT_LOST, EXPOSED, ROUND_FORFEITED, TRICK_POINTS, EffectVerdict, Sanction
from rules.rulings import Ruling
from rules.seats import OTHER_SIDE, SIDE_OF, SIDES

_SIGN = {DECLARERS: 1, ATTACKERS: -1}
"""Fines of the declarers are added to the attackers' points, those of the attackers are taken from them."""
_SIGNED = {DECLARERS: "fine_is_added", ATTACKERS: "fine_is_taken_off"}
"""Which way a fine goes, no option decides."""
_OF_BOTH = (ROUND_FORFEITED, BID_RIGHT_LOST)
"""What happens to two sides at fault; by anything else neither gains."""
_ENDS_ROUND = ("suspended", "disqualified")
"""What loses the round too, where the regulation says what it is then worth."""
_EFFECTS = {
    "deal_taken": "offence_deal_taken",
    "level_up": "offence_level_up",
    "deal_score": "offence_deal_score",
    TRICK_POINTS: "offence_trick_points",
    EXPOSED: "offence_exposes_cards",
    BID_RIGHT_LOST: "offence_bars_bids",
    ROUND_FORFEITED: "offence_forfeits_round",
    "replay_choice": "offence_replay_choice",
}
_TRICK_AGAIN = "next_player_chooses_replay"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that follows, or None where only something is said, and the rulings behind it."""

    thing: Sanction | EffectVerdict | None
    rulings: tuple[Ruling, ...]


def signed(points: int, offending: Offending) -> int | None:
    """What the offenders lose as a change of the attackers' total; of both sides nothing, and None where the declarer is not known."""
    if offending.declarer is None:
        return None
    return points * _SIGN.get(offending.party or BOTH, 0)


def given_in_place(case: Consequence, offending: Offending) -> str | None:
    """What the referee gives in place of points, in the case that leaves it to him; the only thing to give need not be named."""
    if case.judgement is None or offending.instead is not None or offending.points is not None:
        return offending.instead
    return case.judgement.instead[0] if case.judgement.points is None and case.fine is None else None


def parts_of(case: Consequence, offending: Offending, *, judged: bool, then: str | None) -> Iterator[Part]:
    """What one case brings. `judged`: what the referee gives belongs to this case; `then` is how play goes on."""
    side = {"side": offending.side}
    given = given_in_place(case, offending) if judged else None
    if case.warning:
        yield Part(Sanction("warning"), (Ruling("offence_warned", f"{case.path}.warning", side),))
    if case.recorded:
        yield Part(Sanction("recorded"), (Ruling("offence_recorded", f"{case.path}.recorded", side),))
    if given is None:
        yield from _fines(case, offending, offending.points if judged else None)
    for effect in case.effects:
        yield from _of_effect(effect, offending, then)
    if case.sentence is not None:
        yield from _heavier("offence_sentenced", case.sentence, f"{case.path}.sentence", offending)
    if given is not None and case.judgement is not None:
        path = f"{case.path}.judgement"
        yield from _heavier("offence_judged", given, f"{path}.or.{given}", offending, (case.judgement.round_points, f"{path}.round_points"))


def _fines(case: Consequence, offending: Offending, points: int | None) -> Iterator[Part]:
    """The fine of a case, and what the referee adds: `points` are what he has it come to; fewer than the fine stand in its place."""
    fine, due = case.fine, 0
    if fine is not None and (points is None or points >= _due(fine, offending)):
        due = _due(fine, offending)
        code = "offence_fined" if fine.once else "offence_fined_by_card"
        yield _fined(code, Sanction("fine", due, fine.per, None if fine.once else offending.cards), fine.path, offending)
        points = None if points == due else points
    if points is not None:
        code = "offence_fined_more" if due else "offence_fined"
        yield _fined(code, Sanction("fine", points - due, "judgement"), f"{case.path}.judgement.points", offending)


def _due(fine: OffenceFine, offending: Offending) -> int:
    points = fine.points if fine.once or offending.cards is None else fine.points * offending.cards
    return points if fine.cap is None else min(points, fine.cap)


def _fined(code: str, fine: Sanction, path: str, offending: Offending) -> Part:
    ruling = Ruling(code, path, {"side": offending.side, "points": fine.points, "per": fine.per, "number": fine.cards})
    if offending.party is None:
        return Part(fine, (ruling,))
    return Part(fine, (ruling, Ruling(_SIGNED[offending.party], None, {"points": fine.points})))


def _heavier(
    code: str, given: str, path: str, offending: Offending, round_points: tuple[Decimals | None, str] = (None, "")
) -> Iterator[Part]:
    """What is given in place of points; with what the round is worth and where that is written, if it is."""
    side, (points, place) = {"side": offending.side}, round_points
    if given == ROUND_FORFEITED:
        yield _forfeited(points, place, offending, Ruling("offence_loses_round", path, side))
        return
    yield Part(Sanction(given), (Ruling(code, path, {**side, "sanction": given}),))
    if points is not None and given in _ENDS_ROUND:
        yield _forfeited(points, place, offending)


def _forfeited(points: Decimals | None, path: str, offending: Offending, *rulings: Ruling) -> Part:
    """A round forfeited by a side or by both, who then have the offenders' points each."""
    by, both = offending.side, offending.side == BOTH
    if points is None:
        return Part(EffectVerdict(ROUND_FORFEITED, None if both else by), rulings)
    worth = {side: points[0] if both or side == by else points[1] for side in SIDES}
    culprits = {"offenders": by} if both else {"offenders": by, "opponents": OTHER_SIDE[by]}
    told = [
        Ruling("offence_round_points", f"{path}.{who}", {"side": side, "round_points": worth.get(side, points[0])})
        for who, side in culprits.items()
    ]
    return Part(EffectVerdict(ROUND_FORFEITED, None if both else by, round_points=worth), (*rulings, *told))


def _of_effect(effect: OffenceEffect, offending: Offending, then: str | None) -> Iterator[Part]:
    """An effect, if it happens: points of a trick that are none are spoken of, and of two sides at fault neither gains."""
    happens = holds(effect.when, offending) and (offending.side != BOTH or effect.kind in _OF_BOTH)
    if effect.kind == TRICK_POINTS and offending.side != BOTH and not (happens and offending.trick_points):
        path = effect.path if effect.when == ALWAYS else f"{effect.path}.when"
        yield Part(None, (Ruling("offence_no_trick_points", path, {"side": offending.side}),))
    elif happens and effect.kind == ROUND_FORFEITED:
        ruling = Ruling("offence_forfeits_round", effect.path, {"side": offending.side})
        yield _forfeited(effect.round_points, f"{effect.path}.points", offending, ruling)
    elif happens:
        verdict = _verdict(effect, offending)
        yield Part(verdict, tuple(_rulings(verdict, effect.path, offending, then)))


def _verdict(effect: OffenceEffect, offending: Offending) -> EffectVerdict:
    if effect.kind == TRICK_POINTS:
        points = offending.trick_points or 0
        return EffectVerdict(effect.kind, OTHER_SIDE[offending.side], points=points, attackers_points_delta=signed(points, offending))
    if effect.kind == EXPOSED:
        return EffectVerdict(effect.kind, offending.side, cards=offending.cards)
    side, by = (_side(culprits, offending.side) for culprits in (effect.side, effect.by))
    return EffectVerdict(effect.kind, side, by, levels=effect.levels, points=effect.points)


def _side(culprits: str | None, offenders: str) -> str | None:
    """`offenders` or `opponents` as a side; both sides are none."""
    if culprits is None or offenders == BOTH:
        return None
    return offenders if culprits == "offenders" else OTHER_SIDE[offenders]


def _rulings(effect: EffectVerdict, path: str, offending: Offending, then: str | None) -> Iterator[Ruling]:
    """A deal that is taken with levels goes up by them too; who already has it keeps it."""
    code = _EFFECTS[effect.kind]
    params: dict[str, Any] = {"side": effect.by or effect.side or BOTH, "levels": effect.levels, "points": effect.points}
    if effect.kind == "deal_taken" and offending.declarer is not None and SIDE_OF[offending.declarer] == effect.by:
        code = "offence_deal_kept"
    elif effect.kind == "replay_choice" and then == _TRICK_AGAIN:
        code = "offence_trick_choice"
    yield Ruling(code, path, params)
    if effect.kind == "deal_taken" and effect.levels:
        yield Ruling("offence_level_up", path, params)

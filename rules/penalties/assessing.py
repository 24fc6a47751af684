"""Sanctions (判罚): what an offence costs, who gains by it, and what else follows (semantics 11)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.offences import Consequence, Decimals, Judgement, OffenceEffect, OffenceFine, offence_named
from rules.options import Fine, Options
from rules.penalties.explaining import explained
from rules.penalties.offending import ATTACKERS, BOTH, DECLARERS, Offending, followed, holds, judgement_of
from rules.penalties.verdicts import EXPOSED, ROUND_FORFEITED, TRICK_POINTS, EffectVerdict, Sanction, SanctionVerdict
from rules.seats import OTHER_SIDE, SIDES

_ONCE = ("time", "throw")
"""What is fined once, however many cards there are."""
_SIGN = {DECLARERS: 1, ATTACKERS: -1}
"""Fines of the declarers are added to the attackers' points, those of the attackers are taken from them."""


def assess(options: Options, offending: Offending) -> SanctionVerdict:
    """The sanction of an offence whose facts are free of `offence_faults`.

    >>> from rules.catalogue import preset
    >>> verdict = assess(preset("jiangsu-2007").options, Offending("concealed_card", "EW", declarer="N", tier="gain"))
    >>> [(sanction.kind, sanction.points) for sanction in verdict.sanctions], verdict.attackers_points_delta
    ([('warning', None), ('fine', 40)], -40)
    """
    offence = offence_named(options.offences, offending.offence)
    assert offence is not None, "an offence of the ruleset: see offence_faults"
    cases = followed(offence, offending)
    sanctions = [sanction for case in cases for sanction in _sanctions(case, offending)]
    if cases and offence.fine_from is not None:
        sanctions.append(_fined(options.throws.on_failure_fine, offending))
    effects = [_effect(effect, offending) for case in cases for effect in case.effects if _happens(effect, offending)]
    judgement = judgement_of(cases)
    if judgement is not None:
        _judge(judgement, offending, sanctions, effects)
    points = sum(sanction.points or 0 for sanction in sanctions)
    then = next((case.then for case in reversed(cases) if case.then is not None), None)
    return SanctionVerdict(
        sanctions=tuple(sanctions),
        points=points,
        attackers_points_delta=_signed(points + sum(effect.points for effect in effects if effect.kind == TRICK_POINTS), offending),
        effects=tuple(effects),
        remedy=next((case.remedy for case in reversed(cases) if case.remedy is not None), None),
        then=then,
        clause=offence.clause,
        option=offence.option,
        rulings=explained(options, offence, offending, sanctions, effects, then),
    )


def _signed(points: int, offending: Offending) -> int | None:
    """What the offenders lose as a change of the attackers' total; of both sides nothing, and None where the declarer is not known."""
    if offending.declarer is None:
        return None
    return points * _SIGN.get(offending.party or BOTH, 0)


def _sanctions(case: Consequence, offending: Offending) -> Iterator[Sanction]:
    """Warning, record and fine of one case, in this order."""
    if case.warning:
        yield Sanction("warning")
    if case.recorded:
        yield Sanction("recorded")
    if case.fine is not None:
        yield _fined(case.fine, offending)


def _fined(fine: OffenceFine | Fine, offending: Offending) -> Sanction:
    cards = None if fine.per in _ONCE else offending.cards
    points = fine.points * (1 if cards is None else cards)
    return Sanction("fine", points if fine.cap is None else min(points, fine.cap), fine.per, cards)


def _judge(judgement: Judgement, offending: Offending, sanctions: list[Sanction], effects: list[EffectVerdict]) -> None:
    """Add what the referee gives: points, the usual ones where he names none, or something in their place.

    Where there is but one such thing it need not be named.
    """
    points = judgement.usual if offending.points is None and offending.instead is None else offending.points
    if points is not None:
        sanctions.append(Sanction("fine", points, "judgement"))
        return
    given = offending.instead or judgement.instead[0]
    if given == ROUND_FORFEITED:
        effects.append(_forfeited(judgement.round_points, offending.side))
    else:
        sanctions.append(Sanction(given))


def _happens(effect: OffenceEffect, offending: Offending) -> bool:
    """Where both sides are at fault neither gains by it: nothing but a forfeit touches both."""
    return holds(effect.when, offending) and (offending.side != BOTH or effect.kind == ROUND_FORFEITED)


def _effect(effect: OffenceEffect, offending: Offending) -> EffectVerdict:
    if effect.kind == TRICK_POINTS:
        points = offending.trick_points or 0
        return EffectVerdict(effect.kind, OTHER_SIDE[offending.side], points=points, attackers_points_delta=_signed(points, offending))
    if effect.kind == EXPOSED:
        return EffectVerdict(effect.kind, offending.side, cards=offending.cards)
    if effect.kind == ROUND_FORFEITED:
        return _forfeited(effect.round_points, offending.side)
    return EffectVerdict(
        effect.kind, _side(effect.side, offending.side), _side(effect.by, offending.side), levels=effect.levels, points=effect.points
    )


def _side(culprits: str | None, offenders: str) -> str | None:
    """`offenders` or `opponents` as a side."""
    if culprits is None:
        return None
    return offenders if culprits == "offenders" else OTHER_SIDE[offenders]


def _forfeited(points: Decimals | None, offenders: str) -> EffectVerdict:
    """A round forfeited by a side or by both, who then have the offenders' points each."""
    by_side = None if points is None else {side: points[0] if offenders in (side, BOTH) else points[1] for side in SIDES}
    return EffectVerdict(ROUND_FORFEITED, None if offenders == BOTH else offenders, round_points=by_side)

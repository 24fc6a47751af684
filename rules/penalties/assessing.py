"""Sanctions (判罚): what an offence costs, who gains by it, and what else follows (semantics 11)."""

from __future__ import annotations

from rules.offences import offence_named
from rules.options import Options
from rules.penalties.explaining import explained
from rules.penalties.offending import Offending, followed, judging
from rules.penalties.parts import given_in_place, parts_of, signed
from rules.penalties.verdicts import TRICK_POINTS, EffectVerdict, Sanction, SanctionVerdict


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
    judge = judging(cases)
    # where the referee gives something in place of points, play does not go on as it would after a fine
    goes_on = () if judge is not None and given_in_place(judge, offending) is not None else cases
    last = next((case for case in reversed(goes_on) if case.then is not None), None)
    then = None if last is None else last.then
    parts = [part for case in cases for part in parts_of(case, offending, judged=case is judge, then=then)]
    sanctions = tuple(part.thing for part in parts if isinstance(part.thing, Sanction))
    effects = tuple(part.thing for part in parts if isinstance(part.thing, EffectVerdict))
    points = sum(sanction.points or 0 for sanction in sanctions)
    rulings = explained(options, offence, offending, cases, parts, last)
    things = [ruling for part in parts if part.thing is not None for ruling in part.rulings] or rulings[-1:]
    moved = sum(effect.points for effect in effects if effect.kind == TRICK_POINTS)
    return SanctionVerdict(
        sanctions=sanctions,
        points=points,
        attackers_points_delta=signed(points + moved, offending),
        effects=effects,
        remedy=next((case.remedy for case in reversed(cases) if case.remedy is not None), None),
        then=then,
        clause=offence.clause,
        option=offence.option,
        grounds=tuple(ruling.option for ruling in things if ruling.option is not None),
        rulings=rulings,
    )

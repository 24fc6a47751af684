"""The offences (违例) of a ruleset as they are listed: what each needs to be told, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import fields

from rules.facets import option_of
from rules.offences import Bands, Condition, Consequence, Decimals, Judgement, Offence, OffenceEffect, OffenceFine, Range
from rules.penalties.verdicts import TRICK_POINTS
from rules.ruleset import READING, Ruleset
from schemas.answers import Answer, ClauseReference, Named
from schemas.penalties import ALWAYS_TOLD, grounds_answer, offence_title, remedy_answer, worded


class RangeAnswer(Answer):
    """From and to, both included; what is left out is open."""

    from_ = fields.Integer(data_key="from")
    to = fields.Integer()


class ConditionAnswer(Answer):
    """What must hold for it to follow."""

    cards = fields.Nested(RangeAnswer())
    occurrence = fields.Nested(RangeAnswer())
    minutes = fields.Nested(RangeAnswer())
    trick_points = fields.Nested(RangeAnswer())
    trick_won_by = Named("Culprits")
    offenders_are = Named("Party")


class OffenceFineAnswer(Answer):
    """The fine: points for each unit, and the most of one fine where there is a bound."""

    points = fields.Integer(required=True)
    per = Named("SanctionPer", required=True)
    cap = fields.Integer()


class CulpritPointsAnswer(Answer):
    """Round points of the offenders and of their opponents, as exact decimals."""

    offenders = fields.String(required=True)
    opponents = fields.String(required=True)


class OffenceEffectAnswer(Answer):
    """What happens beside points, told of the offenders and their opponents."""

    kind = Named("EffectKind", required=True)
    by = Named("Culprits")
    side = Named("Culprits")
    levels = fields.Integer()
    points = fields.Integer()
    round_points = fields.Nested(CulpritPointsAnswer())
    when = fields.Nested(ConditionAnswer())


class JudgementAnswer(Answer):
    """What is left to the referee: points within a range, or something in their place."""

    points = fields.Nested(
        RangeAnswer(), metadata={"description": "Beside a fine what is fined in all; where the referee names none the fine stands."}
    )
    instead = fields.List(Named("SanctionKind"), required=True)
    round_points = fields.Nested(CulpritPointsAnswer())


class ConsequenceAnswer(Answer):
    """What follows, and which facts must be told beside the side at fault."""

    needs = fields.List(Named("OffenceFact"), required=True)
    when = fields.Nested(ConditionAnswer())
    at_fault = Named("Party", metadata={"description": "The only side that can be at fault; either where it is left out."})
    warning = fields.Boolean(required=True)
    recorded = fields.Boolean(required=True)
    fine = fields.Nested(OffenceFineAnswer())
    effects = fields.List(fields.Nested(OffenceEffectAnswer()), required=True)
    sentence = Named("SanctionKind", metadata={"description": "What is given in place of points without asking the referee how much."})
    judgement = fields.Nested(JudgementAnswer())
    remedy = fields.String()
    remedy_code = fields.String()
    then = Named("PlayGoesOn")


class TierAnswer(ConsequenceAnswer):
    """What follows in a tier that the caller names."""

    tier = fields.String(required=True)
    title = fields.String(required=True)


class StepAnswer(ConsequenceAnswer):
    """What follows at an occurrence; the last step repeats."""

    occurrence = fields.Integer(required=True)


class BandAnswer(ConsequenceAnswer):
    """What follows beyond so many minutes; the first band that fits counts."""

    over = fields.Integer(required=True)


class PartyAnswer(ConsequenceAnswer):
    """What follows when this side of the deal is at fault."""

    side = Named("Party", required=True)


class OffenceAnswer(ConsequenceAnswer):
    """An offence. What it says itself holds in every case; tiers, steps, bands, sides and cases add to it.

    `basis` speaks of the offence; `readings` names those of its parts that are read whatever it is.
    """

    code = fields.String(required=True)
    title = fields.String(required=True)
    clause = fields.Nested(ClauseReference())
    basis = Named("Basis", required=True)
    option = fields.String(required=True)
    decidable = fields.Boolean(required=True, metadata={"description": "Whether the facts decide, or the referee's judgement."})
    counted_in = Named("CountedIn")
    both_sides = fields.Boolean(required=True, metadata={"description": "Whether both sides may have committed it."})
    readings = fields.List(
        fields.String(), required=True, metadata={"description": "Its parts that are readings, as `heavy.warning`, by their paths in it."}
    )
    tiers = fields.List(fields.Nested(TierAnswer()))
    steps = fields.List(fields.Nested(StepAnswer()))
    bands = fields.List(fields.Nested(BandAnswer()))
    both = fields.List(fields.Nested(BandAnswer()), metadata={"description": "The bands where both sides are at fault."})
    by_side = fields.List(fields.Nested(PartyAnswer()))
    cases = fields.List(fields.Nested(ConsequenceAnswer()), metadata={"description": "Each follows where its condition holds."})


class OffencesAnswer(Answer):
    """The offences of a ruleset, in its order."""

    offences = fields.List(fields.Nested(OffenceAnswer()), required=True)


def offences_answer(ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The offences of a ruleset."""
    return {"offences": [_offence(offence, ruleset, language) for offence in ruleset.options.offences]}


def _offence(offence: Offence, ruleset: Ruleset, language: str) -> dict[str, Any]:
    answer: dict[str, Any] = {"code": offence.code, "title": offence_title(offence, language)}
    answer |= grounds_answer(ruleset, offence.option, language)
    answer["decidable"] = offence.decidable
    answer["both_sides"] = offence.both_sides or bool(offence.both)
    answer["readings"] = _readings(offence, ruleset)
    answer |= _told(counted_in=offence.counted_in)
    answer |= _consequence(offence.own, language)
    cases = {
        "tiers": [
            {"tier": tier, "title": worded(case.title, "tiers", tier, language), **_consequence(case, language)}
            for tier, case in offence.tiers.items()
        ],
        "steps": [{"occurrence": place, **_consequence(case, language)} for place, case in enumerate(offence.steps, 1)],
        "bands": _bands(offence.bands, language),
        "both": _bands(offence.both, language),
        "by_side": [{"side": party, **_consequence(case, language)} for party, case in offence.by_side.items()],
        "cases": [_consequence(case, language) for case in offence.cases],
    }
    return answer | {key: case for key, case in cases.items() if case}


def _readings(offence: Offence, ruleset: Ruleset) -> list[str]:
    """The parts of an offence that are readings; those of an inherited one that an override has replaced are none of its own."""
    below, offences = f"offences.{offence.code}.", {entry["code"]: entry for entry in ruleset.document["offences"]}
    named = (path for path in ruleset.document["readings"] if path.startswith(below) and option_of(path, offences))
    return [path.removeprefix(below) for path in named if ruleset.ground(path).basis == READING]


def _bands(bands: Bands, language: str) -> list[dict[str, Any]]:
    return [{"over": over, **_consequence(case, language)} for over, case in bands]


def _consequence(case: Consequence, language: str) -> dict[str, Any]:
    return {
        "needs": list(case.needs),
        "warning": case.warning,
        "recorded": case.recorded,
        "effects": [_effect(effect) for effect in case.effects],
        **_told(
            when=_condition(case.when),
            at_fault=case.at_fault,
            fine=None if case.fine is None else _fine(case.fine),
            sentence=case.sentence,
            judgement=None if case.judgement is None else _judgement(case.judgement),
            then=case.then,
        ),
        **remedy_answer(case.remedy, language),
    }


def _told(**values: Any) -> dict[str, Any]:
    """What there is to tell."""
    return {key: value for key, value in values.items() if value is not None}


def _range(within: Range) -> dict[str, int]:
    return {key: value for key, value in (("from", within.low), ("to", within.high)) if value is not None}


def _condition(when: Condition) -> dict[str, Any] | None:
    told = {fact: _range(within) for fact, within in when.ranges} | _told(trick_won_by=when.trick_won_by, offenders_are=when.offenders_are)
    return told or None


def _fine(fine: OffenceFine) -> dict[str, Any]:
    return {"points": fine.points, "per": fine.per} | _told(cap=fine.cap)


def _decimals(points: Decimals | None) -> Mapping[str, str] | None:
    return None if points is None else dict(zip(("offenders", "opponents"), points, strict=True))


def _effect(effect: OffenceEffect) -> dict[str, Any]:
    answer = {"kind": effect.kind} | _told(by=effect.by, side=effect.side)
    if effect.kind != TRICK_POINTS:  # whose number the case brings
        answer |= {key: getattr(effect, key) for key in ALWAYS_TOLD.get(effect.kind, ())}
    return answer | _told(round_points=_decimals(effect.round_points), when=_condition(effect.when))


def _judgement(judgement: Judgement) -> dict[str, Any]:
    points = None if judgement.points is None else _range(judgement.points)
    told = _told(points=points, round_points=_decimals(judgement.round_points))
    return told | {"instead": list(judgement.instead)}

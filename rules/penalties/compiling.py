"""From the `offences` of a resolved document to the values that the engine reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.offences import Bands, Condition, Consequence, Decimals, Judgement, Offence, OffenceEffect, OffenceFine, Range
from rules.ruleset import in_all_languages

FACTS = ("declarer", "tier", "cards", "occurrence", "minutes", "points", "trick_points", "trick_won_by")
"""Every fact that an offence may need beside its side, in the order in which they are told."""

_OTHER_PARTY = {"declarers": "attackers", "attackers": "declarers"}
_RANGED = ("cards", "occurrence", "minutes", "trick_points")
_PER_THROW = "throw"


def compiled_offences(document: Mapping[str, Any]) -> tuple[Offence, ...]:
    """The offences of a resolved document, in its order."""
    per = document["throws"]["on_failure"]["fine"]["per"]
    revolution = document.get("bidding", {}).get("revolution")
    claim = revolution.get("false_claim", {}) if isinstance(revolution, Mapping) else {}
    return tuple(_offence(entry, per, claim) for entry in document["offences"])


def _offence(entry: Mapping[str, Any], throws_per: str, false_claim: Mapping[str, Any]) -> Offence:
    by_side = {party: _consequence(entry["by_side"][party]) for party in entry.get("by_side", ())}
    cases = (("tiers", "tier"), ("steps", "occurrence"), ("bands", "minutes"), ("by_side", "declarer"), ("at_fault", "declarer"))
    more = [fact for key, fact in cases if key in entry]
    if "fine_from" in entry and throws_per != _PER_THROW:
        more.append("cards")
    own = _consequence(entry, more)
    if "effects_from" in entry:
        own = replace(own, effects=(*own.effects, *_of_false_claim(false_claim)))
    title = entry.get("title")
    return Offence(
        code=entry["code"],
        title=None if title is None else in_all_languages(title),
        clause=entry.get("clause"),
        decidable=entry.get("decidable", True),
        counted_in=entry.get("counted_in"),
        at_fault=entry.get("at_fault"),
        fine_from=entry.get("fine_from"),
        effects_from=entry.get("effects_from"),
        own=own,
        tiers={name: _consequence(tier) for name, tier in entry.get("tiers", {}).items()},
        steps=tuple(map(_consequence, entry.get("steps", ()))),
        bands=_bands(entry.get("bands", ())),
        both=_bands(entry.get("both", ())),
        by_side=by_side,
    )


def _of_false_claim(claim: Mapping[str, Any]) -> Iterator[OffenceEffect]:
    """What a revolution costs that is not true: the attackers' points are set, and the declarers keep the deal with their levels.

    Declarers who keep the deal on the last level have passed it.
    """
    if "attackers_points" in claim:
        yield _effect({"kind": "deal_score", "side": "offenders", "points": claim["attackers_points"]})
    if "declarers_levels" in claim:
        yield _effect({"kind": "deal_taken", "by": "opponents", "levels": claim["declarers_levels"]})


def _bands(bands: Iterable[Mapping[str, Any]]) -> Bands:
    return tuple((band["over"], _consequence(band)) for band in bands)


def _consequence(entry: Mapping[str, Any], more: Iterable[str] = ()) -> Consequence:
    """What follows, with every fact that it needs: those the document names, and those without which it cannot be told."""
    when = _condition(entry.get("when", {}))
    fine = _fine(entry.get("fine"))
    effects = tuple(map(_effect, entry.get("effects", ())))
    judgement = _judgement(entry.get("judgement"))
    needs = {*entry.get("needs", ()), *more, *_facts_of(when)}.union(*(_facts_of(effect.when) for effect in effects))
    if fine is not None and fine.per == "card":
        needs.add("cards")
    if any(effect.kind == "trick_points_to_opponents" for effect in effects):
        needs |= {"trick_points", "trick_won_by"}
    if judgement is not None and judgement.points is not None and judgement.usual is None:
        needs.add("points")
    remedy = entry.get("remedy")
    return Consequence(
        needs=tuple(fact for fact in FACTS if fact in needs),
        when=when,
        warning=entry.get("warning", False),
        recorded=entry.get("recorded", False),
        fine=fine,
        effects=effects,
        judgement=judgement,
        remedy=in_all_languages(remedy) if isinstance(remedy, Mapping) else remedy,
        then=entry.get("then"),
    )


def _range(entry: Mapping[str, Any]) -> Range:
    return Range(entry.get("from"), entry.get("to"))


def _condition(entry: Mapping[str, Any]) -> Condition:
    opponents = entry.get("opponents_are")
    return Condition(
        ranges=tuple((fact, _range(entry[fact])) for fact in _RANGED if fact in entry),
        trick_won_by=entry.get("trick_won_by"),
        offenders_are=entry.get("offenders_are") if opponents is None else _OTHER_PARTY[opponents],
    )


def _facts_of(condition: Condition) -> set[str]:
    """The facts by which a condition is judged."""
    facts = {fact for fact, _ in condition.ranges}
    facts |= {"trick_won_by"} if condition.trick_won_by is not None else set()
    return facts | ({"declarer"} if condition.offenders_are is not None else set())


def _fine(entry: Mapping[str, Any] | None) -> OffenceFine | None:
    return None if entry is None else OffenceFine(entry["points"], entry["per"], entry.get("cap"))


def _decimals(points: Any) -> Decimals | None:
    return (points["offenders"], points["opponents"]) if isinstance(points, Mapping) else None


def _effect(entry: Mapping[str, Any]) -> OffenceEffect:
    points = entry.get("points", 0)
    return OffenceEffect(
        kind=entry["kind"],
        by=entry.get("by"),
        side=entry.get("side"),
        levels=entry.get("levels", 0),
        points=points if isinstance(points, int) else 0,
        round_points=_decimals(points),
        when=_condition(entry.get("when", {})),
    )


def _judgement(entry: Mapping[str, Any] | None) -> Judgement | None:
    if entry is None:
        return None
    points = entry.get("points")
    within = None if points is None else _range(points)
    return Judgement(within, tuple(entry.get("or", ())), entry.get("usual"), _decimals(entry.get("round_points")))

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
_THROW_FINE = "throws.on_failure.fine"
_FALSE_CLAIM = "bidding.revolution.false_claim"


def compiled_offences(document: Mapping[str, Any]) -> tuple[Offence, ...]:
    """The offences of a resolved document, in its order."""
    throws = _fine(document["throws"]["on_failure"]["fine"], _THROW_FINE)
    revolution = document.get("bidding", {}).get("revolution")
    claim = revolution.get("false_claim", {}) if isinstance(revolution, Mapping) else {}
    levels = document["levels"]
    passed = [level for level in levels["ladder"] if level in levels["must_defend"]][-1:] if "at_last_level" in claim else []
    return tuple(_offence(entry, throws, claim, *passed) for entry in document["offences"])


def _offence(entry: Mapping[str, Any], throws: OffenceFine, false_claim: Mapping[str, Any], passed: str | None = None) -> Offence:
    path = f"offences.{entry['code']}"
    asked = (("tiers", "tier"), ("steps", "occurrence"), ("bands", "minutes"), ("by_side", "declarer"))
    fine = throws if "fine_from" in entry else _own_fine(entry, path)
    own = _consequence(entry, path, fine, [fact for key, fact in asked if key in entry])
    if "effects_from" in entry:
        own = replace(own, effects=(*own.effects, *_of_false_claim(false_claim)))
    return Offence(
        code=entry["code"],
        title=entry.get("title"),
        clause=entry.get("clause"),
        decidable=entry.get("decidable", True),
        counted_in=entry.get("counted_in"),
        both_sides=entry.get("both_sides", False),
        fine_from=entry.get("fine_from"),
        effects_from=entry.get("effects_from"),
        passes_level=passed if "effects_from" in entry else None,
        own=own,
        tiers={name: _case(tier, f"{path}.{name}") for name, tier in entry.get("tiers", {}).items()},
        steps=tuple(_case(step, f"{path}.steps.{row}") for row, step in enumerate(entry.get("steps", ()))),
        bands=_bands(entry.get("bands", ()), f"{path}.bands"),
        both=_bands(entry.get("both", ()), f"{path}.both"),
        by_side={party: _case(entry["by_side"][party], f"{path}.{party}") for party in entry.get("by_side", ())},
        cases=tuple(_case(case, f"{path}.cases.{row}") for row, case in enumerate(entry.get("cases", ()))),
    )


def _of_false_claim(claim: Mapping[str, Any]) -> Iterator[OffenceEffect]:
    """What a revolution costs that is not true: the attackers' points are set, and the declarers keep the deal with their levels.

    Declarers who keep the deal on the last level have passed it.
    """
    if "attackers_points" in claim:
        points = {"kind": "deal_score", "side": "offenders", "points": claim["attackers_points"]}
        yield _effect(points, f"{_FALSE_CLAIM}.attackers_points")
    if "declarers_levels" in claim:
        levels = {"kind": "deal_taken", "by": "opponents", "levels": claim["declarers_levels"]}
        yield _effect(levels, f"{_FALSE_CLAIM}.declarers_levels")


def _bands(bands: Iterable[Mapping[str, Any]], path: str) -> Bands:
    return tuple((band["over"], _case(band, f"{path}.{row}")) for row, band in enumerate(bands))


def _case(entry: Mapping[str, Any], path: str) -> Consequence:
    return _consequence(entry, path, _own_fine(entry, path))


def _consequence(entry: Mapping[str, Any], path: str, fine: OffenceFine | None, more: Iterable[str] = ()) -> Consequence:
    """What follows, with every fact that it needs: those the document names, and those without which it cannot be told."""
    when = _condition(entry.get("when", {}))
    effects = tuple(_effect(effect, f"{path}.effects.{effect['kind']}") for effect in entry.get("effects", ()))
    judgement = _judgement(entry.get("judgement"))
    needs = {*entry.get("needs", ()), *more, *_facts_of(when)}.union(*(_facts_of(effect.when) for effect in effects))
    if fine is not None and not fine.once:
        needs.add("cards")
    if any(effect.kind == "trick_points_to_opponents" for effect in effects):
        needs |= {"trick_points", "trick_won_by"}
    if judgement is not None and judgement.points is not None and fine is None:
        needs.add("points")
    if "at_fault" in entry:
        needs.add("declarer")
    remedy = entry.get("remedy")
    return Consequence(
        path=path,
        title=entry.get("title"),
        at_fault=entry.get("at_fault"),
        needs=tuple(fact for fact in FACTS if fact in needs),
        when=when,
        warning=entry.get("warning", False),
        recorded=entry.get("recorded", False),
        fine=fine,
        effects=effects,
        sentence=entry.get("sentence"),
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


def _own_fine(entry: Mapping[str, Any], path: str) -> OffenceFine | None:
    return _fine(entry["fine"], f"{path}.fine") if "fine" in entry else None


def _fine(entry: Mapping[str, Any], path: str) -> OffenceFine:
    return OffenceFine(entry["points"], entry["per"], entry.get("cap"), path)


def _decimals(points: Any) -> Decimals | None:
    return (points["offenders"], points["opponents"]) if isinstance(points, Mapping) else None


def _effect(entry: Mapping[str, Any], path: str) -> OffenceEffect:
    points = entry.get("points", 0)
    return OffenceEffect(
        kind=entry["kind"],
        by=entry.get("by"),
        side=entry.get("side"),
        levels=entry.get("levels", 0),
        points=points if isinstance(points, int) else 0,
        round_points=_decimals(points),
        when=_condition(entry.get("when", {})),
        path=path,
    )


def _judgement(entry: Mapping[str, Any] | None) -> Judgement | None:
    if entry is None:
        return None
    points = entry.get("points")
    within = None if points is None else _range(points)
    return Judgement(within, tuple(entry.get("or", ())), _decimals(entry.get("round_points")))

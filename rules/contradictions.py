"""Contradictions in a ruleset document: what cannot hold together, judged among the keys that the document itself sets.

An inherited value that an override makes idle stays, idle. Only what would leave the engine without an answer is judged against
inherited values too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.bidding.compiling import kinds_named
from rules.facets import option_of
from rules.judging import missing_one_of, missing_option, unknown_option
from rules.merging import is_cap_alone, value_at
from rules.rulings import Fault
from rules.tidying import pointer_of, shown

_INFINITE: Final = 10**9
_GAINS: Final = ("levels", "step", "to")
_MOVES: Final = ("declarers_to", "attackers_to")
_EFFECT_NEEDS: Final = {
    "deal_taken": ("by",),
    "level_up": ("side", "levels"),
    "deal_score": ("side", "points"),
    "bid_right_lost": ("side",),
    "replay_choice": ("by",),
}
_GIVEN: Final = ("points", "or")
"""What a judgement leaves to the referee, one of them at least."""
_POINTS_OF: Final = {"deal_score": int, "round_forfeited": dict}
"""The points of a deal are a number, those of a round one for each side."""
_NEVER_TOGETHER: Final = (
    ("follow.tractors", True, "follow.pairs", False),
    ("five_ten_king.forces_jokers", True, "formations.five_ten_king", False),
)


def contradictions(own: Mapping[str, Any], whole: Mapping[str, Any] | None) -> Iterator[Fault]:
    """The contradictions of a document: `own` are the keys it sets, all of the right shape.

    `whole` is the resolved document, with every default but perhaps not every option; None when the ruleset it extends is not known.
    """
    yield from _pairs_of_options(own)
    yield from _digs(own)
    if whole is not None:
        yield from _unknown_forced_play(own, whole)
        yield from _off_the_ladder(own, whole)
        yield from _advancement(own, whole)
        yield from _bidding(own, whole)
        yield from _offences(own, whole)
        yield from _clauses(own, whole)


def _contradiction(path: str, own: Mapping[str, Any], what: str, *rest: str | int) -> Fault:
    value = value_at(own, path)
    for part in rest:
        value = value[part]
    return Fault(pointer_of("", *path.split("."), *rest), "contradiction", shown(value), {"what": what})


def _pairs_of_options(own: Mapping[str, Any]) -> Iterator[Fault]:
    for path, value, other, other_value in _NEVER_TOGETHER:
        if value_at(own, path) is value and value_at(own, other) is other_value:
            yield _contradiction(path, own, f"{other}={str(other_value).lower()}")


def _unknown_forced_play(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    """A fine for each card of the forced play is not known while the next player has yet to name it."""
    plays, per = "throws.on_failure.plays", "throws.on_failure.fine.per"
    if value_at(whole, per) == "forced_card" and str(value_at(whole, plays)).startswith("next_player_names_"):
        if value_at(own, per) is not None:
            yield _contradiction(per, own, f"{plays}={value_at(whole, plays)}")
        else:
            yield _contradiction(plays, own, f"{per}=forced_card")


def _levels_named(document: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """Every level that the engine may have to move a side to: option, place within it, level."""
    start = value_at(document, "levels.start")
    if start is not None:
        yield "levels.start", (), start
    for option in ("advancement.declarers", "advancement.attackers"):
        for place, band in _bands(value_at(document, option)):
            if "to" in band:
                yield option, (*place, "to"), band["to"]
    for option in ("digs", "stakes"):
        for index, entry in enumerate(document.get(option, ())):
            for key in _MOVES:
                if entry.get(key, "start") != "start":
                    yield option, (index, key), entry[key]


def _off_the_ladder(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    ladder = value_at(whole, "levels.ladder")
    if ladder is None:
        return
    for option, place, level in _levels_named(own):
        if level not in ladder:
            yield _contradiction(option, own, "levels.ladder", *place)
    for index, level in enumerate(value_at(own, "levels.must_defend") or ()):
        if level not in ladder:
            yield _contradiction("levels.must_defend", own, "levels.ladder", index)
    for index, dig in enumerate(own.get("digs", ())):
        if dig.get("at", ladder[0]) not in ladder:
            yield _contradiction("digs", own, "levels.ladder", index, "at")
    if value_at(own, "levels.ladder") is not None:
        yield from _ladder_without(own, whole, ladder)


def _ladder_without(own: Mapping[str, Any], whole: Mapping[str, Any], ladder: list[str]) -> Iterator[Fault]:
    """Inherited moves to a level that the document's own ladder has not; a dig at a level that is not there stays, idle.

    A cap alone leaves the inherited bands in force.
    """
    for option, place, level in _levels_named(whole):
        idle = option == "digs" and whole["digs"][place[0]].get("at", ladder[0]) not in ladder
        value = value_at(own, option)
        if level not in ladder and (value is None or is_cap_alone(value)) and not idle:
            yield _contradiction("levels.ladder", own, f"{option}={level}")


def _bands(table: Any) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    if isinstance(table, list):
        yield from (((index,), band) for index, band in enumerate(table))
    elif isinstance(table, dict):
        yield from ((("bands", index), band) for index, band in enumerate(table.get("bands", ())))


def _advancement(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    base = value_at(whole, "advancement.base")
    for option, lowest, beyond in (("advancement.declarers", -_INFINITE, base), ("advancement.attackers", base, _INFINITE)):
        reached, by = lowest, f"advancement.base={base}"
        for place, band in _bands(value_at(own, option)):
            yield from _one_band(option, place, band, own)
            end = _end_of(band)
            if end <= reached or reached == _INFINITE:
                yield _contradiction(option, own, by, *place)
            elif reached >= beyond:
                yield _contradiction(option, own, f"advancement.base={base}", *place)
            else:
                reached, by = end, ".".join((option, *map(str, place)))


def _end_of(band: Mapping[str, Any]) -> int:
    """The first total beyond a band."""
    end: int = band["up_to"] + 1 if "up_to" in band else band.get("under", _INFINITE)
    return end


def _one_band(option: str, place: tuple[str | int, ...], band: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Fault]:
    """One bound at most, one gain exactly."""
    if "under" in band and "up_to" in band:
        yield _contradiction(option, own, "under", *place, "up_to")
    gains = [key for key in _GAINS if key in band]
    if not gains:
        yield missing_one_of((*option.split("."), *place), _GAINS)
    for key in gains[1:]:
        yield _contradiction(option, own, gains[0], *place, key)


def _digs(own: Mapping[str, Any]) -> Iterator[Fault]:
    """The first entry that fits counts, so one that never is the first to fit says nothing; nor does one that changes nothing."""
    digs = own.get("digs", ())
    for index, dig in enumerate(digs):
        if not dig.get("final", False) and dig.keys().isdisjoint(_MOVES):
            yield missing_one_of(("digs", index), (*_MOVES, "final"))
        before = next((earlier for earlier in range(index) if _always_fits_before(digs[earlier], dig)), None)
        if before is not None:
            yield _contradiction("digs", own, f"digs.{before}", index)


def _always_fits_before(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> bool:
    if "at" in earlier and earlier["at"] != later.get("at"):
        return False
    if "not_after" in earlier and "not_after" not in later:
        return False
    first, second = earlier["won_with"], later["won_with"]
    if "rank" in first and "rank" in second:
        return bool(first["rank"] == second["rank"] and first.get("copies", 1) <= second.get("copies", 1))
    return bool(first == second)


def _bidding(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    bidding = own.get("bidding", {})
    counter = bidding.get("counter", {})
    if "always" in counter:
        for kind in ("first_deal", "later"):
            if kind in counter:
                yield _contradiction(f"bidding.counter.{kind}", own, "bidding.counter.always")
    stir = bidding.get("stir")
    by_ladder = "ladder" in [counter.get(kind) for kind in ("first_deal", "later", "always")]
    if isinstance(stir, dict):
        by_ladder = by_ladder or stir.get("order") == "ladder"
        if value_at(whole, "bidding.stir.order") != "ladder" and value_at(whole, "bidding.stir.kinds") is None:
            yield missing_option(("bidding", "stir", "kinds"))
    if by_ladder and value_at(whole, "bidding.ladder") is None:
        yield missing_option(("bidding", "ladder"))
    yield from _idle_bids(bidding, own, whole)


def _idle_bids(bidding: Mapping[str, Any], own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    """What a bidding says of bids that it does not let anybody make."""
    known = set(kinds_named(whole.get("bidding", {})))
    for index, kind in enumerate(bidding.get("names_trump", ())):
        if kind not in known:
            yield _contradiction("bidding.names_trump", own, "bidding.open, bidding.counter, bidding.ladder, bidding.stir", index)
    if bidding.get("companion") == "none" and any(kind.startswith("joker_") for kind in kinds_named(bidding)):
        yield _contradiction("bidding.companion", own, "joker_level_card, joker_level_pair")
    if bidding.get("reinforce") and value_at(own, "bidding.windows.reinforce") == []:
        yield _contradiction("bidding.reinforce", own, "bidding.windows.reinforce=[]")


def _offences(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    clause_ids = {clause["id"] for clause in whole["clauses"]}
    seen: set[str] = set()
    for index, offence in enumerate(own.get("offences", ())):
        if offence["code"] in seen:
            yield Fault(pointer_of("/offences", index, "code"), "duplicate_entry", offence["code"])
        seen.add(offence["code"])
        if "clause" in offence and offence["clause"] not in clause_ids:
            yield Fault(pointer_of("/offences", index, "clause"), "unknown_clause", offence["clause"])
        for name in ("bands", "both"):
            yield from _minutes(index, name, offence.get(name, ()), own)
        if "fine" in offence and "fine_from" in offence:
            yield _contradiction("offences", own, "fine_from", index, "fine")
        for place, case in _cases_of(offence):
            if "judgement" in case and case["judgement"].keys().isdisjoint(_GIVEN):
                yield missing_one_of(("offences", index, *place, "judgement"), _GIVEN)
            yield from _effects(index, place, case, own)


def _minutes(index: int, name: str, bands: Sequence[Mapping[str, Any]], own: Mapping[str, Any]) -> Iterator[Fault]:
    """Bands are read top down, so one that is not below those before it is never reached."""
    lowest = _INFINITE
    for row, band in enumerate(bands):
        if band["over"] >= lowest:
            yield _contradiction("offences", own, f"offences.{index}.{name}.{row - 1}", index, name, row)
        lowest = min(lowest, band["over"])


def _cases_of(offence: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """An offence and all its cases, with their places in it."""
    yield (), offence
    for name in ("tiers", "by_side"):
        yield from (((name, key), case) for key, case in offence.get(name, {}).items())
    for name in ("steps", "bands", "both", "cases"):
        yield from (((name, row), case) for row, case in enumerate(offence.get(name, ())))


def _effects(index: int, place: tuple[str | int, ...], case: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Fault]:
    """What an effect cannot do without, and points that are not of its kind."""
    for row, effect in enumerate(case.get("effects", ())):
        kind, points = effect["kind"], effect.get("points")
        for key in _EFFECT_NEEDS.get(kind, ()):
            if key not in effect:
                yield missing_option(("offences", index, *place, "effects", row, key))
        if place[:1] == ("both",) and kind != "round_forfeited":
            yield _contradiction("offences", own, "both", index, *place, "effects", row, "kind")
        if points is not None and _POINTS_OF.get(kind) is not type(points):
            yield _contradiction("offences", own, f"kind={kind}", index, *place, "effects", row, "points")


def _clauses(own: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[Fault]:
    offences = {offence["code"]: offence for offence in whole["offences"]}
    seen: set[str] = set()
    for index, clause in enumerate(own.get("clauses", ())):
        if clause["id"] in seen:
            yield Fault(pointer_of("/clauses", index, "id"), "duplicate_entry", clause["id"])
        seen.add(clause["id"])
        for row, path in enumerate(clause.get("governs", ())):
            if option_of(path, offences) is None:
                yield unknown_option(pointer_of("/clauses", index, "governs", row), path, path)
    for path, why in own.get("readings", {}).items():
        if option_of(path, offences) is None:
            yield unknown_option(pointer_of("/readings", path), path, why)

"""From a resolved ruleset document, complete and valid, to the frozen options that the engine reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.bidding.compiling import compiled_bidding
from rules.options import (
    AdvancementOptions,
    AdvancementTable,
    Band,
    Dig,
    ExposedOptions,
    Fine,
    FollowOptions,
    KittyOptions,
    LevelOptions,
    Multipliers,
    Options,
    Revolution,
    RotationOptions,
    RoundForm,
    RuffOptions,
    Stake,
    ThrowOptions,
    TractorOptions,
    TrumpOptions,
)
from rules.penalties.compiling import compiled_offences

_FOREVER = 0
_REVOLUTION = ("at_most", "in_cards", "by", "seat", "rebid_with")


def compiled(document: Mapping[str, Any]) -> Options:
    """The options of a resolved document. `start` in digs and stakes becomes `levels.start`; what the ladder makes idle is dropped."""
    levels = _levels(document["levels"])
    advancement = document["advancement"]
    follow, ruff, tractor, trump = document["follow"], document["ruff"], document["tractor"], document["trump"]
    return Options(
        decks=document["decks"],
        kitty_size=document["kitty_size"],
        direction=document["direction"],
        trump=TrumpOptions(tuple(trump["permanent"]), trump["permanent_above"], trump["no_trump_level_cards"]),
        tractor=TractorOptions(tractor["bridge_level"], frozenset(tractor["links"]), tractor["ace_low"], tractor["min_pairs"]),
        five_ten_king=document["formations"]["five_ten_king"],
        forces_jokers=document["five_ten_king"]["forces_jokers"],
        throws=_throws(document["throws"]),
        follow=FollowOptions(follow["pairs"], follow["tractors"], follow["partial_tractor"], follow["break_tractor_for_pair"]),
        ruff=RuffOptions(ruff["match"], ruff["compare"], ruff["connected_pairs_outrank"]),
        kitty=KittyOptions(document["kitty"]["category_from"], _multipliers(document["kitty"]["multipliers"])),
        levels=levels,
        advancement=AdvancementOptions(advancement["base"], _table(advancement["declarers"]), _table(advancement["attackers"])),
        digs=tuple(_dig(entry, levels) for entry in document["digs"] if entry.get("at", levels.start) in levels.ladder),
        stakes=tuple(_stake(entry, levels) for entry in document["stakes"]),
        rotation=RotationOptions(document["rotation"]["held"], document["rotation"]["taken"]),
        revolution=_revolution(document.get("bidding", {}).get("revolution", "none")),
        exposed=ExposedOptions(**document["exposed"]),
        bidding=compiled_bidding(document),
        offences=compiled_offences(document),
        round_form=RoundForm(**document.get("rounds", {}).get("form", {})),
        stages={stage: RoundForm(**form) for stage, form in document.get("rounds", {}).get("by_stage", {}).items()},
    )


def _levels(levels: Mapping[str, Any]) -> LevelOptions:
    ladder = tuple(levels["ladder"])
    return LevelOptions(ladder, levels["start"], frozenset(levels["must_defend"]).intersection(ladder), levels["after_last"])


def _throws(throws: Mapping[str, Any]) -> ThrowOptions:
    failure = throws["on_failure"]
    fine = failure["fine"]
    return ThrowOptions(throws["allowed"], throws["in_trump"], failure["plays"], Fine(fine["points"], fine["per"], fine.get("cap")))


def _multipliers(table: str | Mapping[str, Any]) -> Multipliers:
    """A formula alone, or a table whose `pairs` may be a formula; the rest of a formula is idle."""
    if isinstance(table, str):
        return Multipliers(table, 0, 0, None, "largest", (), None, "hold", _FOREVER, "by_pairs", None)
    pairs = table["pairs"]
    then = table.get("then", "hold")
    then_op, then_by = ("hold", _FOREVER) if isinstance(then, str) else next(iter(then.items()))
    return Multipliers(
        formula=None,
        single=table["single"],
        singles=table["singles"],
        five_ten_king=table.get("five_ten_king"),
        count=table.get("count", "largest"),
        pairs=() if isinstance(pairs, str) else tuple(pairs),
        pairs_formula=pairs if isinstance(pairs, str) else None,
        then_op=then_op,
        then_by=then_by,
        mixed=table.get("mixed", "by_pairs"),
        cap=table.get("cap"),
    )


def _table(table: list[Any] | Mapping[str, Any]) -> AdvancementTable:
    """Bands, one step without bounds, or bands with a cap."""
    if isinstance(table, list):
        return AdvancementTable(tuple(map(_band, table)), None)
    bands = table.get("bands", [{"step": table.get("step")}])
    return AdvancementTable(tuple(map(_band, bands)), table.get("cap"))


def _band(band: Mapping[str, Any]) -> Band:
    return Band(band.get("under"), band.get("up_to"), band.get("levels"), band.get("step"), band.get("to"))


def _moved(level: str | None, levels: LevelOptions) -> str | None:
    return levels.start if level == "start" else level


def _dig(entry: Mapping[str, Any], levels: LevelOptions) -> Dig:
    won_with = entry["won_with"]
    return Dig(
        at=entry.get("at"),
        rank=won_with.get("rank"),
        copies=won_with.get("copies", 1),
        formation=won_with.get("formation"),
        declarers_to=_moved(entry.get("declarers_to"), levels),
        attackers_to=_moved(entry.get("attackers_to"), levels),
        not_after=entry.get("not_after"),
        final=entry.get("final", False),
    )


def _stake(entry: Mapping[str, Any], levels: LevelOptions) -> Stake:
    unless = entry["unless_reached"]
    return Stake(
        shown_by=entry["shown_by"],
        unless_side=unless["side"],
        unless_points=unless["points"],
        declarers_to=_moved(entry.get("declarers_to"), levels),
        attackers_to=_moved(entry.get("attackers_to"), levels),
    )


def _revolution(entry: str | Mapping[str, Any]) -> Revolution | None:
    return None if isinstance(entry, str) else Revolution(**{key: entry[key] for key in _REVOLUTION})

"""Rulesets with house rules, and tables on which they are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.documents import PRESETS, document_of
from tests.oracle.shapes import Table, table_of
from tests.property.dice import Dice

LINKS = ["jokers", "joker_level", "level_offlevel", "offlevel_top", "permanent"]
PERMANENT = [["2"], ["H5"], ["2", "H5"], ["H5", "2"], ["7", "2"], ["A"], ["3"], ["SA", "D2"], ["H5", "C5"], ["K", "H2"]]
LINK_SETS = [LINKS, LINKS[:4], ["jokers"], [], ["permanent"], ["offlevel_top", "jokers"], ["level_offlevel", "permanent"], ["joker_level"]]
HOUSE_RULES: dict[str, Sequence[Any]] = {
    "trump__permanent": PERMANENT,
    "trump__permanent_above": ["level_cards", "jokers"],
    "trump__no_trump_level_cards": [True, False],
    "tractor__bridge_level": [True, False],
    "tractor__links": LINK_SETS,
    "tractor__ace_low": [True, False],
    "tractor__min_pairs": [2, 2, 3, 4],
    "formations__five_ten_king": [True, False],
    "five_ten_king__forces_jokers": [True, False],
    "throws__allowed": [True, True, True, False],
    "throws__in_trump": [True, True, False],
    "follow__pairs": [True, True, True, False],
    "follow__tractors": [True, True, False],
    "follow__partial_tractor": [True, False],
    "follow__break_tractor_for_pair": [True, False],
    "ruff__match": ["cover", "cover", "exact_shape"],
    "ruff__compare": ["each_kind", "highest_kind", "highest_card", "any_kind"],
    "ruff__connected_pairs_outrank": [True, False],
}
PLAYS = ["lowest_beaten", "largest_beaten", "lowest", "next_player_names_card", "next_player_names_component"]
PER = ["blocked_card", "thrown_card", "beaten_card", "throw", "forced_card"]
BLOCKED = {"plays": "lowest_beaten", "fine": {"points": 10, "per": "blocked_card"}}


def house(dice: Dice, **fixed: Any) -> dict[str, Any]:
    """A preset's document with some house rules; `fixed` ones are kept."""
    changes = {path: dice.one_of(values) for path, values in HOUSE_RULES.items() if dice.one_of([False, False, True])}
    plays, per = dice.one_of(PLAYS), dice.one_of(PER)
    if plays.startswith("next_player") and per == "forced_card":
        per = "throw"  # what is forced is not known yet; the two are refused together
    fine = {"points": dice.one_of([10, 5, 20]), "per": per}
    if dice.one_of([False, False, True]):
        fine["cap"] = dice.one_of([10, 25, 40])
    changes["throws__on_failure"] = {"plays": plays, "fine": fine}
    return document_of(dice.one_of(sorted(PRESETS)), **(changes | fixed))


def lay(dice: Dice, preset: str | None = None, fixed: dict[str, Any] | None = None) -> Table:
    """A table: a preset or, where none is named, a house, with a trump that it knows; the edges of the ladder are favoured."""
    document = document_of(preset) if preset else house(dice, **(fixed or {}))
    ladder = document["levels"]["ladder"]
    level = dice.one_of([level for level in ("8", "2", "5", "A", "K", "3", "T", "joker", *"4679JQ") if level in ladder])
    if level == "joker":
        return table_of(document, {"suit": "NT", "level": "joker"})
    trump = {"suit": dice.one_of(["S", "H", "D", "C", "NT"]), "level": level}
    # No deal without a trump suit has its level cards lowest: they come so only from a turned kitty card, jokers skipped (Gongxiao 8).
    if trump["suit"] != "NT" and dice.one_of([False, False, False, False, True]):
        trump["level_cards_lowest"] = True
    return table_of(document, trump)

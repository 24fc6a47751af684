"""The seven presets as the decisions read them, written down from the regulations a second time.

Only options that the playing decisions read are here. The presets of the engine must agree with these.
"""

from __future__ import annotations

import copy
from typing import Any

_LADDER = list("23456789TJQKA")
_ALL_LINKS = ["jokers", "joker_level", "level_offlevel", "offlevel_top"]
_FORTY = [{"under": 1, "levels": 3}, {"under": 40, "levels": 2}, {"under": 80, "levels": 1}]
_TENS = [{"under": 1, "levels": 8}, {"under": 80, "step": 10}]


def _document(
    *,
    direction: str = "counterclockwise",
    links: list[str],
    plays: str,
    per: str,
    multipliers: dict[str, Any],
    declarers: list[dict[str, Any]],
    step: int,
    **changes: Any,
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "decks": 2,
        "kitty_size": 8,
        "direction": direction,
        "trump": {"permanent": [], "permanent_above": "level_cards", "no_trump_level_cards": True},
        "tractor": {"bridge_level": True, "links": links, "ace_low": False, "min_pairs": 2},
        "formations": {"five_ten_king": False},
        "five_ten_king": {"forces_jokers": False},
        "throws": {"allowed": True, "in_trump": True, "on_failure": {"plays": plays, "fine": {"points": 10, "per": per}}},
        "follow": {"pairs": True, "tractors": True, "partial_tractor": True, "break_tractor_for_pair": True},
        "ruff": {"match": "cover", "compare": "highest_kind", "connected_pairs_outrank": False},
        "kitty": {"category_from": "lead", "multipliers": multipliers},
        "levels": {"ladder": list(_LADDER), "start": "2", "must_defend": ["A"], "after_last": "win"},
        "advancement": {"base": 80, "declarers": declarers, "attackers": {"step": step}},
        "digs": [],
        "stakes": [],
        "rotation": {"held": "partner", "taken": "next_player"},
        "exposed": {
            "play_at_first_legal_chance": False,
            "may_not_lead_suit": False,
            "opponents_order": "none",
            "counts_as": "own_rank",
        },
    }
    for path, value in changes.items():
        *upper, last = path.split("__")
        here = document
        for key in upper:
            here = here[key]
        here[last] = value
    return document


PRESETS: dict[str, dict[str, Any]] = {
    "jiangsu-2007": _document(
        links=_ALL_LINKS,
        plays="next_player_names_card",
        per="blocked_card",
        multipliers={"single": 2, "singles": 3, "count": "all_pairs", "pairs": [4, 6, 8], "then": "hold", "mixed": "by_pairs", "cap": 8},
        declarers=_FORTY,
        step=40,
        ruff__compare="each_kind",
        exposed__play_at_first_legal_chance=True,
        exposed__opponents_order="next_player",
        exposed__counts_as="lowest",
    ),
    "gongxiao-2013": _document(
        links=_ALL_LINKS,
        plays="lowest_beaten",
        per="beaten_card",
        multipliers={"single": 2, "singles": 2, "count": "largest", "pairs": [4, 8], "then": {"times": 2}, "mixed": "by_pairs"},
        declarers=[
            {"under": 1, "levels": 5},
            {"up_to": 20, "levels": 4},
            {"up_to": 40, "levels": 3},
            {"up_to": 60, "levels": 2},
            {"under": 80, "levels": 1},
        ],
        step=20,
        ruff__connected_pairs_outrank=True,
        exposed__may_not_lead_suit=True,
        exposed__opponents_order="first_trick_of_suit",
    ),
    "chaodipi-unified": _document(
        links=["jokers"],
        plays="lowest_beaten",
        per="thrown_card",
        multipliers={"single": 2, "singles": "cards", "count": "largest", "pairs": [4, 8, 12], "then": {"plus": 4}, "mixed": "cards"},
        declarers=[{"under": 1, "to": "A"}, {"under": 80, "step": 10}],
        step=10,
    ),
    "nantong-chaodipi": _document(
        links=["jokers"],
        plays="lowest_beaten",
        per="thrown_card",
        multipliers={
            "single": 2,
            "singles": 2,
            "five_ten_king": 2,
            "count": "largest",
            "pairs": [4],
            "then": "hold",
            "mixed": "by_pairs",
        },
        declarers=_TENS,
        step=10,
        tractor__bridge_level=False,
        tractor__ace_low=True,
        formations__five_ten_king=True,
        five_ten_king__forces_jokers=True,
        digs=[{"won_with": {"formation": "five_ten_king"}, "declarers_to": "2", "attackers_to": "A", "final": True}],
        stakes=[
            {"shown_by": "declarers", "unless_reached": {"side": "attackers", "points": 80}, "declarers_to": "A", "attackers_to": "2"},
            {"shown_by": "attackers", "unless_reached": {"side": "declarers", "points": 80}, "attackers_to": "A", "declarers_to": "2"},
        ],
    ),
    "anhui-tcm-2009": _document(
        direction="clockwise",
        links=["jokers"],
        plays="lowest_beaten",
        per="thrown_card",
        multipliers={"single": 2, "singles": "cards", "count": "largest", "pairs": [4, 8, 12], "then": {"plus": 4}, "mixed": "cards"},
        declarers=_TENS,
        step=10,
        levels__must_defend=["J", "A"],
        digs=[
            {"at": "J", "won_with": {"rank": "J", "copies": 1}, "declarers_to": "2", "not_after": "throw"},
            {"at": "A", "won_with": {"rank": "A", "copies": 2}, "declarers_to": "2", "not_after": "throw"},
            {"at": "A", "won_with": {"rank": "A", "copies": 1}, "declarers_to": "J", "not_after": "throw"},
        ],
    ),
    "guizhou-2010": _document(
        links=_ALL_LINKS,
        plays="next_player_names_component",
        per="throw",
        multipliers={"single": 2, "singles": 3, "count": "largest", "pairs": [4, 6, 8], "then": "hold", "mixed": "by_pairs"},
        declarers=_FORTY,
        step=40,
        levels__ladder=[*_LADDER, "joker"],
        levels__must_defend=[],
        levels__after_last="wrap",
    ),
    "march8-2012": _document(
        links=_ALL_LINKS,
        plays="lowest_beaten",
        per="throw",
        multipliers={"single": 2, "singles": 2, "count": "largest", "pairs": [4, 8], "then": {"times": 2}, "mixed": "by_pairs"},
        declarers=_FORTY,
        step=40,
        throws__allowed=False,
    ),
}


def document_of(preset: str, **changes: Any) -> dict[str, Any]:
    """A preset's document, on its own; `follow__pairs=False` changes `follow.pairs`."""
    document = copy.deepcopy(PRESETS[preset])
    for path, value in changes.items():
        *upper, last = path.split("__")
        here = document
        for key in upper:
            here = here[key]
        here[last] = value
    return document

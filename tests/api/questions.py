"""One question that is answered for each decision; tests change what they are about."""

from __future__ import annotations

from typing import Any

SPADES = {"suit": "S", "level": "8"}
PLAY: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "hand": ["H3", "H3", "H5", "H6", "D2"],
    "trick": {"plays": [{"seat": "N", "cards": ["H9", "H9"]}]},
    "seat": "W",
    "cards": ["H3", "H3"],
}
LEAD: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "hand": ["HA", "HK", "H3", "H3", "D2"],
    "seat": "N",
    "cards": ["HA", "HK"],
}
HANDS: dict[str, Any] = {"W": ["H9", "D3"], "S": ["C2", "C3"], "E": ["D5", "D6"]}
OPTIONS: dict[str, Any] = {key: value for key, value in PLAY.items() if key != "cards"}
THROW: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "seat": "N",
    "cards": ["HK", "HJ", "HT", "H7"],
    "hands": {"W": ["HQ", "D3"], "S": [], "E": ["D5"]},
}
TRICK: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "plays": [
        {"seat": "N", "cards": ["HK"]},
        {"seat": "W", "cards": ["H5"]},
        {"seat": "S", "cards": ["S4"]},
        {"seat": "E", "cards": ["DT"]},
    ],
}
KITTY: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "declarer": "N",
    "kitty_points": 15,
    "last_trick": {
        "plays": [
            {"seat": "N", "cards": ["H3"]},
            {"seat": "W", "cards": ["S4"]},
            {"seat": "S", "cards": ["H4"]},
            {"seat": "E", "cards": ["C4"]},
        ]
    },
}
ADVANCE: dict[str, Any] = {"ruleset": "jiangsu-2007", "declarer": "N", "levels": {"NS": "5", "EW": "9"}, "attackers_points": 125}
HAND: dict[str, Any] = {"ruleset": "gongxiao-2013", "trump": SPADES, "hand": "BJ S8 H8 S3 S3 S4 S4 HA HA D5"}

QUESTIONS: dict[str, dict[str, Any]] = {
    "plays/check": PLAY,
    "plays/options": OPTIONS,
    "throws/resolve": THROW,
    "tricks/resolve": TRICK,
    "kitty/score": KITTY,
    "levels/advance": ADVANCE,
    "hands/describe": HAND,
}

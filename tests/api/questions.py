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

PENALTY: dict[str, Any] = {"ruleset": "jiangsu-2007", "offence": "concealed_card", "side": "EW", "declarer": "N", "tier": "gain"}
DEAL: dict[str, Any] = {**KITTY, "trump": {"suit": "S", "level": "5"}, "levels": {"NS": "5", "EW": "9"}, "trick_points": 75}

BIDDING: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "levels": {"NS": "8", "EW": "9"},
    "declarer": "N",
    "bids": [{"seat": "W", "cards": ["S8"]}],
}
BID: dict[str, Any] = {**BIDDING, "bid": {"seat": "E", "cards": ["H8", "H8"]}}

REPLAY: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "levels": {"NS": "8", "EW": "5"},
    "declarer": "N",
    "bids": [{"seat": "S", "cards": ["S8"]}, {"seat": "W", "pass": True, "phase": "before_kitty"}],
    "burials": [{"seat": "N", "cards": ["D2", "D3", "C2", "C3", "C4", "D5", "H3", "H6"]}],
    "tricks": [
        {
            "plays": [
                {"seat": "N", "cards": ["HA"]},
                {"seat": "W", "cards": ["H4"]},
                {"seat": "S", "cards": ["D4"]},
                {"seat": "E", "cards": ["H5"]},
            ]
        },
        {"plays": [{"seat": "N", "cards": ["HQ"]}, {"seat": "W", "cards": ["HK"]}, {"seat": "S", "cards": ["HT"]}]},
    ],
    "penalties": [{"offence": "played_out_of_turn", "side": "EW", "cards": 1}],
}

BATCH: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": SPADES,
    "requests": [
        {"id": "a", "op": "plays/check", "body": {key: value for key, value in PLAY.items() if key not in ("ruleset", "trump")}},
        {"op": "levels/advance", "body": ADVANCE},
    ],
}

QUESTIONS: dict[str, dict[str, Any]] = {
    "bids/check": BID,
    "bids/resolve": BIDDING,
    "plays/check": PLAY,
    "plays/options": OPTIONS,
    "throws/resolve": THROW,
    "tricks/resolve": TRICK,
    "kitty/score": KITTY,
    "levels/advance": ADVANCE,
    "deals/score": DEAL
    | {
        "penalties": [{"offence": "concealed_card", "side": "NS", "tier": "gain"}],
        "effects": [{"kind": "level_up", "side": "EW", "levels": 1}],
    },
    "deals/replay": REPLAY,
    "penalties/assess": PENALTY,
    "hands/describe": HAND,
    "batch": BATCH,
}

"""The named schemas of the API description that no marshmallow class stands for: tokens, enumerations, the ruleset document.

Enumerations of answers may grow; those of requests are closed.
"""

from __future__ import annotations

from typing import Any

from rules import codes
from rules.bidding.bids import KINDS, PASS
from rules.cards import RANKS, SUITS
from rules.catalogue import PRESET_IDS
from rules.document import schema_components
from rules.effects import EFFECT_KINDS
from rules.offences import HEAVIER
from rules.penalties import BOTH
from rules.penalties.compiling import FACTS
from rules.penalties.verdicts import EXPOSED, ROUND_FORFEITED, TRICK_POINTS
from rules.seats import SEATS, SIDES
from rules.trump import GROUPS, JOKER_LEVEL, NO_TRUMP
from schemas.fields import MOST_CARDS
from schemas.webhooks import DELIVERY_ERRORS, DELIVERY_STATUSES, EVENTS, STATUSES

_GROWS = "Further values may be added."


def _enum(description: str, values: tuple[str, ...] | list[str]) -> dict[str, Any]:
    return {"type": "string", "description": description, "enum": list(dict.fromkeys(values))}


def named_schemas() -> dict[str, dict[str, Any]]:
    """Every schema that is named by hand, in the order of the description."""
    return {**_cards(), **_table(), **_verdicts(), **_penalties(), **_codes(), **_matches(), **_webhooks(), **_rulesets()}


def _cards() -> dict[str, dict[str, Any]]:
    return {
        "Card": {
            "type": "string",
            "description": "A card: suit and rank (`SA`, `HT`), or `BJ` and `LJ`, the big and the little joker (大王、小王).",
            "pattern": "^([SHDC][2-9TJQKA]|BJ|LJ)$",
            "examples": ["HT"],
        },
        "CardSet": {
            "description": (
                "Cards in any order, as a list or as one text parted by spaces or commas, in which several ranks may stand after a suit "
                "(`SAKK5`). Spellings such as `S10`, `sa`, `♠A`, `🂡`, `大王` are read; answers are always canonical."
            ),
            "oneOf": [
                {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": MOST_CARDS},
                {"type": "string"},
            ],
            "examples": [["H3", "H3", "BJ"], "H33 BJ"],
        },
        "Suit": _enum("A suit: spades, hearts, diamonds, clubs.", list(SUITS)),
        "TrumpSuit": _enum("The trump suit, or `NT`, no-trump. Symbols and lower case are read.", [*SUITS, NO_TRUMP]),
        "Level": _enum("A level: a rank, or `joker` (王). `10` and lower case are read.", [*RANKS, JOKER_LEVEL]),
        "Group": _enum("The cards that belong together: all trumps, or what is left of a suit.", list(GROUPS)),
    }


def _table() -> dict[str, dict[str, Any]]:
    return {
        "Seat": _enum("A seat at the table.", SEATS),
        "Side": _enum("Two partners.", SIDES),
        "Party": _enum("A side by its part in the deal.", ("declarers", "attackers")),
    }


def _verdicts() -> dict[str, dict[str, Any]]:
    return {
        "Role": _enum("What a play is in its trick.", ("lead", "follow", "ruff", "overruff", "discard")),
        "ComponentKind": _enum("A kind of component.", ("single", "pair", "tractor", "five_ten_king")),
        "FinePer": _enum("What a fine is counted by.", ("blocked_card", "thrown_card", "beaten_card", "forced_card", "throw")),
        "ForcedBy": _enum(
            "What decides the play in place of a failed throw.",
            ("lowest_beaten", "largest_beaten", "lowest", "next_player_names_card", "next_player_names_component"),
        ),
        "KittyCategory": _enum(
            "What the last trick was won on.", ("single", "singles", "pair", "pairs", "tractor", "mixed", "five_ten_king")
        ),
        "Outcome": _enum("Who has the deal.", ("attackers_take", "declarers_hold")),
        "Basis": _enum(
            "`printed` in the regulation, a `reading` of it, or an `option` that an override decided.", ("printed", "reading", "option")
        ),
        "BidKind": _enum(
            f"What is shown in the bidding; `pass`: nothing. A reinforced card is a pair. {_GROWS}",
            (*KINDS, PASS),
        ),
        "BiddingSource": _enum(
            f"What trump and declarer come from; `redeal`: the cards are dealt again. {_GROWS}",
            ("bid", "kitty_card", "level_joker", "redeal"),
        ),
        "Decidable": _enum("What a clause is decided by.", ("cards", "bids", "event", "judgement", "none")),
    }


def _penalties() -> dict[str, dict[str, Any]]:
    return {
        "Offenders": _enum("The side at fault, or both.", (*SIDES, BOTH)),
        "Culprits": _enum("The side at fault, or the other one.", ("offenders", "opponents")),
        "SanctionKind": _enum(
            f"What an offence costs, or what the referee gives in place of points. {_GROWS}", ("warning", "recorded", "fine", *HEAVIER)
        ),
        "SanctionPer": _enum(
            f"What a fine is counted by; `judgement`: the referee has named it. {_GROWS}",
            ("card", "time", "judgement", "blocked_card", "thrown_card", "beaten_card", "forced_card", "throw"),
        ),
        "EffectKind": _enum(
            f"What happens beside points. {_GROWS}",
            (*EFFECT_KINDS, TRICK_POINTS, EXPOSED, "bid_right_lost", ROUND_FORFEITED, "replay_choice"),
        ),
        "PlayGoesOn": _enum(
            f"How play goes on. {_GROWS}", ("non_offenders_choose_replay", "next_player_chooses_replay", "play_on", "redeal")
        ),
        "CountedIn": _enum("Within what the occurrences of an offence are counted.", ("deal", "round", "match")),
        "OffenceFact": _enum(f"A field of penalties/assess. {_GROWS}", FACTS),
    }


def _codes() -> dict[str, dict[str, Any]]:
    return {
        "ViolationCode": _enum(f"Why a play or a bid is not allowed. {_GROWS}", codes.VIOLATIONS),
        "RulingCode": _enum(f"What stands behind a verdict. {_GROWS}", (*codes.VIOLATIONS, *codes.RULINGS)),
        "FaultCode": _enum(f"What is wrong at one place of a request. {_GROWS}", codes.FAULTS),
        "ProblemCode": _enum(
            f"What is wrong with a request: the code of its only fault, or of the problem. {_GROWS}", (*codes.PROBLEMS, *codes.FAULTS)
        ),
    }


def _matches() -> dict[str, dict[str, Any]]:
    return {
        "StoreReadiness": _enum("Whether the store answers, is away, or has not been migrated.", ("ready", "away", "migrating")),
        "MatchStatus": _enum("Whether a match takes deals.", ("open", "finished")),
        "Ending": _enum(f"What has ended a match. {_GROWS}", ("passed_last_level", "time", "deals", "forfeit", "double_forfeit")),
        "EntryKind": _enum(f"What an entry of a log is. {_GROWS}", ("deal", "void_deal", "penalty", "correction", "game_over", "finish")),
        "LogFault": _enum(f"Why a log does not hold. {_GROWS}", codes.LOG_FAULTS),
        "StoredDeal": {
            "type": "object",
            "description": (
                "A deal as deals/score (`kind: score`) or deals/replay (`kind: replay`) takes it. `ruleset`, `levels` and `laps` come from "
                "the match; sent all the same they must be the match's. So does `declarer`, but in the first deal of a game; where another "
                "seat declares than the match says, `declarer_because` says why."
            ),
            "properties": {
                "declarer": {"$ref": "#/components/schemas/Seat"},
                "declarer_because": {"type": "string", "enum": ["bidding", "blackout", "revolution", "deal_taken", "referee"]},
            },
        },
    }


def _webhooks() -> dict[str, dict[str, Any]]:
    return {
        "EventType": _enum(
            f"What has happened in a match; `deal.corrected` is every correction, of a penalty or of the end too. {_GROWS}", EVENTS
        ),
        "WebhookStatus": _enum("Whether a webhook is told of events.", STATUSES),
        "WebhookDisabledBecause": _enum(f"Why the service has disabled a webhook; `gone`: it has answered 410. {_GROWS}", ("gone",)),
        "DeliveryStatus": _enum(
            "Whether a delivery waits or is on its way, has been answered by a 2xx, or is given up.", DELIVERY_STATUSES
        ),
        "DeliveryError": _enum(f"What was wrong with the last attempt, or why there is none any more. {_GROWS}", DELIVERY_ERRORS),
    }


def _rulesets() -> dict[str, dict[str, Any]]:
    documents = schema_components()
    document = documents["RulesetDocument"]
    return {
        "RulesetReference": {
            "description": "A ruleset: its id, its id and revision, or an object that extends one and overrides options.",
            "oneOf": [
                {"type": "string", "examples": [PRESET_IDS[0], "our-club@3"]},
                {"$ref": "#/components/schemas/RulesetOverride"},
            ],
        },
        "Ruleset": _ruleset(document),
        "Copy": {
            "type": "object",
            "description": "A ruleset to copy.",
            "required": ["copy_of"],
            "properties": {
                "copy_of": {
                    "type": "string",
                    "description": "A preset or an own ruleset by id or id@revision, or another's by its code.",
                },
                "id": {"type": "string", "description": "The id of the copy; left out, the source's, with -2, -3 … where that is taken."},
                "title": {"$ref": "#/components/schemas/RulesetTexts", "description": "The title of the copy; left out, the source's."},
            },
        },
        "OptionValue": {"description": "The value of an option: a text, a number, true or false, a list or an object."},
        **documents,
    }


def _ruleset(document: dict[str, Any]) -> dict[str, Any]:
    """The document as it is read: with its id, its revision, and what each option stands on."""
    grounds = {
        "type": "object",
        "description": "What each option stands on, by dotted path.",
        "additionalProperties": {
            "type": "object",
            "required": ["basis"],
            "properties": {"basis": {"$ref": "#/components/schemas/Basis"}, "clause": {"type": "string"}},
        },
    }
    properties = {key: value for key, value in document["properties"].items() if key != "extends"}
    saved = {
        "extends": {"type": "string", "description": "What a saved ruleset extends, with the revision of then."},
        "archived": {"type": "boolean", "description": "true where a saved ruleset is archived."},
    }
    return {
        "type": "object",
        "description": (
            "A whole ruleset and what every option stands on. It may be sent on as a document, changed or not: with `basis` in it, what it "
            "says as what it `extends` does counts as not said, so that what is only inherited contradicts nothing and stays inherited."
        ),
        "required": list(dict.fromkeys(["id", "revision", "title", *document["required"], "basis"])),
        "properties": {**properties, **saved, "basis": grounds},
    }

"""What the golden deals are to show between them. Each is a text in the deal notation beside its whole answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.oracle.kitty import SIDES
from tests.property.dealing import RULED_ON

FOLDER = Path(__file__).parent
Body = dict[str, Any]
Answer = dict[str, Any]
Shown = Callable[[Body, Answer], bool]


@dataclass(frozen=True)
class Case:
    """A deal to be found: under which ruleset, what it shows, how it is dealt, and what is written down beside the cards."""

    name: str
    ruleset: str | dict[str, Any]
    shows: tuple[Shown, ...]
    how: dict[str, Any] = field(default_factory=dict)
    beside: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> Path:
        """The file of the deal."""
        return FOLDER / f"{self.name}.txt"

    @property
    def answer(self) -> Path:
        """The file of its answer."""
        return FOLDER / f"{self.name}.json"


def roles(answer: Answer) -> set[str]:
    return {play["role"] for trick in answer["tricks"] for play in trick["plays"]}


def raced_for_the_seat(body: Body, answer: Answer) -> bool:
    bids = [bid for bid in body["bids"] if "cards" in bid]
    return bool(body.get("first_deal")) and len(bids) > 1 and bids[0]["seat"] != answer["declarer"]


def seat_kept_by_the_opener(body: Body, answer: Answer) -> bool:
    bids = [bid for bid in body["bids"] if "cards" in bid]
    seats = {bid["seat"] for bid in bids}
    return bool(body.get("first_deal")) and len(seats) > 1 and bids[0]["seat"] == answer["declarer"]


def barred_side(body: Body, answer: Answer) -> bool:
    return "barred" in body


def dealt_again_for_a_revolution(body: Body, answer: Answer) -> bool:
    return "revolt" in body


def at_the_same_moment(body: Body, answer: Answer) -> bool:
    return any("same_moment" in bid for bid in body["bids"])


def nobody_bid(body: Body, answer: Answer) -> bool:
    return answer["bidding"]["source"] == "kitty_card"


def level_cards_dropped(body: Body, answer: Answer) -> bool:
    return bool(answer["trump"].get("level_cards_lowest"))


def countered(body: Body, answer: Answer) -> bool:
    return len({bid["seat"] for bid in body["bids"] if "cards" in bid}) > 1


def asked_in_turn(body: Body, answer: Answer) -> bool:
    return sum("pass" in bid for bid in body["bids"]) > 1


def stirred(body: Body, answer: Answer) -> bool:
    return len(body["burials"]) > 1


def stirred_twice(body: Body, answer: Answer) -> bool:
    return len(body["burials"]) > 2


def staked(body: Body, answer: Answer) -> bool:
    return "stakes" in answer["bidding"]


def stake_due(shown_by: str) -> Shown:
    def shown(body: Body, answer: Answer) -> bool:
        due = any(ruling["code"] == "stake_to_level" for ruling in answer["rulings"])
        return due and bool(answer["bidding"]["stakes"]["shown_by"] == shown_by)

    return shown


def blacked_out(body: Body, answer: Answer) -> bool:
    return bool(answer["bidding"]["blackout"]) and answer["bidding"]["source"] == "bid"


def no_trump(body: Body, answer: Answer) -> bool:
    return bool(answer["trump"]["suit"] == "NT")


def failed_throw(body: Body, answer: Answer) -> bool:
    return any("attempt" in trick for trick in body["tricks"])


def standing_throw(body: Body, answer: Answer) -> bool:
    return any(ruling["code"] == "throw_stands" for trick in answer["tricks"] for ruling in trick["rulings"])


def ruffed_and_overruffed(body: Body, answer: Answer) -> bool:
    return {"ruff", "overruff"} <= roles(answer)


def counted_as_lowest(body: Body, answer: Answer) -> bool:
    return any("counts_as" in play for trick in body["tricks"] for play in trick["plays"])


def five_ten_king_led(body: Body, answer: Answer) -> bool:
    return any(
        ruling["code"] == "shape_answered" or "five" in ruling["message"] for trick in answer["tricks"] for ruling in trick["rulings"]
    )


def dug_with(category: str) -> Shown:
    def shown(body: Body, answer: Answer) -> bool:
        return bool(answer["score"]["kitty"].get("category") == category and answer["score"]["kitty"]["awarded"])

    return shown


def guarded(body: Body, answer: Answer) -> bool:
    return bool(answer["score"]["kitty"]["won_by"] == "declarers")


def levels_dug(body: Body, answer: Answer) -> bool:
    return bool(answer["score"]["kitty"]["digs"])


def won_the_game(body: Body, answer: Answer) -> bool:
    return bool(answer["advance"]["game_over"])


def wrapped(body: Body, answer: Answer) -> bool:
    return any(answer["advance"].get("laps", {}).values())


def stopped(body: Body, answer: Answer) -> bool:
    return "stopped_at" in answer["advance"]


def gained(levels: int) -> Shown:
    def shown(body: Body, answer: Answer) -> bool:
        return bool(answer["advance"]["gained"]["levels"] >= levels)

    return shown


def declarers_held(body: Body, answer: Answer) -> bool:
    return bool(answer["advance"]["outcome"] == "declarers_hold")


def attackers_took(body: Body, answer: Answer) -> bool:
    return bool(answer["advance"]["outcome"] == "attackers_take")


def attackers_below_zero(body: Body, answer: Answer) -> bool:
    return bool(answer["score"]["attackers_points"] < 0)


def fined_beside_throws(body: Body, answer: Answer) -> bool:
    return any(fine["offence"] != "failed_throw" for fine in answer["score"]["fines"])


def turned_by_a_sanction(body: Body, answer: Answer) -> bool:
    return any(ruling["code"] in ("deal_taken", "deal_kept", "total_set", "levels_given") for ruling in answer["rulings"])


def against_the_points(body: Body, answer: Answer) -> bool:
    """The attackers take the deal with fewer than the 80 points that it costs, or do not take it with them."""
    return bool((answer["advance"]["outcome"] == "attackers_take") is not (answer["score"]["attackers_points"] >= 80))


def ruled_on(code: str) -> Shown:
    def shown(body: Body, answer: Answer) -> bool:
        return any(violation["code"] == code for one in answer["irregularities"] for violation in one["violations"])

    return shown


def level_joker(body: Body, answer: Answer) -> bool:
    return bool(answer["trump"]["level"] == "joker")


def declared_by(side: str) -> Shown:
    def shown(body: Body, answer: Answer) -> bool:
        return SIDES[answer["declarer"]] == side

    return shown


HOUSE_LARGEST = {
    "extends": "jiangsu-2007",
    "throws": {"on_failure": {"plays": "largest_beaten", "fine": {"points": 5, "per": "forced_card", "cap": 15}}},
}
HOUSE_LOWEST = {
    "extends": "guizhou-2010",
    "throws": {"on_failure": {"plays": "lowest", "fine": {"points": 10, "per": "throw"}}},
    "kitty": {"category_from": "winner"},
    "rotation": {"taken": "last_trick_winner"},
}

CASES = (
    Case("jiangsu-race-for-the-seat", "jiangsu-2007", (raced_for_the_seat, failed_throw, dug_with("single")), {"first_deal": True}),
    Case("jiangsu-kitty-card-seats-the-declarer", "jiangsu-2007", (nobody_bid, standing_throw, guarded), {"first_deal": True}),
    Case(
        "jiangsu-kitty-dug-with-a-throw",
        "jiangsu-2007",
        (asked_in_turn, dug_with("mixed"), ruffed_and_overruffed, fined_beside_throws),
        {"first_deal": False},
        {"penalties": [{"offence": "concealed_card", "side": "EW", "tier": "gain"}]},
    ),
    Case(
        "jiangsu-attackers-with-a-wrong-hand",
        "jiangsu-2007",
        (countered, declared_by("NS"), declarers_held, stopped, turned_by_a_sanction),
        {"levels": {"NS": "K", "EW": "A"}, "first_deal": False},
        {"penalties": [{"offence": "wrong_card_count", "side": "EW"}]},
    ),
    Case(
        "jiangsu-declarers-with-a-wrong-hand",
        "jiangsu-2007",
        (declared_by("EW"), turned_by_a_sanction, against_the_points),
        {"levels": {"NS": "6", "EW": "9"}, "first_deal": False},
        {"penalties": [{"offence": "wrong_card_count", "side": "EW"}]},
    ),
    Case(
        "jiangsu-irregularities-ruled-on",
        "jiangsu-2007",
        (ruled_on("suit_owed"), ruled_on("not_your_turn"), fined_beside_throws),
        {"first_deal": False, "irregular": RULED_ON["jiangsu-2007"]},
    ),
    Case("jiangsu-barred-side", "jiangsu-2007", (barred_side, countered, at_the_same_moment), {"first_deal": False}),
    Case("gongxiao-level-cards-lowest", "gongxiao-2013", (nobody_bid, level_cards_dropped, ruffed_and_overruffed), {"first_deal": False}),
    Case(
        "gongxiao-opener-keeps-the-seat",
        "gongxiao-2013",
        (seat_kept_by_the_opener, failed_throw, dug_with("tractor"), fined_beside_throws),
        {"first_deal": True},
        {"penalties": [{"offence": "overtime", "side": "NS", "occurrence": 3}]},
    ),
    Case(
        "gongxiao-refused-to-correct",
        "gongxiao-2013",
        (declared_by("EW"), declarers_held, turned_by_a_sanction, counted_as_lowest),
        {"levels": {"NS": "5", "EW": "8"}, "first_deal": False},
        {"penalties": [{"offence": "refused_to_correct", "side": "NS"}]},
    ),
    Case("gongxiao-after-a-revolution", "gongxiao-2013", (dealt_again_for_a_revolution, countered, guarded), {"first_deal": False}),
    Case("unified-stirred-twice", "chaodipi-unified", (stirred_twice, dug_with("singles")), {"first_deal": False}),
    Case("unified-straight-to-the-ace", "chaodipi-unified", (attackers_below_zero, declarers_held, gained(6)), {"first_deal": False}),
    Case("nantong-dug-with-five-ten-king", "nantong-chaodipi", (dug_with("five_ten_king"), levels_dug), {"first_deal": False}),
    Case("nantong-stakes", "nantong-chaodipi", (staked, countered, failed_throw), {"levels": {"NS": "6", "EW": "7"}, "first_deal": False}),
    Case(
        "nantong-stake-of-the-declarers",
        "nantong-chaodipi",
        (staked, stake_due("declarers")),
        {"levels": {"NS": "6", "EW": "7"}, "first_deal": False},
    ),
    Case(
        "nantong-stake-of-the-attackers",
        "nantong-chaodipi",
        (staked, stake_due("attackers")),
        {"levels": {"NS": "6", "EW": "7"}, "first_deal": False},
    ),
    Case("nantong-stirred-by-the-ladder", "nantong-chaodipi", (stirred, no_trump), {"first_deal": False}),
    Case("anhui-jack-dug", "anhui-tcm-2009", (levels_dug, failed_throw), {"levels": {"NS": "J", "EW": "J"}, "first_deal": False}),
    Case("anhui-ace-dug", "anhui-tcm-2009", (levels_dug, stirred), {"levels": {"NS": "A", "EW": "A"}, "first_deal": False}),
    Case("anhui-passed-the-ace", "anhui-tcm-2009", (won_the_game, stirred), {"levels": {"NS": "A", "EW": "A"}, "first_deal": False}),
    Case("guizhou-counter-takes-the-kitty", "guizhou-2010", (countered, stirred, failed_throw), {"first_deal": False}),
    Case(
        "guizhou-wraps-from-the-joker",
        "guizhou-2010",
        (level_joker, wrapped, declarers_held),
        {"levels": {"NS": "joker", "EW": "joker"}, "first_deal": False},
    ),
    Case("march8-blackout", "march8-2012", (blacked_out, dug_with("pair"), attackers_took), {"first_deal": False}),
    Case(
        "march8-improper-play",
        "march8-2012",
        (countered, declared_by("NS"), turned_by_a_sanction),
        {"levels": {"NS": "9", "EW": "T"}, "first_deal": False},
        {"penalties": [{"offence": "improper_play", "side": "EW"}], "effects": [{"kind": "level_up", "side": "EW", "levels": 1}]},
    ),
    Case("house-largest-part-led", HOUSE_LARGEST, (failed_throw, countered, attackers_took)),
    Case("house-winner-of-the-last-trick", HOUSE_LOWEST, (failed_throw, dug_with("pairs"), attackers_took)),
)

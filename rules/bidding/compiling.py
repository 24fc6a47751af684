"""The `bidding` block of a resolved ruleset document as frozen options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.cards import RANKS
from rules.options import Ask, BiddingOptions, BidWindows, CounterMatrix, NoBid, Stir, WrongShow

_COUNTS = {"A": 1, "J": 11, "Q": 12, "K": 13, "joker": 10}
"""What is counted where a document counts some ranks only."""


def compiled_bidding(document: Mapping[str, Any]) -> BiddingOptions | None:
    """The bidding of a resolved document; None where it has none."""
    bidding = document.get("bidding")
    if bidding is None:
        return None
    opening, counter, windows = bidding["open"], bidding["counter"], bidding["windows"]
    return BiddingOptions(
        companion=bidding["companion"],
        open_first=tuple(opening["first_deal"]),
        open_later=tuple(opening["later"]),
        ladder=tuple(bidding.get("ladder", ())),
        counter_by=counter["by"],
        counter_suit=counter["suit"],
        counter_first=_matrix(counter, "first_deal"),
        counter_later=_matrix(counter, "later"),
        names_trump=frozenset(bidding["names_trump"]),
        reinforce=frozenset(bidding["reinforce"]),
        windows=BidWindows(frozenset(windows["open"]), frozenset(windows["counter"]), frozenset(windows["reinforce"])),
        ask=_ask(bidding["ask"]),
        first_deal_seat=bidding["first_deal_seat"],
        pair_moves_seat=bidding["pair_moves_seat"],
        counter_takes_kitty=bidding["after_counter"]["kitty"] == "counter_takes",
        stir=_stir(bidding["stir"]),
        no_bid=_no_bid(bidding["no_bid"]),
        wrong_show=_wrong_show(bidding["wrong_show"]),
        blackout=bidding["blackout"] != "none",
        level_joker=bidding["level_joker"],
        kinds=frozenset(kinds_named(bidding)),
    )


def _matrix(counter: Mapping[str, Any], deals: str) -> CounterMatrix:
    """The matrix of the first deal or of the later ones; `always` stands for both, and where there is none nothing is countered."""
    name = "always" if "always" in counter else deals
    rows = counter.get(name, {})
    return CounterMatrix(f"bidding.counter.{name}", None if rows == "ladder" else {row: tuple(kinds) for row, kinds in rows.items()})


def _ask(entry: str | Mapping[str, Any]) -> Ask | None:
    return None if isinstance(entry, str) else Ask(entry["phase"], entry["from"], entry["rounds"])


def _stir(entry: str | Mapping[str, Any]) -> Stir | None:
    if isinstance(entry, str):
        return None
    return Stir(
        kinds=tuple(entry.get("kinds", ())),
        by_ladder=entry["order"] == "ladder",
        reuse=entry["reuse"],
        turn=entry["turn"],
        ends=entry["ends"],
        seat_moves=entry["seat_moves"],
    )


def _no_bid(entry: str | Mapping[str, Any]) -> NoBid | None:
    if isinstance(entry, str):
        return None
    first = entry["first_deal"]
    numbers = {rank: int(rank) if rank.isdigit() else 10 for rank in RANKS}
    return NoBid(
        turn=entry["turn"],
        joker=entry["joker"],
        settles=entry["settles"],
        level_cards_lowest=entry["level_cards_lowest"],
        both_sides_match=entry.get("both_sides_match", "seat_holder"),
        nothing_found=entry.get("nothing_found", "redeal"),
        first_deal=first if isinstance(first, str) else "seat_by_count",
        counts=numbers | _COUNTS | ({} if isinstance(first, str) else first["seat_by_count"]),
    )


def _wrong_show(entry: str | Mapping[str, Any]) -> WrongShow | None:
    return None if isinstance(entry, str) else WrongShow(frozenset(entry["side_loses"]), entry["both_wrong"])


def kinds_named(bidding: Mapping[str, Any]) -> Iterator[str]:
    """Every kind that the lists, matrices, the ladder or the stirring of a bidding name, with repetitions."""
    counter, stir = bidding.get("counter", {}), bidding.get("stir", "none")
    lists: list[Iterable[str]] = list(bidding.get("open", {}).values())
    for name in ("first_deal", "later", "always"):
        rows = counter.get(name, {})
        lists += [] if rows == "ladder" else rows.values()
    lists.append(entry.partition(":")[0] for entry in bidding.get("ladder", ()))
    lists.append(() if isinstance(stir, str) else stir.get("kinds", ()))
    for kinds in lists:
        yield from kinds

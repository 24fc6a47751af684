"""The oracle's bidding against the conformance cases: two records of the regulations that were written apart say the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.catalogue import resolve
from tests.conformance.test_cases import misses
from tests.oracle.bidding import Auction
from tests.oracle.bidding_end import end_of
from tests.oracle.shown import Event, Facts, Show

FILE = Path(__file__).parent.parent / "conformance" / "bids.json"
CASES = [case for case in json.loads(FILE.read_text(encoding="utf-8")) if case.get("status", 200) == 200 or case["expect"]]
"""All but those that expect an input fault: what is wrong with a question is no matter of the oracle's."""


def show_of(entry: Mapping[str, Any], phase: str) -> Show:
    """An entry of a request."""
    return Show(
        entry["seat"],
        tuple(entry.get("cards", ())),
        phase,
        entry.get("same_moment", False),
        entry.get("names"),
        entry.get("wrong_show", False),
    )


def asked(request: Mapping[str, Any]) -> tuple[Auction, list[Event], int | None]:
    """The auction of a request, its events, and the first entry that is not allowed, if any."""
    declarer, revolt = request.get("declarer"), request.get("revolt", {}).get("seat")
    facts = Facts(
        levels=request["levels"],
        declarer=declarer,
        first_deal=request.get("first_deal", declarer is None),
        first_drawer=request.get("first_drawer"),
        barred=frozenset(request.get("barred", ())),
        revolt=revolt,
    )
    auction = Auction(resolve(request["ruleset"]).document, facts)
    events: list[Event] = []
    phase = "dealing"
    for place, entry in enumerate(request["bids"]):
        phase = entry.get("phase", phase)
        show = show_of(entry, phase)
        events = auction.with_passes(events, show)
        event = auction.judge(events, show)
        if event is None:
            return auction, events, place
        events.append(event)
    return auction, events, None


def judged(request: Mapping[str, Any], auction: Auction, events: list[Event]) -> dict[str, Any]:
    """The answer to bids/check."""
    event = auction.judge(events, show_of(request["bid"], request["phase"]))
    if event is None:
        return {"legal": False}
    after = [*events, event]
    follow = auction.followers(after)
    return {
        "legal": True,
        "kind": event.name,
        "trump": auction.trump(after),
        "declarer": auction.declarer(after),
        "final": not follow,
        "may_follow": sorted(follow),
    }


def ended(request: Mapping[str, Any], auction: Auction, events: list[Event]) -> dict[str, Any]:
    """The answer to bids/resolve."""
    end = end_of(auction, events, request.get("kitty", ()))
    answer = {
        **vars(end),
        "kitty_card": end.kitty_card and dict(zip(("index", "card"), end.kitty_card, strict=True)),
        "stakes": end.stakes and {"shown_by": end.stakes},
    }
    return {key: value for key, value in answer.items() if value is not None}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_oracle_gives_what_the_case_expects(case: dict[str, Any]) -> None:
    request = case["request"]
    auction, events, refused = asked(request)
    if case.get("status", 200) == 422:
        assert case["expect"]["errors"] == [{"pointer": f"/bids/{refused}", "code": "bid_not_legal"}]
        return
    assert refused is None
    answer = judged(request, auction, events) if case["op"] == "bids/check" else ended(request, auction, events)
    assert misses(case["expect"], answer) == []

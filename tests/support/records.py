"""A recorded deal for the engine, from the body of deals/replay in its canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.bidding import Bid
from rules.cards import CARD_OF_TOKEN
from rules.catalogue import resolve
from rules.deals.record import Burial, DealRecord, RecordedTrick
from rules.deals.replay import ReplayVerdict, replay
from rules.effects import Effect
from rules.penalties import Offending
from rules.tricks import Play
from rules.trump import Trump


def kinds(tokens: list[str] | str) -> tuple[int, ...]:
    """The card ints of tokens."""
    return tuple(CARD_OF_TOKEN[token] for token in (tokens.split() if isinstance(tokens, str) else tokens))


def record_of(body: Mapping[str, Any]) -> DealRecord:
    """What a body means to the engine."""
    plain = ("levels", "declarer", "laps", "first_deal", "seat_holder", "first_drawer")
    said = {key: body[key] for key in plain if key in body}
    return DealRecord(
        tricks=tuple(_trick(trick) for trick in body.get("tricks", ())),
        trump=Trump(**body["trump"]) if "trump" in body else None,
        barred=frozenset(body.get("barred", ())),
        revolt=body["revolt"]["seat"] if "revolt" in body else None,
        bids=tuple(_bid(bid) for bid in body["bids"]) if "bids" in body else None,
        hands={seat: kinds(cards) for seat, cards in body["hands"].items()} if "hands" in body else None,
        kitty=kinds(body["kitty"]) if "kitty" in body else None,
        burials=tuple(Burial(burial["seat"], kinds(burial["cards"])) for burial in body.get("burials", ())),
        penalties=tuple(Offending(**penalty) for penalty in body.get("penalties", ())),
        effects=tuple(Effect(**effect) for effect in body.get("effects", ())),
        stakes=body["stakes"]["shown_by"] if "stakes" in body else None,
        **said,
    )


def replayed(body: Mapping[str, Any]) -> ReplayVerdict:
    """The replay of a body under its ruleset."""
    return replay(resolve(body["ruleset"]).options, record_of(body))


def _trick(trick: Mapping[str, Any]) -> RecordedTrick:
    plays = tuple(Play(play["seat"], kinds(play["cards"]), "counts_as" in play) for play in trick["plays"])
    return RecordedTrick(plays, kinds(trick.get("attempt", [])))


def _bid(bid: Mapping[str, Any]) -> Bid:
    said = (bid.get("phase"), bid.get("same_moment", False), bid.get("names"), bid.get("wrong_show", False))
    return Bid(bid["seat"], kinds(bid.get("cards", [])), *said)

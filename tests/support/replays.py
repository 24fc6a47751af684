"""Recorded deals for tests of the replay: hands filled up around the cards that matter, tricks written as `N HA | W H3 | S H4 | E H5`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.bidding import Bid
from rules.cards import KINDS, suit_of
from rules.deals.record import Burial, DealRecord, RecordedTrick
from rules.deals.replay import ReplayVerdict, replay
from rules.options import Options
from rules.seats import SEATS
from rules.tricks import Play
from tests.support.engine import cards, house, text, trump_of

SIZE = 25
KITTY = 8


def trick(written: str) -> RecordedTrick:
    """A trick: plays parted by `|`, a failed throw before them in brackets, `!` behind a play that counts as lowest."""
    attempt = ""
    if written.startswith("("):
        attempt, written = written[1:].split(")")
    plays = []
    for one in written.split("|"):
        seat, *tokens = one.split()
        lowest = tokens[-1] == "!"
        plays.append(Play(seat, cards(" ".join(tokens[: -1 if lowest else None])), lowest))
    return RecordedTrick(tuple(plays), cards(attempt))


def bid(written: str, **more: Any) -> Bid:
    """A bid `N S2 S2`, a pass `N`."""
    seat, *tokens = written.split()
    return Bid(seat, cards(" ".join(tokens)), **more)


def dealt(rest_to: str = "N", **held: str) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    """Four hands with these cards in them, and the kitty.

    What is left over of hearts goes into the kitty, and then to `rest_to`, so that the hearts of the other seats are those named.
    """
    hands = {seat: list(cards(held.get(seat, ""))) for seat in SEATS}
    kitty = list(cards(held.get("kitty", "")))
    left = Counter(kind for kind in range(KINDS) for _ in range(2))
    left.subtract(kind for some in (*hands.values(), kitty) for kind in some)
    assert min(left.values()) >= 0, "no card more often than there are"
    hearts = [kind for kind in left.elements() if suit_of(kind) == "H"]
    others = [kind for kind in left.elements() if suit_of(kind) != "H"]
    while hearts and len(kitty) < KITTY:
        kitty.append(hearts.pop(0))
    while hearts and len(hands[rest_to]) < SIZE:
        hands[rest_to].append(hearts.pop(0))
    others += hearts
    for seat in SEATS:
        while len(hands[seat]) < SIZE:
            hands[seat].append(others.pop(0))
    return {seat: tuple(some) for seat, some in hands.items()}, (*kitty, *others)


def record(*tricks: str, trump: str = "S2", level: str | None = None, declarer: str | None = "N", **more: Any) -> DealRecord:
    """A deal without hands."""
    levels = dict.fromkeys(("NS", "EW"), level or trump[-1])
    return DealRecord(levels, tuple(map(trick, tricks)), trump_of(trump) if trump else None, declarer, **more)


def record_with(held: Mapping[str, str], *tricks: str, **more: Any) -> DealRecord:
    """A deal with hands, of which the declarer has buried the very kitty that he took."""
    hands, kitty = dealt(**held)
    buried = (Burial(more.get("declarer", "N"), kitty),)
    return replace(record(*tricks, **{"burials": buried, **more}), hands=hands, kitty=kitty)


def replayed(made: DealRecord, options: Options | None = None) -> ReplayVerdict:
    """The replay of a record, by default under the Jiangsu regulation."""
    return replay(options or house(), made)


def fault_of(verdict: ReplayVerdict) -> tuple[str, ...]:
    """A fault as its place, the codes of its violations, and what proves it where something does."""
    assert verdict.fault is not None
    proof = () if verdict.fault.proved_by is None else (verdict.fault.proved_by,)
    return (verdict.fault.pointer, *(violation.code for violation in verdict.fault.violations), *proof)


def said(kinds: Iterable[int]) -> str:
    """Cards as sorted tokens."""
    return " ".join(sorted(text(kinds).split()))

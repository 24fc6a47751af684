"""Short ways to say positions in tests of the engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.cards import CARD_OF_TOKEN, TOKENS
from rules.catalogue import preset, resolve
from rules.options import Options
from rules.table import TrumpTable, table_of
from rules.tricks import Play
from rules.trump import Trump

COUNTERCLOCKWISE = "NWSE"


def cards(text: str) -> tuple[int, ...]:
    """Card ints of tokens in a string."""
    return tuple(CARD_OF_TOKEN[token] for token in text.split())


def text(kinds: Iterable[int]) -> str:
    """Tokens of card ints in the order given."""
    return " ".join(TOKENS[kind] for kind in kinds)


def house(parent: str = "jiangsu-2007", **changes: Any) -> Options:
    """A ruleset's options, with house rules written over it as in a request."""
    return resolve({"extends": parent, **changes}).options if changes else preset(parent).options


def table(trump: str, options: Options | None = None, **flags: bool) -> TrumpTable:
    """The table of a trump written `S8`, `NTA` or `NTjoker`."""
    return table_of(options or house(), trump_of(trump, **flags))


def trump_of(trump: str, **flags: bool) -> Trump:
    """A trump written `S8`, `NTA` or `NTjoker`."""
    suit = "NT" if trump.startswith("NT") else trump[0]
    return Trump(suit, trump[len(suit) :], **flags)


def plays(*texts: str, order: str = COUNTERCLOCKWISE) -> list[Play]:
    """The plays of a trick in play order, N first."""
    return [Play(seat, cards(one)) for seat, one in zip(order, texts, strict=False)]

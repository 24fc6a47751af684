"""The engine alone, on one core: follow checks and winners from tuples of card ints and the cached trump table.

Warm means that the position was seen before; cold that every memo of the table and the module is empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.timing import Case, cards
from rules import follow
from rules.catalogue import preset
from rules.formations import shape_of
from rules.table import table_of
from rules.tricks import winner_of
from rules.trump import Trump

HAND = cards("H3 H3 H4 H4 H6 H6 H9 HK S2 S5 SJ SA D3 D3 D5 D7 DT DQ C2 C4 C4 C9 CJ CK LJ")
FOLLOWS = {
    "single": ("HT", "H3"),
    "pair": ("HT HT", "H6 H6"),
    "two-pair tractor": ("HT HT HJ HJ", "H3 H3 H4 H4"),
    "six-card throw": ("HA HA HQ HQ HT HJ", "H3 H3 H6 H6 H9 HK"),
}
TRICKS = {
    "singles": ("HT", "HJ", "S3", "S5"),
    "pairs": ("HT HT", "HJ HJ", "S3 S3", "S5 S5"),
    "tractors": ("HT HT HJ HJ", "H3 H3 H4 H4", "S3 S3 S4 S4", "S5 S5 S6 S6"),
    "six-card throws": ("HA HA HQ HQ HT HJ", "S3 S3 S4 S4 S5 S6", "SJ SJ SQ SQ SK SA", "C3 C4 C5 C6 C7 C8"),
}


def cases() -> Iterator[Case]:
    """Every figure of the engine."""
    options = preset("jiangsu-2007").options
    table = table_of(options, Trump("S", "8"))

    def forget() -> None:
        table.memo.clear()
        follow._notes.cache_clear()

    for name, (led, played) in FOLLOWS.items():
        lead, play = cards(led), cards(played)

        def check(lead: tuple[int, ...] = lead, play: tuple[int, ...] = play) -> object:
            shape = shape_of(options, table, lead)
            assert shape is not None
            return follow.judge(options, table, shape, HAND, play)

        yield Case(f"follow check, {name}, warm", check, None, 5.0)
        yield Case(f"follow check, {name}, cold", check, forget, 8.0)
    for name, texts in TRICKS.items():
        plays = [cards(text) for text in texts]

        def winner(plays: list[tuple[int, ...]] = plays) -> object:
            return winner_of(options, table, plays)

        yield Case(f"winner of four, {name}, warm", winner, None, 6.0)
        yield Case(f"winner of four, {name}, cold", winner, forget)

"""The longest single decisions that were found, every memo empty: each must stay under two milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bench.timing import Case, cards
from rules import follow
from rules.catalogue import preset
from rules.choices import list_plays
from rules.exposed import Exposed
from rules.options import ExposedOptions, Options
from rules.plays import check_play
from rules.table import table_of
from rules.throws import resolve_throw
from rules.tricks import Play, resolve_trick
from rules.trump import Trump

BOUND = 2000.0
"""µs."""
SPADES_8 = Trump("S", "8")
SIDE_TRACTOR = cards("H2 H2 H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H9 H9 HT HT HJ HJ HQ HQ HK HK HA HA")
LONG_TRUMPS = cards("S2 S2 S3 S3 S4 S4 S5 S5 S6 S6 S7 S7 S9 S9 ST ST SJ SJ SQ SQ SK SK SA SA C8")
HIGH_TRUMPS = cards("S9 S9 ST ST SJ SJ SQ SQ SK SK SA SA H8 H8 D8 D8 C8 C8 S8 S8 LJ LJ BJ BJ")


def _options() -> Options:
    """A ruleset with every option that makes the engine look further."""
    base = preset("jiangsu-2007").options
    return replace(
        base,
        tables={},
        tractor=replace(base.tractor, ace_low=True),
        ruff=replace(base.ruff, connected_pairs_outrank=True),
        exposed=ExposedOptions(True, False, "first_trick_of_suit"),
    )


def _cases(options: Options) -> Iterator[tuple[str, Callable[[], object]]]:
    broken = cards("S4 S4 ST ST D8 D8 S9 S9 LJ LJ BJ BJ")
    follower = cards("SK SK S5 S5 S2 S2 C8 C8 SA SA S7 S7 S8 S8 S3 S3 H8 H8 S6 S6 SJ SJ SQ SQ")
    yield (
        "check, three led tractors against twelve trump pairs",
        lambda: check_play(options, SPADES_8, follower, [Play("N", broken)], follower[:12], seat="W"),
    )
    three = cards("S2 S2 S3 S3 S4 S4 S6 S6 S7 S7 SJ SJ SQ SQ")
    rest = cards("S5 S5 S9 S9 ST ST SK SK SA SA H8 H8 D8 D8 C8 C8 S8 S8 LJ LJ BJ BJ S2 S3")
    yield (
        "check, throw of a tractor of three and two of two, all-trump hand",
        lambda: check_play(options, SPADES_8, rest, [Play("N", three)], rest[:14], seat="W"),
    )
    yield (
        "check, twelve-pair tractor led, ruffed by twelve pairs",
        lambda: check_play(options, SPADES_8, LONG_TRUMPS, [Play("N", SIDE_TRACTOR)], LONG_TRUMPS[:24], seat="W"),
    )
    led = cards("HA HA HQ HQ HT HT H7 H7 H5 H4 H3 H2 HK H9 HJ H6")
    ruffs = [led, LONG_TRUMPS[:16], HIGH_TRUMPS[:16], HIGH_TRUMPS[8:24]]
    plays = [Play(seat, ruff) for seat, ruff in zip("NWSE", ruffs, strict=True)]
    yield "trick, eight trump pairs over four led pairs, twice", lambda: resolve_trick(options, SPADES_8, plays)
    thrown = cards("S2 S2 S3 S3 S4 S4 S6 S6 S7 S7 ST ST SQ SK SA H8 S9 D8 S8 LJ")
    against = {"W": cards("S5 S5 S9 SJ SJ SQ SK SA H8 D8 C8 C8 S8 LJ BJ BJ"), "S": (), "E": ()}
    yield "throw of twenty cards against sixteen trumps", lambda: resolve_throw(options, SPADES_8, "N", thrown, against, "N")
    small = cards("S2 S2 S3 S3 S4 S4 S6 S7 S9")
    many = {"W": HIGH_TRUMPS, "S": cards("S5 S5 S6 S7"), "E": ()}
    yield "throw against all high trumps", lambda: resolve_throw(options, SPADES_8, "N", small, many, "N")
    yield (
        "options, three led tractors against twelve trump pairs, 50 listed",
        lambda: list_plays(options, SPADES_8, follower, [Play("N", broken)]),
    )
    yield (
        "options, void in a twelve-pair tractor, 50 listed",
        lambda: list_plays(options, SPADES_8, LONG_TRUMPS, [Play("N", SIDE_TRACTOR)]),
    )
    exposed = [Exposed(kind, (None, "play", "withhold")[index % 3]) for index, kind in enumerate(follower)]
    yield (
        "check, all of twelve trump pairs exposed, three led tractors",
        lambda: check_play(options, SPADES_8, follower, [Play("N", broken)], follower[:12], seat="W", exposed=exposed),
    )
    yield (
        "options, all of twelve trump pairs exposed, three led tractors, 50 listed",
        lambda: list_plays(options, SPADES_8, follower, [Play("N", broken)], exposed=exposed),
    )
    known = {"W": cards("S2 S3"), "S": (), "E": ()}
    yield "options, all-trump lead with known hands, 50 listed", lambda: list_plays(options, SPADES_8, HIGH_TRUMPS, [], hands=known)


def cases() -> Iterator[Case]:
    """Every worst case that was found."""
    options = _options()

    def forget() -> None:
        table_of(options, SPADES_8).memo.clear()
        follow._notes.cache_clear()

    for name, call in _cases(options):
        yield Case(f"worst case: {name}", call, forget, BOUND)

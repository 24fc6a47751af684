"""The progress of a match (比赛进程): from deal to deal and from game to game, by the facts of each deal (settled 22 to 24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.levels import AdvanceVerdict, Moves, advance_by
from rules.options import Options, RoundForm
from rules.seats import SIDE_OF, SIDES

OTHER_LEVEL: Final = "played_at_other_level"
OTHER_DECLARER: Final = "other_declarer"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands between two deals.

    `declarer` and `level` are the next deal's: None where the seat is raced for, and when the round is over. `laps` is None where the
    ladder does not wrap. `deal` is the number of the next deal, void ones counted; `games` are those won by each side.
    """

    levels: Mapping[str, str]
    laps: Mapping[str, int] | None
    declarer: str | None
    level: str | None
    deal: int
    game: int
    games: Mapping[str, int]
    round_over: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """What a deal did: where the match stands after it, how the levels moved, and who has won the game with it."""

    after: Standing
    advance: AdvanceVerdict
    winner: str | None


def begin(options: Options) -> Standing:
    """The beginning of a match: both sides at `levels.start`, nobody declares.

    >>> from rules.catalogue import preset
    >>> begin(preset("march8-2012").options).levels
    {'NS': '2', 'EW': '2'}
    """
    laps = dict.fromkeys(SIDES, 0) if options.levels.after_last == "wrap" else None
    return Standing(dict.fromkeys(SIDES, options.levels.start), laps, None, None, 1, 1, dict.fromkeys(SIDES, 0))


def play(options: Options, standing: Standing, moves: Moves, stage: str | None = None) -> Played:
    """Carry a match over a deal. A game that ends is followed by the next at `levels.start` while the round allows one.

    `stage` is the stage of the event where the ruleset has another form for it. The moves must be free of what
    `levels.advance_faults` refuses, the round must not be over.

    >>> from rules.catalogue import preset
    >>> options = preset("march8-2012").options
    >>> played = play(options, begin(options), Moves("N", 75))
    >>> played.after.levels["NS"], played.after.declarer, played.after.deal
    ('3', 'S', 2)
    """
    verdict = advance_by(options, standing.levels, moves, standing.laps)
    after = replace(
        standing, levels=verdict.levels, laps=verdict.laps, declarer=verdict.declarer, level=verdict.level, deal=standing.deal + 1
    )
    if verdict.winner is None:
        return Played(after, verdict, None)
    games = {**standing.games, verdict.winner: standing.games[verdict.winner] + 1}
    if _is_decided(options.stages.get(stage or "", options.round_form), games):
        return Played(replace(after, games=games, round_over=True), verdict, verdict.winner)
    fresh = replace(begin(options), deal=after.deal, game=standing.game + 1, games=games)
    return Played(fresh, verdict, verdict.winner)


def _is_decided(form: RoundForm, games: Mapping[str, int]) -> bool:
    """Whether the round allows no further game: all are played, or one side has more than half of them."""
    return sum(games.values()) >= form.games or (form.played == "until_decided" and 2 * max(games.values()) > form.games)


def void(standing: Standing) -> Standing:
    """Carry a match over a deal that does not count."""
    return replace(standing, deal=standing.deal + 1)


def strayed(standing: Standing, declarer: str, level: str) -> tuple[str, ...]:
    """The warnings of a deal that stands as it was played, though the match now stands otherwise before it.

    >>> from rules.catalogue import preset
    >>> strayed(begin(preset("march8-2012").options), "N", "3")
    ('played_at_other_level',)
    """
    found = (OTHER_LEVEL,) if standing.levels[SIDE_OF[declarer]] != level else ()
    return (*found, OTHER_DECLARER) if standing.declarer not in (None, declarer) else found

"""The progress of a match (比赛进程): from deal to deal and from game to game, by the facts of each deal (settled 22 to 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.levels import AdvanceVerdict, Moves, advance_by
from rules.options import Options, RoundForm
from rules.seats import SIDE_OF, SIDES

OTHER_LEVEL: Final = "played_at_other_level"
OTHER_DECLARER: Final = "other_declarer"
AFTER_ROUND: Final = "played_after_round"


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


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a deal whatever comes before it: what its levels move by and at which level it was played; void without moves.

    `said_declarer` and `said_level` are what the match said when the deal was recorded: it may have been played otherwise then.
    """

    moves: Moves | None
    level: str = ""
    said_declarer: str | None = None
    said_level: str = ""


def as_said(standing: Standing, fact: Fact) -> Standing:
    """A standing as the match told it when a deal was recorded: who was to declare, and at which level the declarers played.

    >>> from rules.catalogue import preset
    >>> later = as_said(begin(preset("march8-2012").options), Fact(Moves("E", 75), "9", "N", "5"))
    >>> later.declarer, later.levels
    ('N', {'NS': '2', 'EW': '9'})
    """
    if fact.moves is None:
        return standing
    levels = {**standing.levels, SIDE_OF[fact.moves.declarer]: fact.level}
    return replace(standing, declarer=fact.said_declarer, level=fact.said_level, levels=levels)


@dataclass(frozen=True, slots=True)
class Carried:
    """A match carried over one deal: where it stood before and stands after it, what the deal did if it counts, and what has strayed."""

    before: Standing
    after: Standing
    played: Played | None
    warnings: tuple[str, ...] = ()


def carry(options: Options, standing: Standing, facts: Iterable[Fact], stage: str | None = None) -> Iterator[Carried]:
    """Carry a match forward over deals as they were played (settled 24). A deal after the end of the round counts no more.

    >>> from rules.catalogue import preset
    >>> options = preset("march8-2012").options
    >>> facts = [Fact(Moves("N", 75), "2", None, "2"), Fact(Moves("N", 75), "5", "N", "5")]
    >>> [carried.warnings for carried in carry(options, begin(options), facts)]
    [(), ('played_at_other_level', 'other_declarer')]
    """
    for fact in facts:
        if fact.moves is None:
            carried = Carried(standing, void(standing), None)
        elif standing.round_over:
            carried = Carried(standing, void(standing), None, (AFTER_ROUND,))
        else:
            played = play(options, standing, fact.moves, stage)
            carried = Carried(standing, played.after, played, _strayed(standing, fact, fact.moves.declarer))
        yield carried
        standing = carried.after


def played_from(before: Standing, moves: Moves, level: str) -> Fact:
    """What is known of a deal that is recorded when the match stands there."""
    return Fact(moves, level, before.declarer, before.levels[SIDE_OF[moves.declarer]])


def _strayed(standing: Standing, fact: Fact, declarer: str) -> tuple[str, ...]:
    """The warnings of a deal that stands as it was played, though the match now says otherwise than it did then."""
    found = () if standing.levels[SIDE_OF[declarer]] in (fact.level, fact.said_level) else (OTHER_LEVEL,)
    return found if standing.declarer in (None, declarer, fact.said_declarer) else (*found, OTHER_DECLARER)

"""The progress of a match: deals, games and the round (settled 22 to 24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules.catalogue import PRESET_IDS, preset
from rules.effects import Effect
from rules.levels import Moves
from rules.options import Options
from rules.progress import AFTER_ROUND, OTHER_DECLARER, OTHER_LEVEL, Fact, Played, Standing, as_said, begin, carry, play, played_from, void
from tests.support.engine import house

SHORT: dict[str, Any] = {"ladder": ["2", "A"], "must_defend": []}
"""A game that declarers win by holding twice without points."""


def short(games: int, played: str = "until_decided", **rounds: Any) -> Options:
    return house("march8-2012", levels=SHORT, rounds={"form": {"games": games, "played": played}, **rounds})


def won(options: Options, standing: Standing, *winners: str, stage: str | None = None) -> Played:
    """The last deal of games won by these declarers, who hold without points until the game is theirs."""
    for declarer in winners:
        played = play(options, standing, Moves(declarer, 75), stage)
        while played.winner is None:
            played = play(options, played.after, Moves(declarer, 75), stage)
        standing = played.after
    return played


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_a_match_begins_at_the_start(preset: str) -> None:
    options = house(preset)
    standing = begin(options)
    assert standing.levels == dict.fromkeys(("NS", "EW"), options.levels.start)
    assert (standing.declarer, standing.level, standing.deal, standing.game, standing.games) == (None, None, 1, 1, {"NS": 0, "EW": 0})
    assert (standing.laps is not None) == (options.levels.after_last == "wrap")


def test_a_deal_moves_levels_and_the_seat() -> None:
    options = house("march8-2012")
    played = play(options, begin(options), Moves("N", 75))
    assert played.winner is None and played.advance.outcome == "declarers_hold"
    assert played.after == Standing({"NS": "3", "EW": "2"}, None, "S", "3", 2, 1, {"NS": 0, "EW": 0})


def test_laps_are_carried_along() -> None:
    options = house("guizhou-2010")
    standing = Standing({"NS": "joker", "EW": "5"}, {"NS": 1, "EW": 0}, "N", "joker", 9, 1, {"NS": 0, "EW": 0})
    after = play(options, standing, Moves("N", 75)).after
    assert after.laps == {"NS": 2, "EW": 0} and after.levels["NS"] == options.levels.ladder[0]


def test_effects_move_the_levels_too() -> None:
    options = house("jiangsu-2007")
    after = play(options, begin(options), Moves("N", 80, effects=(Effect("level_up", side="NS", levels=1),))).after
    assert after.levels == {"NS": "3", "EW": "2"} and after.declarer == "W"


def test_a_round_of_one_game_is_over_with_it() -> None:
    options = short(1)
    played = won(options, begin(options), "N")
    after = played.after
    assert played.winner == "NS" and after.round_over and after.games == {"NS": 1, "EW": 0}
    assert after.levels["NS"] == "A" and after.declarer is None and after.level is None


def test_a_game_that_ends_is_followed_by_the_next_from_the_start() -> None:
    options = short(3)
    after = won(options, begin(options), "N").after
    assert after == Standing({"NS": "2", "EW": "2"}, None, None, None, after.deal, 2, {"NS": 1, "EW": 0})
    assert after.deal > 2


def sides(names: Iterable[str]) -> tuple[str, ...]:
    return tuple({"NS": "N", "EW": "E"}[name] for name in names)


@pytest.mark.parametrize(
    ("games", "played", "winners", "over"),
    [
        (3, "until_decided", ["NS", "NS"], True),
        (3, "until_decided", ["NS", "EW"], False),
        (3, "until_decided", ["NS", "EW", "EW"], True),
        (3, "all", ["NS", "NS"], False),
        (3, "all", ["NS", "NS", "NS"], True),
        (2, "until_decided", ["NS"], False),
        (2, "until_decided", ["NS", "EW"], True),
        (4, "until_decided", ["NS", "NS"], False),
        (4, "until_decided", ["NS", "NS", "NS"], True),
    ],
)
def test_a_round_ends_when_all_games_are_played_or_one_side_has_most(games: int, played: str, winners: list[str], over: bool) -> None:
    options = short(games, played)
    after = won(options, begin(options), *sides(winners)).after
    assert after.round_over is over
    assert after.games == {side: winners.count(side) for side in ("NS", "EW")}
    assert after.game == len(winners) + (not over)


def test_a_stage_has_its_own_round() -> None:
    options = short(1, by_stage={"final": {"games": 3}})
    assert won(options, begin(options), "N", stage="group").after.round_over
    assert not won(options, begin(options), "N", stage="final").after.round_over
    assert won(options, begin(options), "N", "N", stage="final").after.round_over


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_rounds_of_the_presets(preset: str) -> None:
    options = house(preset)
    form, stages = options.round_form, options.stages
    assert (form.games, form.played) == ((3, "all") if preset == "nantong-chaodipi" else (1, "until_decided"))
    named = {stage: (other.games, other.played) for stage, other in stages.items()}
    assert named == ({"semi_final": (3, "until_decided"), "final": (3, "until_decided")} if preset == "chaodipi-unified" else {})


def test_a_void_deal_counts_as_a_number_alone() -> None:
    options = house("jiangsu-2007")
    standing = play(options, begin(options), Moves("N", 75)).after
    after = void(standing)
    assert after.deal == standing.deal + 1
    assert void(begin(options)).declarer is None
    assert (after.levels, after.declarer, after.level, after.games) == (standing.levels, standing.declarer, standing.level, standing.games)


@pytest.mark.parametrize(
    ("declarer", "level", "warnings"),
    [("S", "3", ()), ("S", "5", (OTHER_LEVEL,)), ("N", "3", (OTHER_DECLARER,)), ("E", "3", (OTHER_LEVEL, OTHER_DECLARER))],
)
def test_what_a_deal_does_not_follow_from_any_more_is_told(declarer: str, level: str, warnings: tuple[str, ...]) -> None:
    options = house("march8-2012")
    facts = [Fact(Moves("N", 75), "2", None, "2"), Fact(Moves(declarer, 75), level, declarer, level)]
    assert [carried.warnings for carried in carry(options, begin(options), facts)] == [(), warnings]


def test_what_was_played_otherwise_from_the_first_has_not_strayed() -> None:
    options = house("march8-2012")
    first = play(options, begin(options), Moves("N", 75)).after
    blackout = played_from(first, Moves("W", 75), "9")
    assert (blackout.said_declarer, blackout.said_level) == ("S", "2")
    assert [carried.warnings for carried in carry(options, first, [blackout])] == [()]


def test_whoever_declares_first_has_strayed_from_nothing() -> None:
    options = house("march8-2012")
    assert next(carry(options, begin(options), [Fact(Moves("W", 75), "2", "N", "2")])).warnings == ()


def test_a_deal_after_the_end_of_the_round_counts_no_more() -> None:
    options = short(1)
    over = won(options, begin(options), "N").after
    carried = next(carry(options, over, [Fact(Moves("N", 75), "2", "N", "2")]))
    assert carried.warnings == (AFTER_ROUND,) and carried.played is None and carried.after.deal == over.deal + 1


def test_a_void_deal_says_nothing_of_where_a_match_stood() -> None:
    standing = begin(preset("march8-2012").options)
    assert as_said(standing, Fact(None)) is standing
    told = as_said(standing, Fact(Moves("E", 75), "9", "S", "5"))
    assert (told.levels, told.declarer, told.level, told.deal) == ({"NS": "2", "EW": "9"}, "S", "5", 1)

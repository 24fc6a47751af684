"""Whatever is told of an offence, under whatever rules: it is refused, or judged, and the fine goes one way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.catalogue import PRESET_IDS, preset, validate_document
from rules.options import Options
from rules.penalties import Offending, SanctionVerdict, assess, offence_faults
from rules.ruleset import Ruleset
from rules.seats import OTHER_SIDE

RANGES = st.fixed_dictionaries({}, optional={"from": st.integers(0, 3), "to": st.integers(0, 30)}).filter(bool)
CONDITIONS = st.fixed_dictionaries(
    {},
    optional={
        "cards": RANGES,
        "occurrence": RANGES,
        "minutes": RANGES,
        "trick_points": RANGES,
        "trick_won_by": st.sampled_from(["offenders", "opponents"]),
        "offenders_are": st.sampled_from(["declarers", "attackers"]),
        "opponents_are": st.sampled_from(["declarers", "attackers"]),
    },
).filter(bool)
EFFECTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(
            ["deal_taken", "level_up", "trick_points_to_opponents", "exposed", "bid_right_lost", "round_forfeited", "replay_choice"]
        ),
        "by": st.sampled_from(["offenders", "opponents"]),
        "side": st.sampled_from(["offenders", "opponents"]),
        "levels": st.integers(0, 5),
    },
    optional={"when": CONDITIONS},
)
FINES = st.fixed_dictionaries(
    {"points": st.integers(0, 100), "per": st.sampled_from(["card", "time"])}, optional={"cap": st.integers(0, 200)}
)
HEAVIER = st.lists(st.sampled_from(["warning", "game_lost", "round_forfeited", "suspended"]), min_size=1, unique=True)
JUDGEMENTS = st.fixed_dictionaries({"or": HEAVIER}, optional={"points": RANGES})
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "when": CONDITIONS,
    "warning": st.booleans(),
    "recorded": st.booleans(),
    "fine": FINES,
    "effects": st.lists(EFFECTS, min_size=1, max_size=3),
    "sentence": st.sampled_from(["game_lost", "round_forfeited", "suspended"]),
    "judgement": JUDGEMENTS,
    "then": st.just("play_on"),
}
CASES = st.fixed_dictionaries({}, optional=PARTS)
FORFEITS = st.lists(st.just({"kind": "round_forfeited"}), min_size=1, max_size=1)
MEASURED = st.fixed_dictionaries({"over": st.just(5)}, optional=PARTS | {"effects": FORFEITS})
HOUSE_OFFENCES = st.fixed_dictionaries(
    {"code": st.just("house")},
    optional=PARTS
    | {
        "at_fault": st.sampled_from(["declarers", "attackers"]),
        "fine_from": st.just("throws.on_failure.fine"),
        "tiers": st.fixed_dictionaries({"low": CASES, "high": CASES}),
        "steps": st.lists(CASES, min_size=1, max_size=3),
        "bands": st.lists(MEASURED, min_size=1, max_size=1),
        "both": st.lists(MEASURED, min_size=1, max_size=1),
        "by_side": st.fixed_dictionaries({"declarers": CASES}, optional={"attackers": CASES}),
        "both_sides": st.booleans(),
        "cases": st.lists(CASES, min_size=1, max_size=2),
    },
).filter(lambda offence: not {"fine", "fine_from"} <= offence.keys())
SIDES = st.sampled_from(["NS", "EW", "both"])
TOLD: dict[str, st.SearchStrategy[Any]] = {
    "declarer": st.sampled_from("NESW"),
    "cards": st.integers(1, 8),
    "occurrence": st.integers(1, 5),
    "tier": st.sampled_from(["low", "high", "gain", "same_trick", "established", "heavy", "one_player", "surplus", "played_on"]),
    "points": st.integers(0, 100),
    "instead": st.sampled_from(["warning", "game_lost", "round_forfeited", "suspended"]),
    "minutes": st.integers(0, 30),
    "trick_points": st.integers(0, 8).map(lambda fives: 5 * fives),
    "trick_won_by": st.sampled_from(["NS", "EW"]),
}
FACTS = st.fixed_dictionaries({"side": SIDES}, optional=TOLD)


def judged(options: Options, offending: Offending) -> SanctionVerdict:
    """The sanction of an offence, told as far as it must be: what is asked for is given, and what misleads is taken back."""
    none: Any = None
    for _ in range(2):
        for fault in offence_faults(options, offending):
            name = fault.pointer.removeprefix("/")
            assume(name != "side")
            if fault.code == "missing_field":
                wanted: dict[str, Any] = {"declarer": "N", "occurrence": 1, "cards": 2, "minutes": 6, "points": 0, "trick_points": 5}
                assume(name in wanted or name == "trick_won_by")
                offending = replace(offending, **{name: wanted.get(name, "NS")})
            elif name in ("points", "instead", "tier"):
                offending = replace(offending, **{name: none})
    assume(not offence_faults(options, offending))
    verdict = assess(options, offending)
    assert verdict == assess(options, offending)
    return verdict


def check(ruleset: Ruleset, offending: Offending) -> None:
    verdict = judged(ruleset.options, offending)
    assert verdict.rulings
    assert all(ruleset.ground(ruling.option).basis for ruling in verdict.rulings if ruling.option is not None)
    assert verdict.points == sum(sanction.points or 0 for sanction in verdict.sanctions)
    assert all(side in (None, "NS", "EW") for effect in verdict.effects for side in (effect.side, effect.by))
    moved = sum(effect.points for effect in verdict.effects if effect.kind == "trick_points_to_opponents")
    if verdict.attackers_points_delta is not None:
        assert abs(verdict.attackers_points_delta) in (0, verdict.points + moved)


@given(name=st.sampled_from(PRESET_IDS), number=st.integers(0, 40), facts=FACTS)
def test_whatever_is_told_a_regulation_refuses_or_judges_it(name: str, number: int, facts: dict[str, Any]) -> None:
    ruleset = preset(name)
    offence = ruleset.options.offences[number % len(ruleset.options.offences)]
    check(ruleset, Offending(offence.code, **facts))


@given(offence=HOUSE_OFFENCES, facts=FACTS)
def test_whatever_is_told_a_house_refuses_or_judges_it(offence: dict[str, Any], facts: dict[str, Any]) -> None:
    ruleset, faults = validate_document({"extends": "jiangsu-2007", "offences": [offence]})
    assert (faults, ruleset is None) == ([], False)
    assert ruleset is not None
    check(ruleset, Offending("house", **facts))


@given(name=st.sampled_from(PRESET_IDS), number=st.integers(0, 40), facts=FACTS)
def test_a_fine_goes_the_other_way_when_the_other_side_declares(name: str, number: int, facts: dict[str, Any]) -> None:
    options = preset(name).options
    offence = options.offences[number % len(options.offences)]
    assume(offence.at_fault is None and facts["side"] != "both")
    one = Offending(offence.code, **facts | {"declarer": "N"})
    other = replace(one, declarer="E")
    assume(not offence_faults(options, one))
    deltas = [assess(options, each).attackers_points_delta for each in (one, other)]
    assert deltas[0] is not None
    assert deltas[1] == -deltas[0]


@given(name=st.sampled_from(PRESET_IDS), number=st.integers(0, 40), facts=FACTS)
def test_names_of_sides_say_nothing(name: str, number: int, facts: dict[str, Any]) -> None:
    options = preset(name).options
    offence = options.offences[number % len(options.offences)]
    turned = {"N": "E", "E": "S", "S": "W", "W": "N", **OTHER_SIDE}
    names = ("side", "declarer", "trick_won_by")
    there = Offending(offence.code, **facts)
    here = Offending(offence.code, **{key: turned.get(value, value) if key in names else value for key, value in facts.items()})
    assert [fault.code for fault in offence_faults(options, there)] == [fault.code for fault in offence_faults(options, here)]
    assume(not offence_faults(options, there))
    one, two = assess(options, there), assess(options, here)
    assert (one.sanctions, one.attackers_points_delta, one.then) == (two.sanctions, two.attackers_points_delta, two.then)
    sides = [[(effect.side, effect.by) for effect in verdict.effects] for verdict in (one, two)]
    assert [(turned.get(side or ""), turned.get(by or "")) for side, by in sides[0]] == [(side, by) for side, by in sides[1]]

"""Rulesets: what `extends` inherits, what the engine is given, what each option rests on, and what cannot hold together."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalogue import PRESET_IDS, Stored, preset, resolve, validate_document
from rules.document import KNOWN_PATHS, LANGUAGES, load_yaml
from rules.facets import option_of
from rules.levels import advance
from rules.merging import merged, value_at
from rules.options import AdvancementTable, Band, Dig, Fine, Multipliers, Options, Revolution, Stake
from rules.resolving import Link, ruleset_of
from rules.ruleset import OPTION_PATHS, Ground, Ruleset, in_all_languages
from rules.rulings import Fault

HOUSE: dict[str, Any] = load_yaml(Path(__file__).parent / "house.yaml")
REGULATION = ruleset_of([Link("house", 1, HOUSE)], regulation=True)[0]


def saved(name: str, revision: int | None) -> Stored | None:
    return Stored(revision or 4, HOUSE) if name == "house" else None


def house(**override: Any) -> Ruleset:
    return resolve({"extends": "house", **override}, saved)


def contradictions(override: dict[str, Any], parent: str = "jiangsu-2007") -> dict[str, Any]:
    _, faults = validate_document({"extends": parent, **override}, saved)
    assert {fault.code for fault in faults} <= {"contradiction"}, faults
    return {fault.pointer: fault.params["what"] for fault in faults}


# Merging


def test_objects_merge_key_by_key() -> None:
    ruleset = house(throws={"on_failure": {"fine": {"points": 20}}})
    assert ruleset.document["throws"] == {
        "allowed": True,
        "in_trump": False,
        "on_failure": {"plays": "lowest_beaten", "fine": {"points": 20, "per": "beaten_card", "cap": 40}},
    }


def test_lists_replace_whole() -> None:
    assert house(tractor={"links": ["joker_level"]}).options.tractor.links == {"joker_level"}
    assert house(digs=[]).options.digs == ()


def test_tables_replace_whole() -> None:
    ruleset = house(kitty={"multipliers": {"single": 1, "singles": 1, "pairs": [2]}})
    assert ruleset.document["kitty"] == {"category_from": "winner", "multipliers": {"single": 1, "singles": 1, "pairs": [2]}}
    assert house(kitty={"multipliers": "cards_thrown"}).options.kitty.multipliers.formula == "cards_thrown"


def test_a_table_is_not_completed_from_the_one_it_replaces() -> None:
    _, faults = validate_document({"extends": "jiangsu-2007", "kitty": {"multipliers": {"cap": 4}}})
    assert {fault.pointer for fault in faults} == {f"/kitty/multipliers/{key}" for key in ("single", "singles", "pairs")}


def test_a_cap_alone_caps_the_inherited_advancement() -> None:
    assert house(advancement={"attackers": {"cap": 9}}).document["advancement"]["attackers"] == {"step": 20, "cap": 9}
    capped = resolve({"extends": "jiangsu-2007", "advancement": {"declarers": {"cap": 2}}})
    assert capped.options.advancement.declarers == AdvancementTable(preset("jiangsu-2007").options.advancement.declarers.bands, 2)
    alone = resolve({key: value for key, value in HOUSE.items() if key != "advancement"} | {"advancement": {"attackers": {"cap": 1}}})
    assert alone.document["advancement"]["attackers"] == {"step": 40, "cap": 1}


def test_a_name_replaces_an_object_and_an_object_a_name() -> None:
    assert resolve({"extends": "gongxiao-2013", "bidding": {"revolution": "none"}}).options.revolution is None
    assert resolve({"extends": "gongxiao-2013", "bidding": {"revolution": {"at_most": 10}}}).options.revolution == Revolution(
        10, 25, "attackers"
    )
    assert resolve({"extends": "jiangsu-2007", "bidding": {"revolution": {"at_most": 5}}}).options.revolution == Revolution(
        5, 25, "attackers"
    )
    _, faults = validate_document({"extends": "jiangsu-2007", "bidding": {"revolution": {"by": "anyone"}}})
    assert faults == [Fault("/bidding/revolution/at_most", "missing_option", None, {"option": "bidding.revolution.at_most"})]


def test_always_stands_in_place_of_the_inherited_matrices() -> None:
    always = {"level_card": ["level_pair"]}
    assert house(bidding={"counter": {"always": always}}).document["bidding"]["counter"] == {
        "by": "other_seats",
        "suit": "any",
        "always": always,
    }


@pytest.mark.parametrize("kind", ["first_deal", "later"])
@pytest.mark.parametrize("name", ["nantong-chaodipi", "march8-2012", "gongxiao-2013"])
def test_an_inherited_always_goes_on_as_the_matrix_that_is_not_overridden(name: str, kind: str) -> None:
    other = {"first_deal": "later", "later": "first_deal"}[kind]
    always = preset(name).document["bidding"]["counter"]["always"]
    ruleset = resolve({"extends": name, "bidding": {"counter": {kind: {}}}})
    counter = ruleset.document["bidding"]["counter"]
    assert (counter[kind], counter[other], "always" in counter) == ({}, always, False)
    assert preset(name).document["bidding"]["counter"]["always"] == always
    both = resolve({"extends": name, "bidding": {"counter": {"first_deal": {}, "later": {}}}}).document["bidding"]["counter"]
    assert (both["first_deal"], both["later"], "always" in both) == ({}, {}, False)
    assert resolve({"extends": name, "bidding": {"counter": {"by": "anyone"}}}).document["bidding"]["counter"]["always"] == always


def test_what_always_rests_on_goes_along_with_it() -> None:
    row, parent = "bidding.counter.{}.little_joker_pair", preset("march8-2012")
    why = parent.document["readings"][row.format("always")]
    ruleset = resolve({"extends": "march8-2012", "bidding": {"counter": {"later": {}}}})
    assert ruleset.document["readings"][row.format("first_deal")] == why
    assert not {row.format("always"), row.format("later")} & ruleset.document["readings"].keys()
    assert ruleset.ground(row.format("first_deal")).basis == "reading"
    assert ruleset.ground(row.format("first_deal")).clause == parent.ground(row.format("always")).clause
    assert ruleset.ground("bidding.counter.later").basis == "option"
    printed = resolve({"extends": "guizhou-2010", "bidding": {"counter": {"later": {}}}})
    assert printed.ground("bidding.counter.first_deal.level_card").basis == "printed"


def test_readings_of_matrices_go_where_always_stands_in_their_place() -> None:
    parent = {**HOUSE, "readings": {"bidding.counter.first_deal": "x", "bidding.counter.by": "y"}}
    ruleset = resolve({"extends": "club", "bidding": {"counter": {"always": {}}}}, lambda name, revision: Stored(1, parent))
    assert ruleset.document["readings"] == {"bidding.counter.by": "y"}


def test_texts_replace_whole_and_one_language_serves_all() -> None:
    ruleset = resolve({"extends": "jiangsu-2007", "title": {"zh-Hans": "家规"}})
    assert ruleset.document["title"] == {"zh-Hans": "家规"}
    assert ruleset.title == dict.fromkeys(LANGUAGES, "家规")
    assert in_all_languages({"zh-Hant": "規", "en": "rules"}) == {"en": "rules", "zh-Hans": "規", "zh-Hant": "規"}


def test_a_ruleset_without_title_is_called_by_its_id() -> None:
    untitled = {key: value for key, value in HOUSE.items() if key != "title"}
    assert resolve("club", lambda name, revision: Stored(1, untitled)).title["en"] == "club"


def test_clauses_are_merged_by_id_and_overridden_readings_go() -> None:
    ruleset = house(
        tractor={"bridge_level": True},
        clauses=[{"id": "2", "title": {"en": "Throws"}}, {"id": "9", "title": {"en": "New"}}],
        readings={"ruff.match": "we think so"},
    )
    assert [(clause.id, clause.title["en"]) for clause in ruleset.clauses] == [
        ("1", "主牌"),
        ("2", "Throws"),
        ("7", "Lateness"),
        ("9", "New"),
    ]
    assert ruleset.document["readings"] == {
        "throws.on_failure.fine.per": HOUSE["readings"]["throws.on_failure.fine.per"],
        "ruff.match": "we think so",
    }


def test_id_and_revision_and_extends_are_not_inherited() -> None:
    ruleset = resolve({"extends": "jiangsu-2007", "id": "mine", "revision": 7})
    assert (ruleset.id, ruleset.revision, ruleset.inline) == ("jiangsu-2007", 1, True)
    parent = {key: value for key, value in preset("jiangsu-2007").document.items() if key not in ("id", "revision")}
    assert ruleset.document == parent


def test_neither_document_is_changed_by_merging() -> None:
    parent, child = {"follow": {"pairs": True}, "clauses": []}, {"follow": {"pairs": False}}
    merged(parent, child)
    assert (parent, child) == ({"follow": {"pairs": True}, "clauses": []}, {"follow": {"pairs": False}})


def test_defaults_fill_what_a_whole_document_leaves_out() -> None:
    document = resolve(HOUSE).document
    assert (document["decks"], document["kitty_size"], document["stakes"][0]["shown_by"]) == (2, 8, "declarers")
    assert document["follow"] == {"pairs": True, "tractors": True, "partial_tractor": False, "break_tractor_for_pair": True}
    assert document["bidding"]["after_counter"] == {"kitty": "stays"}
    assert document["bidding"]["stir"] == {"order": "ladder", "reuse": False, "turn": "play_order", "ends": "all_pass", "seat_moves": False}
    assert document["bidding"]["blackout"] == "none"
    assert "limits" not in document and "ask" in document["bidding"] and "cap" not in document["bidding"]


def test_a_block_that_may_be_absent_is_not_made_up() -> None:
    document = resolve({key: value for key, value in HOUSE.items() if key != "bidding"}).document
    assert "bidding" not in document and "rounds" not in document
    assert house(rounds={"equal": "draw"}).document["rounds"] == {"equal": "draw"}
    assert house(limits={"by_stage": {"final": {"round_minutes": "none"}}}).document["limits"] == {
        "by_stage": {"final": {"round_minutes": "none"}}
    }


def test_a_block_that_is_there_needs_what_it_must_have() -> None:
    _, faults = validate_document({**HOUSE, "bidding": {}, "standings": {}})
    assert {fault.pointer for fault in faults if fault.code == "missing_option"} == {
        "/bidding/open/first_deal",
        "/bidding/open/later",
        "/bidding/windows/open",
        "/bidding/windows/counter",
        "/bidding/no_bid",
        "/standings/rank_by",
    }


# Compiling


def test_every_option_reaches_the_engine() -> None:
    options = resolve(HOUSE).options
    assert (options.decks, options.kitty_size, options.direction) == (2, 8, "counterclockwise")
    assert options.trump.permanent == ("H5", "2") and options.trump.permanent_above == "jokers" and not options.trump.no_trump_level_cards
    assert dataclasses.astuple(options.tractor) == (False, frozenset({"jokers", "permanent"}), True, 3)
    assert (options.five_ten_king, options.forces_jokers) == (True, False)
    assert dataclasses.astuple(options.throws) == (True, False, "lowest_beaten", (10, "beaten_card", 40))
    assert options.throws.on_failure_fine == Fine(10, "beaten_card", 40)
    assert dataclasses.astuple(options.follow) == (True, True, False, True)
    assert dataclasses.astuple(options.ruff) == ("exact_shape", "any_kind", True)
    assert dataclasses.astuple(options.levels) == (("2", "3", "4", "5", "joker"), "3", frozenset({"5"}), "wrap")
    assert dataclasses.astuple(options.rotation) == ("same", "last_trick_winner")
    assert options.revolution == Revolution(10, 25, "attackers")


def test_start_becomes_the_level_at_which_a_game_begins() -> None:
    options = resolve(HOUSE).options
    assert options.digs == (
        Dig("5", "A", 2, None, "3", None, "throw", False),
        Dig(None, None, 1, "five_ten_king", "2", "5", None, True),
    )
    assert options.stakes == (Stake("declarers", "attackers", 80, "5", "3"),)


def test_advancement_tables_of_every_form() -> None:
    options = resolve(HOUSE).options
    assert options.advancement.base == 100
    bands = (Band(None, 0, None, None, "5"), Band(100, None, None, 10, None))
    assert options.advancement.declarers == AdvancementTable(bands, 4)
    assert options.advancement.attackers == AdvancementTable((Band(None, None, None, 20, None),), 3)
    assert preset("jiangsu-2007").options.advancement.declarers == AdvancementTable(
        (Band(1, None, 3, None, None), Band(40, None, 2, None, None), Band(80, None, 1, None, None)), None
    )


def test_multipliers_of_every_form() -> None:
    multipliers = resolve(HOUSE).options.kitty.multipliers
    assert multipliers == Multipliers(None, 2, "cards", 3, "largest", (4, 8), None, "times", 2, "cards", 64)
    plain = house(kitty={"multipliers": {"single": 2, "singles": 2, "pairs": "power_of_cards"}}).options.kitty.multipliers
    assert plain == Multipliers(None, 2, 2, None, "largest", (), "power_of_cards", "hold", 0, "by_pairs", None)
    plus = house(kitty={"multipliers": {"single": 2, "singles": 2, "pairs": [4], "then": {"plus": 4}}}).options.kitty.multipliers
    assert (plus.then_op, plus.then_by) == ("plus", 4)
    assert house(kitty={"multipliers": "power_of_pairs"}).options.kitty.multipliers.formula == "power_of_pairs"


def test_what_the_ladder_makes_idle_is_dropped() -> None:
    ruleset = house(levels={"ladder": ["2", "3", "4", "6"]}, stakes=[], digs=[], advancement={"declarers": {"step": 10}})
    assert ruleset.options.levels.must_defend == frozenset()
    shorter = resolve({"extends": "anhui-tcm-2009", "levels": {"ladder": list("23456789TJQ")}})
    assert [dig.at for dig in shorter.options.digs] == ["J"]


# Grounds


def test_an_override_decides_as_an_option_without_a_clause() -> None:
    assert house(tractor={"links": ["jokers"]}).ground("tractor.links") == Ground("option", None, "tractor.links")
    assert house(throws={"allowed": False}).ground("throws.allowed") == Ground("option", None, "throws.allowed=false")


def test_an_override_that_repeats_the_inherited_value_is_still_an_option() -> None:
    parent = preset("jiangsu-2007")
    assert parent.ground("ruff.compare") == Ground("printed", "3.7.2", "ruff.compare=each_kind")
    assert resolve({"extends": "jiangsu-2007", "ruff": {"compare": "each_kind"}}).ground("ruff.compare").basis == "option"


def test_what_a_clause_governs_is_printed() -> None:
    ruleset = house()
    assert ruleset.ground("trump.permanent_above") == Ground("printed", "1", "trump.permanent_above=jokers")
    assert ruleset.ground("throws.on_failure.fine.points") == Ground("printed", "2", "throws.on_failure.fine.points=10")
    assert ruleset.ground("trump") == Ground("printed", "1", "trump")


def test_a_reading_may_name_its_clause() -> None:
    assert house().ground("tractor.bridge_level") == Ground("reading", "1", "tractor.bridge_level=false")


def test_a_group_is_a_reading_as_soon_as_one_of_its_options_is() -> None:
    assert house().ground("throws.on_failure.fine") == Ground("reading", "2", "throws.on_failure.fine")
    assert house().ground("tractor") == Ground("reading", "1", "tractor")
    assert house(readings={"throws.on_failure.fine.cap": "x"}).ground("throws.on_failure.fine.cap").basis == "reading"


def test_a_group_one_of_whose_options_is_printed_is_printed() -> None:
    ruleset = house(readings={}, clauses=[{"id": "r", "title": {"en": "Ruffs"}, "governs": ["ruff.match"]}], ruff={"match": "cover"})
    assert ruleset.ground("ruff") == Ground("printed", "r", "ruff")


def test_an_override_with_a_clause_of_its_own_is_printed() -> None:
    ruleset = house(
        throws={"allowed": False, "in_trump": True},
        clauses=[{"id": "H1", "title": {"en": "No throws"}, "governs": ["throws.allowed"]}],
        readings={"throws.in_trump": "silent"},
    )
    assert ruleset.ground("throws.allowed") == Ground("printed", "H1", "throws.allowed=false")
    assert ruleset.ground("throws.in_trump") == Ground("reading", None, "throws.in_trump=true")


def test_a_later_document_speaks_of_an_inherited_option_only_by_its_name() -> None:
    clauses = [{"id": "H1", "title": {"en": "Trumps"}, "governs": ["trump"]}]
    assert house(clauses=clauses).ground("trump.permanent").clause == "1"
    named = house(clauses=[{**clauses[0], "governs": ["trump.permanent"]}], readings={"trump.permanent_above": "x"})
    assert named.ground("trump.permanent") == Ground("printed", "H1", "trump.permanent")
    assert named.ground("trump.permanent_above") == Ground("reading", None, "trump.permanent_above=jokers")


def test_what_a_regulation_does_not_explain_is_a_reading_and_of_a_house_an_option() -> None:
    assert REGULATION is not None
    assert REGULATION.ground("ruff.match") == Ground("reading", None, "ruff.match=exact_shape")
    assert REGULATION.ground("decks") == Ground("reading", None, "decks=2")
    assert house().ground("ruff.match") == Ground("option", None, "ruff.match=exact_shape")


def test_a_row_of_a_table_has_a_ground_of_its_own() -> None:
    rows = house(kitty={"multipliers": HOUSE["kitty"]["multipliers"]}, readings={"kitty.multipliers.cap": "x"})
    assert rows.ground("kitty.multipliers.cap") == Ground("reading", None, "kitty.multipliers.cap=64")
    assert rows.ground("kitty.multipliers") == Ground("option", None, "kitty.multipliers")
    assert rows.ground("kitty.multipliers.then.times").option == "kitty.multipliers.then.times=2"


def test_an_option_without_a_value_has_a_ground_all_the_same() -> None:
    assert house().ground("limits.play_seconds") == Ground("option", None, "limits.play_seconds")
    assert house().ground("bidding.blackout") == Ground("option", None, "bidding.blackout=none")


def test_a_ground_is_found_once() -> None:
    ruleset = house()
    assert ruleset.ground("ruff.match") is ruleset.ground("ruff.match")


@pytest.mark.parametrize("path", ["ruff.compares", "", "title", "digs.0", "readings"])
def test_a_path_that_no_option_has_is_a_key_error(path: str) -> None:
    with pytest.raises(KeyError):
        house().ground(path)


@given(st.sampled_from(PRESET_IDS), st.sampled_from(sorted(KNOWN_PATHS)))
def test_every_option_of_every_preset_has_a_ground(name: str, path: str) -> None:
    ground = preset(name).ground(path)
    assert ground.basis in ("printed", "reading")
    assert (ground.clause is not None) >= (ground.basis == "printed")
    assert ground.option.partition("=")[0] == path


# Contradictions


def test_tractors_are_not_owed_where_pairs_are_not() -> None:
    assert contradictions({"follow": {"pairs": False, "tractors": True}}) == {"/follow/tractors": "follow.pairs=false"}


def test_an_inherited_value_that_an_override_makes_idle_stays() -> None:
    assert contradictions({"follow": {"pairs": False}}) == {}
    assert contradictions({"formations": {"five_ten_king": False}}, "nantong-chaodipi") == {}
    assert contradictions({"tractor": {"links": ["permanent"]}}) == {}
    assert contradictions({"advancement": {"base": 40}}) == {}
    assert contradictions({"levels": {"ladder": list("23456789TJQK")}}) == {}


def test_no_formation_no_duty() -> None:
    override = {"formations": {"five_ten_king": False}, "five_ten_king": {"forces_jokers": True}}
    assert contradictions(override) == {"/five_ten_king/forces_jokers": "formations.five_ten_king=false"}


def test_a_fine_for_each_forced_card_needs_a_forced_play_that_is_known() -> None:
    per, plays = "throws.on_failure.fine.per=forced_card", "throws.on_failure.plays=next_player_names_card"
    assert contradictions({"throws": {"on_failure": {"fine": {"per": "forced_card"}}}}) == {"/throws/on_failure/fine/per": plays}
    both = {"throws": {"on_failure": {"plays": "next_player_names_card", "fine": {"per": "forced_card"}}}}
    assert contradictions(both) == {"/throws/on_failure/fine/per": plays}
    known = {"throws": {"on_failure": {"plays": "lowest", "fine": {"per": "forced_card"}}}}
    assert contradictions(known) == {}

    def forced(name: str, revision: int | None) -> Stored:
        return Stored(1, {"extends": "jiangsu-2007", **known})

    _, faults = validate_document({"extends": "club", "throws": {"on_failure": {"plays": "next_player_names_card"}}}, forced)
    assert [(fault.pointer, fault.params["what"]) for fault in faults] == [("/throws/on_failure/plays", per)]


@pytest.mark.parametrize(
    ("override", "pointer"),
    [
        ({"levels": {"start": "joker"}}, "/levels/start"),
        ({"levels": {"must_defend": ["A", "joker"]}}, "/levels/must_defend/1"),
        ({"advancement": {"declarers": [{"under": 80, "to": "joker"}]}}, "/advancement/declarers/0/to"),
        ({"advancement": {"declarers": {"bands": [{"to": "joker"}], "cap": 3}}}, "/advancement/declarers/bands/0/to"),
        ({"digs": [{"at": "joker", "won_with": {"rank": "A"}, "final": True}]}, "/digs/0/at"),
        ({"digs": [{"won_with": {"rank": "A"}, "declarers_to": "joker"}]}, "/digs/0/declarers_to"),
        (
            {"stakes": [{"shown_by": "attackers", "unless_reached": {"side": "declarers", "points": 80}, "attackers_to": "joker"}]},
            "/stakes/0/attackers_to",
        ),
    ],
)
def test_levels_lie_on_the_ladder(override: dict[str, Any], pointer: str) -> None:
    assert contradictions(override) == {pointer: "levels.ladder"}


def test_a_ladder_has_every_level_that_a_side_may_be_moved_to() -> None:
    assert contradictions({"levels": {"ladder": ["3", "A"]}}) == {"/levels/ladder": "levels.start=2"}
    assert contradictions({"levels": {"ladder": ["2", "3"]}}, "nantong-chaodipi")["/levels/ladder"] in ("digs=A", "stakes=A")
    assert contradictions({"levels": {"ladder": ["2", "3"]}}, "chaodipi-unified") == {"/levels/ladder": "advancement.declarers=A"}
    assert contradictions({"levels": {"ladder": ["2", "A"]}}, "anhui-tcm-2009") == {"/levels/ladder": "digs=J"}


CAPPED: list[Any] = [None, {"cap": 3}]


@pytest.mark.parametrize("cap", CAPPED)
@pytest.mark.parametrize("side", ["declarers", "attackers"])
def test_bands_that_a_cap_leaves_in_force_keep_to_the_ladder(side: str, cap: Any) -> None:
    bands = {"declarers": [{"under": 80, "to": "A"}], "attackers": [{"to": "A"}]}[side]
    parent = {"extends": "jiangsu-2007", "advancement": {side: bands}}
    override = {"extends": "club", "levels": {"ladder": list("23456789TJQK"), "must_defend": []}}
    if cap is not None:
        override["advancement"] = {side: cap}
    _, faults = validate_document(override, lambda name, revision: Stored(1, parent))
    assert [(fault.pointer, fault.params) for fault in faults] == [("/levels/ladder", {"what": f"advancement.{side}=A"})]
    override["advancement"] = {side: {"bands": [{"under": 80, "levels": 1} if side == "declarers" else {"levels": 1}], "cap": 3}}
    assert validate_document(override, lambda name, revision: Stored(1, parent))[1] == []


def test_no_ladder_that_is_accepted_under_a_cap_leaves_a_deal_unanswered() -> None:
    for name in PRESET_IDS:
        for length in range(2, 14):
            override = {"extends": name, "levels": {"ladder": list("23456789TJQKA")[:length]}, "advancement": {"declarers": {"cap": 3}}}
            ruleset, _ = validate_document(override)
            for points in (0, 5, 40, 75, 80, 200) if ruleset is not None else ():
                assert ruleset is not None
                assert advance(ruleset.options, "N", {"NS": "2", "EW": "2"}, points, last_trick_winner="E").outcome


def test_bands_need_no_cap() -> None:
    ruleset = resolve({"extends": "jiangsu-2007", "advancement": {"attackers": {"bands": [{"under": 120, "levels": 1}]}}})
    assert ruleset.options.advancement.attackers == AdvancementTable((Band(120, None, 1, None, None),), None)


@pytest.mark.parametrize(
    ("side", "bands", "row", "what"),
    [
        ("declarers", [{"under": 40, "levels": 2}, {"up_to": 39, "levels": 1}], 1, "advancement.declarers.0"),
        ("declarers", [{"under": 1, "levels": 2}, {"levels": 1}, {"under": 80, "levels": 1}], 2, "advancement.declarers.1"),
        ("declarers", [{"under": 80, "levels": 2}, {"under": 90, "levels": 1}], 1, "advancement.base=80"),
        ("attackers", [{"under": 80, "levels": 1}, {"step": 40}], 0, "advancement.base=80"),
        ("attackers", [{"under": 120, "levels": 0}, {"up_to": 119, "levels": 1}, {"levels": 1}], 1, "advancement.attackers.0"),
    ],
)
def test_every_band_can_be_reached(side: str, bands: list[Any], row: int, what: str) -> None:
    assert contradictions({"advancement": {side: bands}}) == {f"/advancement/{side}/{row}": what}


def test_a_band_has_one_bound_and_one_gain() -> None:
    bands = [{"under": 40, "up_to": 30, "levels": 1, "step": 5, "to": "A"}]
    assert contradictions({"advancement": {"declarers": bands}}) == {
        "/advancement/declarers/0/up_to": "under",
        "/advancement/declarers/0/step": "levels",
        "/advancement/declarers/0/to": "levels",
    }
    _, faults = validate_document({"extends": "jiangsu-2007", "advancement": {"declarers": [{"under": 40}]}})
    assert faults == [Fault("/advancement/declarers/0", "missing_one_of", None, {"choices": ("levels", "step", "to")})]


def dig(won_with: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"won_with": won_with, "declarers_to": "2", **more}


@pytest.mark.parametrize(
    ("digs", "dead"),
    [
        ([dig({"rank": "A", "copies": 2}), dig({"rank": "A"})], []),
        ([dig({"rank": "A"}), dig({"rank": "A", "copies": 2})], [1]),
        ([dig({"rank": "A"}), dig({"rank": "J"})], []),
        ([dig({"rank": "A"}, at="J"), dig({"rank": "A"}, at="A")], []),
        ([dig({"rank": "A"}), dig({"rank": "A"}, at="A")], [1]),
        ([dig({"rank": "A"}, at="A"), dig({"rank": "A"})], []),
        ([dig({"rank": "A"}, not_after="throw"), dig({"rank": "A"})], []),
        ([dig({"rank": "A"}, not_after="throw"), dig({"rank": "A"}, not_after="throw")], [1]),
        ([dig({"formation": "tractor"}), dig({"rank": "A"}), dig({"formation": "tractor"}, final=True)], [2]),
    ],
)
def test_every_dig_can_be_the_first_that_fits(digs: list[Any], dead: list[int]) -> None:
    assert contradictions({"digs": digs}) == {f"/digs/{index}": "digs.0" for index in dead}


@pytest.mark.parametrize(
    ("effect", "says_something"),
    [
        ({}, False),
        ({"final": False}, False),
        ({"at": "A", "not_after": "throw"}, False),
        ({"declarers_to": "2"}, True),
        ({"attackers_to": "start"}, True),
        ({"final": True}, True),
        ({"final": False, "declarers_to": "start"}, True),
    ],
)
def test_a_dig_moves_a_side_or_is_final(effect: dict[str, Any], says_something: bool) -> None:
    _, faults = validate_document({"extends": "jiangsu-2007", "digs": [dig({"rank": "K"}), {"won_with": {"rank": "A"}, **effect}]})
    told = [Fault("/digs/1", "missing_one_of", None, {"choices": ("declarers_to", "attackers_to", "final")})]
    assert faults == ([] if says_something else told)


def test_always_and_the_two_matrices_exclude_each_other() -> None:
    counter = {"always": {}, "first_deal": {}, "later": "ladder"}
    ladder = ["little_joker_pair"]
    assert contradictions({"bidding": {"counter": counter, "ladder": ladder}}) == {
        "/bidding/counter/first_deal": "bidding.counter.always",
        "/bidding/counter/later": "bidding.counter.always",
    }


def test_what_goes_by_the_ladder_needs_one() -> None:
    def missing(bidding: dict[str, Any]) -> list[str]:
        _, faults = validate_document({"extends": "jiangsu-2007", "bidding": bidding})
        assert {fault.code for fault in faults} <= {"missing_option"}
        return [fault.pointer for fault in faults]

    assert missing({"counter": {"later": "ladder"}}) == ["/bidding/ladder"]
    assert missing({"stir": {"order": "ladder"}}) == ["/bidding/ladder"]
    assert missing({"stir": {"order": "none"}}) == ["/bidding/stir/kinds"]
    assert missing({"stir": {"kinds": ["level_pair"]}}) == []
    assert missing({"stir": {"order": "ladder"}, "ladder": ["big_joker_pair"]}) == []


def test_offences_are_named_once_and_their_clauses_exist() -> None:
    offences = [
        {"code": "late", "clause": "99", "bands": [{"over": 5}, {"over": 15}, {"over": 3}]},
        {"code": "late", "clause": "4.2"},
        {"code": "talking"},
    ]
    _, faults = validate_document({"extends": "jiangsu-2007", "offences": offences})
    assert {(fault.pointer, fault.code) for fault in faults} == {
        ("/offences/0/clause", "unknown_clause"),
        ("/offences/0/bands/1", "contradiction"),
        ("/offences/1/code", "duplicate_entry"),
    }


def test_clauses_have_one_id_each_and_govern_what_exists() -> None:
    clause = {"id": "1", "title": {"en": "x"}, "governs": ["kitty.multipliers.cap", "offences.late", "throws"]}
    _, faults = validate_document(
        {**HOUSE, "clauses": [clause, {**clause, "governs": ["offences.early"]}, HOUSE["clauses"][2]], "readings": {"ruff.compar": "x"}}
    )
    assert {(fault.pointer, fault.code, fault.params.get("nearest")) for fault in faults} == {
        ("/clauses/1/id", "duplicate_entry", None),
        ("/clauses/1/governs/0", "unknown_option", None),
        ("/readings/ruff.compar", "unknown_option", "ruff.compare"),
    }


# The presets

ENGINE_GROUPS = frozenset(Options.__dataclass_fields__) - {"tables", "revolution"} | {"formations", "five_ten_king"}
ENGINE_PATHS = [path for path in OPTION_PATHS if path.partition(".")[0] in ENGINE_GROUPS or path == "bidding.revolution"]


def test_the_engine_reads_what_the_table_of_options_lists() -> None:
    assert {"decks", "trump.permanent", "formations.five_ten_king", "throws.on_failure.fine.per", "stakes", "rotation.taken"} <= set(
        ENGINE_PATHS
    )


@pytest.mark.parametrize("name", PRESET_IDS)
def test_every_option_that_the_engine_reads_is_governed_or_a_reading(name: str) -> None:
    document = preset(name).document
    stated = set(document["readings"]).union(*(clause["governs"] for clause in document["clauses"]))

    def is_stated(path: str) -> bool:
        parts = path.split(".")
        return any(".".join(parts[:length]) in stated for length in range(1, len(parts) + 1)) or any(
            s.startswith(f"{path}.") for s in stated
        )

    assert [path for path in ENGINE_PATHS if value_at(document, path) is not None and not is_stated(path)] == []


@pytest.mark.parametrize("name", PRESET_IDS)
def test_a_preset_speaks_three_languages(name: str) -> None:
    document = preset(name).document
    assert document["title"].keys() == set(LANGUAGES)
    assert [clause["id"] for clause in document["clauses"] if clause["title"].keys() != set(LANGUAGES)] == []


@pytest.mark.parametrize("name", PRESET_IDS)
def test_what_a_preset_refers_to_exists(name: str) -> None:
    ruleset = preset(name)
    ids = [clause.id for clause in ruleset.clauses]
    assert len(set(ids)) == len(ids) > 0
    offences = {offence["code"]: offence for offence in ruleset.document["offences"]}
    named = [*ruleset.document["readings"], *(path for clause in ruleset.clauses for path in clause.governs)]
    assert [path for path in named if option_of(path, offences) is None] == []
    assert {offence["clause"] for offence in ruleset.document["offences"] if "clause" in offence} <= set(ids)

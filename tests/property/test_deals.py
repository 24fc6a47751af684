"""Whole deals played at random: clean ones replay clean and add up as an independent count does, damaged ones are caught."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

import app  # noqa: F401 - registers the operations
from api.typed import OPERATIONS
from rules.cards import TOKENS
from rules.catalogue import PRESET_IDS, resolve
from rules.deals.notation import canonical, parse, render
from schemas.faults import faults_of
from tests.oracle.kitty import SIDES, score_kitty
from tests.oracle.levels import advance
from tests.oracle.order import points_of
from tests.oracle.replaying import Replayed, replay
from tests.oracle.shapes import table_of
from tests.oracle.tricks import Played
from tests.property.dealing import irregular_deal, seeded
from tests.property.dice import Dice
from tests.property.test_presets import house_document

SEEDS = st.integers(0, 2**32)
DEALS = settings(max_examples=max(6, settings().max_examples // 8))
"""A deal takes as long as many positions."""
Body = dict[str, Any]


def replayed(body: Body) -> dict[str, Any]:
    """The answer of deals/replay."""
    operation = OPERATIONS["deals/replay"]
    answer: dict[str, Any] = operation.decide(operation.question.load(body), "en")
    return answer


def refused(body: Body) -> set[tuple[str, str]]:
    """The faults of a body that deals/replay refuses, as pointer and code."""
    with pytest.raises(ValidationError) as caught:
        replayed(body)
    return {(fault.pointer, fault.code) for fault in faults_of(caught.value.messages, body)}


def document_of(body: Body) -> dict[str, Any]:
    return dict(resolve(body["ruleset"]).document)


def recount(body: Body, answer: dict[str, Any]) -> None:
    """Hold the score of a complete deal to the oracle's."""
    document = document_of(body)
    own = replay(document, body)
    assert own.fault is None
    assert [trick["winner"] for trick in answer["tricks"]] == own.winners
    assert [trick["points"] for trick in answer["tricks"]] == own.points
    played = Counter(card for trick in body["tricks"] for play in trick["plays"] for card in play["cards"])
    assert played + Counter(own.kitty) == Counter(dict.fromkeys(TOKENS, 2))
    assert sum(own.points) + points_of(own.kitty) == 200
    table, declarer = table_of(document, body["trump"]), body["declarer"]
    last = [Played(play["seat"], tuple(play["cards"]), "counts_as" in play) for play in body["tricks"][-1]["plays"]]
    kitty = score_kitty(table, declarer, last)
    fines = sum(points if SIDES[seat] == SIDES[declarer] else -points for seat, points in own.fines)
    score = answer["score"]
    assert score["trick_points"] == own.attackers_points(declarer)
    assert score["kitty"]["kitty_points"] == points_of(own.kitty)
    if kitty.attackers:
        assert (score["kitty"]["category"], score["kitty"]["multiplier"]) in kitty.counts
        assert score["kitty"]["awarded"] == score["kitty"]["multiplier"] * score["kitty"]["kitty_points"]
    else:
        assert score["kitty"]["awarded"] == 0
    assert sum(fine["attackers_points_delta"] for fine in score["fines"]) == fines
    total = score["trick_points"] + score["kitty"]["awarded"] + fines
    assert score["attackers_points"] == total
    shown_by = answer.get("bidding", {}).get("stakes", {}).get("shown_by")
    wanted = advance(
        document,
        declarer,
        body["levels"],
        total,
        digs=[] if kitty.dig is None else [dug(kitty.dig, declarer)],
        stakes=None if shown_by is None else {"shown_by": shown_by, "declarers_points": 200 - own.attackers_points(declarer)},
        last_trick_winner=own.winners[-1],
    )
    got = answer["advance"]
    assert got["levels"] == wanted.levels
    assert (got.get("declarer"), got.get("winner")) == (wanted.declarer, wanted.winner)
    assert got.get("laps", {"NS": 0, "EW": 0}) == wanted.laps


def dug(dig: Any, declarer: str) -> dict[str, Any]:
    names = {"to": "declarers_to", "attackers_to": "attackers_to", "final": "final"}
    return {"side": SIDES[declarer], **{name: dig[key] for name, key in names.items() if key in dig}}


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_a_deal_without_a_fault_is_complete_and_adds_up(preset: str) -> None:
    @DEALS
    @given(SEEDS)
    def check(seed: int) -> None:
        body = seeded(preset, seed)
        answer = replayed(body)
        assert (answer["legal"], answer["complete"]) == (True, True), answer.get("fault")
        recount(body, answer)

    check()


@pytest.mark.parametrize("with_hands", [True, False], ids=["with hands", "without"])
@pytest.mark.parametrize("preset", [preset for preset in PRESET_IDS if preset != "march8-2012"])
def test_a_failed_throw_that_is_not_marked_is_told_in_its_trick(preset: str, with_hands: bool) -> None:
    deals = (seeded(preset, seed, with_bids=False) for seed in range(200))
    body = next(body for body in deals if any("attempt" in trick for trick in body["tricks"]))
    index, trick = next((index, trick) for index, trick in enumerate(body["tricks"]) if "attempt" in trick)
    trick["plays"][0]["cards"] = trick.pop("attempt")
    answer = replayed(body if with_hands else {key: value for key, value in body.items() if key != "hands"})
    assert answer["fault"]["pointer"] in (f"/tricks/{index}/plays/0", f"/tricks/{index}/plays/1")
    assert [warning["code"] for warning in answer["warnings"]] == ["throw_may_have_failed"]


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_a_deal_comes_to_the_same_without_its_bids(preset: str) -> None:
    """Whoever took the kitty, and whatever was staked."""

    @DEALS
    @given(SEEDS, st.booleans())
    def check(seed: int, with_hands: bool) -> None:
        body = seeded(preset, seed)
        answer = replayed(body)
        told = {key: value for key, value in body.items() if key not in {"bids", "seat_holder", "barred", "revolt", "first_deal"}}
        told = told if with_hands else {key: value for key, value in told.items() if key != "hands"}
        told |= {"trump": answer["trump"]} | ({"stakes": answer["bidding"]["stakes"]} if "stakes" in answer["bidding"] else {})
        alone = replayed(told)
        assert (alone["legal"], alone["complete"]) == (True, True), alone.get("fault")
        assert {key: alone[key] for key in ("score", "advance")} == {key: answer[key] for key in ("score", "advance")}

    check()


@DEALS
@given(SEEDS)
def test_a_deal_under_house_rules_is_complete_and_adds_up(seed: int) -> None:
    name, document = house_document(Dice(random.Random(seed)))
    if not document["follow"]["pairs"]:
        document["follow"]["tractors"] = False
    if not document["formations"]["five_ten_king"]:
        document["five_ten_king"]["forces_jokers"] = False
        document["digs"] = [dig for dig in document["digs"] if dig["won_with"].get("formation") != "five_ten_king"]
    document["digs"] = document["digs"][:1]
    body = seeded({"extends": name, **document}, seed, with_bids=False)
    answer = replayed(body)
    assert (answer["legal"], answer["complete"]) == (True, True), answer.get("fault")
    recount(body, answer)


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_a_deal_is_judged_as_far_as_it_goes(preset: str) -> None:
    @DEALS
    @given(SEEDS, st.integers(0, 99))
    def check(seed: int, cut: int) -> None:
        body = seeded(preset, seed)
        whole = replayed(body)
        kept = cut % len(body["tricks"])
        plays = cut % 4
        body["tricks"], cut_trick = body["tricks"][:kept], body["tricks"][kept]
        if plays:
            body["tricks"].append({**cut_trick, "plays": cut_trick["plays"][:plays]})
        answer = replayed(body)
        assert (answer["legal"], answer["complete"]) == (True, False)
        assert answer["tricks"][:kept] == whole["tricks"][:kept]
        assert not answer.keys() & {"score", "advance", "fault"}

    check()


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_hands_that_were_not_written_down_change_nothing_of_a_clean_deal(preset: str) -> None:
    @DEALS
    @given(SEEDS)
    def check(seed: int) -> None:
        body = seeded(preset, seed)
        whole = replayed(body)
        del body["hands"]
        answer = replayed(body)
        assert (answer["legal"], answer["complete"]) == (True, True), answer.get("fault")
        assert (answer["score"], answer["advance"]) == (whole["score"], whole["advance"])

    check()


@pytest.mark.parametrize("preset", PRESET_IDS)
def test_the_text_of_a_deal_is_the_deal(preset: str) -> None:
    @DEALS
    @given(SEEDS)
    def check(seed: int) -> None:
        body = seeded(preset, seed)
        read = parse(render(body)).body
        assert read == canonical(body)
        assert replayed(read) == replayed(body)

    check()


# --- damaged deals -------------------------------------------------------------------------------------------------------------

Damage = Callable[[Dice, Body], bool]
"""Changes a deal in place; False where the deal gives no occasion."""


def hands_at(body: Body, index: int) -> dict[str, Counter[str]]:
    """The hands before a trick, as far as they can be reckoned."""
    hands = {seat: Counter(cards) for seat, cards in body["hands"].items()}
    kitty: Counter[str] = Counter(body["kitty"])
    for burial in body["burials"]:
        hands[burial["seat"]] += kitty - Counter(burial["cards"])
        hands[burial["seat"]] -= Counter(burial["cards"]) - kitty
        kitty = Counter(burial["cards"])
    for trick in body["tricks"][:index]:
        for play in trick["plays"]:
            hands[play["seat"]] -= Counter(play["cards"])
    return hands


def any_trick(dice: Dice, body: Body) -> tuple[int, Body]:
    index = dice.between(0, len(body["tricks"]) - 1)
    return index, body["tricks"][index]


def other_cards_followed(dice: Dice, body: Body) -> bool:
    index, trick = any_trick(dice, body)
    play = trick["plays"][dice.between(1, 3)]
    held = sorted(hands_at(body, index)[play["seat"]].elements())
    play["cards"] = list(dice.shuffled(held)[: len(play["cards"])])
    return True


def one_card_changed_for_one_held(dice: Dice, body: Body) -> bool:
    index, trick = any_trick(dice, body)
    play = trick["plays"][dice.between(0, 3)]
    held = hands_at(body, index)[play["seat"]] - Counter(play["cards"])
    if not held:
        return False
    play["cards"][dice.between(0, len(play["cards"]) - 1)] = dice.one_of(sorted(held))
    return True


def a_card_from_nowhere(dice: Dice, body: Body) -> bool:
    _, trick = any_trick(dice, body)
    play = trick["plays"][dice.between(0, 3)]
    play["cards"][dice.between(0, len(play["cards"]) - 1)] = dice.one_of(TOKENS)
    return True


def a_card_played_twice(dice: Dice, body: Body) -> bool:
    index, trick = any_trick(dice, body)
    play = trick["plays"][dice.between(0, 3)]
    gone = [
        card for before in body["tricks"][:index] for other in before["plays"] if other["seat"] == play["seat"] for card in other["cards"]
    ]
    if not gone:
        return False
    play["cards"][0] = dice.one_of(gone)
    return True


def another_leader(dice: Dice, body: Body) -> bool:
    _, trick = any_trick(dice, body)
    trick.pop("attempt", None)
    trick["plays"] = trick["plays"][1:] + trick["plays"][:1]
    return True


def two_plays_in_each_others_place(dice: Dice, body: Body) -> bool:
    _, trick = any_trick(dice, body)
    first, second = dice.shuffled([1, 2, 3])[:2]
    plays = trick["plays"]
    plays[first], plays[second] = plays[second], plays[first]
    return True


def a_card_too_few_or_too_many(dice: Dice, body: Body) -> bool:
    index, trick = any_trick(dice, body)
    play = trick["plays"][dice.between(1, 3)]
    held = sorted((hands_at(body, index)[play["seat"]] - Counter(play["cards"])).elements())
    if len(play["cards"]) > 1 and dice.one_of([True, False]):
        play["cards"].pop()
    elif held:
        play["cards"].append(dice.one_of(held))
    return True


def a_card_buried_that_is_not_held(dice: Dice, body: Body) -> bool:
    burial = dice.one_of(body["burials"])
    burial["cards"][0] = dice.one_of(TOKENS)
    return Counter(burial["cards"])[burial["cards"][0]] < 3  # three copies are refused as input


def another_card_buried(dice: Dice, body: Body) -> bool:
    burial = body["burials"][-1]
    held = hands_at(body, 0)[burial["seat"]]
    burial["cards"][0] = dice.one_of(sorted(held))
    return Counter(burial["cards"])[burial["cards"][0]] < 3


def other_cards_forced(dice: Dice, body: Body) -> bool:
    failed = [trick for trick in body["tricks"] if "attempt" in trick]
    if not failed:
        return False
    trick = dice.one_of(failed)
    trick["plays"][0]["cards"] = list(dice.shuffled(trick["attempt"])[: dice.between(1, 2)])
    return True


def a_failed_throw_left_standing(dice: Dice, body: Body) -> bool:
    failed = [trick for trick in body["tricks"] if "attempt" in trick]
    if not failed:
        return False
    trick = dice.one_of(failed)
    trick["plays"][0]["cards"] = trick.pop("attempt")
    return True


def a_throw_that_was_never_tried(dice: Dice, body: Body) -> bool:
    index, trick = any_trick(dice, body)
    lead = trick["plays"][0]
    held = sorted((hands_at(body, index)[lead["seat"]] - Counter(lead["cards"])).elements())
    trick["attempt"] = [*lead["cards"], *dice.shuffled(held)[: dice.between(0, 2)]]
    return True


def follows_of_a_seat_exchanged(dice: Dice, body: Body) -> bool:
    """Two follows of one seat, of as many cards each: what should have been played first is played later."""
    follows: dict[tuple[str, int], list[Body]] = {}
    for trick in body["tricks"]:
        for play in trick["plays"][1:]:
            follows.setdefault((play["seat"], len(play["cards"])), []).append(play)
    several = [plays for plays in follows.values() if len(plays) > 1]
    if not several:
        return False
    first, second = dice.shuffled(dice.one_of(several))[:2]
    first["cards"], second["cards"] = second["cards"], first["cards"]
    return True


def two_hands_dealt_otherwise(dice: Dice, body: Body) -> bool:
    first, second = dice.shuffled(sorted(body["hands"]))[:2]
    one, other = body["hands"][first], body["hands"][second]
    place, there = dice.between(0, len(one) - 1), dice.between(0, len(other) - 1)
    one[place], other[there] = other[there], one[place]
    return True


DAMAGES: list[Damage] = [
    other_cards_followed,
    one_card_changed_for_one_held,
    a_card_from_nowhere,
    a_card_played_twice,
    another_leader,
    two_plays_in_each_others_place,
    a_card_too_few_or_too_many,
    a_card_buried_that_is_not_held,
    another_card_buried,
    other_cards_forced,
    a_failed_throw_left_standing,
    a_throw_that_was_never_tried,
    follows_of_a_seat_exchanged,
    two_hands_dealt_otherwise,
]


def damaged(damage: Damage, seed: int) -> tuple[Body, Replayed]:
    """A deal without bids to which a damage was done, and what the oracle says of it."""
    dice = Dice(random.Random(seed))
    preset = dice.one_of([name for name in PRESET_IDS if name != "march8-2012" or "throw" not in damage.__name__])
    body = seeded(preset, seed, with_bids=False)
    assume(damage(dice, body))
    return body, replay(document_of(body), body)


@pytest.mark.parametrize("damage", DAMAGES, ids=[damage.__name__ for damage in DAMAGES])
def test_a_damaged_deal_is_caught_where_the_oracle_catches_it(damage: Damage) -> None:
    found = Counter[bool]()

    @DEALS
    @given(SEEDS)
    def check(seed: int) -> None:
        body, wanted = damaged(damage, seed)
        answer = replayed(body)
        if wanted.unsure and answer.get("fault", {}).get("pointer") == wanted.unsure[0]:
            return
        assert answer.get("fault", {}).get("pointer") == wanted.fault
        assert answer["legal"] == (wanted.fault is None)
        assert answer.get("fault", {"violations": [1]})["violations"]
        winners = [
            trick["winner"] for trick in answer["tricks"] if len(trick["plays"]) == 4 and all(play["legal"] for play in trick["plays"])
        ]
        assert winners[: len(wanted.winners)] == wanted.winners
        found[wanted.fault is not None] += 1

    check()
    assert found[True], "no deal was really damaged"


def place_of(pointer: str) -> tuple[int, int]:
    """Trick and play of a place in the tricks, as numbers to compare; a failed throw goes before all plays."""
    _, _, trick, *play = pointer.split("/")
    return int(trick), -1 if play == ["attempt"] else int(play[1])


def test_without_the_hands_a_whole_record_proves_every_revoke() -> None:
    """All cards are on record, only in another order: who held what is known from what was played later."""
    found = Counter[bool]()

    @DEALS
    @given(SEEDS)
    def check(seed: int) -> None:
        body, wanted = damaged(follows_of_a_seat_exchanged, seed)
        assume(not wanted.unsure)
        del body["hands"]
        answer = replayed(body)
        assert answer.get("fault", {}).get("pointer") == wanted.fault
        proof = answer.get("fault", {}).get("proved_by")  # there is none where the kitty or a bid tells enough
        if proof is not None:
            assert place_of(proof) > place_of(wanted.fault or "")
        found[proof is not None] += 1

    check()
    assert found[True], "nothing had to be proved"


@DEALS
@given(SEEDS)
def test_without_the_hands_nothing_legal_is_called_a_fault(seed: int) -> None:
    """Of a deal that breaks off with a play of cards that were held, that play is told, or none; without that play none is."""
    dice = Dice(random.Random(seed))
    damage = dice.one_of(
        [other_cards_followed, one_card_changed_for_one_held, two_plays_in_each_others_place, a_failed_throw_left_standing]
    )
    body, wanted = damaged(damage, seed)
    assume(not wanted.unsure and (wanted.fault is None or place_of(wanted.fault)[1] >= 0))
    told = wanted.fault
    if wanted.fault is not None:
        trick, play = place_of(wanted.fault)
        del body["tricks"][trick + 1 :], body["tricks"][trick]["plays"][play + 1 :]
        if "not_in_hand" in {violation["code"] for violation in replayed(body)["fault"]["violations"]}:
            told = None
            body["tricks"][trick]["plays"].pop()
            body["tricks"] = [one for one in body["tricks"] if one["plays"]]
    del body["hands"]
    answer = replayed(body)
    assert answer["legal"] or answer["fault"]["pointer"] == told


# --- deals in which something was ruled on -------------------------------------------------------------------------------------


def irregular(seed: int) -> Body:
    """A deal under one of the presets in which everything against the rules was ruled on."""
    return irregular_deal(Dice(random.Random(seed)).one_of(PRESET_IDS), seed)


@DEALS
@given(SEEDS)
def test_a_deal_in_which_everything_was_ruled_on_is_complete_and_adds_up(seed: int) -> None:
    body = irregular(seed)
    own = replay(document_of(body), body)
    answer = replayed(body)
    assert (answer["legal"], answer["complete"], own.fault) == (True, True, None), answer.get("fault")
    found = [one["pointer"] for one in answer["irregularities"]]
    assert set(found) - set(own.unsure) == set(own.irregular) - set(own.unsure)
    assert found == sorted(found, key=place_of)
    for index, trick in enumerate(answer["tricks"]):
        for place, play in enumerate(trick["plays"]):
            assert play["legal"] is (f"/tricks/{index}/plays/{place}" not in found)
    assert [trick["winner"] for trick in answer["tricks"]] == own.winners
    assert [trick["points"] for trick in answer["tricks"]] == own.points
    assert answer["score"]["trick_points"] == own.attackers_points(body["declarer"])
    assert canonical(body).get("penalties") == body.get("penalties")


@DEALS
@given(SEEDS)
def test_what_was_not_ruled_on_is_the_first_fault(seed: int) -> None:
    body = irregular(seed)
    whole = replayed(body)
    assume(whole["irregularities"])
    left_out = whole["irregularities"][seed % len(whole["irregularities"])]["pointer"]
    body["penalties"] = [penalty for penalty in body["penalties"] if penalty["at"] != left_out]
    answer = replayed(body)
    assert answer["legal"] is False
    assert answer["fault"]["pointer"] == left_out
    before = [one for one in whole["irregularities"] if place_of(one["pointer"]) < place_of(left_out)]
    assert answer["irregularities"] == before


@DEALS
@given(SEEDS)
def test_without_the_hands_a_deal_in_which_everything_was_ruled_on_is_the_same_deal(seed: int) -> None:
    body = irregular(seed)
    whole = replayed(body)
    del body["hands"]
    answer = replayed(body)
    assert (answer["legal"], answer["complete"]) == (True, True), answer.get("fault")
    assert (answer["score"], answer["advance"]) == (whole["score"], whole["advance"])
    assert {one["pointer"] for one in answer["irregularities"]} <= {one["pointer"] for one in whole["irregularities"]}


def with_bids(seed: int) -> Body:
    dice = Dice(random.Random(seed))
    body = seeded(dice.one_of(PRESET_IDS), seed)
    assume(body["bids"])
    return body


@DEALS
@given(SEEDS)
def test_a_bid_of_other_cards_than_level_cards_is_caught(seed: int) -> None:
    body = with_bids(seed)
    place = seed % len(body["bids"])
    bid = body["bids"][place]
    levels = {*body["levels"].values(), "2"}
    plain = [card for card in body["hands"][bid["seat"]] if card[1] not in levels and card[1] != "J" and card != "H5"]
    assume(plain)
    bid.pop("pass", None)
    bid.pop("wrong_show", None)
    bid["cards"] = plain[:1]
    answer = replayed(body)
    assert answer["legal"] is False
    assert answer["fault"]["pointer"] == f"/bids/{place}"


@DEALS
@given(SEEDS)
def test_a_bid_of_cards_that_are_not_held_is_caught(seed: int) -> None:
    body = with_bids(seed)
    places = [place for place, bid in enumerate(body["bids"]) if "cards" in bid]
    assume(places)
    bid = body["bids"][places[0]]
    own, card = body["hands"][bid["seat"]], bid["cards"][-1]
    assume(card in own)  # else it came with the kitty
    other = body["hands"][{"N": "E", "E": "S", "S": "W", "W": "N"}[bid["seat"]]]
    while card in own:
        there = next(place for place, kind in enumerate(other) if kind != card)
        own[own.index(card)], other[there] = other[there], card
    answer = replayed(body)
    assert answer["legal"] is False
    assert answer["fault"]["pointer"] == f"/bids/{places[0]}"


@DEALS
@given(SEEDS)
def test_another_declarer_or_trump_than_the_bids_make_is_caught(seed: int) -> None:
    body = with_bids(seed)
    if seed % 2:
        body["declarer"] = {"N": "E", "E": "S", "S": "W", "W": "N"}[body["declarer"]]
        key = "declarer"
    else:
        assume(body["trump"]["level"] != "joker")
        body["trump"]["suit"] = "S" if body["trump"]["suit"] != "S" else "H"
        key = "trump"
    answer = replayed(body)
    assert answer["legal"] is False
    assert answer["fault"]["pointer"] == f"/{key}"


@DEALS
@given(SEEDS)
def test_a_fine_for_a_failed_throw_is_not_told_twice(seed: int) -> None:
    body = seeded("jiangsu-2007", seed)
    body["penalties"] = [{"offence": "failed_throw", "side": "NS", "cards": 3}]
    assert ("/penalties/0/offence", "told_by_tricks") in refused(body)

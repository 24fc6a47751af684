"""The deal notation against any deal and any text: JSON → text → JSON is the same deal, and no text is anything but a deal or faults."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.cards import TOKENS
from rules.deals.notation import canonical, parse, render
from rules.deals.notation.words import FORMS, PHASES, TRICK_FORM
from rules.rulings import InputError

SPELLINGS = {"BJ": ["BJ", "bj", "大王"], "LJ": ["LJ", "lj", "小王"]}
SIGNS = {"S": "♠", "H": "♥", "D": "♦️", "C": "♧"}


def spellings(token: str) -> list[str]:
    rank = "10" if token[1] == "T" else token[1]
    return SPELLINGS.get(token) or [token, token.lower(), token[0] + rank, SIGNS[token[0]] + rank]


TOKEN = st.sampled_from(TOKENS)
SPELLED = TOKEN.flatmap(lambda token: st.sampled_from(spellings(token)))
SEAT = st.sampled_from([*"NESW", *"nesw"])
SIDE = st.sampled_from(["NS", "EW", "ns"])
LEVEL = st.sampled_from([*"23456789TJQKA", "10", "joker", "q"])
SUIT = st.sampled_from(["S", "H", "D", "C", "NT", "s", "nt", "♥"])
CODE = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
NUMBER = st.integers(-(10**6), 10**6)
PLACE = st.from_regex(r"/(bids|burials|tricks)/[0-9]{1,4}(/(attempt|plays/[0-9]{1,3}))?", fullmatch=True)
PLAIN_JSON = st.recursive(
    st.booleans()
    | NUMBER
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('abc;:"\\\n', max_size=3), inner, max_size=3),
    max_leaves=8,
)


def card_set(least: int = 1, most: int = 6) -> st.SearchStrategy[Any]:
    spelled = st.lists(SPELLED, min_size=least, max_size=most)
    return spelled | spelled.map(" ".join)


def some(required: dict[str, st.SearchStrategy[Any]], optional: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(required, optional=optional)


PLAY = some({"seat": SEAT, "cards": card_set()}, {"counts_as": st.just("lowest")})
TRICK = some({"plays": st.lists(PLAY, max_size=4)}, {"attempt": card_set()})
BID_DETAILS: dict[str, st.SearchStrategy[Any]] = {"phase": st.sampled_from(PHASES), "same_moment": st.just(True)}
BID = some({"seat": SEAT, "cards": card_set(most=4)}, BID_DETAILS | {"names": SUIT, "wrong_show": st.just(True)}) | some(
    {"seat": SEAT, "pass": st.just(True)}, BID_DETAILS
)
BODY = some(
    {
        "ruleset": st.from_regex(r"[a-z][a-z0-9-]{0,20}(@[0-9])?", fullmatch=True)
        | st.dictionaries(st.text(max_size=4).filter(lambda key: key.isprintable()), PLAIN_JSON, max_size=3),
        "levels": some({"NS": LEVEL, "EW": LEVEL}, {}),
        "tricks": st.lists(TRICK, max_size=5),
    },
    {
        "stakes": st.fixed_dictionaries({"shown_by": st.sampled_from(("declarers", "attackers"))}),
        "trump": some({"suit": SUIT, "level": LEVEL}, {"level_cards_lowest": st.booleans()}),
        "declarer": SEAT,
        "seat_holder": SEAT,
        "first_drawer": SEAT,
        "laps": some({"NS": st.integers(0, 99), "EW": st.integers(0, 99).map(float)}, {}),
        "first_deal": st.booleans(),
        "explain": st.booleans(),
        "barred": st.lists(SIDE, max_size=2),
        "revolt": some({"seat": SEAT}, {}),
        "bids": st.lists(BID, max_size=5),
        "hands": some({seat: card_set(0, 30) for seat in "NESW"}, {}),
        "kitty": card_set(0, 10),
        "burials": st.lists(some({"seat": SEAT, "cards": card_set()}, {}), max_size=3),
        "penalties": st.lists(
            some(
                {"offence": CODE, "side": SIDE | st.just("both")},
                {"cards": NUMBER, "tier": CODE, "trick_won_by": SIDE | SEAT, "at": PLACE},
            ),
            max_size=3,
        ),
        "effects": st.lists(some({"kind": CODE}, {"by": SIDE, "side": SIDE, "levels": NUMBER, "points": NUMBER}), max_size=3),
    },
)


@given(BODY)
def test_a_deal_survives_its_text(body: dict[str, Any]) -> None:
    text = render(body)
    read = parse(text).body
    assert read == canonical(body)
    assert canonical(read) == read
    assert render(read) == text
    assert read["ruleset"] == body["ruleset"]
    assert len(read["tricks"]) == len(body["tricks"])
    assert read.get("bids", ["none"]) == [] or len(read.get("bids", ())) == len(body.get("bids", ()))


@given(BODY, st.lists(st.tuples(st.sampled_from(["/tricks/0", "/bids", "/kitty", "", "/nowhere"]), st.text(max_size=20)), max_size=4))
def test_comments_do_not_change_what_is_read(body: dict[str, Any], comments: list[tuple[str, str]]) -> None:
    notes: dict[str, list[str]] = {}
    for pointer, comment in comments:
        notes.setdefault(pointer, []).append(comment)
    assert parse(render(body, notes)).body == canonical(body)


@given(BODY, st.randoms(use_true_random=False))
def test_spaces_commas_and_line_ends_are_free(body: dict[str, Any], chance: Any) -> None:
    lines = [line if line.startswith("ruleset") else re.sub(r"[ ,]+", lambda gap: chance.choice([" ", ",", "\t ", " ，", "　"]), line)
             for line in render(body).split("\n")]  # fmt: skip
    text = chance.choice(["\n", "\r\n", "\r", "\n\n"]).join(chance.choice(["", " ", "\t"]) + line for line in lines)
    assert parse(text).body == canonical(body)


WORD = st.sampled_from(
    [
        *"NESWnesw",
        *FORMS,
        *PHASES,
        *'&()（）;:：.,"{}\n\r\t ',
        "1.",
        "2.",
        "NS",
        "HA",
        "SAKK",
        "pass",
        "none",
        "names",
        "wrong",
        "lowest",
        "yes",
        "\0",
        "\ufeff",
        "3",
        "-1",
    ]
)
WILD = st.lists(WORD | st.text(max_size=3), max_size=60).map("".join)
LINES = st.lists(st.sampled_from([*FORMS.values(), TRICK_FORM]) | WILD, max_size=12).map("\n".join)


@st.composite
def damaged(draw: Any) -> str:
    """The text of a deal with a piece taken out and another put in."""
    text = render(draw(BODY))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 12)))
    return text[:start] + draw(WORD | st.text(max_size=3)) + text[end:]


@given(st.one_of(damaged(), LINES, WILD, st.text()))
def test_any_text_is_a_deal_or_faults_with_their_places(text: str) -> None:
    try:
        noted = parse(text)
    except InputError as error:
        lines = re.split(r"\r\n|\r|\n", text)
        for fault in error.faults:
            line, column = fault.params["line"], fault.params["column"]
            assert 1 <= line <= len(lines)
            assert 1 <= column <= len(lines[line - 1]) + 1
        return
    assert isinstance(noted.body["tricks"], list)
    assert all(place.line <= text.count("\n") + text.count("\r") + 1 for place in noted.places.values())

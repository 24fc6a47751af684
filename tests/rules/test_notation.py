"""The deal notation: every line reads as its JSON, every JSON has one text, and what is no deal is told by line and column."""

from __future__ import annotations

from typing import Any

import pytest

from rules.deals.notation import canonical, parse, render
from rules.deals.notation.reading import MOST_LINES, MOST_WORDS
from rules.deals.notation.words import FORMS, LINE_FORM, TRICK_FORM
from rules.rulings import Fault, InputError
from rules.tidying import MAX_FAULTS

READ: list[tuple[str, dict[str, Any]]] = [
    ("ruleset: jiangsu-2007", {"ruleset": "jiangsu-2007"}),
    ("ruleset: our-club@3", {"ruleset": "our-club@3"}),
    (
        'ruleset: {"extends": "march8-2012", "title": {"en": "a; \\"b\\""}} ; ours',
        {"ruleset": {"extends": "march8-2012", "title": {"en": 'a; "b"'}}},
    ),
    ("levels: NS 5, EW 10", {"levels": {"NS": "5", "EW": "T"}}),
    ("levels: ew joker ns a", {"levels": {"NS": "A", "EW": "joker"}}),
    ("laps: NS 0, EW 12", {"laps": {"NS": 0, "EW": 12}}),
    ("first_deal: yes", {"first_deal": True}),
    ("first_deal: false", {"first_deal": False}),
    ("seat_holder: n", {"seat_holder": "N"}),
    ("first_drawer: E", {"first_drawer": "E"}),
    ("barred: NS ew", {"barred": ["NS", "EW"]}),
    ("revolt: W", {"revolt": {"seat": "W"}}),
    ("declarer: S", {"declarer": "S"}),
    ("trump: S 5", {"trump": {"suit": "S", "level": "5"}}),
    ("trump: ♥ 10 lowest", {"trump": {"suit": "H", "level": "T", "level_cards_lowest": True}}),
    ("trump: nt Joker", {"trump": {"suit": "NT", "level": "joker"}}),
    ("stakes: Attackers", {"stakes": {"shown_by": "attackers"}}),
    ("explain: no", {"explain": False}),
    ("N: BJ SAKK10 h3", {"hands": {"N": ["BJ", "SA", "SK", "SK", "ST", "H3"]}}),
    ("s: ♠️AK, ♦5、小王", {"hands": {"S": ["SA", "SK", "D5", "LJ"]}}),
    ("W:", {"hands": {"W": []}}),
    ("kitty: S3 H43 S3", {"kitty": ["S3", "H4", "H3", "S3"]}),
    ("bids: none", {"bids": []}),
    (
        "bids: dealing N H5 & E S5, S BJ H55",
        {
            "bids": [
                {"seat": "N", "phase": "dealing", "cards": ["H5"]},
                {"seat": "E", "same_moment": True, "cards": ["S5"]},
                {"seat": "S", "cards": ["BJ", "H5", "H5"]},
            ]
        },
    ),
    (
        "bids: N H5\nbids: before_kitty W pass after_bury S BJ BJ LJ LJ names S, W pass",
        {
            "bids": [
                {"seat": "N", "cards": ["H5"]},
                {"seat": "W", "phase": "before_kitty", "pass": True},
                {"seat": "S", "phase": "after_bury", "cards": ["BJ", "BJ", "LJ", "LJ"], "names": "S"},
                {"seat": "W", "pass": True},
            ]
        },
    ),
    ("bids: N H6 C3 wrong, E S5", {"bids": [{"seat": "N", "cards": ["H6", "C3"], "wrong_show": True}, {"seat": "E", "cards": ["S5"]}]}),
    ("bids: before_lead & E C55", {"bids": [{"seat": "E", "phase": "before_lead", "same_moment": True, "cards": ["C5", "C5"]}]}),
    ("burial: N S33 D5\nburial: W H4", {"burials": [{"seat": "N", "cards": ["S3", "S3", "D5"]}, {"seat": "W", "cards": ["H4"]}]}),
    (
        "1. N HAK, W H34, S H56 lowest, E H78",
        {
            "tricks": [
                {
                    "plays": [
                        {"seat": "N", "cards": ["HA", "HK"]},
                        {"seat": "W", "cards": ["H3", "H4"]},
                        {"seat": "S", "cards": ["H5", "H6"], "counts_as": "lowest"},
                        {"seat": "E", "cards": ["H7", "H8"]},
                    ]
                }
            ]
        },
    ),
    (
        "1. (HAKT) N HT, W: H4\n 2 .",
        {
            "tricks": [
                {"attempt": ["HA", "HK", "HT"], "plays": [{"seat": "N", "cards": ["HT"]}, {"seat": "W", "cards": ["H4"]}]},
                {"plays": []},
            ]
        },
    ),
    (
        "penalty: failed_throw ns, cards 3, tier e\npenalty: late both minutes 20",
        {
            "penalties": [
                {"offence": "failed_throw", "side": "NS", "cards": 3, "tier": "e"},
                {"offence": "late", "side": "both", "minutes": 20},
            ]
        },
    ),
    (
        "penalty: revoke NS, at 8.2\npenalty: revoke NS at 4.Throw\npenalty: wrong_show EW, at bid.3\npenalty: wrong_kitty EW at BURIAL.1\n"
        "penalty: revoke EW, at /tricks/7/plays/1\npenalty: revoke EW, at 8.0, cards 1",
        {
            "penalties": [
                {"offence": "revoke", "side": "NS", "at": "/tricks/7/plays/1"},
                {"offence": "revoke", "side": "NS", "at": "/tricks/3/attempt"},
                {"offence": "wrong_show", "side": "EW", "at": "/bids/2"},
                {"offence": "wrong_kitty", "side": "EW", "at": "/burials/0"},
                {"offence": "revoke", "side": "EW", "at": "/tricks/7/plays/1"},
                {"offence": "revoke", "side": "EW", "at": "8.0", "cards": 1},
            ]
        },
    ),
    ("effect: deal_score, side EW, points -40", {"effects": [{"kind": "deal_score", "side": "EW", "points": -40}]}),
]


@pytest.mark.parametrize(("text", "body"), READ, ids=[text for text, _ in READ])
def test_a_line_reads_as_its_json_and_is_written_back(text: str, body: dict[str, Any]) -> None:
    assert parse(text).body == {"tricks": [], **body}
    assert parse(render(body)).body == canonical(body)
    assert render(parse(render(body)).body) == render(body)


def test_every_field_has_a_line_that_is_read() -> None:
    read = {pointer.split("/")[1] for text, body in READ for pointer in parse(text).places if pointer}
    singular = {"burials": "burial", "penalties": "penalty", "effects": "effect"}
    assert {singular.get(key, key) for key in read - {"tricks", "hands"}} == FORMS.keys() - set("NESW")
    for form in (*FORMS.values(), TRICK_FORM, LINE_FORM):
        parse(form)


@pytest.mark.parametrize(
    "name", ["first_deal", "First deal", "FIRST-DEAL", " first_deal ", "first  deal"], ids=["plain", "words", "capitals", "spaces", "two"]
)
def test_a_field_may_be_written_in_other_ways(name: str) -> None:
    assert parse(f"{name}： yes").body["first_deal"] is True


def test_a_text_without_tricks_is_a_deal_before_its_first_lead() -> None:
    assert parse("").body == {"tricks": []}
    assert render({"tricks": []}) == ""


def test_comments_blank_lines_and_line_ends_say_nothing() -> None:
    text = "\ufeff; a deal\r\n\r\ndeclarer: N ; the dealer\r   ; more\n1. N HA；♥"
    assert parse(text).body == {"declarer": "N", "tricks": [{"plays": [{"seat": "N", "cards": ["HA"]}]}]}


def test_no_more_is_read_than_a_deal_can_say() -> None:
    """A text may have a mebibyte, for the sake of its ruleset."""
    with pytest.raises(InputError) as caught:
        parse("declarer: N\n\n" + "bids: none\n" * 2 * MOST_LINES)
    assert [(fault.code, fault.params["line"]) for fault in caught.value.faults] == [("too_many_lines", MOST_LINES + 2)]
    parse("bids: none ; nobody\n; no more\n" * MOST_LINES)
    with pytest.raises(InputError) as caught:
        parse("N: " + "SA " * 2 * MOST_WORDS)
    assert [(fault.code, fault.params["column"]) for fault in caught.value.faults] == [("unexpected_word", 3 * MOST_WORDS + 4)]
    assert len(parse("N: " + "SA " * MOST_WORDS).body["hands"]["N"]) == MOST_WORDS
    assert parse("N: S" + "A" * 108 + " H" + "A" * 109).body["hands"]["N"] == ["SA"] * 108 + ["H" + "A" * 109]
    assert parse('ruleset: {"title": "' + "; " * 10_000 + '"}').body["ruleset"]["title"] == "; " * 10_000


def test_a_name_that_looks_like_a_pointer_is_one_name() -> None:
    noted = parse("effect: a/b, c/d~e 1")
    assert noted.body["effects"] == [{"kind": "a/b", "c/d~e": 1}]
    assert noted.placed(Fault("/effects/0/c~1d~0e", "unknown_field")).params == {"line": 1, "column": 20}


def test_words_that_name_no_card_seat_or_suit_are_left_for_the_schema() -> None:
    text = "declarer: Q\ntrump: X 1\nN: SX foo\nlevels: SN 5\n1. N H1 Q"
    assert parse(text).body == {
        "declarer": "Q",
        "trump": {"suit": "X", "level": "1"},
        "hands": {"N": ["SX", "foo"]},
        "levels": {"SN": "5"},
        "tricks": [{"plays": [{"seat": "N", "cards": ["H1", "Q"]}]}],
    }


BODY: dict[str, Any] = {
    "ruleset": "jiangsu-2007",
    "trump": {"suit": "♠", "level": "10", "level_cards_lowest": False},
    "levels": {"EW": "k", "NS": "10"},
    "laps": {"EW": 1.0, "NS": 0},
    "barred": [],
    "explain": True,
    "hands": {"E": "h3 ♥A 小王 S10", "N": ["BJ", "SA"]},
    "kitty": "h3 ♥A S2",
    "bids": [
        {"seat": "n", "cards": "ST", "phase": "dealing"},
        {"seat": "W", "pass": True, "phase": "dealing"},
        {"seat": "S", "cards": ["HT", "HT"], "phase": "before_kitty"},
        {"seat": "E", "cards": ["CT", "CT"], "same_moment": True, "names": "h"},
        {"seat": "W", "cards": ["C3"], "wrong_show": True},
        {"seat": "W", "pass": True, "phase": "after_bury"},
    ],
    "burials": [{"seat": "N", "cards": "D3 D4"}],
    "tricks": [{"plays": [{"seat": "n", "cards": ["SA"], "counts_as": "lowest"}], "attempt": []}, {"plays": [], "attempt": "SA SK"}],
    "penalties": [{"offence": "late", "side": "ns", "minutes": 20.0}],
    "effects": [],
}
TEXT = """\
ruleset: jiangsu-2007
levels: NS T, EW K
laps: NS 0, EW 1
trump: S T
explain: yes

N: BJ SA
E: LJ ST HA3
kitty: H3A S2

bids: dealing N ST, W pass
bids: before_kitty S HTT & E CTT names H, W C3 wrong
bids: after_bury W pass
burial: N D43

1. N SA lowest
2. (SAK)

penalty: late NS, minutes 20
"""


def test_json_in_any_spelling_has_one_text() -> None:
    assert render(BODY) == TEXT
    assert render(canonical(BODY)) == TEXT
    assert canonical(canonical(BODY)) == canonical(BODY)


def test_a_phase_that_does_not_change_is_written_once() -> None:
    assert [bid.get("phase") for bid in canonical(BODY)["bids"]] == ["dealing", None, "before_kitty", None, None, "after_bury"]
    assert render({"bids": [{"seat": "N", "cards": ["H5"]}]}) == "bids: dealing N H5\n"
    assert render({"bids": [{"seat": "N", "cards": ["H5"], "same_moment": True}]}) == "bids: dealing & N H5\n"


def test_hands_and_burials_are_sorted_and_other_cards_keep_their_order() -> None:
    cards, ordered = ["H3", "SA", "LJ", "HA", "BJ"], ["BJ", "LJ", "SA", "HA", "H3"]
    body: dict[str, Any] = {"hands": {"N": cards}, "kitty": cards, "burials": [{"seat": "N", "cards": cards}], "tricks": []}
    assert canonical(body) == body | {"hands": {"N": ordered}, "burials": [{"seat": "N", "cards": ordered}]}


def test_comments_are_written_where_they_belong() -> None:
    notes = {
        "/trump": ["one"],
        "/bids/2": ["two"],
        "/bids": ["three"],
        "/tricks/1": ["four", "five\nlines"],
        "": ["six"],
        "/tricks/9": ["seven"],
    }
    lines = render(BODY, notes).splitlines()
    assert "trump: S T  ; one" in lines
    assert "bids: before_kitty S HTT & E CTT names H, W C3 wrong  ; two" in lines
    assert "bids: after_bury W pass  ; three" in lines
    assert "2. (SAK)  ; four; five lines" in lines
    assert lines[-2:] == ["; six", "; seven"]
    assert parse(render(BODY, notes)).body == canonical(BODY)


REFUSED = [
    ("foo", "unknown_line", 1, 1, "foo"),
    ("\n  1 N HA", "unknown_line", 2, 3, "1 N HA"),
    ("levls: NS 5, EW 9", "unknown_field", 1, 1, "levls"),
    (f"{'x' * 99}: 1", "unknown_field", 1, 1, "x" * 99),
    ("declarer: N\ndeclarer: N", "duplicate_entry", 2, 1, "declarer"),
    ("N: SA\nn: SK", "duplicate_entry", 2, 1, "n"),
    ("levels: NS 5, NS 6", "duplicate_entry", 1, 15, "NS"),
    ("levels: NS 5, EW", "unfinished_line", 1, 17, None),
    ("penalty: late NS, side EW", "duplicate_entry", 1, 19, "side"),
    ("effect: level_up, kind x", "duplicate_entry", 1, 19, "kind"),
    ("declarer:", "unfinished_line", 1, 10, None),
    ("declarer: N E", "unexpected_word", 1, 13, "E"),
    ("barred:", "unfinished_line", 1, 8, None),
    ("first_deal:", "unfinished_line", 1, 12, None),
    ("first_deal: maybe", "unexpected_word", 1, 13, "maybe"),
    ("trump: S", "unfinished_line", 1, 9, None),
    ("stakes:", "unfinished_line", 1, 8, None),
    ("stakes: declarers NS", "unexpected_word", 1, 19, "NS"),
    ("trump: S 5 highest", "unexpected_word", 1, 12, "highest"),
    ("trump: S 5 lowest H", "unexpected_word", 1, 19, "H"),
    ("ruleset:", "unfinished_line", 1, 9, None),
    ("ruleset: a b", "unexpected_word", 1, 12, "b"),
    ('ruleset: {"extends": }', "bad_json", 1, 22, None),
    ("ruleset: " + '{"a":' * 2000, "bad_json", 1, None, None),
    ("bids:", "unfinished_line", 1, 6, None),
    ("bids: H5", "unexpected_word", 1, 7, "H5"),
    ("bids: dealing", "unfinished_line", 1, 14, None),
    ("bids: N H5 & C5", "unexpected_word", 1, 14, "C5"),
    ("bids: N H5 names", "unfinished_line", 1, 17, None),
    ("burial:", "unfinished_line", 1, 8, None),
    ("penalty: late", "unfinished_line", 1, 14, None),
    ("penalty: late NS, cards", "unfinished_line", 1, 24, None),
    ("effect:", "unfinished_line", 1, 8, None),
    ("2. N HA", "trick_number", 1, 1, "2"),
    ("1. N HA\n3. N HA", "trick_number", 2, 1, "3"),
    ("1. HA", "unexpected_word", 1, 4, "HA"),
    ("1. N HA (HK)", "unexpected_word", 1, 9, "("),
    ("1. (HA N HK", "unfinished_line", 1, 12, None),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "value"), REFUSED, ids=[case[0][:30] for case in REFUSED])
def test_what_is_no_deal_is_told_by_line_and_column(text: str, code: str, line: int, column: int | None, value: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    fault = caught.value.faults[0]
    assert (fault.pointer, fault.code, fault.value) == ("", code, value)
    assert fault.params["line"] == line
    assert column in (None, fault.params["column"])


def test_the_nearest_field_is_named() -> None:
    with pytest.raises(InputError) as caught:
        parse("levls: NS 5, EW 9\nzzz: 1")
    assert [fault.params.get("nearest") for fault in caught.value.faults] == ["levels", None]


def test_only_the_first_unknown_fields_are_compared_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        parse("levls: NS 5, EW 9\n" * 30)
    assert [fault.params.get("nearest") for fault in caught.value.faults] == ["levels"] * 20 + [None] * 10


@pytest.mark.parametrize(
    ("numbers", "faulty"),
    [
        ((1, 2, 3, 5, 6, 7), {5: 4}),  # a line was left out
        ((1, 2, 33, 4, 5), {33: 3}),  # a number was mistyped
        ((1, 2, 3, 3, 4, 5), {3: 4}),  # a line was numbered twice
        ((2, 3, 5, 6), {2: 1, 5: 4}),
        ((1, 7, 9, 4), {7: 2, 9: 3}),
    ],
)
def test_tricks_are_counted_on_from_a_wrong_number(numbers: tuple[int, ...], faulty: dict[int, int]) -> None:
    with pytest.raises(InputError) as caught:
        parse("\n".join(f"{number}. N HA" for number in numbers))
    assert [(fault.code, fault.value, fault.params["due"]) for fault in caught.value.faults] == [
        ("trick_number", str(number), due) for number, due in faulty.items()
    ]


def test_a_deal_on_one_line_is_told_so_and_nothing_else() -> None:
    for text in ("ruleset: jiangsu-2007levels: NS 5, EW 9declarer: N1. N HA", "; mine ruleset: jiangsu-2007  declarer : N"):
        with pytest.raises(InputError) as caught:
            parse(text)
        assert [(fault.code, fault.params["line"], fault.params["column"]) for fault in caught.value.faults] == [("lines_joined", 1, 1)]
    assert parse('ruleset: {"extends": "jiangsu-2007", "levels": {"start": "3"}}').body["ruleset"]["extends"] == "jiangsu-2007"
    assert parse("declarer: N").body["declarer"] == "N"


def test_many_wrong_words_of_a_line_are_told_up_to_the_limit_too() -> None:
    with pytest.raises(InputError) as caught:
        parse("trump: " + "S " * 30_000)
    assert len(caught.value.faults) == MAX_FAULTS


def test_all_faults_of_form_are_told_at_once_up_to_a_limit() -> None:
    with pytest.raises(InputError) as caught:
        parse("\n".join(["foo", "trump: S", "declarer: N", "2. N HA"]))
    assert [fault.params["line"] for fault in caught.value.faults] == [1, 2, 4]
    with pytest.raises(InputError) as caught:
        parse("foo\n" * 1000)
    assert len(caught.value.faults) == MAX_FAULTS


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", (1, 1)),
        ("/levels", (1, 1)),
        ("/ruleset", (2, 1)),
        ("/ruleset/throws/alowed", (2, 1)),
        ("/trump/level", (3, 10)),
        ("/hands/N", (4, 1)),
        ("/hands/N/1", (4, 4)),
        ("/hands/N/2", (4, 8)),
        ("/kitty/0", (5, 8)),
        ("/bids/0/cards/0", (6, 17)),
        ("/bids/1/seat", (6, 21)),
        ("/burials/0/cards/1", (7, 11)),
        ("/tricks/0/attempt/1", (8, 5)),
        ("/tricks/0/plays/0/seat", (8, 10)),
        ("/tricks/0/plays/1/cards/1", (8, 18)),
        ("/tricks/0/plays/7", (8, 1)),
        ("/tricks/7", (8, 1)),
        ("/penalties/0/side", (9, 15)),
        ("/penalties/0/cards", (9, 25)),
        ("/levels", (10, 1)),
        ("/levels/EW", (10, 18)),
    ],
)
def test_a_fault_in_the_body_has_a_place_in_the_text(pointer: str, place: tuple[int, int]) -> None:
    text = (
        ";\nruleset: jiangsu-2007\ntrump: S 5\nN: SAK H3\nkitty: HK\nbids: dealing N H5, W pass\nburial: N H34\n"
        "1. (HAK) N HK, W H34\npenalty: late NS, cards 3\nlevels: NS 5, EW 9"
    )
    if pointer == "/levels" and place == (1, 1):
        text = text.replace("levels: NS 5, EW 9", "")
    placed = parse(text).placed(Fault(pointer, "unknown_card", "X", {"a": 1}))
    assert (placed.pointer, placed.code, placed.value, placed.params["a"]) == (pointer, "unknown_card", "X", 1)
    assert (placed.params["line"], placed.params["column"]) == place


@pytest.mark.parametrize(
    ("pointer", "written"),
    [
        ("/tricks/7/plays/1", "8.2"),
        ("/tricks/3/attempt", "4.throw"),
        ("/bids/2", "bid.3"),
        ("/burials/0", "burial.1"),
        ("/tricks/07/plays/1", "/tricks/07/plays/1"),
        ("/tricks/999/plays/0", "/tricks/999/plays/0"),
        ("/kitty", "/kitty"),
    ],
)
def test_the_place_of_a_penalty_is_written_as_people_count(pointer: str, written: str) -> None:
    text = render({"penalties": [{"offence": "revoke", "side": "NS", "at": pointer}]})
    assert text == f"penalty: revoke NS, at {written}\n"
    assert parse(text).body["penalties"][0]["at"] == pointer

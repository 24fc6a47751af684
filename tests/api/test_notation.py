"""deals/replay asked and answered as text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from api.examples import example_of
from api.notation import TEXT_LIMIT
from api.typed import OPERATIONS
from app import create_app
from rules.codes import NOTATION_FAULTS
from rules.deals.notation import canonical, parse, render
from rules.deals.notation.words import FORMS
from tests.api.checked import CheckedClient, description
from tests.golden.cases import FOLDER as GOLDEN
from tests.property.dealing import irregular_deal, seeded
from tests.property.test_notation import WILD, WORD

PATH = "/v1/deals/replay"
BODY: dict[str, Any] = seeded("jiangsu-2007", 3)
DEAL = render(BODY)
CHECKED = CheckedClient(create_app({"LOG_LEVEL": "ERROR"}))


def post(client: CheckedClient, text: str | bytes, content_type: str = "text/plain", **headers: str) -> TestResponse:
    return client.post(PATH, data=text, content_type=content_type, headers={key.replace("_", "-"): value for key, value in headers.items()})


def faults(answer: TestResponse) -> list[tuple[str, str, int, int]]:
    assert answer.status_code == 422
    return [(fault["code"], fault["pointer"], fault["line"], fault["column"]) for fault in answer.json["errors"]]


def test_a_text_is_answered_as_its_json(client: CheckedClient) -> None:
    asked = client.post(PATH, json=canonical(BODY))
    assert asked.status_code == 200
    answer = post(client, DEAL)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.json == asked.json


@pytest.mark.parametrize("content_type", ["text/plain; charset=utf-8", "text/plain;charset=UTF-8", "Text/Plain"])
def test_a_text_may_say_that_it_is_utf_8(client: CheckedClient, content_type: str) -> None:
    assert post(client, "; ♠\n" + DEAL, content_type).status_code == 200


@pytest.mark.parametrize("accept", ["text/plain", "text/plain, application/json;q=0.5", "text/*"])
def test_text_is_given_to_whom_prefers_it(client: CheckedClient, accept: str) -> None:
    for answer in (post(client, DEAL, Accept=accept), client.post(PATH, json=BODY, headers={"Accept": accept})):
        assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
        assert set(answer.headers["Vary"].split(", ")) >= {"Accept", "Accept-Language"}
        assert parse(answer.text).body == canonical(BODY)


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/json, text/plain", "image/png"])
def test_json_is_given_otherwise(client: CheckedClient, accept: str | None) -> None:
    answer = post(client, DEAL, **({} if accept is None else {"Accept": accept}))
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert set(answer.headers["Vary"].split(", ")) >= {"Accept", "Accept-Language"}


def test_the_text_says_in_comments_what_the_answer_says(client: CheckedClient) -> None:
    told = client.post(PATH, json=BODY).json
    lines = post(client, DEAL, Accept="text/plain").text.splitlines()
    tricks = [line for line in lines if line[:1].isdigit()]
    for line, trick in zip(tricks, told["tricks"], strict=True):
        seat = {"N": "North", "E": "East", "S": "South", "W": "West"}[trick["winner"]]
        assert line.endswith(f"; {seat} wins, {trick['points']} points")
        assert ("the throw fails, fine" in line) == ("attempt" in trick)
    assert any(line.startswith(f"; attackers {told['score']['attackers_points']}:") for line in lines)


def test_the_comments_are_in_the_language_asked_for(client: CheckedClient) -> None:
    for language, word in (("zh-Hans", "赢"), ("zh-Hant", "贏")):
        answer = post(client, DEAL, Accept="text/plain", Accept_Language=language)
        assert answer.headers["Content-Language"] == language
        assert word in answer.text
        assert parse(answer.text).body == canonical(BODY)


def test_a_fault_of_the_players_stands_in_the_line_where_it_is(client: CheckedClient) -> None:
    body = canonical(BODY)
    trick = body["tricks"][1]
    trick["plays"][1], trick["plays"][2] = trick["plays"][2], trick["plays"][1]
    answer = post(client, render(body), Accept="text/plain")
    lines = answer.text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("2."))
    assert "is to play now" in "".join(lines[place : place + 2])
    assert "; judged up to the first fault" in lines
    assert "attackers" not in answer.text


def annotated(client: CheckedClient, body: dict[str, Any]) -> list[str]:
    answer = client.post(PATH, json=body, headers={"Accept": "text/plain"})
    assert answer.status_code == 200, answer.text
    assert parse(answer.text).body == canonical(body)
    return answer.text.splitlines()


def test_a_deal_that_breaks_off_says_so(client: CheckedClient) -> None:
    assert annotated(client, BODY | {"tricks": BODY["tricks"][:2]})[-1] == "; the deal is cut short"
    assert annotated(client, BODY | {"tricks": []})[-1] == "; the deal is cut short"


def test_a_fault_is_told_with_the_trick_that_proves_it(client: CheckedClient) -> None:
    assert any(
        line.startswith("2. ") and line.endswith("; proved by trick 4") for line in annotated(client, example_of("replayDeal")["request"])
    )


def test_what_was_ruled_on_is_told_in_its_line(client: CheckedClient) -> None:
    body = irregular_deal("jiangsu-2007", 1)
    told = client.post(PATH, json=body).json["irregularities"]
    lines = annotated(client, body)
    assert told
    for one in told:
        trick = int(one["pointer"].split("/")[2]) + 1
        (line,) = [line for line in lines if line.startswith(f"{trick}. ")]
        assert f"; {one['violations'][0]['message'].removesuffix('.')}" in line
        assert "; ruled on: Holding back a card or a combination" in line


def test_what_was_ruled_on_has_the_regulations_own_name(client: CheckedClient) -> None:
    headers = {"Accept": "text/plain", "Accept-Language": "zh-Hans"}
    text = client.post(PATH, json=irregular_deal("jiangsu-2007", 1), headers=headers).text
    assert "已判：藏张" in text and "已判：藏牌" not in text


def test_a_place_that_is_not_there_is_told_with_its_place_in_the_text(client: CheckedClient) -> None:
    answer = post(client, render(BODY) + "penalty: concealed_card NS, tier gain, at 26.1\n")
    assert [(code, pointer, column) for code, pointer, _, column in faults(answer)] == [("no_such_place", "/penalties/0/at", 43)]


def test_a_bid_and_a_burial_at_fault_are_told_in_their_lines(client: CheckedClient) -> None:
    bid = {"seat": "N", "cards": ["H3"], "phase": "dealing"}
    (line,) = [line for line in annotated(client, BODY | {"bids": [bid]}) if line.startswith("bids:")]
    assert line.startswith("bids: dealing N H3  ; ")
    burial = {"seat": "N", "cards": ["S3", "S4", "S6", "S7", "S8", "S9", "H3", "H4"]}
    (line,) = [line for line in annotated(client, BODY | {"burials": [burial]}) if line.startswith("burial:")]
    assert line.startswith("burial: N S987643 H43  ; ")


def test_a_fault_in_what_is_not_written_is_told_at_the_end(client: CheckedClient) -> None:
    body = parse((GOLDEN / "guizhou-counter-takes-the-kitty.txt").read_text(encoding="utf-8")).body
    lines = annotated(client, body | {"burials": body["burials"][:1]})
    assert lines[-2].startswith("; ") and lines[-1] == "; judged up to the first fault"


def test_a_throw_against_unknown_hands_is_told_without_its_fine(client: CheckedClient) -> None:
    blind = {key: value for key, value in BODY.items() if key != "hands"}
    cut = {**blind, "tricks": blind["tricks"][: failing(blind) + 1]}
    assert any("; the throw fails; " in line for line in annotated(client, cut))


def failing(body: dict[str, Any]) -> int:
    return next(index for index, trick in enumerate(body["tricks"]) if "attempt" in trick)


def test_a_deal_to_be_dealt_again_says_so(client: CheckedClient) -> None:
    body = {"ruleset": "gongxiao-2013", "levels": {"NS": "2", "EW": "2"}, "first_deal": True, "bids": [], "tricks": []}
    assert "bids: none  ; the cards are dealt again" in annotated(client, body)


def test_a_warning_is_told_at_the_end(client: CheckedClient) -> None:
    body = seeded("jiangsu-2007", 3, levels={"NS": "8", "EW": "8"}, first_deal=False, with_bids=False)
    told = client.post(PATH, json=body | {"levels": {"NS": "9", "EW": "9"}}).json["warnings"]
    assert len(told) == 1
    assert f"; {told[0]['message'].removesuffix('.')}" in annotated(client, body | {"levels": {"NS": "9", "EW": "9"}})


def test_the_text_of_a_deal_that_json_may_say_may_be_sent_too(client: CheckedClient) -> None:
    """A ruleset by itself may be larger than a decision's body."""
    titles = {language: language * 50 for language in ("en", "zh-Hans", "zh-Hant")}
    fined = {"title": titles, "decidable": True, "fine": {"points": 5, "per": "time"}}
    offences = [{"code": f"offence_{index}", **fined} for index in range(100)]
    body = {**BODY, "ruleset": {"extends": "jiangsu-2007", "offences": offences}}
    text = client.post(PATH, json=body, headers={"Accept": "text/plain"})
    assert text.status_code == 200, text.text[:400]
    assert len(text.data) > 64 * 1024
    assert post(client, text.text).json == client.post(PATH, json=canonical(body)).json


def test_a_note_has_no_full_stop(client: CheckedClient) -> None:
    body = canonical(BODY)
    trick = body["tricks"][1]
    trick["plays"][1], trick["plays"][2] = trick["plays"][2], trick["plays"][1]
    for language in ("en", "zh-Hans", "zh-Hant"):
        notes = post(client, render(body), Accept="text/plain", Accept_Language=language).text
        assert not any(line.endswith((".", "。")) or "。;" in line or ".;" in line for line in notes.splitlines() if "; " in line)


def notes_in_chinese(client: CheckedClient, name: str, **changes: Any) -> list[str]:
    body = parse((GOLDEN / f"{name}.txt").read_text(encoding="utf-8")).body | changes
    answer = client.post(PATH, json=body, headers={"Accept": "text/plain", "Accept-Language": "zh-Hans"})
    assert answer.status_code == 200, answer.text
    return answer.text.splitlines()


def test_a_deal_that_a_penalty_decides_names_the_penalty(client: CheckedClient) -> None:
    for explain in (True, False):
        lines = notes_in_chinese(client, "march8-improper-play", explain=explain)
        assert "penalty: improper_play EW  ; 未按规则出牌; 不论得分，由南北方坐庄; 南北方升1级" in lines
        assert "effect: level_up, levels 1, side EW  ; 东西方升1级" in lines
        end = lines[lines.index("; 按处罚，不论得分由庄家方连庄") :]
        assert end[1:3] == ["; 按处罚，东西方升1级", "; 南北方升1级"]


def test_a_penalty_of_points_tells_them_in_its_line_under_the_name_that_its_ruleset_has_for_it(client: CheckedClient) -> None:
    late = {"offence": "looked_at_earlier_trick", "side": "EW"}
    lines = notes_in_chinese(client, "gongxiao-opener-keeps-the-seat", penalties=[late])
    assert "penalty: looked_at_earlier_trick EW  ; 查看上一轮的牌张，罚10分" in lines


@pytest.mark.parametrize(
    ("ruleset", "penalty", "said"),
    [
        ("jiangsu-2007", {"offence": "disturbance", "side": "EW"}, ["警告"]),
        ("jiangsu-2007", {"offence": "exposed_card", "side": "EW", "cards": 2}, ["东西方有暴露张"]),
        ("jiangsu-2007", {"offence": "wrong_show", "side": "EW"}, ["东西方不得亮主"]),
        ("jiangsu-2007", {"offence": "late", "side": "both", "minutes": 16}, ["双方本轮判负"]),
        ("jiangsu-2007", {"offence": "late", "side": "both", "minutes": 6}, ["记录在案"]),
        ("jiangsu-2007", {"offence": "wrong_card_count", "side": "NS"}, ["由东西方决定打与不打"]),
        ("gongxiao-2013", {"offence": "refused_to_correct", "side": "NS"}, ["东西方得分以200分计"]),
        (
            "guizhou-2010",
            {"offence": "concealed_card", "side": "NS", "tier": "established", "trick_points": 10, "trick_won_by": "NS"},
            ["当圈10分判给东西方"],
        ),
    ],
)
def test_what_a_penalty_does_beside_points_stands_in_its_line(
    client: CheckedClient, ruleset: str, penalty: dict[str, Any], said: list[str]
) -> None:
    body = seeded(ruleset, 4, with_bids=False) | {"penalties": [penalty]}
    answer = client.post(PATH, json=body, headers={"Accept": "text/plain", "Accept-Language": "zh"})
    (line,) = [line for line in answer.text.splitlines() if line.startswith("penalty: ")]
    assert set(said) <= set(line.split("; "))


def test_effects_tell_in_their_lines_what_they_do(client: CheckedClient) -> None:
    effects = [{"kind": "deal_taken", "by": "ew", "levels": 2}, {"kind": "level_up", "side": "NS", "levels": 1}]
    lines = notes_in_chinese(client, "gongxiao-opener-keeps-the-seat", effects=effects)
    assert "effect: deal_taken, by EW, levels 2  ; 不论得分，由东西方坐庄; 东西方升2级" in lines
    assert "effect: level_up, levels 1, side NS  ; 南北方升1级" in lines
    assert lines.index("; 按处罚，南北方升1级") < lines.index("; 东西方升2级")


def test_a_total_that_a_sanction_sets_is_told_as_such(client: CheckedClient) -> None:
    lines = notes_in_chinese(client, "gongxiao-refused-to-correct")
    assert [line for line in lines if line.startswith("; 按处罚，闲家方以")]


def test_points_of_a_trick_that_go_to_the_other_side_are_told_apart_from_fines(client: CheckedClient) -> None:
    held = {"offence": "concealed_card", "side": "NS", "tier": "established", "trick_points": 10, "trick_won_by": "NS"}
    lines = notes_in_chinese(client, "guizhou-counter-takes-the-kitty", penalties=[held])
    assert "; 闲家方75：各圈15，底牌0，罚分50，改判的圈分10" in lines


def test_no_trump_and_the_joker_level_are_named_as_people_name_them(client: CheckedClient) -> None:
    lines = notes_in_chinese(client, "guizhou-wraps-from-the-joker")
    assert any(line.startswith("bids: none  ; ") and line.endswith("坐庄，无主，打王") for line in lines)
    assert not any("joker" in line for line in lines if line.startswith(";"))


def test_a_game_that_is_won_says_so(client: CheckedClient) -> None:
    body = parse((GOLDEN / "anhui-passed-the-ace.txt").read_text(encoding="utf-8")).body
    assert annotated(client, body)[-1].endswith("wins the game")


def test_faults_of_form_are_told_by_line_and_column_and_alone(client: CheckedClient) -> None:
    answer = post(client, "levls: NS 5\nfoo\ndeclarer: N E\n")
    assert faults(answer) == [("unknown_field", "", 1, 1), ("unknown_line", "", 2, 1), ("unexpected_word", "", 3, 13)]
    assert answer.json["errors"][0]["nearest"] == "levels"
    assert answer.json["errors"][0]["message"].startswith("Line 1, column 1: There is no field")
    assert all("…" not in fault["message"] for fault in answer.json["errors"])


FAULTS_OF_FORM = [
    ("foo", ("unknown_line", "", 1, 1)),
    ("2. N HA", ("trick_number", "", 1, 1)),
    ("declarer: N E", ("unexpected_word", "", 1, 13)),
    ("bids: none\n" * 1001, ("too_many_lines", "", 1001, 1)),
    ("declarer:", ("unfinished_line", "", 1, 10)),
    ('ruleset: {"a"}', ("bad_json", "", 1, 14)),
    ("declarer: N\ndeclarer: N", ("duplicate_entry", "", 2, 1)),
    ("N: BJ\nzzz: 1", ("unknown_field", "", 2, 1)),
    ("ruleset: jiangsu-2007levels: NS 5, EW 9declarer: N1. N HA", ("lines_joined", "", 1, 1)),
]


def test_every_fault_of_form_has_a_case() -> None:
    assert {fault[0] for _, fault in FAULTS_OF_FORM} == {*NOTATION_FAULTS, "duplicate_entry", "unknown_field"}


@pytest.mark.parametrize(("line", "fault"), FAULTS_OF_FORM)
def test_a_fault_of_form_is_told_in_every_language(client: CheckedClient, line: str, fault: tuple[str, str, int, int]) -> None:
    messages = set()
    for language in ("en", "zh-Hans", "zh-Hant"):
        answer = post(client, line, Accept_Language=language)
        assert faults(answer) == [fault]
        assert answer.json["code"] == fault[0]
        assert "…" not in answer.json["detail"]
        messages.add(answer.json["detail"])
    assert len(messages) == 3


def test_faults_of_content_are_told_with_their_place_in_the_text(client: CheckedClient) -> None:
    lines = DEAL.splitlines()
    place = next(number for number, line in enumerate(lines, 1) if line.startswith("N:"))
    lines[place - 1] = lines[place - 1].replace("N:", "N: S1", 1)
    told = faults(post(client, "\n".join(lines)))
    assert ("unknown_card", "/hands/N/0", place, 4) in told


def test_what_is_missing_is_told_at_the_beginning(client: CheckedClient) -> None:
    told = faults(post(client, "; nothing\n"))
    assert ("missing_field", "/ruleset", 1, 1) in told
    assert ("missing_field", "/levels", 1, 1) in told


def test_a_fault_in_json_has_no_line(client: CheckedClient) -> None:
    answer = client.post(PATH, json={})
    assert answer.status_code == 422
    assert not any("line" in fault for fault in answer.json["errors"])


@pytest.mark.parametrize("content_type", ["text/html", "application/xml", "text/plain; charset=utf-16", None])
def test_another_type_is_refused_with_both_that_are_taken(client: CheckedClient, content_type: str | None) -> None:
    answer = client.post(PATH, data=DEAL, content_type=content_type)
    assert (answer.status_code, answer.json["code"]) == (415, "unsupported_media_type")
    assert "application/json" in answer.json["detail"] and "text/plain" in answer.json["detail"]


def test_a_compressed_text_is_refused(client: CheckedClient) -> None:
    assert post(client, DEAL, Content_Encoding="gzip").status_code == 415


def test_other_decisions_take_no_text(client: CheckedClient) -> None:
    answer = client.post("/v1/plays/check", data=DEAL, content_type="text/plain")
    assert answer.status_code == 415
    assert "text/plain" not in answer.json["detail"]


@pytest.mark.parametrize("text", [b"\xff\xfe; a deal", b"; \xe9"])
def test_a_text_that_is_not_utf_8_is_no_text(client: CheckedClient, text: bytes) -> None:
    answer = post(client, text)
    assert (answer.status_code, answer.json["code"]) == (400, "not_text")


def test_a_text_beyond_the_limit_is_refused(client: CheckedClient) -> None:
    assert post(client, DEAL + ";" * (TEXT_LIMIT - len(DEAL.encode()))).status_code == 200
    answer = post(client, DEAL + ";" * (TEXT_LIMIT - len(DEAL.encode()) + 1))
    assert (answer.status_code, answer.json["code"]) == (413, "body_too_large")
    assert str(TEXT_LIMIT) in answer.json["detail"]


@st.composite
def damaged(draw: Any) -> str:
    """The text of a deal with lines taken out, doubled and exchanged, and pieces of lines overwritten."""
    lines = DEAL.splitlines()
    for _ in range(draw(st.integers(0, 3))):
        one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(["drop", "double", "swap"]))
        if change == "drop" and len(lines) > 1:
            del lines[one]
        elif change == "double":
            lines.insert(other, lines[one])
        else:
            lines[one], lines[other] = lines[other], lines[one]
    place = draw(st.integers(0, len(lines) - 1))
    start = draw(st.integers(0, len(lines[place])))
    lines[place] = lines[place][:start] + draw(st.text(max_size=2) | WORD) + lines[place][start + draw(st.integers(0, 3)) :]
    return "\n".join(lines)


@given(damaged() | WILD)
def test_any_text_is_answered_or_refused(text: str) -> None:
    answer = CHECKED.post(PATH, data=text.encode("utf-8", "replace"), content_type="text/plain")
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert all(
            1 <= fault["line"] <= len(text.split("\n")) + text.count("\r") and fault["column"] >= 1 for fault in answer.json["errors"]
        )


def test_both_types_are_described() -> None:
    operation = description()["paths"][PATH]["post"]
    example = example_of("replayDeal")
    asked, answered = operation["requestBody"]["content"], operation["responses"]["200"]["content"]
    assert asked.keys() == answered.keys() == {"application/json", "text/plain"}
    assert parse(asked["text/plain"]["example"]).body == parse(answered["text/plain"]["example"]).body == canonical(example["request"])


def test_every_field_of_the_question_can_be_written() -> None:
    listed = {"hands": "N", "burials": "burial", "penalties": "penalty", "effects": "effect"}
    fields = set(OPERATIONS["deals/replay"].question.load_fields) - {"tricks"}
    assert {listed.get(field, field) for field in fields} == FORMS.keys() - {"E", "S", "W"}

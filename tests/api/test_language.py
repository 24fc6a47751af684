"""The language of an answer."""

from __future__ import annotations

import pytest

from api.language import best_language
from tests.api.checked import CheckedClient
from tests.api.conftest import Asker
from tests.api.questions import PLAY


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"), ("en", "en"), ("en-GB", "en"), ("fr, de", "en"), ("*", "en"), ("xx;q=1, *;q=0.1", "en"),
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("ZH-cn", "zh-Hans"),
        ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-MO", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"),
        ("zh-TW,zh;q=.8", "zh-Hant"), ("zh;q=0.5, en;q=0.9", "en"), ("en;q=0.5, zh-TW;q=0.9", "zh-Hant"), ("zh-CN, zh-TW", "zh-Hans"),
        ("zh;q=0, en", "en"), ("zh;q=2", "en"), ("zh;q=x", "en"), ("zh;v=1", "en"), (",,;;q=,", "en"), ("zh ; q=0.3", "zh-Hans"),
    ],
)  # fmt: skip
def test_the_best_language_is_found(header: str, language: str) -> None:
    assert best_language(header) == language


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_text_is_in_the_language_asked_for(client: CheckedClient, ask: Asker, language: str) -> None:
    answers = [
        ask.response("plays/check", PLAY, Accept_Language=language),
        ask.response("plays/check", {}, Accept_Language=language),
        ask.response("rulesets/validate", {"x": 1}, Accept_Language=language),
        *(
            client.get(path, headers={"Accept-Language": language})
            for path in ("/v1/cards", "/v1/rulesets", "/v1/rulesets/guizhou-2010/clauses", "/nope")
        ),
    ]
    for answer in answers:
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


def test_texts_differ_by_language(client: CheckedClient) -> None:
    def name(language: str) -> str:
        cards = client.get("/v1/cards", headers={"Accept-Language": language}).json["cards"]
        assert [card["token"] for card in cards].count("HT") == 1
        return str(next(card["name"] for card in cards if card["token"] == "HT"))

    assert [name(language) for language in ("en", "zh-CN", "zh-TW")] == ["ten of hearts", "红桃10", "紅桃10"]
    titles = [
        client.get("/v1/rulesets/jiangsu-2007/clauses", headers={"Accept-Language": each}).json["clauses"][0]["title"]
        for each in ("en", "zh", "zh-HK")
    ]
    assert len(set(titles)) == 3


def test_codes_are_never_translated(ask: Asker) -> None:
    answers = [ask.response("plays/check", {**PLAY, "cards": ["H5", "H6"]}, Accept_Language=each).json for each in ("en", "zh", "zh-HK")]
    assert {violation["code"] for answer in answers for violation in answer["violations"]} == {"pair_owed"}

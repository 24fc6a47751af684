"""What a replayed deal says of itself in comments (批注): notes on its text, made from the answer in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules import texts

_LISTED = ("bids", "burials", "hands", "tricks", "penalties", "effects")


def notes_on(answer: Mapping[str, Any], language: str) -> dict[str, list[str]]:
    """The notes on the parts of a deal by JSON pointer, from the answer of deals/replay.

    Each trick says who wins it and its points, the fault stands where it is, and score and levels stand at the end.
    """
    notes: dict[str, list[str]] = {}
    for pointer, note in (*_bidding(answer, language), *_tricks(answer, language), *_fault(answer, language), *_end(answer, language)):
        notes.setdefault(pointer, []).append(note)
    return notes


def _say(language: str, code: str, **params: Any) -> str:
    return texts.text(language, "notation", code, params)


def _bidding(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    if answer.get("bidding", {}).get("source") == "redeal":
        yield "/bids", _say(language, "redeal")
    elif "bidding" in answer and "trump" in answer and "declarer" in answer:
        yield "/bids", _say(language, "trump", seat=answer["declarer"], **answer["trump"])


def _tricks(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    for index, trick in enumerate(answer["tricks"]):
        pointer = f"/tricks/{index}"
        attempt = trick.get("attempt", {"succeeds": True})
        if "fine" in attempt:
            yield pointer, _say(language, "failed_throw", points=attempt["fine"]["points"])
        elif "succeeds" not in attempt:
            yield pointer, _say(language, "throw_failed")
        if trick["complete"]:
            yield pointer, _say(language, "trick", seat=trick["winner"], points=trick["points"])


def _fault(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    fault = answer.get("fault")
    if fault is None:
        return
    place = _line_of(fault["pointer"])
    for violation in fault["violations"]:
        yield place, violation["message"]
    if "proved_by" in fault:
        yield place, _say(language, "proved_by", trick=int(fault["proved_by"].split("/")[2]) + 1)


def _line_of(pointer: str) -> str:
    """The pointer of the line in which the value at a pointer is written."""
    parts = pointer.split("/")
    return "/".join(parts[: 3 if parts[1:2] and parts[1] in _LISTED else 2])


def _end(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    for warning in answer["warnings"]:
        yield "", warning["message"]
    if not answer["complete"]:
        yield "", _say(language, "cut_short" if answer["legal"] else "first_fault")
        return
    score, advance = answer["score"], answer["advance"]
    counted = {"tricks": score["trick_points"], "kitty": score["kitty"]["awarded"], "fines": score["fines_points"]}
    yield "", _say(language, "score", total=score["attackers_points"], **counted)
    yield "", _say(language, advance["outcome"])
    yield "", _say(language, "gained", side=advance["gained"]["side"], levels=advance["gained"]["levels"])
    yield "", _say(language, "levels", north_south=advance["levels"]["NS"], east_west=advance["levels"]["EW"])
    if advance["game_over"]:
        yield "", _say(language, "game_over", side=advance["winner"])
    else:
        yield "", _say(language, "next_deal", seat=advance["declarer"], level=advance["level"])

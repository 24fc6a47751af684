"""What a replayed deal says of itself in comments (批注): notes on its text, made from the answer in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rules import texts
from rules.penalties import BOTH
from rules.ruleset import Ruleset
from rules.trump import NO_TRUMP
from schemas.penalties import offence_title

_TAKEN = ("deal_taken", "deal_kept")
"""Who has the deal by a sanction, whatever the points."""
_MOVING = ("dug_to_level", "digger_to_level", "stake_to_level", "levels_given", "stopped_at_must_defend")
"""What else moves levels, or keeps them where they are."""
_LISTED = ("bids", "burials", "hands", "tricks", "penalties", "effects")


def notes_on(body: Mapping[str, Any], answer: Mapping[str, Any], ruleset: Ruleset, language: str) -> dict[str, list[str]]:
    """The notes on the parts of a deal by JSON pointer, from the body and the answer of deals/replay; the ruleset names its offences.

    Each trick says who wins it and its points; the fault, what was ruled on, what a penalty costs and does and what an effect does
    stand where they are; score and levels stand at the end.
    """
    notes: dict[str, list[str]] = {}
    noted = chain(
        _bidding(answer, language),
        _tricks(answer, language),
        _irregularities(answer, ruleset, language),
        _fault(answer, language),
        _penalties(answer, language),
        _end(answer, language),
        _effects(body, language),
    )
    for pointer, note in noted:
        notes.setdefault(pointer, []).append(note)
    return notes


def _say(language: str, code: str, **params: Any) -> str:
    return texts.text(language, "notation", code, params)


def _bidding(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    if answer.get("bidding", {}).get("source") == "redeal":
        yield "/bids", _say(language, "redeal")
    elif "bidding" in answer and "trump" in answer and "declarer" in answer:
        case = "none" if answer["trump"]["suit"] == NO_TRUMP else "suit"
        yield "/bids", _say(language, "trump", case=case, seat=answer["declarer"], **answer["trump"])


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


def _irregularities(answer: Mapping[str, Any], ruleset: Ruleset, language: str) -> Iterator[tuple[str, str]]:
    titles = {offence.code: offence_title(offence, language) for offence in ruleset.options.offences}
    for found in answer["irregularities"]:
        yield from _violations(found, language)
        yield _line_of(found["pointer"]), _say(language, "ruled_on", titles=[titles[code] for code in found["offences"]])


def _fault(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    if "fault" in answer:
        yield from _violations(answer["fault"], language)


def _violations(fault: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    place = _line_of(fault["pointer"])
    for violation in fault["violations"]:
        yield place, _unstopped(violation["message"])
    if "proved_by" in fault:
        yield place, _say(language, "proved_by", trick=int(fault["proved_by"].split("/")[2]) + 1)


def _unstopped(message: str) -> str:
    """A sentence as a note, which has no full stop."""
    return message.removesuffix("。").removesuffix(".")


def _line_of(pointer: str) -> str:
    """The pointer of the line in which the value at a pointer is written."""
    parts = pointer.split("/")
    return "/".join(parts[: 3 if parts[1:2] and parts[1] in _LISTED else 2])


def _penalties(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """What each penalty is, costs and does; the fines of failed throws come first and stand with their tricks."""
    thrown = sum("fine" in trick.get("attempt", ()) for trick in answer["tricks"])
    for index, fine in enumerate(answer.get("score", {"fines": ()})["fines"][thrown:]):
        pointer, case = f"/penalties/{index}", "fined" if fine["points"] else "other"
        yield pointer, _say(language, "penalty", case=case, title=fine["title"], points=fine["points"])
        for sanction in fine["sanctions"]:
            if sanction["kind"] != "fine":
                yield pointer, texts.word(language, "sanction", sanction["kind"])
        for effect in fine["effects"]:
            yield from ((pointer, note) for note in _effect(effect, language))


def _effects(body: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """What each effect that the referee has decided does."""
    for index, effect in enumerate(body.get("effects", ())):
        yield from ((f"/effects/{index}", note) for note in _effect(effect, language))


def _effect(effect: Mapping[str, Any], language: str) -> Iterator[str]:
    """What an effect does; the levels with which a deal is taken are told by themselves, as those of a level-up are."""
    side = str(effect.get("by", effect.get("side", BOTH)))
    params = {
        "side": side if side == BOTH else side.upper(),
        "levels": int(effect.get("levels", 0)),
        "points": int(effect.get("points", 0)),
    }
    yield _say(language, f"effect.{effect['kind']}", **params)
    if effect["kind"] == "deal_taken" and params["levels"]:
        yield _say(language, "effect.level_up", **params)


def _score(score: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """How the attackers' total is made up, and where a sanction sets another one."""
    total, counted = score["attackers_points"], score["counted_points"]
    signed = ((fine["points"], fine["attackers_points_delta"]) for fine in score["fines"])
    fined = sum(points if delta > 0 else -points for points, delta in signed if delta)
    added = {"tricks": score["trick_points"], "kitty": score["kitty"]["awarded"], "fines": fined, "moved": score["fines_points"] - fined}
    yield "", _say(language, "score", case="moved" if added["moved"] else "fined", total=counted, **added)
    if total != counted:
        yield "", _say(language, "score", case="set", total=total)


def _end(answer: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    for warning in answer["warnings"]:
        yield "", _unstopped(warning["message"])
    if not answer["complete"]:
        yield "", _say(language, "cut_short" if answer["legal"] else "first_fault")
        return
    yield from _score(answer["score"], language)
    advance, rulings = answer["advance"], answer.get("rulings", ())
    yield "", _say(language, advance["outcome"], case="sanction" if any(one["code"] in _TAKEN for one in rulings) else "points")
    for ruling in rulings:
        if ruling["code"] in _MOVING:
            yield "", _unstopped(ruling["message"])
    yield "", _say(language, "gained", side=advance["gained"]["side"], levels=advance["gained"]["levels"])
    yield "", _say(language, "levels", north_south=advance["levels"]["NS"], east_west=advance["levels"]["EW"])
    if advance["game_over"]:
        yield "", _say(language, "game_over", side=advance["winner"])
    else:
        yield "", _say(language, "next_deal", seat=advance["declarer"], level=advance["level"])

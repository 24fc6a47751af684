"""How a ruleset document extends another: objects merge key by key, lists and tables replace whole, defaults come last."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from rules.document import META_KEYS, NOT_INHERITED, ROOT, Node

_COUNTER = "bidding.counter"
_MATRICES = ("first_deal", "later")
_APART = NOT_INHERITED | {"readings", "clauses"}


def merged(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """The document of `child`, which extends `parent`; both are tidy, neither is changed.

    Clauses are merged by id. A reading of the parent goes when the child sets the option itself.
    """
    result = _merged(ROOT, parent, {key: value for key, value in child.items() if key not in _APART})
    own = frozenset(set_paths(child))
    readings = dict(_inherited_readings(parent, result, own)) | child.get("readings", {})
    clauses = {clause["id"]: clause for clause in (*parent.get("clauses", ()), *child.get("clauses", ()))}
    return {**result, "readings": readings, "clauses": list(clauses.values())}


def _inherited_readings(parent: Mapping[str, Any], whole: Mapping[str, Any], own: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """The readings of values that a document leaves as they are; those of an `always` follow it to where it goes on."""
    before, after = (value_at(document, _COUNTER) or {} for document in (parent, whole))
    gone = [f"{_COUNTER}.{kind}" for kind in before if kind not in after]
    for path, why in parent.get("readings", {}).items():
        places = stood_for(path)[1:] if covers(frozenset(gone), path) else (path,)
        yield from ((place, why) for place in places if not covers(own, place))


def stood_for(path: str) -> tuple[str, ...]:
    """A path and those in whose place it stands: `bidding.counter.always` stands for the first deal and for the later ones.

    >>> stood_for("bidding.counter.always.level_pair")[1:]
    ('bidding.counter.first_deal.level_pair', 'bidding.counter.later.level_pair')
    >>> stood_for("ruff.match")
    ('ruff.match',)
    """
    always = f"{_COUNTER}.always"
    if not covers(frozenset({always}), path):
        return (path,)
    return (path, *(f"{_COUNTER}.{kind}{path.removeprefix(always)}" for kind in _MATRICES))


def _merged(node: Node, parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    result = _counter(parent, child) if node.path == _COUNTER else dict(parent)
    for key, value in child.items():
        below = (node.children or {}).get(key)
        before = result.get(key)
        if below is not None and below.children is not None and isinstance(value, dict) and isinstance(before, dict):
            result[key] = _merged(below, before, value)
        elif key in ("declarers", "attackers") and node.path == "advancement" and is_cap_alone(value):
            result[key] = _capped(before, value["cap"])
        else:
            result[key] = value
    return result


def _counter(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """What a document inherits of `bidding.counter`: `always`, or a matrix for the first deal and one for the later ones, never both.

    An `always` of its own stands in place of both. A matrix of its own does so for its deals alone: an inherited `always` then goes
    on as the matrix of the others.
    """
    result = dict(parent)
    if "always" in child:
        for kind in _MATRICES:
            result.pop(kind, None)
    elif "always" in result and not child.keys().isdisjoint(_MATRICES):
        always = result.pop("always")
        result |= dict.fromkeys(_MATRICES, always)
    return result


def unmerged(parent: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """A valid document without what it says as `parent`, which it extends, says it already: `merged` makes the same of it.

    >>> parent = {"follow": {"pairs": True, "tractors": True}, "clauses": []}
    >>> unmerged(parent, {"title": {"en": "x"}, "follow": {"pairs": False, "tractors": True}, "clauses": []})
    {'title': {'en': 'x'}, 'follow': {'pairs': False}}
    """
    result = _unmerged(ROOT, parent, {key: value for key, value in whole.items() if key not in _APART})
    result = {key: result.get(key, value) for key, value in whole.items() if key in result or key in NOT_INHERITED}
    known = merged(parent, result)
    clauses = [clause for clause in whole.get("clauses", ()) if clause not in known["clauses"]]
    readings = {path: why for path, why in whole.get("readings", {}).items() if known["readings"].get(path) != why}
    return result | ({"readings": readings} if readings else {}) | ({"clauses": clauses} if clauses else {})


def _unmerged(node: Node, parent: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in whole.items():
        below, before = (node.children or {}).get(key), parent.get(key)
        if key in parent and before == value:
            continue
        if below is not None and below.children is not None and isinstance(value, dict) and isinstance(before, dict):
            result[key] = _unmerged(below, before, value)
        else:
            result[key] = value
    return result


def is_cap_alone(table: Any) -> bool:
    """Does an override of an advancement table only cap the inherited one?

    >>> is_cap_alone({"cap": 3}), is_cap_alone({"cap": 3, "step": 40}), is_cap_alone(None)
    (True, False, False)
    """
    return isinstance(table, dict) and table.keys() == {"cap"}


def _capped(table: Any, cap: int) -> dict[str, Any]:
    """An advancement table with another cap."""
    return {**(table if isinstance(table, dict) else {"bands": table}), "cap": cap}


def completed(document: Mapping[str, Any], missing: list[tuple[str, ...]]) -> dict[str, Any]:
    """The document with the defaults of whatever it leaves out; the places of options without a default are added to `missing`."""
    return _completed(ROOT, document, missing, inside_block=False)


def _completed(node: Node, value: Mapping[str, Any], missing: list[tuple[str, ...]], *, inside_block: bool) -> dict[str, Any]:
    """Inside a block that may be absent only what it must have is made up."""
    result = dict(value)
    for key, child in (node.children or {}).items():
        inside = inside_block or child.optional
        if key not in result and not child.optional:
            if child.default is not None:
                result[key] = copy.deepcopy(child.default)
            elif child.children is not None and not child.choice and (key in node.required or not inside_block):
                result[key] = {}
            elif key in node.required:
                missing.append(tuple(child.path.split(".")))
        if child.children is not None and isinstance(result.get(key), dict):
            result[key] = _completed(child, result[key], missing, inside_block=inside)
    return result


def set_paths(document: Mapping[str, Any]) -> Iterator[str]:
    """The dotted paths that a document itself sets, down to what is replaced whole.

    >>> list(set_paths({"throws": {"allowed": False}, "title": {"en": "x"}, "bidding": {"revolution": "none"}}))
    ['throws.allowed', 'bidding.revolution']
    """
    for key, value in document.items():
        if key not in META_KEYS:
            yield from _set_paths((ROOT.children or {})[key], value)


def _set_paths(node: Node, value: Any) -> Iterator[str]:
    if node.children is None or not isinstance(value, dict):
        yield node.path
        return
    for key, inner in value.items():
        yield from _set_paths(node.children[key], inner)


def covers(paths: frozenset[str], path: str) -> bool:
    """Is `path` one of `paths`, or below one?

    >>> covers(frozenset({"kitty.multipliers"}), "kitty.multipliers.cap"), covers(frozenset({"ruff.match"}), "ruff")
    (True, False)
    """
    return path in paths or any(path.startswith(f"{other}.") for other in paths)


def value_at(document: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, or None where there is none.

    >>> value_at({"throws": {"allowed": False}}, "throws.allowed")
    False
    """
    value: Any = document
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value

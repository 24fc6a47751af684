"""How a ruleset document extends another: objects merge key by key, lists and tables replace whole, defaults come last."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from rules.document import META_KEYS, NOT_INHERITED, ROOT, Node

_CAP_ONLY = {"cap"}
_APART = NOT_INHERITED | {"readings", "clauses"}


def merged(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """The document of `child`, which extends `parent`; both are tidy, neither is changed.

    Clauses are merged by id. A reading of the parent goes when the child sets the option itself.
    """
    result = _merged(ROOT, parent, {key: value for key, value in child.items() if key not in _APART})
    own = frozenset(set_paths(child))
    readings = {path: why for path, why in parent.get("readings", {}).items() if not covers(own, path)} | child.get("readings", {})
    clauses = {clause["id"]: clause for clause in (*parent.get("clauses", ()), *child.get("clauses", ()))}
    return {**result, "readings": readings, "clauses": list(clauses.values())}


def _merged(node: Node, parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(parent)
    if node.path == "bidding.counter" and "always" in child:
        # `always` stands in place of the two; inherited ones would make it idle without a word
        result.pop("first_deal", None)
        result.pop("later", None)
    for key, value in child.items():
        below = (node.children or {}).get(key)
        before = result.get(key)
        if below is not None and below.children is not None and isinstance(value, dict) and isinstance(before, dict):
            result[key] = _merged(below, before, value)
        elif key in ("declarers", "attackers") and node.path == "advancement" and isinstance(value, dict) and value.keys() == _CAP_ONLY:
            result[key] = _capped(before, value["cap"])
        else:
            result[key] = value
    return result


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

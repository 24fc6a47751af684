"""From a chain of documents to a ruleset: validated, merged, completed and compiled, or every fault at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from rules.compiling import compiled
from rules.contradictions import contradictions
from rules.document import ROOT, Node
from rules.judging import missing_option, shape_faults, with_nearest
from rules.merging import completed, merged
from rules.ruleset import Layer, Ruleset, clause_of, in_all_languages, layer_of
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS, shown, tidy


@dataclass(frozen=True, slots=True)
class Link:
    """One document of a chain of `extends`, as it was given, with its name."""

    id: str
    revision: int
    document: Any


_ROOT_TABLES: Final = {"advancement": completed({}, [])["advancement"]}
"""What a document without `extends` may cap without setting it."""


def ruleset_of(
    chain: Sequence[Link], *, base: Ruleset | None = None, regulation: bool = False, inline: bool = False, parent_known: bool = True
) -> tuple[Ruleset | None, list[Fault]]:
    """The ruleset of a chain of documents over `base`, the first ancestor first, or the faults of its last document.

    Pointers begin at that document; if an ancestor is at fault (it was saved under other rules) `/extends` is. With `parent_known`
    false the last document names a parent that is not there: its own faults are told all the same.
    """
    parent = _ROOT_TABLES if base is None else base.document
    layers = [] if base is None else list(base.layers)
    for link in chain:
        own, whole, faults = _resolved(link.document, parent, parent_known=parent_known)
        if faults and link is not chain[-1]:
            faults = [Fault("/extends", "ruleset_not_valid", f"{link.id}@{link.revision}")]
        if faults or not parent_known:
            return None, with_nearest(faults[:MAX_FAULTS])
        layers.append(layer_of(own, regulation=regulation))
        parent = whole
    return _made(chain[-1], inline, parent, tuple(layers)), []


def _resolved(document: Any, parent: Mapping[str, Any], *, parent_known: bool) -> tuple[Any, dict[str, Any], list[Fault]]:
    """The tidy document, the resolved one, and the faults. With faults the resolved one is of no use."""
    own, faults = tidy(document)
    if not isinstance(own, dict):
        return own, {}, faults or [Fault("", "wrong_type", shown(own), {"expected": "object"})]
    told = {fault.pointer for fault in faults}
    if _are_all(faults):
        faults += [fault for fault in shape_faults(own) if fault.pointer not in told]
    if not _are_all(faults):
        # what else is at fault is not known, so there is no sound rest to be judged further
        return own, {}, faults
    given = frozenset(own)
    if faults:
        own = _without_faulty(ROOT, own, [fault.pointer.split("/")[1:] for fault in faults])
    missing: list[tuple[str, ...]] = []
    whole = completed(merged(parent, own), missing)
    if parent_known:
        faults += _not_told_yet(_missing(given, missing), faults)
    faults += _not_told_yet(islice(contradictions(own, whole if parent_known else None), MAX_FAULTS), faults)
    return own, whole, faults


def _missing(given: Set[str], missing: Sequence[tuple[str, ...]]) -> Iterator[Fault]:
    """The faults of options that a document has nowhere from.

    What lies under keys of which it gives none is told once: more often than a whole document is meant, its `extends` is forgotten.
    """
    absent = tuple(dict.fromkeys(parts[0] for parts in missing if parts[0] not in given))
    if absent:
        yield Fault("/extends", "missing_extends", None, {"options": absent})
    yield from (missing_option(parts) for parts in missing if parts[0] in given)


def _are_all(faults: Sequence[Fault]) -> bool:
    """Are these faults all there are, none left out because there are too many of them, or too many values?"""
    return len(faults) < MAX_FAULTS and all(fault.code != "too_large" for fault in faults)


def _made(link: Link, inline: bool, document: Mapping[str, Any], layers: tuple[Layer, ...]) -> Ruleset:
    return Ruleset(
        id=link.id,
        revision=link.revision,
        inline=inline,
        document=document,
        options=compiled(document),
        clauses=tuple(map(clause_of, document["clauses"])),
        title=in_all_languages(document.get("title", {"en": link.id})),
        layers=layers,
    )


def _near(place: str, other: str) -> bool:
    return place == other or place.startswith(f"{other}/") or other.startswith(f"{place}/")


def _not_told_yet(more: Iterable[Fault], told: Sequence[Fault]) -> list[Fault]:
    """Those of `more` that do not lie at, above or below a place where something is wrong already."""
    places = [fault.pointer for fault in told]
    return [fault for fault in more if not any(_near(fault.pointer, place) for place in places)]


def _without_faulty(node: Node, value: Mapping[str, Any], faulty: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The document without what is at fault: unknown keys, and each option with anything wrong in it, whole."""
    result: dict[str, Any] = {}
    for key, inner in value.items():
        child = (node.children or {}).get(key)
        below = [parts[1:] for parts in faulty if parts[0] == key]
        if child is None or [] in below:
            continue
        if not below:
            result[key] = inner
        elif child.children is not None:
            result[key] = _without_faulty(child, inner, below)
    return result

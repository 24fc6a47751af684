"""The catalogue of rulesets: the presets, and any reference to a ruleset turned into a ruleset. Compiled ones are kept, within bounds."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import orjson

from rules.document import OPTION_LEAVES, load_yaml
from rules.merging import unmerged, value_at
from rules.resolving import Link, ruleset_of
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError
from rules.tidying import MAX_FAULTS, shown

PRESET_FOLDER: Final = Path(__file__).parent / "presets"


def revisions_in(folder: Path) -> dict[str, int]:
    """The presets of a folder, each with its newest revision: `id.yaml` holds that, `id@1.yaml`, `id@2.yaml` and so on those before it.

    A match goes on by the revision it began with, so a preset whose options change keeps its old file. Raises ValueError for a gap.
    """
    names = [path.stem.partition("@") for path in folder.glob("*.yaml")]
    older: dict[str, list[int]] = {name: [] for name, _, revision in names if not revision}
    for name, _, revision in names:
        if revision:
            older[name].append(int(revision))
    if any(sorted(found) != list(range(1, len(found) + 1)) for found in older.values()):
        raise ValueError(f"{folder}: the revisions of a preset are numbered from 1 without gaps")
    return {name: len(found) + 1 for name, found in sorted(older.items())}


PRESET_REVISIONS: Final = revisions_in(PRESET_FOLDER)
"""The newest revision of each preset, by its id."""
PRESET_IDS: Final[tuple[str, ...]] = tuple(PRESET_REVISIONS)
"""The ids of the presets."""

MAX_CHAIN: Final = 8
"""Documents in one chain of `extends`, presets included."""
CACHE_SIZE: Final = 256
"""Compiled rulesets that are kept beside the presets."""

_REFERENCE: Final = re.compile(r"([a-z0-9][a-z0-9-]{0,63})(?:@([1-9][0-9]{0,8}))?")
_LONGEST_KEY: Final = 1024
_INLINE: Final = "inline"


class Stored(NamedTuple):
    """A saved ruleset: its revision, and the document as it was saved, which may have `extends`.

    One that is archived is found by its name with a revision alone.
    """

    revision: int
    document: Mapping[str, Any]
    archived: bool = False


Lookup = Callable[[str, int | None], Stored | None]
"""Finds a saved ruleset by id and revision, the newest where the revision is None; None when the caller has none of that name."""


def presets_only(name: str, revision: int | None) -> Stored | None:
    """The lookup of a caller without saved rulesets."""
    return None


def references_to(revisions: Mapping[str, int]) -> dict[str, tuple[str, int]]:
    """What may name a preset, and which revision it means.

    >>> references_to({"club": 2})
    {'club': ('club', 2), 'club@1': ('club', 1), 'club@2': ('club', 2)}
    """
    named = {f"{name}@{revision}": (name, revision) for name, newest in revisions.items() for revision in range(1, newest + 1)}
    return {name: (name, newest) for name, newest in revisions.items()} | named


_PRESET_REFERENCES: Final = references_to(PRESET_REVISIONS)


def preset(name: str, revision: int | None = None) -> Ruleset:
    """A preset by its id, the newest revision or another. Raises KeyError when there is none of that name."""
    return _loaded(name, PRESET_REVISIONS[name] if revision is None else revision)


@cache
def _loaded(name: str, revision: int) -> Ruleset:
    newest = PRESET_REVISIONS[name]
    if not 1 <= revision <= newest:
        raise KeyError(f"{name}@{revision}")
    return load_preset(PRESET_FOLDER / (f"{name}.yaml" if revision == newest else f"{name}@{revision}.yaml"), revision)


def load_preset(path: Path, revision: int = 1) -> Ruleset:
    """The ruleset of one preset file. Raises ValueError with every fault, which is a fault of the service."""
    document, name = load_yaml(path), path.stem.partition("@")[0]
    ruleset, faults = ruleset_of([Link(name, revision, document)], regulation=True)
    if ruleset is None:
        raise ValueError(f"{path.name}: " + "; ".join(map(str, faults)))
    if "extends" in document or document.get("id", name) != name or document.get("revision", revision) != revision:
        raise ValueError(f"{path.name}: a preset extends nothing, and its id is the name of its file")
    return ruleset


def resolve(reference: str | Mapping[str, Any], lookup: Lookup = presets_only, pointer: str = "/ruleset") -> Ruleset:
    """The ruleset that an id, `id@revision` or an inline object stands for.

    Raises InputError with every fault: `ruleset_not_found` with the nearest preset, and whatever is wrong with an inline object.
    """
    ruleset, faults = _resolve(reference, lookup)
    if ruleset is None:
        raise InputError([Fault(pointer + fault.pointer, fault.code, fault.value, fault.params) for fault in faults])
    return ruleset


def validate_document(document: Any, lookup: Lookup = presets_only, pointer: str = "") -> tuple[Ruleset | None, list[Fault]]:
    """A document judged: the ruleset it makes, or every fault. Pointers begin at the document unless `pointer` says where it lies."""
    if not isinstance(document, Mapping):
        return None, [Fault(pointer, "wrong_type", shown(document), {"expected": "object"})]
    ruleset, faults = _resolve(document, lookup)
    return ruleset, [Fault(pointer + fault.pointer, fault.code, fault.value, fault.params) for fault in faults]


def validate_restated(document: Mapping[str, Any], lookup: Lookup = presets_only) -> tuple[Mapping[str, Any], Ruleset | None, list[Fault]]:
    """A document judged that was read whole, changed and sent back: what it says itself, the ruleset it makes, or every fault.

    It names every option and clause, those too that it only inherits. What it says as its parent does counts as not said, so that it
    contradicts nothing, and what is overridden does not pass for printed.
    """
    ruleset, faults = validate_document(document, lookup)
    if "extends" not in document or any(fault.code != "contradiction" for fault in faults):
        return document, ruleset, faults
    own = unmerged(resolve(document["extends"], lookup).document, document)
    return own, *validate_document(own, lookup)


_Outcome = tuple[Ruleset | None, tuple[Fault, ...]]


class _Kept:
    """The outcomes met last, by what was asked; bounded, and shared by the threads of a worker."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._outcomes: OrderedDict[bytes, _Outcome] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> _Outcome | None:
        with self._lock:
            outcome = self._outcomes.get(key)
            if outcome is not None:
                self._outcomes.move_to_end(key)
            return outcome

    def keep(self, key: bytes, outcome: _Outcome) -> None:
        with self._lock:
            self._outcomes[key] = outcome
            if len(self._outcomes) > self._size:
                self._outcomes.popitem(last=False)

    def __len__(self) -> int:
        return len(self._outcomes)


_KEPT: Final = _Kept(CACHE_SIZE)


def _resolve(reference: Any, lookup: Lookup) -> _Outcome:
    if isinstance(reference, str):
        return _named(reference, lookup)
    if not isinstance(reference, Mapping):
        return None, (Fault("", "wrong_type", shown(reference), {"expected": "string, object"}),)
    if _rests_on_presets(reference):
        return _kept(_key_of(reference), lambda: _inline(reference, lookup))
    return _inline(reference, lookup)


def _rests_on_presets(reference: Mapping[str, Any]) -> bool:
    """Is an inline object the same for every caller?"""
    parent = reference.get("extends")
    return not isinstance(parent, str) or parent.partition("@")[0] in PRESET_IDS


def _kept(key: bytes | None, make: Callable[[], _Outcome]) -> _Outcome:
    outcome = _KEPT.get(key) if key is not None else None
    if outcome is None:
        outcome = make()
        if key is not None:
            _KEPT.keep(key, outcome)
    return outcome


def _key_of(*parts: Any) -> bytes | None:
    """A key for what was asked: its canonical JSON, or the digest of a long one; None for what has no JSON."""
    try:
        text = orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError):
        return None
    return text if len(text) <= _LONGEST_KEY else hashlib.sha256(text).digest()


def _named(reference: str, lookup: Lookup) -> _Outcome:
    known = _PRESET_REFERENCES.get(reference)
    if known is not None:
        return preset(*known), ()
    base, chain, fault = _ancestry(reference, lookup, "")
    if fault is not None:
        return None, (fault,)
    ruleset, faults = _of_saved(base, chain, inline=False)
    # whoever asked by name did not send the document, so there is no place in it to point to
    return ruleset, (Fault("", "ruleset_not_valid", shown(reference)),) if faults else ()


def _inline(reference: Mapping[str, Any], lookup: Lookup) -> _Outcome:
    parent = reference.get("extends")
    if "extends" not in reference:
        ruleset, faults = ruleset_of([Link(_INLINE, 1, reference)], inline=True)
        return ruleset, tuple(faults)
    if not isinstance(parent, str):
        # the schema says what is wrong with it
        return _without_parent(reference, ())
    base, chain, fault = _ancestry(parent, lookup, "/extends")
    if fault is not None:
        return _without_parent(reference, (fault,))
    named = chain[-1] if chain else base
    link = Link(named.id, named.revision, reference) if named is not None else Link(_INLINE, 1, reference)
    if chain:
        return _of_saved(base, [*chain, link], inline=True)
    ruleset, faults = ruleset_of([link], base=base, inline=True)
    return ruleset, tuple(faults)


def _without_parent(reference: Mapping[str, Any], known: tuple[Fault, ...]) -> _Outcome:
    """The faults of an object whose parent cannot be had, those already known first."""
    _, faults = ruleset_of([Link(_INLINE, 1, reference)], parent_known=False)
    places = {fault.pointer for fault in known}
    return None, (*known, *(fault for fault in faults if fault.pointer not in places))[:MAX_FAULTS]


def _of_saved(base: Ruleset | None, chain: list[Link], *, inline: bool) -> _Outcome:
    """The ruleset of saved documents. What was compiled of the same documents is kept, whoever they belong to."""

    def make() -> _Outcome:
        ruleset, faults = ruleset_of(chain, base=base, inline=inline)
        return ruleset, tuple(faults)

    behind = [base.id, base.revision] if base else []
    return _kept(_key_of(inline, behind, [(link.id, link.revision, link.document) for link in chain]), make)


def _ancestry(reference: str, lookup: Lookup, place: str) -> tuple[Ruleset | None, list[Link], Fault | None]:
    """The preset and the saved documents behind a name, the first ancestor first, or why they cannot be had."""
    chain: list[Link] = []
    named: Any = reference
    while isinstance(named, str):
        if named in _PRESET_REFERENCES:
            return preset(*_PRESET_REFERENCES[named]), chain[::-1], None
        link = _saved(named, lookup, place)
        if isinstance(link, Fault):
            return None, [], link
        if any((link.id, link.revision) == (other.id, other.revision) for other in chain):
            return None, [], Fault(place, "extends_cycle", shown(reference))
        if len(chain) == MAX_CHAIN - 1:
            return None, [], Fault(place, "extends_too_deep", shown(reference), {"maximum": MAX_CHAIN})
        chain.append(link)
        named = link.document.get("extends")
    return None, chain[::-1], None


def parted(reference: str) -> tuple[str, int | None] | None:
    """The id and the revision in a text that may name a ruleset; None where it cannot name one.

    >>> parted("our-club@3"), parted("our-club"), parted("our-club@03")
    (('our-club', 3), ('our-club', None), None)
    """
    match = _REFERENCE.fullmatch(reference)
    return None if match is None else (match[1], int(match[2]) if match[2] else None)


def _saved(reference: str, lookup: Lookup, place: str) -> Link | Fault:
    named = parted(reference)
    stored = None if named is None or named[0] in PRESET_IDS else lookup(*named)
    if named is None or stored is None:
        return _not_found(reference, place)
    name, revision = named
    if stored.archived and revision is None:
        return Fault(place, "ruleset_archived", reference, {"revision": stored.revision})
    return Link(name, stored.revision, stored.document)


def _not_found(reference: str, place: str) -> Fault:
    near = difflib.get_close_matches(reference.partition("@")[0][:64], PRESET_IDS, n=1)
    return Fault(place, "ruleset_not_found", shown(reference), {"nearest": near[0]} if near else {})


@dataclass(frozen=True, slots=True)
class Difference:
    """One option that differs: its value in both rulesets and what each rests on; None where a ruleset has no value."""

    path: str
    a: Any
    b: Any
    basis_a: str | None
    basis_b: str | None


def diff(a: Ruleset, b: Ruleset) -> list[Difference]:
    """The options in which two rulesets differ, in the order of the schema."""
    differences = []
    for path, leaf in OPTION_LEAVES.items():
        values = [value_at(ruleset.document, path) for ruleset in (a, b)]
        compared = [sorted(value) if leaf.unordered and value is not None else value for value in values]
        if compared[0] != compared[1]:
            bases = [None if value is None else ruleset.ground(path).basis for ruleset, value in zip((a, b), values, strict=True)]
            differences.append(Difference(path, values[0], values[1], bases[0], bases[1]))
    return differences

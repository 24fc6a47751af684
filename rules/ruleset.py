"""A ruleset (规则): a resolved document, its compiled options, and for each option what it rests on, print, reading or override."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.document import DOCUMENT_SCHEMA, LANGUAGES, OPTION_LEAVES, OPTION_PATHS
from rules.facets import option_of
from rules.merging import covers, set_paths, stood_for, value_at
from rules.options import Options

__all__ = ["DOCUMENT_SCHEMA", "OPTION_PATHS", "Clause", "Ground", "Layer", "Ruleset"]

PRINTED: Final = "printed"
READING: Final = "reading"
OPTION: Final = "option"


@dataclass(frozen=True, slots=True)
class Ground:
    """What the value of an option rests on."""

    basis: str
    """`printed` in a regulation, a `reading` of it, or `option`: an override decided."""
    clause: str | None
    """The id of the clause; never with `option`."""
    option: str
    """`ruff.compare=each_kind`; of tables, lists and groups the path alone; of a facet that of its option."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause (条款) of a regulation."""

    id: str
    title: Mapping[str, str]
    """In every language of the service."""
    governs: tuple[str, ...]
    decidable: str
    """`cards`, `bids`, `event`, `judgement` or `none`."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one document of a chain of `extends` says itself about the ground of options."""

    own: frozenset[str]
    """The paths that it sets."""
    readings: frozenset[str]
    governed: Mapping[str, str]
    """The clause's id by governed path; the first clause that governs a path counts, of an offence the one it names itself."""
    offences: Mapping[str, Any] | None
    """Its offences as it writes them, by path; None where it has no list of its own."""
    regulation: bool
    """A preset: what it does not explain is a reading, nobody has overridden it."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One revision of a ruleset, never changed; `document` is read only."""

    id: str
    revision: int
    inline: bool
    """It came as an object; `id` and `revision` are then its parent's."""
    document: Mapping[str, Any]
    options: Options
    clauses: tuple[Clause, ...]
    title: Mapping[str, str]
    """In every language of the service."""
    layers: tuple[Layer, ...]
    """From the first ancestor to the document itself."""
    _grounds: dict[str, Ground] = field(default_factory=dict, repr=False)

    def ground(self, option_path: str) -> Ground:
        """What an option, a group of options (`throws.on_failure.fine`), a row of a table or an offence (`offences.late`) rests on.

        Of a facet, a case of one of these (`bidding.reinforce.later`), the same. Raises KeyError for a path that no option has.
        """
        known = self._grounds.get(option_path)
        if known is None:
            option = option_of(option_path, {offence["code"]: offence for offence in self.document["offences"]})
            if option is None:
                raise KeyError(option_path)
            known = self._grounds[option_path] = self._find_ground(option_path, option)
        return known

    def _find_ground(self, path: str, option: str) -> Ground:
        origin = self._offence_set_by(option)
        if origin is None:
            origin = max((index for index, layer in enumerate(self.layers) if _sets(layer.own, option)), default=0)
        basis, clause = OPTION, None
        for index in range(len(self.layers) - 1, origin - 1, -1):
            # a later document speaks of an inherited value only where it names exactly that option
            found = _stated(self.layers[index], path, option, exactly=index > origin)
            if found is not None:
                basis, clause = found
                break
        else:
            if self.layers[origin].regulation:
                basis = READING
        return Ground(basis, clause, _shown(option, value_at(self.document, option)))

    def _offence_set_by(self, path: str) -> int | None:
        """The document that sets an offence: the first of those that have written it alike. None where the ruleset has no such offence.

        A list of offences replaces the inherited one whole, so whoever changes one of them writes out the others too.
        """
        origin, found = None, None
        for index in range(len(self.layers) - 1, -1, -1):
            offences = self.layers[index].offences
            if offences is None:
                continue
            if path not in offences or (origin is not None and offences[path] != found):
                break
            origin, found = index, offences[path]
        return origin


def _sets(own: frozenset[str], path: str) -> bool:
    return covers(own, path) or any(other.startswith(f"{path}.") for other in own)


def _stated(layer: Layer, path: str, option: str, *, exactly: bool) -> tuple[str, str | None] | None:
    """Basis and clause as one document states them: the nearest of the path itself and the groups it belongs to counts.

    A group is a reading as soon as one of its options is. At the same place a reading goes before a clause, which it may name too;
    that of a facet is a reading of the nearest clause.
    """
    clause = None
    places = _upward(path)
    below = () if exactly else tuple(leaf for leaf in (*OPTION_LEAVES, *(layer.offences or ())) if leaf.startswith(f"{path}."))
    for place in places[:1] if exactly else places:
        clause = clause or layer.governed.get(place)
        if place in layer.readings:
            of_facet = places if place.startswith(f"{option}.") else ()
            return READING, clause or next((layer.governed[other] for other in of_facet if other in layer.governed), None)
        if place == path and not layer.readings.isdisjoint(below):
            return READING, clause or next((layer.governed[leaf] for leaf in below if leaf in layer.governed), None)
        if clause is not None:
            return PRINTED, clause
    governed = next((layer.governed[leaf] for leaf in below if leaf in layer.governed), None)
    return (PRINTED, governed) if governed is not None else None


def _upward(path: str) -> list[str]:
    """The path and the groups it belongs to, nearest first.

    >>> _upward("throws.on_failure.plays")
    ['throws.on_failure.plays', 'throws.on_failure', 'throws']
    """
    parts = path.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def _shown(path: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{path}={str(value).lower()}"
    return f"{path}={value}" if isinstance(value, str | int) else path


def layer_of(document: Mapping[str, Any], *, regulation: bool) -> Layer:
    """What a valid document, as it was given, says about the ground of options."""
    clauses = document.get("clauses", ())
    offences = {f"offences.{offence['code']}": offence for offence in document.get("offences", ())}
    known = {clause["id"] for clause in clauses}
    governed = {path: offence["clause"] for path, offence in offences.items() if offence.get("clause") in known}
    for clause in clauses:
        for path in _with_stood_for(clause.get("governs", ())):
            governed.setdefault(path, clause["id"])
    own, readings = (frozenset(_with_stood_for(paths)) for paths in (set_paths(document), document.get("readings", ())))
    return Layer(own, readings, governed, offences if "offences" in document else None, regulation)


def _with_stood_for(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        yield from stood_for(path)


def clause_of(entry: Mapping[str, Any]) -> Clause:
    """A clause of a valid document."""
    return Clause(entry["id"], in_all_languages(entry["title"]), tuple(entry.get("governs", ())), entry.get("decidable", "none"))


def in_all_languages(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Texts in some languages as texts in all: a missing one is taken from its nearest neighbour.

    >>> in_all_languages({"zh-Hans": "规则"})
    {'en': '规则', 'zh-Hans': '规则', 'zh-Hant': '规则'}
    """
    nearest = {"en": LANGUAGES, "zh-Hans": ("zh-Hans", "zh-Hant", "en"), "zh-Hant": ("zh-Hant", "zh-Hans", "en")}
    return {language: next(texts[other] for other in nearest[language] if other in texts) for language in LANGUAGES}

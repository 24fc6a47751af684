"""The penalties booked for a deal (已登记的判罚): how each counts when the deal is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rules.penalties import Offending, SanctionVerdict, assess
from rules.ruleset import Ruleset
from rules.rulings import Fault, Ruling
from rules.seats import SEATS
from schemas.penalties import OffendingRequest
from store.moves import effect_json

_OFFENDING = OffendingRequest()
_PENALTIES, _EFFECTS = "penalties", "effects"
_CONTRADICTS = "contradictory_effect"


class Booked(NamedTuple):
    """A penalty that stands in the log: its number there, and what was sent."""

    seq: int
    facts: Mapping[str, Any]

    @property
    def offence(self) -> str:
        """The code of the offence."""
        return str(self.facts["offence"])

    @property
    def offending(self) -> dict[str, Any]:
        """The offence as an item of a deal's `penalties`."""
        return {key: value for key, value in self.facts.items() if key in _OFFENDING.load_fields}

    def sanction(self, ruleset: Ruleset, declarer: str | None) -> SanctionVerdict:
        """What follows from it under the declarer of the deal."""
        offending: Offending = _OFFENDING.load(self.offending)
        return assess(ruleset.options, replace(offending, declarer=declarer))

    def has_points(self, ruleset: Ruleset, declarer: str) -> bool:
        """Whether points follow from it under the declarer of the deal."""
        sanction = self.sanction(ruleset, declarer)
        return bool(sanction.points or sanction.attackers_points_delta)


class Share(NamedTuple):
    """What the booked penalties add to a deal: items after its own `penalties` and `effects`, each with the penalty it comes from."""

    penalties: tuple[tuple[Booked, dict[str, Any]], ...] = ()
    effects: tuple[tuple[Booked, dict[str, Any]], ...] = ()
    named: tuple[Booked, ...] = ()
    """Those that the deal itself names at their places in its record."""
    warnings: tuple[Ruling, ...] = ()

    @property
    def booked(self) -> tuple[Booked, ...]:
        """The penalties that count in the deal, in their order."""
        found = {one.seq: one for one in (*self.named, *(one for one, _ in (*self.penalties, *self.effects)))}
        return tuple(found[seq] for seq in sorted(found))

    @property
    def counted(self) -> list[int]:
        """Their numbers."""
        return [one.seq for one in self.booked]

    def added_to(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A question with what is added; a field that is no list stays what it is, to be refused."""
        more = {}
        for name, items in ((_PENALTIES, self.penalties), (_EFFECTS, self.effects)):
            own = body.get(name, [])
            if items and isinstance(own, list):
                more[name] = [*own, *(item for _, item in items)]
        return {**body, **more}

    def without(self, misfits: Mapping[int, Booked]) -> Share:
        """The same without penalties that cannot be part of the deal, each of which leaves a warning."""
        return self._replace(
            penalties=tuple(pair for pair in self.penalties if pair[0].seq not in misfits),
            effects=tuple(pair for pair in self.effects if pair[0].seq not in misfits),
            warnings=(*self.warnings, *(Ruling("penalty_does_not_fit", None, {"offence": one.offence}) for one in misfits.values())),
        )


def share_of(ruleset: Ruleset, kind: str, body: Mapping[str, Any], booked: Sequence[Booked]) -> Share:
    """How the penalties booked for a deal count in it.

    The tricks of a replay show failed throws themselves, and its own penalties may say where in the record a booked one was committed.
    A final total holds the points of all of them: of those only the effects are added.
    """
    penalties, effects, named, warnings = [], [], [], []
    throws = {offence.code for offence in ruleset.options.offences if offence.fine_from is not None}
    placed = _placed_in(body) if kind == "replay" else []
    declarer = body.get("declarer")
    for one in booked:
        if kind == "replay" and one.offence in throws:
            warnings.append(Ruling("penalty_in_tricks", None, {"offence": one.offence}))
        elif _spelled(one.offending) in placed:
            placed.remove(_spelled(one.offending))
            named.append(one)
        elif "attackers_points" in body and declarer in SEATS and one.has_points(ruleset, str(declarer)):
            warnings.append(Ruling("penalty_in_total", None, {"offence": one.offence}))
            effects += [(one, effect_json(effect)) for effect in one.sanction(ruleset, str(declarer)).moves]
        else:
            penalties.append((one, one.offending))
    return Share(tuple(penalties), tuple(effects), tuple(named), tuple(warnings))


def misfits(share: Share, body: Mapping[str, Any], faults: Sequence[Fault]) -> dict[int, Booked]:
    """The booked penalties, by number, in which faults of a question lie though nothing that was sent contradicts them."""
    pairs = [(_booked_at(share, body, fault.pointer), fault) for fault in faults]
    return {one.seq: one for one, fault in pairs if one is not None and _sent(share, body, fault) is None}


def placed_at_own(share: Share, body: Mapping[str, Any], faults: Sequence[Fault]) -> list[Fault]:
    """The faults of a question; a contradiction between what was sent and a booked penalty lies at what was sent."""
    answer = []
    for fault in faults:
        one, sent = _booked_at(share, body, fault.pointer), _sent(share, body, fault)
        answer.append(fault if one is None or sent is None else Fault(sent, fault.code, None, {"other": f"seq {one.seq}"}))
    return answer


def _sent(share: Share, body: Mapping[str, Any], fault: Fault) -> str | None:
    """The place in what was sent that a fault says to contradict."""
    other = str(fault.params.get("other")) if fault.code == _CONTRADICTS else None
    return None if other is None or _booked_at(share, body, other) is not None else other


def _booked_at(share: Share, body: Mapping[str, Any], pointer: str) -> Booked | None:
    """The booked penalty that has added the item of a list at a place, or None where that was sent."""
    _, name, index, *_ = (*pointer.split("/"), "", "", "")
    items = {_PENALTIES: share.penalties, _EFFECTS: share.effects}.get(name, ())
    place = int(index) - len(body.get(name, [])) if items and index.isdecimal() else -1
    return items[place][0] if 0 <= place < len(items) else None


def _placed_in(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The deal's own penalties that name a place in its record, without it."""
    own = body.get(_PENALTIES)
    items = [item for item in own if isinstance(item, dict) and "at" in item] if isinstance(own, list) else []
    return [_spelled({key: value for key, value in item.items() if key != "at"}) for item in items]


def _spelled(offending: Mapping[str, Any]) -> dict[str, Any]:
    """An offence with its sides spelled in one way."""
    return {key: value.lower() if isinstance(value, str) else value for key, value in offending.items()}

"""What the requests of several resources share: closed objects, a ruleset, a trump, plays on the table, cards that exist once.

The faults of the fields and those of the fields together are told at once: a check over several fields takes what has been
read so far and looks at whatever can be judged without the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, post_load, validates_schema

from rules.catalogue import PRESET_IDS, preset
from rules.checks import copy_faults
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.tidying import MAX_FAULTS
from rules.tricks import Play, table_faults
from rules.trump import NO_TRUMP, Trump, trump_faults
from schemas.faults import escaped, faults_of
from schemas.fields import MOST_HELD, Cards, Choice, Flag, Level, Part, Parts, RulesetReference, Seat, Suit
from schemas.loading import FaultyError, Reader, object_reader

CardSets = list[tuple[str, tuple[int, ...]]]
"""Sets of cards with the pointers they were read at."""

BODY_LIMIT = 64 * 1024
"""Bytes of a decision's body."""
INLINE_WORK = 5
"""Units of work of a ruleset that is given as an object."""
_STANDARD_DECKS = 2


class Request(Schema):
    """An object of a request, closed: a field it does not know is a fault that names the nearest one.

    What has no fault is read by a function made of the declared fields (`schemas.loading`); what has any is read again by
    marshmallow's way, which collects them, as many as can be told.
    """

    body_limit = BODY_LIMIT
    """Bytes that a body may have; in a batch its own limit counts alone."""
    work = 1
    """The units of work that a question counts in a batch: one for each 2 ms that it may take, whatever it asks."""

    class Meta:
        """Closed."""

        unknown = RAISE

    error_messages: dict[str, Any] = {"type": Fault("", "wrong_type", None, {"expected": "object"})}

    def load(self, data: Any, **kwargs: Any) -> Any:
        """What the request means to the engine. Raises ValidationError with its faults."""
        try:
            return self.reader(data)
        except (FaultyError, ValidationError, TypeError):
            pass  # and nothing of it is kept while the faults are looked for
        return self.load_thoroughly(data, **kwargs)

    def load_thoroughly(self, data: Any, **kwargs: Any) -> Any:
        """The same, marshmallow's way.

        Its error holds the frames that it has come through, and one of these holds the error: a circle around the whole body that only the
        search for garbage would find, so it is broken here. Unknown fields are told by `check_together`.
        """
        try:
            return super().load(data, **kwargs | {"unknown": EXCLUDE})
        except ValidationError as error:
            raise error.with_traceback(None)  # noqa: B904

    @cached_property
    def reader(self) -> Reader:
        """What reads one object that has no fault, made when it is first asked for."""
        return object_reader(self)

    def work_of(self, body: Mapping[str, Any]) -> int:
        """The units of work of one question, not read yet: more than `work` where its ruleset is to be compiled first."""
        return self.work + INLINE_WORK if type(body.get("ruleset")) is dict else self.work

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_together(self, data: Mapping[str, Any], body: Any, **kwargs: Any) -> None:
        """Raise every fault that lies in several fields together, and name the unknown fields in the order of the request."""
        faults = [*self.faults_together(data, body), *self._unknown(body)] if isinstance(body, dict) else []
        if faults:
            raise ValidationError(list(faults))

    def _unknown(self, body: Mapping[str, Any]) -> Iterator[Fault]:
        known = tuple(self.load_fields)
        for key in islice((key for key in body if key not in self.load_fields), MAX_FAULTS):
            yield Fault(f"/{escaped(key)}", "unknown_field", None, {"known": known})

    @post_load
    def finish(self, data: dict[str, Any], **kwargs: Any) -> Any:
        """What a request without faults means to the engine."""
        return self.made(data)

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """The faults of several fields together; `data` holds what of `body` could be read, which may be less than all."""
        return []

    def made(self, data: dict[str, Any]) -> Any:
        """What the fields, none of them faulty, mean together."""
        return data


class Query(Request):
    """The parameters of a query, closed as well: none of another name is taken, and each of them once.

    Of those `beside` them it is only seen that they stand there once: they are read elsewhere.
    """

    def __init__(self, *beside: str) -> None:
        super().__init__()
        self.beside = beside

    def load(self, data: Any, **kwargs: Any) -> Any:
        """What a query means, given as every parameter with its values. Raises ValidationError with its faults."""
        known = (*self.load_fields, *self.beside)
        first = {name: values[0] for name, values in data.items()}
        taken = {"known": known, "taken": known} if known else {}
        unknown = [Fault(f"/{escaped(name)}", "unknown_field", None, taken) for name in first if name not in known]
        repeated = [
            Fault(f"/{escaped(name)}", "repeated_parameter", None, {"count": len(values)})
            for name, values in data.items()
            if name in known and len(values) > 1
        ]
        faults: list[Fault] = []
        try:
            found = super().load({name: value for name, value in first.items() if name in self.load_fields})
        except ValidationError as error:
            faults = faults_of(error.messages, error.data)
        if faults or unknown or repeated:
            told = {name: value for name, value in first.items() if name not in self.beside}  # which may be secrets
            raise ValidationError([*faults, *unknown, *repeated], data=told)
        return found


class Decision(Request):
    """A question that a ruleset decides."""

    ruleset = RulesetReference(required=True)

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """More copies of a card than there are, over the cards that exist apart."""
        ruleset: Ruleset | None = data.get("ruleset")
        decks = ruleset.options.decks if ruleset is not None else _STANDARD_DECKS
        return copy_faults(decks, self.card_sets(data))

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The cards of the request that exist apart from each other."""
        return []


class Explained(Decision):
    """A question whose answer carries the rulings behind it unless `explain` is false."""

    explain = Flag(load_default=True, metadata={"description": "Whether the answer carries the rulings behind it."})


class TrumpRequest(Request):
    """The trump of a deal."""

    suit = Suit(with_no_trump=True, required=True)
    level = Level(required=True)
    level_cards_lowest = Flag(
        load_default=False, metadata={"description": "The level cards are the lowest trumps in this deal (Gongxiao 8)."}
    )

    def made(self, data: dict[str, Any]) -> Trump:
        """The trump as the engine takes it."""
        return Trump(**data)


class TrumpPart(Part):
    """The trump within a request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(TrumpRequest(), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **kwargs: Any) -> Any:
        if type(value) is Trump:  # a batch has read it already
            return value
        return super()._deserialize(value, attr, data, partial, **kwargs)

    def reader(self) -> Reader:
        """The trump itself, or what its object means."""
        read = super().reader()
        return lambda value: value if type(value) is Trump else read(value)


def trump_faults_of(data: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the trump under the ruleset, as far as both could be read."""
    ruleset, trump = data.get("ruleset"), data.get("trump")
    return trump_faults(ruleset.options, trump) if ruleset is not None and isinstance(trump, Trump) else []


class PlayRequest(Request):
    """One play on the table."""

    seat = Seat(required=True)
    cards = Cards(required=True, most=MOST_HELD)
    counts_as = Choice(
        choices=("lowest",),
        metadata={"description": "`lowest`: the play never overtakes (corrected, exposed and punished cards)."},
    )

    def made(self, data: dict[str, Any]) -> Play:
        """The play as the engine takes it."""
        return Play(data["seat"], data["cards"], "counts_as" in data)


class Plays(Parts):
    """Plays in the order in which they were made."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(PlayRequest(), **kwargs)


def play_sets(plays: Iterable[Any], pointer: str) -> CardSets:
    """The cards of plays with their pointers; of plays that were not wholly read, those whose cards were."""
    sets: CardSets = []
    for index, play in enumerate(plays):
        cards = play.cards if isinstance(play, Play) else play.get("cards")
        if cards is not None:
            sets.append((f"{pointer}/{index}/cards", cards))
    return sets


def table_faults_of(data: Mapping[str, Any], plays: Any, pointer: str) -> list[Fault]:
    """What is wrong with plays on the table.

    Without a ruleset or a trump that could be read, what depends on them is left untold.
    """
    if not plays or not isinstance(plays, tuple):
        return []
    ruleset, trump = data.get("ruleset"), data.get("trump")
    if ruleset is not None and isinstance(trump, Trump) and not trump_faults(ruleset.options, trump):
        return table_faults(ruleset.options, trump, plays, pointer)
    untold = {"lead_of_two_groups"} if ruleset is not None else {"lead_of_two_groups", "seat_out_of_order"}
    options = ruleset.options if ruleset is not None else preset(PRESET_IDS[0]).options
    faults = table_faults(options, Trump(NO_TRUMP, options.levels.ladder[0]), plays, pointer)
    return [fault for fault in faults if fault.code not in untold]

"""The fields of requests: each turns JSON into what the engine reads, and says with code and place what is wrong.

A field's `openapi` is its JSON Schema; named parts of it stand in `schemas.named`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar
from itertools import count
from typing import Any

from marshmallow import Schema, ValidationError, fields

from rules import catalogue
from rules.cards import CARD_OF_TOKEN, KINDS, RANKS, SUITS, parse_card, split_cards, suit_of
from rules.ruleset import Ruleset
from rules.rulings import Fault, InputError
from rules.seats import SEATS, SIDES
from rules.tidying import MAX_FAULTS, text_is_clean
from rules.trump import JOKER_LEVEL, NO_TRUMP
from schemas.faults import number_of_faults, refusal
from schemas.loading import FaultyError, Reader, schema_reader, thorough_reader

MOST_CARDS = 2 * KINDS
"""Items of a card list: all the cards of two decks."""
MOST_HELD = 25 + 8
"""Cards of a hand, and so of a play: those dealt, and the kitty before it is buried."""

_NO_CARDS = count(KINDS)
"""Numbers that no card has, each given once."""

SAVED_RULESETS: ContextVar[catalogue.Lookup] = ContextVar("SAVED_RULESETS", default=catalogue.presets_only)
"""How this request finds saved rulesets; presets alone unless the caller has some."""

FAULT_MESSAGES: dict[str, Any] = {"required": [Fault("", "missing_field")], "null": [Fault("", "null_not_allowed")]}


class RequestField(fields.Field[Any]):
    """A field of a request; null and absence are faults of their own."""

    default_error_messages = FAULT_MESSAGES
    openapi: Mapping[str, Any] = {}


class Cards(RequestField):
    """A set of cards, given as a list or as one text: a tuple of card ints in the order given."""

    openapi = {"$ref": "#/components/schemas/CardSet"}

    def __init__(self, *, may_be_empty: bool = False, most: int = MOST_CARDS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.may_be_empty = may_be_empty
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> tuple[int, ...]:
        if type(value) is not list:
            if type(value) is not str:
                raise refusal("wrong_type", expected="cards")
            value = split_cards(value)
        if not value and not self.may_be_empty:
            raise refusal("empty_cards")
        if len(value) > self.most:
            raise refusal("too_many_cards", count=len(value), limit=self.most)
        try:
            return tuple([CARD_OF_TOKEN[token] for token in value])
        except (KeyError, TypeError):
            return self._read_spellings(value)

    def reader(self) -> Reader:
        """A list of tokens at once; whatever else the thorough way."""
        most, thorough, kind_of = self.most, thorough_reader(self), CARD_OF_TOKEN.__getitem__

        def read(value: Any) -> Any:
            if type(value) is list and 0 < len(value) <= most:
                try:
                    return tuple(map(kind_of, value))
                except (KeyError, TypeError):
                    pass
            return thorough(value)

        return read

    @staticmethod
    def _read_spellings(spellings: list[Any]) -> tuple[int, ...]:
        cards = [parse_card(text) if isinstance(text, str) else None for text in spellings]
        bad = [_not_a_card(f"/{index}", spellings[index]) for index, card in enumerate(cards) if card is None]
        if bad:
            known = [next(_NO_CARDS) if card is None else card for card in cards]
            raise ValidationError(list(bad), valid_data=known)
        return tuple(card for card in cards if card is not None)


def _not_a_card(pointer: str, spelling: Any) -> Fault:
    """What is wrong with an item of a list of cards that is none."""
    if spelling is None:
        return Fault(pointer, "null_not_allowed")
    if isinstance(spelling, str):
        return Fault(pointer, "unknown_card", spelling)
    return Fault(pointer, "wrong_type", None, {"expected": "string"})


class OneCard(RequestField):
    """One card, in any spelling: its int."""

    openapi = {"type": "string", "maxLength": 20, "examples": ["H5"]}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not str:
            raise refusal("wrong_type", expected="string")
        card = parse_card(value)
        if card is None:
            raise refusal("unknown_card")
        return card


def is_whole(cards: Any) -> bool:
    """Whether a set of cards was read without a fault.

    Where one was not, the checks over several fields still get a list, in which each unknown card is a number of its own, so that
    the copies of the others can be counted.
    """
    return isinstance(cards, tuple) and bool(cards)


class Choice(RequestField):
    """One of a closed set of texts; subclasses may read other spellings of them."""

    choices: tuple[str, ...] = ()
    code = "not_a_choice"

    def __init__(self, *, choices: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if choices:
            self.choices = choices
            self.openapi = {"type": "string", "enum": list(choices)}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if type(value) is not str:
            raise refusal("wrong_type", expected="string")
        if value in self.choices:
            return value
        meant = self.read(value)
        if meant is None:
            raise refusal(self.code, choices=list(self.choices))
        return meant

    def reader(self) -> Reader:
        """A value as it stands among the choices at once; other spellings the thorough way."""
        choices, thorough = frozenset(self.choices), thorough_reader(self)
        return lambda value: value if value in choices else thorough(value)

    def read(self, spelling: str) -> str | None:
        """The choice that another spelling means, or None."""
        return None


class Seat(Choice):
    """A seat."""

    choices = SEATS
    code = "unknown_seat"
    openapi = {"$ref": "#/components/schemas/Seat"}

    def read(self, spelling: str) -> str | None:
        """The seat of a lower-case letter."""
        return spelling.upper() if spelling.upper() in self.choices else None


class Side(Choice):
    """A side."""

    choices = SIDES
    code = "unknown_side"
    openapi = {"$ref": "#/components/schemas/Side"}

    def read(self, spelling: str) -> str | None:
        """The side of lower-case letters."""
        return spelling.upper() if spelling.upper() in self.choices else None


class Suit(Choice):
    """A suit; `with_no_trump` also reads `NT`. Symbols and lower case are read."""

    code = "unknown_suit"

    def __init__(self, *, with_no_trump: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = (*SUITS, NO_TRUMP) if with_no_trump else tuple(SUITS)
        self.openapi = {"$ref": "#/components/schemas/" + ("TrumpSuit" if with_no_trump else "Suit")}

    def read(self, spelling: str) -> str | None:
        """The suit of a letter or a symbol: its two of that suit is a card."""
        if spelling.upper() in self.choices:
            return spelling.upper()
        two = parse_card(spelling + "2")
        return suit_of(two) if two is not None else None


class Level(Choice):
    """A level: a rank, or `joker`. `10` and lower case are read."""

    choices = (*RANKS, JOKER_LEVEL)
    code = "unknown_level"
    openapi = {"$ref": "#/components/schemas/Level"}

    def read(self, spelling: str) -> str | None:
        """The level of another spelling."""
        name = spelling.strip().upper()
        name = {"10": "T", "JOKER": JOKER_LEVEL}.get(name, name)
        return name if name in self.choices else None


class Whole(RequestField):
    """A whole number between two bounds; `80.0` is one, `80.5`, `"80"` and `true` are not."""

    def __init__(self, *, minimum: int, maximum: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.minimum, self.maximum = minimum, maximum
        self.openapi = {"type": "integer", "minimum": minimum, "maximum": maximum}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not int:
            if type(value) is not float:
                raise refusal("wrong_type", expected="integer")
            if not value.is_integer():
                raise refusal("not_an_integer")
            value = int(value)
        if not self.minimum <= value <= self.maximum:
            raise refusal("out_of_range", minimum=self.minimum, maximum=self.maximum)
        return int(value)


class WholeText(Whole):
    """A whole number written in a query string."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise refusal("wrong_type", expected="integer")
        return super()._deserialize(int(value), attr, data, **kwargs)


class Text(RequestField):
    """A text of one to `most` characters, none of them a control character."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most
        self.openapi = {"type": "string", "minLength": 1, "maxLength": most}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if type(value) is not str:
            raise refusal("wrong_type", expected="string")
        if not 1 <= len(value) <= self.most:
            raise refusal("wrong_length", minimum=1, maximum=self.most)
        if not text_is_clean(value):
            raise refusal("text_not_allowed")
        return value

    def reader(self) -> Reader:
        """A text of printed characters at once."""
        most, thorough = self.most, thorough_reader(self)
        return lambda value: value if type(value) is str and 0 < len(value) <= most and value.isprintable() else thorough(value)


class Flag(RequestField):
    """`true` or `false`, nothing else."""

    openapi = {"type": "boolean"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise refusal("wrong_type", expected="boolean")
        return value

    def reader(self) -> Reader:
        """The two values at once."""
        thorough = thorough_reader(self)
        return lambda value: value if value is True or value is False else thorough(value)


class RulesetReference(RequestField):
    """A ruleset by id, by id and revision, or inline as an object that extends one: the compiled ruleset."""

    openapi = {"$ref": "#/components/schemas/RulesetReference"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Ruleset:
        if type(value) is Ruleset:  # a batch has read it already
            return value
        if type(value) is not str and type(value) is not dict:
            raise refusal("wrong_type", expected="ruleset")
        try:
            return catalogue.resolve(value, SAVED_RULESETS.get(), pointer="")
        except InputError as error:
            raise ValidationError(list(error.faults)) from error


class Part(fields.Nested):
    """An object within a request."""

    default_error_messages = {**FAULT_MESSAGES, "type": [Fault("", "wrong_type", None, {"expected": "object"})]}

    def __init__(self, nested: Schema, **kwargs: Any) -> None:
        super().__init__(nested, **kwargs)

    def reader(self) -> Reader:
        """The object's own reader."""
        return schema_reader(self.schema)


class Parts(fields.Nested):
    """A list of objects within a request, of at most `most`; beyond that `too_many` is the code and the items stay unread."""

    default_error_messages = {**FAULT_MESSAGES, "type": [Fault("", "wrong_type", None, {"expected": "array"})]}

    def __init__(
        self, nested: Schema, *, least: int = 0, most: int, too_few: str = "", too_many: str = "wrong_length", **kwargs: Any
    ) -> None:
        super().__init__(nested, many=True, **kwargs)
        self.least, self.most, self.too_few, self.too_many = least, most, too_few, too_many
        self.openapi = {"maxItems": most} | ({"minItems": least} if least else {})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **kwargs: Any) -> Any:
        if type(value) is not list:
            raise refusal("wrong_type", expected="array")
        if len(value) > self.most:
            raise refusal(self.too_many, count=len(value), minimum=self.least, maximum=self.most)
        loaded, messages = self._load_items(value, partial)
        if len(value) < self.least:
            raise ValidationError([Fault("", self.too_few, None, {"count": len(value)}), messages], valid_data=loaded)
        if messages:
            raise ValidationError(messages, valid_data=loaded)
        return tuple(loaded)

    def reader(self) -> Reader:
        """Each object by its own reader."""
        least, most, read_one = self.least, self.most, schema_reader(self.schema)

        def read(value: Any) -> Any:
            if type(value) is not list or not least <= len(value) <= most:
                raise FaultyError
            return tuple(map(read_one, value))

        return read

    def _load_items(self, value: list[Any], partial: Any) -> tuple[list[Any], dict[int, Any]]:
        """The items as loaded, a faulty one as far as it could be read, and their faults; what is beyond enough faults stays unread."""
        loaded: list[Any] = []
        messages: dict[int, Any] = {}
        count = 0
        for index, item in enumerate(value):
            try:
                loaded.append(self.schema.load(item, many=False, partial=partial))
            except ValidationError as error:
                loaded.append(error.valid_data)
                messages[index] = error.messages
                count += number_of_faults(error.messages)
                if count >= MAX_FAULTS:
                    break
        return loaded, messages


class Several(RequestField):
    """Values of a closed set as a frozenset; one that is said twice is said."""

    def __init__(self, item: Choice, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.item = item
        self.openapi = {"type": "array", "items": item.openapi, "maxItems": len(item.choices)}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> frozenset[str]:
        if type(value) is not list:
            raise refusal("wrong_type", expected="array")
        if len(value) > len(self.item.choices):
            raise refusal("wrong_length", minimum=0, maximum=len(self.item.choices))
        chosen, bad = set(), {}
        for index, one in enumerate(value):
            try:
                chosen.add(self.item.deserialize(one))
            except ValidationError as error:
                bad[index] = error.messages
        if bad:
            raise ValidationError(bad)
        return frozenset(chosen)

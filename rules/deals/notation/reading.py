"""Reading the deal notation: from a text to the body of a deals/replay request, or every fault of its form at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

import orjson

from rules.deals.notation.collecting import Collector, Word
from rules.deals.notation.places import Notated, Place
from rules.deals.notation.words import (
    FORMS,
    LINE_FORM,
    LOWEST,
    NOBODY,
    PHASES,
    SAME_MOMENT,
    TRICK_FORM,
    WRONG,
    read_cards,
    read_fact,
    read_field,
    read_level,
    read_number,
    read_seat,
    read_suit,
)
from rules.rulings import InputError
from rules.seats import SEATS

MOST_LINES = 1_000
"""Lines that say something; a whole deal has some two hundred at most."""
MOST_WORDS = 4_096
"""Words of a line that are read, apart from a ruleset: more than all bids of a deal have."""
_MOST_SOUGHT = 20
"""Unknown fields whose nearest known one is sought."""

_NEWLINE = re.compile(r"\r\n|\r|\n")
_STATEMENT = re.compile(r'(?:[^";；]++|"(?:[^"\\]++|\\.?)*+"?+)*+')
_NUMBER = re.compile(r"\s*([0-9]{1,4})\s*\.")
_FIELD = re.compile(rf"({'|'.join(name for name in FORMS if name not in SEATS)})\s*[:：]")
_COLON = re.compile("[:：]")
_WORD = re.compile(r"[()（）&＆]|[^\s,，、:：()（）&＆]+")
_NO_SPACE = re.compile(r"\S+")
_SIGNS = frozenset("()（）&＆")
_FLAGS = {"yes": True, "no": False, "true": True, "false": False}
_BEFORE_A_BID: Final[Mapping[str, Mapping[str, Any]]] = {
    **{phase: {"phase": phase} for phase in PHASES},
    **{sign: {"same_moment": True} for sign in (SAME_MOMENT, "＆")},
}
_LONGEST_NAME = 40


def parse(text: str) -> Notated:
    """The deal that a text notes. Raises InputError with every fault of form; `line` and `column` are among its parameters.

    >>> parse("declarer: n ; North" + chr(10) + "1. N ♥AK").body
    {'declarer': 'N', 'tricks': [{'plays': [{'seat': 'N', 'cards': ['HA', 'HK']}]}]}
    """
    reader = _Reader()
    lines = _NEWLINE.split(text.removeprefix("\ufeff"))
    if len(lines) == 1 and len(set(_FIELD.findall(text))) > 1:
        reader.lines_joined()
    else:
        for number, line in enumerate(lines, 1):
            reader.read(number, line)
    if reader.faults:
        raise InputError(reader.faults)
    reader.body.setdefault("tricks", [])
    return Notated(reader.body, reader.places)


class _Reader(Collector):
    """Reads a text line by line into a body; each line stands for itself."""

    def __init__(self) -> None:
        super().__init__()
        self.due: tuple[int, ...] = (1,)  # numbers that the next trick may have
        self.said = 0  # lines that have said something

    def lines_joined(self) -> None:
        """Note that a whole deal stands on one line."""
        self.line = 1
        self.fault("lines_joined", Word("", 1))

    def read(self, number: int, raw: str) -> None:
        """Read one line; after enough faults the rest of the text stays unread."""
        if self.is_full or self.said > MOST_LINES:
            return
        statement = _STATEMENT.match(raw)
        line = statement[0].rstrip() if statement else ""
        self.line, self.end, self.form = number, len(line) + 1, LINE_FORM
        if not line:
            return
        self.said += 1
        if self.said > MOST_LINES:
            self.fault("too_many_lines", Word("", 1), most=MOST_LINES)
            return
        trick, colon = _NUMBER.match(line), _COLON.search(line)
        column = len(line) - len(line.lstrip()) + 1
        if trick is not None:
            self.form = TRICK_FORM
            self._trick(Word(trick[1], column), self._words(line, trick.end()))
        elif colon is None:
            self.fault("unknown_line", Word(line.strip(), column), trick=TRICK_FORM)
        else:
            self._field(Word(line[: colon.start()].strip(), column), line, colon.end())

    def _field(self, name: Word, line: str, start: int) -> None:
        field = read_field(name.text)
        if field not in FORMS:
            is_sought = len(self.faults) < _MOST_SOUGHT and len(field) <= _LONGEST_NAME
            near = get_close_matches(field, FORMS, 1) if is_sought else []
            self.fault("unknown_field", name, **({"nearest": near[0]} if near else {}))
            return
        self.form = FORMS[field]
        if field == "ruleset":
            self._ruleset(name, line, start)
        else:
            _FIELDS[field](self, field, name, self._words(line, start))

    def _words(self, line: str, start: int) -> list[Word]:
        """The words of a line; beyond so many as no line of a deal has the rest stays unread."""
        words = [Word(word[0], word.start() + 1) for word in islice(_WORD.finditer(line, start), MOST_WORDS + 1)]
        if len(words) > MOST_WORDS:
            self.fault("unexpected_word", words.pop())
        return words

    def _ruleset(self, name: Word, line: str, start: int) -> None:
        """`ruleset`: an id, or an object of JSON."""
        words = [Word(word[0], word.start() + 1) for word in islice(_NO_SPACE.finditer(line, start), 2)]
        if words and words[0].text.startswith("{"):
            try:
                self.once(self.body, "", "ruleset", name, orjson.loads(line[start:]))
            except orjson.JSONDecodeError as error:
                self.fault("bad_json", Word("", start + error.pos + 1), reason=error.msg)
        elif self.are(words, 1, 1):
            self.once(self.body, "", "ruleset", name, words[0].text)

    def _seat(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """A field of one seat."""
        if self.are(words, 1, 1):
            seat = read_seat(words[0].text)
            self.once(self.body, "", key, name, {"seat": seat} if key == "revolt" else seat)

    def _flag(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """A field of `yes` or `no`."""
        if not self.are(words, 1, 1):
            return
        value = _FLAGS.get(words[0].text.lower())
        if value is None:
            self.fault("unexpected_word", words[0])
        else:
            self.once(self.body, "", key, name, value)

    def _trump(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """`trump`: suit, level, and `lowest` where the level cards are the lowest trumps."""
        most = 3 if len(words) > 2 and words[2].text.lower() == LOWEST else 2
        if not self.are(words, 2, most):
            return
        trump: dict[str, Any] = {"suit": read_suit(words[0].text), "level": read_level(words[1].text)}
        self.once(self.body, "", key, name, trump | ({"level_cards_lowest": True} if most == 3 else {}))
        self.mark("/trump/suit", words[0])
        self.mark("/trump/level", words[1])

    def _stakes(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """`stakes`: the party that has shown them."""
        if self.are(words, 1, 1):
            self.once(self.body, "", key, name, {"shown_by": words[0].text.lower()})
            self.mark("/stakes/shown_by", words[0])

    def _sides(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """`levels` and `laps`: a value for each side."""
        read = read_level if key == "levels" else read_number
        values: dict[str, Any] = {}
        self._pairs(values, f"/{key}", [Word(word.text.upper(), word.column) for word in words], lambda _, word: read(word))
        self.once(self.body, "", key, name, values)

    def _pairs(self, into: dict[str, Any], pointer: str, words: Sequence[Word], read: Callable[[str, str], Any]) -> None:
        """Names and values by turns."""
        for name, value in zip(words[::2], words[1::2], strict=False):
            if name.text in into:
                self.fault("duplicate_entry", name)
            else:
                self.once(into, pointer, name.text, value, read(name.text, value.text))
        if len(words) % 2:
            self.unfinished()

    def _barred(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """`barred`: sides."""
        if self.are(words, 1):
            self.once(self.body, "", key, name, [word.text.upper() for word in words])

    def _cards(self, pointer: str, words: Sequence[Word], cards: list[str]) -> list[str]:
        """Add the cards of words, each marked with its word's place."""
        for word in words:
            for card in read_cards(word.text):
                self.mark(f"{pointer}/{len(cards)}", word)
                cards.append(card)
        return cards

    def _hand(self, seat: str, name: Word, words: Sequence[Word]) -> None:
        """A hand as dealt."""
        hands = self.body.setdefault("hands", {})
        self.places.setdefault("/hands", Place(self.line, name.column))
        self.once(hands, "/hands", seat, name, self._cards(f"/hands/{seat}", words, []))

    def _kitty(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """The kitty as turned, the top card first."""
        self.once(self.body, "", key, name, self._cards(f"/{key}", words, []))

    def _burial(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """A seat and the cards that it lays down."""
        if self.are(words, 1):
            burial: dict[str, Any] = {"seat": read_seat(words[0].text), "cards": []}
            pointer = self.add("burials", words[0], burial)
            self._cards(f"{pointer}/cards", words[1:], burial["cards"])

    def _facts(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """A penalty or an effect: what it is, and what else is known of it, by name and value."""
        field, first = ("penalties", ("offence", "side")) if key == "penalty" else ("effects", ("kind",))
        if not self.are(words, len(first)):
            return
        facts: dict[str, Any] = {part: read_fact(part, word.text) for part, word in zip(first, words, strict=False)}
        pointer = self.add(field, words[0], facts)
        for part, word in zip(first, words, strict=False):
            self.mark(f"{pointer}/{part}", word)
        self._pairs(facts, pointer, words[len(first) :], read_fact)

    def _bids(self, key: str, name: Word, words: Sequence[Word]) -> None:
        """Bids in the order of their making, each a seat with cards or `pass`; `none` alone: nobody has bid."""
        self.body.setdefault(key, [])
        self.places.setdefault(f"/{key}", Place(self.line, name.column))
        if [word.text.lower() for word in words] == [NOBODY] or not self.are(words, 1):
            return
        before: dict[str, Any] = {}
        bid: dict[str, Any] = {}
        pointer = ""
        for word in words:
            if bid.get("names") == "":
                bid["names"] = read_suit(word.text)
            elif (mark := _BEFORE_A_BID.get(word.text.lower())) is not None:
                before |= mark
            elif read_seat(word.text) in SEATS:
                bid, before = {"seat": read_seat(word.text), **before}, {}
                pointer = self.add(key, word, bid)
            elif before or not bid:
                self.fault("unexpected_word", word)
            else:
                self._bid_word(bid, pointer, word)
        if before or bid.get("names") == "":
            self.unfinished()

    def _bid_word(self, bid: dict[str, Any], pointer: str, word: Word) -> None:
        """A word of a bid after its seat: `pass`, `names` before the suit named, `wrong` for a wrong show, or cards."""
        said = word.text.lower()
        if said == "names":
            bid["names"] = ""
            self.mark(f"{pointer}/names", word)
        elif said == "pass":
            bid["pass"] = True
            self.mark(f"{pointer}/pass", word)
        elif said == WRONG:
            bid["wrong_show"] = True
            self.mark(f"{pointer}/wrong_show", word)
        else:
            self._cards(f"{pointer}/cards", [word], bid.setdefault("cards", []))

    def _trick(self, number: Word, words: Sequence[Word]) -> None:
        """A trick: the cards of a failed throw in parentheses, then the plays in their order."""
        trick: dict[str, Any] = {"plays": []}
        pointer = self.add("tricks", number, trick)
        said, due = int(number.text), self.due[0]
        if said in self.due:
            self.due = (said + 1,)
        else:  # either this number is wrong or one was left out; the next may go on from either
            self.fault("trick_number", number, due=due)
            self.due = (due + 1, said + 1)
        place = ""
        for word in self._after_attempt(pointer, trick, words):
            plays = trick["plays"]
            if read_seat(word.text) in SEATS:
                place = f"{pointer}/plays/{len(plays)}"
                plays.append({"seat": read_seat(word.text), "cards": []})
                self.mark(place, word)
            elif not plays or word.text in _SIGNS:
                self.fault("unexpected_word", word)
            elif word.text.lower() == LOWEST:
                plays[-1]["counts_as"] = LOWEST
            else:
                self._cards(f"{place}/cards", [word], plays[-1]["cards"])

    def _after_attempt(self, pointer: str, trick: dict[str, Any], words: Sequence[Word]) -> Sequence[Word]:
        """Take the attempt off the words of a trick; the words after it."""
        if not words or words[0].text not in "(（":
            return words
        end = next((index for index, word in enumerate(words) if word.text in ")）"), None)
        if end is None:
            self.unfinished()
            return ()
        self.mark(f"{pointer}/attempt", words[0])
        trick["attempt"] = self._cards(f"{pointer}/attempt", words[1:end], [])
        return words[end + 1 :]


_FIELDS: Final[dict[str, Callable[[_Reader, str, Word, Sequence[Word]], None]]] = {
    **dict.fromkeys(("levels", "laps"), _Reader._sides),
    **dict.fromkeys(("first_deal", "explain"), _Reader._flag),
    **dict.fromkeys(("declarer", "first_drawer", "revolt", "seat_holder"), _Reader._seat),
    **dict.fromkeys(SEATS, _Reader._hand),
    **dict.fromkeys(("penalty", "effect"), _Reader._facts),
    "barred": _Reader._barred,
    "trump": _Reader._trump,
    "stakes": _Reader._stakes,
    "kitty": _Reader._kitty,
    "bids": _Reader._bids,
    "burial": _Reader._burial,
}

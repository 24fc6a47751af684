"""Plays (出牌): may these cards be played, and what may be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from marshmallow import fields

from rules.cards import tokens
from rules.choices import OptionsVerdict
from rules.exposed import ORDERS, Exposed, exposed_faults
from rules.plays import PlayVerdict, ThrowReport
from rules.ruleset import Ruleset
from rules.rulings import Fault
from rules.seats import SEATS
from rules.tricks import Play
from rules.trump import Trump
from schemas.answers import (
    Answer,
    CardList,
    FormationAnswer,
    Named,
    OwedAnswer,
    RulesetEcho,
    RulingAnswer,
    ViolationAnswer,
    formation_answer,
    owed_answer,
    ruleset_echo,
    rulings_answer,
    violation_answer,
)
from schemas.fields import MOST_HELD, Cards, Choice, Flag, OneCard, Part, Parts, Seat, Several, Suit, Whole, is_whole
from schemas.hands import HandsRequest, hand_sets, hands_faults
from schemas.requests import (
    CardSets,
    Explained,
    Plays,
    Request,
    TrumpPart,
    play_sets,
    table_faults_of,
    trump_faults_of,
)
from schemas.throws import FineAnswer, ForcedAnswer, ThrownComponentAnswer, throw_outcome

MOST_ON_TABLE = len(SEATS) - 1
"""Plays on the table before a further one is asked about."""
MOST_LISTED = 500
LISTED = 50


class TrickRequest(Request):
    """The trick on the table so far; no plays: the question is about a lead."""

    plays = Plays(most=MOST_ON_TABLE, too_many="trick_complete", load_default=())

    def made(self, data: dict[str, Any]) -> tuple[Play, ...]:
        """The plays alone."""
        plays: tuple[Play, ...] = data["plays"]
        return plays


class TrickPart(Part):
    """The trick within a request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(TrickRequest(), **kwargs)


class ExposedRequest(Request):
    """An exposed card (暴露张) of the hand, and what the opponents have said about it."""

    card = OneCard(required=True)
    order = Choice(
        choices=ORDERS,
        metadata={
            "description": (
                "What the opponents have said: it must be played, or it may not be. An order has force only when the ruleset lets "
                "them give one: the next player on the holder's own lead, or the opponents in the first trick of its suit "
                "(`exposed.opponents_order`); at other times it is passed over."
            )
        },
    )
    first_time = Flag(
        load_default=True,
        metadata={
            "description": (
                "Since the card was exposed no trick before this one was led in its suit; `false`: one was, and neither an order of "
                "`first_trick_of_suit` nor the bar on leading the suit binds any more."
            )
        },
    )

    def made(self, data: dict[str, Any]) -> Exposed:
        """The card as the engine takes it."""
        return Exposed(**data)


class OptionsQuestion(NamedTuple):
    """What may this player play? Without `seat` the one whose turn it is, or the one whose hand is not among `hands`."""

    ruleset: Ruleset
    trump: Trump
    hand: tuple[int, ...]
    trick: tuple[Play, ...] = ()
    seat: str | None = None
    hands: Mapping[str, tuple[int, ...]] | None = None
    withheld: frozenset[str] = frozenset()
    exposed: tuple[Exposed, ...] = ()
    explain: bool = True
    limit: int = LISTED


class PlayQuestion(NamedTuple):
    """May this player play `cards`? Otherwise as `OptionsQuestion`."""

    ruleset: Ruleset
    trump: Trump
    hand: tuple[int, ...]
    cards: tuple[int, ...]
    trick: tuple[Play, ...] = ()
    seat: str | None = None
    hands: Mapping[str, tuple[int, ...]] | None = None
    withheld: frozenset[str] = frozenset()
    exposed: tuple[Exposed, ...] = ()
    counts_as_lowest: bool = False
    explain: bool = True


class HandOnTurn(Explained):
    """A player's hand before the play, and the trick that he plays to."""

    trump = TrumpPart(required=True)
    hand = Cards(required=True, most=MOST_HELD, metadata={"description": "The hand before the play."})
    trick = TrickPart()
    seat = Seat(metadata={"description": "The player asked about; a seat out of turn is answered with the violation `not_your_turn`."})
    hands = Part(
        HandsRequest(),
        metadata={"description": "The hands of the other three; a thrown lead is then settled."},
    )
    withheld = Several(Suit(), metadata={"description": "Side suits whose five-ten-king the player has withheld earlier in the deal."})
    exposed = Parts(
        ExposedRequest(),
        most=MOST_HELD,
        metadata={"description": "Exposed cards of the hand, each copy by itself; their duties (`exposed.*`) are then judged as well."},
    )

    def made(self, data: dict[str, Any]) -> Any:
        """The question; without a seat the three other hands say whose it is."""
        if "hands" in data and "seat" not in data:
            data["seat"] = next(seat for seat in SEATS if seat not in data["hands"])
        return data

    def card_sets(self, data: Mapping[str, Any]) -> CardSets:
        """The hand, the other hands and the trick; the cards played belong to the hand."""
        sets = [("/hand", data["hand"])] if "hand" in data else []
        if "hands" in data:
            sets += hand_sets(data["hands"])
        trick = data.get("trick", ())
        return sets + play_sets(trick if isinstance(trick, tuple) else trick.get("plays", ()), "/trick/plays")

    def faults_together(self, data: Mapping[str, Any], body: Mapping[str, Any]) -> list[Fault]:
        """Also the trump, the trick on the table, and whose hands are given."""
        faults = trump_faults_of(data)
        if data.get("trick"):
            faults += table_faults_of(data, data["trick"], "/trick/plays")
        faults += hands_faults(body)
        if data.get("exposed"):
            faults += _exposed_faults_of(data)
        return faults + super().faults_together(data, body)


def _exposed_faults_of(data: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with exposed cards that were wholly read, as far as the ruleset and the hand were too."""
    exposed = data["exposed"]
    if not isinstance(exposed, tuple):
        return []
    ruleset: Ruleset | None = data.get("ruleset")
    hand = data["hand"] if is_whole(data.get("hand")) else tuple(entry.card for entry in exposed)
    return exposed_faults(ruleset.options if ruleset is not None else None, hand, exposed)


class PlayCheckRequest(HandOnTurn):
    """A hand, the trick so far, and the cards to be judged."""

    cards = Cards(required=True, metadata={"description": "The play in question; it is judged, never refused."})
    counts_as = Choice(
        choices=("lowest",),
        metadata={
            "description": (
                "`lowest`: this play overtakes nothing, as one that was corrected or punished. A play with one of the `exposed` cards "
                "counts so by itself where the ruleset says it (`exposed.counts_as`)."
            )
        },
    )

    def made(self, data: dict[str, Any]) -> PlayQuestion:
        """The question as the view takes it."""
        return PlayQuestion(counts_as_lowest=data.pop("counts_as", None) is not None, **super().made(data))


class PlayOptionsRequest(HandOnTurn):
    """A hand and the trick so far."""

    explain = Flag(load_default=True, metadata={"description": "Taken as in plays/check; this answer has no rulings to leave out."})
    limit = Whole(minimum=1, maximum=MOST_LISTED, load_default=LISTED, metadata={"description": "Most plays listed."})

    def work_of(self, body: Mapping[str, Any]) -> int:
        """One unit for every `LISTED` plays, above all for the size of the answer."""
        limit = body.get("limit")
        asked = int(limit) if isinstance(limit, int | float) and 0 < limit <= MOST_LISTED else LISTED
        return super().work_of(body) + (asked - 1) // LISTED

    def made(self, data: dict[str, Any]) -> OptionsQuestion:
        """The question as the view takes it."""
        return OptionsQuestion(**super().made(data))


class ThrowReportAnswer(Answer):
    """Whether a throw could be tested against the other hands, and what the test gave."""

    tested = fields.Boolean(required=True)
    succeeds = fields.Boolean()
    components = fields.List(fields.Nested(ThrownComponentAnswer()))
    fine = fields.Nested(FineAnswer())
    forced = fields.Nested(ForcedAnswer())


class PlayCheckAnswer(Answer):
    """Whether the play is legal, and why (not)."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    legal = fields.Boolean(required=True)
    role = Named("Role", required=True)
    violations = fields.List(fields.Nested(ViolationAnswer()), required=True)
    must_include = CardList(required=True, metadata={"description": "The cards that every legal play contains."})
    formation = fields.Nested(FormationAnswer(), required=True)
    throw = fields.Nested(ThrowReportAnswer(), metadata={"description": "There where a throw is led."})
    rulings = fields.List(
        fields.Nested(RulingAnswer()),
        metadata={"description": "Why the play is legal. Of an illegal one what its failed throw costs, else empty: see `violations`."},
    )


class PlayOptionsAnswer(Answer):
    """What may be played, in a stable order."""

    ruleset = fields.Nested(RulesetEcho(), required=True)
    count = fields.Integer(required=True)
    count_exact = fields.Boolean(required=True)
    must_include = CardList(required=True, metadata={"description": "The cards that every legal play contains."})
    owed = fields.Nested(OwedAnswer())
    plays = fields.List(CardList(), required=True)
    truncated = fields.Boolean(required=True)
    violations = fields.List(
        fields.Nested(ViolationAnswer()),
        metadata={"description": "Why nothing may be played: another seat's turn, or a hand of fewer cards than led. Else left out."},
    )


def play_answer(verdict: PlayVerdict, question: PlayQuestion, language: str) -> dict[str, Any]:
    """A judged play as JSON."""
    ruleset = question.ruleset
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(ruleset),
        "legal": verdict.legal,
        "role": verdict.role,
        "violations": [violation_answer(violation, ruleset, language) for violation in verdict.violations],
        "must_include": tokens(verdict.must_include),
        "formation": formation_answer(verdict.formation),
    }
    if verdict.throw is not None:
        answer["throw"] = throw_report(verdict.throw)
    if question.explain:
        answer["rulings"] = rulings_answer(verdict.rulings, ruleset, language)
    return answer


def throw_report(report: ThrowReport) -> dict[str, Any]:
    """Whether a throw was tested, and its outcome if it was."""
    outcome = throw_outcome(report.verdict) if report.verdict is not None else {}
    return {"tested": report.tested, **outcome}


def options_answer(verdict: OptionsVerdict, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The plays to choose from as JSON."""
    answer: dict[str, Any] = {
        "ruleset": ruleset_echo(ruleset),
        "count": verdict.count,
        "count_exact": verdict.count_exact,
        "must_include": tokens(verdict.must_include),
        "plays": [tokens(play) for play in verdict.plays],
        "truncated": verdict.truncated,
    }
    if verdict.owed is not None:
        answer["owed"] = owed_answer(verdict.owed)
    if verdict.violations:
        answer["violations"] = [violation_answer(violation, ruleset, language) for violation in verdict.violations]
    return answer

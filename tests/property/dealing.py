"""Whole deals by a player who plays at random but never breaks a rule, as deals/replay takes them.

Cards are often dealt in clumps, so that pairs and tractors are the rule; throws are tried that stand and that fail.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from rules import catalogue
from rules.bidding import PHASES, Bid, BiddingVerdict, DealFacts, check_bid, resolve_bids
from rules.bidding.bids import AFTER_BURY
from rules.cards import BIG_JOKER, CARD_OF_TOKEN, KINDS, LITTLE_JOKER, card, rank_of, tokens
from rules.choices import list_plays
from rules.options import Options
from rules.plays import check_play
from rules.seats import SEATS, SIDE_OF, next_seat, seats_from
from rules.tricks import Play, resolve_trick
from rules.trump import JOKER_LEVEL, NO_TRUMP, Trump
from tests.property.dice import Dice

Hands = dict[str, list[int]]

LISTED = 120
"""Most plays that the player looks at before choosing one."""
_RED = tuple(card("H", rank) for rank in "5TK")


@dataclass
class Deal:
    """A deal while it is made: its ruleset and what has been written down of it."""

    dice: Dice
    options: Options
    body: dict[str, Any]
    hands: Hands = field(default_factory=dict)
    kitty: list[int] = field(default_factory=list)
    withheld: dict[str, frozenset[str]] = field(default_factory=lambda: dict.fromkeys(SEATS, frozenset()))
    irregular: Mapping[str, Any] | None = None
    """The offence with its facts as which irregularities are ruled on; None: there are none."""

    def errs(self) -> bool:
        """Whether a player does something that is to be ruled on, if it is against the rules."""
        return self.irregular is not None and self.chance(12)

    def chance(self, one_in: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.dice.between(1, one_in) == one_in

    def others(self, seat: str) -> Mapping[str, tuple[int, ...]]:
        """The hands of the three others."""
        return {other: tuple(cards) for other, cards in self.hands.items() if other != seat}


def seeded(ruleset: str | dict[str, Any], seed: int, **how: Any) -> dict[str, Any]:
    """The deal of a seed under a ruleset."""
    return deal(Dice(random.Random(f"{ruleset}/{seed}")), ruleset, **how)


RULED_ON: Mapping[str, Mapping[str, Any]] = {
    "jiangsu-2007": {"offence": "concealed_card", "tier": "no_gain"},
    "gongxiao-2013": {"offence": "revoke", "cards": 1},
    "chaodipi-unified": {"offence": "concealed_card", "tier": "established"},
    "nantong-chaodipi": {"offence": "revoke", "cards": 1},
    "anhui-tcm-2009": {"offence": "concealed_card", "tier": "established"},
    "guizhou-2010": {"offence": "revoke"},
    "march8-2012": {"offence": "late", "minutes": 0},
}
"""An offence of each preset as which irregularities may be ruled on again and again in one deal."""


def irregular_deal(preset: str, seed: int) -> dict[str, Any]:
    """A deal without bids in which players revoke and play out of turn; all of it was ruled on."""
    return seeded(preset, seed, with_bids=False, irregular=RULED_ON[preset])


def deal(
    dice: Dice,
    ruleset: str | dict[str, Any],
    *,
    levels: Mapping[str, str] | None = None,
    first_deal: bool | None = None,
    with_bids: bool = True,
    tricks: int | None = None,
    irregular: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A whole deal under a ruleset as the body of deals/replay, or its first `tricks` tricks; what is left open is thrown for.

    With `irregular`, an offence and its facts, players sometimes revoke or play out of turn, and each time it is ruled on.
    """
    options = catalogue.resolve(ruleset).options
    first = dice.one_of([False, False, True]) if first_deal is None else first_deal
    made = Deal(dice, options, {"ruleset": ruleset}, irregular=irregular)
    made.body["levels"] = dict(levels or _levels(dice, options, first))
    while not _begun(made, first, with_bids):
        pass
    _play_out(made, tricks)
    return made.body


def _levels(dice: Dice, options: Options, first: bool) -> dict[str, str]:
    ladder = options.levels.ladder
    edges = [ladder[0], ladder[-1], *sorted(options.levels.must_defend)]
    return {side: options.levels.start if first else dice.one_of([*ladder, *edges]) for side in ("NS", "EW")}


def _shuffled(dice: Dice, options: Options) -> list[int]:
    """All cards, in clumps of so many neighbours."""
    pack = [kind for kind in range(KINDS) for _ in range(options.decks)]
    size = dice.one_of([1, 1, 2, 4, 6])
    clumps = [pack[start : start + size] for start in range(0, len(pack), size)]
    return list(chain.from_iterable(dice.shuffled(clumps)))


def _begun(made: Deal, first: bool, with_bids: bool) -> bool:
    """Deal, bid and bury; False where the cards are to be dealt again."""
    dice, options, body = made.dice, made.options, made.body
    pack = _shuffled(dice, options)
    size = (len(pack) - options.kitty_size) // len(SEATS)
    made.hands = {seat: pack[place * size : (place + 1) * size] for place, seat in enumerate(SEATS)}
    made.kitty = pack[len(SEATS) * size :]
    for key in ("bids", "burials", "declarer", "trump", "first_deal", "first_drawer", "seat_holder", "barred", "revolt"):
        body.pop(key, None)
    body["hands"] = {seat: tokens(cards) for seat, cards in made.hands.items()}
    body["kitty"] = tokens(made.kitty)
    seat = dice.one_of(SEATS)
    if first:
        body |= {"first_deal": True, "first_drawer": dice.one_of(SEATS)}
    if not with_bids:
        level = body["levels"][SIDE_OF[seat]]
        suit = NO_TRUMP if level == JOKER_LEVEL else dice.one_of(["S", "H", "D", "C", NO_TRUMP])
        body |= {"declarer": seat, "trump": {"suit": suit, "level": level}}
        _bury(made, seat)
        return True
    if not first:
        body["seat_holder"] = seat
    verdict = _bid(made, _facts(made, seat, first))
    if verdict.trump is None or verdict.declarer is None:
        return False
    trump: dict[str, Any] = {"suit": verdict.trump.suit, "level": verdict.trump.level}
    if verdict.trump.level_cards_lowest:
        trump["level_cards_lowest"] = True
    body |= {"declarer": verdict.declarer, "trump": trump}
    return True


def _facts(made: Deal, seat: str, first: bool) -> DealFacts:
    """What is known before anybody bids; now and then a side has wrongly shown a card, or a hand has been dealt again."""
    options, body = made.options, made.body
    barred: frozenset[str] = frozenset()
    revolt = None
    if options.bidding is not None and options.bidding.wrong_show is not None and made.chance(6):
        barred = frozenset({made.dice.one_of(["NS", "EW"])})
        body["barred"] = sorted(barred)
    if options.revolution is not None and not first and made.chance(6):
        revolt = next_seat(seat, options.direction)
        body["revolt"] = {"seat": revolt}
    return DealFacts(body["levels"], None if first else seat, first, body.get("first_drawer"), barred, revolt)


def _bid(made: Deal, facts: DealFacts) -> BiddingVerdict:
    """Bid from phase to phase; whoever takes the kitty buries, and whoever stirs buries again."""
    bids: list[Bid] = []
    made.body["bids"] = []
    eager = made.dice.one_of([0, 3, 8, 20])
    buried = False
    for phase in PHASES:
        if phase in AFTER_BURY and not buried:
            verdict = resolve_bids(made.options, facts, bids, tuple(made.kitty))
            if verdict.kitty_taker is None:
                break
            _bury(made, verdict.kitty_taker, bids)
            buried = True
            if verdict.blackout and verdict.source == "kitty_card":
                break  # the kitty has been shown: it is too late to show a card of the other side's level
        _bid_in(made, facts, bids, phase, eager)
    return resolve_bids(made.options, facts, bids, tuple(CARD_OF_TOKEN[token] for token in made.body["kitty"]))


def _bid_in(made: Deal, facts: DealFacts, bids: list[Bid], phase: str, tries: int) -> None:
    """Try some bids in a phase; those that are legal are made, and where all speak in turn whoever does not bid passes."""
    turn = None
    for _ in range(tries):
        seat = turn or made.dice.one_of(SEATS)
        if made.options.bidding is not None and made.options.bidding.wrong_show is not None and made.chance(12):
            bids.append(Bid(seat, (made.dice.one_of(made.hands[seat]),), phase, wrong_show=True))
            made.body["bids"].append(_written(bids[-1]))
            continue
        bid = Bid(seat, phase=phase) if turn and made.chance(2) else _any_bid(made, facts, seat, phase)
        if bid.cards and phase == PHASES[0] and bids and not bids[-1].same_moment and bids[-1].seat != seat:
            bid = replace(bid, same_moment=bids[-1].is_made and made.chance(3))
        verdict = check_bid(made.options, facts, bids, bid, phase)
        if "trump_not_named" in {violation.code for violation in verdict.violations}:
            bid = replace(bid, names=made.dice.one_of(["S", "H", "D", "C", NO_TRUMP]))
            verdict = check_bid(made.options, facts, bids, bid, phase)
        if not verdict.legal and verdict.turn == seat and bid.cards:
            bid = Bid(seat, phase=phase)
            verdict = check_bid(made.options, facts, bids, bid, phase)
        if verdict.legal and _shows_what_it_has_not(made, bids, bid):
            continue
        turn = verdict.turn
        if not verdict.legal:
            continue
        before = _reburied(made, facts, bids)
        bids.append(bid)
        made.body["bids"].append(_written(bid))
        if phase in AFTER_BURY and len(verdict.reburied_by) > before:
            _bury(made, seat, bids)


def _shows_what_it_has_not(made: Deal, bids: Sequence[Bid], bid: Bid) -> bool:
    """A card shown once more is the twin of the first: whoever holds one alone shows it once."""
    shown = {kind for before in bids if before.seat == bid.seat and before.is_made for kind in before.cards if kind < LITTLE_JOKER}
    return any(made.hands[bid.seat].count(kind) < made.options.decks for kind in shown.intersection(bid.cards))


def _reburied(made: Deal, facts: DealFacts, bids: Sequence[Bid]) -> int:
    return len(resolve_bids(made.options, facts, bids, tuple(made.kitty)).reburied_by)


def _written(bid: Bid) -> dict[str, Any]:
    said: dict[str, Any] = {"seat": bid.seat, "phase": bid.phase}
    said |= {"cards": tokens(bid.cards)} if bid.cards else {"pass": True}
    said |= ({"names": bid.names} if bid.names else {}) | ({"same_moment": True} if bid.same_moment else {})
    return said | ({"wrong_show": True} if bid.wrong_show else {})


def _any_bid(made: Deal, facts: DealFacts, seat: str, phase: str) -> Bid:
    """Some cards of a hand that might be a bid at one of the levels in play; a pass where there are none."""
    hand = made.hands[seat]
    levels = {*facts.levels.values(), made.options.levels.start}
    ranked = sorted({kind for kind in hand if rank_of(kind) in levels})
    jokers = [kind for kind in hand if kind >= LITTLE_JOKER]
    choices: list[list[int]] = [[kind] * made.dice.between(1, hand.count(kind)) for kind in ranked]
    choices += [[joker, *cards] for joker in jokers[:1] + jokers[-1:] for cards in choices]
    choices += [[joker] * 2 for joker in (LITTLE_JOKER, BIG_JOKER) if hand.count(joker) == 2]
    choices += [jokers] if len(jokers) == 4 else []
    choices += [[_RED[0]] * 2] if hand.count(_RED[0]) == 2 else []
    if not choices:
        return Bid(seat, phase=phase)
    return Bid(seat, tuple(sorted(made.dice.one_of(choices))), phase)


def _bury(made: Deal, seat: str, bids: Sequence[Bid] = ()) -> None:
    """A seat takes the kitty and lays down as many cards, none that it has shown."""
    hand = [*made.hands[seat], *made.kitty]
    shown = {kind for bid in bids if bid.seat == seat for kind in bid.cards}
    free = [kind for kind in hand if kind not in shown]
    laid = made.dice.shuffled(free)[: len(made.kitty)]
    for kind in laid:
        hand.remove(kind)
    made.hands[seat], made.kitty = hand, list(laid)
    made.body.setdefault("burials", []).append({"seat": seat, "cards": tokens(laid)})


def _play_out(made: Deal, tricks: int | None) -> None:
    body = made.body
    trump = Trump(body["trump"]["suit"], body["trump"]["level"], body["trump"].get("level_cards_lowest", False))
    leader: str = body["declarer"]
    body["tricks"] = []
    while made.hands[leader] and tricks != len(body["tricks"]):
        leader = _trick(made, trump, leader)


def _ruled_on(made: Deal, seat: str, place: int) -> None:
    """Write down that a play of the running trick was ruled on."""
    at = f"/tricks/{len(made.body['tricks'])}/plays/{place}"
    made.body.setdefault("penalties", []).append({**(made.irregular or {}), "side": SIDE_OF[seat], "at": at})


def _next(made: Deal, waiting: list[str], place: int) -> str:
    """Who plays next: the first who waits, or somebody out of turn."""
    seat = made.dice.one_of(waiting) if made.errs() else waiting[0]
    if seat != waiting[0]:
        _ruled_on(made, seat, place)
    waiting.remove(seat)
    return seat


def _trick(made: Deal, trump: Trump, due: str) -> str:
    """Play one trick and write it down; its winner."""
    leader = _next(made, list(seats_from(due, made.options.direction)), 0)
    attempt, cards = _lead(made, trump, leader)
    plays = [_play(made, Play(leader, cards))]
    waiting = list(seats_from(leader, made.options.direction)[1:])
    while waiting:
        seat = _next(made, waiting, len(plays))
        cards = _follow(made, trump, plays, seat)
        _withhold(made, trump, plays[0], seat, cards)
        plays.append(_play(made, Play(seat, cards, made.chance(90))))
    written: dict[str, Any] = {"plays": [_as_written(play) for play in plays]}
    made.body["tricks"].append(written | ({"attempt": tokens(attempt)} if attempt else {}))
    return resolve_trick(made.options, trump, plays).winner


def _as_written(play: Play) -> dict[str, Any]:
    return {"seat": play.seat, "cards": tokens(play.cards)} | ({"counts_as": "lowest"} if play.counts_as_lowest else {})


def _play(made: Deal, play: Play) -> Play:
    for kind in play.cards:
        made.hands[play.seat].remove(kind)
    return play


def _lead(made: Deal, trump: Trump, seat: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A lead, after a throw that has failed or none."""
    hand, hands = tuple(made.hands[seat]), made.others(seat)
    withheld = made.withheld[seat]
    if made.options.throws.allowed and made.chance(5):
        thrown = _handful(made, trump, hand)
        verdict = check_play(made.options, trump, hand, (), thrown, seat=seat, hands=hands, withheld=withheld)
        # what is withheld nobody else can see: three single cards would be taken for a five-ten-king
        if sorted(thrown) != sorted(_RED) and verdict.throw is not None and verdict.throw.verdict is not None:
            forced = verdict.throw.verdict.forced
            return ((), thrown) if forced is None else (thrown, made.dice.one_of(forced.choices))
    leads = list_plays(made.options, trump, hand, (), seat=seat, hands=hands, withheld=withheld, limit=LISTED).plays
    longest = max(map(len, leads))
    return (), made.dice.one_of([lead for lead in leads if len(lead) == longest] if made.chance(2) else leads)


def _handful(made: Deal, trump: Trump, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Some cards of one group."""
    one = made.dice.one_of(hand)
    group = [kind for kind in hand if check_play(made.options, trump, hand, (), (one, kind)).formation.group is not None]
    size = made.dice.between(2, 5)
    return tuple(sorted(made.dice.shuffled(group)[:size], reverse=True))


def _follow(made: Deal, trump: Trump, trick: Sequence[Play], seat: str) -> tuple[int, ...]:
    """A legal follow, or what was ruled on; one who is void ruffs or discards whatever comes to hand."""
    hand, size = tuple(made.hands[seat]), len(trick[0].cards)
    if made.errs():
        any_cards = made.dice.shuffled(hand)[:size]
        if not check_play(made.options, trump, hand, trick, any_cards).legal:
            _ruled_on(made, seat, len(trick))
        return any_cards
    if made.chance(2):
        leads = list_plays(made.options, trump, hand, (), limit=LISTED).plays
        some = [lead for lead in leads if len(lead) == size] or [tuple(sorted(made.dice.shuffled(hand)[:size], reverse=True))]
        wish = made.dice.one_of(some)
        if check_play(made.options, trump, hand, trick, wish).legal:
            return wish
    return made.dice.one_of(list_plays(made.options, trump, hand, trick, limit=LISTED).plays)


def _withhold(made: Deal, trump: Trump, lead: Play, seat: str, cards: tuple[int, ...]) -> None:
    """Who could have played a red five-ten-king onto a led one and has not plays none in this deal (Nantong 五.6)."""
    if not made.options.forces_jokers or [
        part.kind for part in check_play(made.options, trump, lead.cards, (), lead.cards).formation.components
    ] != ["five_ten_king"]:
        return
    able = check_play(made.options, trump, tuple(made.hands[seat]), (lead,), _RED).legal
    if able and sorted(cards) != sorted(_RED):
        made.withheld[seat] = frozenset("H")

"""The replay of a deal whose hands are known (复盘), play by play: the first place at which a rule is broken, and who wins what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Any

from tests.oracle.following import faults, lead_faults
from tests.oracle.kitty import SIDES
from tests.oracle.levels import next_player
from tests.oracle.order import Document, points_of
from tests.oracle.shapes import Table, is_five_ten_king, table_of
from tests.oracle.throwing import Throw, judge_throw
from tests.oracle.tricks import Played, judge_trick

MOST_CHOICES = 3_000
"""Beyond so many choices of cards a follow is not looked at by trying all of them."""
RED = ("H5", "HT", "HK")


@dataclass
class Replayed:
    """How far a deal goes. `fault` points at the first play against the rules that was not ruled on, or cannot stand; `irregular` are
    those that were and can; `unsure` are follows too large to try.
    """

    fault: str | None = None
    winners: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    kitty: tuple[str, ...] = ()
    unsure: list[str] = field(default_factory=list)
    ruled: frozenset[str] = frozenset()
    irregular: list[str] = field(default_factory=list)
    fines: list[tuple[str, int]] = field(default_factory=list)
    """Seats whose throws have failed, and what each costs."""

    def stands(self, pointer: str) -> bool:
        """Whether something against the rules was ruled on; it is noted."""
        if pointer in self.ruled:
            self.irregular.append(pointer)
        return pointer in self.ruled

    def attackers_points(self, declarer: str) -> int:
        """What the attackers have won in tricks."""
        return sum(points for seat, points in zip(self.winners, self.points, strict=True) if SIDES[seat] != SIDES[declarer])


def replay(document: Document, body: Mapping[str, Any]) -> Replayed:
    """Replays a deal that says its hands, kitty, burials, trump and declarer; its bids are taken as they are."""
    table = table_of(document, body["trump"])
    hands = {seat: Counter(cards) for seat, cards in body["hands"].items()}
    done = Replayed(kitty=tuple(body["kitty"]), ruled=frozenset(one.get("at", "") for one in body.get("penalties", ())))
    for index, burial in enumerate(body["burials"]):
        hands[burial["seat"]] += Counter(done.kitty)
        if not _take_out(hands[burial["seat"]], burial["cards"]):
            done.fault = f"/burials/{index}"
            return done
        done.kitty = tuple(burial["cards"])
    withheld: dict[str, Table] = dict.fromkeys("NESW", table)
    due = body["declarer"]
    for index, trick in enumerate(body["tricks"]):
        done.fault = _trick_fault(table, withheld, hands, due, trick, f"/tricks/{index}", done)
        if done.fault is not None:
            return done
        plays = [Played(play["seat"], tuple(play["cards"]), "counts_as" in play) for play in trick["plays"]]
        judged = judge_trick(table, plays)
        if len(plays) == 4:
            due = plays[judged.winner].seat
            done.winners.append(due)
            done.points.append(sum(points_of(play.cards) for play in plays))
    return done


def _take_out(hand: Counter[str], cards: Sequence[str]) -> bool:
    if Counter(cards) - hand:
        return False
    hand.subtract(cards)
    return True


def _trick_fault(
    table: Table, withheld: dict[str, Table], hands: dict[str, Counter[str]], due: str, trick: Mapping[str, Any], place: str, done: Replayed
) -> str | None:
    """The pointer of the first thing wrong in a trick; the cards of its legal plays leave the hands."""
    lead = trick["plays"][0]
    if lead["seat"] != due and not done.stands(f"{place}/plays/0"):
        return f"{place}/plays/0"
    fault = _lead_fault(withheld[lead["seat"]], hands, lead["seat"], trick, place, done)
    if fault is not None:
        return fault
    _take_out(hands[lead["seat"]], lead["cards"])
    waiting = [lead["seat"]]
    for _ in range(3):
        waiting.append(next_player(waiting[-1], table.document["direction"]))
    del waiting[0]
    for number, play in enumerate(trick["plays"][1:], 1):
        seat, pointer = play["seat"], f"{place}/plays/{number}"
        hand, cards = tuple(hands[seat].elements()), play["cards"]
        if seat not in waiting or Counter(cards) - hands[seat] or len(cards) != len(lead["cards"]):
            return pointer
        out_of_turn = seat != waiting[0]
        if out_of_turn and not done.stands(pointer):
            return pointer
        waiting.remove(seat)
        group = table.group_of(lead["cards"])
        assert group is not None
        held = len(table.in_group(hand, group))
        if comb(held, len(cards)) > MOST_CHOICES and len(table.in_group(cards, group)) == len(cards) < held:
            done.unsure.append(pointer)
        elif faults(table, lead["cards"], hand, cards) and not out_of_turn and not done.stands(pointer):
            return pointer
        _withhold(table, withheld, lead["cards"], hand, cards, seat)
        _take_out(hands[seat], cards)
    return None


def _lead_fault(table: Table, hands: dict[str, Counter[str]], due: str, trick: Mapping[str, Any], place: str, done: Replayed) -> str | None:
    lead, attempt = trick["plays"][0], trick.get("attempt")
    hand = tuple(hands[due].elements())
    others = {seat: tuple(cards.elements()) for seat, cards in hands.items() if seat != due}
    if not attempt:
        return f"{place}/plays/0" if lead_faults(table, hand, lead["cards"], others) else None
    if lead_faults(table, hand, attempt, others) != {"throw_beaten"}:
        return f"{place}/attempt"
    throw = judge_throw(table, attempt, others)
    if not _is_forced(table, lead["cards"], throw):
        return f"{place}/plays/0"
    done.fines.append((due, throw.fine))
    return None


def _is_forced(table: Table, cards: Sequence[str], throw: Throw) -> bool:
    """Whether cards are one of the choices, or a thrown part as large and as high as one of them."""
    if sorted(cards) in [sorted(choice) for choice in throw.choices]:
        return True
    if table.document["throws"]["on_failure"]["plays"] == "next_player_names_card":
        return False
    equals = {(part.size, part.top) for part in throw.parts if sorted(part.cards) in [sorted(choice) for choice in throw.choices]}
    return any((part.size, part.top) in equals for part in throw.parts if sorted(part.cards) == sorted(cards))


def _withhold(table: Table, withheld: dict[str, Table], lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], seat: str) -> None:
    """Nantong 五.6: a red five-ten-king held back from a led one forms none for the rest of the deal."""
    if not table.document["five_ten_king"]["forces_jokers"] or not is_five_ten_king(table, lead) or table.layout.group["H5"] == "trump":
        return
    able = not Counter(RED) - Counter(hand) and not faults(table, lead, hand, RED)
    if able and sorted(cards) != sorted(RED):
        withheld[seat] = table.withholding({"H"})

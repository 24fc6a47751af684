"""Bidding (亮主, 反主, 炒地皮), semantics 10 and settled 14: what may be shown.

A bid is allowed when one of the acts below allows it; an act is a plain reading of one block of the document's `bidding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from tests.oracle.kitty import SIDES
from tests.oracle.levels import PARTNER, next_player
from tests.oracle.order import SUITS, rank_of, suit_of
from tests.oracle.shown import AFTER_BURYING, PHASES, SINGLES, Event, Show, Shown

LOW_TO_HIGH = "DCHS"


class Auction(Shown):
    """One deal's bidding: which shows are allowed after which."""

    def judge(self, events: Sequence[Event], show: Show) -> Event | None:
        """What a show is, None where it is not allowed; a wrong show is always one."""
        if show.wrong:
            return Event(show, "wrong", "")
        if show.same_moment:
            # It is judged by what stood before that moment.
            last = len(events) - 1
            while events[last].show.same_moment or events[last].act == "wrong":
                last -= 1
            events = events[:last]
        if not show.cards:
            return Event(show, "pass", "") if self.may_pass(events, show) else None
        if self.bidding["level_joker"] == "no_trump" and self.deal_level() == "joker":
            return None
        acts = (self.reinforces, self.opens, self.counters, self.stirs, self.takes_over)
        for act, allowed in zip(("reinforce", "open", "counter", "stir", "blackout"), acts, strict=True):
            kind = allowed(list(events), show)
            if kind:
                return Event(show, act, kind)
        return None

    def may_pass(self, events: Sequence[Event], show: Show) -> bool:
        """Where one speaks after the other nobody passes before his turn; whoever is not asked says nothing by a pass."""
        turns = self.turns(events, show.phase)
        return show.seat not in turns or show.seat in self.first_of_turns(turns, show.phase)

    def barred(self, events: Sequence[Event]) -> set[str]:
        """The sides that have wrongly shown a card: before anybody bid, or up to now."""
        return {*self.facts.barred, *(SIDES[event.show.seat] for event in events if event.act == "wrong")}

    def may(self, right: str, events: Sequence[Event], seat: str) -> bool:
        """Whether the seat's side has kept a right that a wrongly shown level card takes."""
        lost = self.bidding["wrong_show"]
        return lost == "none" or SIDES[seat] not in self.barred(events) or right not in lost["side_loses"]

    def may_counter(self, events: Sequence[Event], seat: str) -> bool:
        """Jiangsu 4.3.7: a side that may not show has kept the counter, but only once the other side has shown (在对方亮主后)."""
        others_have_shown = any(SIDES[event.show.seat] != SIDES[seat] and event.act != "pass" for event in self.without_the_late(events))
        return self.may("counter", events, seat) and (others_have_shown or self.may("open", events, seat))

    def in_window(self, right: str, show: Show) -> bool:
        """Whether the phase is one in which this is done; where there is stirring, nothing else is done after burying (reading)."""
        if show.phase in AFTER_BURYING and self.bidding["stir"] != "none":
            return False
        return show.phase in self.bidding["windows"].get(right, [])

    def is_twin(self, standing: Event, show: Show) -> bool:
        """Whether the bidder of a level card shows it again, with its twin.

        Reading: the twin is shown alone, beside the card that lies there, or with the joker that belongs to the bid.
        """
        if standing.show.seat != show.seat or standing.act == "reinforce" or standing.kind not in SINGLES:
            return False
        card = next(card for card in standing.show.cards if suit_of(card))
        kinds = self.kinds_of(show, str(rank_of(card)))
        if self.suit_of(show) != card[0] or show.names not in (None, card[0]) or not set(kinds).isdisjoint(self.bidding["names_trump"]):
            return False
        return set(show.cards) == {card} or not {"joker_level_pair", "joker_level_card"}.isdisjoint(kinds)

    def reinforces(self, events: Sequence[Event], show: Show) -> str | None:
        """The bidder of a level card adds its twin, or shows a joker and the pair at once, before anybody has countered."""
        standing = self.standing(events)
        if standing is None or not self.is_twin(standing, show):
            return None
        if not (self.in_window("reinforce", show) and self.may("reinforce", events, show.seat)):
            return None
        whole = "joker_level_pair" in self.kinds_of(show, self.level_shown_after(events, show.seat))
        return standing.kind if "twin" in self.bidding["reinforce"] or (whole and "companion_pair" in self.bidding["reinforce"]) else None

    def opens(self, events: Sequence[Event], show: Show) -> str | None:
        """The first bid."""
        if self.standing(events) is not None or not (self.in_window("open", show) and self.may("open", events, show.seat)):
            return None
        return self.first_of(show, self.level_shown_by(show.seat), self.bidding["open"][self.deal_kind])

    def counters(self, events: Sequence[Event], show: Show) -> str | None:
        """A bid that replaces the one that stands."""
        standing = self.standing(events)
        if standing is None or not (self.in_window("counter", show) and self.may_counter(events, show.seat)):
            return None
        rules = self.bidding["counter"]
        if self.bidding["reinforce"] and self.is_twin(standing, show):
            return None
        if rules["by"] != "anyone" and show.seat == standing.show.seat:
            return None
        if rules["by"] == "opponents" and SIDES[show.seat] == SIDES[standing.show.seat]:
            return None
        ask = self.bidding["ask"]
        asked = ask != "none" and show.phase == ask["phase"] and self.asked_over(events) is not None
        if asked and show.seat not in self.ask_turns(events)[:1]:
            return None
        matrix = rules.get(self.deal_kind_in(show.phase)) or rules.get("always") or {}
        kinds = self.kinds_of(show, self.level_shown_after(events, show.seat))
        if rules["by"] == "anyone" and standing.kind == "level_card" and self.is_twin(standing, show):
            # Anhui 三.1 (自正自打): who confirms his own card lays its twin beside it, or shows both.
            kinds = ["level_pair"]
        for kind in kinds:
            higher = self.rung(show, kind) > self.standing_rung(standing) if matrix == "ladder" else kind in matrix.get(standing.row, [])
            if higher and self.suit_may_follow(kind, show, standing):
                return kind
        return None

    def suit_may_follow(self, kind: str, show: Show, standing: Event) -> bool:
        """Whether a level pair is of a suit that may counter; `counter.suit` says nothing of jokers."""
        new, old = self.suit_of(show), standing.suit
        if "level" not in kind or new is None or old == "NT":
            return True
        match self.bidding["counter"]["suit"]:
            case "other":
                return new != old
            case "higher":
                return LOW_TO_HIGH.index(new) > LOW_TO_HIGH.index(old)
        return True

    def turns(self, events: Sequence[Event], phase: str) -> list[str]:
        """The seats that are still to speak, the next one first, if nobody shows anything: asked, in a blackout, or stirring."""
        if phase in AFTER_BURYING and self.bidding["stir"] != "none":
            return self.stir_turns(events)
        if phase != "before_kitty":
            return []
        return self.dark_turns(events) or (self.ask_turns(events) if self.bidding["ask"] != "none" else [])

    def first_of_turns(self, turns: Sequence[str], phase: str) -> Sequence[str]:
        """Those of them who may speak now."""
        if turns and phase in AFTER_BURYING and self.bidding["stir"]["turn"] == "anyone":
            return turns
        return turns[:1]

    def asked_over(self, events: Sequence[Event]) -> Event | None:
        """The bid over which the others are asked: the one that stands when the cards are drawn."""
        return self.standing([event for event in events if event.show.phase == "dealing"])

    def ask_turns(self, events: Sequence[Event]) -> list[str]:
        """Each of the three others is asked in turn, from the bidder's next on; a counter among them changes nothing."""
        ask, bidder = self.bidding["ask"], self.asked_over(events)
        if bidder is None:
            return []
        others = self.after(bidder.show.seat)
        if ask["from"] == "after_declarer":
            declarer = self.declarer([event for event in events if event.show.phase == "dealing"])
            assert declarer is not None
            others = [seat for seat in [*self.after(declarer), declarer] if seat != bidder.show.seat]
        left = others * ask["rounds"]
        for event in events:
            if event.show.phase == ask["phase"] and event.act in ("pass", "counter") and event.show.seat in left[:1]:
                left.pop(0)
        return left

    def stir_turns(self, events: Sequence[Event]) -> list[str]:
        """The seats that may still stir as things lie; none when stirring is over.

        Reading: whoever has just buried does not stir his own kitty; so three passes in a row are everyone's.
        """
        buried_by = self.kitty_is_taken_by(events)
        if buried_by is None:
            return []
        left, spoken = self.after(buried_by), 0
        for event in events:
            if event.show.phase not in AFTER_BURYING:
                continue
            if event.act == "stir":
                spoken += 1
                left = (
                    self.after(event.show.seat) if self.bidding["stir"]["ends"] == "all_pass" else self.after(event.show.seat)[: 3 - spoken]
                )
            elif event.act == "pass" and event.show.seat in left:
                spoken += 1
                left = [seat for seat in left if seat != event.show.seat]
        return left

    def stirs(self, events: Sequence[Event], show: Show) -> str | None:
        """After burying: a pair that was not shown before, and on a ladder a higher one."""
        stir = self.bidding["stir"]
        if stir == "none" or show.phase not in AFTER_BURYING:
            return None
        if show.seat not in self.first_of_turns(self.stir_turns(events), show.phase):
            return None
        if not stir["reuse"] and sorted(show.cards) in [sorted(event.pair or event.show.cards) for event in self.without_the_late(events)]:
            return None
        standing = self.standing(events)
        for kind in self.kinds_of(show, self.level_shown_after(events, show.seat)):
            if "kinds" in stir and kind not in stir["kinds"]:
                continue
            if stir["order"] == "ladder" and self.rung(show, kind) <= (self.standing_rung(standing) if standing else -1):
                continue
            return kind
        return None

    def standing_rung(self, standing: Event) -> int:
        """The place of the standing bid on the ladder; a reinforced card stands there as its pair."""
        return self.rung(standing.show, standing.name)

    def takes_over(self, events: Sequence[Event], show: Show) -> str | None:
        """Blackout (停电): nobody has shown, so the other side shows its own level."""
        if show.phase != "before_kitty" or show.seat not in self.dark_turns(events)[:1]:
            return None
        return self.first_of(show, self.facts.levels[SIDES[show.seat]], self.bidding["open"]["later"])

    def dark_turns(self, events: Sequence[Event]) -> list[str]:
        """Who is still to show in a blackout: the seat holder first, then his partner."""
        if self.bidding["blackout"] == "none" or self.raced or self.facts.declarer is None or self.standing(events) is not None:
            return []
        holder = next_player(self.facts.declarer, self.direction)
        passed = [event.show.seat for event in events if event.show.phase == "before_kitty" and event.act == "pass"]
        return [seat for seat in (holder, PARTNER[holder]) if seat not in passed]

    def with_passes(self, events: Sequence[Event], show: Show) -> list[Event]:
        """The events, and the passes of those who are left out: a seat that is not named where all speak in turn has passed."""
        filled = list(events)
        while self.judge(filled, show) is None:
            turns = self.turns(filled, show.phase)
            if not turns or show.seat in self.first_of_turns(turns, show.phase):
                break
            filled.append(Event(Show(turns[0], (), show.phase), "pass", ""))
        return filled

    def followers(self, events: Sequence[Event]) -> set[str]:
        """Kinds that somebody might show next, whatever lies on the table: every seat, every phase from now on, every set of cards."""
        return {event.name for event in self.next_events(events)}

    def seat_may_move(self, events: Sequence[Event]) -> bool:
        """Whether one of these gives the seat to somebody else."""
        return any(self.declarer([*events, event]) != self.declarer(events) for event in self.next_events(events))

    def next_events(self, events: Sequence[Event]) -> list[Event]:
        """Every show that would be allowed next, those before whom it is another's turn having passed."""
        found = []
        for phase in PHASES[PHASES.index(events[-1].show.phase) :]:
            for seat in "NESW":
                heard = self.up_to_turn(events, seat, phase)
                found += [self.judge(heard, show) for show in shows(self, seat, phase)]
        return [event for event in found if event is not None]

    def up_to_turn(self, events: Sequence[Event], seat: str, phase: str) -> Sequence[Event]:
        """The events, and the passes of those who are asked before a seat."""
        turns = self.turns(events, phase)
        if seat not in turns or seat in self.first_of_turns(turns, phase):
            return events
        return [*events, *(Event(Show(other, (), phase), "pass", "") for other in turns[: turns.index(seat)])]


def shows(auction: Auction, seat: str, phase: str) -> list[Show]:
    """Everything that anybody could think of showing: level cards of both sides, jokers, red fives, one to four cards."""
    ranks = {auction.start, *auction.facts.levels.values()} - {"joker"}
    cards = sorted({suit + rank for suit in SUITS for rank in ranks} | {"H5"})
    found = [Show(seat, tuple([card] * count), phase) for card in cards for count in (1, 2)]
    found += [Show(seat, (joker, *([card] * count)), phase) for joker in ("LJ", "BJ") for card in cards for count in (1, 2)]
    for count in (2, 4):
        found += [Show(seat, jokers, phase) for jokers in combinations_with_replacement(("BJ", "LJ"), count)]
    named = [Show(seat, cards, phase, names=suit) for cards in (("H5", "H5"), ("BJ", "BJ", "LJ", "LJ")) for suit in (*SUITS, "NT")]
    return found + named

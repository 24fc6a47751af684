"""What is wrong with the record of a deal as input: what no deal can look like, and what is missing to judge one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from rules.bidding import bid_faults, resolve_bids, resolve_faults
from rules.deals.hearing import facts_of, heard
from rules.deals.record import DealRecord, RecordedTrick
from rules.deals.ruled import ruled_on
from rules.deals.score import fine_of
from rules.deals.tricks import hand_size
from rules.effects import Effect, effect_faults
from rules.levels import StakesShown, advance_faults, level_faults
from rules.offences import offence_named
from rules.options import Options
from rules.penalties import BOTH, Offending, offence_faults
from rules.rulings import Fault
from rules.seats import SEATS, SIDE_OF
from rules.trump import trump_faults


def record_faults(options: Options, record: DealRecord, unread: Collection[str] = ()) -> list[Fault]:
    """Everything that is wrong with a record, except more copies of a card than there are, which the sets of cards tell.

    The pointers are those of a deals/replay body; `unread` are fields of it that could not be read: nothing is said of their places.
    """
    faults = level_faults(options, record.levels)
    if record.trump is not None:
        faults += trump_faults(options, record.trump)
    faults += _size_faults(options, record)
    faults += _tricks_faults(record.tricks)
    found, declarer = _auction_faults(options, record)
    if record.bids is not None and record.stakes is not None:
        found = [*found, Fault("/stakes", "told_by_bids")]
    return faults + found + _sanction_faults(options, record, declarer, unread)


def _size_faults(options: Options, record: DealRecord) -> list[Fault]:
    """Hands, kitty and burials of another size than they are dealt; a hand that is left out."""
    faults = []
    size = hand_size(options)
    if record.hands is not None:
        for seat in SEATS:
            if seat not in record.hands:
                faults.append(Fault(f"/hands/{seat}", "hand_missing", None, {"seat": seat, "count": len(SEATS)}))
            elif len(record.hands[seat]) != size:
                faults.append(Fault(f"/hands/{seat}", "wrong_hand_size", None, {"count": len(record.hands[seat]), "size": size}))
    laid = [("/kitty", record.kitty)] if record.kitty is not None else []
    laid += [(f"/burials/{index}/cards", burial.cards) for index, burial in enumerate(record.burials)]
    for pointer, cards in laid:
        if len(cards) != options.kitty_size:
            faults.append(Fault(pointer, "wrong_kitty_size", None, {"count": len(cards), "size": options.kitty_size}))
    return faults


def _tricks_faults(tricks: Sequence[RecordedTrick]) -> list[Fault]:
    """Short tricks before the last; whether there are cards for a trick is judged."""
    return [
        Fault(f"/tricks/{index}/plays", "trick_incomplete", None, {"count": len(trick.plays)})
        for index, trick in enumerate(tricks[:-1])
        if len(trick.plays) < len(SEATS)
    ]


def _auction_faults(options: Options, record: DealRecord) -> tuple[list[Fault], str | None]:
    """What is wrong with the bids as input, or missing beside them; and who declares, as far as it can be told."""
    if record.bids is None:
        named = {"trump": record.trump, "declarer": record.declarer}
        return [Fault(f"/{name}", "missing_field") for name, value in named.items() if value is None], record.declarer
    facts = facts_of(record)
    dealt = record.hands is not None
    faults = bid_faults(options, facts, record.bids, kitty=() if dealt else record.kitty or ())
    if faults:
        return faults, record.declarer
    bids = heard(options, record, record.bids, ruled_on(record.penalties))
    if bids.illegal is not None:
        return [], record.declarer
    faults = resolve_faults(options, facts, bids.counting, record.kitty)
    return faults, record.declarer if faults else resolve_bids(options, facts, bids.counting, record.kitty).declarer


def _sanction_faults(options: Options, record: DealRecord, declarer: str | None, unread: Collection[str]) -> list[Fault]:
    """What is wrong with penalties, effects, stakes and laps; failed throws are told by the tricks."""
    faults: list[Fault] = []
    moving: list[tuple[str, Effect]] = []
    for index, penalty in enumerate(record.penalties):
        pointer = f"/penalties/{index}"
        offence = offence_named(options.offences, penalty.offence)
        faults += _place_faults(record, penalty, pointer, unread)
        if offence is not None and offence.fine_from is not None and not _left_standing(record.tricks, penalty.at, unread):
            faults.append(Fault(f"{pointer}/offence", "told_by_tricks", penalty.offence, {"offence": penalty.offence}))
            continue
        offending = replace(penalty, declarer=declarer)
        found = offence_faults(options, offending, pointer)
        faults += found
        if not found and declarer is not None:
            moving += [(pointer, effect) for effect in fine_of(options, offending).sanction.moves]
    moving += [(f"/effects/{index}", effect) for index, effect in enumerate(record.effects)]
    faults += effect_faults(moving)
    stakes = None if record.stakes is None else StakesShown(record.stakes, 0)  # the tricks tell the declarers' points
    return faults + advance_faults(options, declarer or SEATS[0], 0, stakes=stakes, laps=record.laps, last_trick_winner=SEATS[0])


def _place_faults(record: DealRecord, penalty: Offending, pointer: str, unread: Collection[str]) -> Iterator[Fault]:
    """A penalty that answers a place which the record has not, or what the other side has done."""
    at = penalty.at
    if at is None or any(at.startswith(f"/{name}/") for name in unread):
        return
    seat = dict(_places(record)).get(at)
    if seat is None:
        yield Fault(f"{pointer}/at", "no_such_place", at)
    elif penalty.side not in (SIDE_OF[seat], BOTH):
        yield Fault(f"{pointer}/at", "place_of_other_side", at, {"seat": seat, "side": penalty.side})


def _places(record: DealRecord) -> Iterator[tuple[str, str]]:
    """Every place that can be ruled on, and whose it is."""
    for index, bid in enumerate(record.bids or ()):
        yield f"/bids/{index}", bid.seat
    for index, burial in enumerate(record.burials):
        yield f"/burials/{index}", burial.seat
    for index, trick in enumerate(record.tricks):
        if trick.attempt:
            yield f"/tricks/{index}/attempt", trick.plays[0].seat
        for place, play in enumerate(trick.plays):
            yield f"/tricks/{index}/plays/{place}", play.seat


def _left_standing(tricks: Sequence[RecordedTrick], at: str | None, unread: Collection[str]) -> bool:
    """Whether a place is a lead without a failed throw before it: of a throw that was left standing there, the tricks tell no fine."""
    if at is not None and "tricks" in unread:
        return True
    return at in [f"/tricks/{index}/plays/0" for index, trick in enumerate(tricks) if not trick.attempt]

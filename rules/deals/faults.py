"""What is wrong with the record of a deal as input: what no deal can look like, and what is missing to judge one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.bidding import DealFacts, bid_faults, first_illegal, resolve_bids, resolve_faults
from rules.deals.record import DealRecord, RecordedTrick
from rules.deals.score import fine_of
from rules.deals.tricks import hand_size
from rules.effects import Effect, effect_faults
from rules.levels import advance_faults, level_faults
from rules.offences import offence_named
from rules.options import Options
from rules.penalties import offence_faults
from rules.rulings import Fault
from rules.seats import SEATS
from rules.trump import trump_faults


def facts_of(record: DealRecord) -> DealFacts:
    """What was known before anybody bid."""
    return DealFacts(
        record.levels,
        record.seat_holder or record.declarer,
        record.first_deal,
        record.first_drawer,
        record.barred,
        record.revolt,
    )


def record_faults(options: Options, record: DealRecord) -> list[Fault]:
    """Everything that is wrong with a record, except more copies of a card than there are, which the sets of cards tell.

    The pointers are those of a deals/replay body.
    """
    faults = level_faults(options, record.levels)
    if record.trump is not None:
        faults += trump_faults(options, record.trump)
    faults += _size_faults(options, record)
    faults += _tricks_faults(options, record.tricks, dealt=record.hands is not None)
    found, declarer = _auction_faults(options, record)
    return faults + found + _sanction_faults(options, record, declarer)


def _size_faults(options: Options, record: DealRecord) -> list[Fault]:
    """Hands, kitty and burials of another size than they are dealt; a hand that is left out."""
    faults = []
    size = hand_size(options)
    if record.hands is not None:
        for seat in SEATS:
            if seat not in record.hands:
                faults.append(Fault(f"/hands/{seat}", "hand_missing", None, {"seat": seat}))
            elif len(record.hands[seat]) != size:
                faults.append(Fault(f"/hands/{seat}", "wrong_hand_size", None, {"count": len(record.hands[seat]), "size": size}))
    laid = [("/kitty", record.kitty)] if record.kitty is not None else []
    laid += [(f"/burials/{index}/cards", burial.cards) for index, burial in enumerate(record.burials)]
    for pointer, cards in laid:
        if len(cards) != options.kitty_size:
            faults.append(Fault(pointer, "wrong_kitty_size", None, {"count": len(cards), "size": options.kitty_size}))
    return faults


def _tricks_faults(options: Options, tricks: Sequence[RecordedTrick], *, dealt: bool) -> list[Fault]:
    """A short trick that is not the last, and tricks for which no cards are left.

    Where the hands are known, a lead of more cards than are left is the player's fault.
    """
    faults = []
    played, size = 0, hand_size(options)
    for index, trick in enumerate(tricks):
        if index + 1 < len(tricks) and len(trick.plays) < len(SEATS):
            faults.append(Fault(f"/tricks/{index}/plays", "trick_incomplete", None, {"count": len(trick.plays)}))
        before, played = played, played + len(trick.plays[0].cards)
        if before >= size or (played > size and not dealt):
            faults.append(Fault(f"/tricks/{index}", "no_cards_left", None, {"count": played, "size": size}))
            break
    return faults


def _auction_faults(options: Options, record: DealRecord) -> tuple[list[Fault], str | None]:
    """What is wrong with the bids as input, or missing beside them; and who declares, as far as it can be told."""
    if record.bids is None:
        named = {"trump": record.trump, "declarer": record.declarer}
        return [Fault(f"/{name}", "missing_field") for name, value in named.items() if value is None], record.declarer
    facts = facts_of(record)
    dealt = record.hands is not None
    faults = bid_faults(options, facts, record.bids, kitty=() if dealt else record.kitty or ())
    if faults or first_illegal(options, facts, record.bids) is not None:
        return faults, record.declarer
    faults = resolve_faults(options, facts, record.bids, record.kitty)
    return faults, record.declarer if faults else resolve_bids(options, facts, record.bids, record.kitty).declarer


def _sanction_faults(options: Options, record: DealRecord, declarer: str | None) -> list[Fault]:
    """What is wrong with penalties, effects and laps; failed throws are told by the tricks."""
    faults = []
    moving: list[tuple[str, Effect]] = []
    for index, penalty in enumerate(record.penalties):
        pointer = f"/penalties/{index}"
        offence = offence_named(options.offences, penalty.offence)
        if offence is not None and offence.fine_from is not None:
            faults.append(Fault(f"{pointer}/offence", "told_by_tricks", penalty.offence, {"offence": penalty.offence}))
            continue
        offending = replace(penalty, declarer=declarer)
        found = offence_faults(options, offending, pointer)
        faults += found
        if not found and declarer is not None:
            moving += [(pointer, effect) for effect in fine_of(options, offending).effects]
    moving += [(f"/effects/{index}", effect) for index, effect in enumerate(record.effects)]
    faults += effect_faults(moving)
    return faults + advance_faults(options, declarer or SEATS[0], 0, laps=record.laps, last_trick_winner=SEATS[0])

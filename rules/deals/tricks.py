"""The tricks of a whole deal (各圈): whether they are the whole of it, who led each, and what they hold for the attackers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.cards import KINDS
from rules.deals.score import Counted
from rules.options import Options
from rules.rulings import Fault
from rules.seats import OTHER_SIDE, SEATS, SIDE_OF
from rules.table import table_of
from rules.tricks import Play, resolve_trick, table_faults, winner_of
from rules.trump import Trump

Trick = tuple[Play, ...]


def hand_size(options: Options) -> int:
    """The cards that each seat plays in a deal: 25 of two decks without a kitty of eight."""
    return (options.decks * KINDS - options.kitty_size) // len(SEATS)


def tricks_faults(options: Options, trump: Trump, declarer: str, tricks: Sequence[Trick], pointer: str = "/tricks") -> list[Fault]:
    """What is wrong with the tricks of a whole deal, each of four plays.

    The plays on the table; a lead by another seat than the winner of the trick before, or than the declarer in the first one; more
    or fewer cards than are dealt. Whether a play was legal is the replay's question.
    """
    faults = []
    leader: str | None = declarer
    played, dealt = 0, hand_size(options)
    for index, trick in enumerate(tricks):
        place = f"{pointer}/{index}/plays"
        found = table_faults(options, trump, trick, place)
        seat = trick[0].seat
        if leader is not None and seat != leader:
            faults.append(Fault(f"{place}/0/seat", "wrong_leader", seat, {"seat": seat, "leader": leader}))
        faults += found
        played += len(trick[0].cards)
        # beyond a whole deal nothing is judged, so that no list of tricks costs more than a deal
        leader = None if found or played > dealt else winner_of_plays(options, trump, trick)
    if played != dealt:
        faults.append(Fault(pointer, "wrong_deal_size", params={"count": played, "size": dealt}))
    return faults


def winner_of_plays(options: Options, trump: Trump, trick: Trick) -> str:
    """The seat that wins a trick of four plays that is free of `table_faults`."""
    if any(play.counts_as_lowest for play in trick):
        return resolve_trick(options, trump, trick).winner
    return trick[winner_of(options, table_of(options, trump), [play.cards for play in trick])].seat


def counted_from_tricks(
    options: Options,
    trump: Trump,
    declarer: str,
    tricks: Sequence[Trick],
    *,
    kitty: tuple[int, ...] | None = None,
    kitty_points: int | None = None,
) -> Counted:
    """The points of a deal by its tricks, which are free of `tricks_faults`.

    Without the kitty's cards or points the kitty is what the tricks leave.
    """
    attackers = OTHER_SIDE[SIDE_OF[declarer]]
    verdicts = [resolve_trick(options, trump, trick) for trick in tricks]
    if kitty is None and kitty_points is None:
        left = Counter(dict.fromkeys(range(KINDS), options.decks))
        left.subtract(card for trick in tricks for play in trick for card in play.cards)
        kitty = tuple(left.elements())
    return Counted(
        trump,
        sum(verdict.points for verdict in verdicts if verdict.winner_side == attackers),
        tricks[-1],
        kitty,
        kitty_points,
        tuple(warning for verdict in verdicts[:-1] for warning in verdict.warnings),
    )

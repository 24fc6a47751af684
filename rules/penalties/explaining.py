"""The rulings behind a sanction: one for each thing that follows, each resting on the part of the offence that says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.offences import Consequence, Offence
from rules.options import ExposedOptions, Options, WrongShow
from rules.penalties.offending import BOTH, Offending
from rules.penalties.parts import Part
from rules.penalties.verdicts import BID_RIGHT_LOST, EXPOSED, EffectVerdict, Sanction
from rules.rulings import Ruling

_CHOICE = "replay_choice"


def explained(
    options: Options,
    offence: Offence,
    offending: Offending,
    cases: Sequence[Consequence],
    parts: Sequence[Part],
    last: Consequence | None,
) -> tuple[Ruling, ...]:
    """The rulings of a sanction in its order: sanctions before effects, then what follows from these, then how play goes on.

    `last` is the case that says how. Where nothing follows, a ruling says so.
    """
    kinds = {part.thing.kind for part in parts if isinstance(part.thing, EffectVerdict)}
    found = [*_counted(offence, offending)]
    found += [ruling for part in parts if isinstance(part.thing, Sanction) for ruling in part.rulings]
    found += [ruling for part in parts if not isinstance(part.thing, Sanction) for ruling in part.rulings]
    if cases and offence.fine_from is not None:
        found.append(Ruling("offence_leads_instead", "throws.on_failure.plays", {"plays": options.throws.on_failure_plays}))
    if cases and offence.passes_level is not None:
        found.append(Ruling("offence_passes_level", f"{offence.effects_from}.at_last_level", {"level": offence.passes_level}))
    if EXPOSED in kinds:
        found += _duties(options.exposed)
    if BID_RIGHT_LOST in kinds and options.bidding is not None and options.bidding.wrong_show is not None:
        found += _shows(options.bidding.wrong_show, offending.side)
    if last is not None and _CHOICE not in kinds:
        found.append(Ruling("offence_goes_on", f"{last.path}.then", {"then": last.then}))
    if not any(part.thing for part in parts):
        nothing = "offence_free" if offence.decidable else "offence_left_open"
        found.append(Ruling(nothing, cases[-1].path if cases else offence.option, {"side": offending.side}))
    return tuple(found)


def _counted(offence: Offence, offending: Offending) -> Iterator[Ruling]:
    if offence.counted_in is not None and offending.occurrence is not None:
        params = {"occurrence": offending.occurrence, "within": offence.counted_in}
        yield Ruling("offence_counted", f"offences.{offence.code}.counted_in", params)


def _duties(exposed: ExposedOptions) -> Iterator[Ruling]:
    """What the ruleset asks of exposed cards from now on; plays/check holds the offenders to it."""
    if exposed.counts_as == "lowest":
        yield Ruling("exposed_cards_count_lowest", "exposed.counts_as")
    if exposed.play_at_first_legal_chance:
        yield Ruling("exposed_cards_go_first", "exposed.play_at_first_legal_chance")
    if exposed.may_not_lead_suit:
        yield Ruling("exposed_suit_not_led", "exposed.may_not_lead_suit")
    if exposed.opponents_order != "none":
        yield Ruling("exposed_cards_on_order", "exposed.opponents_order", {"order": exposed.opponents_order})


def _shows(wrong: WrongShow, side: str) -> Iterator[Ruling]:
    """What the offenders may still do in the bidding, and how trump is found where nobody shows it."""
    if side == BOTH:
        yield Ruling("offence_goes_on", "bidding.wrong_show.both_wrong", {"then": wrong.both_wrong})
        return
    if "counter" not in wrong.loses:
        yield Ruling("offence_leaves_counter", "bidding.wrong_show.keeps", {"side": side})
    yield Ruling("offence_nobody_shows", "bidding.wrong_show", {"side": side})

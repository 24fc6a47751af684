"""The rulings behind a sanction: one for each thing that follows, each resting on the option that decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.offences import Offence
from rules.options import ExposedOptions, Options
from rules.penalties.offending import ATTACKERS, BOTH, DECLARERS, Offending
from rules.penalties.verdicts import EXPOSED, ROUND_FORFEITED, TRICK_POINTS, EffectVerdict, Sanction
from rules.rulings import Ruling

_SIGNED = {DECLARERS: "fine_is_added", ATTACKERS: "fine_is_taken_off"}
"""Which way a fine goes, no option decides."""
_GIVEN = {"warning": "offence_warned", "recorded": "offence_recorded"}
_EFFECTS = {
    "deal_taken": "offence_deal_taken",
    "level_up": "offence_level_up",
    "deal_score": "offence_deal_score",
    TRICK_POINTS: "offence_trick_points",
    EXPOSED: "offence_exposes_cards",
    "bid_right_lost": "offence_bars_bids",
    ROUND_FORFEITED: "offence_forfeits_round",
    "replay_choice": "offence_replay_choice",
}


def explained(
    options: Options,
    offence: Offence,
    offending: Offending,
    sanctions: Sequence[Sanction],
    effects: Sequence[EffectVerdict],
    then: str | None,
) -> tuple[Ruling, ...]:
    """The rulings of a sanction in its order; where nothing follows, one that says so."""
    found = [*_of_sanctions(offence.option, offending, sanctions), *_of_effects(offence.option, effects)]
    if any(effect.kind == EXPOSED for effect in effects):
        found += _duties(options.exposed)
    if then is not None:
        found.append(Ruling("offence_goes_on", offence.option, {"then": then}))
    return tuple(found) or (Ruling("offence_free", offence.option, {"side": offending.side}),)


def _of_sanctions(option: str, offending: Offending, sanctions: Sequence[Sanction]) -> Iterator[Ruling]:
    for sanction in sanctions:
        params: dict[str, Any] = {"side": offending.side}
        if sanction.kind != "fine":
            yield Ruling(_GIVEN.get(sanction.kind, "offence_judged"), option, params | {"sanction": sanction.kind})
            continue
        fined = "offence_fined" if sanction.cards is None else "offence_fined_by_card"
        yield Ruling(fined, option, params | {"points": sanction.points, "per": sanction.per, "number": sanction.cards})
        if offending.party is not None:
            yield Ruling(_SIGNED[offending.party], None, {"points": sanction.points})


def _of_effects(option: str, effects: Sequence[EffectVerdict]) -> Iterator[Ruling]:
    for effect in effects:
        side = effect.by or effect.side or BOTH
        yield Ruling(_EFFECTS[effect.kind], option, {"side": side, "levels": effect.levels, "points": effect.points})


def _duties(exposed: ExposedOptions) -> Iterator[Ruling]:
    """What the ruleset asks of exposed cards from now on; plays/check holds the offenders to it."""
    if exposed.play_at_first_legal_chance:
        yield Ruling("exposed_cards_go_first", "exposed.play_at_first_legal_chance")
    if exposed.may_not_lead_suit:
        yield Ruling("exposed_suit_not_led", "exposed.may_not_lead_suit")
    if exposed.opponents_order != "none":
        yield Ruling("exposed_cards_on_order", "exposed.opponents_order", {"order": exposed.opponents_order})

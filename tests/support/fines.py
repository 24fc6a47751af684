"""An offence of a deal with the sanction that a test wants, whatever offence it was."""

from __future__ import annotations

from rules.deals.score import DealFine
from rules.penalties import EffectVerdict, SanctionVerdict


def charged(side: str, points: int, delta: int, *effects: EffectVerdict) -> DealFine:
    """So many points, what they change in the attackers' total, and effects beside them."""
    sanction = SanctionVerdict(
        sanctions=(),
        points=points,
        attackers_points_delta=delta,
        effects=effects,
        remedy=None,
        then=None,
        clause=None,
        option="offences",
        grounds=("offences",),
        rulings=(),
    )
    return DealFine("some_offence", side, sanction)

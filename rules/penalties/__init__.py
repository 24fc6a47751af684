"""Fines and sanctions (判罚): what an offence costs, who gains by it, and what else follows."""

from rules.penalties.assessing import assess
from rules.penalties.offending import BOTH, MOST_FINED, Offending, offence_faults
from rules.penalties.verdicts import EffectVerdict, Sanction, SanctionVerdict

__all__ = ["BOTH", "MOST_FINED", "EffectVerdict", "Offending", "Sanction", "SanctionVerdict", "assess", "offence_faults"]

"""Exposed cards (暴露张, 罚张): what they ask of their holder's next play (Jiangsu 4.3.5, Gongxiao 19; semantics 6.5)."""

from rules.exposed.claims import ORDERS, RANK_OPTION, Exposed, exposed_faults, exposed_in
from rules.exposed.follows import judge_follow
from rules.exposed.leads import judge_lead

__all__ = ["ORDERS", "RANK_OPTION", "Exposed", "exposed_faults", "exposed_in", "judge_follow", "judge_lead"]

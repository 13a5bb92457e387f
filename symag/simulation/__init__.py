"""Is L ≼ P: the backends that decide it, and the trees that refute it.

.. include:: README.md
"""

from symag.simulation.answers import Answers
from symag.simulation.backend import (
    Backend,
    Capabilities,
    MakeMembership,
    MembershipOracle,
    Outcome,
    backend_names,
    get_backend,
    register,
)
from symag.simulation.capabilities import capabilities_of
from symag.simulation.fixpoint import Fixpoint
from symag.simulation.matching import Matching, match, smallest_cut
from symag.simulation.monolithic import Deciding, decide
from symag.simulation.refute import refute
from symag.simulation.slim import slim
from symag.simulation.trees import MAX_NODES, Demand, grow_tree

__all__ = [
    "MAX_NODES",
    "Answers",
    "Backend",
    "Capabilities",
    "Deciding",
    "Demand",
    "Fixpoint",
    "MakeMembership",
    "Matching",
    "MembershipOracle",
    "Outcome",
    "backend_names",
    "capabilities_of",
    "decide",
    "get_backend",
    "grow_tree",
    "match",
    "refute",
    "register",
    "slim",
    "smallest_cut",
]

"""Is L ≼ P: the backends that decide it, and the trees that refute it.

.. include:: README.md
"""

from symag.simulation.backend import (
    Backend,
    Capabilities,
    DecideFormula,
    Decision,
    MakeMembership,
    MembershipOracle,
    backend_names,
    get_backend,
    register,
)
from symag.simulation.completed_successors import CompletedSuccessors
from symag.simulation.exact_flow import ExactFlow, exact_flow, smallest_cut
from symag.simulation.fixpoint import Fixpoint, capabilities_of, some_simulation
from symag.simulation.monolithic import LazyCheck, decide
from symag.simulation.refute import refute
from symag.simulation.small_simulation import small_simulation
from symag.simulation.trees import MAX_NODES, Demand, grow_tree

__all__ = [
    "MAX_NODES",
    "Backend",
    "Capabilities",
    "CompletedSuccessors",
    "DecideFormula",
    "Decision",
    "Demand",
    "ExactFlow",
    "Fixpoint",
    "LazyCheck",
    "MakeMembership",
    "MembershipOracle",
    "backend_names",
    "capabilities_of",
    "decide",
    "exact_flow",
    "get_backend",
    "grow_tree",
    "refute",
    "register",
    "small_simulation",
    "smallest_cut",
    "some_simulation",
]

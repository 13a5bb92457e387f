"""Is L ≼ P: the backends that decide it, and the trees that refute it."""

from symag.simulation.answers import Answers
from symag.simulation.backend import Backend, Outcome, backend_names, get_backend, register
from symag.simulation.fixpoint import Fixpoint
from symag.simulation.matching import Matching, match, smallest_cut
from symag.simulation.monolithic import decide
from symag.simulation.refute import refute

__all__ = [
    "Answers",
    "Backend",
    "Fixpoint",
    "Matching",
    "Outcome",
    "backend_names",
    "decide",
    "get_backend",
    "match",
    "refute",
    "register",
    "smallest_cut",
]

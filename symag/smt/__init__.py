"""Simulation as constraints: the encodings, the solvers, and trees from unsatisfiable cores.

Importing this room registers the solver backends; encodings and solvers are imported when one is asked for.

.. include:: README.md
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from symag.limits import Watch
from symag.simulation import register
from symag.smt.encodings import ENCODINGS, WRITTEN

if TYPE_CHECKING:
    from symag.smt.backend import SmtBackend
    from symag.smt.formula import Solver

__all__ = ["ENCODINGS", "WRITTEN"]

PYSMT = "pip install pysmt"
PYSMT_SOLVERS = {
    "z3": ("z3", "pip install z3-solver"),
    "cvc5": ("cvc5", "pip install cvc5"),
    "btor": ("pyboolector", "pip install 'pyboolector<3.2.4'"),
    "msat": ("mathsat", "pysmt-install --msat"),
    "cvc4": ("CVC4", "pysmt-install --cvc4"),
    "yices": ("yices_api", "pysmt-install --yices"),
    "bdd": ("repycudd", "pysmt-install --bdd"),
    "picosat": ("picosat", "pysmt-install --picosat"),
}
"""All that pySMT can find: its name for the solver, the module that must be there, and how to install it."""


@register("z3", encodings=tuple(ENCODINGS), needs=dict([PYSMT_SOLVERS["z3"]]))
def _z3(encoding: str) -> SmtBackend:
    """Z3 by its own library."""
    from symag.smt.backend import SmtBackend
    from symag.smt.z3_solver import Contexts, Z3Solver

    return SmtBackend("z3", partial(Z3Solver, contexts=Contexts()), encoding)


def _through_pysmt(solver: str, encoding: str) -> SmtBackend:
    """A solver through pySMT."""
    from symag.smt.backend import SmtBackend
    from symag.smt.pysmt_solver import PysmtSolver, try_out

    try_out(solver)

    def make(logic: str, watch: Watch) -> Solver:
        return PysmtSolver(solver, logic, watch)

    return SmtBackend(f"pysmt:{solver}", make, encoding)


for _solver, _needed in PYSMT_SOLVERS.items():
    register(f"pysmt:{_solver}", encodings=tuple(ENCODINGS), needs={"pysmt": PYSMT} | dict([_needed]))(
        partial(_through_pysmt, _solver)
    )

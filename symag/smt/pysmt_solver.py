"""Any solver that pySMT finds. Slower than Z3 by its own library, and a cross-check of it.

Each conversation has an environment of its own: pySMT's global one remembers every symbol ever made.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

# Where Cython is there, pySMT would compile its parser, which we do not use, into the user's home.
os.environ.setdefault("PYSMT_CYTHON", "0")

from pysmt.environment import Environment
from pysmt.exceptions import SolverReturnedUnknownResultError
from pysmt.logics import QF_BOOL, QF_LRA
from pysmt.typing import BOOL, REAL

from symag.errors import InputError, LimitReached
from symag.limits import Watch
from symag.smt.formula import AtMost, Linear, Patience, SolverFormula

__all__ = ["PysmtSolver", "try_out"]

CLASSES = {
    "z3": ("z3", "Z3Solver"),
    "cvc5": ("cvcfive", "CVC5Solver"),
    "btor": ("btor", "BoolectorSolver"),
    "msat": ("msat", "MathSAT5Solver"),
    "cvc4": ("cvcfour", "CVC4Solver"),
    "yices": ("yices", "YicesSolver"),
    "bdd": ("bdd", "BddSolver"),
    "picosat": ("pico", "PicosatSolver"),
}
"""Where pySMT keeps what it knows of a solver."""
SLOW = 10
"""Units of work that a literal costs in terms of pySMT."""
MINIMISED = 300
"""A core of at most so many variables is minimised by dropping one after the other, where the solver does not do it."""


class PysmtSolver:
    """A conversation through pySMT with the solver of that name."""

    def __init__(self, name: str, logic: str, watch: Watch) -> None:
        self.name = name
        self.watch = watch
        self.environment = environment = Environment()
        self.manager = environment.formula_manager
        wanted = QF_BOOL if logic == "QF_UF" else QF_LRA
        make = _solver_class(name)
        if not any(wanted <= supported for supported in make.LOGICS):
            raise InputError(f"{name!r} has no linear arithmetic: choose the encoding cuts or lazy, and no formula")
        options = _options(name, watch)
        self.solver: Any = make(environment, wanted, generate_models=True, incremental=True, solver_options=options)
        self.assumed: list[int] = []
        self.reals = 0
        self._booleans: dict[int, Any] = {}
        # no method of ours: a solver that knows itself would stay until Python collects garbage
        self._patiently = Patience(watch, self.solver.z3.ctx.interrupt if name == "z3" else lambda: None)

    def _boolean(self, number: int) -> Any:
        symbol = self._booleans.get(number)
        if symbol is None:
            symbol = self._booleans[number] = self.manager.Symbol(f"b{number}", BOOL)
        return symbol

    def _real(self, number: int) -> Any:
        return self.manager.Symbol(f"w{self.reals + number}", REAL)

    def add(self, formula: SolverFormula) -> None:
        """See `symag.smt.formula.Solver`."""
        with self.environment:  # pySMT checks types in the topmost one, and the global one never forgets
            self.watch.check("adding clauses to the solver")
            for constraint in self._constraints(formula):
                self.solver.add_assertion(constraint)
        self.reals += formula.num_reals

    def _constraints(self, formula: SolverFormula) -> Iterable[Any]:
        make, zero = self.manager, self.manager.Real(0)
        for clause in formula.clauses():
            self.watch.tick(SLOW * len(clause))
            yield make.Or([self._boolean(v) if v > 0 else make.Not(self._boolean(-v)) for v in clause])
        for total in formula.sums:
            self.watch.tick(SLOW * len(total.terms))
            terms = make.Plus([self._real(term) for term in total.terms])
            yield make.Implies(self._boolean(total.guard), make.Equals(terms, make.Real(Fraction(total.total))))
        for number, carrier in enumerate(formula.carriers):
            if number:
                self.watch.tick(2 * SLOW)
                yield make.GE(self._real(number), zero)
                if carrier:
                    yield make.Implies(make.GT(self._real(number), zero), self._boolean(carrier))
        for inequality in formula.inequalities:
            self.watch.tick(SLOW * (1 + len(inequality.low.terms)))
            yield self._inequality(inequality)

    def _inequality(self, inequality: AtMost) -> Any:
        compare = self.manager.LT if inequality.is_strict else self.manager.LE
        found = compare(self._linear(inequality.low), self._linear(inequality.high))
        return self.manager.Implies(self._boolean(inequality.guard), found) if inequality.guard else found

    def _linear(self, linear: Linear) -> Any:
        make = self.manager
        terms = [make.Times(make.Real(weight), self._real(real)) for weight, real in linear.terms]
        return make.Plus([*terms, make.Real(linear.constant)])

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """See `symag.smt.formula.Solver`."""
        self.assumed = list(assumed)
        return self._solve(self.assumed)

    def _solve(self, assumed: Sequence[int]) -> bool:
        literals = [self._boolean(variable) for variable in assumed]
        try:
            return bool(self._patiently("solving", lambda: self.solver.solve(literals or None)))
        except SolverReturnedUnknownResultError:
            self.watch.check("solving")
            raise LimitReached("solver", f"{self.name} gave up, within the limits") from None

    def true(self, variables: Iterable[int]) -> list[int]:
        """See `symag.smt.formula.Solver`."""
        if self.name == "z3":  # by its own model, as pySMT's would translate every symbol again
            from z3 import is_true

            model, translate = self.solver.z3.model(), self.solver.converter.convert
            return [v for v in self.watch.over(variables) if is_true(model.eval(translate(self._boolean(v))))]
        return [v for v in self.watch.over(variables) if self.solver.get_value(self._boolean(v)).is_true()]

    def values(self, reals: Iterable[int]) -> list[Fraction]:
        """See `symag.smt.formula.Solver`."""
        symbols = [self.manager.Symbol(f"w{real}", REAL) for real in self.watch.over(reals)]
        with self.environment:
            if self.name == "z3":
                model, translate = self.solver.z3.model(), self.solver.converter.convert
                return [Fraction(str(model.eval(translate(symbol), model_completion=True))) for symbol in symbols]
            return [Fraction(str(self.solver.get_value(symbol).constant_value())) for symbol in symbols]

    def core(self) -> list[int]:
        """See `symag.smt.formula.Solver`."""
        core = self._raw_core()
        if self.name == "z3" or len(core) > MINIMISED:
            return core
        for variable in list(core):
            rest = [other for other in core if other != variable]
            if not self._solve(rest):
                core = rest
        return core

    def _raw_core(self) -> list[int]:
        """By the solver's own door, which pySMT does not open for assumptions; all that was assumed, if it has none."""
        if self.name == "z3":
            core = self._patiently("minimising the core", self.solver.z3.unsat_core)
            return sorted(int(str(literal)[1:]) for literal in core)
        if self.name == "cvc5":
            return sorted(int(str(literal)[1:]) for literal in self.solver.cvc5.getUnsatAssumptions())
        return self.assumed


@cache
def _solver_class(name: str) -> Any:
    """pySMT's class for a solver. Its own factory would load all solvers, and fail for all if one of them is broken."""
    module, kind = CLASSES[name]
    return getattr(import_module(f"pysmt.solvers.{module}"), kind)


@cache
def try_out(name: str) -> None:
    """An InputError if the solver that is installed is not of the kind that pySMT expects."""
    try:
        PysmtSolver(name, "QF_UF", Watch())
    except Exception as error:  # what a foreign package raises when it is loaded is up to it
        words = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"pySMT cannot use the {name!r} that is installed here: {words}") from error


def _options(name: str, watch: Watch) -> dict[str, Any]:
    if name == "z3":
        return {"core.minimize": True, "ctrl_c": False}
    if name == "cvc5":
        options = {"ite-simp": "false", "produce-unsat-assumptions": "true"}
        remaining = watch.remaining()
        return options if remaining is None else options | {"tlimit-per": str(max(1, int(remaining * 1000)))}
    return {}

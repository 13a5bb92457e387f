"""Z3 by its own library: clauses as DIMACS text, sums as SMT-LIB text, which is many times faster than terms.

Z3's contexts. To make one takes milliseconds, longer than many a question: so a check uses them again and again.

A context belongs to one conversation at a time. One that was interrupted, or has become large, is forgotten.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import z3
from z3 import z3core

from symag.errors import LimitReached
from symag.limits import Watch
from symag.smt.formula import (
    QUESTION,
    Names,
    Patience,
    SolverFormula,
    at_most_text,
    clause_text,
    declarations,
    real_text,
    sum_text,
)

__all__ = ["Contexts", "SharedContext", "Z3Solver"]

SPARE = 2
LARGE = 20_000
"""A context with more Booleans than that is not kept: they would take its memory for ever."""


class SharedContext:
    """A context and the Booleans in it, without their wrappers, which would take several times as long."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.sort = z3.BoolSort(self.context)
        self.true: int = z3.BoolVal(True, self.context).ast.value
        self.constants: dict[int | str, Any] = {}
        self.declarations: dict[int | str, Any] = {}

    def boolean(self, name: int | str) -> Any:
        """A variable of DIMACS is named by a number; a string of the same looks is another variable."""
        constant = self.constants.get(name)
        if constant is None:
            context = self.context.ref()
            named = z3core.Z3_mk_int_symbol if isinstance(name, int) else z3core.Z3_mk_string_symbol
            constant = z3core.Z3_mk_const(context, named(context, name), self.sort.ast)
            z3core.Z3_inc_ref(context, constant)  # as long as the context lives
            self.constants[name] = constant
            self.declarations[name] = z3core.Z3_get_app_decl(context, constant)
        return constant


class Contexts:
    """Those of one check. Not of all: what Z3 finds depends on what its context has seen, and the same check is to give
    the same answer, whatever came before it."""

    def __init__(self) -> None:
        self.spare: list[SharedContext] = []

    def borrow(self) -> SharedContext:
        """A context for one solver alone."""
        try:
            return self.spare.pop()
        except IndexError:
            return SharedContext()

    def give_back(self, shared: SharedContext) -> None:
        """Nothing of the conversation is left in it but Booleans."""
        if len(self.spare) < SPARE and len(shared.constants) <= LARGE:
            self.spare.append(shared)


LITERALS = 500_000
"""So many literals are handed over at once: in between we look at the watch."""
LINES = 20_000
"""Likewise, of SMT-LIB text."""
SMALL = 200_000
"""Clauses of at most so many literals are tried without a thread first, which takes longer than many an answer."""
HASTE = 100_000
"""The work that such a try may take, in Z3's own measure: milliseconds."""
SHORT = 20_000
"""A text of at most so many characters is read in milliseconds: it needs no thread of its own."""


class Z3Solver:
    """A solver in a context of its own, so that it can be interrupted and no other notices."""

    def __init__(self, logic: str, watch: Watch, contexts: Contexts | None = None) -> None:
        self.watch = watch
        self.contexts = contexts or Contexts()
        self.shared = self.contexts.borrow()
        self.context = self.shared.context
        self.linear = logic != "QF_UF"
        self.solver = z3.SolverFor("QF_LRA" if self.linear else "QF_FD", ctx=self.context)
        self.solver.set("core.minimize", self.linear)
        self.solver.set("ctrl_c", False)  # ours: in a core, Z3 swallows it
        self.booleans = self.reals = self.literals = 0
        self._most_work = 0
        self._ask: Callable[[], int]
        """The question that was asked last."""
        self.names = Names()
        self._patience = Patience(watch, self.context.interrupt)
        self.finished = True
        """Did all that it was asked to do come to its end?"""

    def __del__(self) -> None:
        if self.__dict__.pop("solver", None) is not None and self.finished:
            self.contexts.give_back(self.shared)

    def add(self, formula: SolverFormula) -> None:
        """See `symag.smt.formula.Solver`."""
        if self.linear:
            for text in _batches(self._lines(formula)):
                self._add_text(text)
        else:
            self.literals += len(formula.literals)
            for literals in _batches_of_clauses(formula.literals):
                header = f"p cnf {max(map(abs, literals))} {literals.count(0)}"
                self._add_text(f"{header}\n{' '.join(map(str, literals))}\n")

    def _lines(self, formula: SolverFormula) -> Iterator[str]:
        booleans = max((abs(literal) for literal in formula.literals), default=0)
        booleans = max(booleans, *formula.carriers, *(total.guard for total in formula.sums))
        booleans = max((booleans, *(inequality.guard for inequality in formula.inequalities)))
        new = range(self.booleans + 1, booleans + 1), range(self.reals + 1, self.reals + formula.num_reals + 1)
        yield from declarations(self.names, *new)
        self.booleans, self.reals = max(self.booleans, booleans), self.reals + formula.num_reals
        for clause in formula.clauses():
            self.watch.tick(len(clause))
            yield f"(assert {clause_text(clause, self.names)})"
        for total in formula.sums:
            self.watch.tick(len(total.terms))
            yield f"(assert {sum_text(total, self.names)})"
        for real in self.watch.over(range(1, formula.num_reals + 1)):
            yield f"(assert {real_text(formula, real, self.names)})"
        for inequality in formula.inequalities:
            self.watch.tick(1 + len(inequality.low.terms))
            yield f"(assert {at_most_text(inequality, self.names)})"

    def _add_text(self, text: str) -> None:
        self.watch.check("adding clauses to the solver")
        if len(text) <= SHORT:
            self.solver.from_string(text)
        else:
            self._patiently("adding clauses to the solver", lambda: self.solver.from_string(text))

    def _patiently(self, stage: str, work: Callable[[], Any]) -> Any:
        self.finished = False
        answer = self._patience(stage, work)
        self.finished = True
        return answer

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """See `symag.smt.formula.Solver`."""
        literals = (z3.Ast * len(assumed))(*[self.shared.boolean(self._name(variable)) for variable in assumed])
        self._ask = partial(
            z3core.Z3_solver_check_assumptions, self.context.ref(), self.solver.solver, len(assumed), literals
        )
        answer = z3.unknown
        if not self.linear and self.literals <= SMALL:
            self._work_at_most(HASTE)
            self.watch.tick(QUESTION)
            answer = z3.CheckSatResult(self._ask())
        if answer == z3.unknown:
            self._work_at_most(0)
            answer = z3.CheckSatResult(self._patiently("solving", self._ask))
        if answer == z3.unknown:
            raise LimitReached("solver", f"z3 does not know: {self.solver.reason_unknown()}")
        return bool(answer == z3.sat)

    def _work_at_most(self, limit: int) -> None:
        """From now on an answer may take so much; 0 is without a limit."""
        if limit != self._most_work:
            self.solver.set("rlimit", limit)
            self._most_work = limit

    def _name(self, number: int) -> int | str:
        return self.names.boolean(number) if self.linear else number

    def true(self, variables: Iterable[int]) -> list[int]:
        """See `symag.smt.formula.Solver`."""
        model = self.solver.model()  # to be kept alive; reading its inside is many times faster than evaluating terms
        context, inside, value_of = self.context.ref(), model.model, z3core.Z3_model_get_const_interp
        shared, found = self.shared, []
        declarations, true = shared.declarations, shared.true
        for number in self.watch.over(variables):
            name = self._name(number) if self.linear else number
            if name not in declarations:
                shared.boolean(name)
            value = value_of(context, inside, declarations[name])
            if value and value.value == true:
                found.append(number)
        return found

    def values(self, reals: Iterable[int]) -> list[Fraction]:
        """See `symag.smt.formula.Solver`."""
        model, found = self.solver.model(), []
        for real in self.watch.over(reals):
            value = model.eval(z3.Real(self.names.real(real), self.context), model_completion=True)
            found.append(Fraction(value.numerator_as_long(), value.denominator_as_long()))
        return found

    def core(self) -> list[int]:
        """See `symag.smt.formula.Solver`."""
        self._work_at_most(0)
        stage = "minimising the core"
        if not self.linear:  # QF_FD minimises while it solves, which takes long: only where the core is needed
            self.solver.set("core.minimize", True)
            self._patiently(stage, self._ask)
            self.solver.set("core.minimize", False)
        core = self._patiently(stage, self.solver.unsat_core)  # QF_LRA minimises only now
        return sorted(int(str(variable.decl().name()).lstrip("bk!")) for variable in core)


def _batches(lines: Iterable[str]) -> Iterator[str]:
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) >= LINES:
            yield "\n".join(batch)
            batch.clear()
    yield "\n".join(batch)


def _batches_of_clauses(literals: array[int]) -> Iterator[array[int]]:
    start = 0
    while start < len(literals):
        end = min(start + LITERALS, len(literals)) - 1
        while literals[end]:
            end += 1
        yield literals[start : end + 1]
        start = end + 1

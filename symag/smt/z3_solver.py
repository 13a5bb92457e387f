"""Z3 by its own library: clauses as DIMACS text, sums as SMT-LIB text, which is many times faster than terms."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import z3
from z3 import z3core

from symag.errors import LimitReached
from symag.limits import Watch
from symag.smt.formula import Formula
from symag.smt.smtlib import Names, clause_text, declarations, real_text, sum_text
from symag.smt.solver import patiently

__all__ = ["Z3Solver"]

LITERALS = 500_000
"""So many literals are handed over at once: in between we look at the watch."""
LINES = 20_000
"""Likewise, of SMT-LIB text."""
SHORT = 20_000
"""A text of at most so many characters is read in milliseconds: it needs no thread of its own."""


class Z3Solver:
    """A solver in a context of its own, so that it can be interrupted and forgotten and no other notices."""

    def __init__(self, logic: str, watch: Watch) -> None:
        self.watch = watch
        self.context = z3.Context()
        self.linear = logic != "QF_UF"
        self.solver = z3.SolverFor("QF_LRA" if self.linear else "QF_FD", ctx=self.context)
        self.solver.set("core.minimize", True)
        self.solver.set("ctrl_c", False)  # ours: in a core, Z3 swallows it
        self.booleans = self.reals = 0
        self.names = Names()
        self._true = z3.BoolVal(True, self.context).ast.value
        self._sort = z3.BoolSort(self.context)
        self._constants: dict[int, Any] = {}
        self._declarations: dict[int, Any] = {}

    def add(self, formula: Formula) -> None:
        """See `symag.smt.solver.Solver`."""
        if self.linear:
            for text in _batches(self._lines(formula)):
                self._tell(text)
        else:
            for literals in _batches_of_clauses(formula.literals):
                header = f"p cnf {max(map(abs, literals))} {literals.count(0)}"
                self._tell(f"{header}\n{' '.join(map(str, literals))}\n")

    def _lines(self, formula: Formula) -> Iterator[str]:
        booleans = max((abs(literal) for literal in formula.literals), default=0)
        booleans = max(booleans, *formula.carriers, *(total.guard for total in formula.sums))
        new = range(self.booleans + 1, booleans + 1), range(self.reals + 1, self.reals + formula.num_reals + 1)
        yield from declarations(self.names, *new)
        self.booleans, self.reals = max(self.booleans, booleans), self.reals + formula.num_reals
        for clause in formula.clauses():
            yield f"(assert {clause_text(clause, self.names)})"
        for total in formula.sums:
            yield f"(assert {sum_text(total, self.names)})"
        for real in range(1, formula.num_reals + 1):
            yield f"(assert {real_text(formula, real, self.names)})"

    def _tell(self, text: str) -> None:
        self.watch.check("telling the solver")
        if len(text) <= SHORT:
            self.solver.from_string(text)
        else:
            self._patiently("telling the solver", lambda: self.solver.from_string(text))

    def _patiently(self, stage: str, work: Callable[[], Any]) -> Any:
        return patiently(work, self.watch, stage, self.context.interrupt)

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """See `symag.smt.solver.Solver`."""
        literals = (z3.Ast * len(assumed))(*map(self._boolean, assumed))
        question = self.context.ref(), self.solver.solver, len(assumed), literals
        answer = z3.CheckSatResult(self._patiently("solving", lambda: z3core.Z3_solver_check_assumptions(*question)))
        if answer == z3.unknown:
            raise LimitReached(f"z3 does not know: {self.solver.reason_unknown()}")
        return bool(answer == z3.sat)

    def _boolean(self, number: int) -> Any:
        """A Boolean without its wrappers, which would take several times as long; the context frees it in the end."""
        constant = self._constants.get(number)
        if constant is None:
            context = self.context.ref()
            # a variable of DIMACS is named by a number; a string of the same looks is another variable
            named = z3core.Z3_mk_string_symbol if self.linear else z3core.Z3_mk_int_symbol
            symbol = named(context, self.names.boolean(number) if self.linear else number)
            constant = z3core.Z3_mk_const(context, symbol, self._sort.ast)
            z3core.Z3_inc_ref(context, constant)
            self._constants[number] = constant
            self._declarations[number] = z3core.Z3_get_app_decl(context, constant)
        return constant

    def true(self, variables: Iterable[int]) -> list[int]:
        """See `symag.smt.solver.Solver`."""
        model = self.solver.model()  # to be kept alive; reading its inside is many times faster than evaluating terms
        context, inside, value_of = self.context.ref(), model.model, z3core.Z3_model_get_const_interp
        declarations, found = self._declarations, []
        for number in variables:
            if number not in declarations:
                self._boolean(number)
            value = value_of(context, inside, declarations[number])
            if value and value.value == self._true:
                found.append(number)
        return found

    def core(self) -> list[int]:
        """See `symag.smt.solver.Solver`."""
        core = self._patiently("minimising the core", self.solver.unsat_core)  # z3 minimises only now
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

"""Clauses on demand: solve, look at the model, add what it violates, until nothing is, or it cannot be.

The encoding is that of `symag.smt.cuts`, of which only a part is ever written down. A pair that the model calls related
gets its obligations when it is first seen; a match that the model calls fitting is tried by an exact flow, and if it
does not fit, gets the cut that it violates. The relation of a model that violates nothing is a simulation.
"""

from __future__ import annotations

from collections.abc import Iterable

from symag.errors import InternalError
from symag.limits import Watch
from symag.smt.cuts import MatchCut, clause_of, violated_cut
from symag.smt.formula import Formula
from symag.smt.propagation import Core
from symag.smt.question import Obligation, Question
from symag.smt.solver import MakeSolver, Solver

__all__ = ["OnDemand", "add_violated_cuts", "explain"]


def add_violated_cuts(
    question: Question, solver: Solver, matches: Iterable[int], related: set[int], watch: Watch
) -> list[MatchCut]:
    """Tell the solver about a cut of each of the matches that does not fit the relation; return the cuts."""
    cuts = []
    formula = Formula()
    for count, match in enumerate(matches):
        if not count & 0xFF:
            watch.check("weighing distributions", count)
        cut = violated_cut(question, match, related.__contains__)
        if cut is not None:
            cuts.append(cut)
            formula.add(clause_of(question, cut))
    if cuts:
        solver.add(formula)
    return cuts


class OnDemand:
    """The conversation with a solver in which pairs and cuts are added on demand."""

    def __init__(self, question: Question, make_solver: MakeSolver, watch: Watch) -> None:
        self.question = question
        self.watch = watch
        self.make_solver = make_solver
        self.solver = make_solver("QF_UF", watch)
        self.obligations: list[Obligation] = []
        self.cuts: list[MatchCut] = []
        self.rounds = 0
        self.relation: set[int] = set()

    def run(self) -> bool:
        """Is the initial pair related?"""
        first = Formula()
        first.add((self.question.INITIAL,))
        self.solver.add(first)
        expanded: set[int] = set()
        new = {self.question.INITIAL}
        while True:
            self._expand(new)
            expanded |= new
            self.rounds += 1
            self.watch.check("solving on demand", len(expanded))
            if not self.solver.solve():
                return False
            true = self.solver.true(range(1, len(self.question) + 1))
            pairs = {variable for variable in true if self.question.is_pair(variable)}
            matches = [variable for variable in true if not self.question.is_pair(variable)]
            cuts = add_violated_cuts(self.question, self.solver, matches, pairs, self.watch)
            self.cuts += cuts
            new = pairs - expanded
            if not new and not cuts:
                self.relation = pairs
                return True

    def _expand(self, pairs: Iterable[int]) -> None:
        formula = Formula()
        for pair in sorted(pairs):
            for obligation in self.question.obligations(pair):
                self.obligations.append(obligation)
                formula.add((-pair, *obligation.answers))
        self.solver.add(formula)


def explain(
    question: Question,
    make_solver: MakeSolver,
    obligations: Iterable[Obligation],
    known_cuts: Iterable[MatchCut],
    watch: Watch,
) -> Core:
    """The clauses, as few as the solver can make them, by which these obligations refute the initial pair.

    Each clause is guarded by a variable of its own that is assumed, so that the solver's core names clauses. Cuts that
    are not known yet are added on demand.
    """
    solver = make_solver("QF_UF", watch)
    guards: dict[int, Obligation | MatchCut] = {}
    first = Formula()
    first.add((question.INITIAL,))

    def guard(formula: Formula, clause: Obligation | MatchCut) -> None:
        number = question.fresh()
        guards[number] = clause
        literals = clause_of(question, clause) if isinstance(clause, MatchCut) else [-clause.pair, *clause.answers]
        formula.add((-number, *literals))

    for clause in (*obligations, *known_cuts):
        guard(first, clause)
    solver.add(first)
    matches = {answer for o in obligations for answer in o.answers if not question.is_pair(answer)}
    while solver.solve(sorted(guards)):
        related = set(solver.true(range(1, len(question) + 1)))
        more = Formula()
        for match in sorted(matches & related):
            cut = violated_cut(question, match, related.__contains__)
            if cut is not None:
                guard(more, cut)
        if not more.num_clauses:
            raise InternalError("the solver called the constraints unsatisfiable, and their core has a model")
        solver.add(more)
    core = [guards[number] for number in solver.core()]
    return Core(
        [clause for clause in core if isinstance(clause, Obligation)],
        [clause for clause in core if isinstance(clause, MatchCut)],
    )

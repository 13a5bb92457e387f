"""Clauses on demand: solve, look at the model, add what it violates, until nothing is, or it cannot be.

The encoding is that of `symag.smt.cuts`, of which only a part is ever written down. A pair that the model calls related
gets its obligations when it is first seen; a match that the model calls fitting is tried by an exact flow, and if it
does not fit, gets the cut that it violates. The relation of a model that violates nothing is a simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.errors import InternalError
from symag.limits import Watch
from symag.smt.cuts import MatchCut, Scales
from symag.smt.formula import MakeSolver, Solver, SolverFormula
from symag.smt.propagation import Core
from symag.smt.simulation_question import Obligation, SimulationQuestion

__all__ = ["OnDemand", "add_violated_cuts", "explain"]


def add_violated_cuts(
    scales: Scales, solver: Solver, matches: Iterable[int], related: set[int], watch: Watch
) -> list[MatchCut]:
    """Add a cut for each match that does not fit the relation to the solver; return the cuts."""
    cuts = []
    formula = SolverFormula()
    watch.check("weighing distributions")
    for match in watch.over(matches):
        cut = scales.violated_cut(match, related.__contains__)
        if cut is not None:
            cuts.append(cut)
            formula.add(cut.literals(scales.question))
    if cuts:
        solver.add(formula)
    return cuts


class OnDemand:
    """The conversation with a solver in which pairs and cuts are added on demand."""

    def __init__(self, question: SimulationQuestion, make_solver: MakeSolver, watch: Watch) -> None:
        self.question = question
        self.scales = Scales(question)
        self.watch = watch
        self.solver = make_solver("QF_UF", watch)
        self.obligations: list[Obligation] = []
        self.cuts: list[MatchCut] = []
        self.known: set[MatchCut] = set()
        self.rounds = 0
        self.seen = 0
        self.expanded: set[int] = set()
        self.matches: list[int] = []
        self.relation: set[int] = set()

    def run(self) -> bool:
        """Is the initial pair related?"""
        first = SolverFormula()
        first.add((self.question.INITIAL,))
        self.solver.add(first)
        while True:
            self._look_for_matches()
            self.rounds += 1
            self.watch.check("solving on demand", len(self.question))
            if not self.solver.solve():
                return False
            self.relation = set(self.solver.true(self.question.pairs()))
            fitting = self.solver.true(self.matches)
            cuts = add_violated_cuts(self.scales, self.solver, fitting, self.relation, self.watch)
            wanted = self.relation - self.expanded
            if not wanted and not cuts:
                return True
            if not self.known.isdisjoint(cuts):
                raise InternalError("the solver's model violates a clause that it was given")
            self.cuts += cuts
            self.known.update(cuts)
            self._expand(wanted)

    def _look_for_matches(self) -> None:
        """The matches that clauses have mentioned since the last time: they are to be weighed."""
        while self.seen < len(self.question):
            self.watch.tick()
            self.seen += 1
            if not self.question.is_pair(self.seen):
                self.matches.append(self.seen)

    def _expand(self, pairs: Iterable[int]) -> None:
        """State what the pairs are obliged to; and likewise of the pairs that they need in any case."""
        formula = SolverFormula()
        self.watch.check("listing pairs of states", len(self.question))
        todo = sorted(pairs)
        self.expanded.update(todo)
        for pair in todo:  # which grows meanwhile
            for obligation in self.question.obligations(pair):
                self.obligations.append(obligation)
                formula.add(obligation.literals(self.question))
                if len(obligation.answers) == 1 and self.question.is_pair(obligation.answers[0]):
                    (only,) = obligation.answers
                    if only not in self.expanded:
                        self.expanded.add(only)
                        todo.append(only)
        self.solver.add(formula)


def explain(
    question: SimulationQuestion,
    make_solver: MakeSolver,
    obligations: Sequence[Obligation],
    known_cuts: Iterable[MatchCut],
    watch: Watch,
) -> Core:
    """The clauses, as few as the solver can make them, by which these obligations refute the initial pair.

    Each clause is guarded by a variable of its own that is assumed, so that the solver's core names clauses. Cuts that
    are not known yet are added on demand.
    """
    solver = make_solver("QF_UF", watch)
    scales = Scales(question)
    guards: dict[int, Obligation | MatchCut] = {}
    first = SolverFormula()
    first.add((question.INITIAL,))

    def guard(formula: SolverFormula, clause: Obligation | MatchCut) -> None:
        number = question.fresh()
        guards[number] = clause
        formula.add((-number, *clause.literals(question)))

    for obligation in watch.over(obligations):
        guard(first, obligation)
    for cut in watch.over(known_cuts):
        guard(first, cut)
    solver.add(first)
    refutable = {obligation.pair for obligation in obligations}
    matches = {answer for o in obligations for answer in o.answers if not question.is_pair(answer)}
    while solver.solve(sorted(guards)):
        refuted = refutable.difference(solver.true(refutable))
        more = SolverFormula()
        for cut in _violated(scales, sorted(solver.true(matches)), refuted):
            guard(more, cut)
        if not more.num_clauses:
            raise InternalError("the solver called the constraints unsatisfiable, and their core has a model")
        solver.add(more)
    core = [guards[number] for number in solver.core()]
    return Core(
        [clause for clause in core if isinstance(clause, Obligation)],
        [clause for clause in core if isinstance(clause, MatchCut)],
    )


def _violated(scales: Scales, matches: Iterable[int], refuted: set[int]) -> list[MatchCut]:
    cuts = (scales.violated_cut(match, lambda pair: pair not in refuted) for match in matches)
    return [cut for cut in cuts if cut is not None]

"""The solver backends: `z3`, and `pysmt:…` for every solver that pySMT finds, each with a choice of encoding.

First the constraints as they are. If they can be true, the model is the relation. If not, the same again with a guard
per obligation: the solver's core says which obligations clash (as in CAV'12, section 6); these alone are explained in
clauses (`on_demand.explain`), and propagation over those makes the tree.

A conversation with a solver lasts for one question, and the solver gets more clauses again and again. It
could last for all the questions of an abstraction refinement: name states by their parts and guard each clause by the
transition that it is about, and a refined assumption only changes what is assumed. Of the clauses that the case studies
of CAV'12 need, 38 to 68 % were known from before. But they are cheap, and the guards are not: on CS_1(5), CS_N(3),
MER(3) and SN(2) that took 1.1 to 3.1 times as long (and once 0.65, by luck with the iterations: 0.87 for each of them).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from symag.errors import InternalError
from symag.evidence import SimulationRelation
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Capabilities, Decision
from symag.smt.cuts import MatchCut, Scales, add_cuts, add_weights, is_eager
from symag.smt.formula import MakeSolver, SolverFormula
from symag.smt.on_demand import OnDemand, add_violated_cuts, explain
from symag.smt.probability_backend import decide_formula
from symag.smt.propagation import tree_from_core
from symag.smt.simulation_question import Obligation, SimulationQuestion
from symag.smt.trace_membership import TraceMembership

__all__ = ["SmtBackend"]


@dataclass(frozen=True)
class SmtBackend:
    """Decides simulation by a solver."""

    name: str
    make_solver: MakeSolver
    encoding: str

    @property
    def capabilities(self) -> Capabilities:
        """A solver answers a learner's membership queries, too, looks for smallest assumptions, and decides formulas of
        probabilistic safety, whatever the encoding of simulations."""
        formulas = partial(decide_formula, make_solver=self.make_solver)
        membership = partial(TraceMembership, make_solver=self.make_solver)
        return Capabilities(membership=membership, make_solver=self.make_solver, formulas=formulas)

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        """See `symag.simulation.backend.Backend`."""
        question = SimulationQuestion(system, specification, watch)
        if self.encoding == "lazy":
            return self._on_demand(question, watch)
        return self._beforehand(question, watch)

    def _on_demand(self, question: SimulationQuestion, watch: Watch) -> Decision:
        run = OnDemand(question, self.make_solver, watch)
        holds = run.run()
        statistics = {
            "encoding": self.encoding,
            "pairs": sum(1 for _ in question.pairs()),
            "hopeless_pairs": question.hopeless,
            "obligations": len(run.obligations),
            "variables": len(question),
            "clauses": 1 + len(run.obligations) + len(run.cuts),
            "rounds": run.rounds,
        }
        if holds:
            return Decision(relation=_relation(question, run.relation), statistics=statistics)
        return self._refuted(question, run.obligations, run.cuts, statistics, watch)

    def _beforehand(self, question: SimulationQuestion, watch: Watch) -> Decision:
        obligations, matches = question.everything()
        pairs = list(question.pairs())
        formula, later = self._meaning(question, matches, watch)
        statistics = {
            "encoding": self.encoding,
            "pairs": len(pairs),
            "hopeless_pairs": question.hopeless,
            "obligations": len(obligations),
            "variables": len(question) + formula.num_reals,
            "clauses": 1 + len(obligations) + formula.size,
        }
        solver = self.make_solver(formula.logic, watch)
        stated = SolverFormula()
        stated.add((question.INITIAL,))
        for obligation in watch.over(obligations):
            stated.add(obligation.literals(question))
        solver.add(stated)
        solver.add(formula)
        scales = Scales(question)
        cuts: list[MatchCut] = []
        while solver.solve():
            related = set(solver.true(pairs))
            violated = add_violated_cuts(scales, solver, solver.true(later) if later else (), related, watch)
            if not violated:
                return Decision(relation=_relation(question, related), statistics=statistics)
            cuts += violated
        clashing = self._clashing(question, obligations, formula, cuts, watch)
        return self._refuted(question, clashing, cuts, statistics, watch)

    def _meaning(
        self, question: SimulationQuestion, matches: list[int], watch: Watch
    ) -> tuple[SolverFormula, list[int]]:
        """What the matches mean, and those whose cuts are added on demand."""
        formula = SolverFormula()
        watch.check("encoding matches")
        if self.encoding == "weights":
            add_weights(formula, question, matches)
            return formula, []
        add_cuts(formula, question, (match for match in watch.over(matches) if is_eager(question, match)))
        return formula, [match for match in watch.over(matches) if not is_eager(question, match)]

    def _clashing(
        self,
        question: SimulationQuestion,
        obligations: list[Obligation],
        meaning: SolverFormula,
        cuts: list[MatchCut],
        watch: Watch,
    ) -> list[Obligation]:
        """The obligations of the solver's core."""
        guards = {question.fresh(): obligation for obligation in obligations}
        solver = self.make_solver(meaning.logic, watch)
        formula = SolverFormula()
        formula.add((question.INITIAL,))
        for guard, obligation in watch.over(guards.items()):
            formula.add((-guard, *obligation.literals(question)))
        for cut in cuts:
            formula.add(cut.literals(question))
        solver.add(formula)
        solver.add(meaning)
        if solver.solve(list(guards)):
            raise InternalError("the solver found a model of constraints that it had called unsatisfiable")
        return [guards[guard] for guard in solver.core()]

    def _refuted(
        self,
        question: SimulationQuestion,
        obligations: list[Obligation],
        cuts: list[MatchCut],
        statistics: dict[str, Any],
        watch: Watch,
    ) -> Decision:
        core = explain(question, self.make_solver, obligations, cuts, watch)
        tree = tree_from_core(question, core, watch)
        return Decision(tree=tree, statistics=statistics | {"core": len(core)})


def _relation(question: SimulationQuestion, related: set[int]) -> SimulationRelation:
    """The pairs that the model calls related."""
    pairs = ((question.below[pair], question.above[pair]) for pair in related)
    return SimulationRelation.of_pairs(question.system, question.specification, pairs, question.watch)

"""Assumptions by learning: L* for rule ASYM, and level by level for ASYM-N (Cobleigh, Giannakopoulou, Păsăreanu, 2003).

The weakest assumption under which `M1` keeps the property P is a regular language over the interface of M1 and P with
the rest. L* learns it, by membership queries to `M1 ‖ P` and by conjectures:

1. M1 ‖ A ⊨ P? If not, A allows a word that the weakest assumption does not: a counterexample for the learner.
2. M2 ‖ … ‖ Mn ⊨ A? If so, the property holds. If not, by a word w: if M1 can violate P while w is done, the violation
   is real; otherwise the weakest assumption allows w, and A does not: a counterexample for the learner.

The second question is of the same kind as the first one, with A as its property: with more than one side left it is
answered in the same way. `symag.assume.learned_proof` says how questions with many components are decided.

With alphabet refinement (Gheorghiu, Giannakopoulou, Păsăreanu, 2007), A starts with the alphabet of the property. So
M1 may violate P while w is done only because this alphabet is too small. Then it is extended by actions on which M1 and
the rest differ, and A is learned anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symag.assume.assumption_learner import AssumptionLearner, start_figures
from symag.assume.learned_proof import Derivation, LearnRule, Prover, Violation, proof_of
from symag.assume.sides import Sides, alphabet_of, first_alphabet, interface
from symag.assume.symmetric_learning import prove_symmetric
from symag.assume.task import Answer, Task
from symag.errors import InternalError
from symag.model import LPTS
from symag.traces import Word, interleave_traces, project_trace, replay, trace_difference, trace_lts, trace_prefix

__all__ = ["Learning", "by_learning", "prove_chain"]


def by_learning(task: Task) -> Answer:
    """Learned assumptions, or a violation."""
    rule: LearnRule = prove_symmetric if task.rule.covers else prove_chain
    start_figures(task)
    found = rule(Prover(task, rule, prove_chain), tuple(task.small_parts), task.small_specification, 1)
    task.log.figures["queries"] = task.log.figures["membership_queries"]
    if isinstance(found, Violation):
        return task.answer(tree=replay(task.components, found.trace, alphabet_of(task.small_components), task.watch))
    return task.answer(proof_of(task, found))


class Learning:
    """The same, step by step: in each step the learner starts again, and may make twice as many conjectures.

    The conjectures grow, so the last step takes longer than those before it together.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.work = 0
        """States explored and words asked about so far."""
        self.conjectures = 1

    def step(self) -> Answer | None:
        """Learn until it is decided, or until the conjectures are used up."""
        known, self.conjectures = self.conjectures if self.work else 0, 2 * self.conjectures
        outer = self.task.log

        def listen(entry: dict[str, Any]) -> None:
            if entry["iteration"] > known and outer.listener is not None:
                outer.listener(entry)
            if entry["iteration"] >= self.conjectures and entry.keys() & {"counterexample", "actions"}:
                raise _Paused

        log = outer.attempt(listen)
        try:
            return by_learning(replace(self.task, log=log))
        except _Paused:
            return None
        finally:
            figures = log.figures
            self.work += 1 + figures.get("states_explored", 0) + figures.get("membership_queries", 0)


class _Paused(Exception):
    """The conjectures of a step are used up."""


def prove_chain(prover: Prover, sides: Sides, specification: LPTS, level: int) -> Derivation | Violation:
    """By rule ASYM, once for each side but the last."""
    if len(sides) == 1:
        return prover.prove(sides[0], specification, level)
    shared = interface(alphabet_of(sides[0]) | specification.alphabet, sides[1:])
    alphabet = first_alphabet(shared, specification, prover.task.alphabet_refinement)
    while True:
        found = _Level(prover, sides, specification, shared, sorted(alphabet), level).prove()
        if not isinstance(found, frozenset):
            return found
        alphabet |= found


@dataclass
class _Level:
    """Learns the assumption of one level, over one alphabet."""

    prover: Prover
    sides: Sides
    specification: LPTS
    shared: frozenset[str]
    """The whole interface."""
    alphabet: Sequence[str]
    level: int

    def prove(self) -> Derivation | Violation | frozenset[str]:
        """This assumption and those after it, a violation, or actions that the assumption should speak of."""
        task = self.prover.task
        self.learner = AssumptionLearner(task, self.sides[0], self.specification, self.alphabet, self.level)
        if not self.learner.teacher.member(()):
            return self._with_the_rest(Violation(()))
        self.learner.start()
        while True:
            model = self.learner.model
            found = self._judged(model)
            if isinstance(found, frozenset):
                self.learner.end_conjecture(model, None, actions={f"A{self.level}": sorted(found)})
                return found
            if isinstance(found, Violation | list):
                self.learner.end_conjecture(model, None)
                return found
            self.learner.end_conjecture(model, found)

    def _judged(self, assumption: LPTS) -> Word | Derivation | Violation | frozenset[str]:
        """A word on which the conjecture is wrong; or what it decides."""
        above = self.prover.prove_assuming(self.sides[0], assumption, self.specification, self.level + 1)
        if isinstance(above, Violation):
            return self.learner.word(above.trace)
        below = prove_chain(self.prover, self.sides[1:], assumption, self.level + 1)
        if isinstance(below, list):
            return above + below
        word = self.learner.word(below.trace)
        return word if self.learner.teacher.member(word) else self._with_the_rest(below)

    def _with_the_rest(self, rest: Violation) -> Violation | frozenset[str]:
        """The first side violates the property while the rest does what the assumption speaks of in its trace. Can it
        do so while the rest does all of that? If not, the actions on which they differ."""
        first, shared = self.sides[0], self.shared
        seen = project_trace(rest.trace, shared)
        real = self.prover.reach(first, self.specification, trace_lts(seen, shared))
        if real is not None:
            return Violation(interleave_traces(real, rest.trace, shared))
        alone = self.prover.reach(
            first, self.specification, trace_lts(project_trace(seen, self.alphabet), self.alphabet)
        )
        if alone is None:
            raise InternalError("a word that is not in the language leads to no violation")
        done = len(project_trace(alone, self.alphabet))
        return trace_difference(project_trace(alone, shared), trace_prefix(seen, self.alphabet, done), self.alphabet)

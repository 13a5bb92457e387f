"""The symmetric rule by learning: two learners at the same time (Barringer, Giannakopoulou, Păsăreanu, 2003; Wehrheim
and Wonisch, 2008, section 5).

    S1 ‖ A1 ⊨ P    S2 ‖ A2 ⊨ P    traces(A1) ∪ traces(A2) = Σ*
    ----------------------------------------------------------
                          S1 ‖ S2 ⊨ P

Both assumptions are over Σ: what the two sides share, and what P speaks of. Each learner learns the weakest assumption
of its side until its premise is true. Then, if a word w is in neither assumption: if it is in neither weakest
assumption, both sides can do the prefix of w by which P is violated, so the violation is real; otherwise w is a
counterexample for the learner whose weakest assumption has it.

With alphabet refinement, both start with what P speaks of. Then the sides may agree on the prefix of w, and differ on
actions that they share: Σ is extended by these. The rule is sound for every Σ that has what P speaks of: a trace of
S1 ‖ S2 that violates P is, projected on Σ, in one of the two assumptions, say A1; so S1 ‖ A1 violates P, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symag.assume.assumption_learner import AssumptionLearner
from symag.assume.derivation import Shown
from symag.assume.learned_proof import Derivation, Prover, Violation
from symag.assume.sides import Side, Sides, alphabet_of
from symag.errors import InternalError
from symag.model import LPTS
from symag.traces import Word, interleave_traces, project_trace, trace_difference, trace_lts, uncovered

__all__ = ["prove_symmetric"]


def prove_symmetric(prover: Prover, sides: Sides, specification: LPTS, level: int) -> Derivation | Violation:
    """By two assumptions that together allow everything."""
    one, two = map(alphabet_of, sides)
    spoken_of = specification.alphabet & (one | two)
    alphabet = spoken_of if prover.task.alphabet_refinement else spoken_of | (one & two)
    while True:
        found = _Pair(prover, sides, specification, sorted(alphabet), level).prove()
        if not isinstance(found, frozenset):
            return found
        alphabet |= found


class _Pair:
    """Learns both assumptions, over one alphabet."""

    def __init__(self, prover: Prover, sides: Sides, specification: LPTS, alphabet: Sequence[str], level: int) -> None:
        self.prover = prover
        self.sides = sides
        self.specification = specification
        self.alphabet = alphabet
        self.level = level
        self.learners = [
            AssumptionLearner(prover.task, side, specification, alphabet, level + number)
            for number, side in enumerate(sides)
        ]

    def prove(self) -> Derivation | Violation | frozenset[str]:
        """Both premises and what is below them, a violation, or actions that the assumptions should speak of."""
        for learner in self.learners:
            learner.start()
        proved = [self._proved(learner) for learner in self.learners]
        while (word := self._in_neither()) is not None:
            wrong = [learner for learner in self.learners if learner.teacher.member(word)]
            if not wrong:
                return self._violated(word)
            for learner in wrong:
                learner.end_conjecture(learner.model, word)
                proved[self.learners.index(learner)] = self._proved(learner)
        self._end(None)
        (first, *rest), (second, *others) = proved
        return [first + second, *rest, *others]

    def _proved(self, learner: AssumptionLearner) -> Derivation:
        """Learn until the premise of this learner is true; what shows it, the assumption last in the premise."""
        while True:
            model = learner.model
            found = self.prover.prove_assuming(learner.side, model, self.specification, self.level + 2)
            if isinstance(found, list):
                ((premise,), *rest) = found
                below = tuple(one for one in premise.below if one is not model)
                return [(Shown((*below, model), premise.above),), *rest]
            learner.end_conjecture(model, learner.word(found.trace))

    def _in_neither(self) -> Word | None:
        """A shortest word that is in neither conjecture."""
        one, two = (learner.learner.conjecture.after for learner in self.learners)
        return uncovered(one, two, self.prover.task.watch)

    def _end(self, actions: frozenset[str] | None) -> None:
        """Log the two conjectures that decide."""
        for learner in self.learners:
            found: dict[str, Any] = {"with": f"A{2 * self.level + 1 - learner.level}"}
            if actions is not None:
                found["actions"] = {f"A{learner.level}": sorted(actions)}
            learner.end_conjecture(learner.model, None, **found)

    def _violated(self, word: Word) -> Violation | frozenset[str]:
        """Each side can violate the property by a prefix of the word. If they agree on all that they share, so can the
        system; if not, the actions on which they differ."""
        guide = trace_lts(self.learners[0].trace(word), self.alphabet)
        one, two = (self._real(side, guide) for side in self.sides)
        shared = (alphabet_of(self.sides[0]) & alphabet_of(self.sides[1])) | frozenset(self.alphabet)
        seen = project_trace(one, shared), project_trace(two, shared)
        found: Violation | frozenset[str] = Violation(interleave_traces(one, two, shared))
        if seen[0] != seen[1]:
            found = trace_difference(*seen, self.alphabet)
        self._end(found if isinstance(found, frozenset) else None)
        return found

    def _real(self, side: Side, guide: LPTS) -> tuple[str, ...]:
        trace = self.prover.reach(side, self.specification, guide)
        if trace is None:
            raise InternalError("a word that is not in the language leads to no violation")
        return trace

"""Premises that learning decides, and the proof that they make together.

A premise with few components is searched. One with more than `--recursive` components is decided by learning again
(Wehrheim and Wonisch, 2008, section 4):

- `L_1 ‖ … ‖ L_k ⊨ A`: the components are split in half, and the rule is used for the two halves.
- `L_1 ‖ … ‖ L_k ‖ A ⊨ P`: to split off A and learn an assumption about it would be the same question again. So the two
  are swapped: A is the first side, and the assumption A' is about the components: `A' ‖ A ⊨ P`, `L_1 ‖ … ‖ L_k ⊨ A'`.

Whatever is decided, the proof is a list of premises by which models are replaced, from P down to the components; none
of them is larger than the searches were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symag.assume.derivation import NamedProperty, ProofNames, Shown, proved_premise
from symag.assume.sides import Side, Sides
from symag.assume.task import Task
from symag.errors import LimitReached
from symag.evidence import Proof, ProvedPremise, model_of
from symag.limits import Watch
from symag.model import LPTS
from symag.traces import Trace, reach_error, trace_of

__all__ = ["Derivation", "LearnRule", "Prover", "Violation", "proof_of"]

SHORT_SEARCH = 1 << 13
"""A premise that would be learned is first searched, up to so many states: what is found there is a shortest violation,
and the rest is often small."""


@dataclass(frozen=True)
class Violation:
    """A trace of all sides that is not allowed."""

    trace: Trace


Derivation = list[tuple[Shown, ...]]
"""What replaces what, from the specification down: one premise, or the two of the symmetric rule."""
LearnRule = Callable[["Prover", Sides, LPTS, int], Derivation | Violation]
"""Proves by a rule that sides keep a specification, with assumptions that are numbered from a level on."""


class Prover:
    """Decides premises for a rule that learns."""

    def __init__(self, task: Task, rule: LearnRule, swapped: LearnRule) -> None:
        self.task = task
        self.rule = rule
        self.swapped = swapped
        """The rule that decides a premise with an assumption: its first side is the assumption."""

    def prove(self, side: Side, specification: LPTS, level: int) -> Derivation | Violation:
        """Does the side keep the specification?"""
        if self._is_large(side):
            half = len(side) // 2
            return self._briefly(side, specification) or self.rule(
                self, (side[:half], side[half:]), specification, level
            )
        return self._searched(side, specification, self.task.watch)

    def prove_assuming(self, side: Side, assumption: LPTS, specification: LPTS, level: int) -> Derivation | Violation:
        """Does the side keep the specification under an assumption?"""
        if self._is_large(side):
            return self._briefly((*side, assumption), specification) or self.swapped(
                self, ((assumption,), side), specification, level
            )
        return self._searched((*side, assumption), specification, self.task.watch)

    def reach(self, components: Sequence[LPTS], specification: LPTS, guide: LPTS | None = None) -> Trace | None:
        """The trace of a nearest violation, if there is one."""
        return self._reached(components, specification, self.task.watch, guide)

    def _is_large(self, side: Side) -> bool:
        return self.task.recursive is not None and len(side) > max(self.task.recursive, 1)

    def _reached(
        self, components: Sequence[LPTS], specification: LPTS, watch: Watch, guide: LPTS | None = None
    ) -> Trace | None:
        tree, explored = reach_error(components, specification, watch, guide)
        self.task.log.explore(explored)
        return None if tree is None else trace_of(tree)

    def _searched(self, below: Side, above: LPTS, watch: Watch) -> Derivation | Violation:
        trace = self._reached(below, above, watch)
        return [(Shown(below, above),)] if trace is None else Violation(trace)

    def _briefly(self, below: Side, above: LPTS) -> Derivation | Violation | None:
        """The outcome of a search of few states; None if these are not enough."""
        watch = self.task.watch
        limit = watch.limits.max_states
        if limit is not None and limit <= SHORT_SEARCH:
            return None
        try:
            return self._searched(below, above, watch.capped(SHORT_SEARCH))
        except LimitReached as reached:
            if reached.kind != "max-states":
                raise
            return None


def proof_of(task: Task, derivation: Derivation) -> Proof:
    """The evidence: a relation for each premise, about the components that the user gave."""
    names = ProofNames(task, [NamedProperty("P", task.small_specification, target=model_of(task.specification))])
    for shown in (shown for entry in derivation for shown in entry):
        names.name(shown.below)
    premises: list[ProvedPremise] = []
    pairs: set[int] = set()
    for entry in derivation:
        pairs |= {len(premises)} if len(entry) == 2 else set()
        premises += [proved_premise(task, shown, names) for shown in entry]
    return Proof((*premises, *names.parts), tuple(names.assumptions), names.abstractions, frozenset(pairs))

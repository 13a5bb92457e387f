"""Analysis of a counterexample: is its projection on an abstraction simulated by the concrete model, too?

This is CAV'12, section 4. The candidates of a node are the states of its block that have all moves of the node. Blocks
are disjoint, so no flow is needed: a distribution μ answers a move to μ' if and only if μ(candidates of c) = μ'(c) for
every child c. If the initial state is a candidate of the root, the counterexample can be concretised; otherwise it is
spurious, and the first step without candidates says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symag.assume.abstraction import Abstraction
from symag.assume.projection import PartMove, Projection
from symag.limits import Watch
from symag.operators import Image, Pushforward

__all__ = ["Realisation", "SpuriousStep", "Wanted", "analyse"]

Wanted = dict[int, dict[Image, list[PartMove]]]
"""Moves, by action, and then by distribution over blocks."""


class Realisation:
    """A strong simulation of the projection by the concrete model: the candidates of each node, their transitions."""

    def __init__(self, abstraction: Abstraction, watch: Watch) -> None:
        self.abstraction = abstraction
        self.concrete = concrete = abstraction.concrete
        self.watch = watch
        self.block_of = abstraction.block_of
        self.image = Pushforward(concrete, abstraction.block_of, watch)
        self.candidates: dict[int, frozenset[int] | None] = {}
        """Per node, the states that have all of its moves; None if these are all states of the node's block."""
        self._number = {action: number for number, action in enumerate(concrete.actions)}

    def transition(self, state: int, move: PartMove) -> int | None:
        """A transition of the state that answers the move, if there is one."""
        model, wanted = self.concrete, self.wanted([move])
        (action,) = wanted
        self.watch.tick(1 + len(model.row(state)))
        for t in model.row(state):
            if model.action[t] == action and self._fits(action, model.target[t], wanted):
                return t
        return None

    def able(self, states: Sequence[int] | frozenset[int], group: Sequence[PartMove]) -> frozenset[int]:
        """Those of the states that have one of the moves."""
        wanted = self.wanted(group)
        first, actions, targets = self.concrete.first, self.concrete.action, self.concrete.target
        fitting: dict[tuple[int, int], bool] = {}
        found = []
        for state in states:
            self.watch.tick(1 + first[state + 1] - first[state])
            for t in range(first[state], first[state + 1]):
                if actions[t] in wanted:
                    key = actions[t], targets[t]
                    fits = fitting.get(key)
                    if fits is None:
                        fits = fitting[key] = self._fits(*key, wanted)
                    if fits:
                        found.append(state)
                        break
        return frozenset(found)

    def outcomes(self, state: int, wanted: Wanted) -> Iterator[tuple[PartMove, int]]:
        """The outcomes of transitions that agree with a move in action and distribution over blocks; with that move."""
        model, actions, targets = self.concrete, self.concrete.action, self.concrete.target
        start, end = model.first[state], model.first[state + 1]
        self.watch.tick(1 + end - start)
        for t in range(start, end):
            moves = wanted.get(actions[t])
            for move in () if moves is None else moves.get(self.image(targets[t]), ()):
                if targets[t] >= 0:
                    yield move, targets[t]
                else:
                    for outcome, _ in self.watch.over(model.outcomes(targets[t])):
                        yield move, outcome

    def wanted(self, group: Sequence[PartMove]) -> Wanted:
        """The moves, by what a transition of the concrete model must agree with."""
        wanted: Wanted = {}
        for move in group:
            self.watch.tick(1 + len(move.children))
            image = self.image.image_in(self.abstraction.assumption, move.target)
            wanted.setdefault(self._number[move.action], {}).setdefault(image, []).append(move)
        return wanted

    def _fits(self, action: int, target: int, wanted: Wanted) -> bool:
        """Does a transition have the distribution over blocks of one of the moves, and candidates as its outcomes?"""
        return any(
            all(self.may_be(state, move) for state, _ in self.watch.over(self.concrete.outcomes(target)))
            for move in wanted[action].get(self.image(target), ())
        )

    def may_be(self, state: int, move: PartMove) -> bool:
        """Is this outcome of the move a candidate of its node?"""
        candidates = self.candidates[move.children[self.block_of[state]]]
        return candidates is None or state in candidates


@dataclass(frozen=True, eq=False)
class SpuriousStep:
    """Why a counterexample is spurious: no state of the node's block (or not the initial state) has this group of moves
    together with the groups before it."""

    progress: Realisation
    node: int
    before: frozenset[int] | None
    """The states that have the groups before it; None if these are all states of the block."""
    able: frozenset[int]
    """Those of them that have this group, too."""
    group: tuple[PartMove, ...]


def analyse(
    projection: Projection, abstraction: Abstraction, initial_everywhere: bool, watch: Watch
) -> Realisation | SpuriousStep:
    """The simulation of the projection by the concrete model, or the first step that the model does not have.

    `initial_everywhere` applies case 2 of the paper to every node in the block of the initial state; otherwise it
    applies to the root only, which is enough for correctness.
    """
    watch.check("analysing the counterexample")
    found, initial = Realisation(abstraction, watch), abstraction.concrete.initial
    for number in projection.bottom_up:
        node = projection.nodes[number]
        everyone = abstraction.members[node.state]
        watched = abstraction.block_of[initial] == node.state and (initial_everywhere or number == 0)
        candidates: frozenset[int] | None = None
        for group in node.groups:
            before = candidates
            able = found.able(everyone if before is None else before, group)
            lost = watched and initial not in able and (before is None or initial in before)
            if not able or lost:
                return SpuriousStep(found, number, before, able, group)
            candidates = able if len(able) < len(everyone) else None
        found.candidates[number] = candidates
    return found

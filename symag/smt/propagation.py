"""From an unsatisfiable core to a tree, by propagation over the core alone.

A core is a set of clauses of the cuts encoding: obligations, R → ⋁ M, and cuts, M → ⋁ R. All have one negative literal
(dual Horn), so they contradict the initial pair if and only if propagating "false" reaches it: a pair is refuted by an
obligation of which every answer is refuted, a match by a cut of which every pair is refuted. Pairs whose specification
state lacks the action come first. First in, first out: so every pair gets a reason of least depth (within the core),
and reasons cite only pairs that were refuted before; following them from the initial pair unfolds the tree.

The solver is not trusted: each cut is weighed again, and a core that does not reach the initial pair is a bug.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from symag.errors import InternalError
from symag.evidence import Tree
from symag.limits import Watch
from symag.simulation import Demand, grow_tree
from symag.smt.cuts import MatchCut
from symag.smt.simulation_question import Obligation, SimulationQuestion

__all__ = ["Core", "tree_from_core"]


class Core(NamedTuple):
    """Clauses that cannot all be true, together with the initial pair."""

    obligations: Sequence[Obligation]
    cuts: Sequence[MatchCut]

    def __len__(self) -> int:
        return len(self.obligations) + len(self.cuts)


def tree_from_core(question: SimulationQuestion, core: Core, watch: Watch) -> Tree:
    """The tree that shows why the initial pair is refuted."""
    reasons = _propagate(question, core)
    if question.INITIAL not in reasons.obligation:
        raise InternalError("the solver's core does not refute the initial pair")
    specification = question.specification
    return grow_tree(question.system, specification.initial, reasons.moves, watch)


class _Reasons:
    """Why each pair and each match was refuted."""

    def __init__(self, question: SimulationQuestion) -> None:
        self.question = question
        self.obligation: dict[int, Obligation] = {}
        self.cut: dict[int, MatchCut] = {}

    def moves(self, state: int, above: Iterable[int]) -> dict[int, Demand]:
        """The transitions that refute `state` ≼ p for all p of `above`, each with what its outcomes must refute."""
        question = self.question
        moves: dict[int, Demand] = {}
        for p in above:
            _, transition, answers = self.obligation[question.variable(state, p)]
            demand = moves.setdefault(transition, {})
            outcomes = question.system.outcomes(question.system.target[transition])
            position = {outcome: place for place, (outcome, _) in enumerate(outcomes)}
            question.watch.tick(len(position) + len(answers))
            for answer in answers:
                _, left, right = self.cut.get(answer) or MatchCut(answer, *question.supports(answer))
                for outcome in left:
                    demand.setdefault(position[outcome], set()).update(right)
        return moves


def _propagate(question: SimulationQuestion, core: Core) -> _Reasons:
    reasons = _Reasons(question)
    watch = question.watch
    watch.check("propagating over the core")
    needs = [len(cut.left) * len(cut.right) for cut in core.cuts]
    left = [len(set(obligation.answers)) for obligation in core.obligations]
    cuts_with, obligations_with = defaultdict(list), defaultdict(list)
    for number, cut in enumerate(core.cuts):
        _weigh(question, cut)
        watch.tick(len(cut.left) * len(cut.right))
        for x in cut.left:
            for y in cut.right:
                cuts_with[question.variable(x, y)].append(number)
    for number, obligation in enumerate(core.obligations):
        watch.tick(1 + len(obligation.answers))
        for answer in set(obligation.answers):
            obligations_with[answer].append(number)

    refuted: list[int] = []

    def refute(obligation: Obligation) -> None:
        if obligation.pair not in reasons.obligation:
            reasons.obligation[obligation.pair] = obligation
            refuted.append(obligation.pair)

    for number, obligation in enumerate(core.obligations):
        if not left[number]:
            refute(obligation)
    for pair in refuted:  # which grows meanwhile
        watch.tick(1 + len(cuts_with[pair]))
        dead = [pair]
        for number in cuts_with[pair]:
            needs[number] -= 1
            cut = core.cuts[number]
            if not needs[number] and cut.match not in reasons.cut:
                reasons.cut[cut.match] = cut
                dead.append(cut.match)
        for variable in dead:
            watch.tick(len(obligations_with[variable]))
            for number in obligations_with[variable]:
                left[number] -= 1
                if not left[number]:
                    refute(core.obligations[number])
    return reasons


def _weigh(question: SimulationQuestion, cut: MatchCut) -> None:
    weight = Fraction(0)
    for side, support, shares in zip(
        (cut.left, cut.right), question.supports(cut.match), question.shares(cut.match), strict=True
    ):
        share = dict(zip(support, shares, strict=True))
        weight += sum(share[outcome] for outcome in side)
    if not weight > 1:
        raise InternalError(f"a cut of the solver's core weighs {weight}, which is not more than 1")

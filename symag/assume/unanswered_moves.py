"""What else would refute the specification just as well, at the end of a counterexample.

A tree ends in moves that the specification cannot answer at all. Often the state there has other moves that it cannot
answer either, and each of them makes a counterexample of its own. Told together they are ruled out together: the block
is split by who can do any of them, not once for each of them, and what has no business to happen stays in one block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symag.evidence import Counterexample
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Answers

__all__ = ["unanswered_moves"]


def unanswered_moves(counterexample: Counterexample, specification: LPTS, watch: Watch) -> Mapping[int, Sequence[int]]:
    """Per node with one move, which comes last: the other transitions that are not answered either."""
    tree, system = counterexample.tree, counterexample.tree.system
    answers = Answers(specification, system.actions)
    found = {}
    for node, steps in enumerate(counterexample.steps_at):
        state, moves = tree.nodes[node]
        if not steps or len(moves) > 1 or any(step.cuts for step in steps):
            continue
        watch.tick((1 + system.first[state + 1] - system.first[state]) * len(steps))
        row = range(system.first[state], system.first[state + 1])
        others = [
            t
            for t in row
            if t != moves[0].transition and not any(answers.of(step.above, system.action[t]) for step in steps)
        ]
        if others:
            found[node] = others
    return found

"""Where a state belongs in the assumption that stands for it: the block that it was put into.

So the premises after the first have a relation that nobody has to search for. It speaks of the components that were
worked with; a state of one that was given goes through what became of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from symag.assume.assumption_chain import Abstraction
from symag.assume.execution_tree import Parts, components_of, parts_of
from symag.limits import Watch
from symag.operators import Reduction

__all__ = ["BlockMap"]


class BlockMap:
    """The block of each state of a side and what is below it, by the states of the components."""

    def __init__(self, abstraction: Abstraction, reductions: Sequence[Reduction] | None, watch: Watch) -> None:
        self.reductions = reductions
        """Of the components of the side, if they were reduced."""
        self.block_of = {
            _flat(abstraction, state): block for state, block in watch.over(enumerate(abstraction.block_of))
        }

    def __call__(self, parts: Parts) -> int | None:
        """None if the state, or a part of it, was never put into a block."""
        if self.reductions is not None:
            reduced = [reduction.block_of[part] for reduction, part in zip(self.reductions, parts, strict=False)]
            parts = (*reduced, *parts[len(reduced) :])
        return self.block_of.get(parts)


def _flat(abstraction: Abstraction, state: int) -> Parts:
    """The state of each component of the side, and of the assumption below it, if there is one."""
    places = zip(components_of(abstraction.concrete), parts_of(abstraction.concrete, state), strict=True)
    return tuple(part for model, place in places for part in parts_of(model, place))

"""The core of a spurious counterexample: as few of its moves as make it spurious.

Where several moves are demanded of one state, or of several outcomes of a move, the states that have all of them are
a product of reasons that have nothing to do with each other; split off one by one, they are many. So a counterexample
that demands several things of a node is cut: first at the least depth below the spurious step at which it is spurious
still, then each group of moves is left out that can be.
"""

from __future__ import annotations

from collections.abc import Mapping

from symag.assume.abstraction import Abstraction
from symag.assume.analysis import Realisation, SpuriousStep, analyse
from symag.assume.projection import PartMove, Projection
from symag.limits import Watch

__all__ = ["spurious_core"]

Groups = Mapping[int, tuple[tuple[PartMove, ...], ...]]
"""By node, the groups of moves that are kept; all others are left out."""


def spurious_core(
    projection: Projection, abstraction: Abstraction, spurious: SpuriousStep, watch: Watch
) -> tuple[Projection, SpuriousStep]:
    """The projection with fewer moves, and why it is spurious."""
    if all(len(node.groups) < 2 for node in projection.nodes):
        return projection, spurious

    def with_only(groups: Groups) -> tuple[Projection, SpuriousStep] | None:
        nodes = (node._replace(groups=groups.get(number, ())) for number, node in enumerate(projection.nodes))
        less = Projection(tuple(nodes), projection.bottom_up)
        found = analyse(less, abstraction, False, watch)
        return None if isinstance(found, Realisation) else (less, found)

    depth = _depths(projection, spurious.node, watch)
    core = projection, spurious
    for most in range(max(depth.values()) + 1):
        cut = with_only({node: projection.nodes[node].groups for node, at in depth.items() if at <= most})
        if cut is not None:
            core = cut
            break
    for node in sorted(depth, key=lambda node: (-depth[node], node)):
        for group in core[0].nodes[node].groups:
            kept = {at: core[0].nodes[at].groups for at in depth}
            kept[node] = tuple(other for other in kept[node] if other is not group)
            core = with_only(kept) or core
    return core


def _depths(projection: Projection, start: int, watch: Watch) -> dict[int, int]:
    """The nodes below one of them, and how many moves away they are."""
    depth = {start: 0}
    for node in (queue := [start]):
        for group in projection.nodes[node].groups:
            for move in watch.over(group):
                for child in move.children.values():
                    if child not in depth:
                        depth[child] = depth[node] + 1
                        queue.append(child)
    return depth

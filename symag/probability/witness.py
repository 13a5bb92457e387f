"""Trees that show that a path is more likely than some probability: the best choices, unrolled for as long as it takes.

The probability of the path within n steps rises to that of the path, so for some n it exceeds each smaller number; the
least such n is taken. A node stands for a place after a number of steps; nodes of one place and number are shared.
Nodes that add least to the mass are then cut off, as long as the rest exceeds the number: the tree is what a reader has
to look at, and what abstraction refinement starts from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush

from symag.errors import LimitReached
from symag.probability.problem import GOAL, LOST, Problem
from symag.simulation import MAX_NODES

__all__ = ["Policy", "Unrolled", "UnrolledNode", "too_many_nodes", "unroll"]

BITS = (128, 1024, 16384)
"""Of the scale of masses, beyond those of the bound."""

Policy = Callable[[int, int], int]
"""The choice in a place after a number of steps; -1 if there is none."""


@dataclass
class UnrolledNode:
    """A place after some steps. Without a choice, it is a leaf."""

    place: int
    choice: int = -1
    children: tuple[int, ...] = ()
    """A node for each outcome; `GOAL` or `LOST` where the path ends."""


@dataclass
class Unrolled:
    """The nodes, parents first."""

    nodes: list[UnrolledNode] = field(default_factory=list)


def too_many_nodes() -> LimitReached:
    """What ends a check whose evidence would be too large."""
    return LimitReached(
        "counterexample",
        f"the tree that should exceed a bound of the formula has over {MAX_NODES:,} nodes: Pmax=? asks for the "
        "probability without a tree",
    )


def unroll(problem: Problem, start: int, policy: Policy, most: int | None, bound: Fraction) -> Unrolled | None:
    """The choices of the policy from a place, until the mass exceeds the bound, and no more of them than that takes.
    None if that is not so within this number of steps, or ever.

    Masses are whole numbers over a scale, rounded down, so that they stay short: what exceeds the bound then does so
    exactly, too. If nothing is left before it does, the scale was too coarse.
    """
    for bits in BITS:
        scale = 1 << bits + bound.denominator.bit_length()
        layers = _layers(problem, start, policy, most, bound, scale)
        if layers is not None:
            unrolled = _nodes_of(problem, layers, policy)
            _prune(problem, unrolled, bound, scale)
            return _kept(unrolled)
    return None


def _layers(
    problem: Problem, start: int, policy: Policy, most: int | None, bound: Fraction, scale: int
) -> list[dict[int, int]] | None:
    """How likely each place is after each number of steps, until the goal's mass exceeds the bound."""
    layers = [{start: scale}]
    mass, count, enough = 0, 1, int(bound * scale)
    while mass <= enough:
        if most is not None and len(layers) > most:
            return None
        after: dict[int, int] = {}
        for place, likely in layers[-1].items():
            choice = policy(place, len(layers) - 1)
            problem.watch.tick(1, count)
            for to, share in problem.outcomes(choice) if choice >= 0 else ():
                part = likely * share.numerator // share.denominator
                if to == GOAL:
                    mass += part
                elif part and to != LOST and policy(to, len(layers)) >= 0:
                    after[to] = after.get(to, 0) + part
        count += len(after)
        if mass <= enough and not after:
            return None
        if count > MAX_NODES:
            raise too_many_nodes()
        layers.append(after)
    return layers


def _nodes_of(problem: Problem, layers: list[dict[int, int]], policy: Policy) -> Unrolled:
    """The nodes of the layers but the last one, and leaves for all others."""
    unrolled = Unrolled()
    number: dict[tuple[int, int], int] = {}
    for steps, layer in enumerate(layers[:-1]):
        for place in layer:
            number[steps, place] = len(unrolled.nodes)
            unrolled.nodes.append(UnrolledNode(place, policy(place, steps)))
    for (steps, _), at in list(number.items()):
        node, children = unrolled.nodes[at], []
        for to, _ in problem.outcomes(node.choice):
            problem.watch.tick()
            children.append(to if to < 0 else number.get((steps + 1, to), LOST))
        node.children = tuple(children)
    return unrolled


def _prune(problem: Problem, unrolled: Unrolled, bound: Fraction, scale: int) -> None:
    """Make leaves of nodes below which no choice is left, those that add least to the mass first."""
    nodes, watch, enough = unrolled.nodes, problem.watch, int(bound * scale)
    likely = [scale, *[0] * (len(nodes) - 1)]
    own = [0] * len(nodes)
    parents: list[list[int]] = [[] for _ in nodes]
    inner = [0] * len(nodes)
    for number, node in enumerate(nodes):
        for child, (_, share) in zip(node.children, problem.outcomes(node.choice), strict=True):
            watch.tick()
            part = likely[number] * share.numerator // share.denominator
            if child == GOAL:
                own[number] += part
            elif child >= 0:
                likely[child] += part
                parents[child].append(number)
                inner[number] += 1
    mass = sum(own)
    last = [(own[number], -number) for number, count in enumerate(inner) if not count]
    heapify(last)
    while last:
        lost, at = heappop(last)
        if mass - lost <= enough:
            break
        watch.tick()
        mass -= lost
        node = nodes[-at]
        node.choice, node.children = -1, ()
        for parent in parents[-at]:
            inner[parent] -= 1
            if not inner[parent]:
                heappush(last, (own[parent], -parent))


def _kept(unrolled: Unrolled) -> Unrolled:
    """Without nodes that became leaves; children that are leaves are `LOST` or `GOAL`."""
    kept = [number for number, node in enumerate(unrolled.nodes) if node.choice >= 0]
    new = {old: position for position, old in enumerate(kept)}
    nodes = []
    for old in kept:
        node = unrolled.nodes[old]
        children = tuple(child if child < 0 else new.get(child, LOST) for child in node.children)
        nodes.append(UnrolledNode(node.place, node.choice, children))
    return Unrolled(nodes)

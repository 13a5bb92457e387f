"""Counterexamples as execution trees, and what execution trees and projections must be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

import symag
from symag import LPTS, TAU
from symag.assume.analysis import Realisation, analyse
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.concretise import concretise
from symag.assume.execution_tree import (
    ExecutionTree,
    to_execution_tree,
)
from symag.assume.projection import Projection, project
from symag.limits import Watch
from symag.simulation import decide, get_backend

# L1 hides something, then both do `a`, then L2 hides something and does `b`. P lets `b` happen in half of the cases
# only, and it is two thirds: so the tree needs both outcomes of L1's half of `a`.
WARY = LPTS.build("t0", [("t0", TAU, "t1"), ("t1", "a", {"t2": "1/2", "t3": "1/2"})], name="L1")


LOOSE = LPTS.build("s0", [("s0", "a", {"s1": "2/3", "s2": "1/3"}), ("s1", TAU, "s3"), ("s3", "b", "s4")], name="L2")


HALF = LPTS.build("p0", [("p0", "a", {"p1": "1/2", "p2": "1/2"}), ("p1", "b", "p1")], name="P")


# One after the other: a, b, nothing. For the analysis.
CHAIN = LPTS.build("s0", [("s0", "a", "s1"), ("s1", "b", "s2")], name="L")


def counterexample_of(components: list[LPTS], specification: LPTS) -> ExecutionTree:
    """The counterexample of the monolithic method as an execution tree of the components."""
    verdict = symag.check(components, specification, reduce=False)
    assert verdict.counterexample is not None
    return to_execution_tree(verdict.counterexample.tree, verdict.components, Watch())


def assert_execution(execution: ExecutionTree) -> None:
    """Every step is a transition of the composition of the execution's models (CAV'12: an execution mapping)."""
    system = symag.compose(*execution.models)
    state_of = {system.parts(state): state for state in range(system.num_states)}
    for number, node in enumerate(execution.nodes):
        row = list(system.transitions_of(state_of[node.parts]))
        for step in node.steps:
            chances = [
                {part: Fraction(1)} if target is None else dict(model.outcomes(target))
                for model, part, target in zip(execution.models, node.parts, step.targets, strict=True)
            ]
            shares = {
                system.states[state_of[parts]]: prod(chance[part] for chance, part in zip(chances, parts, strict=True))
                for parts in step.children
            }
            assert any(action == step.action and dict(mu) == shares for _, action, mu in row), f"node {number}"
            for parts, child in step.children.items():
                assert execution.nodes[child].parts == parts
                assert child > number


def assert_projection(execution: ExecutionTree, part: int, projection: Projection) -> None:
    """Every node is a set of nodes that the part cannot distinguish, with all of their moves."""
    model = execution.models[part]
    position = {number: at for at, number in enumerate(projection.bottom_up)}
    assert sorted(position) == list(range(len(projection.nodes)))
    assert 0 in projection.nodes[0].members
    assert set().union(*(node.members for node in projection.nodes)) == set(range(len(execution.nodes)))
    for number, node in enumerate(projection.nodes):
        assert {execution.nodes[member].parts[part] for member in node.members} == {node.state}
        row = model.row(node.state)
        offered = {(model.actions[model.action[t]], model.target[t]) for t in row}
        for group in node.groups:
            assert group
            for move in group:
                assert (move.action, move.target) in offered, "the part can do it"
                outcomes = dict(model.outcomes(move.target))
                assert set(move.children) == set(outcomes)
                assert sum(outcomes.values()) == 1
                for outcome, child in move.children.items():
                    assert projection.nodes[child].state == outcome
                    assert position[child] < position[number], "children come first"
                member, at = move.step
                assert member in node.members
                assert execution.nodes[member].steps[at].action == move.action
        for member in node.members:
            for step in execution.nodes[member].steps:
                if step.targets[part] is None:
                    assert set(step.children.values()) <= node.members, "what happens without the part"


def analyses_of(
    first: LPTS, chain: AssumptionChain, specification: LPTS
) -> Iterator[tuple[ExecutionTree, Projection, Any]]:
    """A counterexample to premise 1, analysed for each assumption in turn as long as it can be concretised."""
    models = (first, chain.abstractions[0].assumption)
    outcome, _ = decide(models, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is None:
        return
    execution = to_execution_tree(outcome.tree, models, Watch())
    for abstraction in chain.abstractions:
        projection = project(execution, len(execution.models) - 1, Watch())
        found = analyse(projection, abstraction, False, Watch())
        yield execution, projection, found
        if not isinstance(found, Realisation):
            return
        execution = concretise(execution, projection, found, Watch())

"""The projection of an execution tree on one of its parts."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import symag
from symag import LPTS, TAU
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
    to_tree,
)
from symag.assume.projection import project
from symag.limits import Watch
from tests.assume.trees import HALF, LOOSE, WARY, assert_execution, assert_projection, counterexample_of
from tests.generate import random_question


def test_projection_of_an_execution_tree_with_hidden_moves_of_either_side() -> None:
    execution = counterexample_of([WARY, LOOSE], HALF)
    assert_execution(execution)
    names = [
        tuple(m.states[part] for m, part in zip(execution.models, node.parts, strict=True)) for node in execution.nodes
    ]
    assert names[0] == ("t0", "s0")
    assert [step.action for step in execution.nodes[0].steps] == [TAU]
    assert execution.nodes[0].steps[0].targets[1] is None, "L2 has no part in what L1 hides"

    below = project(execution, 1, Watch())
    assert_projection(execution, 1, below)
    root = below.nodes[0]
    assert {names[member] for member in root.members} == {("t0", "s0"), ("t1", "s0")}
    ((move,),) = root.groups
    assert move.action == "a"
    assert dict(LOOSE.outcomes(move.target)) == {LOOSE.index["s1"]: Fraction(2, 3), LOOSE.index["s2"]: Fraction(1, 3)}
    hiding = below.nodes[move.children[LOOSE.index["s1"]]]
    assert {names[member] for member in hiding.members} == {("t2", "s1"), ("t3", "s1")}, "the product falls together"
    assert [[move.action for move in group] for group in hiding.groups] == [[TAU], [TAU]], "once for each of them"
    for (hidden,) in hiding.groups:
        ((last,),) = below.nodes[hidden.children[LOOSE.index["s3"]]].groups
        assert last.action == "b"
    assert below.nodes[move.children[LOOSE.index["s2"]]].groups == ()

    above = project(execution, 0, Watch())
    assert_projection(execution, 0, above)
    ((hidden,),) = above.nodes[0].groups
    assert (hidden.action, above.nodes[0].members) == (TAU, frozenset([0]))
    ((move,),) = above.nodes[hidden.children[WARY.index["t1"]]].groups
    after = above.nodes[move.children[WARY.index["t2"]]]
    assert after.groups == (), "L1 has no part in what comes then"
    assert {names[member] for member in after.members} == {("t2", s) for s in ("s1", "s2", "s3", "s4")}


def test_projection_where_one_of_several_moves_is_enough() -> None:
    """If one of them does without the part, the part need not do any."""
    alone = ExecutionStep("x", (1, None), {(1, 0): 1})
    together, other = ExecutionStep("a", (1, 1), {(1, 1): 2}), ExecutionStep("b", (0, 1), {(0, 1): 3})
    leaves = [ExecutionNode(parts, ()) for parts in ((1, 0), (1, 1), (0, 1))]
    left = LPTS.build("t", [("t", "x", "u"), ("t", "a", "u"), ("t", "b", "t")])
    right = LPTS.build("s", [("s", "a", "v"), ("s", "b", "v")])
    for steps, any_of, groups in [
        ((alone, together, other), False, [["a"], ["b"]]),
        ((alone, together, other), True, []),
        ((together, other), True, [["a", "b"]]),
    ]:
        execution = ExecutionTree((left, right), (ExecutionNode((0, 0), steps, any_of), *leaves))
        nodes = project(execution, 1, Watch()).nodes
        assert [[move.action for move in group] for group in nodes[0].groups] == groups


@pytest.mark.parametrize("part", range(4))
def test_projections_of_random_execution_trees(part: int) -> None:
    moves, trees = 0, 0
    for seed in range(part, 200, 4):
        components, specification = random_question(Random(seed))
        if symag.check(components, specification, audit=False):
            continue
        execution = counterexample_of(components, specification)
        assert_execution(execution)
        for number in range(len(components)):
            projection = project(execution, number, Watch())
            assert_projection(execution, number, projection)
            moves += sum(len(node.groups) for node in projection.nodes)
        again = to_tree(execution, Watch())
        assert again.to_lpts().is_isomorphic_to(symag.check(components, specification).counterexample.to_lpts())  # type: ignore[union-attr]
        trees += 1
    assert trees >= 10
    assert moves >= trees

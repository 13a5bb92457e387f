"""Concretised counterexamples: the trees "via R" of CAV'12, section 5."""

from __future__ import annotations

from random import Random

import pytest

import symag
from symag.assume.agar import Refining
from symag.assume.analysis import Realisation
from symag.assume.concretise import concretise
from symag.assume.execution_tree import (
    ExecutionTree,
    to_tree,
)
from symag.assume.partition_refinement import improved_splits, paper_splits
from symag.limits import Watch
from symag.traces import Parts
from tests.assume.questions import refined_question
from tests.assume.trees import analyses_of, assert_execution, assert_projection
from tests.oracle import textbook
from tests.tasks import direct_task


@pytest.mark.parametrize("part", range(4))
def test_splits_are_proper_and_rebuilt_trees_are_executions(part: int) -> None:
    """Lemma 6, and the trees "via R" of section 5, at every abstraction of random chains while they are refined."""
    chosen, lifted, real = 0, 0, 0
    for seed in range(30_000 + part, 30_120, 4):
        components, specification = refined_question(Random(seed))
        first, *rest = map(symag.trim, components)
        refining = Refining(direct_task([first, *rest], specification), first, rest)
        for _ in range(3):
            steps = list(analyses_of(first, refining.chain, specification))
            for level, (execution, projection, found) in enumerate(steps):
                assert_projection(execution, level + 1, projection)
                assert_execution(execution)
                assert len(execution.models) == level + 2
                lifted += level > 0
                abstraction = refining.chain.abstractions[level]
                if isinstance(found, Realisation):
                    after = concretise(execution, projection, found, Watch())
                    assert_execution(after)
                    assert_same_but_for_the_last_part(execution, after)
                    if level == len(rest) - 1:
                        real += 1
                        assert after.models == tuple(components) or after.models == (first, *rest)
                        assert not textbook([to_tree(after, Watch()).unfold().to_lpts()], specification).holds
                    continue
                for choose in (improved_splits, paper_splits):
                    parts = choose(found, projection, abstraction.members)
                    assert len({split.block for split in parts}) == len(parts) > 0
                    assert all(set() < split.states < set(abstraction.members[split.block]) for split in parts)
                    chosen += 1
            if refining.step() is not None:
                break
    assert chosen >= 40
    assert lifted >= 10
    assert real >= 3


def assert_same_but_for_the_last_part(execution: ExecutionTree, after: ExecutionTree) -> None:
    """The rebuilt execution goes the same way for the parts that were concrete before."""
    kept = len(execution.models) - 1
    before: list[set[tuple[str, tuple[int | None, ...]]]] = [
        {(step.action, step.targets[:kept]) for step in node.steps} for node in execution.nodes
    ]
    by_parts: dict[Parts, set[tuple[str, tuple[int | None, ...]]]] = {}
    for node, told in zip(execution.nodes, before, strict=True):
        by_parts.setdefault(node.parts[:kept], set()).update(told)
    assert after.models[:kept] == execution.models[:kept]
    assert after.nodes[0].parts[:kept] == execution.nodes[0].parts[:kept]
    for node in after.nodes:
        assert {(step.action, step.targets[:kept]) for step in node.steps} <= by_parts[node.parts[:kept]]

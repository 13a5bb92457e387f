"""Concretised counterexamples: the trees "via R" of CAV'12, section 5."""

from __future__ import annotations

from random import Random

import pytest

import symag
from symag import LPTS, TAU
from symag.assume.abstraction import Abstraction
from symag.assume.agar import Refining
from symag.assume.analysis import Realisation, analyse
from symag.assume.concretise import concretise
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
    to_execution_tree,
    to_tree,
)
from symag.assume.partition_refinement import improved_splits, paper_splits
from symag.assume.projection import project
from symag.limits import Watch
from symag.simulation import decide, get_backend
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
                    parts = choose(found, projection)
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
    for node, steps in zip(execution.nodes, before, strict=True):
        by_parts.setdefault(node.parts[:kept], set()).update(steps)
    assert after.models[:kept] == execution.models[:kept]
    assert after.nodes[0].parts[:kept] == execution.nodes[0].parts[:kept]
    for node in after.nodes:
        assert {(step.action, step.targets[:kept]) for step in node.steps} <= by_parts[node.parts[:kept]]


# L1 does `go` alone, then `a` with L2. L2 has two moves by `a`, and only s1 does `b`. P allows no `b`.
FIRST = LPTS.build("t0", [("t0", "go", "t1"), ("t1", "a", "t2")], name="L1")
SECOND = LPTS.build("s0", [("s0", "a", "s1"), ("s0", "a", "s2"), ("s1", "b", "s3"), ("s2", "c", "s2")], name="L2")


def concretised(execution: ExecutionTree, abstraction: Abstraction) -> ExecutionTree:
    """The tree, whose last part is the assumption, for the concrete model."""
    projection = project(execution, len(execution.models) - 1, Watch())
    found = analyse(projection, abstraction, False, Watch())
    assert isinstance(found, Realisation)
    after = concretise(execution, projection, found, Watch())
    assert_execution(after)
    return after


def labelled(tree: ExecutionTree) -> list[tuple[tuple[str, ...], list[str]]]:
    """Per node, the states of the parts and the actions of its steps."""
    return [
        (
            tuple(model.states[part] for model, part in zip(tree.models, node.parts, strict=True)),
            [step.action for step in node.steps],
        )
        for node in tree.nodes
    ]


def test_a_block_is_replaced_by_the_state_that_has_the_moves_below() -> None:
    """Both s1 and s2 are in the block after `a`; s1 is the one that can go on with `b`."""
    partition = [0 if state == "s0" else 1 for state in SECOND.states]
    abstraction = Abstraction.by_partition(SECOND, partition, "A1", Watch())
    models = (FIRST, abstraction.assumption)
    specification = LPTS.build("p", [("p", "go", "p"), ("p", "a", "p"), ("p", "c", "p")], ["go", "a", "b", "c"])
    outcome, _ = decide(models, specification, get_backend("fixpoint"), Watch())
    assert outcome.tree is not None
    after = concretised(to_execution_tree(outcome.tree, models, Watch()), abstraction)
    assert after.models == (FIRST, SECOND)
    assert labelled(after) == [
        (("t0", "s0"), ["go"]),
        (("t1", "s0"), ["a"]),
        (("t2", "s1"), ["b"]),
        (("t2", "s3"), []),
    ]


def test_one_block_becomes_several_states_of_one_distribution() -> None:
    """The two outcomes of `a` are one block, so one node of the tree becomes two."""
    coin = LPTS.build("s", [("s", "a", {"u": "1/2", "v": "1/2"}), ("u", "b", "s"), ("v", "b", "s")], name="L2")
    abstraction = Abstraction.by_partition(coin, [0 if state == "s" else 1 for state in coin.states], "A1", Watch())
    nodes = (
        ExecutionNode((0,), (ExecutionStep("a", (1,), {(1,): 1}),)),
        ExecutionNode((1,), (ExecutionStep("b", (0,), {(0,): 2}),)),
        ExecutionNode((0,), ()),
    )
    after = concretised(ExecutionTree((abstraction.assumption,), nodes), abstraction)
    assert sorted(labelled(after)) == [(("s",), []), (("s",), ["a"]), (("u",), ["b"]), (("v",), ["b"])]


def test_a_composed_model_is_replaced_by_its_components() -> None:
    """As in rule ASYM-N: A1 abstracts from L2 and A2; a hidden move is that of the component that made it."""
    hiding = LPTS.build("h", [("h", TAU, "i"), ("i", "b", "i")], name="L2")
    below = LPTS.build("k", [("k", "b", "l")], name="A2")
    concrete = symag.compose(hiding, below)
    abstraction = Abstraction.by_partition(concrete, list(range(concrete.num_states)), "A1", Watch())
    models = (FIRST, abstraction.assumption)
    outcome, _ = decide(models, LPTS.build("p", [("p", TAU, "p")], ["b"]), get_backend("fixpoint"), Watch())
    assert outcome.tree is not None
    after = concretised(to_execution_tree(outcome.tree, models, Watch()), abstraction)
    assert after.models == (FIRST, hiding, below)
    assert labelled(after) == [(("t0", "h", "k"), [TAU]), (("t0", "i", "k"), ["b"]), (("t0", "i", "l"), [])]
    assert [target is None for target in after.nodes[0].steps[0].targets] == [True, False, True]


def test_of_several_moves_those_that_the_state_has_are_kept() -> None:
    """One of `b` and `c` is enough; s1 has `b`, s2 has `c`, and the block has both."""
    partition = [0 if state == "s0" else 1 for state in SECOND.states]
    abstraction = Abstraction.by_partition(SECOND, partition, "A1", Watch())
    steps = tuple(ExecutionStep(action, (1,), {(1,): 2}) for action in "bc")
    nodes = (
        ExecutionNode((0,), (ExecutionStep("a", (1,), {(1,): 1}),)),
        ExecutionNode((1,), steps, True),
        ExecutionNode((1,), ()),
    )
    after = concretised(ExecutionTree((abstraction.assumption,), nodes), abstraction)
    assert len(after.nodes[1].steps) == 1
    assert after.nodes[1].any_of
    assert labelled(after)[1] in [(("s1",), ["b"]), (("s2",), ["c"])]

"""Which blocks a spurious counterexample splits."""

from __future__ import annotations

import pytest
from hypothesis import given

import symag
from symag import LPTS
from symag.assume.abstraction import Abstraction
from symag.assume.analysis import SpuriousStep, analyse
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
    to_execution_tree,
    to_tree,
)
from symag.assume.partition_refinement import Split, improved_splits, paper_splits, unanswered_moves
from symag.assume.projection import project
from symag.limits import Watch
from symag.simulation import decide, get_backend, refute
from tests.generate import questions
from tests.oracle import textbook


def test_analysis_splits_by_the_mass_that_can_go_on() -> None:
    """Half of the mass can do b, and all of it would have to."""
    model = LPTS.build("s", [("s", "a", {"u": "1/2", "v": "1/2"}), ("u", "b", "s"), ("v", "c", "s")])
    partition = [0 if state == "s" else 1 for state in model.states]
    abstract = symag.quotient(model, partition)
    nodes = (
        ExecutionNode((0,), (ExecutionStep("a", (1,), {(1,): 1}),)),
        ExecutionNode((1,), (ExecutionStep("b", (0,), {(0,): 2}),)),
        ExecutionNode((0,), ()),
    )
    projection = project(ExecutionTree((abstract,), nodes), 0, Watch())
    abstraction = Abstraction.by_partition(model, partition, "A", Watch())
    found = analyse(projection, abstraction, False, Watch())
    assert isinstance(found, SpuriousStep)
    assert paper_splits(found, projection) == [Split(1, frozenset([model.index["u"]]))]
    assert improved_splits(found, projection) == [Split(1, frozenset([model.index["v"]]))]


def test_analysis_splits_the_block_and_those_of_the_children() -> None:
    """Case 1 with both reasons at once: the block by who can do the other move, the child's by who can go on."""
    rows = [("i", "x", "s"), ("s", "a", "u"), ("s", "c", "s"), ("t", "a", "v"), ("i", "x", "t"), ("v", "b", "v")]
    model = LPTS.build("i", rows, states=["i", "s", "t", "u", "v"])
    partition = [0, 1, 1, 2, 2]
    abstract = symag.quotient(model, partition)
    nodes = (
        ExecutionNode((0,), (ExecutionStep("x", (1,), {(1,): 1}),)),
        ExecutionNode((1,), (ExecutionStep("c", (1,), {(1,): 2}), ExecutionStep("a", (2,), {(2,): 3}))),
        ExecutionNode((1,), ()),
        ExecutionNode((2,), (ExecutionStep("b", (2,), {(2,): 4}),)),
        ExecutionNode((2,), ()),
    )
    projection = project(ExecutionTree((abstract,), nodes), 0, Watch())
    abstraction = Abstraction.by_partition(model, partition, "A", Watch())
    found = analyse(projection, abstraction, False, Watch())
    assert isinstance(found, SpuriousStep)
    assert paper_splits(found, projection) == [Split(1, frozenset([1])), Split(2, frozenset([4]))]
    assert improved_splits(found, projection) == [Split(2, frozenset([3]))]


PHASES = LPTS.build(
    "idle",
    [
        ("idle", "grant", "held"),
        ("held", "use", "done"),
        ("done", "free", "idle"),
        ("idle", "ask", "idle"),
        ("off", "use", "off"),
        ("idle", "off", "off"),
    ],
    states=["idle", "held", "done", "off"],
)


@pytest.mark.parametrize(
    ("partition", "path", "split"),
    [
        ([0, 0, 0, 0], [("grant", 0), ("ask", 0)], {"held"}),  # what is entered by grant cannot ask
        ([0, 0, 0, 0], [("free", 0), ("use", 0)], {"idle"}),  # what is entered by free, and not what can use
        ([0, 1, 0, 1], [("grant", 1), ("use", 1)], {"held"}),  # only off uses and stays there, and is not entered
        ([0, 1, 1, 1], [("off", 1), ("use", 1), ("free", 0)], {"off"}),  # what is entered uses, but is not done then
        ([0, 1, 1, 1], [("grant", 1), ("free", 0)], {"held"}),
    ],
)
def test_splits_by_what_is_entered(partition: list[int], path: list[tuple[str, int]], split: set[str]) -> None:
    abstract = symag.quotient(PHASES, partition)
    blocks = [0, *(block for _, block in path)]
    nodes = [
        ExecutionNode((blocks[number],), (ExecutionStep(action, (block,), {(block,): number + 1}),))
        for number, (action, block) in enumerate(path)
    ]
    projection = project(ExecutionTree((abstract,), (*nodes, ExecutionNode((blocks[-1],), ()))), 0, Watch())
    abstraction = Abstraction.by_partition(PHASES, partition, "A", Watch())
    found = analyse(projection, abstraction, False, Watch())
    assert isinstance(found, SpuriousStep)
    (chosen,) = improved_splits(found, projection)
    assert {PHASES.states[state] for state in chosen.states} == split


def test_other_moves_that_the_specification_cannot_answer() -> None:
    """After `a`, P has no answer to `b` and `c`, and one to `d`."""
    rows = [("s", "a", "t"), ("t", "b", "s"), ("t", "c", "s"), ("t", "d", "s"), ("s", "b", "s")]
    system = LPTS.build("s", rows)
    specification = LPTS.build("p", [("p", "a", "q"), ("p", "b", "p"), ("q", "d", "p")], ["a", "b", "c", "d"])
    outcome, _ = decide([system], specification, get_backend("fixpoint"), Watch())
    assert outcome.tree is not None
    pruned = refute(outcome.tree, specification, Watch())
    found = unanswered_moves(pruned, specification, Watch())
    ((node, transitions),) = found.items()
    model = pruned.tree.system
    taken = {model.actions[model.action[move.transition]] for move in pruned.tree.nodes[node].moves}
    others = {model.actions[model.action[t]] for t in transitions}
    assert pruned.tree.nodes[node].state == 1
    assert taken | others == {"b", "c"}
    assert not taken & others


@given(questions)
def test_each_unanswered_move_makes_a_counterexample(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question[0], symag.trim(question[1])
    outcome, _ = decide(components, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is None:
        return
    pruned = refute(outcome.tree, specification, Watch())
    found = unanswered_moves(pruned, specification, Watch())
    tree = to_execution_tree(pruned.tree, tuple(components), Watch(), found)
    for turn in range(1 + max((len(others) for others in found.values()), default=0)):
        nodes = [
            node._replace(steps=(*node.steps[turn % len(node.steps) :], *node.steps)) if node.any_of else node
            for node in tree.nodes
        ]
        model = to_tree(ExecutionTree(tree.models, tuple(nodes)), Watch()).unfold().to_lpts()
        assert not textbook([model], specification).holds
        assert textbook([model], symag.compose(*components)).holds

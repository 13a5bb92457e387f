"""Analysis of a counterexample: cases 1 and 2 of CAV'12, section 4."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS
from symag.assume.abstraction import Abstraction
from symag.assume.analysis import Realisation, SpuriousStep, analyse
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
)
from symag.assume.partition_refinement import Split, paper_splits
from symag.assume.projection import Projection, project
from symag.limits import Watch
from tests.assume.trees import CHAIN
from tests.oracle import textbook


def line(*labels: str) -> Projection:
    """The projection of a tree of one part with one block: these actions, one after the other; `a+b` both at once."""
    abstract = symag.quotient(CHAIN, [0] * CHAIN.num_states)
    nodes: list[ExecutionNode] = []
    for number, label in enumerate(labels):
        nodes.append(
            ExecutionNode((0,), tuple(ExecutionStep(action, (0,), {(0,): number + 1}) for action in label.split("+")))
        )
    nodes.append(ExecutionNode((0,), ()))
    return project(ExecutionTree((abstract,), tuple(nodes)), 0, Watch())


@pytest.mark.parametrize(
    ("labels", "everywhere", "split"),
    [
        (("b",), False, {"s0", "s2"}),  # case 2: some state can do b, the initial one cannot
        (("b",), True, {"s0", "s2"}),
        (("a", "a"), False, {"s0"}),  # case 1: no a leads to where a can be done
        (("b", "a"), False, {"s0"}),
        (("b", "b"), False, {"s1"}),
        (("a+b",), False, {"s0"}),  # case 1: a can be done, and b, but not by one state
        (("b+a",), True, {"s0", "s2"}),  # b comes first, and the initial state is lost before no state is left
        (("a", "b"), True, {"s0", "s2"}),  # case 2 as in the paper, at a node that is not the root
        (("a", "b"), False, None),  # what only the root must do it can do
        (("a",), True, None),
        ((), True, None),
    ],
)
def test_analysis_case_by_case(labels: tuple[str, ...], everywhere: bool, split: set[str] | None) -> None:
    abstraction = Abstraction.by_partition(CHAIN, [0] * CHAIN.num_states, "A", Watch())
    found = analyse(line(*labels), abstraction, everywhere, Watch())
    if split is None:
        assert isinstance(found, Realisation)
        assert textbook([word(labels)], CHAIN).holds
    else:
        assert isinstance(found, SpuriousStep)
        chosen = paper_splits(found, line(*labels))
        assert chosen == [Split(0, frozenset(CHAIN.index[state] for state in split))]
        assert everywhere or not textbook([word(labels)], CHAIN).holds


def word(labels: tuple[str, ...]) -> LPTS:
    """The same as a tree."""
    return LPTS.build(
        "0", [(str(i), action, str(i + 1)) for i, label in enumerate(labels) for action in label.split("+")]
    )

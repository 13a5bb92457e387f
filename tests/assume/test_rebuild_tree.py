"""Rebuilding an execution tree: keys become nodes, equal keys one node, parents come before their children."""

from __future__ import annotations

import pytest
from hypothesis import given

from symag import LPTS
from symag.assume import execution_tree as module
from symag.assume.execution_tree import NodeDraft, StepDraft, rebuild_tree, to_execution_tree
from symag.errors import LimitReached
from symag.limits import Watch
from symag.simulation import decide, get_backend
from tests.assume.trees import assert_execution
from tests.generate import questions

LOOP = LPTS.build("s", [("s", "a", "s"), ("s", "b", "s")])


def rebuilt(children: dict[str, list[str]]) -> tuple[list[list[int]], list[str]]:
    """Per node the numbers of its children, in a tree whose nodes have these children; and the keys by node."""
    asked: list[str] = []

    def describe(key: str) -> tuple[NodeDraft, list[StepDraft[str]]]:
        asked.append(key)
        return NodeDraft((0,)), [
            (letter, (0,), {(0,): child}) for letter, child in zip("ab", children[key], strict=False)
        ]

    tree = rebuild_tree((LOOP,), "root", describe, Watch())
    assert sorted(asked) == sorted(set(asked)), "every key is described once"
    return [[child for step in node.steps for child in step.children.values()] for node in tree.nodes], asked


def test_equal_keys_are_one_node() -> None:
    assert rebuilt({"root": ["x", "x"], "x": []})[0] == [[1, 1], []]
    assert rebuilt({"root": []})[0] == [[]]


def test_parents_have_smaller_numbers() -> None:
    """`low` is met at the root, and again below `high`: its number must be greater than that of `high`."""
    found, asked = rebuilt({"root": ["low", "high"], "low": [], "high": ["low"]})
    assert asked == ["root", "low", "high"]
    assert found == [[2, 1], [2], []]


def test_a_draft_says_if_one_move_is_enough() -> None:
    tree = rebuild_tree(
        (LOOP,), True, lambda key: (NodeDraft((0,), key), [("a", (0,), {(0,): False})] if key else []), Watch()
    )
    assert [node.any_of for node in tree.nodes] == [True, False]


def test_trees_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NODES", 10)
    with pytest.raises(LimitReached, match="its counterexample has over 10 nodes") as caught:
        rebuild_tree((LOOP,), 0, lambda key: (NodeDraft((0,)), [("a", (0,), {(0,): key + 1})]), Watch())
    assert caught.value.kind == "counterexample"


@given(questions)
def test_a_tree_that_describes_itself_is_rebuilt(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    outcome, _ = decide(components, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is not None:
        tree = to_execution_tree(outcome.tree, tuple(components), Watch())

        def describe(key: int) -> tuple[NodeDraft, list[StepDraft[int]]]:
            node = tree.nodes[key]
            return NodeDraft(node.parts, node.any_of), [(a, targets, dict(after)) for a, targets, after in node.steps]

        again = rebuild_tree(tree.models, 0, describe, Watch())
        assert_execution(again)
        assert len(again.nodes) == len(tree.nodes)
        assert sorted(again.heights()) == sorted(tree.heights())
        assert again.nodes[0].parts == tree.nodes[0].parts

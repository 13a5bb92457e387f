"""Undoing reductions: silent moves that are put back into a counterexample."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given

import symag
from symag import LPTS, TAU
from symag.assume.execution_tree import ExecutionTree, to_execution_tree, to_tree
from symag.assume.reduction import undo_reduction
from symag.limits import Watch
from symag.operators import reduce_component, silent_actions
from symag.simulation import decide, get_backend
from tests.assume.trees import assert_execution
from tests.generate import questions
from tests.oracle import textbook


def test_a_long_silent_way_to_a_violation() -> None:
    """Hundreds of silent moves are put back, one after the other."""
    rows = [(str(i), TAU, str(i + 1)) for i in range(300)]
    system = LPTS.build("0", [*rows, ("300", "bad", "300")], name="patient")
    other = LPTS.build("o", [("o", "good", "o")], name="other")
    specification = LPTS.build("p", [("p", "good", "p")], ["good", "bad"])
    verdict = symag.check([system, other], specification, method="agar", timeout=60)
    assert verdict.verdict == "violated"
    assert verdict.counterexample is not None
    assert verdict.counterexample.depth == 301


def undone(components: list[LPTS], specification: LPTS) -> ExecutionTree | None:
    """The counterexample of the reduced components, for the components themselves; None if there is none."""
    silent = silent_actions(components, specification)
    reductions = [reduce_component(model, actions) for model, actions in zip(components, silent, strict=True)]
    reduced = tuple(reduction.reduced for reduction in reductions)
    outcome, _ = decide(reduced, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is None:
        return None
    tree = undo_reduction(to_execution_tree(outcome.tree, reduced, Watch()), reductions, Watch())
    assert tree.models == tuple(components)
    assert_execution(tree)
    return tree


def named(tree: ExecutionTree) -> list[tuple[tuple[str, ...], list[str]]]:
    """Per node, the states of the components and the actions of its steps."""
    return [
        (
            tuple(model.states[part] for model, part in zip(tree.models, node.parts, strict=True)),
            [step.action for step in node.steps],
        )
        for node in tree.nodes
    ]


SPECIFICATION = LPTS.build("p", [("p", "good", "p")], ["good", "bad"], name="P")


def test_a_silent_move_comes_before_the_move_that_needs_it() -> None:
    component = LPTS.build("s", [("s", "hush", "u"), ("u", "bad", "t")])
    tree = undone([component], SPECIFICATION)
    assert tree is not None
    assert named(tree) == [(("s",), ["hush"]), (("u",), ["bad"]), (("t",), [])]


def test_what_else_a_silent_move_leads_to_is_a_leaf() -> None:
    component = LPTS.build("s", [("s", "hush", {"u": "1/3", "v": "2/3"}), ("u", "bad", "t"), ("v", "good", "v")])
    tree = undone([component], SPECIFICATION)
    assert tree is not None
    assert sorted(named(tree)) == [(("s",), ["hush"]), (("t",), []), (("u",), ["bad"]), (("v",), [])]


def test_components_that_move_together_do_their_silent_moves_one_after_the_other() -> None:
    one = LPTS.build("s", [("s", "hush", "u"), ("u", "bad", "u")], name="L1")
    two = LPTS.build("x", [("x", "quiet", "y"), ("y", "quiet", "z"), ("z", "bad", "z")], name="L2")
    tree = undone([one, two], SPECIFICATION)
    assert tree is not None
    assert [actions for _, actions in named(tree)] == [["hush"], ["quiet"], ["quiet"], ["bad"], []]
    assert named(tree)[-1][0] == ("u", "z")


def test_two_moves_after_the_same_silent_move_share_it() -> None:
    """P answers `y` and `z`, but not both: after one silent move the tree has both (CAV'12, Corollary 1)."""
    component = LPTS.build("s", [("s", "x", "t"), ("t", "hush", "u"), ("u", "y", "u"), ("u", "z", "u")])
    specification = LPTS.build("p", [("p", "x", "q"), ("p", "x", "r"), ("q", "y", "q"), ("r", "z", "r")])
    tree = undone([component], specification)
    assert tree is not None
    assert [(state, sorted(actions)) for (state,), actions in named(tree)][:3] == [
        ("s", ["x"]),
        ("t", ["hush"]),
        ("u", ["y", "z"]),
    ]
    assert to_tree(tree, Watch()).unfold().to_lpts().is_reactive


def test_the_nearest_state_with_the_move_is_taken() -> None:
    component = LPTS.build(
        "s",
        [
            ("s", "hush", "far"),
            ("far", "hush", "end"),
            ("end", "bad", "s"),
            ("s", "hush", "near"),
            ("near", "bad", "s"),
        ],
    )
    tree = undone([component], SPECIFICATION)
    assert tree is not None
    assert [state for (state,), _ in named(tree)] == ["s", "near", "s"]


def test_cycles_of_silent_moves_are_left() -> None:
    """The reduced component has one state for the cycle s, u; the move is that of u."""
    component = LPTS.build("s", [("s", "hush", "u"), ("u", "hush", "s"), ("u", "bad", "u")])
    tree = undone([component], SPECIFICATION)
    assert tree is not None
    assert named(tree) == [(("s",), ["hush"]), (("u",), ["bad"]), (("u",), [])]


@given(questions)
def test_undone_trees_are_counterexamples(question: tuple[list[LPTS], LPTS]) -> None:
    """Executions of the components that the specification does not simulate, if and only if there is one."""
    components, specification = question[0], symag.trim(question[1])
    tree = undone(components, specification)
    assert (tree is None) == textbook(components, specification).holds
    if tree is not None:
        model = to_tree(tree, Watch()).unfold().to_lpts()
        assert textbook([model], symag.compose(*components)).holds
        assert not textbook([model], specification).holds


def test_reducing_imports_nothing_slow() -> None:
    """Models that are built in Python are reduced, and decided, without a library that takes a tenth of a second."""
    program = """
import sys, symag
from symag.study.cases.families import mutual_exclusion
for options in ({"method": "mono", "reduce": True}, {"method": "auto"}):
    assert symag.check(*mutual_exclusion(3), audit=False, **options)
print(sorted({"numpy", "networkx", "scipy", "z3", "matplotlib"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

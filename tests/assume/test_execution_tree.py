"""Execution trees: what each component contributes to a counterexample."""

from __future__ import annotations

import pytest
from hypothesis import given

import symag
from symag import LPTS, TAU
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
    contributions,
    flatten_tree,
    outcomes_of,
    to_execution_tree,
    to_tree,
)
from symag.errors import LimitReached
from symag.limits import Watch
from symag.simulation import decide, get_backend
from tests.assume.trees import HALF, LOOSE, WARY, assert_execution, counterexample_of
from tests.generate import questions


@pytest.mark.parametrize("swapped", [False, True])
def test_who_made_a_hidden_move(swapped: bool) -> None:
    """One hides and stays where it is, the other hides and moves: what one did is not taken for what the other did."""
    pair = LPTS.build("t", [("t", TAU, "t")]), LPTS.build("s", [("s", TAU, "u"), ("s", TAU, {"s": "1/2", "u": "1/2"})])
    models = pair[::-1] if swapped else pair
    staying, moving = (1, 0) if swapped else (0, 1)
    system = symag.compose(*models)
    seen = []
    for t in range(system.first[0], system.first[1]):
        target = system.target[t]
        made = contributions(system, models, 0, system.action[t], target)
        by = staying if target == 0 else moving
        assert [number for number, goal in enumerate(made) if goal is not None] == [by]
        goal = made[by]
        assert goal is not None
        assert sorted(p for _, p in models[by].outcomes(goal)) == sorted(p for _, p in system.outcomes(target))
        seen.append(by)
    assert sorted(seen) == sorted([staying, moving, moving])


def test_heights_of_nodes() -> None:
    model = LPTS.build("s", [("s", "a", "s"), ("s", "b", {"s": "1/2", "t": "1/2"})])
    steps = (ExecutionStep("a", (0,), {(0,): 1}), ExecutionStep("b", (~0,), {(0,): 2, (1,): 3}))
    nodes = (
        ExecutionNode((0,), steps),
        ExecutionNode((0,), (ExecutionStep("a", (0,), {(0,): 2}),)),
        ExecutionNode((0,), (ExecutionStep("a", (0,), {(0,): 4}),)),
        ExecutionNode((1,), ()),
        ExecutionNode((0,), ()),
    )
    assert ExecutionTree((model,), nodes).heights() == [3, 2, 1, 0, 0]


def test_outcomes_are_those_of_the_parts_that_move() -> None:
    coin = LPTS.build("s", [("s", "a", {"h": "1/2", "t": "1/2"})], states=["s", "h", "t"])
    assert list(outcomes_of((coin, coin), (0, 2), (~0, None))) == [(1, 2), (2, 2)]
    assert list(outcomes_of((coin, coin), (0, 0), (~0, ~0))) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert list(outcomes_of((coin, coin), (0, 0), (None, 2))) == [(0, 2)]


@given(questions)
def test_an_execution_tree_and_its_tree_are_the_same(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    outcome, _ = decide(components, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is not None:
        execution = to_execution_tree(outcome.tree, tuple(components), Watch())
        assert_execution(execution)
        again = to_tree(execution, Watch())
        assert len(again.nodes) == len(outcome.tree.nodes)
        assert again.unfold().to_lpts().is_isomorphic_to(outcome.tree.unfold().to_lpts())


@given(questions)
def test_flattening_replaces_compositions_by_their_components(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    nested = components if len(components) < 2 else [components[0] | components[1], *components[2:]]
    outcome, _ = decide(nested, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is not None:
        execution = to_execution_tree(outcome.tree, tuple(nested), Watch())
        flat = flatten_tree(execution, Watch())
        assert flat.models == tuple(components)
        assert [len(node.steps) for node in flat.nodes] == [len(node.steps) for node in execution.nodes]
        assert_execution(flat)


def test_flattening_goes_down_to_the_last_composition() -> None:
    """Twice composed; a hidden move is that of the one component that made it."""
    other = LPTS.build("o", [("o", "c", "o")], name="L3")
    whole = (WARY | LOOSE) | other
    outcome, _ = decide([whole], HALF, get_backend("fixpoint"), Watch())
    assert outcome.tree is not None
    flat = flatten_tree(to_execution_tree(outcome.tree, (whole,), Watch()), Watch())
    assert flat.models == (WARY, LOOSE, other)
    assert [target is None for target in flat.nodes[0].steps[0].targets] == [False, True, True]
    assert_execution(flat)


def test_moves_that_refute_as_well_are_steps_of_which_one_is_enough() -> None:
    """After `a`, P answers neither `b` nor `c`: the tree has one of the two, the execution tree both."""
    system = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s"), ("t", "c", {"s": "1/2", "t": "1/2"})])
    outcome, _ = decide([system], LPTS.build("p", [("p", "a", "p")], ["a", "b", "c"]), get_backend("fixpoint"), Watch())
    assert outcome.tree is not None
    last = next(number for number, node in enumerate(outcome.tree.nodes) if node.state == 1 and node.moves)
    (taken,) = (move.transition for move in outcome.tree.nodes[last].moves)
    tree_system = outcome.tree.system
    (other,) = (t for t in range(tree_system.first[1], tree_system.first[2]) if t != taken)
    execution = to_execution_tree(outcome.tree, (system,), Watch(), {last: [other]})
    assert [node.any_of for node in execution.nodes] == [number == last for number in range(len(execution.nodes))]
    assert sorted(step.action for step in execution.nodes[last].steps) == ["b", "c"]
    assert_execution(execution)
    assert to_tree(execution, Watch()).unfold().to_lpts().is_isomorphic_to(outcome.tree.unfold().to_lpts())


def test_products_of_probabilities_that_have_too_many_digits() -> None:
    tiny = [f"1/{10**999}", f"{10**999 - 1}/{10**999}"]
    models = [LPTS.build("s", [("s", "a", dict(zip("st", tiny, strict=True)))]) for _ in range(5)]
    node = ExecutionNode((0,) * 5, (ExecutionStep("a", (~0,) * 5, {(0,) * 5: 1}),))
    with pytest.raises(LimitReached, match="more than 4000 digits"):
        to_tree(ExecutionTree(tuple(models), (node, ExecutionNode((0,) * 5, ()))), Watch())


def test_the_system_of_a_tree_has_only_what_the_tree_visits() -> None:
    execution = counterexample_of([WARY, LOOSE], HALF)
    tree = to_tree(execution, Watch())
    assert tree.system.num_states == len({node.parts for node in execution.nodes})
    assert tree.system.alphabet == WARY.alphabet | LOOSE.alphabet
    assert tree.system.product is not None
    assert {tree.system.product.parts(s) for s in range(tree.system.num_states)} == {n.parts for n in execution.nodes}

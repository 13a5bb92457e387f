"""Reachability of the error state, executions with a given trace, and replay on components."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given

import symag
from symag import LPTS, TAU
from symag.errors import InternalError
from symag.evidence import Tree
from symag.limits import Watch
from symag.operators import is_deterministic
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT
from symag.traces import follow, inclusion, project_trace, reach_error, replay, trace_lts, trace_of
from tests.generate import randoms
from tests.operators.test_determinise import words
from tests.traces.questions import nearest_violation, random_lts, random_safety_question


def test_the_nearest_violation_is_found_without_building_the_rest() -> None:
    """20 counters: 10^20 states if composed."""
    rows = [(str(i), "up", str(i + 1)) for i in range(9)]
    counters = [LPTS.build("0", [(s, f"up{n}", t) for s, _, t in rows], name=f"C{n}") for n in range(20)]
    never = LPTS.build("0", [("0", "up3", "1"), ("1", "up3", "2")], name="never thrice")
    verdict = symag.check(counters, never, relation="traces", method="mono")
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("up3", "up3", "up3")
    assert verdict.statistics["states_explored"] < 10_000


def test_a_long_trace_is_found_in_time() -> None:
    """No step takes time quadratic in its length."""
    rows = [(str(i), "tick", str(i + 1)) for i in range(3_000)]
    clock = LPTS.build("0", [*rows, ("3000", "stop", "0")])
    verdict = symag.check([clock], LPTS.build("0", [("0", "tick", "0")], ["tick", "stop"]), relation="traces")
    assert verdict.counterexample is not None
    assert len(verdict.counterexample.trace) == 3_001


def assert_is_execution(tree: Tree, components: list[LPTS]) -> None:
    """Every step of a tree without branches is a transition of the composition."""
    system = symag.compose(*components)
    assert system.product is not None
    assert tree.system.product is not None
    state_of = {system.product.parts(state): state for state in range(system.num_states)}
    places = [state_of[tree.system.product.parts(node.state)] for node in tree.nodes]
    assert places[0] == system.initial
    for here, there, node in zip(places, places[1:], tree.nodes, strict=False):
        (move,) = node.moves
        action = tree.system.actions[tree.system.action[move.transition]]
        row = range(system.first[here], system.first[here + 1])
        assert (action, there) in {(system.actions[system.action[t]], system.target[t]) for t in row}
    assert tree.nodes[-1].moves == ()


@given(randoms)
def test_shortest_executions_to_the_error(random: Random) -> None:
    components, specification = random_safety_question(random)
    tree, explored = reach_error(components, specification, Watch())
    length = nearest_violation(components, specification)
    assert (tree is None) == (length is None)
    assert explored.num_states >= 1
    if tree is not None:
        assert len(tree.nodes) == 1 + (length or 0)
        assert_is_execution(tree, components)


def test_a_guide_restricts_the_executions() -> None:
    """HASTY may do `ack` without `output`; a guide that waits for `output` does not let it."""
    tree, _ = reach_error([INPUT, HASTY], ORDER, Watch())
    assert tree is not None
    assert trace_of(tree) == ("input", "send", "ack", "input")
    patient = trace_lts(("send", "output", "ack"), {"send", "output", "ack"})
    tree, _ = reach_error([INPUT, HASTY], ORDER, Watch(), patient)
    assert tree is None
    hasty = trace_lts(("send", "ack"), {"send", "output", "ack"})
    tree, _ = reach_error([INPUT, HASTY], ORDER, Watch(), hasty)
    assert tree is not None
    assert tree.system.product is not None
    assert len(tree.system.product.components) == 2, "the guide is left out"


@given(randoms)
def test_traces_can_be_followed_and_replayed(random: Random) -> None:
    """An execution with a given projection exists if and only if the projection is a trace of the projected system."""
    components = [symag.trim(random_lts(random)) for _ in range(random.choice([1, 2, 3]))]
    system = symag.compose(*components)
    known = frozenset(random.sample("abcd", random.randint(1, 4)))
    spoken_of = sorted(known & system.alphabet)
    real = words(symag.project(system, spoken_of), 2)
    for length in range(3):
        for trace in product(spoken_of, repeat=length):
            tree, _ = follow(components, trace, known, Watch())
            assert (tree is not None) == (trace in real)
            if tree is not None:
                assert_is_execution(tree, components)
                assert project_trace(trace_of(tree), known) == trace
                whole = trace_of(tree)
                again = replay(components, whole, system.alphabet, Watch())
                assert_is_execution(again, components)
                assert trace_of(again) == whole


def test_replay_puts_in_the_actions_of_one_component() -> None:
    """`hush` and tau are not known: each component does its own before the actions of the trace."""
    one = LPTS.build("s", [("s", "hush", "t"), ("t", "a", "u")], name="L1")
    two = LPTS.build("x", [("x", TAU, "y"), ("y", "a", "z"), ("z", "b", "z")], name="L2")
    tree = replay([one, two], ("a", "b"), {"a", "b"}, Watch())
    assert_is_execution(tree, [one, two])
    assert trace_of(tree) == ("hush", "a", "b")
    with pytest.raises(InternalError, match="cannot do its part of a trace"):
        replay([one, two], ("b",), {"a", "b"}, Watch())


@given(randoms)
def test_the_evidence_of_inclusion_is_a_simulation(random: Random) -> None:
    """A pair for the initial states, and for every move of a pair one for the answer; or there is a violation."""
    components, specification = random_safety_question(random)
    assert is_deterministic(specification)
    relation = inclusion(components, specification, Watch())
    assert (relation is None) == (nearest_violation(components, specification) is not None)
    if relation is not None:
        system = relation.system
        assert (system.initial, specification.initial) in relation
        answers = {(s, a): next(iter(d)) for s, a, d in specification.transitions()}
        pairs = [
            (state, above)
            for state in range(system.num_states)
            for above in range(specification.num_states)
            if (state, above) in relation
        ]
        for state, above in pairs:
            for t in range(system.first[state], system.first[state + 1]):
                action, then = system.actions[system.action[t]], specification.states[above]
                if action in specification.alphabet:
                    then = answers[then, action]
                assert (system.target[t], specification.index[then]) in relation


def test_the_channel_keeps_the_order() -> None:
    """CAV'08, section 3."""
    relation = inclusion([INPUT, OUTPUT], ORDER, Watch())
    assert relation is not None
    assert len(relation) == symag.compose(INPUT, OUTPUT, ORDER).num_states
    assert inclusion([INPUT, HASTY], ORDER, Watch()) is None

"""Traces as words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symag import LPTS, TAU
from symag.limits import Watch
from symag.traces import (
    interleave_traces,
    linear_tree,
    project_trace,
    trace_difference,
    trace_lts,
    trace_of,
    trace_prefix,
)
from tests.operators.test_determinise import words

traces = st.text("abcd", max_size=8).map(tuple)


@pytest.mark.parametrize(
    ("one", "other", "alphabet", "expected"),
    [
        ("abc", "ab", "a", "c"),
        ("axb", "ayb", "ab", "xy"),
        ("axya", "ayxa", "a", "xy"),
        ("xa", "ax", "a", "x"),
        ("xax", "xa", "a", "x"),
        ("ab", "ba", "a", "b"),
    ],
)
def test_what_tells_traces_apart(one: str, other: str, alphabet: str, expected: str) -> None:
    assert trace_difference(tuple(one), tuple(other), alphabet) == set(expected)


def test_traces_that_happen_together() -> None:
    assert interleave_traces(tuple("xaybz"), tuple("1a2b34"), "ab") == tuple("x1ay2bz")
    assert interleave_traces((), ("a",), ()) == ()


def test_projection_leaves_out_other_actions() -> None:
    assert project_trace(("a", "x", "b", "x"), {"a", "b", "c"}) == ("a", "b")
    assert project_trace((), {"a"}) == ()


@pytest.mark.parametrize(("count", "expected"), [(0, ""), (1, "xa"), (2, "xayb")])
def test_prefixes_by_the_actions_of_an_alphabet(count: int, expected: str) -> None:
    assert trace_prefix(tuple("xaybz"), "ab", count) == tuple(expected)


@given(traces, st.randoms(use_true_random=False))
def test_interleaved_traces_are_traces_of_both(common: tuple[str, ...], random: Random) -> None:
    """One trace with actions 1, 2 of its own, and one with 3, 4: projected, the result gives both back."""

    def between(own: str) -> tuple[str, ...]:
        found = []
        for action in common:
            found += [*random.choices(own, k=random.randint(0, 2)), action]
        return tuple(found)

    one, other = between("12"), between("34")
    both = interleave_traces(one, other, "abcd")
    assert project_trace(both, "abcd12") == one
    assert project_trace(both, "abcd34") == other


@given(traces, traces, st.sets(st.sampled_from("abcd")))
def test_the_difference_of_traces_that_agree_on_an_alphabet(
    one: tuple[str, ...], other: tuple[str, ...], alphabet: set[str]
) -> None:
    """It is outside the alphabet, and empty only if the traces are the same."""
    if project_trace(one, alphabet) == project_trace(other, alphabet):
        found = trace_difference(one, other, alphabet)
        assert not found & alphabet
        assert bool(found) == (one != other)
        assert found <= {*one, *other}


@given(traces)
def test_the_lts_of_a_trace_has_its_prefixes(trace: tuple[str, ...]) -> None:
    model = trace_lts(trace, "abcd")
    assert model.alphabet == frozenset("abcd")
    assert words(model, len(trace) + 1) == {trace[:length] for length in range(len(trace) + 1)}


def test_an_execution_as_a_tree_and_its_trace() -> None:
    """Places may come again; the system has the states and transitions that are visited, and the trace hides tau."""
    one = LPTS.build("s", [("s", "a", "t"), ("t", TAU, "s")], name="L1")
    two = LPTS.build("x", [("x", "b", "x")], name="L2")
    places, actions = [(0, 0), (1, 0), (0, 0), (0, 0), (1, 0)], [1, 0, 2, 1]
    tree = linear_tree([one, two], (TAU, "a", "b"), places, actions, Watch())
    assert trace_of(tree) == ("a", "b", "a")
    assert len(tree.nodes) == 5
    assert (tree.system.num_states, tree.system.num_transitions) == (2, 3), "without b after a"
    assert tree.system.product is not None
    assert [tree.system.product.parts(node.state) for node in tree.nodes] == places
    empty = linear_tree([one, two], (TAU, "a", "b"), [(0, 0)], [], Watch())
    assert (trace_of(empty), len(empty.nodes)) == ((), 1)

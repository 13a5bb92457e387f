"""Rationals, distributions and the LPTS as a value."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import networkx
import pytest

import symag
from symag import LPTS, Distribution, InputError
from symag.model import NumberLabels, PickedLabels, as_probability, parse_rational
from symag.study.cases.papers import FIG1_L1, FIG1_L2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/3", Fraction(1, 3)),
        (" 2 / 6 ", Fraction(1, 3)),
        ("0.1", Fraction(1, 10)),
        ("25e-2", Fraction(1, 4)),
        ("1E+2", Fraction(100)),
        ("1.", Fraction(1)),
        ("-1/2", Fraction(-1, 2)),
        ("+3", Fraction(3)),
        ("1e-1000", Fraction(1, 10**1000)),
    ],
)
def test_rationals_are_exact(text: str, value: Fraction) -> None:
    assert parse_rational(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "a", "1/0", "1e1001", "1e-1001", "1e99999999999", "9" * 1001, "1/" + "3" * 1001, ".", "1/2/3", "٣", "0x1"],
)
def test_rationals_are_bounded(text: str) -> None:
    with pytest.raises(InputError):
        parse_rational(text)


@pytest.mark.parametrize("value", [1, "1", Fraction(1), Decimal(1), Decimal("1e0")])
def test_probabilities(value: object) -> None:
    assert as_probability(value) == 1


@pytest.mark.parametrize(
    "value", [0, -1, 2, 0.5, True, None, "nan", Decimal("NaN"), Decimal("Infinity"), [1], "3/2", "-1/2"]
)
def test_what_is_no_probability(value: object) -> None:
    with pytest.raises(InputError):
        as_probability(value)


def test_a_distribution_is_a_mapping() -> None:
    one = Distribution({"a": "1/3", "b": "2/3"})
    assert one == Distribution({"b": Fraction(2, 3), "a": Fraction(1, 3)})
    assert hash(one) == hash(Distribution({"b": "2/3", "a": "1/3"}))
    assert (len(one), one["a"], list(one), one.is_dirac) == (2, Fraction(1, 3), ["a", "b"], False)
    assert (str(one), str(Distribution.dirac("a"))) == ("1/3 a + 2/3 b", "a")
    assert eval(repr(one)) == one
    with pytest.raises(InputError, match="sum to 5/6"):
        Distribution({"a": "1/2", "b": "1/3"})


def test_build_reads_as_it_was_written() -> None:
    assert FIG1_L2.alphabet == {"send", "output", "ack"}
    assert (FIG1_L2.num_states, FIG1_L2.num_transitions, FIG1_L2.num_distributions) == (3, 3, 1)
    assert FIG1_L2.initial_state == "s0"
    assert list(FIG1_L2.transitions())[1] == ("s1", "output", Distribution({"s1": "1/10", "s2": "9/10"}))
    assert repr(FIG1_L2) == "<LPTS L2: 3 states, 3 transitions, alphabet {ack, output, send}>"
    assert "s1\n    output → 1/10 s1 + 9/10 s2" in str(FIG1_L2)


def test_identical_transitions_are_one() -> None:
    rows: list[tuple[str, str, Any]] = [
        ("0", "a", {"1": "1/2", "2": "0.5"}),
        ("0", "a", {"2": "1/2", "1": "1/2"}),
        ("0", "b", {"1": 1}),
        ("0", "b", "1"),
    ]
    assert LPTS.build("0", rows).num_transitions == 2


def test_equality_is_by_label_and_not_by_order_or_name() -> None:
    one = LPTS.build("0", [("0", "a", "1"), ("0", "b", "2")], name="one")
    two = LPTS.build("0", [("0", "b", "2"), ("0", "a", "1")], ["b", "a"], name="two")
    assert one == two
    assert hash(one) == hash(two)
    assert one != LPTS.build("0", [("0", "a", "1"), ("0", "b", "2")], ["a", "b", "c"])
    assert one != LPTS.build("0", [("0", "a", "2"), ("0", "b", "1"), ("0", "b", "2")])
    assert one != "one"
    assert one.is_isomorphic_to(LPTS.build("x", [("x", "b", "z"), ("x", "a", "y")]))
    assert not one.is_isomorphic_to(LPTS.build("x", [("x", "b", "x"), ("x", "a", "y")], states=["x", "y", "z"]))


def test_models_can_be_pickled() -> None:
    system = symag.compose(FIG1_L1, FIG1_L2)
    assert pickle.loads(pickle.dumps(system)) == system


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([("0", "a")], {}, "not a triple"),
        ([("0", "a", 1)], {}, "a state must be a string, not 1"),
        ([("0", "a", {"1": 0.5, "2": 0.5})], {}, "0.5 is a float"),
        ([("0", "a", {1: 1})], {}, "a state must be a string"),
        ([("0", "a", {})], {}, "sum to 0"),
        ([("0", "", "1")], {}, "an action must not be empty"),
        ([("0", "a", "1")], {"alphabet": ["b"]}, "the action 'a' is not in the alphabet"),
        ([("0", "a", "1")], {"alphabet": ["a", "tau"]}, "'tau' is the hidden action"),
        ([("0", "a", "1")], {"states": ["0"]}, "the state '1' is not in the list"),
        ([], {"states": ["0", "0"]}, "'0' is listed twice"),
        ([], {"states": []}, "the state '0' is not in the list"),
    ],
)
def test_build_says_what_is_wrong(rows: Any, options: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LPTS.build("0", rows, **options)


def test_a_tree_is_recognised() -> None:
    assert LPTS.build("0", [("0", "a", {"1": "1/2", "2": "1/2"}), ("1", "a", "3")]).is_tree
    assert not LPTS.build("0", [("0", "a", "1"), ("0", "b", "1")]).is_tree
    assert not LPTS.build("0", [("0", "a", "0")]).is_tree


def test_labels_of_products_are_unique_and_readable() -> None:
    tricky = ["a", "b,c", "(", "x)y(", '"q"', "(p,q)"]
    one = LPTS.build("a", [("a", f"t{i}", name) for i, name in enumerate(tricky)])
    system = symag.compose(one, LPTS.build("b", [("b", "u", "c")], name="other"))
    assert len(set(system.states)) == system.num_states == 12
    assert system.states[0] == "(a,b)"
    assert "((p,q),b)" in set(system.states)
    assert system.states[-1] == system.states[system.num_states - 1]
    assert list(system.states[:2]) == [system.states[0], system.states[1]]
    with pytest.raises(IndexError):
        system.states[12]


def test_networkx_graphs_of_other_people() -> None:
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(initial="x")
    graph.add_edge("x", "y", action="a")
    graph.add_edge("x", "y", action="b")
    assert LPTS.from_networkx(graph, "g") == LPTS.build("x", [("x", "a", "y"), ("x", "b", "y")])
    graph.add_edge("x", "z")
    with pytest.raises(InputError, match="no attribute 'action'"):
        LPTS.from_networkx(graph)
    with pytest.raises(InputError, match="names no initial state"):
        LPTS.from_networkx(networkx.MultiDiGraph())


def test_a_notebook_shows_a_picture() -> None:
    assert (FIG1_L2._repr_svg_() or "").startswith("<svg")
    assert LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(600)])._repr_svg_() is None


def test_composition_needs_models() -> None:
    with pytest.raises(InputError, match="at least one component"):
        symag.compose()
    with pytest.raises(TypeError):
        FIG1_L1 | 3  # type: ignore[operator]


@pytest.mark.parametrize("labels", [NumberLabels(5), NumberLabels(3, ("x", "y")), ("a", "b", "c", "d", "e")])
def test_picked_labels_are_read_in_order(labels: Sequence[str]) -> None:
    picked = PickedLabels(labels, (4, 0, 3))
    assert list(picked) == [picked[i] for i in range(3)] == [labels[4], labels[0], labels[3]]

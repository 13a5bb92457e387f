"""The kernel's own algorithms: weight functions and depths."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symag.kernel import audit as kernel
from tests.kernel.cases_search import LIES
from tests.kernel.documents import lpts
from tests.kernel.expectations import doubts
from tests.kernel.reasons import CYCLE
from tests.kernel.transports import has_weight_function, transport


@pytest.mark.parametrize("lie", LIES)
def test_the_search_is_not_believed(lie: str) -> None:
    rows, nu, _ = LIES[lie]
    assert kernel.audit_each(json.dumps(transport(rows, nu)))[0]
    assert doubts(kernel, lie)


@given(st.randoms(use_true_random=False))
def test_depth(random: Random) -> None:
    """The longest path, or a rejection: by another library, of graphs with and without cycles."""
    nodes = [f"n{i}" for i in range(random.randint(1, 5))]
    edges = [(random.choice(nodes), random.choice(nodes)) for _ in range(random.randint(0, 7))]
    if random.random() < 0.5:
        edges = [(one, other) for one, other in edges if one < other]
    tree = kernel.Model(kernel.read(json.dumps(lpts("n0", "a", *(f"{one} a {other}" for one, other in edges)))))
    graph = networkx.DiGraph(edges)
    graph.add_node("n0")
    reached = graph.subgraph({"n0", *networkx.descendants(graph, "n0")})
    if networkx.is_directed_acyclic_graph(reached):
        assert kernel.depth(tree) == networkx.dag_longest_path_length(reached)
    else:
        with pytest.raises(kernel.Rejected, match=CYCLE):
            kernel.depth(tree)


@given(st.randoms(use_true_random=False))
def test_weight_functions(random: Random) -> None:
    """The search finds a weight function if and only if there is one."""
    goals = ["q", "r", "v", "z"][: random.randint(1, 4)]
    rows = [frozenset(random.sample([*goals, "y"], random.randint(0, len(goals)))) for _ in range(4)]
    masses, shares = ([random.randint(1, 5) for _ in items] for items in (rows, goals))
    image: kernel.Image = {}
    for row, mass in zip(rows, masses, strict=True):
        image[row] = image.get(row, Fraction(0)) + Fraction(mass, sum(masses))
    nu: kernel.Shares = {q: Fraction(share, sum(shares)) for q, share in zip(goals, shares, strict=True)}
    expected = has_weight_function([(set(row), mass) for row, mass in image.items()], nu)
    assert kernel.matches(image, nu) is expected

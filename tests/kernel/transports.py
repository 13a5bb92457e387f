"""Transport problems: verdicts that are right if and only if a weight function exists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from random import Random

import networkx

from symag.kernel.audit import Weight
from tests.kernel.documents import Document, holds, lpts


def transport(rows: list[tuple[str, str]], nu: str) -> Document:
    """Outcomes, each with the states that may take its mass, `("q r", "1/2")`, and one answer `q:1/2 r:1/2`."""
    outcomes = " ".join(f"x{i}:{mass}" for i, (_, mass) in enumerate(rows))
    groups = [f"x{i} < {row}" for i, (row, _) in enumerate(rows)]
    return holds([lpts("s", "a", f"s a {outcomes}")], lpts("p", "a", f"p a {nu}"), "s < p", *groups)


def random_transport(random: Random, size: int) -> tuple[Document, bool]:
    """A problem without slack, and whether it has a solution."""
    goals = [f"q{i}" for i in range(size)]
    random.shuffle(goals)
    weights: dict[tuple[str, ...], dict[str, int]] = {}
    for _ in range(2 * size):
        at = random.randrange(size - 2)
        weights[tuple(goals[at : at + 3])] = {q: random.choice([0, 1, 1, 5, 9]) + 1 for q in goals[at : at + 3]}
    total = sum(sum(row.values()) for row in weights.values())
    nu = {q: Fraction(sum(row.get(q, 0) for row in weights.values()), total) for q in goals}
    nu = {q: share for q, share in nu.items() if share}
    rows = [(set(row), Fraction(sum(row.values()), total)) for row in weights.values()]
    if random.random() < 0.4:
        row, _ = random.choice(rows)
        row.remove(random.choice(sorted(row)))
    document = transport(
        [(" ".join(sorted(row)), str(mass)) for row, mass in rows], " ".join(f"{q}:{nu[q]}" for q in nu)
    )
    return document, has_weight_function(rows, nu)


def has_weight_function(rows: Sequence[tuple[set[str], Weight]], nu: Mapping[str, Weight]) -> bool:
    """By the book, as a flow."""
    scale = lcm(*(share.denominator for share in (*nu.values(), *(mass for _, mass in rows))))
    graph: networkx.DiGraph[object] = networkx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for i, (row, mass) in enumerate(rows):
        graph.add_edge("source", i, capacity=int(mass * scale))
        graph.add_edges_from((i, q) for q in row & nu.keys())
    for q, share in nu.items():
        graph.add_edge(q, "sink", capacity=int(share * scale))
    return bool(networkx.maximum_flow_value(graph, "source", "sink") == scale)


RANDOM_TRANSPORTS = [random_transport(Random(seed), 4 if seed < 100 else 20) for seed in range(200)]

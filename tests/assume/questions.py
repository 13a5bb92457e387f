"""Random systems that need fine assumptions, the methods by which they are checked, and what their answers must be."""

from __future__ import annotations

from random import Random
from typing import Any

import symag
from symag import LPTS, TAU, Verdict
from tests.generate import AWKWARD, SHARES, nudged, random_model
from tests.oracle import textbook

Question = tuple[list[LPTS], LPTS]


AGAR: list[dict[str, Any]] = [
    {"method": "agar", "rule": rule, "strategy": strategy}
    for rule in ("asym", "asym-n")
    for strategy in ("improved", "paper")
]


CEGAR: list[dict[str, Any]] = [{"method": "cegar", "strategy": strategy} for strategy in ("improved", "paper")]


def busy_component(random: Random, states: int, actions: str) -> LPTS:
    """So many states in a circle, more or less; each does something."""
    names = [f"s{number}" for number in range(states)]
    alphabet = random.sample(actions, random.randint(2, len(actions)))
    labels = [*alphabet, *([TAU] if random.random() < 0.2 else [])]
    vectors = [vector for vector in ([*SHARES, AWKWARD] if random.random() < 0.1 else SHARES) if len(vector) <= states]
    rows: list[tuple[str, str, str | dict[str, object]]] = []
    for position in range(states + random.randint(0, states)):
        kind = random.random()
        shares = ["1"] if kind < 0.6 else random.choice(vectors)
        outcomes = [names[(position + 1) % states]] if kind < 0.35 else random.sample(names, len(shares))
        rows.append((names[position % states], random.choice(labels), dict(zip(outcomes, shares, strict=True))))
    return LPTS.build("s0", rows, alphabet, states=names)


def refined_question(random: Random, actions: str = "abcd", most: int = 14) -> Question:
    """Two to four components of two to five states, and a specification that tells nearly all states apart.

    It is the system with a few states made one, as it is (it holds) or nudged (it is often violated); now and then it
    is any model. So coarse assumptions do not do.
    """
    system = None
    while system is None or not 4 <= system.num_states <= most:
        count = random.choice([2, 2, 3, 3, 4])
        components = [busy_component(random, random.randint(2, max(3, 7 - count)), actions) for _ in range(count)]
        system = symag.compose(*components)
    kind = random.random()
    if kind < 0.1:
        return components, random_model(random)
    blocks = list(range(system.num_states))
    for _ in range(random.choice([0, 0, 1, 2, 4])):
        one, two = random.sample(blocks, 2)
        blocks = [one if block == two else block for block in blocks]
    number: dict[int, int] = {}
    specification = symag.quotient(system, [number.setdefault(block, len(number)) for block in blocks])
    if kind > 0.45:
        for _ in range(random.randint(1, 3)):
            specification = nudged(random, specification)
    return components, specification


def assert_real(verdict: Verdict, system: LPTS, known: set[LPTS]) -> None:
    """The counterexample is a tree below the system, not below the specification; `known` ones were looked at."""
    assert verdict.counterexample is not None
    tree = verdict.counterexample.to_lpts()
    if tree not in known:
        known.add(tree)
        assert tree.is_tree
        assert tree.is_reactive or not system.is_reactive, "CAV'12, Corollary 1"
        assert textbook([tree], system).holds
        assert not textbook([tree], verdict.counterexample.specification).holds

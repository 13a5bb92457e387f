"""The textbook algorithm (Baier; CAV'12, section 2): a greatest fixpoint, a maximal flow per pair, nothing clever.

It shares no code with the engine: its own product, its own completion, networkx for the flows. It is the yardstick of
`symag bench engine` and the oracle of the differential tests.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

import networkx

from symag.model import LPTS, TAU

__all__ = ["Textbook", "has_weight_function", "textbook"]

State = tuple[str, ...]
Shares = dict[State, Fraction]
Moves = dict[State, list[tuple[str, Shares]]]
Vector = tuple[Fraction, ...]
Fits = Callable[[Vector, Vector, tuple[bool, ...]], bool]


class Textbook(NamedTuple):
    """The coarsest simulation between the reachable states, and the round in which each other pair disappeared."""

    related: set[tuple[State, State]]
    rank: dict[tuple[State, State], int]
    initial: tuple[State, State]

    @property
    def holds(self) -> bool:
        """Is the initial pair related?"""
        return self.initial in self.related


def has_weight_function(mu: Vector, nu: Vector, related: tuple[bool, ...]) -> bool:
    """Is there a weight function for two distributions, if these pairs of their outcomes are related, row by row?"""
    if len(mu) == 1 or len(nu) == 1:
        return all(related)
    scale = lcm(*(share.denominator for share in (*mu, *nu)))
    graph: networkx.DiGraph[object] = networkx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for x, share in enumerate(mu):
        graph.add_edge("source", ("left", x), capacity=int(share * scale))
    for y, share in enumerate(nu):
        graph.add_edge(("right", y), "sink", capacity=int(share * scale))
    for (x, y), is_related in zip(product(range(len(mu)), range(len(nu))), related, strict=True):
        if is_related:
            graph.add_edge(("left", x), ("right", y))
    return bool(networkx.maximum_flow_value(graph, "source", "sink") == scale)


def textbook(components: list[LPTS], specification: LPTS, fits: Fits = has_weight_function) -> Textbook:
    """Decide `L1 ‖ … ‖ Ln ≼ P` in simultaneous rounds; `fits` may be `has_weight_function` with a memory."""
    start, system = _explored(components)
    goal, above = _explored([specification])
    hides = any(action == TAU for moves in above.values() for action, _ in moves)
    known = specification.alphabet | ({TAU} if hides else set())
    related = set(product(system, above))
    rank: dict[tuple[State, State], int] = {}
    rounds = 0
    while True:
        rounds += 1
        lost = {pair for pair in related if not _is_answered(pair, system, above, known, related, fits)}
        if not lost:
            return Textbook(related, rank, (start, goal))
        related -= lost
        rank |= dict.fromkeys(lost, rounds)


def _is_answered(
    pair: tuple[State, State],
    system: Moves,
    above: Moves,
    known: frozenset[str],
    related: set[tuple[State, State]],
    fits: Fits,
) -> bool:
    s, p = pair
    for action, mu in system[s]:
        answers = [nu for other, nu in above[p] if other == action] if action in known else [{p: Fraction(1)}]
        if not any(_match(mu, nu, related, fits) for nu in answers):
            return False
    return True


def _match(mu: Shares, nu: Shares, related: set[tuple[State, State]], fits: Fits) -> bool:
    return fits(tuple(mu.values()), tuple(nu.values()), tuple(pair in related for pair in product(mu, nu)))


def _explored(components: list[LPTS]) -> tuple[State, Moves]:
    tables = []
    for model in components:
        table: dict[str, list[tuple[str, dict[str, Fraction]]]] = {state: [] for state in model.states}
        for source, action, distribution in model.transitions():
            table[source].append((action, dict(distribution)))
        tables.append(table)
    start = tuple(model.initial_state for model in components)
    moves: Moves = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in moves:
            moves[state] = _moves(components, tables, state)
            todo += [successor for _, shares in moves[state] for successor in shares]
    return start, moves


def _moves(
    components: list[LPTS], tables: list[dict[str, list[tuple[str, dict[str, Fraction]]]]], state: State
) -> list[tuple[str, Shares]]:
    moves: list[tuple[str, Shares]] = []
    for action in {TAU}.union(*(model.alphabet for model in components)):
        taking = [i for i, model in enumerate(components) if action in model.alphabet]
        for group in [[i] for i in range(len(components))] if action == TAU else [taking]:
            offers = [[mu for other, mu in tables[i][state[i]] if other == action] for i in group]
            for chosen in product(*offers):
                factors = [{part: Fraction(1)} for part in state]
                for i, mu in zip(group, chosen, strict=True):
                    factors[i] = mu
                shares: Shares = {}
                for outcome in product(*(factor.items() for factor in factors)):
                    weight = Fraction(1)
                    for _, share in outcome:
                        weight *= share
                    shares[tuple(part for part, _ in outcome)] = weight
                if (action, shares) not in moves:
                    moves.append((action, shares))
    return moves

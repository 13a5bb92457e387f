"""The textbook algorithm (Baier; CAV'12, section 2): a greatest fixpoint, a maximal flow per pair, nothing clever.

It shares no code with the engine: its own product, its own completion, networkx for the flows. It is the yardstick of
`symag bench engine` and the oracle of the differential tests.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

import networkx

from symag.model import LPTS, TAU

__all__ = ["Textbook", "textbook"]

State = tuple[str, ...]
Shares = dict[State, Fraction]
Moves = dict[State, list[tuple[str, Shares]]]


class Textbook(NamedTuple):
    """The coarsest simulation between the reachable states, and the round in which each other pair disappeared."""

    related: set[tuple[State, State]]
    rank: dict[tuple[State, State], int]
    initial: tuple[State, State]

    @property
    def holds(self) -> bool:
        """Is the initial pair related?"""
        return self.initial in self.related


def textbook(components: list[LPTS], specification: LPTS) -> Textbook:
    """Decide `L1 ‖ … ‖ Ln ≼ P` in simultaneous rounds."""
    start, system = _explored(components)
    goal, above = _explored([specification])
    hides = any(action == TAU for moves in above.values() for action, _ in moves)
    known = specification.alphabet | ({TAU} if hides else set())
    related = set(product(system, above))
    rank: dict[tuple[State, State], int] = {}
    rounds = 0
    while True:
        rounds += 1
        lost = {pair for pair in related if not _is_answered(pair, system, above, known, related)}
        if not lost:
            return Textbook(related, rank, (start, goal))
        related -= lost
        rank |= dict.fromkeys(lost, rounds)


def _is_answered(
    pair: tuple[State, State], system: Moves, above: Moves, known: frozenset[str], related: set[tuple[State, State]]
) -> bool:
    s, p = pair
    for action, mu in system[s]:
        answers = [nu for other, nu in above[p] if other == action] if action in known else [{p: Fraction(1)}]
        if not any(_has_weight_function(mu, nu, related) for nu in answers):
            return False
    return True


def _has_weight_function(mu: Shares, nu: Shares, related: set[tuple[State, State]]) -> bool:
    if len(mu) == 1 or len(nu) == 1:
        return all(pair in related for pair in product(mu, nu))
    scale = lcm(*(share.denominator for share in (*mu.values(), *nu.values())))
    graph: networkx.DiGraph[object] = networkx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for s, share in mu.items():
        graph.add_edge("source", ("left", s), capacity=int(share * scale))
    for q, share in nu.items():
        graph.add_edge(("right", q), "sink", capacity=int(share * scale))
    graph.add_edges_from((("left", s), ("right", q)) for s, q in product(mu, nu) if (s, q) in related)
    return bool(networkx.maximum_flow_value(graph, "source", "sink") == scale)


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

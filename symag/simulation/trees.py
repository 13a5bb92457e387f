"""A tree counterexample from the ranks of the fixpoint (CAV'12, Theorem 2), of least depth.

A pair (s, p) of rank k was removed in round k: some transition of s has no answer of p under the rows of round k-1. So
every pair that its cuts cite has a smaller rank, and the tree is no deeper than the rank of the initial pair, which is
the least depth there is. A node is a state with the set of specification states that it must refute;
equal nodes are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from symag.errors import InternalError, LimitReached
from symag.evidence import Move, Node, Tree, parents_first
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.completed_successors import CompletedSuccessors
from symag.simulation.exact_flow import exact_flow, smallest_cut
from symag.simulation.refiner import Refiner

__all__ = ["MAX_NODES", "Demand", "grow_tree", "tree_from_ranks"]

MAX_NODES = 100_000
"""A refutation that needs more nodes than this ends in `unknown`."""

Demand = dict[int, set[int]]
"""Per outcome of a move (its position): the specification states that it must refute."""


Reasons = Callable[[int, frozenset[int]], Mapping[int, Demand]]
"""Why a state is not below any of some specification states: the transitions, each with what it demands."""


def tree_from_ranks(system: LPTS, specification: LPTS, refiner: Refiner, watch: Watch) -> Tree:
    """The tree for the initial pair, which the refiner removed."""
    reader = _RankReader(system, specification, refiner, watch)
    return grow_tree(system, specification.initial, reader.moves, watch)


def grow_tree(system: LPTS, above: int, reasons: Reasons, watch: Watch) -> Tree:
    """The tree that tells the initial state apart from `above`, grown from the root by following the reasons."""
    keys = [(system.initial, frozenset([above]))]
    number = {keys[0]: 0}
    moves_of: list[list[tuple[int, tuple[int, ...]]]] = []
    watch.check("building the counterexample")
    for state, told_apart in keys:
        watch.tick(1 + len(told_apart), len(keys))
        if len(keys) > MAX_NODES:
            raise LimitReached(
                "counterexample", f"the specification is violated, but its counterexample has over {MAX_NODES:,} nodes"
            )
        moves = []
        for transition, demand in reasons(state, told_apart).items():
            children = []
            for position, (outcome, _) in enumerate(system.outcomes(system.target[transition])):
                watch.tick(1 + len(demand.get(position, ())))
                key = outcome, frozenset(demand.get(position, ()))
                if key not in number:
                    number[key] = len(keys)
                    keys.append(key)
                children.append(number[key])
            moves.append((transition, tuple(children)))
        moves_of.append(moves)
    return _parents_first(system, [state for state, _ in keys], moves_of, watch)


def _parents_first(
    system: LPTS, states: list[int], moves_of: list[list[tuple[int, tuple[int, ...]]]], watch: Watch
) -> Tree:
    """Renumber so that children come after all their parents."""
    order = parents_first([[child for _, children in moves for child in children] for moves in moves_of])
    new = {old: position for position, old in enumerate(order)}
    nodes = []
    for old in order:
        watch.tick(sum(len(children) for _, children in moves_of[old]))
        moves = (Move(t, tuple(new[child] for child in children)) for t, children in moves_of[old])
        nodes.append(Node(states[old], tuple(moves)))
    return Tree(system, tuple(nodes))


class _RankReader:
    """Asks the refiner which transition refutes a pair, and which earlier pairs that rests on."""

    def __init__(self, system: LPTS, specification: LPTS, refiner: Refiner, watch: Watch) -> None:
        self.system = system
        self.watch = watch
        self.answers = CompletedSuccessors(specification, system.actions)
        self.rank = lru_cache(maxsize=1 << 16)(refiner.rank)

    def moves(self, state: int, above: Iterable[int]) -> dict[int, Demand]:
        """The transitions that refute `state` ≼ p for all p of `above`, each with what its outcomes must refute."""
        chosen: dict[int, Demand] = {}
        for p in sorted(above, key=lambda p: (self.rank(state, p), p)):
            rank = self.rank(state, p)
            row = self.system.row(state)
            options = ((t, self._demand(t, p, rank - 1)) for t in sorted(row, key=lambda t: (t not in chosen, t)))
            best: tuple[int, int, Demand] | None = None
            for transition, demand in options:
                if demand is None:
                    continue
                size = 0 if transition in chosen else 1 + sum(map(len, demand.values()))
                if best is None or size < best[0]:
                    best = size, transition, demand
                if transition in chosen:
                    break
            if best is None:
                raise InternalError("the refiner removed a pair without a reason")
            merged = chosen.setdefault(best[1], {})
            for position, states in best[2].items():
                merged.setdefault(position, set()).update(states)
        return chosen

    def _demand(self, transition: int, p: int, rounds: int) -> Demand | None:
        """What the outcomes must refute so that `p` has no answer, if that was so after so many rounds."""
        system = self.system
        outcomes = list(system.outcomes(system.target[transition]))
        self.watch.tick(len(outcomes))
        mu = {position: share for position, (_, share) in enumerate(outcomes)}
        demand: Demand = {}

        def is_left(position: int, q: int) -> bool:
            rank = self.rank(outcomes[position][0], q)
            return rank == 0 or rank > rounds

        for nu in self.answers.of(p, system.action[transition]):
            matching = exact_flow(mu, nu, is_left, self.watch)
            if matching.weights is not None:
                return None
            left, right = smallest_cut(matching, mu, nu, self.watch, lambda x, q: self.rank(outcomes[x][0], q))
            for position in left:
                demand.setdefault(position, set()).update(right)
        return demand

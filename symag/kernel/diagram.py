"""The kernel's file for large relations: reads decision diagrams.

It needs `audit.py` beside it and the standard library, nothing else. `python diagram.py verdict.json` checks all that
`audit.py` checks, and relations in the representation `diagram`, which `audit.py` alone rejects. `judge` in `audit.py`
stays the one place that accepts.

A relation takes each state of a composition, a tuple with a state of each component, to its row: what is above it. A
diagram shares what many states have in common, so it is small where the composition is large. The kernel walks it once
for each action, from the first component that takes part, with the node of a state and the nodes of all outcomes of a
move, and so meets each different obligation once, however many states have it. It goes from component to component that
takes part, or that one of these nodes asks. It never builds the states.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

if __package__:
    from symag.kernel import audit as kernel
else:  # a plain file
    sys.path.insert(0, str(Path(__file__).parent))
    import audit as kernel  # type: ignore[import-not-found, no-redef]

need, get, items, name = kernel.need, kernel.get, kernel.items, kernel.name
Reached = tuple[int, frozenset[tuple[int, Fraction]]]
"""A node of a diagram, and those that are reached by a move, with their weights."""


def index(value: Any, known: Sequence[Any]) -> int:
    need(
        type(value) is kernel.Number and value.isdecimal() and int(value) < len(known),
        "a diagram has a number out of range",
    )
    return int(value)


class Diagram:
    """A decision diagram. Each node asks one component for its state, and leads to a node that asks a later one, or to
    a row. A component that is not asked is in its initial state. What is not mentioned leads to row 0, which is
    empty."""

    def __init__(self, content: Any, system: kernel.System) -> None:
        self.system, self.rows = system, list(map(kernel.read_row, items(get(content, "rows"))))
        need(
            self.rows[:1] == [frozenset()] and len({*self.rows}) == len(self.rows),
            "row 0 is not empty, or one is twice",
        )
        self.nodes: list[tuple[int, dict[str, int]]] = [(len(system.components), {})] * len(self.rows)
        for level, edges in map(items, items(get(content, "nodes"))):
            node = index(level, system.components), {name(s): index(edges[s], self.nodes) for s in edges}
            need(
                all(self.nodes[child][0] > node[0] for child in node[1].values()),
                "a node leads to one that asks earlier",
            )
            need(len(node[1]) > 0, "a node leads nowhere")
            self.nodes.append(node)

    def edges(self, node: int, level: int) -> dict[str, int]:
        """Where the states of a component lead to."""
        at, edges = self.nodes[node]
        return edges if at == level else {self.system.initial[level]: node}

    def obligations(self) -> Iterator[kernel.Obligation]:
        """Of all moves, by action, the different ones: each is met once, however many states have it."""
        above, done = self.above(), len(self.system.components)
        asking: dict[int, list[int]] = {}
        for node in above:
            asking.setdefault(self.nodes[node][0], []).append(node)
        hidden = [(kernel.TAU, [i]) for i in range(done)]
        for action, taking in [*hidden, *self.system.taking.items()]:
            level = taking[0]
            # nodes that do not ask a component stand for its initial state
            begins = action in self.system.components[level].moves.get(self.system.initial[level], {})
            skip = [n for n, first in above.items() if first < level < self.nodes[n][0]] if begins else []
            starts = [(node, frozenset([(node, kernel.ONE)])) for node in skip + asking.get(level, [])]
            due = {done: set[Reached](), level: set(starts)}
            while (level := min(due)) < done:
                for one in self.step(due.pop(level), level, action if level in taking else None):
                    due.setdefault(self.next_level(one, level, taking), set()).add(one)
            for node, image in due[done]:
                yield ("some state",), self.rows[node], action, {self.rows[row]: weight for row, weight in image}

    def above(self) -> dict[int, int]:
        """For each node that the root leads to, the first component that is asked right before it."""
        found = {len(self.nodes) - 1: -1}
        for number in reversed(range(len(self.nodes))):
            level, edges = self.nodes[number]
            for child in edges.values() if number in found else ():
                found[child] = min(found.get(child, level), level)
        return found

    def next_level(self, reached: Reached, level: int, taking: list[int]) -> int:
        """The next component that takes part, or that a node asks."""
        node, image = reached
        asked = [self.nodes[one][0] for one in (node, *dict(image))]
        return min(asked + [later for later in taking if later > level])

    def step(self, found: set[Reached], level: int, action: str | None) -> Iterator[Reached]:
        """One component moves, or stays if there is no action: what is reached without its move, and with it."""
        moves = self.system.components[level].moves
        for node, image in found:
            edges = self.edges(node, level)
            for state in edges if action is None else edges.keys() & moves.keys():
                for mu in [{state: kernel.ONE}] if action is None else moves[state].get(action, []):
                    to: dict[int, Fraction] = {}
                    for (above, weight), (goal, p) in product(image, mu.items()):
                        child, share = self.edges(above, level).get(goal, 0), weight if p is kernel.ONE else weight * p
                        to[child] = to[child] + share if child in to else share
                    yield edges[state], frozenset(to.items())


def of_diagram(content: Any, system: kernel.System) -> kernel.Simulated:
    diagram = Diagram(content, system)
    initial, counts = len(diagram.nodes) - 1, [min(len(row), 1) for row in diagram.rows]
    for level, state in enumerate(system.initial):
        initial = diagram.edges(initial, level).get(state, 0)
    for _, edges in diagram.nodes[len(counts) :]:
        counts.append(sum(counts[child] for child in edges.values()))
    return counts[-1], diagram.rows[initial], diagram.obligations()


DIAGRAMS: kernel.Representations = {"diagram": of_diagram}


def audit_with_diagrams(text: str) -> list[kernel.Audit]:
    """Check every verdict in the text of a file that holds, also with relations that are diagrams."""
    return kernel.audit_each(text, kernel.Further(DIAGRAMS, {}, {}))


if __name__ == "__main__":
    sys.exit(kernel.main(sys.argv[1:], audit_with_diagrams))

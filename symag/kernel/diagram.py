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
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

if __package__:
    from symag.kernel import audit as kernel
else:  # a plain file
    sys.path.insert(0, str(Path(__file__).parent))
    import audit as kernel  # type: ignore[import-not-found, no-redef]

need, get, items, name = kernel.need, kernel.get, kernel.items, kernel.name
NOTHING = kernel.read_row([])
Read = Callable[[Any], Any]
Reached = tuple[int, frozenset[tuple[int, kernel.Weight]]]
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

    def __init__(self, content: Any, system: kernel.System, read: Read = kernel.read_row, first: Any = NOTHING) -> None:
        """Rows are read by this function, and row 0 is the first."""
        self.initial, self.done, self.taking = system.initial, len(system.components), system.taking
        self.rows = list(map(read, items(get(content, "rows"))))
        need(self.rows[:1] == [first] and len({*self.rows}) == len(self.rows), "row 0 is another one, or one is twice")
        self.levels = [self.done] * len(self.rows)
        self.asking: list[dict[str, int]] = [{}] * len(self.rows)
        for at, given in map(items, items(get(content, "nodes"))):
            level, edges = index(at, system.components), {name(s): index(given[s], self.levels) for s in given}
            need(all(self.levels[child] > level for child in edges.values()), "a node leads to one that asks earlier")
            need(len(edges) > 0, "a node leads nowhere")
            self.levels.append(level)
            self.asking.append(edges)
        self.doing: list[dict[str, dict[str, list[kernel.Shares]]]] = [{} for _ in system.components]
        for level, model in enumerate(system.components):
            for state, action, mu in model.rows:
                self.doing[level].setdefault(action, {}).setdefault(state, []).append(mu)

    def edges(self, node: int, level: int) -> dict[str, int]:
        """Where the states of a component lead to. A node that does not ask it stands for its initial state."""
        return self.asking[node] if self.levels[node] == level else {self.initial[level]: node}

    def obligations(self) -> Iterator[kernel.Obligation]:
        """Of all moves, by action, the different ones: each is met once, however many states have it."""
        before, asking = self.before(), defaultdict(list)
        for node in before:
            asking[self.levels[node]].append(node)
        hidden = [(kernel.TAU, [i]) for i in range(self.done)]
        for action, taking in [*hidden, *self.taking.items()]:
            level = taking[0]
            starts = asking[level]
            if self.initial[level] in self.doing[level].get(action, {}):
                starts = [node for node, asked in before.items() if asked < level <= self.levels[node]]
            for node, image in self.walk(action, taking, starts):
                yield ("some state",), self.rows[node], action, {self.rows[row]: weight for row, weight in image}

    def before(self) -> dict[int, int]:
        """For each node that the root leads to, the first component that is asked right before it."""
        found = {len(self.levels) - 1: -1}
        for number in reversed(range(len(self.levels))):
            for child in self.asking[number].values() if number in found else ():
                found[child] = min(found.get(child, self.done), self.levels[number])
        return found

    def walk(self, action: str, taking: list[int], starts: list[int]) -> set[Reached]:
        """The components that take part move, others stay: all rows, each with those that a move leads to."""
        due: defaultdict[int, set[Reached]] = defaultdict(set, {self.done: set()})
        due[taking[0]] = {(node, frozenset([(node, kernel.ONE)])) for node in starts}
        while (level := min(due)) < self.done:
            moving, later = level in taking, min([self.done, *(one for one in taking if one > level)])
            doing = self.doing[level].get(action, {})
            for node, image in due.pop(level):
                edges, above = self.edges(node, level), [(self.edges(one, level), weight) for one, weight in image]
                for state in edges.keys() & doing.keys() if moving else edges:
                    for mu in doing[state] if moving else [{state: kernel.ONE}]:
                        to: dict[int, kernel.Weight] = {}
                        for (known, weight), (goal, p) in product(above, mu.items()):
                            child = known.get(goal, 0)
                            to[child] = to.get(child, 0) + weight * p
                        # the next component that takes part, or that a node asks
                        asked = min(later, self.levels[edges[state]], *[self.levels[one] for one in to])
                        due[asked].add((edges[state], frozenset(to.items())))
        return due[self.done]

    def relation(self) -> kernel.Simulated:
        """How many states have another row than row 0, the row of the initial state, and the obligations."""
        initial, counts = len(self.levels) - 1, [min(row, 1) for row in range(len(self.rows))]
        for level, state in enumerate(self.initial):
            initial = self.edges(initial, level).get(state, 0)
        for edges in self.asking[len(counts) :]:
            counts.append(sum(counts[child] for child in edges.values()))
        return counts[-1], self.rows[initial], self.obligations()


def of_diagram(content: Any, system: kernel.System) -> kernel.Simulated:
    return Diagram(content, system).relation()


DIAGRAMS: kernel.Representations = {"diagram": of_diagram}


def audit_with_diagrams(text: str) -> list[kernel.Audit]:
    """Check every verdict in the text of a file that holds, also with relations that are diagrams."""
    return kernel.audit_each(text, kernel.Further(DIAGRAMS, {}, {}))


if __name__ == "__main__":
    sys.exit(kernel.main(sys.argv[1:], audit_with_diagrams))

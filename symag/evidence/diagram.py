"""Decision diagrams of relations: what many states of a composition have in common is written once.

A node asks one component for its state. Nodes that lead to the same are one node, and a node that only lets the initial
state pass is left out. So a diagram is a reduced decision diagram (Bryant, 1986) with many values, whose default for
what is not asked is the initial state. The states are sorted once; then the nodes are made level by level, from the
last component to the first: states that differ in this component only become one node.

How large a diagram is depends on the order in which it asks the components. A large one is also made with those first
that share most actions with others (such as a server, before its clients), and the smaller one is written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from symag.limits import Watch
from symag.model import LPTS, TAU

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

__all__ = [
    "DRAWN",
    "DiagramNode",
    "Searched",
    "StateTable",
    "columns_of",
    "diagram_of",
    "drawn",
    "drawn_in_order",
    "rows_of",
    "work_of_walk",
]

DRAWN = 10_000
"""What has as many names of states of components, or more, is written as a diagram."""
MANY_EDGES = 150_000
"""A diagram with so many is worth another one, in another order of the components."""
STEPS = 6
"""Of a walk over a diagram, take the kernel as long as one obligation."""
DiagramNode = list[Any]
"""The component that is asked, and, for states of it, the number of a row or node."""


class Searched(Protocol):
    """A composition, as far as it was searched. A model is one; a search may keep less than that."""

    @property
    def num_states(self) -> int: ...
    @property
    def num_transitions(self) -> int: ...
    @property
    def components(self) -> tuple[LPTS, ...]: ...
    def parts(self, state: int, /) -> tuple[int, ...]: ...


@runtime_checkable
class _InColumns(Protocol):
    """A search that has the states of each component at hand."""

    def columns(self) -> list[NDArray[int64]]: ...


class StateTable(NamedTuple):
    """States, by component, each with a number; all different."""

    columns: list[NDArray[int64]]
    numbers: NDArray[int64]


def columns_of(searched: Searched) -> list[NDArray[int64]]:
    """For each component, its state in all states."""
    import numpy

    if isinstance(searched, _InColumns):
        return searched.columns()
    product = searched.product if isinstance(searched, LPTS) else None
    if product is None:
        return list(numpy.array([searched.parts(state) for state in range(searched.num_states)], numpy.int64).T)
    packing = product.state_packing
    codes = numpy.asarray(product.state_codes, numpy.int64).reshape(-1, packing.words)
    places = zip(packing.word, packing.radix, packing.size, strict=True)
    return [codes[:, word] // radix % size for word, radix, size in places]


def rows_of(columns: Sequence[NDArray[int64]], watch: Watch) -> tuple[StateTable, list[tuple[int, ...]]]:
    """The last column says what is above the states in the others: each of these once, with the number of its row, from
    1 on, and the rows."""
    import numpy

    table = _sorted(StateTable(list(columns), columns[-1]))
    numbers: dict[bytes, int] = {}
    starts = numpy.flatnonzero(_first_differences(table.columns) < len(columns) - 1)
    ends = numpy.append(starts[1:], len(table.numbers))
    found = _numbered(table.columns[-1], starts, ends, numbers, watch)
    rows: list[tuple[int, ...]] = [()] * len(numbers)
    for key, number in numbers.items():
        rows[number] = tuple(memoryview(key).cast("q"))
    return StateTable([column[starts] for column in table.columns[:-1]], found + 1), rows


def diagram_of(
    table: StateTable, rows: int, initial: Sequence[int], names: Sequence[Sequence[str]], watch: Watch
) -> list[DiagramNode]:
    """The nodes of the diagram, children first, the root last. The numbers of the states are those of their rows, of
    which there are so many; the first node has the next number. For each component, its initial state, and the names of
    its states."""
    import numpy

    nodes: list[DiagramNode] = []
    if not len(table.numbers):
        return nodes
    columns, children = _sorted(table)
    differences = _first_differences(columns)
    places = numpy.arange(len(children))  # of a state for each list of pairs that is to come
    for level in range(len(columns) - 1, -1, -1):
        states, labels = columns[level][places], numpy.array(names[level], object)
        starts = numpy.flatnonzero(differences < level)
        ends = numpy.append(starts[1:], len(states))
        asks = (ends - starts > 1) | (states[starts] != initial[level])
        known: dict[bytes, int] = {}
        found = _numbered(states << 32 | children, starts[asks], ends[asks], known, watch)
        children = children[starts]
        children[asks] = rows + len(nodes) + found
        for key in watch.over(known):  # in the order of their numbers
            pairs = numpy.frombuffer(key, numpy.int64)
            edges = zip(labels[pairs >> 32].tolist(), (pairs & (1 << 32) - 1).tolist(), strict=True)
            nodes.append([level, dict(edges)])
        differences, places = differences[starts], places[starts]
    return nodes


def drawn(
    table: StateTable, rows: Sequence[Any], initial: Sequence[int], names: Sequence[Sequence[str]], watch: Watch
) -> dict[str, Any]:
    """The states with their rows as a diagram, as the kernel reads it. Row 0 is that of all states which the table does
    not have."""
    import numpy

    numbers: dict[str | tuple[str, ...], int] = {}  # rows may differ, and yet stand for the same
    number_of = [numbers.setdefault(_content(row), len(numbers)) for row in watch.over(rows)]
    table = table._replace(numbers=numpy.array(number_of, numpy.int64)[table.numbers])
    nodes = diagram_of(table, len(numbers), initial, names, watch)
    written = [json.loads(row) if isinstance(row, str) else list(row) for row in numbers]
    return {"diagram": {"rows": written, "nodes": nodes}}


def _content(row: Any) -> str | tuple[str, ...]:
    """What makes a row the same as another one: as JSON, if it is not just a list of names."""
    if isinstance(row, list) and all(isinstance(name, str) for name in row):
        return tuple(row)
    return json.dumps(row)


def drawn_in_order(
    table: StateTable, rows: Sequence[Any], components: Sequence[LPTS], watch: Watch
) -> dict[str, dict[str, Any]]:
    """The states with their rows as a diagram, in an order of the components that makes it small."""
    names = [list(model.states) for model in components]  # one may be costly to make
    initial = [model.initial for model in components]
    found = drawn(table, rows, initial, names, watch)
    order = _by_shared_actions(components)
    if _edges(found) < MANY_EDGES or order == list(range(len(components))):
        return found
    columns = StateTable([table.columns[level] for level in order], table.numbers)
    other = drawn(columns, rows, [initial[level] for level in order], [names[level] for level in order], watch)
    other["diagram"]["order"] = order
    return min(found, other, key=_edges)


def _by_shared_actions(components: Sequence[LPTS]) -> list[int]:
    """The positions of the components, those first that share most actions with others."""
    knowing = Counter(action for model in components for action in model.alphabet)
    shared = [sum(knowing[action] - 1 for action in model.alphabet) for model in components]
    return sorted(range(len(components)), key=lambda level: -shared[level])


def _edges(drawing: dict[str, dict[str, Any]]) -> int:
    return sum(len(edges) for _, edges in drawing["diagram"]["nodes"])


def work_of_walk(diagram: dict[str, Any], components: Sequence[LPTS]) -> int:
    """How many obligations take the kernel as long as a walk over the diagram, at most. Each obligation comes at the
    end of some step, and different ones have different rows, or outcomes in different rows."""
    components = [components[level] for level in diagram.get("order", range(len(components)))]
    actions = {action for model in components for action in model.actions}
    steps = _steps_of_walk(diagram["nodes"], components)
    return min(steps, len(actions) * len(diagram["rows"]) ** 2) + steps // STEPS


def _steps_of_walk(nodes: Sequence[DiagramNode], components: Sequence[LPTS]) -> int:
    """How many steps the kernel's walk over a diagram can take: on each action, the moves of components that take
    part, in the states that edges have, and all edges of later components that do not."""
    import numpy

    asked: list[Counter[str]] = [Counter() for _ in components]
    for level, edges in nodes:
        asked[level].update(edges.keys())
    passed = [count.total() for count in asked]
    moved: dict[tuple[str, int], dict[int, int]] = {}
    for level, model in enumerate(components):
        count = numpy.array([asked[level][state] for state in model.states], numpy.int64)
        of_source = numpy.repeat(count, numpy.diff(numpy.asarray(model.first)))
        steps = numpy.bincount(numpy.asarray(model.action), of_source, len(model.actions))
        for action, number in zip(model.actions, steps.tolist(), strict=True):
            alone = level if action == TAU else -1
            moved.setdefault((action, alone), {})[level] = int(number)
    begun = (taking for taking in moved.values() if taking[min(taking)])
    return sum(taking.get(level, passed[level]) for taking in begun for level in range(min(taking), len(passed)))


def _sorted(table: StateTable) -> StateTable:
    import numpy

    order = numpy.lexsort(table.columns[::-1])
    return StateTable([column[order] for column in table.columns], table.numbers[order])


def _first_differences(columns: Sequence[NDArray[int64]]) -> NDArray[int64]:
    """For each of the sorted states, the first component in which it differs from the one before; -1 for the first."""
    import numpy

    found = numpy.full(len(columns[0]), len(columns), numpy.int64)
    for level in range(len(columns) - 1, -1, -1):
        found[1:][columns[level][1:] != columns[level][:-1]] = level
    found[0] = -1
    return found


def _numbered(
    values: NDArray[int64], starts: NDArray[int64], ends: NDArray[int64], numbers: dict[bytes, int], watch: Watch
) -> NDArray[int64]:
    """The number of each list of values, from a start to an end; equal ones have the same."""
    import numpy

    text, size = values.tobytes(), values.itemsize
    pairs = zip(watch.over((starts * size).tolist()), (ends * size).tolist(), strict=True)
    return numpy.array([numbers.setdefault(text[start:end], len(numbers)) for start, end in pairs], numpy.int64)

"""Can the error state be reached? The system and the property are composed breadth first, and no further than needed.

The first state with the error in it is as near as any, so the trace that leads there is a shortest one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from symag.evidence import Move, Node, Tree
from symag.limits import Watch
from symag.model import LPTS, Assembler
from symag.model.product import Component, Packing, Product, ProductLabels
from symag.operators import Composition
from symag.traces.safety import with_error

__all__ = ["reach_error"]

FIRST_CAP = 1 << 12
GROWTH = 8


def reach_error(
    components: Sequence[LPTS], specification: LPTS, watch: Watch, guide: LPTS | None = None
) -> tuple[Tree | None, LPTS]:
    """An execution of the system that the safety LTS does not allow, as a tree without branches, if there is one; and
    what was composed. With a `guide`, only of executions that it takes part in; it is left out of what is told."""
    everybody = [*components] if guide is None else [*components, guide]
    known = frozenset[str]().union(*(model.alphabet for model in everybody))
    composition = Composition([*everybody, with_error(specification, known)], watch=watch)
    cap, seen = FIRST_CAP, 0
    while True:
        system = composition.explore(cap)
        watch.check("looking for the error", system.num_states)
        bad = _first_error(system, seen)
        if bad is not None:
            return _execution(system, bad, len(components)), system
        if composition.complete:
            return None, system
        cap, seen = cap * GROWTH, system.num_states


def _first_error(system: LPTS, start: int) -> int | None:
    """The first state, from `start` on, with the property in its last state."""
    import numpy  # half a tenth of a second, which not everybody needs to wait

    product = system.product
    assert product is not None
    packing = product.state_packing
    words = numpy.frombuffer(product.state_codes, numpy.int64)[packing.word[-1] :: packing.words]
    found = numpy.flatnonzero(words[start:] // packing.radix[-1] % packing.size[-1] == packing.size[-1] - 1)
    return start + int(found[0]) if len(found) else None


def _execution(system: LPTS, bad: int, count: int) -> Tree:
    """The way by which the state was first found, told of the first `count` components."""
    import numpy

    product = system.product
    assert product is not None
    targets = numpy.frombuffer(system.target, numpy.int32)
    first = numpy.frombuffer(system.first, numpy.int32)
    actions: list[int] = []
    states = [bad]
    while states[-1] != system.initial:
        transition = int(numpy.flatnonzero(targets == states[-1])[0])
        states.append(int(numpy.searchsorted(first, transition, "right")) - 1)
        actions.append(system.action[transition])
    places = [product.parts(state)[:count] for state in reversed(states)]
    return _line(product.components[:count], system.actions, places, actions[::-1])


def _line(
    components: Sequence[Component], alphabet: Sequence[str], places: Sequence[tuple[int, ...]], actions: Sequence[int]
) -> Tree:
    """A tree without branches over the composition of the components, of which only what it visits is written down."""
    number = {place: position for position, place in enumerate(dict.fromkeys(places))}
    states = [number[place] for place in places]
    assembler = Assembler()
    for here, action, there in zip(states, actions, states[1:], strict=False):
        assembler.add(here, action, there)
    packing = Packing.of([component.num_states for component in components])
    visited = Product(tuple(components), packing, packing.pack(number), packing, array("q"))
    labels = ProductLabels(visited, len(number))
    line = replace(assembler.freeze(labels, 0, alphabet[1:], ""), product=visited)
    nodes = []
    for step, (here, action, there) in enumerate(zip(states, actions, states[1:], strict=False)):
        row = range(line.first[here], line.first[here + 1])
        transition = next(t for t in row if line.action[t] == action and line.target[t] == there)
        nodes.append(Node(here, (Move(transition, (step + 1,)),)))
    return Tree(line, (*nodes, Node(states[-1], ())))

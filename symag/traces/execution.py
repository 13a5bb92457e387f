"""Executions as trees without branches, over a composition of which only what they visit is written down."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from symag.evidence import Move, Node, Tree
from symag.limits import Watch
from symag.model import Assembler
from symag.model.product import Component, Packing, Product, ProductLabels

__all__ = ["execution"]


def execution(
    components: Sequence[Component],
    alphabet: Sequence[str],
    places: Sequence[tuple[int, ...]],
    actions: Sequence[int],
    watch: Watch,
) -> Tree:
    """From place to place (a state of each component) by the actions; `alphabet[0]` is the hidden one."""
    number = {place: position for position, place in enumerate(dict.fromkeys(places))}
    states = [number[place] for place in places]
    assembler = Assembler(watch)
    for here, action, there in zip(states, actions, states[1:], strict=False):
        assembler.add(here, action, there)
    packing = Packing.of([component.num_states for component in components])
    visited = Product(tuple(components), packing, packing.pack(number), packing, array("q"))
    labels = ProductLabels(visited, len(number))
    line = replace(assembler.freeze(labels, 0, alphabet[1:], ""), product=visited)
    nodes = []
    for step, (here, action, there) in enumerate(zip(states, actions, states[1:], strict=False)):
        watch.tick(1 + line.first[here + 1] - line.first[here])
        row = range(line.first[here], line.first[here + 1])
        transition = next(t for t in row if line.action[t] == action and line.target[t] == there)
        nodes.append(Node(here, (Move(transition, (step + 1,)),)))
    return Tree(line, (*nodes, Node(states[-1], ())))

"""Traces as words (CAV'08, section 2), and executions as trees without branches.

A trace is the sequence of visible actions of an execution. Two traces of components are traces of one execution of
their composition if they agree on the actions that the components share.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest

from symag.evidence import Move, Node, Tree
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, NumberLabels
from symag.model.product import Component, Packing, Product, ProductLabels

__all__ = [
    "Parts",
    "Trace",
    "interleave_traces",
    "linear_tree",
    "project_trace",
    "trace_difference",
    "trace_lts",
    "trace_of",
    "trace_prefix",
]

Trace = tuple[str, ...]
"""Visible actions, in order."""

Parts = tuple[int, ...]
"""A state of a composition: per component, the number of its state."""


def project_trace(trace: Sequence[str], alphabet: Collection[str]) -> Trace:
    """The projection of a trace on an alphabet: its other actions are left out."""
    return tuple(action for action in trace if action in alphabet)


def interleave_traces(one: Trace, other: Trace, shared: Collection[str]) -> Trace:
    """One trace with the actions of the other put in, up to the end of the first one.

    The two traces must agree on the shared actions.
    """
    interleaved: list[str] = []
    rest = iter(other)
    for action in one:
        if action in shared:
            for before in rest:
                if before == action:
                    break
                interleaved.append(before)
        interleaved.append(action)
    return tuple(interleaved)


def trace_difference(one: Trace, other: Trace, alphabet: Collection[str]) -> frozenset[str]:
    """Actions outside the alphabet by which two traces differ that agree on the alphabet (CAV'08, Algorithm 3).

    These are the actions that occur in one trace only; if there are none, those of the first position where the traces
    differ.
    """
    alone = frozenset(one).symmetric_difference(other).difference(alphabet)
    first = ((a, b) for a, b in zip_longest(one, other) if a != b)
    return alone or frozenset(action for action in next(first, ()) if action is not None).difference(alphabet)


def trace_prefix(trace: Trace, alphabet: Collection[str], count: int) -> Trace:
    """The shortest prefix with `count` actions of the alphabet."""
    places = [position for position, action in enumerate(trace, 1) if action in alphabet]
    return trace[: places[count - 1] if count else 0]


def trace_lts(trace: Trace, alphabet: Collection[str]) -> LPTS:
    """The LTS over the alphabet that can do this trace and no other; its last state is the one after the trace."""
    actions = sorted(alphabet)
    number = {action: position for position, action in enumerate(actions, 1)}
    assembler = Assembler()
    for position, action in enumerate(trace):
        assembler.add(position, number[action], position + 1)
    return assembler.freeze(NumberLabels(len(trace) + 1), 0, actions, "")


def trace_of(tree: Tree) -> Trace:
    """The trace of an execution: the visible actions of a tree without branches."""
    system = tree.system
    actions = (system.actions[system.action[node.moves[0].transition]] for node in tree.nodes if node.moves)
    return tuple(action for action in actions if action != TAU)


def linear_tree(
    components: Sequence[Component],
    alphabet: Sequence[str],
    places: Sequence[Parts],
    actions: Sequence[int],
    watch: Watch,
) -> Tree:
    """The execution that visits these places, by these actions, as a tree without branches.

    Its system has the states and transitions that the execution visits, not the whole composition. `alphabet[0]` is the
    hidden action.
    """
    number = {place: position for position, place in enumerate(dict.fromkeys(places))}
    states = [number[place] for place in places]
    assembler = Assembler(watch)
    for here, action, there in zip(states, actions, states[1:], strict=False):
        assembler.add(here, action, there)
    packing = Packing.of([component.num_states for component in components])
    visited = Product(tuple(components), packing, packing.pack(number), packing, array("q"))
    labels = ProductLabels(visited, len(number))
    system = replace(assembler.freeze(labels, 0, alphabet[1:], ""), product=visited)
    nodes = []
    for step, (here, action, there) in enumerate(zip(states, actions, states[1:], strict=False)):
        watch.tick(1 + len(system.row(here)))
        row = system.row(here)
        transition = next(t for t in row if system.action[t] == action and system.target[t] == there)
        nodes.append(Node(here, (Move(transition, (step + 1,)),)))
    return Tree(system, (*nodes, Node(states[-1], ())))

"""Traces as words: projection, two traces that happen together, and what tells two traces apart (CAV'08, section 2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from symag.evidence import Tree
from symag.model import LPTS, TAU, Assembler, NumberLabels

__all__ = ["Trace", "interleave_traces", "project_trace", "trace_difference", "trace_lts", "trace_of", "trace_prefix"]

Trace = tuple[str, ...]


def project_trace(trace: Sequence[str], alphabet: Collection[str]) -> Trace:
    """The trace, seen through these actions."""
    return tuple(action for action in trace if action in alphabet)


def interleave_traces(one: Trace, other: Trace, shared: Collection[str]) -> Trace:
    """Both traces at once, until the first one is over; they agree on what they share."""
    told: list[str] = []
    rest = iter(other)
    for action in one:
        if action in shared:
            for before in rest:
                if before == action:
                    break
                told.append(before)
        told.append(action)
    return tuple(told)


def trace_difference(one: Trace, other: Trace, alphabet: Collection[str]) -> frozenset[str]:
    """The actions outside the alphabet, on which they agree, by which two traces differ (CAV'08, Algorithm 3): those of
    one alone, or else those of the first place where they do."""
    alone = frozenset(one).symmetric_difference(other).difference(alphabet)
    first = ((a, b) for a, b in zip_longest(one, other) if a != b)
    return alone or frozenset(action for action in next(first, ()) if action is not None).difference(alphabet)


def trace_prefix(trace: Trace, alphabet: Collection[str], count: int) -> Trace:
    """The trace until so many actions of the alphabet were done."""
    places = [position for position, action in enumerate(trace, 1) if action in alphabet]
    return trace[: places[count - 1] if count else 0]


def trace_lts(trace: Trace, alphabet: Collection[str]) -> LPTS:
    """Does this trace, and nothing else of the alphabet; the last state is that after all of it."""
    actions = sorted(alphabet)
    number = {action: position for position, action in enumerate(actions, 1)}
    assembler = Assembler()
    for position, action in enumerate(trace):
        assembler.add(position, number[action], position + 1)
    return assembler.freeze(NumberLabels(len(trace) + 1), 0, actions, "")


def trace_of(tree: Tree) -> Trace:
    """What can be seen of a tree without branches."""
    system = tree.system
    actions = (system.actions[system.action[node.moves[0].transition]] for node in tree.nodes if node.moves)
    return tuple(action for action in actions if action != TAU)

"""Enumerates a primitive process: its alphabet comes from its whole text, its states are the reachable ones."""

from __future__ import annotations

from symag.formats.fsp.labels import MAX_LABELS, members
from symag.formats.fsp.part import Part, hidden, relabelled, relabelling, visibly
from symag.formats.fsp.states import ERROR, ProcessMove, ProcessState, ProcessStates, name_states
from symag.formats.fsp.syntax import Primitive
from symag.formats.fsp.values import FspScope, Label, label_text
from symag.model import Assembler

__all__ = ["enumerated"]


def enumerated(process: Primitive, scope: FspScope, name: str) -> Part:
    """The process with everything that its own definition does to its labels."""
    name_states(process)
    states = ProcessStates(process, scope)
    part = _reached(states, _alphabet(states), name)
    part = relabelled(part, relabelling(process.relabels, {}, scope))
    if process.visible is not None:
        part = hidden(part, visibly(process.visible, {}, scope))
    return part


def _alphabet(states: ProcessStates) -> dict[Label, int]:
    """Every action that a local process has for some value of its indices, and the extension; numbered from 1."""
    process, scope = states.process, states.scope
    found: dict[Label, int] = {}
    seen: set[ProcessState] = set()
    for first in states.everywhere():
        waiting = [first]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            last: ProcessMove | None = None
            for move in states.moves(state):
                found.setdefault(move.action, len(found) + 1)
                if last is None or not move.goes_where(last):
                    inner = states.inside(move.target, move.environment)
                    waiting += [] if inner is None else [inner]
                last = move
        _bound(found, process)
    if process.extension is not None:
        for action in members(process.extension, {}, scope, may_be_empty=True):
            found.setdefault(action, len(found) + 1)
    _bound(found, process)
    return found


def _bound(found: dict[Label, int], process: Primitive) -> None:
    if len(found) > MAX_LABELS:
        raise process.position.error(f"{process.name!r} has more than {MAX_LABELS:,} actions")


def _reached(states: ProcessStates, alphabet: dict[Label, int], name: str) -> Part:
    """Breadth first."""
    process, watch = states.process, states.scope.watch
    assembler, first = Assembler(watch), states.initial()
    if first == ERROR and process.is_property:
        raise process.position.error(f"the property {name!r} allows nothing, not even to begin: it is ERROR")
    numbers, order, goal = {first: 0}, [first], first
    for source, state in enumerate(order):
        last: ProcessMove | None = None
        for move in states.moves(state):
            if last is None or not move.goes_where(last):
                goal = states.resolve(move.target, move.environment)
            last = move
            number = numbers.setdefault(goal, len(order))
            if number == len(order):
                order.append(goal)
            assembler.add(source, alphabet[move.action], number)
        watch.check_states(len(order), f"reading {name!r}")
    labels = tuple(alphabet)
    model = assembler.freeze([state.label for state in order], 0, tuple(map(label_text, labels)), name)
    errors = frozenset([numbers[ERROR]] if ERROR in numbers else ())
    return Part(model, labels, process.is_property, process.position, errors, states.error)

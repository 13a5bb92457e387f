"""Enumerates a primitive process: its alphabet comes from its whole text, its states are the reachable ones."""

from __future__ import annotations

from symag.formats.fsp.part import Part, hidden, relabelled, relabelling, visibly
from symag.formats.fsp.states import (
    END,
    ERROR,
    HIDDEN,
    ProcessMove,
    ProcessState,
    ProcessStates,
    Sequencer,
    State,
)
from symag.formats.fsp.syntax import Choice, Condition, Local, Primitive, Target
from symag.formats.fsp.values import MAX_LABELS, FspScope, Label, label_text, members
from symag.formats.names import unique_labels
from symag.model import Assembler

__all__ = ["enumerated"]


def enumerated(process: Primitive, scope: FspScope, name: str, sequencer: Sequencer) -> Part:
    """The process with everything that its own definition does to its labels."""
    if process.refused is not None:
        raise process.refused.error("accepting states '@' are not read: symag does not check liveness")
    _name_states(process)
    states = ProcessStates(process, scope, sequencer)
    part = _reached(states, _alphabet(states), name)
    part = relabelled(part, relabelling(process.relabels, {}, scope))
    if process.visible is not None:
        part = hidden(part, visibly(process.visible, {}, scope))
    return part


def _name_states(process: Primitive) -> None:
    """Number the choices: 0 where a local process begins, then 1, 2, … in the order in which they are written."""
    count: dict[str, int] = {}
    for local in process.locals:
        count[local.name] = _number_choices(local, count.get(local.name, 0))


def _number_choices(local: Local, count: int) -> int:
    variables = tuple(index.variable for index in local.indices)
    waiting: list[tuple[Target, frozenset[str], bool]] = [(local.body, frozenset(variables), True)]
    while waiting:
        target, bound, begins = waiting.pop()
        if isinstance(target, Condition):
            parts = [target.then] if target.otherwise is None else [target.otherwise, target.then]
            waiting += [(part, bound, begins) for part in parts]
        elif isinstance(target, Choice):
            target.owner = local.name
            if begins:
                target.number, target.kept = 0, variables
            else:
                count += 1
                target.number, target.kept = count, tuple(sorted(target.free & bound))
            waiting += [(b.target, bound | b.labels.bound, False) for b in reversed(target.branches)]
    return count


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
    for part in states.passed:
        for action in part.labels:
            found.setdefault(action, len(found) + 1)
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
    if first == ERROR:
        return _at_once(states, alphabet, name)
    numbers: dict[State, int] = {first: 0}
    order, goal = [first], first
    for source, state in enumerate(order):
        last: ProcessMove | None = None
        for move in states.moves(state):
            if last is None or not move.goes_where(last):
                goal = states.resolve(move.target, move.environment)
            last = move
            number = numbers.setdefault(goal, len(order))
            if number == len(order):
                order.append(goal)
            assembler.add(source, alphabet[move.action] if move.action != HIDDEN else 0, number)
        watch.check_states(len(order), f"reading {name!r}")
    labels = tuple(alphabet)
    model = assembler.freeze(unique_labels(state.label for state in order), 0, tuple(map(label_text, labels)), name)
    warnings = tuple(states.warnings.items())
    return Part(model, labels, process.position, error=numbers.get(ERROR), end=numbers.get(END), warnings=warnings)


def _at_once(states: ProcessStates, alphabet: dict[Label, int], name: str) -> Part:
    """A process that is ERROR from its beginning: as in LTSA, a hidden move leads there."""
    process, labels = states.process, tuple(alphabet)
    if process.is_property:
        raise process.position.error(f"the property {name!r} allows nothing, not even to begin: it is ERROR")
    assembler = Assembler()
    assembler.add(0, 0, 1)
    model = assembler.freeze((name, ERROR.label), 0, tuple(map(label_text, labels)), name)
    return Part(model, labels, process.position, error=1, warnings=tuple(states.warnings.items()))

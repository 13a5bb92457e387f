"""The states of a primitive process: a point in its text, with the values of the indices that matter from there on.

Enumerates a primitive process: its alphabet comes from its whole text, its states are the reachable ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from symag.formats.fsp.labels import MAX_LABELS, actions, indexed, instances, members, values
from symag.formats.fsp.part import Part, hidden, relabelled, relabelling, visibly
from symag.formats.fsp.syntax import Choice, Condition, Local, Primitive, Reference, Target
from symag.formats.fsp.values import (
    Environment,
    FspScope,
    FspValue,
    Index,
    Label,
    Labels,
    evaluate_fsp,
    is_true,
    label_text,
)
from symag.formats.positions import Position
from symag.model import Assembler

__all__ = ["ERROR", "STOP", "ProcessMove", "ProcessState", "ProcessStates", "enumerated", "name_states"]


class ProcessState(NamedTuple):
    """A choice, and values for the names that it keeps; no choice is STOP or ERROR."""

    choice: Choice | None
    values: tuple[FspValue, ...]

    @property
    def label(self) -> str:
        """`Q[2]` where a local process begins, `Q.1[2]` inside of it."""
        if self.choice is None:
            return "ERROR" if self.values else "STOP"
        number = f".{self.choice.number}" if self.choice.number else ""
        return indexed(self.choice.owner + number, self.values)


STOP = ProcessState(None, ())
ERROR = ProcessState(None, (0,))


class ProcessMove(NamedTuple):
    """An action and its target as it is written; whether the target exists matters only if the move is reached."""

    action: Label
    target: Target
    environment: Environment

    def goes_where(self, other: ProcessMove) -> bool:
        """Does it surely lead to the same state as the other?"""
        return self.target is other.target and self.environment is other.environment


class ProcessStates:
    """The moves of the states of one instance of a process."""

    def __init__(self, process: Primitive, scope: FspScope) -> None:
        self.process = process
        self.scope = scope
        self.work = 0
        self.constant: dict[int, list[tuple[Label, Environment]]] = {}
        self.error: tuple[str, Position] | None = None
        self.locals: dict[str, list[Local]] = {}
        for local in process.locals:
            self.locals.setdefault(local.name, []).append(local)

    def initial(self) -> ProcessState:
        """Where the process begins."""
        process = self.process
        return self.resolve(Reference(process.name, [], process.position, frozenset()), {})

    def everywhere(self) -> Iterator[ProcessState]:
        """Where local processes begin, for all values of their indices, whether they can be reached or not."""
        for local in self.process.locals:
            for _, environment in instances(local.indices, {}, self.scope, local.position):
                state = self.inside(local.body, environment)
                if state is not None:
                    yield state

    def moves(self, state: ProcessState) -> Iterator[ProcessMove]:
        """The moves of the state."""
        self._tick()
        if state.choice is None:
            return
        environment = dict(zip(state.choice.kept, state.values, strict=True))
        for branch in state.choice.branches:
            if branch.guard is None or is_true(branch.guard, environment, self.scope):
                binds = not branch.labels.bound.isdisjoint(branch.target.free)
                for label, bound in self._actions(branch.labels, environment):
                    self._tick()
                    yield ProcessMove(label, branch.target, {**environment, **bound} if binds else environment)

    def _tick(self) -> None:
        self.work += 1
        self.scope.watch.tick(1, self.work)

    def _actions(self, labels: Labels, environment: Environment) -> Iterable[tuple[Label, Environment]]:
        """The actions that the labels stand for; computed once if they are the same in every state."""
        if not labels.free.isdisjoint(environment):
            return actions(labels, environment, self.scope)
        known = self.constant.get(id(labels))
        if known is None:
            known = self.constant[id(labels)] = list(actions(labels, {}, self.scope))
        return known

    def inside(self, target: Target, environment: Environment) -> ProcessState | None:
        """The state here, unless it belongs to another local process."""
        chosen = self._chosen(target, environment)
        if isinstance(chosen, Choice):
            return ProcessState(chosen, tuple(environment[name] for name in chosen.kept))
        return None

    def resolve(self, target: Target, environment: Environment) -> ProcessState:
        """The state here; local processes that are only names for others are followed to the end."""
        seen: set[tuple[str, tuple[FspValue, ...]]] = set()
        while True:
            chosen = self._chosen(target, environment)
            if isinstance(chosen, Choice):
                return ProcessState(chosen, tuple(environment[name] for name in chosen.kept))
            if chosen is None or chosen.name == "STOP":
                return STOP
            if chosen.name == "ERROR":
                return self._error("ERROR", chosen.position)
            indices = tuple(evaluate_fsp(index, environment, self.scope) for index in chosen.indices)
            if (chosen.name, indices) in seen:
                raise chosen.position.error(
                    f"{indexed(chosen.name, indices)!r} is defined by itself, without an action"
                )
            seen.add((chosen.name, indices))
            found = self._local(chosen, indices)
            if found is None:
                name = indexed(chosen.name, indices)
                return self._error(f"{name!r}, which is not defined (out of range),", chosen.position)
            target, environment = found

    def _chosen(self, target: Target, environment: Environment) -> Choice | Reference | None:
        chosen: Target | None = target
        while isinstance(chosen, Condition):
            chosen = chosen.then if is_true(chosen.test, environment, self.scope) else chosen.otherwise
        return chosen

    def _error(self, what: str, position: Position) -> ProcessState:
        """ERROR, or an index out of range, which LTSA takes for ERROR. In a property the latter is a mistake."""
        if self.process.is_property and what != "ERROR":
            raise position.error(f"{what} can be reached: write ERROR for what the property does not allow")
        self.error = self.error or (what, position)
        return ERROR

    def _local(self, reference: Reference, indices: tuple[FspValue, ...]) -> tuple[Target, Environment] | None:
        """The body of the local process, and the values of its indices; none if those are out of range."""
        name, found = reference.name, None
        if name not in self.locals:
            hint = "other processes of the file can be used in a composite process '||' only"
            raise reference.position.error(f"there is no local process {name!r} in {self.process.name!r}: {hint}")
        for local in self.locals[name]:
            bound = self._bound(local.indices, indices)
            if bound is not None:
                if found is not None:
                    raise local.position.error(f"{indexed(name, indices)!r} is defined twice")
                found = local.body, bound
        if found is None:
            shapes = {len(local.indices) for local in self.locals[name]}
            if len(indices) not in shapes:
                counts = " or ".join(map(str, sorted(shapes)))
                raise reference.position.error(f"{name!r} has {counts} indices, and here are {len(indices)}")
        return found

    def _bound(self, indices: Sequence[Index], given: tuple[FspValue, ...]) -> Environment | None:
        """The values of the variables, if the given ones are within the ranges of the indices."""
        if len(indices) != len(given):
            return None
        environment: dict[str, FspValue] = {}
        for index, value in zip(indices, given, strict=True):
            found = values(index, environment, self.scope)
            if isinstance(found, range) and not isinstance(value, int):
                return None  # or Python would look through the whole range
            if value not in found:
                return None
            environment[index.variable] = value
        return environment


def name_states(process: Primitive) -> None:
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

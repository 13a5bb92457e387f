"""The states of a primitive process: a point in its text, with the values of the indices that matter from there on.

Where a process goes through others, `A;B;Q`, a state is one of theirs, together with what follows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from symag.formats.fsp.part import Part
from symag.formats.fsp.plain_values import PlainValues
from symag.formats.fsp.syntax import Choice, Condition, InOrder, Instance, Local, Primitive, Reference, Target
from symag.formats.fsp.terms import Index, Labels
from symag.formats.fsp.values import (
    Environment,
    FspScope,
    FspValue,
    Label,
    actions,
    evaluate_fsp,
    indexed,
    instances,
    parts_of,
    range_of,
    values,
)
from symag.formats.positions import Position

__all__ = ["END", "ERROR", "HIDDEN", "STOP", "PassingState", "ProcessMove", "ProcessState", "ProcessStates", "State"]

HIDDEN: Label = ()
"""The hidden action has no parts."""
RESERVED = ("STOP", "END", "ERROR")


class ProcessState(NamedTuple):
    """A choice, and values for the names that it keeps; STOP, END and ERROR have no choice."""

    choice: Choice | None
    values: tuple[FspValue, ...]

    @property
    def label(self) -> str:
        """`Q[2]` where a local process begins, `Q.1[2]` inside of it."""
        if self.choice is None:
            return RESERVED[int(self.values[0])] if isinstance(self.values[0], int) else ""
        number = f".{self.choice.number}" if self.choice.number else ""
        return indexed(self.choice.owner + number, self.values)


STOP, END, ERROR = (ProcessState(None, (number,)) for number in range(len(RESERVED)))


class PassingState(NamedTuple):
    """A state of another process, and the local process that follows when it has ended."""

    process: int
    state: int
    name: str
    then: str
    indices: tuple[FspValue, ...]

    @property
    def label(self) -> str:
        """`A.1;Q[2]`."""
        return f"{self.name};{indexed(self.then, self.indices)}"


State = ProcessState | PassingState


class ProcessMove(NamedTuple):
    """An action and its target as it is written; whether the target exists matters only if the move is reached."""

    action: Label
    target: Target | PassingState
    environment: Environment

    def goes_where(self, other: ProcessMove) -> bool:
        """Does it surely lead to the same state as the other?"""
        return self.target is other.target and self.environment is other.environment


Sequencer = Callable[[Sequence[tuple[Instance, tuple[FspValue, ...]]]], Part | None]
"""The process that these processes are, one after the other; none if they all end at once."""


class ProcessStates:
    """The moves of the states of one instance of a process."""

    def __init__(self, process: Primitive, scope: FspScope, sequencer: Sequencer) -> None:
        self.process = process
        self.scope = scope
        self.sequencer = sequencer
        self.work = 0
        self.constant: dict[int, list[tuple[Label, Environment]]] = {}
        self.members: dict[int, dict[Label, FspValue]] = {}
        self.ranges: dict[int, tuple[tuple[str, range], ...] | None] = {}
        self.plain = PlainValues(scope)
        self.warnings: dict[str, Position] = {}
        self.passed: list[Part] = []
        """The processes that this one goes through."""
        self.followers: dict[str, Reference] = {}
        """The local processes that follow them, each as it is first referred to."""
        self.numbers: dict[tuple[tuple[str, tuple[FspValue, ...]], ...], int | None] = {}
        self.locals: dict[str, list[Local]] = {}
        for local in process.locals:
            self.locals.setdefault(local.name, []).append(local)

    def initial(self) -> State:
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

    def moves(self, state: State) -> Iterator[ProcessMove]:
        """The moves of the state."""
        self._tick()
        if isinstance(state, PassingState):
            yield from self._passing(state)
            return
        if state.choice is None:
            return
        environment = dict(zip(state.choice.kept, state.values, strict=True))
        for branch in state.choice.branches:
            if branch.guard is None or self.plain.is_true(branch.guard, environment):
                binds = not branch.labels.bound.isdisjoint(branch.target.free)
                for label, bound in self._actions(branch.labels, environment):
                    self._tick()
                    yield ProcessMove(label, branch.target, {**environment, **bound} if binds else environment)

    def _passing(self, state: PassingState) -> Iterator[ProcessMove]:
        part = self.passed[state.process]
        model = part.model
        for at in model.row(state.state):
            self._tick()
            number, goal = model.action[at], model.target[at]
            after = state._replace(state=goal, name=model.states[goal])
            yield ProcessMove(part.labels[number - 1] if number else HIDDEN, after, {})

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

    def inside(self, target: Target | PassingState, environment: Environment) -> ProcessState | None:
        """The state here, unless it belongs to another process."""
        chosen = self._chosen(target, environment) if not isinstance(target, PassingState) else None
        if isinstance(chosen, Choice):
            return ProcessState(chosen, tuple(environment[name] for name in chosen.kept))
        if isinstance(chosen, InOrder):
            self._sequence(chosen, environment)  # its actions count, whether it is reached or not
        return None

    def resolve(self, target: Target | PassingState, environment: Environment) -> State:
        """The state here; local processes that are only names for others are followed to the end."""
        if isinstance(target, PassingState):
            part = self.passed[target.process]
            if target.state not in (part.end, part.error):
                return target
            if target.state == part.error:
                return ERROR
            chosen: Choice | Reference | InOrder | None = self.followers[target.then]
            indices = target.indices
        else:
            chosen = self._chosen(target, environment)
            indices = self._indices(chosen, environment)
        seen: set[tuple[str, tuple[FspValue, ...]]] = set()
        while True:
            if isinstance(chosen, Choice):
                return ProcessState(chosen, tuple(environment[name] for name in chosen.kept))
            if isinstance(chosen, InOrder):
                number = self._sequence(chosen, environment)
                if number is not None:
                    part = self.passed[number]
                    name = part.model.states[part.model.initial]
                    self.followers.setdefault(chosen.then.name, chosen.then)
                    return PassingState(number, part.model.initial, name, chosen.then.name, indices)
                chosen = chosen.then
            if chosen is None or chosen.name == "STOP":
                return STOP
            if chosen.name in RESERVED:
                return END if chosen.name == "END" else ERROR
            if (chosen.name, indices) in seen:
                raise chosen.position.error(
                    f"{indexed(chosen.name, indices)!r} is defined by itself, without an action"
                )
            seen.add((chosen.name, indices))
            found = self._local(chosen.name, indices)
            if found is None:
                self.warnings.setdefault(indexed(chosen.name, indices), chosen.position)
                return ERROR
            body, environment = found
            chosen = self._chosen(body, environment)
            indices = self._indices(chosen, environment)

    def _chosen(self, target: Target, environment: Environment) -> Choice | Reference | InOrder | None:
        chosen: Target | None = target
        while isinstance(chosen, Condition):
            chosen = chosen.then if self.plain.is_true(chosen.test, environment) else chosen.otherwise
        return chosen

    def _indices(self, chosen: Choice | Reference | InOrder | None, environment: Environment) -> tuple[FspValue, ...]:
        reference = chosen.then if isinstance(chosen, InOrder) else chosen
        if not isinstance(reference, Reference):
            return ()
        return tuple([self.plain.value(index, environment) for index in reference.indices])

    def _sequence(self, wanted: InOrder, environment: Environment) -> int | None:
        """The number of the process that `A(1);B` is; none if it ends at once."""
        calls = [
            (one, tuple(evaluate_fsp(argument, environment, self.scope) for argument in one.arguments))
            for one in wanted.processes
        ]
        key = tuple((one.name, arguments) for one, arguments in calls)
        if key not in self.numbers:
            part = self.sequencer(calls)
            self.numbers[key] = None if part is None else len(self.passed)
            self.passed += [] if part is None else [part]
        return self.numbers[key]

    def _local(self, name: str, indices: tuple[FspValue, ...]) -> tuple[Target, Environment] | None:
        """The body of the local process, and the values of its indices; none if there is no such process."""
        found = None
        for local in self.locals.get(name, []):
            bound = self._bound(local, indices)
            if bound is not None:
                if found is not None:
                    raise local.position.error(f"{indexed(name, indices)!r} is defined twice")
                found = local.body, bound
        return found

    def _ranges(self, local: Local) -> tuple[tuple[str, range], ...] | None:
        """The variables of the indices with their ranges, if these are the same in every state."""
        if id(local) not in self.ranges:
            variables = {index.variable for index in local.indices}
            constant = [i for i in local.indices if i.low and i.high and i.variable and i.free.isdisjoint(variables)]
            self.ranges[id(local)] = None
            if len(constant) == len(local.indices):
                found = [(i.variable, range_of(i.low, i.high, {}, self.scope)) for i in constant if i.low and i.high]
                self.ranges[id(local)] = tuple(found)
        return self.ranges[id(local)]

    def _bound(self, local: Local, given: tuple[FspValue, ...]) -> Environment | None:
        """The values of the variables, if the given ones are within the ranges of the indices."""
        ranges = self._ranges(local)
        if ranges is None or len(given) != len(ranges):
            return self._matching(local.indices, given)
        environment = {}
        for (variable, numbers), value in zip(ranges, given, strict=True):
            if not isinstance(value, int):
                return self._matching(local.indices, given)
            if value not in numbers:
                return None
            environment[variable] = value
        return environment

    def _matching(self, indices: Sequence[Index], given: tuple[FspValue, ...]) -> Environment | None:
        """The values of the variables, if the given ones are within the ranges of the indices.

        As in LTSA only the whole counts: of `Q[x][s]` with a label of two parts for `s`, the parts are three indices.
        """
        parts = tuple(part for value in given for part in parts_of(value))
        start: list[tuple[int, Environment]] = [(0, {})]
        waiting = [iter(start)]
        while waiting:
            found = next(waiting[-1], None)
            if found is None:
                waiting.pop()
            elif len(waiting) <= len(indices):
                waiting.append(self._matches(indices[len(waiting) - 1], parts, *found))
            elif found[0] == len(parts):
                return found[1]
        return None

    def _matches(
        self, index: Index, parts: Label, at: int, environment: Environment
    ) -> Iterator[tuple[int, Environment]]:
        """The values of the index that the parts have at this place, and where they end."""
        known = self.members.get(id(index))
        if known is None:
            found = values(index, environment, self.scope)
            if isinstance(found, range):
                if at < len(parts) and isinstance(one := parts[at], int) and one in found:
                    yield at + 1, {**environment, index.variable: one}
                return
            known = {parts_of(value): value for value in found}
            if index.free.isdisjoint(environment):
                self.members[id(index)] = known  # the same in every state
        for length in sorted({len(value) for value in known}):
            if parts[at : at + length] in known:
                yield at + length, {**environment, index.variable: known[parts[at : at + length]]}

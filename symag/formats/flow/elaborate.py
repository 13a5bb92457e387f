"""From the syntax of a program to its tasks: constants have their values, loops over constants are written out, and
arrays of tasks are single ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from symag.flow import FlowProgram, FlowValue, FlowVariable, Task
from symag.formats.flow.scope import INTEGER, MAX_VALUES, Scope, ScopeType, VariableName, member_name
from symag.formats.flow.statements import EntryIndices, ProgramFacts, StatementElaborator
from symag.formats.flow.syntax import (
    AdaFile,
    ConstantPart,
    Declaration,
    NullPart,
    ObjectPart,
    TaskBody,
    TaskHead,
    TypePart,
)
from symag.formats.format import ConstantValues, SourceText
from symag.formats.positions import Position

__all__ = ["elaborate"]

MAX_TASKS = 1000


class _Instance(NamedTuple):
    """A task: one of its own, or one of a type."""

    name: str
    type: str
    discriminant: int | None
    position: Position


@dataclass
class _Program:
    """What the declarations of the file say."""

    source: SourceText
    scope: Scope = field(default_factory=Scope.standard)
    heads: dict[str, TaskHead] = field(default_factory=dict)
    bodies: dict[str, TaskBody] = field(default_factory=dict)
    instances: dict[str, _Instance] = field(default_factory=dict)
    variables: dict[str, FlowVariable] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def declare(self, part: Declaration, owner: str = "") -> None:
        """Of the file, or of the task that owns it."""
        match part:
            case ConstantPart():
                self._constant(part, owner)
            case TypePart():
                self._type(part)
            case ObjectPart():
                self._object(part, owner)
            case TaskHead():
                if owner:
                    raise part.position.error("a task inside a task is not read: declare it outside")
                self._new(part.name, part.position)
                self.heads[part.name] = part
                if not part.is_type:
                    if part.discriminant:
                        raise part.position.error("only a task type has a discriminant: write 'task type'")
                    self._instance(_Instance(part.name, part.name, None, part.position))
            case TaskBody():
                if part.name not in self.heads:
                    raise part.position.error(
                        f"the task {part.name!r} is not declared: write 'task {part.name} is entry …; end;' before it"
                    )
                if part.name in self.bodies:
                    raise part.position.error(f"the task {part.name!r} has two bodies")
                self.bodies[part.name] = part

    def _new(self, name: str, position: Position) -> None:
        if name in self.named:
            raise position.error(f"{name!r} is declared twice")
        self.named.add(name)

    def _constant(self, part: ConstantPart, owner: str) -> None:
        value, kind = self.scope.value(part.value)
        for name in part.names:
            if not owner:
                self._new(name, part.position)
                value = _given(self.source.constants, name, value)
            self.scope = self.scope.with_constant(name, value, kind)

    def _type(self, part: TypePart) -> None:
        self._new(part.name, part.position)
        if part.range is None:
            type_ = ScopeType(part.name, tuple(part.values))
            for literal in part.values:
                self._new(literal, part.position)
                self.scope = self.scope.with_constant(literal, literal, part.name)
        else:
            values = self.scope.range(part.range)
            kind = INTEGER if values and isinstance(values[0], int) and not isinstance(values[0], bool) else ""
            same = [known for known in self.scope.types.values() if known.values == values]
            type_ = ScopeType(kind or same[0].kind, values)
        self.scope.types[part.name] = type_  # type: ignore[index]

    def _object(self, part: ObjectPart, owner: str) -> None:
        if part.type.type in self.heads:
            self._tasks(part, owner)
            return
        if part.type.argument is not None:
            raise part.type.position.error(f"{part.type.type!r} is no task type: it takes no discriminant")
        type_ = self.scope.type(part.type.type, part.type.position)
        if part.type.range is not None:
            type_ = ScopeType(type_.kind, self.scope.range(part.type.range))
        if not type_.values:
            raise part.type.position.error(f"give a range of at most {MAX_VALUES} values: Integer range 0 .. 3")
        initial = self._initial(part, type_)
        indices = None if part.type.index is None else _integers(self.scope, part)
        for name in part.names:
            if not owner:
                self._new(name, part.position)
            event = f"{owner}.{name}" if owner else name
            for index in [None] if indices is None else indices:
                self.variables[member_name(event, index)] = FlowVariable(type_.values, initial)
            self.scope = self.scope.with_variable(name, VariableName(event, type_, indices))

    def _initial(self, part: ObjectPart, type_: ScopeType) -> FlowValue | None:
        if part.initial is None:
            return None
        value, kind = self.scope.value(part.initial)
        if kind != type_.kind or value not in type_.values:
            raise part.initial.position.error(f"{value} is no value of the type of {', '.join(part.names)}")
        return value

    def _tasks(self, part: ObjectPart, owner: str) -> None:
        head = self.heads[part.type.type]
        if owner or not head.is_type or part.initial is not None or part.type.range is not None:
            raise part.position.error("this is no declaration of tasks: declare them outside, 'c : customer (1);'")
        argument = None if part.type.argument is None else self.scope.value(part.type.argument)[0]
        for name in part.names:
            self._new(name, part.position)
            for index in [None] if part.type.index is None else _integers(self.scope, part):
                given = index if argument is None else argument
                if head.discriminant and not isinstance(given, int):
                    raise part.position.error(f"give the discriminant: {name} : {head.name} (1)")
                discriminant = given if head.discriminant and isinstance(given, int) else None
                self._instance(_Instance(member_name(name, index), head.name, discriminant, part.position))

    def _instance(self, one: _Instance) -> None:
        if len(self.instances) >= MAX_TASKS:
            raise one.position.error(f"there are more than {MAX_TASKS} tasks")
        self.instances[one.name] = one


def elaborate(file: AdaFile, source: SourceText) -> FlowProgram:
    """The program; an InputError with a position for what is wrong."""
    program = _Program(source)
    for part in file.declarations:
        program.declare(part)
    for name, head in program.heads.items():
        if name not in program.bodies:
            raise head.position.error(f"the task {name!r} has no body")
    shared = program.scope
    known = ProgramFacts(
        {one.name: dict(_entries(program, one)) for one in program.instances.values()}, source.watch, source.note
    )
    tasks = []
    for one in program.instances.values():
        program.scope = shared
        body = program.bodies[one.type]
        discriminant = program.heads[one.type].discriminant
        if discriminant and one.discriminant is not None:
            program.scope = program.scope.with_constant(discriminant, one.discriminant, INTEGER)
        for part in body.declarations:
            program.declare(part, one.name)
        elaborator = StatementElaborator(one.name, known)
        tasks.append(Task(one.name, elaborator.statements(body.body, program.scope)))
    main = file.main
    if main is not None and any(not isinstance(one, NullPart) for one in main.body):
        tasks.append(Task(main.name, StatementElaborator(main.name, known).statements(main.body, shared)))
    if not tasks:
        raise Position(1, 1).error("there is no task in this file")
    known.note_unused(tasks)
    return FlowProgram(tasks, program.variables, "" if main is None else main.name)


def _entries(program: _Program, one: _Instance) -> Iterator[tuple[str, EntryIndices]]:
    """The entries of a task, with their indices if they are families."""
    scope = program.scope
    head = program.heads[one.type]
    if head.discriminant and one.discriminant is not None:
        scope = scope.with_constant(head.discriminant, one.discriminant, INTEGER)
    for entry in head.entries:
        indices = None
        if entry.index is not None:
            indices = tuple(value for value in scope.range(entry.index) if isinstance(value, int))
        yield entry.name, indices


def _integers(scope: Scope, part: ObjectPart) -> tuple[int, ...]:
    assert part.type.index is not None
    values = scope.range(part.type.index)
    found = tuple(value for value in values if isinstance(value, int) and not isinstance(value, bool))
    if len(found) != len(values):
        raise part.type.index.position.error("the index of an array is an integer")
    return found


def _given(constants: ConstantValues, name: str, value: FlowValue) -> FlowValue:
    """The value that the user gives, in upper or lower case, or that of the file."""
    spelt = next((one for one in constants.values if one.lower() == name), name)
    if isinstance(value, str):
        return value
    found = constants.get(spelt, "bool" if isinstance(value, bool) else "int")
    return value if found is None else int(found) if not isinstance(found, bool) else found

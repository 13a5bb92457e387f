"""From the syntax of statements to what tasks do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symag.flow import (
    Accept,
    Alternative,
    Annotation,
    Assign,
    Call,
    Case,
    Constant,
    Exit,
    FlowExpression,
    FlowValue,
    If,
    Loop,
    Select,
    Statement,
    Task,
)
from symag.flow.program import inside
from symag.formats.flow.scope import BOOLEAN, Scope, member_name
from symag.formats.flow.syntax import (
    AcceptPart,
    AssignPart,
    CallPart,
    CasePart,
    DelayPart,
    EventPart,
    ExitPart,
    IfPart,
    LoopPart,
    NamePart,
    NullPart,
    SelectPart,
    StatementPart,
    Term,
    WayPart,
)
from symag.limits import Watch

__all__ = ["EntryIndices", "ProgramFacts", "StatementElaborator"]

MAX_STATEMENTS = 100_000
"""Of all tasks, when loops over constants are written out."""

EntryIndices = tuple[int, ...] | None
"""Of an entry family; None of a single entry."""


@dataclass
class ProgramFacts:
    """What all tasks know."""

    entries: Mapping[str, Mapping[str, EntryIndices]]
    """Of each task."""
    watch: Watch
    note: Callable[[str], None]
    count: int = field(default=0)

    def note_unused(self, tasks: Sequence[Task]) -> None:
        """Notes on rendezvous that never happen, because one side of them is missing."""
        statements = [(task.name, one) for task in tasks for one in inside(task.body)]
        accepted = {(task, one.entry): one.line for task, one in statements if isinstance(one, Accept)}
        called = {(one.task, one.entry): one.line for _, one in statements if isinstance(one, Call)}
        for (task, entry), line in accepted.items():
            if (task, entry) not in called:
                self.note(f"line {line}: no task calls {task}.{entry}, so the task waits there forever")
        for (task, entry), line in called.items():
            if (task, entry) not in accepted:
                self.note(f"line {line}: {task} never accepts {entry}, so its callers wait forever")


class StatementElaborator:
    """The statements of one task."""

    def __init__(self, task: str, known: ProgramFacts) -> None:
        self.task = task
        self.known = known
        self.loops: list[str] = []
        """The names of the loops around a statement."""

    def statements(self, parts: Sequence[StatementPart], scope: Scope) -> list[Statement]:
        """One after the other."""
        return [made for part in parts for made in self._statement(part, scope)]

    def _statement(self, part: StatementPart, scope: Scope) -> Sequence[Statement]:
        known, line = self.known, part.position.line
        known.count += 1
        known.watch.tick(10, known.count)
        if known.count > MAX_STATEMENTS:
            raise part.position.error(f"the program has more than {MAX_STATEMENTS} statements, loops written out")
        match part:
            case NullPart() | DelayPart():
                return []
            case EventPart(name):
                return [Annotation(_event(name, scope), line)]
            case AssignPart():
                return [self._assign(part, scope)]
            case CallPart(name):
                return [self._call(name, scope)]
            case AcceptPart():
                return [self._accept(part, scope)]
            case IfPart(arms, otherwise):
                return self._if(arms, otherwise, scope)
            case CasePart():
                return [self._case(part, scope)]
            case LoopPart():
                return [self._loop(part, scope)]
            case ExitPart(test, name):
                if not self.loops or name not in ("", *self.loops):
                    raise part.position.error(f"this exit is in no loop{f' of the name {name!r}' if name else ''}")
                leave = Exit(line, self.loops[::-1].index(name) + 1 if name else 1)
                return [leave if test is None else If(_boolean(test, scope), [leave], [], line)]
            case SelectPart(ways):
                return [Select([self._way(way, scope) for way in ways], line)]

    def _assign(self, part: AssignPart, scope: Scope) -> Assign:
        variable, type_ = scope.variable(part.variable)
        expression, kind = scope.term(part.value)
        if kind != type_.kind:
            raise part.value.position.error(f"{variable} is {type_.kind}, and this is {kind}")
        if isinstance(expression, Constant) and expression.value not in type_.values:
            shown = f"{type_.values[0]} .. {type_.values[-1]}" if type_.values else "none"
            raise part.value.position.error(f"{expression.value} is none of the values of {variable}: {shown}")
        return Assign(variable, expression, part.position.line)

    def _call(self, name: NamePart, scope: Scope) -> Call:
        shown = ".".join(one for one, _ in name.parts)
        if len(name.parts) != 2:
            raise name.position.error(f"{shown!r} is no entry of a task: write TASK.ENTRY; procedures are not read")
        (task, index), (entry, family) = name.parts
        number = None if index is None else scope.value(index)[0]
        called = member_name(task, number if isinstance(number, int) else None)
        if called not in self.known.entries:
            raise name.position.error(f"there is no task {called!r}: there is {', '.join(self.known.entries)}")
        return Call(called, self._entry(called, entry, family, scope, name), name.position.line)

    def _entry(self, task: str, entry: str, family: Term | None, scope: Scope, name: NamePart) -> str:
        """The name of an entry, with its index if it is one of a family."""
        entries = self.known.entries.get(task, {})
        if entry not in entries:
            raise name.position.error(
                f"the task {task!r} has no entry {entry!r}: it has {', '.join(entries) or 'none'}"
            )
        indices = entries[entry]
        if (indices is None) != (family is None):
            wanted = f"a family: write {entry} (1)" if family is None else "no family: parameters are not read"
            raise name.position.error(f"the entry {entry!r} is {wanted}")
        return member_name(entry, None if family is None else scope.index(family, indices or (), entry))

    def _accept(self, part: AcceptPart, scope: Scope) -> Accept:
        if len(part.entry.parts) != 1:
            raise part.position.error("a task accepts its own entries only: write accept ENTRY")
        ((entry, family),) = part.entry.parts
        name = self._entry(self.task, entry, family, scope, part.entry)
        loops, self.loops = self.loops, []
        body = self.statements(part.body, scope)
        self.loops = loops
        return Accept(name, body, part.position.line)

    def _if(
        self, arms: Sequence[tuple[Term, Sequence[StatementPart]]], otherwise: Sequence[StatementPart], scope: Scope
    ) -> Sequence[Statement]:
        result: Sequence[Statement] = self.statements(otherwise, scope)
        for test, body in reversed(arms):
            result = [If(_boolean(test, scope), self.statements(body, scope), result, test.position.line)]
        return result

    def _case(self, part: CasePart, scope: Scope) -> Case:
        expression, kind = scope.term(part.term)
        arms: list[tuple[frozenset[FlowValue] | None, Sequence[Statement]]] = []
        for arm in part.arms:
            for choice in arm.choices:
                if choice.high is None and scope.term(choice.low)[1] != kind:
                    raise choice.position.error(f"this is no value of {kind}")
            values = frozenset(value for choice in arm.choices for value in scope.range(choice))
            arms.append((values if arm.choices else None, self.statements(arm.body, scope)))
        return Case(expression, arms, part.position.line)

    def _loop(self, part: LoopPart, scope: Scope) -> Loop:
        line = part.position.line
        if part.ends != part.name:
            raise part.position.error(f"the end of this loop is called {part.ends!r}, and its beginning {part.name!r}")
        self.loops.append(part.name)
        if part.range is not None:
            values = scope.range(part.range)
            kind = "integer" if isinstance(values[0] if values else 0, int) else ""
            bodies = [
                self.statements(part.body, scope.with_constant(part.variable, value, kind))
                for value in (reversed(values) if part.backwards else values)
            ]
            made = Loop([*(one for body in bodies for one in body), Exit(line)], line)
        elif part.test is None:
            made = Loop(self.statements(part.body, scope), line)
        else:
            body = self.statements(part.body, scope)
            made = Loop([If(_boolean(part.test, scope), [], [Exit(line)], line), *body], line)
        self.loops.pop()
        return made

    def _way(self, way: WayPart, scope: Scope) -> Alternative:
        guard = None if way.guard is None else _boolean(way.guard, scope)
        if way.kind == "terminate":
            return Alternative([], guard, ends=True)
        if way.kind == "when" and not (way.body and isinstance(way.body[0], AcceptPart | CallPart | DelayPart)):
            raise way.position.error("an alternative of select begins with accept, an entry call or delay")
        return Alternative(self.statements(way.body, scope), guard)


def _boolean(part: Term, scope: Scope) -> FlowExpression:
    expression, kind = scope.term(part)
    if kind != BOOLEAN:
        raise part.position.error(f"a condition is boolean, and this is {kind}")
    return expression


def _event(name: NamePart, scope: Scope) -> str:
    """`start`, `enter[2]`, `customers[1].enter`."""
    found = []
    for word, index in name.parts:
        value = None if index is None else scope.value(index)[0]
        found.append(word if value is None else f"{word}[{value}]")
    return ".".join(found)

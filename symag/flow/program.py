"""A program, and the models that a question about it needs: flow graphs as LTSs, constraints, and the property."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from symag.errors import InputError
from symag.flow.constraints import variables_by_event
from symag.flow.control import ControlGraph, Meeting, control_graph
from symag.flow.expressions import FlowExpression, looks
from symag.flow.labels import node_events
from symag.flow.refine import refine_graph
from symag.flow.statements import (
    Accept,
    Annotation,
    Assign,
    Call,
    Case,
    Exit,
    FlowVariable,
    If,
    Loop,
    Select,
    Statement,
    Task,
    condition,
)
from symag.flow.trace_graph import START, Outside, TraceGraph, trace_graph
from symag.limits import Watch
from symag.model import LPTS, Assembler

__all__ = ["FlowProgram", "as_model", "inside", "outside_meetings"]


def inside(statements: Iterable[Statement]) -> Iterator[Statement]:
    """All statements, also those in others."""
    for one in statements:
        yield one
        for body in _bodies(one):
            yield from inside(body)


def _bodies(one: Statement) -> list[Sequence[Statement]]:
    """The lists of statements in a statement."""
    match one:
        case Accept(_, body) | Loop(body):
            return [body]
        case If(_, then, otherwise):
            return [then, otherwise]
        case Case(_, arms):
            return [body for _, body in arms]
        case Select(alternatives):
            return [alternative.body for alternative in alternatives]
    return []


def _stray_exits(statements: Iterable[Statement], loops: int = 0) -> Iterator[Exit]:
    """Exits that leave more loops than these around them. None leaves the body of an accept statement, as in Ada."""
    for one in statements:
        if isinstance(one, Exit) and one.loops > loops:
            yield one
        around = 0 if isinstance(one, Accept) else loops + isinstance(one, Loop)
        for body in _bodies(one):
            yield from _stray_exits(body, around)


def _conditions(one: Statement) -> list[FlowExpression | str]:
    """What a statement decides by: expressions, or names of variables."""
    match one:
        case If(given) | Case(given):
            return [given]
        case Select(alternatives):
            return [alternative.guard for alternative in alternatives if alternative.guard is not None]
    return []


@dataclass(frozen=True)
class FlowProgram:
    """Tasks that run concurrently, and the variables that they share or own."""

    tasks: Sequence[Task]
    variables: Mapping[str, FlowVariable] = None  # type: ignore[assignment]
    name: str = "flow graph"

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", dict(self.variables or {}))
        doubled = [name for name, count in Counter(task.name for task in self.tasks).items() if count > 1]
        if doubled or not self.tasks:
            raise InputError(f"there are two tasks {doubled[0]!r}" if doubled else "there is no task")
        names = {task.name for task in self.tasks}
        for _, one in self._statements:
            if isinstance(one, Call) and one.task not in names:
                raise InputError(f"there is no task {one.task!r}", None, one.line)
            unknown = sorted(self._variables_of(one) - self.variables.keys())
            if unknown:
                raise InputError(f"there is no variable {unknown[0]!r}", None, one.line)
        for stray in _stray_exits(one for task in self.tasks for one in task.body):
            raise InputError("this exit is in no loop", None, stray.line)

    def _variables_of(self, one: Statement) -> set[str]:
        """The variables that a statement names."""
        given = _conditions(one)
        named = {each for each in given if isinstance(each, str)}
        if isinstance(one, Assign):
            named.add(one.variable)
            given = [condition(one.value, self.variables)]
        return named.union(look.variable for each in given if not isinstance(each, str) for look in looks(each))

    @cached_property
    def _statements(self) -> list[tuple[str, Statement]]:
        return [(task.name, one) for task in self.tasks for one in inside(task.body)]

    @property
    def task_names(self) -> list[str]:
        """The tasks, in their order."""
        return [task.name for task in self.tasks]

    @cached_property
    def entries(self) -> dict[tuple[str, str], None]:
        """What the tasks accept, and what is called, by task and entry."""
        found: dict[tuple[str, str], None] = {}
        for task, one in self._statements:
            if isinstance(one, Accept):
                found[task, one.entry] = None
            elif isinstance(one, Call):
                found[one.task, one.entry] = None
        return found

    @cached_property
    def entry_events(self) -> dict[tuple[str, str], str]:
        """The event of a rendezvous: the name of the entry, with that of the task if several have the name."""
        owners = Counter(entry for _, entry in self.entries)
        return {(task, entry): entry if owners[entry] == 1 else f"{task}.{entry}" for task, entry in self.entries}

    @cached_property
    def _variable_events(self) -> dict[str, str]:
        return variables_by_event(self.variables)

    @cached_property
    def events(self) -> frozenset[str]:
        """Everything that properties and constraints can speak of."""
        named = {one.event for _, one in self._statements if isinstance(one, Annotation)}
        return frozenset({*named, *self.entry_events.values(), *self._variable_events})

    def model(self, watch: Watch | None = None) -> LPTS:
        """The flow graph with all of its events, as an LTS."""
        watch = watch or Watch()
        graph = self.graph(watch=watch)
        return as_model(graph, node_events(graph, self.entry_events), self.name, watch)

    def control_graphs(self, events: frozenset[str] | None = None, watch: Watch | None = None) -> list[ControlGraph]:
        """The control-flow graphs, refined to these events; with all of them, if none are given."""
        watch = watch or Watch()
        kept = self.events if events is None else events
        tracked = frozenset(self._variable_events[event] for event in kept & self._variable_events.keys())
        in_two_steps = frozenset(
            (task, one.entry)
            for task, one in self._statements
            if isinstance(one, Accept) and self._matters(one.body, kept, tracked)
        )
        built = (control_graph(task, self.variables, kept, tracked, in_two_steps, watch) for task in self.tasks)
        return [refine_graph(graph, watch) for graph in built]

    def _matters(self, body: Sequence[Statement], kept: frozenset[str], tracked: frozenset[str]) -> bool:
        """Does the body of an accept statement do anything that can be seen, or wait? Then it is no single step."""
        for one in inside(body):
            if isinstance(one, Call | Accept | Select) or (isinstance(one, Annotation) and one.event in kept):
                return True
            if isinstance(one, Assign | If | Case) and tracked:
                return True
        return False

    def graph(
        self, events: frozenset[str] | None = None, tasks: Iterable[str] | None = None, watch: Watch | None = None
    ) -> TraceGraph:
        """The trace flow graph of these tasks, or of all, refined to these events, or to all. Rendezvous with the other
        tasks stay open."""
        watch = watch or Watch()
        chosen = frozenset(task.name for task in self.tasks) if tasks is None else frozenset(tasks)
        controls = self.control_graphs(events, watch)
        inner = [control for control in controls if control.task in chosen]
        outer = [control for control in controls if control.task not in chosen]
        return trace_graph(inner, outside_meetings([inner, outer]), watch)


def outside_meetings(sides: Sequence[Sequence[ControlGraph]], followed: Collection[str] = ()) -> Outside:
    """The rendezvous that tasks can have with tasks on other sides. One task accepts an entry; its callers are
    distinguished if they are on several sides, so that only two sides take part, and if one of several is followed."""
    side_of = {control.task: number for number, controls in enumerate(sides, 1) for control in controls}
    accepted: dict[Meeting, None] = {}
    called: dict[Meeting, dict[str, None]] = {}
    for control in (control for controls in sides for control in controls):
        for node in control.nodes:
            if node.meeting is not None and node.accepts:
                accepted[node.meeting] = None
            elif node.meeting is not None:
                called.setdefault(node.meeting, {})[control.task] = None
    found: dict[tuple[str, Meeting], list[str]] = {}
    for meeting in (meeting for meeting in called if meeting in accepted):
        callers = [task for task in called[meeting] if side_of[task] != side_of[meeting.task]]
        names = {task: task if task in followed else _name_of_side(side_of[task], followed) for task in callers}
        alike = len(set(names.values())) == 1
        for task in callers:
            name = "" if alike else names[task]
            found[task, meeting] = [name]
            known = found.setdefault((meeting.task, meeting), [])
            if name not in known:
                known.append(name)
    return found


def _name_of_side(number: int, followed: Collection[str]) -> str:
    """What callers on a side are called: not as a task that is followed, which may be on another side."""
    name = f"s{number}"
    while name in followed:
        name = f"s{name}"
    return name


def as_model(graph: TraceGraph, labels: Sequence[str], name: str, watch: Watch, blocked: Iterable[str] = ()) -> LPTS:
    """The graph as an LTS: a state is the node that was executed last, and an edge carries the label of its target. It
    can do more than the program, but never what is blocked."""
    watch.check_states(len(graph.nodes), "building the flow graph")
    alphabet = sorted({*labels, *blocked} - {""})
    number = {"": 0} | {label: n for n, label in enumerate(alphabet, 1)}
    action = array("i", [number[label] for label in labels])
    assembler = Assembler(watch)
    assembler.extend(graph.sources, array("i", map(action.__getitem__, graph.targets)), graph.targets)
    model = assembler.freeze(graph.names, START, alphabet, name)
    return replace(model, conservative=True)

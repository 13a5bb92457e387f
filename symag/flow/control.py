"""Control-flow graphs of tasks, with annotations on their nodes.

A node is a statement or a part of one; a branch whose variables matter is a node for each value that it can see, such
as `x==true` and `x==false`. What does not matter for a question has no name (`label`), and refinement removes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from symag.errors import InputError
from symag.flow.expressions import UNDEFINED, FlowExpression, FlowValue, Look, evaluate, looks
from symag.flow.statements import (
    Accept,
    Alternative,
    Annotation,
    Assign,
    Call,
    Case,
    Exit,
    FlowVariable,
    If,
    Line,
    Loop,
    Select,
    Statement,
    Task,
    condition,
    value_text,
)
from symag.limits import Watch

__all__ = ["BEGIN", "END", "ControlGraph", "ControlNode", "Meeting", "control_graph", "look_name", "set_name"]

BEGIN = 0
"""The node in which a task begins."""
END = -1
"""The successor of a node after which a task can end."""
MAX_COMBINATIONS = 4096
"""Of values that the variables of one expression have."""
DEEPEST = 64
"""Of statements in each other."""


class Meeting(NamedTuple):
    """The two tasks of a rendezvous meet when it begins, and again when its body is done."""

    task: str
    """That accepts."""
    entry: str
    ends: bool = False


@dataclass(frozen=True)
class ControlNode:
    """A step of a task."""

    text: str
    """As the program has it, or nearly so."""
    line: Line
    label: str = ""
    """The event, if it matters."""
    meeting: Meeting | None = None
    """Of an accept statement or an entry call."""
    accepts: bool = False


@dataclass
class ControlGraph:
    """The steps of a task, and which one can follow which."""

    task: str
    nodes: list[ControlNode] = field(default_factory=lambda: [ControlNode("begin", None)])
    after: list[list[int]] = field(default_factory=lambda: [[]])
    """For each node the nodes that can follow, or `END`."""

    def before(self) -> list[list[int]]:
        """For each node the nodes that it can follow."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for node, following in enumerate(self.after):
            for one in following:
                if one != END:
                    found[one].append(node)
        return found


def set_name(variable: str, value: FlowValue) -> str:
    """The event of an assignment."""
    return f"{variable}={value_text(value)}"


def look_name(variable: str, value: FlowValue) -> str:
    """The event of a test: the variable is looked at, and has this value."""
    return f"{variable}=={value_text(value)}"


def control_graph(
    task: Task,
    variables: Mapping[str, FlowVariable],
    kept: frozenset[str],
    tracked: frozenset[str],
    in_two_steps: frozenset[tuple[str, str]],
    watch: Watch,
) -> ControlGraph:
    """The graph of a task, with the events that are kept and the variables that are tracked; rendezvous of the entries
    `in_two_steps` have an end of their own."""
    builder = _Builder(task, variables, kept, tracked, in_two_steps, watch)
    builder.finish(builder.sequence(task.body, [BEGIN], 0))
    return builder.graph


Frontier = list[int]
"""The nodes that the next step can follow."""


class _Builder:
    def __init__(
        self,
        task: Task,
        variables: Mapping[str, FlowVariable],
        kept: frozenset[str],
        tracked: frozenset[str],
        in_two_steps: frozenset[tuple[str, str]],
        watch: Watch,
    ) -> None:
        self.graph = ControlGraph(task.name)
        self.variables = variables
        self.kept = kept
        self.tracked = tracked
        self.in_two_steps = in_two_steps
        self.watch = watch
        self.exits: list[Frontier] = []
        """Of each loop around, the nodes that leave it."""

    def finish(self, frontier: Frontier) -> None:
        """The task can end here."""
        for node in frontier:
            self._follow(node, END)

    def _follow(self, node: int, following: int) -> None:
        if following not in self.graph.after[node]:
            self.graph.after[node].append(following)

    def _add(self, node: ControlNode, frontier: Frontier) -> Frontier:
        number = len(self.graph.nodes)
        self.watch.tick(10, number)
        self.graph.nodes.append(node)
        self.graph.after.append([])
        for one in frontier:
            self._follow(one, number)
        return [number]

    def _label(self, event: str) -> str:
        return event if event in self.kept else ""

    def sequence(self, statements: Sequence[Statement], frontier: Frontier, depth: int) -> Frontier:
        """One statement after the other."""
        if depth > DEEPEST:
            raise InputError(f"statements are nested deeper than {DEEPEST}")
        for one in statements:
            if not frontier:
                break  # it is never reached
            frontier = self._statement(one, frontier, depth)
        return frontier

    def _statement(self, one: Statement, frontier: Frontier, depth: int) -> Frontier:
        match one:
            case Annotation(event, line):
                return self._add(ControlNode(event, line, self._label(event)), frontier)
            case Assign():
                return self._assign(one, frontier)
            case Call(task, entry, line):
                return self._call(task, entry, line, frontier)
            case Accept():
                return self._accept(one, frontier, depth)
            case If(test, then, otherwise, line):
                arms = [(frozenset[FlowValue]([True]), then), (frozenset[FlowValue]([False]), otherwise)]
                return self._branch(condition(test, self.variables), arms, line, "if", frontier, depth)
            case Case(expression, arms, line):
                return self._branch(condition(expression, self.variables), arms, line, "case", frontier, depth)
            case Loop(body, line):
                return self._loop(body, line, frontier, depth)
            case Exit(_, loops):
                self.exits[-loops] += [node for node in frontier if node not in self.exits[-loops]]
                return []
            case Select(alternatives, line):
                return self._select(alternatives, line, frontier, depth)

    def _assign(self, one: Assign, frontier: Frontier) -> Frontier:
        variable, line = self.variables[one.variable], one.line
        values = self._values(condition(one.value, self.variables), frontier, line)
        if one.variable not in self.tracked:
            before = [node for value, nodes in values if value in variable.values for node in nodes]
            return self._add(ControlNode(f"{one.variable} := …", line), before)
        result: Frontier = []
        for value, nodes in values:
            if value in variable.values:  # otherwise the program raises an exception
                event = set_name(one.variable, value)
                result += self._add(ControlNode(event, line, self._label(event)), nodes)
        return result

    def _call(self, task: str, entry: str, line: Line, frontier: Frontier) -> Frontier:
        frontier = self._add(ControlNode(f"{task}.{entry}", line, "", Meeting(task, entry)), frontier)
        if (task, entry) in self.in_two_steps:
            meeting = Meeting(task, entry, ends=True)
            frontier = self._add(ControlNode(f"{task}.{entry} is done", line, "", meeting), frontier)
        return frontier

    def _accept(self, one: Accept, frontier: Frontier, depth: int) -> Frontier:
        name, entry, line = self.graph.task, one.entry, one.line
        frontier = self._add(ControlNode(f"accept {entry}", line, "", Meeting(name, entry), True), frontier)
        if (name, entry) not in self.in_two_steps:
            return frontier
        frontier = self.sequence(one.body, frontier, depth + 1)
        meeting = Meeting(name, entry, ends=True)
        return self._add(ControlNode(f"end {entry}", line, "", meeting, True), frontier) if frontier else []

    def _branch(
        self,
        expression: FlowExpression,
        arms: Sequence[tuple[frozenset[FlowValue] | None, Sequence[Statement]]],
        line: Line,
        text: str,
        frontier: Frontier,
        depth: int,
    ) -> Frontier:
        if not any(look.variable in self.tracked for look in looks(expression)):
            frontier = self._add(ControlNode(text, line), frontier)
        reached: list[Frontier] = [[] for _ in arms]
        for value, nodes in self._values(expression, frontier, line):
            for arm, (values, _) in zip(reached, arms, strict=True):
                if values is None or value in values:
                    arm += [node for node in nodes if node not in arm]
                    break
        result: Frontier = []
        for arm, (_, body) in zip(reached, arms, strict=True):
            result += [node for node in self.sequence(body, arm, depth + 1) if node not in result]
        return result

    def _loop(self, body: Sequence[Statement], line: Line, frontier: Frontier, depth: int) -> Frontier:
        head = self._add(ControlNode("loop", line), frontier)
        self.exits.append([])
        for node in self.sequence(body, head, depth + 1):
            self._follow(node, head[0])
        return self.exits.pop()

    def _select(self, alternatives: Sequence[Alternative], line: Line, frontier: Frontier, depth: int) -> Frontier:
        """The guards are evaluated one after the other; then one of the open alternatives is chosen."""
        start = self._add(ControlNode("select", line), frontier)
        reached: dict[tuple[int, ...], Frontier] = {(): start}
        for number, one in enumerate(alternatives):
            now: dict[tuple[int, ...], Frontier] = {}
            for chosen, nodes in reached.items():
                for is_open, where in self._guard(one, nodes, line):
                    now.setdefault((*chosen, number) if is_open else chosen, []).extend(where)
            if len(now) > MAX_COMBINATIONS:
                raise InputError("the guards of this select have too many combinations of values", None, line)
            reached = now
        result: Frontier = []
        for number, one in enumerate(alternatives):
            nodes = [node for chosen, where in reached.items() if number in chosen for node in where]
            if one.ends:
                self.finish(nodes)
            else:
                result += self.sequence(one.body, list(dict.fromkeys(nodes)), depth + 1)
        return list(dict.fromkeys(result))

    def _guard(self, one: Alternative, nodes: Frontier, line: Line) -> Iterator[tuple[bool, Frontier]]:
        """Is the alternative open, and after which nodes? Where that is not known, it is."""
        guard = None if one.guard is None else condition(one.guard, self.variables)
        if guard is None:
            yield True, nodes
            return
        if not any(look.variable in self.tracked for look in looks(guard)):
            yield any(value is True for value, _ in self._values(guard, nodes, line)), nodes
            return
        for value, where in self._values(guard, nodes, line):
            yield value is True, where

    def _values(self, expression: FlowExpression, frontier: Frontier, line: Line) -> list[tuple[FlowValue, Frontier]]:
        """The values that an expression can have, each with the nodes after which it has them: a node for each value
        that a tracked variable is seen to have. The program raises an exception where there is no value."""
        found: dict[FlowValue, Frontier] = {}
        todo: list[tuple[dict[Look, FlowValue], Frontier]] = [({}, frontier)]
        count = 0
        while todo:
            known, nodes = todo.pop()
            step = evaluate(expression, known)
            if isinstance(step, Look):
                values = self.variables[step.variable].values
                count += len(values)
                if count > MAX_COMBINATIONS:
                    raise InputError("this expression has too many combinations of values", None, line)
                todo += [({**known, step: v}, self._look(step, v, nodes, line)) for v in reversed(values)]
            elif step is not UNDEFINED:
                assert isinstance(step, bool | int | str)
                there = found.setdefault(step, [])
                there += [node for node in nodes if node not in there]
        return list(found.items())

    def _look(self, look: Look, value: FlowValue, nodes: Frontier, line: Line) -> Frontier:
        if look.variable not in self.tracked:
            return nodes
        event = look_name(look.variable, value)
        return self._add(ControlNode(event, line, self._label(event)), nodes)

"""Trace flow graphs: the control-flow graphs of all tasks in one graph, whose paths have all traces of the program.

A step of one task is a node; a rendezvous is a node for each pair of an entry call and an accept statement. There is an
edge from a node to each node that may be executed next. If a task that takes part in the second node has taken part in
the first one, that is control flow; otherwise the first node may immediately precede (MIP) the second one.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symag.flow.control import BEGIN, END, ControlGraph, ControlNode, Meeting
from symag.flow.parallel import TaskSteps, happen_in_parallel
from symag.limits import Watch

__all__ = ["START", "Outside", "TraceGraph", "TraceNode", "trace_graph"]

START = 0
"""The initial node, before any step of a task."""


Outside = Mapping[tuple[str, Meeting], Sequence[str]]
"""The rendezvous that the tasks of a graph can have with tasks that are not in it: what the callers are called, of whom
the acceptor can tell some apart, or an empty text if there is no need to."""


class TraceNode(NamedTuple):
    """A step of one task, or a rendezvous of two: the caller first."""

    steps: tuple[int, ...]
    label: str
    """The event; empty if it does not matter."""
    meeting: Meeting | None = None
    caller: str | None = None
    """Of a rendezvous with a task that is not in this graph: what the caller is called, empty if all are alike."""

    @property
    def is_open(self) -> bool:
        """Is it a rendezvous with a task that is not in this graph?"""
        return self.caller is not None


@dataclass(frozen=True)
class TraceGraph:
    """The graph of these tasks. Nodes begin with the initial one."""

    tasks: Sequence[ControlGraph]
    nodes: Sequence[TraceNode]
    sources: array[int]
    targets: array[int]
    """The edges, with no duplicates."""
    first_step: Sequence[int]
    """The number of each task's first step."""
    ends: frozenset[int]
    """The nodes after which all tasks may have ended."""
    parallel: NDArray[np.bool_]
    """Which steps may be the last ones of their tasks at one time."""

    def step(self, number: int) -> tuple[ControlGraph, ControlNode]:
        """What a step is: of which task, and what it does."""
        task = self._task(number)
        return self.tasks[task], self.tasks[task].nodes[number - self.first_step[task]]

    def _task(self, number: int) -> int:
        return bisect_right(self.first_step, number) - 1

    def place(self, number: int) -> str:
        """Where a step is in the program."""
        task = self._task(number)
        line = self.tasks[task].nodes[number - self.first_step[task]].line
        return f"{self.tasks[task].task}:{number - self.first_step[task] if line is None else line}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What people call the nodes: lines of the program; each name once."""
        used: dict[str, int] = {}
        found = []
        for node in self.nodes:
            name = ", ".join(f"{self.place(step)} {self.step(step)[1].text}" for step in node.steps) or "start"
            used[name] = used.get(name, 0) + 1
            found.append(name if used[name] == 1 else f"{name} ({used[name]})")
        return tuple(found)

    def is_control(self, source: int, target: int) -> bool:
        """Is the edge control flow? Otherwise it is a MIP edge."""
        if source == START:
            return True
        tasks = {self.step(step)[0].task for step in self.nodes[source].steps}
        return any(self.step(step)[0].task in tasks for step in self.nodes[target].steps)

    @property
    def num_mip_edges(self) -> int:
        """How many edges are not control flow."""
        return sum(not self.is_control(s, t) for s, t in zip(self.sources, self.targets, strict=True))


def trace_graph(tasks: Sequence[ControlGraph], outside: Outside, watch: Watch) -> TraceGraph:
    """The graph of the tasks. The rendezvous `outside` can also be with a task that is not among them."""
    first_step = [0]
    for graph in tasks:
        first_step.append(first_step[-1] + len(graph.nodes))
    steps, found = _steps(tasks, first_step, outside)
    parallel, reached = happen_in_parallel(steps, watch)
    found = [node for node in found if reached[list(node.steps)].all() and _meets(node, steps, parallel)]
    nodes = [TraceNode((), ""), *found]
    available = _available(nodes, steps, parallel, watch)
    sources, targets = array("i"), array("i")
    for number, node in enumerate(nodes[1:], 1):
        watch.check("building the flow graph", number)
        before = np.flatnonzero(_can_precede(node, steps, parallel, available)).astype(np.intc)
        sources.frombytes(before.tobytes())
        targets.frombytes(np.full(len(before), number, dtype=np.intc).tobytes())
    ends = _ends(tasks, first_step, available)
    return TraceGraph(tuple(tasks), nodes, sources, targets, first_step[:-1], ends, parallel)


def _steps(
    tasks: Sequence[ControlGraph], first_step: Sequence[int], outside: Outside
) -> tuple[TaskSteps, list[TraceNode]]:
    """The steps of all tasks, and the nodes that there can be."""
    before = [
        [start + one for one in ones]
        for graph, start in zip(tasks, first_step, strict=False)
        for ones in graph.before()
    ]
    calls: dict[Meeting, list[int]] = {}
    accepts: dict[Meeting, list[int]] = {}
    found: list[TraceNode] = []
    for graph, start in zip(tasks, first_step, strict=False):
        for number, node in enumerate(graph.nodes[1:], start + 1):
            if node.meeting is None:
                found.append(TraceNode((number,), node.label))
                continue
            (accepts if node.accepts else calls).setdefault(node.meeting, []).append(number)
            is_accepted = node.accepts == (graph.task == node.meeting.task)  # otherwise a task calls itself
            callers = outside.get((graph.task, node.meeting), ()) if is_accepted else ()
            found += [TraceNode((number,), node.label, node.meeting, caller) for caller in callers]
    alone = list(dict.fromkeys(node.steps[0] for node in found))
    meetings = [(c, a) for meeting, callers in calls.items() for c in callers for a in accepts.get(meeting, ())]
    owner = {number: meeting for meeting, numbers in calls.items() for number in numbers}
    task_of = np.searchsorted(np.array(first_step), np.arange(len(before)), side="right")
    meetings = [(c, a) for c, a in meetings if task_of[c] != task_of[a]]  # a task that calls itself waits forever
    labels = {
        start + n: node.label
        for graph, start in zip(tasks, first_step, strict=False)
        for n, node in enumerate(graph.nodes)
    }
    found += [TraceNode((c, a), labels[c], owner[c]) for c, a in meetings]
    begins = [start + BEGIN for start in first_step[:-1]]
    return TaskSteps(before, begins, alone, meetings), found


def _meets(node: TraceNode, steps: TaskSteps, parallel: NDArray[np.bool_]) -> bool:
    """Can its tasks be at this node at one time?"""
    if len(node.steps) < 2:
        return True
    return any(True for _ in steps.ways(node.steps, parallel))


def _available(
    nodes: Sequence[TraceNode], steps: TaskSteps, parallel: NDArray[np.bool_], watch: Watch
) -> NDArray[np.bool_]:
    """For each step, after which nodes it may be the last one that its task has done."""
    watch.check_room(len(steps.before) * len(nodes))
    available = np.zeros((len(nodes), len(steps.before)), dtype=np.bool_)
    available[START, list(steps.begins)] = True
    for number, node in enumerate(nodes[1:], 1):
        watch.tick(1 + len(steps.before) // 1000)
        available[number] = np.logical_and.reduce(parallel[list(node.steps)], axis=0)
        available[number, list(node.steps)] = True
    return np.ascontiguousarray(available.T)


def _can_precede(
    node: TraceNode, steps: TaskSteps, parallel: NDArray[np.bool_], available: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """For each node, whether this one may be executed next."""
    result = np.zeros(available.shape[1], dtype=np.bool_)
    if len(node.steps) == 1:
        for one in steps.before[node.steps[0]]:
            result |= available[one]
        return result
    for one, other in steps.ways(node.steps, parallel):
        result |= available[one] & available[other]
    return result


def _ends(tasks: Sequence[ControlGraph], first_step: Sequence[int], available: NDArray[np.bool_]) -> frozenset[int]:
    ended = np.ones(available.shape[1], dtype=np.bool_)
    for graph, start in zip(tasks, first_step, strict=False):
        last = [start + n for n, following in enumerate(graph.after) if END in following]
        ended &= np.logical_or.reduce(available[last], axis=0)
    return frozenset(np.flatnonzero(ended).tolist())

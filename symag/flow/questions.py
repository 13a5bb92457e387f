"""The models for a question about a program: flow graphs refined to what matters, constraints, and the properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from symag.errors import InputError
from symag.flow.constraints import AutomatonName, named_automata, task_automaton, variable_automaton
from symag.flow.labels import meeting_event, meeting_label, node_events, qualified, side_labels, with_labels
from symag.flow.program import FlowProgram, as_model, outside_meetings
from symag.flow.sides import Decomposition, refused_sides
from symag.flow.trace_graph import TraceGraph, trace_graph
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["FlowModels", "ask"]


class FlowModels(NamedTuple):
    """What to decide: `symag.check(*models)`."""

    components: Sequence[LPTS | tuple[LPTS, ...]]
    """The flow graph and the constraints; of a decomposition, those of each side."""
    specification: LPTS | tuple[LPTS, ...]
    """The properties, with all labels of their events."""


@dataclass(frozen=True)
class _Side:
    """The flow graph of the tasks on one side, or of all."""

    tasks: Sequence[str]
    graph: TraceGraph
    events: Sequence[str]
    """Of each node; empty if it has none."""
    labels: Sequence[str]
    """Of each node."""
    crossing: Sequence[str]
    """The labels of its rendezvous with other sides: no other side's task does them alone."""


def ask(
    program: FlowProgram,
    specification: LPTS | Sequence[LPTS],
    constraints: Sequence[str | LPTS] = (),
    sides: Decomposition | None = None,
    watch: Watch | None = None,
) -> FlowModels:
    """The models for the question whether a program satisfies properties.

    A constraint is `"VA(x)"`, the automaton of a variable, `"TA(t)"`, that of a task, or a safety LTS: a verdict is
    then about the executions that this allows, and no others. `sides` are the names of the tasks on each side of a
    decomposition, for methods by parts.
    """
    watch = watch or Watch()
    properties = (specification,) if isinstance(specification, LPTS) else tuple(specification)
    automata, others = _constraints(program, constraints)
    variables = [variable_automaton(one, program.variables[one.of]) for one in automata if one.kind == "VA"]
    limiting = [*variables, *others]
    spoken = frozenset[str]().union(*(model.alphabet for model in (*properties, *limiting)))
    parts = [[task.name for task in program.tasks]] if sides is None else refused_sides(sides, program.task_names)
    followed = frozenset(one.of for one in automata if one.kind == "TA")
    found = _sides(program, spoken, parts, followed, watch)
    labels = _labels_of_events(found)
    never = [event for event in spoken & program.events if event not in labels]
    components: list[list[LPTS]] = []
    for side in found:
        name = program.name if sides is None else "+".join(side.tasks)
        components.append([as_model(side.graph, side.labels, name, watch, [*side.crossing, *never])])
    for model in (with_labels(one, labels) for one in limiting):
        place = next((side for side in components if side[0].alphabet & model.alphabet), components[0])
        place.append(model)
    for one in automata:
        if one.kind == "TA":
            number = next(number for number, side in enumerate(found) if one.of in side.tasks)
            components[number].append(task_automaton(one, found[number].graph, found[number].labels))
    asked = tuple(with_labels(model, labels) for model in properties)
    together = [tuple(side) if len(side) > 1 else side[0] for side in components]
    return FlowModels(components[0] if sides is None else together, asked[0] if len(asked) == 1 else asked)


def _constraints(program: FlowProgram, given: Sequence[str | LPTS]) -> tuple[Sequence[AutomatonName], Sequence[LPTS]]:
    automata: dict[AutomatonName, None] = {}
    others = []
    for one in given:
        if not isinstance(one, LPTS):
            automata |= dict.fromkeys(named_automata(one, list(program.variables), program.task_names))
            continue
        unknown = sorted(one.alphabet - program.events)
        if unknown:
            raise InputError(f"the constraint {one.name!r} speaks of {unknown[0]!r}, which is no event of the program")
        others.append(one)
    return list(automata), others


def _sides(
    program: FlowProgram,
    spoken: frozenset[str],
    parts: Decomposition,
    followed: frozenset[str],
    watch: Watch,
) -> list[_Side]:
    """The flow graph of each side, with its labels; properties and constraints speak of `spoken`."""
    controls = program.control_graphs(spoken & program.events, watch)
    tasks = [[control for control in controls if control.task in part] for part in parts]
    outside = outside_meetings(tasks, followed)
    graphs = [trace_graph(inner, outside, watch) for inner in tasks]
    events = [node_events(graph, program.entry_events) for graph in graphs]
    crossing: list[dict[str, str]] = [{} for _ in parts]
    for (task, meeting), callers in outside.items():
        number = next(number for number, part in enumerate(parts) if task in part)
        event = meeting_event(meeting, True, program.entry_events)
        crossing[number] |= {meeting_label(event, caller): event for caller in callers}
    counts = Counter(event for several in events for event in set(several))
    common = {event for event, count in counts.items() if count > 1}.union(*(one.values() for one in crossing))
    labels = [
        side_labels(several, graph, common, number)
        for number, (several, graph) in enumerate(zip(events, graphs, strict=True), 1)
    ]
    found = [_Side(*one) for one in zip(parts, graphs, events, labels, map(list, crossing), strict=True)]
    named = program.events | spoken
    _refuse_taken(named, found)
    used = set(named.union(*(side.labels for side in found)))
    return [replace(side, labels=qualified(side.labels, side.graph, followed, used)) for side in found]


def _refuse_taken(named: frozenset[str], sides: Sequence[_Side]) -> None:
    """An InputError if a label that is made for a side is the name of an event, or if two kinds of steps have it: sides
    would do steps together that have nothing to do with each other."""
    origins: dict[str, object] = {}
    for number, side in enumerate(sides):
        for node, event, label in zip(side.graph.nodes, side.events, side.labels, strict=True):
            ends = node.meeting is not None and node.meeting.ends
            origin = (node.meeting, node.caller) if node.is_open else (event, number)
            taken = label in named and (label != event or (node.is_open and ends))
            if label and (taken or (label != event and origins.setdefault(label, origin) != origin)):
                raise InputError(f"the event {label!r} has the name of an event of one side: rename it, or its task")


def _labels_of_events(sides: Sequence[_Side]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for side in sides:
        for event, label in zip(side.events, side.labels, strict=True):
            if event:
                found.setdefault(event, {})[label] = None
    return {event: list(several) for event, several in found.items()}

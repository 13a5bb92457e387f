"""The models for a question about a program: flow graphs refined to what matters, constraints, and the properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symag.errors import InputError
from symag.flow.constraints import AutomatonName, named_automata, task_automaton, variable_automaton
from symag.flow.labels import meeting_event, node_events, qualified, with_labels, without_common
from symag.flow.program import FlowProgram, as_model, open_meetings
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


def ask(
    program: FlowProgram,
    specification: LPTS | Sequence[LPTS],
    constraints: Sequence[str | LPTS] = (),
    sides: Decomposition | None = None,
    watch: Watch | None = None,
) -> FlowModels:
    """The models for the question whether a program satisfies properties.

    A constraint is `"VA(x)"`, the automaton of a variable, `"TA(t)"`, that of a task, or a safety LTS. `sides` are the
    names of the tasks on each side of a decomposition, for methods by parts.
    """
    watch = watch or Watch()
    properties = (specification,) if isinstance(specification, LPTS) else tuple(specification)
    automata, others = _constraints(program, constraints)
    variables = [variable_automaton(one, program.variables[one.of]) for one in automata if one.kind == "VA"]
    limiting = [*variables, *others]
    kept = frozenset[str]().union(*(model.alphabet for model in (*properties, *limiting))) & program.events
    parts = [[task.name for task in program.tasks]] if sides is None else refused_sides(sides, program.task_names)
    followed = frozenset(one.of for one in automata if one.kind == "TA")
    found, crossing = _sides(program, kept, parts, followed, watch)
    labels = _labels_of_events(found)
    blocked = [*crossing, *(event for event in kept if event not in labels)]
    components: list[list[LPTS]] = []
    for side in found:
        name = program.name if sides is None else "+".join(side.tasks)
        components.append([as_model(side.graph, side.labels, name, watch, blocked)])
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
    kept: frozenset[str],
    parts: Decomposition,
    followed: frozenset[str],
    watch: Watch,
) -> tuple[list[_Side], list[str]]:
    """The flow graph of each side, and the events of the rendezvous between them."""
    controls = program.control_graphs(kept, watch)
    outside = [open_meetings(controls, frozenset(part)) for part in parts]
    graphs = [
        trace_graph([control for control in controls if control.task in part], meetings, watch)
        for part, meetings in zip(parts, outside, strict=True)
    ]
    crossed = {one: meeting_event(one, True, program.entry_events) for one in frozenset().union(*outside)}
    crossing = list(crossed.values())
    events = [node_events(graph, program.entry_events) for graph in graphs]
    labels = [list(several) for several in events]
    if len(graphs) > 1:
        common = frozenset(events[0]) & frozenset(events[1]) | frozenset(crossing)
        labels = [
            without_common(several, graph, common, f"s{number}")
            for number, (several, graph) in enumerate(zip(events, graphs, strict=True), 1)
        ]
        named = zip((*events[0], *events[1]), (*labels[0], *labels[1]), strict=True)
        made = {label for event, label in named if label != event}
        taken = program.events & (made | {event for meeting, event in crossed.items() if meeting.ends})
        if taken:
            raise InputError(f"the event {min(taken)!r} has the name of an event of one side: rename it, or its task")
    labels = [qualified(several, graph, followed) for several, graph in zip(labels, graphs, strict=True)]
    return [_Side(*one) for one in zip(parts, graphs, events, labels, strict=True)], crossing


def _labels_of_events(sides: Sequence[_Side]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for side in sides:
        for event, label in zip(side.events, side.labels, strict=True):
            if event:
                found.setdefault(event, {})[label] = None
    return {event: list(several) for event, several in found.items()}

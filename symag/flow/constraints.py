"""Constraints: safety LTSs that rule out paths of a flow graph which no execution takes.

A variable automaton VA(x) follows the value of a variable: a test sees the value that was assigned last. A task
automaton TA(t) follows a task through its control flow: a trace flow graph alone forgets where a task was while others
made their steps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from symag.errors import InputError
from symag.flow.control import BEGIN, look_name, set_name
from symag.flow.statements import FlowVariable, value_text
from symag.flow.trace_graph import TraceGraph
from symag.model import LPTS

__all__ = ["AutomatonName", "named_automata", "task_automaton", "variable_automaton"]

_NAME = re.compile(r"\s*(TA|VA)\s*\(\s*(.*?)\s*\)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class AutomatonName:
    """`VA(x)`, `TA(car)`."""

    kind: Literal["VA", "TA"]
    of: str

    def __str__(self) -> str:
        return f"{self.kind}({self.of})"


def named_automata(text: str, variables: Sequence[str], tasks: Sequence[str]) -> list[AutomatonName]:
    """What a text names: one automaton; those of all members, of an array; with `*` those of all variables or tasks."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise InputError(
            f"the constraint {text!r} cannot be read: write VA(x) or TA(t), or give a file with a safety LTS"
        )
    kind: Literal["VA", "TA"] = "VA" if found[1].upper() == "VA" else "TA"
    known = variables if kind == "VA" else tasks
    name = re.sub(r"\s+", "", found[2].lower()).replace("(", "[").replace(")", "]")
    if name == "*":
        return [AutomatonName(kind, one) for one in known]
    if name not in known and any(_array(one) == name for one in known):
        return [AutomatonName(kind, one) for one in known if _array(one) == name]
    if name not in known:
        noun = "variable" if kind == "VA" else "task"
        raise InputError(
            f"the constraint {text!r} is about no {noun} of the program: there is {', '.join(known) or 'none'}"
        )
    return [AutomatonName(kind, name)]


def _array(name: str) -> str:
    """The array that a variable or a task is a member of; empty if it is in none."""
    return name.rpartition("[")[0] if name.endswith("]") else ""


def variable_automaton(name: AutomatonName, variable: FlowVariable) -> LPTS:
    """A state for each value, and one for an unknown value, if the variable begins with that."""
    texts = {value: f"{name.of}={value_text(value)}" for value in variable.values}
    places = [*texts.values()] + (["unknown"] if variable.initial is None else [])
    moves = []
    for value, there in texts.items():
        for place in places:
            moves.append((place, set_name(name.of, value), there))
            if place in (there, "unknown"):
                moves.append((place, look_name(name.of, value), there))
    initial = "unknown" if variable.initial is None else texts[variable.initial]
    return LPTS.build(initial, moves, name=str(name), states=places)


def task_automaton(name: AutomatonName, graph: TraceGraph, labels: Sequence[str]) -> LPTS:
    """A state for each step of the task; `labels` are those of the nodes of the flow graph. Where another task has a
    label, too, which happens between the sides of a decomposition, either of them may have done the step."""
    number = [control.task for control in graph.tasks].index(name.of)
    control, start = graph.tasks[number], graph.first_step[number]
    entering: dict[int, dict[str, None]] = {}
    foreign = set()
    for node, label in zip(graph.nodes, labels, strict=True):
        own = [step - start for step in node.steps if start <= step < start + len(control.nodes)]
        for step in own:
            entering.setdefault(step, {})[label] = None
        if not own:
            foreign.add(label)
    states = [f"{n} {node.text}" for n, node in enumerate(control.nodes)]
    moves = [
        (states[one], label, states[step])
        for step, nodes in enumerate(control.before())
        for one in nodes
        for label in entering.get(step, ())
    ]
    ambiguous = foreign & {label for _, label, _ in moves}
    loops = [(state, label, state) for state in states for label in sorted(ambiguous)]
    return LPTS.build(states[BEGIN], [*moves, *loops], name=str(name), states=states)


def variables_by_event(variables: Mapping[str, FlowVariable]) -> dict[str, str]:
    """The variable that each event of an assignment or a test is about."""
    return {
        event(name, value): name
        for name, variable in variables.items()
        for value in variable.values
        for event in (set_name, look_name)
    }

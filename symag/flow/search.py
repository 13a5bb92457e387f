"""A minimal set of constraints, found from spurious counterexamples.

A counterexample is spurious if constraints rule out its events: as in the paper's queries (A.2.3), its trace is a
constraint itself, and the question is whether the property can still be violated along it. Of the constraints that do
so together, those that are not needed for that are left out, task automata first. When the property holds, each
constraint is left out in turn, and stays out if it still holds without it: then every one of them is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from symag.flow.program import FlowProgram
from symag.flow.questions import FlowModels, ask
from symag.flow.sides import Decomposition
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["AUTO", "Decide", "FoundConstraints", "search_constraints"]

AUTO = "auto"
"""The constraint that asks for a search."""

Decide = Callable[[FlowModels], Sequence[str] | None]
"""The trace of a violation; None if the property holds."""


class FoundConstraints(NamedTuple):
    """What a search has found."""

    constraints: Sequence[str | LPTS]
    """Those that were given, and those that were found."""
    models: FlowModels
    """Of the question with these constraints."""
    note: str
    """What the search says about them."""


def search_constraints(
    program: FlowProgram,
    specification: Sequence[LPTS],
    decide: Decide,
    given: Sequence[str | LPTS] = (),
    sides: Decomposition | None = None,
    watch: Watch | None = None,
) -> FoundConstraints:
    """Constraints with which the property holds, each of them needed; or all, if there is a violation with all.

    Two sides know less about each other than one flow graph does, and may need more constraints.
    """
    watch = watch or Watch()
    automata = [f"VA({name})" for name in program.variables] + [f"TA({name})" for name in program.task_names]

    def trace_with(constraints: Sequence[str | LPTS]) -> Sequence[str] | None:
        watch.check("looking for constraints", len(constraints))
        return decide(ask(program, specification, [*given, *constraints], sides, watch))

    def refutes(names: Sequence[str], others: Sequence[str], word: LPTS) -> bool:
        return trace_with([*others, *names, word]) is None

    def result(constraints: Sequence[str], note: str) -> FoundConstraints:
        everything = [*given, *constraints]
        return FoundConstraints(everything, ask(program, specification, everything, sides, watch), note)

    chosen: list[str] = []
    while (trace := trace_with(chosen)) is not None:
        word = _word(trace, program, specification)
        left = [name for name in automata if name not in chosen]
        if not left or not refutes(left, chosen, word):
            return result(automata, "no constraint rules out the violation: all variables and tasks are followed")
        chosen += _needed(left, partial(refutes, others=tuple(chosen), word=word)) or left
    chosen = _needed(chosen, lambda names: trace_with(names) is None)
    if not chosen:
        return result(chosen, f"no {'other ' if given else ''}constraint is needed")
    return result(chosen, f"each of these constraints is needed: {', '.join(chosen)}")


def _needed(names: Sequence[str], suffices: Callable[[Sequence[str]], bool]) -> list[str]:
    """One that suffices alone, if there is one; otherwise, what is left when none can be left out, from the last on."""
    if len(names) > 1:
        alone = next((name for name in names if suffices([name])), None)
        if alone is not None:
            return [] if suffices([]) else [alone]
    kept = list(names)
    for name in reversed(names):
        others = [one for one in kept if one != name]
        if suffices(others):
            kept = others
    return kept


def _word(trace: Sequence[str], program: FlowProgram, specification: Sequence[LPTS]) -> LPTS:
    """The events of a trace that every flow graph of the program has, as a constraint that allows nothing else."""
    known = frozenset(program.entry_events.values()).union(*(one.alphabet for one in specification)) & program.events
    events = [event for label in trace for event in _event(label, known, program.task_names)]
    moves = [(str(number), event, str(number + 1)) for number, event in enumerate(events)]
    return LPTS.build("0", moves, known, "trace")


def _event(label: str, known: frozenset[str], tasks: Sequence[str]) -> list[str]:
    """The event that a label stands for, if it is one of these: without a place, a side or a caller."""
    for named in (label, label.rpartition("@")[0]):
        ends = [end for end in (f".{task}" for task in tasks) if named.endswith(end)]
        bare = [named.removesuffix(end) for end in ends]
        for event in (named, re.sub(r"^s\d+\.", "", named), re.sub(r"\.s+\d+$", "", named), *bare):
            if event in known:
                return [event]
    return []

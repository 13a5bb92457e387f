"""From a text to a flow graph, or to the models of a question about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symag.flow import AUTO, FlowModels, FlowProgram, ask, named_sides, search_constraints
from symag.formats.flow.elaborate import elaborate
from symag.formats.flow.grammar import parse_ada
from symag.formats.format import AskedModels, ProgramQuestion, SourceText
from symag.model import LPTS

__all__ = ["ask_flow", "read_flow", "read_program"]


def read_program(source: SourceText) -> FlowProgram:
    """The tasks of a text."""
    source.watch.check("reading")
    return elaborate(parse_ada(source.text, source.watch), source)


def read_flow(source: SourceText) -> tuple[LPTS, ...]:
    """The flow graph with all its events."""
    return (read_program(source).model(source.watch),)


def ask_flow(source: SourceText, question: ProgramQuestion) -> AskedModels:
    """The models for a question: the flow graph refined to what the question is about, and the constraints."""
    program = read_program(source)
    sides = None if question.sides is None else named_sides(question.sides, program.task_names)
    given = [one for one in question.constraints if one != AUTO]
    for one in given:
        if isinstance(one, LPTS):
            source.note(f"the verdict is about the executions that the constraint {one.name} allows, and no others")
    models = AskedModels(*ask(program, question.specification, given, sides, source.watch))
    if len(given) == len(question.constraints):
        return models

    def search(trace_of: Callable[[AskedModels], Sequence[str] | None]) -> AskedModels:
        def decide(asked: FlowModels) -> Sequence[str] | None:
            return trace_of(AskedModels(*asked))

        found = search_constraints(program, question.specification, decide, given, sides, source.watch)
        return AskedModels(*found.models, notes=(found.note,))

    return models._replace(search=search)

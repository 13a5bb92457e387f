"""`symag encode`: the question for an SMT solver."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Optional

import typer

import symag
from symag.cli.app import SPEC_HELP, Constants, Files, Memory, OwnFormula, Seconds, States, choice, print_answer
from symag.cli.models import QuestionFiles
from symag.cli.output import STDOUT, print_notes, print_written, refuse_output
from symag.errors import InputError
from symag.evidence import PROPERTIES_KIND
from symag.formats import write_atomically
from symag.limits import Limits
from symag.question import left_with
from symag.report import Progress
from symag.smt import WRITTEN

__all__ = ["encode"]

SCRIPT_HELP = "Write to FILE, an .smt2 file, instead of standard output."
WRITTEN_HELP = (
    "For simulation. weights (the default): linear arithmetic over the reals. cuts: Boolean, for small distributions."
)
EncodedSpecification = Annotated[Optional[Path], typer.Option("--spec", metavar="P", help=SPEC_HELP)]
BOUND_HELP = "With --spec: whether it is left with at most this probability."


def encode(
    components: Files,
    spec: EncodedSpecification = None,
    property: OwnFormula = None,
    at_most: Annotated[Optional[str], typer.Option("--at-most", metavar="P", help=BOUND_HELP)] = None,
    encoding: Annotated[Optional[str], choice(WRITTEN_HELP, WRITTEN, "E")] = None,
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=SCRIPT_HELP)] = None,
) -> None:
    """Write the question as SMT-LIB 2, for any solver.

    It is the question that check would answer by simulation, or about a bound on a probability: sat if it holds, unsat
    if not.

    Example: symag encode sender.json channel.json --spec spec.json -o question.smt2

    Example: symag encode sender.json channel.json --property 'P<=1/10 [ F fail ]' -o question.smt2
    """
    if output == STDOUT:
        output = None
    specs = [] if spec is None else [spec]
    if not specs and not property:
        raise InputError("give the specification with --spec P, or a formula with --property")
    refuse_output(output, (*components, *specs), "script", (".smt2",))
    with Progress() as progress:
        limits = Limits(timeout, max_states, memory)
        asked = QuestionFiles(components, specs, None, const, limits, progress, property=property)
        (question,) = asked.questions
        print_notes(question.notes)
        specification: Any = question.specification
        if at_most is not None:
            specification = left_with(specification, at_most)
        elif specs:
            specification = PROPERTIES_KIND.merged(specification, asked.reader.watch)
        text = symag.encode(
            question.components,
            specification,
            encoding=encoding,
            limits=asked.reader.limits_left(),
            listener=progress,
        )
    if output is None:
        print_answer(text, end="")
    else:
        write_atomically(str(output), text.encode())
        print_written(output)

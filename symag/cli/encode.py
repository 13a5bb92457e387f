"""`symag encode`: the question for an SMT solver."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

import symag
from symag.cli.app import Constants, Files, Memory, Seconds, Specification, States, choice, print_answer
from symag.cli.models import QuestionFiles
from symag.cli.output import STDOUT, print_notes, print_written, refuse_output
from symag.evidence import PROPERTIES_KIND
from symag.formats import write_atomically
from symag.limits import Limits
from symag.report import Progress
from symag.smt import WRITTEN

__all__ = ["encode"]

SCRIPT_HELP = "Write to FILE, an .smt2 file, instead of standard output."
WRITTEN_HELP = "weights: linear arithmetic over the reals. cuts: Boolean, where the distributions are small."


def encode(
    components: Files,
    spec: Specification,
    encoding: Annotated[str, choice(WRITTEN_HELP, WRITTEN, "E")] = "weights",
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=SCRIPT_HELP)] = None,
) -> None:
    """Write the question as SMT-LIB 2, for any solver.

    It is the question that check would answer by simulation: sat if it holds, unsat if not.

    Example: symag encode sender.json channel.json --spec spec.json -o question.smt2
    """
    if output == STDOUT:
        output = None
    refuse_output(output, (*components, spec), "script", (".smt2",))
    with Progress() as progress:
        asked = QuestionFiles(components, [spec], None, const, Limits(timeout, max_states, memory), progress)
        (question,) = asked.questions
        print_notes(question.notes)
        text = symag.encode(
            question.components,
            PROPERTIES_KIND.merged(question.specification, asked.reader.watch),
            encoding=encoding,
            limits=asked.reader.limits_left(),
            listener=progress,
        )
    if output is None:
        print_answer(text, end="")
    else:
        write_atomically(str(output), text.encode())
        print_written(output)

"""`symag explain`: what there is to know before anything is decided."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from json import dumps as to_text
from pathlib import Path
from typing import Annotated, Any, Optional

import typer
from rich.text import Text

from symag.cli.app import (
    Constants,
    Files,
    OwnFormula,
    OwnSpecification,
    ProgramConstraints,
    ProgramSides,
    SelectedAssertion,
    print_answer,
)
from symag.cli.models import QuestionFiles, refuse_search
from symag.cli.output import print_written, refuse_output
from symag.cli.parameters import from_table
from symag.errors import InputError
from symag.limits import Limits, within_memory
from symag.model import printable
from symag.options import LIMITS, Options, table_of_options
from symag.question import refuse_values
from symag.report import PICTURES, Progress, explanation_text, terminal

__all__ = ["explain", "explain_files"]

DRAW_HELP = "Draw who shares what with whom to FILE, a .svg, .png or .dot file."
JSON_HELP = "Print the explanation as one JSON object."


@from_table(set(table_of_options()) - {"assumption", "audit"})
def explain(
    components: Files,
    *,
    spec: OwnSpecification = None,
    property: OwnFormula = None,
    options: dict[str, Any],
    const: Constants = None,
    assertion: SelectedAssertion = None,
    constraint: ProgramConstraints = None,
    sides: ProgramSides = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=DRAW_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Look at a question before it is decided, for about a second.

    Sizes, who shares which actions with whom, how large the composition is or how fast it grows, which components are
    equal up to renaming, which ones are near the specification, whether it splits into several properties; and what
    the method would do, why, and what that should cost. Exit code 0: done, 2: bad input, 3: a limit was reached,
    4: symag failed.

    Example: symag explain sender.json channel.json --spec spec.json -o graph.svg

    Example: symag explain scheduler.csp --assertion 2 --json
    """
    explain_files(components, spec, const, assertion, options, json, output, property, constraint, sides)


def explain_files(
    components: list[Path],
    spec: list[Path] | None,
    const: list[str] | None,
    assertion: str | None,
    options: Mapping[str, Any],
    json: bool,
    output: Path | None = None,
    property: list[str] | None = None,
    constraints: list[str] | None = None,
    sides: str | None = None,
) -> None:
    """Explain the question, or all questions that a file asks itself, and draw the one that there is."""
    refuse_output(output, (*components, *(spec or ())), "picture", PICTURES)
    refuse_values(Options(**options))
    refuse_search(constraints)
    limits = Limits(*(options[name] for name in LIMITS))
    general = {name: value for name, value in options.items() if name not in LIMITS}
    with Progress(seconds=limits.seconds) as progress:
        asking: dict[str, Any] = {"assertion": assertion, "property": property, "at_most": options["at_most"]}
        asking |= {"constraints": constraints, "sides": sides}
        read = partial(QuestionFiles, components, spec, None, const, limits, progress, options["relation"], **asking)
        asked = within_memory(read)
        decided = [question for question in asked.questions if not question.not_decided]
        if output is not None and len(decided) != 1:
            raise InputError(f"a picture shows one question, and there are {len(decided)}: --assertion selects one")
        found = [
            question.explain(**general, listener=progress, limits=asked.reader.limits_left()) for question in decided
        ]
    left = [question for question in asked.questions if question.not_decided]
    if json:
        several = {
            "questions": [one.to_json() for one in found],
            "not_decided": [{"question": question.text, "reason": question.not_decided} for question in left],
        }
        print_answer(to_text(found[0].to_json() if spec or property else several))  # in ASCII, for any terminal
    console = terminal(stderr=json)
    for number, one in enumerate(found):
        if number:
            console.print()
        console.print(explanation_text(one))
    for question in left:
        console.print(Text(printable(f"not decided: {question.text}: {question.not_decided}"), "yellow"))
    if output is not None:
        found[0].draw(output)
        print_written(output)

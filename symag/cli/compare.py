"""`symag compare`: backends and methods side by side, on one question or on a family that grows."""

from __future__ import annotations

import json as text
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from symag.assume import METHODS
from symag.cli.app import (
    INTERNAL,
    UNKNOWN,
    Constants,
    OwnFormula,
    OwnSpecification,
    ProgramConstraints,
    ProgramSides,
    SelectedAssertion,
    print_answer,
    print_error,
)
from symag.cli.models import QuestionFiles, refuse_search
from symag.cli.output import STDOUT, print_notes, print_written, refuse_output
from symag.cli.parameters import from_table
from symag.errors import InputError
from symag.limits import Limits
from symag.options import compared_options
from symag.relations import DEFAULT_RELATION
from symag.report import Progress, check_plot, plot, show_comparison, terminal
from symag.study.cases.families import FAMILIES
from symag.study.compare.comparison import SUFFIXES, Comparison
from symag.study.compare.side_by_side import Sweep, chosen, chosen_methods, sweep
from symag.study.compare.side_by_side import compare as ask

__all__ = ["compare"]

LARGEST = 40
"""The largest size of a family that makes sense: mutex has 67 trillion states there."""
KEPT = "symag-disagreement"

Run = Callable[[Progress], Comparison | Sweep]

COMPARED_FILES_HELP = "The components, as for check."
ComparedFiles = Annotated[
    Optional[list[Path]], typer.Argument(metavar="COMPONENT", help=COMPARED_FILES_HELP, show_default=False)
]
BACKENDS_HELP = "Which backends; by default all that are there, or with --methods, fixpoint."
Names = Annotated[Optional[str], typer.Option(metavar="A,B,…", help=BACKENDS_HELP)]
METHOD_NAMES = ", ".join(method.name for method in METHODS)
METHODS_HELP = f"Which methods, each by each backend: {METHOD_NAMES}, as for check; by default auto."
Methods = Annotated[Optional[str], typer.Option(metavar="A,B,…", help=METHODS_HELP)]
FAMILY_HELP = f"Instead of files, systems of symag's own that grow: {', '.join(FAMILIES)}."
Family = Annotated[Optional[str], typer.Option(metavar="NAME", help=FAMILY_HELP)]
Sizes = Annotated[Optional[str], typer.Option(metavar="A..B", help="The sizes of the family; by default 2..6.")]
PLOT_HELP = "Plot times against sizes of the family: .svg or .png."
Plotted = Annotated[Optional[Path], typer.Option("--plot", metavar="FILE", help=PLOT_HELP)]
SAVE_COMPARISON_HELP = "Write to FILE: the JSON object to a .json file, the rows to a .csv file; - is as --json."
SavedComparison = Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=SAVE_COMPARISON_HELP)]


@from_table(compared_options())
def compare(
    components: ComparedFiles = None,
    spec: OwnSpecification = None,
    backends: Names = None,
    methods: Methods = None,
    property: OwnFormula = None,
    *,
    options: dict[str, Any],
    family: Family = None,
    sizes: Sizes = None,
    violated: Annotated[bool, typer.Option("--violated", help="The variant of the family that is violated.")] = False,
    const: Constants = None,
    assertion: SelectedAssertion = None,
    constraint: ProgramConstraints = None,
    sides: ProgramSides = None,
    plotted: Plotted = None,
    output: SavedComparison = None,
    json: Annotated[bool, typer.Option("--json", help="Print the comparison as one JSON object.")] = False,
) -> None:
    """Put the same question to several backends, or by several methods.

    Each backend with each method is a row: verdict, time, memory and sizes; limits are for each row.

    Exit code 0 if all have an answer and agree, 3 if one does not know, 4 if they disagree or one failed; then the
    question is kept in a file, for a report.

    Example: symag compare sender.json channel.json --spec spec.json --backends fixpoint,z3

    Example: symag compare sender.json channel.json --spec spec.json --methods mono,agar -o methods.csv

    Example: symag compare scheduler.csp --assertion 1 --methods mono,agar,learn

    Example: symag compare --family cs --sizes 2..6 --timeout 60 --plot cs.svg
    """
    json, output = (True, None) if output == STDOUT else (json, output)
    refuse_output(output, (*(components or ()), *(spec or ())), "comparison", SUFFIXES)
    options["methods"] = None if methods is None else chosen_methods(_names(methods))
    options["backends"] = chosen(None if backends is None else _names(backends), options["methods"])
    run: Run
    if family is None:
        _refuse_without_family(sizes, violated, plotted)
        refuse_search(constraint)
        program = {"constraints": constraint, "sides": sides}
        run = _question(components, spec, const, assertion, property, program, options)
    elif any((components, spec, const, assertion is not None, property, constraint, sides is not None)):
        raise InputError("give components and --spec, or --family, not both")
    elif options.pop("at_most") is not None:
        raise InputError("the families have specifications of their own: leave --at-most out, or give files")
    elif options.pop("relation") not in (None, DEFAULT_RELATION):
        raise InputError("the families are probabilistic, and have no traces: leave --relation out, or give files")
    else:
        run = _family(family, "2..6" if sizes is None else sizes, violated, options)
    if plotted is not None:
        check_plot(plotted)
    with Progress() as progress:
        found = run(progress)
    _print(found, output, json)
    if plotted is not None and isinstance(found, Sweep):
        plot(found, plotted)
        print_written(plotted)
    raise typer.Exit(_exit_code(found))


def _names(given: str) -> list[str]:
    return [name.strip() for name in given.split(",") if name.strip()]


def _refuse_without_family(sizes: str | None, violated: bool, plotted: Path | None) -> None:
    for option, given in (("--sizes", sizes is not None), ("--violated", violated), ("--plot", plotted is not None)):
        if given:
            raise InputError(f"{option} goes with --family")


def _question(
    components: list[Path] | None,
    spec: list[Path] | None,
    const: list[str] | None,
    assertion: str | None,
    property: list[str] | None,
    program: dict[str, Any],
    options: dict[str, Any],
) -> Run:
    """What to run for files: the question with this specification, or the one that a file asks itself."""
    if not components:
        raise InputError(f"give components and --spec, or --family: {', '.join(FAMILIES)}")
    limits = Limits(options["timeout"], options["max_states"], options["memory"])
    asking = program | {"assertion": assertion, "property": property, "at_most": options["at_most"]}
    read = QuestionFiles(components, spec, None, const, limits, relation=options["relation"], **asking)
    if len(read.questions) > 1:
        raise InputError(f"asks {len(read.questions)} questions: choose one with --assertion N", str(components[0]))
    (asked,) = read.questions
    print_notes(asked.notes)
    if not property:  # the formula itself chooses the relation
        options["relation"] = asked.relation
    return lambda progress: ask(asked.components, asked.specification, **options, listener=progress)


def _family(name: str, sizes: str, violated: bool, options: dict[str, Any]) -> Run:
    """What to run for a family."""
    if name not in FAMILIES:
        raise InputError(f"there is no family {name!r}: choose from {', '.join(FAMILIES)}")
    wanted = _sizes(sizes)
    return lambda progress: sweep(FAMILIES[name], wanted, violated=violated, **options, listener=progress)


def _sizes(given: str) -> range:
    """`2..6`, or one number."""
    numbers = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", given.strip())
    if numbers is None:
        raise InputError(f"the sizes {given!r} cannot be read: write a range such as 2..6, or one number")
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    if not 1 <= first <= last <= LARGEST:
        raise InputError(f"the sizes {given!r} are not a range from 1 to at most {LARGEST}, the smaller first")
    return range(first, last + 1)


def _print(found: Comparison | Sweep, output: Path | None, json: bool) -> None:
    """Print the table, and the JSON object if asked; save the question of a disagreement, and the output."""
    if json:
        print_answer(text.dumps(found.to_json()))  # in ASCII, for any terminal
    show_comparison(found, terminal(stderr=json))
    if not found.agree:
        for comparison in _comparisons(found):
            if not comparison.agree:
                _keep(comparison)
    if output is not None:
        found.save(output)
        print_written(output)


def _comparisons(found: Comparison | Sweep) -> list[Comparison]:
    return [found] if isinstance(found, Comparison) else [comparison for _, comparison in found.comparisons]


def _exit_code(found: Comparison | Sweep) -> int:
    if not found.agree:
        return INTERNAL
    verdicts = {row.verdict for comparison in _comparisons(found) for row in comparison.rows}
    return UNKNOWN if "unknown" in verdicts else 0


def _keep(comparison: Comparison) -> None:
    """Save the question under a free name. A failure to save must not hide the disagreement."""
    try:
        file = _free_name()
        try:
            comparison.save_inputs(file)
        except BaseException:
            os.unlink(file)
            raise
    except (InputError, OSError) as error:
        print_error(f"please report this with the input files; they could not be kept: {error}")
    else:
        print_error(f"please report this, and attach {file}: it has the question and the answers")


def _free_name() -> str:
    """The first free name. The file is created at once, so that no other process takes the name."""
    number = 1
    while True:
        file = f"{KEPT}.json" if number == 1 else f"{KEPT}-{number}.json"
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            return file
        except FileExistsError:
            number += 1

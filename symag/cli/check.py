"""`symag check`: the main job."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from json import dumps as to_text
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Optional

import typer

import symag
from symag.cli.app import (
    BAD_INPUT,
    EXIT,
    Constants,
    Files,
    Saved,
    Specification,
    print_answer,
)
from symag.cli.models import QuestionFiles, unknown_json
from symag.cli.output import STDOUT, OutputFiles, refuse_output, refuse_overwriting
from symag.cli.parameters import command_line, from_table
from symag.errors import InputError, LimitReached
from symag.formats import check_writable, make_folder, split_process
from symag.limits import Limits, within_memory
from symag.options import IterationListener, Options
from symag.question import refuse_values
from symag.report import Progress, iteration_text, terminal, verdict_text
from symag.simulation import get_backend

__all__ = ["check"]

REPORT_HELP = "Write a report to FILE, an .html file: the proof or the violation, step by step."
STRICT_HELP = "Exit with code 2 if there is a note, whatever the verdict; for CI."
MOST_NAMES = 6
KEEP_ASSUMPTIONS_HELP = "Write the assumptions to FOLDER/A1.json, …"


def _iteration_listener(progress: Progress, verbose: bool) -> IterationListener:
    """Shows each iteration: in the progress line, and as text with `--verbose`."""

    def show(entry: dict[str, Any]) -> None:
        progress.show_iteration(entry)
        if verbose:
            print(iteration_text(entry), file=sys.stderr)

    return show


@contextmanager
def _unknown_as_json(json: bool, options: Mapping[str, Any]) -> Iterator[None]:
    """With `--json`, print an object also if a limit is reached before there is a verdict to print."""
    try:
        yield
    except LimitReached as reached:
        if json:
            print_answer(to_text(unknown_json(reached, options)))
        raise


def _save_assumptions(verdict: symag.Verdict, folder: Path, saving: OutputFiles) -> None:
    if not verdict.assumptions:
        print("note: there are no assumptions to save", file=sys.stderr)
    for number, assumption in enumerate(verdict.assumptions, 1):
        file = folder / f"A{number}.json"
        saving.save("writing the assumptions", partial(symag.save, assumption, file), file)


def _meant(given: list[Path], sides: Sequence[symag.LPTS | Sequence[symag.LPTS]]) -> str:
    """Which components of the verdict come from which argument, if their names differ."""
    found = []
    for argument, side in zip(given, sides, strict=True) if len(given) > 1 else ():
        file, process = split_process(argument)
        names = [model.name for model in ([side] if isinstance(side, symag.LPTS) else side)]
        if names != [process or Path(file).stem]:
            shown = names if len(names) <= MOST_NAMES else [names[0], "…", names[-1]]
            found.append(f"{process or Path(file).name} is {' ‖ '.join(shown)}")
    return "; ".join(found)


def _refuse_outputs(models: Sequence[Path], output: Path | None, report: Path | None, folder: Path | None) -> None:
    """An InputError, before anything is decided, for a file that cannot be written or would overwrite another one."""
    refuse_output(output, models, "verdict", (".json",))
    if report is not None:
        check_writable(report)
        refuse_overwriting(report, models, "report")
        if output is not None and report.resolve() == output.resolve():
            raise InputError("is where the verdict goes: write the report to another file", str(report))
        if report.suffix.lower() not in (".html", ".htm"):
            raise InputError("the report is an HTML page: call it report.html", str(report))
    if folder is not None:
        for file in folder.glob("A[0-9]*.json"):
            refuse_overwriting(file, models, "assumptions")
        if output is not None and output.resolve().match(f"{folder.resolve()}/A[0-9]*.json"):
            raise InputError("is where an assumption goes: write the verdict to another file", str(output))
        make_folder(folder)


@from_table()
def check(
    context: typer.Context,
    components: Files,
    spec: Specification,
    options: dict[str, Any],
    const: Constants = None,
    save_assumptions: Annotated[Optional[Path], typer.Option(metavar="FOLDER", help=KEEP_ASSUMPTIONS_HELP)] = None,
    strict: Annotated[bool, typer.Option("--strict", help=STRICT_HELP)] = False,
    output: Saved = None,
    report: Annotated[Optional[Path], typer.Option(metavar="FILE", help=REPORT_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print each iteration of agar, cegar and learn.")
    ] = False,
) -> None:
    """Decide whether a system of components satisfies a specification.

    The verdict comes with evidence: a certificate, or a counterexample. Exit code 0: holds, 1: violated, 2: bad input,
    3: unknown, a limit was reached, 4: symag failed. Notes say what to look at before you trust the verdict: the system
    can stop, it never does an action of the specification, an action seems to be misspelt.

    In a verdict, ‖ is parallel composition, ≼ means "is simulated by", and ⊨ (for traces) "satisfies".

    Example: symag check sender.json channel.json --spec spec.json --output verdict.json

    Example: symag check server.prism clients.prism --spec spec.prism --const N=3 --report report.html

    Example: symag check bridge.lts --spec bridge.lts#ONEWAY --relation traces
    """
    assumption = options.pop("assumption")
    models = (*components, spec, *(assumption or ()))
    json, output = (True, None) if output == STDOUT else (json, output)
    _refuse_outputs(models, output, report, save_assumptions)
    if verbose and context.params["quiet"]:
        raise InputError("give --quiet or --verbose, not both")
    refuse_values(Options(**options))
    get_backend(options["backend"], options["encoding"])
    with Progress(seconds=options["timeout"]) as progress:
        limits = Limits(options["timeout"], options["max_states"], options["memory"])
        read = partial(QuestionFiles, components, spec, assumption, const, limits, progress, options["relation"])
        with _unknown_as_json(json, options):
            asked = within_memory(read)
        verdict = symag.check(
            asked.sides,
            asked.specification,
            **options | {"timeout": asked.remaining},
            assumption=asked.assumptions,
            on_iteration=_iteration_listener(progress, verbose),
            listener=progress,
        ).with_notes(asked.notes)
        meant = _meant(components, asked.sides)
        saving = OutputFiles(progress)
        if output is not None:
            saving.save("writing the evidence", lambda: verdict.save(output), output)
        if report is not None:
            saved = None if output is None else quote(str(output))
            page = partial(verdict.report, report, command_line(context), saved, meant)
            saving.save("writing the report", page, report)
        if save_assumptions is not None:
            _save_assumptions(verdict, save_assumptions, saving)
    if json:
        with _unknown_as_json(json, options):
            print_answer(within_memory(lambda: to_text(verdict.to_json())))  # in ASCII, for any terminal
    terminal(stderr=json).print(verdict_text(verdict, meant=meant))
    saving.finish()
    raise typer.Exit(BAD_INPUT if strict and verdict.notes else EXIT[verdict.verdict])

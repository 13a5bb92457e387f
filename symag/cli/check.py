"""`symag check`: the main job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from json import dumps as to_text
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Optional

import typer

import symag
from symag.assume import METHODS, Component, flatten, method_of
from symag.cli.answers import Answers
from symag.cli.app import (
    Constants,
    Files,
    OwnFormula,
    OwnSpecification,
    ProgramConstraints,
    ProgramSides,
    Saved,
    SelectedAssertion,
    print_answer,
)
from symag.cli.explain import explain_files
from symag.cli.interactive import AskToGoOn
from symag.cli.models import QuestionFiles, unknown_json
from symag.cli.output import STDOUT, OutputFiles, refuse_output, refuse_overwriting
from symag.cli.parameters import command_line, from_table
from symag.errors import InputError, LimitReached
from symag.evidence import save_questions
from symag.formats import check_writable, make_folder, split_process
from symag.limits import Limits, within_memory
from symag.options import LIMITS, IterationListener, Options, having
from symag.question import refuse_values
from symag.report import Progress, iteration_text
from symag.simulation import get_backend

__all__ = ["check"]

REPORT_HELP = "Write a report to FILE, an .html file: the proof or the violation, step by step."
VERBOSE_HELP = (
    "Print each iteration of agar, cegar and learn, and what assumptions about traces say; of a trace, all moves, also "
    "hidden ones, with states."
)
INTERACTIVE_HELP = "For minimal. Show each assumption that is found, and ask whether to search for a smaller one."
DRY_RUN_HELP = "Decide nothing: look at the question, as symag explain does."
STRICT_HELP = "Exit with code 2 if there is a note, whatever the verdict; for CI."
MOST_NAMES = 6
Job = tuple[str, Callable[[], None], Path]
"""What to say, what to do, and the file that it writes."""
KEEP_ASSUMPTIONS_HELP = "Write the assumptions to FOLDER/A1.json, …"


def _iteration_listener(progress: Progress, verbose: bool) -> IterationListener:
    """Shows each iteration: in the progress line, and as text with `--verbose`."""

    def show(entry: dict[str, Any]) -> None:
        progress.show_iteration(entry)
        if verbose:
            print(iteration_text(entry), file=sys.stderr)

    return show


@contextmanager
def _unknown_as_json(
    json: bool, options: Mapping[str, Any], asks_itself: bool, property: list[str] | None
) -> Iterator[None]:
    """With `--json`, print an object also if a limit is reached before there is a verdict to print."""
    try:
        yield
    except LimitReached as reached:
        if json:
            unknown = unknown_json(reached, options, property)
            print_answer(to_text({"questions": [unknown]} if asks_itself else unknown))
        raise


def _meant(given: list[Path], sides: Component) -> str:
    """Which components of the verdict come from which argument, if their names differ."""
    found = []
    if len(given) == 1 or isinstance(sides, symag.LPTS):
        return ""
    for argument, side in zip(given, sides, strict=True):
        file, process = split_process(argument)
        names = [model.name for model in flatten(side)]
        if names != [process or Path(file).stem]:
            shown = names if len(names) <= MOST_NAMES else [names[0], "…", names[-1]]
            found.append(f"{process or Path(file).name} is {' ‖ '.join(shown)}")
    return "; ".join(found)


@dataclass(frozen=True)
class _Outputs:
    """The files to write. Of several questions there is a report, and a folder of assumptions, for each."""

    verdict: Path | None
    report: Path | None
    assumptions: Path | None

    def refuse(self, models: Sequence[Path]) -> None:
        """An InputError, before anything is decided, for a file that cannot be written or would overwrite another."""
        output, report, folder = self.verdict, self.report, self.assumptions
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

    def write(self, answers: Answers, asks_itself: bool, command: str, meant: str) -> Iterator[Job]:
        """What to write where."""
        output, verdicts = self.verdict, answers.verdicts
        if output is not None:
            save = partial(save_questions, verdicts, answers.not_decided) if asks_itself else verdicts[0].save
            yield "writing the evidence", partial(save, output), output
        for number, verdict in enumerate(verdicts, 1):
            several = len(verdicts) > 1
            if self.report is not None:
                saved = None if output is None else quote(str(output))
                page = self.report.with_stem(f"{self.report.stem}-{number}") if several else self.report
                yield "writing the report", partial(verdict.report, page, command, saved, meant), page
            if self.assumptions is not None:
                folder = self.assumptions / str(number) if several else self.assumptions
                yield from _assumptions_to(folder, verdict)


def _assumptions_to(folder: Path, verdict: symag.Verdict) -> Iterator[Job]:
    if not verdict.assumptions:
        print("note: there are no assumptions to save", file=sys.stderr)
        return
    make_folder(folder)
    for number, assumption in enumerate(verdict.assumptions, 1):
        file = folder / f"A{number}.json"
        yield "writing the assumptions", partial(symag.save, assumption, file), file


@from_table()
def check(
    context: typer.Context,
    components: Files,
    *,
    spec: OwnSpecification = None,
    property: OwnFormula = None,
    options: dict[str, Any],
    const: Constants = None,
    assertion: SelectedAssertion = None,
    constraint: ProgramConstraints = None,
    sides: ProgramSides = None,
    save_assumptions: Annotated[Optional[Path], typer.Option(metavar="FOLDER", help=KEEP_ASSUMPTIONS_HELP)] = None,
    interactive: Annotated[bool, typer.Option("--interactive", help=INTERACTIVE_HELP)] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=DRY_RUN_HELP)] = False,
    strict: Annotated[bool, typer.Option("--strict", help=STRICT_HELP)] = False,
    output: Saved = None,
    report: Annotated[Optional[Path], typer.Option(metavar="FILE", help=REPORT_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
) -> None:
    """Decide whether a system of components satisfies a specification.

    The verdict comes with evidence: a certificate, or a counterexample. Exit code 0: holds, 1: violated, 2: bad input,
    3: unknown, a limit was reached, 4: symag failed. Notes say what to look at before you trust the verdict: the system
    can stop, it never does an action of the specification, an action seems to be misspelt.

    In a verdict, ‖ is parallel composition, ≼ means "is simulated by", and ⊨ (for traces) "satisfies".

    Example: symag check sender.json channel.json --spec spec.json --output verdict.json

    Example: symag check server.prism clients.prism --spec spec.prism --const N=3 --report report.html

    Example: symag check bridge.lts --spec bridge.lts#ONEWAY --relation traces

    Example: symag check bridge.lts --spec first.json --spec second.json --relation traces

    Example: symag check sender.json channel.json --property 'P<=1/10 [ F lost ]'

    Example: symag check elevator.ada --spec doors.lts --constraint 'VA(x)'

    Without --spec or --property, a file that asks questions itself is checked for these: an FSP file for the properties
    in its last composite process, and for ERROR; a CSPm script for its assertions about traces. An assertion of another
    kind is listed, and does not count. The exit code is the worst of all, in the order 4, 2, 3, 1, 0; of "assert not",
    it is 0 if the refinement is violated.

    Example: symag check mutex.lts

    Example: symag check scheduler.csp --assertion 2
    """
    assumption = options.pop("assumption")
    if dry_run:
        if any((assumption, save_assumptions, interactive, output, report, strict, verbose)):
            raise InputError("--dry-run decides nothing: of the options for output, it goes with --json only")
        explain_files(components, spec, const, assertion, options, json, None, property, constraint, sides)
        return
    json, output = (True, None) if output == STDOUT else (json, output)
    outputs = _Outputs(output, report, save_assumptions)
    asks_itself = not spec and not property
    outputs.refuse((*components, *(spec or ()), *(assumption or ())))
    _refuse_options(options, verbose and context.params["quiet"], interactive)
    limits = Limits(*(options.pop(name) for name in LIMITS))
    with Progress(seconds=limits.seconds) as progress:
        read = partial(
            QuestionFiles,
            components,
            spec,
            assumption,
            const,
            limits,
            progress,
            relation=options["relation"],
            assertion=assertion,
            property=property,
            at_most=options["at_most"],
            constraints=constraint,
            sides=sides,
        )
        with _unknown_as_json(json, options, asks_itself, property):
            asked = within_memory(read)
        answers = Answers(strict)
        asking = {"on_assumption": AskToGoOn(progress)} if interactive else {}
        _decide(asked, answers, options | asking, progress, verbose)
        meant = "" if asks_itself else _meant(components, asked.questions[0].components)
        saving = OutputFiles(progress)
        for job in outputs.write(answers, asks_itself, command_line(context), meant):
            saving.save(*job)
    if json:
        with _unknown_as_json(json, options, asks_itself, property):
            print_answer(within_memory(lambda: to_text(answers.to_json(asks_itself))))  # in ASCII, for any terminal
    answers.print(meant, stderr=json, verbose=verbose)
    saving.finish()
    raise typer.Exit(answers.exit_code)


def _refuse_options(options: Mapping[str, Any], is_quiet: bool, interactive: bool) -> None:
    """An InputError, before anything is read, for options that are wrong whatever the question is."""
    if is_quiet:
        raise InputError("give --quiet or --verbose, not both")
    if interactive and not method_of(options["method"]).minimises:
        raise InputError(f"--interactive goes with --method {having('minimises', METHODS)} only: leave it out")
    refuse_values(Options(**options))
    get_backend(options["backend"], options["encoding"])


def _decide(
    asked: QuestionFiles, answers: Answers, options: Mapping[str, Any], progress: Progress, verbose: bool
) -> None:
    """Decide all questions, one after the other; together they have the limits that the user gave."""
    shown = {"listener": progress, "on_iteration": _iteration_listener(progress, verbose)}
    for question in asked.questions:
        answers.decide(question, {**options, **shown, "assumption": asked.assumptions}, asked.reader.limits_left)
    answers.refuse_options()

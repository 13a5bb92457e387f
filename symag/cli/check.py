"""`symag check`: the main job."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps as to_text
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Optional

import typer
from rich.padding import Padding
from rich.text import Text

import symag
from symag.assume import Component, flatten
from symag.cli.app import (
    BAD_INPUT,
    EXIT,
    UNKNOWN,
    Constants,
    Files,
    OwnSpecification,
    Saved,
    SelectedAssertion,
    print_answer,
    worst,
)
from symag.cli.models import QuestionFiles, unknown_json
from symag.cli.output import STDOUT, OutputFiles, refuse_output, refuse_overwriting
from symag.cli.parameters import command_line, from_table
from symag.errors import InputError, LimitReached
from symag.evidence import NotDecided, save_questions, write_questions
from symag.file_questions import FileQuestion
from symag.formats import check_writable, make_folder, split_process
from symag.limits import Limits, within_memory
from symag.model import printable
from symag.options import IterationListener, Options
from symag.question import refuse_values
from symag.report import Progress, iteration_text, terminal, verdict_text
from symag.simulation import get_backend

__all__ = ["check"]

REPORT_HELP = "Write a report to FILE, an .html file: the proof or the violation, step by step."
STRICT_HELP = "Exit with code 2 if there is a note, whatever the verdict; for CI."
MOST_NAMES = 6
ERROR = "error: "
"""Begins the reason why a question has no verdict, if the question is wrong."""
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
def _unknown_as_json(json: bool, options: Mapping[str, Any], asks_itself: bool) -> Iterator[None]:
    """With `--json`, print an object also if a limit is reached before there is a verdict to print."""
    try:
        yield
    except LimitReached as reached:
        if json:
            unknown = unknown_json(reached, options)
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

    def write(self, found: _Found, asks_itself: bool, command: str, meant: str) -> Iterator[Job]:
        """What to write where."""
        output, verdicts = self.verdict, found.verdicts
        if output is not None:
            save = partial(save_questions, verdicts, found.not_decided) if asks_itself else verdicts[0].save
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


@dataclass
class _Found:
    """Per question, in their order, the verdict or why there is none; and the exit codes of those that count."""

    answers: list[symag.Verdict | NotDecided] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)

    @property
    def verdicts(self) -> list[symag.Verdict]:
        return [answer for answer in self.answers if isinstance(answer, symag.Verdict)]

    @property
    def not_decided(self) -> list[NotDecided]:
        return [answer for answer in self.answers if isinstance(answer, NotDecided)]

    def decide(self, question: FileQuestion, options: Mapping[str, Any], strict: bool) -> None:
        """Decide a question. What is wrong with one question of a file does not keep the others from being decided; a
        question of a kind that symag does not decide does not count."""
        if question.text is None:
            self._add(question.check(**options), strict)
        elif question.not_decided:
            self.answers.append(NotDecided(question.text, question.not_decided))
        else:
            try:
                self._add(question.check(**options), strict)
            except InputError as error:
                self.answers.append(NotDecided(question.text, f"{ERROR}{error}"))
                self.codes.append(BAD_INPUT)
            except LimitReached as reached:
                self.answers.append(NotDecided(question.text, str(reached)))
                self.codes.append(UNKNOWN)

    def _add(self, verdict: symag.Verdict, strict: bool) -> None:
        self.answers.append(verdict)
        code = EXIT[verdict.verdict]
        if verdict.negated and verdict.verdict != "unknown":
            code = EXIT["holds" if verdict.as_asserted else "violated"]
        self.codes.append(BAD_INPUT if strict and verdict.notes else code)

    def refuse_options(self) -> None:
        """An InputError if each question has the same error: then the options are wrong, not the questions."""
        errors = [reason for _, reason in self.not_decided if reason.startswith(ERROR)]
        if errors and len(set(errors)) == 1 and len(errors) == len(self.codes):
            raise InputError(errors[0].removeprefix(ERROR))

    def print(self, meant: str, stderr: bool) -> None:
        """All that was found, each note once, and the sum of several questions."""
        console, printed = terminal(stderr=stderr), set[str]()
        for number, answer in enumerate(self.answers):
            if number:
                console.print()
            if isinstance(answer, NotDecided):
                console.print(Text(printable(f"not decided: {answer.question}"), "bold yellow"))
                console.print(Padding(Text(printable(answer.reason), "yellow"), (0, 0, 0, 2)))
                continue
            notes = tuple(note for note in answer.notes if note not in printed)
            console.print(verdict_text(replace(answer, notes=notes), meant=meant))
            printed |= {*notes}
        if len(self.answers) > 1:
            console.print(f"\n{len(self.answers)} questions: {', '.join(self._sum())}")

    def _sum(self) -> list[str]:
        """How many questions have which answer."""
        counts = Counter(verdict.verdict for verdict in self.verdicts)
        said = [f"{number} {word}" for word, number in counts.items()]
        said += [f"{len(self.not_decided)} not decided"] if self.not_decided else []
        others = sum(not verdict.as_asserted for verdict in self.verdicts if verdict.verdict != "unknown")
        if any(verdict.negated for verdict in self.verdicts):
            said.append(f"{others} not as asserted" if others else "all of these as asserted")
        return said


@from_table()
def check(
    context: typer.Context,
    components: Files,
    *,
    spec: OwnSpecification = None,
    options: dict[str, Any],
    const: Constants = None,
    assertion: SelectedAssertion = None,
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

    Without --spec, a file that asks questions itself is checked for these: an FSP file for the properties in its last
    composite process, and for ERROR; a CSPm script for its assertions about traces. An assertion of another kind is
    listed, and does not count. The exit code is the worst of all, in the order 4, 2, 3, 1, 0; of "assert not", it is 0
    if the refinement is violated.

    Example: symag check mutex.lts

    Example: symag check scheduler.csp --assertion 2
    """
    assumption = options.pop("assumption")
    json, output = (True, None) if output == STDOUT else (json, output)
    outputs = _Outputs(output, report, save_assumptions)
    asks_itself = spec is None
    outputs.refuse((*components, *([] if spec is None else [spec]), *(assumption or ())))
    if verbose and context.params["quiet"]:
        raise InputError("give --quiet or --verbose, not both")
    refuse_values(Options(**options))
    get_backend(options["backend"], options["encoding"])
    with Progress(seconds=options["timeout"]) as progress:
        limits = Limits(options["timeout"], options["max_states"], options["memory"])
        relation = options["relation"]
        read = partial(QuestionFiles, components, spec, assumption, const, limits, progress, relation, assertion)
        with _unknown_as_json(json, options, asks_itself):
            asked = within_memory(read)
        shown = {"listener": progress, "on_iteration": _iteration_listener(progress, verbose)}
        found = _Found()
        for question in asked.questions:
            given = options | shown | {"timeout": asked.remaining(), "assumption": asked.assumptions}
            found.decide(question, given, strict)
        found.refuse_options()
        meant = "" if asks_itself else _meant(components, asked.questions[0].components)
        saving = OutputFiles(progress)
        for job in outputs.write(found, asks_itself, command_line(context), meant):
            saving.save(*job)
    if json:
        with _unknown_as_json(json, options, asks_itself):
            verdicts = found.verdicts
            answer = partial(write_questions, verdicts, found.not_decided) if asks_itself else verdicts[0].to_json
            print_answer(within_memory(lambda: to_text(answer())))  # in ASCII, for any terminal
    found.print(meant, stderr=json)
    saving.finish()
    raise typer.Exit(worst(found.codes or [UNKNOWN]))

"""The command line: thin, one function per command. Exit codes: see `symag.cli.app`."""

from __future__ import annotations

import io
import sys
from json import dumps as to_text
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Optional

import typer
from rich.console import Console

import symag
from symag.assume import Told
from symag.check import METHODS, ORDERS, RELATIONS, RULES, STRATEGIES, refuse_unknown
from symag.cli.again import command_line
from symag.cli.app import (
    BAD_INPUT,
    EXIT,
    INTERNAL,
    UNKNOWN,
    Audited,
    Constants,
    Drawn,
    Encoded,
    Files,
    Memory,
    Model,
    Saved,
    Seconds,
    States,
    app,
    choice,
    command,
)
from symag.cli.bench import bench
from symag.cli.compare import compare
from symag.cli.demo import run_demo
from symag.cli.models import Question, read_model, refuse_overwriting, unread
from symag.errors import InputError, LimitReached
from symag.evidence import claimed_verdict
from symag.formats import check_writable, make_folder, write_atomically
from symag.limits import Limits
from symag.report import Progress, iteration_text, model_text, verdict_text
from symag.simulation import get_backend
from symag.smt import WRITTEN

__all__ = ["app", "main"]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"symag {symag.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which symag this is.")
    ] = False,
) -> None:
    """Prove a system of probabilistic components right, with evidence that anyone can check.

    Try: symag demo

    Example: symag check sender.json channel.json --spec spec.json
    """


REDUCE_HELP = "Make the components smaller first; by default, but for mono."
ALPHABET_HELP = "Of traces: start with assumptions that speak of what the specification speaks of."
ASSUMPTION_HELP = "Use this assumption, and only check the premises; for asym-n, one option for each."
REPORT_HELP = "Write a page for people to FILE, an .html file: the proof or the violation, step by step."
KEEP_HELP = "Write the assumptions to FOLDER/A1.json, …"


def _telling(progress: Progress, verbose: bool) -> Told:
    """What is done with each iteration."""

    def tell(entry: dict[str, Any]) -> None:
        progress.tell(entry)
        if verbose:
            print(iteration_text(entry), file=sys.stderr)

    return tell


def _save_assumptions(verdict: symag.Verdict, folder: Path) -> None:
    if not verdict.assumptions:
        print("note: there are no assumptions to save", file=sys.stderr)
    for number, assumption in enumerate(verdict.assumptions, 1):
        symag.save(assumption, folder / f"A{number}.json")


@command
def check(
    context: typer.Context,
    components: Files,
    spec: Annotated[Path, typer.Option(metavar="P", help="The specification.")],
    relation: Annotated[str, choice("One of", RELATIONS)] = "simulation",
    method: Annotated[str, choice("One of", METHODS)] = "auto",
    rule: Annotated[Optional[str], choice("For agar and learn", RULES)] = None,
    strategy: Annotated[str, choice("For agar and cegar", STRATEGIES)] = "improved",
    order: Annotated[str, choice("Of the sides", ORDERS)] = "given",
    reduce: Annotated[Optional[bool], typer.Option("--reduce/--no-reduce", help=REDUCE_HELP)] = None,
    alphabet_refinement: Annotated[bool, typer.Option("--alphabet-refinement", help=ALPHABET_HELP)] = False,
    assumption: Annotated[Optional[list[Path]], typer.Option(metavar="A", help=ASSUMPTION_HELP)] = None,
    save_assumptions: Annotated[Optional[Path], typer.Option(metavar="FOLDER", help=KEEP_HELP)] = None,
    backend: Annotated[str, choice("What decides", symag.backend_names())] = "fixpoint",
    encoding: Encoded = None,
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    audit: Audited = None,
    output: Saved = None,
    report: Annotated[Optional[Path], typer.Option(metavar="FILE", help=REPORT_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Tell each iteration of a refinement.")] = False,
) -> None:
    """Is the composition of the components simulated by the specification, or does it have only traces that it allows?

    Example: symag check sender.json channel.json --spec spec.json --output verdict.json

    Example: symag check server.prism clients.prism --spec spec.prism --const N=3 --report report.html

    Example: symag check bridge.lts --spec bridge.lts#ONEWAY --relation traces
    """
    models = (*components, spec, *(assumption or ()))
    for what, file in (("verdict", output), ("report", report)):
        if file is not None:
            check_writable(file)
            refuse_overwriting(file, models, what)
    if report is not None and output is not None and report.resolve() == output.resolve():
        raise InputError("is where the verdict goes: write the report to another file", str(report))
    if report is not None and report.suffix.lower() not in (".html", ".htm"):
        raise InputError("the report is an HTML page: call it report.html", str(report))
    if save_assumptions is not None:
        for file in save_assumptions.glob("A[0-9]*.json"):
            refuse_overwriting(file, models, "assumptions")
        if output is not None and output.resolve().match(f"{save_assumptions.resolve()}/A[0-9]*.json"):
            raise InputError("is where an assumption goes: write the verdict to another file", str(output))
        make_folder(save_assumptions)
    refuse_unknown(relation, method, rule, strategy, order)
    get_backend(backend, encoding)
    with Progress(seconds=timeout) as progress:
        try:
            asked = Question(components, spec, assumption, const, Limits(timeout, max_states, memory), progress)
        except LimitReached as reached:
            if json:
                print(to_text(unread(reached, relation=relation, method=method, rule=rule, backend=backend)))
            raise
        verdict = symag.check(
            asked.sides,
            asked.specification,
            relation=relation,
            method=method,
            rule=rule,
            strategy=strategy,
            order=order,
            reduce=reduce,
            alphabet_refinement=alphabet_refinement,
            assumption=asked.assumptions,
            told=_telling(progress, verbose),
            backend=backend,
            encoding=encoding,
            timeout=asked.remaining,
            max_states=max_states,
            memory=memory,
            audit=audit,
            listener=progress,
        )
        if output is not None:
            progress("writing the evidence", 0)
            verdict.save(output)
        if report is not None:
            progress("writing the report", 0)
            verdict.report(report, command_line(context), None if output is None else quote(str(output)))
        if save_assumptions is not None:
            _save_assumptions(verdict, save_assumptions)
    if json:
        print(to_text(verdict.to_json()))  # in ASCII, whatever the terminal speaks
    Console(stderr=json).print(verdict_text(verdict))
    raise typer.Exit(EXIT[verdict.verdict])


command(compare)

command(bench)


@command
def encode(
    components: Files,
    spec: Annotated[Path, typer.Option(metavar="P", help="The specification.")],
    encoding: Annotated[str, choice("One of", WRITTEN)] = "weights",
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help="Write to FILE.")] = None,
) -> None:
    """Write the question that check would answer as SMT-LIB 2, for any solver: sat if it holds, unsat if not.

    Example: symag encode sender.json channel.json --spec spec.json -o question.smt2
    """
    if output is not None:
        refuse_overwriting(output, (*components, spec), "script")
    with Progress() as progress:
        asked = Question(components, spec, None, const, Limits(timeout, max_states, memory), progress)
        text = symag.encode(
            asked.sides,
            asked.specification,
            encoding=encoding,
            timeout=asked.remaining,
            max_states=max_states,
            memory=memory,
            listener=progress,
        )
    if output is None:
        print(text, end="")
    else:
        write_atomically(str(output), text.encode())


@command
def audit(verdict: Annotated[Path, typer.Argument(help="A file that check --output wrote.")]) -> None:
    """Have the independent kernel check the evidence in a verdict file: exit code 0 if it accepts, 4 if not.

    Example: symag audit verdict.json
    """
    with Progress("the kernel is checking"):
        claim = claimed_verdict(verdict)
        if claim == "unknown":
            print("the verdict is unknown: there is nothing to check")
            raise typer.Exit(UNKNOWN)
        result = symag.audit(verdict)
    shown = f"accepted: {claim}, shown by {result.reason}"
    print(shown if result else f"REJECTED: {claim} is not shown: {result.reason}")
    raise typer.Exit(0 if result else INTERNAL)


@command
def show(
    model: Model,
    const: Constants = None,
    output: Drawn = None,
) -> None:
    """Show a model in the terminal, or draw it.

    Example: symag show channel.json -o channel.svg
    """
    with Progress() as progress:
        loaded = read_model(model, const, progress)
    if output is None:
        Console().print(model_text(loaded))
    else:
        symag.save(loaded, output)


@command
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A .json, .aut, .prism or .lts file.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A .json, .aut, .prism, .dot, .svg or .png file.")],
    const: Constants = None,
) -> None:
    """Translate a model from one format to another, by the suffixes.

    Example: symag convert channel.json channel.aut
    """
    with Progress() as progress:
        model = read_model(source, const, progress)
    symag.save(model, target)
    unused = model.alphabet - {model.actions[a] for a in model.action}
    if unused and target.suffix.lower() == ".aut":
        names = ", ".join(sorted(unused))
        print(f"note: .aut has no place for actions that no transition carries: {names}", file=sys.stderr)


@command
def demo(
    folder: Annotated[Path, typer.Option(help="Where the pictures and verdicts go.")] = Path("symag-demo"),
) -> None:
    """The main job on a small example: a lossy channel that keeps its promise, and a promise that it cannot keep.

    Example: symag demo --folder first-steps
    """
    run_demo(folder, Console())


class _Output(io.FileIO):
    """Standard output, which cannot change the exit code: if its reader has seen enough, the rest is dropped."""

    failure: OSError | None = None

    def write(self, data: Any, /) -> int:
        """Write, or remember why not."""
        if self.failure is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failure = error
        return len(data)


def main() -> None:
    """The entry point."""
    if sys.stdout is None:
        app(prog_name="symag")
    raw = _Output(sys.stdout.fileno(), "w", closefd=False)
    # backslashreplace: for ≼ where the terminal has no such sign
    encoding, is_terminal = sys.stdout.encoding, sys.stdout.isatty()
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=is_terminal)
    try:
        app(prog_name="symag")
    finally:
        sys.stdout.flush()
        if raw.failure is not None and not isinstance(raw.failure, BrokenPipeError):
            print(f"symag: the output cannot be written: {raw.failure.strerror}", file=sys.stderr)
            sys.exit(BAD_INPUT)

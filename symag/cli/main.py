"""The command line: thin, one function per command. Exit codes: see `symag.cli.app`."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Optional, TextIO

import typer

import symag
from symag.cli.app import (
    BAD_INPUT,
    MODEL_HELP,
    STDOUT,
    Constants,
    Files,
    Memory,
    Seconds,
    Specification,
    States,
    answer,
    app,
    choice,
    command,
    tell_written,
)
from symag.cli.audit import ManyValues, audit
from symag.cli.bench import bench
from symag.cli.check import check
from symag.cli.compare import compare
from symag.cli.deadlock import deadlock
from symag.cli.demo import run_demo
from symag.cli.models import Question, read_model, refuse_overwriting
from symag.cli.show import show
from symag.cli.signals import ending_in_order
from symag.errors import InputError
from symag.formats import check_suffix, format_of, main_suffixes, write_atomically
from symag.limits import Limits, Watch
from symag.report import Progress, terminal
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


command(check)

command(deadlock)

command(compare)

command(bench)


SCRIPT_HELP = "Write to FILE, an .smt2 file, instead of standard output."
WRITTEN_HELP = "weights: linear arithmetic over the reals. cuts: Boolean, where the distributions are small."


@command
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
    if output is not None:
        refuse_overwriting(output, (*components, spec), "script")
        check_suffix(output, (".smt2",), "script")
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
        answer(text, end="")
    else:
        write_atomically(str(output), text.encode())
        tell_written(output)


command(audit, cls=ManyValues)

command(show)


DETERMINISE_HELP = "Make it a safety property: the same traces, by at most one move on an action, and none hidden."


def _determinised(model: symag.LPTS, file: Path, watch: Watch) -> symag.LPTS:
    try:
        return symag.determinise(model, watch)
    except InputError as error:
        raise error.at(str(file)) from None


@command
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help=MODEL_HELP)],
    target: Annotated[Path, typer.Argument(metavar="OUT", help=f"A {main_suffixes(readable=False)} file.")],
    const: Constants = None,
    determinise: Annotated[bool, typer.Option("--determinise", help=DETERMINISE_HELP)] = False,
    timeout: Seconds = None,
    memory: Memory = None,
) -> None:
    """Translate a model from one format to another.

    The suffixes say which.

    Example: symag convert channel.json channel.aut

    Example: symag convert --determinise property.json safety.json
    """
    with Progress(seconds=timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        model = read_model(source, const, watch)
        if determinise:
            model = _determinised(model, source, watch)
    symag.save(model, target)
    tell_written(target)
    unused = model.alphabet - {model.actions[a] for a in model.action}
    format = format_of(target)
    if unused and format is not None and not format.keeps_unused_actions:
        suffix, names = format.suffixes[0], ", ".join(sorted(unused))
        print(f"note: {suffix} has no place for actions that no transition carries: {names}", file=sys.stderr)


DEMO = Path("symag-demo")


@command
def demo(
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where models, pictures and verdicts go.")] = DEMO,
) -> None:
    """Show the main job on a small example.

    A lossy channel that keeps its promise, and a promise that it cannot keep.

    Example: symag demo --folder first-steps
    """
    run_demo(folder, terminal())


class _Output(io.FileIO):
    """What is told to people, which cannot change the exit code: if its reader has seen enough, the rest is dropped."""

    failure: OSError | None = None

    def write(self, data: Any, /) -> int:
        """Write, or remember why not."""
        if self.failure is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failure = error
        return len(data)


def _kept_open(stream: TextIO | None, by_line: bool) -> tuple[TextIO, _Output]:
    """The stream, by way of an `_Output`; nothing comes of what is written to one that is closed."""
    raw = _Output(os.devnull, "w") if stream is None else _Output(stream.fileno(), "w", closefd=False)
    encoding = "utf-8" if stream is None else stream.encoding
    # backslashreplace: for ≼ where the terminal has no such sign
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=by_line), raw


def main() -> None:
    """The entry point."""
    sys.stderr, _ = _kept_open(sys.stderr, True)  # print would take standard output in the place of a closed one
    sys.stdout, raw = _kept_open(sys.stdout, sys.stdout is not None and sys.stdout.isatty())
    try:
        with ending_in_order():
            app(prog_name="symag")
    finally:
        sys.stdout.flush()
        if raw.failure is not None and not isinstance(raw.failure, BrokenPipeError):
            print(f"symag: the output cannot be written: {raw.failure.strerror}", file=sys.stderr)
            sys.exit(BAD_INPUT)

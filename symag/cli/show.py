"""`symag show`: a model, or a verdict, in the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import symag
from symag.cli.app import INTERNAL, MODEL_HELP, UNKNOWN, Constants, Drawn, Memory, Seconds
from symag.cli.models import read_model
from symag.cli.output import print_written
from symag.errors import InputError, LimitReached
from symag.evidence import Audit, audit_text, claimed_verdict, read_verdict_text
from symag.limits import Limits, Watch
from symag.model import printable
from symag.notes import note_on_model
from symag.relations import read_verdict
from symag.report import Progress, model_text, saved_text, terminal

__all__ = ["show"]


def show(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help=f"{MODEL_HELP} Or a file that check --output wrote.")],
    const: Constants = None,
    timeout: Seconds = None,
    memory: Memory = None,
    output: Drawn = None,
) -> None:
    """Show a model, or a verdict, in the terminal; or draw it.

    The kernel checks a verdict first. What it has not accepted is marked as a claim of the file.

    Example: symag show channel.json -o channel.svg

    Example: symag show verdict.json
    """
    with Progress(seconds=timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        try:
            shown = read_model(model, const, watch)
        except InputError:
            text = _verdict_text(model)
            if text is None:
                raise
            verdict, result = read_verdict(text, str(model)), _checked(text, watch)
            shown = None
    if shown is None:
        _show_verdict(verdict, result, model, output)
        return
    note = note_on_model(shown)
    if note is not None:
        print(f"note: {printable(note)}", file=sys.stderr)
    if output is None:
        terminal().print(model_text(shown))
    else:
        symag.save(shown, output)
        print_written(output)


def _verdict_text(file: Path) -> str | None:
    """The text of the file, if it is a verdict."""
    try:
        text = read_verdict_text(file)
    except InputError:
        return None
    return None if claimed_verdict(text) is None else text


def _checked(text: str, watch: Watch) -> Audit | str:
    """The answer of the kernel, or why it has none."""
    try:
        return audit_text(text, watch)
    except LimitReached as reached:
        return str(reached)


def _show_verdict(verdict: symag.Verdict, result: Audit | str, file: Path, output: Path | None) -> None:
    if isinstance(result, Audit) and not result and verdict.verdict != "unknown":
        print(printable(f"REJECTED: {verdict.verdict} is not shown: {result.reason}"))
        raise typer.Exit(INTERNAL)
    if output is None:
        terminal().print(saved_text(verdict, result, str(file)))
        if isinstance(result, str):
            raise typer.Exit(UNKNOWN)
        return
    if verdict.counterexample is None:
        raise InputError("there is no counterexample in this verdict to draw; check --report draws a proof", str(file))
    symag.save(verdict.counterexample.tree.to_lpts(with_states=True), output)
    print_written(output)

"""`symag show`: a model, or a verdict, in the terminal or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import symag
from symag.cli.app import INTERNAL, MODEL_HELP, UNKNOWN, Constants, Drawn, Memory, Seconds, worst
from symag.cli.models import read_model
from symag.cli.output import print_written
from symag.errors import InputError, LimitReached
from symag.evidence import Audit, audit_each, claimed_verdict, read_verdict_text, separate_verdicts
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
            verdicts = [read_verdict(one, str(model)) for one in separate_verdicts(text)]
            audits, shown = _checked(text, len(verdicts), watch), None
    if shown is None:
        _show_verdicts(verdicts, audits, model, output)
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
    """The text of the file, if it has verdicts."""
    try:
        text = read_verdict_text(file)
    except InputError:
        return None
    return None if claimed_verdict(separate_verdicts(text)[0]) is None else text


def _checked(text: str, count: int, watch: Watch) -> Sequence[Audit | str]:
    """The answer of the kernel about each verdict, or why it has none."""
    try:
        return audit_each(text, watch)
    except LimitReached as reached:
        return [str(reached)] * count


def _show_verdicts(
    verdicts: Sequence[symag.Verdict], audits: Sequence[Audit | str], file: Path, output: Path | None
) -> None:
    """All verdicts of a file, or the picture of its one counterexample; the worst of their exit codes."""
    if output is not None:
        _draw_counterexample(verdicts, audits, file, output)
        return
    codes = []
    for number, (verdict, result) in enumerate(zip(verdicts, audits, strict=True), 1):
        if len(verdicts) > 1:
            terminal().print(Text(f"question {number} of {len(verdicts)}", "bold"))
        codes.append(_shown(verdict, result, file))
    raise typer.Exit(worst(codes))


def _shown(verdict: symag.Verdict, result: Audit | str, file: Path) -> int:
    """Show one verdict; the exit code."""
    if _is_rejected(verdict, result):
        print(printable(f"REJECTED: {verdict.verdict} is not shown: {getattr(result, 'reason', '')}"))
        return INTERNAL
    terminal().print(saved_text(verdict, result, str(file)))
    return UNKNOWN if isinstance(result, str) else 0


def _is_rejected(verdict: symag.Verdict, result: Audit | str) -> bool:
    return isinstance(result, Audit) and not result and verdict.verdict != "unknown"


def _draw_counterexample(
    verdicts: Sequence[symag.Verdict], audits: Sequence[Audit | str], file: Path, output: Path
) -> None:
    for verdict, result in zip(verdicts, audits, strict=True):
        if _is_rejected(verdict, result):
            raise typer.Exit(_shown(verdict, result, file))
    found = [verdict.counterexample for verdict in verdicts if verdict.counterexample is not None]
    if not found:
        raise InputError("there is no counterexample in this verdict to draw; check --report draws a proof", str(file))
    if len(found) > 1:
        raise InputError(f"there are {len(found)} counterexamples in this file: draw one verdict at a time", str(file))
    symag.save(found[0].tree.to_lpts(with_states=True), output)
    print_written(output)

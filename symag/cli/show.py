"""`symag show`: a model, or a verdict, in the terminal or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps as to_text
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import symag
from symag.cli.app import INTERNAL, UNKNOWN, Constants, Drawn, Memory, Seconds, print_answer, worst
from symag.cli.models import reader_of
from symag.cli.output import print_notes, print_written, refuse_overwriting
from symag.errors import InputError, LimitReached
from symag.evidence import Audit, audit_each, claimed_verdict, read_verdict_text, separate_verdicts
from symag.formats import main_suffixes
from symag.limits import Limits, Watch
from symag.model import printable
from symag.notes import facts_on_system, note_on_model
from symag.relations import read_verdict
from symag.report import Progress, counterexample_model, model_text, saved_text, system_text, terminal

__all__ = ["show"]

SHOWN_HELP = f"A {main_suffixes(readable=True)} file, or FILE.lts#PROCESS; or a file that check --output wrote."
COMPOSED_HELP = "Of a file with several components, show their composition."
JSON_HELP = "Print the components and what they share as one JSON object."


def show(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help=SHOWN_HELP)],
    const: Constants = None,
    composed: Annotated[bool, typer.Option("--composed", help=COMPOSED_HELP)] = False,
    timeout: Seconds = None,
    memory: Memory = None,
    output: Drawn = None,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Show a model, a system of components, or a verdict, in the terminal; or draw it.

    Of a program with tasks it draws the control-flow graphs and the trace flow graph; with --composed, the LTS.

    Of a file with several components it shows each of them, the actions that they share and who takes part, and whether
    their composition can stop, as far as a short search finds out. The kernel checks a verdict first. What it has not
    accepted is marked as a claim of the file.

    Example: symag show channel.json -o channel.svg

    Example: symag show philosophers.lts --const N=5

    Example: symag show elevator.ada -o graphs.svg

    Example: symag show verdict.json
    """
    if json and output is not None:
        raise InputError("give --json or --output, not both")
    if output is not None:
        refuse_overwriting(output, (model,), "picture")
    with Progress(seconds=timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        try:
            found, notes = _read(model, const, composed, watch)
        except InputError:
            text = _verdict_text(model)
            if text is None:
                raise
            verdicts = [read_verdict(one, str(model)) for one in separate_verdicts(text)]
            audits, found = _checked(text, len(verdicts), watch), ()
        facts = facts_on_system(found, watch) if found and output is None and (json or len(found) > 1) else None
    if not found:
        if json:
            raise InputError("a file of a verdict is such an object already: leave --json out", str(model))
        _show_verdicts(verdicts, audits, model, output)
        return
    print_notes(notes)
    if output is not None:
        if composed or not reader_of(const, watch).draw(model, output):
            symag.save(found, output)
        print_written(output)
    elif facts is None:
        terminal().print(model_text(found[0]))
    elif json:
        print_answer(to_text(facts.to_json() | {"notes": list(notes)}))  # in ASCII, for any terminal
    else:
        terminal().print(system_text(facts, Path(model).name))


def _read(
    file: Path, const: list[str] | None, composed: bool, watch: Watch
) -> tuple[tuple[symag.LPTS, ...], list[str]]:
    """The components in the file, or their composition; and what there is to note about them."""
    reader = reader_of(const, watch)
    found = reader.components(file)
    if composed:
        found = (reader.composed(found, file),)
    reader.done()
    notes = [note for one in found if (note := note_on_model(one)) is not None]
    return found, [*reader.notes, *notes]


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
        audits = audit_each(text, watch)
    except LimitReached as reached:
        return [str(reached)] * count
    return audits if len(audits) == count else [Audit(False, audits[0].reason)] * count


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
    """Does the kernel reject it, or did it judge another claim than the one that would be shown?"""
    if isinstance(result, str):
        return False
    return result.verdict != verdict.verdict or (not result and verdict.verdict != "unknown")


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
    symag.save(counterexample_model(found[0]), output)
    print_written(output)

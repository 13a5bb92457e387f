"""`symag convert`: a model in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import symag
from symag.cli.app import MODEL_HELP, Constants, Memory, Seconds
from symag.cli.models import read_model
from symag.cli.output import print_written
from symag.errors import InputError
from symag.formats import format_of, main_suffixes
from symag.limits import Limits, Watch
from symag.report import Progress

__all__ = ["convert"]

DETERMINISE_HELP = "Make the model a safety LTS with the same traces: deterministic, without hidden moves."


def _determinised(model: symag.LPTS, file: Path, watch: Watch) -> symag.LPTS:
    try:
        return symag.determinise(model, watch)
    except InputError as error:
        raise error.at(str(file)) from None


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help=MODEL_HELP)],
    target: Annotated[Path, typer.Argument(metavar="OUT", help=f"A {main_suffixes(readable=False)} file.")],
    const: Constants = None,
    determinise: Annotated[bool, typer.Option("--determinise", help=DETERMINISE_HELP)] = False,
    timeout: Seconds = None,
    memory: Memory = None,
) -> None:
    """Translate a model from one format to another.

    The suffixes name the formats.

    Example: symag convert channel.json channel.aut

    Example: symag convert --determinise property.json safety.json
    """
    with Progress(seconds=timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        model = read_model(source, const, watch)
        if determinise:
            model = _determinised(model, source, watch)
    symag.save(model, target)
    print_written(target)
    _note_unused_actions(model, target)


def _note_unused_actions(model: symag.LPTS, target: Path) -> None:
    unused = model.alphabet - {model.actions[a] for a in model.action}
    format = format_of(target)
    if unused and format is not None and not format.keeps_unused_actions:
        suffix, names = format.suffixes[0], ", ".join(sorted(unused))
        print(f"note: {suffix} cannot express actions without transitions: {names}", file=sys.stderr)

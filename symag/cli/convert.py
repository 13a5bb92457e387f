"""`symag convert`: models in another format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Optional

import typer

import symag
from symag.cli.app import Constants, Memory, Seconds
from symag.cli.models import reader_of
from symag.cli.output import print_notes, print_written, refuse_overwriting
from symag.errors import InputError
from symag.formats import Format, check_writable, format_of, format_with, main_suffixes, similar_names
from symag.limits import Limits, Watch
from symag.model import counted
from symag.notes import joined, short
from symag.operators import rename as rename_actions
from symag.report import Progress

__all__ = ["convert"]

SOURCE_HELP = f"A {main_suffixes(readable=True)} file, or FILE.lts#PROCESS."
TARGET_HELP = f"A {main_suffixes(readable=False)} file. Without it, give --components."
COMPOSED_HELP = "Compose several components, also where OUT could keep them apart."
FOLDER_HELP = "Write each component to a file of its own in FOLDER, which is made if need be; nothing is overwritten."
TO_HELP = "With --components: the suffix of the files; json without it."
RENAME_HELP = "Give actions that OUT cannot have, such as p[1].up in PRISM, similar names that it can have."
DETERMINISE_HELP = "Make the model a safety LTS with the same traces: deterministic, without hidden moves."


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help=SOURCE_HELP)],
    target: Annotated[Optional[Path], typer.Argument(metavar="OUT", help=TARGET_HELP)] = None,
    const: Constants = None,
    composed: Annotated[bool, typer.Option("--composed", help=COMPOSED_HELP)] = False,
    components: Annotated[Optional[Path], typer.Option(metavar="FOLDER", help=FOLDER_HELP)] = None,
    to: Annotated[Optional[str], typer.Option(metavar="SUFFIX", help=TO_HELP)] = None,
    rename: Annotated[bool, typer.Option("--rename", help=RENAME_HELP)] = False,
    determinise: Annotated[bool, typer.Option("--determinise", help=DETERMINISE_HELP)] = False,
    timeout: Seconds = None,
    memory: Memory = None,
) -> None:
    """Translate models from one format to another.

    The suffixes name the formats. The components of a file, such as the modules of PRISM, stay apart where OUT can keep
    them so; otherwise, and with --determinise, they are composed.

    Example: symag convert channel.json channel.aut

    Example: symag convert protocol.prism protocol.jani

    Example: symag convert protocol.prism --components parts --to aut

    Example: symag convert --determinise property.json safety.json
    """
    suffix = _refuse(source, target, components, to, composed)
    format = format_with(suffix)
    keeps_apart = components is not None or (format is not None and format.writes_components)
    with Progress(seconds=timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        reader = reader_of(const, watch)
        models = found = reader.components(source)
        reader.done()
        if components is None and (composed or determinise or not keeps_apart):
            models = (reader.composed(found, source),)
        if determinise:
            models = tuple(_determinised(model, source, watch) for model in models)
    print_notes(reader.notes)
    models = _renamed(models, format) if rename else models
    if components is not None:
        print_written(*symag.save_components(models, components, suffix))
    elif target is not None:
        symag.save(models, target)
        print_written(target)
    if len(models) < len(found) and not keeps_apart:
        together = counted(len(found), "component")
        print_notes([f"{suffix} files hold one model, so the {together} are composed: --components keeps them apart"])
    _note_unused_actions(models, suffix)
    _note_flow_graphs(models, suffix)


def _refuse(source: Path, target: Path | None, folder: Path | None, to: str | None, composed: bool) -> str:
    """An InputError for options that do not go together, before anything is read; otherwise the suffix to write."""
    if (target is None) == (folder is None):
        raise InputError("give OUT, or --components FOLDER" + ("" if target is None else ", not both"))
    if to is not None and folder is None:
        raise InputError("--to goes with --components: the suffix of OUT names its format")
    if composed and folder is not None:
        raise InputError("give --composed or --components, not both")
    if target is not None:
        if format_of(target) is not None:
            check_writable(target)
        refuse_overwriting(target, (source,), "result")
        return target.suffix.lower()
    return f".{(to or 'json').lower().removeprefix('.')}"


def _renamed(models: tuple[symag.LPTS, ...], format: Format | None) -> tuple[symag.LPTS, ...]:
    """The models with names for their actions that the format can have; a note says which are new."""
    if format is None or format.action_name is None:
        return models
    new = similar_names(frozenset[str]().union(*(model.alphabet for model in models)), format.action_name)
    if new:
        print_notes([f"renamed: {joined([f'{short(old)} is {short(name)}' for old, name in new.items()])}"])
    return tuple(rename_actions(one, {old: new[old] for old in new.keys() & one.alphabet}) for one in models)


def _determinised(model: symag.LPTS, file: Path, watch: Watch) -> symag.LPTS:
    try:
        return symag.determinise(model, watch)
    except InputError as error:
        raise error.at(str(file)) from None


def _note_unused_actions(models: Sequence[symag.LPTS], suffix: str) -> None:
    format = format_with(suffix)
    if format is None or format.keeps_unused_actions:
        return
    unused = {action for model in models for action in model.alphabet - {model.actions[a] for a in model.action}}
    if unused:
        names = ", ".join(sorted(unused))
        print_notes([f"{suffix} cannot express actions without transitions: {names}"])


def _note_flow_graphs(models: Sequence[symag.LPTS], suffix: str) -> None:
    """A note that a file that can be read again does not say where its model is from."""
    format = format_with(suffix)
    if format is not None and format.read is not None and any(model.conservative for model in models):
        print_notes(
            [
                f"{suffix} files do not say that a model is a flow graph, which has all traces of its program, and "
                "more: check it with --relation traces only, and a violation may be infeasible"
            ]
        )

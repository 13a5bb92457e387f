"""The command line's options from the one table (`symag.options`).

The command line that was given, to be given again.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Optional, TypeVar, get_args, get_origin, get_type_hints

import typer

from symag.options import Option, Options, explain, table_of_options
from symag.question import TABLES
from symag.simulation import backend_names

__all__ = ["command_line", "from_table"]

SPECIAL: dict[str, Any] = {"assumption": Optional[list[Path]], "at_most": Optional[str], "backend": str}
"""The command line gives a file where Python gives a model, and a name or a number where Python may give an object."""

COMPLETIONS = {"backend": backend_names}
"""The values that the shell completes, where they are not in a table."""

Decorated = TypeVar("Decorated", bound=Callable[..., None])


def from_table(names: Iterable[str] | None = None) -> Callable[[Decorated], Decorated]:
    """Replace the parameter `options` of a command by the options of the table, all of them or those of these names.

    The command gets them as one dictionary.
    """
    chosen = list(_parameters(None if names is None else set(names)))

    def decorate(command: Decorated) -> Decorated:
        @wraps(command)
        def called(*arguments: Any, **given: Any) -> None:
            options = {parameter.name: given.pop(parameter.name) for parameter in chosen}
            command(*arguments, **given, options=options)

        declared = signature(command, eval_str=True)
        parameters: list[Parameter] = []
        for parameter in declared.parameters.values():
            replaced = [one.replace(kind=parameter.kind) for one in chosen]
            parameters += replaced if parameter.name == "options" else [parameter]
        called.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
        return called  # type: ignore[return-value]

    return decorate


def _parameters(names: set[str] | None) -> Iterator[Parameter]:
    types = get_type_hints(Options)
    for name, (entry, option) in table_of_options().items():
        if option.command_line and (names is None or name in names):
            kind: Any = SPECIAL.get(name) or _typer_type(types[name])
            declared = Annotated[kind, _declared(name, option, types[name])]
            yield Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=entry.default, annotation=declared)


def _typer_type(annotation: Any) -> Any:
    """`float | None` in the spelling that Typer reads."""
    if get_origin(annotation) is UnionType:
        (kind,) = (one for one in get_args(annotation) if one is not type(None))
        return Optional[kind]
    return annotation


def _declared(name: str, option: Option, annotation: Any) -> Any:
    flag = f"--{name.replace('_', '-')}"
    flags = option.flags or ((flag,) if annotation is bool else ())
    values = [value.name for value in (TABLES[name] if option.table else option.values)]
    complete = COMPLETIONS.get(name) or (values and (lambda: values))
    shown: dict[str, Any] = {"autocompletion": complete} if complete else {}
    if bool not in (annotation, *get_args(annotation)):
        shown["metavar"] = option.metavar
    return typer.Option(*flags, help=explain(name, TABLES), **shown)


def command_line(context: typer.Context) -> str:
    """The command with its arguments and all options that are not the default, in the words of a shell."""
    words = [word for parameter in context.command.params for word in _words(parameter, context)]
    return shlex.join([*(context.command_path or "symag").split(), *words])


def _words(parameter: Any, context: typer.Context) -> Iterator[str]:
    value = context.params.get(parameter.name or "")
    if value is None or value == parameter.get_default(context):
        return
    values = value if isinstance(value, (list, tuple)) else [value]
    for one in values:
        if parameter.param_type_name == "argument":
            yield str(one)
        elif isinstance(one, bool):
            yield (parameter.opts if one else parameter.secondary_opts)[0]
        else:
            yield from (parameter.opts[0], str(one))

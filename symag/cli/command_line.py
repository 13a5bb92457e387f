"""The command line that was given, to be given again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import typer

__all__ = ["command_line"]


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

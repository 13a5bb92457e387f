"""What symag knows of a language: one record, from which readers, writers, messages, help and documentation derive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from symag.formats.constants import ConstantValues
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["NO_COMMENTS", "Comments", "Format", "SourceText", "on_first_use"]


@dataclass(frozen=True)
class Comments:
    """How a language writes comments."""

    line: str = ""
    """Begins a comment that ends with its line, such as `//`."""
    block: tuple[str, str] | None = None
    """Begin and end of a comment that may have several lines, such as `/*` and `*/`."""


NO_COMMENTS = Comments()


@dataclass(frozen=True)
class SourceText:
    """A text to be read, with everything that its reader needs. Errors say line and column; the caller adds the
    name of the file."""

    text: str
    constants: ConstantValues = field(default_factory=ConstantValues)
    """The values that the user gives to constants."""
    watch: Watch = field(default_factory=Watch)
    process: str = ""
    """The name of the process to read; if it is empty, the language has a default."""


@dataclass(frozen=True)
class Format:
    """A language. `symag.formats.table` lists all of them."""

    name: str
    """What people call it."""
    suffixes: tuple[str, ...]
    """The suffixes of its files, with the dot and in lower case; the most common one first."""
    help: str
    """One line for people."""
    read: Callable[[SourceText], tuple[LPTS, ...]] | None = None
    """From a text to its components; None if symag does not read the language."""
    write: Callable[[LPTS], bytes] | None = None
    """From a model to the contents of a file; None if symag does not write the language."""
    comments: Comments = NO_COMMENTS
    selects_processes: bool = False
    """A file may have several processes, and `FILE#NAME` is the one of that name."""
    takes_constants: bool = False
    """The user may give values to constants of a file."""
    questions: Callable[[SourceText], tuple[str, ...]] | None = None
    """The properties that a text states itself, by name; None if the language has no place for them."""
    keeps_unused_actions: bool = True
    """A file keeps the whole alphabet of a model, with the actions that no transition carries."""
    binary_hint: str = ""
    """What a file with this suffix may be if it is not text, and what to do then."""


def on_first_use(module: str, function: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called, so that no format waits for another's parser."""
    return lambda *arguments: getattr(import_module(module), function)(*arguments)

"""The table of formats. A new one is an entry here, and the module that reads or writes it."""

from __future__ import annotations

import os
from pathlib import Path

from symag.formats.aldebaran import ALDEBARAN
from symag.formats.csp import CSP
from symag.formats.drawing import DOT, PNG, SVG
from symag.formats.flow import ADA
from symag.formats.format import Format
from symag.formats.fsp import FSP
from symag.formats.jani import JANI
from symag.formats.native import NATIVE
from symag.formats.prism import PRISM

__all__ = ["FORMATS", "format_of", "format_with", "list_suffixes", "main_suffixes"]

FORMATS: tuple[Format, ...] = (NATIVE, ALDEBARAN, PRISM, JANI, FSP, CSP, ADA, DOT, SVG, PNG)


def format_of(path: str | os.PathLike[str]) -> Format | None:
    """The format that the suffix of the file says, in upper or lower case."""
    return format_with(Path(path).suffix.lower())


def format_with(suffix: str) -> Format | None:
    """The format with this suffix."""
    return next((format for format in FORMATS if suffix in format.suffixes), None)


def list_suffixes(readable: bool) -> str:
    """All suffixes that can be read, or those that can be written, as a message names them."""
    chosen = [format for format in FORMATS if (format.read if readable else format.write)]
    return ", ".join(suffix for format in chosen for suffix in format.suffixes)


def main_suffixes(readable: bool) -> str:
    """The most common suffix of each format that can be read, or written, as a sentence names them: `.json or .aut`."""
    *others, last = [format.suffixes[0] for format in FORMATS if (format.read if readable else format.write)]
    return f"{', '.join(others)} or {last}"

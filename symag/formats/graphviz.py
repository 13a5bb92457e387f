"""Pictures by Graphviz, which comes inside pygraphviz's wheel: from its language to the bytes of a file."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Literal

from symag.errors import InputError
from symag.model import printable

__all__ = ["Kind", "drawn_by_graphviz", "quiet_fonts", "quoted_label"]

Kind = Literal["svg", "png"]

LONG = 40
"""Characters of a label; longer ones are broken between components."""

STDERR = 2
REMARK = re.compile(rb"Fontconfig (?:warning|error): [^\n]*\n?")
"""What Fontconfig says while Graphviz draws: remarks on the machine's font settings, which change nothing here. Both
are libraries in this process and write to file descriptor 2, past Python's `sys.stderr`."""


def quoted_label(label: str, longest: int | None = None) -> str:
    """A label as a quoted DOT string; backslashes and ampersands are escapes, and control characters are not text."""
    text = printable(label)
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + "…"
    text = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return '"' + (text.replace(", ", ",\\n") if len(text) > LONG else text) + '"'


def drawn_by_graphviz(text: str, kind: Kind) -> bytes:
    """A picture that is described in Graphviz's language, as the bytes of a file."""
    try:
        import pygraphviz  # slow to import, and only pictures need it
    except ImportError as error:
        raise InputError(f"Graphviz is not here to draw it ({error}): pip install pygraphviz") from None

    _look_at_fonts()
    drawn: bytes = pygraphviz.AGraph(string=text).draw(format=kind, prog="dot")
    return drawn


@contextmanager
def quiet_fonts() -> Iterator[None]:
    """Keep Fontconfig's remarks from standard error. All else that is written there comes a moment later."""
    try:
        terminal = os.dup(STDERR)
    except OSError:  # there is no standard error
        yield
        return
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), STDERR)
        try:
            yield
        finally:
            os.dup2(terminal, STDERR)
            os.close(terminal)
            said.seek(0)
            if rest := REMARK.sub(b"", said.read()):
                with suppress(OSError):  # it was closed meanwhile
                    os.write(STDERR, rest)


@cache
def _look_at_fonts() -> None:
    """Draw once: Fontconfig reads the machine's settings at the first picture, and writes its remarks then."""
    import pygraphviz

    with quiet_fonts():
        pygraphviz.AGraph(string="digraph { a }").draw(format="svg", prog="dot")

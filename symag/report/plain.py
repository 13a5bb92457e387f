"""Plain text, without colours: what `str` returns for verdicts, counterexamples, answers and comparisons."""

from __future__ import annotations

from functools import singledispatch

__all__ = ["plain"]


@singledispatch
def plain(shown: object) -> str:
    """The object as plain text. The modules that render a class register a writer for it."""
    raise TypeError(f"symag has no text for {type(shown).__name__}")

"""The consoles that print text, and plain text without colours: what `str` returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from io import StringIO

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment

__all__ = ["plain_console", "rendered", "terminal", "text_of"]

UNBROKEN = 100_000
"""Columns, so that no line is broken."""


def terminal(stderr: bool = False, width: int | None = None) -> Console:
    """Standard output, or standard error, as wide and as colourful as it is."""
    return _trimming(Console(stderr=stderr, width=width))


def plain_console(text: StringIO) -> Console:
    """A console that writes text alone, and breaks no line: notebooks ask for colours wherever they can."""
    return _trimming(Console(file=text, width=UNBROKEN, color_system=None, force_jupyter=False, force_terminal=False))


@singledispatch
def text_of(shown: object) -> str:
    """The plain text that `str` returns. The module that renders a class registers a function for it here."""
    raise TypeError(f"symag has no text for {type(shown).__name__}")


def rendered(shown: ConsoleRenderable) -> str:
    """The plain text of something that Rich renders, without the end of its last line."""
    plain_console(text := StringIO()).print(shown)
    return text.getvalue().removesuffix("\n")


def _trimming(console: Console) -> Console:
    console.push_render_hook(_Trimming())
    return console


class _Trimming(RenderHook):
    """Rich fills lines up with spaces, to the width of the terminal or of a column; here no line ends with one."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """What is printed, trimmed."""
        return [_Trimmed(renderable) for renderable in renderables]


@dataclass(frozen=True)
class _Trimmed:
    renderable: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        line: list[Segment] = []
        for segment in console.render(self.renderable, options):
            if segment.control:
                line.append(segment)
                continue
            first, *more = segment.text.split("\n")
            line.append(Segment(first, segment.style))
            for text in more:
                yield from _trimmed(line)
                yield Segment.line()
                line = [Segment(text, segment.style)]
        yield from line


def _trimmed(line: Iterable[Segment]) -> list[Segment]:
    kept = list(line)
    while kept and not kept[-1].control and not kept[-1].text.rstrip(" "):
        kept.pop()
    if kept and not kept[-1].control:
        kept[-1] = Segment(kept[-1].text.rstrip(" "), kept[-1].style)
    return kept

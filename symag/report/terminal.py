"""The consoles that print text, and plain text without colours: what `str` returns.

Progress of work that takes longer than two seconds, on a terminal only.

An iteration of a refinement, or a conjecture of a learner, in one line.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from io import StringIO
from threading import Timer
from types import TracebackType
from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, Group, RenderHook
from rich.padding import Padding
from rich.segment import Segment
from rich.status import Status
from rich.table import Table
from rich.text import Text

from symag.evidence import Verdict
from symag.model import counted, printable

__all__ = [
    "Progress",
    "change_text",
    "compact_table",
    "conjectures",
    "counted_each",
    "indented",
    "iteration_text",
    "plain_console",
    "refinements",
    "rendered",
    "terminal",
    "text_of",
]

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


def compact_table(*titles: str) -> Table:
    """A table that takes few lines."""
    return Table(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def indented(shown: ConsoleRenderable, more: str = "") -> ConsoleRenderable:
    """Something with two spaces before each of its lines, and a line on what is left out, if there is such a line."""
    return Padding(Group(shown, Text(more, "dim")) if more else shown, (0, 0, 0, 2), expand=False)


PATIENCE = 2.0
MOST_NUMBERS = 8
"""Sizes of assumptions that a line lists."""


class Progress:
    """A listener for `symag.limits.Watch`: after two seconds it shows the current stage."""

    def __init__(self, stage: str = "reading", seconds: float | None = None) -> None:
        self.started = time.monotonic()
        self.limit = "" if seconds is None else f" of {seconds:g} s"
        self.iteration = ""
        self.status = Status(Text(stage), console=Console(file=sys.stderr))
        self.timer = Timer(PATIENCE, self.status.start)
        self.timer.daemon = True

    def __enter__(self) -> Progress:
        if sys.stderr is not None and sys.stderr.isatty():
            self.timer.start()
        return self

    def __call__(self, stage: str, count: int) -> None:
        """Show a report of the watch."""
        so_far = f": {count:,}" if count else ""
        elapsed = f"{time.monotonic() - self.started:.0f} s{self.limit}"
        self.status.update(Text(f"{self.iteration}{stage}{so_far} · {elapsed}"))

    def show_iteration(self, entry: Mapping[str, Any]) -> None:
        """Show that an iteration of a refinement, a conjecture of a learner, or an elimination is complete."""
        if "lower_bound" in entry:
            self.iteration = f"A{entry['level']} has {counted(entry['lower_bound'], 'state')} or more · "
            return
        if "eliminated" in entry:
            self.iteration = f"step {entry['iteration']}: without {entry['eliminated']} · "
            return
        sizes = entry["assumptions"] if "assumptions" in entry else [entry["conjecture"]]
        shown = ", ".join(map(str, sizes)) if len(sizes) <= MOST_NUMBERS else f"at most {max(sizes):,}"
        self.iteration = f"iteration {entry['iteration'] + 1} · |A| = {shown} · "

    def pause(self) -> None:
        """Show nothing until the next report, so that other lines can be printed."""
        self.timer.cancel()
        self.status.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.timer.cancel()
        self.status.stop()


def conjectures(verdict: Verdict) -> list[Mapping[str, Any]]:
    """The entries of the history that are conjectures of a learner."""
    return [entry for entry in verdict.history if "conjecture" in entry and "lower_bound" not in entry]


def refinements(verdict: Verdict) -> list[Mapping[str, Any]]:
    """The entries of the history that are iterations of an abstraction refinement."""
    return [entry for entry in verdict.history if "assumptions" in entry]


def iteration_text(entry: Mapping[str, Any]) -> str:
    """An entry of `verdict.history`."""
    kinds = {
        "lower_bound": _size,
        "conjecture": _conjecture,
        "assumptions": _refinement,
        "eliminated": _elimination,
    }
    text = next(text_of_kind for key, text_of_kind in kinds.items() if key in entry)(entry)
    return f"{printable(entry['first'])} first: {text}" if "first" in entry else text


def _refinement(entry: Mapping[str, Any]) -> str:
    sizes = entry["assumptions"]
    what = "an assumption" if len(sizes) == 1 else "assumptions"
    text = f"iteration {entry['iteration']}: {what} of {counted_each(sizes, 'state')}"
    text += f", {counted(entry['composition'], 'state')} composed"
    if "counterexample" in entry:
        text += f", a counterexample of {counted(entry['counterexample'], 'node')}"
        text += ", which is real" if "real" in entry else f"; {change_text(entry)}"
    return f"{text} ({entry['seconds']:.3g} s)"


def _elimination(entry: Mapping[str, Any]) -> str:
    """A component that weakest assumptions have eliminated."""
    text = f"step {entry['iteration']}: {printable(entry['eliminated'])} is eliminated"
    if "assumption" not in entry:
        return f"{text}, and no assumption is left: a violation"
    return f"{text}, with an assumption of {counted(entry['assumption'], 'state')} about the rest"


def change_text(entry: Mapping[str, Any]) -> str:
    """What was refined: blocks of assumptions, or an alphabet."""
    if "actions" not in entry:
        return f"split {'; '.join(entry['splits'])}"
    more = ((name, printable(", ".join(actions))) for name, actions in entry["actions"].items())
    return "; ".join(f"{name} gets the actions {actions}" for name, actions in more)


def counted_each(numbers: Sequence[int], noun: str) -> str:
    """Several numbers with one noun: `1 state`, `1, 4 states`; of many, the largest: `at most 8 states`."""
    if len(numbers) == 1:
        return counted(numbers[0], noun)
    if len(numbers) > MOST_NUMBERS:
        return f"at most {counted(max(numbers), noun)}"
    if max(numbers) == 1:
        return f"{counted(1, noun)} each"
    return f"{', '.join(f'{number:,}' for number in numbers)} {noun}s"


def _size(entry: Mapping[str, Any]) -> str:
    """A step of a search for a smallest assumption."""
    text = f"step {entry['iteration']}: A{entry['level']} has {counted(entry['lower_bound'], 'state')} or more"
    if "conjecture" in entry:
        text += f"; an assumption of {counted(entry['conjecture'], 'state')} was found"
    return text


def _conjecture(entry: Mapping[str, Any]) -> str:
    text = f"conjecture {entry['iteration']}: A{entry['level']} of {counted(entry['conjecture'], 'state')}"
    text += f", after {counted(entry['queries'], 'query')}: "
    if "actions" in entry:
        return f"{text}too few actions; {change_text(entry)}"
    if "counterexample" in entry:
        return f"{text}wrong about {printable(' '.join(entry['counterexample'])) or 'the empty word'}"
    if "with" in entry:
        return f"{text}enough together with {entry['with']}"
    return text + ("enough to decide" if entry["level"] == 1 else f"enough to judge A{entry['level'] - 1}")

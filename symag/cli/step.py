"""`symag step`: walk through a system by hand."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Optional

import typer
from rich.console import RenderableType
from rich.text import Text

import symag
from symag.assume import listed_components
from symag.cli.app import Constants, Files, Memory, Seconds, States, print_error
from symag.cli.models import reader_of
from symag.cli.output import print_notes, print_written, refuse_output
from symag.errors import InputError, LimitReached
from symag.formats import check_writable
from symag.limits import Limits, Watch
from symag.model import counted, printable
from symag.report import Progress, terminal
from symag.report.walk import HELP, components_text, moves_text, outcomes_text, trace_text, walk_text

__all__ = ["step"]

REPLAY_HELP = (
    "Start at the end of a walk that was saved, of the run that symag deadlock --json printed to FILE, or of the trace "
    "in a verdict."
)
SEED_HELP = "For random steps: the same number gives the same steps."
MOST_STEPS = 100_000
"""Random steps in one command."""
LONGEST_LINE = 4_096


def step(
    components: Files,
    const: Constants = None,
    replay: Annotated[Optional[Path], typer.Option(metavar="FILE", help=REPLAY_HELP)] = None,
    seed: Annotated[Optional[int], typer.Option(metavar="N", help=SEED_HELP)] = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
) -> None:
    """Walk through a system by hand: see where its components are, choose a move, go back, save the walk.

    The product is never built, so the system may be of any size. Moves are numbered; ? lists the other commands. The
    limits hold for reading, and for each command.

    Example: symag step philosophers.lts

    Example: symag step sender.prism channel.prism --const N=3 --replay walk.json
    """
    limits = Limits(timeout, max_states, memory)
    with Progress(seconds=timeout) as progress:
        reader = reader_of(const, Watch(limits, progress))
        parts = listed_components(reader.sides(components))
        reader.done()
        walk = symag.Walk(parts) if replay is None else symag.Walk.load(parts, replay, reader.watch)
    print_notes(reader.notes)
    session = _Session(walk, components, limits, Random(seed))
    session.show(trace_text(walk) if walk.steps else None, walk_text(walk))
    while not session.ended:
        session.answer()


class _Session:
    """Commands, one in a line, and what they print."""

    def __init__(self, walk: symag.Walk, files: list[Path], limits: Limits, random: Random) -> None:
        self.walk = walk
        self.files = files
        self.limits = limits
        self.random = random
        self.terminal = terminal()
        self.ended = False
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self.echoes = sys.stdin is None or not sys.stdin.isatty()

    def show(self, *texts: RenderableType | None) -> None:
        for text in texts:
            if text is not None:
                self.terminal.print(text)

    def line(self, prompt: str) -> str:
        """The next line of the input, or `q` at its end; it is shown, unless someone has just typed it."""
        print(prompt, end="" if self.echoes else " ", flush=True)
        given = "" if sys.stdin is None else sys.stdin.readline(LONGEST_LINE)
        if self.echoes or not given:
            print(f" {printable(given.strip())}".rstrip())
        return given.strip() if given else "q"

    def answer(self) -> None:
        """Do what the next line says."""
        given = self.line(">")
        if given == "q":
            self.ended = True
            return
        try:
            self.obey(given)
        except (InputError, LimitReached) as error:
            print(end="", flush=True)  # in this order, also if both streams go to one file
            print_error(str(error))

    def obey(self, given: str) -> None:
        """One command; an InputError if it is none."""
        word, _, rest = given.partition(" ")
        rest = rest.strip()
        if not given:
            self.show(walk_text(self.walk))
        elif word[0].isdecimal():
            self.take(given)
        elif word == "b":
            self.walk.back(_number(rest or "1", "b"))
            self.show(walk_text(self.walk))
        elif word == "r":
            self.wander(_number(rest or "1", "r"))
        elif word == "s":
            self.save(rest)
        elif word == "m":
            self.show(moves_text(self.walk, min(_number(rest or "1", "m"), self.walk.count_moves or 1) - 1))
        elif given == "t":
            self.show(trace_text(self.walk))
        elif given == "c":
            self.show(components_text(self.walk))
        elif given == "?":
            self.show(Text(HELP))
        else:
            raise InputError(f"{word[:40]!r} is no command: ? lists them")

    def take(self, given: str) -> None:
        """`3`, `3.2` or `3.d`."""
        chosen, point, outcome = given.partition(".")
        number = _number(chosen, "a move")
        if not 0 < number <= self.walk.count_moves:
            raise InputError(f"there is no move {number}: {counted(self.walk.count_moves, 'move')} can be chosen here")
        count = self.walk.count_outcomes(number - 1)
        if not point and count > 1:
            self.show(outcomes_text(self.walk, number - 1))
            outcome = self.line("outcome (Enter draws one, b goes back):") or "d"
            if outcome in ("b", "q"):
                self.ended = outcome == "q"
                return
        if outcome == "d":
            self.walk.draw(number - 1, self.random)
        else:
            wanted = _number(outcome or "1", "an outcome")
            if not 0 < wanted <= count:
                raise InputError(f"there is no outcome {wanted}: move {number} has {counted(count, 'outcome')}")
            self.walk.take(number - 1, wanted - 1)
        self.show(walk_text(self.walk))

    def wander(self, steps: int) -> None:
        if steps > MOST_STEPS:
            raise InputError(f"r takes at most {MOST_STEPS:,} steps at once")
        try:
            taken = self.walk.wander(steps, self.random, Watch(self.limits))
            if taken < steps:
                print(f"stuck after {counted(taken, 'random step')}")
        finally:
            self.show(walk_text(self.walk))

    def save(self, name: str) -> None:
        if not name:
            raise InputError("s needs the name of a file: s walk.json")
        file = Path(name)
        refuse_output(file, self.files, "walk", (".json",))
        check_writable(file)
        self.walk.save(file)
        print_written(file)


def _number(text: str, what: str) -> int:
    """A number that is not negative."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 30):
        raise InputError(f"{what} takes a number, not {text[:40]!r}")
    return int(text)

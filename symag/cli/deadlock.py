"""`symag deadlock`: can a system get stuck?"""

from __future__ import annotations

from json import dumps as to_text
from pathlib import Path
from typing import Annotated

import typer

import symag
from symag.cli.app import Constants, Files, Memory, Seconds, States, print_answer
from symag.cli.models import reader_of
from symag.cli.output import print_notes
from symag.deadlock import undecided
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.report import Progress, deadlock_text, terminal

__all__ = ["deadlock"]

EXIT_CODES = {"deadlock-free": 0, "deadlock": 1, "unknown": 3}


def deadlock(
    components: Files,
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
) -> None:
    """Search a system for a deadlock: a reachable state without moves.

    The answer is a shortest run to it, with the actions for which each component waits at its end. A system that
    terminates as intended has a deadlock, too. The answer names livelocks apart, states from which only the hidden
    action happens; they do not change the exit code. Exit code 0: no deadlock, 1: a deadlock, 2: bad input, 3: unknown,
    a limit was reached, 4: symag failed.

    Example: symag deadlock philosophers.lts --const N=5

    Example: symag deadlock sender.json channel.json --max-states 1000000
    """
    limits = Limits(timeout, max_states, memory)
    with Progress(seconds=timeout) as progress:
        found = _found(components, const, limits, progress)
    if json:
        print_answer(to_text(found.to_json()))  # in ASCII, for any terminal
    terminal(stderr=json).print(deadlock_text(found))
    raise typer.Exit(EXIT_CODES[found.verdict])


def _found(components: list[Path], const: list[str] | None, limits: Limits, progress: Progress) -> symag.DeadlockAnswer:
    """The answer of the search; reading counts towards the limits."""
    reader = reader_of(const, Watch(limits, progress))
    try:
        sides = reader.sides(components)
        reader.done()
    except LimitReached as reached:
        return undecided(tuple(map(str, components)), reached, reader.watch)
    finally:
        print_notes(reader.notes)
    return symag.deadlock(sides, limits=reader.limits_left(), listener=progress)

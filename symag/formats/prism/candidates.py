"""Which commands to try in a state: those whose guards do not need another value of one variable.

A file that some tool wrote has a command per transition, `[a] s=17 -> …`, and trying all of them in every state would
take quadratic time. So the commands are listed by the values of the variable that most guards compare with a constant.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from symag.formats.prism.modules import StateVariable, TypedCommand
from symag.formats.prism.terms import Term

__all__ = ["Candidates", "candidates"]

ROOM = 4
"""The list may have so many entries per command."""


class Candidates(NamedTuple):
    """The commands to try, by the value of one variable; -1: all of them, always."""

    variable: int
    first: array[int]
    command: array[int]


def candidates(commands: Sequence[TypedCommand], variables: Sequence[StateVariable]) -> Candidates:
    """Find the variable that most guards compare with a constant, and list the commands by its values, if that pays."""
    wanted = [_asked(command.guard) for command in commands]
    popular = Counter(variable for asked in wanted for variable in asked)
    for variable, count in popular.most_common(1):
        span = variables[variable].high - variables[variable].low + 1
        if span * (len(commands) - count) + count > ROOM * len(commands) + span or span > ROOM * len(commands) + 64:
            break
        rows: list[list[int]] = [[] for _ in range(span)]
        for at, asked in enumerate(wanted):
            value = asked.get(variable)
            for row in range(span) if value is None else [value - variables[variable].low]:
                if 0 <= row < span:
                    rows[row].append(at)
        first, command = array("i", [0]), array("i")
        for listed in rows:
            command.extend(listed)
            first.append(len(command))
        return Candidates(variable, first, command)
    return Candidates(-1, array("i", [0, len(commands)]), array("i", range(len(commands))))


def _asked(guard: Term) -> dict[int, int]:
    """Which variables must have which values for the guard to be true."""
    parts = guard.args if guard.kind == "chain" and guard.signs[0] == "&" else (guard,)
    found: dict[int, int] = {}
    for part in parts:
        if part.kind == "chain" and part.signs == ("=",):
            one, two = part.args if part.args[0].kind == "variable" else part.args[::-1]
            if one.kind == "variable" and two.kind == "constant" and two.bounds is not None:
                found.setdefault(int(one.value), int(two.value))
    return found

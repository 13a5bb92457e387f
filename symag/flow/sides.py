"""Decompositions: which tasks are on which side of a proof by parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from symag.errors import InputError

__all__ = ["Decomposition", "named_sides", "refused_sides"]

Decomposition = Sequence[Sequence[str]]
"""The names of the tasks on each side."""


def named_sides(text: str, tasks: Sequence[str]) -> Decomposition:
    """The sides that a text names: `car/controller`, `customers(1), operator/pumps`. The name of an array stands for
    all of its tasks; without a second side, that has all other tasks."""
    sides = [[task for name in side.split(",") for task in _tasks(name, tasks)] for side in text.lower().split("/")]
    if len(sides) == 1:
        sides.append([task for task in tasks if task not in sides[0]])
    return refused_sides(sides, tasks)


def _tasks(text: str, tasks: Sequence[str]) -> list[str]:
    name = re.sub(r"\s+", "", text).replace("(", "[").replace(")", "]")
    return [name] if name in tasks else [task for task in tasks if task.partition("[")[0] == name] or [name]


def refused_sides(sides: Decomposition, tasks: Sequence[str]) -> Decomposition:
    """The sides; an InputError unless they have each task once."""
    counts = Counter(name for side in sides for name in side)
    unknown = [name for name in counts if name not in tasks]
    if unknown and unknown != [""]:
        raise InputError(f"there is no task {unknown[0]!r}: there is {', '.join(tasks)}")
    if len(sides) < 2 or unknown or not all(sides):
        raise InputError("a decomposition has two sides or more, each with a task or more, such as car/controller")
    wrong = [name for name in tasks if counts[name] != 1]
    if wrong:
        raise InputError(f"the task {wrong[0]!r} is on {counts[wrong[0]] or 'no'} sides: it must be on one")
    return sides

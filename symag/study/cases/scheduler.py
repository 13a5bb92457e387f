"""The scheduler of Wehrheim and Wonisch (2008), after Milner's: n cells in a ring start the jobs of n clients in turn.

A cell that has the token starts its job, passes the token to the next cell, and takes it again when the job is
finished; or it gets the token before the job is finished, and waits for that. The events `c.i` pass the token to cell
i. There are two properties: jobs are started in turn (`CycleProp`), and each job is started and finished by turns
(`SchedProp`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from symag.assume import Component
from symag.evidence import Conjunction
from symag.model import LPTS
from symag.operators import compose

__all__ = [
    "VARIANTS",
    "SchedulerSubject",
    "cells",
    "cycle_property",
    "job_properties",
    "job_property",
    "scheduler_states",
]

Variant = Literal["right", "hasty", "two tokens"]
VARIANTS: Mapping[Variant, str] = {
    "right": "both properties hold",
    "hasty": "each cell passes the token before it starts its job: jobs are not started in turn",
    "two tokens": "two cells have a token at first: jobs are not started in turn",
}


def cells(n: int, variant: Variant = "right") -> tuple[LPTS, ...]:
    """The components: cell 0 has the token."""
    active = {0, n // 2} if variant == "two tokens" else {0}
    return tuple(_cell(i, n, i in active, variant == "hasty") for i in range(n))


def _cell(i: int, n: int, is_active: bool, is_hasty: bool) -> LPTS:
    start, finish, token, pass_on = f"start.{i}", f"finish.{i}", f"c.{i}", f"c.{(i + 1) % n}"
    first, then = (pass_on, start) if is_hasty else (start, pass_on)
    rows = [
        ("active", first, "half done"),
        ("half done", then, "passed on"),
        ("passed on", finish, "idle"),
        ("idle", token, "active"),
        ("passed on", token, "token waits"),
        ("token waits", finish, "active"),
    ]
    return LPTS.build("active" if is_active else "idle", rows, name=f"Cell({i})")


def cycle_property(n: int) -> LPTS:
    """Jobs are started in turn: start.0, start.1, …, start.(n-1), start.0, …"""
    return LPTS.build("0", [(f"{i}", f"start.{i}", f"{(i + 1) % n}") for i in range(n)], name="CycleProp")


def job_property(n: int) -> LPTS:
    """Each job is started and finished by turns, whatever the others do: 2ⁿ states."""
    return compose(*job_properties(n).conjuncts, name="SchedProp")


def job_properties(n: int) -> Conjunction:
    """The same, as a property for each job."""
    rows = [[("0", f"start.{i}", "1"), ("1", f"finish.{i}", "0")] for i in range(n)]
    jobs = [LPTS.build("0", moves, name=f"JobProp({i})") for i, moves in enumerate(rows)]
    return Conjunction.of(jobs, "SchedProp")


def scheduler_states(n: int) -> int:
    """Of all cells together, for n > 1: who has the token, which of three things it does, which other jobs run."""
    return 3 * n << n - 1


PROPERTIES = {"CycleProp": cycle_property, "SchedProp": job_property}


@dataclass(frozen=True)
class SchedulerSubject:
    """The scheduler with n cells and one of its properties, as the subject of a job."""

    name: str
    """Of the property."""
    n: int
    first: int = 0
    """So many cells are the component that the assumption is about: the second side of the rule, the paper's S1. If
    none are, every cell is a side of its own."""

    def models(self) -> tuple[Component, LPTS]:
        """See `symag.study.checks.Subject`."""
        found = cells(self.n)
        sides = [found[self.first :], found[: self.first]] if self.first else found
        return sides, PROPERTIES[self.name](self.n)

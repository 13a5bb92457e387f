"""The coarsest probabilistic simulation of a model in itself, by symag and by FlowSim: cases of `symag bench peers`.

FlowSim (Bogdoll, Hermanns and Zhang; with Crafa and Ranzato's algorithm by Jansen) has a program for each combination
of its optimizations, `benchone_N`, which measures itself without reading. It computes with doubles.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import Fixpoint, decide
from symag.study.bench.cell import cpu_seconds
from symag.study.bench.tools import program, tool_run
from symag.study.cases.chances import random_chances
from symag.study.jobs import Figures

__all__ = ["COMBINATIONS", "combinations_of", "flowsim_case", "flowsim_model", "flowsim_result", "itself_pairs_case"]

COMBINATIONS = {1: "partitioning", 2: "quotients", 18: "quotients, parametric flow", 49: "Crafa and Ranzato"}
"""Combinations of optimizations that its authors compare, by their numbers."""


def combinations_of(named: str | None) -> list[int]:
    """Those that are there."""
    return [way for way in COMBINATIONS if program(f"benchone_{way}", named)]


def flowsim_model(model: LPTS) -> str:
    """A model as FlowSim reads it: sizes, then state, action/number of the distribution, outcome, probability."""
    numbers = {name: number for number, name in enumerate(model.states)}
    actions = {name: number for number, name in enumerate(sorted(model.alphabet))}
    lines: list[str] = []
    rows = sorted(model.transitions(), key=lambda row: (numbers[row[0]], row[1]))
    for index, (source, action, to) in enumerate(rows):
        start = f"{numbers[source]} {actions[action]}/{index}"
        lines += [f"{start} {goal} {share!r}" for goal, share in sorted((numbers[g], float(p)) for g, p in to.items())]
    return "\n".join([f"{len(numbers)} {len(rows)} {len(lines)}", *lines, ""])


def flowsim_result(printed: str) -> Figures:
    """The line that `benchone_N` prints: user and system seconds first, the pairs in the relation the seventh; pairs of
    a state with itself are not among them."""
    words = printed.split()
    return {"seconds": float(words[0]) + float(words[1]), "pairs": int(words[6])}


def flowsim_case(states: int, width: int, chances: str, way: int, named: str | None, timeout: float) -> Figures:
    """By FlowSim; None if it was stopped, or failed."""
    path = program(f"benchone_{way}", named)
    assert path is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.pa")
        file.write_text(flowsim_model(trim(random_chances(states, width, chances))))
        printed = tool_run([path, "strong", "pa", "!1", "-1", "1", file], timeout)
    return {"seconds": None, "pairs": None} if not printed else flowsim_result(printed)


def itself_pairs_case(states: int, width: int, chances: str, repeat: int) -> Figures:
    """By symag: deciding, and the pairs of two states."""
    model = trim(random_chances(states, width, chances))
    found: list[int] = []

    def work() -> None:
        outcome, _ = decide([model], model, Fixpoint(), Watch())
        assert outcome.relation is not None
        found[:] = [len(outcome.relation) - model.num_states]

    return {"seconds": cpu_seconds(work, repeat), "pairs": found[0]}

"""Trace inclusion in any plain LTS, by symag and by mCRL2: cases of `symag bench traces`.

A random LTS against itself with a hundred moves more holds; the other way round it is violated. Both read the same
files. mCRL2 is measured if its tools are on the path: `ltscompare` reads the files and decides by antichains, and what
`ltsinfo` takes to read them is subtracted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from statistics import median

from symag.check import check
from symag.formats import load
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import trim
from symag.study.bench.benchmark import Found
from symag.study.bench.cell import cpu_seconds
from symag.study.bench.mcrl2 import PEER_SECONDS, aut_files, has_mcrl2, mcrl2_seconds
from symag.study.cases.families import random_lts
from symag.study.jobs import Figures, Job
from symag.study.view import Grid, GridRow
from symag.traces import refine

__all__ = [
    "QUESTIONS",
    "inclusion_grid",
    "inclusion_jobs",
    "mcrl2_inclusion_case",
    "refinement_case",
    "whole_check_case",
]

QUESTIONS = {
    "nondeterministic, 20 actions": (10_000, 50_000, 20, False, False),
    "20 actions, violated": (10_000, 50_000, 20, False, True),
    "nondeterministic, 10 actions": (10_000, 50_000, 10, False, False),
    "10 actions, violated": (10_000, 50_000, 10, False, True),
    "nondeterministic, 3 actions": (10_000, 30_000, 3, False, False),
    "3 actions, violated": (10_000, 30_000, 3, False, True),
    "deterministic": (100_000, 300_000, 5, True, False),
}
"""States, transitions, actions; whether all but one move on an action are left out; whether it is violated."""
WHOLE = "deterministic"
"""The question that is also put to `check` as a user does."""
ROUNDS = 3


def _question(states: int, transitions: int, actions: int, is_deterministic: bool, is_violated: bool) -> list[LPTS]:
    """A system and its specification."""
    rows = random_lts(states, transitions, actions, 1)
    if is_deterministic:
        rows = list({(source, action): (source, action, goal) for source, action, goal in rows}.values())
    more = [] if is_deterministic else [(s, a, t) for (s, a, _), (_, _, t) in pairwise(rows[:101])]
    models = [trim(LPTS.build("s0", dict.fromkeys(chosen))) for chosen in (rows, [*rows, *more])]
    return models[::-1] if is_violated else models


def refinement_case(states: int, transitions: int, actions: int, is_deterministic: bool, is_violated: bool) -> Figures:
    """Seconds for reading both files, and for deciding."""
    models = _question(states, transitions, actions, is_deterministic, is_violated)
    with tempfile.TemporaryDirectory() as folder:
        files = aut_files(models, folder)
        reading = cpu_seconds(lambda: [load(file) for file in files], ROUNDS)
        system, specification = (load(file) for file in files)
    tree, _ = refine([system], specification, Watch())
    assert (tree is not None) == is_violated
    deciding = cpu_seconds(lambda: refine([system], specification, Watch()), ROUNDS)
    return {"load": reading, "decide": deciding, "states": system.num_states, "transitions": system.num_transitions}


def whole_check_case(states: int, transitions: int, actions: int, is_deterministic: bool, is_violated: bool) -> Figures:
    """Seconds for reading both files, and for all of `check` without an audit; both in turns, medians of ratios."""
    models = _question(states, transitions, actions, is_deterministic, is_violated)
    reading, deciding = [], []
    with tempfile.TemporaryDirectory() as folder:
        files = aut_files(models, folder)
        for _ in range(2 * ROUNDS):
            reading.append(cpu_seconds(lambda: [load(file) for file in files], 1))
            system, specification = (load(file) for file in files)
            ask = partial(check, [system], specification, relation="traces", method="mono", audit=False)
            deciding.append(cpu_seconds(ask, 1))
    ratio = median(own / read for own, read in zip(deciding[1:], reading[1:], strict=True))
    sizes = {"states": models[0].num_states, "transitions": models[0].num_transitions}
    return {"load": median(reading[1:]), "decide": median(deciding[1:]), "ratio": ratio, **sizes}


def mcrl2_inclusion_case(
    states: int,
    transitions: int,
    actions: int,
    is_deterministic: bool,
    is_violated: bool,
    named: str | None = None,
) -> Figures:
    """The same by mCRL2, whose `ltscompare` may be named; None for deciding, if it was stopped."""
    models = _question(states, transitions, actions, is_deterministic, is_violated)
    return mcrl2_seconds(models, "trace-ac", not is_violated, ROUNDS, named)


def inclusion_jobs() -> Iterator[Job]:
    """By symag; and by mCRL2, if it is there."""
    for name, question in QUESTIONS.items():
        yield Job(name, refinement_case, question)
        if has_mcrl2():
            yield Job(f"{name}, by mCRL2", mcrl2_inclusion_case, question)
    yield Job(f"{WHOLE}, all of check", whole_check_case, QUESTIONS[WHOLE])


def inclusion_grid(found: Found) -> Grid:
    """A row for each question, with mCRL2's times if it is there."""
    caption = (
        "A random LTS against itself with a hundred moves more, by antichains (deterministic: itself); violated: the "
        "other way round. Reading: the .aut files of both. mCRL2 (`ltscompare --preorder=trace-ac`) is on the path, or "
        "is not shown; the ratio says how many times as long as symag it takes to decide. The last row is all that a "
        "user waits for after reading: trimming, notes, the search and the verdict, without the audit."
    )
    rows = []
    for name in QUESTIONS:
        figures = found[name].figures
        sizes = f"{figures['states']:,}", f"{figures['transitions']:,}"
        own = f"{figures['load']:.3f}", f"{figures['decide']:.3f}"
        peer = found[f"{name}, by mCRL2"].figures if has_mcrl2() else None
        rows.append(GridRow((name, *sizes, *own, *_beside(peer, figures["decide"]))))
    figures = found[f"{WHOLE}, all of check"].figures
    sizes = f"{figures['states']:,}", f"{figures['transitions']:,}"
    own = f"{figures['load']:.3f}", f"{figures['decide']:.3f} ({figures['ratio']:.2f} × reading)"
    rows.append(GridRow((f"{WHOLE}, `check --method mono`", *sizes, *own, "", "", "")))
    headings = (
        "specification",
        "states",
        "transitions",
        "reading, s",
        "deciding, s",
        "mCRL2 reads",
        "decides",
        "ratio",
    )
    return Grid("trace inclusion in any plain LTS (CPU seconds)", headings, tuple(rows), caption)


def _beside(peer: Figures | None, own: float) -> tuple[str, str, str]:
    if peer is None:
        return "", "", ""
    taken = peer["decide"]
    if taken is None:
        return f"{peer['load']:.3f}", f"stopped after {PEER_SECONDS} s", ""
    return f"{peer['load']:.3f}", f"{taken:.3f}", f"{taken / own:.1f} ×"

"""Two random systems, both large: cases of `symag bench engine`.

A part of a random LTS against the whole, which holds, and the whole with a foreign action inside, which is violated.
The more actions there are, the fewer answers a move has.
"""

from __future__ import annotations

from collections.abc import Iterator

from symag.limits import Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import Fixpoint, decide, refute
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import cpu_seconds
from symag.study.cases.families import random_lts, sub_system, with_foreign_action
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["large_case", "large_jobs", "large_models", "large_rows"]

ACTIONS = (20, 5, 2)
SIZES = (10_000, 30_000)
BEYOND, BEYOND_ACTIONS = 100_000, (20, 5)
SMALL = 1_000
"""States of the systems that the others are compared with."""
PER_STATE = 5
"""Transitions."""


def large_models(states: int, actions: int, holds: bool) -> tuple[LPTS, LPTS]:
    """The system and the specification of one of the two questions."""
    rows = random_lts(states, PER_STATE * states, actions, 1)
    system, specification = sub_system(rows, states, 2) if holds else with_foreign_action(rows, states)
    return system, trim(specification)


def large_case(states: int, actions: int, holds: bool, repeat: int = 1) -> Figures:
    """Decide one of the two questions; a violation with its refutation."""
    system, specification = large_models(states, actions, holds)
    before = peak_memory_mb()

    def work() -> None:
        outcome, _ = decide([system], specification, Fixpoint(), Watch())
        assert (outcome.relation is not None) == holds
        if outcome.tree is not None:
            refute(outcome.tree, specification, Watch())

    return {"seconds": cpu_seconds(work, repeat), "memory_mb": peak_memory_mb(), "before_mb": before}


def large_jobs(settings: Settings) -> Iterator[Job]:
    """Each question by itself, so that the memory is its own."""
    for states, actions, holds in [*_questions(SMALL, ACTIONS), *_large(settings)]:
        yield Job(_name(states, actions, holds), large_case, (states, actions, holds))


def large_rows(settings: Settings, found: Found) -> Iterator[GridRow]:
    """A row for each question: time and memory, of which so much was there before; beside the small systems."""
    for states, actions, holds in _large(settings):
        large, small = (found[_name(size, actions, holds)].figures for size in (states, SMALL))
        yield GridRow(
            (
                _name(states, actions, holds),
                f"{large['seconds']:.2f} s, {large['memory_mb']:.0f} MB ({large['before_mb']:.0f} before)",
                f"{SMALL:,} against {SMALL:,}: {small['seconds']:.3f} s",
                f"grows {large['seconds'] / small['seconds']:.0f} ×",
            )
        )


def _large(settings: Settings) -> list[tuple[int, int, bool]]:
    found = [question for states in SIZES for question in _questions(states, ACTIONS)]
    return found + (_questions(BEYOND, BEYOND_ACTIONS) if settings.beyond else [])


def _questions(states: int, actions: tuple[int, ...]) -> list[tuple[int, int, bool]]:
    return [(states, one, holds) for one in actions for holds in (True, False)]


def _name(states: int, actions: int, holds: bool) -> str:
    return f"{states:,} states against {states:,}, {actions} actions, {'holds' if holds else 'violated'}"

"""A round of the refinement in several threads: the rows, the ranks and the verdict are those of one thread."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import fixpoint
from symag.study.cases.families import random_lts, sub_system, with_foreign_action

THREADS = (1, 2, 3)


def refined(system: LPTS, specification: LPTS, threads: int) -> tuple[Any, ...]:
    """All that refining finds: the rows of all states, and in which round each of some pairs is gone."""
    watch = Watch(Limits(threads=threads))
    refiner = fixpoint._refiner(system, specification, watch)
    holds = refiner.run(watch)
    places, used = refiner.final_rows()
    random = Random(1)
    pairs = [(random.randrange(system.num_states), random.randrange(specification.num_states)) for _ in range(2_000)]
    ranks = [refiner.rank(s, p) for s, p in pairs]
    numbers = {name: number for name, number in refiner.statistics().items() if name != "rows"}  # the most at a time
    return holds, bytes(places), [refiner.bits(row) for row in used], ranks, numbers


def question(states: int, per_state: int, actions: int, holds: bool, seed: int) -> tuple[LPTS, LPTS]:
    rows = random_lts(states, per_state * states, actions, seed)
    system, specification = sub_system(rows, states, seed) if holds else with_foreign_action(rows, states)
    return system, trim(specification)


@settings(max_examples=20, deadline=None)
@given(st.integers(1_024, 2_000), st.integers(1, 4), st.integers(1, 3), st.booleans(), st.integers(0, 1 << 32))
def test_rows_do_not_depend_on_the_number_of_threads(
    states: int, per_state: int, actions: int, holds: bool, seed: int
) -> None:
    asked = question(states, per_state, actions, holds, seed)
    one, *others = [refined(*asked, threads) for threads in THREADS]
    assert one[0] == holds
    assert all(other == one for other in others)


def test_an_action_that_the_specification_does_not_know() -> None:
    """It is answered by staying: no question is asked, but rows shrink in threads, too."""
    rows = random_lts(1_500, 6_000, 2, 7)
    extended = [*rows, *((f"s{i}", "unknown", f"s{(7 * i) % 1_500}") for i in range(0, 1_500, 3))]
    asked = LPTS.build("s0", extended), trim(LPTS.build("s0", rows))
    one, *others = [refined(*asked, threads) for threads in THREADS]
    assert all(other == one for other in others)


def test_distributions_of_the_specification() -> None:
    """It may have some, while the system has none: then states may go into a row by the one or the other."""
    rows = random_lts(1_500, 5_000, 2, 3)
    random = Random(3)
    chances = [
        (f"s{i}", "a0", dict.fromkeys(random.sample([f"s{k}" for k in range(1_500)], 2), "1/2")) for i in range(900)
    ]
    asked = LPTS.build("s0", rows), trim(LPTS.build("s0", [*rows[:4_000], *chances]))
    one, *others = [refined(*asked, threads) for threads in THREADS]
    assert all(other == one for other in others)


@pytest.mark.parametrize("holds", [True, False])
def test_the_verdict_does_not_depend_on_the_number_of_threads(holds: bool) -> None:
    system, specification = question(1_200, 4, 2, holds, 5)

    def verdict(threads: int) -> dict[str, Any]:
        found = symag.check([system], specification, method="mono", audit=False, threads=threads).dumps()
        return {name: value for name, value in json.loads(found).items() if name != "statistics"}

    one, *others = [verdict(threads) for threads in THREADS]
    assert all(other == one for other in others)


@pytest.mark.parametrize("threads", THREADS)
def test_a_timeout_stops_several_threads(threads: int) -> None:
    system, specification = question(3_000, 5, 2, True, 1)
    readings = iter(range(1 << 20))
    watch = Watch(Limits(seconds=40, threads=threads), clock=lambda: next(readings))
    with pytest.raises(LimitReached, match="timeout"):
        fixpoint._refiner(system, specification, watch).run(watch)

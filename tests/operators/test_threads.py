"""Composing in several threads: the product, the verdict and the work that is counted are those of one thread."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.operators.compose import Composition
from symag.study.cases.families import FAMILIES, mutual_exclusion
from tests.generate import random_model

THREADS = (1, 2, 3)


def arrays(model: LPTS) -> tuple[Any, ...]:
    """All that the explorer writes."""
    assert model.product is not None
    codes = model.product.state_codes, model.product.distribution_codes
    numbers = model.first, model.action, model.target, model.spread, model.support, model.vector, *codes
    return (*map(bytes, numbers), model.vectors)


def explored(components: list[LPTS], threads: int, caps: tuple[int, ...] = ()) -> tuple[Any, ...]:
    """What composing gives, cut at these caps and whole, and the work that the watch counts."""
    works: list[int] = []
    watch = Watch(Limits(threads=threads)).metered(works.append)
    composition = Composition(components, watch=watch, dense_limit=0 if len(caps) % 2 else 1 << 24)
    parts = [(arrays(composition.explore(cap)), composition.known, composition.expanded) for cap in caps]
    return arrays(composition.explore()), parts, works


def large_system(random: Random) -> list[LPTS]:
    """Components that mostly move alone, so that they have thousands of states together."""
    return [random_model(random, 6, ("x", "y", f"a{i}", f"b{i}", f"c{i}")) for i in range(6)]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 32), st.lists(st.integers(1, 3_000), max_size=3).map(sorted))
def test_the_product_does_not_depend_on_the_number_of_threads(seed: int, caps: list[int]) -> None:
    components = large_system(Random(seed))
    one, *others = [explored(components, threads, tuple(caps)) for threads in THREADS]
    assert all(other == one for other in others)


def test_large_products_of_several_threads() -> None:
    """Thousands of states are expanded together here; of the second system, a table has a place for each state."""
    for components in (mutual_exclusion(9)[0], FAMILIES["channel"](20)[0]):
        one, *others = [explored(list(components), threads) for threads in THREADS]
        assert all(other == one for other in others)


def test_what_is_complete_can_be_asked_for_again() -> None:
    composition = Composition(mutual_exclusion(5)[0])
    assert arrays(composition.explore()) == arrays(composition.explore())


def test_states_with_many_moves() -> None:
    """A state with 40,000 moves to all combinations, and 200 after it with 5,000: more than a thread does at once."""
    wide = LPTS.build("0", [("0", "go", str(n)) for n in range(200)], name="wide")
    other = LPTS.build("0", [("0", "go", str(n)) for n in range(200)], name="other")
    busy = LPTS.build("0", [("0", f"a{n}", "0") for n in range(20)], name="busy")
    one, *others = [explored([wide, other, busy], threads) for threads in THREADS]
    assert all(other == one for other in others)


MANY_COMBINATIONS = """
import symag
one = symag.LPTS.build("0", [("0", "a", "1"), *(("0", f"b{n}", "0") for n in range(30))], name="one")
other = symag.LPTS.build("0", [("0", "a", str(n)) for n in range(40)], name="other")
print(symag.compose(one, other).num_transitions)
"""


def test_moves_alone_after_many_combinations() -> None:
    """There is room for each move alone, also after one that made many combinations. Only uncompiled code would
    notice that a move is written behind an array."""
    environment = {**os.environ, "SYMAG_PURE_PYTHON": "1"}
    command = [sys.executable, "-c", MANY_COMBINATIONS]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
    assert (done.stdout, done.stderr) == ("70\n", "")


@pytest.mark.parametrize("violated", [False, True])
def test_verdicts_with_their_evidence(violated: bool) -> None:
    components, specification = mutual_exclusion(7, violated)

    def verdict(threads: int) -> dict[str, Any]:
        found = symag.check(components, specification, method="mono", threads=threads).dumps()
        document: dict[str, Any] = json.loads(found)
        for name in ("seconds", "cpu_seconds", "peak_memory_mb"):
            document["statistics"].pop(name, None)
        return document

    one, *others = map(verdict, THREADS)
    assert all(other == one for other in others)


@pytest.mark.parametrize("threads", THREADS)
def test_limits_stop_several_threads(threads: int) -> None:
    components, _ = mutual_exclusion(12)
    with pytest.raises(LimitReached, match="max-states"):
        symag.compose(*components, watch=Watch(Limits(max_states=10_000, threads=threads)))
    readings = iter(range(1 << 20))
    watch = Watch(Limits(seconds=8, threads=threads), clock=lambda: next(readings))
    with pytest.raises(LimitReached, match="timeout"):
        symag.compose(*components, watch=watch)

"""`symag bench smt`: the solver backends beside the fixpoint, on the same composed questions, without the audit.

The time of a backend includes building the constraints.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import TypeAlias

from symag.errors import LimitReached
from symag.limits import Limits, Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import compose, trim
from symag.simulation import get_backend, refute
from symag.smt.simulation_question import SimulationQuestion
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import cpu_seconds
from symag.study.cases.families import FAMILIES, random_lpts, sub_system, with_foreign_action
from symag.study.jobs import Figures, Job
from symag.study.view import Grid, GridRow, View

__all__ = ["smt_jobs", "smt_view"]

QUESTIONS = {
    "10^4 pairs": {"cs": 23, "channel": 11, "mutex": 9, "random": 100},
    "10^5 pairs": {"cs": 71, "channel": 24, "mutex": 12, "random": 320},
}
"""The sizes of the families that have about so many pairs."""
BACKENDS = {
    "10^4 pairs": ("z3/lazy", "z3/cuts", "z3/weights", "pysmt:z3/lazy", "pysmt:cvc5/lazy"),
    "10^5 pairs": ("z3/lazy", "z3/cuts"),
}
SECONDS = 120.0
TREES = ("fixpoint", "z3/lazy", "z3/cuts", "z3/weights")
"""The backends whose trees are compared."""
FAILURES = 300

ComposedQuestion: TypeAlias = tuple[str, int, bool]
"""A family, its size, and whether the specification is the violated one."""


def _question(family: str, size: int, violated: bool) -> tuple[LPTS, LPTS]:
    if family == "random":
        rows = random_lpts(size, 3 * size, 3, 1)
        return with_foreign_action(rows, size) if violated else sub_system(rows, size, 2)
    components, specification = FAMILIES[family](size, violated)
    return compose(*components), trim(specification)


def pairs_case(family: str, size: int, violated: bool) -> Figures:
    """How large the question is."""
    question = SimulationQuestion(*_question(family, size, violated))
    obligations, _ = question.everything()
    return {"pairs": sum(1 for _ in question.pairs()), "obligations": len(obligations)}


def decide_case(backend: str, family: str, size: int, violated: bool) -> Figures:
    """How long one backend takes; no time if it does not finish."""
    system, specification = _question(family, size, violated)
    engine = get_backend(backend)

    def decide() -> None:
        outcome = engine.simulate(system, specification, Watch(Limits(seconds=SECONDS)))
        assert (outcome.tree is not None) == violated

    try:
        seconds = cpu_seconds(decide, 5 if backend == "fixpoint" else 1)
    except LimitReached:
        return {"seconds": None, "memory_mb": peak_memory_mb()}
    return {"seconds": seconds, "memory_mb": peak_memory_mb()}


def trees_case(backend: str) -> Figures:
    """The sizes of the counterexamples to random specifications, after pruning."""
    engine = get_backend(backend)
    sizes = []
    for seed in range(FAILURES):
        states = 6 + seed % 20
        system, specification = with_foreign_action(random_lpts(states, 3 * states, 3, seed), states)
        tree = engine.simulate(system, specification, Watch()).tree
        assert tree is not None
        sizes.append(len(refute(tree, specification, Watch()).tree.nodes))
    return {"median": median(sizes), "total": sum(sizes), "largest": max(sizes)}


def _questions() -> Iterator[tuple[ComposedQuestion, tuple[str, ...]]]:
    """Each question with the backends that it is put to."""
    for size_name, sizes in QUESTIONS.items():
        for family, size in sizes.items():
            for violated in (False, True):
                yield (family, size, violated), ("fixpoint", *BACKENDS[size_name])


def _title(question: ComposedQuestion) -> str:
    family, size, violated = question
    return f"{family} {size}, {'violated' if violated else 'holds'}"


def smt_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for question, backends in _questions():
        yield Job(_title(question), pairs_case, question)
        for backend in backends:
            yield Job(f"{_title(question)}, {backend}", decide_case, (backend, *question))
    for backend in TREES:
        yield Job(f"trees, {backend}", trees_case, (backend,))


def smt_view(settings: Settings, found: Found) -> View:
    """All cases in two tables."""
    headings = ("question", "pairs", "backend", "seconds", "MB", "× fixpoint")
    caption = (
        "pairs: of a state of the system and one of the specification, as far as they can be reached together. "
        "× fixpoint: so many times as long as the fixpoint takes. -: not in time."
    )
    rows = [row for question, backends in _questions() for row in _beside(found, _title(question), backends)]
    trees = []
    for backend in TREES:
        figures = found[f"trees, {backend}"].figures
        trees.append(GridRow((backend, f"{figures['median']:g}", str(figures["largest"]), str(figures["total"]))))
    tree_headings = ("backend", "median nodes", "largest", "all")
    return View(
        (
            Grid("symag bench smt (CPU seconds)", headings, tuple(rows), caption),
            Grid(f"trees of {FAILURES} random violations", tree_headings, tuple(trees)),
        )
    )


def _beside(found: Found, question: str, backends: tuple[str, ...]) -> list[GridRow]:
    """The rows of one question."""
    pairs = found[question].figures["pairs"]
    rows = []
    least = 0.0
    for backend in backends:
        figures = found[f"{question}, {backend}"].figures
        seconds = figures["seconds"]
        least = least or seconds or 0.0
        time, ratio = ("-", "-") if seconds is None else (f"{seconds:.3g}", f"{seconds / least:.0f}")
        first = (question, f"{pairs:,}") if backend == "fixpoint" else ("", "")
        rows.append(GridRow((*first, backend, time, f"{figures['memory_mb']:.0f}", ratio)))
    return rows

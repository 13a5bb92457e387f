"""`symag bench smt`: the solver backends beside the fixpoint, on the same composed questions, without the audit.

Every case runs in a process of its own. The time of a backend includes building the constraints.
"""

from __future__ import annotations

from statistics import median

from rich.table import Table

from symag.errors import LimitReached
from symag.limits import Limits, Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import compose, trim
from symag.simulation import get_backend, refute
from symag.smt.simulation_question import SimulationQuestion
from symag.study.bench.benchmark import Cells, Results, Settings
from symag.study.bench.figures import Figures, cpu_seconds
from symag.study.cases.families import FAMILIES
from symag.study.cases.random_models import random_lpts, sub_system, with_foreign_action

__all__ = ["bench_smt"]

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
FAILURES = 300


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


def bench_smt(cells: Cells, settings: Settings) -> Results:
    """All cases in two tables."""
    headings = ("question", "pairs", "backend", "seconds", "MB", "× fixpoint")
    caption = (
        "pairs: of a state of the system and one of the specification, as far as they can be reached together. "
        "× fixpoint: so many times as long as the fixpoint takes. -: not in time."
    )
    table = Table(*headings, title="symag bench smt (CPU seconds)", caption=caption, caption_justify="left")
    for size_name, sizes in QUESTIONS.items():
        for family, size in sizes.items():
            for violated in (False, True):
                question = f"{family} {size}, {'violated' if violated else 'holds'}"
                for row in _beside(cells, question, BACKENDS[size_name], (family, size, violated)):
                    table.add_row(*row)
    trees = Table("backend", "median nodes", "largest", "all", title=f"trees of {FAILURES} random violations")
    for backend in ("fixpoint", "z3/lazy", "z3/cuts", "z3/weights"):
        found = cells.measure(f"trees, {backend}", trees_case, backend)
        trees.add_row(backend, f"{found['median']:g}", str(found["largest"]), str(found["total"]))
    return Results((table, trees))


def _beside(
    cells: Cells, question: str, backends: tuple[str, ...], arguments: tuple[str, int, bool]
) -> list[list[str]]:
    """The rows of one question."""
    pairs = cells.measure(question, pairs_case, *arguments)
    rows = []
    least = 0.0
    for backend in ("fixpoint", *backends):
        found = cells.measure(f"{question}, {backend}", decide_case, backend, *arguments)
        seconds = found["seconds"]
        least = least or seconds or 0.0
        time = ["-", "-"] if seconds is None else [f"{seconds:.3g}", f"{seconds / least:.0f}"]
        shown = [time[0], f"{found['memory_mb']:.0f}", time[1]]
        first = [question, f"{pairs['pairs']:,}"] if backend == "fixpoint" else ["", ""]
        rows.append([*first, backend, *shown])
    return rows

"""Many checks: benchmarks, their families of models, and the textbook algorithm that they are held against.

.. include:: README.md
"""

from collections.abc import Callable
from importlib import import_module

from symag.study.bench.benchmark import Cells, Panel, Results, Settings

__all__ = ["BENCHMARKS", "Cells", "Panel", "Results", "Settings", "benchmark"]

BENCHMARKS = {
    "engine": "engine",
    "smt": "smt",
    "traces": "traces",
    "agar": "agar",
    "cav12": "cav12",
    "cav08": "cav08",
}
"""Their names, and the modules that have them: loaded when they are run, as all together take a while."""


def benchmark(name: str) -> Callable[[Cells, Settings], Results]:
    """The benchmark of that name."""
    run: Callable[[Cells, Settings], Results] = getattr(
        import_module(f"symag.study.bench.{BENCHMARKS[name]}"), f"bench_{name}"
    )
    return run

"""Many checks: benchmarks, their families of models, and the textbook algorithm that they are held against."""

from collections.abc import Callable, Mapping

from symag.study.benchmark import Cells, Panel, Results, Settings
from symag.study.engine import bench_engine
from symag.study.membership import bench_traces
from symag.study.parts import bench_agar
from symag.study.solvers import bench_smt
from symag.study.table1 import bench_cav12
from symag.study.tables08 import bench_cav08

__all__ = ["BENCHMARKS", "Cells", "Panel", "Results", "Settings"]

BENCHMARKS: Mapping[str, Callable[[Cells, Settings], Results]] = {
    "engine": bench_engine,
    "smt": bench_smt,
    "traces": bench_traces,
    "agar": bench_agar,
    "cav12": bench_cav12,
    "cav08": bench_cav08,
}

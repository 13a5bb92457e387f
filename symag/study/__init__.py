"""Many checks: benchmarks, their families of models, and the textbook algorithm that they are held against."""

from collections.abc import Callable, Mapping

from rich.console import Console

from symag.study.engine import bench_engine
from symag.study.parts import bench_agar
from symag.study.solvers import bench_smt

__all__ = ["BENCHMARKS"]

BENCHMARKS: Mapping[str, Callable[[Console, bool], None]] = {
    "engine": bench_engine,
    "smt": bench_smt,
    "agar": bench_agar,
}

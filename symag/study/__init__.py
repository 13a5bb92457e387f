"""Many checks: benchmarks, their families of models, and the textbook algorithm that they are held against."""

from collections.abc import Callable, Mapping

from rich.console import Console

from symag.study.engine import bench_engine

__all__ = ["BENCHMARKS"]

BENCHMARKS: Mapping[str, Callable[[Console, bool], None]] = {"engine": bench_engine}

"""Many checks: benchmarks and their families of models."""

from collections.abc import Callable, Mapping

from rich.console import Console

__all__ = ["BENCHMARKS"]

BENCHMARKS: Mapping[str, Callable[[Console, bool], None]] = {}

"""Backends and methods side by side on one question, or on every size of a family."""

from symag.study.compare.comparison import Comparison
from symag.study.compare.side_by_side import Sweep, compare, sweep

__all__ = ["Comparison", "Sweep", "compare", "sweep"]

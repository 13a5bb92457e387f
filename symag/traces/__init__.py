"""Traces of plain LTSs: safety properties, whether a system can leave them, and learning what others must keep to."""

from symag.traces.lstar import Conjecture, Teacher, Word, learn
from symag.traces.membership import WeakestAssumption
from symag.traces.reach import reach_error
from symag.traces.safety import refuse_unsafe, with_error

__all__ = [
    "Conjecture",
    "Teacher",
    "WeakestAssumption",
    "Word",
    "learn",
    "reach_error",
    "refuse_unsafe",
    "with_error",
]

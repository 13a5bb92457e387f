"""Traces of plain LTSs: safety properties, and whether a system can leave them."""

from symag.traces.reach import reach_error
from symag.traces.safety import refuse_unsafe, with_error

__all__ = ["reach_error", "refuse_unsafe", "with_error"]

"""Traces of plain LTSs: safety properties, whether a system can leave them, and learning what others must keep to.

.. include:: README.md
"""

from symag.traces.deadlock import DeadlockSearch, find_deadlock, first_deadlock, run_to
from symag.traces.inclusion import inclusion, is_safety_lts
from symag.traces.lstar import Conjecture, Teacher, Word, learn
from symag.traces.membership import WeakestAssumption
from symag.traces.reach import follow, reach_error
from symag.traces.replay import replay
from symag.traces.run import Blocked, Run, RunStep
from symag.traces.safety import refuse_unsafe, refuse_unsafe_specification
from symag.traces.teacher import ComponentTeacher, teacher_for
from symag.traces.trace import (
    Trace,
    interleave_traces,
    project_trace,
    trace_difference,
    trace_lts,
    trace_of,
    trace_prefix,
)

__all__ = [
    "Blocked",
    "ComponentTeacher",
    "Conjecture",
    "DeadlockSearch",
    "Run",
    "RunStep",
    "Teacher",
    "Trace",
    "WeakestAssumption",
    "Word",
    "find_deadlock",
    "first_deadlock",
    "follow",
    "inclusion",
    "interleave_traces",
    "is_safety_lts",
    "learn",
    "project_trace",
    "reach_error",
    "refuse_unsafe",
    "refuse_unsafe_specification",
    "replay",
    "run_to",
    "teacher_for",
    "trace_difference",
    "trace_lts",
    "trace_of",
    "trace_prefix",
]
